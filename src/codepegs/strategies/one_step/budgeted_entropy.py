"""Entropy within a time budget: what `auto` plays in games that can be listed, without a tree."""

from __future__ import annotations

from codepegs.candidates import Candidates, Keys, Objective, differing_guesses
from codepegs.game import Code
from codepegs.parallel import REPLIES_PER_SECOND
from codepegs.strategies.base import Budget
from codepegs.strategies.one_step.exhaustive import ExhaustiveCodebreaker
from codepegs.strategies.one_step.opening import best_opening
from codepegs.strategies.one_step.search import best_guess, only_order_is_open

MOMENT = 0.5
"""Largest predicted time of a turn, in seconds of one core, at a nominal rate of replies per second."""

FIRST_SEARCHED = 1_000_000
"""Largest number of codes for which the first guess is searched; above it, `best_opening` chooses."""


class QuickEntropy(ExhaustiveCodebreaker):
    """Entropy within a time budget: over all guesses if that is fast, otherwise over candidates, or some of them."""

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess.
        """
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

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Return whether the strategy's own guess is the first of the ranking.

        Args:
            candidates: The candidates.

        Returns:
            True if it is.
        """
        return bool(self.position.turns) and not only_order_is_open(candidates)

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """Return the guesses to compare.

        Args:
            candidates: The candidates.

        Returns:
            None for all guesses if that is fast; otherwise keys of the candidates, or of every n-th of them.
        """
        affordable = int(MOMENT * REPLIES_PER_SECOND / len(candidates))
        if self.position.game.size <= affordable or not self.position.turns:
            return None
        guesses = differing_guesses(self.position, candidates, candidates_only=True)
        return guesses[:: -(-len(guesses) // max(1, affordable))]
