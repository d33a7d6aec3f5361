"""The Max Parts report: A. Manchanda, "Master Mind Report"; its tables and figures."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from timeit import timeit
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, part_sizes
from codepegs.experiments import bar_style, line_style, memory_mib, open_executor
from codepegs.game import CANONICAL, Code, Game, Position, part_table
from codepegs.match import Secret, iter_play, play
from codepegs.parallel import WorkerThreads
from codepegs.reports.max_parts.aabc import MAX_PARTS_FROM
from codepegs.reports.pages import (
    Effort,
    Page,
    clearly_above,
    difference,
    every,
    exceeds,
    fit_power,
    in_turn,
    mean_of,
    measured,
    ratio_of_means,
    sample,
    shortest,
    tables_of,
    within_errors,
)
from codepegs.rng import Seed
from codepegs.strategies.protocol import first_shares
from codepegs.trees import walk

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Claimed(msgspec.Struct, frozen=True):
    """What the report says of one algorithm on one game, 100 games each."""

    average: float | None = None
    worst: int | None = None
    seconds: float | None = None
    expected: float | None = None


TABLES = tables_of(__file__)
THEIRS = msgspec.convert(TABLES["theirs"], dict[str, dict[str, Claimed]])
ALGORITHMS: dict[str, str] = TABLES["algorithms"]
READINGS: dict[str, list[str]] = TABLES["readings"]

REPRODUCED = "codepegs reproduce max-parts"

Found = dict[tuple[str, str], dict[str, Any]]  # averages by rules and algorithm


def average(effort: Effort, rules: str, name: str) -> dict[str, Any]:
    """The average of an algorithm: over every secret where that is possible."""
    if name == "Max Parts, random above" and Game.parse(rules).size <= MAX_PARTS_FROM:
        name = "Max Parts"  # nothing is above
    return effort.average(rules, ALGORITHMS[name], TABLES["drawn"].get(name, {}).get(rules, "all"))


def seconds(effort: Effort, rules: str, name: str) -> float:
    """Processor time of a single game."""
    return effort.seconds(rules, ALGORITHMS[name], TABLES["timed"][rules])


def reproduce(page: Page, effort: Effort) -> None:
    """All of the report's tables and figures."""
    page.tell("intro")
    effort.report("max-parts: averages")
    found = _averages(page, effort)
    _figures(page, found)
    _times(page, effort)
    sizes = {rules: Game.parse(rules).size for rules in THEIRS}
    theirs = {name: [(size, THEIRS[rules][name].seconds or 0.0) for rules, size in sizes.items()] for name in READINGS}
    growth(page, effort, theirs)
    effort.report("max-parts: partitions and game lengths")
    _first_moves(page, effort)
    _partitions(page)
    _game_lengths(page, effort)
    effort.report("max-parts: memory")
    _memory(page, effort)
    page.tell("further work")


def _games(effort: Effort) -> list[str]:
    return [rules for rules in THEIRS if not (effort.quick and rules in ("p6c9", "p8c8"))]


def _averages(page: Page, effort: Effort) -> Found:
    """The table of averages."""
    rows = []
    found: Found = {}
    for rules in _games(effort):
        for name in ALGORITHMS:
            found[rules, name] = result = average(effort, rules, name)
            if name == "Max Parts, random above" and result == found[rules, "Max Parts"]:
                continue
            games = "all" if result["exhaustive"] else f"{result['games']:,}"
            took = None if name in TABLES["slow"].get(rules, ()) else seconds(effort, rules, name)
            claim = THEIRS[rules].get(name, Claimed())
            rows.append({"rules": rules, "name": name, "claim": claim, "found": result, "games": games, "time": took})
    page.tell("averages", rows)
    if not page.quick:
        _explain_averages(page, found)
    page.tell("expected")
    return found


PLAYED = 100
"""Games of each of the report's averages."""

FAR = 2.0
"""Least difference, in standard errors, at which an average is said to differ from the report's."""


def deviation(claimed: float, result: dict[str, Any]) -> float:
    """Return by how many standard errors an average of the report is above ours."""
    # Standard deviation of the length of a game that is assumed at least: a few games may all be equally long.
    error = math.hypot(max(0.1, result["spread"]) / math.sqrt(PLAYED), result["error"])
    return float((claimed - result["average"]) / error)


