"""Known for certain: groups, counts and waiting lists, against a plain ledger of groups."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.core.loops import Facts, Tree
from tests import extent
from tests.strategies.streaming import kernel_cases
from tests.strategies.streaming.plain_facts import DUMMY, GROUPS, LEFT, NEXT_COLOR, SOLVED, UNCOUNTED
from tests.strategies.streaming.states import held, make_state, parts_of, size_of

pytestmark = pytest.mark.loops

SEEDS = extent.few(range(60))


class Ledger:
    """Groups as a list of (colour, node, pegs), and the waiting lists; everything else follows from these."""

    def __init__(self, tree: Tree, facts: Facts) -> None:
        self.tree = tree
        self.groups = [
            (int(facts.color[g]), int(facts.node[g]), int(facts.count[g])) for g in range(facts.numbers[GROUPS])
        ]
        self.counts = facts.counts.tolist()
        self.dummy = int(facts.numbers[DUMMY])
        self.waiting = [row[:size].tolist() for row, size in zip(facts.waiting, facts.waits.tolist(), strict=True)]

    def add(self, color: int, node: int, count: int) -> None:
        if not count:
            return
        self.groups.append((color, node, count))
        if count < size_of(self.tree, node):
            self.waiting[self.tree.depth[node]].append(len(self.groups) - 1)
        elif self.placed()[color] == self.counts[color] and self.dummy < 0:
            self.dummy = color

    def count(self, color: int, count: int) -> None:
        self.counts[color] = count
        if not count and self.dummy < 0:
            self.dummy = color
        self.add(color, 0, count)

    def placed(self) -> Counter[int]:
        placed: Counter[int] = Counter()
        for color, node, count in self.groups:
            if count == size_of(self.tree, node):
                placed[color] += count
        return placed

    def check(self, facts: Facts) -> None:
        """The facts say the same."""
        tree, made = self.tree, len(self.groups)
        assert facts.numbers[GROUPS] == made
        rows = zip(facts.color[:made].tolist(), facts.node[:made].tolist(), facts.count[:made].tolist(), strict=True)
        assert list(rows) == self.groups
        colors = [-1] * len(facts.color_at)
        for color, node, count in self.groups:
            if count == size_of(tree, node):
                colors[tree.low[node] : tree.high[node]] = [color] * count
        assert facts.color_at.tolist() == colors
        for node in range(len(tree.low)):
            own = [group for group in range(made) if self.groups[group][1] == node]
            assert facts.used[node] == sum(self.groups[group][2] for group in own)
            linked, group = [], int(facts.head[node])
            while group >= 0:
                linked.append(group)
                group = int(facts.next_group[group])
            assert linked == own[::-1]
        placed = self.placed()
        assert facts.placed.tolist() == [placed[color] for color in range(len(facts.counts))]
        assert facts.numbers[SOLVED] == sum(placed.values())
        assert facts.counts.tolist() == self.counts
        assert facts.numbers[LEFT] == len(facts.color_at) - sum(max(0, count) for count in self.counts)
        assert facts.numbers[UNCOUNTED] == self.counts.count(-1)
        assert facts.numbers[DUMMY] == self.dummy
        assert [row[:size].tolist() for row, size in zip(facts.waiting, facts.waits, strict=True)] == self.waiting


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_are_noted(seed: int) -> None:
    state = make_state(np.random.default_rng(seed), most_items=0, counted=1.0)
    tree, facts = state.tree, state.facts
    facts.count[: facts.numbers[GROUPS]] = [  # as before the first of its parts was told
        held(tree, state.secret, int(facts.color[g]), int(facts.node[g])) for g in range(facts.numbers[GROUPS])
    ]
    ledger = Ledger(tree, facts)
    for group in state.waiting:
        if facts.start[group] or group % 3 == 0:
            continue
        color, node = int(facts.color[group]), int(facts.node[group])
        rows = [(color, child, held(tree, state.secret, color, child)) for child in parts_of(tree, node)]
        for row in rows:
            ledger.add(*row)
        columns = np.array(rows, np.int64).T.copy()
        loops.add_groups(tree, facts, columns[0], columns[1], columns[2])
    ledger.check(facts)


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_are_noted(seed: int) -> None:
    tree, facts, colors, count = kernel_cases.colors_to_count(np.random.default_rng(seed))
    ledger = Ledger(tree, facts)
    for color in colors.tolist():
        ledger.count(color, count)
    loops.set_color_counts(tree, facts, colors, count)
    assert facts.counts.tolist() == ledger.counts
    assert facts.numbers[DUMMY] == ledger.dummy
    assert facts.numbers[GROUPS] == len(ledger.groups)
    assert [row[:size].tolist() for row, size in zip(facts.waiting, facts.waits, strict=True)] == ledger.waiting


@pytest.mark.parametrize("seed", SEEDS)
def test_colors_that_need_no_asking_are_counted(seed: int) -> None:
    tree, facts, is_listed = kernel_cases.last_colors(np.random.default_rng(seed))
    ledger, listed = Ledger(tree, facts), is_listed.copy()
    left, begin = int(facts.numbers[LEFT]), int(facts.numbers[NEXT_COLOR])
    open_colors = [color for color, count in enumerate(ledger.counts) if count < 0]
    loops.count_last_colors(tree, facts, is_listed)
    assert facts.numbers[NEXT_COLOR] == min([color for color in open_colors if color >= begin], default=len(listed))
    if not left or len(open_colors) == 1:
        for color in open_colors:
            ledger.count(color, left)
            listed[color] = False
    assert facts.counts.tolist() == ledger.counts
    assert facts.numbers[GROUPS] == len(ledger.groups)
    assert is_listed.tolist() == listed.tolist()


def lists_of(facts: Facts) -> list[list[int]]:
    return [row[:size].tolist() for row, size in zip(facts.waiting, facts.waits.tolist(), strict=True)]


def without(row: list[int], group: int) -> list[int]:
    """A list without a group; the last of it takes its place."""
    if group not in row:
        return row
    place, rest = row.index(group), row[:-1]
    return rest if place == len(rest) else [*rest[:place], row[-1], *rest[place + 1 :]]


@pytest.mark.parametrize("seed", SEEDS)
def test_waiting_lists(seed: int) -> None:
    rng = np.random.default_rng(seed)
    arguments: Any = kernel_cases.any_group(rng)
    tree, facts, group = arguments
    depth = tree.depth[facts.node[group]]
    lists = lists_of(facts)
    lists[depth] = without(lists[depth], group)
    loops.remove_waiting_group(tree, facts, group)
    assert lists_of(facts) == lists
    lists[depth].append(group)
    loops.add_waiting_group(tree, facts, group)
    assert lists_of(facts) == lists
    node = int(facts.node[int(rng.integers(facts.numbers[GROUPS]))])
    depth = tree.depth[node]
    of_node = np.flatnonzero(facts.node[: facts.numbers[GROUPS]] == node).tolist()
    for member in reversed(of_node):  # the newest first
        lists[depth] = without(lists[depth], member)
    loops.remove_waiting_groups(tree, facts, node)
    assert lists_of(facts) == lists
    assert not set(lists[depth]) & set(of_node)


def test_room_is_checked() -> None:
    state = make_state(np.random.default_rng(0), counted=1.0)
    tree, facts = state.tree, state.facts
    with pytest.raises(ValueError, match="colours of the game"):
        loops.add_groups(tree, facts, np.array([99]), np.array([0]), np.array([1]))
    with pytest.raises(ValueError, match="nodes of the tree"):
        loops.add_groups(tree, facts, np.array([0]), np.array([-1]), np.array([1]))
    with pytest.raises(ValueError, match="one length"):
        loops.add_groups(tree, facts, np.array([0]), np.array([0, 1]), np.array([1]))
    facts.numbers[GROUPS] = len(facts.color)
    with pytest.raises(ValueError, match="room for every group"):
        loops.add_groups(tree, facts, np.array([0]), np.array([1]), np.array([1]))
