"""The gallery's tree of a game, followed as far as the guesses are its own, also in other colours or places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from codepegs.candidates import Candidates
from codepegs.errors import BadPosition
from codepegs.game import Code, Game, Position, Turn
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, ForeignHistory
from codepegs.strategies.one_step import QuickEntropy
from codepegs.strategies.suggestion import Suggestion
from codepegs.trees import Tree

MOST_EXCHANGED = 6
"""Largest number of pegs for which all permutations are tried, to recognise a history of the tree in other colours."""


@dataclass(frozen=True, slots=True)
class Best:
    """A guess with the fewest expected guesses, or the fewest known."""

    guess: Code
    average: float
    """Expected guesses from here on, this one counted."""
    is_proved: bool

    @property
    def words(self) -> str:
        """One sentence with the expected number of guesses."""
        play = "Optimal play" if self.is_proved else "The best play known"
        return (
            f"{play} needs {round(self.average, 4):g} guess{'es' * (self.average != 1)} on average, including this one."
        )

    def said_with(self, ranked: Sequence[Suggestion]) -> list[Suggestion]:
        """Add the expected number of guesses to the reason for the first suggestion.

        Args:
            ranked: Suggestions, this guess first.

        Returns:
            The suggestions.
        """
        first, *others = ranked
        return [replace(first, why=f"{first.why} {self.words}"), *others]


def best_in(tree: Tree, turns: tuple[Turn, ...], is_proved: bool) -> Best | None:
    """Return the guess of a tree after some turns, possibly with pegs or colours exchanged.

    Args:
        tree: The tree.
        turns: The turns.
        is_proved: Whether the tree is proved optimal.

    Returns:
        The guess; None if the turns are not in the tree, or end the game.

    >>> from codepegs.trees.gallery import best_of
    >>> tree = best_of(Game(4, 6))
    >>> best_in(tree, Position.parse("p4c6 6543:1b1w").turns, True) is None
    True
    >>> best_in(tree, (), True).words
    'Optimal play needs 4.3403 guesses on average, including this one.'
    """
    try:
        node = tree.node_after(turns)
    except BadPosition:
        alike = _alike(tree, turns)
        return None if alike is None else Best(alike[1], _average_below(tree, alike[0]), is_proved)
    return None if node is None else Best(tree.guess(node), _average_below(tree, node), is_proved)


class TreeFollower(QuickEntropy):
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

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess of the tree.
        """
        return self._best.guess

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Return False: the tree looks further ahead than the ranking.

        Args:
            candidates: The candidates.

        Returns:
            False.
        """
        return False

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: the guess of the tree, then others by entropy.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread if None.

        Returns:
            The guesses with their figures.
        """
        return self._best.said_with(super().rank(most, budget))


def _alike(tree: Tree, turns: tuple[Turn, ...]) -> tuple[int, Code] | None:
    """The node to which turns lead after exchanging pegs and colours, and its guess with the exchange undone.

    >>> from codepegs.trees.gallery import best_of
    >>> tree = best_of(Game(4, 10, repeats=False))
    >>> _alike(tree, Position.parse("p4c10n 5678:1b1w").turns)[1]
    (4, 6, 0, 1)
    """
    if tree.game.pegs > MOST_EXCHANGED:
        return None
    for pegs in permutations(range(tree.game.pegs)):
        node, colors = 0, dict[int, int]()
        for turn in turns:
            found = tree.child(node, turn.reply) if _exchange(tree.guess(node), turn.guess, pegs, colors) else None
            if found is None:
                break
            node = found
        else:
            free = (color for color in range(tree.game.colors) if color not in colors.values())
            for color in tree.guess(node):
                if color not in colors:
                    colors[color] = next(free)
            return node, tuple(colors[tree.guess(node)[peg]] for peg in pegs)
    return None


def _exchange(ours: Code, theirs: Code, pegs: tuple[int, ...], colors: dict[int, int]) -> bool:
    """Whether a code equals the tree's code after exchanging pegs and colours; new pairs of colours are recorded."""
    for peg, color in zip(pegs, theirs, strict=True):
        if ours[peg] not in colors and color not in colors.values():
            colors[ours[peg]] = color
        if colors.get(ours[peg]) != color:
            return False
    return True


def _average_below(tree: Tree, node: int) -> float:
    """Expected guesses at a node over the secrets below it, its own guess counted."""
    below = np.arange(node, int(tree.ends[node]))
    depths = tree.depths[below][tree.solves_at(below)]
    return float(np.mean(depths) - tree.depths[node] + 1)
