"""What a set of codes is still worth in guesses, by its size alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.sampling.evidence import Rows

BITS = (0.0, 1.0, 1.585, 2.0, 2.322, 2.8, 3.3, 3.8, 4.5, 5.5, 6.5, 7.5, 9.5, 11.0, 13.0)
GUESSES = (1.0, 1.5, 1.72, 1.84, 1.90, 1.95, 2.08, 2.27, 2.45, 2.66, 2.88, 3.13, 3.58, 3.93, 4.42)
BITS_A_GUESS = 4.0
"""Guesses that games at p6c9 and p8c12 still took with 2^bits candidates left (the two differ by less than a tenth of a
guess); steeper or flatter curves past 4 bits, by a tenth, change the average at p5c8 by less than 0.002."""


def guesses_to_come(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Guesses that sets of these sizes are expected to need, the last one counted.

    >>> guesses_to_come(np.array([1.0, 2.0, 2.0**17])).tolist()
    [1.0, 1.5, 5.42]
    """
    bits = np.log2(np.maximum(1.0, sizes))
    past = np.maximum(0.0, bits - BITS[-1]) / BITS_A_GUESS
    return np.interp(bits, BITS, GUESSES) + past


def part_costs(size: int, candidates: float) -> NDArray[np.float64]:
    """The guesses that parts of 1, 2, … of `size` codes cost in all, when these stand for so many candidates.

    Place 0 is for the part of the guess itself: nothing if it is one code, next to as much as another if it is one of
    many that the same sample stands for.

    >>> part_costs(2, 2.0).tolist(), part_costs(2, 4.0).tolist()
    ([0.0, 1.0, 3.0], [1.0, 1.5, 3.68])
    """
    counts = np.arange(size + 1, dtype=np.float64)
    each = max(1.0, candidates / size)
    costs = counts * guesses_to_come(counts * each)
    costs[0] = costs[1] - 1.0 if each == 1.0 else costs[1] - 1.0 / each
    return np.asarray(costs)


def code_of(row: Rows) -> tuple[int, ...]:
    """A row as a code."""
    return tuple(row.tolist())
