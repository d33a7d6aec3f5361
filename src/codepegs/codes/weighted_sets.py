"""One-step search among secrets of different weights, in listed games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import loops
from codepegs.codes.candidates import Candidates
from codepegs.codes.key_layout import Keys
from codepegs.codes.partition import Objective, log_table
from codepegs.game import ListedGame, part_table
from codepegs.parallel import WorkerThreads

LOGS_MOST = 1 << 16
"""Largest sum of weights whose logarithm is looked up; the same for all sets, so that equal sums have equal scores."""


@dataclass(frozen=True)
class WeightedSet:
    """Some candidates of a listed game with their weights.

    >>> game = ListedGame(["AB", "BA", "BB"], reply="same-place", weights=[1, 1, 6])
    >>> found = WeightedSet.of(Candidates.all(game))
    >>> scores, wins = found.scores(np.arange(3, dtype=np.uint64), Objective.EXPECTED_SIZE, WorkerThreads())
    >>> scores.tolist(), wins.tolist()
    ([8, 8, 10], [1, 1, 6])
    >>> found.parts(0)
    (array([1, 1, 1]), array([1, 6, 1]))
    """

    game: ListedGame
    members: NDArray[np.int64]
    weights: NDArray[np.int64]

    @classmethod
    def of(cls, candidates: Candidates) -> WeightedSet:
        """Return the set of some candidates.

        Args:
            candidates: Candidates of a game with weights.

        Returns:
            The set.
        """
        game, weights = candidates.game, candidates.weights
        assert isinstance(game, ListedGame)
        assert weights is not None
        return cls(game, candidates.keys.astype(np.int64), weights)

    def scores(
        self, guesses: Keys, objective: Objective, threads: WorkerThreads
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Score guesses by an objective.

        Args:
            guesses: Keys of the guesses, uint64, shape (m,).
            objective: The objective. `EXPECTED_SIZE` is the sum over the parts of weight times size, `ENTROPY` that of
                weights times their logarithms; the others do not depend on the weights.
            threads: The threads.

        Returns:
            The scores, less is better, uint64, and the weights of the secrets that the guesses may find, int64; each of
            shape (m,).
        """
        guesses = np.ascontiguousarray(guesses)
        found, wins = np.empty(len(guesses), dtype=np.uint64), np.empty(len(guesses), dtype=np.int64)
        parts, logs = len(part_table(self.game)), log_table(LOGS_MOST)
        step = max(1, loops.UNITS // (4 * len(self.members) + 1))

        def run(start: int, stop: int) -> None:
            for first in range(start, stop, step):
                each = slice(first, min(first + step, stop))
                loops.weighted_scores(
                    self.game.table,
                    guesses[each],
                    self.members,
                    self.weights,
                    parts,
                    objective.value,
                    logs,
                    found[each],
                    wins[each],
                )

        threads.map(len(guesses), threads.chunks(len(guesses), len(self.members)), run)
        return found, wins

    def parts(self, guess: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the parts of a guess.

        Args:
            guess: The key of the guess.

        Returns:
            The sizes of the parts and the sums of their weights, int64, shape (parts,), the win last.
        """
        numbers = self.game.table[guess, self.members]
        count = len(part_table(self.game))
        sums = np.bincount(numbers, self.weights, minlength=count)  # exact: below 2^53
        return np.bincount(numbers, minlength=count), sums.astype(np.int64)


def in_order(scores: NDArray[np.uint64], wins: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sort guesses by their scores, then by the weight of the secret that they may find, then in the order given.

    Args:
        scores: Scores, less is better, uint64, shape (m,).
        wins: Weights, int64, shape (m,).

    Returns:
        Their indices, best first, int64, shape (m,).

    >>> in_order(np.array([5, 3, 3], dtype=np.uint64), np.array([1, 0, 2])).tolist()
    [2, 1, 0]
    """
    return np.lexsort((-wins, scores))
