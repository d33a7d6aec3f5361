"""The loops of the sampling strategy against plain Python that counts every reply anew."""

from __future__ import annotations

from itertools import product
from math import exp
from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from tests import extent
from tests.strategies.sampling import kernel_cases
from tests.strategies.sampling.kernel_cases import Sample

WORD = (1 << 64) - 1

Code = list[int]


class Splitmix:
    """splitmix64, as published."""

    def __init__(self, state: int) -> None:
        self.state = state

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        bits = self.state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & WORD
        return bits ^ (bits >> 31)


def reply(guess: Code, code: Code) -> tuple[int, int]:
    """Black count and total."""
    rest = list(guess)
    for color in code:
        if color in rest:
            rest.remove(color)
    return sum(a == b for a, b in zip(code, guess, strict=True)), len(guess) - len(rest)


def distances(sample: Sample, code: Code) -> list[int]:
    """How far a code is from each reply of a history."""
    apart = []
    for turn, guess in enumerate(sample.guesses.tolist()):
        black, total = reply(guess, code)
        shown = (int(sample.black[turn]), int(sample.total[turn]))
        if sample.shows_win[turn]:
            apart.append(sample.pegs - black)
        elif sample.view == "black":
            apart.append(abs(black - shown[0]))
        elif sample.view == "total":
            apart.append(abs(total - shown[1]))
        elif sample.view == "white":
            apart.append(abs((total - black) - (shown[1] - shown[0])))
        else:
            apart.append(abs(black - shown[0]) + abs(total - shown[1]))
    return apart


# Parallel tempering


def tempered(
    sample: Sample, codes: list[Code], slopes: list[int], caps: list[int], grounds: list[int], plan: dict[str, Any],
    thresholds: list[int], known: list[Code], room: int, seed: int,
) -> tuple[Any, ...]:  # fmt: skip
    """The codes of the chains at the end, their energies, the codes found with their hits, the nearest, the rounds."""
    rng = Splitmix(seed)
    found: dict[tuple[int, ...], int] = {}

    def energy(code: Code, chain: int) -> int:
        return sum(min(slopes[chain] * apart, caps[chain]) for apart in distances(sample, code))

    def put(code: Code) -> None:
        if tuple(code) in found:
            found[tuple(code)] += 1
        elif len(found) < room:
            found[tuple(code)] = 1

    def accepted(rise: int) -> bool:
        return rise <= 0 or (rise < len(thresholds) and rng.word() >> 32 < thresholds[rise])

    for code in known:
        put(code)
    codes = [list(code) for code in codes]
    nearest, least, looks, last = list(codes[-1]), 1 << 40, 0, 0
    size = len(found)
    for done in range(plan["rounds"]):
        for chain, code in enumerate(codes):
            for made in range(1, plan["moves"] + 1):
                word = rng.word()
                i = ((word % 2**32) * sample.pegs) >> 32
                number = (word >> 32) % 2**31 * 2
                j, color = (number * sample.pegs) >> 32, (number * sample.colors) >> 32
                changed = list(code)
                if word >> 63:
                    changed[i], changed[j] = code[j], code[i]
                else:
                    changed[i] = color
                allowed = word >> 63 or plan["repeats"] or color not in code
                if changed != code and allowed and accepted(energy(changed, chain) - energy(code, chain)):
                    code[:] = changed
                if made % plan["spacing"] == 0 and energy(code, chain) <= grounds[chain]:
                    looks += 1
                    put(code)
        if energy(codes[-1], len(codes) - 1) < least:
            least, nearest = energy(codes[-1], len(codes) - 1), list(codes[-1])
        for chain in range(len(codes) - 1):
            here, there = codes[chain], codes[chain + 1]
            after = energy(there, chain) + energy(here, chain + 1)
            if accepted(after - energy(here, chain) - energy(there, chain + 1)):
                codes[chain], codes[chain + 1] = there, here
        if len(found) > size:
            size, last = len(found), done
        tired = size > 0 and done > 2 * last + plan["patience"]
        if len(found) >= plan["enough"] or looks >= plan["draws"] or tired:
            break
    return codes, [energy(code, chain) for chain, code in enumerate(codes)], found, nearest, done + 1


