"""The Max Parts report: A. Manchanda, "Master Mind Report"; its averages, worst games and times, and its claims."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.experiments import bar_style, line_style
from codepegs.game import CANONICAL, Game
from codepegs.match import play
from codepegs.reports.max_parts import figures
from codepegs.reports.max_parts.aabc import MAX_PARTS_FROM
from codepegs.reports.pages import Effort, Page, measured, within_errors
from codepegs.rng import Seed
from codepegs.strategies.protocol import first_shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes


ALGORITHMS = {
    "Max Parts": "aabc-max-parts",
    "Max Parts, random above": "aabc-max-parts:above=random",
    "Max Parts at once": "aabc-max-parts:until=50000000",
    "MiniMax": "minimax",
    "Simple": "first-consistent",
    "Simple, random first": "first-consistent:first=random",
    "Simple at random": "random-consistent",
}


@dataclass(frozen=True)
class Claimed:
    """What the report says of one algorithm on one game, 100 games each."""

    average: float | None = None
    worst: int | None = None
    seconds: float | None = None
    expected: float | None = None


THEIRS: dict[str, dict[str, Claimed]] = {
    "p4c6": {
        "Max Parts": Claimed(4.39, 6, 0.09, 4.37),
        "MiniMax": Claimed(None, 5, None, 4.46),
        "Simple": Claimed(5.45, 9, 0.04, 5.77),
    },
    "p5c8": {"Max Parts": Claimed(5.55, 7, 1.72), "Simple": Claimed(6.27, 8, 1.10)},
    "p6c9": {"Max Parts": Claimed(6.39, 7, 3.49), "Simple": Claimed(6.72, 8, 0.87)},
    "p8c8": {"Max Parts": Claimed(7.27, 9, 56.05), "Simple": Claimed(8.34, 10, 27.25)},
}

DRAWN = {("MiniMax", "p6c9"): 100, ("MiniMax", "p8c8"): 5, ("Max Parts at once", "p8c8"): 10}
"""Games of strategies that would take very long to play every secret."""

AT_RANDOM = ("Max Parts, random above", "Simple, random first", "Simple at random")
"""Algorithms that draw codes, of which games are sampled."""

DRAWN_AT_RANDOM = {"p4c6": 10_000, "p5c8": 2_000, "p6c9": 500, "p8c8": 400}

TIMED = {"p4c6": 200, "p5c8": 100, "p6c9": 50, "p8c8": 8}
"""Single games that are timed."""

SLOW = {("MiniMax", "p6c9"), ("Max Parts at once", "p6c9"), ("MiniMax", "p8c8"), ("Max Parts at once", "p8c8")}
"""Single games that take too long to time several."""

Found = dict[tuple[str, str], dict[str, Any]]
"""Averages by rules and algorithm."""


def average(effort: Effort, rules: str, name: str) -> dict[str, Any]:
    """The average of an algorithm: over every secret where that is possible."""
    if name == "Max Parts, random above" and Game.parse(rules).size <= MAX_PARTS_FROM:
        name = "Max Parts"  # nothing is above
    drawn = DRAWN_AT_RANDOM[rules] if name in AT_RANDOM else DRAWN.get((name, rules))
    return effort.average(rules, ALGORITHMS[name], "all" if drawn is None else drawn)


def seconds(effort: Effort, rules: str, name: str) -> float:
    """Processor time of a single game."""
    return effort.seconds(rules, ALGORITHMS[name], TIMED[rules])


def reproduce(page: Page, effort: Effort) -> None:
    """All of the report's tables and figures."""
    page.tell("intro")
    effort.report("max-parts: averages")
    found = _averages(page, effort)
    _figures(page, found)
    _times(page, effort)
    figures.growth(page, effort, {name: _claimed_times(name) for name in READINGS})
    effort.report("max-parts: partitions and game lengths")
    figures.first_moves(page, effort)
    figures.partitions(page)
    figures.game_lengths(page, effort)
    effort.report("max-parts: memory")
    figures.memory(page, effort, ALGORITHMS)
    page.tell("further work")


def _games(effort: Effort) -> list[str]:
    return [rules for rules in THEIRS if not (effort.quick and rules in ("p6c9", "p8c8"))]


def _averages(page: Page, effort: Effort) -> Found:
    """The table of averages."""
    rows = []
    found: Found = {}
    for rules in _games(effort):
        claims = THEIRS[rules]
        for name in ALGORITHMS:
            claim = claims.get(name, Claimed())
            found[rules, name] = result = average(effort, rules, name)
            if name == "Max Parts, random above" and result == found[rules, "Max Parts"]:
                continue
            games = "all" if result["exhaustive"] else f"{result['games']:,}"
            time = None if (name, rules) in SLOW else seconds(effort, rules, name)
            rows.append({"rules": rules, "name": name, "claim": claim, "found": result, "games": games, "time": time})
    page.tell("averages", rows)
    if not page.quick:
        _explain_averages(page, found)
    page.tell("expected")
    return found


def _claimed_times(name: str) -> list[tuple[int, float]]:
    """The numbers of codes of the report's games, and its times per game of an algorithm."""
    times = ((Game.parse(rules).size, claims[name].seconds) for rules, claims in THEIRS.items())
    return [(size, seconds) for size, seconds in times if seconds is not None]


