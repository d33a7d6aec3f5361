"""How colours are counted by totals: lists of counts and of sets, against lists of plain tuples."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import Counts, SetList
from tests import extent
from tests.strategies.streaming import kernel_cases
from tests.strategies.streaming.plain_facts import (
    COUNTS_COLORS,
    COUNTS_FRONT,
    COUNTS_LARGE,
    COUNTS_LENGTH,
    LEFT,
    NEXT_COLOR,
    SETS_FRONT,
    SETS_LENGTH,
    UNCOUNTED,
)
from tests.strategies.streaming.states import State
from tests.strategies.streaming.test_place_loops import SplitMix
from tests.strategies.streaming.test_query_loops import bits_of, sample

pytestmark = pytest.mark.loops

Row = tuple[int, ...]


def colors_of(counts: Counts) -> list[int]:
    return counts.color[: counts.numbers[COUNTS_COLORS]].tolist()  # type: ignore[no-any-return]


def large_of(counts: Counts) -> list[int]:
    return counts.large[: counts.numbers[COUNTS_LARGE]].tolist()  # type: ignore[no-any-return]


def rows_of(counts: Counts, cap: int) -> list[Row]:
    """The list: counts of its colours in each hypothesis."""
    front, length = counts.numbers[[COUNTS_FRONT, COUNTS_LENGTH]].tolist()
    width = cap.bit_length()
    words = counts.words[front, :length].tolist()
    return [tuple(word >> width * at & (1 << width) - 1 for at in range(len(colors_of(counts)))) for word in words]


def weights_of(counts: Counts) -> list[float]:
    front, length = counts.numbers[[COUNTS_FRONT, COUNTS_LENGTH]].tolist()
    return counts.weights[front, :length].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_colors_enter_the_list_with_every_count(seed: int) -> None:
    facts, counts, log_factorial, cap, most, most_colors = kernel_cases.colors_to_list(np.random.default_rng(seed))
    rows = dict(zip(rows_of(counts, cap), weights_of(counts), strict=True))
    listed, large = colors_of(counts), large_of(counts)
    closed = set(listed + large) | set(np.flatnonzero(facts.counts >= 0).tolist())
    color = int(facts.numbers[NEXT_COLOR])
    while len(listed) < min(most_colors, len(counts.color)) and (len(rows) * (cap + 1) <= most or not listed):
        while color in closed:
            color += 1
        if color == len(facts.counts):
            break
        others = int(facts.numbers[UNCOUNTED]) - len(listed) - len(large) - 1
        grown = {}
        for row, weight in rows.items():
            left = max(0, int(facts.numbers[LEFT]) - cap * len(large) - sum(row))
            share = 1 / (others + 1)
            chances = [math.comb(left, n) * share**n * (1 - share) ** (left - n) for n in range(min(left, cap) + 1)]
            if others == 0:  # as many as are left, unless a count says "or more"
                is_open = bool(large) or cap in row
                chances = [1.0] * len(chances) if is_open else [0.0] * (len(chances) - 1) + [1.0]
            if len(chances) > cap and (others or large or cap in row):
                chances[cap] = max(1e-12, 1 - sum(chances[:cap]))
            for n, chance in enumerate(chances):
                if chance:
                    grown[*row, n] = weight * chance
        rows = {row: weight / sum(grown.values()) for row, weight in grown.items()}
        listed.append(color)
        closed.add(color)
    assert loops.list_colors(facts, counts, log_factorial, cap, most, most_colors)
    assert colors_of(counts) == listed
    assert facts.numbers[NEXT_COLOR] <= color
    assert set(np.flatnonzero(counts.is_listed).tolist()) == set(listed + large)
    found = dict(zip(rows_of(counts, cap), weights_of(counts), strict=True))
    assert list(found) == list(rows)
    assert found == pytest.approx(rows, rel=1e-6, abs=1e-11)


def check_settled(
    state: State, counts: Counts, cap: int, rows: list[Row], weights: list[float], listed: list[int], large: list[int]
) -> None:
    """The list holds the fields in which these rows differ, and what they agree on is noted."""
    facts = state.facts
    differ = [at for at in range(len(listed)) if len({row[at] for row in rows}) > 1]
    same = [at for at in range(len(listed)) if at not in differ]
    now_large = large + [listed[at] for at in same if rows[0][at] == cap]
    if facts.numbers[UNCOUNTED] == 0:
        assert (colors_of(counts), large_of(counts)) == ([], [])
        assert weights_of(counts) == [1.0]
        return
    assert large_of(counts) == now_large
    assert colors_of(counts) == [listed[at] for at in differ]
    assert rows_of(counts, cap) == [tuple(row[at] for at in differ) for row in rows]
    assert weights_of(counts) == pytest.approx([weight / sum(weights) for weight in weights])
    for at in same:
        assert facts.counts[listed[at]] == (-1 if rows[0][at] == cap else rows[0][at])
    assert set(np.flatnonzero(counts.is_listed).tolist()) == set(colors_of(counts) + now_large)


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_total_keeps_the_counts_that_fit(seed: int) -> None:
    tree, facts, counts, cap, copies, wanted = kernel_cases.a_total(np.random.default_rng(seed))
    state = State(tree, facts, None, None, np.zeros(0, np.int64), [], None)  # type: ignore[arg-type]
    rows, weights = rows_of(counts, cap), weights_of(counts)
    listed, large = colors_of(counts), large_of(counts)
    kept = []
    for row, weight in zip(rows, weights, strict=True):
        placed = list(zip(row, copies.tolist(), strict=True))
        least = sum(min(value, number) for value, number in placed)
        most = sum(number if value == cap else min(value, number) for value, number in placed)
        if least <= wanted <= most:
            kept.append((row, weight))
    assert loops.keep_total(tree, facts, counts, cap, copies, wanted) == bool(kept)
    if kept:
        check_settled(state, counts, cap, [row for row, _ in kept], [weight for _, weight in kept], listed, large)


@pytest.mark.parametrize("seed", extent.few(range(80)))
def test_a_count_takes_a_color_off_the_list(seed: int) -> None:
    tree, facts, counts, cap, color, count = kernel_cases.a_count(np.random.default_rng(seed))
    rows, weights = rows_of(counts, cap), weights_of(counts)
    listed, large = colors_of(counts), large_of(counts)
    left, uncounted = facts.numbers[[LEFT, UNCOUNTED]].tolist()
    if color in listed:
        at = listed.index(color)
        kept = [
            (row[:at] + row[at + 1 :], w) for row, w in zip(rows, weights, strict=True) if row[at] == min(count, cap)
        ]
        possible = bool(kept)
    else:
        kept = list(zip(rows, weights, strict=True))
        possible = color not in large or count >= cap
    assert loops.count_color(tree, facts, counts, cap, color, count) == possible
    if not possible:
        return
    assert facts.counts[color] == count
    if left == count or uncounted <= 2:  # the rest needs no asking
        assert facts.numbers[UNCOUNTED] == 0
        assert (colors_of(counts), large_of(counts), weights_of(counts)) == ([], [], [1.0])
        assert counts.words[counts.numbers[COUNTS_FRONT], 0] == 0
        return
    assert facts.numbers[[LEFT, UNCOUNTED]].tolist() == [left - count, uncounted - 1]
    assert colors_of(counts) == [other for other in listed if other != color]
    assert large_of(counts) == [other for other in large if other != color]
    assert rows_of(counts, cap) == [row for row, _ in kept]
    whole = sum(weight for _, weight in kept)
    assert weights_of(counts) == pytest.approx([weight / whole for _, weight in kept])
    assert not counts.is_listed[color]


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_copies_that_tell_much(seed: int) -> None:
    """The climb in plain Python, with the same draws."""
    arguments = kernel_cases.copies_to_search(np.random.default_rng(seed))
    samples, _, counts, cap, room, unit, word, climbs, copies = arguments
    draws, colors = SplitMix(int(word[0])), len(colors_of(counts))
    best_bits, best = 0.0, [[0] * len(copies)]
    if colors and room:
        places, shares = sample(rows_of(counts, cap), weights_of(counts), samples, draws)  # type: ignore[arg-type]
        rows = [rows_of(counts, cap)[place] for place in places]
        for _ in range(climbs):
            asked, bits, since = [0] * colors, 0.0, 0
            while since < 3 * colors:
                at, kind = draws.below(colors), draws.below(3)
                number = 0 if kind == 0 else unit or (1 if kind == 1 else cap)
                trial = [*asked[:at], number, *asked[at + 1 :]]
                since += 1
                if trial == asked or sum(trial) > room:
                    continue
                sums = [sum(min(n, value) for n, value in zip(trial, row, strict=True)) for row in rows]
                if (told := bits_of(sums, shares)) > bits + 1e-9:
                    asked, bits, since = trial, told, 0
            asked += [0] * (len(copies) - colors)
            if bits > best_bits - 1e-12 and bits:
                best = [*best, asked] if bits < best_bits + 1e-12 else [asked]
                best_bits = max(bits, best_bits)
    assert kernel_cases.search_copies(*arguments) == pytest.approx(best_bits, abs=1e-12)
    assert copies.tolist() in best
    assert int(word[0]) == draws.state


def values_of(word: int, bits: list[int], widths: list[int]) -> Row:
    return tuple(int(word) >> bit & (1 << width) - 1 for bit, width in zip(bits, widths, strict=True))


def words_of(sets: SetList) -> list[int]:
    return sets.words[sets.numbers[SETS_FRONT], : sets.numbers[SETS_LENGTH]].tolist()  # type: ignore[no-any-return]


def shares_of(sets: SetList) -> NDArray[np.float64]:
    return sets.weights[sets.numbers[SETS_FRONT], : sets.numbers[SETS_LENGTH]].copy()


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_a_new_field_has_every_number(seed: int) -> None:
    sets, chances, bit = kernel_cases.field_to_add(np.random.default_rng(seed))
    words, weights = words_of(sets), shares_of(sets)
    pairs = list(itertools.product(range(len(words)), range(len(chances))))
    loops.add_set_field(sets, chances, bit)
    assert words_of(sets) == [words[s] + (value << bit) for s, value in pairs]
    assert shares_of(sets).tolist() == [weights[s] * chances[value] for s, value in pairs]
    with pytest.raises(ValueError, match="room for every number"):
        loops.add_set_field(sets, np.ones(1_501), 63)


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_a_sum_keeps_the_words_that_give_it(seed: int) -> None:
    sets, bits, widths, wanted = kernel_cases.fields_and_sum(np.random.default_rng(seed))
    words, weights = words_of(sets), shares_of(sets)
    rows = [values_of(word, bits.tolist(), widths.tolist()) for word in words]
    kept = [at for at, row in enumerate(rows) if sum(row) == wanted]
    assert loops.keep_set_sum(sets, bits, widths, wanted) == len(kept)
    if kept:
        assert words_of(sets) == [words[at] for at in kept]
        assert shares_of(sets) == pytest.approx(weights[kept] / weights[kept].sum())
    else:
        assert words_of(sets) == words


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_fields_are_compared_and_moved(seed: int) -> None:
    sets, bits, widths, new_bits = kernel_cases.fields_to_move(np.random.default_rng(seed))
    texts = [f"{word:064b}" for word in words_of(sets)]
    mixed = "".join("1" if len(set(column)) > 1 else "0" for column in zip(*texts, strict=True))
    assert loops.mixed_set_bits(sets) == int(mixed, 2)
    rows = [values_of(word, bits.tolist(), widths.tolist()) for word in words_of(sets)]
    loops.move_set_fields(sets, bits, widths, new_bits)
    assert [values_of(word, new_bits.tolist(), widths.tolist()) for word in words_of(sets)] == rows
    assert all(word < 1 << int(widths.sum()) for word in words_of(sets))


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_sets_that_tell_much(seed: int) -> None:
    """The climb in plain Python, with the same draws."""
    arguments = kernel_cases.sets_to_search(np.random.default_rng(seed))
    samples, sets, bits, widths, costs, room, word, climbs, asked = arguments
    words = words_of(sets)
    draws, fields = SplitMix(int(word[0])), len(bits)
    places, shares = sample(words, shares_of(sets).tolist(), samples, draws)
    rows = [values_of(words[place], bits.tolist(), widths.tolist()) for place in places]
    found: dict[float, list[set[int]]] = defaultdict(list)
    for _ in range(climbs):
        chosen, told, since = set[int](), 0.0, 0
        while since < 3 * fields:
            i, j = draws.below(fields), draws.below(fields)
            trial = chosen ^ {i}
            if j != i and j in chosen and i not in chosen and draws.below(2) == 0:
                trial -= {j}
            since += 1
            if sum(costs[list(trial)]) > room:
                continue
            bits_told = bits_of([sum(row[at] for at in trial) for row in rows], shares)
            if bits_told > told + 1e-9:
                chosen, told, since = trial, bits_told, 0
        found[told].append(chosen)
    best = max(found)
    assert kernel_cases.search_sets(*arguments) == pytest.approx(best, abs=1e-12)
    able = [chosen for told, choices in found.items() if told > best - 1e-12 for chosen in choices]
    assert set(np.flatnonzero(asked).tolist()) in able
    assert int(word[0]) == draws.state
