"""The loops of the growing list against plain Python that goes through every entry, child and reply."""

from __future__ import annotations

import math
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from tests import extent
from tests.strategies.growing_list import kernel_cases

WORD = (1 << 64) - 1

Entry = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The colours of the single pegs; for each block the pegs of each colour that is distinguished apart."""


def entries_of(
    keys: Any, rest: Any, size: int, singles: int, codes: loops.PartialCodes, distinguished: int
) -> list[Entry]:
    """What the words of entries say."""
    each = 64 // codes.bits
    found = []
    for entry in range(size):
        colors = [
            (int(keys[peg // each, entry]) >> (codes.bits * (peg % each))) % (1 << codes.bits) for peg in range(singles)
        ]
        blocks = [list(int(row[entry]).to_bytes(8, "little"))[:distinguished] for row in rest]
        found.append((tuple(colors), tuple(map(tuple, blocks))))
    return found


def entries(codes: loops.PartialCodes) -> list[Entry]:
    return entries_of(codes.keys, codes.rest, codes.size, codes.singles, codes, codes.distinguished)


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_replies_are_counted_slot_by_slot(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    codes, guess, start, stop, out = kernel_cases.black_arguments(rng)
    loops.count_black(codes, guess, start, stop, out)
    blocks = len(codes.sizes)
    for number, (colors, counts) in enumerate(entries(codes)):
        black = sum(a == b for a, b in zip(colors, guess[blocks:].tolist(), strict=True))
        black += sum((*block, *[0] * 8)[color] for block, color in zip(counts, guess[:blocks].tolist(), strict=True))
        assert out[number] == (black if start <= number < stop else 0)

    codes, copies, start, stop, totals = kernel_cases.total_arguments(rng)
    loops.count_total(codes, copies, start, stop, totals)
    for number, (colors, counts) in enumerate(entries(codes)):
        held = [
            colors.count(color) + sum((*block, *[0] * 8)[color] for block in counts) for color in range(codes.colors)
        ]
        total = sum(min(a, b) for a, b in zip(held, copies.tolist(), strict=True))
        assert totals[number] == (total if start <= number < stop else 0)


@pytest.mark.parametrize("seed", extent.few(range(30)))
def test_completions_are_multinomial(seed: int) -> None:
    codes, log_merged, log_factorial, start, stop, out = kernel_cases.completion_arguments(
        np.random.default_rng([seed, 2])
    )
    loops.log_completions(codes, log_merged, log_factorial, start, stop, out)
    for number, (_, counts) in enumerate(entries(codes)):
        ways = 1
        for size, block in zip(codes.sizes.tolist(), counts, strict=True):
            left = size - sum(block)
            ways *= math.factorial(size) * (codes.colors - codes.distinguished) ** left
            ways //= math.prod(map(math.factorial, (*block, left)))
        assert out[number] == pytest.approx(math.log(ways) if start <= number < stop else 0.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("large", [False, True])
def test_kept_entries_move_to_the_front(seed: int, large: bool) -> None:
    rng = np.random.default_rng([seed, 3])
    size = int(rng.integers(1, 12_000 if large else 50))
    keys, rest = rng.integers(9, size=(2, size), dtype=np.uint64), rng.integers(9, size=(3, size), dtype=np.uint64)
    kept = rng.random(size) < rng.random()
    expected = keys[:, kept], rest[:, kept]
    count, each = 0, int(rng.integers(1, size + 1))
    for start in range(0, size, each):
        count = loops.keep_entries(keys, rest, kept, start, min(start + each, size), count)
    assert count == kept.sum()
    assert np.array_equal(keys[:, :count], expected[0])
    assert np.array_equal(rest[:, :count], expected[1])


def children(
    refinement: loops.Refinement, codes: loops.PartialCodes, blocks: int, singles: int, distinguished: int, work: int
) -> list[Entry]:
    """The new entries, counted and written in steps."""
    finished, count = False, 0
    while not finished:
        finished, count = loops.count_children(refinement, 1 << 60, work)
    keys = np.zeros((len(codes.keys), count), dtype=np.uint64)
    rest = np.zeros((blocks, count), dtype=np.uint64)
    while not loops.write_children(refinement, keys, rest, work):
        pass
    return entries_of(keys, rest, count, singles, codes, distinguished)


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_a_color_told_apart_makes_all_numbers_of_it(seed: int) -> None:
    codes, _, work = kernel_cases.color_split_arguments(np.random.default_rng([seed, 4]))
    both = codes.distinguished + 2 == codes.colors
    expected = []
    for colors, counts in entries(codes):
        left = [size - sum(block) for size, block in zip(codes.sizes.tolist(), counts, strict=True)]
        for taken in product(*(range(rest + 1) for rest in reversed(left))):  # the first block varies fastest
            new = [
                (*block, n, rest - n) if both else (*block, n)
                for block, n, rest in zip(counts, reversed(taken), left, strict=True)
            ]
            expected.append((colors, tuple(new)))
    distinguished = codes.distinguished + (2 if both else 1)
    found = children(
        loops.start_color_split(codes), codes, len(codes.sizes), codes.singles, distinguished, int(work[0])
    )  # fmt: skip
    assert found == expected


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_a_peg_taken_out_gets_each_color_that_is_left(seed: int) -> None:
    codes, block, _, work = kernel_cases.peeling_arguments(np.random.default_rng([seed, 5]))
    expected = []
    for colors, counts in entries(codes):
        left = int(codes.sizes[block]) - sum(counts[block])
        for color in range(codes.colors):
            fewer = list(counts[block])
            if color < codes.distinguished:
                fewer[color] -= 1
            if color < codes.distinguished and fewer[color] < 0:
                continue
            if color >= codes.distinguished and left == 0:
                continue
            new = (*counts[:block], tuple(fewer), *counts[block + 1 :])
            expected.append(((*colors, color), new))
    found = children(
        loops.start_peel(codes, block), codes, len(codes.sizes), codes.singles + 1, codes.distinguished, int(work[0])
    )  # fmt: skip
    assert found == expected


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_a_block_is_split_in_all_ways(seed: int) -> None:
    rng = np.random.default_rng([seed, 6])
    while True:
        codes, block, part, _, work = kernel_cases.block_split_arguments(rng)
        if codes.sizes[block] <= 9 and codes.size <= 40:
            break
    expected = []
    for colors, counts in entries(codes):
        kinds = list(counts[block])
        if codes.distinguished < codes.colors:
            kinds.append(int(codes.sizes[block]) - sum(kinds))
        for moved in product(*(range(min(n, part) + 1) for n in kinds)):
            if sum(moved) != part:
                continue
            stay = tuple(n - m for n, m in zip(kinds, moved, strict=True))
            new = (*counts[:block], stay[: codes.distinguished], *counts[block + 1 :], moved[: codes.distinguished])
            expected.append((colors, new))
    found = children(
        loops.start_block_split(codes, block, part), codes, len(codes.sizes) + 1, codes.singles, codes.distinguished,
        int(work[0]),
    )  # fmt: skip
    assert found == expected


def test_children_are_counted_no_further_than_asked() -> None:
    """One entry with more children than could ever be counted one by one."""
    counts = sum(31 << (8 * color) for color in range(8))
    codes = loops.PartialCodes(
        np.zeros((13, 1), dtype=np.uint64), np.array([[counts]], dtype=np.uint64), np.array([248]), 1, 0, 8, 8, 3
    )
    refinement = loops.start_block_split(codes, 0, 124)
    finished, count = False, 0
    while not finished:
        finished, count = loops.count_children(refinement, 100_000, 1_000)
    assert 100_000 < count <= 100_032


# Samples


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_entries_are_drawn_by_the_teeth_of_a_comb(seed: int) -> None:
    log_weights, first, count, each = kernel_cases.drawing_arguments(np.random.default_rng([seed, 7]))
    drawn, whole = kernel_cases.draw(log_weights, first, count, each)
    top = max(log_weights.tolist())
    reached = list(accumulate(math.exp(weight - top) for weight in log_weights.tolist()))
    assert whole == reached[-1]
    for n in range(count):
        tooth = (first + n) * (whole / count)
        over = [entry for entry, weight in enumerate(reached) if weight > tooth]
        assert drawn[n] == min(over, default=len(log_weights) - 1)


@pytest.mark.parametrize("seed", extent.few(range(25)))
def test_tables_have_the_pegs_of_each_slot(seed: int) -> None:
    codes, sample, out = kernel_cases.table_arguments(np.random.default_rng([seed, 8]))
    loops.tabulate_slots(codes, sample, out)
    every = entries(codes)
    for column, entry in enumerate(sample.tolist()):
        colors, counts = every[entry]
        rows = [[*block, *[0] * (codes.colors - codes.distinguished)] for block in counts]
        rows += [[int(color == own) for color in range(codes.colors)] for own in colors]
        assert out[:, :, column].tolist() == rows


# Climbing


class Xorshift:
    """xorshift64*, as published."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int) -> int:
        self.state ^= self.state >> 12
        self.state = (self.state ^ (self.state << 25)) & WORD
        self.state ^= self.state >> 27
        return (((self.state * 0x2545F4914F6CDD1D) & WORD) >> 32) * bound >> 32


