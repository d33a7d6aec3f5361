"""A deterministic strategy on one game as a whole: what to guess at any position, its tree, and its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from codepegs.candidates import Candidates
from codepegs.choice import OneStep
from codepegs.chunks import Crew
from codepegs.errors import BadInput
from codepegs.game import Code, Game
from codepegs.texts import Position
from codepegs.trees.build import build_with, lengths_with, walk_with
from codepegs.trees.shards import WHOLE, Shard
from codepegs.trees.tree import Tree, TreeFigures
from codepegs.trees.walk import walk, walked_tree


class Plan(Protocol):
    """What a strategy will do against every secret of a game."""

    def tree(self, crew: Crew) -> Tree:
        """Its tree."""
        ...

    def figures(self, crew: Crew, shard: Shard = WHOLE) -> TreeFigures:
        """Its figures over all secrets, or over a share of them."""
        ...

    def lengths(self, secrets: Sequence[Code], crew: Crew) -> list[int]:
        """How many guesses it needs for each of some secrets."""
        ...


@dataclass(frozen=True)
class ChosenPlan:
    """A strategy given as a function; its tree is built guess by guess."""

    game: Game
    choose: Callable[[Position, Candidates, Crew], Code]

    def tree(self, crew: Crew) -> Tree:
        """The tree."""
        return build_with(Position(self.game), lambda here, left: self.choose(here, left, crew), crew=crew)

    def figures(self, crew: Crew, shard: Shard = WHOLE) -> TreeFigures:
        """The figures over all secrets, or over a share of them."""
        start = Position(self.game)
        return walk_with(start, lambda here, left: self.choose(here, left, crew), crew=crew, shard=shard)

    def lengths(self, secrets: Sequence[Code], crew: Crew) -> list[int]:
        """How many guesses each of some secrets takes; only the branches that lead to them are looked at."""
        start = Position(self.game)
        return lengths_with(start, lambda here, left: self.choose(here, left, crew), secrets, crew=crew)


@dataclass(frozen=True)
class OneStepPlan:
    """A one-step strategy, walked in compiled code.

    >>> from codepegs.partitions import Objective
    >>> OneStepPlan(Game(4, 6), OneStep(Objective.ENTROPY), (0, 0, 1, 2)).figures(Crew()).total
    5680
    """

    game: Game
    search: OneStep
    first: Code | None = None
    """The first guess, where it is not searched for."""
    backwards: bool = False
    """Whether codes are ordered as read from the last peg to the first."""

    def choose(self, position: Position, candidates: Candidates, crew: Crew) -> Code:
        """The guess at a position."""
        if not position.turns and self.first is not None:
            return self.first
        return self.search.choose(position, candidates, crew=crew, turn=len(position.turns) + 1)

    @property
    def _first_forwards(self) -> Code | None:
        return self.first[::-1] if self.first is not None and self.backwards else self.first

    def tree(self, crew: Crew) -> Tree:
        """The tree. A strategy that reads codes backwards has the mirror image of the tree of one that does not."""
        tree = walked_tree(Position(self.game), self.search, first=self._first_forwards, crew=crew)
        if not self.backwards:
            return tree
        mirrored = np.zeros_like(tree.guesses)
        for position in range(self.game.pegs):
            bits = np.uint64(tree.layout.bits * position)
            mirrored |= tree.layout.colors_at(tree.guesses, position).astype(np.uint64) << bits
        return Tree(self.game, mirrored, tree.parents, tree.parts)

    def figures(self, crew: Crew, shard: Shard = WHOLE) -> TreeFigures:
        """The figures over all secrets, or over a share of them."""
        return walk(Position(self.game), self.search, first=self._first_forwards, crew=crew, shard=shard)

    def lengths(self, secrets: Sequence[Code], crew: Crew) -> list[int]:
        """How many guesses each of some secrets takes."""
        forwards = OneStepPlan(self.game, self.search, self._first_forwards)
        held = [secret[::-1] for secret in secrets] if self.backwards else secrets
        return ChosenPlan(self.game, forwards.choose).lengths(held, crew)


@dataclass(frozen=True)
class TreePlan:
    """A strategy that is a tree already; raises `BadInput` when the tree does not find every secret of its game."""

    stored: Tree

    def __post_init__(self) -> None:
        found, wanted = self.stored.figures.secrets, self.stored.game.size
        if found != wanted:
            raise BadInput(
                f"the tree finds {found:,} of the {wanted:,} secrets of {self.stored.game}; "
                "codepegs tree verify says where it fails"
            )

    def tree(self, crew: Crew) -> Tree:
        """The tree."""
        return self.stored

    def figures(self, crew: Crew, shard: Shard = WHOLE) -> TreeFigures:
        """The figures over all secrets, or over a share of them."""
        first, after = shard.interval(self.stored.game.size)
        depths = self.stored.depths[self.stored.solves][first:after]
        return TreeFigures(tuple(np.bincount(depths)[1:].tolist()))

    def lengths(self, secrets: Sequence[Code], crew: Crew) -> list[int]:
        """How many guesses each of some secrets takes."""
        tree = self.stored
        keys, depths = tree.guesses[tree.solves], tree.depths[tree.solves]
        order = np.argsort(keys)
        sought = np.array([tree.layout.encode(secret) for secret in secrets], dtype=np.uint64)
        found: list[int] = depths[order[np.searchsorted(keys, sought, sorter=order)]].tolist()
        return found
