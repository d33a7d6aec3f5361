"""How groups become items: what is asked for next, while the list has room.

Where no dummy exists only nodes all of whose pegs are accounted for can be asked for. They need not be known, though:
it is enough that in every hypothesis items and known groups account for them. So items may stand below other items, and
how many pegs they share out differs from one hypothesis to the next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_equations import obey, obey_all
from codepegs.kernels.stream_list import WORD, add_item, add_values, drop_item, expand, settle, turn_over
from codepegs.kernels.stream_state import (
    BIG,
    DUMMY,
    FRONT,
    ITEMS,
    LENGTH,
    MOST_ITEMS,
    NONE,
    TAKEN,
    UNCOUNTED,
    draw,
    is_complete,
    is_open,
    wait,
    width_of,
)


@compiled
def pick_waiting(tree: Any, facts: Any, items: Any, rng: Any, tries: int) -> int:
    """A waiting group that can be asked for, off its list: one of the deepest, preferring nodes with fewer items."""
    numbers = facts.numbers
    for depth in range(facts.waits.shape[0] - 1, -1, -1):
        size = facts.waits[depth]
        best, best_items, found = NONE, MOST_ITEMS + 1, 0
        if size == 0:
            continue
        begin = draw(rng, size)
        for offset in range(size):
            if found == tries:
                break
            place = begin + offset
            if place >= size:
                place -= size
            group = facts.waiting[depth, place]
            if numbers[DUMMY] < 0 and not is_open(facts, tree, facts.node[group]):
                continue
            if depth == 0:  # the root's groups in the order of their counting: equations are about the first
                if best < 0 or group < facts.waiting[0, best]:
                    best = place
                continue
            found += 1
            alike = 0
            for item in range(numbers[ITEMS]):
                alike += items.node[item] == facts.node[group]
            if numbers[DUMMY] < 0:
                alike = MOST_ITEMS - alike  # without a dummy nodes are better finished one by one
            if alike < best_items:
                best, best_items = place, alike
        if best >= 0:
            group = facts.waiting[depth, best]
            facts.waits[depth] -= 1
            facts.waiting[depth, best] = facts.waiting[depth, facts.waits[depth]]
            return group
    return NONE


@compiled
def is_listed(tree: Any, facts: Any, items: Any, node: int) -> bool:
    """Whether items and what is settled account for every peg of a node of two parts, in all hypotheses."""
    child = tree.first[node]
    left = tree.high[node] - tree.low[node] - facts.used[child] - facts.used[child + 1]
    words = items.words[facts.numbers[FRONT], : facts.numbers[LENGTH]]
    sums = np.zeros(words.shape[0], np.int64)
    for item in range(facts.numbers[ITEMS]):
        if items.node[item] == node:
            if items.above[item] < 0:
                left -= items.total[item]
            else:
                add_values(items, items.above[item], items.side[item], words, sums)
    return bool((sums == left).all())


@compiled
def add_item_below(tree: Any, facts: Any, items: Any, above: int, side: int) -> bool:
    """Make an item of the pegs of another in a part of its node; False when there is no room in the words."""
    numbers = facts.numbers
    item = numbers[ITEMS]
    if item == MOST_ITEMS:
        return False
    words = items.words[numbers[FRONT], : numbers[LENGTH]]
    totals = np.zeros(words.shape[0], np.int64)
    add_values(items, above, side, words, totals)
    width = max(1, width_of(totals.max()))
    mask = np.uint64((1 << width) - 1)
    taken = np.uint64(numbers[TAKEN])
    bit = 0
    while bit + width <= WORD and (taken >> np.uint64(bit)) & mask:
        bit += 1
    if bit + width > WORD:
        return False
    numbers[TAKEN] = np.int64(taken | mask << np.uint64(bit))
    items.bit[item, 0] = bit
    items.bit[item, 1] = NONE
    items.group[item] = NONE
    items.color[item] = items.color[above]
    items.node[item] = tree.first[items.node[above]] + side
    items.total[item] = totals.max()
    items.start[item] = 0
    items.above[item] = above
    items.side[item] = side
    items.low[item] = 0
    items.width[item] = width
    numbers[ITEMS] += 1
    return True


@compiled
def repack(tree: Any, facts: Any, items: Any) -> None:
    """Give every field as many bits as the values that it still has need, which makes room for more items.

    All items are of nodes of two parts.
    """
    numbers = facts.numbers
    words = items.words[numbers[FRONT], : numbers[LENGTH]]
    old = np.empty(numbers[ITEMS], np.uint64)
    masks = np.empty(numbers[ITEMS], np.uint64)
    least = np.empty(numbers[ITEMS], np.uint64)
    at = 0
    for item in range(numbers[ITEMS]):
        old[item] = items.bit[item, 0]
        masks[item] = (1 << items.width[item]) - 1
        lowest, highest = masks[item], np.uint64(0)
        for s in range(words.shape[0]):
            value = (words[s] >> old[item]) & masks[item]
            lowest = min(lowest, value)
            highest = max(highest, value)
        least[item] = lowest
        items.low[item] += np.int64(lowest)
        items.width[item] = width_of(np.int64(highest - lowest))
        items.bit[item, 0] = at
        at += items.width[item]
    numbers[TAKEN] = np.int64((np.uint64(1) << np.uint64(at)) - np.uint64(1)) if at < WORD else -1
    for s in range(words.shape[0]):
        word = np.uint64(0)
        for item in range(numbers[ITEMS]):
            if items.width[item]:
                word |= (((words[s] >> old[item]) & masks[item]) - least[item]) << np.uint64(items.bit[item, 0])
        words[s] = word


@compiled
def waiting_in(tree: Any, facts: Any, node: int) -> int:
    """A waiting group of a node, off its list, or -1."""
    depth = tree.depth[node]
    for place in range(facts.waits[depth]):
        group = facts.waiting[depth, place]
        if facts.node[group] == node:
            facts.waits[depth] -= 1
            facts.waiting[depth, place] = facts.waiting[depth, facts.waits[depth]]
            return group
    return NONE


@compiled
def activate_below(tree: Any, facts: Any, items: Any, log_factorial: Any, most: int) -> int:
    """Make items below nodes that are not known yet, while the list has room: 0, or `BIG` when nothing fits.

    Only below nodes all of whose pegs are asked for or known, the largest first, and all colours of a node together.
    """
    numbers = facts.numbers
    tried = np.empty(2 * MOST_ITEMS, np.int64)
    tries = 0
    while tries < tried.shape[0]:
        best = NONE
        for item in range(numbers[ITEMS]):
            node = items.node[item]
            for side in range(2):
                child = tree.first[node] + side
                if tree.parts[child] == 0 or (best >= 0 and child >= best) or is_complete(facts, tree, child):
                    continue
                is_new = True
                for t in range(tries):
                    is_new &= tried[t] != child
                if is_new and is_listed(tree, facts, items, node):
                    best = child
        if best == NONE:
            return 0
        tried[tries] = best
        tries += 1
        outcome = activate_node(tree, facts, items, log_factorial, most, best)
        if outcome != 0:
            return min(outcome, 0)
    return 0


@compiled
def activate_node(tree: Any, facts: Any, items: Any, log_factorial: Any, most: int, node: int) -> int:
    """Make items of all colours of a node that is not known yet: 0, 1 without room, `BIG` when nothing fits."""
    numbers = facts.numbers
    for above in range(numbers[ITEMS]):
        side = node - tree.first[items.node[above]]
        if side != 0 and side != 1:
            continue
        is_new = True
        for item in range(numbers[ITEMS]):
            is_new &= items.above[item] != above or items.side[item] != side
        if is_new:
            if not add_item_below(tree, facts, items, above, side):
                return 1
            outcome = take_last(tree, facts, items, log_factorial, most)
            if outcome != 0:
                return outcome
    group = waiting_in(tree, facts, node)
    while group != NONE:
        outcome = 1
        if add_item(tree, facts, items, group):
            outcome = take_last(tree, facts, items, log_factorial, most)
        if outcome != 0:
            wait(tree, facts, group)
            return outcome
        group = waiting_in(tree, facts, node)
    return 0


@compiled
def take_last(tree: Any, facts: Any, items: Any, log_factorial: Any, most: int) -> int:
    """Let the list hold the last item, which goes again if there is no room; 0, 1 or `BIG` as above."""
    length = expand(tree, facts, items, log_factorial, most)
    if length == BIG:
        drop_item(tree, facts, items, facts.numbers[ITEMS] - 1)
        return 1
    if length == 0:
        return BIG
    turn_over(facts, items, length)
    return 0


@compiled
def activate_waiting(
    tree: Any,
    facts: Any,
    items: Any,
    equations: Any,
    log_factorial: Any,
    rng: Any,
    most: int,
    tries: int,
    compared: int,
) -> int:
    """Make items of waiting groups, as `activate` says."""
    numbers = facts.numbers
    failed = np.empty(tries, np.int64)
    failures = 0
    outcome = 0
    if equations.made[0] > 0 and numbers[ITEMS] > 0 and equations.made[1] != numbers[UNCOUNTED]:
        equations.made[1] = numbers[UNCOUNTED]  # counts that became known make equations tell more
        length = obey_all(tree, facts, items, equations, log_factorial, numbers[LENGTH])
        if length == 0:
            return BIG
        if length < numbers[LENGTH]:
            numbers[LENGTH] = length
            settle(tree, facts, items)
    if numbers[DUMMY] < 0 and tree.parts[0] == 2 and numbers[ITEMS] > 0:
        repack(tree, facts, items)
    while failures < tries:
        group = pick_waiting(tree, facts, items, rng, compared)
        if group == NONE:
            break
        if not add_item(tree, facts, items, group):
            failed[failures] = group
            failures += 1
            break
        is_root = facts.node[group] == 0 and equations.is_alive[: equations.made[0]].any()
        length = expand(tree, facts, items, log_factorial, items.words.shape[1] if is_root else most)
        if is_root and length > 0:
            back = 1 - numbers[FRONT]
            length = obey(tree, facts, items, equations, log_factorial, numbers[ITEMS] - 1, back, length)
        if length == BIG or length > most:
            drop_item(tree, facts, items, numbers[ITEMS] - 1)
            failed[failures] = group
            failures += 1
            continue
        if length == 0:
            outcome = BIG
            break
        is_forced = length <= numbers[LENGTH]
        turn_over(facts, items, length)
        if is_forced:
            settle(tree, facts, items)
    for f in range(failures):
        wait(tree, facts, failed[f])
    return outcome


@compiled
def activate(
    tree: Any,
    facts: Any,
    items: Any,
    equations: Any,
    log_factorial: Any,
    rng: Any,
    most: int,
    tries: int,
    compared: int,
) -> int:
    """Make items of waiting groups while the list has room, at most `most` hypotheses, then items below others.

    Gives 0, or `BIG` when the replies and facts leave no hypothesis. Stops after `tries` groups that did not fit.
    """
    while True:
        outcome = activate_waiting(tree, facts, items, equations, log_factorial, rng, most, tries, compared)
        if outcome != 0 or facts.numbers[DUMMY] >= 0 or facts.numbers[ITEMS] == 0:
            return outcome
        outcome = activate_below(tree, facts, items, log_factorial, most)
        if outcome != 0 or settle(tree, facts, items) == 0:
            return outcome
