"""The search for a query: which items to ask for in which parts, so that the reply tells as much as it can."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_list import add_values, agreed, fields_of, last_field
from codepegs.kernels.stream_state import (
    DUMMY,
    FRONT,
    ITEMS,
    LENGTH,
    NONE,
    absent_color,
    draw,
    is_bound,
    is_complete,
    is_open,
    value_of,
)

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

    Where a node is `bound`, all its slots are asked or none, which is for `cover` to bring about.
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
                choose(choice, other, item, has, rng)
    for asked in range(slots):
        if choice[asked] == NONE or slot_node[asked] != node:
            continue
        for other in range(slots):
            if choice[other] != NONE and clashes[asked, other]:
                choice[other] = NONE


@compiled
def choose(choice: Any, slot: int, but: int, has: Any, rng: Any) -> None:
    """Ask for an item in a slot, any but one, or for that one if no other can lie there."""
    able = 0
    for candidate in range(has.shape[0]):
        able += has[candidate, slot] and candidate != but
    chosen = draw(rng, able) if able else NONE
    choice[slot] = but
    for candidate in range(has.shape[0]):
        if has[candidate, slot] and candidate != but:
            if chosen == 0:
                choice[slot] = candidate
            chosen -= 1


@compiled
def cover(choice: Any, slot_node: Any, below: Any, closed: Any, bound: Any, over: Any, has: Any, rng: Any) -> None:
    """Ask for something in every slot of a bound node in which something is asked, at any depth.

    `below` is the node that a slot stands for, if it has slots of its own, `over` the node of that slot; nodes are in
    the order of the tree, a node before those below it. A slot that is `closed` needs no asking.
    """
    slots, nodes = choice.shape[0], bound.shape[0]
    within = np.zeros(nodes, np.bool_)
    for slot in range(slots):
        if choice[slot] != NONE:
            within[slot_node[slot]] = True
    for node in range(nodes - 1, -1, -1):
        if within[node] and over[node] >= 0:
            within[over[node]] = True
    for slot in range(slots):  # in the order of the nodes
        node = slot_node[slot]
        if not (within[node] and bound[node]) or choice[slot] != NONE or closed[slot]:
            continue
        if below[slot] >= 0 and within[below[slot]]:
            continue
        choose(choice, slot, NONE, has, rng)


@compiled
def search(
    tree: Any,
    facts: Any,
    items: Any,
    rng: Any,
    sample: Any,
    shares: Any,
    values: Any,
    restarts: int,
    evaluations: int,
    tests: Any,
) -> tuple[int, float]:
    """Write the best query that was found to `tests`, a row an asked part: item, part; its length and its bits.

    `values` (items, parts, size of the sample) is scratch: memory asked for anew in each call would be handed out
    page by page.
    """
    numbers = facts.numbers
    size_items = numbers[ITEMS]
    front = numbers[FRONT]
    size = sample_list(items.words[front], items.weights[front], numbers[LENGTH], rng, sample, shares)

    nodes = np.empty(size_items, np.int64)
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
            nodes_made += 1
            slots += tree.parts[items.node[item]]
    nodes = nodes[:nodes_made]
    if numbers[DUMMY] < 0:
        nodes.sort()
    bound = np.zeros(nodes_made, np.bool_)
    over = np.full(nodes_made, NONE, np.int64)
    missing = np.full(nodes_made, NONE, np.int64)
    slot_node = np.empty(slots, np.int64)
    slot_part = np.empty(slots, np.int64)
    slot_child = np.empty(slots, np.int64)
    below = np.full(slots, NONE, np.int64)
    closed = np.zeros(slots, np.bool_)
    has = np.zeros((size_items, slots), np.bool_)
    slot = 0
    options = 0
    for j in range(nodes_made):
        for part in range(tree.parts[nodes[j]]):
            slot_node[slot] = j
            slot_part[slot] = part
            child = tree.first[nodes[j]] + part
            slot_child[slot] = child
            if numbers[DUMMY] < 0:
                closed[slot] = is_complete(facts, tree, child)
                for lower in range(j + 1, nodes_made):
                    if nodes[lower] == child:
                        below[slot] = lower
                        over[lower] = j
            for item in range(size_items):
                if items.node[item] == nodes[j] and part >= items.start[item]:
                    has[item, slot] = True
                    options += 1
            slot += 1
    if numbers[DUMMY] < 0:
        for j in range(nodes_made):
            if is_complete(facts, tree, nodes[j]):
                missing[j] = absent_color(facts, nodes[j])
            elif over[j] >= 0:
                missing[j] = missing[over[j]]
            bound[j] = missing[j] < 0 and facts.settled[nodes[j]] < 0
    any_bound = bound.any()
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
    o = 0
    for item in range(size_items):
        for slot in range(slots):
            if has[item, slot]:
                option_item[o] = item
                option_slot[o] = slot
                o += 1
                part = slot_part[slot]
                row = values[item, part, :size]
                row[:] = 0
                add_values(items, item, part, sample, row)

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
            if any_bound:
                cover(trial, slot_node, below, closed, bound, over, has, rng)
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
        if not is_open(facts, tree, node):
            continue
        field = np.uint64((1 << items.width[item]) - 1)
        if not is_bound(facts, node):
            for part in range(items.start[item], last_field(tree, node)):
                if mixed & (field << np.uint64(items.bit[item, part])):
                    tests[0, 0] = item
                    tests[0, 1] = part
                    return 1
            continue
        for other in range(numbers[ITEMS]):
            if other == item or items.node[other] != node:
                continue
            first = value_of(items, item, 0, words[0]) + value_of(items, other, 1, words[0])
            for s in range(1, numbers[LENGTH]):
                if value_of(items, item, 0, words[s]) + value_of(items, other, 1, words[s]) != first:
                    tests[0, 0] = item
                    tests[0, 1] = 0
                    tests[1, 0] = other
                    tests[1, 1] = 1
                    return 2
    return 0
