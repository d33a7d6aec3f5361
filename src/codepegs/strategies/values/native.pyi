"""The C++ functions of `values/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, InOut1
from codepegs.strategies.values.loops import Curve

# curves.cpp

def other_curve(pegs: int, colors: int, repeats: bool, view: int) -> Curve:
    """Make the curve of other games, with what a kind of game needs more.

    `view`: which pegs replies show: 0 both, 1 black, 2 their sum, 3 white. `pegs` is 0 for a game that has none."""

def fit_curve(sizes: In1[np.float64], averages: In1[np.float64]) -> Curve:
    """Make the curve through sets of a game.

    `sizes`: the size of each set, at least one; `averages`: the guesses that it needs. Both have shape (sets,)."""

def guesses_needed(sizes: In1[np.float64], curve: Curve, out: InOut1[np.float64]) -> None:
    """Write the guesses that sets of candidates need; `sizes` and `out` have shape (m,)."""

def value_of_parts(
    masses: In1[np.float64],
    sizes: In1[np.float64],
    known: In1[np.float64],
    price: int,
    curve: Curve,
) -> tuple[float, float, float, float, float]:
    """Estimate the expected number of guesses from here on if a guess is made that costs `price`, from its parts.

    `masses`: the weight of each part; `sizes`: the number of candidates in it, or the effective number if they have
    weights; `known`: the guesses that it needs, NaN if unknown. All have shape (parts,), the win last; `known` may be
    empty if the candidates are equally probable. Returns the value, its error, the part of the error that all values at
    a position have in common, what the parts need more than the curve says, and how far this and the curve may be off
    together."""
