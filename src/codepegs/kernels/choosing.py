"""The best guess for one small set: every guess that can differ is scored, eight at a time.

Planes are laid out with columns (colours) innermost, so that guesses that differ only in their last peg sit in
neighbouring lanes. A guess's first pegs are walked depth first and their black and total rows are shared by all guesses
that begin alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled, inlined
from codepegs.kernels.scoring import (
    ANY_BREAKS,
    FEWEST_PARTS,
    NEGATIVE_ENTROPY,
    NO_BREAK,
    ONE_BREAK,
    SUM_OF_SQUARES,
    SUM_OF_TABLE,
    TWO_BREAKS,
    WORST_PART,
    score_with,
    singletons_score,
)
from codepegs.kernels.simd import (
    LANES,
    any_bit,
    bits_to_lanes,
    both,
    but_not,
    counted,
    doubled,
    either,
    gather,
    high_half,
    is_zero,
    larger,
    least_lane,
    load,
    low_half,
    minus,
    nonzero,
    ones,
    penalty,
    plus,
    popcount,
    select_bits,
    splat,
    store,
    times,
    with_lane,
)

MOST_WORDS = 8
"""Sets of more than this many words are scored by counting over words instead."""

MOST_COLUMNS = 64
"""Columns a guess can be made of here: the rules of use of columns are kept in one word."""


@compiled
def choose_member(
    keys: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    column_of: Any,
    place: Any,
    copies: Any,
    columns: int,
    tally: Any,
    cell_black: Any,
    cell_total: Any,
    cell_ends: Any,
    objective: int,
    table: Any,
    parts: int,
    rows: Any,
) -> Any:
    """Best guess among the members of a set of at most 64 codes: (twice its score, its index in `keys`).

    Ties go to the first. `rows` is scratch of 2 * (pegs + 3) words; `columns` is the padded number of columns.
    """
    size = stop - start
    everyone = ~np.uint64(0) >> np.uint64(64 - size)
    digit_mask = np.uint64((1 << bits) - 1)
    best = ~np.uint64(0)
    best_at = start
    floor = singletons_score(size, parts, objective, table)
    half = pegs + 3
    cells = cell_black.shape[0]
    for s in range(start, stop):
        key = keys[s]
        rows[0] = everyone
        rows[half] = everyone
        for i in range(pegs):
            column = np.int64(column_of[np.intp((key >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)])
            here = place[i * columns + column]
            more = copies[tally[column] * columns + column]
            tally[column] += 1
            rows[i + 1] = rows[i] & here
            rows[half + i + 1] = rows[half + i] & more
            for j in range(i, 0, -1):
                rows[j] = (rows[j] & ~here) | (rows[j - 1] & here)
                rows[half + j] = (rows[half + j] & ~more) | (rows[half + j - 1] & more)
            rows[0] &= ~here
            rows[half] &= ~more
        for i in range(pegs):
            tally[np.int64(column_of[np.intp((key >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)])] = 0
        rows[pegs + 1] = everyone
        rows[pegs + 2] = everyone & ~rows[pegs]
        rows[half + pegs + 1] = everyone
        score = np.uint64(0)
        count = np.uint64(0)
        for q in range(cells):
            count += ones(rows[cell_black[q]] & rows[half + cell_total[q]])
            if cell_ends[q]:
                score = score_with(score, count, objective, table)
                count = np.uint64(0)
        if objective == FEWEST_PARTS:
            score = np.uint64(parts) - score
        if score < best:
            best = score
            best_at = s
            if score == floor:
                break
    return best << np.uint64(1), best_at


@inlined
def _score_cells(
    work: Any, rows: int, totals: int, words: int, black_range: Any, total_range: Any, objective: int, table: Any
) -> Any:
    """Lanes of scores where every (black, total) is a part of its own; `words` rows of lanes each.

    Cells outside the game hold no code and do no harm.
    """
    score = splat(np.uint64(0))
    for t in range(total_range[0], total_range[1] + 1):
        column = totals + t * words * LANES
        for j in range(black_range[0], min(t, black_range[1]) + 1):
            row = rows + j * words * LANES
            count = popcount(both(load(work, row), load(work, column)))
            for w in range(LANES, words * LANES, LANES):
                count = plus(count, popcount(both(load(work, row + w), load(work, column + w))))
            score = _lanes_with(score, count, objective, table)
    return score


@inlined
def _lanes_with(score: Any, count: Any, objective: int, table: Any) -> Any:
    if objective == WORST_PART:
        return larger(score, count)
    if objective == SUM_OF_SQUARES:
        return plus(score, times(count, count))
    if objective in (NEGATIVE_ENTROPY, ANY_BREAKS, SUM_OF_TABLE):
        return plus(score, gather(table, count))
    if objective == NO_BREAK:
        return plus(score, counted(count))
    if objective in (ONE_BREAK, TWO_BREAKS):
        first = splat(table[0])
        score = plus(plus(score, counted(count)), minus(larger(count, first), first))
        if objective == TWO_BREAKS:
            second = splat(table[1])
            score = plus(score, minus(larger(count, second), second))
        return score
    return plus(score, nonzero(count))


@inlined
def _score_parts(
    work: Any,
    rows: int,
    totals: int,
    words: int,
    cell_black: Any,
    cell_total: Any,
    cell_ends: Any,
    objective: int,
    table: Any,
) -> Any:
    """Lanes of scores where parts are made of several cells."""
    score = splat(np.uint64(0))
    count = splat(np.uint64(0))
    for q in range(cell_black.shape[0]):
        row = rows + cell_black[q] * words * LANES
        column = totals + cell_total[q] * words * LANES
        for w in range(0, words * LANES, LANES):
            count = plus(count, popcount(both(load(work, row + w), load(work, column + w))))
        if cell_ends[q]:
            score = _lanes_with(score, count, objective, table)
            count = splat(np.uint64(0))
    return score


@compiled
def choose_any(
    pegs: int,
    repeats: bool,
    column_count: int,
    columns: int,
    words: int,
    members: Any,
    place: Any,
    copies: Any,
    place_words: Any,
    copies_words: Any,
    column_class: Any,
    beyond: Any,
    barred: Any,
    cell_black: Any,
    cell_total: Any,
    cell_ends: Any,
    objective: int,
    table: Any,
    parts: int,
    incumbent: Any,
    floor: Any,
    best_columns: Any,
    work: Any,
    limit: Any,
    unwon: Any,
    column_bits: int,
    kept_scores: Any,
    kept_columns: Any,
) -> Any:
    """Best of all guesses that can differ, for a set of at most `64 * MOST_WORDS` codes.

    Returns the least of `incumbent` and twice the score (plus one when the guess is no member), the number of guesses
    scored, and three numbers that stay 0. Where a guess is better than `incumbent`, its columns are written to
    `best_columns`. The search ends at the first guess that reaches `floor`.

    With the objectives of bounds the score is a bound on the sum over all codes, `unwon` more for a guess that is no
    member, and every guess below `limit` is kept: its score and its columns (`column_bits` each, the first peg
    highest). Returned besides are how many there are (those past the length of `kept_scores` are counted only), and the
    most parts that a member and that another guess makes. A set whose `floor` is reached is left at once, unless
    guesses are kept; the most parts are then those so far.

    Planes come twice: `place` and `copies` with columns innermost, for the last peg, and `place_words`, `copies_words`
    with `MOST_WORDS` words innermost, for the pegs before it. Columns stand for colours in ascending order. Those of
    one class (`column_class` 1 or 2; 0: none) are alike, and only guesses that use them in ascending order of first
    appearance are tried; `beyond[class - 1, k]` is the set of columns of a class that may not come next once k of them
    are used. `barred[i]` is the set of columns that may not stand at peg i, because others there stand for them.
    """
    row_size = (pegs + 1) * MOST_WORDS
    stride = 2 * row_size
    next_copy = stride * (pegs + 1)
    lane_rows = next_copy + words * columns
    lane_totals = lane_rows + (pegs + 3) * words * LANES
    lane_keys = lane_totals + (pegs + 2) * words * LANES
    most_won = lane_keys + LANES
    most_unwon = most_won + LANES
    one = np.uint64(1)
    zero = np.uint64(0)
    nothing = splat(zero)
    by_word = pegs * columns
    every_cell = cell_black.shape[0] == parts and cell_black[0] <= pegs and cell_total[0] <= pegs

    best = incumbent
    bounds = objective in (NO_BREAK, ONE_BREAK, TWO_BREAKS, ANY_BREAKS, SUM_OF_TABLE)
    kept = 0
    whole = zero
    for w in range(words):
        whole += ones(members[w])
    scored = 0
    digit = np.empty(pegs + 1, np.int64)
    used = np.zeros((pegs + 1, 2), np.int64)
    seen = np.zeros(pegs + 1, np.uint64)
    forbidden = np.zeros(pegs + 1, np.uint64)
    tally = np.zeros(columns, np.int64)

    nowhere = np.zeros(pegs, np.uint64)
    for i in range(pegs):
        for v in range(column_count):
            if not any_bit(load(place_words, (i * columns + v) * MOST_WORDS)):
                nowhere[i] |= one << np.uint64(v)

    if bounds:
        store(work, most_won, nothing)
        store(work, most_unwon, nothing)
    store(work, 0, load(members, 0))
    store(work, row_size, load(members, 0))
    for w in range(words):
        for v in range(columns):
            work[next_copy + w * columns + v] = copies[w * by_word + v]
    forbidden[0] = beyond[0, 0] | beyond[1, 0] | barred[0]
    last = pegs - 1
    d = 0
    digit[0] = -1
    while d >= 0:
        if d < last:
            v = digit[d]
            if v >= 0 and d < last - 1:  # leave the branch just walked
                tally[v] -= 1
                for w in range(words):
                    work[next_copy + w * columns + v] = copies[w * by_word + tally[v] * columns + v]
            v += 1
            while v < column_count and (forbidden[d] >> np.uint64(v)) & one:
                v += 1
            digit[d] = v
            if v >= column_count:
                d -= 1
                continue
            e = load(place_words, (d * columns + v) * MOST_WORDS)
            u = load(copies_words, (tally[v] * columns + v) * MOST_WORDS)
            here = d * stride
            after = here + stride
            below = load(work, here)
            below_total = load(work, here + row_size)
            store(work, after, but_not(below, e))
            store(work, after + row_size, but_not(below_total, u))
            for j in range(MOST_WORDS, (d + 1) * MOST_WORDS, MOST_WORDS):
                row = load(work, here + j)
                row_total = load(work, here + row_size + j)
                store(work, after + j, select_bits(e, below, row))
                store(work, after + row_size + j, select_bits(u, below_total, row_total))
                below = row
                below_total = row_total
            store(work, after + (d + 1) * MOST_WORDS, both(below, e))
            store(work, after + row_size + (d + 1) * MOST_WORDS, both(below_total, u))
            kind = column_class[v]
            used[d + 1, 0] = used[d, 0]
            used[d + 1, 1] = used[d, 1]
            if kind > 0 and not (seen[d] >> np.uint64(v)) & one:
                used[d + 1, kind - 1] += 1
            seen[d + 1] = seen[d] | (one << np.uint64(v))
            forbidden[d + 1] = beyond[0, used[d + 1, 0]] | beyond[1, used[d + 1, 1]] | barred[d + 1]
            if not repeats:
                forbidden[d + 1] |= seen[d + 1]
            for i in range(d + 1):  # two pegs that no member has where they stand come in ascending order
                bit = one << np.uint64(digit[i])
                if nowhere[i] & nowhere[d + 1] & bit:
                    forbidden[d + 1] |= nowhere[i] & nowhere[d + 1] & (bit - one)
            if d < last - 1:
                tally[v] += 1
                for w in range(words):
                    work[next_copy + w * columns + v] = copies[w * by_word + tally[v] * columns + v]
            d += 1
            digit[d] = -1
            continue

        # All pegs but the last are placed: score every last peg, LANES at a time.
        here = last * stride
        open_columns = ones(~forbidden[last] << np.uint64(64 - column_count))
        if open_columns == zero:
            d -= 1
            continue
        scored += int(open_columns)
        least_black, most_black, least_total, most_total = pegs, -1, pegs, -1
        for j in range(pegs):
            if any_bit(load(work, here + j * MOST_WORDS)):
                least_black = min(least_black, j)
                most_black = j + 1
            if any_bit(load(work, here + row_size + j * MOST_WORDS)):
                least_total = min(least_total, j)
                most_total = j + 1
        black_range = (least_black, most_black)
        total_range = (least_total, most_total)
        last_digit = digit[last - 1] if last > 0 else -1
        for block in range(0, column_count, LANES):
            for w in range(words):
                e = load(place, w * by_word + last * columns + block)
                u = load(work, next_copy + w * columns + block)
                if last_digit >= 0:
                    again = copies[w * by_word + (tally[last_digit] + 1) * columns + last_digit]
                    u = with_lane(u, np.uint64(last_digit - block), again)
                at = here + w
                row = lane_rows + w * LANES
                column = lane_totals + w * LANES
                below = splat(work[np.uint64(at)])
                below_total = splat(work[np.uint64(at + row_size)])
                store(work, row, but_not(below, e))
                store(work, column, but_not(below_total, u))
                for j in range(1, pegs):
                    above = splat(work[np.uint64(at + j * MOST_WORDS)])
                    above_total = splat(work[np.uint64(at + row_size + j * MOST_WORDS)])
                    store(work, row + j * words * LANES, select_bits(e, below, above))
                    store(work, column + j * words * LANES, select_bits(u, below_total, above_total))
                    below = above
                    below_total = above_total
                win = both(below, e)
                store(work, row + pegs * words * LANES, win)
                store(work, column + pegs * words * LANES, both(below_total, u))
                if not every_cell:
                    everyone = splat(members[w])
                    store(work, row + (pegs + 1) * words * LANES, everyone)
                    store(work, row + (pegs + 2) * words * LANES, but_not(everyone, win))
                    store(work, column + (pegs + 1) * words * LANES, everyone)
            wins = nothing
            for w in range(words):
                wins = either(wins, load(work, lane_rows + (pegs * words + w) * LANES))
            score = nothing
            if every_cell:
                if objective == WORST_PART:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, WORST_PART, table
                    )
                elif objective == SUM_OF_SQUARES:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, SUM_OF_SQUARES, table
                    )
                elif objective == NEGATIVE_ENTROPY:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, NEGATIVE_ENTROPY, table
                    )
                elif objective == NO_BREAK:
                    score = _score_cells(work, lane_rows, lane_totals, words, black_range, total_range, NO_BREAK, table)
                elif objective == ONE_BREAK:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, ONE_BREAK, table
                    )
                elif objective == TWO_BREAKS:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, TWO_BREAKS, table
                    )
                elif objective in (ANY_BREAKS, SUM_OF_TABLE):
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, ANY_BREAKS, table
                    )
                else:
                    score = _score_cells(
                        work, lane_rows, lane_totals, words, black_range, total_range, FEWEST_PARTS, table
                    )
            else:
                score = _score_parts(
                    work, lane_rows, lane_totals, words, cell_black, cell_total, cell_ends, objective, table
                )
            if objective == FEWEST_PARTS:
                score = minus(splat(np.uint64(parts)), score)
            shut = bits_to_lanes(forbidden[last], np.uint64(block))
            if column_count - block < LANES:
                outside = ~zero << np.uint64(column_count - block)
                shut = either(shut, bits_to_lanes(outside, zero))
            unwon_lanes = is_zero(wins)  # a guess that cannot win is no member
            if bounds:
                key = score
                if objective != SUM_OF_TABLE:
                    count = times(high_half(score), is_zero(shut))
                    other = times(count, unwon_lanes)
                    store(work, most_unwon, larger(load(work, most_unwon), other))
                    store(work, most_won, larger(load(work, most_won), minus(count, other)))
                    key = low_half(score)
                    if objective != ANY_BREAKS:
                        key = minus(plus(key, splat(whole + whole)), high_half(score))
                key = plus(key, times(unwon_lanes, splat(unwon)))
            else:
                key = plus(doubled(score), unwon_lanes)
            key = either(key, penalty(shut))
            least = least_lane(key)
            if least < limit:
                store(work, lane_keys, key)
                begun = zero
                for i in range(last):
                    begun = (begun << np.uint64(column_bits)) | np.uint64(digit[i])
                for lane in range(LANES):
                    if work[lane_keys + lane] < limit:
                        if kept < kept_scores.shape[0]:
                            kept_scores[kept] = np.int64(work[lane_keys + lane])
                            kept_columns[kept] = (begun << np.uint64(column_bits)) | np.uint64(block + lane)
                        kept += 1
            if least < best:
                best = least
                store(work, lane_keys, key)
                lane = 0
                while work[lane_keys + lane] != least:
                    lane += 1
                for i in range(last):
                    best_columns[i] = digit[i]
                best_columns[last] = block + lane
                if best <= floor and not (bounds and limit > zero):
                    return best, scored, kept, 0, 0
        d -= 1
    most_parts = zero
    most_others = zero
    if bounds:
        for lane in range(LANES):
            most_parts = max(most_parts, work[most_won + lane])
            most_others = max(most_others, work[most_unwon + lane])
    return best, scored, kept, np.int64(most_parts), np.int64(most_others)
