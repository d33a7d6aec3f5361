"""Symmetry: one guess for each orbit under the symmetries of a history.

The numerically lowest guess of each orbit is kept, so that ties break as without symmetry. `core/symmetry.hpp` says
what a symmetry is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations, product
from math import factorial, perm, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes.candidates import Candidates
from codepegs.codes.code_space import Keys
from codepegs.core import loops
from codepegs.game import Code, Game, Position, View, code_rules

UNITS_A_STEP = 100_000_000
"""Units of 0.3 nanoseconds in one call of the loops."""


def arrangements_of(colors: tuple[int, ...]) -> int:
    """Count the permutations of a multiset of colours.

    >>> arrangements_of((0, 0, 1, 2))
    12
    """
    return factorial(len(colors)) // prod(factorial(count) for count in Counter(colors).values())


def are_arrangements(codes: NDArray[np.integer]) -> bool:
    """Return whether all codes have the same multiset of colours.

    `codes`: 0-based colours, shape (m, pegs).

    >>> import numpy as np
    >>> are_arrangements(np.array([[0, 1, 1], [1, 0, 1]])), are_arrangements(np.array([[0, 1, 1], [0, 0, 1]]))
    (True, False)
    """
    return bool((np.sort(codes, axis=1) == np.sort(codes[0])).all())


def only_order_is_open(candidates: Candidates) -> bool:
    """Return whether every guess that is not the secret gets the same reply from all candidates.

    Under the view that shows totals this is so if all candidates are permutations of the same colours. The lowest
    candidate is then as good as any guess.

    >>> only_order_is_open(Candidates.after(Position.parse("p4c6-t 1122:4t")))
    True
    """
    if candidates.game.view is not View.TOTAL or not len(candidates):
        return False
    colors = tuple(sorted(candidates[0]))
    if len(candidates) > arrangements_of(colors) or tuple(sorted(candidates[-1])) != colors:
        return False  # checked without unpacking what may be millions of codes
    return are_arrangements(candidates.codes)


class HistorySymmetry(msgspec.Struct, frozen=True):
    """The symmetries of a history, the identity included; the compiled loops find them."""

    game: Game
    native: loops.HistorySymmetry

    @classmethod
    def of(cls, position: Position) -> HistorySymmetry:
        """The symmetries of a position's history.

        >>> found = HistorySymmetry.of(Position.parse("p4c6 1122:1b0w")).maps
        >>> found.class_of.tolist(), len(found.class_maps), found.unplayed.tolist()
        ([0, 0, 1, 1], 2, [2, 3, 4, 5])
        """
        replies = [turn.reply for turn in position.turns]
        same = tuple(replies.index(reply) for reply in replies)
        return _symmetry(position.game, tuple(turn.guess for turn in position.turns), same)

    @property
    def maps(self) -> loops.SymmetryMaps:
        """The classes of positions with equal columns in all guesses, and the images of classes and of colours."""
        maps, classes, unplayed = loops.symmetry_counts(self.native)
        shapes = ((self.game.pegs,), (maps, classes), (maps, self.game.colors), (unplayed,))
        found = loops.SymmetryMaps(*(np.empty(shape, dtype=np.int64) for shape in shapes))
        loops.write_symmetry(self.native, found.class_of, found.class_maps, found.color_maps, found.unplayed)
        return found


@lru_cache(maxsize=16)  # in a walk over a strategy's tree, positions with the same guesses follow one another
def _symmetry(game: Game, guesses: tuple[Code, ...], same: tuple[int, ...]) -> HistorySymmetry:
    """The symmetries of guesses; `same` has the first turn with the same reply for each turn."""
    columns = np.array(guesses, dtype=np.int64).reshape(len(guesses), game.pegs)
    return HistorySymmetry(game, loops.find_symmetries(code_rules(game), columns, np.array(same, dtype=np.int64)))


class Orbit:
    """The guesses that are equivalent to one by the symmetries of a position, in no order.

    `live` are the colours that some candidate holds, bool, shape (colors,): the others are interchangeable, too.

    >>> orbit = Orbit(Position.parse("p2c4 11:0b0w 22:0b0w"), (2, 2), np.array([False, False, True, True]))
    >>> len(orbit), sorted(orbit)
    (2, [(2, 2), (3, 3)])
    """

    def __init__(self, position: Position, guess: Code, live: NDArray[np.bool_]) -> None:
        self.game = position.game
        maps = HistorySymmetry.of(position).maps
        class_of = maps.class_of.tolist()
        self.classes = [[place for place, of in enumerate(class_of) if of == each] for each in range(max(class_of) + 1)]
        self.dead = np.flatnonzero(~live).tolist()
        self.free = [color for color in maps.unplayed.tolist() if live[color]]
        """The colours that can be exchanged with each other: never played, and held by candidates."""
        names = dict.fromkeys(self.free, self.game.colors) | dict.fromkeys(self.dead, -1)
        parts = [[guess[place] for place in members] for members in self.classes]
        forms = set()
        for images, targets in zip(maps.color_maps.tolist(), maps.class_maps.tolist(), strict=True):
            rows: dict[int, list[int]] = {}
            for part, target in zip(parts, targets, strict=True):
                for color in part:
                    image = color if images[color] < 0 else images[color]
                    row = rows.setdefault(-1 if names.get(image) == -1 else image, [0] * len(parts))
                    row[target] += 1
            forms.add(tuple(sorted((names.get(color, color), *row) for color, row in rows.items())))
        self.forms = frozenset(forms)
        """The forms of the guesses: the pegs in each class of positions of one colour, after the colour; -1 stands for
        all dead colours, the number of colours for a free one."""

    def __len__(self) -> int:
        form = next(iter(self.forms))  # the others have as many guesses
        columns = zip(*(row[1:] for row in form), strict=True)
        arranged = prod(factorial(sum(column)) // prod(map(factorial, column)) for column in columns)
        free = [row for row in form if row[0] == self.game.colors]
        named = perm(len(self.free), len(free)) // prod(map(factorial, Counter(free).values()))
        pegs = sum(sum(row[1:]) for row in form if row[0] == -1)
        dead = len(self.dead) ** pegs if self.game.repeats else perm(len(self.dead), pegs)
        return len(self.forms) * arranged * named * dead

    def __iter__(self) -> Iterator[Code]:
        for form in self.forms:
            free = [row for row in form if row[0] == self.game.colors]
            others = [row for row in form if row[0] != self.game.colors]
            for chosen in permutations(self.free, len(free)):
                named = list(zip(chosen, free, strict=True))
                if any(row == after and color > later for (color, row), (later, after) in pairwise(named)):
                    continue  # colours of equal rows, which are neighbours, in one order only
                rows = [*((color, row[1:]) for color, row in named), *((row[0], row[1:]) for row in others)]
                yield from self._arranged(rows)

    def _arranged(self, rows: Sequence[tuple[int, tuple[int, ...]]]) -> Iterator[Code]:
        """The guesses with so many pegs of each colour in each class."""
        parts = [
            _arrangements([color for color, counts in rows for _ in range(counts[number])])
            for number in range(len(self.classes))
        ]
        places = [place for members in self.classes for place in members]
        for arranged in product(*parts):
            colors = list(chain.from_iterable(arranged))
            gaps = [at for at, color in enumerate(colors) if color == -1]
            fillings = product(self.dead, repeat=len(gaps)) if self.game.repeats else permutations(self.dead, len(gaps))
            for filling in fillings:
                for at, color in zip(gaps, filling, strict=True):
                    colors[at] = color
                yield tuple(color for _, color in sorted(zip(places, colors, strict=True)))


def _arrangements(colors: Sequence[int]) -> list[tuple[int, ...]]:
    """The permutations of a multiset of colours.

    >>> _arrangements([0, 0, 1])
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    if not colors:
        return [()]
    return [
        (color, *rest)
        for color in sorted({*colors})
        for rest in _arrangements([*colors[: colors.index(color)], *colors[colors.index(color) + 1 :]])
    ]


def differing_guesses(position: Position, candidates: Candidates, *, candidates_only: bool = False) -> Keys:
    """Return one guess of every orbit, a set of guesses that symmetries of the position map to each other.

    >>> start = Position(Game(5, 8))
    >>> len(differing_guesses(start, Candidates.all(start.game)))
    7
    """
    if not position.game.traits.is_symmetric:
        is_limited = candidates_only and not position.game.first_guess
        return candidates.keys if is_limited else candidates.space.guesses(position.turns)
    symmetry = HistorySymmetry.of(position).native
    differing = loops.begin_differing(symmetry, candidates.keys, candidates_only)
    ended, count = False, 0
    while not ended:
        ended, count = loops.step_differing(differing, UNITS_A_STEP)
    guesses = np.empty(count, dtype=np.uint64)
    loops.write_differing(differing, guesses)
    return guesses
