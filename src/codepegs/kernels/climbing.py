"""Climbing from guess to guess towards the reply that tells most about a sample of codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.constants import BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY
from codepegs.kernels.randomness import xorshift_below


@compiled
def _black_surprise(black: Any, size: int, counts: Any, log_table: Any) -> float:
    """The sum of v log2 v over how often each black count occurs; `counts` (4, 256) is scratch."""
    for b in range(256):
        counts[0, b] = 0
        counts[1, b] = 0
        counts[2, b] = 0
        counts[3, b] = 0
    even = size & ~3
    for j in range(0, even, 4):
        counts[0, black[j]] += 1
        counts[1, black[j + 1]] += 1
        counts[2, black[j + 2]] += 1
        counts[3, black[j + 3]] += 1
    for j in range(even, size):
        counts[0, black[j]] += 1
    score = 0.0
    for b in range(256):
        score += log_table[counts[0, b] + counts[1, b] + counts[2, b] + counts[3, b]]
    return score


@compiled
def _part_surprise(
    black: Any,
    size: int,
    held: Any,
    copies: Any,
    colors: int,
    view: int,
    pegs: int,
    total: Any,
    parts: Any,
    log_table: Any,
) -> float:
    """The sum of v log2 v over how often each reply occurs, with totals that differ; `parts` holds zeros."""
    for j in range(size):
        total[j] = 0
    if view != BLACK_ONLY:
        for c in range(colors):
            limit = copies[c]
            if limit:
                row = held[c]
                for j in range(size):
                    total[j] += min(np.int64(row[j]), limit)
    width = pegs + 1
    score = 0.0
    for j in range(size):
        part: Any = np.int64(black[j])
        if view == BLACK_AND_TOTAL:
            part = part * width + total[j]
        elif view == TOTAL_ONLY:
            part = total[j] if part < pegs else width
        elif view == WHITE_ONLY:
            part = total[j] - part if part < pegs else width
        total[j] = part
        seen = parts[part]
        parts[part] = seen + 1
        score += log_table[seen + 1] - log_table[seen]
    for j in range(size):
        parts[total[j]] = 0
    return score


@compiled
def climb(
    table: Any,
    sizes: Any,
    held: Any,
    told: int,
    same_counts: bool,
    view: int,
    pegs: int,
    starts: Any,
    steps: int,
    state: Any,
    log_table: Any,
    scores: Any,
) -> None:
    """Improve each of the guesses `starts` (starts, slots) by `steps` small changes, keeping those that do no harm.

    `table` (slots, colours, sample) says how many pegs of a slot have a colour, `sizes` how many a slot has, and `held`
    (colours, sample) how often each code of the sample has a colour. Colours 0 to `told` - 1 are used. With
    `same_counts` the total is the same for all codes and left out. `scores` gets the sum of v log2 v over the parts of
    the sample: less is better.
    """
    slots, size = table.shape[0], table.shape[2]
    colors = table.shape[1]
    black = np.empty(size, np.uint8)
    tried = np.empty(size, np.uint8)
    total = np.empty(size, np.int64)
    parts = np.zeros((pegs + 1) * (pegs + 2), np.int64)
    counts = np.zeros((4, 256), np.int64)
    copies = np.zeros(colors, np.int64)
    for a in range(starts.shape[0]):
        guess = starts[a]
        black[:] = 0
        copies[:] = 0
        for i in range(slots):
            row = table[i, guess[i]]
            copies[guess[i]] += sizes[i]
            for j in range(size):
                black[j] += row[j]
        if same_counts and view != WHITE_ONLY:
            score = _black_surprise(black, size, counts, log_table)
        else:
            score = _part_surprise(black, size, held, copies, colors, view, pegs, total, parts, log_table)
        if told < 2:
            scores[a] = score
            continue
        for _ in range(steps):
            i = xorshift_below(state, slots)
            before = np.int64(guess[i])
            after = (before + 1 + xorshift_below(state, told - 1)) % told
            k = i
            if xorshift_below(state, 3) == 0:
                k = xorshift_below(state, slots)
            old, new = table[i, before], table[i, after]
            if k == i:
                other_before = before
                for j in range(size):
                    tried[j] = black[j] - old[j] + new[j]
            else:
                other_before = np.int64(guess[k])
                if sizes[k] == sizes[i] and other_before != before:
                    after = other_before
                    new = table[i, after]
                    other_after = before
                else:
                    other_after = (other_before + 1 + xorshift_below(state, told - 1)) % told
                other_old, other_new = table[k, other_before], table[k, other_after]
                for j in range(size):
                    tried[j] = black[j] - old[j] + new[j] - other_old[j] + other_new[j]
            if same_counts and view != WHITE_ONLY:
                reached = _black_surprise(tried, size, counts, log_table)
            else:
                copies[before] -= sizes[i]
                copies[after] += sizes[i]
                if k != i:
                    copies[other_before] -= sizes[k]
                    copies[other_after] += sizes[k]
                reached = _part_surprise(tried, size, held, copies, colors, view, pegs, total, parts, log_table)
                if reached > score:
                    copies[before] += sizes[i]
                    copies[after] -= sizes[i]
                    if k != i:
                        copies[other_before] += sizes[k]
                        copies[other_after] -= sizes[k]
            if reached <= score:
                score = reached
                guess[i] = after
                if k != i:
                    guess[k] = other_after
                black, tried = tried, black
        scores[a] = score
