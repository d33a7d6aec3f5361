"""The search for a query: which items to ask for in which parts, so that the reply tells as much as it can."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_list import agreed, fields_of
from codepegs.kernels.stream_state import FRONT, ITEMS, LENGTH, MOST_PARTS, NONE, draw, is_bound

EVEN = 0.1
"""Share of a sample that is drawn evenly: improbable hypotheses fill the list as well, and have to be told from it."""


@compiled
def sample_list(words: Any, weights: Any, length: int, rng: Any, sample: Any, shares: Any) -> int:
    """Fill `sample` with the list, or with members drawn systematically by weight; how many, `shares` their weights.

    The weights, which add up to one, are mixed with even ones.
    """
    size = sample.shape[0]
    even = EVEN / length
    if length <= size:
        for s in range(length):
            sample[s] = words[s]
            shares[s] = (1.0 - EVEN) * weights[s] + even
        return length
    step = 1.0 / size
    at = step * (draw(rng, 1 << 30) + 0.5) / (1 << 30)
    reached, source = (1.0 - EVEN) * weights[0] + even, 0
    for s in range(size):
        while reached < at and source < length - 1:
            source += 1
            reached += (1.0 - EVEN) * weights[source] + even
        sample[s] = words[source]
        shares[s] = step
        at += step
    return size


@compiled
def entropy_of(sums: Any, shares: Any, size: int, table: Any) -> float:
    """Bits that the sum tells, over members with these shares; `table` is zero on entry and exit."""
    most = 0
    for s in range(size):
        table[sums[s]] += shares[s]
        most = max(most, sums[s])
    bits = 0.0
    for value in range(most + 1):
        share = table[value]
        if share > 0.0:
            bits -= share * np.log2(share)
            table[value] = 0.0
    return bits


@compiled
def propose(choice: Any, slot: int, item: int, slot_node: Any, clashes: Any, bound: Any, has: Any, rng: Any) -> None:
    """Ask for `item` in `slot`, or no longer if it is asked there, and clear whatever that cannot stand beside.

    Where a node is `bound`, all its slots are asked or none.
    """
    slots = choice.shape[0]
    node = slot_node[slot]
    if choice[slot] == item:
        choice[slot] = NONE
        if bound[node]:
            for other in range(slots):
                if slot_node[other] == node:
                    choice[other] = NONE
        return
    choice[slot] = item
    if bound[node]:
        for other in range(slots):
            if slot_node[other] == node and choice[other] == NONE:
                able = 0
                for candidate in range(has.shape[0]):
                    if has[candidate, other] and candidate != item:
                        able += 1
                chosen = draw(rng, able) if able else NONE
                choice[other] = item
                for candidate in range(has.shape[0]):
                    if has[candidate, other] and candidate != item:
                        if chosen == 0:
                            choice[other] = candidate
                        chosen -= 1
    for asked in range(slots):
        if choice[asked] == NONE or slot_node[asked] != node:
            continue
        for other in range(slots):
            if choice[other] != NONE and clashes[asked, other]:
                choice[other] = NONE
                if bound[slot_node[other]]:
                    for third in range(slots):
                        if slot_node[third] == slot_node[other]:
                            choice[third] = NONE


@compiled
def search(
    tree: Any, facts: Any, items: Any, rng: Any, sample: Any, shares: Any, restarts: int, evaluations: int, tests: Any
) -> tuple[int, float]:
    """Write the best query that was found to `tests`, a row an asked part: item, part; its length and its bits."""
    numbers = facts.numbers
    size_items = numbers[ITEMS]
    front = numbers[FRONT]
    size = sample_list(items.words[front], items.weights[front], numbers[LENGTH], rng, sample, shares)

    nodes = np.empty(size_items, np.int64)
    bound = np.empty(size_items, np.bool_)
    nodes_made = 0
    slots = 0
    most_sum = 1
    for item in range(size_items):
        most_sum += items.total[item]
        is_new = True
        for j in range(nodes_made):
            is_new &= nodes[j] != items.node[item]
        if is_new:
            nodes[nodes_made] = items.node[item]
            bound[nodes_made] = is_bound(facts, items.node[item])
            nodes_made += 1
            slots += tree.parts[items.node[item]]
    slot_node = np.empty(slots, np.int64)
    slot_part = np.empty(slots, np.int64)
    slot_child = np.empty(slots, np.int64)
    has = np.zeros((size_items, slots), np.bool_)
    slot = 0
    options = 0
    for j in range(nodes_made):
        for part in range(tree.parts[nodes[j]]):
            slot_node[slot] = j
            slot_part[slot] = part
            slot_child[slot] = tree.first[nodes[j]] + part
            for item in range(size_items):
                if items.node[item] == nodes[j] and part >= items.start[item]:
                    has[item, slot] = True
                    options += 1
            slot += 1
    clashes = np.zeros((slots, slots), np.bool_)
    for a in range(slots):
        for b in range(slots):
            clashes[a, b] = (
                slot_node[a] != slot_node[b]
                and tree.low[slot_child[a]] < tree.high[slot_child[b]]
                and tree.low[slot_child[b]] < tree.high[slot_child[a]]
            )
    option_item = np.empty(options, np.int64)
    option_slot = np.empty(options, np.int64)
    values = np.empty((size_items, MOST_PARTS, size), np.int32)
    o = 0
    for item in range(size_items):
        mask = np.uint64((1 << items.width[item]) - 1)
        for slot in range(slots):
            if has[item, slot]:
                option_item[o] = item
                option_slot[o] = slot
                o += 1
                part = slot_part[slot]
                bit = np.uint64(items.bit[item, part])
                row = values[item, part]
                for s in range(size):
                    row[s] = np.int32((sample[s] >> bit) & mask)

    table = np.zeros(most_sum + 1)
    best = np.full(slots, NONE, np.int64)
    best_bits = 0.0
    choice = np.empty(slots, np.int64)
    trial = np.empty(slots, np.int64)
    sums = np.empty(size, np.int32)
    trial_sums = np.empty(size, np.int32)
    order = np.arange(options)
    for _ in range(restarts):
        choice[:] = NONE
        sums[:] = 0
        bits = 0.0
        done = 0
        since = 0
        at = options
        while done < evaluations and since < options:
            if at == options:
                for i in range(options - 1, 0, -1):
                    j = draw(rng, i + 1)
                    order[i], order[j] = order[j], order[i]
                at = 0
            o = order[at]
            at += 1
            trial[:] = choice
            propose(trial, option_slot[o], option_item[o], slot_node, clashes, bound, has, rng)
            trial_sums[:] = sums
            for slot in range(slots):
                if trial[slot] != choice[slot]:
                    part = slot_part[slot]
                    if choice[slot] != NONE:
                        row = values[choice[slot], part]
                        for s in range(size):
                            trial_sums[s] -= row[s]
                    if trial[slot] != NONE:
                        row = values[trial[slot], part]
                        for s in range(size):
                            trial_sums[s] += row[s]
            new_bits = entropy_of(trial_sums, shares, size, table)
            done += 1
            if new_bits > bits + 1e-9:
                bits = new_bits
                choice[:] = trial
                sums[:] = trial_sums
                since = 0
            else:
                since += 1
        if bits > best_bits:
            best_bits = bits
            best[:] = choice
    length = 0
    for slot in range(slots):
        if best[slot] != NONE:
            tests[length, 0] = best[slot]
            tests[length, 1] = slot_part[slot]
            length += 1
    return length, best_bits


@compiled
def single_test(tree: Any, facts: Any, items: Any, tests: Any) -> int:
    """Write a query to `tests` whose reply is certain to shorten the list, of one node alone; its length, 0 for none.

    One part of an item on which hypotheses differ, or in a bound node two items that differ.
    """
    numbers = facts.numbers
    words = items.words[numbers[FRONT]]
    every, some = agreed(facts, items)
    mixed = every ^ some
    for item in range(numbers[ITEMS]):
        if not mixed & fields_of(tree, items, item):
            continue
        node = items.node[item]
        field = np.uint64((1 << items.width[item]) - 1)
        if not is_bound(facts, node):
            for part in range(items.start[item], tree.parts[node]):
                if mixed & (field << np.uint64(items.bit[item, part])):
                    tests[0, 0] = item
                    tests[0, 1] = part
                    return 1
            continue
        for other in range(numbers[ITEMS]):
            if other == item or items.node[other] != node:
                continue
            bit, other_bit = np.uint64(items.bit[item, 0]), np.uint64(items.bit[other, 1])
            other_field = np.uint64((1 << items.width[other]) - 1)
            first = np.int64((words[0] >> bit) & field) + np.int64((words[0] >> other_bit) & other_field)
            for s in range(1, numbers[LENGTH]):
                if np.int64((words[s] >> bit) & field) + np.int64((words[s] >> other_bit) & other_field) != first:
                    tests[0, 0] = item
                    tests[0, 1] = 0
                    tests[1, 0] = other
                    tests[1, 1] = 1
                    return 2
    return 0
