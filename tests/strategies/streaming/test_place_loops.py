"""The list of hypotheses about places, against lists of plain dictionaries and all codes of small games."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import Tree
from tests import extent
from tests.strategies.streaming import kernel_cases
from tests.strategies.streaming.plain_facts import (
    BIG,
    DUMMY,
    FRONT,
    GROUPS,
    ITEMS,
    LEFT,
    LENGTH,
    MOST_ITEMS,
    NONE,
    TAKEN,
    UNCOUNTED,
    grow,
)
from tests.strategies.streaming.states import (
    ALL_EQUATIONS,
    State,
    add_equations,
    held,
    make_state,
    note_group,
    parts_of,
    size_of,
    wait,
)

pytestmark = pytest.mark.loops

Pegs = dict[tuple[int, int], int]
"""Pegs of each item in each part of its node."""


def listed(state: State) -> list[Pegs]:
    return [state.decode(word) for word in state.words()]


def several(seed: int, **wishes: object) -> State:
    """A state with several hypotheses, most of the time."""
    rng = np.random.default_rng(seed)
    return kernel_cases.with_hypotheses(rng, lambda: make_state(rng, **wishes))  # type: ignore[arg-type]


def state_of(arguments: tuple[object, ...], log_factorial: NDArray[np.float64] | None = None) -> State:
    """A state around the arrays that a case made."""
    tree, facts, items = arguments[:3]
    nothing = np.zeros(0, np.int64)
    return State(tree, facts, items, None, nothing, [], log_factorial)  # type: ignore[arg-type]


def fields_taken(state: State) -> list[tuple[int, int]]:
    """Lowest bit and width of every field, ascending."""
    items, taken = state.items, []
    for item in range(state.made()):
        for part in range(int(items.start[item]), int(state.tree.parts[items.node[item]])):
            if items.bit[item, part] >= 0:
                taken.append((int(items.bit[item, part]), int(items.width[item])))
    return sorted(taken)


def check_fields(state: State) -> None:
    """Fields do not overlap, and are all the bits in use."""
    taken = fields_taken(state)
    assert all(bit + width <= after for (bit, width), (after, _) in itertools.pairwise(taken))
    mask = sum((1 << width) - 1 << bit for bit, width in taken)
    assert int(state.facts.numbers[TAKEN]) & (1 << 64) - 1 == mask
    assert mask < 1 << 64
    assert all(word & ~mask == 0 for word in state.words())


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_an_item_gets_the_first_free_bits(seed: int) -> None:
    tree, facts, items, group = kernel_cases.group_to_ask(np.random.default_rng(seed))
    state = state_of((tree, facts, items))
    free = [True] * 64
    for bit, width in fields_taken(state):
        free[bit : bit + width] = [False] * width
    item, node = state.made(), int(facts.node[group])
    width = math.floor(math.log2(facts.count[group])) + 1
    parts = [0] if tree.parts[node] == 2 else list(range(int(facts.start[group]), int(tree.parts[node])))
    bits: list[int] = []
    for _ in parts:
        fits = [bit for bit in range(65 - width) if all(free[bit : bit + width]) and bit > max(bits, default=-1)]
        if not fits:
            break
        bits.append(fits[0])
        free[fits[0] : fits[0] + width] = [False] * width
    assert loops.add_group_item(tree, facts, items, group) == (len(bits) == len(parts))
    if len(bits) < len(parts):
        assert facts.numbers[ITEMS] == item
        return
    assert items.bit[item, parts].tolist() == bits
    assert (int(items.group[item]), int(items.above[item]), int(items.node[item])) == (group, NONE, node)
    assert items.total[item] == facts.count[group]
    check_fields(state)


def test_there_are_48_items_at_most() -> None:
    state = make_state(np.random.default_rng(0), tree=grow(24, lambda size: 2), most_items=0, counted=1.0, dummy=True)
    tree, facts, items = state.tree, state.facts, state.items
    group = note_group(tree, facts, 0, int(tree.first[0]), 1)
    for _ in range(MOST_ITEMS):
        assert loops.add_group_item(tree, facts, items, group)
    assert not loops.add_group_item(tree, facts, items, group)
    assert facts.numbers[ITEMS] == MOST_ITEMS


def rooms(state: State, item: int, pegs: Pegs) -> list[int]:
    """Pegs of each part of an item's node that neither known groups nor the items before it account for."""
    tree, facts, items = state.tree, state.facts, state.items
    found = []
    for part, child in enumerate(parts_of(tree, int(items.node[item]))):
        if part < items.start[item]:
            continue
        others = [
            pegs[other, part]
            for other in range(item)
            if items.node[other] == items.node[item] and (other, part) in pegs
        ]
        found.append(max(0, max(0, size_of(tree, child) - int(facts.used[child])) - sum(others)))
    return found


