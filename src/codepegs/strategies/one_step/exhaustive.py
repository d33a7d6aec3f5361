"""The base class of the strategies that list their candidates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates, Keys, Objective, OneStep
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Guess, Move, Report
from codepegs.strategies.one_step.ranking import best_suggestions, figures_of
from codepegs.strategies.suggestion import Suggestion


def refuses_large(game: Game) -> str | None:
    """Return why the candidates of a game cannot be listed.

    Args:
        game: The game.

    Returns:
        The reason; None if they can be listed.
    """
    if game.size <= MOST_CODES:
        return None
    return f"it lists all codes, but {game} has more than {MOST_CODES:,}"


class ExhaustiveCodebreaker:
    """A codebreaker that keeps a list of the candidates; subclasses define `choose`."""

    search = OneStep(Objective.ENTROPY)
    """The one-step strategy by which guesses are ranked."""

    def __init__(self, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        self.position = Position(game, history)
        self.seed = seed
        self._candidates: Candidates | None = None

    def candidates(self, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates at this position.

        Args:
            workers: Threads, or their number.

        Returns:
            The candidates.

        Raises:
            Contradiction: There are none.
        """
        if self._candidates is None:
            self._candidates = Candidates.after(self.position, workers)
        if not len(self._candidates):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        return self._candidates

    def adopt(self, candidates: Candidates) -> None:
        """Use a list of the candidates, so that it is not computed again.

        Args:
            candidates: The candidates of this position.
        """
        self._candidates = candidates

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess.

        Raises:
            Contradiction: There are no candidates.
        """
        raise NotImplementedError

    def next(self, budget: Budget | None = None) -> Move:
        """Return the move at this position; see `Codebreaker.next`."""
        budget = budget or Budget()
        code = self.choose(budget)
        if not self.position.turns:
            return Guess(code, consistent=True)
        return Guess(code, consistent=code in self.candidates(budget.threads))

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position.

        Args:
            turn: The guess and its reply.

        Raises:
            Contradiction: No code is consistent with all turns; the position is then unchanged.
        """
        longer = self.position.after(turn.guess, turn.reply)
        left = Candidates.after(longer) if self._candidates is None else self._candidates.filter(turn)
        if not len(left):
            raise Contradiction.of(longer.game, len(longer.turns))
        self.position, self._candidates = longer, left

    def report(self) -> Report:
        """Return the number of candidates."""
        if not self.position.turns:
            return Report(candidates=self.position.game.size)
        return Report(candidates=len(self.candidates()))

    def belief(self) -> NDArray[np.float64]:
        """Return the probability of each colour at each peg, by the weights of the candidates.

        Returns:
            Probabilities, float64, shape (pegs, colors); each row sums to 1.

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
        """Return the most probable candidates; of equally probable ones the lowest.

        Args:
            most: Largest number of codes.

        Returns:
            Pairs (code, probability).
        """
        left = self.candidates()
        weights = left.weights
        if weights is None:
            return [(left[index], 1 / len(left)) for index in range(min(most, len(left)))]
        order = np.argsort(-weights, kind="stable")[:most].tolist()
        return [(left[index], float(weights[index] / left.mass)) for index in order]

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: the strategy's own first, then the others by its score, or by entropy if it has none.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread if None.

        Returns:
            The guesses with their figures, best first.
        """
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        others = best_suggestions(
            self.position, candidates, self.search, most, budget.threads, self.guesses_to_rank(candidates)
        )
        if self.plays_the_first(candidates):
            return others
        own = self.choose(budget)
        ranked = [suggestion for suggestion in others if suggestion.guess == own]
        ranked = ranked or [figures_of(candidates, own, budget.threads)]
        return (ranked + [suggestion for suggestion in others if suggestion.guess != own])[:most]

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Return whether the strategy's own guess is the first of the ranking.

        Args:
            candidates: The candidates.

        Returns:
            True if it is.
        """
        return False

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """Return the guesses that `rank` compares.

        Args:
            candidates: The candidates.

        Returns:
            Keys, ascending, uint64, shape (m,); None for all guesses of the search.
        """
        return None
