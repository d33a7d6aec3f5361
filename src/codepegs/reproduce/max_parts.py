"""The Max Parts report: A. Manchanda, "Master Mind Report"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codepegs.candidates import Candidates
from codepegs.experiments import Evaluation, bar_style, evaluate
from codepegs.game import CANONICAL, Game
from codepegs.reproduce.page import Effort, Page, machine
from codepegs.strategies.one_step import part_sizes

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
SHOWN = ("Max Parts", "MiniMax", "Simple")
"""The report's own three, which its bar charts show."""


@dataclass(frozen=True)
class Claim:
    """What the report says of one algorithm on one game, 100 games each."""

    average: float | None
    worst: int | None
    seconds: float | None
    expected: float | None = None


THEIRS: dict[str, dict[str, Claim]] = {
    "p4c6": {
        "Max Parts": Claim(4.39, 6, 0.09, 4.37),
        "MiniMax": Claim(None, 5, None, 4.46),
        "Simple": Claim(5.45, 9, 0.04, 5.77),
    },
    "p5c8": {"Max Parts": Claim(5.55, 7, 1.72), "Simple": Claim(6.27, 8, 1.10)},
    "p6c9": {"Max Parts": Claim(6.39, 7, 3.49), "Simple": Claim(6.72, 8, 0.87)},
    "p8c8": {"Max Parts": Claim(7.27, 9, 56.05), "Simple": Claim(8.34, 10, 27.25)},
}

DRAWN = {("MiniMax", "p6c9"): 100, ("MiniMax", "p8c8"): 5, ("Max Parts at once", "p8c8"): 25}
"""Games of strategies that would take very long to play every secret."""

AT_RANDOM = ("Max Parts, random above", "Simple, random first", "Simple at random")
"""Algorithms that draw codes, of which games are sampled."""

DRAWN_AT_RANDOM = {"p4c6": 10_000, "p5c8": 2_000, "p6c9": 500, "p8c8": 100}

FIGURE_4 = {"0011": (1, 10, 55, 610, 614, 6, 0), "0012": (1, 12, 58, 669, 553, 3, 0)}
"""Its game lengths by first guess."""


def reproduce(page: Page, effort: Effort) -> None:
    """All of the report's tables."""
    page.say(
        "The report compares its Max Parts with MiniMax and with Simple, which plays the first consistent",
        "code: 100 games each, in C++ on a laptop. Where a strategy's whole tree can be walked, the averages",
        f"below are exact, over all secrets. Measured on: {machine()}.",
    )
    effort.tell("max-parts: averages")
    found = _averages(page, effort)
    _figures(page, found)
    effort.tell("max-parts: partitions and game lengths")
    _first_moves(page)
    _partitions(page)
    _game_lengths(page)
    effort.tell("max-parts: memory")
    _memory(page, effort)


