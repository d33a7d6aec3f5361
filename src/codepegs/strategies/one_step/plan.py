"""The plan of a one-step strategy for a game, walked in C++."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, OneStep
from codepegs.game import Code, Game, Position
from codepegs.parallel import WorkerThreads
from codepegs.strategies.protocol import ChosenPlan
from codepegs.trees import WHOLE, Shard, Tree, TreeFigures, walk, walked_lengths, walked_tree


@dataclass(frozen=True)
class OneStepPlan:
    """The plan of a one-step strategy, computed in compiled code.

    >>> from codepegs.codes import Objective
    >>> OneStepPlan(Game(4, 6), OneStep(Objective.ENTROPY), (0, 0, 1, 2)).figures(WorkerThreads()).total
    5680
    """

    game: Game
    search: OneStep
    first: Code | None = None
    """The first guess; searched for if None."""
    backwards: bool = False
    """Whether codes are ordered as read from the last peg to the first."""

    def choose(self, position: Position, candidates: Candidates, threads: WorkerThreads) -> Code:
        """Choose the guess at a position."""
        if not position.turns and self.first is not None:
            return self.first
        return self.search.choose(position, candidates, threads=threads)

    @property
    def _first_forwards(self) -> Code | None:
        return self.first[::-1] if self.first is not None and self.backwards else self.first

    def tree(self, threads: WorkerThreads) -> Tree:
        """Return the tree; see `Plan.tree`. With `backwards` it is the mirror image of the usual one."""
        tree = walked_tree(Position(self.game), self.search, first=self._first_forwards, threads=threads)
        if not self.backwards:
            return tree
        mirrored = np.zeros_like(tree.guesses)
        for position in range(self.game.pegs):
            bits = np.uint64(tree.space.bits * position)
            mirrored |= tree.space.colors_at(tree.guesses, position).astype(np.uint64) << bits
        return Tree(self.game, mirrored, tree.parents, tree.parts)

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        """Count the guesses over all secrets; see `Plan.figures`."""
        return walk(Position(self.game), self.search, first=self._first_forwards, threads=threads, shard=shard)

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        """Count the guesses for every secret; see `Plan.all_lengths`."""
        if self.backwards:
            return self.tree(threads).lengths
        return walked_lengths(self.game, self.search, first=self.first, threads=threads)

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Count the guesses for some secrets; see `Plan.lengths`."""
        forwards = OneStepPlan(self.game, self.search, self._first_forwards)
        held = [secret[::-1] for secret in secrets] if self.backwards else secrets
        return ChosenPlan(self.game, forwards.choose).lengths(held, threads)
