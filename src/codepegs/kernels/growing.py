"""Loops over a growing list: entries that give some pegs their colours and count the rest, refined step by step.

An entry is a column of two arrays. ``keys`` (words, entries) packs the colours of the single pegs, ``bits`` bits a peg;
``rest`` (blocks, entries) holds one byte a colour that is told apart: how many pegs of a block have it. The loops that
make an entry into several come in pairs by their last argument: without room they only count the children.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.simd import ones

COLORS = 8
"""Colours that a word of `rest` has bytes for."""


@compiled
def add_matches(keys: Any, size: int, pattern: Any, lows: Any, bits: int, out: Any) -> None:
    """Add to `out` (entries, ``uint8``) the single pegs whose colour is that of the pattern.

    `pattern` packs the guess as keys are packed; `lows` has the lowest bit of each peg that is compared.
    """
    one = np.uint64(1)
    for w in range(pattern.shape[0]):
        wanted, low = pattern[w], lows[w]
        if low == np.uint64(0):
            continue
        row = keys[w]
        if bits == 1:
            for s in range(size):
                out[s] += np.uint8(ones(~(row[s] ^ wanted) & low))
        elif bits == 2:
            for s in range(size):
                other = row[s] ^ wanted
                out[s] += np.uint8(ones(~(other | (other >> one)) & low))
        else:
            for s in range(size):
                other = row[s] ^ wanted
                out[s] += np.uint8(ones(~(other | (other >> one) | (other >> np.uint64(2))) & low))


@compiled
def add_counts(rest: Any, size: int, block: int, color: int, out: Any) -> None:
    """Add to `out` (entries, ``uint8``) how many pegs of a block have a colour."""
    row = rest[block]
    shift = np.uint64(8 * color)
    for s in range(size):
        out[s] += np.uint8((row[s] >> shift) & np.uint64(255))


@compiled
def add_lesser(counts: Any, size: int, copies: int, out: Any) -> None:
    """Add to `out` (entries, ``int32``) the lesser of a count and the copies of a colour in a guess."""
    for s in range(size):
        out[s] += min(np.int32(counts[s]), np.int32(copies))


@compiled
def keep(keys: Any, rest: Any, marked: Any, size: int) -> int:
    """Move the marked entries to the front, in order; how many they are."""
    kept = 0
    for s in range(size):
        if marked[s]:
            if kept != s:
                for w in range(keys.shape[0]):
                    keys[w, kept] = keys[w, s]
                for b in range(rest.shape[0]):
                    rest[b, kept] = rest[b, s]
            kept += 1
    return kept


@compiled
def log_completions(
    rest: Any, size: int, sizes: Any, told: int, log_merged: float, log_factorial: Any, out: Any
) -> None:
    """The natural logarithm of how many codes each entry stands for, into `out` (entries).

    Colours 0 to `told` - 1 are told apart; each peg of another colour has e^`log_merged` possibilities.
    """
    for s in range(size):
        out[s] = 0.0
    for b in range(sizes.shape[0]):
        row = rest[b]
        whole = log_factorial[sizes[b]]
        for s in range(size):
            word = row[s]
            left = sizes[b]
            ways = whole
            for _ in range(told):
                count = np.intp(word & np.uint64(255))
                ways -= log_factorial[count]
                left -= count
                word >>= np.uint64(8)
            out[s] += ways - log_factorial[left] + left * log_merged


@compiled
def split_color(
    keys: Any, rest: Any, size: int, sizes: Any, told: int, colors: int, most: int, new_keys: Any, new_rest: Any
) -> int:
    """Tell colour number `told` apart from those after it, in every block; how many children there are.

    When a single colour is left after it, that one is told apart too. Children are written when there is room.
    """
    blocks = sizes.shape[0]
    room = new_rest.shape[1]
    both = told + 2 == colors
    left = np.empty(blocks, np.int64)
    taken = np.empty(blocks, np.int64)
    made = 0
    for s in range(size):
        children = 1
        for b in range(blocks):
            word = rest[b, s]
            left[b] = sizes[b]
            for _ in range(told):
                left[b] -= np.int64(word & np.uint64(255))
                word >>= np.uint64(8)
            taken[b] = 0
            children *= left[b] + 1
        if room == 0:
            made += children
            if made > most:
                return made
            continue
        for _ in range(children):
            for w in range(keys.shape[0]):
                new_keys[w, made] = keys[w, s]
            for b in range(blocks):
                word = rest[b, s] | (np.uint64(taken[b]) << np.uint64(8 * told))
                if both:
                    word |= np.uint64(left[b] - taken[b]) << np.uint64(8 * (told + 1))
                new_rest[b, made] = word
            made += 1
            for b in range(blocks):
                if taken[b] < left[b]:
                    taken[b] += 1
                    break
                taken[b] = 0
    return made


@compiled
def peel(
    keys: Any,
    rest: Any,
    size: int,
    block: int,
    block_size: int,
    told: int,
    colors: int,
    word: int,
    shift: int,
    most: int,
    new_keys: Any,
    new_rest: Any,
) -> int:
    """Take one peg out of a block and give it a colour; how many children there are, written when there is room."""
    room = new_rest.shape[1]
    made = 0
    for s in range(size):
        if made > most:
            return made
        counts = rest[block, s]
        left: Any = block_size
        for c in range(told):
            count = np.int64((counts >> np.uint64(8 * c)) & np.uint64(255))
            left -= count
            if count == 0:
                continue
            if room:
                for w in range(keys.shape[0]):
                    new_keys[w, made] = keys[w, s]
                for b in range(rest.shape[0]):
                    new_rest[b, made] = rest[b, s]
                new_keys[word, made] |= np.uint64(c) << np.uint64(shift)
                new_rest[block, made] = counts - (np.uint64(1) << np.uint64(8 * c))
            made += 1
        if left > 0:
            for c in range(told, colors):
                if room:
                    for w in range(keys.shape[0]):
                        new_keys[w, made] = keys[w, s]
                    for b in range(rest.shape[0]):
                        new_rest[b, made] = rest[b, s]
                    new_keys[word, made] |= np.uint64(c) << np.uint64(shift)
                made += 1
    return made


@compiled
def split_block(
    keys: Any,
    rest: Any,
    size: int,
    block: int,
    block_size: int,
    part: int,
    told: int,
    colors: int,
    most: int,
    new_keys: Any,
    new_rest: Any,
) -> int:
    """Make `part` pegs of a block a block of their own, the last one; how many children there are.

    A child says how many pegs of each colour go there. Children are written when there is room.
    """
    room = new_rest.shape[1]
    kinds = told + 1 if told < colors else told
    have = np.zeros(COLORS + 1, np.int64)
    after = np.zeros(COLORS + 2, np.int64)
    take = np.zeros(COLORS + 1, np.int64)
    need = np.zeros(COLORS + 2, np.int64)
    made = 0
    blocks = rest.shape[0]
    for s in range(size):
        if made > most:
            return made
        counts = rest[block, s]
        left = block_size
        for c in range(told):
            have[c] = np.int64((counts >> np.uint64(8 * c)) & np.uint64(255))
            left -= have[c]
        if kinds > told:
            have[told] = left
        after[kinds] = 0
        for c in range(kinds - 1, -1, -1):
            after[c] = after[c + 1] + have[c]
        need[0] = part
        take[0] = max(np.int64(0), need[0] - after[1])
        depth = 0
        while depth >= 0:
            if take[depth] > min(have[depth], need[depth]):
                depth -= 1
                if depth >= 0:
                    take[depth] += 1
                continue
            need[depth + 1] = need[depth] - take[depth]
            if depth + 1 < kinds:
                depth += 1
                take[depth] = max(np.int64(0), need[depth] - after[depth + 1])
                continue
            if room:
                for w in range(keys.shape[0]):
                    new_keys[w, made] = keys[w, s]
                for b in range(blocks):
                    new_rest[b, made] = rest[b, s]
                moved = np.uint64(0)
                for c in range(told):
                    moved |= np.uint64(take[c]) << np.uint64(8 * c)
                new_rest[block, made] = counts - moved
                new_rest[blocks, made] = moved
            made += 1
            take[depth] += 1
    return made


@compiled
def draw(log_weights: Any, size: int, first: float, out: Any) -> None:
    """Numbers of entries drawn by weight, evenly spaced from a random `first` in [0, 1) of a step on."""
    top = -np.inf
    for s in range(size):
        top = max(top, log_weights[s])
    whole = 0.0
    for s in range(size):
        whole += np.exp(log_weights[s] - top)
    step = whole / out.shape[0]
    reached, drawn = 0.0, 0
    for s in range(size):
        reached += np.exp(log_weights[s] - top)
        while drawn < out.shape[0] and (first + drawn) * step < reached:
            out[drawn] = s
            drawn += 1
    while drawn < out.shape[0]:
        out[drawn] = size - 1
        drawn += 1


@compiled
def slot_table(keys: Any, rest: Any, sample: Any, blocks: int, singles: int, colors: int, bits: int, out: Any) -> None:
    """How many pegs of each slot have each colour, into `out` (slots, colours, sample), which holds zeros.

    Slots are the blocks and then the single pegs. Colours that a block merges count as nothing there.
    """
    per_word = 64 // bits
    mask = np.uint64((1 << bits) - 1)
    for j in range(sample.shape[0]):
        s = sample[j]
        for b in range(blocks):
            word = rest[b, s]
            for c in range(colors):
                out[b, c, j] = np.uint8((word >> np.uint64(8 * c)) & np.uint64(255))
        for i in range(singles):
            color = np.intp((keys[i // per_word, s] >> np.uint64(bits * (i % per_word))) & mask)
            out[blocks + i, color, j] = 1
