"""Guesses that differ: one for each orbit under the symmetries of a history.

A permutation of the positions and one of the colours that together map the guesses of a history onto themselves,
replies kept, map its candidates onto themselves too, so a guess and its image split them alike. Colours never played
are interchangeable; so are, for the replies they cause, colours that no candidate holds. Of each orbit the numerically
lowest guess is kept, so that ties break as without symmetry.

A guess is dropped only when a lower one is known to be alike; whichever rules are applied, the lowest of each class
therefore stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import Candidates, KeyLayout, Keys, is_light
from codepegs.chunks import Crew
from codepegs.game import Game
from codepegs.texts import Position

MOST_MAPS = 5_000
"""Symmetries of a history that are listed; more are only found in tiny symmetric histories, and then few suffice."""

MOST_TURN_ORDERS = 720

EXACT_MOST = 200_000_000
"""Guesses times maps up to which orbits are told apart exactly; past that the cheap rules alone have to do."""

EXACT_FREE = 2_000
"""Guesses times maps among which orbits are always told apart."""

EXACT_RATIO = 20
"""Past that it pays while there are no more guesses times maps than so many times the candidates."""

EXACT_LIGHT_COST = 100
"""What telling one guess apart under one map costs on NumPy, in replies."""

EXACT_CHUNK = 20_000
"""Guesses times maps worth handing to another thread."""

LIGHT_GUESSES = 200_000
"""Guesses worth listing with NumPy."""


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """A symmetry of a history: position class k goes to class `classes[k]`, played colours by the pairs `colors`."""

    classes: tuple[int, ...]
    colors: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class HistorySymmetry:
    """What a history leaves interchangeable.

    Positions at which every guess of the history has equal columns form a class; within it they are interchangeable by
    themselves. `maps` lists how whole classes and played colours can be exchanged (the identity among them).
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
        game = position.game
        columns = [tuple(turn.guess[i] for turn in position.turns) for i in range(game.pegs)]
        by_column: dict[tuple[int, ...], list[int]] = {}
        for i, column in enumerate(columns):
            by_column.setdefault(column, []).append(i)
        classes = tuple(tuple(members) for members in by_column.values())
        played = {color for column in columns for color in column}
        sizes = [len(members) for members in classes]
        maps: dict[ColumnMap, None] = {}
        for order in _turn_orders(position):
            maps.update(dict.fromkeys(islice(_class_maps(list(by_column), sizes, order), MOST_MAPS - len(maps))))
        unplayed = tuple(color for color in range(game.colors) if color not in played)
        return cls(game, classes, tuple(maps), unplayed)

    @property
    def trivial(self) -> bool:
        """Whether no two positions or played colours can be exchanged."""
        return len(self.maps) == 1 and len(self.position_classes) == self.game.pegs

    @property
    def twin_before(self) -> NDArray[np.int64]:
        """For each position the one before it in its class, or -1."""
        before = np.full(self.game.pegs, -1, dtype=np.int64)
        for members in self.position_classes:
            before[list(members[1:])] = members[:-1]
        return before


def _turn_orders(position: Position) -> Iterator[tuple[int, ...]]:
    """The orders of the turns that keep each reply, the given order first."""
    replies = [turn.reply for turn in position.turns]
    for tried, order in enumerate(permutations(range(len(replies)))):
        if tried >= MOST_TURN_ORDERS:
            return
        if all(replies[a] == replies[b] for a, b in enumerate(order)):
            yield order


def _class_maps(columns: list[tuple[int, ...]], sizes: list[int], order: tuple[int, ...]) -> Iterator[ColumnMap]:
    """All ways to send each column to one of equal size so that colours go to colours one to one, turns by `order`."""
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


