"""The best play there is: the gallery's tree, or an exact search where no tree is and few enough codes are left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations

import msgspec
import numpy as np

from codepegs.advice import Suggestion
from codepegs.candidates import Candidates, KeyLayout
from codepegs.chunks import Crew
from codepegs.codebreakers.auto import AutoExhaustive
from codepegs.codebreakers.door import Budget, Codebreaker, Strategy
from codepegs.codebreakers.exhaustive import ExhaustiveCodebreaker
from codepegs.errors import BadPosition, Unavailable
from codepegs.gallery.index import best_of, find
from codepegs.game import Code, Game, View
from codepegs.notices import tell
from codepegs.seeds import Seed
from codepegs.texts import Position, Turn
from codepegs.trees.plans import Plan, TreePlan
from codepegs.trees.tree import Tree

SEARCHED_GAME, SEARCHED_VIEW = 300, 130
"""Codes of the largest game without a tree in the gallery whose best tree is searched for on the spot, by whether
replies show black and white or less."""

SEARCHED_WORK = 5_000_000
"""Candidates times codes of the game up to which the best guess after turns that left the tree is searched for."""

SCORED_MOST = 50_000_000
"""Guesses such a search may score before it gives up: some seconds, but counted, so that every run does the same."""

QUOTA = 100
"""Sets scored from one look at that count to the next."""

MEMORY_ENTRIES = 1 << 18
"""Sets that such a search remembers."""

MOST_EXCHANGED = 6
"""Pegs up to which all their orders are tried, to know a history that is one of the tree's in other colours."""

LONG = 2.0
"""Seconds after which a search says that it takes place."""


class OptimalOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The best play takes no options."""


@dataclass(frozen=True, slots=True)
class Best:
    """A guess after which the expected guesses are the least, or the least known."""

    guess: Code
    average: float
    """Expected guesses from here on, this one counted."""
    is_proved: bool

    @property
    def words(self) -> str:
        """One sentence on what it is worth."""
        play = "Best play" if self.is_proved else "The best play known"
        return (
            f"{play} needs {round(self.average, 4):g} guess{'es' * (self.average != 1)} on average, this one counted."
        )


class OptimalCodebreaker(ExhaustiveCodebreaker):
    """Follows the best tree of its game, and searches exactly where other guesses were made."""

    def best(self, budget: Budget) -> Best | None:
        """The best guess; None where it would take too long to find, after turns that are not in the tree."""
        game, turns = self.position.game, self.position.turns
        candidates = self.candidates(budget.crew)
        tree = best_tree(game)
        try:
            node = tree.node_after(turns)
        except BadPosition:
            alike = _alike(tree, turns)
            if alike is not None:
                return Best(alike[1], _average_below(tree, alike[0]), is_proved(game))
            if len(candidates) * game.size > SEARCHED_WORK:
                return None
            return _search(game, turns)
        assert node is not None, "a tree that finds every secret ends only where no code is left"
        return Best(tree.guess(node), _average_below(tree, node), is_proved(game))

    def choose(self, budget: Budget) -> Code:
        """The code to guess."""
        best = self.best(budget)
        return self._otherwise(budget).choose(budget) if best is None else best.guess

    def _otherwise(self, budget: Budget) -> AutoExhaustive:
        """`auto` at this position, which is said."""
        candidates = self.candidates(budget.crew)
        _tell_once(
            f"other guesses than those of the best tree left {len(candidates):,} codes, too many to search for the "
            f"best guess in a moment; auto chooses it"
        )
        auto = AutoExhaustive(self.position.game, self.seed, self.position.turns)
        auto.adopt(candidates)
        return auto

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """The best guess with what it is worth, then others by information."""
        budget = budget or Budget()
        best = self.best(budget)
        if best is None:
            return self._otherwise(budget).rank(most, budget)
        first, *others = super().rank(most, budget)
        return [replace(first, why=f"{first.why} {best.words}"), *others]


def _alike(tree: Tree, turns: tuple[Turn, ...]) -> tuple[int, Code] | None:
    """The node that turns lead to once pegs and colours are exchanged, and its guess with them exchanged back.

    >>> tree = best_tree(Game(4, 10, repeats=False))
    >>> _alike(tree, Position.parse("p4c10n 5678:1b1w").turns)[1]
    (4, 6, 0, 1)
    """
    if tree.game.pegs > MOST_EXCHANGED:
        return None
    for pegs in permutations(range(tree.game.pegs)):
        node, colors = 0, dict[int, int]()
        for turn in turns:
            found = tree.child(node, turn.reply) if _exchange(tree.guess(node), turn.guess, pegs, colors) else None
            if found is None:
                break
            node = found
        else:
            free = (color for color in range(tree.game.colors) if color not in colors.values())
            for color in tree.guess(node):
                if color not in colors:
                    colors[color] = next(free)
            return node, tuple(colors[tree.guess(node)[peg]] for peg in pegs)
    return None


def _exchange(ours: Code, theirs: Code, pegs: tuple[int, ...], colors: dict[int, int]) -> bool:
    """Whether our code is theirs when pegs and colours are exchanged; colours met for the first time are noted."""
    for peg, color in zip(pegs, theirs, strict=True):
        if ours[peg] not in colors and color not in colors.values():
            colors[ours[peg]] = color
        if colors.get(ours[peg]) != color:
            return False
    return True


def _average_below(tree: Tree, node: int) -> float:
    """Expected guesses at a node over the secrets below it, its own guess counted."""
    below = slice(node, int(tree.ends[node]))
    depths = tree.depths[below][tree.solves[below]]
    return float(np.mean(depths) - tree.depths[node] + 1)


_told: set[str] = set()


def _tell_once(sentence: str) -> None:
    """Say something the first time."""
    if sentence not in _told:
        _told.add(sentence)
        tell(sentence)


def _news(what: str) -> Callable[[object], None]:
    """Takes the progress of a search, and says what is searched for when it takes long."""
    began, told = time.monotonic(), False

    def progress(_: object) -> None:
        nonlocal told
        if not told and time.monotonic() - began > LONG:
            told = True
            tell(f"searching for {what}")

    return progress


def is_proved(game: Game) -> bool:
    """Whether the tree of a game is proved best; one that was searched for is."""
    entry = find(game)
    return entry is None or entry.is_proved


def best_tree(game: Game) -> Tree:
    """The gallery's tree of a game, or the one that a search finds; says it when it is not proved best."""
    if not is_proved(game):
        _tell_once(f"the gallery's tree of {game} is the best known; it is not proved that there is none better")
    return best_of(game) or _searched(game)


