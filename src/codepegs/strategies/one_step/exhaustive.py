"""What the strategies that list their candidates have in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import MOST_CODES, Candidates, Keys, Objective
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, Turn
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Guess, Move, Report
from codepegs.strategies.one_step.ranking import best_suggestions, figures_of
from codepegs.strategies.one_step.search import OneStep
from codepegs.strategies.suggestion import Suggestion


def refuses_large(game: Game) -> str | None:
    """Why the candidates of a game cannot be listed."""
    if game.size <= MOST_CODES:
        return None
    return f"it lists all codes, but {game} has more than {MOST_CODES:,}"


class ExhaustiveCodebreaker:
    """Keeps the list of candidates; what to guess is for `choose` to say."""

    search = OneStep(Objective.ENTROPY)
    """By what the guesses are ranked when someone asks."""

    def __init__(self, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        self.position = Position(game, history)
        self.seed = seed
        self._candidates: Candidates | None = None

    def candidates(self, workers: Crew | int = 1) -> Candidates:
        """The codes that fit; raises `Contradiction` when there are none."""
        if self._candidates is None:
            self._candidates = Candidates.after(self.position, workers)
        if not len(self._candidates):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        return self._candidates

    def adopt(self, candidates: Candidates) -> None:
        """Take over a list of the codes that fit, from a caller who has it already."""
        self._candidates = candidates

    def choose(self, budget: Budget) -> Code:
        """The code to guess."""
        raise NotImplementedError

    def next(self, budget: Budget | None = None) -> Move:
        """The move at this position."""
        budget = budget or Budget()
        code = self.choose(budget)
        if not self.position.turns:
            return Guess(code, consistent=True)
        return Guess(code, consistent=code in self.candidates(budget.crew))

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when no code fits any more, and then forgets it again."""
        longer = self.position.after(turn.guess, turn.reply)
        left = Candidates.after(longer) if self._candidates is None else self._candidates.filter(turn)
        if not len(left):
            raise Contradiction.of(longer.game, len(longer.turns))
        self.position, self._candidates = longer, left

    def report(self) -> Report:
        """How many candidates are left."""
        if not self.position.turns:
            return Report(candidates=self.position.game.size)
        return Report(candidates=len(self.candidates()))

    def belief(self) -> NDArray[np.float64]:
        """Probability of each colour at each peg, shape (pegs, colours): all codes that fit are equally probable.

        >>> from codepegs import make_codebreaker
        >>> make_codebreaker("p2c3 12:0b1w", "entropy").belief().tolist()
        [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5]]
        """
        game = self.position.game
        if not self.position.turns:
            return np.full((game.pegs, game.colors), 1 / game.colors)
        left = self.candidates()
        counts = [
            np.bincount(left.layout.colors_at(left.keys, position), minlength=game.colors)
            for position in range(game.pegs)
        ]
        return np.stack(counts) / len(left)

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """The first codes that fit, equally probable."""
        left = self.candidates()
        return [(left[index], 1 / len(left)) for index in range(min(most, len(left)))]

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """The strategy's own guess, then the best others by the search it uses (by information if it uses none)."""
        budget = budget or Budget()
        candidates = self.candidates(budget.crew)
        others = best_suggestions(
            self.position, candidates, self.search, most, budget.crew, self.guesses_to_rank(candidates)
        )
        if self.plays_the_first(candidates):
            return others
        own = self.choose(budget)
        ranked = [suggestion for suggestion in others if suggestion.guess == own]
        ranked = ranked or [figures_of(candidates, own, budget.crew)]
        return (ranked + [suggestion for suggestion in others if suggestion.guess != own])[:most]

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the first guess of the ranking is known to be the strategy's own, which need not be searched then."""
        return False

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """The guesses `rank` looks at, where those are not all that the search would."""
        return None
