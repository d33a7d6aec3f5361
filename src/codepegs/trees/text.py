"""The canonical text of a tree: a header, then one node per line, indented by depth, with checksums near the root.

docs/trees.md specifies it. `GrowingTree` takes the nodes of any format. `codepegs.trees.checker` has its own
parser, independent of this one.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from itertools import compress

import numpy as np

from codepegs.codes import CodeSpace
from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Code, Game, parse_reply, part_table
from codepegs.trees.tree import Tree, TreeFigures

COLOR_OF = np.full(1 << 8, 1 << 8)
"""The colour of each ASCII symbol of canonical codes; a number above all colours for other symbols."""
COLOR_OF[[ord(symbol) for symbol in CANONICAL.symbols]] = range(len(CANONICAL.symbols))


class GrowingTree:
    """A builder of a `Tree` from nodes given as text, each of which is checked."""

    def __init__(self, game: Game, strategy: str = "") -> None:
        self.game = game
        self.strategy = "" if strategy == "-" else strategy
        self.space = CodeSpace.of(game)
        self.guesses: list[int] = []
        self.places: dict[tuple[int, int], int] = {}
        """The node after a guess and a part, in the order of the nodes."""
        self._keys: dict[str, int] = {}
        self._parts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.guesses)

    def parse_at_once(self, guesses: list[str]) -> None:
        """Parse those codes that have a symbol for each peg, much faster than `add`, to which others are left."""
        game = self.game
        if game.traits.symbols is not None or not CANONICAL.fits(game):
            return
        usual = [guess for guess in guesses if len(guess) == game.pegs and guess.isascii()]
        codes = COLOR_OF[np.frombuffer("".join(usual).encode(), dtype=np.uint8)].reshape(-1, game.pegs)
        sound = np.asarray((codes < game.colors).all(axis=1))
        if not game.repeats:
            sound &= np.diff(np.sort(codes, axis=1), axis=1).all(axis=1)
        keys = (codes << np.arange(game.pegs - 1, -1, -1) * self.space.bits).sum(axis=1).astype(np.uint64)
        self._keys = dict(compress(zip(usual, keys.tolist(), strict=True), sound.tolist()))

    def add(self, parent: int, reply: str, guess: str) -> int:
        """Add a node below another (-1: as the root) from canonical texts, and return its number."""
        part = -1 if parent < 0 else self._parts.get(reply)
        if part is None:
            shown = parse_reply(self.game, reply)
            self.game.check_reply(self.code(parent), shown)
            if shown.solved:
                raise BadTree.because("guess_after_win", guess=self.text(parent))
            part = self._parts[reply] = part_table(self.game).number(shown)
        key = self._keys.get(guess)
        if key is None:
            key = self._keys[guess] = self.space.encode(self.game.check_code(CANONICAL.parse(self.game, guess)))
        return self._place(parent, part, key)

    def hang(self, parent: int, part: int, code: Code) -> int:
        """Add a node from the number of its part and its code."""
        return self._place(parent, part, self.space.encode(self.game.check_code(code)))

    def _place(self, parent: int, part: int, key: int) -> int:
        node = len(self.guesses)
        if self.places.setdefault((parent, part), node) != node:
            if parent < 0:
                raise BadTree.because("two_first_guesses")
            reply = str(part_table(self.game).replies[part])
            raise BadTree.because("two_next_guesses", reply=reply, guess=self.text(parent))
        self.guesses.append(key)
        return node

    def code(self, node: int) -> Code:
        """The guess of a node."""
        return self.space.decode(self.guesses[node])

    def text(self, node: int) -> str:
        """The guess of a node as text."""
        return CANONICAL.format(self.game, self.code(node))

    def tree(self) -> Tree:
        """Return the tree; raises `BadTree` if it has no nodes."""
        if not self.guesses:
            raise BadTree.because("empty_tree")
        parents, parts = np.array(list(self.places), dtype=np.int64).T
        return Tree.assemble(self.game, np.array(self.guesses, dtype=np.uint64), parents, parts, self.strategy)


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

_LINE = re.compile(r"( *)(?:([^\s#]+) )?([^\s#]+)(?: #([0-9a-f]{8}))?")


def header(tree: Tree) -> list[str]:
    """The lines of the header; raises `BadTree` if the strategy's name has unprintable characters."""
    if not tree.strategy.isprintable():
        raise BadTree.because("unprintable_strategy", strategy=ascii(tree.strategy))
    figures = tree.figures
    lists = [f"lists {tree.game.digest}"] if tree.game.digest else []
    return [
        MAGIC,
        f"rules {tree.game}",
        f"strategy {tree.strategy or '-'}",
        f"total {tree.total}",
        f"depth {figures.depth}",
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


def read(text: str, rules: Game | str | None = None) -> Tree:
    """Parse a canonical text; raises `BadTree` with the faulty line. `rules` may be a game that was parsed already."""
    head, _, body = text.partition("\n\n")
    fields = dict(line.partition(" ")[::2] for line in head.splitlines()[1:])
    if head.splitlines()[:1] != [MAGIC] or "rules" not in fields:
        raise BadTree.because("no_tree_header", expected_line=MAGIC)
    is_known = isinstance(rules, Game) and str(rules) == fields["rules"]
    game = Game.of(rules if is_known and rules else fields["rules"])
    if fields.get("lists", "") != game.digest:
        raise BadTree.because(game.reason("tree_of_other_lists"))
    growing = GrowingTree(game, fields.get("strategy", "-"))
    lines = body.splitlines()
    matches = list(map(_LINE.fullmatch, lines))
    growing.parse_at_once([match[3] for match in matches if match is not None])
    above: list[int] = []
    given: dict[int, str] = {}
    first_line = len(head.splitlines()) + 2
    for number, match in enumerate(matches):
        line = first_line + number
        depth = len(match[1]) if match else 0
        if match is None or depth > len(above) or (depth == 0) != (match[2] is None):
            raise BadTree.because("malformed_line", line=line, text=lines[number].strip())
        try:
            node = growing.add(above[depth - 1] if depth else -1, match[2] or "", match[3])
        except BadInput as error:
            raise BadTree.like(error).within(f"line {line}", line=line) from None
        del above[depth:]
        above.append(node)
        if match[4]:
            given[node], lines[number] = match[4], lines[number][: match.start(4) - 2]
    tree = growing.tree()
    nodes = fields.get("nodes")
    if nodes != str(len(tree)):
        raise BadTree.because("wrong_nodes", nodes=str(nodes), found=len(tree))
    if given != checks(tree, head.splitlines(), "\n".join(lines)):
        raise BadTree.because("altered_tree")
    return tree


def declared_figures(text: str) -> TreeFigures:
    """Return the figures in the header of a canonical text, which its checksums cover."""
    head = text.partition("\n\n")[0]
    match = re.search(r"^histogram ([\d ]+)$", head, re.MULTILINE | re.ASCII)
    if match is None:
        raise BadTree.because("no_histogram")
    return TreeFigures(tuple(map(int, match[1].split())))
