"""The parallel Knuth report: X. Su and D. Xu (2021), "Master Minds: The Report"; its measurements and its claims."""

from __future__ import annotations

import math
import os
import threading
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.codes import Candidates, Objective, best_guess, differing_guesses, part_sizes
from codepegs.errors import BadCode, BadRules
from codepegs.experiments import COLORS, bar_style, empty_figure, line_style
from codepegs.game import CANONICAL, Game, Position
from codepegs.match import play
from codepegs.reports.pages import Effort, Page, in_turn, measured, milliseconds, ratio, shortest, tables_of
from codepegs.reports.parallel_knuth.chunks import ChunkPlan, PlannedThreads, Span

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


TABLES = tables_of(__file__)
COUNTS: list[str] = TABLES["counts"]
BALANCED: list[str] = TABLES["balanced"]
REPEATS = 5

HARD = ("p6c9", "981234", "minimax:first=112345")
"""A game with work to share, for the measurements that need some."""


GAME, FIRST = "p4c10", "1111"
SECRETS = ("2613", "8765")
OWN = (GAME, SECRETS[1], f"minimax:first={FIRST}")


def reproduce(page: Page, effort: Effort) -> None:
    """All of the report's measurements."""
    page.tell("intro", repeats=REPEATS)
    effort.report("parallel-knuth: its two games")
    _games(page, effort)
    effort.report("parallel-knuth: one task per pair")
    _pairs(page, effort)
    effort.report("parallel-knuth: number of chunks")
    _counts(page, effort)
    effort.report("parallel-knuth: schedules and workers")
    _schedules(page, effort)
    _workers(page, effort)
    effort.report("parallel-knuth: load balance")
    _balance(page, effort)
    if effort.quick:
        page.heading("Memory")
    else:
        page.tell("memory", list(peaks_by_chunks(effort).items()))


@measured(
    "seconds {rules} {secret} {strategy} {plan} {workers}",
    "codepegs solve {rules} {secret} -s {strategy} --chunks {plan} --workers {workers}",
)
def time_of(effort: Effort, rules: str, secret: str, strategy: str, plan: str, workers: int) -> float:
    """The shortest time of a game, in seconds: of the processor with one worker, otherwise by the clock."""
    game = Game.parse(rules)
    code = CANONICAL.parse(game, secret)
    clock = time.process_time if workers == 1 else time.perf_counter
    with PlannedThreads(workers, plan=ChunkPlan.parse(plan)) as threads:
        play(game, code, strategy, workers=threads)  # so that no time has that of getting ready in it
        return shortest(lambda: play(game, code, strategy, workers=threads.new_game()), REPEATS, clock)


def game_time(effort: Effort, secret: str, plan: str, workers: int) -> float:
    """The time of a game with 4 pegs and 10 colours."""
    return time_of(effort, GAME, secret, f"minimax:first={FIRST}", plan, workers)


def _games(page: Page, effort: Effort) -> None:
    workers = effort.threads
    rows = []
    times: dict[str, float] = {}
    for secret in SECRETS:
        for plan, threads in (("1", 1), ("guesses", workers), ("64", workers), ("512", workers), ("auto", workers)):
            seconds = game_time(effort, secret, plan, threads)
            rows.append((secret, _name(plan), threads, TABLES["theirs"][secret].get(plan), seconds))
            if secret == SECRETS[1]:
                times[plan] = seconds
    theirs_of: dict[str, float] = TABLES["theirs"][SECRETS[1]]
    fastest = min(theirs_of, key=theirs_of.__getitem__)
    alone = game_time(effort, SECRETS[1], "auto", 1)
    in_sequence, best = theirs_of["1"] / alone, theirs_of[fastest] / alone
    page.tell("games", rows, alone=alone, in_sequence=in_sequence, best=best)

    def draw(axes: Axes) -> None:
        claimed = [theirs_of.get(plan, math.nan) for plan in times]
        places = np.arange(len(times))
        axes.bar(places - 0.2, claimed, 0.36, label="report, 8 logical cores", **bar_style(0))
        axes.bar(places + 0.2, list(times.values()), 0.36, label=f"codepegs, up to {workers} workers", **bar_style(1))
        axes.set(xticks=places, xticklabels=map(_name, times), xlabel="tasks per turn", ylabel="seconds", yscale="log")
        axes.set_ylim(None, 20 * max(theirs_of.values()))  # so that the legend covers no bar
        axes.legend(loc="upper center", ncols=2)

    page.picture("strategies", "Time of the game with secret 8765, by number of tasks", draw)


