"""Cases of the loops of the genetic algorithm."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core.loops import (
    BreedingRules,
    ShownReplies,
    bred_codes,
    breed_population,
    codes_left,
    shared_pegs,
    start_population,
)
from tests.kernels import Case

Rng = np.random.Generator

BLACK_WHITE, BLACK, TOTAL, WHITE = range(4)
SIZES = [(1, 1), (1, 5), (2, 2), (2, 9), (3, 4), (4, 6), (5, 8), (8, 10), (12, 3), (20, 20), (64, 7), (3, 400)]


def draw_size(rng: Rng) -> tuple[int, int, bool]:
    """Pegs, colours, and whether colours may repeat."""
    pegs, colors = SIZES[rng.integers(len(SIZES))]
    return pegs, colors, bool(colors < pegs or rng.random() < 0.6)


def draw_codes(rng: Rng, count: int, pegs: int, colors: int, repeats: bool) -> NDArray[np.int64]:
    codes = [rng.choice(colors, pegs, replace=repeats) for _ in range(count)]
    return np.array(codes, dtype=np.int64).reshape(count, pegs)


def score(first: NDArray[np.int64], second: NDArray[np.int64], colors: int) -> tuple[int, int]:
    counts = [np.bincount(code, minlength=colors) for code in (first, second)]
    return int((first == second).sum()), int(np.minimum(*counts).sum())


def draw_turns(rng: Rng, pegs: int, colors: int, repeats: bool) -> ShownReplies:
    """True replies of a secret, with a false one now and then."""
    view = int(rng.integers(4))
    guesses = draw_codes(rng, int(rng.integers(1, 9)), pegs, colors, repeats)
    (secret,) = draw_codes(rng, 1, pegs, colors, repeats)
    if rng.random() < 0.2:
        guesses[-1] = secret
    black, other, won = [], [], []
    for guess in guesses:
        same, total = score(guess, secret, colors)
        if rng.random() < 0.05:
            same, total = 0, int(rng.integers(pegs + 1))
        wins = same == pegs and rng.random() < 0.7
        shown = {BLACK_WHITE: total - same, BLACK: 0, TOTAL: total, WHITE: total - same}
        black.append(same if view in (BLACK_WHITE, BLACK) or wins else 0)
        other.append(shown[view])
        won.append(wins)
    return ShownReplies(view, colors, guesses, np.array(black), np.array(other), np.array(won))


def breeding(rng: Rng) -> tuple[Any, ...]:
    pegs, colors, repeats = draw_size(rng)
    turns = draw_turns(rng, pegs, colors, repeats)
    generations = int(rng.choice([0, 3, 12, 40]))
    rules = BreedingRules(
        repeats=int(repeats),
        population=int(rng.choice([2, 3, 20, 51, 150])),
        black_weight=float(rng.choice([1.0, 0.3])),
        base=float(rng.choice([0.5, 2.0])) * pegs * len(turns.black),
        tournament=int(rng.choice([0, 1, 2, 5])),
        two_point=float(rng.choice([0.0, 0.5, 1.0])),
        mutation=float(rng.choice([0.03, 0.5])),
        permutation=float(rng.choice([0.03, 0.5])),
        inversion=float(rng.choice([0.02, 0.5])),
        generations=generations,
        share=int(rng.choice([1, 3, 1_000])),
        populations=int(rng.choice([1, 2, 4])),
        patience=generations + int(rng.choice([0, 5, 30, 100])),
        wanted=int(rng.choice([1, 2, 10, 60])),
    )
    return turns, rules, int(rng.integers(1, 2**63)), int(rng.choice([1, 700, 10**7]))


def breed(turns: ShownReplies, rules: BreedingRules, seed: int, units: int) -> tuple[Any, ...]:
    population = start_population(turns, rules, seed)
    while not breed_population(population, units):
        pass
    eligible = np.zeros((rules.wanted, turns.guesses.shape[1]), dtype=np.int64)
    fittest = np.zeros(turns.guesses.shape[1], dtype=np.int64)
    found, generations = bred_codes(population, eligible, fittest)
    return found, generations, eligible[:found], fittest


def fitting(rng: Rng) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Different codes, those of a sample, and the number of colours."""
    pegs, colors, repeats = draw_size(rng)
    codes = np.unique(draw_codes(rng, int(rng.integers(1, 50)), pegs, colors, repeats), axis=0)
    rng.shuffle(codes)
    sample = rng.choice(len(codes), int(rng.integers(1, len(codes) + 1)), replace=False).astype(np.int64)
    return codes, sample, colors


def draw_range(size: int, rng: Rng) -> tuple[int, int]:
    start, stop = sorted(rng.integers(0, size + 1, 2).tolist()) if rng.random() < 0.5 else (0, size)
    return start, stop


def left(rng: Rng) -> tuple[Any, ...]:
    codes, sample, colors = fitting(rng)
    view = int(rng.integers(4))
    return codes, sample, view, colors, *draw_range(len(codes), rng), np.zeros(len(codes), dtype=np.int64)


def shared(rng: Rng) -> tuple[Any, ...]:
    codes, sample, colors = fitting(rng)
    return codes, sample, colors, *draw_range(len(codes), rng), np.zeros(len(codes), dtype=np.int64)


CASES = [
    Case("breed_population", breed, breeding, seeds=60),
    Case("codes_left", codes_left, left, seeds=40),
    Case("shared_pegs", shared_pegs, shared, seeds=30),
]
