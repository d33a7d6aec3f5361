"""What a set of codes still needs in guesses, by its size alone, measured in games of two sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.game import Game

BITS = (0.0, 1.0, 1.585, 2.0, 2.322, 2.8, 3.3, 3.8, 4.5, 5.5, 6.5, 7.5, 9.5, 11.0, 13.0)
GUESSES = (1.0, 1.5, 1.72, 1.84, 1.90, 1.95, 2.08, 2.27, 2.45, 2.66, 2.88, 3.13, 3.58, 3.93, 4.42)
BITS_A_GUESS = 4.0
"""Guesses that games at p6c9 and p8c12 still took with 2^bits candidates left (the two differ by less than a tenth of a
guess); steeper or flatter curves past 4 bits, by a tenth, change the average at p5c8 by less than 0.002."""

FITTED_PEGS, ERROR_A_PEG = 8, 0.2
"""Pegs up to which the curve fits, and how far it may be off for each peg beyond. At some turn of every game it is off
by 0.4 at p10c10, 0.8 at p12c12, 0.6 at p12c4 and 1.4 at p15c15 (averages of 20 to 250 games): too high at the
beginning, too low later."""


def guesses_to_come(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Estimate the number of guesses that sets of codes need.

    Args:
        sizes: The sizes of the sets, float64.

    Returns:
        The expected numbers of guesses, the winning guess included, of the same shape.

    >>> guesses_to_come(np.array([1.0, 2.0, 2.0**17])).tolist()
    [1.0, 1.5, 5.42]
    """
    bits = log2(np.maximum(1.0, sizes))
    past = np.maximum(0.0, bits - BITS[-1]) / BITS_A_GUESS
    return np.interp(bits, BITS, GUESSES) + past


def curve_error(game: Game) -> float:
    """Return how far all values by the curve may be off together in a game.

    Args:
        game: The game.

    Returns:
        Half the width of an interval of about 95 %, in guesses; 0 in games of the sizes in which it was measured.

    >>> [curve_error(Game(pegs, 8)) for pegs in (6, 8, 10)]
    [0.0, 0.0, 0.4]
    """
    beyond = 0 if game.code_texts is not None else max(0, game.pegs - FITTED_PEGS)
    return ERROR_A_PEG * beyond


def curve_points() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the points between which `guesses_to_come` interpolates.

    Returns:
        Sizes of sets, as logarithms to base 2, and the guesses they need.
    """
    return np.array(BITS), np.array(GUESSES)
