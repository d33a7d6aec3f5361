"""Intervals and tests of paired differences, without further libraries."""

from __future__ import annotations

import math
from statistics import NormalDist

CONFIDENCE = 0.95
"""The share of samples whose interval contains the value of all games."""

FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)
"""The quantile of Student's t for 1 to 5 degrees of freedom, where the series below converges too slowly."""

CUT = 64
"""Terms are left out of the sum of a sign test when all of them together are below 2^-64 of it."""


def t_quantile(freedom: int) -> float:
    """Return the half width of an interval in standard errors, at this number of degrees of freedom, at least 1."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    # The expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5); from 6 degrees on it is right to 0.0002.
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def interval_of(mean: float | None, error: float | None, count: int) -> tuple[float, float] | None:
    """Return the interval of 95 % around the mean of `count` games; None without a standard error."""
    if mean is None or error is None or count < 2:
        return None
    half = t_quantile(count - 1) * error
    return mean - half, mean + half


def sign_test(fewer: int, more: int) -> float:
    """Return the two-sided p-value of the sign test, from sums of binomial coefficients as whole numbers.

    It is the probability that fair coins, one a game, fall at least as unevenly. Equal games do not count.
    """
    games, least = fewer + more, min(fewer, more)
    if 2 * least == games:
        return 1.0
    term = math.comb(games, least)
    total = term
    for number in range(least, 0, -1):  # the coefficients of least - 1, least - 2, …, each from the one before
        term = term * number // (games - number + 1)
        total += term
        if term * number < total >> CUT:  # the rest is smaller still
            break
    return min(1.0, total / (1 << (games - 1)))


def p_value_text(value: float | None) -> str:
    """Format a p-value."""
    if value is None:
        return "–"
    if value >= 0.0001:
        return f"{value:.4f}"
    return f"{value:.1e}" if value > 0 else "< 1e-300"
