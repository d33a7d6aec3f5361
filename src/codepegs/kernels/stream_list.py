"""The list of hypotheses: how it grows by a group, shrinks by a reply, and what all its members agree on.

A hypothesis says how the pegs of every item lie in the parts of its node. The list is exact: it holds every joint
distribution that fits all replies and the known groups, so that what all its members agree on is a fact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_equations import obey, obey_all
from codepegs.kernels.stream_state import (
    BIG,
    DUMMY,
    FRONT,
    GROUPS,
    ITEMS,
    LENGTH,
    MOST_ITEMS,
    MOST_PARTS,
    NONE,
    TAKEN,
    UNCOUNTED,
    add_group,
    draw,
    is_complete,
    is_open,
    value_of,
    wait,
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
    """Make items of waiting groups while the list has room for them, at most `most` hypotheses.

    Gives 0, or `BIG` when the replies and facts leave no hypothesis. Stops after `tries` groups that did not fit.
    """
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
    if outcome == 0 and numbers[DUMMY] < 0 and numbers[ITEMS] > 0:
        outcome = activate_below(tree, facts, items, log_factorial, rng, most)
    return outcome


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
    for s in range(sums.shape[0]):
        if sums[s] != left:
            return False
    return True


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
def activate_below(tree: Any, facts: Any, items: Any, log_factorial: Any, rng: Any, most: int) -> int:
    """Make items below nodes that are not known yet, where no dummy exists and the list has room: 0 or `BIG`.

    Only below nodes all of whose pegs are asked for or known, the largest first, and all colors of a node together.
    """
    numbers = facts.numbers
    tried = np.zeros(MOST_ITEMS * 2, np.int64)
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
        outcome = activate_node(tree, facts, items, log_factorial, rng, most, best)
        if outcome != 0:
            return min(outcome, 0)
    return 0


@compiled
def activate_node(tree: Any, facts: Any, items: Any, log_factorial: Any, rng: Any, most: int, node: int) -> int:
    """Make items of all colors of a node that is not known yet; 0, 1 when the list is full, `BIG` for no hypothesis."""
    numbers = facts.numbers
    for above in range(numbers[ITEMS]):
        if tree.first[items.node[above]] != node and tree.first[items.node[above]] + 1 != node:
            continue
        side = node - tree.first[items.node[above]]
        is_new = True
        for item in range(numbers[ITEMS]):
            is_new &= items.above[item] != above or items.side[item] != side
        if not is_new:
            continue
        if not add_item_below(tree, facts, items, above, side):
            return 1
        length = expand(tree, facts, items, log_factorial, most)
        if length == BIG:
            drop_item(tree, facts, items, numbers[ITEMS] - 1)
            return 1
        if length == 0:
            return BIG
        turn_over(facts, items, length)
    while True:
        group = waiting_in(tree, facts, node)
        if group == NONE:
            return 0
        if not add_item(tree, facts, items, group):
            wait(tree, facts, group)
            return 1
        length = expand(tree, facts, items, log_factorial, most)
        if length == BIG:
            drop_item(tree, facts, items, numbers[ITEMS] - 1)
            wait(tree, facts, group)
            return 1
        if length == 0:
            return BIG
        turn_over(facts, items, length)


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
