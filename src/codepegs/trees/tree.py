"""A strategy tree as flat arrays, and the figures it is judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import KeyLayout, Keys
from codepegs.errors import BadPosition
from codepegs.game import CANONICAL, Code, Game, Reply, Turn, counted, format_turn, part_table, parts_between

MOST_SHOWN = 20
"""Replies to the first guess that a notebook shows."""


@dataclass(frozen=True)
class TreeFigures:
    """What a strategy costs over all secrets.

    >>> TreeFigures((1, 3, 2)).total, TreeFigures((1, 3, 2)).depth
    (13, 3)
    """

    histogram: tuple[int, ...]
    """Secrets found with 1, 2, 3 … guesses."""

    @property
    def secrets(self) -> int:
        """Number of secrets played."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Guesses needed over all secrets, the final correct one counted."""
        return sum(length * secrets for length, secrets in enumerate(self.histogram, 1))

    @property
    def depth(self) -> int:
        """Most guesses any secret needs."""
        return len(self.histogram)

    @property
    def codes_at_depth(self) -> int:
        """Secrets that need the most guesses."""
        return self.histogram[-1] if self.histogram else 0

    @property
    def average(self) -> float:
        """Expected number of guesses for a secret drawn at random."""
        return self.total / self.secrets if self.secrets else 0.0

    @property
    def sum_words(self) -> str:
        """The total in words.

        >>> TreeFigures((1, 6, 62, 533, 694)).sum_words
        '5,801 guesses over 1,296 secrets'
        """
        return f"{counted(self.total, 'guess', 'guesses')} over {counted(self.secrets, 'secret')}"

    def __add__(self, other: TreeFigures) -> TreeFigures:
        """The figures over the secrets of both.

        >>> TreeFigures((1, 2)) + TreeFigures((0, 0, 5))
        TreeFigures(histogram=(1, 2, 5))
        """
        longer, shorter = sorted((self.histogram, other.histogram), key=len, reverse=True)
        padded = shorter + (0,) * (len(longer) - len(shorter))
        return TreeFigures(tuple(a + b for a, b in zip(longer, padded, strict=True)))


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy for one game: one node a guess, the child for the win left out.

    Every array has one entry a node: the key of its guess, its parent (-1 for the root, node 0) and the part that leads
    to it. Nodes stand in the order in which a tree is read: each is followed by its children, replies in the game's
    order, each child by its own.
    """

    game: Game
    guesses: Keys
    parents: NDArray[np.int64]
    parts: NDArray[np.int64]
    strategy: str = ""
    """The text of the strategy it was built from, if any."""

    @classmethod
    def assemble(
        cls,
        game: Game,
        guesses: Keys,
        parents: NDArray[np.int64],
        parts: NDArray[np.int64],
        strategy: str = "",
    ) -> Tree:
        """The tree of nodes in any order in which parents come before their children."""
        depths = _depths(parents)
        sizes = np.ones(len(parents), dtype=np.int64)
        levels = [np.flatnonzero(depths == depth) for depth in range(1, int(depths.max(initial=0)) + 1)]
        for level in reversed(levels[1:]):
            np.add.at(sizes, parents[level], sizes[level])
        place = np.zeros(len(parents), dtype=np.int64)
        for level in levels[1:]:
            level = level[np.lexsort((parts[level], parents[level]))]
            family = parents[level]
            before = np.cumsum(sizes[level]) - sizes[level]
            eldest = np.flatnonzero(np.append(True, family[1:] != family[:-1]))
            before -= np.repeat(before[eldest], np.diff(np.append(eldest, len(level))))
            place[level] = place[family] + 1 + before
        order = np.argsort(place)
        renumbered = np.where(parents >= 0, place[parents], -1)
        return cls(game, guesses[order], renumbered[order], parts[order].astype(np.int64), strategy)

    def __len__(self) -> int:
        return len(self.guesses)

    def __eq__(self, other: object) -> bool:
        """Whether two trees play alike: the name of the strategy does not count."""
        return (
            isinstance(other, Tree)
            and self.game == other.game
            and np.array_equal(self.guesses, other.guesses)
            and np.array_equal(self.parents, other.parents)
            and np.array_equal(self.parts, other.parts)
        )

    def __repr__(self) -> str:
        by = f" by {self.strategy}" if self.strategy else ""
        return f"<tree of {self.game}{by}: {len(self):,} nodes>"

    def named(self, strategy: str) -> Tree:
        """The same tree under a strategy's name."""
        return replace(self, strategy=strategy)

    @cached_property
    def layout(self) -> KeyLayout:
        """How guesses are packed."""
        return KeyLayout.of(self.game)

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """Guesses made up to and including each node's."""
        return _depths(self.parents)

    @cached_property
    def solves(self) -> NDArray[np.bool_]:
        """Whether each node's guess can be the secret there: whether it is consistent with every reply on the way."""
        return self.solves_at(np.arange(len(self)))

    def solves_at(self, nodes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """`solves` of some nodes only, shape (m,), in a time that is proportional to their number."""
        found = np.ones(len(nodes), dtype=np.bool_)
        at = np.arange(len(nodes))
        parts, up = self.parts[nodes], self.parents[nodes]
        while True:
            climbing = (up >= 0) & found[at]
            at, parts, up = at[climbing], parts[climbing], up[climbing]
            if not len(at):
                return found
            found[at] = self._parts_between(nodes[at], up) == parts
            parts, up = self.parts[up], self.parents[up]

    def _parts_between(self, held: NDArray[np.int64], asked: NDArray[np.int64]) -> NDArray[np.int64]:
        """The part number of the reply to the guess of each node `asked` when that of the node `held` is the secret."""
        unpack = self.layout.unpack
        return parts_between(self.game, unpack(self.guesses[held]), unpack(self.guesses[asked]))

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The node after the last one below each: node n and all below it are n to ends[n]."""
        ends = np.arange(1, len(self) + 1)
        for depth in range(int(self.depths.max()), 1, -1):
            level = np.flatnonzero(self.depths == depth)
            np.maximum.at(ends, self.parents[level], ends[level])
        return ends

    @cached_property
    def secrets(self) -> NDArray[np.int64]:
        """Secrets that are still possible at each node."""
        running = np.append(0, np.cumsum(self.solves))
        return np.asarray(running[self.ends] - running[:-1], dtype=np.int64)

    @cached_property
    def figures(self) -> TreeFigures:
        """Secrets by number of guesses: one for each node whose guess can be the secret there."""
        return TreeFigures(tuple(np.bincount(self.depths[self.solves])[1:].tolist()))

    def _repr_html_(self) -> str:
        """What it costs and how it begins, for notebooks."""
        from html import escape

        from codepegs.game import code_html, table_html

        figures, game = self.figures, self.game
        name = f" of {self.strategy}" if self.strategy else ""
        caption = (
            f"Tree{name} for {game}: {figures.sum_words}, {figures.average:.4f} on average, {figures.depth} at most"
        )
        lengths = table_html(
            caption,
            ("guesses", *(str(length) for length in range(1, figures.depth + 1))),
            [("secrets", *(f"{secrets:,}" for secrets in figures.histogram))],
        )
        children = list(self.children(0))
        rows = [
            (escape(str(self.reply(node))), f"{int(self.secrets[node]):,}", code_html(game, self.guess(node)))
            for node in children[:MOST_SHOWN]
        ]
        more = f", the first {MOST_SHOWN} of {len(children)} replies" if len(children) > MOST_SHOWN else ""
        first = f"First guess {CANONICAL.format(game, self.guess(0))}{more}"
        return lengths + table_html(first, ("reply", "secrets left", "next guess"), rows)

    def guess(self, node: int) -> Code:
        """The code guessed at a node."""
        return self.layout.decode(int(self.guesses[node]))

    def reply(self, node: int) -> Reply:
        """The reply that leads to a node other than the root."""
        return part_table(self.game).replies[int(self.parts[node])]

    def children(self, node: int) -> Iterator[int]:
        """The nodes for the replies to a node's guess, in the game's order of replies."""
        child = node + 1
        while child < self.ends[node]:
            yield child
            child = int(self.ends[child])

    def child(self, node: int, reply: Reply) -> int | None:
        """The node that a reply leads to; None when no secret gives that reply there."""
        part = part_table(self.game).number(reply)
        return next((child for child in self.children(node) if self.parts[child] == part), None)

    def node_after(self, turns: Iterable[Turn]) -> int | None:
        """The node that turns lead to, None when it ends before; raises `BadPosition` when they leave the tree."""
        node: int | None = 0
        for number, turn in enumerate(turns, 1):
            if node is None:
                raise BadPosition(f"turn {number} is after the end of the tree: no secret is left")
            if turn.guess != self.guess(node):
                raise BadPosition(
                    f"turn {number}, {format_turn(self.game, turn)}, is not in the tree, which guesses "
                    f"{CANONICAL.format(self.game, self.guess(node))}"
                )
            node = self.child(node, turn.reply)
        return node

    def turns(self, node: int) -> tuple[Turn, ...]:
        """The turns that lead to a node."""
        turns = []
        while node > 0:
            parent = int(self.parents[node])
            turns.append(Turn(self.guess(parent), self.reply(node)))
            node = parent
        return tuple(reversed(turns))


def _depths(parents: NDArray[np.int64]) -> NDArray[np.int64]:
    depths = np.ones(len(parents), dtype=np.int64)
    up = parents.copy()
    climbing = np.flatnonzero(up >= 0)
    while len(climbing):
        depths[climbing] += 1
        up[climbing] = parents[up[climbing]]
        climbing = climbing[up[climbing] >= 0]
    return depths
