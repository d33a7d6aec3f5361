"""The formats by name, and files in any of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput, BadTree
from codepegs.game import Game
from codepegs.trees.formats import braces, dot, irving, jsontree, lettered, text
from codepegs.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a tree."""

    name: str
    summary: str
    suffixes: tuple[str, ...]
    write: Callable[[Tree], str]
    read: Callable[[str, str | None], Tree]


FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format("text", "one node a line, the canonical form", (".tree", ".txt"), text.write, text.read),
        Format("json", "one JSON object", (".json",), jsontree.write, jsontree.read),
        Format("dot", "a Graphviz graph", (".dot", ".gv"), dot.write, dot.read),
        Format("irving", "the notation of the literature: 1296(1122: …)", (".irving",), irving.write, irving.read),
        Format("lettered", "as printed: 1296 (1122: 1, …, 96A", (".lettered",), lettered.write, lettered.read),
        Format("braces", "the notation of programming contests: {AABB:{…}}", (".braces",), braces.write, braces.read),
    )
}


def format_named(name: str) -> Format:
    """The format of a name; raises `BadInput`."""
    if name not in FORMATS:
        raise BadInput(f"unknown tree format {name!r}: expected {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(path: Path | str) -> Format:
    """The format a file name asks for; the canonical text when its ending says nothing."""
    path = Path(path)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    return next((form for form in FORMATS.values() if suffix.lower() in form.suffixes), FORMATS["text"])


def recognise(content: str) -> Format:
    """The format a text is in, by how it begins; raises `BadTree`."""
    start = content.lstrip()
    if start.startswith(text.MAGIC.split()[0]):
        return FORMATS["text"]
    if start.startswith("digraph"):
        return FORMATS["dot"]
    if start.startswith("{"):
        return FORMATS["json" if start[1:].lstrip().startswith('"') else "braces"]
    if lettered.START.match(start):
        return FORMATS["lettered"]
    try:
        Game.parse(start.split(maxsplit=1)[0] if start else "")
    except BadInput:
        raise BadTree(f"not a strategy tree in any of the formats {', '.join(FORMATS)}") from None
    return FORMATS["irving"]


def read_tree(path: Path | str, game: Game | str | None = None) -> Tree:
    """The tree in a file of any format; `game` is for the format that does not name its rules.

    Raises `BadTree` when the file is damaged, `Unavailable` when it cannot be read.
    """
    content = files.read_text(path)
    try:
        tree = recognise(content).read(content, None if game is None else str(Game.of(game)))
    except BadInput as error:
        raise BadTree(f"{path}: {error}") from None
    if game is not None and Game.of(game) != tree.game:
        raise BadTree(f"{path} is a tree for {tree.game}, not for {Game.of(game)}")
    return tree


def write_tree(tree: Tree, path: Path | str, format: str | None = None) -> None:
    """Write a tree to a file, whole or not at all, in the format its name asks for unless one is named.

    Raises `BadInput` for a format there is not, `Unavailable` when the file cannot be written.
    """
    form = format_of(path) if format is None else format_named(format)
    files.write_whole(path, form.write(tree))
