"""The Max Parts report, part on first moves, game lengths, growth, memory and further work."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from timeit import repeat, timeit

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, part_sizes
from codepegs.experiments import memory_mib, open_executor
from codepegs.game import CANONICAL, Code, Game, Position, part_table
from codepegs.match import PlayedTurn, play
from codepegs.reports.pages import Effort, Page, fit_power, measured
from codepegs.trees import walk_with

REPRODUCED = "codepegs reproduce max-parts"

PRINTED = (
    ("3511", "aabc-max-parts:first=1122", ("0011", "0213", "0024", "1311", "3511")),
    ("5014", "aabc-max-parts", ("0012", "0314", "0411", "4014", "5014")),
)
"""Of figure 1(a): the secret, the strategy, and the guesses printed, with colours from 0."""

FIRST_MOVES = {"1122": (4.56, "11.07 s", "1/3"), "1123": (4.35, "9.66 s", "1/2")}
"""Of figure 1(a) and section 2.2: average and time of 100 games, and the chance of a black or white hit."""

FIGURE_1C = {"00": (5, 3), "01": (0, 3), "02": (3, 1), "03": (2, 2)}
"""Of figure 1(c): codes with no hit, and with one white hit."""

FIGURE_4 = {"0011": (1, 10, 55, 610, 614, 6, 0), "0012": (1, 12, 58, 669, 553, 3, 0)}
"""Of figure 4: game lengths by first guess."""


def _from_zero(game: Game, text: str) -> Code:
    return CANONICAL.parse(game, "".join(str(int(symbol) + 1) for symbol in text))


def first_moves(page: Page, effort: Effort) -> None:
    """Figure 1(a): its two printed games, and the averages of both first moves."""
    games = [
        (secret, strategy, " ".join(printed), " ".join(game_against(secret, strategy)))
        for secret, strategy, printed in PRINTED
    ]
    page.tell("first moves", games, equal=all(theirs == ours for *_, theirs, ours in games))
    averages = [effort.average("p4c6", f"aabc-max-parts:first={text}")["average"] for text in FIRST_MOVES]
    hits = [100 * chance_of_a_hit(text) for text in FIRST_MOVES]
    moves = zip(FIRST_MOVES.items(), averages, hits, strict=True)
    rows = [(text, stated, ours, *others, hit) for (text, (stated, *others)), ours, hit in moves]
    gain = averages[0] - averages[1]
    page.tell("chances", rows, hits=hits, gain=gain, is_fewer=gain > 0)


def game_against(secret: str, strategy: str) -> list[str]:
    """The guesses of a game of 4 pegs and 6 colours, with colours from 0."""
    game = Game(4, 6)
    played = play(game, _from_zero(game, secret), strategy)
    return ["".join(map(str, turn.guess)) for turn in played.position.turns]


def chance_of_a_hit(first: str) -> float:
    """The share of secrets that give at least one peg for a first guess of 4 pegs and 6 colours."""
    return 1.0 - float((Candidates.all("p4c6").parts(first) == 0).mean())  # part 0 is the reply without a hit


def parts_of(first: str) -> NDArray[np.int64]:
    """The sizes of the parts that a first guess of 4 pegs and 6 colours makes."""
    everything = Candidates.all("p4c6")
    key = np.array([everything.space.encode(CANONICAL.parse(everything.game, first))], dtype=np.uint64)
    sizes: NDArray[np.int64] = part_sizes(key, everything)[0]
    return sizes[sizes > 0]


PARTS = {"1111": 4, "1112": 11, "1122": 12, "1123": 14}
"""Of figure 1(b): parts by first move."""


def partitions(page: Page) -> None:
    """Figures 1(b) and 1(c)."""
    rows = []
    for text in (*PARTS, "1234"):
        sizes = parts_of(text)
        pattern = "".join("ABCD"[int(symbol) - 1] for symbol in text)
        rows.append((pattern, PARTS.get(text), len(sizes), sizes.max()))
    page.tell("partitions", rows)
    _example(page)


def first_example() -> list[int]:
    """How many codes of two pegs and four colours have no hit, by the guesses of figure 1(c)."""
    game = Game(2, 4)
    everything = Candidates.all(game)
    return [int((everything.parts(_from_zero(game, text)) == 0).sum()) for text in FIGURE_1C]


def _example(page: Page) -> None:
    page.heading("Figure 1(c): the example with two pegs")
    game = Game(2, 4)
    everything = Candidates.all(game)
    replies = [str(reply) for reply in part_table(game).replies]
    rows = []
    for text, claimed in FIGURE_1C.items():
        sizes = np.bincount(everything.parts(_from_zero(game, text)), minlength=len(replies)).tolist()
        rows.append((text, *claimed, *sizes, sum(size > 0 for size in sizes)))
    totals = [sum(claimed[column] for claimed in FIGURE_1C.values()) for column in (0, 1)]
    page.table(["guess", "report, 0b0w", "report, 0b1w", *replies, "parts"], rows)
    page.tell("example", totals=totals)


TIES: dict[str, Callable[[NDArray[np.int64]], NDArray[np.float64]]] = {
    "none": lambda sizes: np.zeros(len(sizes)),
    "expected size": lambda sizes: (sizes.astype(np.float64) ** 2).sum(axis=1),
    "largest part": lambda sizes: sizes.max(axis=1).astype(np.float64),
    "entropy": lambda sizes: (sizes * np.log(np.maximum(sizes, 1))).sum(axis=1),
    "parts of one code": lambda sizes: -(sizes == 1).sum(axis=1).astype(np.float64),
}
"""Second criteria among the guesses with the most parts, of which the least is best; then the "
"lowest or highest code."""