@pytest.mark.parametrize("seed", extent.few(range(24)))
def test_chains_walk_as_they_do_in_plain_python(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sample = kernel_cases.random_sample(rng, 7, 5, 40 if seed % 6 == 0 else 5)
    chains = 1 + seed % 4
    codes = kernel_cases.random_codes(rng, chains, sample.pegs, sample.colors, sample.repeats)
    slopes, caps, grounds = [8 + 5 * chain for chain in range(chains)], [65_535] * chains, [0] * chains
    if seed % 3 == 0:
        caps, grounds = [20] * chains, [-1] * (chains - 1) + [1 << 40]
    plan: dict[str, Any] = {
        "moves": 25, "spacing": 6, "rounds": 6, "enough": 9, "draws": 12 if seed % 2 else 1 << 60, "patience": seed % 5,
        "repeats": sample.repeats,
    }  # fmt: skip
    thresholds = [min(2**32 - 1, int(exp(-rise / 16) * 2**32)) for rise in range(60)]
    known = kernel_cases.random_codes(rng, seed % 3, sample.pegs, sample.colors, sample.repeats)
    expected = tempered(
        sample, codes.tolist(), slopes, caps, grounds, plan, thresholds, known.tolist(), 8, 1_000 + seed
    )  # fmt: skip

    energies, found = np.zeros(chains, dtype=np.int64), np.zeros((8, sample.pegs), dtype=np.uint8)
    hits, nearest = np.zeros(8, dtype=np.int64), codes[-1].copy()
    first, second = kernel_cases.residuals(sample, codes)
    tempering = loops.start_tempering(
        loops.ReplyLanes(**kernel_cases.turn_lanes(sample)),
        loops.TemperatureLadder(
            np.array(slopes), np.array(caps), np.array(grounds), np.array(thresholds, dtype=np.uint64)
        ),
        loops.ChainStates(codes, first, second, energies),
        known, loops.FoundCodes(found, hits), nearest, loops.TemperingPlan(**plan), 1_000 + seed,
    )  # fmt: skip
    finished, size, rounds = False, 0, 0
    while not finished:
        finished, size, rounds = loops.temper(tempering, 1 + seed % 3)
    pool = {tuple(code): int(count) for code, count in zip(found[:size].tolist(), hits, strict=False)}
    assert (codes.tolist(), energies.tolist(), pool, nearest.tolist(), rounds) == expected
    assert loops.temper(tempering, 1) == (True, size, rounds)


# Listing


def found_by_search(sample: Sample, most_nodes: int, room: int, step: int) -> tuple[int, int, list[tuple[int, ...]]]:
    """The number of candidates, of nodes visited, and the candidates."""
    out = np.zeros((room, sample.pegs), dtype=np.uint8)
    search = loops.start_candidate_search(
        loops.CodeConstraints(**kernel_cases.constraints(sample)), sample.pegs if sample.repeats else 1, most_nodes, out
    )
    finished, found, visited = False, 0, 0
    while not finished:
        finished, found, visited = loops.find_candidates(search, step)
    return found, visited, list(map(tuple, out[: max(0, min(found, room))].tolist()))


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_candidates_are_those_of_brute_force(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    sample = kernel_cases.random_sample(rng, 5, 5, 36 if seed % 6 == 0 else 4)
    fitting = {
        code
        for code in product(range(sample.colors), repeat=sample.pegs)
        if (sample.repeats or len(set(code)) == sample.pegs) and not any(distances(sample, list(code)))
    }
    found, visited, codes = found_by_search(sample, 10**9, 4_000, 10**9)
    assert (found, set(codes)) == (len(fitting), fitting)
    assert found_by_search(sample, 10**9, 4_000, 1 + seed) == (found, visited, codes)
    assert found_by_search(sample, visited, 4_000, 7) == (found, visited, codes)
    assert found_by_search(sample, visited - 1, 4_000, 7)[:2] == (-1, visited)
    if found > 1:
        assert found_by_search(sample, 10**9, found - 1, 100)[0] == found
        assert found_by_search(sample, 10**9, found - 2, 100)[::2] == (found - 1, codes[: found - 2])


# Guesses


def partition(replies: loops.ReplyCosts, codes: list[Code], guess: Code) -> dict[int, list[Code]]:
    """The codes by the number of their part, in the order of these."""
    parts: dict[int, list[Code]] = {}
    for code in codes:
        parts.setdefault(int(replies.part_of[reply(guess, code)]), []).append(code)
    return dict(sorted(parts.items()))


def cost(replies: loops.ReplyCosts, codes: list[Code], guess: Code) -> float:
    value = 0.0
    for number, part in partition(replies, codes, guess).items():
        value += float(replies.costs[int(number == replies.parts - 1), len(part)])
    return value


def improved(
    replies: loops.ReplyCosts, codes: list[Code], guess: Code, colors: int, repeats: bool, proposals: int,
    rng: Splitmix, enough: float,
) -> tuple[Code, float]:  # fmt: skip
    """A guess after random changes that cost no more."""
    value = cost(replies, codes, guess)
    for _ in range(proposals):
        if value <= enough + 1e-9:
            break
        word = rng.word()
        i = ((word % 2**32) * len(guess)) >> 32
        number = (word >> 32) % 2**30 * 4
        j, color = (number * len(guess)) >> 32, (number * colors) >> 32
        changed = list(guess)
        if word >> 62 == 0:
            changed[i], changed[j] = guess[j], guess[i]
        elif repeats or color not in guess:
            changed[i] = color
        if changed != guess and cost(replies, codes, changed) <= value:
            guess, value = changed, cost(replies, codes, changed)
    return guess, value


@pytest.mark.parametrize("seed", extent.few(range(30)))
def test_guesses_cost_what_their_parts_do(seed: int) -> None:
    rng = np.random.default_rng([seed, 2])
    columns, replies, guesses, repeats, colors, codes = kernel_cases.pool_arguments(rng)
    scores = np.zeros(len(guesses))
    loops.score_guesses(columns, replies, guesses, scores)
    assert scores.tolist() == [cost(replies, codes.tolist(), guess) for guess in guesses.tolist()]

    codes = codes[:40]
    columns = kernel_cases.code_columns(codes, colors)
    enough = 0.0 if seed % 3 else float(len(codes))
    plain, state = Splitmix(seed), np.array([seed], dtype=np.uint64)
    expected = improved(replies, codes.tolist(), guesses[0].tolist(), colors, repeats, 60, plain, enough)
    guess = guesses[0].copy()
    value = loops.improve_guess(columns, replies, guess, repeats, 25, state, enough)
    value = loops.improve_guess(columns, replies, guess, repeats, 35, state, enough)
    assert (guess.tolist(), value, int(state[0])) == (*expected, plain.state)


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 191, 200])
def test_every_code_of_a_column_counts(size: int) -> None:
    codes = kernel_cases.random_codes(np.random.default_rng(size), size, 6, 9, True)
    part_of, parts = kernel_cases.part_numbers(6, "black-white")
    costs = np.arange(size + 1) ** 2.0
    replies = loops.ReplyCosts(part_of, parts, np.stack([costs, costs]))
    scores = np.zeros(size)
    loops.score_guesses(kernel_cases.code_columns(codes, 9), replies, codes, scores)
    assert scores.tolist() == [cost(replies, codes.tolist(), guess) for guess in codes.tolist()]


