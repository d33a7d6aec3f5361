"""Loops over codes packed into one 64-bit key each: replies, splitting, enumeration.

A key holds the colours of a code in fields of equal width, the first peg in the highest field, so that keys sort as
codes do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled


@compiled
def part_of(key: Any, guess: Any, pegs: int, bits: int, tally: Any, part_table: Any) -> int:
    """Number of the part that code `key` falls in when `guess` is asked; `tally` is zero on entry and exit.

    A colour's tally is positive while the guess is ahead in it and negative while the code is.
    """
    digit_mask = np.uint64((1 << bits) - 1)
    black = 0
    total = 0
    for i in range(pegs):
        shift = np.uint64(bits * i)
        a = np.intp((guess >> shift) & digit_mask)
        b = np.intp((key >> shift) & digit_mask)
        if a == b:
            black += 1
            total += 1
        else:
            total += (tally[a] < 0) + (tally[b] > 0)
            tally[a] += 1
            tally[b] -= 1
    for i in range(pegs):
        shift = np.uint64(bits * i)
        tally[np.intp((guess >> shift) & digit_mask)] = 0
        tally[np.intp((key >> shift) & digit_mask)] = 0
    return part_table[black, total]


@compiled
def parts_of(
    keys: Any, start: int, stop: int, guess: Any, pegs: int, bits: int, colors: int, table: Any, out: Any
) -> None:
    """Write the part of each of `keys[start:stop]` to the same places of `out`."""
    tally = np.zeros(colors, np.int64)
    for s in range(start, stop):
        out[s] = part_of(keys[s], guess, pegs, bits, tally, table)


@compiled
def split(
    keys: Any,
    start: int,
    stop: int,
    guess: Any,
    pegs: int,
    bits: int,
    tally: Any,
    part_table: Any,
    sizes: Any,
    spare: Any,
    spare_part: Any,
) -> None:
    """Reorder `keys[start:stop]` part by part, in order within each; `sizes` gets the part sizes."""
    parts = sizes.shape[0]
    for r in range(parts):
        sizes[r] = 0
    for s in range(start, stop):
        r = part_of(keys[s], guess, pegs, bits, tally, part_table)
        spare_part[s - start] = r
        spare[s - start] = keys[s]
        sizes[r] += 1
    at = start
    for r in range(parts):
        size = sizes[r]
        sizes[r] = at
        at += size
    for s in range(stop - start):
        r = spare_part[s]
        keys[sizes[r]] = spare[s]
        sizes[r] += 1
    at = start
    for r in range(parts):
        end = sizes[r]
        sizes[r] = end - at
        at = end


@compiled
def list_guesses(
    pegs: int,
    bits: int,
    repeats: bool,
    color_of: Any,
    column_count: int,
    column_class: Any,
    twin_before: Any,
    out: Any,
) -> int:
    """Write the keys of all guesses that can differ to `out`, in ascending order; returns how many there are.

    Columns stand for colours, `color_of` them in ascending order. Those of one class (`column_class` 1 or 2; 0: none)
    are alike, and come in ascending order of first appearance. A position with a twin before it (an index, or -1) never
    holds a lower colour than its twin. With `out` of length 0 the guesses are only counted.
    """
    digit = np.empty(pegs, np.int64)
    used = np.zeros((pegs + 1, 2), np.int64)
    seen = np.zeros((pegs + 1, column_count), np.bool_)
    key = np.zeros(pegs + 1, np.uint64)
    rank = np.zeros(column_count, np.int64)
    ranks = np.zeros(2, np.int64)
    for v in range(column_count):
        if column_class[v] > 0:
            rank[v] = ranks[column_class[v] - 1]
            ranks[column_class[v] - 1] += 1
    found = 0
    d = 0
    digit[0] = -1
    while d >= 0:
        digit[d] += 1
        v = digit[d]
        if v >= column_count:
            d -= 1
            continue
        if twin_before[d] >= 0 and v < digit[twin_before[d]]:
            continue
        kind = column_class[v]
        if kind > 0 and rank[v] > used[d, kind - 1]:
            continue
        if not repeats and seen[d, v]:
            continue
        key[d + 1] = (key[d] << np.uint64(bits)) | np.uint64(color_of[v])
        if d == pegs - 1:
            if out.shape[0] > 0:
                out[found] = key[d + 1]
            found += 1
            continue
        for c in range(column_count):
            seen[d + 1, c] = seen[d, c]
        used[d + 1, 0] = used[d, 0]
        used[d + 1, 1] = used[d, 1]
        if kind > 0 and not seen[d, v]:
            used[d + 1, kind - 1] += 1
        seen[d + 1, v] = True
        d += 1
        digit[d] = -1
    return found


@compiled
def consistent_keys(
    pegs: int,
    bits: int,
    colors: int,
    repeats: bool,
    guesses: Any,
    copies: Any,
    bounds: Any,
    wanted: Any,
    part_table: Any,
    first: int,
    after: int,
    most: int,
    out: Any,
) -> int:
    """Depth-first list of the codes that fit all turns and begin with a colour in [first, after), ascending.

    `guesses` has shape (turns, pegs), `copies` (turns, colours): how often each guess holds each colour. `bounds` has
    the least and most black count and total, shape (turns, 4), that go with the part `wanted` of each turn. Keys go to
    `out`; stops at `most` codes (only counting past the end of `out`), and returns how many were found.
    """
    turns = guesses.shape[0]
    digit = np.empty(pegs, np.int64)
    used = np.zeros(colors, np.int64)
    black = np.zeros((pegs + 1, turns), np.int64)
    total = np.zeros((pegs + 1, turns), np.int64)
    key = np.zeros(pegs + 1, np.uint64)
    found = 0
    d = 0
    digit[0] = first - 1
    while d >= 0:
        if digit[d] >= (first if d == 0 else 0):
            used[digit[d]] -= 1
        digit[d] += 1
        v = digit[d]
        if v >= (after if d == 0 else colors):
            d -= 1
            continue
        count = used[v]
        used[v] += 1
        if not repeats and count > 0:
            continue
        left = pegs - 1 - d
        fits = True
        for t in range(turns):
            b = black[d, t] + (guesses[t, d] == v)
            s = total[d, t] + (count < copies[t, v])
            black[d + 1, t] = b
            total[d + 1, t] = s
            if b > bounds[t, 1] or b + left < bounds[t, 0] or s > bounds[t, 3] or s + left < bounds[t, 2]:
                fits = False
                break
        if not fits:
            continue
        key[d + 1] = (key[d] << np.uint64(bits)) | np.uint64(v)
        if left > 0:
            d += 1
            digit[d] = -1
            continue
        for t in range(turns):
            if part_table[black[pegs, t], total[pegs, t]] != wanted[t]:
                fits = False
                break
        if fits:
            if found < out.shape[0]:
                out[found] = key[pegs]
            found += 1
            if found >= most:
                break
    return found


@compiled
def find_consistent(
    repeats: bool,
    guesses: Any,
    copies: Any,
    bounds: Any,
    wanted: Any,
    part_table: Any,
    order: Any,
    nodes: int,
    out: Any,
) -> int:
    """Depth-first search for one code that fits all turns; 1 when found (in `out`), 0 when there is none, -1 at
    `nodes`.

    `order` has shape (pegs, colours): the order in which colours are tried at each position. The turns are as in
    `consistent_keys`.
    """
    turns, pegs = guesses.shape
    colors = order.shape[1]
    tried = np.empty(pegs, np.int64)
    used = np.zeros(colors, np.int64)
    black = np.zeros((pegs + 1, turns), np.int64)
    total = np.zeros((pegs + 1, turns), np.int64)
    d = 0
    tried[0] = -1
    visited = 0
    while d >= 0:
        if tried[d] >= 0:
            used[out[d]] -= 1
        tried[d] += 1
        if tried[d] >= colors:
            d -= 1
            continue
        visited += 1
        if visited > nodes:
            return -1
        v = order[d, tried[d]]
        out[d] = v
        count = used[v]
        used[v] += 1
        if not repeats and count > 0:
            continue
        left = pegs - 1 - d
        fits = True
        for t in range(turns):
            b = black[d, t] + (guesses[t, d] == v)
            s = total[d, t] + (count < copies[t, v])
            black[d + 1, t] = b
            total[d + 1, t] = s
            if b > bounds[t, 1] or b + left < bounds[t, 0] or s > bounds[t, 3] or s + left < bounds[t, 2]:
                fits = False
                break
        if not fits:
            continue
        if left > 0:
            d += 1
            tried[d] = -1
            continue
        for t in range(turns):
            if part_table[black[pegs, t], total[pegs, t]] != wanted[t]:
                fits = False
                break
        if fits:
            return 1
    return 0


@compiled
def canonical_keys(
    keys: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    class_of: Any,
    class_maps: Any,
    color_maps: Any,
    unplayed: Any,
    out: Any,
) -> None:
    """Write to `out` a key that two of `keys[start:stop]` share exactly when a symmetry of the history maps one on the
    other.

    `class_of` gives the class of each position; row k of `class_maps` and of `color_maps` says where the k-th symmetry
    sends classes and played colours (-1: never played); `unplayed` are the colours never played, ascending. The key is
    the least over all symmetries of this code: the pegs class by class, ascending within each, unplayed colours renamed
    in the order of how often they stand in which class.
    """
    maps, classes = class_maps.shape
    colors = color_maps.shape[1]
    digit_mask = np.uint64((1 << bits) - 1)
    digits = np.empty(pegs, np.int64)
    tally = np.zeros((colors, classes), np.int64)
    renamed = np.empty(pegs, np.int64)
    moved = np.zeros((classes, colors), np.int64)
    for s in range(start, stop):
        for i in range(pegs):
            digits[i] = np.int64((keys[s] >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)
            tally[digits[i], class_of[i]] += 1
        best = ~np.uint64(0)
        for k in range(maps):
            found = 0
            for i in range(pegs):
                v = digits[i]
                if color_maps[k, v] >= 0:
                    moved[class_maps[k, class_of[i]], color_maps[k, v]] += 1
                    continue
                known = False
                for n in range(found):
                    known |= renamed[n] == v
                if known:
                    continue
                at = found  # insert into the unplayed colours seen, the fullest first in the order of the classes
                while at > 0 and _comes_before(tally, class_maps, k, v, renamed[at - 1]):
                    renamed[at] = renamed[at - 1]
                    at -= 1
                renamed[at] = v
                found += 1
            for n in range(found):
                for a in range(classes):
                    moved[class_maps[k, a], unplayed[n]] += tally[renamed[n], a]
            key = np.uint64(0)
            for a in range(classes):
                for v in range(colors):
                    while moved[a, v] > 0:
                        moved[a, v] -= 1
                        key = (key << np.uint64(bits)) | np.uint64(v)
            best = min(best, key)
        out[s] = best
        for i in range(pegs):
            tally[digits[i], class_of[i]] = 0


@compiled
def _comes_before(tally: Any, class_maps: Any, k: int, v: int, other: int) -> bool:
    """Whether colour v stands more often than another in the first image class in which they differ."""
    classes = class_maps.shape[1]
    for image in range(classes):
        for a in range(classes):
            if class_maps[k, a] == image and tally[v, a] != tally[other, a]:
                return tally[v, a] > tally[other, a]
    return False
