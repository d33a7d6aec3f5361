"""What a set of codes still needs in guesses, by its size alone, measured in games of two sizes."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, factorial, lgamma, log, log2 as log2_of

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.game import Game, View

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
    beyond = max(0, game.pegs - FITTED_PEGS) if game.traits.counts_pegs else 0
    return ERROR_A_PEG * beyond


COLORS_A_PEG, GUESSES_FOR_COLORS = 1.5, 0.6
"""Colours a peg up to which the curve fits, and more guesses for each one beyond: to find the colours of the secret."""

WITHOUT_REPEATS = 0.33
"""More guesses for each peg if the secret has all colours once, so that only the black pegs vary."""

ONLY_BLACK, ONLY_WHITE = 0.55, 0.33
"""More guesses for each colour if replies show only the black or only the white pegs."""

ERROR_OF_MORE = 0.4
"""How far these may be off, as a share. They were fitted to the averages of 24 to 30 games at each of 30 games of 3 to
12 pegs, 5 to 100 colours, with and without repeats, in these views: the value of the first guess is off by this
share of the addition, or 0.3, at most."""


@dataclass(frozen=True)
class MoreGuesses:
    """What a kind of game needs more than the curve says, by the size of a set."""

    whole: float
    """More guesses for all codes of the game."""
    bits: float
    """Their number, as a logarithm to base 2."""
    pegs: int
    """The pegs of the game."""
    orders: bool = False
    """Whether they are for trying the orders of known colours, one after another."""

    @classmethod
    def of(cls, game: Game) -> MoreGuesses:
        """Return what a game needs more.

        Args:
            game: The game.

        Returns:
            The addition; none for a listed game.

        >>> [round(MoreGuesses.of(Game.parse(rules)).whole, 2) for rules in ("p8c8", "p4c100", "p10c10n", "p8c8-b")]
        [0.0, 14.1, 3.3, 4.4]
        """
        pegs, colors = game.pegs, game.colors
        bits = log2_of(game.size)
        if not game.traits.counts_pegs:
            return cls(0.0, bits, pegs)
        if game.view is View.TOTAL:
            return cls(_orders(game) / 2, bits, pegs, orders=True)
        more = GUESSES_FOR_COLORS * max(0.0, colors / pegs - COLORS_A_PEG)
        if not game.repeats:
            more += WITHOUT_REPEATS * pegs**3 / colors**2
        elif game.view is not View.BLACK_WHITE:
            more += (ONLY_BLACK if game.view is View.BLACK else ONLY_WHITE) * colors
        return cls(more, bits, pegs)

    def at(self, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the addition for sets of codes.

        Args:
            sizes: Their sizes, float64.

        Returns:
            The additions. A set counts as the game with fewer colours, whose size it has.
        """
        if self.orders:
            return np.minimum(self.whole, (sizes - 1.0) / 2)
        return np.asarray(self.whole * 2.0 ** ((log2(np.maximum(1.0, sizes)) - self.bits) / self.pegs))


def _orders(game: Game) -> float:
    """The number of codes with the colours of the secret, on average over the secrets."""
    if not game.repeats:
        return float(factorial(game.pegs))
    # the sum, over how often each colour occurs, of the square of the number of codes
    one = np.array([exp(-2 * lgamma(count + 1)) for count in range(game.pegs + 1)])
    ways = np.array([1.0])
    for _ in range(game.colors):
        ways = np.convolve(ways, one)[: game.pegs + 1]
    return exp(2 * lgamma(game.pegs + 1) - game.pegs * log(game.colors)) * float(ways[-1])


def curve_points() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the points between which `guesses_to_come` interpolates.

    Returns:
        Sizes of sets, as logarithms to base 2, and the guesses they need.
    """
    return np.array(BITS), np.array(GUESSES)
