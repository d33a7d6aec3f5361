"""The expected number of guesses after a guess if replies may be false, by the posterior after one or two replies."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp
from codepegs.game import Game, reply_matrix
from codepegs.parallel import WorkerThreads
from codepegs.strategies.bayes import loops
from codepegs.strategies.bayes.posterior import CodeNumbers

ALL_GUESSES = 2_000
"""Codes of the largest game in which all guesses are compared every turn."""

GUESSES_CHUNK = 200
"""Smallest number of guesses per thread."""

STEP = 10_000_000
"""Approximate nanoseconds of one call of a loop, between checks for interrupts."""


@lru_cache(maxsize=2)
def all_replies(game: Game) -> NDArray[np.uint16]:
    """The part number of every code (column) for every guess (row), both in ascending order."""
    codes = CodeNumbers(game).decode(np.arange(game.size))
    return reply_matrix(game, codes, codes).astype(np.uint16, copy=False)


HARDNESS, POWER, DOUBT = 0.1, 1.5, 0.9
"""Coefficients if the codemaker announces the win. In games of p4c6 with 20 % false replies, least squares gave 0.1
bits ^ 1.5 guesses in addition to the last one, plus 0.8 times the probability that the most probable code was not the
secret; with 10 %, 0.09 and 0.8. One guess ahead, other powers from 1 to 1.7 and factors from 0.5 to 1.3 played within
0.015 guesses of these."""

UNTOLD_BITS_A_GUESS, SURE_BITS = 2.0, 0.4
"""Coefficients if the codemaker does not announce the win: two bits per guess, and up to one guess for certainty; 0.1
and 0.4 bits, and no such guess, played within the error of 300 games."""

LARGEST_ENTROPY = 40
"""Entropy in bits up to which the curve is tabulated; it continues as a straight line."""


@lru_cache(maxsize=2)
def guesses_to_come(announced: bool) -> NDArray[np.float64]:
    """Expected further guesses by the entropy of the posterior, eight points per bit, without the term of doubt.

    >>> guesses_to_come(True)[0], round(guesses_to_come(True)[8 * 10], 2), guesses_to_come(False)[0]
    (np.float64(1.0), np.float64(4.16), np.float64(0.0))
    """
    bits = np.arange(LARGEST_ENTROPY * 8) / 8
    if announced:
        return np.asarray(1.0 + HARDNESS * bits**POWER)
    return np.asarray(bits / UNTOLD_BITS_A_GUESS + 1.0 - exp(-bits / SURE_BITS))


def cost_model(share: float, replies: int, announced: bool) -> loops.CostModel:
    """Return the noise model and the cost curve, for the loops."""
    return loops.CostModel(
        share_as_is=1.0 - share,
        share_by_chance=share / replies,
        announced=int(announced),
        parts=replies,
        curve=guesses_to_come(announced),
        doubt=DOUBT if announced else 0.0,
    )


def costs_one_ahead(
    table: NDArray[np.uint16],
    wins: NDArray[np.float64],
    codes: loops.WeightedCodes,
    model: loops.CostModel,
    threads: WorkerThreads,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the expected cost of guesses after their replies, and the information of the replies.

    Returns the expected further guesses, and bits, both of shape (guesses,).
    """
    guesses = len(table)
    found, bits = np.empty(guesses), np.empty(guesses)

    def run(start: int, stop: int) -> None:
        loops.expected_costs(table, wins, codes, model, start, stop, found, bits)

    threads.work.add(1, guesses, guesses * len(codes.columns))
    threads.map(guesses, guesses // GUESSES_CHUNK + 1, run)
    return found, bits


def costs_two_ahead(
    table: NDArray[np.uint16],
    wins: NDArray[np.float64],
    codes: loops.WeightedCodes,
    model: loops.CostModel,
    chosen: NDArray[np.int64],
    among: NDArray[np.uint16],
    threads: WorkerThreads,
) -> NDArray[np.float64]:
    """Compute the expected cost of some guesses if the best guess of the table follows each of their replies.

    Returns the expected further guesses, shape (chosen,).
    """
    count = len(chosen)
    found = np.empty(count)

    def run(start: int, stop: int) -> None:
        for n in range(start, stop):
            search = loops.follow_guess(table, wins, codes, model, int(chosen[n]), among[n])
            while not loops.step_followed_guess(search, STEP):
                pass
            found[n] = loops.followed_cost(search)

    threads.work.add(count, count * len(table), count * len(table) * len(codes.columns))
    threads.map(count, count, run)
    return found
