"""Symmetry: one guess for each orbit under the symmetries of a history.

A permutation of positions with one of colours is a symmetry if it maps the guesses of a history to themselves, with
equal replies. It then maps the candidates to themselves too, so a guess and its image have the same partition. Colours
never played are interchangeable, and so are colours that no candidate holds. The numerically lowest guess of each orbit
is kept, so that ties break as without symmetry.

A guess is dropped only if a lower one is known to be equivalent, so the lowest of each class stays, whichever rules are
applied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice, pairwise, permutations, product
from math import factorial, perm, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes.candidates import KEYS_A_CALL, Candidates, colors_held
from codepegs.codes.code_space import NODES_A_STEP, Keys, joined_keys
from codepegs.core import loops
from codepegs.game import Code, Game, Position, View, code_rules
from codepegs.parallel import WorkerThreads


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


MOST_MAPS = 5_000
"""Largest number of symmetries listed; only very short histories have more, and then few suffice."""

MOST_TURN_ORDERS = 720

EXACT_MOST = 200_000_000
"""Largest number of guesses times maps for exact orbits; above it, only the simple rules are used."""

EXACT_FREE = 2_000
"""Guesses times maps up to which orbits are always computed exactly."""

EXACT_RATIO = 20
"""Above that, orbits are computed if guesses times maps are at most this many times the candidates."""

EXACT_CHUNK = 50_000
"""Smallest number of guesses times maps per thread."""


class ColumnMap(msgspec.Struct, frozen=True):
    """A symmetry of a history: position class k goes to class `classes[k]`, played colours by the pairs `colors`."""

    classes: tuple[int, ...]
    colors: tuple[tuple[int, int], ...]


class HistorySymmetry(msgspec.Struct, frozen=True, dict=True):
    """The symmetries of a history.

    Positions with equal columns in all guesses form a class, within which they are interchangeable. `maps` lists the
    ways to exchange whole classes and played colours, including the identity.
    """

    game: Game
    position_classes: tuple[tuple[int, ...], ...]
    maps: tuple[ColumnMap, ...]
    unplayed: tuple[int, ...]

    @classmethod
    def of(cls, position: Position) -> HistorySymmetry:
        """The symmetries of a position's history.

        >>> found = HistorySymmetry.of(Position.parse("p4c6 1122:1b0w"))
        >>> found.position_classes, len(found.maps), found.unplayed
        (((0, 1), (2, 3)), 2, (2, 3, 4, 5))
        """
        replies = [turn.reply for turn in position.turns]
        same = tuple(replies.index(reply) for reply in replies)
        return _symmetry(position.game, tuple(turn.guess for turn in position.turns), same)

    @property
    def trivial(self) -> bool:
        """Whether no two positions or played colours can be exchanged."""
        return len(self.maps) == 1 and len(self.position_classes) == self.game.pegs

    @cached_property
    def twin_before(self) -> NDArray[np.int64]:
        """For each position the one before it in its class, or -1."""
        before = np.full(self.game.pegs, -1, dtype=np.int64)
        for members in self.position_classes:
            before[list(members[1:])] = members[:-1]
        return before

    @cached_property
    def arrays(self) -> loops.SymmetryMaps:
        """The same for compiled loops."""
        class_of = np.empty(self.game.pegs, dtype=np.int64)
        for k, members in enumerate(self.position_classes):
            class_of[list(members)] = k
        class_maps = np.array([found.classes for found in self.maps], dtype=np.int64).reshape(len(self.maps), -1)
        color_maps = np.full((len(self.maps), self.game.colors), -1, dtype=np.int64)
        for row, found in zip(color_maps, self.maps, strict=True):
            for color, image in found.colors:
                row[color] = image
        return loops.SymmetryMaps(class_of, class_maps, color_maps, np.array(self.unplayed, dtype=np.int64))


@lru_cache(maxsize=16)  # in a walk over a strategy's tree, positions with the same guesses follow one another
def _symmetry(game: Game, guesses: tuple[Code, ...], same: tuple[int, ...]) -> HistorySymmetry:
    """The symmetries of guesses; `same` has the first turn with the same reply for each turn."""
    columns = [tuple(guess[i] for guess in guesses) for i in range(game.pegs)]
    by_column: dict[tuple[int, ...], list[int]] = {}
    for i, column in enumerate(columns):
        by_column.setdefault(column, []).append(i)
    classes = tuple(tuple(members) for members in by_column.values())
    played = {color for column in columns for color in column}
    sizes = [len(members) for members in classes]
    maps: dict[ColumnMap, None] = {}
    for order in _turn_orders(same):
        maps.update(dict.fromkeys(islice(_class_maps(list(by_column), sizes, order), MOST_MAPS - len(maps))))
    unplayed = tuple(color for color in range(game.colors) if color not in played)
    return HistorySymmetry(game, classes, tuple(maps), unplayed)


def _turn_orders(same: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The orders of the turns that keep each reply, the given order first."""
    for tried, order in enumerate(permutations(range(len(same)))):
        if tried >= MOST_TURN_ORDERS:
            return
        if all(same[a] == same[b] for a, b in enumerate(order)):
            yield order


def _class_maps(columns: list[tuple[int, ...]], sizes: list[int], order: tuple[int, ...]) -> Iterator[ColumnMap]:
    """All maps of columns to columns of equal size that are one-to-one on colours, for turns in `order`."""
    images = [tuple(column[turn] for turn in order) for column in columns]
    target: list[int] = []

    def extend(colors: dict[int, int]) -> Iterator[ColumnMap]:
        at = len(target)
        if at == len(columns):
            yield ColumnMap(tuple(target), tuple(sorted(colors.items())))
            return
        for other in range(len(columns)):
            if other in target or sizes[other] != sizes[at]:
                continue
            longer = _extend_colors(colors, columns[at], images[other])
            if longer is not None:
                target.append(other)
                yield from extend(longer)
                target.pop()

    yield from extend({})


