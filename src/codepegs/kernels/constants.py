"""Numbers that compiled and plain code must agree on; importing them does not import Numba."""

from __future__ import annotations

from codepegs.game import View

ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""

BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY = 0, 1, 2, 3
"""What of a reply is shown."""

VIEW_NUMBERS = {
    View.BLACK_WHITE: BLACK_AND_TOTAL,
    View.BLACK: BLACK_ONLY,
    View.TOTAL: TOTAL_ONLY,
    View.WHITE: WHITE_ONLY,
}