BLACK_AND_TOTAL, BLACK, TOTAL, WHITE = range(4)


def surprise(sample: loops.SlotSample, guess: list[int]) -> float:
    """The sum of v log2 v over the parts of the sample, added in the order of the loop."""
    log_table = sample.log_table.tolist()
    replies: list[Any] = []
    by_black = sample.same_counts and sample.view != WHITE
    for column in range(sample.table.shape[2]):
        black = sum(int(sample.table[slot, color, column]) for slot, color in enumerate(guess))
        held = sample.held[:, column].tolist()
        copies = [0] * len(held)
        for slot, color in enumerate(guess):
            copies[color] += int(sample.sizes[slot])
        total = sum(min(a, b) for a, b in zip(held, copies, strict=True))
        if by_black or sample.view == BLACK:
            replies.append(black)
        elif sample.view == BLACK_AND_TOTAL:
            replies.append((black, total))
        elif black == sample.pegs:
            replies.append("won")
        else:
            replies.append(total if sample.view == TOTAL else total - black)
    score = 0.0
    if by_black:
        for black in range(sample.pegs + 1):
            score += log_table[replies.count(black)]
        return score
    seen: dict[Any, int] = {}
    for reply in replies:
        before = seen.get(reply, 0)
        score += log_table[before + 1] - log_table[before]
        seen[reply] = before + 1
    return score


