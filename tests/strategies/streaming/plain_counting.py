"""The query of one turn, and counting colours by the totals of replies: by a list of hypotheses, or by sets.

Sets are for games in which most colours are not in the secret. A *set* states that `having` of its colours have at
least `level` pegs, and that all of them have at least `level` - 1. Queried with `level` copies of each colour, it adds
`level` - 1 to the total for each colour, and one more for each colour with at least `level` pegs. A new set is queried
whole, with level 1, then by halves; colours found to have `level` pegs form sets of the next level. This is
quantitative group testing (Dorfman 1943; Söderberg and Shapiro 1963), with several sets per query.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count as counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, log, log_factorials, loops
from codepegs.game import Game
from tests.strategies.streaming.plain_facts import (
    COUNTS_COLORS,
    COUNTS_LARGE,
    NEXT_COLOR,
    SETS_FRONT,
    SETS_LENGTH,
    SOLVED,
    UNCOUNTED,
    WORD,
    Settings,
    no_counts,
    no_sets,
    require,
)

if TYPE_CHECKING:
    from codepegs.core.loops import Facts, Tree


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


@dataclass(frozen=True, eq=False)
class Query:
    """One guess, its pegs in the order of the tree."""

    kind: Kind
    guess: NDArray[np.int32]
    base: int = 0
    """Certain black pegs, in addition to those of the queried parts."""
    total: int | None = None
    """Certain total, in addition to that of `copies`; None if totals are not used."""
    tests: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 2), np.int64))
    """For places: item and part of each queried field, shape (tests, 2)."""
    copies: Copies | None = None
    by_part: NDArray[np.int64] | None = None
    """For counts by parts: the colour on each part of the root, -1 for one that is on no open peg."""
    about: int = -1
    """The colour that is counted, or the group of a part or difference."""
    bits: float = 0.0


MOST_CAP = 15
"""Upper limit of `cap`, above which counts are not distinguished; fields have four bits."""


class Search:
    """The resources of a search for a query: a generator, and the search with its sample of hypotheses."""

    def __init__(self, samples: int) -> None:
        self.rng = np.zeros(1, np.uint64)
        self.query_search = loops.new_query_search(samples)


def cap_for(game: Game) -> int:
    """The largest count that the list distinguishes: about one colour in two thousand has as many."""
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

    def to_count_alone(self, facts: Facts, one_by_one: bool) -> int | None:
        """A colour with `cap` pegs or more; with `one_by_one`, any uncounted colour."""
        if one_by_one:
            return int(np.argmax(facts.counts < 0))
        large = self.counts.numbers[COUNTS_LARGE]
        return int(self.counts.large[large - 1]) if large else None

    def take_up(self, facts: Facts) -> None:
        settings = self.settings
        require(loops.list_colors(facts, self.counts, self.log_factorial, self.cap, settings.counted, self.most_colors))

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
        return int(self.counts.color[0])

    def take(self, copies: Copies, shown: int, tree: Tree, facts: Facts) -> None:
        """Keep the hypotheses with this sum, and settle what they agree on."""
        require(loops.keep_total(tree, facts, self.counts, self.cap, copies.asked, shown))

    def count(self, color: int, count: int, tree: Tree, facts: Facts) -> None:
        """Record the count, and keep the hypotheses with it."""
        require(loops.count_color(tree, facts, self.counts, self.cap, color, count))


BATCH = 2
"""Colours of a set of a level above the first: few, because colours cannot be located before they are counted."""

PRESENT = 2.0
"""Approximate number of present colours in a new set."""

LEAST_ROOM = 6
"""Known pegs from which new sets have at most as many colours as known pegs, so that they need no query of their
own."""

SMALLEST = 1e-300
"""Least probability of a possible number."""


@dataclass(eq=False, slots=True)
class ColorSet:
    """A set: the number of its colours with at least `level` pegs, or None if unknown; all have at least one less."""

    colors: NDArray[np.int64]
    level: int
    having: int | None


@dataclass(eq=False, slots=True)
class Field:
    """A set being queried: the number for `asked`, all colours of the set or the first half, minus `low`."""

    of: ColorSet
    asked: NDArray[np.int64]
    low: int
    chances: NDArray[np.float64]
    """Of the numbers 0, 1, …"""
    bit: int = 0

    @property
    def width(self) -> int:
        return (len(self.chances) - 1).bit_length()

    @property
    def cost(self) -> int:
        return len(self.asked) * self.of.level


class ColorSets:
    """Sets of colours, and the list of hypotheses about those being queried. Methods raise `Impossible`."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.fields: list[Field] = []
        self.list = no_sets(game.pegs, settings.halved)
        self.unseen = game.pegs
        """Pegs of the secret that no set accounts for."""
        self.present = 0
        """Colours known to be in the secret and not counted."""
        self._halved: list[tuple[int, int, ColorSet]] = []
        """Sets to be halved, those with the fewest pegs first."""
        self._serial = counter()
        self._risen: dict[int, list[int]] = {}
        """Colours to be put into sets, by level."""
        self._listed = np.zeros(game.colors, np.bool_)

    @property
    def hypotheses(self) -> int:
        """Number of hypotheses about the sets being queried."""
        return int(self.list.numbers[SETS_LENGTH])

    @property
    def words(self) -> NDArray[np.uint64]:
        """The hypotheses about the sets being queried."""
        return self.list.words[self.list.numbers[SETS_FRONT], : self.hypotheses]

    def to_count_alone(self, facts: Facts, one_by_one: bool) -> int | None:
        """None: a single set settles as much."""
        return None

    def take_up(self, facts: Facts) -> None:
        """Add sets while the list has space, at least one."""
        bits = sum(field.width for field in self.fields)
        while (found := self._next(facts)) is not None:
            length = self.hypotheses * len(found.chances)
            if self.fields and (length > self.settings.halved or bits + found.width > WORD):
                self._put_back(found.of, facts)
                return
            loops.add_set_field(self.list, found.chances, bits)
            found.bit = bits
            bits += found.width
            self.fields.append(found)

    def search(self, search: Search, facts: Facts, room: int, unit: int = 0) -> Copies:
        """The sets to query with `room` pegs."""
        asked = np.zeros(len(self.fields), np.bool_)
        if not len(asked) or not room:
            return self._copies(asked, 0.0)
        bits, widths = _places(self.fields)
        costs = np.array([field.cost for field in self.fields], np.int64)
        information = loops.search_sets(
            *(search.query_search, self.list, bits, widths, costs),
            *(room, search.rng, self.settings.restarts, asked),
        )
        return self._copies(asked, information)

    def single(self) -> Copies:
        return self._copies(np.arange(len(self.fields)) == 0, 0.0)

    def _copies(self, asked: NDArray[np.bool_], bits: float) -> Copies:
        chosen = [field for field, is_asked in zip(self.fields, asked, strict=True) if is_asked]
        nothing = np.empty(0, np.int64)
        colors = np.concatenate([nothing, *(field.asked for field in chosen)])
        number = np.concatenate([nothing, *(np.full(len(field.asked), field.of.level) for field in chosen)])
        certain = sum(field.low + (field.of.level - 1) * len(field.asked) for field in chosen)
        return Copies(colors, number, np.flatnonzero(asked), certain, bits)

    def take(self, copies: Copies, shown: int, tree: Tree, facts: Facts) -> None:
        """Keep the hypotheses with this sum, and settle what they agree on."""
        self._keep([self.fields[place] for place in copies.asked.tolist()], shown)
        self._settle(tree, facts)
        self._end(tree, facts)

    def count(self, color: int, count: int, tree: Tree, facts: Facts) -> None:
        """Record the count of a colour outside all sets."""
        self.unseen -= count
        loops.set_color_counts(tree, facts, np.array([color], np.int64), count)
        self._settle(tree, facts)
        self._end(tree, facts)

    def _next(self, facts: Facts) -> Field | None:
        """The next set to query: colours of the next level, the smallest known set, or a new one."""
        for level in sorted(self._risen):
            colors = self._risen[level]
            if colors:
                batch = min(BATCH, self.game.pegs // level)
                self._risen[level] = colors[batch:]
                return self._whole(ColorSet(np.array(colors[:batch], np.int64), level, None), facts)
        if self._halved:
            return half_of(heapq.heappop(self._halved)[2])
        begin = int(facts.numbers[NEXT_COLOR])
        fresh = len(facts.counts) - begin
        if fresh == 0:
            return None
        size = min(self.game.pegs, fresh, max(1, round(PRESENT / self._chance(facts, 1))))
        if facts.numbers[SOLVED] >= LEAST_ROOM:
            size = min(size, int(facts.numbers[SOLVED]))
        facts.numbers[NEXT_COLOR] += size
        return self._whole(ColorSet(np.arange(begin, begin + size), 1, None), facts)

    def _put_back(self, of: ColorSet, facts: Facts) -> None:
        if of.having is not None:
            self._wait(of)
        elif of.level > 1:
            self._risen[of.level] = of.colors.tolist() + self._risen[of.level]
        else:
            facts.numbers[NEXT_COLOR] = of.colors[0]

    def _wait(self, of: ColorSet) -> None:
        heapq.heappush(self._halved, (len(of.colors) * of.level, -next(self._serial), of))

    def _chance(self, facts: Facts, level: int) -> float:
        """The probability that a colour with level - 1 pegs has one more (Poisson; half as many for a known colour)."""
        fresh = len(facts.counts) - int(facts.numbers[NEXT_COLOR])
        mean = max(1e-6, self.unseen / max(1.0, fresh + self.present / 2))
        exactly, at_least = exp(-mean), [1.0]
        for number in range(level):
            at_least.append(max(at_least[-1] - exactly, 1e-12))
            exactly *= mean / (number + 1)
        return min(0.999, max(1e-9, at_least[level] / at_least[level - 1]))

    def _whole(self, of: ColorSet, facts: Facts) -> Field:
        """A set without information, queried whole."""
        size, chance = len(of.colors), self._chance(facts, of.level)
        most = min(size, self.unseen)
        odds = log(chance) - log(1.0 - chance)
        factorials = log_factorials(size)
        having = np.arange(most + 1)
        logs = factorials[size] - factorials[having] - factorials[size - having] + having * odds
        chances = np.maximum(exp(logs - logs.max()), SMALLEST)
        return Field(of, of.colors, 0, chances / chances.sum())

    def _keep(self, fields: list[Field], shown: int) -> None:
        bits, widths = _places(fields)
        require(loops.keep_set_sum(self.list, bits, widths, shown))

    def _settle(self, tree: Tree, facts: Facts) -> None:
        """Record what all hypotheses agree on; when every peg is accounted for, no colour has more pegs than known."""
        self._note_agreed(tree, facts)
        require(self.unseen >= 0)
        while self.unseen == 0:
            for level, colors in self._risen.items():
                self._count_all(colors, level - 1, tree, facts)
            self._risen = {}
            loops.set_color_counts(
                tree, facts, np.arange(facts.numbers[NEXT_COLOR], len(facts.counts), dtype=np.int64), 0
            )
            facts.numbers[NEXT_COLOR] = len(facts.counts)
            whole = [field for field in self.fields if field.of.having is None]
            if not whole:
                return
            self._keep(whole, 0)
            self._note_agreed(tree, facts)

    def _note_agreed(self, tree: Tree, facts: Facts) -> None:
        """Remove fields with one value in all hypotheses from the list."""
        differing, word = loops.mixed_set_bits(self.list), int(self.words[0])
        settled: list[Field] = []
        kept: list[Field] = []
        for part in self.fields:
            mask = (1 << part.width) - 1 << part.bit
            (kept if differing & mask else settled).append(part)
        if not settled:
            return
        values = [part.low + (word >> part.bit & (1 << part.width) - 1) for part in settled]
        bits, widths = _places(kept)
        moved = np.cumsum(widths) - widths
        loops.move_set_fields(self.list, bits, widths, moved)
        for part, bit in zip(kept, moved.tolist(), strict=True):
            part.bit = bit
        self.fields = kept
        for part, value in zip(settled, values, strict=True):
            of = part.of
            if of.having is None:
                self.unseen -= value
                self._note(ColorSet(of.colors, of.level, value), tree, facts)
            else:
                half = len(part.asked)
                self._note(ColorSet(of.colors[:half], of.level, value), tree, facts)
                self._note(ColorSet(of.colors[half:], of.level, of.having - value), tree, facts)

    def _note(self, of: ColorSet, tree: Tree, facts: Facts) -> None:
        """Queue a set to be halved, unless all or none of its colours have the level."""
        if of.having == 0:
            self._count_all(of.colors.tolist(), of.level - 1, tree, facts)
        elif of.having == len(of.colors):
            self._risen.setdefault(of.level + 1, []).extend(of.colors.tolist())
            self.present += len(of.colors) if of.level == 1 else 0
        else:
            self._wait(of)

    def _count_all(self, colors: list[int], count: int, tree: Tree, facts: Facts) -> None:
        loops.set_color_counts(tree, facts, np.array(colors, np.int64), count)
        self.present -= len(colors) if count else 0

    def _end(self, tree: Tree, facts: Facts) -> None:
        """Count the colours that need no query; when all are counted, clear the list."""
        loops.count_last_colors(tree, facts, self._listed)
        if facts.numbers[UNCOUNTED] == 0:
            self.fields, self._halved, self._risen, self.present = [], [], {}, 0
            self.list = no_sets(self.game.pegs, self.settings.halved)


def _places(fields: list[Field]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lowest bits and widths of fields, shape (fields,) each."""
    bits = np.array([field.bit for field in fields], np.int64)
    return bits, np.array([field.width for field in fields], np.int64)


def half_of(of: ColorSet) -> Field:
    """A set with a known number, queried by its first half."""
    size, having = len(of.colors), of.having or 0
    first = size // 2
    low, high = max(0, having - (size - first)), min(having, first)
    ways = [math.comb(first, value) * math.comb(size - first, having - value) for value in range(low, high + 1)]
    return Field(of, of.colors[:first], low, np.array([way / math.comb(size, having) for way in ways]))


Counting = CountList | ColorSets
"""What determines the counts of colours by queries. Methods raise `Impossible`."""
