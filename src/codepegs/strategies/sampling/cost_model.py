"""What a set of codes is still worth in guesses, by its size alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2

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
    bits = log2(np.maximum(1.0, sizes))
    past = np.maximum(0.0, bits - BITS[-1]) / BITS_A_GUESS
    return np.interp(bits, BITS, GUESSES) + past


def part_costs(size: int, candidates: float) -> NDArray[np.float64]:
    """The guesses that parts of 0, 1, 2, … of `size` codes cost in all, when these stand for so many candidates.

    The second row is for the part of the guess itself: one code of it costs nothing more.

    >>> part_costs(2, 2.0).tolist(), part_costs(2, 4.0).tolist()
    ([[0.0, 1.0, 3.0], [0.0, 0.0, 2.0]], [[0.0, 1.5, 3.68], [0.0, 1.0, 3.18]])
    """
    counts = np.arange(size + 1, dtype=np.float64)
    each = max(1.0, candidates / size)
    costs = counts * guesses_to_come(counts * each)
    return np.stack([costs, costs - np.minimum(counts, 1.0) / each])


NOISY_BITS_A_GUESS = 3.0
"""Approximate information of a turn in bits if replies may be false (section on wrong replies of the notes on
strategies)."""


def noisy_part_costs(size: int, share: float, replies: int, missing_bits: float) -> NDArray[np.float64]:
    """What parts of 0, 1, 2, … of `size` codes drawn from the posterior add to the guesses to come.

    A reply is replaced with probability `share` by one of all `replies`, so a part of m codes is shown with probability
    (1 - share) m / size + share / replies; entropy of what is shown counts as guesses saved. The second row is for the
    part of the guess itself, with which the game ends, and the guesses that the `missing_bits` would have taken.

    >>> noisy_part_costs(4, 0.2, 14, 2.0).shape
    (2, 5)
    """
    counts = np.arange(size + 1, dtype=np.float64)
    shown = (1.0 - share) * counts / size + share / replies
    bits = shown * log2(np.maximum(shown, 1e-300))
    costs = (bits - bits[0]) / NOISY_BITS_A_GUESS
    return np.stack([costs, costs - counts / size * (1.0 + missing_bits / NOISY_BITS_A_GUESS)])
