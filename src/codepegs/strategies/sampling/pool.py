"""A pool of codes stored by columns, and the most informative guess for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, part_table
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.constraints import Rows, held_colors

PAD = 64
"""Columns are padded to a multiple of this many bytes."""

REPLIES_A_STEP = 10_000_000
"""Replies of one call, per 16 pegs, between checks for interrupts: about 10 milliseconds."""


@dataclass(frozen=True, eq=False)
class Pool:
    """A set of codes that represents all candidates, stored by columns."""

    game: Game
    codes: Rows
    """Shape (m, pegs), no code twice."""

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def columns(self) -> NDArray[np.uint8]:
        """The colour of every code at each peg, shape (pegs, m padded)."""
        return self._padded(self.codes.T)

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """The number of pegs of each colour in every code, shape (colours, m padded)."""
        return self._padded(held_colors(self.codes, self.game.colors).T)

    def _padded(self, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
        wide = np.zeros((len(rows), -(-len(self) // PAD) * PAD), dtype=np.uint8)
        wide[:, : len(self)] = rows
        return wide

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The part of each (black, total); impossible pairs have part 0 and never occur."""
        return np.maximum(part_table(self.game).part_of, 0)

    @cached_property
    def in_columns(self) -> loops.CodeColumns:
        """The codes, for the loops."""
        return loops.CodeColumns(self.columns, self.counts, len(self))

    def reply_costs(self, table: NDArray[np.float64]) -> loops.ReplyCosts:
        """Return a table of part costs for the compiled loops.

        `table`: costs by part size, as returned by `part_costs`, float64, shape (2, m + 1).
        """
        return loops.ReplyCosts(self.cells, self.parts, table)

    @property
    def guesses_a_step(self) -> int:
        """Guesses whose replies are computed in one call."""
        return max(1, REPLIES_A_STEP * 16 // (max(16, self.game.pegs) * max(1_000, len(self))))

    @property
    def parts(self) -> int:
        """Number of replies the game has."""
        return len(part_table(self.game))

    def score(self, guesses: Rows, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score guesses by the summed costs of the parts that they make.

        `guesses`: the guesses, uint8, shape (n, pegs). Returns the sums, float64, shape (n,).
        """
        values = np.empty(len(guesses))
        costs, each = self.reply_costs(table), self.guesses_a_step
        for start in range(0, len(guesses), each):
            part = slice(start, start + each)
            loops.score_guesses(self.in_columns, costs, guesses[part], values[part])
        return values

    def climb(
        self, guess: Rows, table: NDArray[np.float64], proposals: int, rng: np.random.Generator
    ) -> tuple[Rows, float]:
        """Improve a guess by random changes.

        `guess`: the guess, uint8, shape (pegs,).
        """
        better = guess.copy()
        state = rng.integers(2**64, size=1, dtype=np.uint64)
        costs, each = self.reply_costs(table), self.guesses_a_step
        value = 0.0
        for start in range(0, max(1, proposals), each):
            tried = min(each, proposals - start)
            value = loops.improve_guess(self.in_columns, costs, better, self.game.repeats, tried, state, 0.0)
        return better, value

    def part_sizes(self, guess: Rows) -> NDArray[np.int64]:
        """Count the codes of the pool in each part of the partition by a guess.

        `guess`: the guess, uint8, shape (pegs,). Returns the sizes, int64, shape (parts,), the win last.
        """
        black = (self.codes == guess).sum(axis=1)
        used = np.bincount(guess, minlength=self.game.colors)
        total = np.minimum(held_colors(self.codes, self.game.colors), used).sum(axis=1)
        return np.bincount(self.cells[black, total], minlength=self.parts)

    def sample(self, most: int, rng: np.random.Generator) -> Pool:
        """Draw some codes of the pool, without replacement."""
        if len(self) <= most:
            return self
        return Pool(self.game, self.codes[np.sort(rng.choice(len(self), most, replace=False))])
