"""The loops over all codes of a game against plain enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations, product
from math import fsum

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.core.loops import NumberedCodes, reply_parts
from codepegs.game.parts import pack, part_table
from codepegs.game.rules import Game
from codepegs.strategies.bayes.posterior import EXCLUDED
from tests.strategies.bayes import kernel_cases

MOST_FALSE = 254
"""Largest count of false replies that the loops distinguish."""

SIZES = [
    (1, 1, True),
    (1, 4, False),
    (2, 3, True),
    (4, 3, True),
    (3, 5, False),
    (7, 2, True),
    (4, 4, False),
    (5, 6, True),
]
LARGER = [(8, 4, True), (14, 2, True), (7, 8, False), (6, 7, True)]
"""Games whose codes are counted in patterns."""


def enumerated(codes: NumberedCodes) -> list[tuple[int, ...]]:
    colors = range(codes.colors)
    if codes.repeats:
        return list(product(colors, repeat=codes.pegs))
    return list(permutations(colors, codes.pegs))


def score(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(first, second, strict=True))
    return black, (Counter(first) & Counter(second)).total()


@pytest.mark.parametrize(
    "size",
    [*SIZES, LARGER[1], *(pytest.param(size, marks=pytest.mark.extended) for size in LARGER if size != LARGER[1])],
)
def test_misfits_are_those_of_every_code(size: tuple[int, int, bool]) -> None:
    codes = NumberedCodes(*map(int, size))
    everything = enumerated(codes)
    rng = np.random.default_rng(sum(size))
    for _ in range(4):
        guess = everything[rng.integers(len(everything))]
        fits = rng.random((codes.pegs + 1, codes.pegs + 1)) < 0.3
        counts = rng.choice([0, 1, 253, MOST_FALSE, EXCLUDED], len(everything)).astype(np.uint8)
        start, stop = sorted(rng.integers(0, len(everything) + 1, 2).tolist())
        wanted = counts.copy()
        for number in range(start, stop):
            if not fits[score(guess, everything[number])] and wanted[number] < MOST_FALSE:
                wanted[number] += 1
        loops.add_misfits(codes, np.array(guess), fits, start, stop, counts)
        assert counts.tolist() == wanted.tolist()


@pytest.mark.parametrize("length", [0, 1, 3, 255, 256, 257, 1000])
def test_levels_are_counted(length: int) -> None:
    counts = np.random.default_rng(length).integers(0, 256, length).astype(np.uint8)
    histogram = np.full(256, 5, dtype=np.int64)
    loops.count_levels(counts, histogram)
    found = Counter(counts.tolist())
    assert histogram.tolist() == [5 + found[level] for level in range(256)]


@pytest.mark.parametrize("length", [1, 255, 256, 257, 5000])
def test_codes_are_picked_by_their_place_on_a_level(length: int) -> None:
    rng = np.random.default_rng(length)
    for share in (0.001, 0.2, 1.0):
        counts = np.where(rng.random(length) < share, 7, 8).astype(np.uint8)
        there = [number for number, count in enumerate(counts.tolist()) if count == 7]
        ordinals = np.flatnonzero(rng.random(len(there)) < 0.3)
        picked = np.full(len(ordinals), -1, dtype=np.int64)
        middle = int(rng.integers(length + 1))
        seen = loops.pick_level(counts, 7, 0, middle, 0, ordinals, picked)
        loops.pick_level(counts, 7, middle, length, seen, ordinals, picked)
        assert picked.tolist() == [there[ordinal] for ordinal in ordinals.tolist()]


@pytest.mark.parametrize("size", SIZES)
def test_every_number_is_decoded(size: tuple[int, int, bool]) -> None:
    codes = NumberedCodes(*map(int, size))
    everything = enumerated(codes)
    decoded = np.zeros((len(everything), codes.pegs), dtype=np.int64)
    loops.decode_numbers(codes, np.arange(len(everything)), decoded)
    assert list(map(tuple, decoded.tolist())) == everything


@pytest.mark.parametrize("size", SIZES + LARGER)
def test_the_belief_is_the_weight_of_all_codes_with_a_colour_at_a_peg(size: tuple[int, int, bool]) -> None:
    codes = NumberedCodes(*map(int, size))
    everything = enumerated(codes)
    rng = np.random.default_rng(sum(size))
    counts = rng.integers(0, 5, len(everything)).astype(np.uint8)
    weights = rng.random(256)
    sums, belief = np.zeros(codes.pegs), np.zeros((codes.pegs, codes.colors))
    edges = [0, *sorted(rng.integers(0, len(everything) + 1, 3).tolist()), len(everything)]
    for start, stop in pairwise(edges):
        loops.add_belief(codes, counts, weights, start, stop, sums, belief)
    for peg, color in product(range(codes.pegs), range(codes.colors)):
        there = [weights[count] for code, count in zip(everything, counts, strict=True) if code[peg] == color]
        assert belief[peg, color] == pytest.approx(fsum(there), rel=1e-12)


def test_replies_are_those_of_every_pair() -> None:
    for rules in ("p4c6", "p5c5-b", "p3c30-t", "p12c9", "p5c7n-w"):
        game = Game.parse(rules)
        rng = np.random.default_rng(game.colors)
        codes = np.array([kernel_cases.draw_code(game, rng) for _ in range(23)])
        parts = np.zeros((9, 23), dtype=np.uint16)
        reply_parts(*pack(game, codes[:9]), *pack(game, codes), part_table(game).part_of, parts)
        for n, x in product(range(9), range(23)):
            reply = game.reply(tuple(codes[n].tolist()), tuple(codes[x].tolist()))
            assert parts[n, x] == part_table(game).number(reply)


def test_wrong_sizes_are_refused() -> None:
    codes, guess, fits = NumberedCodes(3, 4, 1), np.zeros(3, dtype=np.int64), np.ones((4, 4), dtype=bool)
    counts = np.zeros(64, dtype=np.uint8)
    loops.add_misfits(codes, guess, fits, 0, 64, counts)
    with pytest.raises(ValueError, match="numbers of codes"):
        loops.add_misfits(codes, guess, fits, 0, 65, counts)
    with pytest.raises(ValueError, match="a guess of the game"):
        loops.add_misfits(codes, guess + 4, fits, 0, 64, counts)
    with pytest.raises(ValueError, match="one row and one column"):
        loops.add_misfits(codes, guess, fits[:3], 0, 64, counts)
    with pytest.raises(ValueError, match="not that of a code"):
        loops.decode_numbers(codes, np.array([64]), np.zeros((1, 3), dtype=np.int64))
    with pytest.raises(ValueError, match="fewer colours than pegs"):
        loops.decode_numbers(NumberedCodes(3, 2, 0), np.array([0]), np.zeros((1, 3), dtype=np.int64))
    with pytest.raises(ValueError, match="at most 2"):
        loops.decode_numbers(NumberedCodes(60, 9, 1), np.array([0]), np.zeros((1, 60), dtype=np.int64))
    masks = np.full((1, 1), 2**64 - 1, dtype=np.uint64)
    with pytest.raises(ValueError, match="more bits"):
        reply_parts(masks, masks, masks, masks, np.zeros((5, 5), dtype=np.int64), np.zeros((1, 1), dtype=np.uint16))