def _explain_averages(page: Page, found: Found) -> None:
    """Which reading of an algorithm gives the report's averages, by the numbers of the table."""
    rows = []
    fitting: dict[str, list[bool]] = {reading: [] for readings in READINGS.values() for reading in readings}
    for name, readings in READINGS.items():
        for rules, claims in THEIRS.items():
            claim = claims[name].average
            if claim is None or (rules, name) not in found:
                continue
            cells = []
            for reading in readings:
                away = deviation(claim, found[rules, reading])
                fitting[reading].append(abs(away) <= FAR)
                cells.append(f"{away:+.1f}" + ("" if abs(away) <= FAR else " (differs)"))
            rows.append((rules, name, claim, *cells))
    page.tell("readings", rows, far=FAR)
    for name, readings in READINGS.items():
        fit = [reading for reading in readings if all(fitting[reading])]
        if fit:
            names = " and ".join(f"`{ALGORITHMS[reading]}`" for reading in fit)
            page.tell("a reading that fits", name=name, fitting=names)
        else:
            counts = ((ALGORITHMS[reading], fitting[reading]) for reading in readings)
            names = ", ".join(f"`{strategy}` in {sum(fits)} of {len(fits)}" for strategy, fits in counts)
            page.tell("no reading that fits", name=name, readings=names)
    pairs = {
        rules: (_first_pairs(rules, first), THEIRS[rules]["Max Parts"].seconds or 0.0)
        for rules, first in TABLES["aabc"].items()
        if (rules, "Max Parts") in found
    }
    words = [f"{count:.1e} at {rules} ({time} s per game in the report)" for rules, (count, time) in pairs.items()]
    page.tell("pairs", pairs=words)
    # Pairs of codes that a program of the report's time can compare in a second at most, with room to spare.
    fast = {rules: count / seconds for rules, (count, seconds) in pairs.items() if count / seconds > 1e9}
    if fast:
        page.tell("too many pairs", rates=[f"{rate:.0e} pairs a second at {rules}" for rules, rate in fast.items()])


def _first_pairs(rules: str, first: str) -> float:
    """Pairs of candidates after AABC, on average."""
    game = Game.parse(rules)
    shares = first_shares(game, CANONICAL.parse(game, first))
    assert shares is not None, "few pegs"
    return float((shares[:-1] ** 3).sum()) * game.size**2


def _figures(page: Page, found: Found) -> None:
    """Figures 3a and 3c: averages and worst games, the report's beside ours."""
    games = list(dict.fromkeys(rules for rules, _ in found))

    def series(claimed: str, ours: str) -> dict[str, list[float]]:
        drawn: dict[str, list[float]] = {}
        for name in READINGS:
            theirs = [getattr(THEIRS[rules][name], claimed) for rules in games]
            drawn[f"report: {name}"] = [value or math.nan for value in theirs]
        for name in TABLES["bars"]:
            drawn[name] = [found[rules, name][ours] for rules in games]
        return drawn

    def bars(axes: Axes) -> None:
        drawn = series("average", "average")
        width = 0.8 / len(drawn)
        for number, (label, heights) in enumerate(drawn.items()):
            places = np.arange(len(games)) + (number - (len(drawn) - 1) / 2) * width
            axes.bar(places, heights, 0.9 * width, label=label, **bar_style(number))
        axes.set(xticks=range(len(games)), xticklabels=games, ylabel="average guesses")
        axes.set_ylim(0, 1.35 * max(value for heights in drawn.values() for value in heights))
        axes.legend(fontsize=7, ncols=2, loc="upper left")

    def lines(axes: Axes) -> None:
        for number, (label, heights) in enumerate(series("worst", "depth").items()):
            axes.plot(range(len(games)), heights, label=label, **line_style(number))
        axes.set(xticks=range(len(games)), xticklabels=games, ylabel="guesses of the worst game")
        axes.legend(fontsize=7)

    page.picture("averages", "Figure 3(a): average guesses", bars)
    page.picture("worst", "Figure 3(c): guesses of the worst game; the report's are of 100 games", lines)


