"""The best tree of a set: depth-first branch and bound over all guesses, with a memory of the sets it has seen.

What is searched for is the least sum, over the codes of a set, of what finding each costs. Costs are relative: a code
found by the very next guess costs nothing, one that is not costs `step[t]` more, t being the turn of that guess (1 at
every turn: one more guess). A tree may also be forbidden to be deeper than `turns`.

At each set all guesses that can differ are scored by the sum of lower bounds over their parts, eight at a time, and
tried in that order. Before a part is searched it is asked for better and better bounds, the cheapest first: what the
memory knows, whether a member splits it fully, the least sum of bounds over all guesses. A guess is dropped as soon as
its sum reaches the best value so far. Guesses that a symmetry of the history maps to a lower one are left out.

The search keeps its whole state in arrays and can be left after any number of sets and taken up again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.choosing import MOST_WORDS, choose_any
from codepegs.kernels.codes import list_guesses, part_of, split
from codepegs.kernels.compile import compiled
from codepegs.kernels.counting import best_in_range
from codepegs.kernels.planes import WORD, build_planes, fill_members
from codepegs.kernels.scoring import NEGATIVE_ENTROPY, SHORT_OF_SPLIT, SUM_OF_BOUNDS
from codepegs.kernels.simd import LANES, ones
from codepegs.kernels.walking import NEVER, classify_colors

NOTHING, MEMBERS, BOUNDS, EXACT = 0, 1, 2, 3
"""What the memory knows of a set: nothing, whether a member splits it fully, its least sum of bounds, its value."""

FORBIDDEN = 1 << 29
"""The value of a set that cannot be told apart in the turns that are left."""

PROBES = 8
"""Places of the memory that are looked at for one set."""

SETS, SCORED, EXPANDED, KNOWN, CHECKED, TWINS = 0, 1, 2, 3, 4, 5
"""Counts of work: sets scored, guesses scored, guesses tried, answers from memory, member checks, symmetric guesses."""


class Rules(NamedTuple):
    """What a search is about."""

    pegs: int
    bits: int
    repeats: bool
    colors: int
    part_table: Any
    cell_black: Any
    cell_total: Any
    cell_part: Any
    cell_ends: Any
    candidates_only: bool
    turns: int
    """Turn after which no code may be left; `NEVER` for any."""
    step: Any
    """Cost of not finding a code at each turn, from 0."""
    same_turns: bool
    """Whether value and bounds are the same at every turn."""
    bounds: Any
    """Least value of any set, by turn and size; one row when the same at every turn."""
    permutations: Any
    """All orders of the pegs, the identity first; or only that one, to search without symmetry of positions."""


class State(NamedTuple):
    """Where a search is: one row a turn, and scratch."""

    keys: Any
    guesses: Any
    first_played: Any
    stage: Any
    frame: Any
    """By turn: start, stop, limit, best value, number of guesses listed, the one being tried, its sum of bounds, number
    of its larger parts, the part being searched, best guess, hash."""
    hashes: Any
    scores: Any
    listed: Any
    order: Any
    part_start: Any
    part_size: Any
    part_value: Any
    part_known: Any
    part_hash: Any
    symmetry_pegs: Any
    symmetry_colors: Any
    symmetries: Any
    spare: Any
    spare_part: Any
    sizes: Any
    tally: Any
    live: Any
    column_of: Any
    color_of: Any
    column_class: Any
    place: Any
    copies: Any
    place_words: Any
    copies_words: Any
    members: Any
    beyond: Any
    work: Any
    counts: Any


@compiled
def mixed(value: Any) -> Any:
    """A 64-bit hash of a 64-bit number (splitmix64, Steele, Lea and Flood 2014)."""
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@compiled
def hash_set(keys: Any, start: int, stop: int, turn: int, same_turns: bool, out: Any) -> None:
    """128 bits that stand for a set of codes, and for the turn where that matters."""
    first = np.uint64(0)
    second = np.uint64(0)
    if not same_turns:
        first = mixed(np.uint64(turn) << np.uint64(58))
        second = mixed(first)
    for s in range(start, stop):
        first ^= mixed(keys[s])
        second ^= mixed(~keys[s])
    out[0] = first
    out[1] = second


@compiled
def recall(memory: Any, first: Any, second: Any) -> Any:
    """What is known of a set: (data, 0 when nothing). Data: guess << 32 | value << 2 | how it is known.

    Another thread may be writing: an entry whose three words do not agree counts as absent.
    """
    places = np.uint64(memory.shape[0] // 3 - 1)
    for probe in range(PROBES):
        at = np.intp((first + np.uint64(probe)) & places) * 3
        data = memory[at + 2]
        if memory[at] ^ data == first and memory[at + 1] ^ data == second and data != np.uint64(0):
            return data
    return np.uint64(0)


@compiled
def remember(memory: Any, first: Any, second: Any, value: Any, known: Any, guess: Any) -> None:
    """Keep what is known of a set, unless better is known."""
    places = np.uint64(memory.shape[0] // 3 - 1)
    target = np.intp(first & places) * 3
    for probe in range(PROBES):
        at = np.intp((first + np.uint64(probe)) & places) * 3
        data = memory[at + 2]
        if memory[at] ^ data == first and memory[at + 1] ^ data == second:
            before = np.int64(data & np.uint64(3))
            if before == EXACT:
                return
            value = max(value, np.int64((data >> np.uint64(2)) & np.uint64(0x3FFFFFFF)))
            known = max(known, before)
            target = at
            break
        if memory[at] == np.uint64(0) and data == np.uint64(0):
            target = at
            break
    data = (guess << np.uint64(32)) | (np.uint64(value) << np.uint64(2)) | np.uint64(known)
    memory[target] = first ^ data
    memory[target + 1] = second ^ data
    memory[target + 2] = data


@compiled
def least(rules: Any, turn: int, size: int) -> Any:
    """The least value any set of so many codes can have."""
    return rules.bounds[0 if rules.same_turns else turn, size]


@compiled
def value_of_few(rules: Any, turn: int, size: int) -> int:
    """The value of one code or two."""
    if turn + size - 1 > rules.turns:
        return FORBIDDEN
    return 0 if size == 1 else rules.step[turn]


@compiled
def check_members(rules: Any, state: Any, memory: Any, start: int, stop: int, turn: int, hashes: Any) -> Any:
    """A bound from the members of a small set alone: (value, how it is known)."""
    size = stop - start
    parts = state.sizes.shape[1]
    floor = least(rules, turn, size)
    if size > parts or size > WORD or turn + 2 > rules.turns or parts > WORD:
        return floor, MEMBERS
    state.counts[CHECKED] += 1
    keys = state.keys
    most: Any = 0
    best = keys[start]
    for s in range(start, stop):
        seen = np.uint64(0)
        for other in range(start, stop):
            part = part_of(keys[other], keys[s], rules.pegs, rules.bits, state.tally, rules.part_table)
            seen |= np.uint64(1) << np.uint64(part)
        found = np.int64(ones(seen))
        if found > most:
            most = found
            best = keys[s]
            if found == size:
                break
    full = (size - 1) * rules.step[turn]
    if most == size:
        remember(memory, hashes[0], hashes[1], full, EXACT, best)
        return full, EXACT
    if most == size - 1 and rules.same_turns:  # one part of two: as dear as a guess that splits fully and cannot win
        remember(memory, hashes[0], hashes[1], full + rules.step[turn], EXACT, best)
        return full + rules.step[turn], EXACT
    floor = max(floor, full + min(rules.step[turn], rules.step[turn + 1]))
    remember(memory, hashes[0], hashes[1], floor, MEMBERS, np.uint64(0))
    return floor, MEMBERS


@compiled
def _score_members(rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, table: Any) -> Any:
    """Members as guesses: those whose sum of bounds is below `limit` are listed; (how many, least sum)."""
    keys = state.keys
    sizes = state.sizes[turn]
    parts = sizes.shape[0]
    kept = 0
    lowest = np.int64(1) << np.int64(60)
    for s in range(start, stop):
        sizes[:] = 0
        for other in range(start, stop):
            sizes[part_of(keys[other], keys[s], rules.pegs, rules.bits, state.tally, rules.part_table)] += 1
        total = np.int64(0)
        for r in range(parts - 1):
            total += np.int64(table[sizes[r]])
        lowest = min(lowest, total)
        if total < limit:
            state.scores[turn, kept] = total
            state.listed[turn, kept] = keys[s]
            kept += 1
    state.counts[SCORED] += stop - start
    return kept, lowest


@compiled
def _score_many(
    rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, table: Any, column_count: int
) -> Any:
    """The same for all guesses that can differ and a set of any size, one guess after another."""
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
    lowest = np.int64(1) << np.int64(60)
    for n in range(count):
        total = np.int64(scored[n] >> np.uint64(1)) - np.int64(1 - (scored[n] & np.uint64(1))) * rules.step[turn]
        lowest = min(lowest, total)
        if total < limit:
            state.scores[turn, kept] = total
            state.listed[turn, kept] = guesses[n]
            kept += 1
    return kept, lowest


@compiled
def score_guesses(rules: Any, state: Any, start: int, stop: int, turn: int, limit: int) -> Any:
    """List the guesses whose sum of bounds is below `limit`; (how many, the least sum of all guesses)."""
    size = stop - start
    pegs, bits, colors = rules.pegs, rules.bits, rules.colors
    parts = state.sizes.shape[1]
    state.counts[SETS] += 1
    step = rules.step[turn]
    table = np.empty(size + 1, np.uint64)
    table[0] = 0
    after = 0 if rules.same_turns else turn + 1
    for n in range(1, size + 1):
        table[n] = np.uint64(rules.bounds[after, n] + n * step)
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
    if rules.candidates_only:
        return _score_members(rules, state, start, stop, turn, limit, table)
    words = (size + WORD - 1) // WORD
    if words > MOST_WORDS or count > WORD:
        return _score_many(rules, state, start, stop, turn, limit, table, count)
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
    for kind in range(2):
        for k in range(pegs + 1):
            state.beyond[kind, k] = 0
            rank = 0
            for v in range(count):
                if state.column_class[v] == kind + 1:
                    if rank > k:
                        state.beyond[kind, k] |= np.uint64(1) << np.uint64(v)
                    rank += 1
    linear = rules.same_turns and step == 1 and size <= parts
    lowest, scored, kept = choose_any(
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
        rules.cell_black,
        rules.cell_total,
        rules.cell_ends,
        SHORT_OF_SPLIT if linear else SUM_OF_BOUNDS,
        table,
        parts,
        ~np.uint64(0),
        np.uint64(0),
        np.empty(pegs, np.int64),
        state.work,
        np.uint64(max(0, limit + step)),
        np.uint64(step),
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
        state.scores[turn, n] -= step
    return kept, np.int64(lowest) - step


@compiled
def probe(rules: Any, state: Any, memory: Any, start: int, stop: int, turn: int, hashes: Any) -> Any:
    """A good bound for a set without searching it: (value, how it is known)."""
    size = stop - start
    if size <= 2:
        return value_of_few(rules, turn, size), EXACT
    floor = least(rules, turn, size)
    if floor >= FORBIDDEN:
        return FORBIDDEN, EXACT
    data = recall(memory, hashes[0], hashes[1])
    known: Any = np.int64(data & np.uint64(3))
    if known >= BOUNDS:
        state.counts[KNOWN] += 1
        return np.int64((data >> np.uint64(2)) & np.uint64(0x3FFFFFFF)), known
    if known == NOTHING:
        value, known = check_members(rules, state, memory, start, stop, turn, hashes)
        if known == EXACT:
            return value, known
    _, lowest = score_guesses(rules, state, start, stop, turn, -1)
    lowest = min(max(lowest, floor), FORBIDDEN)
    known = BOUNDS
    if lowest >= FORBIDDEN or (rules.same_turns and (size == 3 or lowest == size * rules.step[turn])):
        known = EXACT  # no part of a guess that reaches it has more than two codes
    remember(memory, hashes[0], hashes[1], lowest, known, np.uint64(0))
    return lowest, known


@compiled
def find_symmetries(rules: Any, state: Any, turn: int) -> int:
    """Orders of the pegs, without the identity, that with a renaming of colours fix every guess before `turn`."""
    mask = np.uint64((1 << rules.bits) - 1)
    count = 0
    most = state.symmetry_pegs.shape[1]
    if turn >= state.symmetry_pegs.shape[0]:
        return 0
    renamed = np.empty(rules.colors, np.int64)
    origin = np.empty(rules.colors, np.int64)
    for n in range(1, rules.permutations.shape[0]):
        for v in range(rules.colors):
            renamed[v] = -1
            origin[v] = -1
        fits = True
        for earlier in range(1, turn):
            key = state.guesses[earlier]
            for i in range(rules.pegs):
                color = np.int64((key >> np.uint64(rules.bits * (rules.pegs - 1 - i))) & mask)
                there = rules.permutations[n, i]
                other = np.int64((key >> np.uint64(rules.bits * (rules.pegs - 1 - there))) & mask)
                if renamed[color] == -1 and origin[other] == -1:
                    renamed[color] = other
                    origin[other] = color
                elif renamed[color] != other:
                    fits = False
                    break
            if not fits:
                break
        if fits and count < most:
            for i in range(rules.pegs):
                state.symmetry_pegs[turn, count, i] = rules.permutations[n, i]
            for v in range(rules.colors):
                state.symmetry_colors[turn, count, v] = renamed[v]
            count += 1
    return count


@compiled
def has_lower_twin(rules: Any, state: Any, turn: int, count: int, live: Any, guess: Any) -> bool:
    """Whether a symmetry of the history maps a guess to a numerically lower one.

    Colours never played stand for each other, and so do those no member holds: they are renamed to the lowest of their
    kind in order of appearance (with repeats, all that no member holds to the lowest of them).
    """
    mask = np.uint64((1 << rules.bits) - 1)
    colors = np.empty(rules.pegs, np.int64)
    fresh = np.empty(rules.colors, np.int64)
    for n in range(count):
        for i in range(rules.pegs):
            color = np.int64((guess >> np.uint64(rules.bits * (rules.pegs - 1 - i))) & mask)
            if live[color] and state.symmetry_colors[turn, n, color] >= 0:
                color = state.symmetry_colors[turn, n, color]
            else:
                color = -1 - color
            colors[state.symmetry_pegs[turn, n, i]] = color
        for v in range(rules.colors):
            fresh[v] = -1
        next_live = 0
        next_dead = 0
        key = np.uint64(0)
        for i in range(rules.pegs):
            color = colors[i]
            if color < 0:
                color = -1 - color
                if fresh[color] < 0:
                    if live[color]:
                        while not live[next_live] or state.symmetry_colors[turn, n, next_live] >= 0:
                            next_live += 1
                        fresh[color] = next_live
                        next_live += 1
                    else:
                        while live[next_dead]:
                            next_dead += 1
                        fresh[color] = next_dead
                        if not rules.repeats:
                            next_dead += 1
                color = fresh[color]
            key = (key << np.uint64(rules.bits)) | np.uint64(color)
        if key < guess:
            return True
    return False


START, STOP, LIMIT, BEST, LISTED, TRYING, SUM, LARGE, AT, BEST_GUESS, FOUND, SYMMETRIES = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
)
"""Columns of `State.frame`."""

ENTER, NEXT_GUESS, NEXT_PART, LEAVE = 0, 1, 2, 3
"""What the search does next."""


@compiled
def begin(rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, choose: bool) -> None:
    """Get ready to search `state.keys[start:stop]` at a turn for a value below `limit`.

    With `choose` the guesses are gone through even if the value is known, so that the best one is there afterwards, in
    `state.frame[turn, BEST_GUESS]`.
    """
    state.stage[5] = choose
    state.stage[0] = turn
    state.stage[1] = ENTER
    state.stage[4] = turn
    state.frame[turn, START] = start
    state.frame[turn, STOP] = stop
    state.frame[turn, LIMIT] = limit
    hash_set(state.keys, start, stop, turn, rules.same_turns, state.hashes[turn])


@compiled
def _split_by(rules: Any, state: Any, memory: Any, turn: int, guess: Any) -> bool:
    """Split the set by a guess, list its parts of three codes and more, and ask for their bounds; False to drop it."""
    frame = state.frame[turn]
    start, stop = frame[START], frame[STOP]
    for v in range(rules.colors):
        if state.first_played[v] >= turn:
            state.first_played[v] = NEVER
    mask = np.uint64((1 << rules.bits) - 1)
    for i in range(rules.pegs):
        color = np.intp((guess >> np.uint64(rules.bits * i)) & mask)
        if state.first_played[color] >= turn:
            state.first_played[color] = turn
    state.guesses[turn] = guess
    state.counts[EXPANDED] += 1
    sizes = state.sizes[turn]
    parts = sizes.shape[0]
    split(
        state.keys,
        start,
        stop,
        guess,
        rules.pegs,
        rules.bits,
        state.tally,
        rules.part_table,
        sizes,
        state.spare,
        state.spare_part,
    )
    best = frame[BEST]
    large = 0
    at = start
    for r in range(parts - 1):
        size = sizes[r]
        if size == stop - start:
            return False  # it tells nothing
        if size > 2:
            place = large  # larger parts first
            while place > 0 and state.part_size[turn, place - 1] < size:
                state.part_size[turn, place] = state.part_size[turn, place - 1]
                state.part_start[turn, place] = state.part_start[turn, place - 1]
                place -= 1
            state.part_size[turn, place] = size
            state.part_start[turn, place] = at
            large += 1
        at += size
    frame[LARGE] = large
    total = frame[SUM]
    after = turn + 1
    for b in range(large):
        first = state.part_start[turn, b]
        hashes = state.part_hash[turn, b]
        size = state.part_size[turn, b]
        hash_set(state.keys, first, first + size, after, rules.same_turns, hashes)
        value = least(rules, after, size)
        data = recall(memory, hashes[0], hashes[1])
        known = np.int64(data & np.uint64(3))
        if known != NOTHING:
            told = np.int64((data >> np.uint64(2)) & np.uint64(0x3FFFFFFF))
            total += max(0, told - value)
            value = max(told, value)
        state.part_value[turn, b] = value
        state.part_known[turn, b] = known
    for b in range(large):
        if total >= best:
            return False
        if state.part_known[turn, b] == NOTHING:
            first = state.part_start[turn, b]
            value, known = check_members(
                rules, state, memory, first, first + state.part_size[turn, b], after, state.part_hash[turn, b]
            )
            total += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            state.part_known[turn, b] = known
    for b in range(large - 1, -1, -1):  # small ones cost least to ask
        if total >= best:
            return False
        if state.part_known[turn, b] < BOUNDS:
            first = state.part_start[turn, b]
            value, known = probe(
                rules, state, memory, first, first + state.part_size[turn, b], after, state.part_hash[turn, b]
            )
            total += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            state.part_known[turn, b] = known
    frame[SUM] = total
    frame[AT] = -1
    return total < best


@compiled
def run(rules: Any, state: Any, memory: Any, quota: int) -> bool:
    """Go on with the search until it is done or `quota` more sets were scored; whether it is done.

    Done, the value is in `state.stage[2]`: exact when below the limit given to `begin`, else a bound of at least that.
    """
    last = state.counts[SETS] + quota
    turn = state.stage[0]
    mode = state.stage[1]
    value = state.stage[2]
    top = state.stage[4]
    live = np.empty(rules.colors, np.bool_)
    while True:
        frame = state.frame[turn]
        if mode == ENTER:
            if state.counts[SETS] >= last:
                state.stage[0], state.stage[1], state.stage[2] = turn, mode, value
                return False
            start, stop, limit = frame[START], frame[STOP], frame[LIMIT]
            value, known = probe(rules, state, memory, start, stop, turn, state.hashes[turn])
            if (known == EXACT or value >= limit) and not (turn == top and state.stage[5]):
                mode = LEAVE
                continue
            kept, _ = score_guesses(rules, state, start, stop, turn, limit)
            order = np.argsort(state.scores[turn, :kept], kind="mergesort")
            state.order[turn, :kept] = order
            frame[LISTED] = kept
            frame[TRYING] = -1
            frame[BEST] = limit
            frame[FOUND] = 0
            frame[SYMMETRIES] = find_symmetries(rules, state, turn)
            state.symmetries[turn, : rules.colors] = state.live
            mode = NEXT_GUESS
        elif mode == NEXT_GUESS:
            mode = LEAVE
            live[:] = state.symmetries[turn, : rules.colors]
            while frame[TRYING] + 1 < frame[LISTED]:
                frame[TRYING] += 1
                n = state.order[turn, frame[TRYING]]
                if state.scores[turn, n] >= frame[BEST]:
                    break
                guess = state.listed[turn, n]
                if frame[SYMMETRIES] > 0 and has_lower_twin(rules, state, turn, frame[SYMMETRIES], live, guess):
                    state.counts[TWINS] += 1
                    continue
                frame[SUM] = state.scores[turn, n]
                if _split_by(rules, state, memory, turn, guess):
                    mode = NEXT_PART
                    break
            if mode == LEAVE:
                hashes = state.hashes[turn]
                value = frame[BEST]
                if frame[FOUND]:
                    remember(memory, hashes[0], hashes[1], value, EXACT, np.uint64(frame[BEST_GUESS]))
                else:
                    value = min(value, FORBIDDEN)
                    known = EXACT if value == FORBIDDEN else BOUNDS
                    remember(memory, hashes[0], hashes[1], value, known, np.uint64(0))
        elif mode == NEXT_PART:
            frame[AT] += 1
            while frame[AT] < frame[LARGE] and state.part_known[turn, frame[AT]] == EXACT:
                frame[AT] += 1
            b = frame[AT]
            if b == frame[LARGE]:
                frame[BEST] = frame[SUM]
                frame[BEST_GUESS] = np.int64(state.guesses[turn])
                frame[FOUND] = 1
                mode = NEXT_GUESS
            elif turn + 2 >= state.frame.shape[0]:
                state.stage[3] = 1  # deeper than there is room for
                return True
            else:
                below = state.frame[turn + 1]
                below[START] = state.part_start[turn, b]
                below[STOP] = below[START] + state.part_size[turn, b]
                below[LIMIT] = frame[BEST] - frame[SUM] + state.part_value[turn, b]
                state.hashes[turn + 1, 0] = state.part_hash[turn, b, 0]
                state.hashes[turn + 1, 1] = state.part_hash[turn, b, 1]
                turn += 1
                mode = ENTER
        else:
            if turn == top:
                state.stage[0], state.stage[1], state.stage[2] = turn, LEAVE, value
                return True
            turn -= 1
            frame = state.frame[turn]
            b = frame[AT]
            frame[SUM] += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            mode = NEXT_GUESS if frame[SUM] >= frame[BEST] else NEXT_PART
