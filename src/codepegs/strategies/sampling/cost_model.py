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
    """Estimate the number of guesses that sets of codes need.

    Args:
        sizes: The sizes of the sets, float64.

    Returns:
        The expected numbers of guesses, the winning guess included, of the same shape.

    >>> guesses_to_come(np.array([1.0, 2.0, 2.0**17])).tolist()
    [1.0, 1.5, 5.42]
    """
    bits = log2(np.maximum(1.0, sizes))
    past = np.maximum(0.0, bits - BITS[-1]) / BITS_A_GUESS
    return np.interp(bits, BITS, GUESSES) + past


def curve_points() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the points between which `guesses_to_come` interpolates.

    Returns:
        Sizes of sets, as logarithms to base 2, and the guesses they need.
    """
    return np.array(BITS), np.array(GUESSES)


def part_costs(size: int, candidates: float) -> NDArray[np.float64]:
    """Tabulate the expected number of guesses in all codes of a part, by the size of the part in a sample.

    Args:
        size: Size of the sample.
        candidates: Number of candidates that the sample represents.

    Returns:
        The costs of parts of 0, 1, 2, … codes, float64, shape (2, size + 1). The second row is for the part that
        contains the guess itself, which needs no further guess.

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
    """Tabulate the cost of a part if replies may be false, by the size of the part in a sample of the posterior.

    A reply is replaced with probability `share` by one of all `replies`, so a part of m codes is shown with probability
    (1 - share) m / size + share / replies. The entropy of what is shown is counted as guesses saved.

    Args:
        size: Size of the sample.
        share: Probability that a reply is replaced.
        replies: Number of replies of the game.
        missing_bits: Information that is still missing about the secret, in bits.

    Returns:
        The costs of parts of 0, 1, 2, … codes, float64, shape (2, size + 1). The second row is for the part that
        contains the guess itself, with which the game ends.

    >>> noisy_part_costs(4, 0.2, 14, 2.0).shape
    (2, 5)
    """
    counts = np.arange(size + 1, dtype=np.float64)
    shown = (1.0 - share) * counts / size + share / replies
    bits = shown * log2(np.maximum(shown, 1e-300))
    costs = (bits - bits[0]) / NOISY_BITS_A_GUESS
    return np.stack([costs, costs - counts / size * (1.0 + missing_bits / NOISY_BITS_A_GUESS)])
