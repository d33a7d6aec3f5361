"""What guesses are expected to cost, against following every reply to every code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import CostModel, WeightedCodes
from codepegs.strategies.bayes.posterior import CURVE_STEPS
from tests.strategies.bayes import kernel_cases

Floats = NDArray[np.float64]


def comparisons() -> Iterator[tuple[NDArray[np.uint16], Floats, WeightedCodes, CostModel]]:
    """Tables of all sorts, not too large to go through them code by code."""
    for seed in range(60):
        table, wins, codes, model = kernel_cases.draw_comparison(np.random.default_rng([seed, 1]))
        if len(codes.columns) <= 100 and len(table) <= 25:
            yield table, wins, codes, model


def curve_at(model: CostModel, bits: float) -> float:
    """Between the points of the curve, and straight on after it."""
    x = bits * CURVE_STEPS
    y: Floats = model.curve
    if x >= len(y) - 1:
        return float(y[-1] + (x - (len(y) - 1)) * (y[-1] - y[-2]))
    return float(np.interp(x, np.arange(len(y)), y))


def shown(model: CostModel, replies: NDArray[Any], part: int) -> Floats:
    """How probable it is for each code that a part is shown: as the true reply, or by chance."""
    chances: Floats = model.share_as_is * (replies == part) + model.share_by_chance
    return chances


def ended(model: CostModel, replies: NDArray[Any]) -> Floats:
    """0 for codes whose game ends, 1 for others."""
    goes_on = np.ones(len(replies))
    if model.announced:
        goes_on[replies == model.parts - 1] = 0.0
    return goes_on


def worth(model: CostModel, codes: WeightedCodes, likelihood: Floats) -> tuple[float, float, float]:
    """Probability of what was shown, entropy of the posterior, and the guesses it costs."""
    joint = codes.mass[codes.kind] * likelihood
    each = codes.chance[codes.kind] * likelihood
    z = float(joint.sum())
    if z <= 1e-300:
        return 0.0, 0.0, 0.0
    held = joint > 0
    bits = max(0.0, float(-(joint[held] / z) @ np.log2(each[held] / z)))
    return z, bits, curve_at(model, bits) + model.doubt * max(0.0, 1.0 - float(each.max()) / z)


def naive_cost(table: Any, wins: Floats, codes: WeightedCodes, model: CostModel, n: int) -> tuple[float, float]:
    """Expected cost and bits of one guess."""
    replies = table[n, codes.columns]
    before = -float(codes.mass[codes.kind] @ np.log2(codes.chance[codes.kind]))
    reached = cost = left = 0.0
    for part in range(model.parts):
        z, bits, guesses = worth(model, codes, shown(model, replies, part) * ended(model, replies))
        reached, cost, left = reached + z, cost + z * guesses, left + z * bits
    goes_on = 0.0 if reached <= 1e-12 else (1 - wins[n]) / reached if model.announced else 1.0
    return goes_on * cost, before - goes_on * left


def naive_followed(table: Any, wins: Floats, codes: WeightedCodes, model: CostModel, first: int, own: Any) -> float:
    """Expected cost of one guess when the best of the table follows each reply."""
    replies = table[first, codes.columns]
    going = ended(model, replies)
    given = set(replies[going > 0].tolist())
    total = all_reached = 0.0
    for part in range(model.parts):
        likelihood = shown(model, replies, part) * going
        chance = float((codes.mass[codes.kind] * likelihood).sum())
        if chance <= 0:
            continue
        values = []
        for n in range(len(table)):
            second = table[n, codes.columns]
            parts = [
                worth(model, codes, likelihood * shown(model, second, other) * ended(model, second))
                for other in range(model.parts)
            ]
            reached = sum(z for z, _, _ in parts)
            cost = sum(z * guesses for z, _, guesses in parts)
            goes_on = 1.0
            if model.announced and n != first:
                fits = own[n] == part and part in given
                goes_on -= min(1.0, wins[n] * (model.share_as_is * fits + model.share_by_chance) / chance)
            values.append(1.0 + goes_on * cost / reached if reached > 1e-300 else 1.0)
        total, all_reached = total + chance * min(values), all_reached + chance
    if all_reached <= 1e-12:
        return 0.0
    return float((1 - wins[first] if model.announced else 1.0) * total / all_reached)


def test_costs_are_those_of_following_every_reply() -> None:
    compared = 0
    for table, wins, codes, model in comparisons():
        costs, bits = np.zeros(len(table)), np.zeros(len(table))
        loops.expected_costs(table, wins, codes, model, 0, len(table), costs, bits)
        for n in range(len(table)):
            assert (costs[n], bits[n]) == pytest.approx(naive_cost(table, wins, codes, model, n), abs=1e-9)
            compared += 1
    assert compared > 100


def test_costs_with_a_follower_are_those_of_the_best_after_every_reply() -> None:
    compared = 0
    for table, wins, codes, model in comparisons():
        if model.parts > 14 or len(table) > 12:
            continue
        rng = np.random.default_rng(len(table))
        own = rng.integers(0, model.parts, len(table), dtype=np.uint16)
        for first in {0, len(table) - 1}:
            found = kernel_cases.follow(table, wins, codes, model, first, own, 10**6)
            assert found == pytest.approx(naive_followed(table, wins, codes, model, first, own), abs=1e-9)
            compared += 1
    assert compared > 20


def test_what_cannot_be_compared_is_refused() -> None:
    table, wins = np.zeros((2, 3), dtype=np.uint16), np.zeros(2)
    codes = WeightedCodes(np.arange(3), np.zeros(3, dtype=np.int64), np.array([1 / 3]), np.array([1 / 3]))
    model = CostModel(0.8, 0.1, 1, 2, np.array([1.0, 2.0]), 0.5)
    loops.follow_guess(table, wins, codes, model, 1, np.zeros(2, dtype=np.uint16))
    search = loops.follow_guess(table, wins, codes, model, 0, np.zeros(2, dtype=np.uint16))
    with pytest.raises(ValueError, match="not done"):
        loops.followed_cost(search)
    with pytest.raises(ValueError, match="a row of the table"):
        loops.follow_guess(table, wins, codes, model, 2, np.zeros(2, dtype=np.uint16))
    with pytest.raises(ValueError, match="no such part"):
        loops.step_followed_guess(loops.follow_guess(table + 9, wins, codes, model, 0, np.zeros(2, dtype=np.uint16)), 1)
    wrong = WeightedCodes(np.array([3]), np.zeros(1, dtype=np.int64), np.ones(1), np.ones(1))
    with pytest.raises(ValueError, match="no such column"):
        loops.follow_guess(table, wins, wrong, model, 0, np.zeros(2, dtype=np.uint16))
    wrong_model = CostModel(0.8, 0.1, 1, 2, np.array([2.0, 1.0]), 0.5)
    with pytest.raises(ValueError, match="ascending"):
        loops.expected_costs(table, wins, codes, wrong_model, 0, 2, np.zeros(2), np.zeros(2))