def _name(plan: str) -> str:
    return {"1": "1, in sequence", "guesses": "one per guess", "pairs": "one per guess and candidate"}.get(plan, plan)


@measured("tasks", "codepegs solve p4c6 5431 -s minimax:first=1122 --chunks pairs --workers {effort.threads}")
def tasks_and_times(effort: Effort) -> dict[str, list[float]]:
    """The tasks handed over in a game of 4 pegs and 6 colours, and its seconds, by plan."""
    found: dict[str, list[float]] = {}
    for plan in ("1", "guesses", "pairs"):
        with PlannedThreads(effort.threads, plan=ChunkPlan.parse(plan), timeline=[]) as threads:
            play("p4c6", "5431", "minimax:first=1122", workers=threads)
            assert threads.timeline is not None
            threads.timeline.clear()
            began = time.perf_counter()
            play("p4c6", "5431", "minimax:first=1122", workers=threads)
            seconds = time.perf_counter() - began
            found[plan] = [len(threads.timeline), seconds]  # no tasks with plan 1: a single chunk is not handed over
    return found


def _pairs(page: Page, effort: Effort) -> None:
    found = tasks_and_times(effort)
    tasks, seconds = found["pairs"]
    rows = [(_name(plan), *counted) for plan, counted in found.items()]
    page.tell("pairs", rows, workers=effort.threads, microseconds=seconds / tasks * 1e6)


def hard_game(effort: Effort) -> tuple[str, str, str]:
    """The game with work to share: its rules, its secret and the strategy."""
    return OWN if effort.quick else HARD


def _game_words(effort: Effort) -> str:
    rules, secret, strategy = hard_game(effort)
    return f"{rules}, {strategy}, secret {secret}"


def times_by_chunks(effort: Effort, game: tuple[str, str, str]) -> dict[str, float]:
    """Times of a game by number of chunks."""
    workers = effort.threads
    return {count: time_of(effort, *game, count, workers) for count in (COUNTS[::4] if effort.quick else COUNTS)}


def _counts(page: Page, effort: Effort) -> None:
    of_hard, of_own = times_by_chunks(effort, hard_game(effort)), times_by_chunks(effort, OWN)
    counts, times, own = list(of_hard), list(of_hard.values()), list(of_own.values())
    page.tell("chunks by number", list(zip(counts, own, times, strict=True)), game=_game_words(effort))

    def draw(axes: Axes) -> None:
        numbers = [int(count) for count in counts]
        axes.plot(numbers, [seconds * 1e3 for seconds in times], label=hard_game(effort)[0], **line_style(0))
        axes.plot(numbers, [seconds * 1e3 for seconds in own], label="p4c10", **line_style(1))
        axes.set(xscale="log", yscale="log", xlabel="chunks per turn", ylabel=f"milliseconds, {effort.threads} workers")
        axes.legend()

    page.picture("chunks", "Time against the number of chunks", draw)
    fastest = counts[int(np.argmin(own))]
    near = [int(count) for count, seconds in zip(counts, times, strict=True) if seconds <= 1.15 * min(times)]
    last = times[-1] / min(times)
    page.tell("chunks", fastest=fastest, least=min(near), most=max(near), last=last)


def _schedules(page: Page, effort: Effort) -> None:
    workers = effort.threads
    rows = []
    parallel: dict[str, float] = {}
    for plan in TABLES["schedules"]:
        one, many = (time_of(effort, *hard_game(effort), plan, threads) for threads in (1, workers))
        parallel[plan] = many
        rows.append((_name(plan), one, many, one / many))
    shrinking = [seconds for plan, seconds in parallel.items() if "/" in plan]
    least, most, auto = (seconds / parallel["512"] for seconds in (min(shrinking), max(shrinking), parallel["auto"]))
    page.tell(
        "schedules",
        rows,
        game=_game_words(effort),
        workers=workers,
        least=least,
        most=most,
        auto=auto,
        constant=min(times_by_chunks(effort, hard_game(effort)).values()),
        schedule=min(shrinking),
    )


def cores() -> int:
    """Those of this machine."""
    return os.cpu_count() or 1


def times_by_workers(effort: Effort) -> dict[int, float]:
    """Times of the game with work to share, by number of workers."""
    counts = sorted({1, 2, cores(), 2 * cores()})
    return {count: time_of(effort, *hard_game(effort), "auto", count) for count in counts}