def _averages(page: Page, effort: Effort) -> dict[tuple[str, str], Evaluation]:
    page.heading("Averages, worst games and times")
    rows = []
    found: dict[tuple[str, str], Evaluation] = {}
    for rules, claims in THEIRS.items():
        if effort.quick and rules in ("p6c9", "p8c8"):
            continue
        for name, strategy in ALGORITHMS.items():
            claim = claims.get(name, Claim(None, None, None))
            drawn = DRAWN_AT_RANDOM[rules] if name in AT_RANDOM else DRAWN.get((name, rules))
            drawn = None if drawn is None else effort.games(drawn)
            effort.step(f"max-parts: {name} on {rules}")
            (result,) = evaluate(
                rules,
                [strategy],
                games="all" if drawn is None else drawn,
                seed=effort.seed,
                workers=effort.workers,
            )
            (game_seconds,) = evaluate(
                rules, [strategy], games=effort.games(25 if rules != "p8c8" else 1), seed=effort.seed
            )
            found[rules, name] = result
            error = "" if result.standard_error is None else f" ± {result.standard_error:.2f}"
            rows.append(
                (
                    rules,
                    name,
                    claim.average,
                    claim.expected,
                    f"{result.average:.4f}{error}" if not error else f"{result.average:.2f}{error}",
                    "all" if result.exhaustive else f"{result.games}",
                    claim.worst,
                    result.depth,
                    None if claim.seconds is None else f"{claim.seconds} s",
                    _seconds(game_seconds.seconds_per_game),
                )
            )
    page.table(
        [
            "game",
            "algorithm",
            "report",
            "report, expected",
            "ours",
            "games",
            "report, worst",
            "worst",
            "report, time",
            "time",
        ],
        rows,
    )
    page.say(
        "`Max Parts` is `aabc-max-parts`: AABC first, the lowest consistent code while more than 2,025",
        "candidates are left, then the candidate that makes the most parts. With `above=random` it is a random",
        "consistent code instead of the lowest. `MiniMax` is Knuth's, over all guesses. `Simple` is",
        "`first-consistent`, the lowest consistent code, as the report's section 3.1 describes it; with",
        "`first=random` after a random first guess, as its section 3.6 does. The report's averages are of 100",
        "random games, and its worst games are the worst of 100.",
    )
    _explain_averages(page, found)
    page.say(
        "The expected 4.37 of Max Parts is 5,668 / 1,296, max-parts over all codes. Over candidates only, as",
        "the report describes it, it is 5,701 / 1,296 = 4.399. The expected 4.46 of MiniMax is below Knuth's",
        "4.476, which is exact with his rule for ties. The caption of the report's last table says (8, 12),",
        "its section (8, 8), which fits its times and memory. Time a game is that of single games on one",
        "thread.",
    )
    return found


READINGS = {
    "Max Parts": ("Max Parts", "Max Parts, random above", "Max Parts at once"),
    "Simple": ("Simple", "Simple, random first", "Simple at random"),
}
"""What the report's algorithms may have been."""

SPREAD = {"p4c6": 0.7, "p5c8": 0.75, "p6c9": 0.85, "p8c8": 1.0}
"""Standard deviation of the length of a game, about; divided by ten, the standard error of 100 games."""

FAR = 2.0
"""Standard errors from which on an average differs from the report's."""


def _explain_averages(page: Page, found: dict[tuple[str, str], Evaluation]) -> None:
    """Which reading of an algorithm gives the report's averages, by the numbers of the table."""
    rows = []
    for name, readings in READINGS.items():
        for rules, claims in THEIRS.items():
            claim = claims[name].average
            if claim is None or (rules, name) not in found:
                continue
            cells = []
            for reading in readings:
                result = found[rules, reading]
                error = np.hypot(SPREAD[rules] / 10, result.standard_error or 0.0)
                away = (claim - (result.average or 0.0)) / error
                cells.append(f"{away:+.1f}" + (" (differs)" if abs(away) > FAR else ""))
            rows.append((rules, name, claim, *cells))
    page.table(["game", "algorithm", "report", "lowest code", "random", "third reading"], rows)
    page.say(
        "The report's average minus ours, in standard errors of both; above 2 they differ. The random reading is",
        "a random consistent code above 2,025 candidates for Max Parts, and a random first guess for Simple. The",
        "third is max-parts from the first reply on, and a random consistent code at every turn.",
    )
    page.say(
        "The report does not say which consistent code Max Parts plays above 2,025 candidates. Its times exclude",
        "max-parts at once in the larger games: the first search after AABC alone compares the replies of about",
        "2.3e7 pairs of codes at (5, 8), 4.7e9 at (6, 9) and 2.8e12 at (8, 8), where the report takes 1.72 s, 3.49 s",
        "and 56 s for a game.",
    )


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds * 1e3:.2f} ms"


def _figures(page: Page, found: dict[tuple[str, str], Evaluation]) -> None:
    games = sorted({rules for rules, _ in found})

    def bars(axes: Axes, value: Callable[[Evaluation], float]) -> None:
        for number, name in enumerate(SHOWN):
            places = np.arange(len(games)) + (number - 1) * 0.27
            heights = [value(found[rules, name]) for rules in games]
            axes.bar(places, heights, 0.25, label=name, **bar_style(number))
        axes.set(xticks=range(len(games)), xticklabels=games, ylabel="guesses")
        axes.legend()

    page.picture("averages", "Average guesses", lambda axes: bars(axes, lambda result: result.average))
    page.picture("worst", "Guesses of the worst game", lambda axes: bars(axes, lambda result: result.depth))


