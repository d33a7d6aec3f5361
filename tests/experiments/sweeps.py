"""What the tests of sweeps share: a plan, its rows, and commands that run beside the test."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from codepegs.experiments.executors import Serial
from codepegs.experiments.store import Store, read_rows
from codepegs.experiments.sweep import parse_plan, run_sweep

COMMAND = [sys.executable, "-m", "codepegs"]

PLAN = """
rules = ["p4c6", "p5c8"]
strategies = ["entropy", "minimax:candidates-only"]
shards = 20
seed = 5
[[task]]
rules = ["p4c6", "p5c8"]
strategies = ["random-consistent"]
games = 500
games_per_unit = 10
"""
"""180 units of a few milliseconds each."""

PATIENCE_SECONDS = 60


def write_plan(folder: Path, text: str = PLAN) -> Path:
    path = folder / "plan.toml"
    path.write_text(text)
    return path


@cache
def expected_answers(text: str = PLAN) -> list[tuple[object, ...]]:
    """The answers of an undisturbed run."""
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/rows.sqlite") as store:
        run_sweep(parse_plan(text), store, Serial())
        return [row.answer for row in store.rows()]


def answers(path: Path) -> list[tuple[object, ...]]:
    return [row.answer for row in read_rows(path)]


class Runs:
    """Starts runs of plans, each in a session of its own, and leaves none behind."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, plan: Path, *options: str, before: Sequence[str] = COMMAND) -> subprocess.Popen[str]:
        command = [*before, "lab", "run", str(plan), *options]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
        self.started.append(process)
        return process

    def end(self) -> None:
        for process in self.started:
            process.kill()
            process.communicate()


def rows_of(path: Path) -> int:
    return len(read_rows(path)) if path.exists() else 0


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait until something is so, or until a process has ended."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition() and (process is None or process.poll() is None):
        assert time.monotonic() < deadline, "nothing came"
        time.sleep(0.005)


def children_of(process: int) -> list[int]:
    """The processes that any of its threads has started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for children in lists for child in children.read_text().split()]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")
