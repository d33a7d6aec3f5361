"""Chunks, as in the parallel Knuth report: time against chunks and workers, and which worker was busy when."""

from __future__ import annotations

from bench.measure import OUT, best_seconds, milliseconds, table, title
from bench.timing_plots import speed_up_by_chunks, speed_up_by_workers, times_by_chunks
from codepegs.codes import Objective
from codepegs.experiments import save
from codepegs.game import CANONICAL, Game
from codepegs.match import play
from codepegs.parallel import WorkerThreads
from codepegs.reports.parallel_knuth import (
    ChunkPlan,
    PlannedThreads,
    Span,
    busy_seconds,
    spans_of_one_search,
    timelines,
)

PLANS = ("1", "2", "8", "64", "512", "4096", "20000", "guesses", "512/2", "512/1.2", "512/1.5", "auto")


def run() -> None:
    """Tables, and plots in bench/out."""
    OUT.mkdir(exist_ok=True)
    _pairs()
    times = _plans("p6c9", "981234", "minimax:first=112345")
    _third_turn()
    _plot(times, _timelines())


def _pairs() -> None:
    title("One task for each guess and candidate (the report's failed attempt): p4c6, minimax, 1122 to 5431")
    game, rows = Game(4, 6), []
    for plan in ("1", "guesses", "pairs"):
        with PlannedThreads(2, plan=ChunkPlan.parse(plan), timeline=[]) as threads:
            seconds = best_seconds(lambda: play(game, "5431", "minimax:first=1122", workers=threads), least=0.05)
            assert threads.timeline is not None
            threads.timeline.clear()
            play(game, "5431", "minimax:first=1122", workers=threads)
            rows.append((plan, f"{len(threads.timeline):,}", milliseconds(seconds)))
    table(["chunks", "tasks", "two workers"], rows)
    print(
        "\nA reply takes nanoseconds; handing a task to a thread takes some ten microseconds, a thousand times as long."
    )


def _plans(rules: str, secret: str, strategy: str) -> dict[int, list[float]]:
    title(f"Number of chunks: {rules}, {strategy}, secret {secret}")
    game = Game.parse(rules)
    code = CANONICAL.parse(game, secret)
    rows = []
    times: dict[int, list[float]] = {1: [], 2: []}
    expected = None
    for plan in PLANS:
        row = [plan]
        for workers, found in times.items():
            with PlannedThreads(workers, plan=ChunkPlan.parse(plan)) as threads:
                guesses = [turn.guess for turn in play(game, code, strategy, workers=threads.new_game()).turns]
                expected = expected or guesses
                assert guesses == expected
                found.append(best_seconds(lambda: play(game, code, strategy, workers=threads.new_game())))
                row.append(milliseconds(found[-1]))
        row.append(f"{times[1][-1] / times[2][-1]:.2f}")
        rows.append(row)
    table(["chunks", "1 worker", "2 workers", "ratio"], rows)
    return times


def _third_turn() -> None:
    title("Two workers against one: the first three turns of p6c9 (112345 first), every guess scored")
    game = Game(6, 9)
    secret = CANONICAL.parse(game, "981234")
    rows = []
    for objective in Objective:
        seconds = {}
        for workers in (1, 2):
            with WorkerThreads(workers) as threads:
                strategy = {0: "minimax", 1: "expected-size", 2: "entropy", 3: "max-parts"}[objective.value]
                seconds[workers] = best_seconds(
                    lambda: play(game, secret, f"{strategy}:first=112345", turns=3, workers=threads)
                )
        rows.append((strategy, milliseconds(seconds[1]), milliseconds(seconds[2]), f"{seconds[1] / seconds[2]:.2f}"))
    table(["strategy", "1 worker", "2 workers", "ratio"], rows)


def _timelines() -> dict[str, list[Span]]:
    """Who worked when in one search: p6c9 after two turns, two workers."""
    found = {}
    rows = []
    guesses = candidates = 0
    for plan in ("2", "8", "64", "512", "guesses", "auto"):
        spans, guesses, candidates = spans_of_one_search(plan, 2)
        busy = busy_seconds(spans, 2)
        rows.append((plan, len(spans), *(milliseconds(seconds) for seconds in busy), f"{min(busy) / max(busy):.3f}"))
        found[plan] = spans
    title(f"Load balance: {guesses:,} guesses against {candidates:,} candidates of p6c9, two workers")
    table(["chunks", "tasks", "worker 1 busy", "worker 2 busy", "least/most"], rows)
    return found


def _plot(times: dict[int, list[float]], found: dict[str, list[Span]]) -> None:
    files = [
        *save(times_by_chunks(PLANS, times, "Chunks of one p6c9 game, minimax"), OUT, "chunks"),
        *save(speed_up_by_chunks(PLANS, times), OUT, "chunks-speed-up"),
        *save(speed_up_by_workers(_by_plan(times)), OUT, "workers-speed-up"),
        *save(timelines(found), OUT, "timeline"),
    ]
    print(f"\nPlots: {', '.join(str(file) for file in files)}")


def _by_plan(times: dict[int, list[float]]) -> dict[str, dict[int, float]]:
    return {
        f"chunks {plan}": {workers: found[n] for workers, found in times.items()}
        for n, plan in enumerate(PLANS)
        if plan in ("8", "512", "auto")
    }
