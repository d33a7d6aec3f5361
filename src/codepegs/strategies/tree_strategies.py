"""The strategies that play trees: `optimal` and `tree`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from codepegs.codes import CodeSpace
from codepegs.errors import BadPosition, BadStrategy, Unavailable
from codepegs.files import exists
from codepegs.game import Code, Game, Turn, View
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies.auto import FewestGuesses
from codepegs.strategies.protocol import (
    SEARCHED_WORK,
    Best,
    Budget,
    ExhaustiveCodebreaker,
    ForeignHistory,
    NoOptions,
    Strategy,
    TreePlan,
    best_in,
    searched,
)
from codepegs.trees import Tree, search
from codepegs.trees.formats import read_tree
from codepegs.trees.gallery import best_of, find, tree_file

logger = logging.getLogger(__name__)

MOST_CODES_OF_GAME, MOST_CODES_OF_VIEW = 300, 130
"""Largest number of codes of a game without a tree in the gallery for which a tree is searched when it is played: if
replies show black and white, and in other views."""

SEARCHED_PAIRS = 1_000_000
"""Guesses times secrets of the largest listed game for which a tree is searched when it is played."""

SCORED_MOST = 50_000_000
"""Guesses that such a search may score, some seconds; a limit of work, so that every run gives the same result."""

LONG = 2.0
"""Seconds after which a search is reported in the log."""


class OptimalCodebreaker(FewestGuesses):
    """A codebreaker that follows the best tree of its game, and searches exactly after other guesses."""

    def best(self, budget: Budget) -> Best | None:
        """The best guess; None if the tree does not contain the turns and a search would take too long."""
        game, turns = self.position.game, self.position.turns
        candidates = self.candidates(budget.threads)
        best = best_in(best_tree(game), turns, is_proved(game))
        if best is None and len(candidates) * game._guess_count <= SEARCHED_WORK:
            best = searched(game, turns, SCORED_MOST)
        if best is None:
            _log_once(
                f"after guesses outside the optimal tree {len(candidates):,} candidates are left, too many for a "
                "quick search; using auto"
            )
        return best


@cache
def _log_once(sentence: str) -> None:
    logger.info(sentence)


@contextmanager
def _logged_if_long(what: str) -> Iterator[None]:
    """Log the purpose of a search if it takes long."""
    timer = threading.Timer(LONG, logger.info, [f"searching for {what}"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def is_proved(game: Game) -> bool:
    """Return whether the best tree of a game is proved optimal."""
    entry = find(game)
    return entry is None or entry.is_proved


def best_tree(game: Game) -> Tree:
    """Return the gallery's tree for a game, or search for one; logs once that a tree is not proved optimal."""
    if not is_proved(game):
        _log_once(f"the gallery's tree for {game} is the best known, but not proved optimal")
    return best_of(game) or _searched(game)


@lru_cache(maxsize=16)
def _searched(game: Game) -> Tree:
    with _logged_if_long(f"the optimal tree for {game}"):
        found = search.optimal(game)
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None:
        raise Unavailable.because("search_without_tree", game=str(game))
    return found.tree


def _refuses_optimal(game: Game) -> Reason | None:
    if find(game) is not None:
        return None
    if game._traits.why_not_searched is not None:
        return game._traits.why_not_searched
    if game._traits.is_tabulated:
        pairs = game._guess_count * game.size
        return None if pairs <= SEARCHED_PAIRS else _or_before(game, "searches_few_pairs", SEARCHED_PAIRS)
    most = MOST_CODES_OF_GAME if game.view is View.BLACK_WHITE else MOST_CODES_OF_VIEW
    if game.size <= most and CodeSpace.of(game).bits * game.pegs <= search.KEY_BITS:
        return None
    return _or_before(game, "searches_small_games", most)


def _or_before(game: Game, kind: str, most: int) -> Reason:
    """A reason not to search while playing, and what to do instead."""
    before = {"before": "find_tree_before"} if game.size <= search.MOST_CODES_SEARCHED else {}
    return game._reason(kind, most=most, **before)


def _files_optimal(options: NoOptions, game: Game | None) -> tuple[str, ...]:
    entry = None if game is None else find(game)
    return () if entry is None else (str(entry.path),)


OPTIMAL = Strategy(
    name="optimal",
    summary="minimises the expected number of guesses, with a tree of the gallery or a search",
    origin="codepegs optimal; see codepegs tree list for each tree",
    limits=f"games with a tree in the gallery, and others of up to {MOST_CODES_OF_GAME} codes ({MOST_CODES_OF_VIEW} if "
    "replies show only black, only white or the total); after guesses that are not in the tree it searches for a few "
    "seconds, and if that fails auto takes over",
    options=NoOptions,
    start=OptimalCodebreaker,
    refuses=_refuses_optimal,
    plan=lambda game, options, threads: TreePlan(best_tree(game)),
    files=_files_optimal,
    plays_lists=True,
    plays_tables=True,
)


class TreeOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The option of the strategy `tree`: a file, or a name in the gallery."""

    path: Annotated[str, Meta(description="a tree file in any format, or gallery:RULES")]

    @property
    def file(self) -> str:
        """The path of the tree; raises `BadInput` if the gallery has no such tree."""
        return tree_file(self.path)


class TreeCodebreaker(ExhaustiveCodebreaker):
    """A codebreaker that looks up its guesses in a tree."""

    compared = ("tree",)

    def __init__(self, game: Game, tree: Tree, seed: Seed, history: tuple[Turn, ...]) -> None:
        super().__init__(game, None, seed, history)
        self.tree = tree
        self._find()

    def _find(self) -> int | None:
        try:
            return self.tree.node_after(self.position.turns)
        except BadPosition as error:
            raise ForeignHistory.like(error) from None

    def choose(self, budget: Budget) -> Code:
        node = self._find()
        if node is not None:
            return self.tree.guess(node)
        raise BadStrategy.because("tree_ends", given=str(self.position), count=len(self.candidates(budget.threads)))

    def update(self) -> None:
        """Follow the tree one turn further; raises `ForeignHistory` if the guess is not that of the tree."""
        super().update()
        self._find()


def load(path: str) -> Tree:
    """The tree in a file, cached until the file changes; raises `BadTree` or `Unavailable`."""
    return _load(path, Path(path).stat().st_mtime_ns if exists(path) else 0)


@lru_cache(maxsize=4)
def _load(path: str, stamp: int) -> Tree:
    return read_tree(path)


def _tree_for(game: Game, options: TreeOptions) -> Tree:
    tree = load(options.file)
    if tree.game != game:
        raise BadStrategy.because("tree_of_another_game", file=options.path, other=str(tree.game), game=str(game))
    return tree


FROM_TREE: Strategy[TreeOptions] = Strategy(
    name="tree",
    summary="plays a strategy tree: one of the gallery, e.g. tree:gallery:p4c6, or one in a file, e.g. tree:my.tree",
    origin="codepegs tree build, or another program that writes one of the formats",
    limits="the game of the tree; after guesses that are not in the tree, auto takes over",
    options=TreeOptions,
    start=lambda game, options, seed, history: TreeCodebreaker(game, _tree_for(game, options), seed, history),
    refuses=lambda game: None,
    how=lambda game: "if the tree is for this game",
    text_option="path",
    text_words="the name or the file of a tree",
    text_example="tree:gallery:p4c6",
    plays_lists=True,
    plays_tables=True,
    files=lambda options, game: (options.file,),
    plan=lambda game, options, threads: TreePlan(_tree_for(game, options)),
    own_guesses_only=True,
)
