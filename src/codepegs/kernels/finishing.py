"""What it costs to tell a small set of codes apart, when each turn takes the guess that one step favours."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.informing import TABLES, answer, climb_from, worth


@compiled
def to_columns(codes: Any, start: int, stop: int, columns: Any, counts: Any) -> None:
    """Write codes `start` to `stop` of (m, pegs) as columns of pegs and of colour counts."""
    counts[:] = 0
    for s in range(start, stop):
        for i in range(codes.shape[1]):
            color = codes[s, i]
            columns[i, s - start] = color
            counts[color, s - start] += 1


@compiled
def split_by(codes: Any, start: int, stop: int, guess: Any, cells: Any, sizes: Any, spare: Any, part: Any) -> None:
    """Reorder codes `start` to `stop` part by part; `sizes` gets the sizes."""
    pegs = codes.shape[1]
    tally = np.zeros(256, np.int64)
    sizes[:] = 0
    for s in range(start, stop):
        black = 0
        total = 0
        for i in range(pegs):
            a = guess[i]
            b = codes[s, i]
            if a == b:
                black += 1
                total += 1
            else:
                total += (tally[a] < 0) + (tally[b] > 0)
                tally[a] += 1
                tally[b] -= 1
        for i in range(pegs):
            tally[guess[i]] = 0
            tally[codes[s, i]] = 0
        number = cells[black, total]
        part[s] = number
        sizes[number] += 1
        spare[s] = codes[s]
    at = start
    for number in range(sizes.shape[0]):
        size = sizes[number]
        sizes[number] = at
        at += size
    for s in range(start, stop):
        number = part[s]
        codes[sizes[number]] = spare[s]
        sizes[number] += 1
    before = start
    for number in range(sizes.shape[0]):
        end = sizes[number]
        sizes[number] = end - before
        before = end


@compiled
def guesses_for(
    codes: Any,
    start: int,
    stop: int,
    colors: int,
    cells: Any,
    part_count: int,
    table: Any,
    repeats: bool,
    proposals: int,
    state: Any,
    spare: Any,
    part: Any,
) -> int:
    """Guesses in all that the codes `start` to `stop` need; they are reordered.

    Of the codes themselves, then of other guesses found by climbing from the best of them, the one with the least sum
    of `table` over its parts is asked, and so on in each part.
    """
    size = stop - start
    if size == 1:
        return 1
    if size == 2:
        return 3
    pegs = codes.shape[1]
    padded = (size + 63) // 64 * 64
    columns = np.zeros((pegs, padded), np.uint8)
    counts = np.zeros((colors, padded), np.uint8)
    to_columns(codes, start, stop, columns, counts)
    side = cells.shape[0]
    tallies = np.zeros((TABLES, side * side), np.int32)
    parts = np.zeros(part_count, np.int64)
    used = np.zeros(colors, np.int64)
    black = np.empty(padded, np.uint8)
    total = np.empty(padded, np.uint8)
    best = np.inf
    guess = np.empty(pegs, np.uint8)
    perfect = (size - 1) * table[0, 1]
    for s in range(start, stop):
        answer(columns, counts, size, codes[s], used, black, total)
        value = worth(black, total, size, tallies, cells, parts, table)
        if value < best:
            best = value
            guess[:] = codes[s]
            if value <= perfect + 1e-9:
                return 2 * size - 1
    apart = size * table[0, 1]
    best = climb_from(columns, counts, size, guess, cells, part_count, table, repeats, proposals, state, apart)
    if best <= apart + 1e-9:
        return 2 * size
    sizes = np.empty(part_count, np.int64)
    split_by(codes, start, stop, guess, cells, sizes, spare, part)
    cost = size
    at = start
    for number in range(part_count - 1):
        if sizes[number]:
            cost += guesses_for(
                codes, at, at + sizes[number], colors, cells, part_count, table, repeats, proposals, state, spare, part
            )
            at += sizes[number]
    return cost


@compiled
def guesses_after(
    codes: Any,
    guess: Any,
    colors: int,
    cells: Any,
    part_count: int,
    table: Any,
    repeats: bool,
    proposals: int,
    state: Any,
    limit: int,
) -> int:
    """Guesses in all that the codes need when `guess` is asked first; more than `limit` once that is certain."""
    size = codes.shape[0]
    spare = np.empty_like(codes)
    part = np.empty(size, np.int64)
    sizes = np.empty(part_count, np.int64)
    split_by(codes, 0, size, guess, cells, sizes, spare, part)
    cost = size
    bound = size
    for number in range(part_count - 1):
        bound += 2 * sizes[number] - (sizes[number] > 0)
    at = 0
    for number in range(part_count - 1):
        if sizes[number]:
            if bound > limit:
                return bound
            found = guesses_for(
                codes, at, at + sizes[number], colors, cells, part_count, table, repeats, proposals, state, spare, part
            )
            cost += found
            bound += found - 2 * sizes[number] + 1
            at += sizes[number]
    return cost
