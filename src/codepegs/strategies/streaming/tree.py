"""The tree of intervals along which colours are located, and differences between the groups of a node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from codepegs.strategies.streaming.loops import MOST_PARTS, Facts, Tree

BINARY = ((0.0, 2),)
"""Every node has two parts."""


def grow(pegs: int, parts_of: Callable[[int], int]) -> Tree:
    """The tree over a number of pegs; `parts_of` returns the number of parts of a node by its size.

    Nodes are numbered in breadth-first order, so that children are consecutive.

    >>> tree = grow(5, lambda size: 2)
    >>> [(int(low), int(high)) for low, high in zip(tree.low, tree.high)]
    [(0, 5), (0, 2), (2, 5), (0, 1), (1, 2), (2, 3), (3, 5), (3, 4), (4, 5)]
    """
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
    return Tree(*(np.array(column, np.int64) for column in (low, high, first, parts, depth)))


@lru_cache(maxsize=16)
def tree_for(pegs: int, parts: tuple[tuple[float, int], ...] = BINARY) -> Tree:
    """The tree of a game, with numbers of parts as in `Settings.parts`."""

    def parts_of(size: int) -> int:
        return next((cuts for share, cuts in parts if size >= share * pegs), 2)

    return grow(pegs, parts_of)


def most_queries_by_parts(tree: Tree, pegs: int) -> int:
    """Queries per peg if every group is located one part at a time: the number of parts minus one, summed over levels.

    >>> most_queries_by_parts(tree_for(8), 8)
    24
    """
    deepest = int(tree.depth.max())
    by_level = [int((tree.parts[tree.depth == level]).max(initial=1)) - 1 for level in range(deepest)]
    return pegs * sum(by_level)


@dataclass
class Differences:
    """The groups of a complete node of two parts, each compared with the first of them.

    A query of group j in the first part and group 0 in the second gives x_j + (m_0 - x_0) black, where x is the number
    of pegs of a group in the first part, and m the number in the node. With every x_j - x_0 known, the sum of all x,
    which is the size
    of the first part, gives x_0.
    """

    node: int
    groups: list[int]
    counts: list[int]
    size: int
    """Number of pegs of the first part."""
    found: list[int] = field(default_factory=lambda: [0])
    """x_j - x_0 of the groups queried so far, including group 0."""

    @classmethod
    def of(cls, tree: Tree, facts: Facts, node: int) -> Differences:
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
        """Whether all are known."""
        return len(self.found) == len(self.groups)

    @property
    def group(self) -> int:
        """The group to compare next."""
        return self.groups[len(self.found)]

    def take(self, shown: int) -> bool:
        """Store the result of a query; False if it is impossible."""
        difference = shown - self.counts[0]
        self.found.append(difference)
        return -self.counts[0] <= difference <= self.counts[len(self.found) - 1]

    def solve(self) -> list[int] | None:
        """The number of pegs of each group in the first part; None if that is impossible."""
        first, rest = divmod(self.size - sum(self.found), len(self.groups))
        firsts = [first + difference for difference in self.found]
        possible = all(0 <= x <= count for x, count in zip(firsts, self.counts, strict=True))
        return firsts if rest == 0 and possible else None
