"""Two hybrid strategies, as described in the Max Parts report and the two-part solver report."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from codepegs.candidates import MOST_CODES, Objective
from codepegs.game import Code, Game, Turn
from codepegs.rng import Seed
from codepegs.strategies import (
    RANDOM_CONSISTENT,
    Budget,
    Codebreaker,
    ConsistentCodebreaker,
    ConsistentOptions,
    LowestOptions,
    Strategy,
    lowest_first_plan,
)
from codepegs.strategies.one_step import ExhaustiveCodebreaker, OneStep, OneStepPlan, check_first, first_guess

MAX_PARTS_FROM = 2_025
"""Number of candidates at which the Max Parts report switches to max-parts."""

SIMPLIFIED_MOST = 8**7
"""Largest number of codes for which the two-part solver report uses its first algorithm."""


class AabcOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the algorithm of the Max Parts report."""

    first: Annotated[str, Meta(description="first guess: aabc (1123), half (1122), random or a code")] = "aabc"
    until: Annotated[
        int,
        Meta(
            ge=0,
            le=10**9,
            description="number of candidates at which max-parts is used",
        ),
    ] = MAX_PARTS_FROM
    above: Annotated[
        Literal["lowest", "random"],
        Meta(description="candidate guessed while more than `until` are left: lowest (numerically) or random"),
    ] = "lowest"


class AabcMaxParts(ExhaustiveCodebreaker):
    """AABC, then any consistent code, then max-parts over the candidates when few enough are left."""

    def __init__(self, game: Game, options: AabcOptions, seed: Seed, history: tuple[Turn, ...]) -> None:
        super().__init__(game, seed, history)
        self.options = options
        self.search = self.searching(options.until)

    @staticmethod
    def searching(until: int) -> OneStep:
        """Max-parts with a limit of candidates."""
        return OneStep(Objective.MOST_PARTS, candidates_only=True, searched_most=until)

    def choose(self, budget: Budget) -> Code:
        """Return the code to guess."""
        turn = len(self.position.turns)
        if not turn:
            return first_guess(self.options.first, self.position.game, self.seed)
        candidates = self.candidates(budget.threads)
        if self.options.above == "random" and len(candidates) > self.options.until:
            return candidates[int(self.seed.stream("candidate", turn).integers(len(candidates)))]
        return self.search.choose(self.position, candidates, threads=budget.threads, turn=turn)


def _start_aabc(game: Game, options: AabcOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    check_first(options.first, game, without_best="aabc-max-parts")
    if game.size > MOST_CODES:
        return RANDOM_CONSISTENT.start(game, ConsistentOptions(first=options.first), seed, history)
    return AabcMaxParts(game, options, seed, history)


AABC_MAX_PARTS = Strategy(
    name="aabc-max-parts",
    summary="a guess with one colour repeated (1123) first; then random consistent codes until at most 2,025 "
    "candidates are left; then as max-parts",
    origin="the Max Parts report",
    limits="above 50 million codes it plays random consistent codes, up to about 12 pegs",
    options=AabcOptions,
    start=_start_aabc,
    refuses=RANDOM_CONSISTENT.refuses,
    how=RANDOM_CONSISTENT.how,
    is_deterministic=lambda game, options: (
        options.first != "random" and options.above == "lowest" and game.size <= MOST_CODES
    ),
    plan=lambda game, options, threads: (
        OneStepPlan(game, AabcMaxParts.searching(options.until), first_guess(options.first, game, Seed(0)))
        if options.above == "lowest"
        else None
    ),
)


class SimplifiedOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The small-game solver of the two-part solver report has no options."""


def second_and_third(game: Game) -> str:
    """Return the first guess of the two-part solver report: half the pegs in the second colour, half in the third.

    The report counts colours from 0 and starts with 1s and 2s.

    Args:
        game: The game.

    Returns:
        The value of the option `first`.
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
    return f"it supports up to 8^7 = {SIMPLIFIED_MOST:,} codes; for larger games use auto"


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
