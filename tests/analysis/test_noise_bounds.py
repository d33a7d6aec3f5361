"""Lower bounds on the average with false replies, against play and against exact values."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from codepegs.analysis.bounds import least_by_capacity, least_if_known_false, reply_capacity
from codepegs.errors import BadInput
from codepegs.experiments.evaluation import evaluate
from codepegs.game.rules import Game
from tests import extent, naive


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.5, 0.9])
def test_the_capacity_is_that_of_evenly_used_replies(noise: float) -> None:
    replies = 14
    joint = ((1 - noise) * np.eye(replies) + noise / replies) / replies
    shown = joint.sum(axis=0)
    information = sum(p * math.log2(p * replies / shown[b]) for row in joint for b, p in enumerate(row) if p > 0)
    assert reply_capacity("p4c6", noise) == pytest.approx(information)


def exact_if_known(rules: str, noise: float) -> float:
    """The least average if it becomes known which replies are false, by trying all guesses at every position."""
    game = Game.parse(rules)
    codes = naive.all_codes(game)

    @cache
    def least(left: frozenset[tuple[int, ...]]) -> float:
        if not left:
            return 0.0
        best = math.inf
        for guess in codes:
            parts: dict[object, set[tuple[int, ...]]] = {}
            for code in left - {guess}:
                parts.setdefault(game.reply(guess, code), set()).add(code)
            if guess not in left and len(parts) == 1:
                continue
            total = len(left) + (1 - noise) * sum(least(frozenset(part)) for part in parts.values())
            total = total + noise * least(left - {guess}) if guess in left else total / (1 - noise)
            best = min(best, total)
        return best

    return least(frozenset(codes)) / len(codes)


@pytest.mark.parametrize("rules", ["p2c2", "p2c3", "p1c4"])
@pytest.mark.parametrize("noise", [0.0, 0.2, 0.6])
def test_a_deep_search_is_exact_and_a_shallow_one_below(rules: str, noise: float) -> None:
    exact = exact_if_known(rules, noise)
    bounds = [least_if_known_false(rules, noise, depth) for depth in range(12)]
    assert bounds == sorted(bounds)
    assert bounds[-1] == pytest.approx(exact, abs=2e-3)
    assert bounds[-1] <= exact + 1e-12


@pytest.mark.extended
def test_no_strategy_is_below_the_bounds() -> None:
    for rules, noise in (("p3c4", 0.2), ("p3c4", 0.0), ("p3c3", 0.5)):
        found = evaluate(rules, "bayes", noise=noise, games=extent.of(200, 40), seed=2)[0]
        error = 4 * (found.standard_error or 0.0)
        assert least_by_capacity(rules, noise) <= found.average + error
        assert least_if_known_false(rules, noise, 3) <= found.average + error
    assert least_if_known_false("p3c4", 0.0, extent.of(8, 5)) == pytest.approx(naive_optimum(), abs=1e-9)


def naive_optimum() -> float:
    """The least average of p3c4 without false replies, as the optimal tree has it."""
    return evaluate("p3c4", "optimal")[0].average


def test_what_has_no_bound() -> None:
    with pytest.raises(BadInput, match="at most 2,000"):
        least_if_known_false("p5c8", 0.1)
    for function in (reply_capacity, least_by_capacity, least_if_known_false):
        with pytest.raises(BadInput, match="noise"):
            function("p4c6", 1.5)
        with pytest.raises(BadInput, match="must be a number"):
            function("p4c6", "unknown")  # type: ignore[arg-type]
