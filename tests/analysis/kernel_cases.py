"""Cases of the verdicts on turns and games, and of tests fixed in advance."""

from __future__ import annotations

from itertools import product
from math import nan
from typing import Any

import numpy as np

from codepegs.analysis.coach import limits
from codepegs.analysis.coach_wording import LEAST_SKILL
from codepegs.core.loops import (
    JudgedTurns,
    TurnFigures,
    error_of_difference,
    judge_game,
    judge_turn,
    search_fixed_tests,
    step_fixed_tests,
)
from tests.kernels import Case


def draw_value(rng: np.random.Generator) -> float:
    """An expected number of guesses: often a fraction, or one that is as near to two numbers of few decimals."""
    count = int(rng.integers(1, 3_000))
    return float(rng.choice([rng.integers(count, 6 * count) / count, rng.uniform(1, 9), rng.integers(8, 64) / 8]))


def draw_errors(rng: np.random.Generator) -> tuple[float, float]:
    """An error, and the part that all values have in common."""
    error = float(rng.choice([0.0, rng.uniform(0, 0.1), rng.uniform(0, 2)]))
    return error, float(rng.choice([0.0, error, error * rng.random()]))


LOSSES = (0.0, 1e-10, 1e-9, 2e-9, 0.0001, 0.004, 0.005, 0.1, 0.1 + 1e-12, 0.0999, 0.125, 1.0, 1.5)
"""Differences of two values on both sides of the limits."""


def draw_figures(rng: np.random.Generator) -> TurnFigures:
    """The figures of a turn, some of them unknown."""
    best = draw_value(rng)
    is_exact = rng.random() < 0.5
    errors = [(0.0, 0.0) if is_exact else draw_errors(rng) for _ in range(2)]
    value = best + float(rng.choice([*LOSSES, rng.uniform(0, 0.2), rng.uniform(0, 2)]))
    bits = float(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0, 5)]))
    gained = float(rng.choice([0.0, bits, bits + 1, max(0.0, bits - 1), rng.uniform(0, 8)]))
    return TurnFigures(
        value=nan if rng.random() < 0.1 else value,
        error=errors[0][0],
        shared=errors[0][1],
        best_value=best,
        best_error=errors[1][0],
        best_shared=errors[1][1],
        cost=float(rng.choice([1, 1, 1, 2, 5])),
        bits=nan if rng.random() < 0.1 else bits,
        gained=nan if rng.random() < 0.1 else gained,
        counted=int(rng.integers(4)),
        is_best=value == best,
        is_candidate=bool(rng.random() < 0.5),
        contradicts=bool(rng.random() < 0.3),
        cannot_be_secret=bool(rng.random() < 0.3),
        is_test=bool(rng.random() < 0.2),
        is_over=bool(rng.random() < 0.1),
        is_answered=bool(rng.random() < 0.9),
        is_win=bool(rng.random() < 0.2),
    )


def draw_game(rng: np.random.Generator) -> tuple[JudgedTurns, bool]:
    """The verdicts on some turns, and whether all their figures are exact."""
    perfect = rng.random() < 0.2
    turns = [judge_turn(draw_figures(rng), limits()) for _ in range(int(rng.integers(1, 9)))]
    if perfect:
        turns = [turn for turn in turns if turn[1] == 1.0] or turns
    worth, skill, lost, _, luck, comment, _, _ = (np.array(column) for column in zip(*turns, strict=True))
    judged = JudgedTurns(worth=worth, comment=comment, skill=skill, lost=lost, luck=luck)
    return judged, bool(rng.random() < 0.5)


def judged_game(turns: JudgedTurns, is_exact: bool) -> tuple[float, float, int, int, int, int]:
    """The verdict with the limits of the coach."""
    return judge_game(turns, is_exact, LEAST_SKILL, limits())


def draw_table(rng: np.random.Generator) -> tuple[Any, ...]:
    """A table, or all codes of a game of black pegs with its symmetry; with labels and costs."""
    if rng.random() < 0.3:
        pegs, colors = int(rng.integers(1, 5)), int(rng.integers(2, 4))
        codes = np.array(list(product(range(colors), repeat=pegs)))
        table, by_peg = (codes[:, None] == codes).sum(-1).astype(np.uint16), True
    else:
        tests, objects = int(rng.integers(1, 30)), int(rng.integers(1, 40))
        table, by_peg, colors = rng.integers(0, 4, (tests, objects)).astype(np.uint16), False, 0
        codes = np.empty((tests, 0), dtype=np.int64)
    labels = np.arange(table.shape[1]) if by_peg or rng.random() < 0.5 else rng.integers(3, size=table.shape[1])
    costs = np.ones(len(table), dtype=np.int64) if by_peg or rng.random() < 0.5 else rng.integers(1, 5, len(table))
    return table, labels, costs, codes, colors, by_peg, int(rng.integers(1 << 62))


def cheapest_tests(*given: Any) -> tuple[Any, ...]:
    """Two steps of the search for a cheapest set of tests."""
    best = np.zeros(len(given[0]), dtype=np.int64)
    search = search_fixed_tests(*given)
    return *step_fixed_tests(search, 20_000, False, best), *step_fixed_tests(search, 200_000, True, best), best


CASES = [
    Case("fixed_tests", cheapest_tests, draw_table),
    Case("error_of_difference", error_of_difference, lambda rng: (*draw_errors(rng), *draw_errors(rng))),
    Case("judge_turn", judge_turn, lambda rng: (draw_figures(rng), limits()), seeds=400),
    Case("judge_game", judged_game, draw_game, seeds=200),
]