READINGS = {
    "Max Parts": ("Max Parts", "Max Parts, random above", "Max Parts at once"),
    "Simple": ("Simple", "Simple, random first", "Simple at random"),
}
"""What the report's algorithms may have been."""

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
        rules: (_first_pairs(rules), claims["Max Parts"].seconds or 0.0)
        for rules, claims in THEIRS.items()
        if (rules, "Max Parts") in found and rules != "p4c6"
    }
    words = [f"{count:.1e} at {rules} ({time} s per game in the report)" for rules, (count, time) in pairs.items()]
    page.tell("pairs", pairs=words)
    # Pairs of codes that a program of the report's time can compare in a second at most, with room to spare.
    fast = {rules: count / seconds for rules, (count, seconds) in pairs.items() if count / seconds > 1e9}
    if fast:
        page.tell("too many pairs", rates=[f"{rate:.0e} pairs a second at {rules}" for rules, rate in fast.items()])


def _first_pairs(rules: str) -> float:
    """Pairs of candidates after AABC, on average."""
    game = Game.parse(rules)
    shares = first_shares(game, CANONICAL.parse(game, AABC[game.pegs]))
    assert shares is not None, "few pegs"
    return float((shares[:-1] ** 3).sum()) * game.size**2


AABC = {4: "1123", 5: "11234", 6: "112345", 8: "11234567"}
"""The first guess of `aabc-max-parts`, by pegs."""


BARS = ("Max Parts", "Max Parts, random above", "MiniMax", "Simple", "Simple, random first")
"""The algorithms that its charts show beside the report."""


def _figures(page: Page, found: Found) -> None:
    """Figures 3a and 3c: averages and worst games, the report's beside ours."""
    games = list(dict.fromkeys(rules for rules, _ in found))

    def series(
        claimed: Callable[[Claimed], float | None], ours: Callable[[dict[str, Any]], float]
    ) -> dict[str, list[float]]:
        theirs = {name: [claimed(THEIRS[rules][name]) for rules in games] for name in READINGS}
        return {
            **{f"report: {name}": [value or math.nan for value in values] for name, values in theirs.items()},
            **{name: [ours(found[rules, name]) for rules in games] for name in BARS},
        }

    def bars(axes: Axes) -> None:
        drawn = series(lambda claim: claim.average, lambda result: result["average"])
        width = 0.8 / len(drawn)
        for number, (label, heights) in enumerate(drawn.items()):
            places = np.arange(len(games)) + (number - (len(drawn) - 1) / 2) * width
            axes.bar(places, heights, 0.9 * width, label=label, **bar_style(number))
        axes.set(xticks=range(len(games)), xticklabels=games, ylabel="average guesses")
        axes.set_ylim(0, 1.35 * max(value for heights in drawn.values() for value in heights))
        axes.legend(fontsize=7, ncols=2, loc="upper left")

    def lines(axes: Axes) -> None:
        drawn = series(lambda claim: claim.worst, lambda result: result["depth"])
        for number, (label, heights) in enumerate(drawn.items()):
            axes.plot(range(len(games)), heights, label=label, **line_style(number))
        axes.set(xticks=range(len(games)), xticklabels=games, ylabel="guesses of the worst game")
        axes.legend(fontsize=7)

    page.picture("averages", "Figure 3(a): average guesses", bars)
    page.picture("worst", "Figure 3(c): guesses of the worst game; the report's are of 100 games", lines)


def shares(effort: Effort) -> dict[str, float]:
    """The share of Max Parts in the times of Max Parts and Simple together, by game."""
    found = {rules: [seconds(effort, rules, name) for name in READINGS] for rules in _games(effort)}
    return {rules: times[0] / sum(times) for rules, times in found.items()}


def claimed_shares() -> dict[str, float]:
    """The same by the report's times."""
    found = {rules: [claims[name].seconds or 0.0 for name in READINGS] for rules, claims in THEIRS.items()}
    return {rules: times[0] / sum(times) for rules, times in found.items()}


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
    others = (
        " In the other games Simple takes longer: its first guess, one colour, leaves more codes to list than AABC, and"
        " Max Parts compares at most 2,025 candidates."
    )
    where = f"in {' and '.join(more)}" if more else "in none"
    page.tell("shares", more=where, others=others * (len(more) < len(ours)))


SWITCHES = (100, 1_000, 2_025, 5_000, 20_000)
"""Numbers of candidates at which max-parts begins, compared on p5c8."""


def both(effort: Effort, figure: str) -> list[tuple[float, float]]:
    """A figure of Max Parts and of Simple, in each game."""
    return [(average(effort, rules, "Max Parts")[figure], average(effort, rules, "Simple")[figure]) for rules in THEIRS]


def gaps(effort: Effort) -> list[float]:
    """Guesses that Simple needs more than Max Parts, in each game."""
    return [simple - max_parts for max_parts, simple in both(effort, "average")]


@measured("p9c9", "codepegs solve p9c9 -s aabc-max-parts --seed 1")
def plays_nine(effort: Effort) -> int:
    """Guesses of a game of 9 pegs and 9 colours."""
    return play("p9c9", None, "aabc-max-parts", seed=Seed(effort.seed)).guesses


def fitting(effort: Effort) -> list[int]:
    """In how many games each reading of Simple gives the report's average."""
    return [
        sum(
            within_errors(claims["Simple"].average or 0.0, average(effort, rules, reading), PLAYED)
            for rules, claims in THEIRS.items()
        )
        for reading in READINGS["Simple"]
    ]


def peaks(effort: Effort) -> list[float | None]:
    """The peaks of memory of Max Parts and of Simple, in MiB."""
    return [figures.memory_of(effort, "p8c8", ALGORITHMS[name])[0] for name in READINGS]


def conclusion(effort: Effort) -> list[bool]:
    """Whether Max Parts needs fewer attempts, also at worst, less memory, and the larger share of the time."""
    ours, theirs = (peak or 0.0 for peak in peaks(effort))
    lower = all(max_parts < simple for max_parts, simple in both(effort, "depth"))
    return [min(gaps(effort)) > 0, lower, ours < theirs, min(shares(effort).values()) > 0.5]
