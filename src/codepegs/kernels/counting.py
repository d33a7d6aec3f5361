"""Part sizes of many guesses against one large set, from bit planes with words innermost."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.scoring import FEWEST_PARTS, score_with
from codepegs.kernels.simd import (
    any_bit,
    both,
    but_not,
    either,
    load,
    plus,
    popcount,
    select_bits,
    splat,
    store,
    sum_lanes,
)

TILE_WORDS = 256
"""Words of a set handled at a time: all rows of one tile stay in the first- and second-level cache."""

BATCH = 512
"""Guesses whose part sizes are kept before they are scored."""


@compiled
def _add_plane(rows: Any, used: Any, depth: int, depth_size: int, width: int, planes: Any, plane: int) -> None:
    """Rows at `depth + 1` from those at `depth`: a code moves from row j - 1 to row j where the plane has its bit."""
    before = depth * depth_size
    after = before + depth_size
    for j in range(depth + 2):
        stays = j <= depth and used[depth, j]
        comes = j > 0 and used[depth, j - 1]
        seen = splat(np.uint64(0))
        if stays and comes:
            for w in range(0, width, 8):
                row = select_bits(
                    load(planes, plane + w),
                    load(rows, before + (j - 1) * TILE_WORDS + w),
                    load(rows, before + j * TILE_WORDS + w),
                )
                store(rows, after + j * TILE_WORDS + w, row)
                seen = either(seen, row)
        elif stays:
            for w in range(0, width, 8):
                row = but_not(load(rows, before + j * TILE_WORDS + w), load(planes, plane + w))
                store(rows, after + j * TILE_WORDS + w, row)
                seen = either(seen, row)
        elif comes:
            for w in range(0, width, 8):
                row = both(load(rows, before + (j - 1) * TILE_WORDS + w), load(planes, plane + w))
                store(rows, after + j * TILE_WORDS + w, row)
                seen = either(seen, row)
        used[depth + 1, j] = any_bit(seen)


@compiled
def count_parts(
    guesses: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    column_of: Any,
    members: Any,
    words: int,
    place: Any,
    copies: Any,
    strides: Any,
    cell_black: Any,
    cell_total: Any,
    cell_part: Any,
    out: Any,
) -> None:
    """Add to `out[g - start, part]` how many members of the set answer `part` to guess g, for g in [start, stop).

    `members` has one bit set a member; `words` is a multiple of 8; both kinds of planes have the `strides` (position or
    copy, column, word = 1). The cells (black row, total row) name the parts;
    rows beyond `pegs` mean: any black count (pegs + 1), any but all black (pegs + 2), any total (pegs + 1).
    """
    depth_size = (pegs + 3) * TILE_WORDS
    black = np.empty((pegs + 1) * depth_size, np.uint64)
    total = np.empty((pegs + 1) * depth_size, np.uint64)
    black_used = np.zeros((pegs + 1, pegs + 3), np.bool_)
    total_used = np.zeros((pegs + 1, pegs + 3), np.bool_)
    digits = np.empty(pegs, np.int64)
    previous = np.empty(pegs, np.int64)
    copy_number = np.zeros(pegs, np.int64)
    digit_mask = np.uint64((1 << bits) - 1)
    zero = np.uint64(0)
    cells = cell_black.shape[0]
    for tile in range(0, words, TILE_WORDS):
        width = min(TILE_WORDS, words - tile)
        for w in range(width):
            black[w] = members[tile + w]
            total[w] = members[tile + w]
        black_used[0, 0] = True
        total_used[0, 0] = True
        valid = 0
        for i in range(pegs):
            previous[i] = -1
        for g in range(start, stop):
            key = guesses[g]
            shared = 0
            still = True
            for i in range(pegs):
                digits[i] = np.int64((key >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)
                if still and digits[i] == previous[i]:
                    shared = i + 1
                else:
                    still = False
                previous[i] = digits[i]
            shared = min(shared, valid)
            for d in range(shared, pegs):
                copy_number[d] = 0
                for i in range(d):
                    if digits[i] == digits[d]:
                        copy_number[d] += 1
                column = np.int64(column_of[digits[d]])
                _add_plane(
                    black,
                    black_used,
                    d,
                    depth_size,
                    width,
                    place,
                    d * strides[0] + column * strides[1] + tile,
                )
                _add_plane(
                    total,
                    total_used,
                    d,
                    depth_size,
                    width,
                    copies,
                    copy_number[d] * strides[0] + column * strides[1] + tile,
                )
            valid = pegs
            last = pegs * depth_size
            any_black = last + (pegs + 1) * TILE_WORDS
            not_all = last + (pegs + 2) * TILE_WORDS
            if cell_black[0] > pegs:  # these views need the rows beyond the counts
                for w in range(0, width, 8):
                    here = load(members, tile + w)
                    store(black, any_black + w, here)
                    if black_used[pegs, pegs]:  # a row that is not used holds what was left there
                        here = but_not(here, load(black, last + pegs * TILE_WORDS + w))
                    store(black, not_all + w, here)
            if cell_total[0] > pegs:
                for w in range(0, width, 8):
                    store(total, any_black + w, load(members, tile + w))
            for q in range(cells):
                j, t = cell_black[q], cell_total[q]
                if (j <= pegs and not black_used[pegs, j]) or (t <= pegs and not total_used[pegs, t]):
                    continue
                first = last + j * TILE_WORDS
                second = last + t * TILE_WORDS
                sum0 = splat(zero)
                for w in range(0, width, 8):
                    sum0 = plus(sum0, popcount(both(load(black, first + w), load(total, second + w))))
                out[g - start, cell_part[q]] += np.int64(sum_lanes(sum0))


@compiled
def best_in_range(
    guesses: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    column_of: Any,
    members: Any,
    words: int,
    place: Any,
    copies: Any,
    strides: Any,
    cell_black: Any,
    cell_total: Any,
    cell_part: Any,
    objective: int,
    table: Any,
    parts: int,
    out: Any,
) -> Any:
    """The least (twice the score, plus one for a guess that cannot win) in guesses[start:stop], and its first index.

    With a non-empty `out` that number is written down for every guess of the range, at its index.
    """
    best = ~np.uint64(0)
    best_at = start
    sizes = np.empty((min(BATCH, stop - start), parts), np.int64)
    for first in range(start, stop, BATCH):
        end = min(first + BATCH, stop)
        sizes[: end - first] = 0
        count_parts(
            guesses,
            first,
            end,
            pegs,
            bits,
            column_of,
            members,
            words,
            place,
            copies,
            strides,
            cell_black,
            cell_total,
            cell_part,
            sizes,
        )
        for g in range(first, end):
            score = np.uint64(0)
            for r in range(parts):
                score = score_with(score, np.uint64(sizes[g - first, r]), objective, table)
            if objective == FEWEST_PARTS:
                score = np.uint64(parts) - score
            score = (score << np.uint64(1)) + np.uint64(sizes[g - first, parts - 1] == 0)
            if out.shape[0] > 0:
                out[g] = score
            if score < best:
                best = score
                best_at = g
    return best, best_at
