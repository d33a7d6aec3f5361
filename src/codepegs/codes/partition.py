"""The objectives by which partitions are compared."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from codepegs.core import ENTROPY_SCALE, log2


class Objective(Enum):
    """The objective of a one-step strategy; the value is its number in C++."""

    WORST_PART = 0
    EXPECTED_SIZE = 1
    ENTROPY = 2
    MOST_PARTS = 3


LARGEST_IN_TABLE = 1 << 20
"""Largest part size in the table; logarithms of larger ones are computed one by one."""


def _make_log_table(most: int) -> NDArray[np.uint64]:
    logs = np.rint(log2(np.maximum(np.arange(most + 1), 1)) * 2**ENTROPY_SCALE).astype(np.int64)
    rest, log = np.arange(most + 1), np.zeros(most + 1, dtype=np.int64)
    for factor in range(2, int(most**0.5) + 1):
        if rest[factor] == factor:  # a prime: smaller factors were divided out
            power = factor
            while power <= most:
                log[power::power] += logs[factor]
                rest[power::power] //= factor
                power *= factor
    log[1:] += logs[rest[1:]]  # 1, or a prime factor above the root of `most`
    return (log * np.arange(most + 1)).astype(np.uint64)


_largest_table = [np.zeros(0, dtype=np.uint64)]  # the largest so far: smaller ones are its beginning


def log_table(most: int) -> NDArray[np.uint64]:
    """Return a table of n log2 n in fixed point.

    The logarithm of n is the sum of those of its prime factors. So two partitions of equal entropy have exactly equal
    sums, whatever the order of their parts and even if their part sizes differ (4 log 4 is 4 times 2 log 2).

    >>> table = log_table(8)
    >>> bool(table[4] == 4 * table[2]), bool(table[6] + 0 == 2 * table[3] + 3 * table[2])
    (True, True)
    """
    most = min(LARGEST_IN_TABLE, 1 << max(8, most.bit_length()))
    table = _largest_table[-1]
    if len(table) <= most:
        table = _make_log_table(most)
        _largest_table[:] = [table]
    return table[: most + 1]


def scores(sizes: NDArray[np.int64], objective: Objective) -> NDArray[np.uint64]:
    """Score partitions by an objective.

    `sizes`: part sizes, int64, shape (guesses, parts). Returns scores, less is better, uint64, shape (guesses,).
    """
    if objective is Objective.WORST_PART:
        score = sizes.max(axis=1)
    elif objective is Objective.EXPECTED_SIZE:
        score = (sizes**2).sum(axis=1)
    elif objective is Objective.ENTROPY:
        table = log_table(int(sizes.max(initial=0)))
        listed = table[np.minimum(sizes, len(table) - 1)]
        beyond = sizes * np.rint(log2(np.maximum(sizes, 1)) * 2**ENTROPY_SCALE).astype(np.int64)
        score = np.where(sizes < len(table), listed, beyond.astype(np.uint64)).sum(axis=1)
    else:
        score = sizes.shape[1] - np.count_nonzero(sizes, axis=1)
    return np.asarray(score, dtype=np.uint64)


def flagged(score: NDArray[np.uint64], wins: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return scores that break ties in favour of candidates.

    `score`: scores, uint64, shape (guesses,). `wins`: size of the winning part of each guess, shape (guesses,). Returns
    twice the score, plus one for a guess that cannot win, shape (guesses,).
    """
    return np.asarray((score << np.uint64(1)) + (wins == 0), dtype=np.uint64)
