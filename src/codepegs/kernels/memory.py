"""What a search for best trees remembers of the sets it has seen: a hash table that threads share without locks."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.randomness import mixed

NOTHING, MEMBERS, BOUNDS, EXACT = 0, 1, 2, 3
"""What the memory knows of a set: nothing, whether a member splits it fully, its least sum of bounds, its value."""

WORDS = 4
"""Words of an entry."""

PROBES = 8
"""Places of the memory that are looked at for one set."""


@compiled
def hash_set(keys: Any, start: int, stop: int, turn: int, same_turns: bool, out: Any) -> None:
    """128 bits that stand for a set of codes, and for the turn where that matters."""
    first = np.uint64(0)
    second = np.uint64(0)
    if not same_turns:
        first = mixed(np.uint64(turn) << np.uint64(58))
        second = mixed(first)
    for s in range(start, stop):
        first ^= mixed(keys[s])
        second ^= mixed(~keys[s])
    out[0] = first
    out[1] = second


@compiled
def recall(memory: Any, first: Any, second: Any) -> Any:
    """What is known of a set: how, its value, the most parts below a member and another guess, and its guess.

    Another thread may be writing: an entry whose words do not agree counts as absent.
    """
    places = np.uint64(memory.shape[0] // WORDS - 1)
    for probe in range(PROBES):
        at = np.intp((first + np.uint64(probe)) & places) * WORDS
        data, guess = memory[at + 2], memory[at + 3]
        if memory[at] ^ data ^ guess == first and memory[at + 1] ^ data == second and data != np.uint64(0):
            return (
                np.int64(data & np.uint64(3)),
                np.int64(data >> np.uint64(18)),
                np.int64((data >> np.uint64(2)) & np.uint64(0xFF)),
                np.int64((data >> np.uint64(10)) & np.uint64(0xFF)),
                guess,
            )
    return NOTHING, 0, 0, 0, np.uint64(0)


@compiled
def _place_of(memory: Any, first: Any, second: Any) -> Any:
    """Where the entry of a set is or may go, and whether it is there."""
    places = np.uint64(memory.shape[0] // WORDS - 1)
    for probe in range(PROBES):
        at = np.intp((first + np.uint64(probe)) & places) * WORDS
        data = memory[at + 2]
        if memory[at] ^ data ^ memory[at + 3] == first and memory[at + 1] ^ data == second:
            return at, True
        if memory[at] == np.uint64(0) and data == np.uint64(0):
            return at, False
    return np.intp(first & places) * WORDS, False


@compiled
def _write(
    memory: Any, at: int, first: Any, second: Any, value: Any, known: Any, below: int, other: int, guess: Any
) -> None:
    """Write an entry to a place."""
    data = (
        (np.uint64(value) << np.uint64(18))
        | (np.uint64(other) << np.uint64(10))
        | (np.uint64(below) << np.uint64(2))
        | np.uint64(known)
    )
    memory[at] = first ^ data ^ guess
    memory[at + 1] = second ^ data
    memory[at + 2] = data
    memory[at + 3] = guess


@compiled
def remember(memory: Any, first: Any, second: Any, value: Any, known: Any, below: int, other: int, guess: Any) -> None:
    """Keep what is known of a set, unless better is known."""
    at, there = _place_of(memory, first, second)
    if there:
        data = memory[at + 2]
        before = np.int64(data & np.uint64(3))
        if before == EXACT:
            return
        value = max(value, np.int64(data >> np.uint64(18)))
        known = max(known, before)
    _write(memory, at, first, second, value, known, below, other, guess)


@compiled
def replace(memory: Any, first: Any, second: Any, value: Any, known: Any, below: int, guess: Any) -> None:
    """Keep what is known of a set in place of what was known before."""
    _write(memory, _place_of(memory, first, second)[0], first, second, value, known, below, 0, guess)
