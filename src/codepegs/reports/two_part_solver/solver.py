"""The two-part solver report: its algorithm for small games, and its complete solver."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from codepegs.codes import MOST_CODES
from codepegs.errors import BadStrategy
from codepegs.game import Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.reports.two_part_solver.scripted import COLOR_FIRST, ColorOptions, black_pegs_only
from codepegs.rng import Seed
from codepegs.strategies import (
    Codebreaker,
    ConsistentCodebreaker,
    LowestOptions,
    Plan,
    Strategy,
    lowest_first_plan,
)

SIMPLIFIED_MOST = 8**7
"""Largest number of codes for which the two-part solver report uses its first algorithm."""


class SimplifiedOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The small-game solver of the two-part solver report has no options."""


def second_and_third(game: Game) -> str:
    """Return the first guess of the two-part solver report: half the pegs in the second colour, half in the third.

    The report counts colours from 0 and starts with 1s and 2s.
    """
    if not game.repeats or game.colors < 3:
        return "half"
    longer = (game.pegs + 1) // 2
    return ".".join("2" if i < longer else "3" for i in range(game.pegs))


def start_simplified(game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """The first algorithm of the two-part solver report, in any game whose codes can be listed."""
    faithful = LowestOptions(first=second_and_third(game), backwards=True)
    return ConsistentCodebreaker(game, faithful, seed, history, at_random=False)


def _refuses_simplified(game: Game) -> str | None:
    if game.size <= SIMPLIFIED_MOST:
        return None
    return f"it supports up to 8^7 = {SIMPLIFIED_MOST:,} codes"


SIMPLIFIED_MINIMAX = Strategy(
    name="simplified-minimax",
    summary="half the pegs of one colour and half of another (2233) first, then the consistent code that is the lowest "
    "when read from right to left",
    origin="the two-part solver report (first algorithm)",
    limits="up to 2,097,152 (8^7) codes",
    options=SimplifiedOptions,
    start=lambda game, options, seed, history=(): start_simplified(game, seed, history),
    refuses=_refuses_simplified,
    plan=lambda game, options, threads: lowest_first_plan(game, second_and_third(game), backwards=True),
)


class TwoPartOptions(ColorOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the two-part solver report's solver: where it switches methods, and those of its second part."""

    until: Annotated[int, Meta(ge=0, le=MOST_CODES, description="largest number of codes for the first algorithm")] = (
        SIMPLIFIED_MOST
    )


def _start(game: Game, options: TwoPartOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    if game.size <= options.until:
        return start_simplified(game, seed, history)
    reason = COLOR_FIRST.why_not(game)
    if reason is not None:
        raise BadStrategy(f"above {options.until:,} codes it uses colour-first, which cannot play {game}: {reason}")
    return COLOR_FIRST.begin(game, options, seed, history)


def _refuses(game: Game) -> str | None:
    if game.size <= SIMPLIFIED_MOST:
        return None
    return black_pegs_only(game, f"above {SIMPLIFIED_MOST:,} codes it uses colour-first, which")


def _plan(game: Game, options: TwoPartOptions, threads: WorkerThreads) -> Plan | None:
    if game.size <= options.until:
        return lowest_first_plan(game, second_and_third(game), backwards=True)
    return COLOR_FIRST.plan(game, options, threads)


SMALL_THEN_COLOR_FIRST = Strategy(
    name="small-then-colour-first",
    summary="simplified-minimax up to 2,097,152 (8^7) codes, colour-first above",
    origin="the two-part solver report (complete solver)",
    limits="any game of up to 2,097,152 codes; larger ones only if colours may repeat, replies show black, and all "
    "guesses were its own",
    options=TwoPartOptions,
    start=_start,
    refuses=_refuses,
    plan=_plan,
    own_guesses_only=True,
)
