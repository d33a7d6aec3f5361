"""The large games report's binary search: count each colour, find a code without black, then halve intervals.

Its rules for the interval tree amount to this: the left half of an interval is played, and its reply determines the
right half too (4, 5); a half that is full of the colour is found and removed (6); one without it is ignored (3); a
colour is done when all its pegs are found (7).
"""

from __future__ import annotations

import math
from collections import Counter, deque
from enum import Enum
from fractions import Fraction
from math import comb
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES
from codepegs.game import Code, Game, code_of
from codepegs.reports.two_part_solver import UNKNOWN, script_strategy, two_parts
from codepegs.strategies import RANDOM_CONSISTENT


class BinarySearchOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the binary search."""

    open_only: Annotated[
        bool, Meta(description="halve only the unknown pegs, an optimisation suggested in the report")
    ] = False
    skip: Annotated[
        bool,
        Meta(
            description="if the secret lacks a colour, do not search for a guess that gets no black (stage 2 of the "
            "report), since a guess of that colour is one; with skip=false, always search"
        ),
    ] = True


class Stage(Enum):
    """The purpose of a guess."""

    COUNT = "pegs of each colour"
    CLEAR = "a code without black"
    HALVE = "positions of each colour"
    FOUND = "solved"


class BinarySearch:
    """The script: count each colour, then find its positions by halving, in a code that otherwise gets no black."""

    def __init__(self, game: Game, options: BinarySearchOptions) -> None:
        self.game = game
        self.options = options
        self.stage = Stage.COUNT
        self.counts: list[int] = []
        """Pegs of each colour counted so far."""
        self.counted = 0
        self.pegs = np.full(game.pegs, UNKNOWN, dtype=np.int32)
        """Known colour of each peg, shape (pegs,)."""
        self.placed = np.zeros(game.pegs, dtype=np.bool_)
        """Pegs whose colour is settled."""
        self.known = 0
        self.at = 0
        """The peg that stage 2 tests."""
        self.first_two_known = False
        """Whether stage 2 found all positions of the first two colours."""
        self.dummy = np.zeros(0, dtype=np.int32)
        """Colours that get no black, shape (pegs,), from stage 3 on."""
        self.color = UNKNOWN
        self.places = np.arange(game.pegs)
        """The pegs among which the colour is located, ascending; intervals refer to these."""
        self.intervals: deque[tuple[int, int, int]] = deque()
        """Intervals that hold both the colour and others: first, after, pegs of the colour."""
        self._code: Code | None = None

    @property
    def code(self) -> Code:
        if self._code is None:
            self._code = code_of(self.game, self._colors())
        return self._code

    def _colors(self) -> NDArray[np.int32]:
        if self.stage is Stage.COUNT:
            return np.full(self.game.pegs, len(self.counts), dtype=np.int32)
        if self.stage is Stage.CLEAR:
            colors = np.zeros(self.game.pegs, dtype=np.int32)
            colors[self.at] = 1
            return colors
        if self.stage is Stage.FOUND:
            return self.pegs
        colors = self.dummy.copy()
        first, middle, _, _ = self._halves()
        colors[self._span(first, middle)] = self.color
        return colors

    @property
    def consistent(self) -> bool | None:
        if self.stage is Stage.COUNT:
            return not self.counted
        if self.stage is Stage.CLEAR:
            return self.counts[0] == self.game.pegs - 1 and self.counts[1] == 1
        return self.stage is Stage.FOUND

    def take(self, black: int) -> bool:
        self._code = None
        steps = {Stage.COUNT: self._count, Stage.CLEAR: self._clear, Stage.HALVE: self._halve}
        return self.stage is not Stage.FOUND and steps[self.stage](black)

    def _count(self, black: int) -> bool:
        pegs, colors = self.game.pegs, self.game.colors
        counted = self.counted + black
        if counted > pegs or (len(self.counts) == colors - 1 and counted != pegs):
            return False
        self.counts.append(black)
        self.counted = counted
        if len(self.counts) == colors:
            if 0 in self.counts and self.options.skip:
                self.dummy = np.full(pegs, self.counts.index(0), dtype=np.int32)
                self._next_color()
            else:
                self.stage = Stage.CLEAR
        return True

    def _clear(self, black: int) -> bool:
        """Determine whether the tested peg has the first colour, the second, or neither."""
        change = black - self.counts[0]
        if abs(change) > 1:
            return False
        seen = UNKNOWN if change == 0 else int(change > 0)
        to_find = self.counts[0] + self.counts[1] - int(np.count_nonzero(self.pegs != UNKNOWN)) - (seen != UNKNOWN)
        if to_find > self.game.pegs - self.at - 1:
            return False
        if seen != UNKNOWN and np.count_nonzero(self.pegs == seen) == self.counts[seen]:
            return False
        self.pegs[self.at] = seen
        self.at += 1
        if self.at == self.game.pegs:
            self.first_two_known = True
            self.dummy = np.where(self.pegs == 0, 1, 0).astype(np.int32)
            self.placed = self.pegs != UNKNOWN
            self.known = int(np.count_nonzero(self.placed))
            self._next_color()
        return True

    def _halves(self) -> tuple[int, int, int, int]:
        """The interval to halve: its start, its middle, its end, and its pegs of the colour."""
        first, after, held = self.intervals[0]
        return first, (first + after + 1) // 2, after, held

    def _halve(self, black: int) -> bool:
        first, middle, after, held = self._halves()
        if black > self._room(first, middle) or not 0 <= held - black <= self._room(middle, after):
            return False
        self.intervals.popleft()
        halves = (first, middle, black), (middle, after, held - black)
        self.intervals.extendleft(reversed([half for half in halves if not self._is_settled(*half)]))
        if not self.intervals:
            self._next_color()
        return True

    def _span(self, first: int, after: int) -> slice:
        """The pegs of an interval, including those between them that have other colours."""
        return slice(int(self.places[first]), int(self.places[after - 1]) + 1)

    def _room(self, first: int, after: int) -> int:
        """The largest number of pegs of the colour that an interval can hold after all replies."""
        span = self._span(first, after)
        if self.first_two_known and self.color < 2:
            return int(np.count_nonzero(self.pegs[span] == self.color))
        return int(np.count_nonzero(self.pegs[span] == UNKNOWN))

    def _is_settled(self, first: int, after: int, held: int) -> bool:
        """Return whether an interval is settled: full of the colour, which is recorded, or without it."""
        if held == after - first:
            pegs = self.places[first:after]
            self.pegs[pegs] = self.color
            self.placed[pegs] = True
            self.known += held
            return True
        return held == 0

    def _next_color(self) -> None:
        """Continue with the next colour to locate."""
        self.stage = Stage.HALVE
        if self.color == UNKNOWN and self.first_two_known:
            self.color = 1
        while not self.intervals:
            self.color += 1
            if self.color == self.game.colors:
                self.stage = Stage.FOUND
                return
            if self.options.open_only:
                self.places = np.flatnonzero(~self.placed)
            whole = (0, len(self.places), self.counts[self.color])
            if not self._is_settled(*whole):
                self.intervals.append(whole)


def most_guesses(game: Game, *, always_clear: bool = False) -> int:
    """Return an upper bound of the number of guesses of `binary-search`."""
    # It is the sum of the guesses for each colour, for each peg in stage 2, for the positions, and for the secret.
    # Intervals of one level of the tree are disjoint, so at most one is halved for each peg of the colour in it: n for
    # all colours together. Above single pegs there are ceil(log2 n) levels.
    if game.colors == 1:
        return 1
    clear = game.pegs if game.colors <= game.pegs or always_clear else 0
    return game.colors + clear + game.pegs * (game.pegs - 1).bit_length() + 1


def binary_search_average(game: Game, *, stage_two: bool = True) -> float:
    """Compute the average number of guesses of `binary-search` over all secrets."""
    # An interval of s pegs is halved for a colour unless all or none of its pegs have it. If no colour is absent, there
    # is a stage 2, and the first two colours are not halved; its probability follows by inclusion and exclusion.
    # Secrets of one colour, and those that stage 2 guesses itself, are found on the way.
    pegs, colors = game.pegs, game.colors
    if colors == 1:
        return 1.0
    of_length = _intervals(pegs)
    halved = sum(count * (1 - (1 - 1 / colors) ** s - float(colors) ** -s) for s, count in of_length.items())
    average = colors + 1 + colors * halved
    if stage_two and colors * math.log1p(-((1 - 1 / colors) ** pegs)) > -40.0:  # otherwise too rare
        average += _where_none_is_absent(game, of_length)
    on_the_way = colors * (colors + 1) / 2 + (pegs * (pegs + 1) / 2 if stage_two and colors == 2 <= pegs else 0)
    return average - float(Fraction(int(on_the_way), game.size))


def _where_none_is_absent(game: Game, of_length: dict[int, int]) -> float:
    """The term of the average for secrets with all colours: stage 2, minus two colours that are not halved."""
    pegs, colors = game.pegs, game.colors

    def covering(length: int, among: int, needed: int) -> int:
        """The number of codes of `pegs` pegs in `among` colours that contain all of `needed` given colours."""
        return sum((-1) ** j * comb(needed, j) * (among - j) ** length for j in range(needed + 1))

    every = covering(pegs, colors, colors)
    spared = 0
    for s, count in of_length.items():
        full = covering(pegs - s, colors, colors - 1)
        without = sum(
            (-1) ** j * (comb(colors - 1, j) * (colors - 1 - j) ** s * (colors - j) ** (pegs - s))
            for j in range(colors)
        ) - sum(
            (-1) ** j * comb(colors - 1, j) * (colors - 1 - j) ** pegs for j in range(colors)
        )  # all other colours occur outside; minus the codes without this colour
        spared += 2 * count * (every - full - without)
    return float(Fraction(pegs * every - spared, game.size))


def _intervals(pegs: int) -> dict[int, int]:
    """The number of intervals of each length above 1 in the tree over `pegs` pegs."""
    found: Counter[int] = Counter()
    row = Counter({pegs: 1})
    while row:
        below: Counter[int] = Counter()
        for length, count in row.items():
            if length > 1:
                found[length] += count
                for half in ((length + 1) // 2, length // 2):
                    below[half] += count
        row = below
    return found


BINARY_SEARCH = script_strategy(
    "binary-search",
    BinarySearch,
    BinarySearchOptions,
    "counts each colour with a guess of that colour only, then finds its pegs by binary search",
    "the large games report (binary search)",
)


NO_MISTAKES_BELOW = 100_000
"""Number of codes from which the large games report uses binary search."""


class NoMistakesOptions(BinarySearchOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the large games report's solver: where it switches methods, and those of its second part."""

    below: Annotated[
        int,
        Meta(
            ge=0, le=MOST_CODES, description="number of codes from which binary-search is used; random-consistent below"
        ),
    ] = NO_MISTAKES_BELOW


SMALL_THEN_BINARY_SEARCH = two_parts(
    RANDOM_CONSISTENT,
    BINARY_SEARCH,
    NoMistakesOptions,
    is_small=lambda game, options: game.size < options.below,
    where=lambda options: {"where": "from_codes", "limit": options.below},
    name="small-then-binary-search",
    summary="random-consistent below 100,000 codes, binary-search above",
    origin="the large games report (complete solver)",
    limits="any game below 100,000 codes; larger ones only if colours may repeat, replies show black, and all guesses "
    "were its own",
    is_deterministic=lambda game, options: game.size >= options.below,
)
