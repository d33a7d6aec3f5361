"""Numbers that compiled and plain code must agree on; importing them does not import Numba."""

from __future__ import annotations

ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""
