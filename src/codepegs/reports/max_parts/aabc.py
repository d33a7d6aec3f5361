"""The algorithm of the Max Parts report."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from codepegs.codes import MOST_CODES, Objective, OneStep
from codepegs.game import Code, Game, Turn
from codepegs.rng import Seed
from codepegs.strategies import RANDOM_CONSISTENT, Budget, ConsistentOptions, MinimalCodebreaker, Strategy
from codepegs.strategies.protocol import ChosenPlan, ExhaustiveCodebreaker, first_guess

MAX_PARTS_FROM = 2_025
"""Number of candidates at which the Max Parts report switches to max-parts."""


class AabcOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the algorithm of the Max Parts report."""

    first: Annotated[str, Meta(description="first guess: aabc (1123), half (1122), random or a code")] = "aabc"
    until: Annotated[int, Meta(ge=0, le=10**9, description="number of candidates at which max-parts is used")] = (
        MAX_PARTS_FROM
    )
    above: Annotated[
        Literal["lowest", "random"],
        Meta(description="candidate guessed while more than `until` are left: lowest (numerically) or random"),
    ] = "lowest"


class AabcMaxParts(ExhaustiveCodebreaker):
    """AABC, then any consistent code, then max-parts over the candidates when few enough are left."""

    def __init__(self, game: Game, options: AabcOptions, seed: Seed, history: tuple[Turn, ...]) -> None:
        super().__init__(game, options, seed, history)
        self.search = self.searching(options.until)

    @staticmethod
    def searching(until: int) -> OneStep:
        """Max-parts with a limit of candidates."""
        return OneStep(Objective.MOST_PARTS, candidates_only=True, searched_most=until)

    def choose(self, budget: Budget) -> Code:
        turn = len(self.position.turns)
        candidates = self.candidates(budget.threads)
        if self.options.above == "random" and len(candidates) > self.options.until:
            return candidates[int(self.seed.stream("candidate", turn).integers(len(candidates)))]
        return self.search.choose(self.position, candidates, threads=budget.threads)


def _start_aabc(game: Game, options: AabcOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> MinimalCodebreaker:
    if game.size > MOST_CODES:
        return RANDOM_CONSISTENT.start(game, ConsistentOptions(first=options.first), seed, history)
    return AabcMaxParts(game, options, seed, history)


AABC_MAX_PARTS = Strategy(
    name="aabc-max-parts",
    summary="a guess with one colour repeated (1123) first; then the lowest consistent code while more than 2,025 "
    "candidates are left; then as max-parts over the candidates",
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
        ChosenPlan(game, AabcMaxParts.searching(options.until), first_guess(options.first, game, Seed(0)))
        if options.above == "lowest"
        else None
    ),
)