def _workers(page: Page, effort: Effort) -> None:
    times = times_by_workers(effort)
    page.tell("times by workers", [(count, seconds, times[1] / seconds) for count, seconds in times.items()])

    def draw(axes: Axes) -> None:
        axes.plot(list(times), [seconds * 1e3 for seconds in times.values()], label="measured", **line_style(0))
        ideal = [times[1] * 1e3 / min(count, cores()) for count in times]
        axes.plot(list(times), ideal, color="grey", linestyle=":", label=f"in proportion, up to {cores()} cores")
        axes.set(xlabel="workers", ylabel="milliseconds", ylim=(0, None), xticks=list(times))
        axes.legend()

    page.picture("workers", "Time against the number of workers", draw)
    most, enough = max(times), max(count for count in times if count <= cores())
    ratio = times[most] / times[enough]
    page.tell("workers", game=_game_words(effort), cores=cores(), most=most, ratio=ratio, enough=enough)


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


@measured("spans of one search", "codepegs reproduce parallel-knuth")
def fastest_searches(effort: Effort) -> dict[str, Any]:
    """The spans of one search by plan, and the number of guesses and of candidates."""
    found: dict[str, Any] = {}
    for plan in BALANCED:
        tries = [spans_of_one_search(plan, effort.threads) for _ in range(REPEATS)]
        spans, *sizes = min(tries, key=lambda one: max(span.end for span in one[0]))
        found[plan] = [(s.worker, round(s.start, 6), round(s.end, 6), s.items) for s in spans]
        found["guesses"], found["candidates"] = sizes
    return found


def spans_of_searches(effort: Effort) -> dict[str, list[Span]]:
    """Who worked when in one search, by plan."""
    found = fastest_searches(effort)
    return {plan: [Span(*span) for span in found[plan]] for plan in BALANCED}


def balances(effort: Effort) -> dict[str, float]:
    """The busy time of the least busy worker as a share of that of the busiest, by plan."""
    busy = {plan: busy_seconds(spans, effort.threads) for plan, spans in spans_of_searches(effort).items()}
    return {plan: min(times) / max(times) for plan, times in busy.items()}


def _balance(page: Page, effort: Effort) -> None:
    workers = effort.threads
    found, sizes = spans_of_searches(effort), fastest_searches(effort)
    balance = balances(effort)
    rows = [
        (
            _name(plan),
            f"{len(spans):,}",
            *map(milliseconds, busy_seconds(spans, workers)),
            f"{balance[plan]:.2f}",
        )
        for plan, spans in found.items()
    ]
    page.heading("Load balance")
    page.table(["chunks", "tasks", *(f"worker {worker + 1} busy" for worker in range(workers)), "least/most"], rows)
    page.figure("balance", "Which worker was busy when", lambda: timelines(found))
    few, many = 100 * balance["2"], 100 * balance["512"]
    page.tell("balance", guesses=sizes["guesses"], candidates=sizes["candidates"], few=few, many=many)


def timelines(spans: Mapping[str, Sequence[Span]]) -> Figure:
    """Plot when each worker was busy: one row of bars for each worker, one panel for each plan of chunks."""
    figure = empty_figure(8.0, 1.2 * len(spans) + 0.8)
    panels = figure.subplots(len(spans), 1, sharex=True, squeeze=False)[:, 0]
    workers_shown = sorted({span.worker for found in spans.values() for span in found})
    for axes, (plan, found) in zip(panels, spans.items(), strict=True):
        for worker in workers_shown:
            bars = [(span.start * 1e3, (span.end - span.start) * 1e3) for span in found if span.worker == worker]
            axes.broken_barh(
                bars, (worker - 0.4, 0.8), facecolors=COLORS[worker % len(COLORS)], edgecolor="white", linewidth=0.2
            )
        axes.set_yticks(workers_shown, [str(worker + 1) for worker in workers_shown])
        axes.set_ylabel(f"{plan} chunks" if plan.isdigit() else plan)
    panels[-1].set_xlabel("milliseconds; one row for each worker")
    panels[-1].set_xlim(0, None)
    return figure


@measured("memory by chunks", "codepegs reproduce parallel-knuth")
def peaks_by_chunks(effort: Effort) -> dict[str, float]:
    """MiB at the peak of one search, by number of chunks, if only the best guess of each chunk is kept."""
    left = Candidates.after(BALANCE_POSITION)
    guesses = Candidates.all(left.game).keys
    found = {}
    for chunks in (1, 8, 64, 512):  # numbers of chunks of which the memory is measured
        tracemalloc.start()
        best = []
        for chunk in np.array_split(guesses, chunks):
            sizes = part_sizes(chunk, left)
            best.append(int(sizes.max(axis=1).min()))
        found[str(chunks)] = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
    return found


