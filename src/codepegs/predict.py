"""What an exhaustive strategy will take, told before it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass

from codepegs.candidates import MOST_CODES
from codepegs.chunks import REPLIES_PER_SECOND
from codepegs.errors import Unavailable
from codepegs.game import Game

LONG_SECONDS = 60.0
"""A wait worth a warning."""

ALIKE_SECOND, ALIKE_THIRD = 250, 3
"""Guesses alike under the symmetries of a history of one turn and of two, in round figures (p6c9, p8c8)."""

NARROWING = 10
"""A reply leaves about one candidate in so many (p5c8 to p8c8)."""

BYTES_A_CODE = 45
"""Peak memory a code of the game, measured at p8c8 (keys, planes, the list of guesses)."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Expected cost of one game."""

    seconds: float
    bytes: int

    @property
    def is_long(self) -> bool:
        """Whether the user should be told before it starts."""
        return self.seconds > LONG_SECONDS


def predict_turn(game: Game, turns: int, candidates_only: bool, workers: int) -> float:
    """Expected seconds of the search after that many turns."""
    if not turns:
        return 0.0  # guesses hardly differ yet
    left = game.size / NARROWING**turns
    alike = {1: ALIKE_SECOND, 2: ALIKE_THIRD}.get(turns, 1)
    return float((left if candidates_only else game.size) * left / alike / REPLIES_PER_SECOND / workers)


def predict(game: Game, candidates_only: bool, workers: int, turns: range = range(4)) -> Prediction:
    """Expected time and memory of a one-step strategy's searches, `turns` having been made; of a whole game if not
    said.

    The costly turns are the third, where many candidates meet nearly all guesses, and the one after it.

    >>> predict(Game(5, 8), False, 1).is_long, predict(Game(9, 7), False, 1).is_long
    (False, True)
    """
    if game.size > MOST_CODES:
        return Prediction(0.0, 0)  # nobody lists its codes
    seconds = sum(predict_turn(game, turn, candidates_only, workers) for turn in turns)
    return Prediction(seconds, game.size * BYTES_A_CODE)


def free_memory() -> int | None:
    """Bytes this process can still get, where the system tells."""
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
    try:
        import resource
    except ImportError:
        return free
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return free if limit == resource.RLIM_INFINITY else min(free, limit)


def check_memory(game: Game, prediction: Prediction) -> None:
    """Raise `Unavailable` when a game that may be listed does not fit in this machine's memory."""
    free = free_memory()
    if free is not None and prediction.bytes > free:
        raise Unavailable(
            f"{game} needs about {prediction.bytes / 2**20:,.0f} MiB and {free / 2**20:,.0f} MiB are free: "
            "choose a strategy that does not list all codes, such as auto on a smaller game, or free some memory"
        )
