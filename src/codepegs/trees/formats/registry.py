"""The formats by name, and files in any of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput, BadTree, one_of
from codepegs.game import Game
from codepegs.trees.formats import braces, dot, irving, jsontree, lettered, text
from codepegs.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Format:
    """A text format for strategy trees."""

    name: str
    """The name, by which commands select it."""
    summary: str
    """What it looks like, in a few words."""
    suffixes: tuple[str, ...]
    """The endings of file names, each with its dot."""
    write: Callable[[Tree], str]
    """Returns the text of a tree."""
    read: Callable[[str, str | None], Tree]
    """Returns the tree of a text, given the rules id or None; raises `BadInput` if the text is invalid."""


FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format("text", "one node per line, the canonical form", (".tree", ".txt"), text.write, text.read),
        Format("json", "one JSON object", (".json",), jsontree.write, jsontree.read),
        Format("dot", "a Graphviz graph", (".dot", ".gv"), dot.write, dot.read),
        Format("irving", "the notation of the literature: 1296(1122: …)", (".irving",), irving.write, irving.read),
        Format("lettered", "as printed: 1296 (1122: 1, …, 96A", (".lettered",), lettered.write, lettered.read),
        Format("braces", "the notation of programming contests: {AABB:{…}}", (".braces",), braces.write, braces.read),
    )
}


def format_named(name: str) -> Format:
    """Return the format of a name."""
    if name not in FORMATS:
        raise BadInput(f"unknown tree format {name!r}: expected {one_of(FORMATS)}")
    return FORMATS[name]


def format_of(path: Path | str) -> Format:
    """Return the format for a file, by the ending of its name.

    >>> format_of("best.dot.gz").name, format_of("best").name
    ('dot', 'text')
    """
    path = Path(path)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    found = next((form for form in FORMATS.values() if suffix.lower() in form.suffixes), None)
    if found is None and suffix:
        endings = one_of(ending for form in FORMATS.values() for ending in form.suffixes)
        raise BadInput(f"{path} has an unknown ending: expected {endings}")
    return found or FORMATS["text"]


def recognise(content: str) -> Format:
    """Return the format of a text, by its beginning."""
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
        raise BadTree(f"this is not a strategy tree: expected the format {one_of(FORMATS)}") from None
    return FORMATS["irving"]


def read_tree_file(path: Path | str, game: Game | str | None = None) -> Tree:
    """Read a strategy tree from a file in any of the `FORMATS`, which is recognised by the content of the file.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "one.braces")
    >>> _ = file.write_text("{AA:{00:BB,10:{AB:{02:BA}}}}")
    >>> tree = read_tree_file(file)
    >>> tree.game, tree.figures.total
    (Game.parse('p2c2'), 8)
    """
    content = files.read_text(path, files.MOST_TREE_BYTES)
    try:
        tree = recognise(content).read(content, None if game is None else str(Game.of(game)))
    except BadInput as error:
        raise BadTree(f"{path}: {error}") from None
    if game is not None and Game.of(game) != tree.game:
        raise BadTree(f"{path} is a tree for {tree.game}, not for {Game.of(game)}")
    return tree


def write_tree(tree: Tree, path: Path | str, format: str | None = None) -> None:
    """Write a strategy tree to a file, completely or not at all.

    Args:
        tree: The tree.
        path: The file; compressed with gzip if its name ends in `.gz`.
        format: A name in `FORMATS`. Default: the format with the ending of the file name, or `text` if it has
            none.

    Raises:
        BadInput: There is no such format, or no format has this ending.
        Unavailable: The file cannot be written.

    >>> import tempfile
    >>> from codepegs import build_tree
    >>> file = Path(tempfile.mkdtemp(), "small.tree")
    >>> write_tree(build_tree("p2c3", "minimax"), file)
    >>> read_tree_file(file).figures.total
    24
    """
    form = format_of(path) if format is None else format_named(format)
    files.write_whole(path, form.write(tree))
