"""Plans: a deterministic strategy for one game as a whole, with its guesses, its tree, and its number of guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, OneStep
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Position
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason
from codepegs.trees import (
    WHOLE,
    Shard,
    Tree,
    TreeFigures,
    build_with,
    lengths_with,
    walk,
    walk_with,
    walked_lengths,
    walked_tree,
)


class Plan(Protocol):
    """The guesses of a deterministic strategy at all positions of a game."""

    def tree(self, threads: WorkerThreads) -> Tree:
        """Return the tree of the strategy."""

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        """Count the secrets that take each number of guesses; of all secrets, or of a share."""

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        """Count the guesses for every secret, int64, in the order of codes."""

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Count the guesses for some secrets, in their order."""


@dataclass(frozen=True)
class ChosenPlan(Plan):
    """The plan of a strategy given as a function; its tree is built guess by guess."""

    game: Game
    choose: Callable[[Position, Candidates, WorkerThreads], Code]

    def tree(self, threads: WorkerThreads) -> Tree:
        return build_with(Position(self.game), self._silently(threads), threads=threads)

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        return walk_with(Position(self.game), self._silently(threads), threads=threads, shard=shard)

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        return self.tree(threads).lengths

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Count the guesses for some secrets; only the branches that lead to them are followed."""
        return lengths_with(Position(self.game), self._silently(threads), secrets, threads=threads)

    def _silently(self, threads: WorkerThreads) -> Callable[[Position, Candidates], Code]:
        """The function with threads that report no progress, because the walk reports its own."""
        quiet = threads.reporting(None)
        return lambda position, candidates: self.choose(position, candidates, quiet)


@dataclass(frozen=True)
class TreePlan(Plan):
    """The plan of a strategy that is stored as a tree; raises `BadInput` if that does not find every secret."""

    stored: Tree
    """The tree."""

    def __post_init__(self) -> None:
        found, wanted = self.stored.figures.secrets, self.stored.game.size
        if found != wanted:
            raise BadInput.because(Reason.of("tree_is_partial", found=found, count=wanted, game=str(self.stored.game)))

    def tree(self, threads: WorkerThreads) -> Tree:
        return self.stored

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        first, after = shard.interval(self.stored.game.size)
        lengths = self.stored.spent[self.stored.found_at][first:after]
        return TreeFigures(tuple(np.bincount(lengths)[1:].tolist()))

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        return self.stored.lengths

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        tree = self.stored
        if not tree.game.is_usual:
            return [int(tree.lengths[tree.game.number_of_code(secret)]) for secret in secrets]
        keys, depths = tree.guesses[tree.solves], tree.depths[tree.solves]
        order = np.argsort(keys)
        sought = np.array([tree.space.encode(secret) for secret in secrets], dtype=np.uint64)
        found: list[int] = depths[order[np.searchsorted(keys, sought, sorter=order)]].tolist()
        return found


@dataclass(frozen=True)
class OneStepPlan(Plan):
    """The plan of a one-step strategy, computed in compiled code."""

    game: Game
    search: OneStep
    first: Code | None = None
    """The first guess; searched for if None."""
    backwards: bool = False
    """Whether codes are ordered as read from the last peg to the first."""

    def choose(self, position: Position, candidates: Candidates, threads: WorkerThreads) -> Code:
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
        return walk(Position(self.game), self.search, first=self._first_forwards, threads=threads, shard=shard)

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        if self.backwards:
            return self.tree(threads).lengths
        return walked_lengths(self.game, self.search, first=self.first, threads=threads)

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        forwards = OneStepPlan(self.game, self.search, self._first_forwards)
        held = [secret[::-1] for secret in secrets] if self.backwards else secrets
        return ChosenPlan(self.game, forwards.choose).lengths(held, threads)