FIRST_MOVES = {"1122": (4.56, "1/3"), "1123": (4.35, "1/2")}
"""Of figure 1(a) and section 2.2: the average of 100 games, and the chance of a black or white hit."""


def _first_moves(page: Page) -> None:
    page.heading("The two first moves")
    everything = Candidates.all(Game(4, 6))
    rows = []
    for text, (average, chance) in FIRST_MOVES.items():
        (result,) = evaluate("p4c6", [f"aabc-max-parts:first={text}"])
        parts = everything.parts(text)
        hit = 1.0 - float((parts == 0).mean())  # part 0 is the reply without a hit
        rows.append((text, average, f"{result.average:.3f}", chance, f"{100 * hit:.2f} %"))
    page.table(["first move", "report, 100 games", "all secrets", "report, chance of a hit", "chance"], rows)
    page.say(
        "The report chooses AABC because a hit is more probable. Nearly every secret gives one after either",
        "guess; AABC is better because it makes more parts.",
    )


def _partitions(page: Page) -> None:
    page.heading("Parts by first move")
    game = Game(4, 6)
    everything = Candidates.all(game)
    theirs = {"1111": 4, "1112": 11, "1122": 12, "1123": 14, "1234": None}
    rows = []
    for text, claimed in theirs.items():
        key = np.array([everything.layout.encode(CANONICAL.parse(game, text))], dtype=np.uint64)
        sizes = part_sizes(key, everything)[0]
        pattern = "".join("ABCD"[int(symbol) - 1] for symbol in text)
        rows.append((pattern, claimed, np.count_nonzero(sizes), sizes.max()))
    page.table(["first move", "report", "ours", "largest part"], rows)
    page.say(
        "AAAA has five replies, 0 to 4 black, and AABB has 13: the report misses one each. This does not",
        "affect its choice of AABC; AABC and ABCD both make 14 parts.",
    )


def _game_lengths(page: Page) -> None:
    page.heading("Game lengths by first guess")
    rows: list[tuple[object, ...]] = []
    for first, lengths in FIGURE_4.items():
        total = sum(number * count for number, count in enumerate(lengths, 1))
        rows.append((first, "report", *lengths, f"{total:,}"))
        canonical = "".join(str(int(symbol) + 1) for symbol in first)
        for name, options in (("all codes", ""), ("candidates only", "candidates-only,")):
            (result,) = evaluate("p4c6", [f"max-parts:{options}first={canonical}"])
            histogram = result.histogram + (0,) * (7 - len(result.histogram))
            rows.append((first, f"max-parts, {name}", *histogram, f"{result.total:,}"))
    page.table(["first", "guesses from", *map(str, range(1, 8)), "total"], rows)
    page.say(
        "The report's rows add up to 5,732 and 5,658. Max-parts with ties to a candidate and then to the",
        "lowest code gives 5,728 and 5,668 over all codes, and 5,772 and 5,701 over candidates. How ties are",
        "broken changes such a total by some tens, so the totals do not show which guesses the report's",
        "program compared. The text beside its table says 0012 once where 0011 is meant.",
    )


def _memory(page: Page, effort: Effort) -> None:
    page.heading("Memory at 8 pegs and 8 colours")
    rules = "p5c8" if effort.quick else "p8c8"
    rows = []
    for name, claimed in (("Max Parts", "890 MB"), ("MiniMax", None), ("Simple", "990 MB")):
        (result,) = evaluate(rules, [ALGORITHMS[name]], games=1, seed=effort.seed, workers=effort.workers, fresh=True)
        memory = None if result.peak_memory_mib is None else f"{result.peak_memory_mib:,.0f} MiB"
        rows.append((name, rules, claimed, memory))
    page.table(["algorithm", "game", "report", "ours"], rows)
    page.say(
        "Peak memory of one game in its own process, including about 150 MiB for Python, NumPy and the loops.",
        "A code takes 8 bytes, and only codes consistent with the first reply are listed.",
    )
