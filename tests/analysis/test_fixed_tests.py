"""Tests fixed in advance: the set that is found is the cheapest, and published values are equal."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs import BadInput, Game, View, fixed_tests
from codepegs.analysis import FixedTests, fixed_sets
from codepegs.core import loops
from tests.conftest import Cli
from tests.extent import few, rest_extended

Ints = NDArray[np.int64]

HYPERCUBE = (1, 2, 3, 4, 4, 5, 6, 6, 7, 7, 8, 8, 8)
"""The metric dimension of the hypercube of 1 to 13 dimensions, OEIS A303735: codes of two colours, black pegs only."""


def tells(outcomes: Ints, labels: Ints, alike: Ints) -> bool:
    """Whether the objects with the same outcomes, shape (tests, objects), always have one label, or are alike."""
    cells: dict[tuple[int, ...], list[int]] = {}
    for number, column in enumerate(outcomes.T.tolist()):
        cells.setdefault(tuple(column), []).append(number)
    return all(len(set(labels[cell])) == 1 or len(set(alike[cell])) == 1 for cell in cells.values())


def least_cost(table: Ints, labels: Ints, costs: Ints) -> int:
    """The cost of the cheapest set of tests, by looking at all sets."""
    alike = np.unique(table, axis=1, return_inverse=True)[1].ravel()
    sets = [chosen for size in range(len(table) + 1) for chosen in combinations(range(len(table)), size)]
    return min(int(costs[list(each)].sum()) for each in sets if tells(table[list(each)], labels, alike))


def draw_table(rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Outcomes by test and object, labels and costs; some tests say little, some objects are alike."""
    tests, objects = int(rng.integers(1, 8)), int(rng.integers(2, 13))
    table = rng.integers(0, rng.integers(2, 5, (tests, 1)), (tests, objects))
    table[:, rng.random(objects) < 0.2] = table[:, :1]
    labels = np.arange(objects) if rng.random() < 0.5 else rng.integers(3, size=objects)
    costs = np.ones(tests, dtype=np.int64) if rng.random() < 0.5 else rng.integers(1, 5, tests)
    return table, labels, costs


@pytest.mark.parametrize("seed", few(range(200)))
def test_the_cheapest_set_of_a_random_table_is_found(seed: int) -> None:
    table, labels, costs = draw_table(np.random.default_rng(seed))
    has_classes = len(set(labels.tolist())) < len(labels)
    game = Game.from_table(
        table,
        rows="tests",
        tests=[f"test{number}" for number in range(len(table))],
        weights=np.arange(1, table.shape[1] + 1),
        costs=costs,
        classes=[f"class{label}" for label in labels] if has_classes else None,
    )
    found = fixed_tests(game, seed=seed)
    rows = [int(game.text_of(test).removeprefix("test")) for test in found.tests]
    assert found.proved
    assert found.upper_bound == costs[rows].sum() == least_cost(table, labels, costs)
    assert tells(table[rows], labels, np.unique(table, axis=1, return_inverse=True)[1].ravel())


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize(("pegs", "colors", "repeats"), [(2, 3, True), (2, 4, False), (3, 2, True), (3, 3, False)])
def test_symmetry_changes_no_optimum(pegs: int, colors: int, repeats: bool, view: View) -> None:
    game = Game(pegs, colors, repeats=repeats, view=view)
    codes = list(game._iterate_codes())
    table = game.reply_matrix(codes, codes).astype(np.int64)
    same = fixed_tests(Game.from_table(table, rows="tests"))
    found = fixed_tests(game)
    assert found.proved
    assert found.upper_bound == same.upper_bound == least_cost_by_growth(table)


def least_cost_by_growth(table: Ints) -> int:
    """The least number of tests that distinguish all objects: sets of 1, of 2, … until one does."""
    for size in range(len(table) + 1):
        for chosen in combinations(range(len(table)), size):
            if len(np.unique(table[list(chosen)], axis=1).T) == table.shape[1]:
                return size
    raise AssertionError


def check_told(found: FixedTests) -> None:
    """The replies to the guesses differ from code to code."""
    codes = list(found.game._iterate_codes())
    assert len(set(map(tuple, found.game.reply_matrix(found.tests, codes).T.tolist()))) == len(codes)