def shares(effort: Effort) -> dict[str, float]:
    """The share of Max Parts in the times of Max Parts and Simple together, by game."""
    return {rules: _first_share([seconds(effort, rules, name) for name in READINGS]) for rules in _games(effort)}


def claimed_shares() -> dict[str, float]:
    """The same by the report's times."""
    return {rules: _first_share([claims[name].seconds or 0.0 for name in READINGS]) for rules, claims in THEIRS.items()}


def _first_share(times: Sequence[float]) -> float:
    return times[0] / sum(times)


def _times(page: Page, effort: Effort) -> None:
    """Figure 3b: the shares of Max Parts and Simple in their times together."""
    ours, claimed = shares(effort), claimed_shares()
    page.tell(
        "times",
        [
            (rules, 100 * claimed[rules], 100 * share, *(seconds(effort, rules, name) for name in READINGS))
            for rules, share in ours.items()
        ],
    )

    def draw(axes: Axes) -> None:
        places = np.arange(len(ours))
        theirs = [claimed[rules] for rules in ours]
        for offset, label, drawn in ((-0.2, "report", theirs), (0.2, "ours", list(ours.values()))):
            number = 0 if label == "report" else 2
            axes.bar(places + offset, drawn, 0.36, label=f"{label}: Max Parts", **bar_style(number))
            rest = [1 - share for share in drawn]
            axes.bar(
                places + offset, rest, 0.36, bottom=drawn, label=f"{label}: Simple", **bar_style(number + 1)
            )  # fmt: skip
        axes.set(xticks=places, xticklabels=list(ours), ylabel="share of the time per game", ylim=(0, 1.35))
        axes.legend(fontsize=7, ncols=2, loc="upper left")

    page.picture("times", "Figure 3(b): shares of the time per game", draw)
    more = [rules for rules, share in ours.items() if share > 0.5]
    where = f"in {' and '.join(more)}" if more else "in none"
    page.tell("shares", more=where, in_all=len(more) == len(ours))


READING = {"Max Parts": "Max Parts, random above", "Simple": "Simple"}
"""What the report's two algorithms are taken to be."""