def lengths_with_ties(first: str, criterion: str, *, highest: bool = False, all_codes: bool = False) -> list[int]:
    """Games of 1, 2, 3 … guesses, over every secret of 4 pegs and 6 colours: max-parts with a rule for ties."""
    everything = Candidates.all("p4c6")

    def choose(position: Position, left: Candidates) -> Code:
        if not position.turns:
            return CANONICAL.parse(everything.game, first)
        if len(left) <= 2:  # each makes as many parts as there are codes
            return left[-1 if highest else 0]
        guesses = everything if all_codes else left
        sizes = part_sizes(guesses.keys, left)
        order = np.arange(len(guesses)) * (-1 if highest else 1)
        outside = ~np.isin(guesses.keys, left.keys)
        return guesses[int(np.lexsort((order, outside, TIES[criterion](sizes), -(sizes > 0).sum(axis=1)))[0])]

    return list(walk_with(Position(everything.game), choose).histogram)


@measured("figure 4, ten rules for ties", REPRODUCED)
def lengths_by_ties(effort: Effort) -> dict[str, list[list[int]]]:
    """By first guess, the lengths of games with candidates only, under each of ten rules for ties."""
    return {
        first: [lengths_with_ties(first, criterion, highest=highest) for criterion in TIES for highest in (False, True)]
        for first in CANONICAL_FIRST.values()
    }


@measured("figure 4, all codes, then expected size", REPRODUCED)
def lengths_over_all_codes(effort: Effort) -> dict[str, list[int]]:
    """By first guess, the lengths of games over all codes, ties broken by the expected size."""
    return {first: lengths_with_ties(first, "expected size", all_codes=True) for first in CANONICAL_FIRST.values()}


CANONICAL_FIRST = {"0011": "1122", "0012": "1123"}
"""The first guesses of figure 4, with colours from 1."""


def lengths_of(effort: Effort, first: str, options: str = "") -> list[int]:
    """Lengths of games of `max-parts`, over every secret."""
    return list(effort.average("p4c6", f"max-parts:{options}first={CANONICAL_FIRST[first]}")["histogram"])


def distance(lengths: Sequence[int], others: Sequence[int]) -> int:
    """The sum of the differences of two rows of game lengths."""
    return sum(abs(a - b) for a, b in zip_longest(lengths, others, fillvalue=0))


def game_lengths(page: Page, effort: Effort) -> None:
    """Figure 4."""
    rows: list[tuple[object, ...]] = []

    def add(first: str, name: str, lengths: Sequence[int]) -> None:
        total = sum(number * count for number, count in enumerate(lengths, 1))
        rows.append((first, name, *lengths, *[0] * (7 - len(lengths)), total))

    for first, lengths in FIGURE_4.items():
        add(first, "report", lengths)
        add(first, "max-parts, all codes", lengths_of(effort, first))
        add(first, "max-parts, candidates only", lengths_of(effort, first, "candidates-only,"))
    page.tell("game lengths", rows)
    tied, over_all = lengths_by_ties(effort), lengths_over_all_codes(effort)
    compared: list[tuple[object, ...]] = []
    for first, lengths in FIGURE_4.items():
        many, one = tied[CANONICAL_FIRST[first]], over_all[CANONICAL_FIRST[first]]
        compared.append((first, "report", lengths[2], lengths[5], None))
        compared.append((first, f"candidates only, {len(many)} rules", *_ranges(lengths, many)))
        compared.append((first, "all codes, then expected size", *_ranges(lengths, [one])))
    page.tell("ties", compared)


def _ranges(theirs: Sequence[int], rows: Sequence[Sequence[int]]) -> list[str]:
    """The least and the greatest number of games of 3 and of 6 guesses, and of those that differ from the report's."""
    columns = ([row[2] for row in rows], [row[5] for row in rows], [distance(theirs, row) for row in rows])
    return [str(min(column)) if min(column) == max(column) else f"{min(column)} to {max(column)}" for column in columns]


MEMORY = {"Max Parts": ("890 MB", "250 MB"), "MiniMax": (None, None), "Simple": ("990 MB", "400 MB")}
"""The report's memory: peak, and the average after the first attempt."""


