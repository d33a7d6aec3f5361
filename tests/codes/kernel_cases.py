"""Cases of the loops of one-step search and of values."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import CodeSpace
from codepegs.codes.guess_search import ABSENT, MOST_COLUMNS, MOST_MEMBERS, NEVER, UNITS, log_table
from codepegs.core import loops
from codepegs.core.loops import CodeRules, fit_curve, guesses_needed, other_curve, value_of_parts
from codepegs.game.parts import code_rules, part_cells
from codepegs.game.reply import View
from codepegs.game.rules import Game
from tests.kernels import Case

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

LARGEST = 6_000
"""Codes of the largest game drawn."""

MOST_CODES = 700
"""Codes of the largest set drawn where all guesses are scored: more than are searched by lanes."""

NO_BREAK, ONE_BREAK, TWO_BREAKS, ANY_BREAKS, SUM_OF_TABLE = 4, 5, 6, 7, 8
"""Objectives of the search for best trees, as in `core/scoring.hpp`."""


def draw_game(rng: np.random.Generator) -> Game:
    """A game of any view, with or without repeats."""
    while True:
        pegs = int(rng.integers(1, 13))
        colors = int(rng.integers(1, 81 if pegs <= 2 else 13))
        repeats = bool(rng.random() < 0.6)
        if not repeats and pegs > colors:
            continue
        game = Game(
            pegs, colors, repeats=repeats, view=list(View)[rng.integers(4)] if rng.random() < 0.6 else View.BLACK_WHITE
        )
        if 3 <= game.size <= LARGEST:
            return game


def draw_set(game: Game, rng: np.random.Generator, most: int = MOST_CODES) -> Keys:
    """Some codes of a game, ascending: often neighbours, so that colours are missing at some pegs."""
    everything = CodeSpace.of(game).secrets()
    size = int(rng.integers(1, rng.choice([9, 65, 130, most])))
    size = min(size, len(everything))
    if rng.random() < 0.5:
        start = int(rng.integers(len(everything) - size + 1))
        return everything[start : start + size].copy()
    return np.sort(rng.choice(everything, size, replace=False))


def draw_first_plays(game: Game, rng: np.random.Generator) -> tuple[int, Ints]:
    """A number of guesses made, and when each colour was first played; entries from that number on mean never."""
    depth = int(rng.integers(0, 4))
    return depth, rng.choice([0, 1, 2, 3, NEVER], game.colors)


def draw_options(game: Game, rng: np.random.Generator, candidates_only: bool | None = None) -> loops.OneStepOptions:
    only = bool(rng.random() < 0.3) if candidates_only is None else candidates_only
    searched = 1 << 25 if rng.random() < 0.7 else int(rng.integers(2, 50))
    return loops.OneStepOptions(int(rng.integers(4)), only, searched, log_table(MOST_MEMBERS))


def planes_of(game: Game, keys: Keys, guesses: Keys, rng: np.random.Generator) -> loops.SetPlanes:
    """The planes of a set made without the loops."""
    used = sorted({color for key in guesses for color in colors_of(game, int(key))})
    column_of = np.full(game.colors, ABSENT, np.uint16)
    column_of[used] = np.arange(len(used))
    words = -(-len(keys) // 512) * 8
    planes = loops.SetPlanes(
        column_of,
        np.zeros(words, np.uint64),
        np.zeros((game.pegs, len(used), words), np.uint64),
        np.zeros((game.pegs, len(used), words), np.uint64),
    )
    for number, key in enumerate(keys):
        word, bit = number // 64, np.uint64(1 << number % 64)
        planes.members[word] |= bit
        colors = colors_of(game, int(key))
        for peg, color in enumerate(colors):
            column = column_of[color]
            if column != ABSENT:
                planes.place[peg, column, word] |= bit
                planes.copies[colors[:peg].count(color), column, word] |= bit
    return planes


def colors_of(game: Game, key: int) -> list[int]:
    """The colours of a code given by its key."""
    bits = max(1, (game.colors - 1).bit_length())
    return [key >> bits * (game.pegs - 1 - peg) & ((1 << bits) - 1) for peg in range(game.pegs)]


def count_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_set(game, rng, LARGEST)
    guesses = draw_set(game, rng, 60)
    start = int(rng.integers(len(guesses) + 1))
    stop = int(rng.integers(start, len(guesses) + 1))
    planes, cells = planes_of(game, keys, guesses, rng), part_cells(game)
    out = rng.integers(5, size=(stop - start, cells.parts))
    return guesses, start, stop, code_rules(game), planes, cells, out


def best_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_set(game, rng, LARGEST)
    guesses = draw_set(game, rng, 1200 if rng.random() < 0.2 else 100)
    start = int(rng.integers(len(guesses)))
    stop = int(rng.integers(start, len(guesses) + 1))
    out = np.zeros(len(guesses) if rng.random() < 0.5 else 0, np.uint64)
    table = log_table(len(keys)) if rng.random() < 0.7 else log_table(1)[: int(rng.integers(2, 100))]
    planes, cells = planes_of(game, keys, guesses, rng), part_cells(game)
    return guesses, start, stop, code_rules(game), planes, cells, int(rng.integers(4)), table, out


def fill_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_set(game, rng, LARGEST)
    planes = planes_of(game, keys, draw_set(game, rng, 5), rng)
    for array in (planes.members, planes.place, planes.copies):
        array[...] = 0
    first = int(rng.integers(len(planes.members) + 1))
    after = int(rng.integers(first, len(planes.members) + 1))
    return keys, first, after, code_rules(game), planes


def choose(
    keys: Keys, depth: int, first: Ints, rules: CodeRules, cells: loops.Cells, options: loops.OneStepOptions, units: int
) -> tuple[int, int]:
    """The best guess for a set, searched in small steps."""
    choice = loops.begin_choice(keys, depth, first, rules, cells, options)
    ended = False
    while not ended:
        ended, guess, scored = loops.step_choice(choice, units)
    return guess, scored


def choose_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_set(game, rng)
    depth, first = draw_first_plays(game, rng)
    units = int(rng.choice([1, 1000, 100_000]))
    return keys, depth, first, code_rules(game), part_cells(game), draw_options(game, rng), units


def walk(
    keys: Keys,
    depth: int,
    first: Ints,
    rules: CodeRules,
    cells: loops.Cells,
    options: loops.OneStepOptions,
    out: loops.WalkOutput,
    units: int,
) -> int:
    """A whole strategy, in small steps; the number of nodes."""
    walk = loops.begin_walk(keys, depth, first, rules, cells, options, out)
    while not loops.step_walk(walk, units):
        pass
    return loops.walked_nodes(walk)


def walk_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_set(game, rng)
    depth, first = draw_first_plays(game, rng)
    room = 2 * len(keys) if rng.random() < 0.5 else 0
    out = loops.WalkOutput(
        rng.integers(3, size=depth + len(keys) + 3),
        rng.integers(3, size=3),
        np.zeros(room, np.uint64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
    )
    units = int(rng.choice([1, 10_000, UNITS]))
    return keys, depth, first, code_rules(game), part_cells(game), draw_options(game, rng), out, units


def bound_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    """Objectives of bounds and of one-step search; limits of any size, room for fewer guesses than are kept."""
    while True:
        game = draw_game(rng)
        if game.colors <= MOST_COLUMNS:
            break
    keys = draw_set(game, rng, MOST_MEMBERS)
    depth, first = draw_first_plays(game, rng)
    size, objective = len(keys), int(rng.integers(9))
    table = log_table(MOST_MEMBERS)
    least, bits = 2 * size, 4
    if objective in (ONE_BREAK, TWO_BREAKS):
        table = np.sort(rng.integers(1, 20, size=MOST_MEMBERS + 1)).astype(np.uint64)
    elif objective in (ANY_BREAKS, SUM_OF_TABLE):
        table = np.append(0, np.sort(rng.integers(1, 5_000, size=MOST_MEMBERS))).astype(np.uint64)
        if objective == ANY_BREAKS:
            table[1:] += np.uint64(1 << 32)
        elif rng.random() < 0.5:
            table <<= np.uint64(18)
            bits = 22
        least, bits = 0, bits + 14
    barred = np.zeros(game.pegs, np.uint64)
    if rng.random() < 0.3:
        barred[:] = rng.integers(1 << min(game.colors, 20), size=game.pegs)
    room = int(rng.integers(0, 200))
    scoring = loops.GuessScoring(
        objective,
        table,
        incumbent=(1 << 64) - 1 if rng.random() < 0.7 else int(rng.integers(least, least + (1 << bits))),
        floor=0 if rng.random() < 0.5 else least + int(rng.integers(1 << bits)),
        limit=0 if objective < NO_BREAK or rng.random() < 0.4 else least + int(rng.integers(1 << bits)),
        unwon=int(rng.integers(1, 30)) << (18 if bits > 30 else 0),
        kept_keys=np.zeros(room, np.int64),
        kept_guesses=np.zeros(room, np.uint64),
    )
    return keys, depth, first, barred, code_rules(game), part_cells(game), scoring


Rng = np.random.Generator
Numbers = NDArray[np.float64]
Rules = tuple[int, int, bool, int]


def draw_sets(rng: Rng) -> tuple[Numbers, Numbers]:
    """Sets of a game with the guesses that they need."""
    sizes = np.floor(2 ** (rng.random(int(rng.integers(1, 300))) * 15))
    return sizes, 1.0 + np.log2(sizes) * (0.5 + rng.random(len(sizes)) / 9)


def draw_parts(rng: Rng) -> tuple[Numbers, Numbers, Numbers]:
    """The masses and sizes of the parts of a guess; of some it is known what they need."""
    count = int(rng.integers(1, 20))
    masses = rng.integers(1, 300, count).astype(np.float64)
    sizes = np.where(rng.random(count) < 0.4, rng.integers(1, 4, count), rng.integers(1, 100_000, count)).astype(float)
    known = np.where(rng.random(count) < rng.choice([0.3, 0.9]), rng.integers(0, 6, count) / 2, np.nan)
    known[-1] = 0.0
    return masses, sizes, known


def draw_rules(rng: Rng) -> Rules:
    """The rules of a game of any view, or of one without pegs."""
    pegs = int(rng.integers(12))
    return pegs, int(rng.integers(max(1, pegs), 30)), bool(rng.integers(2)), int(rng.integers(4))


def needed_after_fit(sizes: Numbers, averages: Numbers, some: Numbers) -> Numbers:
    """The guesses that sets need by the curve through others."""
    needed = np.zeros(len(some))
    guesses_needed(some, fit_curve(sizes, averages), needed)
    return needed


def value_by_others(rules: Rules, masses: Numbers, sizes: Numbers, known: Numbers, price: int) -> tuple[float, ...]:
    """The value of a guess by the curve of other games."""
    return value_of_parts(masses, sizes, known, price, other_curve(*rules))


class ConflictCodes(NamedTuple):
    """Some codes as the search for conflicts sees them."""

    fits: NDArray[np.bool_]
    """Whether a part (column) is consistent with a turn (row)."""
    parts: Ints
    """The part of each code (column) for each turn (row)."""
    cost: int
    """The work of finding a code."""

    @property
    def counts(self) -> Ints:
        """The number of parts for each turn."""
        return np.asarray(self.parts.max(axis=1) + 1)

    def search(
        self, turns: list[int], changed: tuple[int, int] | None, most: int, work: int
    ) -> tuple[list[int], bool, int]:
        """The codes that fit some turns, of which one may have another part; whether these are all; the work done."""
        fitting = [
            code
            for code in range(self.parts.shape[1])
            if all(
                self.parts[turn, code] == changed[1]
                if changed and turn == changed[0]
                else self.fits[turn, self.parts[turn, code]]
                for turn in turns
            )
        ]
        found = fitting[: min(most, work // self.cost)]
        complete = len(found) == len(fitting) and work >= self.cost * (len(fitting) + 1)
        return found, complete, min(work, self.cost * (len(found) + 1))


Repaired = list[tuple[int, int, int]]


def draw_conflict(rng: Rng) -> ConflictCodes:
    """Codes of which each fails some turns, and seldom none."""
    turns, parts, codes = int(rng.integers(1, 8)), int(rng.integers(1, 7)), int(rng.integers(1, 40))
    fits = np.zeros((turns, parts), dtype=np.bool_)
    for row in fits:
        row[rng.integers(parts, size=rng.choice([0, 1, 1, 1, 1, 1, 1, 2]))] = True
    fails = rng.random((turns, codes)) < rng.choice([0.05, 0.3, 0.6])
    if rng.random() < 0.9:
        fails[rng.integers(turns, size=codes), np.arange(codes)] = True
    found = np.zeros((turns, codes), dtype=np.int64)
    for turn in range(turns):
        for code in range(codes):
            possible = np.flatnonzero(fits[turn] != fails[turn, code])
            found[turn, code] = rng.choice(possible if len(possible) else parts)
    return ConflictCodes(fits, found, int(rng.choice([1, 3])))


def draw_conflict_limits(rng: Rng) -> loops.ConflictLimits:
    """Limits that often end a search, and those that never do."""
    return loops.ConflictLimits(
        work=int(rng.choice([50, 500, 100_000])),
        question_work=int(rng.choice([5, 20, 1_000])),
        codes=int(rng.choice([2, 5, 100])),
        few=int(rng.choice([1, 3, 20])),
        questions=int(rng.choice([0, 1, 4, 300])),
    )


def conflict_by_codes(codes: ConflictCodes, size: int, sets: int) -> tuple[list[int], Repaired] | None:
    """The conflict and the repairs by all codes, added some at a time; None if a code fits all turns."""
    failed = loops.begin_failed_turns(codes.fits)
    for start in range(0, codes.parts.shape[1], size):
        if not loops.add_failed_turns(failed, np.ascontiguousarray(codes.parts[:, start : start + size])):
            return None
    out, found = np.zeros(len(codes.fits), dtype=np.int64), 0
    while not found:
        found = loops.find_conflict(failed, sets, out)
    rows = np.zeros((loops.count_repairs(failed), 3), dtype=np.int64)
    loops.write_repairs(failed, rows)
    return out[:found].tolist(), [(turn, part, count) for turn, part, count in rows.tolist()]


def conflict_by_questions(
    codes: ConflictCodes, is_open: NDArray[np.bool_], finds_conflict: bool, limits: loops.ConflictLimits
) -> tuple[list[int], Repaired, list[object]]:
    """The conflict and the repairs by questions, and these questions."""
    search = loops.begin_conflict_search(codes.counts, is_open, finds_conflict, limits)
    turns = np.zeros(len(codes.fits), dtype=np.bool_)
    questions: list[object] = []
    while True:
        is_done, turn, part, most, work = loops.next_question(search, turns)
        if is_done:
            break
        changed = (turn, part) if part >= 0 else None
        some = np.flatnonzero(turns).tolist()
        found, complete, done = codes.search(some, changed, most, work)
        parts = codes.parts[turn, found] if turn >= 0 > part else np.zeros(0, dtype=np.int64)
        loops.answer_question(search, len(found), parts, complete, done)
        questions.append((some, changed, most, work))
    out = np.zeros(len(codes.fits), dtype=np.int64)
    size = loops.conflict_found(search, out)
    rows = np.zeros((loops.count_repairs_found(search), 3), dtype=np.int64)
    loops.write_repairs_found(search, rows)
    return out[:size].tolist(), [(turn, part, count) for turn, part, count in rows.tolist()], questions


def per_peg_arguments(rng: Rng) -> tuple[Any, ...]:
    game = draw_game(rng)
    turns = int(rng.integers(3))
    guesses = rng.integers(game.colors, size=(turns, game.pegs))
    black, white = rng.integers(min(3, game.pegs + 1), size=(2, turns))
    return draw_set(game, rng), code_rules(game), guesses, black, white


def draw_part_figures(rng: Rng) -> tuple[Ints, Ints, int, bool, bool]:
    """The sizes and weights of the parts of a guess, and what else decides what is said of it."""
    parts = int(rng.integers(1, 15))
    most = int(rng.choice([2, 2, 4, 200, 100_000]))
    sizes = np.where(rng.random(parts) < rng.choice([0.2, 0.5, 0.9]), rng.integers(most, size=parts), 0)
    sizes[rng.integers(parts)] += 1
    weights = sizes if rng.random() < 0.5 else sizes * rng.integers(1, 1_000, size=parts)
    fewest_left = -1 if rng.random() < 0.4 else int(rng.integers(4 * most * most))
    return sizes, weights, fewest_left, bool(rng.random() < 0.3), bool(rng.random() < 0.5)


def draw_places(rng: Rng) -> tuple[Keys, Ints, Ints]:
    """The scores and wins of guesses, with many ties, and room for the best."""
    guesses, most = int(rng.integers(1, 200)), int(rng.choice([2, 10, 1 << 40]))
    scores = rng.integers(most, size=guesses).astype(np.uint64)
    return scores, rng.integers(3, size=guesses), np.zeros(int(rng.integers(guesses + 1)), dtype=np.int64)


CASES = [
    Case("best_places", loops.best_places, draw_places),
    Case("part_figures", loops.part_figures, draw_part_figures, seeds=200),
    Case("conflict_by_codes", conflict_by_codes, lambda rng: (draw_conflict(rng), 7, 9), seeds=60),
    Case(
        "conflict_by_questions",
        conflict_by_questions,
        lambda rng: ((drawn := draw_conflict(rng)), drawn.fits.any(axis=1), True, draw_conflict_limits(rng)),
        seeds=60,
    ),
    Case("count_per_peg", loops.count_per_peg, per_peg_arguments),
    Case("write_log_table", loops.write_log_table, lambda rng: (np.zeros(int(rng.integers(3000)), np.uint64),)),
    Case("fill_planes", loops.fill_planes, fill_arguments),
    Case("count_parts", loops.count_parts, count_arguments),
    Case("best_in_range", loops.best_in_range, best_arguments, seeds=60),
    Case("choose_guess", choose, choose_arguments, seeds=120),
    Case("walk_strategy", walk, walk_arguments, seeds=80),
    Case("bound_guesses", loops.bound_guesses, bound_arguments, seeds=200),
    Case("fit_curve", needed_after_fit, lambda rng: (*draw_sets(rng), draw_parts(rng)[1])),
    Case("value_of_parts", value_by_others, lambda rng: (draw_rules(rng), *draw_parts(rng), int(rng.integers(1, 4)))),
]