def _extend_colors(colors: dict[int, int], source: tuple[int, ...], image: tuple[int, ...]) -> dict[int, int] | None:
    longer = dict(colors)
    taken = {b: a for a, b in colors.items()}
    for a, b in zip(source, image, strict=True):
        if longer.get(a, b) != b or taken.get(b, a) != a:
            return None
        longer[a] = b
        taken[b] = a
    return longer


class Orbit:
    """The guesses that are equivalent to one by the symmetries of a position, in no order.

    `live` are the colours that some candidate holds, bool, shape (colors,): the others are interchangeable, too.

    >>> orbit = Orbit(Position.parse("p2c4 11:0b0w 22:0b0w"), (2, 2), np.array([False, False, True, True]))
    >>> len(orbit), sorted(orbit)
    (2, [(2, 2), (3, 3)])
    """

    def __init__(self, position: Position, guess: Code, live: NDArray[np.bool_]) -> None:
        self.game = position.game
        symmetry = HistorySymmetry.of(position)
        self.classes = symmetry.position_classes
        self.dead = np.flatnonzero(~live).tolist()
        self.free = [color for color in symmetry.unplayed if live[color]]
        """The colours that can be exchanged with each other: never played, and held by candidates."""
        names = dict.fromkeys(self.free, self.game.colors) | dict.fromkeys(self.dead, -1)
        parts = [[guess[place] for place in members] for members in self.classes]
        forms = set()
        for found in symmetry.maps:
            image_of = dict(found.colors)
            rows: dict[int, list[int]] = {}
            for part, target in zip(parts, found.classes, strict=True):
                for color in part:
                    image = image_of.get(color, color)
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


def differing_guesses(
    position: Position, candidates: Candidates, *, candidates_only: bool = False, threads: WorkerThreads | None = None
) -> Keys:
    """Return one guess of every orbit, a set of guesses that symmetries of the position map to each other.

    >>> start = Position(Game(5, 8))
    >>> len(differing_guesses(start, Candidates.all(start.game)))
    7
    """
    if not position.game.traits.is_symmetric:
        is_limited = candidates_only and not position.game.first_guess
        return candidates.keys if is_limited else candidates.space.guesses(position.turns)
    symmetry = HistorySymmetry.of(position)
    if candidates_only and position.turns:
        guesses = _lowest_first(symmetry, candidates.keys)
    else:
        guesses = _list_guesses(symmetry, candidates)
    if symmetry.trivial and len(symmetry.unplayed) < 2:
        return guesses
    if EXACT_FREE < len(guesses) * len(symmetry.maps) > len(candidates) * EXACT_RATIO:
        return guesses
    return _one_an_orbit(symmetry, guesses, threads)


def _lowest_first(symmetry: HistorySymmetry, keys: Keys) -> Keys:
    """The keys that satisfy the simple rules of symmetry; see `_list_guesses`."""
    rules, unplayed = code_rules(symmetry.game), symmetry.arrays.unplayed
    kept, count = np.empty_like(keys), 0
    for start in range(0, len(keys), KEYS_A_CALL):
        some = keys[start : start + KEYS_A_CALL]
        count += loops.lowest_keys(some, rules, symmetry.twin_before, unplayed, kept[count : count + len(some)])
    return kept[:count]


def _list_guesses(symmetry: HistorySymmetry, candidates: Candidates) -> Keys:
    """All guesses that satisfy the simple rules of symmetry.

    Interchangeable positions have ascending colours, unplayed colours appear in order, and of the colours that no
    candidate holds only one is used, or without repeats as many as a code has pegs.
    """
    game = symmetry.game
    live = np.ones(game.colors, np.bool_) if len(candidates) == game.size else colors_held(game, candidates.keys)
    unplayed = np.zeros(game.colors, dtype=np.bool_)
    unplayed[list(symmetry.unplayed)] = True
    dead = np.flatnonzero(~live)[: 1 if game.repeats else game.pegs]
    color_of = np.sort(np.append(np.flatnonzero(live), dead))
    column_class = np.where(~live[color_of], 2, np.where(unplayed[color_of], 1, 0)).astype(np.int64)
    guesses = loops.enumerate_guesses(
        game.pegs, candidates.space.bits, game.repeats, color_of, column_class, symmetry.twin_before
    )
    return joined_keys(lambda room: loops.next_guesses(guesses, room, NODES_A_STEP))


def _one_an_orbit(symmetry: HistorySymmetry, guesses: Keys, threads: WorkerThreads | None) -> Keys:
    """The lowest guess of each orbit, by a canonical form; all `guesses` if that would take too long."""
    if not 1 < len(guesses) * len(symmetry.maps) <= EXACT_MOST:
        return guesses
    canonical = _canonical_keys(symmetry, guesses, threads or WorkerThreads())
    order = np.argsort(canonical, kind="stable")  # np.unique would import numpy.ma, a tenth of the time of a command
    ascending = canonical[order]
    is_first = np.ones(len(guesses), dtype=np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    is_lowest = np.empty_like(is_first)
    is_lowest[order] = is_first
    return guesses[is_lowest]


def _canonical_keys(symmetry: HistorySymmetry, guesses: Keys, threads: WorkerThreads) -> Keys:
    rules, maps = code_rules(symmetry.game), symmetry.arrays
    out = np.empty_like(guesses)

    def run(start: int, stop: int) -> None:
        loops.canonical_keys(guesses[start:stop], rules, maps, out[start:stop])

    threads.map(len(guesses), len(guesses) * len(symmetry.maps) // EXACT_CHUNK + 1, run)
    return out