def differing_guesses(
    position: Position, candidates: Candidates, *, candidates_only: bool = False, crew: Crew | None = None
) -> Keys:
    """Keys, ascending, of the lowest guess of every class of guesses that are alike for these candidates.

    >>> start = Position(Game(5, 8))
    >>> len(differing_guesses(start, Candidates.all(start.game)))
    7
    """
    symmetry = HistorySymmetry.of(position)
    if candidates_only and position.turns:
        guesses = _lowest_first(symmetry, candidates.layout, candidates.keys)
    else:
        guesses = _list_guesses(symmetry, candidates)
    if symmetry.trivial and len(symmetry.unplayed) < 2:
        return guesses
    if EXACT_FREE < len(guesses) * len(symmetry.maps) > len(candidates) * EXACT_RATIO:
        return guesses
    return _one_an_orbit(symmetry, candidates.layout, guesses, crew)


def _lowest_first(symmetry: HistorySymmetry, layout: KeyLayout, keys: Keys) -> Keys:
    """The keys whose twins ascend and whose unplayed colours appear in ascending order."""
    kept = np.ones(len(keys), dtype=np.bool_)
    before = symmetry.twin_before
    rank = np.full(symmetry.game.colors, -1, dtype=np.int64)
    rank[list(symmetry.unplayed)] = np.arange(len(symmetry.unplayed))
    used = np.zeros(len(keys), dtype=np.int64)
    for position in range(layout.pegs):
        here = layout.colors_at(keys, position)
        if before[position] >= 0:
            kept &= here >= layout.colors_at(keys, int(before[position]))
        if len(symmetry.unplayed) > 1:
            ranks = rank[here]
            kept &= ranks <= used
            used = np.maximum(used, ranks + 1)
    return keys[kept]


def _list_guesses(symmetry: HistorySymmetry, candidates: Candidates) -> Keys:
    """All guesses whose twins ascend, whose unplayed colours appear in order, and that waste few colours.

    Of the colours no candidate holds one is enough, or, where colours must differ, as many as a code has pegs.
    """
    game, layout = symmetry.game, candidates.layout
    live = np.full(game.colors, len(candidates) == game.size)
    if not live[0]:
        for position in range(game.pegs):
            live |= np.bincount(layout.colors_at(candidates.keys, position), minlength=game.colors) > 0
    unplayed = np.zeros(game.colors, dtype=np.bool_)
    unplayed[list(symmetry.unplayed)] = True
    dead = np.flatnonzero(~live)[: 1 if game.repeats else game.pegs]
    color_of = np.union1d(np.flatnonzero(live), dead)
    column_class = np.where(~live[color_of], 2, np.where(unplayed[color_of], 1, 0)).astype(np.int64)
    arguments = (
        game.pegs,
        layout.bits,
        game.repeats,
        color_of.astype(np.int64),
        len(color_of),
        column_class,
        symmetry.twin_before,
    )
    if game.size <= LIGHT_GUESSES:
        return _list_lightly(*arguments)

    from codepegs.kernels import codes

    room = codes.list_guesses(*arguments, np.empty(0, dtype=np.uint64))
    out = np.empty(room, dtype=np.uint64)
    codes.list_guesses(*arguments, out)
    return out


def _list_lightly(
    pegs: int,
    bits: int,
    repeats: bool,
    color_of: NDArray[np.int64],
    column_count: int,
    column_class: NDArray[np.int64],
    twin_before: NDArray[np.int64],
) -> Keys:
    """`kernels.codes.list_guesses` without a compiler: all beginnings of one length at a time."""
    columns = np.arange(column_count)
    rank = np.zeros(column_count, dtype=np.int64)
    for kind in (1, 2):
        rank[column_class == kind] = np.arange(np.count_nonzero(column_class == kind))
    codes = np.zeros((1, 0), dtype=np.int64)
    used = np.zeros((1, 3), dtype=np.int64)
    for position in range(pegs):
        allowed = (column_class == 0) | (rank <= used[:, column_class])
        if twin_before[position] >= 0:
            allowed &= columns >= codes[:, twin_before[position], None]
        if not repeats:
            for earlier in range(position):
                allowed &= columns != codes[:, earlier, None]
        row, column = np.nonzero(allowed)
        codes = np.column_stack([codes[row], column])
        used = used[row]
        kinds = column_class[column]
        used[np.arange(len(row)), kinds] = np.maximum(used[np.arange(len(row)), kinds], rank[column] + 1)
    keys = np.zeros(len(codes), dtype=np.uint64)
    for position in range(pegs):
        keys = (keys << np.uint64(bits)) | color_of[codes[:, position]].astype(np.uint64)
    return keys