def climbed(sample: loops.SlotSample, guess: list[int], steps: int, rng: Xorshift) -> tuple[list[int], float]:
    score, distinguished, slots = surprise(sample, guess), sample.distinguished, len(guess)
    for _ in range(steps if distinguished >= 2 else 0):
        changed = list(guess)
        i = rng.below(slots)
        after = (guess[i] + 1 + rng.below(distinguished - 1)) % distinguished
        k = rng.below(slots) if rng.below(3) == 0 else i
        if k != i and sample.sizes[k] == sample.sizes[i] and guess[k] != guess[i]:
            changed[i], changed[k] = guess[k], guess[i]
        else:
            if k != i:
                changed[k] = (guess[k] + 1 + rng.below(distinguished - 1)) % distinguished
            changed[i] = after
        reached = surprise(sample, changed)
        if reached <= score:
            guess, score = changed, reached
    return guess, score


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_climbing_goes_as_in_plain_python(seed: int) -> None:
    rng = np.random.default_rng([seed, 9])
    while True:
        sample, guesses, _, _, scores = kernel_cases.climbing_arguments(rng)
        if sample.table.size < 5_000:
            break
    plain, state = Xorshift(seed + 1), np.array([seed + 1], dtype=np.uint64)
    expected = [climbed(sample, guess, 20, plain) for guess in guesses.tolist()]
    for number in range(len(guesses)):
        for steps in (13, 7):
            one = slice(number, number + 1)
            loops.climb(sample, guesses[one], steps, state, scores[one])
    assert guesses.tolist() == [guess for guess, _ in expected]
    assert scores.tolist() == [score for _, score in expected]
    assert int(state[0]) == plain.state
