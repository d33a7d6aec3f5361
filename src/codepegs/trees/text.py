"""The canonical text of a tree: a header, then one node per line, indented by depth, with checksums near the root.

docs/trees.md specifies it. `GrowingTree` takes the nodes of any format. `codepegs.trees.checker` has its own
parser, independent of this one.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from codepegs import files
from codepegs.codes import CodeSpace
from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Code, Game, is_possible, parse_reply, part_table
from codepegs.trees.tree import Tree, TreeFigures, check_size


class GrowingTree:
    """A builder of a `Tree` from nodes given as text, each of which is checked."""

    def __init__(self, game: Game, strategy: str = "") -> None:
        self.game = game
        self.strategy = strategy
        check_size(game)
        self.space = CodeSpace.of(game)
        self.guesses: list[int] = []
        self.parents: list[int] = []
        self.parts: list[int] = []
        self.codes: list[Code] = []
        self._seen: set[tuple[int, int]] = set()
        self._parts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.guesses)

    def add(self, parent: int, reply: str, guess: str) -> int:
        """Add a node below another (-1: as the root) from canonical texts, and return its number."""
        part = -1 if parent < 0 else self._parts.get(reply)
        if part is None:
            shown = parse_reply(self.game, reply)
            self.game.check_reply(self.codes[parent], shown)
            if shown.solved:
                raise BadTree.because("guess_after_win", guess=self.text(parent))
            part = self._parts[reply] = part_table(self.game).number(shown)
        return self.hang(parent, part, CANONICAL.parse(self.game, guess))

    def hang(self, parent: int, part: int, code: Code) -> int:
        """Add a node from the number of its part and its code."""
        if (parent, part) in self._seen:
            if parent < 0:
                raise BadTree.because("two_first_guesses")
            reply = str(part_table(self.game).replies[part])
            raise BadTree.because("two_next_guesses", reply=reply, guess=self.text(parent))
        self._seen.add((parent, part))
        self.codes.append(self.game.check_code(code))
        self.guesses.append(self.space.encode(code))
        self.parents.append(parent)
        self.parts.append(part)
        return len(self.guesses) - 1

    def text(self, node: int) -> str:
        """The guess of a node."""
        return CANONICAL.format(self.game, self.codes[node])

    def tree(self) -> Tree:
        """Return the tree; raises `BadTree` if it has no nodes."""
        if not self.guesses:
            raise BadTree.because("empty_tree")
        return Tree.assemble(
            self.game,
            np.array(self.guesses, dtype=np.uint64),
            np.array(self.parents, dtype=np.int64),
            np.array(self.parts, dtype=np.int64),
            self.strategy,
        )


def nested(tree: Tree, text_of: Callable[[int, dict[int, str]], str]) -> str:
    """The text of a tree from the leaves up: that of a node is made from those of its children, by part, ascending."""
    below: list[dict[int, str]] = [{} for _ in range(len(tree))]
    word = ""
    for node in range(len(tree) - 1, -1, -1):
        word = text_of(node, dict(reversed(below[node].items())))
        below[node] = {}
        if node:
            below[tree.parents[node]][int(tree.parts[node])] = word
    return word


MAGIC = "codepegs-tree 1"
CHECKED_DEPTH = 2
"""Nodes up to this depth have a checksum of everything below them."""

_LINE = re.compile(r"(?:( +)(\S+) )?(\S+)(?: #([0-9a-f]{8}))?")

_CHECK = re.compile(r" #([0-9a-f]{8})$", re.MULTILINE | re.ASCII)

COLOR_OF = np.full(1 << 8, 1 << 8)
"""The colour of each ASCII symbol of canonical codes; a number above all colours for other symbols."""
COLOR_OF[[ord(symbol) for symbol in CANONICAL.symbols]] = range(len(CANONICAL.symbols))


def header(tree: Tree) -> list[str]:
    """The lines of the header; raises `BadTree` if the strategy's name has unprintable characters."""
    if not tree.strategy.isprintable():
        raise BadTree.because("unprintable_strategy", strategy=ascii(tree.strategy))
    figures = tree.figures
    lists = [f"lists {tree.game._digest}"] if tree.game._digest else []
    return [
        MAGIC,
        f"rules {tree.game}",
        f"strategy {tree.strategy or '-'}",
        f"total {tree.total}",
        f"depth {figures.longest_game}",
        f"histogram {' '.join(map(str, figures.histogram))}",
        f"nodes {len(tree)}",
        *lists,
    ]


