"""Whole strategies over all secrets, and how much a second thread helps."""

from __future__ import annotations

from bench.measure import best_seconds, milliseconds, table, title
from codepegs.codes import Objective, OneStep
from codepegs.game import Position
from codepegs.parallel import WorkerThreads
from codepegs.trees import walk

NAMES = {
    Objective.WORST_PART: "minimax",
    Objective.EXPECTED_SIZE: "expected-size",
    Objective.ENTROPY: "entropy",
    Objective.MOST_PARTS: "max-parts",
}

GAMES = [
    ("p4c6", False, "5 ms"),
    ("p4c10", False, "0.10 s"),
    ("p5c8", False, "1.6 s"),
    ("p5c8", True, "0.04 s"),
    ("p6c9", True, "2 s"),
]


def run() -> None:
    """Totals, work and time, one thread and two."""
    title("Whole strategies over all secrets, in-process after warm-up")
    rows = []
    for rules, candidates_only, target in GAMES:
        position = Position.parse(rules)
        for objective, name in NAMES.items():
            search = OneStep(objective, candidates_only)
            threads = WorkerThreads()
            figures = walk(position, search, threads=threads)
            one = best_seconds(lambda: walk(position, search))
            with WorkerThreads(2) as pair:
                two = best_seconds(lambda: walk(position, search, threads=pair))
            rows.append(
                (
                    rules,
                    name + (":candidates-only" if candidates_only else ""),
                    f"{figures.total:,}",
                    f"{threads.work.sets:,}",
                    f"{threads.work.replies:,}",
                    milliseconds(one),
                    target,
                    f"{one / two:.2f}",
                )
            )
    table(["game", "strategy", "total", "sets", "replies counted", "one thread", "target", "x with two"], rows)