def test_the_counters_are_wide_enough() -> None:
    """As many equal codes as are allowed, whose replies are all counted in one place."""
    size = 249_999
    columns = np.zeros((3, -(-size // 64) * 64), dtype=np.uint8)
    counts = np.full((2, columns.shape[1]), 3, dtype=np.uint8)
    part_of, parts = kernel_cases.part_numbers(3, "black-white")
    costs = np.arange(size + 1, dtype=np.float64)
    replies = loops.ReplyCosts(part_of, parts, np.stack([costs, costs / 2]))
    scores = np.zeros(2)
    codes = loops.CodeColumns(columns, counts, size)
    loops.score_guesses(codes, replies, np.array([[0, 0, 0], [0, 0, 1]], dtype=np.uint8), scores)
    assert scores.tolist() == [size / 2, size]
    more = loops.CodeColumns(columns, counts, 250_001)
    wide = loops.ReplyCosts(part_of, parts, np.zeros((2, 250_002)))
    with pytest.raises(ValueError, match="at most 250,000"):
        loops.score_guesses(more, wide, np.zeros((1, 3), dtype=np.uint8), np.zeros(1))


# Playing through


def played_out(
    replies: loops.ReplyCosts,
    codes: list[Code],
    colors: int,
    repeats: bool,
    compared: int,
    proposals: int,
    rng: Splitmix,
) -> int:
    """Guesses that the codes need in all."""
    size, alone = len(codes), float(replies.costs[0, 1])
    if size <= 2:
        return 2 * size - 1
    guess: Code = []
    best = np.inf
    for code in codes[:: -(-size // compared)]:
        value = cost(replies, codes, code)
        if value < best:
            best, guess = value, code
            if value <= (size - 1) * alone + 1e-9:
                return 2 * size - 1
    guess, best = improved(replies, codes, list(guess), colors, repeats, proposals, rng, size * alone)
    if best <= size * alone + 1e-9:
        return 2 * size
    parts = partition(replies, codes, guess)
    parts.pop(replies.parts - 1, None)
    return size + sum(played_out(replies, part, colors, repeats, compared, proposals, rng) for part in parts.values())


@pytest.mark.parametrize("seed", extent.few(range(24)))
def test_games_are_played_through_as_in_plain_python(seed: int) -> None:
    rng = np.random.default_rng([seed, 3])
    candidates, guess, colors, replies, repeats, compared, proposals, _, _, work = kernel_cases.rollout_arguments(rng)
    candidates, proposals = np.ascontiguousarray(candidates[:40]), min(proposals, 15)
    plain = Splitmix(seed)
    parts = partition(replies, candidates.tolist(), guess.tolist())
    parts.pop(replies.parts - 1, None)
    least = len(candidates) + sum(2 * len(part) - 1 for part in parts.values())
    totals, words = [least], [plain.state]
    for part in parts.values():
        totals.append(
            totals[-1] - 2 * len(part) + 1 + played_out(replies, part, colors, repeats, compared, proposals, plain)
        )  # fmt: skip
        words.append(plain.state)
    for limit in (1 << 60, least - 1, (least + totals[-1]) // 2):
        state = np.array([seed], dtype=np.uint64)
        rollout = loops.start_rollout(candidates, guess, colors, replies, repeats, compared, proposals, state, limit)
        finished, total = False, 0
        while not finished:
            finished, total = loops.roll_out(rollout, work)
        end = next((n for n, bound in enumerate(totals[:-1]) if bound > limit), len(parts))
        assert (total, int(state[0])) == (totals[end], words[end])
