"""The arrays of one game, for the loops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from codepegs.strategies.streaming.loops import (
    COUNTS_LENGTH,
    COUNTS_NUMBERS,
    DUMMY,
    LEFT,
    LENGTH,
    MOST_ITEMS,
    MOST_PARTS,
    NUMBERS,
    SETS_LENGTH,
    SETS_NUMBERS,
    UNCOUNTED,
    UNKNOWN,
    Counts,
    Equations,
    Facts,
    Items,
    SetList,
    Tree,
)

WORD = 64
"""Bits of a hypothesis."""


def no_facts(pegs: int, colors: int, tree: Tree) -> Facts:
    """The facts before the first reply."""
    nodes, levels = len(tree.low), int(tree.depth.max()) + 1
    groups = pegs * levels + colors
    numbers = np.zeros(NUMBERS, np.int64)
    numbers[DUMMY] = -1
    numbers[LEFT], numbers[UNCOUNTED], numbers[LENGTH] = pegs, colors, 1
    return Facts(
        color_at=np.full(pegs, -1, np.int32),
        used=np.zeros(nodes, np.int32),
        counts=np.full(colors, -1, np.int32),
        placed=np.zeros(colors, np.int32),
        color=np.empty(groups, np.int32),
        node=np.empty(groups, np.int32),
        count=np.empty(groups, np.int32),
        start=np.empty(groups, np.int32),
        next_group=np.empty(groups, np.int32),
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


def no_items(most: int) -> Items:
    """An empty list of places: one empty hypothesis."""
    most *= ROOM
    weights = np.empty((2, most))
    weights[0, 0] = 1.0
    group, color, node, total, start, above, side, low = (np.empty(MOST_ITEMS, np.int64) for _ in range(8))
    return Items(
        group=group,
        color=color,
        node=node,
        total=total,
        start=start,
        above=above,
        side=side,
        bit=np.zeros((MOST_ITEMS, MOST_PARTS), np.int64),
        width=np.empty(MOST_ITEMS, np.int64),
        low=low,
        words=np.zeros((2, most), np.uint64),
        weights=weights,
    )


def no_counts(colors: int, cap: int, most: int) -> Counts:
    """An empty list of counts."""
    numbers = np.zeros(COUNTS_NUMBERS, np.int64)
    numbers[COUNTS_LENGTH] = 1
    room = max(most, cap + 1)
    weights = np.empty((2, room))
    weights[0, 0] = 1.0
    return Counts(
        color=np.empty(WORD // cap.bit_length(), np.int64),
        large=np.empty(colors, np.int64),
        is_listed=np.zeros(colors, np.bool_),
        words=np.zeros((2, room), np.uint64),
        weights=weights,
        numbers=numbers,
    )


def no_sets(pegs: int, most: int) -> SetList:
    """An empty list of sets of colours; a set can have any number up to that of the pegs."""
    room = max(most, pegs + 1)
    numbers = np.zeros(SETS_NUMBERS, np.int64)
    numbers[SETS_LENGTH] = 1
    weights = np.empty((2, room))
    weights[0, 0] = 1.0
    return SetList(words=np.zeros((2, room), np.uint64), weights=weights, numbers=numbers)


def no_equations(most: int) -> Equations:
    """An empty list of equations."""
    return Equations(
        color=np.full((most, MOST_PARTS), -1, np.int32),
        black=np.zeros(most, np.int32),
        is_alive=np.zeros(most, np.bool_),
        made=np.zeros(2, np.int64),
    )


@lru_cache(maxsize=4)
def log_factorials(most: int) -> NDArray[np.float64]:
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
        """The number of hypotheses about places up to which groups become items, in a game of some pegs.

        >>> Settings().most_listed(100), Settings().most_listed(1_000), Settings(listed=64).most_listed(1_000)
        (32768, 524288, 64)
        """
        return self.listed or next(most for least_pegs, most in LISTED if pegs >= least_pegs)
