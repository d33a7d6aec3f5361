"""What the loops of the streaming player share: its arrays, and the few steps that keep them true.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group*
says that exactly so many pegs of a colour lie in a node; it is a fact. Groups wait until they become *items*, whose
distribution over the parts of their node is being asked for; an item has one field of bits a part in every word of the
list of hypotheses. See `codepegs.streaming.state` for who owns these arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.randomness import next_word

MOST_ITEMS = 48
"""Groups that can be items at one time; their fields share a word of 64 bits."""
MOST_PARTS = 8
"""Parts a node can have."""

GROUPS, DUMMY, SOLVED, LEFT, UNCOUNTED, NEXT_COLOR, LENGTH, FRONT, ITEMS, TAKEN = range(10)
"""Places in `Facts.numbers`: groups made; a colour known to be on no open peg, or -1; pegs known; pegs whose colour is
not counted yet; colours not counted; the next colour to count; hypotheses in the list; which half of its buffer holds
them; items; the bits of a word in use."""
NUMBERS = 10

NONE = -1
UNKNOWN = -2
BIG = -3
"""Answers of the loops in place of a number: there is none, it was not looked up yet, it does not fit."""


class Tree(NamedTuple):
    """Nodes by number, the root first; the children of a node follow one another."""

    low: Any
    high: Any
    first: Any
    parts: Any
    depth: Any


class Facts(NamedTuple):
    """What is known for certain."""

    color_at: Any
    """(pegs,) the colour of a peg, or -1."""
    used: Any
    """(nodes,) pegs of the node that known groups account for."""
    counts: Any
    """(colors,) pegs of a colour in the secret, or -1."""
    placed: Any
    """(colors,) pegs of a colour whose place is known."""
    color: Any
    node: Any
    count: Any
    start: Any
    """(groups,) the groups; parts of the node before `start` hold no more of them."""
    next_group: Any
    head: Any
    """The groups of a node, as a linked list; (groups,) and (nodes,)."""
    waiting: Any
    waits: Any
    """(depths, pegs) and (depths,): groups that are not asked for yet, by the depth of their nodes."""
    absent: Any
    """(nodes,) a colour known not to lie in the node, -1 for none, -2 for not looked up; of complete nodes only."""
    settled: Any
    """(nodes,) a colour whose distribution over the parts of the node is known, or -1."""
    shares: Any
    """(colors, parts of the root) pegs of a colour in each part of the root, or -1."""
    numbers: Any


class Items(NamedTuple):
    """The groups that are asked for, and the list of hypotheses about them."""

    group: Any
    color: Any
    node: Any
    total: Any
    start: Any
    """(items,) the group, or -1; what it says, the most pegs it can have; and the first part it can lie in."""
    above: Any
    side: Any
    """(items,) the item that tells how many pegs this one has, and in which of its parts; -1 where that is known."""
    bit: Any
    """(items, parts) the lowest bit of the field of a part, or -1: the other of two parts has the rest."""
    width: Any
    """(items,) bits of each of its fields."""
    low: Any
    """(items,) the pegs that a field of zero stands for."""
    words: Any
    weights: Any
    """(2, hypotheses) the list, in one half, and room for the next, in the other."""


@compiled
def draw(rng: Any, below: int) -> Any:
    """A number below `below`, from a state of one word."""
    return np.int64((next_word(rng) >> np.uint64(11)) % np.uint64(below))


@compiled
def width_of(most: int) -> int:
    """Bits that hold the numbers 0 to `most`."""
    bits = 0
    while most >> bits:
        bits += 1
    return bits


@compiled
def wait(tree: Any, facts: Any, group: int) -> None:
    """Let a group wait to be asked for."""
    depth = tree.depth[facts.node[group]]
    facts.waiting[depth, facts.waits[depth]] = group
    facts.waits[depth] += 1


@compiled
def add_group(tree: Any, facts: Any, color: int, node: int, count: int) -> None:
    """Note that exactly `count` pegs of a colour lie in a node; a group that fills its node solves it."""
    if count == 0:
        return
    numbers = facts.numbers
    group = numbers[GROUPS]
    numbers[GROUPS] += 1
    facts.color[group] = color
    facts.node[group] = node
    facts.count[group] = count
    facts.start[group] = 0
    facts.next_group[group] = facts.head[node]
    facts.head[node] = group
    facts.used[node] += count
    if count == tree.high[node] - tree.low[node]:
        for peg in range(tree.low[node], tree.high[node]):
            facts.color_at[peg] = color
        numbers[SOLVED] += count
        facts.placed[color] += count
        if facts.placed[color] == facts.counts[color] and numbers[DUMMY] < 0:
            numbers[DUMMY] = color
    else:
        wait(tree, facts, group)


@compiled
def set_count(tree: Any, facts: Any, color: int, count: int) -> None:
    """Note how many pegs of a colour the secret has."""
    numbers = facts.numbers
    facts.counts[color] = count
    numbers[LEFT] -= count
    numbers[UNCOUNTED] -= 1
    if count == 0 and numbers[DUMMY] < 0:
        numbers[DUMMY] = color
    add_group(tree, facts, color, 0, count)


@compiled
def count_rest(tree: Any, facts: Any, is_listed: Any) -> None:
    """Count colours that need no asking: all when no pegs are left for them, and a single one that is left.

    Colours marked in `is_listed` are being asked for and stay as they are while others are uncounted too.
    """
    numbers = facts.numbers
    while numbers[NEXT_COLOR] < facts.counts.shape[0] and facts.counts[numbers[NEXT_COLOR]] >= 0:
        numbers[NEXT_COLOR] += 1
    if numbers[UNCOUNTED] == 0 or (numbers[LEFT] > 0 and numbers[UNCOUNTED] > 1):
        return
    for color in range(facts.counts.shape[0]):
        if facts.counts[color] < 0:
            is_listed[color] = False
            set_count(tree, facts, color, numbers[LEFT])


@compiled
def is_complete(facts: Any, tree: Any, node: int) -> bool:
    """Whether known groups account for every peg of a node."""
    return facts.used[node] == tree.high[node] - tree.low[node]


@compiled
def is_open(facts: Any, tree: Any, node: int) -> bool:
    """Whether the groups of a node can be asked for: a query can leave out everything else it holds."""
    return facts.numbers[DUMMY] >= 0 or is_complete(facts, tree, node)


@compiled
def field_of(items: Any, item: int, part: int, word: Any) -> Any:
    """What a hypothesis has in the field of a part."""
    return np.int64((word >> np.uint64(items.bit[item, part])) & np.uint64((1 << items.width[item]) - 1))


@compiled
def value_of(items: Any, item: int, part: int, word: Any) -> int:
    """Pegs of an item in a part of its node, by a hypothesis."""
    value = np.int64(0)
    while items.bit[item, part] < 0:
        value -= items.low[item] + field_of(items, item, 0, word)
        if items.above[item] < 0:
            return value + items.total[item]
        item, part = items.above[item], items.side[item]
    return value + items.low[item] + field_of(items, item, part, word)


@compiled
def absent_color(facts: Any, node: int) -> int:
    """A colour that none of the groups of a complete node has, or -1."""
    if facts.absent[node] == UNKNOWN:
        colors = facts.counts.shape[0]
        marked = np.zeros(colors, np.bool_)
        group = facts.head[node]
        while group >= 0:
            marked[facts.color[group]] = True
            group = facts.next_group[group]
        found = NONE
        for color in range(colors):
            if not marked[color]:
                found = color
                break
        facts.absent[node] = found
    return facts.absent[node]


@compiled
def is_bound(facts: Any, node: int) -> bool:
    """Whether no part of a node can be filled so that its black pegs are known: then all or none has to be asked."""
    if facts.numbers[DUMMY] >= 0 or facts.settled[node] >= 0:
        return False
    return absent_color(facts, node) < 0


@compiled
def count_in(facts: Any, node: int, color: int) -> int:
    """Pegs of a colour in a node that its groups tell of."""
    group = facts.head[node]
    while group >= 0:
        if facts.color[group] == color:
            return facts.count[group]
        group = facts.next_group[group]
    return 0
