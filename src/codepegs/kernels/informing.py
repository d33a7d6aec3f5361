"""What a guess tells about a pool of codes, and hill climbing for a guess that tells more.

The pool lies in columns: for each peg the colour of every code there, and for each colour how many pegs of it every
code holds, so that a guess is scored, and a change of one peg of it, by running down two or four columns of bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.randomness import next_word

TABLES = 4
"""Histograms counted side by side, so that equal neighbours do not wait for each other."""


@compiled
def answer(columns: Any, counts: Any, size: int, guess: Any, used: Any, black: Any, total: Any) -> None:
    """Write black and total of every code of the pool for a guess, and how often the guess uses each colour."""
    used[:] = 0
    black[:size] = 0
    total[:size] = 0
    for i in range(guess.shape[0]):
        color = guess[i]
        used[color] += 1
        column = columns[i]
        for s in range(size):
            black[s] += column[s] == color
    for color in range(used.shape[0]):
        if used[color]:
            column = counts[color]
            most = np.uint8(used[color])
            for s in range(size):
                total[s] += min(column[s], most)


@compiled
def worth(black: Any, total: Any, size: int, cells: Any, part_of: Any, parts: Any, table: Any) -> float:
    """The sum over the parts of `table` at their sizes; `cells` are (tables, (pegs + 1)^2) counts, zero between calls.

    The last part, the win, is worth what the second row of `table` says.
    """
    rows = cells.shape[1]
    side = part_of.shape[0]
    whole = size - size % 4
    for s in range(0, whole, 4):
        cells[0, np.intp(black[s]) * side + np.intp(total[s])] += 1
        cells[1, np.intp(black[s + 1]) * side + np.intp(total[s + 1])] += 1
        cells[2, np.intp(black[s + 2]) * side + np.intp(total[s + 2])] += 1
        cells[3, np.intp(black[s + 3]) * side + np.intp(total[s + 3])] += 1
    for s in range(whole, size):
        cells[0, np.intp(black[s]) * side + np.intp(total[s])] += 1
    flat = part_of.ravel()
    for cell in range(rows):
        count = cells[0, cell] + cells[1, cell] + cells[2, cell] + cells[3, cell]
        if count:
            parts[flat[cell]] += count
            cells[0, cell] = 0
            cells[1, cell] = 0
            cells[2, cell] = 0
            cells[3, cell] = 0
    value = 0.0
    for part in range(parts.shape[0]):
        if parts[part]:
            value += table[np.intp(part == parts.shape[0] - 1), parts[part]]
            parts[part] = 0
    return value


@compiled
def score(
    columns: Any, counts: Any, size: int, guesses: Any, part_of: Any, part_count: int, table: Any, values: Any
) -> None:
    """Write the worth of each of `guesses` (m, pegs) on the pool; less is better."""
    side = part_of.shape[0]
    cells = np.zeros((TABLES, side * side), np.int32)
    parts = np.zeros(part_count, np.int64)
    used = np.zeros(counts.shape[0], np.int64)
    black = np.empty(columns.shape[1], np.uint8)
    total = np.empty(columns.shape[1], np.uint8)
    for g in range(guesses.shape[0]):
        answer(columns, counts, size, guesses[g], used, black, total)
        values[g] = worth(black, total, size, cells, part_of, parts, table)


@compiled
def climb_from(
    columns: Any,
    counts: Any,
    size: int,
    guess: Any,
    part_of: Any,
    part_count: int,
    table: Any,
    repeats: bool,
    proposals: int,
    state: Any,
    enough: float,
) -> float:
    """Change `guess` in place, a colour or a swap at a time, whenever that is no worse; returns its worth.

    Ends when `enough` is reached.
    """
    side = part_of.shape[0]
    pegs = guess.shape[0]
    colors = counts.shape[0]
    cells = np.zeros((TABLES, side * side), np.int32)
    parts = np.zeros(part_count, np.int64)
    used = np.zeros(colors, np.int64)
    black = np.empty(columns.shape[1], np.uint8)
    total = np.empty(columns.shape[1], np.uint8)
    new_black = np.empty(columns.shape[1], np.uint8)
    new_total = np.empty(columns.shape[1], np.uint8)
    answer(columns, counts, size, guess, used, black, total)
    value = worth(black, total, size, cells, part_of, parts, table)
    n = np.uint64(pegs)
    k = np.uint64(colors)
    low = np.uint64(0xFFFFFFFF)
    for _ in range(proposals):
        if value <= enough + 1e-9:
            break
        word = next_word(state)
        i = np.intp(((word & low) * n) >> np.uint64(32))
        draw = ((word >> np.uint64(32)) & np.uint64(0x3FFFFFFF)) << np.uint64(2)
        swaps = (word >> np.uint64(62)) == np.uint64(0)
        a = guess[i]
        here = columns[i]
        if swaps:
            j = np.intp((draw * n) >> np.uint64(32))
            c = guess[j]
            if a == c:
                continue
            there = columns[j]
            for s in range(size):
                new_black[s] = black[s] + (here[s] == c) + (there[s] == a) - (here[s] == a) - (there[s] == c)
            new = worth(new_black, total, size, cells, part_of, parts, table)
            if new <= value:
                value = new
                guess[i] = c
                guess[j] = a
                black, new_black = new_black, black
        else:
            c = np.uint8((draw * k) >> np.uint64(32))
            if a == c or (not repeats and used[c]):
                continue
            less = np.uint8(used[a])
            most = np.uint8(used[c])
            of_a = counts[a]
            of_c = counts[c]
            for s in range(size):
                new_black[s] = black[s] + (here[s] == c) - (here[s] == a)
                new_total[s] = total[s] + (of_c[s] > most) - (of_a[s] >= less)
            new = worth(new_black, new_total, size, cells, part_of, parts, table)
            if new <= value:
                value = new
                guess[i] = c
                used[a] -= 1
                used[c] += 1
                black, new_black = new_black, black
                total, new_total = new_total, total
    return value
