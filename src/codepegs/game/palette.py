"""Colours of pegs that can be distinguished with colour blindness; every peg also has a symbol.

The first eight are those of Okabe and Ito (2008), ordered so that neighbours differ strongly. The next two are a
lighter and a darker variant, and each of the last six is the colour farthest from all before it, for every kind of
colour vision. Above sixteen colours they repeat, and only the symbols differ. Symbols are black or white, whichever has
more contrast.
"""

from __future__ import annotations

PEG_COLORS = (
    ("#D55E00", "black"),
    ("#56B4E9", "black"),
    ("#F0E442", "black"),
    ("#0072B2", "white"),
    ("#009E73", "black"),
    ("#CC79A7", "black"),
    ("#E69F00", "black"),
    ("#3B3B3B", "white"),
    ("#8C2D04", "white"),
    ("#C6E5F7", "black"),
    ("#33FF88", "black"),
    ("#660066", "white"),
    ("#9977FF", "black"),
    ("#5533BB", "white"),
    ("#EE1144", "black"),
    ("#993377", "white"),
)
"""Background and text of each colour's peg."""


def peg_color(color: int) -> tuple[str, str]:
    """Return the colours in which pegs are drawn.

    Args:
        color: A 0-based colour.

    Returns:
        Background and text as CSS colours.

    >>> peg_color(0), peg_color(16) == peg_color(0)
    (('#D55E00', 'black'), True)
    """
    return PEG_COLORS[color % len(PEG_COLORS)]
