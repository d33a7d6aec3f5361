"""The large games report's binary search: count each colour, find a code without black, then halve intervals.

Its rules for the interval tree amount to this: the left half of an interval is played, and its reply determines the
right half too (4, 5); a half that is full of the colour is found and removed (6); one without it is ignored (3); a
colour is done when all its pegs are found (7).
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta

from codepegs.codes import MOST_CODES
from codepegs.game import Game, code_of
from codepegs.reports.two_part_solver import UNKNOWN, Asked, Script, script_strategy, two_parts
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


def binary_search(game: Game, options: BinarySearchOptions) -> Script:
    """Count each colour, then find its positions by halving, in a code that otherwise gets no black."""
    counts: list[int] = []
    left = game.pegs
    for color in range(game.colors):
        black = yield Asked(code_of(game, np.full(game.pegs, color)), left == game.pegs, 0)
        left -= black
        if left < 0:
            return
        counts.append(black)
    if left:
        return
    pegs = np.full(game.pegs, UNKNOWN, dtype=np.int32)
    """Known colour of each peg, shape (pegs,)."""
    known = first_color = 0
    if 0 in counts and options.skip:
        dummy = np.full(game.pegs, counts.index(0), dtype=np.int32)
    else:
        for peg in range(game.pegs):
            asked = np.zeros(game.pegs, dtype=np.int32)
            asked[peg] = 1
            fits = counts[0] == game.pegs - 1 and counts[1] == 1
            change = (yield Asked(code_of(game, asked), fits, known)) - counts[0]
            if abs(change) > 1:
                return
            if change:
                pegs[peg] = color = int(change > 0)
                known += 1
                if np.count_nonzero(pegs == color) > counts[color]:
                    return
            if counts[0] + counts[1] - known > game.pegs - peg - 1:
                return
        dummy = np.where(pegs == 0, 1, 0).astype(np.int32)
        first_color = 2
    places = np.arange(game.pegs)
    """The pegs among which a colour is located, ascending; intervals refer to these."""

    def span(first: int, after: int) -> slice:
        """The pegs of an interval, including those between them that have other colours."""
        return slice(int(places[first]), int(places[after - 1]) + 1)

    def room(first: int, after: int) -> int:
        """The largest number of pegs of the colour that an interval can hold after all replies."""
        return int(np.count_nonzero(pegs[span(first, after)] == UNKNOWN))

    for color in range(first_color, game.colors):
        if options.open_only:
            places = np.flatnonzero(pegs == UNKNOWN)
        intervals: list[tuple[int, int, int]] = []
        """Intervals that hold both the colour and others, the next one last: first, after, pegs of the colour."""
        found = [(0, len(places), counts[color])]
        while True:
            for first, after, held in found:
                if held == after - first:
                    pegs[places[first:after]] = color
                    known += held
                elif held:
                    intervals.append((first, after, held))
            if not intervals:
                break
            first, after, held = intervals.pop()
            middle = (first + after + 1) // 2
            asked = dummy.copy()
            asked[span(first, middle)] = color
            black = yield Asked(code_of(game, asked), False, known)
            if black > room(first, middle) or not 0 <= held - black <= room(middle, after):
                return
            found = [(middle, after, held - black), (first, middle, black)]
    yield Asked(code_of(game, pegs), True, known)


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
    each = sorted(of_length.items(), reverse=True)
    halved = sum(count * (1 - (1 - 1 / colors) ** s - float(colors) ** -s) for s, count in each)
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
        without = sum(  # of the pegs outside, some have this colour
            (-1) ** j * comb(colors - 1, j) * (colors - 1 - j) ** s
            * ((colors - j) ** (pegs - s) - (colors - 1 - j) ** (pegs - s))
            for j in range(colors)
        )  # fmt: skip
        spared += 2 * count * (every - full - without)
    return float(Fraction(pegs * every - spared, game.size))


@cache
def _intervals(pegs: int) -> Counter[int]:
    """The number of intervals of each length above 1 in the tree over `pegs` pegs."""
    if pegs <= 1:
        return Counter()
    return Counter({pegs: 1}) + _intervals((pegs + 1) // 2) + _intervals(pegs // 2)


BINARY_SEARCH = script_strategy(
    "binary-search",
    binary_search,
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
