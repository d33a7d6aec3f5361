"""Counting colours by the totals of replies: the interface of `CountList` and `ColorSets`, and the first of them."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from codepegs.game import Game
from codepegs.strategies.streaming import loops
from codepegs.strategies.streaming.loops import COUNTS_COLORS, COUNTS_LARGE, COUNTS_LENGTH, Facts, Tree
from codepegs.strategies.streaming.query import Copies, Impossible
from codepegs.strategies.streaming.state import Settings, log_factorials, no_counts

MOST_CAP = 15
"""Upper limit of `cap`, above which counts are not distinguished; fields have four bits."""


class Search:
    """The resources of a search for a query: a generator, and the search with its sample of hypotheses."""

    def __init__(self, samples: int) -> None:
        self.rng = np.zeros(1, np.uint64)
        self.query_search = loops.new_query_search(samples)


class Counting(Protocol):
    """An object that determines the counts of colours by queries. Methods raise `Impossible`."""

    @property
    def hypotheses(self) -> int:
        """Number of hypotheses about the current questions."""

    def to_count_alone(self, facts: Facts, one_by_one: bool) -> int | None:
        """A colour to be counted by a guess of its own; with `one_by_one`, any uncounted colour."""

    def take_up(self, facts: Facts) -> None:
        """Add questions while the list has space."""

    def search(self, search: Search, facts: Facts, room: int, unit: int = 0) -> Copies:
        """Informative copies on `room` pegs; with a `unit`, that many of each colour."""

    def single(self) -> Copies | int:
        """Copies that settle one question, or a colour to be counted by a guess of its own."""

    def take(self, copies: Copies, shown: int, tree: Tree, facts: Facts) -> None:
        """Record what copies added to a total."""

    def count(self, color: int, count: int, tree: Tree, facts: Facts) -> None:
        """Record the count of a colour from a guess of its own."""


def cap_for(game: Game) -> int:
    """The largest count that the list distinguishes: about one colour in two thousand has as many.

    >>> cap_for(Game(100, 100)), cap_for(Game(100, 1000))
    (6, 3)
    """
    mean = game.pegs / game.colors
    return min(MOST_CAP, max(3, math.ceil(mean + 4 * math.sqrt(mean) + 1)))


class CountList:
    """A list of hypotheses about the counts of a few colours at a time, at most `most_colors`."""

    def __init__(self, game: Game, settings: Settings, most_colors: int) -> None:
        self.cap = cap_for(game)
        self.counts = no_counts(game.colors, self.cap, settings.counted)
        self.settings = settings
        self.most_colors = most_colors
        self.log_factorial = log_factorials(game.pegs)

    @property
    def hypotheses(self) -> int:
        """Number of hypotheses about counts."""
        return int(self.counts.numbers[COUNTS_LENGTH])

    def to_count_alone(self, facts: Facts, one_by_one: bool) -> int | None:
        """A colour with `cap` pegs or more; with `one_by_one`, any uncounted colour."""
        if one_by_one:
            return int(np.argmax(facts.counts < 0))
        large = self.counts.numbers[COUNTS_LARGE]
        return int(self.counts.large[large - 1]) if large else None

    def take_up(self, facts: Facts) -> None:
        """Add further colours."""
        if not loops.list_colors(
            facts, self.counts, self.log_factorial, self.cap, self.settings.counted, self.most_colors
        ):
            raise Impossible

    def search(self, search: Search, facts: Facts, room: int, unit: int = 0) -> Copies:
        """The number of copies to place of each colour of the list."""
        counts = self.counts
        number = np.zeros(len(counts.color), np.int64)
        bits = loops.search_copies(
            *(search.query_search, facts, counts, self.cap, room, unit),
            *(search.rng, self.settings.restarts, number),
        )
        number = number[: counts.numbers[COUNTS_COLORS]]
        return Copies(counts.color[: len(number)].copy(), number, number, bits=bits)

    def single(self) -> int:
        """The first colour of the list."""
        return int(self.counts.color[0])

    def take(self, copies: Copies, shown: int, tree: Tree, facts: Facts) -> None:
        """Keep the hypotheses with this sum, and settle what they agree on."""
        if not loops.keep_total(tree, facts, self.counts, self.cap, copies.asked, shown):
            raise Impossible

    def count(self, color: int, count: int, tree: Tree, facts: Facts) -> None:
        """Record the count, and keep the hypotheses with it."""
        if not loops.count_color(tree, facts, self.counts, self.cap, color, count):
            raise Impossible
