"""The second list: how many pegs a few uncounted colours have in the secret, asked for by the total of the reply.

A word has a field a colour. A field holds the count, or the largest number it can hold (`cap`) for as many or more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_search import entropy_of, sample_list
from codepegs.kernels.stream_state import (
    BIG,
    LEFT,
    NEXT_COLOR,
    UNCOUNTED,
    count_rest,
    draw,
    set_count,
    width_of,
)

LENGTH, FRONT, COLORS, LARGE = range(4)
"""Places in `Counts.numbers`: hypotheses, which half of the buffer holds them, colours in the list, colours found to
have `cap` pegs or more."""
COUNTS_NUMBERS = 4


class Counts(NamedTuple):
    """The colours whose counts are asked for, and the list of hypotheses about them."""

    color: Any
    """(places,) the colours; each has a field of `width_of(cap)` bits."""
    large: Any
    """(colors,) colours that have `cap` pegs or more, to be counted one by one."""
    is_listed: Any
    """(colors,) whether a colour is in the list, or large."""
    words: Any
    weights: Any
    numbers: Any


@compiled
def add_colors(facts: Any, counts: Any, log_factorial: Any, cap: int, most: int, most_colors: int) -> int:
    """Take up to `most_colors` colours up while the list stays within `most`; 0, or `BIG` when no hypothesis is left.

    A colour has a binomial share of the pegs that no other accounts for.
    """
    numbers, known = counts.numbers, facts.numbers
    width = width_of(cap)
    field = np.uint64((1 << width) - 1)
    chances = np.empty(cap + 1)
    while counts.numbers[COLORS] < min(most_colors, counts.color.shape[0]):
        if numbers[LENGTH] * (cap + 1) > most and numbers[COLORS]:
            return 0
        color = known[NEXT_COLOR]
        while color < facts.counts.shape[0] and (facts.counts[color] >= 0 or counts.is_listed[color]):
            color += 1
        known[NEXT_COLOR] = color
        if color == facts.counts.shape[0]:
            return 0
        others = known[UNCOUNTED] - numbers[COLORS] - numbers[LARGE] - 1
        front, back = numbers[FRONT], 1 - numbers[FRONT]
        place = np.uint64(width * numbers[COLORS])
        made = 0
        for s in range(numbers[LENGTH]):
            word, weight = counts.words[front, s], counts.weights[front, s]
            left = known[LEFT] - cap * numbers[LARGE]
            is_open = numbers[LARGE] > 0
            for i in range(numbers[COLORS]):
                held = np.int64((word >> np.uint64(width * i)) & field)
                left -= held
                is_open |= held == cap
            left = max(left, 0)
            least = 0
            if others == 0 and not is_open:
                least = min(left, cap)
                chances[least] = 1.0
            else:
                tail = 1.0
                for value in range(min(left, cap) + 1):
                    ways = log_factorial[left] - log_factorial[value] - log_factorial[left - value]
                    chance = np.exp(ways + (left - value) * np.log(others / (others + 1)) - value * np.log(others + 1))
                    if others == 0:
                        chance = 1.0
                    chances[value] = max(tail, 1e-12) if value == cap else chance
                    tail -= chance
            for value in range(least, min(left, cap) + 1):
                counts.words[back, made] = word | np.uint64(value) << place
                counts.weights[back, made] = weight * chances[value]
                made += 1
        if made == 0:
            return BIG
        counts.color[numbers[COLORS]] = color
        counts.is_listed[color] = True
        numbers[COLORS] += 1
        turn_counts(counts, made)
    return 0


@compiled
def turn_counts(counts: Any, length: int) -> None:
    """Let the back half be the list; its weights add up to one."""
    numbers = counts.numbers
    numbers[FRONT] = 1 - numbers[FRONT]
    numbers[LENGTH] = length
    weights = counts.weights[numbers[FRONT]]
    total = 0.0
    for s in range(length):
        total += weights[s]
    for s in range(length):
        weights[s] = weights[s] / total if total > 0.0 else 1.0 / length


@compiled
def keep_total(counts: Any, cap: int, copies: Any, wanted: int) -> int:
    """Write the hypotheses to the back half in which the placed copies earn `wanted` in all; how many they are."""
    numbers = counts.numbers
    front, back = numbers[FRONT], 1 - numbers[FRONT]
    width = width_of(cap)
    field = np.uint64((1 << width) - 1)
    made = 0
    for s in range(numbers[LENGTH]):
        word = counts.words[front, s]
        total, slack = 0, 0
        for i in range(numbers[COLORS]):
            if copies[i]:
                value = np.int64((word >> np.uint64(width * i)) & field)
                total += min(copies[i], value)
                if value == cap and copies[i] > cap:  # there may be more
                    slack += copies[i] - cap
        if total <= wanted <= total + slack:
            counts.words[back, made] = word
            counts.weights[back, made] = counts.weights[front, s]
            made += 1
    return made


@compiled
def take_color(counts: Any, cap: int, place: int, value: int) -> int:
    """Write the hypotheses to the back half that give a colour this value, without its field; how many they are."""
    numbers = counts.numbers
    front, back = numbers[FRONT], 1 - numbers[FRONT]
    width = width_of(cap)
    field = np.uint64((1 << width) - 1)
    low = np.uint64((1 << (width * place)) - 1)
    made = 0
    for s in range(numbers[LENGTH]):
        word = counts.words[front, s]
        rest = word >> np.uint64(width * place)
        if np.int64(rest & field) == value:
            counts.words[back, made] = (word & low) | (rest >> np.uint64(width)) << np.uint64(width * place)
            counts.weights[back, made] = counts.weights[front, s]
            made += 1
    if made:
        numbers[COLORS] -= 1
        for i in range(place, numbers[COLORS]):
            counts.color[i] = counts.color[i + 1]
    return made


@compiled
def settle_counts(tree: Any, facts: Any, counts: Any, cap: int) -> None:
    """Note the counts on which all hypotheses agree, and let colours that have `cap` or more wait to be counted."""
    numbers = counts.numbers
    width = width_of(cap)
    field = np.uint64((1 << width) - 1)
    words = counts.words[numbers[FRONT]]
    every, some = words[0], words[0]
    for s in range(1, numbers[LENGTH]):
        every &= words[s]
        some |= words[s]
    sources = np.empty(counts.color.shape[0], np.int64)
    kept = 0
    for i in range(numbers[COLORS]):
        value = np.int64((every >> np.uint64(width * i)) & field)
        if value != np.int64((some >> np.uint64(width * i)) & field):
            sources[kept] = i
            counts.color[kept] = counts.color[i]
            kept += 1
            continue
        color = counts.color[i]
        if value == cap:
            counts.large[numbers[LARGE]] = color
            numbers[LARGE] += 1
        else:
            counts.is_listed[color] = False
            set_count(tree, facts, color, value)
    if kept < numbers[COLORS]:
        for s in range(numbers[LENGTH]):
            word = np.uint64(0)
            for i in range(kept):
                word |= ((words[s] >> np.uint64(width * sources[i])) & field) << np.uint64(width * i)
            words[s] = word
        numbers[COLORS] = kept
    rest_is_known(tree, facts, counts)


@compiled
def rest_is_known(tree: Any, facts: Any, counts: Any) -> None:
    """Count the colours that need no asking any more, and empty the list when they are all."""
    numbers = counts.numbers
    count_rest(tree, facts, counts.is_listed)
    if facts.numbers[UNCOUNTED] == 0:
        numbers[COLORS] = 0
        numbers[LARGE] = 0
        numbers[LENGTH] = 1
        counts.words[numbers[FRONT], 0] = 0
        counts.weights[numbers[FRONT], 0] = 1.0


@compiled
def search_copies(
    counts: Any, cap: int, room: int, unit: int, rng: Any, sample: Any, shares: Any, restarts: int, copies: Any
) -> float:
    """Write how many copies of each colour of the list to place, on `room` pegs at most, to `copies`; the bits of it.

    With a `unit` all colours that are asked for get so many copies.
    """
    numbers = counts.numbers
    colors = numbers[COLORS]
    front = numbers[FRONT]
    width = width_of(cap)
    field = np.uint64((1 << width) - 1)
    copies[:] = 0
    if colors == 0 or room == 0:
        return 0.0
    size = sample_list(counts.words[front], counts.weights[front], numbers[LENGTH], rng, sample, shares)
    values = np.empty((colors, size), np.int32)
    for i in range(colors):
        for s in range(size):
            values[i, s] = np.int32((sample[s] >> np.uint64(width * i)) & field)
    table = np.zeros(cap * colors + 1)
    trial = np.zeros(copies.shape[0], np.int64)
    sums = np.empty(size, np.int32)
    trial_sums = np.empty(size, np.int32)
    best_bits = 0.0
    for _ in range(restarts):
        trial[:] = 0
        sums[:] = 0
        bits = 0.0
        taken = 0
        since = 0
        while since < 3 * colors:
            i = draw(rng, colors)
            kind = draw(rng, 3)
            wanted = 0 if kind == 0 else (unit if unit > 0 else (1 if kind == 1 else cap))
            old = trial[i]
            if wanted == old or taken - old + wanted > room:
                since += 1
                continue
            row = values[i]
            for s in range(size):
                trial_sums[s] = sums[s] + np.int32(min(np.int64(row[s]), wanted) - min(np.int64(row[s]), old))
            new_bits = entropy_of(trial_sums, shares, size, table)
            if new_bits > bits + 1e-9:
                bits = new_bits
                trial[i] = wanted
                taken += wanted - old
                sums[:] = trial_sums
                since = 0
            else:
                since += 1
        if bits > best_bits:
            best_bits = bits
            copies[:] = trial
    return best_bits
