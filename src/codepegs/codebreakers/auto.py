"""The default: the strongest play that answers in a moment, whatever the game."""

from __future__ import annotations

from codepegs.candidates import MOST_CODES, Candidates, Keys
from codepegs.choice import OneStep, best_guess, only_order_is_open
from codepegs.chunks import REPLIES_PER_SECOND, Crew
from codepegs.codebreakers.bayes import BAYES, BayesOptions
from codepegs.codebreakers.consistent import RANDOM_CONSISTENT, ConsistentOptions
from codepegs.codebreakers.door import Budget, Codebreaker, Strategy, UnderNoise
from codepegs.codebreakers.exhaustive import ExhaustiveCodebreaker
from codepegs.codebreakers.opening import best_opening
from codepegs.errors import BadStrategy
from codepegs.game import Code, Game
from codepegs.noise import Noise, NoiseOptions
from codepegs.partitions import Objective
from codepegs.seeds import Seed
from codepegs.symmetry import differing_guesses
from codepegs.texts import CANONICAL, Turn
from codepegs.trees.plans import OneStepPlan, Plan

MOMENT = 0.5
"""Seconds of one core, at the round figure for replies counted a second, that a turn may be predicted to take."""


FIRST_SEARCHED = 1_000_000
"""Codes of the largest game whose first guess is searched for; in larger ones it is found by counting."""


class AutoOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The default takes no options but what it is to assume of the replies: it is the program that chooses."""


class AutoExhaustive(ExhaustiveCodebreaker):
    """Most information: over all guesses while that takes a moment, else over candidates, else over some of them."""

    search = OneStep(Objective.ENTROPY)

    def choose(self, budget: Budget) -> Code:
        """The code to guess."""
        position = self.position
        turn = len(position.turns)
        if not turn and position.game.size > FIRST_SEARCHED:
            return best_opening(position.game)
        candidates = self.candidates(budget.crew)
        if only_order_is_open(candidates):
            return candidates[0]
        guesses = self.guesses_to_rank(candidates)
        if guesses is None:
            return self.search.choose(position, candidates, crew=budget.crew, turn=turn + 1)
        key = best_guess(guesses, candidates, Objective.ENTROPY, crew=budget.crew, turn=turn + 1)
        return candidates.layout.decode(key)

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """All guesses while a moment suffices for them (None), else candidates, else every so-manieth of them."""
        affordable = int(MOMENT * REPLIES_PER_SECOND / len(candidates))
        if self.position.game.size <= affordable or not self.position.turns:
            return None
        guesses = differing_guesses(self.position, candidates, candidates_only=True)
        return guesses[:: -(-len(guesses) // max(1, affordable))]


def _start(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    if not Noise.of(options).trusts:
        if game.size > MOST_CODES:
            raise BadStrategy(
                f"auto reckons with false replies in games of up to {MOST_CODES:,} codes, and {game} has more"
            )
        return BAYES.start(game, BayesOptions(noise=options.noise, declare=options.declare), seed, history)
    if game.size <= MOST_CODES:
        return AutoExhaustive(game, seed, history)
    opening = CANONICAL.format(game, best_opening(game)).replace(",", ".")
    return RANDOM_CONSISTENT.start(game, ConsistentOptions(first=opening), seed, history)


def _plan(game: Game, options: AutoOptions, crew: Crew) -> Plan | None:
    """Entropy over all guesses, where even a turn with all codes left takes but a moment."""
    return OneStepPlan(game, AutoExhaustive.search) if game.size**2 <= MOMENT * REPLIES_PER_SECOND else None


AUTO = Strategy(
    name="auto",
    summary="the strongest play that answers in a moment",
    origin="codepegs",
    limits="entropy up to 50 million codes; past that the opening that tells the most, then random codes that fit, up "
    "to 64 pegs",
    options=AutoOptions,
    start=_start,
    refuses=RANDOM_CONSISTENT.refuses,
    is_deterministic=lambda game, options: game.size <= MOST_CODES and Noise.of(options).trusts,
    plan=_plan,
    under_noise=UnderNoise.MODELS,
)
