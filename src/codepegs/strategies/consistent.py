"""Strategies that play any consistent code: the lowest, or a random one."""

from __future__ import annotations

from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from codepegs.codes import MOST_CODES, SEARCH_NODES, Candidates, Objective, OneStep, find_consistent
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, Turn, every
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Codebreaker, Guess, Move, Report, Stop, Strategy
from codepegs.strategies.one_step import ExhaustiveCodebreaker, OneStepPlan, check_first, first_guess, random_code
from codepegs.strategies.whole_strategy import Plan

MOST_PEGS_SEARCHED = 64
"""Largest number of pegs for the depth-first search, whose time grows exponentially."""


LEAST_PEGS_GIVEN_UP = 12
"""Least number of pegs for which that search may give up."""


class ConsistentOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategies that guess any consistent code."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = None


class LowestOptions(ConsistentOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy that guesses the lowest consistent code."""

    backwards: Annotated[bool, Meta(description="compare codes from the last peg to the first")] = False


class ConsistentCodebreaker(ExhaustiveCodebreaker):
    """A codebreaker that lists the candidates and guesses one of them."""

    def __init__(
        self, game: Game, options: ConsistentOptions, seed: Seed, history: tuple[Turn, ...], at_random: bool
    ) -> None:
        super().__init__(game, seed, history)
        self.at_random = at_random
        self.options = options

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess.
        """
        turn = len(self.position.turns)
        if not turn and self.options.first is not None:
            return first_guess(self.options.first, self.position.game, self.seed)
        if not turn:
            game = self.position.game
            return random_code(game, self.seed) if self.at_random else game.first_code
        candidates = self.candidates(budget.threads)
        if self.at_random:
            return candidates.draw(self.seed.stream("candidate", turn))
        backwards = isinstance(self.options, LowestOptions) and self.options.backwards
        return lowest_backwards(candidates) if backwards else candidates[0]


def lowest_backwards(candidates: Candidates) -> Code:
    """Return the candidate that is lowest when read from its last peg to its first.

    Args:
        candidates: The candidates.

    Returns:
        The code.

    >>> lowest_backwards(Candidates.after(Position.parse("p4c6 2233:0b0w 1111:2b0w")))
    (3, 3, 0, 0)
    """
    columns = [candidates.codebook.colors_at(candidates.keys, position) for position in range(candidates.game.pegs)]
    return candidates[int(np.lexsort(columns)[0])]


class SearchingCodebreaker:
    """A codebreaker that finds a consistent code by depth-first search, if there are too many codes to list."""

    def __init__(
        self, game: Game, options: ConsistentOptions, seed: Seed, history: tuple[Turn, ...], at_random: bool
    ) -> None:
        self.position = Position(game, history)
        self.seed = seed
        self.options = options
        self.at_random = at_random

    def next(self, budget: Budget | None = None) -> Move:
        """Return the move at this position; see `Codebreaker.next`."""
        turn = len(self.position.turns)
        game = self.position.game
        if not turn and self.options.first is not None:
            return Guess(first_guess(self.options.first, game, self.seed), consistent=True)
        if not turn and self.at_random:
            return Guess(random_code(game, self.seed), consistent=True)
        rng = self.seed.stream("candidate", turn) if self.at_random else None
        backwards = isinstance(self.options, LowestOptions) and self.options.backwards
        nodes = (budget.work if budget else None) or SEARCH_NODES
        try:
            code = find_consistent(self.position, rng, nodes, backwards)
        except TimeoutError:
            fits = "the turn" if turn == 1 else every(turn, "turn")
            return Stop(f"no code consistent with {fits} was found among {nodes:,} partial codes")
        if code is None:
            raise Contradiction.of(game, turn)
        return Guess(code, consistent=True)

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position.

        Args:
            turn: The guess and its reply.
        """
        self.position = self.position.after(turn.guess, turn.reply)

    def report(self) -> Report:
        """Return the number of candidates, which is known only at the start."""
        return Report(candidates=None if self.position.turns else self.position.game.size)


def lowest_first_plan(game: Game, first: str | None, backwards: bool) -> Plan:
    """Return the plan of a strategy that always guesses the lowest candidate.

    Args:
        game: The game.
        first: The option `first`; the lowest code if None.
        backwards: Whether codes are read from the last peg to the first.

    Returns:
        The plan.
    """
    code = None if first is None else first_guess(first, game, Seed(0))
    return OneStepPlan(game, OneStep(Objective.ENTROPY, searched_most=0), code, backwards)


def _refuses(game: Game) -> str | None:
    if game.size <= MOST_CODES or game.pegs <= MOST_PEGS_SEARCHED:
        return None
    return f"its depth-first search supports up to {MOST_PEGS_SEARCHED} pegs"


def how_searched(game: Game) -> str | None:
    """Return the reservation about a game whose candidates are searched for instead of listed; None for others."""
    return "but may give up" if game.size > MOST_CODES and game.pegs >= LEAST_PEGS_GIVEN_UP else None


def _strategy(
    name: str, at_random: bool, options_type: type[ConsistentOptions], summary: str, origin: str
) -> Strategy[ConsistentOptions]:
    def start(game: Game, options: ConsistentOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        if options.first is not None:
            check_first(options.first, game, without_best=name)
        if game.size <= MOST_CODES:
            return ConsistentCodebreaker(game, options, seed, history, at_random)
        return SearchingCodebreaker(game, options, seed, history, at_random)

    def plan(game: Game, options: ConsistentOptions, threads: WorkerThreads) -> Plan | None:
        backwards = isinstance(options, LowestOptions) and options.backwards
        return None if at_random else lowest_first_plan(game, options.first, backwards)

    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="up to 64 pegs; above 50 million codes, a depth-first search that may give up at about 12 pegs or more",
        options=options_type,
        start=start,
        refuses=_refuses,
        plays_lists=True,
        how=how_searched,
        is_deterministic=lambda game, options: not at_random and options.first != "random",
        plan=plan,
    )


FIRST_CONSISTENT = _strategy(
    "first-consistent",
    False,
    LowestOptions,
    "plays the numerically lowest consistent code",
    "Shapiro 1983",
)
RANDOM_CONSISTENT = _strategy(
    "random-consistent",
    True,
    ConsistentOptions,
    "plays a random consistent code",
    "the large games report (player without mistakes)",
)
