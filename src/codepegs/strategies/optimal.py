"""Optimal play: the gallery's tree, or an exact search if there is none and few enough codes are left."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import lru_cache

import msgspec

from codepegs.candidates import Candidates, KeyLayout
from codepegs.errors import Unavailable
from codepegs.game import Code, Game, Position, Turn, View
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.base import Budget, Codebreaker, Strategy
from codepegs.strategies.one_step import QuickEntropy
from codepegs.strategies.suggestion import Suggestion
from codepegs.strategies.tree_follower import Best, best_in
from codepegs.strategies.whole_strategy import Plan, TreePlan
from codepegs.trees import Tree
from codepegs.trees.gallery import best_of, find

logger = logging.getLogger(__name__)

SEARCHED_GAME, SEARCHED_VIEW = 300, 130
"""Largest number of codes of a game without a tree in the gallery for which a tree is searched when it is played: if
replies show black and white, and in other views."""

SEARCHED_WORK = 5_000_000
"""Candidates times codes of the game up to which the best guess is searched for after guesses outside the tree."""

SCORED_MOST = 50_000_000
"""Guesses that such a search may score, some seconds; a limit of work, so that every run gives the same result."""

MEMORY_ENTRIES = 1 << 18
"""Entries of the transposition table of such a search."""

LONG = 2.0
"""Seconds after which a search is reported in the log."""


class OptimalOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The strategy `optimal` has no options."""


class OptimalCodebreaker(QuickEntropy):
    """A codebreaker that follows the best tree of its game, and searches exactly after other guesses."""

    def best(self, budget: Budget) -> Best | None:
        """Return the best guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess; None if the tree does not contain the turns and a search would take too long.
        """
        game, turns = self.position.game, self.position.turns
        candidates = self.candidates(budget.crew)
        best = best_in(best_tree(game), turns, is_proved(game))
        if best is None and len(candidates) * game.size <= SEARCHED_WORK:
            best = _search(game, turns)
        if best is None:
            _tell_once(
                f"after guesses outside the optimal tree {len(candidates):,} candidates are left, too many for a "
                "quick search; using auto"
            )
        return best

    def choose(self, budget: Budget) -> Code:
        """Choose the guess at this position; by entropy if the best guess is not known.

        Args:
            budget: Threads and units of work.

        Returns:
            The guess.
        """
        best = self.best(budget)
        return super().choose(budget) if best is None else best.guess

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: the best guess, then others by entropy.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread if None.

        Returns:
            The guesses with their figures.
        """
        budget = budget or Budget()
        best = self.best(budget)
        ranked = super().rank(most, budget)
        return ranked if best is None else best.said_with(ranked)

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Return whether the guess of this strategy is the first of the ranking by entropy.

        Args:
            candidates: The candidates.

        Returns:
            True only if the best guess is not known.
        """
        return self.best(Budget()) is None and super().plays_the_first(candidates)


_told: set[str] = set()


def _tell_once(sentence: str) -> None:
    """Log a message once."""
    if sentence not in _told:
        _told.add(sentence)
        logger.info(sentence)


def _news(what: str) -> Callable[[object], None]:
    """A progress callback that logs the purpose of a search if it takes long."""
    began, reported = time.monotonic(), False

    def progress(_: object) -> None:
        nonlocal reported
        if not reported and time.monotonic() - began > LONG:
            reported = True
            logger.info(f"searching for {what}")

    return progress


def is_proved(game: Game) -> bool:
    """Return whether the best tree of a game is proved optimal.

    Args:
        game: The game.

    Returns:
        False if the tree of the gallery is not proved; a tree that is searched for is.
    """
    entry = find(game)
    return entry is None or entry.is_proved


def best_tree(game: Game) -> Tree:
    """Return the tree of the gallery for a game, or search for one.

    A tree that is not proved optimal is reported once, in a log message.

    Args:
        game: The game.

    Returns:
        The tree.

    Raises:
        Unavailable: No tree was found.
    """
    if not is_proved(game):
        _tell_once(f"the gallery's tree for {game} is the best known, but not proved optimal")
    return best_of(game) or _searched(game)


@lru_cache(maxsize=16)
def _searched(game: Game) -> Tree:
    from codepegs.trees.search import optimal

    found = optimal(game, progress=_news(f"the optimal tree for {game}"))
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None:
        raise Unavailable(f"the search for the optimal tree for {game} ended without a tree")
    return found.tree


@lru_cache(maxsize=1_000)
def _search(game: Game, turns: tuple[Turn, ...]) -> Best | None:
    """The best guess after any turns; None if the search exceeds its limit."""
    from codepegs.trees.search import Searcher, SearchOptions

    left = Candidates.after(Position(game, turns))
    if len(left) <= 2:
        return Best(left[0], (1 + len(left)) / 2, True)
    news = _news(f"the best guess for {len(left):,} candidates")

    def pause() -> bool:
        news(None)
        return False

    searcher = Searcher(game, options=SearchOptions(memory_entries=MEMORY_ENTRIES))
    value = searcher.search(left.keys, turns, pause=pause, most_scored=SCORED_MOST)
    if value is None:
        return None
    guess = searcher.best_guess(left.keys, turns, value)
    return Best(left.layout.decode(guess), 1 + value / len(left), True)


def _refuses(game: Game) -> str | None:
    from codepegs.trees.search import KEY_BITS, MOST_CODES_SEARCHED

    if find(game) is not None:
        return None
    most = SEARCHED_GAME if game.view is View.BLACK_WHITE else SEARCHED_VIEW
    if game.size <= most and KeyLayout.of(game).bits * game.pegs <= KEY_BITS:
        return None
    reason = f"the gallery has no tree for it, and optimal trees are searched for up to {most:,} codes only"
    if game.size > MOST_CODES_SEARCHED:
        return reason
    return f"{reason}; find one with codepegs optimal {game} -o FILE and play it with tree:FILE"


def _start(game: Game, options: OptimalOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    return OptimalCodebreaker(game, seed, history)


def _plan(game: Game, options: OptimalOptions, crew: Crew) -> Plan:
    return TreePlan(best_tree(game))


def _files(options: OptimalOptions, game: Game | None) -> tuple[str, ...]:
    entry = None if game is None else find(game)
    return () if entry is None else (str(entry.path),)


OPTIMAL = Strategy(
    name="optimal",
    summary="minimises the expected number of guesses: a tree of the gallery, or a search",
    origin="codepegs optimal; see codepegs tree list for each tree",
    limits=f"games with a tree in the gallery, others of up to {SEARCHED_GAME} codes ({SEARCHED_VIEW} in partial "
    "views); after guesses outside the tree it searches for a few seconds, then uses auto",
    options=OptimalOptions,
    start=_start,
    refuses=_refuses,
    plan=_plan,
    files=_files,
)
