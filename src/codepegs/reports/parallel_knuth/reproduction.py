"""The parallel Knuth report: X. Su and D. Xu (2021), "Master Minds: The Report"."""

from __future__ import annotations

import math
import os
import time
from typing import TYPE_CHECKING

import numpy as np

from codepegs.codes import Candidates, Objective, best_guess, differing_guesses
from codepegs.experiments import bar_style, line_style
from codepegs.game import CANONICAL, Code, Game, Position
from codepegs.match import play
from codepegs.reports.pages import Effort, Page, machine, milliseconds
from codepegs.reports.parallel_knuth.chunks import ChunkPlan, PlannedThreads, Span
from codepegs.reports.parallel_knuth.timing_plots import timelines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

THEIRS = {
    ("2613", "1"): "14 s",
    ("8765", "1"): "50 s",
    ("8765", "guesses"): "21 s",
    ("8765", "64"): "17 s",
    ("8765", "512"): "15 s",
}
"""What the report states, by secret and plan; all but the first two on eight logical cores."""

COUNTS = ("1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "20000")
SCHEDULES = ("512", "512/2", "512/1.2", "512/1.5", "auto")
BALANCED = ("2", "8", "64", "512", "auto")
REPEATS = 5


def reproduce(page: Page, effort: Effort) -> None:
    """All of the report's measurements."""
    workers = max(2, effort.workers)
    page.say(
        "The report runs Knuth's minimax in parallel, in Haskell, by sharing the guesses of each turn among",
        "threads. It plays 4 pegs and 10 colours, with 1111 first, on the 8 logical cores of a 2018 MacBook",
        "Pro. codepegs makes the same guesses, however the work is divided; the parallel speed-up the report",
        f"looks for needs larger games. Measured on: {machine()}. Unless a table says otherwise,",
        f"each time is the shortest of {REPEATS} games, played after one that is not counted.",
    )
    effort.report("parallel-knuth: its two games")
    _games(page, workers)
    effort.report("parallel-knuth: one task per pair")
    _pairs(page, workers)
    effort.report("parallel-knuth: number of chunks")
    _counts(page, workers, effort)
    effort.report("parallel-knuth: schedules and workers")
    _schedules(page, workers, effort)
    _workers(page, effort)
    effort.report("parallel-knuth: load balance")
    _balance(page, workers)


def _seconds(game: Game, secret: Code, strategy: str, plan: str, workers: int, turns: int | None = None) -> float:
    with PlannedThreads(workers, plan=ChunkPlan.parse(plan)) as threads:
        times = []
        for _ in range(REPEATS + 1):
            began = time.perf_counter()
            play(game, secret, strategy, turns=turns, workers=threads.new_game())
            times.append(time.perf_counter() - began)
    return min(times[1:])


def _games(page: Page, workers: int) -> None:
    page.heading("The report's two games")
    game = Game(4, 10)
    rows = []
    times: dict[str, float] = {}
    for secret in ("2613", "8765"):
        for plan, threads in (("1", 1), ("guesses", workers), ("64", workers), ("512", workers), ("auto", workers)):
            seconds = _seconds(game, CANONICAL.parse(game, secret), "minimax:first=1111", plan, threads)
            rows.append((secret, _name(plan), threads, THEIRS.get((secret, plan)), milliseconds(seconds)))
            if secret == "8765":
                times[plan] = seconds
    page.table(["secret", "tasks per turn", "workers", "report", "codepegs"], rows)
    theirs = {plan: float(text.removesuffix(" s")) for plan in times if (text := THEIRS.get(("8765", plan)))}
    fastest = min(theirs, key=theirs.__getitem__)
    page.conclude(
        f"With secret 8765, codepegs is {theirs['1'] / times['1']:,.0f} times as fast as the report in sequence,",
        f"and `auto` {theirs[fastest] / times['auto']:,.0f} times as fast as the report's best plan.",
        "The factor does not come from the cores: guesses that are equivalent by symmetry are scored once, and",
        "replies are counted from bit planes, up to 512 candidates per instruction. The remaining work is too",
        "small to share, so `auto` uses one chunk.",
    )

    def draw(axes: Axes) -> None:
        claimed = [theirs.get(plan, math.nan) for plan in times]
        places = np.arange(len(times))
        axes.bar(places - 0.2, claimed, 0.36, label="report, 8 logical cores", **bar_style(0))
        axes.bar(places + 0.2, list(times.values()), 0.36, label=f"codepegs, {workers} workers", **bar_style(1))
        axes.set(xticks=places, xticklabels=map(_name, times), xlabel="tasks per turn", ylabel="seconds", yscale="log")
        axes.legend()

    page.picture("strategies", "Time of the game with secret 8765, by number of tasks", draw)


def _name(plan: str) -> str:
    return {"1": "1, in sequence", "guesses": "one per guess", "pairs": "one per guess and candidate"}.get(plan, plan)


def _pairs(page: Page, workers: int) -> None:
    page.heading("One task per guess and candidate")
    game = Game(4, 6)
    secret = CANONICAL.parse(game, "5431")
    rows = []
    for plan in ("1", "guesses", "pairs"):
        with PlannedThreads(workers, plan=ChunkPlan.parse(plan), timeline=[]) as threads:
            play(game, secret, "minimax:first=1122", workers=threads)
            assert threads.timeline is not None
            threads.timeline.clear()
            began = time.perf_counter()
            play(game, secret, "minimax:first=1122", workers=threads)
            seconds = time.perf_counter() - began
            tasks = len(threads.timeline)  # none with plan 1: a single chunk is not handed to a thread
            rows.append((_name(plan), f"{tasks:,}", milliseconds(seconds)))
    page.table(["tasks per turn", "tasks handed over", f"{workers} workers"], rows)
    page.conclude(
        "This is the report's failed attempt, on the board game (secret 5431, 1122 first); one game each. The report",
        "calls it extremely slow and gives no time. A reply takes less than a nanosecond. With one task for each pair",
        f"of codes, a task takes {seconds / tasks * 1e6:.0f} microseconds, so the work must be divided into few",
        "pieces.",
    )


HARD = ("p6c9", "981234", "minimax:first=112345")
"""A game with work to share, for the measurements that need some."""


def _counts(page: Page, workers: int, effort: Effort) -> None:
    page.heading("Number of chunks")
    rules, text, strategy = ("p4c10", "8765", "minimax:first=1111") if effort.quick else HARD
    game = Game.parse(rules)
    secret = CANONICAL.parse(game, text)
    counts = COUNTS[::4] if effort.quick else COUNTS
    small = Game(4, 10)
    times = [_seconds(game, secret, strategy, count, workers) for count in counts]
    own = [_seconds(small, CANONICAL.parse(small, "8765"), "minimax:first=1111", count, workers) for count in counts]
    rows = [
        (count, milliseconds(mine), milliseconds(other)) for count, mine, other in zip(counts, own, times, strict=True)
    ]
    page.table(["chunks", "p4c10, 1111 to 8765", f"{rules}, {strategy}, secret {text}"], rows)

    def draw(axes: Axes) -> None:
        numbers = [int(count) for count in counts]
        axes.plot(numbers, [seconds * 1e3 for seconds in times], label=rules, **line_style(0))
        axes.plot(numbers, [seconds * 1e3 for seconds in own], label="p4c10", **line_style(1))
        axes.set(xscale="log", yscale="log", xlabel="chunks per turn", ylabel=f"milliseconds, {workers} workers")
        axes.legend()

    page.picture("chunks", "Time against the number of chunks", draw)
    fastest = counts[int(np.argmin(own))]
    near = [int(count) for count, seconds in zip(counts, times, strict=True) if seconds <= 1.15 * min(times)]
    page.conclude(
        "The report finds 512 chunks best, no gain above that, and a loss with fewer chunks than cores. Its",
        "program does not terminate with more chunks than codes; codepegs accepts 20,000 chunks for 10,000",
        f"codes. On the report's game the fastest number here is {fastest}. In the larger game, the shortest time is",
        f"among those of {min(near)} to {max(near)} chunks, and all of these are within 15 % of it; 20,000 chunks take",
        f"{times[-1] / min(times):.0f} times as long, because each hand-over costs time.",
    )


def _schedules(page: Page, workers: int, effort: Effort) -> None:
    page.heading("Shrinking chunks, and auto")
    rules, text, strategy = ("p4c10", "8765", "minimax:first=1111") if effort.quick else HARD
    game = Game.parse(rules)
    secret = CANONICAL.parse(game, text)
    rows = []
    parallel: dict[str, float] = {}
    for plan in SCHEDULES:
        one, many = (_seconds(game, secret, strategy, plan, threads) for threads in (1, workers))
        parallel[plan] = many
        rows.append((_name(plan), milliseconds(one), milliseconds(many), f"{one / many:.2f}"))
    shrinking = [seconds for plan, seconds in parallel.items() if "/" in plan]
    page.table(["chunks", "1 worker", f"{workers} workers", "ratio"], rows)
    page.conclude(
        f"{rules}, {strategy}, secret {text}. 512/2 begins with 512 chunks and halves their number each turn, the",
        "report's m/2^k; 512/1.2 and 512/1.5 divide it by the report's other factors. The report saw no gain",
        "from them over 512 equal chunks. Here, with",
        f"{workers} workers, they take {min(shrinking) / parallel['512']:.2f} to",
        f"{max(shrinking) / parallel['512']:.2f} times as long as equal chunks. `auto`, the rule that the report names",
        "as further work, depends on the guesses, the candidates and the cores at each turn, and takes",
        f"{parallel['auto'] / parallel['512']:.2f} times as long.",
    )


def _workers(page: Page, effort: Effort) -> None:
    page.heading("Number of workers")
    rules, text, strategy = ("p4c10", "8765", "minimax:first=1111") if effort.quick else HARD
    game = Game.parse(rules)
    secret = CANONICAL.parse(game, text)
    cores = os.cpu_count() or 1
    counts = sorted({1, 2, cores, 2 * cores})
    times = {count: _seconds(game, secret, strategy, "auto", count) for count in counts}
    page.table(
        ["workers", "time", "speed-up"],
        [(count, milliseconds(seconds), f"{times[1] / seconds:.2f}") for count, seconds in times.items()],
    )

    def draw(axes: Axes) -> None:
        axes.plot(list(times), [seconds * 1e3 for seconds in times.values()], label="measured", **line_style(0))
        ideal = [times[1] * 1e3 / min(count, cores) for count in times]
        axes.plot(list(times), ideal, color="grey", linestyle=":", label=f"in proportion, up to {cores} cores")
        axes.set(xlabel="workers", ylabel="milliseconds", ylim=(0, None), xticks=list(times))
        axes.legend()

    page.picture("workers", "Time against the number of workers", draw)
    page.say(
        f"{rules}, {strategy}, secret {text}, on {cores} cores. The report's speed-up grows up to its 4",
        "physical cores, hardly at all from 4 to 8 logical ones, and falls with more threads than cores.",
    )


BALANCE_POSITION = "p6c9 112345:1b2w 167892:1b1w"
"""A position with one long search ahead."""


def spans_of_one_search(plan: str, workers: int) -> tuple[list[Span], int, int]:
    """Who worked when in one search cut into chunks by a plan, the number of guesses and of candidates."""
    position = Position.parse(BALANCE_POSITION)
    left = Candidates.after(position)
    guesses = differing_guesses(position, left)
    with PlannedThreads(workers, plan=ChunkPlan.parse(plan), timeline=[]) as threads:
        best_guess(guesses, left, Objective.WORST_PART, threads=threads)
        assert threads.timeline is not None
        threads.timeline.clear()
        began = time.perf_counter()
        best_guess(guesses, left, Objective.WORST_PART, threads=threads)
        spans = [Span(s.worker, s.start - began, s.end - began, s.items) for s in threads.timeline]
    return spans, len(guesses), len(left)


def busy_seconds(spans: list[Span], workers: int) -> list[float]:
    """How long each worker worked."""
    return [sum(s.end - s.start for s in spans if s.worker == worker) for worker in range(workers)]


def _balance(page: Page, workers: int) -> None:
    page.heading("Load balance")
    found, rows = {}, []
    balance: dict[str, float] = {}
    guesses = candidates = 0
    for plan in BALANCED:
        spans, guesses, candidates = spans_of_one_search(plan, workers)
        busy = busy_seconds(spans, workers)
        balance[plan] = min(busy) / max(busy)
        rows.append((_name(plan), f"{len(spans):,}", *map(milliseconds, busy), f"{balance[plan]:.2f}"))
        found[plan] = spans
    page.table(["chunks", "tasks", *(f"worker {worker + 1} busy" for worker in range(workers)), "least/most"], rows)
    page.figure("balance", "Which worker was busy when", lambda: timelines(found))
    page.conclude(
        f"One search of p6c9 after two turns: {guesses:,} guesses against {candidates:,} candidates. The report",
        "finds that with few chunks a worker may wait at the end, and that more chunks balance the load. Here",
        f"the least busy worker works for {100 * balance['2']:.0f} % of the time of the busiest with 2 chunks, and for",
        f"{100 * balance['512']:.0f} % with 512.",
    )
