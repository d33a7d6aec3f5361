"""Numbers, estimates and probabilities, as a person reads them."""

from __future__ import annotations

from math import ceil, floor, log10

LEAST_SHOWN_AS_POWER = 10**15
"""Least count that is shown as a power of ten; Python does not print integers of more than 4,300 digits."""

SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


def counted(count: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun; very large counts as a power of ten.

    >>> counted(1, "peg"), counted(2_000, "peg"), counted(6**10_000, "code")
    ('1 peg', '2,000 pegs', 'about 10^7781 codes')
    >>> counted(1, "guess", "guesses"), counted(2, "guess", "guesses")
    ('1 guess', '2 guesses')
    """
    plural = plural or f"{noun}s"
    if count >= LEAST_SHOWN_AS_POWER:
        return f"about 10^{floor(log10(count))} {plural}"
    return f"{count:,} {noun if count == 1 else plural}"


def every(count: int, noun: str) -> str:
    """Return a phrase that means all of some things.

    >>> every(1, "unit"), every(2, "unit"), every(1_296, "secret")
    ('the only unit', 'both units', 'all 1,296 secrets')
    """
    return {1: f"the only {noun}", 2: f"both {noun}s"}.get(count, f"all {counted(count, noun)}")


def codes_left(count: float) -> str:
    """Format a number of codes, with as many digits as a reader needs.

    >>> codes_left(1296), codes_left(3.25), codes_left(2.0), codes_left(46.3), codes_left(1e20)
    ('1,296', '3.2', '2', '46', '10^20')
    """
    if count >= LEAST_SHOWN_AS_POWER:
        return f"10^{floor(log10(count))}"
    rounded = f"{count:.1f}" if count < 10 else f"{count:,.0f}"
    return rounded.removesuffix(".0")


def estimate_words(estimate: float, interval: tuple[float, float] | None = None) -> str:
    """Format an estimated number.

    >>> estimate_words(17_812_345_678_901, (1.61e13, 1.97e13)), estimate_words(410_000, (394_000, 1_040_000))
    ('16 to 20 trillion', '390,000 to 1 million')
    >>> estimate_words(79_512.3), estimate_words(5e9), estimate_words(3.87), estimate_words(3.4e40)
    ('about 79,500', 'about 5 billion', 'about 3.9', 'about 10^40')
    >>> estimate_words(3.4e40, (1.8e39, 6.7e41))
    '10^39 to 10^42'
    """
    if interval is None:
        return f"about {rounded_words(estimate, 3)}"
    if interval[1] >= LEAST_SHOWN_AS_POWER:
        low, high = floor(log10(max(1.0, interval[0]))), ceil(log10(interval[1]))
        return f"10^{low} to 10^{high}"
    ends = [rounded_words(end, 2) for end in interval]
    if not is_interval_said(interval):
        return f"about {ends[0]}"
    (first, _, scale), last = ends[0].partition(" "), ends[1]
    return f"{first if scale and last.endswith(scale) else ends[0]} to {last}"


def is_interval_said(interval: tuple[float, float] | None) -> bool:
    """Whether `estimate_words` names both ends of an interval.

    >>> is_interval_said((1.8e6, 2.4e6)), is_interval_said((1_201, 1_204)), is_interval_said(None)
    (True, False, False)
    """
    if interval is None or interval[1] >= LEAST_SHOWN_AS_POWER:
        return interval is not None
    return rounded_words(interval[0], 2) != rounded_words(interval[1], 2)


def chance_words(probability: float) -> str:
    """Format a probability in per cent.

    >>> chance_words(0.5), chance_words(0.0123), chance_words(0.9996), chance_words(1.0)
    ('50 %', '1.2 %', '99.96 %', '100 %')
    >>> chance_words(0.0), chance_words(1e-10)
    ('0 %', 'under 0.0001 %')
    """
    percent = 100 * probability
    if percent == 0:
        return "0 %"
    if percent < 10:
        return f"{percent:.2g} %" if percent >= 1e-4 else "under 0.0001 %"
    return f"{percent:.0f} %" if percent < 99 or percent == 100 else f"{min(percent, 99.99):.2f} %"


def rounded_words(count: float, digits: int) -> str:
    """Format a number with so few digits, and as a power of ten if it is very large."""
    rounded = float(f"{count:.{digits}g}")
    if rounded >= LEAST_SHOWN_AS_POWER:
        return f"10^{floor(log10(rounded))}"
    for scale, name in SCALES:
        if rounded >= scale:
            return f"{rounded / scale:g} {name}"
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.2g}"
