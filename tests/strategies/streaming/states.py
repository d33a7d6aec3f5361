"""States of the player of large games, made from a secret: what is known, what is asked for, and a list of hypotheses.

No loop takes part: facts are noted, and hypotheses made, in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.core.loops import Equations, Facts, Items, Tree
from tests.strategies.streaming.plain_facts import (
    DUMMY,
    FRONT,
    GROUPS,
    ITEMS,
    LEFT,
    LENGTH,
    MOST_ITEMS,
    NEXT_COLOR,
    SOLVED,
    TAKEN,
    UNCOUNTED,
    grow,
    lgamma_table,
    no_equations,
    no_facts,
    no_items,
)

ALL_EQUATIONS = -1
"""Asks for all equations to be applied, not those of one item."""

Ints = NDArray[np.int64]


def size_of(tree: Tree, node: int) -> int:
    return int(tree.high[node] - tree.low[node])


def parts_of(tree: Tree, node: int) -> range:
    """The children of a node."""
    return range(int(tree.first[node]), int(tree.first[node] + tree.parts[node]))


def held(tree: Tree, code: Ints, color: int, node: int) -> int:
    """Pegs of a colour in a node, in a code."""
    return int((code[tree.low[node] : tree.high[node]] == color).sum())


def empty_facts(pegs: int, colors: int, tree: Tree) -> Facts:
    """No facts, with zeros where the player's own arrays are not initialised."""
    facts = no_facts(pegs, colors, tree)
    for column in (facts.color, facts.node, facts.count, facts.start, facts.next_group, facts.waiting):
        column[:] = 0
    return facts


def empty_items(most: int) -> Items:
    items = no_items(most)
    for column in (items.group, items.color, items.node, items.total, items.start, items.above, items.side):
        column[:] = 0
    items.width[:] = items.low[:] = 0
    items.weights[:] = 0.0
    items.weights[0, 0] = 1.0
    return items


def note_group(tree: Tree, facts: Facts, color: int, node: int, count: int) -> int:
    """Note that a node has so many pegs of a colour; the number of the group, or -1 for no pegs. It does not wait."""
    if not count:
        return -1
    group = int(facts.numbers[GROUPS])
    facts.numbers[GROUPS] += 1
    facts.color[group], facts.node[group], facts.count[group], facts.start[group] = color, node, count, 0
    facts.next_group[group], facts.head[node] = facts.head[node], group
    facts.used[node] += count
    if count == size_of(tree, node):
        facts.color_at[tree.low[node] : tree.high[node]] = color
        facts.numbers[SOLVED] += count
        facts.placed[color] += count
        if facts.placed[color] == facts.counts[color] and facts.numbers[DUMMY] < 0:
            facts.numbers[DUMMY] = color
    return group


@dataclass
class State:
    """Known of a secret, and what is asked for."""

    tree: Tree
    facts: Facts
    items: Items
    equations: Equations
    secret: Ints
    """(pegs,) colours, pegs in the order of the tree."""
    open: list[int]
    """Groups that are not solved and of whose distribution nothing is known."""
    log_factorial: NDArray[np.float64]

    @property
    def waiting(self) -> list[int]:
        facts = self.facts
        return [int(group) for row, size in zip(facts.waiting, facts.waits, strict=True) for group in row[:size]]

    def words(self) -> list[int]:
        """The list of hypotheses."""
        words: list[int] = self.items.words[self.facts.numbers[FRONT], : self.facts.numbers[LENGTH]].tolist()
        return words

    def weights(self) -> NDArray[np.float64]:
        return self.items.weights[self.facts.numbers[FRONT], : self.facts.numbers[LENGTH]].copy()

    def made(self) -> int:
        return int(self.facts.numbers[ITEMS])

    def decode(self, word: int) -> dict[tuple[int, int], int]:
        """Pegs of each item in each part of its node, by a hypothesis."""
        items = self.items
        found: dict[tuple[int, int], int] = {}

        def value(item: int, part: int) -> int:
            bit, mask = int(items.bit[item, part]), (1 << int(items.width[item])) - 1
            if bit >= 0:
                return int(items.low[item]) + (word >> bit & mask)
            above = int(items.above[item])
            total = int(items.total[item]) if above < 0 else value(above, int(items.side[item]))
            return total - value(item, 0)

        for item in range(self.made()):
            for part in range(int(items.start[item]), int(self.tree.parts[items.node[item]])):
                found[item, part] = value(item, part)
        return found


def make_tree(rng: np.random.Generator, pegs: int) -> Tree:
    """A tree of two parts a node, or with more at the root."""
    most = int(rng.choice([2, 2, 3, 6, 8]))
    return grow(pegs, lambda size: most if size == pegs else 2)