def memory(page: Page, effort: Effort, algorithms: Mapping[str, str]) -> None:
    """Section 3.6: the peak of the memory, and what is used after the first attempt."""
    rules = "p5c8" if effort.quick else "p8c8"
    rows = []
    for name, claimed in MEMORY.items():
        peak, later = memory_of(effort, rules, algorithms[name])
        theirs = (None, None) if effort.quick else claimed  # which is of 8 pegs and colours
        rows.append((name, rules, theirs[0], peak, theirs[1], later))
    page.tell("memory", rows, game=Game.parse(rules))


@measured("memory {rules} {strategy}", "codepegs solve {rules} -s {strategy}")
def memory_of(effort: Effort, rules: str, strategy: str) -> tuple[float | None, float | None]:
    """The peak of the memory of one game in a process of its own, in MiB, and its average from the second guess on."""
    with open_executor("processes", 1) as executor:
        return executor.submit(_memory_of, rules, strategy, effort.seed).result()


def _memory_of(rules: str, strategy: str, seed: int) -> tuple[float | None, float | None]:
    used: list[float] = []

    def on_turn(number: int, turn: PlayedTurn) -> None:
        now = memory_mib("VmRSS")
        if number > 1 and now is not None:
            used.append(now)

    play(Game.parse(rules), None, strategy, seed=seed, on_turn=on_turn)
    return memory_mib("VmHWM"), sum(used) / len(used) if used else None


CLAIMED = {"Max Parts": 2.0, "Simple": 1.0}
"""The exponents of section 3.3: O(n^2) and O(n)."""

GAME = "p6c9"
"""The game of the codes."""

SIZES = {
    "Max Parts": (1_024, 2_048, 4_096, 8_192, 16_384),
    "Simple": (2_048, 8_192, 32_768, 131_072, 524_288),
}
"""Numbers of codes."""

TURN = "112345:1b1w"
"""The turn by which Simple excludes codes."""

NEAR = 0.25
"""Difference of exponents up to which one agrees with the report's."""


def growth(page: Page, effort: Effort, claimed: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    """Section 3.3: O(n^2) against O(n)."""
    times = growth_times(effort)
    page.tell(
        "growth",
        [
            (name, size, size**2 if name == "Max Parts" else size, seconds)
            for name, of_size in times.items()
            for size, seconds in of_size.items()
        ],
    )
    found = exponents(times)
    theirs = {name: fit_power(*zip(*pairs, strict=True))[0] for name, pairs in claimed.items()}
    near = [name for name in CLAIMED if abs(found[name] - CLAIMED[name]) <= NEAR]
    fits = {2: "both agree with the report", 1: f"only that of {' '.join(near)} agrees with the report"}
    why = "; guesses that begin alike share work, which lowers the first" if found["Max Parts"] < 2.0 - NEAR else ""
    fitting = fits.get(len(near), "neither agrees with the report")
    rows = [(name, claim, found[name], theirs[name]) for name, claim in CLAIMED.items()]
    page.tell("exponents", rows, found=found, theirs=theirs, fits=fitting, near=NEAR, why=why)


def growth_times(effort: Effort) -> dict[str, dict[int, float]]:
    """Seconds of the processor by algorithm and number of codes."""

    def measure() -> dict[str, list[float]]:
        everything = Candidates.all(GAME)
        (turn,) = Position.parse(f"{GAME} {TURN}").turns
        found: dict[str, list[float]] = {}
        for name, sizes in SIZES.items():
            found[name] = []
            for size in sizes[:3] if effort.quick else sizes:
                effort.step(f"max-parts: {name} on {size:,} codes")
                codes = _spread(everything, size)
                compares_all = partial(part_sizes, codes.keys, codes)
                found[name].append(_seconds(compares_all if name == "Max Parts" else partial(codes.filter, turn)))
        return found

    found = effort.figure("growth", REPRODUCED, measure)
    return {name: dict(zip(SIZES[name], times, strict=False)) for name, times in found.items()}


def exponents(times: Mapping[str, Mapping[int, float]]) -> dict[str, float]:
    """The power of the number of codes with which the times grow, by algorithm."""
    return {name: fit_power(list(of_size), list(of_size.values()))[0] for name, of_size in times.items()}


def _spread(candidates: Candidates, count: int) -> Candidates:
    """So many of the candidates, evenly spread."""
    places = np.linspace(0, len(candidates) - 1, count).astype(np.int64)
    return Candidates(Game.parse(GAME), candidates.keys[places])


def _seconds(work: Callable[[], object]) -> float:
    """The shortest time of three, in seconds of the processor; short work is repeated."""
    repeats = 1
    while timeit(work, timer=time.process_time, number=repeats) < 0.02:  # seconds
        repeats *= 4
    return min(repeat(work, timer=time.process_time, repeat=3, number=repeats)) / repeats
