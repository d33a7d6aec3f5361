"""The best guess for one small set: every guess that can differ is scored, eight at a time.

Planes are laid out with columns (colours) innermost, so that guesses that differ only in their last peg sit in
neighbouring lanes. A guess's first pegs are walked depth first and their black and total rows are shared by all guesses
that begin alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.scoring import (
    FEWEST_PARTS,
    NEGATIVE_ENTROPY,
    SUM_OF_SQUARES,
    WORST_PART,
    score_with,
    singletons_score,
)
from codepegs.kernels.simd import (
    LANES,
    bits_to_lanes,
    both,
    doubled,
    either,
    gather,
    is_zero,
    larger,
    least_lane,
    load,
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
    column_class: Any,
    beyond: Any,
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
) -> Any:
    """Best of all guesses that can differ, for a set of at most `64 * MOST_WORDS` codes.

    Returns the least of `incumbent` and twice the score (plus one when the guess is no member); where a guess is better
    than `incumbent`, its columns are written to `best_columns`. The search ends at the first guess that reaches
    `floor`.

    Columns stand for colours in ascending order. Those of one class (`column_class` 1 or 2; 0: none) are alike, and
    only guesses that use them in ascending order of first appearance are tried; `beyond[class - 1, k]` is the set of
    columns of a class that may not come next once k of them are used.
    """
    half = (pegs + 1) * words
    stride = 2 * half
    totals = half
    next_copy = stride * (pegs + 1)
    lane_rows = next_copy + words * columns
    lane_totals = lane_rows + (pegs + 3) * words * LANES
    lane_keys = lane_totals + (pegs + 2) * words * LANES
    one = np.uint64(1)
    zero = np.uint64(0)
    cells = cell_black.shape[0]
    by_word = pegs * columns

    best = incumbent
    digit = np.empty(pegs + 1, np.int64)
    used = np.zeros((pegs + 1, 2), np.int64)
    seen = np.zeros(pegs + 1, np.uint64)
    forbidden = np.zeros(pegs + 1, np.uint64)
    tally = np.zeros(columns, np.int64)
    black_here = np.zeros(pegs + 3, np.bool_)
    total_here = np.zeros(pegs + 2, np.bool_)
    live_cells = np.empty(cells, np.int64)

    for w in range(words):
        work[w] = members[w]
        work[totals + w] = members[w]
        for v in range(columns):
            work[next_copy + w * columns + v] = copies[w * by_word + v]
    forbidden[0] = beyond[0, 0] | beyond[1, 0]
    last = pegs - 1
    d = 0
    digit[0] = -1
    while d >= 0:
        if d < last:
            if digit[d] >= 0 and d < last - 1:  # leave the branch just walked
                v = digit[d]
                tally[v] -= 1
                for w in range(words):
                    work[next_copy + w * columns + v] = copies[w * by_word + tally[v] * columns + v]
            digit[d] += 1
            v = digit[d]
            while v < column_count and (forbidden[d] >> np.uint64(v)) & one:
                v += 1
            digit[d] = v
            if v >= column_count:
                d -= 1
                continue
            here = d * stride
            after = here + stride
            for w in range(words):
                e = place[w * by_word + d * columns + v]
                u = work[next_copy + w * columns + v]
                work[after + w] = work[here + w] & ~e
                work[after + totals + w] = work[here + totals + w] & ~u
                for j in range(1, d + 1):
                    at = j * words + w
                    work[after + at] = (work[here + at] & ~e) | (work[here + at - words] & e)
                    at += totals
                    work[after + at] = (work[here + at] & ~u) | (work[here + at - words] & u)
                at = (d + 1) * words + w
                work[after + at] = work[here + at - words] & e
                work[after + totals + at] = work[here + totals + at - words] & u
            kind = column_class[v]
            used[d + 1, 0] = used[d, 0]
            used[d + 1, 1] = used[d, 1]
            fresh = not (seen[d] >> np.uint64(v)) & one
            seen[d + 1] = seen[d] | (one << np.uint64(v))
            if kind > 0 and fresh:
                used[d + 1, kind - 1] += 1
            forbidden[d + 1] = beyond[0, used[d + 1, 0]] | beyond[1, used[d + 1, 1]]
            if not repeats:
                forbidden[d + 1] |= seen[d + 1]
            if d < last - 1:
                tally[v] += 1
                for w in range(words):
                    work[next_copy + w * columns + v] = copies[w * by_word + tally[v] * columns + v]
            d += 1
            digit[d] = -1
            continue

        # All pegs but the last are placed: score every last peg, LANES at a time.
        here = last * stride
        for j in range(pegs):
            any_black = zero
            any_total = zero
            for w in range(words):
                any_black |= work[here + j * words + w]
                any_total |= work[here + totals + j * words + w]
            black_here[j] = any_black != zero
            total_here[j] = any_total != zero
        black_here[pegs] = black_here[pegs - 1]
        total_here[pegs] = total_here[pegs - 1]
        for j in range(pegs - 1, 0, -1):
            black_here[j] |= black_here[j - 1]
            total_here[j] |= total_here[j - 1]
        black_here[pegs + 1] = True
        black_here[pegs + 2] = True
        total_here[pegs + 1] = True
        lively = 0
        for q in range(cells):
            if cell_ends[q] or (black_here[cell_black[q]] and total_here[cell_total[q]]):
                live_cells[lively] = q
                lively += 1
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
                store(work, row, select_bits(e, splat(zero), splat(work[at])))
                for j in range(1, pegs):
                    if black_here[j]:
                        low = splat(work[at + (j - 1) * words])
                        high = splat(work[at + j * words])
                        store(work, row + j * words * LANES, select_bits(e, low, high))
                win = both(e, splat(work[at + last * words]))
                store(work, row + pegs * words * LANES, win)
                at += totals
                row = lane_totals + w * LANES
                store(work, row, select_bits(u, splat(zero), splat(work[at])))
                for j in range(1, pegs):
                    if total_here[j]:
                        low = splat(work[at + (j - 1) * words])
                        high = splat(work[at + j * words])
                        store(work, row + j * words * LANES, select_bits(u, low, high))
                store(work, row + pegs * words * LANES, both(u, splat(work[at + last * words])))
                if cell_black[0] > pegs:
                    everyone = splat(members[w])
                    store(work, lane_rows + ((pegs + 1) * words + w) * LANES, everyone)
                    store(work, lane_rows + ((pegs + 2) * words + w) * LANES, select_bits(win, splat(zero), everyone))
                if cell_total[0] > pegs:
                    store(work, lane_totals + ((pegs + 1) * words + w) * LANES, splat(members[w]))
            score = splat(zero)
            count = splat(zero)
            for n in range(lively):
                q = live_cells[n]
                if black_here[cell_black[q]] and total_here[cell_total[q]]:
                    row = lane_rows + cell_black[q] * words * LANES
                    column = lane_totals + cell_total[q] * words * LANES
                    for w in range(words):
                        cell = both(load(work, row + w * LANES), load(work, column + w * LANES))
                        count = plus(count, popcount(cell))
                if cell_ends[q]:
                    if objective == WORST_PART:
                        score = larger(score, count)
                    elif objective == SUM_OF_SQUARES:
                        score = plus(score, times(count, count))
                    elif objective == NEGATIVE_ENTROPY:
                        score = plus(score, gather(table, count))
                    else:
                        score = plus(score, nonzero(count))
                    if n < lively - 1:
                        count = splat(zero)
            if objective == FEWEST_PARTS:
                score = minus(splat(np.uint64(parts)), score)
            # `count` is still the last part, the win: a guess that cannot win is no member
            key = plus(doubled(score), is_zero(count))
            barred = bits_to_lanes(forbidden[last], np.uint64(block))
            if column_count - block < LANES:
                outside = ~zero << np.uint64(column_count - block)
                barred = either(barred, bits_to_lanes(outside, zero))
            key = either(key, penalty(barred))
            least = least_lane(key)
            if least < best:
                best = least
                store(work, lane_keys, key)
                lane = 0
                while work[lane_keys + lane] != least:
                    lane += 1
                for i in range(last):
                    best_columns[i] = digit[i]
                best_columns[last] = block + lane
                if best <= floor:
                    return best
        d -= 1
    return best