def expansion(
    state: State, before: list[Pegs], weights: list[float]
) -> dict[tuple[tuple[tuple[int, int], int], ...], float]:
    """Every hypothesis with every distribution of the last item, weighed as if its pegs were dealt out at random."""
    items, item = state.items, state.made() - 1
    found = {}
    for pegs, weight in zip(before, weights, strict=True):
        above = int(items.above[item])
        total = int(items.total[item]) if above < 0 else pegs[above, int(items.side[item])]
        room = rooms(state, item, pegs)
        for values in itertools.product(*(range(min(total, most) + 1) for most in room)):
            if sum(values) == total:
                ways = math.prod(math.comb(most, value) for most, value in zip(room, values, strict=True))
                new = {(item, int(items.start[item]) + at): value for at, value in enumerate(values)}
                found[tuple(sorted((pegs | new).items()))] = weight * ways / math.comb(sum(room), total)
    return found


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_list_grows_by_every_distribution(seed: int) -> None:
    arguments = kernel_cases.list_to_expand(np.random.default_rng(seed))
    tree, facts, items, log_factorial, limit = arguments
    state, item = state_of(arguments), int(facts.numbers[ITEMS]) - 1
    before = [{key: value for key, value in pegs.items() if key[0] != item} for pegs in listed(state)]
    expected = expansion(state, before, state.weights().tolist())
    for most in {limit, len(expected), len(expected) - 1} if len(expected) > 1 else {limit}:
        words, weights, numbers = items.words.copy(), items.weights.copy(), facts.numbers.copy()
        length = loops.expand_items(tree, facts, items, log_factorial, most)
        if len(expected) > most or len(before) > most:
            assert length == BIG
            assert (facts.numbers == numbers).all()
        else:
            assert length == len(expected)
        if length > 0:
            found = {
                tuple(sorted(pegs.items())): weight
                for pegs, weight in zip(listed(state), state.weights().tolist(), strict=True)
            }
            whole = sum(expected.values())
            assert found == pytest.approx({key: weight / whole for key, weight in expected.items()})
        items.words[:], items.weights[:], facts.numbers[:] = words, weights, numbers


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_what_all_hypotheses_agree_on_is_settled(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = make_state(rng, most_items=8, most_words=int(rng.choice([0, 1, 3, 40])))
    tree, facts, items = state.tree, state.facts, state.items
    made, before = state.made(), listed(state)
    names = [(int(items.color[item]), int(items.node[item])) for item in range(made)]
    above = items.above[:made].tolist()
    agreed: list[bool] = []
    for item in range(made):
        parts = [key for key in before[0] if key[0] == item]
        own = all(len({pegs[key] for pegs in before}) == 1 for key in parts)
        agreed.append(own and (above[item] < 0 or agreed[above[item]]))
    groups = {(int(facts.color[g]), int(facts.node[g])) for g in range(facts.numbers[GROUPS])}
    assert loops.settle_items(tree, facts, items) == sum(agreed)
    left = {(int(items.color[item]), int(items.node[item])): item for item in range(state.made())}
    assert set(left) == {names[item] for item in range(made) if not agreed[item]}
    check_fields(state)
    expected = [{(names[i], part): value for (i, part), value in pegs.items() if not agreed[i]} for pegs in before]
    back = {item: name for name, item in left.items()}
    assert [{(back[i], part): value for (i, part), value in pegs.items()} for pegs in listed(state)] == expected
    for item in range(made):
        color, node = names[item]
        whole = sum(count for (other, _), count in before[0].items() if other == item)
        is_fact = above[item] < 0 or 0 < whole < size_of(tree, node)  # else the parts say nothing new
        if not agreed[item]:
            continue
        assert facts.settled[node] >= 0 or not is_fact
        for (other, part), count in before[0].items():
            child = int(tree.first[node]) + part
            if other == item and count and is_fact:
                groups.add((color, child))
                assert held_by_facts(state, color, child) == count
            if other == item and node == 0:
                assert facts.shares[color, part] == count
    assert {(int(facts.color[g]), int(facts.node[g])) for g in range(facts.numbers[GROUPS])} == groups
    for name, item in left.items():  # an item whose item above is settled has a group of its own
        if above[names.index(name)] >= 0 and agreed[above[names.index(name)]]:
            count = held_by_facts(state, *name)
            assert items.above[item] == NONE
            assert items.total[item] == count
            assert (items.group[item] >= 0) == (0 < count < size_of(tree, name[1]))
            assert int(items.group[item]) not in state.waiting


def held_by_facts(state: State, color: int, node: int) -> int:
    facts = state.facts
    made = int(facts.numbers[GROUPS])
    return int(facts.count[:made][(facts.color[:made] == color) & (facts.node[:made] == node)].sum())


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_fields_are_packed_as_narrow_as_their_values(seed: int) -> None:
    facts, items = kernel_cases.items_of_two_parts(np.random.default_rng(seed))
    rng = np.random.default_rng(seed)
    tree = grow(int(rng.integers(2, 25)), lambda size: 2)
    state = state_of((tree, facts, items))
    before = listed(state)
    loops.repack_items(facts, items)
    assert listed(state) == before
    check_fields(state)
    at = 0
    for item in range(state.made()):
        values = [pegs[item, 0] for pegs in before]
        assert items.width[item] == (max(values) - min(values)).bit_length()
        assert items.low[item] == min(values)
        assert items.bit[item, 0] == at
        at += int(items.width[item])


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_a_reply_keeps_the_hypotheses_that_give_it(seed: int) -> None:
    state = several(seed, most_items=8)
    facts, items = state.facts, state.items
    tests = kernel_cases.places_to_test(np.random.default_rng(seed), state)
    before, weights = state.words(), state.weights()
    values = [sum(pegs[item, part] for item, part in tests.tolist()) for pegs in listed(state)]
    sums = np.zeros(len(before), np.int64)
    loops.sum_places(facts, items, tests, sums)
    assert sums.tolist() == values
    for wanted in [max(values) + 1, *sorted(set(values))]:
        fits = np.array(values) == wanted
        words, saved, numbers = items.words.copy(), items.weights.copy(), facts.numbers.copy()
        assert loops.keep_matching_places(facts, items, tests, wanted) == fits.sum()
        if fits.any():
            assert state.words() == [word for word, fit in zip(before, fits, strict=True) if fit]
            assert state.weights() == pytest.approx(weights[fits] / weights[fits].sum())
        else:
            assert (facts.numbers == numbers).all()
        items.words[:], items.weights[:], facts.numbers[:] = words, saved, numbers


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_equations_keep_what_can_still_be_made_good(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tree = grow(int(rng.integers(6, 25)), lambda size: 6 if size > 5 else 2)
    state = kernel_cases.with_hypotheses(rng, lambda: make_state(rng, tree=tree, most_items=8, dummy=True))
    add_equations(rng, state, int(rng.integers(0, 6)))
    facts, items, equations = state.facts, state.items, state.equations
    if rng.random() < 0.3:
        equations.black[0] = rng.integers(0, len(facts.color_at))
    pegs = len(facts.color_at)
    root = {int(items.color[item]): item for item in range(state.made()) if items.node[item] == 0}
    for last in range(-1, state.made()):
        words, weights, alive = items.words.copy(), items.weights.copy(), equations.is_alive.copy()
        front, length = facts.numbers[[FRONT, LENGTH]].tolist()
        kept = list(zip(state.words(), listed(state), state.weights().tolist(), strict=True))
        for e in range(equations.made[0]):
            if not alive[e]:
                continue
            known, bound, mean, own_mean = 0, 0, 0.0, 0.0
            asked: list[tuple[int, int]] = []
            for part, child in enumerate(parts_of(tree, 0)):
                color = int(equations.color[e, part])
                count = int(facts.counts[color])
                size = size_of(tree, child)
                if color < 0 or count == 0:
                    continue
                if facts.shares[color, part] >= 0:
                    known += int(facts.shares[color, part])
                elif color in root:
                    asked.append((root[color], part))
                    own_mean += count * size / pegs if root[color] == last else 0.0
                elif count > 0:
                    bound += min(size, count)
                    mean += count * size / pegs
                else:
                    bound += min(size, int(facts.numbers[LEFT]))
                    mean += facts.numbers[LEFT] / max(1, int(facts.numbers[UNCOUNTED])) * size / pegs
            rest = int(equations.black[e]) - known
            if not asked:
                if not 0 <= rest <= bound:
                    kept = []
                elif not bound:
                    alive[e] = False
            elif last == ALL_EQUATIONS or last in [item for item, _ in asked]:
                fits = []
                for word, pegs_of, weight in kept:
                    left = rest - sum(pegs_of[key] for key in asked)
                    if not 0 <= left <= bound:
                        continue
                    if last != ALL_EQUATIONS:
                        before = left + sum(pegs_of[key] for key in asked if key[0] == last)
                        whole = max(mean, 1e-9)
                        chance = whole**left / math.factorial(left)
                        weight *= chance / ((whole + own_mean + 1e-9) ** before / math.factorial(before))
                    fits.append((word, pegs_of, weight))
                kept = fits
            if not kept:
                break
        found = loops.apply_place_equations(tree, facts, items, equations, state.log_factorial, last)
        assert items.words[front, :found].tolist() == [word for word, _, _ in kept]
        assert items.weights[front, :found] == pytest.approx([weight for _, _, weight in kept], rel=1e-6)
        if kept:
            assert equations.is_alive.tolist() == alive.tolist()
        items.words[:], items.weights[:] = words, weights
        equations.is_alive[:] = alive
        assert facts.numbers[LENGTH] == length


def codes_of(state: State) -> list[tuple[int, ...]]:
    """Every code that has the counted pegs of each colour and agrees with all groups."""
    tree, facts = state.tree, state.facts
    counts = np.bincount(state.secret, minlength=len(facts.counts))
    codes = set(itertools.permutations([color for color, count in enumerate(counts) for _ in range(count)]))
    groups = [
        (int(facts.color[g]), int(tree.low[facts.node[g]]), int(tree.high[facts.node[g]]), int(facts.count[g]))
        for g in range(facts.numbers[GROUPS])
        if facts.start[g] == 0
    ]
    return [code for code in codes if all(code[low:high].count(color) == count for color, low, high, count in groups)]


def select(state: State, rng: NDArray[np.uint64], limits: tuple[int, ...], units: int) -> tuple[int, int]:
    """Make items; the outcome, and how many calls it took."""
    selection = loops.new_item_selection(*limits)
    outcome, calls = 1, 0
    while outcome == 1:
        outcome = loops.select_items(
            *(selection, state.tree, state.facts, state.items, state.equations, state.log_factorial, rng, units)
        )
        calls += 1
    return outcome, calls


def tree_of(pegs: int, parts: int) -> Tree:
    """A tree with so many parts at the root, and two at the other nodes."""
    return grow(pegs, lambda size: parts if size == pegs else 2)


def small_state(seed: int, parts: int) -> State:
    """A state of up to 7 pegs with all colours counted and nothing asked for."""
    rng = np.random.default_rng([seed, parts])
    while True:
        pegs = int(rng.integers(4, 8))
        tree = tree_of(pegs, parts)
        state = make_state(rng, tree=tree, most_items=0, counted=1.0, listed=4_000)
        if state.waiting and not any(state.facts.start[group] for group in state.waiting):
            return state


@pytest.mark.parametrize("parts", [2, 3])
@pytest.mark.parametrize("seed", extent.few(range(25)))
def test_the_list_is_what_all_codes_are_by_the_items_chosen(seed: int, parts: int) -> None:
    state = small_state(seed, parts)
    items, tree = state.items, state.tree
    codes = codes_of(state)
    assert select(state, np.array([seed], np.uint64), (2_000, 3, 2, 2, 2), 100)[0] == 0
    check_fields(state)
    names = [(int(items.color[item]), int(items.node[item])) for item in range(state.made())]
    keys = [(item, part) for item in range(state.made()) for part in range(int(tree.parts[names[item][1]]))]
    codes = [code for code in codes if all(fits(state, code, g) for g in range(state.facts.numbers[GROUPS]))]
    expected = Counter(
        tuple(held(tree, np.array(code), names[item][0], int(tree.first[names[item][1]]) + part) for item, part in keys)
        for code in codes
    )
    found = {
        tuple(pegs[key] for key in keys): weight for pegs, weight in zip(listed(state), state.weights(), strict=True)
    }
    assert len(found) == state.facts.numbers[LENGTH]
    assert found == pytest.approx({key: ways / len(codes) for key, ways in expected.items()})
    if state.facts.numbers[DUMMY] >= 0:  # everything fits a list as long as this
        assert not state.waiting or state.made() == MOST_ITEMS or sum(width for _, width in fields_taken(state)) > 40


def fits(state: State, code: tuple[int, ...], group: int) -> bool:
    """Whether a code agrees with a group."""
    tree, facts = state.tree, state.facts
    node = int(facts.node[group])
    return code[tree.low[node] : tree.high[node]].count(int(facts.color[group])) == int(facts.count[group])


MASK = (1 << 64) - 1


class SplitMix:
    """splitmix64, in plain Python."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        return ((word ^ word >> 31) >> 11) % bound


class Picks:
    """The waiting groups in the order in which they become items."""

    def __init__(self, state: State, rng: SplitMix, most: int, compared: int, at_root: int, in_part: int) -> None:
        self.state, self.rng, self.most = state, rng, most
        self.compared, self.at_root, self.in_part = compared, at_root, in_part
        self.part = 0
        self.passed_over: list[int] = []

    def next(self) -> int:
        """The waiting group to take next, off its list, or -1."""
        facts, tree = self.state.facts, self.state.tree
        if facts.numbers[DUMMY] < 0 or tree.parts[0] == 2:
            return self.pick(None)
        asked = self.state.items.node[: self.state.made()].tolist().count(0)
        are_large = self.passed_over and int(facts.numbers[LENGTH]) * 256 < self.most
        root = [] if are_large else self.row(0)
        if root and asked < self.at_root:
            return self.take(0, min(root))
        if not root and not asked:
            return self.pick(None)
        group = self.pick(self.part)
        if group == NONE:
            waits = Counter(self.part_of(g) for depth in range(1, len(facts.waits)) for g in self.row(depth))
            fullest = max(range(int(tree.parts[0])), key=lambda part: waits[part])
            if waits[fullest] >= self.in_part or not root:
                self.part = fullest
                group = self.pick(fullest)
        return self.take(0, min(root)) if group == NONE and root else group

    def row(self, depth: int) -> list[int]:
        return [int(group) for group in self.state.facts.waiting[depth, : self.state.facts.waits[depth]]]

    def part_of(self, group: int) -> int:
        """The part of the root in which a group is."""
        tree = self.state.tree
        starts = tree.low[tree.first[0] : tree.first[0] + tree.parts[0]]
        return int((starts <= tree.low[self.state.facts.node[group]]).sum()) - 1

    def take(self, depth: int, group: int) -> int:
        facts, row = self.state.facts, self.row(depth)
        row[row.index(group)] = row[-1]
        facts.waits[depth] -= 1
        facts.waiting[depth, : len(row) - 1] = row[:-1]
        return group

    def pick(self, part: int | None) -> int:
        """One of the deepest groups, in a part of the root or anywhere."""
        facts, items, tree = self.state.facts, self.state.items, self.state.tree
        asked = Counter(items.node[: self.state.made()].tolist())
        has_dummy = facts.numbers[DUMMY] >= 0
        for depth in reversed(range(0 if part is None else 1, len(facts.waits))):
            row = self.row(depth)
            if not row:
                continue
            begin = self.rng.below(len(row))
            able = [g for g in row[begin:] + row[:begin] if has_dummy or is_complete(self.state, int(facts.node[g]))]
            able = [g for g in able if part is None or self.part_of(g) == part]
            if not able:
                continue
            if depth == 0:
                return self.take(0, min(able))
            finishes_nodes = not has_dummy and 3 * size_of(tree, int(facts.node[row[0]])) >= 2 * len(facts.counts) ** 2
            alike = [asked[int(facts.node[g])] for g in (able if finishes_nodes else able[: self.compared])]
            return self.take(depth, able[alike.index(min(alike) if has_dummy else max(alike))])
        return NONE


def is_complete(state: State, node: int) -> bool:
    return int(state.facts.used[node]) == size_of(state.tree, node)


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_items_are_chosen_one_group_after_another(seed: int) -> None:
    """With a dummy; places are never known before a reply, so nothing settles but what is forced."""
    rng = np.random.default_rng(seed)
    parts = int(rng.choice([2, 3]))
    tree = tree_of(int(rng.integers(4, 20)), parts)
    limits = int(rng.choice([15, 60, 400, 1_500])), *(int(rng.integers(1, 4)) for _ in range(4))
    states = [
        make_state(np.random.default_rng([seed, 1]), tree=tree, most_items=0, dummy=True, listed=2_000)
        for _ in range(2)
    ]
    state, twin = states
    draws, state_word = SplitMix(seed), np.array([seed], np.uint64)
    assert select(state, state_word, limits, 1)[0] == 0
    most, misfits, *rule = limits
    picks = Picks(twin, draws, most, *rule)
    passed_over = picks.passed_over
    while len(passed_over) < misfits and (group := picks.next()) != NONE:
        if not loops.add_group_item(tree, twin.facts, twin.items, group):
            passed_over.append(group)
            break
        length = int(twin.facts.numbers[LENGTH])
        found = loops.expand_items(tree, twin.facts, twin.items, twin.log_factorial, most)
        if found == BIG:
            twin.facts.numbers[ITEMS] -= 1
            taken = sum((1 << width) - 1 << bit for bit, width in fields_taken(twin))
            twin.facts.numbers[TAKEN] = taken - (1 << 64) if taken >> 63 else taken
            passed_over.append(group)
        elif found <= length:
            loops.settle_items(tree, twin.facts, twin.items)
    for group in passed_over:
        wait(tree, twin.facts, group)
    assert state_word[0] == draws.state
    assert state.items.group[: state.made()].tolist() == twin.items.group[: twin.made()].tolist()
    assert state.waiting == twin.waiting
    assert state.words() == twin.words()
    assert state.weights().tolist() == twin.weights().tolist()


@pytest.mark.parametrize("seed", extent.few(range(30)))
def test_slices_of_the_selection_do_not_change_it(seed: int) -> None:
    found = []
    calls = set()
    for units in (1, 3, 1_000):
        state = kernel_cases.state_to_grow(np.random.default_rng(seed))
        word = np.array([seed], np.uint64)
        outcome, made = select(state, word, (300, 2, 2, 1, 3), units)
        calls.add(made)
        found.append((outcome, state.words(), state.weights().tolist(), state.waiting, word.tolist()))
    assert found[0] == found[1] == found[2]
    assert 1 in calls


@pytest.mark.parametrize("seed", extent.few(range(200)))
def test_a_single_thing_to_ask_for(seed: int) -> None:
    tree, facts, items, word = kernel_cases.state_and_rng(np.random.default_rng(seed))
    state = state_of((tree, facts, items))
    draws = SplitMix(int(word[0]))
    saved = facts.waiting.copy(), facts.waits.copy()

    def is_bound(node: int) -> bool:
        made = int(facts.numbers[GROUPS])
        colors = set(facts.color[:made][facts.node[:made] == node].tolist())
        return bool(facts.numbers[DUMMY] < 0 and facts.settled[node] < 0 and len(colors) == len(facts.counts))

    nodes = items.node[: state.made()].tolist()
    able = [node for node in nodes if (facts.numbers[DUMMY] >= 0 or is_complete(state, node)) and is_bound(node)]
    if able:
        expected = NONE, able[0]
    else:
        group = Picks(state, draws, 0, 1, 0, 0).pick(None)
        facts.waiting[:], facts.waits[:] = saved
        node = int(facts.node[group])
        expected = (NONE, NONE) if group == NONE else (NONE, node) if is_bound(node) else (group, NONE)
    before = {int(group) for group in state.waiting}
    assert loops.pick_single(tree, facts, items, word) == expected
    assert set(state.waiting) == before
    assert int(word[0]) == draws.state
    if expected[0] != NONE:
        depth = tree.depth[facts.node[expected[0]]]
        assert facts.waiting[depth, facts.waits[depth] - 1] == expected[0]
