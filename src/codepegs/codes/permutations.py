"""Permutations of a multiset of colours."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray


def arrangements_of(colors: tuple[int, ...]) -> int:
    """Count the permutations of a multiset of colours.

    Args:
        colors: The colours, in any order.

    Returns:
        The multinomial coefficient.

    >>> arrangements_of((0, 0, 1, 2))
    12
    """
    return factorial(len(colors)) // prod(factorial(count) for count in Counter(colors).values())


def are_arrangements(codes: NDArray[np.integer]) -> bool:
    """Return whether all codes have the same multiset of colours.

    Args:
        codes: 0-based colours, shape (m, pegs).

    Returns:
        True if each code is a permutation of the others.

    >>> import numpy as np
    >>> are_arrangements(np.array([[0, 1, 1], [1, 0, 1]])), are_arrangements(np.array([[0, 1, 1], [0, 0, 1]]))
    (True, False)
    """
    return bool((np.sort(codes, axis=1) == np.sort(codes[0])).all())
