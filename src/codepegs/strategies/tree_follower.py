"""The gallery's tree of a game, followed as far as the guesses are its own, also in other colours or places."""

from __future__ import annotations

from codepegs.game import Game, Position, Turn
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, ForeignHistory
from codepegs.strategies.fewest_guesses import FewestGuesses
from codepegs.strategies.suggestion import Best
from codepegs.strategies.tree_values import best_in
from codepegs.trees import Tree


class TreeFollower(FewestGuesses):
    """A codebreaker that follows a tree, also after turns that equal those of the tree with pegs or colours exchanged.

    Raises:
        ForeignHistory: The turns lead to no guess of the tree.
    """

    def __init__(self, game: Game, tree: Tree, is_proved: bool, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, seed, history)
        self.tree = tree
        self.is_proved = is_proved
        self._best = self._followed(self.position)

    def _followed(self, position: Position) -> Best:
        best = best_in(self.tree, position.turns, self.is_proved)
        if best is None:
            raise ForeignHistory(f"the tree for {position.game} does not contain {position}, or ends there")
        return best

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position.

        Args:
            turn: The guess and its reply.

        Raises:
            Contradiction: No code is consistent with all turns; the position is then unchanged.
            ForeignHistory: The turns lead to no guess of the tree; the position is then unchanged.
        """
        before = self.position, self._candidates
        super().learn(turn)
        try:
            self._best = self._followed(self.position)
        except ForeignHistory:
            self.position, self._candidates = before
            raise

    def best(self, budget: Budget) -> Best:
        """Return the guess of the tree.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess with its value.
        """
        return self._best
