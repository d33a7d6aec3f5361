"""Breeding and the choice among eligible codes against plain Python, and the laws of its steps."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from codepegs.core import loops
from tests import extent
from tests.reports.two_part_solver import kernel_cases
from tests.reports.two_part_solver.plain_breeding import Breeding, Xorshift, cross, draw_parent, vary


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_breeding_is_that_of_plain_python(seed: int) -> None:
    turns, rules, word, units = kernel_cases.breeding(np.random.default_rng([seed, 2]))
    found, generations, eligible, fittest = kernel_cases.breed(turns, rules, word, units)
    plain = Breeding(turns, rules, word)
    assert eligible.tolist() == plain.eligible
    assert (found, generations) == (len(plain.eligible), plain.generation)
    assert fittest.tolist() == plain.fittest


def test_children_hold_between_them_what_the_parents_held() -> None:
    rng = Xorshift(7)
    changes = set()
    for number in range(300):
        two_points = number % 2 == 0
        one, two = cross(rng, [0] * 6, [1] * 6, two_points, True, 9)
        assert [a + b for a, b in zip(one, two, strict=True)] == [1] * 6
        assert 0 < sum(one) < 6
        changes.add((two_points, int(np.count_nonzero(np.diff(one)))))
    assert changes == {(False, 1), (True, 1), (True, 2)}


def test_children_of_games_without_repeats_have_none() -> None:
    rng = Xorshift(5)
    for number in range(500):
        mother, father = (np.random.default_rng([number, side]).permutation(7)[:5].tolist() for side in (0, 1))
        for child in cross(rng, mother, father, number % 2 == 0, False, 7):
            vary(rng, child, False, 7, 1.0, 1.0, 1.0)
            assert len(set(child)) == 5
            assert 0 <= min(child) <= max(child) < 7


@pytest.mark.parametrize("what", ["mutation", "permutation", "inversion"])
def test_a_code_is_varied_as_it_says(what: str) -> None:
    rng = Xorshift(11)
    start = list(range(6))
    seen = set()
    for _ in range(300):
        code = list(start)
        vary(rng, code, True, 9, what == "mutation", what == "permutation", what == "inversion")
        moved = [i for i in range(6) if code[i] != start[i]]
        if what == "mutation":
            assert len(moved) == 1
        elif what == "permutation":
            assert len(moved) == 2
            assert sorted(code) == start
        else:
            low, high = moved[0], moved[-1]
            assert code[low : high + 1] == start[low : high + 1][::-1]
        seen.add(tuple(code))
    assert len(seen) >= 12


def test_parents_are_drawn_by_fitness() -> None:
    rng = Xorshift(9)
    costs = [4.0, 0.0, 2.0]
    sums = np.cumsum([1 / (4 + cost) for cost in costs]).tolist()
    drawn = np.bincount([draw_parent(rng, 0, costs, sums) for _ in range(20_000)], minlength=3) / 20_000
    assert drawn == pytest.approx(np.array([1 / 8, 1 / 4, 1 / 6]) / sums[-1], abs=0.015)
    drawn = np.bincount([draw_parent(rng, 2, costs, sums) for _ in range(20_000)], minlength=3) / 20_000
    assert drawn == pytest.approx(np.array([1, 5, 3]) / 9, abs=0.015)


def shown(first: list[int], second: list[int], view: int) -> tuple[int, ...]:
    """What is shown of a reply."""
    black = sum(a == b for a, b in zip(first, second, strict=True))
    total = (Counter(first) & Counter(second)).total()
    if black == len(first):
        return (-1,)
    return [(black, total), (black,), (total,), (total - black,)][view]


@pytest.mark.parametrize("seed", range(12))
def test_the_choice_is_by_the_codes_left_and_the_pegs_shared(seed: int) -> None:
    codes, sample, colors = kernel_cases.fitting(np.random.default_rng([seed, 3]))
    rows = codes.tolist()
    for view in range(4):
        left = np.full(len(rows), -1, dtype=np.int64)
        loops.codes_left(codes, sample, view, colors, 0, len(rows), left)
        for n, code in enumerate(rows):
            replies = [shown(code, other, view) for other in rows]
            assert left[n] == sum(replies.count(replies[secret]) for secret in sample if secret != n)
    shared = np.full(len(rows), -1, dtype=np.int64)
    loops.shared_pegs(codes, sample, colors, 0, len(rows), shared)
    for n, code in enumerate(rows):
        assert shared[n] == sum((Counter(code) & Counter(rows[other])).total() for other in sample if other != n)


def test_wrong_arguments_are_refused() -> None:
    turns, rules, word, _ = kernel_cases.breeding(np.random.default_rng(1))
    population = loops.start_population(turns, rules, word)
    eligible = np.zeros((rules.wanted, turns.guesses.shape[1]), dtype=np.int64)
    with pytest.raises(ValueError, match="has not ended"):
        loops.bred_codes(population, eligible, eligible[0])
    with pytest.raises(ValueError, match="the seed is not 0"):
        loops.start_population(turns, rules, 0)
    with pytest.raises(ValueError, match="no such colour"):
        loops.codes_left(np.array([[5]]), np.array([0]), 0, 5, 0, 1, np.zeros(1, dtype=np.int64))
    with pytest.raises(ValueError, match="no code's"):
        loops.shared_pegs(np.array([[4]]), np.array([1]), 5, 0, 1, np.zeros(1, dtype=np.int64))
