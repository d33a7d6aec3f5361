"""Queries about places, and guesses made of them, against plain climbs and the codes that the facts leave."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from tests import extent
from tests.strategies.streaming import kernel_cases
from tests.strategies.streaming.plain_facts import DUMMY, FRONT, GROUPS, LENGTH, MOST_ITEMS, MOST_PARTS, SOLVED, grow
from tests.strategies.streaming.states import State, make_state, other_codes, parts_of
from tests.strategies.streaming.test_place_loops import SplitMix, is_complete, listed

pytestmark = pytest.mark.loops

Tests = list[tuple[int, int]]


def bits_of(sums: list[int], shares: list[float]) -> float:
    """The entropy of a sum."""
    found: dict[int, float] = defaultdict(float)
    for value, share in zip(sums, shares, strict=True):
        found[value] += share
    return -sum(share * math.log2(share) for share in found.values())


def sample(words: list[int], weights: list[float], samples: int, draws: SplitMix) -> tuple[list[int], list[float]]:
    """Places of the hypotheses on which queries are compared, and the share that each has."""
    mixed = [0.9 * weight + 0.1 / len(words) for weight in weights]
    if len(words) <= samples:
        return list(range(len(words))), mixed
    first = (draws.below(1 << 30) + 0.5) / (1 << 30) / samples
    reached = np.cumsum(mixed)
    ats = [first + number / samples for number in range(samples)]
    return [min(len(words) - 1, int(np.searchsorted(reached, at))) for at in ats], [1 / samples] * samples


def child_of(state: State, item: int, part: int) -> int:
    return int(state.tree.first[state.items.node[item]]) + part


def overlaps(state: State, a: tuple[int, int], b: tuple[int, int]) -> bool:
    low, high = state.tree.low, state.tree.high
    first, second = child_of(state, *a), child_of(state, *b)
    return bool(low[first] < high[second] and low[second] < high[first])


def climb(
    state: State, draws: SplitMix, samples: int, climbs: int, evaluations: int
) -> tuple[list[set[tuple[int, int]]], float]:
    """The best queries with a dummy, several if they tell equally much: items and parts, exchanged one at a time."""
    items = state.items
    places, shares = sample(state.words(), state.weights().tolist(), samples, draws)
    pegs = [listed(state)[place] for place in places]
    nodes = list(dict.fromkeys(items.node[: state.made()].tolist()))
    slots = [(node, part) for node in nodes for part in range(int(state.tree.parts[node]))]
    options = [
        (item, part)
        for item in range(state.made())
        for node, part in slots
        if items.node[item] == node and part >= items.start[item]
    ]
    order = list(options)
    found: list[tuple[float, set[tuple[int, int]]]] = [(0.0, set())]
    for _ in range(climbs):
        asked: set[tuple[int, int]] = set()
        bits, since, queue = 0.0, 0, list[tuple[int, int]]()
        for _ in range(evaluations):
            if since == len(options):
                break
            if not queue:
                for i in range(len(order) - 1, 0, -1):
                    j = draws.below(i + 1)
                    order[i], order[j] = order[j], order[i]
                queue = list(order)
            option = queue.pop(0)
            trial = asked ^ {option}
            if option in trial:
                trial = {other for other in trial if other == option or not overlaps(state, option, other)}
            told = bits_of([sum(values[key] for key in trial) for values in pegs], shares)
            if told > bits + 1e-9:
                asked, bits, since = trial, told, 0
            else:
                since += 1
        found.append((bits, asked))
    best = max(bits for bits, _ in found)
    return [asked for bits, asked in found if bits > best - 1e-12], best


def search(
    state: State, word: NDArray[np.uint64], samples: int, climbs: int, evaluations: int, units: int = 1_000
) -> tuple[Tests, float]:
    tests = np.zeros((MOST_ITEMS * MOST_PARTS, 2), np.int64)
    query_search = loops.new_query_search(samples)
    loops.begin_query_search(query_search, state.tree, state.facts, state.items, word, climbs, evaluations)
    calls = 1
    while not loops.climb_query_search(query_search, word, units):
        calls += 1
    assert calls <= climbs * evaluations // units + 1
    length, bits = loops.best_query(query_search, tests)
    return [(item, part) for item, part in tests[:length].tolist()], bits


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_climb_with_a_dummy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = kernel_cases.with_hypotheses(rng, lambda: make_state(rng, most_items=7, most_words=100, dummy=True))
    samples, climbs, evaluations = int(rng.choice([20, 64, 200])), int(rng.integers(1, 4)), int(rng.integers(0, 60))
    word, draws = np.array([seed], np.uint64), SplitMix(seed)
    expected, told = climb(state, draws, samples, climbs, evaluations)
    tests, bits = search(state, word, samples, climbs, evaluations)
    assert set(tests) in expected
    assert len(tests) == len(set(tests))
    assert bits == pytest.approx(told, abs=1e-12)
    assert int(word[0]) == draws.state


def bound_nodes(state: State) -> set[int]:
    """Nodes of items all of whose parts are asked or none: all colours lie in them, or in the complete node above."""
    tree, facts, items = state.tree, state.facts, state.items
    nodes = sorted(set(items.node[: state.made()].tolist()))
    made = int(facts.numbers[GROUPS])
    missing: dict[int, bool] = {}
    for node in nodes:
        if is_complete(state, node):
            colors = set(facts.color[:made][facts.node[:made] == node].tolist())
            missing[node] = len(colors) < len(facts.counts)
        else:
            above = [parent for parent in nodes if node in parts_of(tree, parent)]
            missing[node] = bool(above) and missing[above[0]]
    return {node for node in nodes if not missing[node] and facts.settled[node] < 0}


def is_inside(state: State, node: int, asked: set[int]) -> bool:
    """Whether something is asked below a node."""
    low, high = state.tree.low, state.tree.high
    return any(a != node and low[node] <= low[a] and high[a] <= high[node] for a in asked)


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_query_without_a_dummy_covers_bound_nodes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = kernel_cases.with_hypotheses(rng, lambda: make_state(rng, most_items=8, most_words=100, dummy=False))
    if state.facts.numbers[DUMMY] >= 0:
        return
    tests, bits = search(state, np.array([seed], np.uint64), 200, 3, 60)
    asked = {child_of(state, item, part) for item, part in tests}
    assert len(asked) == len(tests)
    assert not any(overlaps(state, a, b) for a, b in itertools.combinations(tests, 2))
    for node in bound_nodes(state):
        if is_inside(state, node, asked):
            for child in parts_of(state.tree, node):
                covered = child in asked or is_complete(state, child) or is_inside(state, child, asked)
                assert covered or not can_hold(state, node, child)
    sums = [sum(pegs[key] for key in tests) for pegs in listed(state)]
    shares = [0.9 * weight + 0.1 / len(sums) for weight in state.weights().tolist()]
    assert bits == pytest.approx(bits_of(sums, shares), abs=1e-12) or len(sums) > 200


def can_hold(state: State, node: int, child: int) -> bool:
    """Whether an item of a node can lie in a part of it."""
    items, part = state.items, child - int(state.tree.first[node])
    return any(items.node[item] == node and items.start[item] <= part for item in range(state.made()))


@pytest.mark.parametrize("seed", extent.few(range(30)))
def test_slices_of_a_search_do_not_change_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dummy = bool(rng.integers(2))
    state = kernel_cases.with_hypotheses(rng, lambda: make_state(rng, most_items=8, most_words=100, dummy=dummy))
    found = []
    for units in (1, 7, 1_000):
        word = np.array([seed], np.uint64)
        found.append((search(state, word, 64, 3, 40, units), word.tolist()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("samples", extent.rest_extended([1, 63, 64, 65, 300], [1, 65]))
def test_samples_of_any_size(samples: int) -> None:
    """Lists longer than the sample are drawn from; rows of sums are padded."""
    rng = np.random.default_rng(samples)
    for seed in range(6):
        state = kernel_cases.with_hypotheses(rng, lambda: make_state(rng, most_items=7, most_words=150, dummy=True))
        word, draws = np.array([seed], np.uint64), SplitMix(seed)
        expected, told = climb(state, draws, samples, 2, 30)
        tests, bits = search(state, word, samples, 2, 30)
        assert set(tests) in expected
        assert bits == pytest.approx(told, abs=1e-12)


def test_sums_past_a_byte() -> None:
    """Large groups: their sums take two bytes."""
    rng = np.random.default_rng(4)
    tree = grow(900, lambda size: 2)
    state = make_state(rng, tree=tree, most_items=0, dummy=True, counted=1.0, listed=4_000)
    while len(state.waiting) < 2 or min(state.facts.count[state.waiting]) < 300:
        state = make_state(rng, tree=tree, most_items=0, dummy=True, counted=1.0, listed=4_000)
    for group in state.waiting[:2]:
        assert loops.add_group_item(tree, state.facts, state.items, group)
    items, facts = state.items, state.facts
    values = [(int(a), int(b)) for a, b in rng.integers(0, 300, (120, 2))]
    bits = items.bit[:2, 0].tolist()
    items.words[facts.numbers[FRONT], :120] = [a << bits[0] | b << bits[1] for a, b in values]
    items.weights[facts.numbers[FRONT], :120] = 1 / 120
    facts.numbers[LENGTH] = 120
    for samples in (50, 200):
        word, draws = np.array([9], np.uint64), SplitMix(9)
        expected, told = climb(state, draws, samples, 3, 50)
        tests, found = search(state, word, samples, 3, 50)
        assert set(tests) in expected
        assert found == pytest.approx(told, abs=1e-12)
        assert found > 4


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_query_that_splits_the_list(seed: int) -> None:
    tree, facts, items, tests = kernel_cases.list_to_split(np.random.default_rng(seed))
    state = State(tree, facts, items, None, np.zeros(0, np.int64), [], None)  # type: ignore[arg-type]
    pegs = listed(state)
    made = int(facts.numbers[GROUPS])

    def is_bound(node: int) -> bool:
        colors = set(facts.color[:made][facts.node[:made] == node].tolist())
        return bool(facts.numbers[DUMMY] < 0 and facts.settled[node] < 0 and len(colors) == len(facts.counts))

    expected: Tests = []
    for item in range(state.made()):
        node = int(items.node[item])
        fields = [0] if tree.parts[node] == 2 else range(int(items.start[item]), int(tree.parts[node]))
        differing = [
            part
            for part in fields
            if len({word >> int(items.bit[item, part]) & mask_of(items, item) for word in state.words()}) > 1
        ]
        if expected or not differing or not (facts.numbers[DUMMY] >= 0 or is_complete(state, node)):
            continue
        if not is_bound(node):
            expected = [(item, differing[0])]
            continue
        for other in range(state.made()):
            differ = len({found.get((item, 0), 0) + found.get((other, 1), 0) for found in pegs}) > 1
            if differ and other != item and items.node[other] == node and not expected:
                expected = [(item, 0), (other, 1)]
    length = loops.splitting_query(tree, facts, items, tests)
    assert [tuple(row) for row in tests[:length].tolist()] == expected


def mask_of(items: loops.Items, item: int) -> int:
    return (1 << int(items.width[item])) - 1


@pytest.mark.parametrize("seed", extent.few(range(100)))
def test_everything_but_the_asked_parts_of_a_guess_is_certain(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dummy = bool(rng.integers(2))
    state = make_state(rng, most_items=8, dummy=dummy)
    tree, facts = state.tree, state.facts
    rows: list[tuple[int, int]] = []
    if state.facts.numbers[LENGTH] > 1:
        tests, _ = search(state, np.array([seed], np.uint64), 100, 2, 40)
        rows = [(child_of(state, item, part), int(state.items.color[item])) for item, part in tests]
    elif facts.numbers[DUMMY] >= 0:
        rows = [(int(rng.integers(1, len(tree.low))), int(rng.integers(len(facts.counts))))]
    else:
        return
    if not rows and facts.numbers[DUMMY] < 0 and not is_complete(state, 0):
        return
    children, colors = np.array(rows, np.int64).reshape(-1, 2).T.copy()
    guess = np.full(len(state.secret), -7, np.int32)
    base = loops.fill_guess(tree, facts, children, colors, guess)
    assert ((guess >= 0) & (guess < len(facts.counts))).all()
    for code in other_codes(rng, state, 30):
        told = sum(
            int(((code == color) & (facts.color_at < 0))[tree.low[child] : tree.high[child]].sum())
            for child, color in rows
        )
        assert (code == guess).sum() == base + told


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_the_total_that_is_known(seed: int) -> None:
    facts, guess = kernel_cases.a_guess(np.random.default_rng(seed))
    expected = sum(
        min(guess.tolist().count(color), count) for color, count in enumerate(facts.counts.tolist()) if count >= 0
    )
    assert loops.known_total(facts, guess) == expected


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_copies_are_placed(seed: int) -> None:
    facts, colors, copies, anywhere, guess = kernel_cases.copies_to_place(np.random.default_rng(seed))
    known = (facts.color_at >= 0).tolist()
    places = [peg for peg in range(len(known)) if anywhere or known[peg]]
    expected = guess.tolist()
    placed = [color for color, number in zip(colors.tolist(), copies.tolist(), strict=True) for _ in range(number)]
    for peg, color in zip(places, placed, strict=False):
        expected[peg] = color
    lost = sum(known[peg] for peg in places[: len(placed)])
    assert loops.place_copies(facts, colors, copies, anywhere, guess) == lost
    assert guess.tolist() == expected


def test_copies_need_room() -> None:
    facts = make_state(np.random.default_rng(1)).facts
    number = np.array([int(facts.numbers[SOLVED]) + 1])
    guess = np.zeros(len(facts.color_at), np.int32)
    with pytest.raises(ValueError, match="room for every copy"):
        loops.place_copies(facts, np.array([0]), number, False, guess)
    with pytest.raises(ValueError, match="colours of the game"):
        loops.known_total(facts, guess + np.int32(99))
