"""The tree of intervals along which colours are located."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from codepegs.strategies.streaming.loops import MOST_PARTS, Tree

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