def make_state(
    rng: np.random.Generator,
    *,
    tree: Tree | None = None,
    most_items: int = 6,
    most_words: int = 60,
    dummy: bool | None = None,
    counted: float | None = None,
    listed: int = 512,
) -> State:
    """A state of a game of up to 24 pegs.

    Args:
        rng: What it is drawn from.
        tree: The tree of pegs.
        most_items: Items, at most.
        most_words: Hypotheses, at most.
        dummy: Whether a colour is known that is on no open peg; drawn when None.
        counted: Share of the colours that are counted; drawn when None.
        listed: Room for hypotheses.
    """
    pegs = int(rng.integers(2, 9) if rng.random() < 0.3 else rng.integers(6, 25)) if tree is None else int(tree.high[0])
    tree = make_tree(rng, pegs) if tree is None else tree
    dummy = bool(rng.random() < 0.6) if dummy is None else dummy
    colors = int(rng.integers(1, 4) if rng.random() < 0.3 else rng.integers(2, 13))
    if not dummy:
        colors, counted = min(colors, max(1, pegs // 2), 5), 1.0
    secret = rng.integers(0, colors, pegs)
    if dummy:
        absent = int(rng.integers(colors + 1))
        colors += 1
        secret[secret >= absent] += 1
    else:
        secret[rng.permutation(pegs)[:colors]] = np.arange(colors)
    facts = empty_facts(pegs, colors, tree)
    counts = np.bincount(secret, minlength=colors)
    share = float(rng.choice([0.3, 0.7, 1.0, 1.0])) if counted is None else counted
    chosen = rng.random(colors) < share
    if dummy:
        chosen[absent] = True
    open_groups = []
    for color in rng.permutation(np.flatnonzero(chosen)).tolist():
        facts.counts[color] = counts[color]
        facts.numbers[LEFT] -= counts[color]
        facts.numbers[UNCOUNTED] -= 1
        if not counts[color] and facts.numbers[DUMMY] < 0:
            facts.numbers[DUMMY] = color
        if (group := note_group(tree, facts, color, 0, int(counts[color]))) >= 0:
            open_groups.append(group)
    uncounted = np.flatnonzero(facts.counts < 0)
    facts.numbers[NEXT_COLOR] = rng.integers(0, uncounted[0] + 1) if len(uncounted) else colors
    log_factorial = lgamma_table(pegs)
    state = State(tree, facts, empty_items(listed), no_equations(8), secret, open_groups, log_factorial)
    split_groups(rng, state)
    add_items(rng, state, int(rng.integers(min(most_items, int(rng.integers(2))), most_items + 1)), most_words)
    let_wait(rng, state)
    return state


def split_groups(rng: np.random.Generator, state: State) -> None:
    """Split some groups into those of the parts of their nodes."""
    tree, facts = state.tree, state.facts
    odds = float(rng.choice([0.0, 0.4, 0.8]))
    queue, state.open = state.open, []
    while queue:
        group = queue.pop(int(rng.integers(len(queue))))
        node, color = int(facts.node[group]), int(facts.color[group])
        if facts.count[group] == size_of(tree, node):
            continue
        if rng.random() >= odds:
            state.open.append(group)
            continue
        for part, child in enumerate(parts_of(tree, node)):
            count = held(tree, state.secret, color, child)
            if node == 0:
                facts.shares[color, part] = count
            if (made := note_group(tree, facts, color, child, count)) >= 0:
                queue.append(made)
        facts.settled[node] = color


def other_codes(rng: np.random.Generator, state: State, number: int) -> list[Ints]:
    """Codes of which all facts are true: the secret, and others that exchanges of two pegs make of it."""
    tree, facts = state.tree, state.facts
    pegs = len(state.secret)
    low, high = np.zeros(pegs, np.int64), np.full(pegs, pegs)  # where the colour of a peg can be without a new fact
    for group in range(facts.numbers[GROUPS]):
        node = int(facts.node[group])
        inside = np.arange(tree.low[node], tree.high[node])
        mine = inside[state.secret[inside] == facts.color[group]]
        low[mine] = np.maximum(low[mine], tree.low[node])
        high[mine] = np.minimum(high[mine], tree.high[node])
    codes = [state.secret.copy()]
    code, lows, highs = state.secret.tolist(), low.tolist(), high.tolist()  # lists, whose items are read faster
    for _ in range(number):
        for _ in range(int(rng.integers(1, 10))):
            a, b = rng.integers(pegs, size=2).tolist()
            if max(lows[a], lows[b]) <= min(a, b) and max(a, b) < min(highs[a], highs[b]):
                for row in (code, lows, highs):
                    row[a], row[b] = row[b], row[a]
        codes.append(np.array(code))
    return codes


def add_items(rng: np.random.Generator, state: State, number: int, most_words: int) -> None:
    """Make items of some groups, and of parts of items; then a list of hypotheses in which the truth is."""
    tree, facts, items = state.tree, state.facts, state.items
    rng.shuffle(state.open)
    made: list[tuple[int, int, int, int, int]] = []  # group, colour, node, item above, side
    for group in state.open[:number]:
        made.append((group, int(facts.color[group]), int(facts.node[group]), -1, 0))
    if tree.parts[0] == 2:
        for above in range(len(made)):
            for side in range(2):
                child = int(tree.first[made[above][2]]) + side
                if tree.parts[child] and len(made) < number + 3 and rng.random() < 0.4:
                    made.append((-1, made[above][1], child, above, side))
    codes = other_codes(rng, state, most_words)
    codes = codes[: 1 if not made else int(rng.integers(1, len(codes) + 1)) if rng.random() < 0.3 else len(codes)]
    bit, masks = 0, []
    columns: list[list[int]] = []
    squeezed = bool(rng.random() < 0.4) and tree.parts[0] == 2
    for item, (group, color, node, above, side) in enumerate(made):
        children = list(parts_of(tree, node))
        values = [[held(tree, code, color, child) for child in children] for code in codes]
        total = max(sum(row) for row in values)
        fields = values if len(children) > 2 else [row[:1] for row in values]
        low = min(map(min, fields)) if squeezed else 0
        width = (max(map(max, fields)) - low if squeezed else max(1, total)).bit_length()
        if bit + width * len(fields[0]) > 64 or item == MOST_ITEMS:
            made = made[:item]
            break
        items.group[item], items.color[item], items.node[item] = group, color, node
        items.total[item], items.start[item], items.above[item], items.side[item] = total, 0, above, side
        items.width[item], items.low[item] = width, low
        items.bit[item, 1] = -1
        for part in range(len(fields[0])):
            items.bit[item, part] = bit
            masks.append((bit, width))
            columns.append([row[part] - low for row in fields])
            bit += width
    gone = {row[0] for row in made}
    state.open = [group for group in state.open if group not in gone]
    words = {0: 1.0}
    if columns:
        words = {
            sum(value << place for value, (place, _) in zip(row, masks, strict=True)): 1.0
            for row in zip(*columns, strict=True)
        }
    listed = np.array(list(words), np.uint64)
    rng.shuffle(listed)
    front = int(rng.integers(2))
    weights = rng.random(len(listed)) * rng.random(len(listed)) + 1e-6
    facts.numbers[FRONT], facts.numbers[LENGTH], facts.numbers[ITEMS] = front, len(listed), len(made)
    taken = sum((1 << width) - 1 << place for place, width in masks)
    facts.numbers[TAKEN] = taken - (1 << 64) if taken >> 63 else taken
    items.words[front, : len(listed)] = listed
    items.weights[front, : len(listed)] = weights / weights.sum()


def let_wait(rng: np.random.Generator, state: State) -> None:
    """Let the groups that are no items wait, some of those in nodes of many parts with their first part told."""
    tree, facts = state.tree, state.facts
    for group in state.open:
        node = int(facts.node[group])
        if tree.parts[node] > 2 and rng.random() < 0.3:
            child = int(tree.first[node])
            told = held(tree, state.secret, int(facts.color[group]), child)
            if told < facts.count[group]:
                facts.count[group] -= told
                facts.start[group] = 1
                if node == 0:
                    facts.shares[facts.color[group], 0] = told
                note = note_group(tree, facts, int(facts.color[group]), child, told)
                if note >= 0 and told < size_of(tree, child):
                    wait(tree, facts, note)
        wait(tree, facts, group)


def wait(tree: Tree, facts: Facts, group: int) -> None:
    depth = int(tree.depth[facts.node[group]])
    facts.waiting[depth, facts.waits[depth]] = group
    facts.waits[depth] += 1


def add_equations(rng: np.random.Generator, state: State, number: int) -> None:
    """Equations that the secret obeys: black pegs of guesses of one colour a part of the root."""
    tree, equations = state.tree, state.equations
    parts = list(parts_of(tree, 0))
    for e in range(number):
        total = 0
        for part, child in enumerate(parts):
            color = int(rng.integers(-1, len(state.facts.counts)))
            equations.color[e, part] = color
            total += held(tree, state.secret, color, child) if color >= 0 else 0
        equations.black[e] = total
        equations.is_alive[e] = rng.random() < 0.9
    equations.made[0] = number
    equations.made[1] = rng.integers(0, 3)
