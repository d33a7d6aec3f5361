"""Cases of the loops of the sampling strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import exp, log2
from tests.kernels import Case

Rng = np.random.Generator

VIEWS = ("black-white", "black", "total", "white")


@dataclass(frozen=True)
class Sample:
    """A game and a history of it, whose replies need not be true."""

    pegs: int
    colors: int
    repeats: bool
    view: str
    guesses: NDArray[np.int64]
    black: NDArray[np.int64]
    total: NDArray[np.int64]
    shows_win: NDArray[np.bool_]
    """Turns whose reply says only that the guess was right."""
    width: int


def random_codes(rng: Rng, count: int, pegs: int, colors: int, repeats: bool) -> NDArray[np.uint8]:
    if repeats:
        return rng.integers(colors, size=(count, pegs)).astype(np.uint8)
    rows = [rng.permutation(colors)[:pegs] for _ in range(count)]
    return np.array(rows, dtype=np.uint8).reshape(count, pegs)


def reply(guess: Any, code: Any) -> tuple[int, int]:
    """Black and total."""
    a, b = list(map(int, guess)), list(map(int, code))
    return sum(x == y for x, y in zip(a, b, strict=True)), sum(min(a.count(c), b.count(c)) for c in set(a))


def random_sample(rng: Rng, most_pegs: int, most_colors: int, most_turns: int) -> Sample:
    repeats = bool(rng.random() < 0.7)
    pegs = int(rng.integers(1, most_pegs + 1))
    colors = int(rng.integers(1, most_colors + 1))
    if not repeats:
        colors = max(colors, pegs)
    turns = int(rng.integers(0, most_turns + 1))
    guesses = random_codes(rng, turns, pegs, colors, repeats)
    secret = random_codes(rng, 1, pegs, colors, repeats)[0]
    shown = [reply(guess, secret) for guess in guesses]
    black, total = np.array(shown, dtype=np.int64).reshape(turns, 2).T.copy()
    for number in np.flatnonzero(rng.random(turns) < 0.4 * rng.integers(2)):  # replies that are not true
        total[number] = rng.integers(pegs + 1)
        black[number] = rng.integers(total[number] + 1)
    view = VIEWS[int(rng.integers(4))]
    shows_win = (rng.random(turns) < 0.03) & (view in ("total", "white"))
    width = 32 * max(1, -(-turns // 32))
    return Sample(pegs, colors, repeats, view, guesses.astype(np.int64), black, total, shows_win, width)


def first_turns(sample: Sample, count: int) -> Sample:
    shown = (sample.guesses[:count], sample.black[:count], sample.total[:count], sample.shows_win[:count])
    return Sample(sample.pegs, sample.colors, sample.repeats, sample.view, *shown, 32)


def turn_lanes(sample: Sample) -> dict[str, NDArray[np.int8]]:
    pegs, colors = sample.pegs, sample.colors
    match = np.zeros((pegs * colors, sample.width), dtype=np.int8)
    more = np.zeros((colors * pegs, sample.width), dtype=np.int8)
    black_mask, white_mask = np.zeros((2, sample.width), dtype=np.int8)
    for turn, guess in enumerate(sample.guesses.tolist()):
        for peg, color in enumerate(guess):
            match[peg * colors + color, turn] = 1
        black_mask[turn] = -1 if sample.view in ("black-white", "black") or sample.shows_win[turn] else 0
        if sample.shows_win[turn]:
            continue
        white_mask[turn] = -1 if sample.view == "white" else 0
        if sample.view != "black":
            for color in range(colors):
                for copies in range(guess.count(color)):
                    more[color * pegs + copies, turn] = 1
    return {"match": match, "more": more, "black_mask": black_mask, "white_mask": white_mask}


def residuals(sample: Sample, codes: NDArray[np.uint8]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    first, second = np.zeros((2, len(codes), sample.width), dtype=np.int8)
    for row, code in enumerate(codes):
        for turn, guess in enumerate(sample.guesses):
            black, total = reply(guess, code)
            if sample.shows_win[turn]:
                first[row, turn] = black - sample.pegs
                continue
            if sample.view in ("black-white", "black"):
                first[row, turn] = black - sample.black[turn]
            if sample.view in ("black-white", "total"):
                second[row, turn] = total - sample.total[turn]
            if sample.view == "white":
                second[row, turn] = total - black - sample.total[turn] + sample.black[turn]
    return first, second


# Parallel tempering


def tempering_arguments(rng: Rng) -> tuple[Any, ...]:
    large = rng.random() < 0.15
    sample = random_sample(rng, 45 if large else 12, 15 if large else 9, 70 if rng.random() < 0.25 else 20)
    if rng.random() < 0.4:  # codes that fit are found
        sample = first_turns(sample, max(1, len(sample.guesses) // 6))
    chains = int(rng.integers(1, 8))
    slopes = np.round(16 * np.geomspace(0.5, 2.5, chains)).astype(np.int64)
    caps, grounds = np.full(chains, 65_535), np.zeros(chains, dtype=np.int64)
    if rng.random() < 0.4:
        caps[:] = slopes[-1]
        grounds[:] = -1
        grounds[-1] = 1 << 40
    thresholds = np.minimum(2**32 - 1, exp(-np.arange(int(rng.integers(1, 400))) / 16) * 2**32).astype(np.uint64)
    codes = random_codes(rng, chains, sample.pegs, sample.colors, sample.repeats)
    first, second = residuals(sample, codes)
    known = random_codes(rng, int(rng.integers(0, 4)), sample.pegs, sample.colors, sample.repeats)
    known = np.concatenate([known, known[:1]])  # one is there twice
    plan = {
        "repeats": sample.repeats,
        "moves": int(rng.integers(1, 200)),
        "spacing": int(rng.integers(1, 30)),
        "rounds": int(rng.integers(1, 30)),
        "enough": int(rng.integers(2, 60)),
        "draws": int(rng.integers(5, 200)) if rng.random() < 0.4 else 1 << 60,
        "patience": int(rng.integers(0, 10)) if rng.random() < 0.5 else 1 << 60,
    }
    room = max(int(rng.integers(1, 60)), len(known))
    seed = int(rng.integers(2**64, dtype=np.uint64))
    slices = rng.integers(1, 8, size=5)
    ladder = {"slopes": slopes, "caps": caps, "grounds": grounds, "thresholds": thresholds}
    return turn_lanes(sample), ladder, codes, first, second, known, plan, room, seed, slices


def temper(
    lanes: dict[str, Any], ladder: dict[str, Any], codes: Any, first: Any, second: Any, known: Any,
    plan: dict[str, Any], room: int, seed: int, slices: Any,
) -> tuple[Any, ...]:  # fmt: skip
    """All rounds, cut into steps."""
    chains, pegs = codes.shape
    energies = np.zeros(chains, dtype=np.int64)
    found, hits = np.zeros((room, pegs), dtype=np.uint8), np.zeros(room, dtype=np.int64)
    nearest = codes[-1].copy()
    tempering = loops.start_tempering(
        loops.ReplyLanes(**lanes), loops.TemperatureLadder(**ladder), loops.ChainStates(codes, first, second, energies),
        known, loops.FoundCodes(found, hits), nearest, loops.TemperingPlan(**plan), seed,
    )  # fmt: skip
    finished, size, rounds, step = False, 0, 0, 0
    while not finished:
        finished, size, rounds = loops.temper(tempering, int(slices[step % len(slices)]))
        step += 1
    return size, rounds, found, hits, nearest, energies


# Listing


def constraints(sample: Sample) -> dict[str, Any]:
    pegs, colors, width, turns = sample.pegs, sample.colors, sample.width, len(sample.guesses)
    copies = np.zeros((turns, colors), dtype=np.int64)
    for turn, guess in enumerate(sample.guesses):
        for color in guess:
            copies[turn, color] += 1
    match = np.zeros((pegs, colors, width), dtype=np.int8)
    left = np.zeros((pegs + 1, colors, width), dtype=np.int8)
    bounds = np.zeros((2, width), dtype=np.int8)
    white_mask = np.zeros(width, dtype=np.int8)
    totals = np.zeros((2, turns), dtype=np.int64)
    for turn, guess in enumerate(sample.guesses):
        for color in range(colors):
            for n in range(pegs + 1):
                left[n, color, turn] = (guess[n:] == color).sum()
            match[:, color, turn] = guess == color
        black, total = sample.black[turn], sample.total[turn]
        white = total - black
        if sample.shows_win[turn]:
            totals[:, turn], bounds[:, turn] = (0, pegs), (pegs, pegs)
            continue
        totals[:, turn], bounds[:, turn] = {
            "black-white": ((total, total), (black, black)),
            "black": ((black, pegs), (black, black)),
            "total": ((total, total), (0, pegs)),
            "white": ((white, pegs), (-white, -white)),
        }[sample.view]
        white_mask[turn] = -1 if sample.view == "white" else 0
    return {
        "copies": copies, "totals": totals, "match": match, "left": left, "bounds": bounds, "white_mask": white_mask
    }  # fmt: skip


def listing_arguments(rng: Rng) -> tuple[Any, ...]:
    sample = random_sample(rng, 7, 6, 40 if rng.random() < 0.2 else 8)
    most_nodes = int(rng.integers(1, 100)) if rng.random() < 0.3 else 200_000
    room = int(rng.integers(0, 50)) if rng.random() < 0.3 else 5_000
    slices = rng.integers(1, 500, size=5)
    return constraints(sample), sample.pegs if sample.repeats else 1, most_nodes, room, slices


def find_candidates(
    tables: dict[str, Any], most_of_a_color: int, most_nodes: int, room: int, slices: Any
) -> tuple[Any, ...]:
    """The whole search, cut into steps."""
    out = np.zeros((room, tables["match"].shape[0]), dtype=np.uint8)
    search = loops.start_candidate_search(loops.CodeConstraints(**tables), most_of_a_color, most_nodes, out)
    finished, found, visited, step = False, 0, 0, 0
    while not finished:
        finished, found, visited = loops.find_candidates(search, int(slices[step % len(slices)]))
        step += 1
    return found, visited, out


# Guesses


def part_numbers(pegs: int, view: str) -> tuple[NDArray[np.int64], int]:
    """Part number of each (black, total), the win last."""
    shown = {
        (black, total): {"black-white": (black, total), "black": black, "total": total, "white": total - black}[view]
        for total in range(pegs + 1)
        for black in range(total + 1)
        if (black, total) not in ((pegs - 1, pegs), (pegs, pegs))
    }
    numbers = {part: number for number, part in enumerate(sorted(set(shown.values())))}  # type: ignore[type-var]
    part_of = np.zeros((pegs + 1, pegs + 1), dtype=np.int64)
    for cell, part in shown.items():
        part_of[cell] = numbers[part]
    part_of[pegs, pegs] = len(numbers)
    return part_of, len(numbers) + 1


def reply_costs(rng: Rng, pegs: int, view: str, size: int) -> loops.ReplyCosts:
    part_of, parts = part_numbers(pegs, view)
    if rng.random() < 0.3:  # in another order
        order = np.append(rng.permutation(parts - 1), parts - 1)
        part_of = order[part_of]
    counts = np.arange(size + 1, dtype=np.float64)
    costs = counts * log2(np.maximum(counts, 1.0)) + counts
    if rng.random() < 0.2:
        costs = np.round(costs) - 3.0
        costs[0] = 0.0
    return loops.ReplyCosts(part_of, parts, np.stack([costs, costs - np.minimum(counts, 1.0)]))


def code_columns(codes: NDArray[np.uint8], colors: int) -> loops.CodeColumns:
    size, pegs = codes.shape
    padded = -(-size // 64) * 64
    columns = np.zeros((pegs, padded), dtype=np.uint8)
    counts = np.zeros((colors, padded), dtype=np.uint8)
    columns[:, :size] = codes.T
    for color in range(colors):
        counts[color, :size] = (codes == color).sum(axis=1)
    return loops.CodeColumns(columns, counts, size)


def pool_arguments(rng: Rng) -> tuple[Any, ...]:
    repeats = bool(rng.random() < 0.7)
    pegs = int(rng.integers(1, 20))
    colors = int(rng.integers(1, 12))
    colors = colors if repeats else max(colors, pegs)
    view = VIEWS[int(rng.integers(4))]
    size = int(rng.integers(1, 8)) if rng.random() < 0.3 else int(rng.integers(1, 300))
    codes = random_codes(rng, size, pegs, colors, repeats)
    guesses = np.concatenate([codes[:3], random_codes(rng, int(rng.integers(0, 5)), pegs, colors, repeats)])
    columns = code_columns(codes, colors)
    return columns, reply_costs(rng, pegs, view, size), guesses, repeats, colors, codes


def scoring_arguments(rng: Rng) -> tuple[Any, ...]:
    codes, replies, guesses, *_ = pool_arguments(rng)
    return codes, replies, guesses, np.zeros(len(guesses))


def climbing_arguments(rng: Rng) -> tuple[Any, ...]:
    codes, replies, guesses, repeats, *_ = pool_arguments(rng)
    enough = 0.0 if rng.random() < 0.7 else float(codes.size)
    state = rng.integers(2**64, size=1, dtype=np.uint64)
    return codes, replies, guesses[-1].copy(), repeats, int(rng.integers(0, 300)), state, enough


# Playing through


def rollout_arguments(rng: Rng) -> tuple[Any, ...]:
    repeats = bool(rng.random() < 0.7)
    pegs = int(rng.integers(1, 6))
    colors = int(rng.integers(2, 7))
    colors = colors if repeats else max(colors, pegs)
    view = VIEWS[int(rng.integers(4))]
    candidates = np.unique(random_codes(rng, int(rng.integers(1, 80)), pegs, colors, repeats), axis=0)
    candidates = np.ascontiguousarray(rng.permutation(candidates))
    size = len(candidates)
    guess = candidates[0].copy() if rng.random() < 0.5 else random_codes(rng, 1, pegs, colors, repeats)[0]
    part_of, parts = part_numbers(pegs, view)
    counts = np.arange(size + 1, dtype=np.float64)
    costs = counts * (1.0 + 0.25 * log2(np.maximum(counts, 1.0)))
    replies = loops.ReplyCosts(part_of, parts, np.stack([costs, costs - np.minimum(counts, 1.0)]))
    state = rng.integers(2**64, size=1, dtype=np.uint64)
    limit = 1 << 60 if rng.random() < 0.5 else int(size * (1.5 + 2 * rng.random()))
    work = int(rng.integers(1, 5_000))
    compared = 1 << 40 if rng.random() < 0.5 else int(rng.integers(1, 20))
    return candidates, guess, colors, replies, repeats, compared, int(rng.integers(0, 60)), state, limit, work


def roll_out(
    candidates: Any, guess: Any, colors: int, replies: Any, repeats: bool, compared: int, proposals: int,
    state: Any, limit: int, work: int,
) -> int:  # fmt: skip
    """A game played through, cut into steps."""
    rollout = loops.start_rollout(candidates, guess, colors, replies, repeats, compared, proposals, state, limit)
    finished, total = False, 0
    while not finished:
        finished, total = loops.roll_out(rollout, work)
    return total


CASES = [
    Case("temper", temper, tempering_arguments, seeds=60),
    Case("find_candidates", find_candidates, listing_arguments, seeds=60),
    Case("score_guesses", loops.score_guesses, scoring_arguments, seeds=40),
    Case("improve_guess", loops.improve_guess, climbing_arguments, seeds=50),
    Case("roll_out", roll_out, rollout_arguments, seeds=60),
]
