"""The arrays of a game before the first reply, the tree of its pegs, and the limits of the work.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group* is a
fact: the exact number of pegs of a colour in a node. Groups wait until they become *items*, whose distribution over the
parts of their node is queried; an item has one field of bits per part in every word of the list of hypotheses.
`docs/large-games.md` describes the method.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.errors import CodepegsError

MOST_ITEMS = 48
"""Groups that can be items at one time; their fields share a word of 64 bits."""
MOST_PARTS = 8
"""Parts a node can have."""

GROUPS, DUMMY, SOLVED, LEFT, UNCOUNTED, NEXT_COLOR, LENGTH, FRONT, ITEMS, TAKEN = range(10)
"""Indices of `Facts.numbers`: groups made; a colour known to be on no open peg, or -1; pegs known; pegs whose colour is
not counted yet; colours not counted; the next colour to count; hypotheses in the list; which half of its buffer holds
them; items; the bits of a word in use."""
NUMBERS = 10

COUNTS_LENGTH, COUNTS_FRONT, COUNTS_COLORS, COUNTS_LARGE = range(4)
"""Indices of `Counts.numbers`: hypotheses; which half of the buffer holds them; colours in the list; colours with at
least the largest count of a field."""

SETS_LENGTH, SETS_FRONT = range(2)
"""Indices of `SetList.numbers`: hypotheses, and which half of the buffer holds them."""

NONE = -1
UNKNOWN = -2
BIG = -3
"""Special results: none, not looked up yet, too large (or impossible)."""

WORD = 64
"""Bits of a hypothesis."""


class Impossible(CodepegsError):
    """No code is consistent with the replies."""


def require(holds: int | np.bool_) -> None:
    """Raise `Impossible` unless something holds that is true of every code that is consistent with the replies."""
    if not holds:
        raise Impossible


def no_facts(pegs: int, colors: int, tree: loops.Tree) -> loops.Facts:
    """The facts before the first reply."""
    nodes, levels = len(tree.low), int(tree.depth.max()) + 1
    numbers = np.zeros(NUMBERS, np.int64)
    numbers[DUMMY] = -1
    numbers[LEFT], numbers[UNCOUNTED], numbers[LENGTH] = pegs, colors, 1
    color, node, count, start, next_group = np.empty((5, pegs * levels + colors), np.int32)
    return loops.Facts(
        color_at=np.full(pegs, -1, np.int32),
        used=np.zeros(nodes, np.int32),
        counts=np.full(colors, -1, np.int32),
        placed=np.zeros(colors, np.int32),
        color=color,
        node=node,
        count=count,
        start=start,
        next_group=next_group,
        head=np.full(nodes, -1, np.int32),
        waiting=np.empty((levels, max(pegs, colors)), np.int32),
        waits=np.zeros(levels, np.int64),
        absent=np.full(nodes, UNKNOWN, np.int32),
        settled=np.full(nodes, -1, np.int32),
        shares=np.full((colors, MOST_PARTS), -1, np.int32),
        numbers=numbers,
    )


ROOM = 4
"""Capacity for hypotheses that equations remove again, as a multiple of those kept."""


def no_items(most: int) -> loops.Items:
    """An empty list of places: one empty hypothesis."""
    most *= ROOM
    group, color, node, total, start, above, side, width, low = np.empty((9, MOST_ITEMS), np.int64)
    bit = np.zeros((MOST_ITEMS, MOST_PARTS), np.int64)
    return loops.Items(group, color, node, total, start, above, side, bit, width, low, *_one_hypothesis(most))


def _one_hypothesis(room: int) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The words and weights of a list with one hypothesis, and room for more, in either half."""
    weights = np.empty((2, room))
    weights[0, 0] = 1.0
    return np.zeros((2, room), np.uint64), weights


