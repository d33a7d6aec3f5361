"""A strategy tree from a file or from the gallery, played as a strategy."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from codepegs.errors import BadPosition, BadStrategy, Contradiction
from codepegs.files import exists
from codepegs.game import Code, Game, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Codebreaker, ForeignHistory, Strategy
from codepegs.strategies.one_step import ExhaustiveCodebreaker
from codepegs.strategies.whole_strategy import Plan, TreePlan
from codepegs.trees import Tree
from codepegs.trees.formats import read_tree
from codepegs.trees.gallery import tree_file


class TreeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The option of the strategy `tree`: a file, or a name in the gallery."""

    path: Annotated[str, Meta(description="a tree file in any format, or gallery:RULES")]

    @property
    def file(self) -> str:
        """The path of the tree; raises `BadInput` if the gallery has no such tree."""
        return tree_file(self.path)


class TreeCodebreaker(ExhaustiveCodebreaker):
    """A codebreaker that looks up its guesses in a tree."""

    def __init__(self, game: Game, tree: Tree, seed: Seed, history: tuple[Turn, ...]) -> None:
        super().__init__(game, seed, history)
        self.tree = tree
        self._find()

    def _find(self) -> int | None:
        try:
            return self.tree.node_after(self.position.turns)
        except BadPosition as error:
            raise ForeignHistory(str(error)) from None

    def choose(self, budget: Budget) -> Code:
        """Return the code to guess."""
        node = self._find()
        if node is not None:
            return self.tree.guess(node)
        if not len(self.candidates(budget.threads)):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        raise BadStrategy(
            f"the tree ends at {self.position} with {len(self.candidates(budget.threads)):,} candidates left: check it "
            "with codepegs tree verify"
        )

    def learn(self, turn: Turn) -> None:
        """Add a turn; raises `ForeignHistory` if the guess is not that of the tree."""
        before = self.position, self._candidates
        super().learn(turn)
        try:
            self._find()
        except ForeignHistory:
            self.position, self._candidates = before
            raise


def load(path: str) -> Tree:
    """The tree in a file, cached until the file changes; raises `BadTree` or `Unavailable`."""
    return _load(path, Path(path).stat().st_mtime_ns if exists(path) else 0)


@lru_cache(maxsize=4)
def _load(path: str, stamp: int) -> Tree:
    return read_tree(path)


def _tree_for(game: Game, options: TreeOptions) -> Tree:
    tree = load(options.file)
    if tree.game != game:
        raise BadStrategy(f"{options.path} is a tree for {tree.game}, not for {game}")
    return tree


def _start(game: Game, options: TreeOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    return TreeCodebreaker(game, _tree_for(game, options), seed, history)


def _plan(game: Game, options: TreeOptions, threads: WorkerThreads) -> Plan:
    return TreePlan(_tree_for(game, options))


FROM_TREE = Strategy(
    name="tree",
    summary="plays a strategy tree: one of the gallery, e.g. tree:gallery:p4c6, or one in a file, e.g. tree:my.tree",
    origin="codepegs tree build, or another program that writes one of the formats",
    limits="the game of the tree; after guesses that are not in the tree, auto takes over",
    options=TreeOptions,
    start=_start,
    refuses=lambda game: None,
    how=lambda game: "if the tree is for this game",
    text_option="path",
    text_words="the name or the file of a tree",
    text_example="tree:gallery:p4c6",
    plays_lists=True,
    files=lambda options, game: (options.file,),
    plan=_plan,
    own_guesses_only=True,
)