@pytest.mark.parametrize("colors", rest_extended(range(2, 16), (3, 6, 9)))
def test_two_pegs_need_as_many_guesses_as_goddard_proved(colors: int) -> None:
    found = fixed_tests(f"p2c{colors}")
    check_told(found)
    assert found.proved
    assert len(found.tests) + 1 == -(-2 * colors // 3) + 1


@pytest.mark.parametrize("colors", rest_extended(range(2, 7), (2, 4, 5)))
def test_three_black_pegs_need_as_many_guesses_as_jaeger_and_drewes_proved(colors: int) -> None:
    found = fixed_tests(f"p3c{colors}-b")
    check_told(found)
    assert found.proved
    assert len(found.tests) + 1 == 3 * colors // 2 + 1


@pytest.mark.parametrize("pegs", range(1, 9))
def test_two_black_colors_are_the_metric_dimension_of_the_hypercube(pegs: int) -> None:
    found = fixed_tests(f"p{pegs}c2-b")
    check_told(found)
    assert found.proved
    assert len(found.tests) == HYPERCUBE[pegs - 1]


@pytest.mark.extended
@pytest.mark.parametrize("pegs", range(10, 14))
def test_sets_of_the_published_size_are_found_for_larger_hypercubes(pegs: int) -> None:
    game, best = Game(pegs, 2, view=View.BLACK), []

    def enough(lower: int, cost: int) -> None:
        best.append((lower, cost))
        if cost == HYPERCUBE[pegs - 1]:
            raise KeyboardInterrupt

    found = fixed_tests(game, progress=enough, seed=2)
    check_told(found)
    assert len(found.tests) == HYPERCUBE[pegs - 1] >= found.lower_bound


def test_an_interrupt_keeps_the_best_set() -> None:
    def leave(lower: int, cost: int) -> None:
        raise KeyboardInterrupt

    found = fixed_tests("p4c6", progress=leave)
    check_told(found)
    assert found.interrupted
    assert not found.proved
    assert 4 <= found.lower_bound < found.upper_bound <= 8


def test_the_same_seed_finds_the_same_set() -> None:
    first, second = (fixed_tests("p3c4", seed=5).tests for _ in range(2))
    assert first == second


def test_guesses_of_a_large_game_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixed_sets, "MOST_CELLS_SEARCHED", 20_000)
    found = fixed_tests("p4c4", limit=0)
    check_told(found)
    assert found.drawn == 20_000 // 256
    assert not found.proved
    assert found.lower_bound == 3  # 14 replies: 14^2 < 256


@pytest.mark.parametrize("rules", ["p2c90", "p10c10"])
def test_a_game_with_too_many_codes_is_refused(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        fixed_sets, "MOST_CELLS_SEARCHED", 90 * 90 * fixed_sets.LEAST_DRAWN
    )  # not enough guesses for p2c90
    with pytest.raises(BadInput, match="too many for tests fixed in advance"):
        fixed_tests(rules)


def test_objects_that_no_test_tells_apart_are_one() -> None:
    game = Game.from_table([[0, 0, 1]])
    assert len(fixed_tests(game).tests) == 1
    assert fixed_tests(Game.from_table([[0, 0, 0]])).tests == []


def test_the_command_prints_the_tests_and_writes_them(cli: Cli, tmp_path: Any) -> None:
    printed = cli("fixed", "p2c6", "-o", str(tmp_path / "tests.txt"))
    lines = (tmp_path / "tests.txt").read_text().splitlines()
    assert printed.startswith("p2c6: 4 guesses fixed in advance determine the secret.\n")
    assert "One more guess names the secret: 5 guesses in all." in printed
    assert lines[0] == "# Tests fixed in advance: p2c6"
    assert [f"  {line}" for line in lines[1:]] == printed.splitlines()[1:5]


def test_a_wrong_argument_of_the_loop_is_refused() -> None:
    table, ones, codes = np.zeros((2, 3), dtype=np.uint16), np.ones(2, dtype=np.int64), np.zeros((2, 0), dtype=np.int64)
    with pytest.raises(ValueError, match="labels"):
        loops.search_fixed_tests(table, np.zeros(2, dtype=np.int64), ones, codes, 0, False, 1)
    with pytest.raises(ValueError, match="costs"):
        loops.search_fixed_tests(table, np.zeros(3, dtype=np.int64), ones * 0, codes, 0, False, 1)
