"""Lower bounds in the search for best trees: from the size of a set, from its members, from all guesses."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.choosing import MOST_WORDS, choose_any
from codepegs.kernels.codes import list_guesses, part_of
from codepegs.kernels.compile import compiled
from codepegs.kernels.counting import best_in_range
from codepegs.kernels.memory import BOUNDS, EXACT, MEMBERS, NOTHING, recall, remember
from codepegs.kernels.planes import WORD, build_planes, fill_members
from codepegs.kernels.scoring import ANY_BREAKS, NEGATIVE_ENTROPY, NO_BREAK, ONE_BREAK, SUM_OF_TABLE, TWO_BREAKS
from codepegs.kernels.simd import LANES, ones
from codepegs.kernels.walking import NEVER, allow_in_order, classify_colors

FORBIDDEN = 1 << 44
"""The value of a set that cannot be told apart in the turns that are left."""

TIE_BITS = 18
"""Where turns differ many bounds tie: scores have so many lower bits for what the parts cost at least in guesses."""

MOST_BOUND = 1 << 38
"""Bounds of parts are cut here where they are added up with such bits below."""

SETS, SCORED, EXPANDED, KNOWN, CHECKED, TWINS = 0, 1, 2, 3, 4, 5
"""Counts of work: sets scored, guesses scored, guesses tried, answers from memory, member checks, symmetric guesses."""


@compiled
def full_tree(size: int, below: int, other: int) -> int:
    """The least value of `size` codes, every guess costing 1, when no guess makes many parts of them.

    `below` is the most parts a member makes besides itself, `other` the most that another guess makes. Subsets of the
    codes make no more parts than they do, so a tree of them that finds c codes with d guesses before them has a sum of
    d c; and for any s the sum of s - d over the codes with d < s is at most g(s) = max(s + below g(s - 1), other
    g(s - 1)), whence the value is at least s size - g(s).
    """
    best = 0
    most = 0
    slope = 0
    while True:
        slope += 1
        most = max(slope + below * most, other * most)
        value = slope * size - most
        if value <= best:
            return best
        best = value


@compiled
def least(rules: Any, turn: int, size: int, below: int, other: int) -> int:
    """The least value of so many codes when no guess makes more parts of them than `full_tree` says."""
    if rules.same_turns:
        return full_tree(size, below, other) if rules.bounded else size - 1
    return rules.bounds[turn, size]


@compiled
def value_of_few(rules: Any, turn: int, size: int) -> int:
    """The value of one code or two."""
    if turn + size - 1 > rules.turns:
        return FORBIDDEN
    return 0 if size == 1 else rules.step[turn]


@compiled
def check_members(
    rules: Any, state: Any, memory: Any, start: int, stop: int, turn: int, hashes: Any, below: int, other: int
) -> Any:
    """A bound from the members of a small set alone: (value, how it is known, most parts below a member)."""
    size = stop - start
    parts = state.sizes.shape[1]
    floor = least(rules, turn, size, below, other)
    if size > parts or size > WORD or turn + 2 > rules.turns or parts > WORD or not rules.bounded:
        return floor, MEMBERS, below
    state.counts[CHECKED] += 1
    keys = state.keys
    most: Any = 0
    best = keys[start]
    for s in range(start, stop):
        seen = np.uint64(0)
        for o in range(start, stop):
            part = part_of(keys[o], keys[s], rules.pegs, rules.bits, state.tally, rules.part_table)
            seen |= np.uint64(1) << np.uint64(part)
        found = np.int64(ones(seen))
        if found > most:
            most = found
            best = keys[s]
            if found == size:
                break
    full = (size - 1) * rules.step[turn]
    if most == size:
        remember(memory, hashes[0], hashes[1], full, EXACT, 0, 0, best)
        return full, EXACT, below
    if most == size - 1 and rules.same_turns:  # one part of two: as dear as a guess that splits fully and cannot win
        remember(memory, hashes[0], hashes[1], full + rules.step[turn], EXACT, 0, 0, best)
        return full + rules.step[turn], EXACT, below
    below = min(below, most - 1)
    floor = max(
        floor, full + min(rules.step[turn], rules.step[turn + 1]), least(rules, turn, size, below, max(below, other))
    )
    remember(memory, hashes[0], hashes[1], floor, MEMBERS, below, other, np.uint64(0))
    return floor, MEMBERS, below


@compiled
def _score_members(rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, table: Any) -> Any:
    """The same for members as guesses; `table` has no counts of parts."""
    keys = state.keys
    sizes = state.sizes[turn]
    parts = sizes.shape[0]
    kept = 0
    most = 0
    lowest = np.int64(1) << np.int64(60)
    for s in range(start, stop):
        sizes[:] = 0
        for other in range(start, stop):
            sizes[part_of(keys[other], keys[s], rules.pegs, rules.bits, state.tally, rules.part_table)] += 1
        total = np.int64(0)
        made = 0
        for r in range(parts - 1):
            total += np.int64(table[sizes[r]])
            made += sizes[r] > 0
        most = max(most, made)
        lowest = min(lowest, total)
        if total < limit:
            state.scores[turn, kept] = total
            state.listed[turn, kept] = keys[s]
            kept += 1
    state.counts[SCORED] += stop - start
    return kept, lowest, most, most


@compiled
def _score_many(
    rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, table: Any, unit: int, column_count: int
) -> Any:
    """The same for all guesses that can differ and a set of any size, one guess after another; `table` counts parts."""
    size = stop - start
    words = (size + LANES * WORD - 1) // (LANES * WORD) * LANES
    room = rules.pegs * column_count * words
    place = np.zeros(room, np.uint64)
    copies = np.zeros(room, np.uint64)
    strides = np.array([column_count * words, words, 1], np.int64)
    members = np.zeros(words, np.uint64)
    fill_members(members, size)
    build_planes(
        state.keys, start, stop, rules.pegs, rules.bits, state.column_of, place, strides, copies, strides, state.tally
    )
    no_twins = np.full(rules.pegs, -1, np.int64)
    count = list_guesses(
        rules.pegs,
        rules.bits,
        rules.repeats,
        state.color_of,
        column_count,
        state.column_class,
        no_twins,
        np.empty(0, np.uint64),
    )
    guesses = np.empty(count, np.uint64)
    list_guesses(
        rules.pegs,
        rules.bits,
        rules.repeats,
        state.color_of,
        column_count,
        state.column_class,
        no_twins,
        guesses,
    )
    scored = np.empty(count, np.uint64)
    best_in_range(
        guesses,
        0,
        count,
        rules.pegs,
        rules.bits,
        state.column_of,
        members,
        words,
        place,
        copies,
        strides,
        rules.cell_black,
        rules.cell_total,
        rules.cell_part,
        NEGATIVE_ENTROPY,
        table,
        state.sizes.shape[1],
        scored,
    )
    state.counts[SCORED] += count
    kept = 0
    below: Any = 0
    other: Any = 0
    lowest = np.int64(1) << np.int64(60)
    mask = np.uint64((1 << rules.bits) - 1)
    for n in range(count):
        shut = np.uint64(0)
        for i in range(rules.pegs):
            color = np.intp((guesses[n] >> np.uint64(rules.bits * (rules.pegs - 1 - i))) & mask)
            shut |= (state.barred[i] >> np.uint64(state.column_of[color])) & np.uint64(1)
        if shut:
            continue
        total = np.int64(scored[n] >> np.uint64(1))
        won = 1 - np.int64(scored[n] & np.uint64(1))
        if rules.same_turns:
            made: Any = total >> 32
            total &= 0xFFFFFFFF
            if won:
                below = max(below, made - 1)
            else:
                other = max(other, made)
        total -= won * unit
        lowest = min(lowest, total)
        if total < limit:
            state.scores[turn, kept] = total
            state.listed[turn, kept] = guesses[n]
            kept += 1
    if not rules.same_turns:
        below = other = state.sizes.shape[1] - 1
    return kept, lowest, below, other


@compiled
def bar_alike(rules: Any, state: Any, start: int, stop: int, turn: int, count: int) -> None:
    """Where replies tell of each peg by itself, let one column stand for others at each peg.

    Only whether the right colour stands at a peg matters then, so colours that were never played at it stand for each
    other there, and so do those no member has there. `state.barred[i]` is the set of columns peg i can do without; no
    other rules for columns are needed.
    """
    mask = np.uint64((1 << rules.bits) - 1)
    one = np.uint64(1)
    state.column_class[:count] = 0
    for i in range(rules.pegs):
        shift = np.uint64(rules.bits * (rules.pegs - 1 - i))
        held = np.uint64(0)
        for s in range(start, stop):
            held |= one << np.uint64(state.column_of[np.intp((state.keys[s] >> shift) & mask)])
        played = np.uint64(0)
        for t in range(1, turn):
            column = state.column_of[np.intp((state.guesses[t] >> shift) & mask)]
            if column < count:
                played |= one << np.uint64(column)
        everything = ~np.uint64(0) >> np.uint64(WORD - count)
        fresh = held & ~played
        absent = everything & ~held
        state.barred[i] = (fresh & (fresh - one)) | (absent & (absent - one))


@compiled
def score_guesses(
    rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, below: int, other: int, floor: int
) -> Any:
    """List the guesses whose sum of bounds is below `limit`.

    Scores have `TIE_BITS` more bits where turns differ.

    Returns how many there are, the least sum of all guesses, and the most parts below a member and another guess. With
    a `limit` of -1 nothing is listed and the first guess that reaches `floor` ends the search: the least sum is then at
    most that.
    """
    size = stop - start
    step = rules.step[turn]
    parts = state.sizes.shape[1]
    table = np.zeros(size + 1 if size > 2 else 4, np.uint64)
    objective = SUM_OF_TABLE
    if rules.same_turns and not rules.candidates_only and rules.bounded:
        second = max(2 + below, other)
        third = max(3 + below * second, other * second)
        fourth = max(4 + below * third, other * third)
        objective = ANY_BREAKS
        if size - 1 <= fourth - third and size <= MOST_WORDS * WORD:
            table[0], table[1] = np.uint64(second - 1), np.uint64(third - second)
            objective = TWO_BREAKS
            if size - 1 <= second - 1:
                objective = NO_BREAK
            elif size - 1 <= third - second:
                objective = ONE_BREAK
    if objective in (ANY_BREAKS, SUM_OF_TABLE):
        counted = np.uint64(1 << 32) if objective == ANY_BREAKS else np.uint64(0)
        for n in range(1, size + 1):
            table[n] = counted + np.uint64(least(rules, turn + 1, n, below, other) + n * step)
            if not rules.same_turns:
                bound = min(table[n], np.uint64(MOST_BOUND)) << np.uint64(TIE_BITS)
                table[n] = bound + np.uint64(min(full_tree(n, below, other), (1 << TIE_BITS) // (2 * parts)))
    ties = 0 if rules.same_turns else TIE_BITS
    shifted = limit if limit < 0 else limit << ties
    kept, lowest, most, others = list_guesses_by(
        rules, state, start, stop, turn, shifted, ((floor + 1) << ties) - 1, objective, table, step << ties
    )
    lowest >>= ties
    if objective != SUM_OF_TABLE and (limit >= 0 or lowest > floor):
        below = min(below, most)
        other = max(min(other, others), below)
    elif rules.candidates_only:
        below = other = most
    return kept, lowest, below, other


@compiled
def list_guesses_by(
    rules: Any,
    state: Any,
    start: int,
    stop: int,
    turn: int,
    limit: int,
    floor: int,
    objective: int,
    table: Any,
    unit: int,
) -> Any:
    """List the guesses whose sum over all parts but the win is below `limit`, of what `table` says of their sizes.

    The objective is one of those of bounds; with one that counts parts every entry has 2^32 more. A guess costs `unit`
    for each code, which the table includes. Returns how many there are, the least sum of all guesses, and the most
    parts that a member makes besides itself and that another guess makes, where they are counted.
    """
    size = stop - start
    pegs, bits, colors = rules.pegs, rules.bits, rules.colors
    parts = state.sizes.shape[1]
    state.counts[SETS] += 1
    for v in range(colors):
        if state.first_played[v] >= turn:
            state.first_played[v] = NEVER
    count = classify_colors(
        state.keys,
        start,
        stop,
        turn,
        state.first_played,
        pegs,
        bits,
        rules.repeats,
        rules.candidates_only,
        state.live,
        state.column_of,
        state.color_of,
        state.column_class,
    )
    if rules.blacks_alone:
        bar_alike(rules, state, start, stop, turn, count)
    if rules.candidates_only:
        return _score_members(rules, state, start, stop, turn, limit, table)
    words = (size + WORD - 1) // WORD
    if words > MOST_WORDS or count > WORD:
        return _score_many(rules, state, start, stop, turn, limit, table, unit, count)
    columns = (count + LANES - 1) // LANES * LANES
    strides = np.array([columns, 1, pegs * columns], np.int64)
    state.place[: pegs * columns * words] = 0
    state.copies[: pegs * columns * words] = 0
    build_planes(
        state.keys,
        start,
        stop,
        pegs,
        bits,
        state.column_of,
        state.place,
        strides,
        state.copies,
        strides,
        state.tally,
    )
    state.members[:] = 0
    fill_members(state.members, size)
    strides = np.array([columns * MOST_WORDS, MOST_WORDS, 1], np.int64)
    state.place_words[: pegs * columns * MOST_WORDS] = 0
    state.copies_words[: pegs * columns * MOST_WORDS] = 0
    build_planes(
        state.keys,
        start,
        stop,
        pegs,
        bits,
        state.column_of,
        state.place_words,
        strides,
        state.copies_words,
        strides,
        state.tally,
    )
    allow_in_order(pegs, count, state.column_class, state.beyond)
    lowest, scored, kept, most, others = choose_any(
        pegs,
        rules.repeats,
        count,
        columns,
        words,
        state.members,
        state.place,
        state.copies,
        state.place_words,
        state.copies_words,
        state.column_class,
        state.beyond,
        state.barred,
        rules.cell_black,
        rules.cell_total,
        rules.cell_ends,
        objective,
        table,
        parts,
        ~np.uint64(0),
        np.uint64(max(0, floor + unit)),
        np.empty(pegs, np.int64),
        state.work,
        np.uint64(max(0, limit + unit)),
        np.uint64(unit),
        bits,
        state.scores[turn],
        state.listed[turn],
    )
    state.counts[SCORED] += scored
    mask = np.uint64((1 << bits) - 1)
    for n in range(kept):
        columns_of = state.listed[turn, n]
        guess = np.uint64(0)
        for i in range(pegs):
            column = np.intp((columns_of >> np.uint64(bits * (pegs - 1 - i))) & mask)
            guess = (guess << np.uint64(bits)) | np.uint64(state.color_of[column])
        state.listed[turn, n] = guess
        state.scores[turn, n] -= unit
    return kept, np.int64(lowest) - unit, most - 1, others


@compiled
def probe(
    rules: Any, state: Any, memory: Any, start: int, stop: int, turn: int, hashes: Any, below: int, other: int
) -> Any:
    """A good bound for a set without searching it.

    Returns the value, how it is known, and the most parts below a member and another guess, of which `below` and
    `other` are bounds.
    """
    size = stop - start
    if size <= 2:
        return value_of_few(rules, turn, size), EXACT, below, other
    floor = least(rules, turn, size, below, other)
    if floor >= FORBIDDEN:
        return FORBIDDEN, EXACT, below, other
    known, value, own_below, own_other, _ = recall(memory, hashes[0], hashes[1])
    if known == NOTHING:
        value, known, below = check_members(rules, state, memory, start, stop, turn, hashes, below, other)
        if known == EXACT:
            return value, known, below, other
    else:
        if known != EXACT:
            below, other = min(below, own_below), min(other, own_other)
        if known >= BOUNDS:
            state.counts[KNOWN] += 1
            return value, known, below, other
    if not rules.bounded:
        return floor, MEMBERS, below, other
    floor = max(floor, value)
    _, lowest, below, other = score_guesses(rules, state, start, stop, turn, -1, below, other, floor)
    lowest = min(max(lowest, floor, least(rules, turn, size, below, other)), FORBIDDEN)
    known = BOUNDS
    if lowest >= FORBIDDEN or (rules.same_turns and (size == 3 or lowest == size * rules.step[turn])):
        known = EXACT  # no part of a guess that reaches it has more than two codes
    remember(memory, hashes[0], hashes[1], lowest, known, below, other, np.uint64(0))
    return lowest, known, below, other
