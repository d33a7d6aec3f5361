"""The expected number of guesses that a set of codes needs, by its size alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.strategies.values import guesses_to_come


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
"""Approximate information of a turn in bits if replies may be false."""


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
