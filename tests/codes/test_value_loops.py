"""The loops of values against NumPy's interpolation and sums over whole arrays."""

from __future__ import annotations

from collections import defaultdict
from math import hypot, log2

import numpy as np
import pytest

from codepegs.core.loops import fit_curve, guesses_needed, other_curve, value_of_parts
from codepegs.game.reply import View
from codepegs.game.rules import Game
from codepegs.strategies.protocol.values import guesses_to_come
from tests.codes import kernel_cases as cases

BITS_A_GUESS, BIAS, COVERING, ERROR_OF_MORE = 4.0, 0.03, 2.0, 0.4


def plain_curve(sizes: cases.Numbers, averages: cases.Numbers) -> tuple[cases.Numbers, cases.Numbers, cases.Numbers]:
    """Sizes in bits, means that do not fall, and spreads, one for each third of a bit."""
    steps = defaultdict(list)
    for size, average in zip(sizes.tolist(), averages.tolist(), strict=True):
        steps[round(3 * log2(size))].append((log2(size), average))
    points = [np.array(steps[step]) for step in sorted(steps)]
    means = np.maximum.accumulate([point[:, 1].mean() for point in points])
    spreads = np.array([max(point[:, 1].std(), 0.02 * (1 + len(point) ** -0.5)) for point in points])
    return np.array([point[:, 0].mean() for point in points]), means, spreads


def interpolated(sizes: cases.Numbers, bits: cases.Numbers, means: cases.Numbers) -> cases.Numbers:
    """What sets need by a curve."""
    found = np.log2(np.maximum(1.0, sizes))
    return np.asarray(np.interp(found, bits, means) + np.maximum(0.0, found - bits[-1]) / BITS_A_GUESS)


@pytest.mark.parametrize("seed", range(40))
def test_values_by_a_curve_through_sets(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    given, (masses, sizes, known), price = cases.draw_sets(rng), cases.draw_parts(rng), int(rng.integers(1, 4))
    bits, means, spreads = plain_curve(*given)
    assert cases.needed_after_fit(*given, sizes) == pytest.approx(interpolated(sizes, bits, means))
    shares, large = masses / masses.sum(), np.isnan(known)
    value = price + float((shares * np.where(large, interpolated(sizes, bits, means), known)).sum())
    own = (shares * np.interp(np.log2(sizes), bits, spreads))[large]
    error = COVERING * hypot(float(np.linalg.norm(own)), BIAS * float(shares[large].sum())) if large.any() else 0.0
    found = value_of_parts(masses, sizes, known, price, fit_curve(*given))
    assert found == pytest.approx((value, error, 0.0, 0.0, 0.0), rel=1e-7)


@pytest.mark.parametrize("seed", range(40))
def test_values_by_the_curve_of_other_games(seed: int) -> None:
    rng = np.random.default_rng([seed, 2])
    rules, (masses, sizes, known) = cases.draw_rules(rng), cases.draw_parts(rng)
    plain, needed = np.zeros(len(sizes)), np.zeros(len(sizes))
    guesses_needed(sizes, other_curve(0, 6, True, 0), plain)
    guesses_needed(sizes, other_curve(*rules), needed)
    shares, large = masses / masses.sum(), np.isnan(known)
    more = float((shares * (needed - plain))[large].sum())
    value = 1 + float((shares * np.where(large, needed, known)).sum())
    weight, off = float(shares[large].sum()), 0.2 * max(0, rules[0] - 8)
    shared = weight * max(0.3, off) + ERROR_OF_MORE * more
    own = COVERING * hypot(0.04 * float(np.linalg.norm(shares[large])), BIAS * weight)
    found = cases.value_by_others(rules, masses, sizes, known, 1)
    assert found == pytest.approx((value, hypot(own, shared), shared, more, off + ERROR_OF_MORE * more), abs=1e-9)


@pytest.mark.parametrize("rules", ["p4c6", "p5c8-b", "p4c6-t", "p5c9n-t"])
def test_parts_of_up_to_two_codes_need_no_curve(rules: str) -> None:
    game, sizes = Game.parse(rules), np.array([0.0, 1.0, 2.0, 3.0, 40.0, 1.0])
    curve = other_curve(game.pegs, game.colors, game.repeats, list(View).index(game.view))
    known = np.array([0.5, 1.0, 1.5, np.nan, np.nan, 0.0])
    assert value_of_parts(sizes, sizes, known, 1, curve) == value_of_parts(sizes, sizes, np.empty(0), 1, curve)


@pytest.mark.parametrize(
    ("rules", "more"), [("p8c8", 0.0), ("p4c100", 14.1), ("p10c10n", 3.3), ("p8c8-b", 4.4), ("p10c10-w", 3.3)]
)
def test_all_codes_of_a_game_need_the_whole_addition(rules: str, more: float) -> None:
    game = Game.parse(rules)
    size = np.array([float(game.size)])
    assert guesses_to_come(size, game) - guesses_to_come(size) == pytest.approx(more)
