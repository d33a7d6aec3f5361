"""Constants shared by Python and C++."""

from __future__ import annotations

ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""

BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY = 0, 1, 2, 3
"""The numbers of the views."""

MARKED_BY_SLOT, COUNTED_BY_SLOT = 0, 1
"""What the replies of listed codes show of their slots: a mark for each, or how many are black and white."""