def are_refused() -> bool:
    """Whether games of no or of negative numbers are refused, and codes of a colour too many or a peg too few."""
    for game in ("p0c10", "p4c0", "p-4c10", "p4c-10"):
        with suppress(BadRules):
            Game.parse(game)
            return False
    for code in ("876B", "876"):
        with suppress(BadCode):
            Game.parse(GAME).check_code(code)
            return False
    return True


ROUNDS, GAMES_OF_ROUND = 6, 20
"""Rounds in which plans take turns, and the games of each of which the shortest counts."""


@measured("times of plans in turn", "codepegs reproduce parallel-knuth --measure chunks")
def times_in_turn(effort: Effort) -> dict[str, list[float]]:
    """The times by the clock of the larger game, by plan; the plans take turns."""
    rules, secret, strategy = HARD
    with ExitStack() as stack:

        def player(plan: str) -> Callable[[int], object]:
            threads = stack.enter_context(PlannedThreads(effort.threads, plan=ChunkPlan.parse(plan)))
            return lambda number: play(rules, secret, strategy, workers=threads.new_game())

        plans = [*TABLES["paired"]["counts"], *TABLES["paired"]["schedules"], "auto"]
        works = {plan: player(plan) for plan in plans}
        shortest_of = 1 if effort.quick else GAMES_OF_ROUND
        return in_turn(works, effort.rounds(ROUNDS), time.perf_counter, shortest_of=shortest_of)


def fastest_plan(effort: Effort, kind: str) -> str:
    """The plan with the shortest time, of the constant numbers of chunks or of the schedules."""
    times, plans = times_in_turn(effort), TABLES["paired"][kind]
    return str(min(plans, key=lambda plan: np.log(times[plan]).mean()))


def plan_time(effort: Effort, plan: str, other: str) -> dict[str, float]:
    """How many times as long one plan takes as another."""
    times = times_in_turn(effort)
    return ratio(times[plan], times[other])


@measured("balance in turn", "codepegs reproduce parallel-knuth --measure 'balance the load'")
def balance_by_repeats(effort: Effort) -> dict[str, list[float]]:
    """The busy time of the least busy worker in per cent of that of the busiest, by plan; the plans take turns."""
    found: dict[str, list[float]] = {"2": [], "512": []}
    for _ in range(effort.rounds(GAMES_OF_ROUND)):
        for plan, balance in found.items():
            busy = busy_seconds(spans_of_one_search(plan, effort.threads)[0], effort.threads)
            balance.append(100 * min(busy) / max(busy))
    return found


def speed_in_words(times: float) -> str:
    """How fast something is, as a multiple."""
    return f"{times:.3g} times as fast" if times >= 1 else f"{1 / times:.3g} times as slow"


@measured("guesses of its game by {plan}", "codepegs solve p4c10 8765 -s minimax:first=1111 --chunks {plan}")
def guesses_by(effort: Effort, plan: str) -> str:
    """The guesses of the game with 4 pegs and 10 colours."""
    game = Game.parse(GAME)
    with PlannedThreads(effort.threads, plan=ChunkPlan.parse(plan)) as threads:
        turns = play(game, OWN[1], OWN[2], workers=threads).position.turns
    return " ".join(CANONICAL.format(game, turn.guess) for turn in turns)


STACK = 256 * 1024
"""Bytes of the stack of the thread that plays its game once more; a thread usually has 8 MiB."""


def guesses_with_small_stack() -> str:
    """The guesses of its game, played by a thread with a small stack."""
    usual = threading.stack_size(STACK)
    try:
        with ThreadPoolExecutor(1) as executor:
            turns = executor.submit(lambda: play(*OWN).position.turns).result()
    finally:
        threading.stack_size(usual)
    return " ".join(CANONICAL.format(Game.parse(GAME), turn.guess) for turn in turns)


EVENT_LOG = 1.2e9
"""Bytes of the log of one task for each pair."""


def theirs_per_pair() -> float:
    """The bytes of that log for each pair of its game."""
    return EVENT_LOG / pairs_of_its_game()


def pairs_of_its_game() -> int:
    """How many pairs of a guess and a candidate its game compares: all codes, with those left at each turn."""
    left, pairs = Candidates.all(GAME), 0
    for turn in play(*OWN).position.turns[:-1]:
        left = left.filter(turn)
        pairs += len(Candidates.all(GAME)) * len(left)
    return pairs
