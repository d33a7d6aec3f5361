"""The four classical one-step strategies: score every guess by the parts it splits the candidates into.

minimax: Knuth, "The Computer as Master Mind", J. Recreational Math. 9 (1976). expected-size: Irving, "Towards an
Optimum Mastermind Strategy", same journal 11 (1978). entropy: Neuwirth, "Some Strategies for Mastermind", Zeitschrift
für Operations Research 26 (1982). max-parts: Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28 (2005).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from codepegs.candidates import Candidates, Objective
from codepegs.game import Code, Game, Turn
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Codebreaker, Start, Strategy
from codepegs.strategies.one_step.exhaustive import ExhaustiveCodebreaker, refuses_large
from codepegs.strategies.one_step.first_guesses import check_first, first_guess
from codepegs.strategies.one_step.plan import OneStepPlan
from codepegs.strategies.one_step.search import OneStep, Ties, only_order_is_open
from codepegs.strategies.whole_strategy import Plan


class OneStepOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the one-step strategies."""

    candidates_only: Annotated[bool, Meta(description="guess only codes that are still possible")] = False
    first: Annotated[
        str | None,
        Meta(
            description="first guess: a code (1122, 8.7.6.5), random, half (1112 22), aabc (1123), or best: the one "
            "whose whole strategy costs least, of all that differ by symmetry"
        ),
    ] = None
    ties: Annotated[
        Literal["candidate", "lowest", "random"],
        Meta(
            description="among equals: a candidate first and then the numerically lowest, the numerically lowest, or a "
            "random one (candidates first)"
        ),
    ] = "candidate"


class OneStepCodebreaker(ExhaustiveCodebreaker):
    """Plays the guess whose partition of the candidates scores best."""

    def __init__(
        self,
        game: Game,
        options: OneStepOptions,
        seed: Seed,
        history: tuple[Turn, ...],
        objective: Objective,
    ) -> None:
        super().__init__(game, seed, history)
        if options.first is not None:
            check_first(options.first, game)
        self.options = options
        self.search = OneStep(objective, options.candidates_only, Ties(options.ties))

    def choose(self, budget: Budget) -> Code:
        """The code to guess."""
        position = self.position
        turn = len(position.turns)
        if not turn and self.options.first is not None:
            return first_guess(self.options.first, position.game, self.seed, self.search, budget.crew)
        candidates = self.candidates(budget.crew) if turn else Candidates.all(position.game)
        rng = self.seed.stream("ties", turn) if self.search.ties is Ties.RANDOM else None
        searched = max(1, turn if self.options.first else turn + 1)
        return self.search.choose(position, candidates, crew=budget.crew, turn=searched, rng=rng)

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the first guess of the ranking is known to be the strategy's own."""
        in_order = self.search.ties is Ties.CANDIDATE and not only_order_is_open(candidates)
        return in_order and bool(self.position.turns)


def _strategy(name: str, objective: Objective, summary: str, origin: str) -> Strategy[OneStepOptions]:
    def start(game: Game, options: OneStepOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        return OneStepCodebreaker(game, options, seed, history, objective)

    def plan(game: Game, options: OneStepOptions, crew: Crew) -> Plan | None:
        search = OneStep(objective, options.candidates_only)
        if options.ties != search.ties.value:  # the compiled walk breaks ties in one way only
            return None
        first = None if options.first is None else first_guess(options.first, game, Seed(0), search, crew)
        return OneStepPlan(game, search, first)

    starter: Start[OneStepOptions] = start
    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="games of up to 50 million codes; past a few million choose candidates-only",
        options=OneStepOptions,
        start=starter,
        refuses=refuses_large,
        is_deterministic=lambda game, options: options.first != "random" and options.ties != "random",
        plan=plan,
    )


MINIMAX = _strategy(
    "minimax",
    Objective.WORST_PART,
    "keeps the largest part as small as possible",
    "Knuth 1976; the parallel Knuth report",
)
EXPECTED_SIZE = _strategy(
    "expected-size", Objective.EXPECTED_SIZE, "leaves the fewest candidates on average", "Irving 1978"
)
ENTROPY = _strategy("entropy", Objective.ENTROPY, "asks for the most information", "Neuwirth 1982")
MAX_PARTS = _strategy(
    "max-parts", Objective.MOST_PARTS, "splits into the most parts", "Kooi 2005; the Max Parts report"
)
