"""The base class of the strategies that list their candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates, Keys, Objective, OneStep, is_over
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.one_step.ranking import best_suggestions, figures_of
from codepegs.strategies.protocol import Best, Budget, Codebreaker, Declaration, Guess, Report, Stop, Suggestion
from codepegs.strategies.values import best_at, values_of


def refuses_large(game: Game) -> str | None:
    """Return why the candidates of a game cannot be listed; None if they can."""
    if game.size <= MOST_CODES:
        return None
    return f"it lists all codes, but {game} has more than {MOST_CODES:,}"


class ExhaustiveCodebreaker(Codebreaker):
    """A codebreaker that keeps a list of the candidates; subclasses define `choose`."""

    search = OneStep(Objective.ENTROPY)
    lists_codes = True
    takes_unknown_replies = True

    def __init__(self, game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self._candidates: Candidates | None = None

    def candidates(self, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates at this position; raises `Contradiction` if there are none."""
        if self._candidates is None:
            self._candidates = Candidates.after(self.position, workers)
        if not len(self._candidates):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        return self._candidates

    def ending(self, budget: Budget) -> Declaration | Stop | None:
        """Declare the likeliest secret if the game ends without naming it, and nothing more is to be known."""
        if self.position.game.until == "named":
            return None
        left = self.candidates(budget.threads)
        if not is_over(self.position, left):
            return None
        weights = left.weights
        return Declaration(left.likeliest, 1 / len(left) if weights is None else int(weights.max()) / left.mass)

    def adopt(self, candidates: Candidates) -> None:
        """Use a list of the candidates, so that it is not computed again."""
        self._candidates = candidates

    def is_consistent(self, code: Code, budget: Budget) -> bool:
        """Whether a code is among the candidates."""
        return code in self.candidates(budget.threads)

    def update(self) -> None:
        """Remove the candidates that the last turn excludes; raises `Contradiction` if none is left."""
        before, (*_, turn) = self._candidates, self.position.turns
        left = Candidates.after(self.position) if before is None else before.filter(turn)
        if not len(left):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        self._candidates = left

    def report(self) -> Report:
        """Return the number of candidates."""
        if not self.position.turns:
            return super().report()
        return Report(candidates=len(self.candidates()))

    def belief(self) -> NDArray[np.float64]:
        """Return the probability of each colour at each peg, by the weights of the candidates.

        >>> from codepegs import make_codebreaker
        >>> make_codebreaker("p2c3 12:0b1w", "entropy").belief().tolist()
        [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5]]
        """
        game = self.position.game
        if not self.position.turns and game.traits.is_symmetric:
            return np.full((game.pegs, game.colors), 1 / game.colors)
        left = self.candidates()
        counts = [
            np.bincount(left.codebook.colors_at(left.keys, position), left.weights, minlength=game.colors)
            for position in range(game.pegs)
        ]
        return np.stack(counts) / left.mass

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """Return the most probable candidates; of equally probable ones the lowest."""
        left = self.candidates()
        weights = left.weights
        if weights is None:
            return [(left[index], 1 / len(left)) for index in range(min(most, len(left)))]
        order = np.argsort(-weights, kind="stable")[:most].tolist()
        return [(left[index], float(weights[index] / left.mass)) for index in order]

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: the strategy's own first, then the others by its score, or by entropy if it has none."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        others = best_suggestions(
            self.position, candidates, self.search, most, budget.threads, self.guesses_to_rank(candidates)
        )
        if self.plays_the_first(candidates):
            return others
        move = self.next(budget)
        assert isinstance(move, Guess), "while there are candidates, one can be guessed"
        own = move.code
        ranked = [suggestion for suggestion in others if suggestion.guess == own]
        ranked = ranked or [figures_of(candidates, own, budget.threads)]
        return (ranked + [suggestion for suggestion in others if suggestion.guess != own])[:most]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the figures of guesses, and their expected numbers of guesses."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        values = values_of(self.position, candidates, guesses, self.best(budget), budget.threads)
        return [
            replace(figures_of(candidates, guess, budget.threads), expected=value)
            for guess, value in zip(guesses, values, strict=True)
        ]

    def best(self, budget: Budget) -> Best | None:
        """The best guess at this position with its value, if a tree or a bounded search gives it."""
        return best_at(self.position, self.candidates(budget.threads))

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the strategy's own guess is the first of the ranking."""
        return False

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """Keys of the guesses that `rank` compares, ascending, uint64, shape (m,); None for all of the search."""
        return None
