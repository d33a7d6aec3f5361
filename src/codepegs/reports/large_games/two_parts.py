"""The complete solvers of two reports: one algorithm for small games, another for large ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from codepegs.candidates import MOST_CODES
from codepegs.errors import BadStrategy
from codepegs.game import Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.reports.large_games.binary_search import BINARY_SEARCH, BinarySearchOptions
from codepegs.reports.two_part_solver import (
    COLOR_FIRST,
    SIMPLIFIED_MOST,
    ColorOptions,
    second_and_third,
    start_simplified,
)
from codepegs.rng import Seed
from codepegs.strategies import RANDOM_CONSISTENT, Codebreaker, ConsistentOptions, Plan, Strategy, lowest_first_plan

NO_MISTAKES_BELOW = 100_000
"""Number of codes from which the large games report uses binary search."""


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
    return COLOR_FIRST.start(game, options, seed, history)


def _refuses(game: Game) -> str | None:
    reason = None if game.size <= SIMPLIFIED_MOST else COLOR_FIRST.why_not(game)
    return reason and f"above {SIMPLIFIED_MOST:,} codes it uses colour-first, which {reason.removeprefix('it ')}"


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


class NoMistakesOptions(BinarySearchOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the large games report's solver: where it switches methods, and those of its second part."""

    below: Annotated[
        int,
        Meta(
            ge=0, le=MOST_CODES, description="number of codes from which binary-search is used; random-consistent below"
        ),
    ] = NO_MISTAKES_BELOW


def _start_no_mistakes(
    game: Game, options: NoMistakesOptions, seed: Seed, history: tuple[Turn, ...] = ()
) -> Codebreaker:
    if game.size < options.below:
        return RANDOM_CONSISTENT.start(game, ConsistentOptions(), seed, history)
    reason = BINARY_SEARCH.why_not(game)
    if reason is not None:
        raise BadStrategy(f"from {options.below:,} codes on it uses binary-search, which cannot play {game}: {reason}")
    return BINARY_SEARCH.start(game, options, seed, history)


def _refuses_no_mistakes(game: Game) -> str | None:
    reason = None if game.size < NO_MISTAKES_BELOW else BINARY_SEARCH.why_not(game)
    return reason and f"from {NO_MISTAKES_BELOW:,} codes on it uses binary-search, which {reason.removeprefix('it ')}"


SMALL_THEN_BINARY_SEARCH = Strategy(
    name="small-then-binary-search",
    summary="random-consistent below 100,000 codes, binary-search above",
    origin="the large games report (complete solver)",
    limits="any game below 100,000 codes; larger ones only if colours may repeat, replies show black, and all guesses "
    "were its own",
    options=NoMistakesOptions,
    start=_start_no_mistakes,
    refuses=_refuses_no_mistakes,
    is_deterministic=lambda game, options: game.size >= options.below,
    plan=lambda game, options, threads: (
        None if game.size < options.below else BINARY_SEARCH.plan(game, options, threads)
    ),
    own_guesses_only=True,
)
