"""The four classical one-step strategies: score every guess by the parts it splits the candidates into.

minimax: Knuth, "The Computer as Master Mind", J. Recreational Math. 9 (1976). expected-size: Irving, "Towards an
Optimum Mastermind Strategy", same journal 11 (1978). entropy: Neuwirth, "Some Strategies for Mastermind", Zeitschrift
für Operations Research 26 (1982). max-parts: Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28 (2005).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from codepegs.codes import Candidates, Objective, OneStep, Ties, only_order_is_open
from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.one_step.exhaustive import ExhaustiveCodebreaker, refuses_large
from codepegs.strategies.one_step.plan import OneStepPlan
from codepegs.strategies.protocol import Budget, Codebreaker, Plan, Start, Strategy, first_guess


class OneStepOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the one-step strategies."""

    candidates_only: Annotated[bool, Meta(description="guess only candidates")] = False
    first: Annotated[
        str | None,
        Meta(
            description="first guess: a code (1122, 8.7.6.5), random, half (1122), aabc (1123) or best (the one "
            "with which the strategy needs the fewest guesses in total)"
        ),
    ] = None
    ties: Annotated[
        Literal["candidate", "lowest", "random"],
        Meta(
            description="which of equally good guesses to play: candidate (a candidate if possible, then the "
            "numerically lowest), lowest (the numerically lowest) or random (a random candidate if possible)"
        ),
    ] = "candidate"


class OneStepCodebreaker(ExhaustiveCodebreaker):
    """The codebreaker of the one-step strategies: it makes the guess whose partition has the best score."""

    compared = ("search",)

    def __init__(
        self,
        game: Game,
        options: OneStepOptions,
        seed: Seed,
        history: tuple[Turn, ...],
        objective: Objective,
    ) -> None:
        super().__init__(game, options, seed, history)
        if options.candidates_only and game.first_guess:
            raise BadStrategy(f"candidates-only does not suit {game}, whose objects cannot be guessed: omit it")
        self.search = OneStep(objective, options.candidates_only, Ties(options.ties))

    def opening(self, budget: Budget) -> Code:
        """Choose the first guess, which may be the one with the fewest guesses in total."""
        if self.options.first is None:
            return self.choose(budget)
        return first_guess(self.options.first, self.position.game, self.seed, self.search, budget.threads)

    def choose(self, budget: Budget) -> Code:
        """Choose the guess with the best score."""
        position = self.position
        turn = len(position.turns)
        candidates = self.candidates(budget.threads) if turn else Candidates.all(position.game)
        rng = self.seed.stream("ties", turn) if self.search.ties is Ties.RANDOM else None
        return self.search.choose(position, candidates, threads=budget.threads, rng=rng)

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the strategy's own guess is the first of the ranking."""
        in_order = self.search.ties is Ties.CANDIDATE and not only_order_is_open(candidates)
        return in_order and bool(self.position.turns)


def _strategy(name: str, objective: Objective, summary: str, origin: str) -> Strategy[OneStepOptions]:
    def start(game: Game, options: OneStepOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        return OneStepCodebreaker(game, options, seed, history, objective)

    def plan(game: Game, options: OneStepOptions, threads: WorkerThreads) -> Plan | None:
        search = OneStep(objective, options.candidates_only)
        if options.ties != search.ties.value:  # the compiled walk breaks ties in one way only
            return None
        first = None if options.first is None else first_guess(options.first, game, Seed(0), search, threads)
        return OneStepPlan(game, search, first)

    starter: Start[OneStepOptions] = start
    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="up to 50 million codes; above a few million, slow without the option candidates-only",
        options=OneStepOptions,
        start=starter,
        refuses=refuses_large,
        plays_lists=True,
        plays_tables=True,
        has_best_first=True,
        is_deterministic=lambda game, options: options.first != "random" and options.ties != "random",
        plan=plan,
        searches=lambda options: "candidates" if options.candidates_only else "all",
    )


MINIMAX: Strategy[OneStepOptions] = _strategy(
    "minimax", Objective.WORST_PART, "minimises the largest number of candidates that can be left", "Knuth 1976"
)
EXPECTED_SIZE: Strategy[OneStepOptions] = _strategy(
    "expected-size", Objective.EXPECTED_SIZE, "minimises the expected number of candidates left", "Irving 1978"
)
ENTROPY: Strategy[OneStepOptions] = _strategy(
    "entropy", Objective.ENTROPY, "maximises the expected information", "Neuwirth 1982"
)
MAX_PARTS: Strategy[OneStepOptions] = _strategy(
    "max-parts", Objective.MOST_PARTS, "maximises the number of different replies", "Kooi 2005"
)
