"""A map of the known pegs of a large game, with one character per stretch of pegs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

SHADES = "·░▒▓█"
PLAIN_SHADES = ".-+*#"
"""Characters for no known peg, up to a third, up to two thirds, more, and all."""


def shares_known(pegs: int, known: Iterable[int], cells: int) -> NDArray[np.float64]:
    """The share of known pegs in each of `cells` stretches of equal length, shape (cells,).

    >>> shares_known(6, {0: 3, 1: 3, 4: 0}, 3).tolist()
    [1.0, 0.0, 0.5]
    """
    where = np.arange(pegs) * cells // pegs
    is_known = np.zeros(pegs)
    is_known[list(known)] = 1.0
    shares: NDArray[np.float64] = np.bincount(where, is_known, cells) / np.bincount(where, minlength=cells)
    return shares


def map_signs(pegs: int, known: Iterable[int], cells: int, shades: str = SHADES) -> str:
    """Draw which pegs are known, one character per stretch of pegs.

    Args:
        pegs: Number of pegs.
        known: The known pegs, 0-based.
        cells: Number of characters.
        shades: Characters from none known to all known.

    Returns:
        The map from the first to the last peg.

    >>> map_signs(6, {0: 3, 1: 3, 4: 0}, 3, PLAIN_SHADES)
    '#.+'
    """
    between = len(shades) - 2
    signs = []
    for share in shares_known(pegs, known, min(cells, pegs)).tolist():
        some = 1 + min(between - 1, int(share * between))
        signs.append(shades[0] if share == 0 else shades[-1] if share == 1 else shades[some])
    return "".join(signs)
