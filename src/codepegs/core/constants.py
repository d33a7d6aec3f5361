"""Numbers that Python and C++ must agree on."""

from __future__ import annotations

ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""

BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY = 0, 1, 2, 3
"""What of a reply is shown."""