@lru_cache(maxsize=16)
def _searched(game: Game) -> Tree:
    from codepegs.trees.optimal import SearchBy, find_best

    found = find_best(game, by=SearchBy(progress=_news(f"the best tree of {game}")))
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None:
        raise Unavailable(f"the search for the best tree of {game} ended without one")
    return found.tree


@lru_cache(maxsize=1_000)
def _search(game: Game, turns: tuple[Turn, ...]) -> Best | None:
    """The best guess after some turns, whatever they are; None when it is not found in a moment."""
    from codepegs.kernels.bounding import SCORED
    from codepegs.trees.searching import Searcher, SearchOptions

    left = Candidates.after(Position(game, turns))
    if len(left) <= 2:
        return Best(left[0], (1 + len(left)) / 2, True)
    news = _news(f"the best guess for the {len(left):,} codes that are left")

    def is_too_long() -> bool:
        news(None)
        return int(searcher.counts[SCORED]) > SCORED_MOST

    searcher = Searcher(game, options=SearchOptions(memory_entries=MEMORY_ENTRIES))
    value = searcher.search(left.keys, turns, pause=is_too_long, quota=QUOTA)
    if value is None:
        return None
    guess = searcher.best_guess(left.keys, turns, value)
    return Best(left.layout.decode(guess), 1 + value / len(left), True)


def _refuses(game: Game) -> str | None:
    from codepegs.trees.game_search import MOST_CODES_SEARCHED
    from codepegs.trees.searching import KEY_BITS

    if find(game) is not None:
        return None
    most = SEARCHED_GAME if game.view is View.BLACK_WHITE else SEARCHED_VIEW
    if game.size <= most and KeyLayout.of(game).bits * game.pegs <= KEY_BITS:
        return None
    reason = f"the gallery has no tree of it, and best trees are searched for on the spot up to {most:,} codes only"
    if game.size > MOST_CODES_SEARCHED:
        return reason
    return f"{reason}; codepegs optimal {game} -o FILE may find one, which tree:FILE plays"


def _start(game: Game, options: OptimalOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    return OptimalCodebreaker(game, seed, history)


def _plan(game: Game, options: OptimalOptions, crew: Crew) -> Plan:
    return TreePlan(best_tree(game))


OPTIMAL = Strategy(
    name="optimal",
    summary="the fewest expected guesses there can be, from the gallery of best trees or searched for",
    origin="codepegs optimal; codepegs tree list says how each tree was found",
    limits=f"games with a tree in the gallery, others of up to {SEARCHED_GAME} codes ({SEARCHED_VIEW} where replies "
    "show less); after other guesses than its own it searches for some seconds at most, and then leaves it to auto",
    options=OptimalOptions,
    start=_start,
    refuses=_refuses,
    plan=_plan,
)
