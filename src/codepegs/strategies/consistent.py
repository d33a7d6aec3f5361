"""Strategies that play any consistent code: the lowest, or a random one."""

from __future__ import annotations

from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from codepegs.codes import MOST_CODES, SEARCH_NODES, Candidates, Objective, OneStep, find_consistent
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, every
from codepegs.rng import Seed
from codepegs.strategies.protocol import (
    Budget,
    Choice,
    Codebreaker,
    ExhaustiveCodebreaker,
    Guess,
    OneStepPlan,
    Plan,
    Stop,
    Strategy,
    first_guess,
    random_code,
)

MOST_PEGS_SEARCHED = 64
"""Largest number of pegs for the depth-first search, whose time grows exponentially."""


LEAST_PEGS_GIVEN_UP = 12
"""Least number of pegs for which that search may give up."""


class ConsistentOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategies that guess any consistent code."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = None


class LowestOptions(ConsistentOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy that guesses the lowest consistent code, not a random one."""

    backwards: Annotated[bool, Meta(description="compare codes from the last peg to the first")] = False


class ConsistentCodebreaker(ExhaustiveCodebreaker):
    """A codebreaker that lists the candidates and guesses one of them."""

    def opening(self, budget: Budget) -> Choice:
        """Choose the first guess without listing all codes."""
        game = self.position.game
        if self.options.first is not None:
            return super().opening(budget)
        return game.first_code if isinstance(self.options, LowestOptions) else random_code(game, self.seed)

    def choose(self, budget: Budget) -> Code:
        candidates = self.candidates(budget.threads)
        if not isinstance(self.options, LowestOptions):
            return candidates.draw(self.seed.stream("candidate", len(self.position.turns)))
        return lowest_backwards(candidates) if self.options.backwards else candidates[0]


def lowest_backwards(candidates: Candidates) -> Code:
    """Return the candidate that is lowest when read from its last peg to its first."""
    columns = [candidates.space.colors_at(candidates.keys, position) for position in range(candidates.game.pegs)]
    return candidates[int(np.lexsort(columns)[0])]


class SearchingCodebreaker(Codebreaker):
    """A codebreaker that finds a consistent code by depth-first search, if there are too many codes to list."""

    takes_unknown_replies = True

    def opening(self, budget: Budget) -> Choice:
        """Choose the first guess: any code, if it is to be a random one."""
        if isinstance(self.options, LowestOptions) or self.options.first is not None:
            return super().opening(budget)
        return random_code(self.position.game, self.seed)

    def choose(self, budget: Budget) -> Guess | Stop:
        """Search for a consistent code; gives up after some work."""
        turn = len(self.position.turns)
        is_lowest = isinstance(self.options, LowestOptions)
        rng = None if is_lowest else self.seed.stream("candidate", turn)
        backwards = is_lowest and self.options.backwards
        nodes = budget.work or SEARCH_NODES
        try:
            code = find_consistent(self.position, rng, nodes, backwards)
        except TimeoutError:
            fits = "the turn" if turn == 1 else every(turn, "turn")
            return Stop(f"no code consistent with {fits} was found among {nodes:,} partial codes")
        if code is None:
            raise Contradiction.of(self.position.game, turn)
        return Guess(code, consistent=True)


def lowest_first_plan(game: Game, first: str | None, backwards: bool) -> Plan:
    """Return the plan of a strategy that always guesses the lowest candidate."""
    code = None if first is None else first_guess(first, game, Seed(0))
    return OneStepPlan(game, OneStep(Objective.ENTROPY, searched_most=0), code, backwards)


def _refuses(game: Game) -> Reason | None:
    if game.size <= MOST_CODES or game.pegs <= MOST_PEGS_SEARCHED:
        return None
    return Reason.of("searches_up_to", most=MOST_PEGS_SEARCHED)


def how_searched(game: Game) -> str | None:
    """Return the reservation about a game whose candidates are searched for instead of listed; None for others."""
    return "but may give up" if game.size > MOST_CODES and game.pegs >= LEAST_PEGS_GIVEN_UP else None


def _start(game: Game, options: ConsistentOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    kind = ConsistentCodebreaker if game.size <= MOST_CODES else SearchingCodebreaker
    return kind(game, options, seed, history)


def _plan(game: Game, options: ConsistentOptions, threads: WorkerThreads) -> Plan | None:
    return lowest_first_plan(game, options.first, options.backwards) if isinstance(options, LowestOptions) else None


def _strategy(name: str, options: type[ConsistentOptions], summary: str, origin: str) -> Strategy[ConsistentOptions]:
    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="up to 64 pegs; above 50 million codes, a depth-first search that may give up at about 12 pegs or more",
        options=options,
        start=_start,
        refuses=_refuses,
        plays_lists=True,
        how=how_searched,
        is_deterministic=lambda game, options: isinstance(options, LowestOptions) and options.first != "random",
        plan=_plan,
    )


FIRST_CONSISTENT = _strategy(
    "first-consistent", LowestOptions, "plays the numerically lowest consistent code", "Shapiro 1983"
)
RANDOM_CONSISTENT = _strategy(
    "random-consistent",
    ConsistentOptions,
    "plays a random consistent code",
    "the large games report (player without mistakes)",
)
