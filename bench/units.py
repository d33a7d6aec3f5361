"""Units of a sweep: what handing one out costs, and what a second worker brings."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.measure import table, title
from codepegs.experiments import Store, Unit, open_executor, play_unit, run_sweep

SMALL = [Unit(rules="p2c2", strategy="first-consistent", seed=1, start=n, games=1) for n in range(400)]
"""Units that take next to no time, so that what is left is the handing out and the row."""

SAMPLED = [Unit(rules="p5c8", strategy="random-consistent", seed=1, start=100 * n, games=100) for n in range(120)]
WALKED = [Unit(rules="p5c8", strategy="entropy", seed=1, start=400 * n, games=400) for n in range(32)]


def run() -> None:
    """Tables."""
    _overhead()
    _speed_up()


def _seconds(units: list[Unit], executor: str, workers: int) -> float:
    """Wall time of a sweep by workers that have played before."""
    with tempfile.TemporaryDirectory() as folder, open_executor(executor, workers) as threads:
        warm = [Unit(rules=units[0].rules, strategy=units[0].strategy, seed=2, start=n, games=1) for n in range(16)]
        list(threads.map(play_unit, warm))
        with Store(Path(folder) / "rows.sqlite") as store:
            began = time.perf_counter()
            run_sweep(units, store, threads)
            return time.perf_counter() - began


def _overhead() -> None:
    title(f"What a unit costs besides its games: {len(SMALL)} units of one game of p2c2, each with its row")
    rows = []
    for name, workers in (("serial", 1), ("threads", 2), ("processes", 1), ("processes", 2)):
        seconds = _seconds(SMALL, name, workers)
        rows.append((name, workers, f"{seconds / len(SMALL) * 1e3:.2f} ms"))
    with _dask_cluster() as address:
        seconds = _seconds(SMALL, f"dask:{address}", 1)
        rows.append(("dask over TCP", 2, f"{seconds / len(SMALL) * 1e3:.2f} ms"))
    table(["executor", "workers", "a unit"], rows)


def _speed_up() -> None:
    title("Two worker processes against one: sampled units of p5c8")
    rows = []
    for units in (SAMPLED, WALKED):
        one, two = (_seconds(units, "processes", workers) for workers in (1, 2))
        games = units[0].games
        rows.append(
            (units[0].strategy, f"{len(units)} of {games} games", f"{one:.2f} s", f"{two:.2f} s", f"{one / two:.2f}")
        )
    table(["strategy", "units", "1 worker", "2 workers", "ratio"], rows)


@contextmanager
def _dask_cluster() -> Iterator[str]:
    """A scheduler and two worker processes on this machine; gives the address."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "scheduler.json"
        shared = ["--scheduler-file", str(found)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        dask = [sys.executable, "-m", "dask"]
        started = [subprocess.Popen([*dask, "scheduler", "--port", "0", "--no-dashboard", *shared], **quiet)]  # type: ignore[call-overload]
        try:
            while not found.exists():
                time.sleep(0.1)
            worker = [*dask, "worker", *shared, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
            started.append(subprocess.Popen(worker, **quiet))  # type: ignore[call-overload]
            import json

            yield str(json.loads(found.read_text())["address"])
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()
