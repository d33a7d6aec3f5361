"""Cases of the loops of values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.strategies.values.loops import fit_curve, guesses_needed, other_curve, value_of_parts
from tests.kernels import Case

Rng = np.random.Generator
Numbers = NDArray[np.float64]
Rules = tuple[int, int, bool, int]


def draw_sets(rng: Rng) -> tuple[Numbers, Numbers]:
    """Sets of a game with the guesses that they need."""
    sizes = np.floor(2 ** (rng.random(int(rng.integers(1, 300))) * 15))
    return sizes, 1.0 + np.log2(sizes) * (0.5 + rng.random(len(sizes)) / 9)


def draw_parts(rng: Rng) -> tuple[Numbers, Numbers, Numbers]:
    """The masses and sizes of the parts of a guess; of some it is known what they need."""
    count = int(rng.integers(1, 20))
    masses = rng.integers(1, 300, count).astype(np.float64)
    sizes = np.where(rng.random(count) < 0.4, rng.integers(1, 4, count), rng.integers(1, 100_000, count)).astype(float)
    known = np.where(rng.random(count) < rng.choice([0.3, 0.9]), rng.integers(0, 6, count) / 2, np.nan)
    known[-1] = 0.0
    return masses, sizes, known


def draw_rules(rng: Rng) -> Rules:
    """The rules of a game of any view, or of one without pegs."""
    pegs = int(rng.integers(12))
    return pegs, int(rng.integers(max(1, pegs), 30)), bool(rng.integers(2)), int(rng.integers(4))


def needed_after_fit(sizes: Numbers, averages: Numbers, some: Numbers) -> Numbers:
    """The guesses that sets need by the curve through others."""
    needed = np.zeros(len(some))
    guesses_needed(some, fit_curve(sizes, averages), needed)
    return needed


def value_by_others(rules: Rules, masses: Numbers, sizes: Numbers, known: Numbers, price: int) -> tuple[float, ...]:
    """The value of a guess by the curve of other games."""
    return value_of_parts(masses, sizes, known, price, other_curve(*rules))


CASES = [
    Case("fit_curve", needed_after_fit, lambda rng: (*draw_sets(rng), draw_parts(rng)[1])),
    Case("value_of_parts", value_by_others, lambda rng: (draw_rules(rng), *draw_parts(rng), int(rng.integers(1, 4)))),
]
