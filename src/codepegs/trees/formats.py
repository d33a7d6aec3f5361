"""The file formats of trees by name, and files in any of them; JSON and Graphviz.

JSON: one object with the figures, the checks, and the nodes nested in each other. Graphviz: a box per guess, an arrow
per reply; a box is rounded if the guess is a candidate; a text without a box says what is known at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codepegs import files
from codepegs.errors import BadInput, BadTree, one_of, shown
from codepegs.game import CANONICAL, Game, former_parameters, part_table
from codepegs.trees import text
from codepegs.trees.braces import read_braces, replies_are_counts, write_braces
from codepegs.trees.gallery import PREFIX, load, named
from codepegs.trees.pictures import write_html, write_svg
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

DEEPEST_JSON = 300
"""Largest depth written; many JSON parsers fail at about a thousand nested brackets."""


def write_json(tree: Tree) -> str:
    """The JSON text, one line."""
    if tree.figures.longest_game > DEEPEST_JSON:
        raise BadInput.because("too_deep_to_nest", name="JSON", depth=tree.figures.longest_game)
    replies = part_table(tree.game).replies
    record = {
        "format": text.MAGIC,
        "rules": str(tree.game),
        "strategy": tree.strategy or "-",
        **_figures(tree),
        "checks": _checks(tree),
    }

    def text_of(node: int, below: dict[int, str]) -> str:
        guess = _quoted(CANONICAL.format(tree.game, tree.guess(node)))
        after = [f"{_quoted(str(replies[part]))}: {word}" for part, word in below.items()]
        return f'{{"guess": {guess}, "replies": {{{", ".join(after)}}}}}' if after or not node else guess

    return json.dumps(record)[:-1] + f', "tree": {text.nested(tree, text_of)}}}\n'


def _quoted(text: str) -> str:
    """A printable text in quotes, which JSON and Graphviz escape alike."""
    return json.dumps(text, ensure_ascii=False)


def _figures(tree: Tree) -> dict[str, Any]:
    figures = tree.figures
    return {
        "total": tree.total,
        "average": tree.average,
        "depth": figures.longest_game,
        "histogram": list(figures.histogram),
        "nodes": len(tree),
    }


def _checks(tree: Tree) -> dict[str, str]:
    """The checksums by the replies to the first guess; by an empty text that of the whole tree."""
    found = text.checks(tree, text.header(tree), "\n".join(text.node_lines(tree)))
    return {"" if not node else str(tree.reply(node)): check for node, check in found.items()}


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadTree.because("duplicate_members")
    return members


def read_json(content: str, rules: str | None = None, *, is_checked: bool = True) -> Tree:
    """Parse a tree from JSON text; raises `BadTree`. Unless it `is_checked`, an altered tree is read, too."""
    try:
        record = json.loads(content, object_pairs_hook=_members)
    except BadTree:
        raise
    except RecursionError:
        raise BadTree.because("json_too_deep") from None
    except ValueError as error:
        raise BadTree.because("invalid_json", error=str(error)) from None
    try:
        game = Game.parse(record["rules"])
        strategy = str(record["strategy"])
        growing = GrowingTree(game, "" if strategy == "-" else strategy)
        pending: list[tuple[int, str, Any]] = [(-1, "", record["tree"])]
        while pending:
            parent, reply, value = pending.pop()
            if isinstance(value, str):
                growing.add(parent, reply, value)
                continue
            node = growing.add(parent, reply, value["guess"])
            pending.extend((node, answer, child) for answer, child in value["replies"].items())
        given = record["checks"]
    except (KeyError, TypeError, AttributeError) as error:
        raise BadTree.because("json_no_tree", member=str(error)) from None
    tree = growing.tree()
    if not is_checked:
        return tree
    for name, figure in {"format": text.MAGIC, **_figures(tree)}.items():
        if record.get(name) != figure:
            raise BadTree.because("wrong_figure", name=name, value=repr(record.get(name))[:40], figure=repr(figure))
    if given != _checks(tree):
        raise BadTree.because("altered_tree")
    return tree


_QUOTED = r'("(?:[^"\\]|\\.)+")'
_NODE = re.compile(rf"n(\d{{1,9}}) \[label={_QUOTED}(?:, style=\w+)?\];")
_ARROW = re.compile(rf"n(\d{{1,9}}) -> n(\d{{1,9}}) \[label={_QUOTED}\];")
_END = re.compile(rf"(?:n\d{{1,9}} -> )?e\d{{1,9}} \[label={_QUOTED}(?:, shape=\w+)?\];")
_GRAPH = re.compile(rf"graph \[comment={_QUOTED},.*\];")


def write_dot(tree: Tree) -> str:
    """The text of a directed graph, for Graphviz programs such as `dot -Tsvg`."""
    title = f"{tree.game}: {tree.sum_words}, at most {tree.figures.longest_game}"
    about = f"{tree.game} {tree.strategy or '-'}"
    lines = [
        "digraph strategy {",
        f"  graph [comment={_quoted(about)}, label={_quoted(title)}, rankdir=LR];",
        '  node [shape=box, fontname="monospace"];',
    ]
    solves = tree.solves.tolist()
    for node in range(len(tree)):
        style = ", style=rounded" if solves[node] else ""
        lines.append(f"  n{node} [label={_quoted(CANONICAL.format(tree.game, tree.guess(node)))}{style}];")
    for node in range(1, len(tree)):
        lines.append(f"  n{tree.parents[node]} -> n{node} [label={_quoted(str(tree.reply(node)))}];")
    replies = part_table(tree.game).replies
    ends = [(node, part, known) for node in sorted(tree.known) for part, known in tree.known[node].items()]
    for number, (node, part, known) in enumerate(ends):
        lines.append(f"  e{number} [label={_quoted(known.answer)}, shape=plaintext];")
        lines.append(f"  n{node} -> e{number} [label={_quoted(str(replies[part]))}];")
    return "\n".join([*lines, "}", ""])


def _unquoted(text: str, line: int) -> str:
    try:
        return str(json.loads(text))
    except json.JSONDecodeError:
        raise BadTree.because("not_quoted", line=line, text=text) from None


def read_dot(content: str, rules: str | None = None) -> Tree:
    """Parse a graph written by `write_dot`; raises `BadTree` with the faulty line."""
    named: dict[int, str] = {}
    arrows: dict[int, tuple[int, str]] = {}
    about = ""
    for number, line in enumerate(content.splitlines(), 1):
        line = line.strip()
        if match := _NODE.fullmatch(line):
            named[int(match[1])] = _unquoted(match[2], number)
        elif match := _ARROW.fullmatch(line):
            arrows[int(match[2])] = int(match[1]), _unquoted(match[3], number)
        elif match := _GRAPH.fullmatch(line):
            about = _unquoted(match[1], number)
        elif (
            line and line not in ("digraph strategy {", "}") and not (line.startswith("node [") or _END.fullmatch(line))
        ):
            raise BadTree.because("not_of_our_graph", line=number, text=line)
    if not about:
        raise BadTree.because("graph_without_rules")
    game_text, _, strategy = about.partition(" ")
    growing = GrowingTree(Game.parse(game_text), "" if strategy == "-" else strategy)
    for node in range(len(named)):
        if node not in named or (node > 0 and (node not in arrows or not 0 <= arrows[node][0] < node)):
            raise BadTree.because("no_such_node", node=node)
        parent, reply = arrows[node] if node else (-1, "")
        try:
            growing.add(parent, reply, named[node])
        except BadInput as error:
            raise BadTree.like(error).within(f"node n{node}", node=node) from None
    return growing.tree()


@dataclass(frozen=True, slots=True)
class Format:
    """A text format for strategy trees, or a kind of picture of them."""

    name: str
    """The name, by which commands select it."""
    suffixes: tuple[str, ...]
    """The endings of file names, each with its dot."""
    write: Callable[..., str]
    """Returns the text of a tree; that of a picture, given a number of levels or None, too."""
    read: Callable[[str, str | None], Tree] | None = None
    """Returns the tree of a text, given the rules id or None; raises `BadInput` if the text is invalid. None for
    pictures, which cannot be read."""
    can_state: Callable[[Game], bool] = lambda game: True
    """Whether the notation has the codes, the replies and the end of a game."""

    def check(self, game: Game) -> None:
        """Raise `BadInput` if the trees of a game cannot be written in this format."""
        if not self.can_state(game):
            raise BadInput.because(game._reason("not_in_this_notation", name=self.name))

    def text_of(self, tree: Tree, levels: int | None = None) -> str:
        """Return the text of a tree; raises `BadInput` if `levels` is given and it is not a picture, and as `check`."""
        if self.read is None:
            return self.write(tree, levels)
        if levels is not None:
            raise BadInput.because("levels_for_pictures", choice=PICTURES, name=self.name)
        self.check(tree.game)
        return self.write(tree)


FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format("text", (".tree", ".txt"), text.write, text.read),
        Format("json", (".json",), write_json, read_json),
        Format("dot", (".dot", ".gv"), write_dot, read_dot),
        Format("braces", (".braces",), write_braces, read_braces, replies_are_counts),
        Format("svg", (".svg",), write_svg),
        Format("html", (".html", ".htm"), write_html),
    )
}

IRVING = re.compile(r"[^\W\d][^\n]*\n\s*[0-9]+\(")
LETTERED = re.compile(r"([0-9]{1,18})\s*\(\s*([0-9A-Z,]+?)\s*[:*x)]")
"""The beginnings of trees in the notations of papers and of mmstrat, which are only recognised: docs/trees.md."""

PICTURES = " and ".join(form.name for form in FORMATS.values() if form.read is None)
READABLE = [form.name for form in FORMATS.values() if form.read is not None]
"""The names of the pictures, as words, and of the other formats."""


def format_named(name: str) -> Format:
    """Return the format of a name."""
    if name not in FORMATS:
        raise BadInput.because("unknown_format", name=name, choice=one_of(FORMATS))
    return FORMATS[name]


def format_of(path: Path | str) -> Format:
    """Return the format for a file, by the ending of its name."""
    path = files.named(path)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    found = next((form for form in FORMATS.values() if suffix.lower() in form.suffixes), None)
    if found is None and suffix:
        endings = one_of(ending for form in FORMATS.values() for ending in form.suffixes)
        raise BadInput.because("unknown_ending", file=str(path), choice=endings)
    return found or FORMATS["text"]


def recognise(content: str) -> Format:
    """Return the format of a text, by its beginning; raises `BadTree` if there is none that can be read."""
    start = content.lstrip()
    if start[:9].lower() == "<!doctype" or start.startswith("<svg"):
        raise BadTree.because("picture_of_tree")
    if start.startswith(text.MAGIC.split()[0]):
        return FORMATS["text"]
    if start.startswith("digraph"):
        return FORMATS["dot"]
    if start.startswith("{"):
        return FORMATS["json" if start[1:].lstrip().startswith('"') else "braces"]
    for name, beginning in (("irving", IRVING), ("lettered", LETTERED)):
        if beginning.match(start):
            raise BadTree.because("printed_notation", name=name)
    raise BadTree.because("not_a_tree", choice=one_of(READABLE))


def read_tree_text(content: str, rules: str | None = None) -> Tree:
    """Read a tree from a text in any format but those of pictures; raises `BadInput`."""
    read = recognise(content).read
    assert read is not None  # what is recognised can be read
    return read(content, rules)


@former_parameters({"rules": "game"})
def read_tree(path: Path | str, game: Game | str | None = None) -> Tree:
    """Read a strategy tree from a file, or a tree of the gallery.

    Args:
        path: The file, whose format is recognised by its content; compressed with gzip if its name ends in `.gz`. Or
            the name of a tree of the gallery, such as `gallery:p4c6`; `codepegs tree list` lists them.
        game: The game or its rules id; required for formats that do not contain the rules.

    Returns:
        The tree.

    Raises:
        BadTree: The text of the file is not a tree, or the tree is of another game.
        BadInput: The gallery has no such tree, the file is not text or cannot be decompressed, or `game` is invalid.
        Unavailable: The file cannot be read.

    >>> read_tree("gallery:p4c6").figures.total
    5625
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "one.braces")
    >>> _ = file.write_text("{AA:{00:BB,10:{AB:{02:BA}}}}")
    >>> tree = read_tree(file)
    >>> tree.game, tree.figures.total
    (Game.parse('p2c2'), 8)
    """
    if isinstance(path, str | Path) and str(path).startswith(PREFIX):
        tree = load(named(str(path)))
    else:
        content = files.read_text(path, files.MOST_TREE_BYTES)
        try:
            tree = read_tree_text(content, None if game is None else str(Game.of(game)))
        except BadInput as error:
            raise BadTree.like(error).within(str(path), source=str(path)) from None
    if game is not None and Game.of(game) != tree.game:
        raise BadTree.because("tree_of_another_game", file=str(path), other=str(tree.game), game=str(Game.of(game)))
    return tree


@former_parameters({"form": "format"})
def write_tree(tree: Tree, path: Path | str, format: str | None = None, *, levels: int | None = None) -> None:
    """Write a strategy tree to a file, completely or not at all; as a picture if its name ends in `.svg` or `.html`.

    Args:
        tree: The tree.
        path: The file; compressed with gzip if its name ends in `.gz`.
        format: One of `FORMATS`. Default: the format with the ending of the file name, or `text` if it has
            none.
        levels: For pictures: the number of levels drawn (svg), or open at first (html). Default: as many as have up to
            100 guesses in all, at least two.

    Raises:
        BadInput: There is no such format, no format has this ending, the format cannot state the game, or `levels` is
            not for this format.
        Unavailable: The file cannot be written.

    >>> import tempfile
    >>> from codepegs import build_tree
    >>> file = Path(tempfile.mkdtemp(), "small.tree")
    >>> write_tree(build_tree("p2c3", "minimax"), file)
    >>> read_tree(file).figures.total
    24
    """
    if not isinstance(tree, Tree):
        raise BadInput.because("no_tree_object", value=shown(tree))
    form = format_of(path) if format is None else format_named(format)
    files.write_whole(path, form.text_of(tree, levels))