def node_lines(tree: Tree) -> list[str]:
    """One line per node, without checksums."""
    replies = list(map(str, part_table(tree.game).replies))
    texts = [CANONICAL.format(tree.game, code) for code in tree.space.unpack(tree.guesses).tolist()]
    lines = [
        f"{' ' * (depth - 1)}{replies[part]} {text}"
        for depth, part, text in zip(tree.depths[1:].tolist(), tree.parts[1:].tolist(), texts[1:], strict=True)
    ]
    return [texts[0], *lines]


def checks(tree: Tree, head: list[str], body: str) -> dict[int, str]:
    """The checksum of each node near the root: for the root of header and tree, for others of their own lines."""
    nodes = body.encode()
    begins = np.append(0, np.flatnonzero(np.frombuffer(nodes, dtype=np.uint8) == ord("\n")) + 1)
    ends = np.append(begins[1:] - 1, len(nodes))
    found = {}
    for node in (tree.depths <= CHECKED_DEPTH).nonzero()[0].tolist():
        covered = nodes[begins[node] : ends[tree.ends[node] - 1]]
        found[node] = zlib.crc32(covered if node else "\n".join([*head, ""]).encode() + covered)
    return {node: f"{check:08x}" for node, check in found.items()}


def write(tree: Tree) -> str:
    """The canonical text."""
    head, lines = header(tree), node_lines(tree)
    for node, check in checks(tree, head, "\n".join(lines)).items():
        lines[node] += f" #{check}"
    return "\n".join([*head, "", *lines, ""])


def read(text: str, rules: Game | str | None = None, *, is_checked: bool = True) -> Tree:
    """Parse a canonical text; raises `BadTree` with the faulty line. `rules` may be a game that was parsed already.

    Unless it `is_checked`, an altered tree is read, too.
    """
    head, _, body = text.partition("\n\n")
    fields = dict(line.partition(" ")[::2] for line in head.splitlines()[1:])
    if head.splitlines()[:1] != [MAGIC] or "rules" not in fields:
        raise BadTree.because("no_tree_header", expected_line=MAGIC)
    is_known = isinstance(rules, Game) and str(rules) == fields["rules"]
    game, strategy = Game.of(rules if is_known and rules else fields["rules"]), fields.get("strategy", "-")
    if fields.get("lists", "") != game._digest:
        raise BadTree.because(game._reason("tree_of_other_lists"))
    strategy = "" if strategy == "-" else strategy
    tree = _read_at_once(game, strategy, head, body)
    if tree is None or fields.get("nodes") != str(len(tree)):
        tree = _read_by_line(game, strategy, head, body, fields.get("nodes", "") if is_checked else None)
    return tree


def declared_figures(text: str) -> TreeFigures:
    """Return the figures in the header of a canonical text, which its checksums cover."""
    head = text.partition("\n\n")[0]
    match = re.search(r"^histogram ([\d ]+)$", head, re.MULTILINE | re.ASCII)
    histogram = [] if match is None else list(map(files.number_in, match[1].split()))
    if not histogram or None in histogram:
        raise BadTree.because("no_histogram")
    return TreeFigures(tuple(number for number in histogram if number is not None))


def _read_by_line(game: Game, strategy: str, head: str, body: str, nodes: str | None) -> Tree:
    """Parse any text, node by node; raises `BadTree` with the faulty line. Without `nodes`, nothing is checked."""
    growing = GrowingTree(game, strategy)
    first_line = len(head.splitlines()) + 2
    above: list[int] = []
    given: dict[int, str] = {}
    lines = body.splitlines()
    cut = 0 if body.endswith("\n") else first_line + len(lines) - 1  # a line without an end may lack more
    for number, line in enumerate(lines, first_line):
        match = _LINE.fullmatch(line)
        depth = len(match[1] or "") if match else 0
        if match is None or depth > len(above):
            kind = "cut_line" if number == cut else "malformed_line"
            raise BadTree.because(kind, line=number, text=line.strip())
        try:
            node = growing.add(above[depth - 1] if depth else -1, match[2] or "", match[3])
        except BadInput as error:
            if number == cut:
                raise BadTree.because("cut_line", line=number) from None
            raise BadTree.like(error).within(f"line {number}", line=number) from None
        del above[depth:]
        above.append(node)
        if match[4]:
            given[node] = match[4]
    tree = growing.tree()
    if nodes is None:
        return tree
    if nodes != str(len(tree)):
        raise BadTree.because("wrong_nodes", nodes=nodes or "None", found=len(tree))
    if given != checks(tree, head.splitlines(), "\n".join(node_lines(tree))):
        raise BadTree.because("altered_tree")
    return tree


