"""What a partition is worth: the scores of the one-step strategies, less being better in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.constants import ENTROPY_SCALE

WORST_PART, SUM_OF_SQUARES, NEGATIVE_ENTROPY, FEWEST_PARTS = 0, 1, 2, 3
"""What a score adds up over the parts of a partition; less is better in each."""

NO_BREAK, ONE_BREAK, TWO_BREAKS, ANY_BREAKS, SUM_OF_TABLE = 4, 5, 6, 7, 8
"""For the search of best trees: bounds on what the parts of a set cost.

Those with up to two breaks know from a short table the sizes at which one code more begins to cost more; `ANY_BREAKS`
looks the cost up by size, with 2^32 more that counts parts; `SUM_OF_TABLE` too, without the count."""


FIXED_POINT = float(2**ENTROPY_SCALE)


@compiled
def score_with(score: Any, size: Any, objective: int, table: Any) -> Any:
    """`score` after one more part of `size` codes (for the number of parts: how many there are so far)."""
    if objective == WORST_PART:
        return max(score, size)
    if objective == SUM_OF_SQUARES:
        return score + size * size
    if objective == NEGATIVE_ENTROPY:
        if size < np.uint64(table.shape[0]):
            return score + table[np.intp(size)]
        return score + size * np.uint64(np.rint(np.log2(np.float64(size)) * FIXED_POINT))
    return score + np.uint64(size != np.uint64(0))


@compiled
def singletons_score(size: int, parts: int, objective: int, table: Any) -> Any:
    """The score of a guess that splits `size` codes into `size` parts; the best there is for at most `parts` codes."""
    if objective == WORST_PART:
        return np.uint64(1)
    if objective == FEWEST_PARTS:
        return np.uint64(parts - size)
    return np.uint64(size) * (np.uint64(1) if objective == SUM_OF_SQUARES else table[1])