def both(effort: Effort, simple: str = READING["Simple"]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The averages of Max Parts and of a reading of Simple, in each game."""
    return [(average(effort, rules, READING["Max Parts"]), average(effort, rules, simple)) for rules in THEIRS]


def gaps(effort: Effort, simple: str = READING["Simple"]) -> list[dict[str, float]]:
    """Guesses that Simple needs more than Max Parts, in each game."""
    return [difference(other, max_parts) for max_parts, other in both(effort, simple)]


def by_game(figures: Sequence[dict[str, float]]) -> str:
    """Figures of the report's games, in words."""
    return ", ".join(f"{rules} {sample(figure)}" for rules, figure in zip(THEIRS, figures, strict=True))


def fitting(effort: Effort, reading: str) -> int:
    """In how many games a reading of Simple gives the report's average."""
    claimed = {rules: claims["Simple"].average or 0.0 for rules, claims in THEIRS.items()}
    return sum(within_errors(theirs, average(effort, rules, reading), PLAYED) for rules, theirs in claimed.items())


def worst_of_100(effort: Effort) -> list[tuple[float, float, float]]:
    """The worst of 100 games of Max Parts and of Simple, on average, and how probably the first is lower, by game."""
    return [_worst(max_parts["histogram"], simple["histogram"]) for max_parts, simple in both(effort)]


def _worst(first: Sequence[int], second: Sequence[int]) -> tuple[float, float, float]:
    longest = max(len(first), len(second))
    chances = []
    for histogram in (first, second):
        within = np.cumsum([*histogram, *[0] * (longest - len(histogram))]) / sum(histogram)
        chances.append(np.diff(within**PLAYED, prepend=0.0))
    lengths = np.arange(1, longest + 1)
    lower = float(np.cumsum(chances[0])[:-1] @ chances[1][1:])
    return float(chances[0] @ lengths), float(chances[1] @ lengths), lower


@measured("times of games in turn, {rules}", "codepegs reproduce max-parts --measure 'takes longer than Simple'")
def times_in_turn(effort: Effort, rules: str) -> dict[str, list[float]]:
    """Processor times of games of Max Parts and of Simple against the same secrets; they take turns."""
    game = Game.parse(rules)

    def player(strategy: str) -> Callable[[int], object]:
        def work(number: int) -> object:
            seed = Seed(effort.seed, number)
            return play(game, Secret.draw(game, seed).code, strategy, seed=seed)

        return work

    works = {name: player(ALGORITHMS[reading]) for name, reading in READING.items()}
    return in_turn(works, effort.rounds(min(100, 2 * TABLES["timed"][rules])))


def times_of_both(effort: Effort) -> dict[str, dict[str, float]]:
    """How many times as long a game of Max Parts takes as one of Simple, by game."""
    found = {rules: times_in_turn(effort, rules) for rules in THEIRS}
    return {rules: ratio_of_means(times["Max Parts"], times["Simple"]) for rules, times in found.items()}


def block_of(lines: Sequence[str]) -> list[Any]:
    """Its block after some games: the average, the lines with all numbers alike, and the average with its error."""
    lengths = [
        int(found[1]) for found in (re.match(r"the solver has .* in (\d+) attempts", line) for line in lines) if found
    ]
    block = lines[-1].splitlines()
    return [
        block[0],
        [re.sub("[0-9]+", "9", line) for line in block],
        {**mean_of(lengths), "spread": float(np.std(lengths))},
    ]


def peaks(effort: Effort) -> list[float | None]:
    """The peaks of memory of Max Parts and of Simple, in MiB."""
    return [memory_of(effort, "p8c8", ALGORITHMS[reading])[0] for reading in READING.values()]


def conclusion(effort: Effort) -> list[bool | None]:
    """Whether Max Parts needs fewer attempts, also at worst, less memory, and more time; None if not decided."""
    ours, theirs = (peak or 0.0 for peak in peaks(effort))
    lower = [None if 0.025 < chance < 0.975 else chance > 0.5 for *_, chance in worst_of_100(effort)]
    return [
        every(exceeds(gap, 0.0) for gap in gaps(effort)),
        every(lower),
        clearly_above(theirs, ours),
        every(exceeds(times, 1.0) for times in times_of_both(effort).values()),
    ]


def powers_with_errors(effort: Effort) -> list[list[float]]:
    """The powers of the number of codes with which the times grow, and their errors: Max Parts, Simple."""
    times = growth_times(effort).values()
    return [list(fit_power(list(of_size), list(of_size.values()))[:2]) for of_size in times]


BOARD = Game(4, 6)


def _from_zero(game: Game, text: str) -> Code:
    return CANONICAL.parse(game, "".join(str(int(symbol) + 1) for symbol in text))


def _first_moves(page: Page, effort: Effort) -> None:
    """Figure 1(a): its two printed games, and the averages of both first moves."""
    games = [
        (secret, strategy, " ".join(printed), " ".join(game_against(secret, strategy)))
        for secret, strategy, printed in TABLES["printed"]
    ]
    page.tell("first moves", games, equal=all(theirs == ours for *_, theirs, ours in games))
    rows, averages, hits = [], [], []
    for text, (stated, *others) in TABLES["first_moves"].items():
        averages.append(effort.average("p4c6", f"aabc-max-parts:first={text}")["average"])
        hits.append(100 * chance_of_a_hit(text))
        rows.append((text, stated, averages[-1], *others, hits[-1]))
    gain = averages[0] - averages[1]
    page.tell("chances", rows, hits=hits, gain=gain, is_fewer=gain > 0)


def game_against(secret: str, strategy: str) -> list[str]:
    """The guesses of a game of 4 pegs and 6 colours, with colours from 0."""
    played = play(BOARD, _from_zero(BOARD, secret), strategy)
    return ["".join(map(str, turn.guess)) for turn in played.position.turns]


def chance_of_a_hit(first: str) -> float:
    """The share of secrets that give at least one peg for a first guess of 4 pegs and 6 colours."""
    return 1.0 - float((Candidates.all(BOARD).parts(first) == 0).mean())  # part 0 is the reply without a hit


def parts_of(first: str) -> NDArray[np.int64]:
    """The sizes of the parts that a first guess of 4 pegs and 6 colours makes."""
    sizes: NDArray[np.int64] = np.bincount(Candidates.all(BOARD).parts(first))
    return sizes[sizes > 0]


def _partitions(page: Page) -> None:
    """Figures 1(b) and 1(c)."""
    rows = []
    for text in (*TABLES["parts"], "1234"):
        sizes = parts_of(text)
        pattern = "".join("ABCD"[int(symbol) - 1] for symbol in text)
        rows.append((pattern, TABLES["parts"].get(text), len(sizes), sizes.max()))
    page.tell("partitions", rows)
    page.heading("Figure 1(c): the example with two pegs")
    replies = [str(reply) for reply in part_table(Game(2, 4)).replies]
    claimed: dict[str, list[int]] = TABLES["example"]
    compared = [
        (text, *claimed[text], *sizes, sum(size > 0 for size in sizes)) for text, sizes in sizes_by_guess().items()
    ]
    page.table(["guess", "report, 0b0w", "report, 0b1w", *replies, "parts"], compared)
    page.tell("example", totals=[sum(column) for column in zip(*claimed.values(), strict=True)])


def sizes_by_guess() -> dict[str, list[int]]:
    """The parts of the codes of two pegs and four colours, by the guesses of figure 1(c)."""
    game = Game(2, 4)
    codes, count = Candidates.all(game), len(part_table(game).replies)
    guesses: dict[str, list[int]] = TABLES["example"]
    return {text: np.bincount(codes.parts(_from_zero(game, text)), minlength=count).tolist() for text in guesses}


TIES: dict[str, Callable[[NDArray[np.int64]], NDArray[np.float64]]] = {
    "none": lambda sizes: np.zeros(len(sizes)),
    "expected size": lambda sizes: (sizes.astype(np.float64) ** 2).sum(axis=1),
    "largest part": lambda sizes: sizes.max(axis=1).astype(np.float64),
    "entropy": lambda sizes: (sizes * np.log(np.maximum(sizes, 1))).sum(axis=1),
    "parts of one code": lambda sizes: -(sizes == 1).sum(axis=1).astype(np.float64),
}
"""Second criteria among guesses with the most parts, of which the least is best; then the lowest or highest code."""


def lengths_with_ties(first: str, criterion: str, *, highest: bool = False, all_codes: bool = False) -> list[int]:
    """Games of 1, 2, 3 … guesses, over every secret of 4 pegs and 6 colours: max-parts with a rule for ties."""
    everything = Candidates.all(BOARD)

    def choose(position: Position, left: Candidates, threads: WorkerThreads) -> Code:
        if not position.turns:
            return CANONICAL.parse(everything.game, first)
        if len(left) <= 2:  # each makes as many parts as there are codes
            return left[-1 if highest else 0]
        guesses = everything if all_codes else left
        sizes = part_sizes(guesses.keys, left)
        order = np.arange(len(guesses)) * (-1 if highest else 1)
        outside = ~np.isin(guesses.keys, left.keys)
        return guesses[int(np.lexsort((order, outside, TIES[criterion](sizes), -(sizes > 0).sum(axis=1)))[0])]

    return list(walk(Position(everything.game), choose).histogram)


CANONICAL_FIRST = {"0011": "1122", "0012": "1123"}
"""The first guesses of figure 4, with colours from 1."""


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


def lengths_of(effort: Effort, first: str, options: str = "") -> list[int]:
    """Lengths of games of `max-parts`, over every secret."""
    return list(effort.average("p4c6", f"max-parts:{options}first={CANONICAL_FIRST[first]}")["histogram"])


def _game_lengths(page: Page, effort: Effort) -> None:
    """Figure 4."""
    rows: list[tuple[object, ...]] = []
    compared: list[tuple[object, ...]] = []
    tied, over_all = lengths_by_ties(effort), lengths_over_all_codes(effort)
    for first, theirs in TABLES["lengths"].items():
        for name, lengths in (
            ("report", theirs),
            ("max-parts, all codes", lengths_of(effort, first)),
            ("max-parts, candidates only", lengths_of(effort, first, "candidates-only,")),
        ):
            total = sum(number * count for number, count in enumerate(lengths, 1))
            rows.append((first, name, *lengths, *[0] * (7 - len(lengths)), total))
        many, one = tied[CANONICAL_FIRST[first]], over_all[CANONICAL_FIRST[first]]
        compared.append((first, "report", theirs[2], theirs[5], None))
        compared.append((first, f"candidates only, {len(many)} rules", *_ranges(theirs, many)))
        compared.append((first, "all codes, then expected size", *_ranges(theirs, [one])))
    page.tell("game lengths", rows)
    page.tell("ties", compared)


def _ranges(theirs: Sequence[int], rows: Sequence[Sequence[int]]) -> list[str]:
    """The least and the greatest number of games of 3 and of 6 guesses, and of those that differ from the report's."""

    def differences(row: Sequence[int]) -> int:
        return sum(abs(a - b) for a, b in zip_longest(theirs, row, fillvalue=0))

    columns = ([row[2] for row in rows], [row[5] for row in rows], [differences(row) for row in rows])
    return [_range(min(column), max(column)) for column in columns]


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _memory(page: Page, effort: Effort) -> None:
    """Section 3.6: the peak of the memory, and what is used after the first attempt."""
    rules = "p5c8" if effort.quick else "p8c8"
    rows = []
    for name, claimed in TABLES["memory"].items():
        peak, later = memory_of(effort, rules, ALGORITHMS[name])
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
    for number, _ in enumerate(iter_play(Game.parse(rules), None, strategy, seed=seed), 1):
        now = memory_mib("VmRSS")
        if number > 1 and now is not None:
            used.append(now)
    return memory_mib("VmHWM"), sum(used) / len(used) if used else None


GROWN = "p6c9"  # the game of the codes by which growth is measured
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
    found, powers = exponents(times), TABLES["powers"]
    theirs = {name: fit_power(*zip(*pairs, strict=True))[0] for name, pairs in claimed.items()}
    near = [name for name, power in powers.items() if abs(found[name] - power) <= NEAR]
    fits = {2: "both agree with the report", 1: f"only that of {' '.join(near)} agrees with the report"}
    why = "; guesses that begin alike share work, which lowers the first" if found["Max Parts"] < 2.0 - NEAR else ""
    fitting = fits.get(len(near), "neither agrees with the report")
    rows = [(name, power, found[name], theirs[name]) for name, power in powers.items()]
    page.tell("exponents", rows, found=found, theirs=theirs, fits=fitting, near=NEAR, why=why)


SIZES: dict[str, list[int]] = TABLES["sizes"]


@measured("growth", REPRODUCED)
def seconds_by_sizes(effort: Effort) -> dict[str, list[float]]:
    """Seconds of the processor by algorithm, for each number of codes."""
    everything = Candidates.all(GROWN)
    (turn,) = Position.parse(f"{GROWN} 112345:1b1w").turns  # by which Simple excludes codes
    found: dict[str, list[float]] = {}
    for name, sizes in SIZES.items():
        found[name] = []
        for size in sizes[:3] if effort.quick else sizes:
            effort.step(f"max-parts: {name} on {size:,} codes")
            places = np.linspace(0, len(everything) - 1, size).astype(np.int64)  # evenly spread
            codes = Candidates(everything.game, everything.keys[places])
            compares_all = partial(part_sizes, codes.keys, codes)
            found[name].append(_seconds(compares_all if name == "Max Parts" else partial(codes.filter, turn)))
    return found


def growth_times(effort: Effort) -> dict[str, dict[int, float]]:
    """The same by number of codes."""
    return {name: dict(zip(SIZES[name], times, strict=False)) for name, times in seconds_by_sizes(effort).items()}


def exponents(times: Mapping[str, Mapping[int, float]]) -> dict[str, float]:
    """The power of the number of codes with which the times grow, by algorithm."""
    return {name: fit_power(list(of_size), list(of_size.values()))[0] for name, of_size in times.items()}


def _seconds(work: Callable[[], object]) -> float:
    """The shortest time of three, in seconds of the processor; short work is repeated."""
    repeats = 1
    while timeit(work, timer=time.process_time, number=repeats) < 0.02:  # seconds
        repeats *= 4
    return shortest(lambda: [work() for _ in range(repeats)], 3) / repeats
