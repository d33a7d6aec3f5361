"""The fewest expected guesses in a moment: what `auto` plays where codes are listed and no tree says more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codepegs.codes import Candidates, Keys, differing_guesses, only_order_is_open
from codepegs.game import Code, View
from codepegs.parallel import REPLIES_PER_SECOND
from codepegs.strategies.base import Budget
from codepegs.strategies.expected_guesses import best_at, values_of
from codepegs.strategies.one_step import ExhaustiveCodebreaker, best_opening, best_suggestions, figures_of
from codepegs.strategies.suggestion import Best, Suggestion

MOMENT = 0.5
"""Seconds of one core, at the round figure for replies counted a second, that a turn may be predicted to take."""

FIRST_SEARCHED = 1_000_000
"""Codes of the largest game whose first guess is searched for; in larger ones it is found by counting."""

SHORTLIST = 8
"""Guesses with the most information whose expected guesses are compared."""


class FewestGuesses(ExhaustiveCodebreaker):
    """The fewest expected guesses: a guess proved to be the best, or the best of those with the most information.

    The information is compared over all guesses if that is fast, otherwise over candidates, or some of them.
    """

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess.
        """
        position = self.position
        best = self.best(budget)
        if best is not None:
            return best.guess
        if not position.turns and position.game.size > FIRST_SEARCHED:
            return best_opening(position.game)
        candidates = self.candidates(budget.threads)
        if only_order_is_open(candidates):
            return candidates.likeliest
        return self.rank(1, budget)[0].guess

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses by the expected number of guesses from here on.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread if None.

        Returns:
            The guesses with their figures, best first.
        """
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        best = self.best(budget)
        own = None if best is None else best.guess
        if own is None and only_order_is_open(candidates):
            own = candidates.likeliest
        if own is None and not self.position.turns and self.position.game.size > FIRST_SEARCHED:
            own = best_opening(self.position.game)
        found = best_suggestions(
            self.position,
            candidates,
            self.search,
            max(most, SHORTLIST),
            budget.threads,
            self.guesses_to_rank(candidates),
        )
        if own is None and self.position.game.view in (View.TOTAL, View.WHITE):
            own = found[0].guess  # the size of a set says little of what it needs there
        if own is not None:
            first = [each for each in found if each.guess == own] or [figures_of(candidates, own, budget.threads)]
            found = first + [each for each in found if each.guess != own]
        values = values_of(self.position, candidates, [each.guess for each in found], best)
        order = sorted(range(len(found)), key=lambda n: (found[n].guess != own, round(values[n].value, 9), n))
        ranked = [replace(found[n], expected=values[n]) for n in order[:most]]
        if best is not None and len(candidates) > 1:
            ranked[0] = replace(ranked[0], why=f"{ranked[0].why} {best.words}")
        return ranked

    def best(self, budget: Budget) -> Best | None:
        """Return the best guess at this position, if a tree or a bounded search gives it.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess with its value, or None.
        """
        return best_at(self.position, self.candidates(budget.threads))

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the figures of guesses; see `Describes.describe`."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        values = values_of(self.position, candidates, guesses, self.best(budget))
        return [
            replace(figures_of(candidates, guess, budget.threads), expected=value)
            for guess, value in zip(guesses, values, strict=True)
        ]

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
