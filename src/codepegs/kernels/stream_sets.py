"""The list of hypotheses about sets of colours: how many colours of each have at least so many pegs.

A word has a field a set. The numbers of different sets are independent but for what replies say of their sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_search import entropy_of, sample_list
from codepegs.kernels.stream_state import draw


@compiled
def field_at(word: Any, bit: int, width: int) -> Any:
    """The number in a field of a word."""
    return np.int64((word >> np.uint64(bit)) & np.uint64((1 << width) - 1))


@compiled
def extend(words: Any, weights: Any, chances: Any, bit: int, new_words: Any, new_weights: Any) -> int:
    """Give every hypothesis each number 0, 1, … of a new field, with its chance; how many there are then."""
    made = 0
    for s in range(words.shape[0]):
        for value in range(chances.shape[0]):
            new_words[made] = words[s] | np.uint64(value) << np.uint64(bit)
            new_weights[made] = weights[s] * chances[value]
            made += 1
    return made


@compiled
def keep_sum(words: Any, weights: Any, bits: Any, widths: Any, wanted: int, new_words: Any, new_weights: Any) -> int:
    """Write the hypotheses whose fields at `bits` add up to `wanted`; how many they are. Weights add up to one."""
    made = 0
    mass = 0.0
    for s in range(words.shape[0]):
        total = 0
        for i in range(bits.shape[0]):
            total += field_at(words[s], bits[i], widths[i])
        if total == wanted:
            new_words[made] = words[s]
            new_weights[made] = weights[s]
            mass += weights[s]
            made += 1
    for s in range(made):
        new_weights[s] = new_weights[s] / mass if mass > 0.0 else 1.0 / made
    return made


@compiled
def differing(words: Any) -> Any:
    """The bits on which hypotheses differ."""
    every, some = words[0], words[0]
    for s in range(1, words.shape[0]):
        every &= words[s]
        some |= words[s]
    return every ^ some


@compiled
def pack(words: Any, bits: Any, widths: Any, new_bits: Any) -> None:
    """Move the fields that are left to where they shall be."""
    for s in range(words.shape[0]):
        word = np.uint64(0)
        for i in range(bits.shape[0]):
            word |= np.uint64(field_at(words[s], bits[i], widths[i])) << np.uint64(new_bits[i])
        words[s] = word


@compiled
def search_sets(
    words: Any,
    weights: Any,
    bits: Any,
    widths: Any,
    costs: Any,
    room: int,
    rng: Any,
    sample: Any,
    shares: Any,
    restarts: int,
    asked: Any,
) -> float:
    """Choose fields whose sum tells most, at a cost of `room` pegs at most; the bits it tells."""
    items = bits.shape[0]
    asked[:] = False
    size = sample_list(words, weights, words.shape[0], rng, sample, shares)
    values = np.empty((items, size), np.int32)
    most = 1
    for i in range(items):
        highest = 0
        for s in range(size):
            values[i, s] = np.int32(field_at(sample[s], bits[i], widths[i]))
            highest = max(highest, values[i, s])
        most += highest
    table = np.zeros(most)
    trial = np.zeros(items, np.bool_)
    sums = np.empty(size, np.int32)
    trial_sums = np.empty(size, np.int32)
    best_bits = 0.0
    for _ in range(restarts):
        trial[:] = False
        sums[:] = 0
        found = 0.0
        taken = 0
        since = 0
        while since < 3 * items:
            i = draw(rng, items)
            j = draw(rng, items)  # exchanged with another where that is asked
            swaps = i != j and trial[j] and not trial[i] and draw(rng, 2) == 0
            change = -costs[i] if trial[i] else costs[i]
            if swaps:
                change -= costs[j]
            if taken + change > room:
                since += 1
                continue
            sign = np.int32(-1 if trial[i] else 1)
            for s in range(size):
                trial_sums[s] = sums[s] + sign * values[i, s]
            if swaps:
                for s in range(size):
                    trial_sums[s] -= values[j, s]
            bits_told = entropy_of(trial_sums, shares, size, table)
            if bits_told > found + 1e-9:
                found = bits_told
                trial[i] = not trial[i]
                if swaps:
                    trial[j] = False
                taken += change
                sums[:] = trial_sums
                since = 0
            else:
                since += 1
        if found > best_bits:
            best_bits = found
            asked[:] = trial
    return best_bits
