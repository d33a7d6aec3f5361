"""The figures of a guess from its parts against their definitions, what is said of them, and the order of guesses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import fsum, log2

import numpy as np
import pytest

from codepegs.core.loops import best_places, part_figures
from codepegs.reasons import catalogue, fields
from codepegs.strategies.protocol.exhaustive import GUESS_KINDS
from tests import extent
from tests.codes.kernel_cases import draw_part_figures, draw_places

DRAWN = extent.of(10_000, 1_000)


def plain_kind(sizes: list[int], weights: list[int], fewest_left: int, is_test: bool, ends_named: bool) -> str:
    """The kind of the sentence about a guess."""
    codes, wins, present = sum(sizes), sizes[-1] > 0, [size for size in sizes if size]
    test = "test_" if is_test else ""
    if codes == 1 and not is_test:
        return "only_candidate" if wins else "secret_known"
    if codes == 2 and wins and ends_named and not is_test:
        return "one_of_two"
    if len(present) == 1:
        return f"{test}no_information"
    if max(present) == 1:
        return f"{test}identifies" if is_test or not wins else "wins_or_identifies"
    if is_test:
        return "test_leaves"
    if wins:
        return "leaves_candidate"
    left = sum(size * weight for size, weight in zip(sizes, weights, strict=True))
    return "leaves_fewer" if fewest_left > left else "leaves_other"


@pytest.mark.parametrize("seed", range(10))
def test_the_figures_of_parts(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    for _ in range(DRAWN // 10):
        sizes, weights, fewest_left, is_test, ends_named = draw_part_figures(rng)
        worst, left, bits, parts, win, kind = part_figures(sizes, weights, fewest_left, is_test, ends_named)
        some, masses = sizes.tolist(), weights.tolist()
        whole = sum(masses)
        assert (worst, parts) == (max(some), sum(size > 0 for size in some))
        assert left == float(Fraction(sum(size * mass for size, mass in zip(some, masses, strict=True)), whole))
        assert win == masses[-1] / whole
        assert bits == pytest.approx(-fsum(mass / whole * log2(mass / whole) for mass in masses if mass), abs=1e-12)
        assert GUESS_KINDS[kind][0] == plain_kind(some, masses, fewest_left, is_test, ends_named)


def test_the_order_of_guesses() -> None:
    rng = np.random.default_rng(3)
    for _ in range(DRAWN // 5):
        scores, wins, out = draw_places(rng)
        best_places(scores, wins, out)
        assert out.tolist() == sorted(range(len(scores)), key=lambda n: (scores[n], -wins[n], n))[: len(out)]


def test_every_kind_is_drawn() -> None:
    rng = np.random.default_rng(2)
    found = Counter(part_figures(*draw_part_figures(rng))[-1] for _ in range(2_000))
    assert sorted(found) == list(range(len(GUESS_KINDS)))


def test_every_sentence_has_its_values() -> None:
    for kind, names in GUESS_KINDS:
        assert {field.name for field in fields(catalogue()[kind])} <= set(names), kind
