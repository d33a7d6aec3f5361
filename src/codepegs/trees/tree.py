"""A strategy tree as flat arrays, and the figures it is judged by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import KeyLayout, Keys
from codepegs.game import Game
from codepegs.partitions import part_table


@dataclass(frozen=True)
class TreeFigures:
    """What a strategy costs over all secrets.

    >>> TreeFigures((1, 3, 2)).total, TreeFigures((1, 3, 2)).depth
    (13, 3)
    """

    histogram: tuple[int, ...]
    """Secrets found with 1, 2, 3 … guesses."""

    @property
    def secrets(self) -> int:
        """Number of secrets played."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Guesses needed over all secrets, the final correct one counted."""
        return sum(length * secrets for length, secrets in enumerate(self.histogram, 1))

    @property
    def depth(self) -> int:
        """Most guesses any secret needs."""
        return len(self.histogram)

    @property
    def codes_at_depth(self) -> int:
        """Secrets that need the most guesses."""
        return self.histogram[-1]

    @property
    def average(self) -> float:
        """Expected number of guesses for a secret drawn at random."""
        return self.total / self.secrets


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy for one game; node 0 is the root and parents come before their children.

    Every array has one entry a node: the key of its guess, its parent (-1 for the root) and the part that leads to it.
    The child for the win is left out.
    """

    game: Game
    guesses: Keys
    parents: NDArray[np.int64]
    parts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.guesses)

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """Guesses made up to and including each node's."""
        depths = np.ones(len(self), dtype=np.int64)
        for node, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                depths[node] = depths[parent] + 1
        return depths

    @cached_property
    def solves(self) -> NDArray[np.bool_]:
        """Whether each node's guess can be the secret there: whether it fits every reply on the way."""
        layout = KeyLayout.of(self.game)
        codes = [layout.decode(key) for key in self.guesses.tolist()]
        replies = part_table(self.game).replies
        found = np.ones(len(self), dtype=np.bool_)
        for node, parent in enumerate(self.parents.tolist()):
            below = node
            while parent >= 0 and found[node]:
                found[node] = self.game.reply(codes[node], codes[parent]) == replies[self.parts[below]]
                below, parent = parent, int(self.parents[parent])
        return found

    @property
    def figures(self) -> TreeFigures:
        """Secrets by number of guesses: one for each node whose guess can be the secret there."""
        return TreeFigures(tuple(np.bincount(self.depths[self.solves])[1:].tolist()))
