"""One move of a strategy at a position, with what the strategy then knows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from codepegs.analysis.suggestions import CandidateCount, count_for
from codepegs.codes import check_win
from codepegs.game import Code, Fits, Game, Position, Seconds, record
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    Budget,
    Codebreaker,
    Player,
    Progress,
    Stop,
    begin,
    may_be_secret,
    verified_move,
)


@record(
    "MoveAnswer",
    "position guess stopped candidates=candidates.count candidates_estimate=candidates.estimate "
    "candidates_interval=candidates.interval consistent progress seconds",
)
@dataclass(frozen=True, slots=True)
class ChosenMove:
    """One move of a strategy."""

    position: Position
    guess: Code | None
    stopped: Annotated[str | None, Meta(description="why there is no guess")]
    candidates: CandidateCount
    consistent: Fits
    progress: Progress | None
    """None if the strategy does not measure it."""
    seconds: Seconds


def choose_move(
    position: Position | Game | str,
    strategy: str | Player = DEFAULT,
    *,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    on_start: Callable[[Codebreaker], None] | None = None,
) -> ChosenMove:
    """Return the move of a strategy at a position, verified as in `suggest`.

    >>> choose_move("p4c6 1122:1b0w", "minimax").guess
    (0, 2, 3, 3)
    """
    player = Player.of(strategy)
    position = Position.of(position, noisy=player.noise.doubts)
    game = position.game
    player.check(game)
    began = time.perf_counter()
    if position.solved and player.noise.trusts:
        check_win(position)
        seconds = time.perf_counter() - began
        return ChosenMove(position, None, "the game is solved", CandidateCount(1), None, None, seconds)
    codebreaker = begin(player, game, Seed.of(seed), position.turns)
    if on_start is not None:
        on_start(codebreaker)
    with WorkerThreads.of(workers) as threads:
        move, _ = verified_move(codebreaker, player, Budget(threads))
    guess, stopped = (None, move.reason) if isinstance(move, Stop) else (move.code, None)
    return ChosenMove(
        position=position,
        guess=guess,
        stopped=stopped,
        candidates=count_for(player, position, codebreaker.report()),
        consistent=None if guess is None else may_be_secret(position, player, guess),
        progress=codebreaker.progress(),
        seconds=time.perf_counter() - began,
    )
