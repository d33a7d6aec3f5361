"""A deterministic strategy on one game as a whole: what to guess at any position, its tree, and its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from codepegs.candidates import Candidates
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Position
from codepegs.parallel import Crew
from codepegs.trees import WHOLE, Shard, Tree, TreeFigures, build_with, lengths_with, walk_with


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
class TreePlan:
    """A strategy that is a tree already; raises `BadInput` when the tree does not find every secret of its game."""

    stored: Tree

    def __post_init__(self) -> None:
        found, wanted = self.stored.figures.secrets, self.stored.game.size
        if found != wanted:
            raise BadInput(
                f"the tree finds only {found:,} of the {wanted:,} secrets of {self.stored.game}: check it with "
                "codepegs tree verify"
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
