"""Plans: a deterministic strategy for one game as a whole, with its guesses, its tree, and its number of guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import OneStep
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Position
from codepegs.parallel import WorkerThreads
from codepegs.trees import WHOLE, Choose, Shard, Tree, TreeFigures, walk, walked_lengths, walked_tree


class Plan:
    """The guesses of a deterministic strategy at all positions of a game; by default, all else is read off its tree."""

    @property
    def first(self) -> Code | None:
        """The first guess, if it is given."""
        return None

    def tree(self, threads: WorkerThreads) -> Tree:
        """Return the tree of the strategy."""
        raise NotImplementedError

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        """Count the secrets that take each number of guesses; of all secrets, or of a share."""
        tree = self.tree(threads)
        first, after = shard.interval(tree.game.size)
        return TreeFigures(tuple(np.bincount(tree.spent[tree.found_at][first:after])[1:].tolist()))

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        """Count the guesses for every secret, int64, in the order of codes."""
        return self.tree(threads).lengths

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Count the guesses for some secrets, in their order."""
        space = self.tree(threads).space
        sought = np.array([space.encode(secret) for secret in secrets], dtype=np.uint64)
        found: list[int] = self.all_lengths(threads)[space.numbers(sought)].tolist()
        return found


@dataclass(frozen=True)
class ChosenPlan(Plan):
    """The plan of a strategy given as a function, or of a one-step strategy, which compiled code computes."""

    game: Game
    strategy: OneStep | Choose
    first: Code | None = None
    """The first guess; searched for if None."""

    def tree(self, threads: WorkerThreads) -> Tree:
        return walked_tree(Position(self.game), self.strategy, first=self.first, threads=threads)

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        return walk(Position(self.game), self.strategy, first=self.first, threads=threads, shard=shard)

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        return walked_lengths(self.game, self.strategy, first=self.first, threads=threads)

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Count the guesses for some secrets; only the branches that lead to them are followed."""
        found: list[int] = walked_lengths(self.game, self.strategy, secrets, first=self.first, threads=threads).tolist()
        return found


@dataclass(frozen=True)
class TreePlan(Plan):
    """The plan of a strategy that is stored as a tree; raises `BadInput` if that does not find every secret."""

    stored: Tree

    def __post_init__(self) -> None:
        found, wanted = self.stored.figures.secrets, self.stored.game.size
        if found != wanted:
            raise BadInput.because("tree_is_partial", found=found, count=wanted, game=str(self.stored.game))

    def tree(self, threads: WorkerThreads) -> Tree:
        return self.stored


@dataclass(frozen=True)
class BackwardsPlan(Plan):
    """The plan of a strategy for codes that are read from the last peg to the first: the mirror image of another."""

    forwards: ChosenPlan

    @property
    def first(self) -> Code | None:
        return None if self.forwards.first is None else self.forwards.first[::-1]

    def tree(self, threads: WorkerThreads) -> Tree:
        tree = self.forwards.tree(threads)
        mirrored = np.zeros_like(tree.guesses)
        for position in range(tree.game.pegs):
            bits = np.uint64(tree.space.bits * position)
            mirrored |= tree.space.colors_at(tree.guesses, position).astype(np.uint64) << bits
        return Tree(tree.game, mirrored, tree.parents, tree.parts)

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        return self.forwards.figures(threads, shard)

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        return self.forwards.lengths([secret[::-1] for secret in secrets], threads)
