"""Cases of the loops of exact Bayes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core.loops import (
    ChannelModel,
    CostModel,
    NumberedCodes,
    StatedCodes,
    WeightedCodes,
    add_belief,
    add_misfits,
    channel_costs,
    count_levels,
    decode_numbers,
    exp,
    expected_costs,
    follow_guess,
    followed_cost,
    log,
    pick_level,
    reply_parts,
    reply_parts_8,
    step_followed_guess,
)
from codepegs.game.parts import pack, part_table
from codepegs.game.rules import Game
from codepegs.strategies.bayes.posterior import CURVE_STEPS, EXCLUDED
from tests.kernels import Case

Rng = np.random.Generator

GAMES = [
    *("p1c1", "p1c7", "p1c300", "p2c2", "p2c40", "p3c3", "p4c6", "p5c2", "p6c4", "p9c2", "p3c20", "p8c3", "p5c5"),
    *("p1c1n", "p1c9n", "p2c2n", "p2c30n", "p3c3n", "p4c7n", "p5c5n", "p6c7n", "p3c18n"),
]
VIEWS = ("", "-b", "-t", "-w")


def numbered(game: Game) -> NumberedCodes:
    return NumberedCodes(game.pegs, game.colors, int(game.repeats))


def draw_game(rng: Rng) -> Game:
    return Game.parse(str(rng.choice(GAMES)) + str(rng.choice(VIEWS)))


def draw_code(game: Game, rng: Rng) -> NDArray[np.int64]:
    return rng.choice(game.colors, game.pegs, replace=game.repeats).astype(np.int64)


def draw_counts(size: int, rng: Rng) -> NDArray[np.uint8]:
    """Mostly few misfits, some codes excluded, some at the end of the scale."""
    counts = rng.binomial(int(rng.integers(1, 12)), 0.4, size).astype(np.uint8)
    if rng.random() < 0.5:
        counts[rng.random(size) < 0.1] = EXCLUDED
        counts[rng.random(size) < 0.1] = rng.integers(252, 256)
    return counts


def draw_range(size: int, rng: Rng) -> tuple[int, int]:
    if rng.random() < 0.3:
        return 0, size
    start, stop = sorted(rng.integers(0, size + 1, 2).tolist())
    return start, stop


def misfits(rng: Rng) -> tuple[Any, ...]:
    game = draw_game(rng)
    table = part_table(game)
    fits = table.part_of == rng.integers(len(table))
    return (numbered(game), draw_code(game, rng), fits, *draw_range(game.size, rng), draw_counts(game.size, rng))


def levels(rng: Rng) -> tuple[Any, ...]:
    size = int(rng.choice([0, 1, 5, 31, 64, 1000, 40_000]))
    return draw_counts(size, rng), rng.integers(0, 9, 256)


def picked(rng: Rng) -> tuple[Any, ...]:
    counts = draw_counts(int(rng.choice([1, 70, 1000, 50_000])), rng)
    level = int(rng.choice(counts)) if rng.random() < 0.9 else 17
    there = int((counts == level).sum())
    few = int(rng.integers(0, there + 1)) if rng.random() < 0.7 else there
    ordinals = np.sort(rng.choice(there, few, replace=False)).astype(np.int64)
    return counts, level, ordinals, int(rng.integers(1, 5))


def pick_in_pieces(
    counts: NDArray[np.uint8], level: int, ordinals: NDArray[np.int64], pieces: int
) -> NDArray[np.int64]:
    found = np.full(len(ordinals), -1, dtype=np.int64)
    edges = [len(counts) * n // pieces for n in range(pieces + 1)]
    seen = 0
    for start, stop in pairwise(edges):
        seen = pick_level(counts, level, start, stop, seen, ordinals, found)
    return found


def numbers(rng: Rng) -> tuple[Any, ...]:
    game = draw_game(rng)
    chosen = rng.integers(0, game.size, int(rng.integers(0, 60)))
    return numbered(game), chosen, np.zeros((len(chosen), game.pegs), dtype=np.int64)


def belief(rng: Rng) -> tuple[Any, ...]:
    game = draw_game(rng)
    weights = rng.random(256)
    weights *= weights * weights
    weights[rng.integers(0, 256, 40)] = 0.0
    return numbered(game), draw_counts(game.size, rng), weights, int(rng.integers(1, 6))


def belief_in_pieces(
    codes: NumberedCodes, counts: NDArray[np.uint8], weights: NDArray[np.float64], pieces: int
) -> NDArray[np.float64]:
    sums, out = np.zeros(codes.pegs), np.zeros((codes.pegs, codes.colors))
    edges = [len(counts) * n // pieces for n in range(pieces + 1)]
    for start, stop in pairwise(edges):
        add_belief(codes, counts, weights, start, stop, sums, out)
    return out


def replies(rng: Rng) -> tuple[Any, ...]:
    game = Game.parse(str(rng.choice(["p1c1", "p4c6", "p8c8", "p10c20", "p5c7n", "p3c50n", "p16c3"])))
    guesses = np.array([draw_code(game, rng) for _ in range(rng.integers(1, 20))])
    codes = np.array([draw_code(game, rng) for _ in range(rng.integers(1, 60))])
    codes[: len(guesses) // 2] = guesses[: len(codes)][: len(guesses) // 2]
    part_of = part_table(game).part_of
    return (*pack(game, guesses), *pack(game, codes), part_of, np.zeros((len(guesses), len(codes)), dtype=np.uint16))


def byte_replies(rng: Rng) -> tuple[Any, ...]:
    *arguments, parts = replies(rng)
    return (*arguments, parts.astype(np.uint8))


def draw_model(rng: Rng) -> CostModel:
    share = float(rng.choice([0.0, 0.05, 0.3, 0.9]))
    parts = int(rng.choice([2, 3, 5, 14, 27]))
    points = int(rng.choice([2, 9, 320]))
    bits = np.arange(points) / CURVE_STEPS
    announced = int(rng.integers(0, 2))
    curve = 1.0 + 0.1 * bits * np.sqrt(bits) if announced else bits / 2.0 + 1.0 - exp(-bits / 0.4)
    return CostModel(1.0 - share, share / parts, announced, parts, curve, float(rng.choice([0.0, 0.9])))


def draw_weights(columns: NDArray[np.int64], rng: Rng) -> WeightedCodes:
    """Codes of one to several kinds; those of a sample stand for several each."""
    kinds = int(rng.integers(1, 7))
    kind = np.sort(rng.integers(0, kinds, len(columns))) if rng.random() < 0.7 else rng.integers(0, kinds, len(columns))
    chance = np.sort(np.square(np.square(rng.random(kinds))) + 1e-9)[::-1].copy()
    mass = chance * rng.choice([1, 1, 5, 40], kinds)
    total = mass[kind].sum()
    return WeightedCodes(columns, kind.astype(np.int64), mass / total, chance / total)


def draw_comparison(rng: Rng) -> tuple[Any, ...]:
    """A table of replies, at random or of a game, and codes that stand in some of its columns."""
    model = draw_model(rng)
    if rng.random() < 0.5:
        game = Game.parse(str(rng.choice(["p2c4", "p3c3-b", "p2c5n-t", "p3c4-w", "p4c3"])))
        codes = np.array([draw_code(game, rng) for _ in range(rng.integers(2, 50))])
        part_of = part_table(game).part_of
        black, total = (np.bitwise_count(mask & mask.T) for mask in pack(game, codes))  # of one word
        table = part_of[black, total].astype(np.uint16)
        model = CostModel(
            model.share_as_is, model.share_by_chance, model.announced, len(part_table(game)), model.curve, model.doubt
        )
    else:
        shape = rng.integers(1, 30), rng.integers(1, 200)
        skewed = exp(rng.choice([0.3, 1.0, 3.0]) * log(rng.random(shape)))
        table = (model.parts * skewed).astype(np.uint16)
    rows, width = table.shape
    columns = np.sort(rng.choice(width, rng.integers(1, width + 1), replace=False)).astype(np.int64)
    wins = rng.random(rows) * rng.choice([0.0, 0.02, 0.5])
    return table, wins, draw_weights(columns, rng), model


def costs(rng: Rng) -> tuple[Any, ...]:
    table, wins, codes, model = draw_comparison(rng)
    start, stop = draw_range(len(table), rng)
    return table, wins, codes, model, start, stop, np.zeros(len(table)), np.zeros(len(table))


def channel(rng: Rng) -> tuple[Any, ...]:
    """A comparison with a random matrix of shown replies, some of which are impossible."""
    table, wins, codes, model = draw_comparison(rng)
    states = int(rng.integers(1, 4))
    shown = rng.random((states * model.parts, model.parts)) * (rng.random((states * model.parts, model.parts)) < 0.6)
    rows = np.arange(states * model.parts)
    shown[rows, rows % model.parts] += 0.1
    shown /= shown.sum(axis=1, keepdims=True)
    state = rng.integers(0, states, len(codes.columns))
    stated = StatedCodes(codes.columns, state, codes.mass[codes.kind], codes.chance[codes.kind])
    start, stop = draw_range(len(table), rng)
    costs, bits = np.zeros(len(table)), np.zeros(len(table))
    return table, wins, stated, ChannelModel(shown, model.announced, model.curve, model.doubt), start, stop, costs, bits


def followed(rng: Rng) -> tuple[Any, ...]:
    table, wins, codes, model = draw_comparison(rng)
    first_replies = rng.integers(0, model.parts, len(table), dtype=np.uint16)
    return table, wins, codes, model, int(rng.integers(len(table))), first_replies, int(rng.choice([1, 5000, 10**7]))


def follow(table: Any, wins: Any, codes: Any, model: Any, first: int, first_replies: Any, units: int) -> float:
    search = follow_guess(table, wins, codes, model, first, first_replies)
    while not step_followed_guess(search, units):
        pass
    return followed_cost(search)


CASES = [
    Case("add_misfits", add_misfits, misfits, seeds=60),
    Case("count_levels", count_levels, levels, seeds=25),
    Case("pick_level", pick_in_pieces, picked, seeds=40),
    Case("decode_numbers", decode_numbers, numbers, seeds=40),
    Case("add_belief", belief_in_pieces, belief, seeds=60),
    Case("reply_parts", reply_parts, replies, seeds=40),
    Case("reply_parts_8", reply_parts_8, byte_replies, seeds=40),
    Case("expected_costs", expected_costs, costs, seeds=60),
    Case("channel_costs", channel_costs, channel, seeds=60),
    Case("followed_guess", follow, followed, seeds=60),
]
