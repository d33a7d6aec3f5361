"""Cases of the loops of the growing list."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import log2
from tests.kernels import Case

Rng = np.random.Generator


def partial_codes(rng: Rng, most_pegs: int, most_size: int, merged: bool | None = None) -> loops.PartialCodes:
    """Entries that random codes agree with, some of them equal."""
    colors = int(rng.integers(1, 9))
    distinguished = colors if merged is False or rng.random() < 0.5 else int(rng.integers(0, max(1, colors - 1)))
    if merged and distinguished == colors:
        distinguished = max(0, colors - 2)
    pegs = int(rng.integers(1, most_pegs + 1))
    sizes: list[int] = []
    left = pegs
    if rng.random() < 0.8:
        while left and len(sizes) < 4 and (not sizes or rng.random() < 0.6):
            sizes.append(int(rng.integers(1, left + 1)))
            left -= sizes[-1]
    bits = max(1, (colors - 1).bit_length())
    per_word = 64 // bits
    size = int(rng.integers(1, 4)) if rng.random() < 0.3 else int(rng.integers(1, most_size + 1))
    spare = int(rng.integers(0, 3))
    keys = np.zeros((-(-pegs // per_word) + 1, size + spare), dtype=np.uint64)
    rest = np.zeros((len(sizes), size + spare), dtype=np.uint64)
    for entry, code in enumerate(rng.integers(colors, size=(size, pegs)).tolist()):
        for place in range(left):
            keys[place // per_word, entry] |= np.uint64(code[place] << (bits * (place % per_word)))
        at = left
        for block, count in enumerate(sizes):
            held = [code[at : at + count].count(color) for color in range(distinguished)]
            rest[block, entry] = sum(n << (8 * color) for color, n in enumerate(held))
            at += count
        keys[-1, entry] = rng.integers(3)
    return loops.PartialCodes(keys, rest, np.array(sizes, dtype=np.int64), size, left, distinguished, colors, bits)


def entry_range(rng: Rng, codes: loops.PartialCodes) -> tuple[int, int]:
    if rng.random() < 0.6:
        return 0, codes.size
    start, stop = sorted(rng.integers(0, codes.size + 1, size=2).tolist())
    return start, stop


def pegs_of(codes: loops.PartialCodes) -> int:
    return int(codes.sizes.sum()) + codes.singles


def black_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 250 if rng.random() < 0.2 else 60, 200)
    blocks = len(codes.sizes)
    guess = np.concatenate(
        [rng.integers(max(1, codes.distinguished), size=blocks), rng.integers(codes.colors, size=codes.singles)]
    ).astype(np.int64)
    return codes, guess, *entry_range(rng, codes), np.zeros(codes.size, dtype=np.uint8)


def total_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 250 if rng.random() < 0.2 else 60, 200)
    used = codes.colors if not len(codes.sizes) else codes.distinguished
    copies = np.zeros(codes.colors, dtype=np.int64)
    if used:
        np.add.at(copies, rng.integers(used, size=pegs_of(codes)), 1)
    return codes, copies, *entry_range(rng, codes), np.zeros(codes.size, dtype=np.int32)


def completion_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 250 if rng.random() < 0.2 else 60, 200)
    log_factorial = np.array([math.lgamma(v + 1) for v in range(pegs_of(codes) + 1)])
    log_merged = math.log(max(1, codes.colors - codes.distinguished))
    return codes, log_merged, log_factorial, *entry_range(rng, codes), np.zeros(codes.size)


def keeping_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 60, 200)
    kept = rng.random(codes.size) < rng.random()
    start, stop = entry_range(rng, codes)
    return codes.keys, codes.rest, kept, start, stop, int(rng.integers(0, start + 1))


# Refinements


def refined(start: Any, blocks: int, codes: loops.PartialCodes, most: int, work: Any) -> tuple[Any, ...]:
    """The list that a refinement makes, cut into steps."""
    refinement = start()
    finished, children, step = False, 0, 0
    while not finished:
        finished, children = loops.count_children(refinement, most, int(work[step % len(work)]))
        step += 1
    if children > most:
        return ("too many",)
    keys = np.zeros((codes.keys.shape[0], children), dtype=np.uint64)
    rest = np.zeros((blocks, children), dtype=np.uint64)
    finished = False
    while not finished:
        finished = loops.write_children(refinement, keys, rest, int(work[step % len(work)]))
        step += 1
    return children, keys, rest


def limits(rng: Rng) -> tuple[int, NDArray[np.int64]]:
    most = 20_000 if rng.random() < 0.8 else int(rng.integers(0, 100))
    return most, rng.integers(1, 60 if rng.random() < 0.5 else 2_000, size=5)


def color_split_arguments(rng: Rng) -> tuple[Any, ...]:
    return partial_codes(rng, 20, 40, merged=True), *limits(rng)


def split_color(codes: loops.PartialCodes, most: int, work: Any) -> tuple[Any, ...]:
    return refined(lambda: loops.start_color_split(codes), len(codes.sizes), codes, most, work)


def peeling_arguments(rng: Rng) -> tuple[Any, ...]:
    while True:
        codes = partial_codes(rng, 60, 200)
        if len(codes.sizes):
            return codes, int(rng.integers(len(codes.sizes))), *limits(rng)


def peel(codes: loops.PartialCodes, block: int, most: int, work: Any) -> tuple[Any, ...]:
    return refined(lambda: loops.start_peel(codes, block), len(codes.sizes), codes, most, work)


def block_split_arguments(rng: Rng) -> tuple[Any, ...]:
    while True:
        codes = partial_codes(rng, 24, 60)
        if len(codes.sizes) and codes.sizes.max() > 1:
            block = int(codes.sizes.argmax())
            return codes, block, int(rng.integers(1, codes.sizes[block])), *limits(rng)


def split_block(codes: loops.PartialCodes, block: int, part: int, most: int, work: Any) -> tuple[Any, ...]:
    return refined(lambda: loops.start_block_split(codes, block, part), len(codes.sizes) + 1, codes, most, work)


# Samples


def drawing_arguments(rng: Rng) -> tuple[Any, ...]:
    log_weights = rng.normal(scale=float(rng.choice([0.0, 1.0, 20.0])), size=int(rng.integers(1, 300)))
    return log_weights, float(rng.random()), int(rng.integers(1, 200)), int(rng.integers(1, 100))


def draw(log_weights: Any, first: float, count: int, each: int) -> tuple[Any, ...]:
    """Entries drawn by weight, in steps of so many entries."""
    top, size = float(log_weights.max()), len(log_weights)
    whole = 0.0
    for start in range(0, size, each):
        whole = loops.sum_weights(log_weights, top, start, min(start + each, size), whole)
    out = np.full(count, size - 1)
    reached, drawn = 0.0, 0
    for start in range(0, size, each):
        reached, drawn = loops.draw_entries(
            log_weights, top, whole / count, first, start, min(start + each, size), reached, drawn, out
        )
    return out, whole


def table_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 60, 200)
    sample = rng.integers(codes.size, size=int(rng.integers(1, 100)))
    slots = len(codes.sizes) + codes.singles
    return codes, sample, np.zeros((slots, codes.colors, len(sample)), dtype=np.uint8)


def climbing_arguments(rng: Rng) -> tuple[Any, ...]:
    codes = partial_codes(rng, 250 if rng.random() < 0.1 else 40, 400, merged=bool(rng.random() < 0.2))
    sample = rng.integers(codes.size, size=int(rng.integers(1, 400)))
    blocks = len(codes.sizes)
    sizes = np.concatenate([codes.sizes, np.ones(codes.singles, dtype=np.int64)])
    per_word = 64 // codes.bits
    table = np.zeros((len(sizes), codes.colors, len(sample)), dtype=np.uint8)
    for column, entry in enumerate(sample.tolist()):
        for block in range(blocks):
            for color in range(codes.distinguished):
                table[block, color, column] = (int(codes.rest[block, entry]) >> (8 * color)) & 255
        for place in range(codes.singles):
            word = int(codes.keys[place // per_word, entry]) >> (codes.bits * (place % per_word))
            table[blocks + place, word & ((1 << codes.bits) - 1), column] = 1
    held = table.sum(axis=0, dtype=np.uint8)
    used = codes.distinguished if blocks or rng.random() < 0.5 else codes.colors
    guesses = rng.integers(max(1, used), size=(int(rng.integers(1, 4)), len(sizes)))
    counts = np.arange(len(sample) + 1, dtype=np.float64)
    log_table = counts * log2(np.maximum(counts, 1.0))
    slots = loops.SlotSample(
        table, sizes, held, used, int(rng.integers(4)), pegs_of(codes), log_table, bool(rng.random() < 0.5)
    )
    state = rng.integers(1, 2**63, size=1, dtype=np.uint64)
    return slots, guesses, int(rng.integers(0, 150)), state, np.zeros(len(guesses))


CASES = [
    Case("count_black", loops.count_black, black_arguments, seeds=40),
    Case("count_total", loops.count_total, total_arguments, seeds=40),
    Case("log_completions", loops.log_completions, completion_arguments, seeds=40),
    Case("keep_entries", loops.keep_entries, keeping_arguments, seeds=25),
    Case("split_color", split_color, color_split_arguments, seeds=50),
    Case("peel", peel, peeling_arguments, seeds=50),
    Case("split_block", split_block, block_split_arguments, seeds=50),
    Case("draw_entries", draw, drawing_arguments, seeds=40),
    Case("tabulate_slots", loops.tabulate_slots, table_arguments, seeds=25),
    Case("climb", loops.climb, climbing_arguments, seeds=60),
]
