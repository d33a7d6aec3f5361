"""The large games report: its complete solver, which makes no mistakes in small games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from codepegs.codes import MOST_CODES
from codepegs.errors import BadStrategy
from codepegs.game import Game, Turn
from codepegs.reports.large_games.binary_search import BINARY_SEARCH, BinarySearchOptions
from codepegs.reports.two_part_solver import black_pegs_only
from codepegs.rng import Seed
from codepegs.strategies import RANDOM_CONSISTENT, Codebreaker, ConsistentOptions, Strategy

NO_MISTAKES_BELOW = 100_000
"""Number of codes from which the large games report uses binary search."""


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
        return RANDOM_CONSISTENT.begin(game, ConsistentOptions(), seed, history)
    reason = BINARY_SEARCH.why_not(game)
    if reason is not None:
        raise BadStrategy(f"from {options.below:,} codes on it uses binary-search, which cannot play {game}: {reason}")
    return BINARY_SEARCH.begin(game, options, seed, history)


def _refuses_no_mistakes(game: Game) -> str | None:
    if game.size < NO_MISTAKES_BELOW:
        return None
    return black_pegs_only(game, f"from {NO_MISTAKES_BELOW:,} codes on it uses binary-search, which")


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
