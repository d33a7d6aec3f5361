"""The parts that guesses make of candidates of a listed game, looked up in its table of replies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import loops
from codepegs.codes.candidates import Candidates
from codepegs.codes.key_layout import Keys
from codepegs.codes.partition import Objective, log_table
from codepegs.game import ListedGame, part_table


@dataclass(frozen=True)
class TableSet:
    """Some candidates as columns of the table of replies; it is used as `PlaneSet` is."""

    game: ListedGame
    members: NDArray[np.int64]

    @classmethod
    def of(cls, candidates: Candidates) -> TableSet:
        """Return the columns of some candidates.

        Args:
            candidates: Candidates of a listed game.

        Returns:
            The set.
        """
        game = candidates.game
        assert isinstance(game, ListedGame)
        return cls(game, candidates.keys.astype(np.int64))

    def count(self, guesses: Keys, start: int, stop: int, out: NDArray[np.int64]) -> None:
        """Write the part sizes of some guesses; see `PlaneSet.count`."""
        table = self.game.table
        for first, after in self._steps(start, stop):
            rows = out[first - start : after - start]
            loops.table_sizes(table, guesses[first:after], self.members, rows)

    def best(
        self, guesses: Keys, start: int, stop: int, objective: Objective, scored: NDArray[np.uint64]
    ) -> tuple[int, int]:
        """Return the best of some guesses; see `PlaneSet.best`."""
        table, logs = self.game.table, log_table(len(self.members))
        found = []
        for first, after in self._steps(start, stop):
            keys = scored[first:after] if len(scored) else scored
            asked = guesses[first:after]
            parts = len(part_table(self.game))
            key, at = loops.table_best(table, asked, self.members, parts, objective.value, logs, keys)
            found.append((key, first + at))
        return min(found)

    def _steps(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Ranges of guesses that one call handles, so that an interrupt is never kept waiting."""
        step = max(1, loops.UNITS // (len(self.members) + len(part_table(self.game))))
        return [(first, min(first + step, stop)) for first in range(start, stop, step)]
