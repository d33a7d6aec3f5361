"""The formats by name, and files in any of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput, BadTree, one_of
from codepegs.game import Game, Reason
from codepegs.trees import text
from codepegs.trees.formats import braces, dot, htmltree, irving, jsontree, lettered, svgtree
from codepegs.trees.gallery import PREFIX, load, named
from codepegs.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Format:
    """A text format for strategy trees, or a kind of picture of them."""

    name: str
    """The name, by which commands select it."""
    summary: str
    """What it looks like, in a few words."""
    suffixes: tuple[str, ...]
    """The endings of file names, each with its dot."""
    write: Callable[..., str]
    """Returns the text of a tree; that of a picture, given a number of levels or None, too."""
    read: Callable[[str, str | None], Tree] | None = None
    """Returns the tree of a text, given the rules id or None; raises `BadInput` if the text is invalid. None for
    pictures, which cannot be read."""

    def text_of(self, tree: Tree, levels: int | None = None) -> str:
        """Return the text of a tree; raises `BadInput` if `levels` is given and it is not a picture.

        >>> FORMATS["text"].text_of(None, levels=2)
        Traceback (most recent call last):
        codepegs.errors.BadInput: a number of levels is for pictures, svg and html: text has the whole tree
        """
        if self.read is None:
            return self.write(tree, levels)
        if levels is not None:
            raise BadInput.because(Reason.of("levels_for_pictures", choice=PICTURES, name=self.name))
        return self.write(tree)


FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        Format("text", "one node per line, the canonical form", (".tree", ".txt"), text.write, text.read),
        Format("json", "one JSON object", (".json",), jsontree.write, jsontree.read),
        Format("dot", "a Graphviz graph", (".dot", ".gv"), dot.write, dot.read),
        Format("irving", "the notation of the literature: 1296(1122: …)", (".irving",), irving.write, irving.read),
        Format("lettered", "as printed: 1296 (1122: 1, …, 96A", (".lettered",), lettered.write, lettered.read),
        Format("braces", "the notation of programming contests: {AABB:{…}}", (".braces",), braces.write, braces.read),
        Format("svg", "a picture of the first levels", (".svg",), svgtree.write),
        Format("html", "a page whose branches open and close", (".html", ".htm"), htmltree.write),
    )
}

PICTURES = " and ".join(form.name for form in FORMATS.values() if form.read is None)
READABLE = [form.name for form in FORMATS.values() if form.read is not None]
"""The names of the pictures, as words, and of the other formats."""


def format_named(name: str) -> Format:
    """Return the format of a name."""
    if name not in FORMATS:
        raise BadInput.because(Reason.of("unknown_format", name=name, choice=one_of(FORMATS)))
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
        raise BadInput.because(Reason.of("unknown_ending", file=str(path), choice=endings))
    return found or FORMATS["text"]


def recognise(content: str) -> Format:
    """Return the format of a text, by its beginning; raises `BadTree` if there is none that can be read."""
    start = content.lstrip()
    if start[:9].lower() == "<!doctype" or start.startswith("<svg"):
        raise BadTree.because(Reason.of("picture_of_tree"))
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
        raise BadTree.because(Reason.of("not_a_tree", choice=one_of(READABLE))) from None
    return FORMATS["irving"]


def read_tree_text(content: str, rules: str | None = None) -> Tree:
    """Read a tree from a text in any format but those of pictures; raises `BadInput`."""
    read = recognise(content).read
    assert read is not None  # what is recognised can be read
    return read(content, rules)


def read_tree(path: Path | str, game: Game | str | None = None) -> Tree:
    """Read a strategy tree from a file in any of the `FORMATS`, or a tree of the gallery.

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
    if str(path).startswith(PREFIX):
        tree = load(named(str(path)))
    else:
        content = files.read_text(path, files.MOST_TREE_BYTES)
        try:
            tree = read_tree_text(content, None if game is None else str(Game.of(game)))
        except BadInput as error:
            raise BadTree.like(error).within(str(path), source=str(path)) from None
    if game is not None and Game.of(game) != tree.game:
        raise BadTree.because(
            Reason.of("tree_of_another_game", file=str(path), other=str(tree.game), game=str(Game.of(game)))
        )
    return tree


def write_tree(tree: Tree, path: Path | str, format: str | None = None, *, levels: int | None = None) -> None:
    """Write a strategy tree to a file, completely or not at all; as a picture if its name ends in `.svg` or `.html`.

    Args:
        tree: The tree.
        path: The file; compressed with gzip if its name ends in `.gz`.
        format: A name in `FORMATS`. Default: the format with the ending of the file name, or `text` if it has
            none.
        levels: For pictures: the number of levels drawn (svg), or open at first (html). Default: as many as have up to
            100 guesses in all, at least two.

    Raises:
        BadInput: There is no such format, no format has this ending, or `levels` is not for this format.
        Unavailable: The file cannot be written.

    >>> import tempfile
    >>> from codepegs import build_tree
    >>> file = Path(tempfile.mkdtemp(), "small.tree")
    >>> write_tree(build_tree("p2c3", "minimax"), file)
    >>> read_tree(file).figures.total
    24
    """
    form = format_of(path) if format is None else format_named(format)
    files.write_whole(path, form.text_of(tree, levels))