def _one_an_orbit(symmetry: HistorySymmetry, layout: KeyLayout, guesses: Keys, crew: Crew | None) -> Keys:
    """The lowest of each orbit, told by a canonical form; `guesses` come back whole where that would cost too much."""
    if not 1 < len(guesses) * len(symmetry.maps) <= EXACT_MOST:
        return guesses
    if is_light(len(guesses) * len(symmetry.maps) * EXACT_LIGHT_COST):
        if (layout.pegs + 1) ** len(symmetry.position_classes) >= 2**62:
            return guesses
        forms = _canonical_forms(symmetry, layout, guesses)
        _, lowest = np.unique(forms, axis=0, return_index=True)
    else:
        _, lowest = np.unique(_canonical_keys(symmetry, layout, guesses, crew or Crew()), return_index=True)
    return guesses[np.sort(lowest)]


def _canonical_keys(symmetry: HistorySymmetry, layout: KeyLayout, guesses: Keys, crew: Crew) -> Keys:
    from codepegs.kernels import codes

    class_of = np.empty(layout.pegs, dtype=np.int64)
    for k, members in enumerate(symmetry.position_classes):
        class_of[list(members)] = k
    class_maps = np.array([found.classes for found in symmetry.maps], dtype=np.int64).reshape(len(symmetry.maps), -1)
    color_maps = np.full((len(symmetry.maps), symmetry.game.colors), -1, dtype=np.int64)
    for row, found in zip(color_maps, symmetry.maps, strict=True):
        for color, image in found.colors:
            row[color] = image
    unplayed = np.array(symmetry.unplayed, dtype=np.int64)
    out = np.empty_like(guesses)

    def run(start: int, stop: int) -> None:
        codes.canonical_keys(
            guesses, start, stop, layout.pegs, layout.bits, class_of, class_maps, color_maps, unplayed, out
        )

    crew.map(len(guesses), len(guesses) * len(symmetry.maps) // EXACT_CHUNK + 1, run)
    return out


def _canonical_forms(symmetry: HistorySymmetry, layout: KeyLayout, guesses: Keys) -> NDArray[np.int64]:
    """Rows that two guesses share exactly when a symmetry maps one on the other, without a compiler.

    Within a class of positions only how often a guess uses each colour matters, so a guess is, for each colour, its
    counts by class, packed into one number. Unplayed colours have no names: their numbers are sorted. A map of classes
    and played colours permutes the numbers; the least row over all maps is the canonical form.
    """
    classes = len(symmetry.position_classes)
    base = layout.pegs + 1
    played = sorted(color for color, _ in symmetry.maps[0].colors)
    place_in_row = {color: n for n, color in enumerate(played)}
    free = min(layout.pegs, len(symmetry.unplayed))
    digits = layout.unpack(guesses)
    tallies = np.zeros((symmetry.game.colors, len(guesses), classes), dtype=np.int64)
    rows = np.arange(len(guesses))
    for k, members in enumerate(symmetry.position_classes):
        for position in members:
            tallies[digits[:, position], rows, k] += 1
    best: NDArray[np.int64] | None = None
    for found in symmetry.maps:
        weights = np.array([base ** found.classes[k] for k in range(classes)], dtype=np.int64)
        numbers = tallies @ weights
        form = np.zeros((len(guesses), len(played) + free), dtype=np.int64)
        for color, image in found.colors:
            form[:, place_in_row[image]] = numbers[color]
        if free:
            unnamed = np.sort(numbers[list(symmetry.unplayed)], axis=0)[::-1][:free]
            form[:, len(played) :] = unnamed.T
        best = form if best is None else np.where(_row_less(form, best)[:, None], form, best)
    assert best is not None
    return best


def _row_less(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.bool_]:
    differ = a != b
    first = differ.argmax(axis=1)
    rows = np.arange(len(a))
    return np.asarray(differ.any(axis=1) & (a[rows, first] < b[rows, first]))
