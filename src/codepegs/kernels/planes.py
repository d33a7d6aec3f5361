"""Bit planes: a set of codes turned sideways, one bit a code.

For a set of m codes, plane (position i, colour v) has bit s set when code s holds colour v at position i, and plane
(colour v, copy k) when code s holds at least k + 1 pegs of colour v. Adding up the planes that a guess selects, bit by
bit, gives the black count and the total of all m codes at once, 64 codes a word: the reply to one guess costs a few
logical operations per 64 codes instead of a few per code, and the size of a part is a population count.

Planes live in flat ``uint64`` arrays addressed by strides, because the two users want different orders: counting one
guess over many words wants words innermost, scoring many guesses over few words wants colours innermost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled

WORD = 64
"""Members a word of a plane holds."""

ABSENT = 0xFFFF
"""Column number of a colour that has no plane."""


@compiled
def build_planes(
    keys: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    column_of: Any,
    place: Any,
    place_strides: Any,
    copies: Any,
    copy_strides: Any,
    tally: Any,
) -> None:
    """Fill the planes of `keys[start:stop]`; both plane arrays must hold zeros.

    `place_strides` is (position, column, word), `copy_strides` (copy, column, word); `tally` is scratch of one
    ``int64`` a column, zero on entry and exit.
    """
    digit_mask = np.uint64((1 << bits) - 1)
    by_position, by_column, by_word = place_strides[0], place_strides[1], place_strides[2]
    by_copy, copy_by_column, copy_by_word = copy_strides[0], copy_strides[1], copy_strides[2]
    for s in range(start, stop):
        key = keys[s]
        word = (s - start) >> 6
        bit = np.uint64(1) << np.uint64((s - start) & 63)
        for i in range(pegs):
            column = column_of[np.intp((key >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)]
            if column == ABSENT:
                continue
            place[i * by_position + column * by_column + word * by_word] |= bit
            copies[tally[column] * by_copy + column * copy_by_column + word * copy_by_word] |= bit
            tally[column] += 1
        for i in range(pegs):
            column = column_of[np.intp((key >> np.uint64(bits * (pegs - 1 - i))) & digit_mask)]
            if column != ABSENT:
                tally[column] = 0


@compiled
def fill_members(members: Any, size: int) -> None:
    """Set one bit a member in words that hold zeros."""
    for w in range(size // WORD):
        members[w] = ~np.uint64(0)
    if size % WORD:
        members[size // WORD] = (np.uint64(1) << np.uint64(size % WORD)) - np.uint64(1)
