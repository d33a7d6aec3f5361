"""The list of hypotheses: how it grows by a group, shrinks by a reply, and what all its members agree on.

A hypothesis says how the pegs of every item lie in the parts of its node. The list is exact: it holds every joint
distribution that fits all replies and the known groups, so that what all its members agree on is a fact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_state import (
    BIG,
    FRONT,
    GROUPS,
    ITEMS,
    LENGTH,
    MOST_ITEMS,
    MOST_PARTS,
    NONE,
    TAKEN,
    add_group,
    value_of,
    width_of,
)

WORD = 64
"""Bits of a hypothesis."""


@compiled
def last_field(tree: Any, node: int) -> int:
    """Parts of a node that have a field: of two parts the first, which tells the other."""
    return 1 if tree.parts[node] == 2 else tree.parts[node]


@compiled
def add_item(tree: Any, facts: Any, items: Any, group: int) -> bool:
    """Make a group an item with fields of its own; False when there is no room in the words."""
    item = facts.numbers[ITEMS]
    if item == MOST_ITEMS:
        return False
    node = facts.node[group]
    width = width_of(facts.count[group])
    mask = np.uint64((1 << width) - 1)
    taken = np.uint64(facts.numbers[TAKEN])
    bit = 0
    for part in range(facts.start[group], last_field(tree, node)):
        while bit + width <= 64 and (taken >> np.uint64(bit)) & mask:
            bit += 1
        if bit + width > 64:
            return False
        taken |= mask << np.uint64(bit)
        items.bit[item, part] = bit
    if tree.parts[node] == 2:
        items.bit[item, 1] = NONE
    items.group[item] = group
    items.above[item] = NONE
    items.low[item] = 0
    items.color[item] = facts.color[group]
    items.node[item] = node
    items.total[item] = facts.count[group]
    items.start[item] = facts.start[group]
    items.width[item] = width
    facts.numbers[TAKEN] = np.int64(taken)
    facts.numbers[ITEMS] += 1
    return True


@compiled
def fields_of(tree: Any, items: Any, item: int) -> Any:
    """The bits of all fields of an item."""
    mask = np.uint64(0)
    for part in range(items.start[item], last_field(tree, items.node[item])):
        mask |= np.uint64((1 << items.width[item]) - 1) << np.uint64(items.bit[item, part])
    return mask


@compiled
def drop_item(tree: Any, facts: Any, items: Any, item: int) -> None:
    """Free the fields of an item, which hold zeros by now; the last item takes its number."""
    numbers = facts.numbers
    numbers[TAKEN] = np.int64(np.uint64(numbers[TAKEN]) & ~fields_of(tree, items, item))
    numbers[ITEMS] -= 1
    last = numbers[ITEMS]
    for other in range(last):
        if items.above[other] == last:
            items.above[other] = item
    if item != last:
        items.group[item] = items.group[last]
        items.color[item] = items.color[last]
        items.node[item] = items.node[last]
        items.total[item] = items.total[last]
        items.start[item] = items.start[last]
        items.above[item] = items.above[last]
        items.side[item] = items.side[last]
        items.low[item] = items.low[last]
        items.width[item] = items.width[last]
        for part in range(MOST_PARTS):
            items.bit[item, part] = items.bit[last, part]


@compiled
def distribute(
    total: int, start: int, parts: int, room: Any, bits: Any, log_factorial: Any, scratch: Any, words: Any, weights: Any
) -> int:
    """Every way to put `total` pegs into the parts from `start` on, as bits and probabilities; how many ways.

    `room` has the pegs that are free in each part, `bits` the lowest bit of its field, or -1. The pegs are dealt out at
    random one by one. `BIG` when there is no room for all ways in `words`. `scratch` is (4, parts + 1).
    """
    behind, here, most, left = scratch[0], scratch[1], scratch[2], scratch[3]
    behind[parts] = 0
    for part in range(parts - 1, start - 1, -1):
        behind[part] = behind[part + 1] + room[part]
    whole = behind[start]
    if whole < total:
        return 0
    made = 0
    if total == 1:
        for part in range(start, parts):
            if room[part] > 0:
                if made == words.shape[0]:
                    return BIG
                words[made] = np.uint64(1) << np.uint64(bits[part]) if bits[part] >= 0 else np.uint64(0)
                weights[made] = room[part] / whole
                made += 1
        return made
    log_whole = log_factorial[whole] - log_factorial[total] - log_factorial[whole - total]
    part = start
    left[start] = total
    here[start] = max(np.int64(0), total - behind[start + 1]) - 1
    most[start] = min(total, room[start])
    while part >= start:
        here[part] += 1
        if here[part] > most[part]:
            part -= 1
            continue
        left[part + 1] = left[part] - here[part]
        if part < parts - 1:
            part += 1
            here[part] = max(np.int64(0), left[part] - behind[part + 1]) - 1
            most[part] = min(left[part], room[part])
            continue
        if made == words.shape[0]:
            return BIG
        word = np.uint64(0)
        ways = -log_whole
        for p in range(start, parts):
            if bits[p] >= 0:
                word |= np.uint64(here[p]) << np.uint64(bits[p])
            ways += log_factorial[room[p]] - log_factorial[here[p]] - log_factorial[room[p] - here[p]]
        words[made] = word
        weights[made] = np.exp(ways)
        made += 1
        part -= 1
    return made


@compiled
def ways_to_part(total: int, parts: int) -> float:
    """Ways to part so many pegs when there is room for all of them everywhere."""
    ways = 1.0
    for i in range(1, parts):
        ways *= (total + i) / i
    return ways


@compiled
def expand(tree: Any, facts: Any, items: Any, log_factorial: Any, limit: int) -> int:
    """Give the last item every distribution it can have in each hypothesis; the new length, or `BIG` past the limit.

    The new list is written to the back half, weighed as if the pegs had been dealt out at random one by one.
    """
    numbers = facts.numbers
    front, back = numbers[FRONT], 1 - numbers[FRONT]
    item = numbers[ITEMS] - 1
    node, start, total = items.node[item], items.start[item], items.total[item]
    parts = tree.parts[node]
    length = numbers[LENGTH]
    base = np.zeros(MOST_PARTS, np.int64)
    for part in range(start, parts):
        child = tree.first[node] + part
        base[part] = max(0, tree.high[child] - tree.low[child] - facts.used[child])
    siblings = np.empty(MOST_ITEMS, np.int64)
    related = 0
    for other in range(item):
        if items.node[other] == node:
            siblings[related] = other
            related += 1
    scratch = np.zeros((4, MOST_PARTS + 1), np.int64)
    tightest, taken = np.int64(1 << 60), total
    for part in range(start, parts):
        tightest = min(tightest, base[part])
    for r in range(related):
        taken += items.total[siblings[r]]
    above, side = items.above[item], items.side[item]
    if length > limit or (above < 0 and taken <= tightest and length * ways_to_part(total, parts - start) > limit):
        return BIG
    words = np.empty(limit // length if related == 0 and above < 0 else limit, np.uint64)
    weights = np.empty(words.shape[0])
    bits = items.bit[item]
    ways = 0
    if related == 0 and above < 0:  # the same ways in every hypothesis
        ways = distribute(total, start, parts, base, bits, log_factorial, scratch, words, weights)
        if ways == BIG:
            return BIG
    room = np.zeros(MOST_PARTS, np.int64)
    made = 0
    for s in range(length):
        word, weight = items.words[front, s], items.weights[front, s]
        if related or above >= 0:
            if above >= 0:
                total = value_of(items, above, side, word)
            for part in range(start, parts):
                room[part] = base[part]
            for r in range(related):
                other = siblings[r]
                for part in range(max(start, items.start[other]), parts):
                    room[part] -= value_of(items, other, part, word)
            for part in range(start, parts):
                room[part] = max(np.int64(0), room[part])
            ways = distribute(total, start, parts, room, bits, log_factorial, scratch, words, weights)
        if ways == BIG or made + ways > limit:
            return BIG
        for way in range(ways):
            items.words[back, made] = word | words[way]
            items.weights[back, made] = weight * weights[way]
            made += 1
    return made


@compiled
def add_values(items: Any, item: int, part: int, words: Any, sums: Any) -> None:
    """Add to each of `sums` the pegs of an item in a part of its node, by the hypothesis at the same place."""
    mask = np.uint64((1 << items.width[item]) - 1)
    while items.bit[item, part] < 0:
        bit = np.uint64(items.bit[item, 0])
        for s in range(sums.shape[0]):
            sums[s] -= np.int64((words[s] >> bit) & mask)
        sums -= items.low[item]
        if items.above[item] < 0:
            sums += items.total[item]
            return
        item, part = items.above[item], items.side[item]
        mask = np.uint64((1 << items.width[item]) - 1)
    bit = np.uint64(items.bit[item, part])
    for s in range(sums.shape[0]):
        sums[s] += np.int64((words[s] >> bit) & mask)
    sums += items.low[item]


@compiled
def turn_over(facts: Any, items: Any, length: int) -> None:
    """Let the back half, with so many hypotheses, be the list; their weights add up to one."""
    numbers = facts.numbers
    numbers[FRONT] = 1 - numbers[FRONT]
    numbers[LENGTH] = length
    weights = items.weights[numbers[FRONT]]
    total = 0.0
    for s in range(length):
        total += weights[s]
    for s in range(length):
        weights[s] = weights[s] / total if total > 0.0 else 1.0 / length


@compiled
def agreed(facts: Any, items: Any) -> tuple[int, int]:
    """The bits that every hypothesis has set, and those that any has."""
    words = items.words[facts.numbers[FRONT]]
    every, some = words[0], words[0]
    for s in range(1, facts.numbers[LENGTH]):
        every &= words[s]
        some |= words[s]
    return every, some


@compiled
def settle(tree: Any, facts: Any, items: Any) -> int:
    """Make groups of the parts of all items on which the hypotheses agree; how many items that were.

    An item below another waits until that one is settled, and then has a group of its own.
    """
    numbers = facts.numbers
    done = 0
    every, some = agreed(facts, items)
    cleared = np.uint64(0)
    item = 0
    while item < numbers[ITEMS]:
        mask = fields_of(tree, items, item)
        if items.above[item] >= 0 or (every ^ some) & mask:
            item += 1
            continue
        node, color = items.node[item], items.color[item]
        for part in range(items.start[item], tree.parts[node]):
            count = value_of(items, item, part, every)
            child = tree.first[node] + part
            if node == 0:
                facts.shares[color, part] = count
            if items.group[item] >= 0:
                add_group(tree, facts, color, child, count)
            settle_above(tree, facts, items, item, part, count)
        if items.group[item] >= 0:
            facts.settled[node] = color
        cleared |= mask
        drop_item(tree, facts, items, item)
        done += 1
        item = 0  # an item that was below this one may stand before it
    if cleared:
        words = items.words[numbers[FRONT]]
        for s in range(numbers[LENGTH]):
            words[s] &= ~cleared
    return done


@compiled
def settle_above(tree: Any, facts: Any, items: Any, item: int, part: int, count: int) -> None:
    """Tell the item below a part, if there is one, how many pegs it has; none or all of them make no group."""
    for other in range(facts.numbers[ITEMS]):
        if items.above[other] == item and items.side[other] == part:
            node = items.node[other]
            items.above[other] = NONE
            items.total[other] = count
            if items.group[item] >= 0 and 0 < count < tree.high[node] - tree.low[node]:
                items.group[other] = facts.numbers[GROUPS] - 1
                forget_group(tree, facts, items.group[other])


@compiled
def keep_matching(items: Any, numbers: Any, tests: Any, wanted: int) -> int:
    """Write the hypotheses to the back half in which the tested parts have `wanted` pegs in all; how many they are.

    `tests` has a row an asked part: item and part.
    """
    front, back = numbers[FRONT], 1 - numbers[FRONT]
    sums = np.zeros(numbers[LENGTH], np.int64)
    words, weights = items.words[front], items.weights[front]
    for t in range(tests.shape[0]):
        add_values(items, tests[t, 0], tests[t, 1], words, sums)
    made = 0
    for s in range(sums.shape[0]):
        if sums[s] == wanted:
            items.words[back, made] = words[s]
            items.weights[back, made] = weights[s]
            made += 1
    return made


@compiled
def forget_group(tree: Any, facts: Any, group: int) -> None:
    """Take a waiting group off its list."""
    depth = tree.depth[facts.node[group]]
    for place in range(facts.waits[depth]):
        if facts.waiting[depth, place] == group:
            facts.waits[depth] -= 1
            facts.waiting[depth, place] = facts.waiting[depth, facts.waits[depth]]
            return


@compiled
def forget_waiting(tree: Any, facts: Any, node: int) -> None:
    """Take all waiting groups of a node off their list."""
    group = facts.head[node]
    while group >= 0:
        forget_group(tree, facts, group)
        group = facts.next_group[group]