def no_counts(colors: int, cap: int, most: int) -> loops.Counts:
    """An empty list of counts."""
    words, weights = _one_hypothesis(max(most, cap + 1))
    return loops.Counts(
        color=np.empty(WORD // cap.bit_length(), np.int64),
        large=np.empty(colors, np.int64),
        is_listed=np.zeros(colors, np.bool_),
        words=words,
        weights=weights,
        numbers=np.array([1, 0, 0, 0]),  # by `COUNTS_LENGTH` and the next
    )


def no_sets(pegs: int, most: int) -> loops.SetList:
    """An empty list of sets of colours; a set can have any number up to that of the pegs."""
    return loops.SetList(*_one_hypothesis(max(most, pegs + 1)), np.array([1, 0]))  # by `SETS_LENGTH` and `SETS_FRONT`


def no_equations(most: int) -> loops.Equations:
    """An empty list of equations."""
    return loops.Equations(
        color=np.full((most, MOST_PARTS), -1, np.int32),
        black=np.zeros(most, np.int32),
        is_alive=np.zeros(most, np.bool_),
        made=np.zeros(2, np.int64),
    )


@lru_cache(maxsize=4)
def lgamma_table(most: int) -> NDArray[np.float64]:
    """Natural logarithms of 0! to `most`!."""
    return np.array([lgamma(number + 1) for number in range(most + 1)])


LISTED = ((500, 524_288), (300, 131_072), (0, 32_768))
"""Pairs (pegs, hypotheses): the length of the list in games of at least so many pegs, the most pegs first.

In smaller games a longer list saves no guesses, because guesses have too few positions to ask about all of its items.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes of the lists and limits of the search for a query; none of them is a time."""

    listed: int | None = None
    """Number of hypotheses about places up to which groups become items; by default `LISTED`."""
    counted: int = 32_768
    """Number of hypotheses about counts up to which colours are added."""
    halved: int = 2_048
    """Number of hypotheses about sets of colours up to which sets are added: with fewer, each is settled sooner."""
    samples: int = 2_048
    """Number of hypotheses on which queries are compared."""
    restarts: int = 3
    """Number of hill climbs for a query, each from an empty one."""
    evaluations: int = 240
    """Number of queries compared in each climb."""
    without_dummy: int = 3
    """Factor for the number of queries compared without a dummy, where every change requires others."""
    misfits: int = 3
    """Number of groups too large for the list that are skipped before it counts as full."""
    compared: int = 3
    """Number of waiting groups compared before one becomes an item."""
    at_root: int = 3
    """Number of groups of the root that become items before any other."""
    in_part: int = 10
    """Number of groups that wait in a part of the root before they become items; items are of one part at a time."""
    worth: float = 0.6
    """Value of a bit about counts in bits about places, for queries that use all pegs for counts."""
    equations: int = 256
    """Number of queries about counts whose black counts are stored; later ones give only counts."""
    parts: tuple[tuple[float, int], ...] = ((1.0, 6), (0.0, 2))
    """Pairs (share, parts): nodes of at least this share of all pegs have this many parts, the largest share first."""

    def most_listed(self, pegs: int) -> int:
        """The number of hypotheses about places up to which groups become items, in a game of some pegs."""
        return self.listed or next(most for least_pegs, most in LISTED if pegs >= least_pegs)


BINARY = ((0.0, 2),)
"""Every node has two parts."""


def grow(pegs: int, parts_of: Callable[[int], int]) -> loops.Tree:
    """The tree over some pegs, in breadth-first order; `parts_of` returns the parts of a node by its size."""
    low, high, first, parts, depth = [0], [pegs], [0], [0], [0]
    node = 0
    while node < len(low):
        size = high[node] - low[node]
        if size > 1:
            cuts = min(size, MOST_PARTS, max(2, parts_of(size)))
            first[node], parts[node] = len(low), cuts
            for part in range(cuts):
                low.append(low[node] + size * part // cuts)
                high.append(low[node] + size * (part + 1) // cuts)
                first.append(0)
                parts.append(0)
                depth.append(depth[node] + 1)
        node += 1
    return loops.Tree(*(np.array(column, np.int64) for column in (low, high, first, parts, depth)))


@lru_cache(maxsize=16)
def tree_for(pegs: int, parts: tuple[tuple[float, int], ...] = BINARY) -> loops.Tree:
    """The tree of a game, with numbers of parts as in `Settings.parts`."""

    def parts_of(size: int) -> int:
        return next((cuts for share, cuts in parts if size >= share * pegs), 2)

    return grow(pegs, parts_of)


def most_queries_by_parts(tree: loops.Tree, pegs: int) -> int:
    """Queries if every group is located one part at a time: for each peg, the parts minus one, summed over levels."""
    deepest = int(tree.depth.max())
    by_level = [int((tree.parts[tree.depth == level]).max(initial=1)) - 1 for level in range(deepest)]
    return pegs * sum(by_level)


@dataclass
class Differences:
    """The groups of a complete node of two parts, each compared with the first of them.

    A query of group j in the first part and group 0 in the second gives x_j + (m_0 - x_0) black, where x is the number
    of pegs of a group in the first part, and m the number in the node. With every x_j - x_0 known, the sum of all x,
    which is the size of the first part, gives x_0.
    """

    node: int
    groups: list[int]
    counts: list[int]
    size: int
    """Number of pegs of the first part."""
    found: list[int] = field(default_factory=lambda: [0])
    """x_j - x_0 of the groups queried so far, including group 0."""

    @classmethod
    def of(cls, tree: loops.Tree, facts: loops.Facts, node: int) -> Differences:
        """The groups of a node."""
        groups = []
        group = int(facts.head[node])
        while group >= 0:
            groups.append(group)
            group = int(facts.next_group[group])
        child = tree.first[node]
        return cls(node, groups, facts.count[groups].tolist(), int(tree.high[child] - tree.low[child]))

    @property
    def done(self) -> bool:
        return len(self.found) == len(self.groups)

    @property
    def group(self) -> int:
        return self.groups[len(self.found)]

    def take(self, shown: int) -> None:
        """Store the result of a query; raises `Impossible`."""
        difference = shown - self.counts[0]
        self.found.append(difference)
        require(-self.counts[0] <= difference <= self.counts[len(self.found) - 1])

    def solve(self) -> list[int]:
        """The number of pegs of each group in the first part; raises `Impossible`."""
        first, rest = divmod(self.size - sum(self.found), len(self.groups))
        firsts = [first + difference for difference in self.found]
        require(rest == 0 and all(0 <= x <= count for x, count in zip(firsts, self.counts, strict=True)))
        return firsts
