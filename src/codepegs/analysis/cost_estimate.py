"""Estimates of the time and memory of an exhaustive strategy, made before it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass

from codepegs.codes import MOST_CODES
from codepegs.errors import Unavailable
from codepegs.game import Game
from codepegs.parallel import REPLIES_PER_SECOND

LONG_SECONDS = 15.0
"""Seconds from which a warning is printed."""

ALIKE_SECOND, ALIKE_THIRD = 250, 3
"""Approximate number of equivalent guesses after one turn and after two (p6c9, p8c8)."""

NARROWING = 10
"""Approximate factor by which a reply reduces the candidates (p5c8 to p8c8)."""

WALK_SECONDS, WALK_POWER = {False: 4.2e-10, True: 6.0e-8}, {False: 2.0, True: 1.26}
"""Seconds of one core for a whole strategy: a factor and a power of the number of codes, by whether only candidates are
guessed (p4c10 to p6c9)."""

BYTES_A_CODE = 45
"""Peak memory in bytes per code of the game, measured at p8c8 (keys, planes, the list of guesses)."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Expected cost of one game."""

    seconds: float
    """Duration, in seconds."""
    bytes: int
    """Peak memory, in bytes."""

    @property
    def is_long(self) -> bool:
        """Whether the estimate is worth a message before the start."""
        return self.seconds > LONG_SECONDS


def predict_turn(game: Game, turns: int, candidates_only: bool, workers: int, candidates: int | None = None) -> float:
    """Estimate the time of the search in one turn."""
    if not turns:
        return 0.0  # guesses hardly differ yet
    left = game.size / NARROWING**turns if candidates is None else candidates
    alike = {1: ALIKE_SECOND, 2: ALIKE_THIRD}.get(turns, 1)
    return float((left if candidates_only else game.size) * left / alike / REPLIES_PER_SECOND / workers)


def predict(game: Game, candidates_only: bool, workers: int, turns: range = range(4)) -> Prediction:
    """Estimate time and memory of a one-step strategy.

    The costly turns are the third, where many candidates meet nearly all guesses, and the one after it.

    >>> predict(Game(5, 8), False, 1).is_long, predict(Game(9, 7), False, 1).is_long
    (False, True)
    """
    if game.size > MOST_CODES:
        return Prediction(0.0, 0)  # its codes are never listed
    seconds = sum(predict_turn(game, turn, candidates_only, workers) for turn in turns)
    return Prediction(seconds, game.size * BYTES_A_CODE)


def predict_walk(game: Game, candidates_only: bool, workers: int) -> float:
    """Expected seconds of a one-step strategy played out over all secrets.

    >>> round(predict_walk(Game(6, 9), False, 1)), round(predict_walk(Game(5, 8), True, 1), 2)
    (119, 0.03)
    """
    return float(WALK_SECONDS[candidates_only] * game.size ** WALK_POWER[candidates_only] / workers)


def predict_best_first(game: Game, candidates_only: bool, workers: int) -> float:
    """Estimate the time to evaluate a one-step strategy from every first guess that differs by symmetry."""
    from codepegs.strategies.one_step import count_color_patterns

    guesses = count_color_patterns(game.pegs, game.colors) if game.repeats else 1
    return guesses * predict_walk(game, candidates_only, workers)


def free_memory() -> int | None:
    """Return the bytes of memory this process can still get, if known."""
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
    """Check that a game that is to be listed fits in memory."""
    free = free_memory()
    if free is not None and prediction.bytes > free:
        raise Unavailable(
            f"{game} needs about {prediction.bytes / 2**20:,.0f} MiB, but only {free / 2**20:,.0f} MiB are free: "
            "play a smaller game, or free some memory"
        )
