"""The query of one turn, and counting colours by the totals of replies."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import CodepegsError
from codepegs.game import Game
from codepegs.strategies.streaming import loops
from codepegs.strategies.streaming.loops import COUNTS_COLORS, COUNTS_LARGE, COUNTS_LENGTH, Facts, Tree
from codepegs.strategies.streaming.state import Settings, log_factorials, no_counts


class Impossible(CodepegsError):
    """No code is consistent with the replies."""


class Kind(Enum):
    """The meaning of the black count of a query."""

    PLACES = auto()
    """The sum of some fields of the list of places."""
    PART = auto()
    """The number of pegs of one group in one part of its node."""
    DIFFERENCE = auto()
    """The difference of two groups of a node in their numbers of pegs in its first part."""
    COUNT = auto()
    """The number of pegs of one colour, from a guess of that colour alone."""
    TOTAL = auto()
    """None: only the total is used."""
    LAST = auto()
    """The win: everything is known, and this is the secret."""


def _no_tests() -> NDArray[np.int64]:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Copies:
    """Copies of uncounted colours in a query, to determine their numbers of pegs from the total."""

    colors: NDArray[np.int64]
    number: NDArray[np.int64]
    """(colors,) number of copies of each colour."""
    asked: NDArray[np.int64]
    """The question in terms of the counter: copies of each colour of its list, or its sets."""
    certain: int = 0
    """The part of the total that they are known to add."""
    bits: float = 0.0
    """Expected information, in bits."""


@dataclass(frozen=True, eq=False)
class Query:
    """One guess, its pegs in the order of the tree."""

    kind: Kind
    guess: NDArray[np.int32]
    base: int = 0
    """Certain black pegs, in addition to those of the queried parts."""
    total: int | None = None
    """Certain total, in addition to that of `copies`; None if totals are not used."""
    tests: NDArray[np.int64] = field(default_factory=_no_tests)
    """For places: item and part of each queried field, shape (tests, 2)."""
    copies: Copies | None = None
    """The copies that the total counts."""
    by_part: NDArray[np.int64] | None = None
    """For counts by parts: the colour on each part of the root, -1 for one that is on no open peg."""
    about: int = -1
    """The colour that is counted, or the group of a part or difference."""
    bits: float = 0.0
    """Expected information of the reply, in bits."""


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