def _read_at_once(game: Game, strategy: str, head: str, body: str) -> Tree | None:
    """Parse a text exactly as `write` writes it, several times as fast; None for any other text."""
    if not body.isascii() or not CANONICAL.fits(game) or game._traits.symbols is not None:
        return None
    given = {body.count("\n", 0, check.start()): check[1] for check in _CHECK.finditer(body)}
    bare = _CHECK.sub("", body)
    text = np.frombuffer(bare.encode(), dtype=np.uint8)
    ends = np.flatnonzero(text == ord("\n"))
    if len(ends) == 0 or bare[-1] != "\n" or ends[0] != game.pegs or (np.diff(ends) < game.pegs + 4).any():
        return None
    blanks = ends - game.pegs - 1  # before each guess; the root's has none
    codes = COLOR_OF[text[ends[:, None] + np.arange(-game.pegs, 0)]]
    if codes.max() >= game.colors or (text[blanks[1:]] != ord(" ")).any():
        return None
    if not (game.repeats or np.diff(np.sort(codes, axis=1), axis=1).all()):
        return None
    marks = np.flatnonzero(text > ord(" "))
    replies = marks[np.searchsorted(marks, ends[:-1] + 1)]  # the start of each line's reply, after the indent
    depths, parts = np.append(0, replies - ends[:-1] - 1), np.append(-1, _parts_at(game, text, replies, blanks[1:]))
    if (parts[1:] < 0).any() or (depths[1:] < 1).any() or (np.diff(depths) > 1).any():
        return None
    parents = np.full(len(ends), -1)
    for depth in range(1, int(depths.max()) + 1):
        above = np.maximum.accumulate(np.where(depths == depth - 1, np.arange(len(ends)), 0))
        parents[depths == depth] = above[depths == depth]
    shifts = np.arange(game.pegs - 1, -1, -1) * CodeSpace.of(game).bits
    tree = Tree(game, (codes << shifts).sum(axis=1).astype(np.uint64), parents, parts, strategy)
    order = np.lexsort((parts, parents))
    family = np.stack([parents[order], parts[order], order])
    alike = family[0, 1:] == family[0, :-1]
    if (np.diff(family[1:], axis=1)[:, alike] <= 0).any():
        return None  # a repeated reply, or one out of the game's order
    for part in np.flatnonzero(np.bincount(parts[1:])).tolist():
        guess = tuple(codes[parents[np.argmax(parts == part)]].tolist())
        if not is_possible(game, guess, part_table(game).replies[part]):
            return None
    return tree if given == checks(tree, head.splitlines(), bare[:-1]) else None


def _parts_at(
    game: Game, text: NDArray[np.uint8], begins: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The part number of the reply in each range of a text; -1 for the winning reply, and for what is not a reply."""
    names = {str(reply).encode(): part for part, reply in enumerate(part_table(game).replies[:-1])}
    longest = max(map(len, names), default=0)
    if longest == 0 or longest > np.dtype(np.uint64).itemsize or (ends - begins > longest).any():
        return np.full(len(begins), -1)
    words = np.zeros(len(begins), dtype=np.uint64)
    for n in range(longest):
        at = begins + n
        words = words << np.uint64(8) | np.where(at < ends, text[np.minimum(at, len(text) - 1)], 0).astype(np.uint64)
    known = np.array([int.from_bytes(name.ljust(longest, b"\0"), "big") for name in names], dtype=np.uint64)
    order = np.argsort(known)
    found = order[np.minimum(np.searchsorted(known[order], words), len(known) - 1)]
    return np.where(known[found] == words, np.array(list(names.values()))[found], -1)
