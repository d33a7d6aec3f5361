"""Cases of the loops of the random walk."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core.loops import (
    AskedCodes,
    WalkRules,
    played_games,
    start_games,
    start_walk,
    step_games,
    step_random_walk,
    walked,
)
from tests.kernels import Case
from tests.reports.two_part_solver.kernel_cases import draw_codes, score

Rng = np.random.Generator

SIZES = [(1, 1), (1, 5), (2, 2), (3, 3), (3, 5), (4, 6), (5, 8), (8, 3), (12, 12), (30, 5), (4, 300)]


def draw_rules(rng: Rng, colors: int, repeats: bool) -> WalkRules:
    sees_black, sees_white, sees_total = [(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)][rng.integers(4)]
    return WalkRules(
        colors=colors,
        repeats=int(repeats),
        sees_black=sees_black,
        sees_white=sees_white,
        sees_total=sees_total,
        black_weight=float(rng.choice([0.0, 1.0, 0.3])) * sees_black,
        white_weight=float(rng.choice([1.0, 0.7])) * sees_white,
        total_weight=float(rng.choice([2.0, 0.2])) * sees_total,
        burn_in=int(rng.choice([1, 20, 300, 300])),
        swap=float(rng.choice([0.0, 0.5, 0.9, 1.0])),
        near=float(rng.choice([0.0, 0.5, 0.8])),
        near_swap=float(rng.choice([0.0, 0.05, 1.0])),
        endgame=float(rng.choice([0.0, 0.5, 0.9, 1.0])),
        endgame_nodes=int(rng.choice([1, 50, 20_000])),
        start=int(rng.integers(3)),
        check=int(rng.random() < 0.7),
        ask_again=int(rng.random() < 0.3),
    )


def draw_size(rng: Rng) -> tuple[int, int, bool]:
    """Pegs, colours, and whether colours may repeat."""
    pegs, colors = SIZES[rng.integers(len(SIZES))]
    return pegs, colors, bool(colors < pegs or rng.random() < 0.6)


def walk_arguments(rng: Rng) -> tuple[Any, ...]:
    """Replies of a secret, some of them false, and codes that were asked besides."""
    pegs, colors, repeats = draw_size(rng)
    rules = draw_rules(rng, colors, repeats)
    turns = int(rng.choice([0, 1, 2, 5, 17, 40])) if rng.random() < 0.8 else int(rng.integers(1, 9))
    asked = max(1, turns + int(rng.integers(0, 2)))
    guesses = draw_codes(rng, asked, pegs, colors, repeats)
    (secret,) = draw_codes(rng, 1, pegs, colors, repeats)
    if rng.random() < 0.4:  # a guess that is almost right
        guesses[rng.integers(asked)] = np.where(rng.random(pegs) < 0.8, secret, guesses[0]) if repeats else secret
    black, total = [], []
    for guess in guesses[:turns]:
        same, shared = score(guess, secret, colors)
        if rng.random() < 0.1:
            shared = int(rng.integers(pegs + 1))
            same = int(rng.integers(shared + 1))
        black.append(same if rules.sees_black else 0)
        total.append(shared if rules.sees_total else shared - same if rules.sees_white else 0)
    known = AskedCodes(guesses, np.array(black, dtype=np.int32), np.array(total, dtype=np.int32))
    return rules, known, int(rng.integers(2**64, dtype=np.uint64)), int(rng.choice([1, 3000, 10**8]))


COUNTS = np.zeros((0, 0), dtype=np.int64)
"""The numbers of replies where the view shows counts."""


def walk(
    rules: WalkRules, turns: AskedCodes, seed: int, units: int, shown: NDArray[np.int64] = COUNTS
) -> tuple[Any, ...]:
    begun = start_walk(rules, shown, turns, seed)
    while not step_random_walk(begun, units):
        pass
    code = np.zeros(turns.guesses.shape[1], dtype=np.int64)
    fits, states, _ = walked(begun, code)
    return fits, states, code


def games_arguments(rng: Rng) -> tuple[Any, ...]:
    pegs, colors, repeats = draw_size(rng)
    rules = draw_rules(rng, colors, repeats)
    games = int(rng.choice([0, 3, 3, 4]))
    secrets = draw_codes(rng, games, pegs, colors, repeats)
    firsts = draw_codes(rng, games, pegs, colors, repeats)
    if games > 2:
        firsts[1] = secrets[1]
    seeds = rng.integers(2**64, size=games, dtype=np.uint64)
    return rules, secrets, firsts, seeds, int(rng.choice([1, 4, 40, 40, 40])), int(rng.choice([1, 20_000, 10**8]))


def numbered_arguments(rng: Rng) -> tuple[Any, ...]:
    """The same with replies that have numbers, of a function of black and white."""
    rules, turns, seed, units = walk_arguments(rng)
    pegs = turns.guesses.shape[1]
    fields = {name: getattr(rules, name) for name in WalkRules.types}
    hidden = {"sees_black": 0, "sees_white": 0, "sees_total": 0, "white_weight": 0.0, "total_weight": 0.0}
    rules = WalkRules(**(fields | hidden | {"black_weight": float(rng.choice([1.0, 0.4]))}))
    shown = rng.integers(0, int(rng.choice([2, 5, 40])), (pegs + 1, pegs + 1))
    (secret,) = draw_codes(rng, 1, pegs, rules.colors, bool(rules.repeats))
    counts = [score(guess, secret, rules.colors) for guess in turns.guesses[: len(turns.black)]]
    numbers = np.array([shown[pair] for pair in counts], dtype=np.int32)
    return rules, AskedCodes(turns.guesses, numbers, np.zeros_like(numbers)), seed, units, shown


def play(
    rules: WalkRules,
    secrets: Any,
    firsts: Any,
    seeds: Any,
    most_turns: int,
    units: int,
    shown: NDArray[np.int64] = COUNTS,
) -> tuple[Any, ...]:
    begun = start_games(rules, shown, secrets, firsts, seeds, most_turns)
    while not step_games(begun, units):
        pass
    lengths, states = np.zeros(len(secrets), dtype=np.int64), np.zeros(len(secrets), dtype=np.int64)
    played_games(begun, lengths, states)
    return lengths, states


CASES = [
    Case("random_walk", walk, walk_arguments, seeds=120),
    Case("numbered_walk", walk, numbered_arguments, seeds=120),
    Case("walked_games", play, games_arguments, seeds=40),
]
