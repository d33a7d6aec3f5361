"""Sweeps on other executors, interrupted, killed and resumed: always the same rows."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from codepegs.errors import BadInput, Unavailable
from codepegs.experiments.executors import open_executor
from codepegs.experiments.store import Store, read_rows
from codepegs.experiments.sweep import parse_plan, run_sweep
from codepegs.experiments.units import Unit, run_unit
from codepegs.foreign import installing
from tests.experiments.sweeps import (
    COMMAND,
    PLAN,
    Runs,
    alive,
    answers,
    children_of,
    expected_answers,
    needs_proc,
    rows_of,
    wait_for,
    write_plan,
)

pytestmark = pytest.mark.extended


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path)


@pytest.fixture
def start() -> Iterator[Runs]:
    runs = Runs()
    yield runs
    runs.end()


@pytest.mark.parametrize(("executor", "workers"), [("serial", 1), ("threads", 2), ("processes", 2)])
def test_rows_do_not_depend_on_who_plays(executor: str, workers: int, tmp_path: Path) -> None:
    with open_executor(executor, workers) as threads, Store(tmp_path / "rows.sqlite") as store:
        assert run_sweep(parse_plan(PLAN), store, threads).played == 180
        rows = store.rows()
    assert [row.answer for row in rows] == expected_answers()
    assert len({row.worker for row in rows}) == workers


def test_work_is_counted_alike_in_a_process_that_has_done_nothing() -> None:
    script = (
        "from codepegs.experiments.units import Unit, run_unit;"
        "found = run_unit(Unit(rules='p3c4', strategy='minimax', shards=2));"
        "print(found.histogram, found.sets, found.guesses, found.replies)"
    )
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    run_unit(Unit(rules="p5c8", strategy="minimax", shards=99))
    found = run_unit(Unit(rules="p3c4", strategy="minimax", shards=2))
    assert printed == f"{found.histogram} {found.sets} {found.guesses} {found.replies}\n"


def test_executors_there_are_not() -> None:
    for text in ("", "process", "dask", "dask:", "dask:8786", "mpi:2"):
        with pytest.raises(BadInput, match=r"expected processes, threads|expected dask:tcp"):
            open_executor(text)


def test_fewer_than_one_worker_is_refused() -> None:
    for text in ("processes", "threads", "serial"):
        for workers in (0, -1):
            with pytest.raises(BadInput, match=f"workers={workers} is invalid: expected 1 or more"):
                open_executor(text, workers)


LONG_PLAN = PLAN.replace("games = 500", "games = 3000")
"""Long enough not to end between fifteen kills."""


@pytest.mark.slow
@needs_proc
def test_killed_at_any_point_it_goes_on(tmp_path: Path, start: Runs) -> None:
    plan = write_plan(tmp_path, LONG_PLAN)
    path = plan.with_suffix(".sqlite")
    expected = expected_answers(LONG_PLAN)
    dice = random.Random(20)
    rows = kills = 0
    for number in range(15):
        executor = ("serial", "processes", "threads")[number % 3]
        process = start(plan, "--executor", executor, "--workers", "2")
        if number < 4:  # anywhere from its first breath on
            time.sleep(dice.uniform(0, 0.5))
        else:  # in the thick of it
            target = rows + dice.randrange(1, 9)
            wait_for(lambda target=target: rows_of(path) >= target, process)  # type: ignore[misc]
            time.sleep(dice.uniform(0, 0.03))
        children = children_of(process.pid) if process.poll() is None else []
        process.kill()
        process.communicate()
        kills += process.returncode == -signal.SIGKILL
        before, rows = rows, rows_of(path)
        assert rows >= before
        for child in children:  # workers notice that they are alone
            wait_for(lambda child=child: not alive(child))  # type: ignore[misc]
    assert kills >= 12
    assert 0 < rows < len(expected)
    assert all(answer in expected for answer in answers(path))
    assert subprocess.run([*COMMAND, "lab", "run", str(plan)], capture_output=True, check=False).returncode == 0
    assert answers(path) == expected


@pytest.mark.parametrize("executor", ["processes", "threads", "serial"])
def test_interrupted_it_ends_with_130_and_goes_on(executor: str, plan: Path, start: Runs) -> None:
    path = plan.with_suffix(".sqlite")
    process = start(plan, "--executor", executor, "--workers", "2")
    wait_for(lambda: rows_of(path) >= 5, process)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes of a command
    printed, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed == ""
    assert complaint == f"Interrupted: finished rows are saved in {path}; run the same command to continue.\n"
    assert 5 <= rows_of(path) < len(expected_answers())
    process = start(plan, "--executor", executor, "--workers", "2")
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 0, complaint
    assert " found in " in complaint
    assert answers(path) == expected_answers()


@needs_proc
def test_interrupted_at_its_start_it_is_quiet(plan: Path, start: Runs) -> None:
    process = start(plan, "--workers", "2")
    wait_for(lambda: len(children_of(process.pid)) >= 2, process)
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in complaint


@needs_proc
def test_a_killed_worker_ends_it_with_3_and_it_goes_on(plan: Path, start: Runs) -> None:
    path = plan.with_suffix(".sqlite")
    process = start(plan, "--workers", "2")
    wait_for(lambda: rows_of(path) >= 5, process)
    worker = int(read_rows(path)[0].worker.rpartition(":")[2])
    assert worker in children_of(process.pid)
    os.kill(worker, signal.SIGKILL)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "exited early, perhaps killed or out of memory" in complaint
    assert complaint.count("\n") == 1
    assert 5 <= rows_of(path) < len(expected_answers())
    assert subprocess.run([*COMMAND, "lab", "run", str(plan)], capture_output=True, check=False).returncode == 0
    assert answers(path) == expected_answers()


# Clusters

CLUSTER_PLAN = """
rules = ["p6c7"]
strategies = ["minimax", "entropy", "max-parts"]
shards = 20
"""
CLUSTER_UNITS = 60
"""Of a tenth of a second each: to store a result takes less, also on a disk that others keep busy."""

BIN = Path(sys.executable).parent


@pytest.fixture
def cluster_plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path, CLUSTER_PLAN)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two worker processes that talk over TCP: its address, and the three."""
    pytest.importorskip("distributed")
    about = tmp_path / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(about)]
    with (tmp_path / "log").open("wb") as log:
        python = [sys.executable, "-m"]
        commands = [
            [*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *common],
            *[[*python, "distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", *common]] * 2,
        ]
        processes: list[subprocess.Popen[bytes]] = []
        try:
            for command in commands:
                processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=tmp_path))
                wait_for(lambda: about.exists() and about.stat().st_size > 0)
            yield json.loads(about.read_text())["address"], processes
        finally:
            for process in processes:
                process.kill()
                process.wait()


def test_a_result_that_arrived_before_its_dask_worker_died_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask's own executor reads the state of a call after its result, and hands on a `TypeError`."""
    distributed = pytest.importorskip("distributed")
    events = asyncio.new_event_loop()

    class Call:
        status = "lost"

        async def _result(self, **_: object) -> int:
            return 3

        def __await__(self) -> Generator[object, None, int]:
            return self._result().__await__()

    class Client(contextlib.nullcontext[None]):
        def sync(self, called: Callable[[], Coroutine[Any, Any, object]]) -> object:
            return asyncio.run_coroutine_threadsafe(called(), events).result()

        def submit(self, *_: object, **__: object) -> Call:
            return Call()

        def __enter__(self) -> Any:
            return self

    monkeypatch.setattr(distributed, "Client", lambda *_, **__: Client())
    thread = threading.Thread(target=events.run_forever)
    thread.start()
    try:
        with open_executor("dask:tcp://127.0.0.1:1") as executor:
            assert executor.submit(len, "abc").result(timeout=60) == 3
    finally:
        events.call_soon_threadsafe(events.stop)
        thread.join()
        events.close()


@pytest.mark.alone
def test_dask_goes_on_without_a_worker_that_dies(
    dask: tuple[str, list[subprocess.Popen[bytes]]], cluster_plan: Path, start: Runs
) -> None:
    address, (_, lost, left) = dask
    assert address.startswith("tcp://127.0.0.1:")
    path = cluster_plan.with_suffix(".sqlite")
    process = start(cluster_plan, "--executor", f"dask:{address}")

    def players() -> set[int]:
        return {int(row.worker.split(":")[1]) for row in read_rows(path)} if path.exists() else set()

    wait_for(lambda: len(players()) == 2, process)
    lost.kill()
    lost.wait()
    kept = read_rows(path)
    assert 2 <= len(kept) < 0.9 * CLUSTER_UNITS, "it was not in the middle"
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 0, complaint
    assert complaint.startswith(f"{CLUSTER_UNITS} units played")
    assert complaint.count("\n") == 1
    assert answers(path) == expected_answers(CLUSTER_PLAN)
    rows = read_rows(path)
    assert {int(row.worker.split(":")[1]) for row in rows} == {lost.pid, left.pid}
    fresh = [row for row in rows if row not in kept]
    # Some results of the lost worker had arrived and were not yet stored: a disk may take as long as the units.
    assert any(int(row.worker.split(":")[1]) == left.pid for row in fresh)


@pytest.mark.alone
def test_a_lost_scheduler_ends_it_with_3(
    dask: tuple[str, list[subprocess.Popen[bytes]]], cluster_plan: Path, start: Runs
) -> None:
    address, (scheduler, *_) = dask
    path = cluster_plan.with_suffix(".sqlite")
    process = start(cluster_plan, "--executor", f"dask:{address}")
    wait_for(lambda: rows_of(path) >= 3, process)
    scheduler.kill()
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "run the same command to continue" in complaint
    assert complaint.count("\n") == 1
    assert 3 <= rows_of(path) < CLUSTER_UNITS
    assert subprocess.run([*COMMAND, "lab", "run", str(cluster_plan)], capture_output=True, check=False).returncode == 0
    assert answers(path) == expected_answers(CLUSTER_PLAN)


def mpi(ranks: int) -> list[str]:
    """The command line of an MPI run."""
    pytest.importorskip("mpi4py")
    here = BIN / "mpiexec"
    mpiexec = str(here) if here.exists() else shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("needs mpiexec")
    return [mpiexec, "-n", str(ranks), sys.executable, "-m", "mpi4py.futures", "-m", "codepegs"]


def test_mpi_ranks_play_and_a_killed_rank_loses_nothing(cluster_plan: Path, start: Runs) -> None:
    path = cluster_plan.with_suffix(".sqlite")
    process = start(cluster_plan, "--executor", "mpi", before=mpi(3))
    wait_for(lambda: rows_of(path) >= 3, process)
    lost = int(read_rows(path)[0].worker.split(":")[1])
    os.kill(lost, signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode != 0
    kept = rows_of(path)
    assert 3 <= kept < CLUSTER_UNITS, "it was not in the middle"
    process = start(cluster_plan, "--executor", "mpi", "--json", before=mpi(3))
    printed, complaint = process.communicate(timeout=60)
    assert process.returncode == 0, complaint
    assert json.loads(printed)["units_played"] == CLUSTER_UNITS - kept
    assert answers(path) == expected_answers(CLUSTER_PLAN)
    assert len({row.worker for row in read_rows(path)}) in (3, 4)


def test_mpi_started_otherwise_is_told(cluster_plan: Path, start: Runs) -> None:
    ended = subprocess.run(
        [*mpi(1), "lab", "run", str(cluster_plan), "--executor", "mpi"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 3
    assert "the executor mpi needs at least two ranks: mpiexec -n N python" in ended.stderr
    process = start(cluster_plan, "--executor", "mpi")
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 3
    assert complaint.startswith("codepegs: the executor mpi must be started with: mpiexec -n N python")


@pytest.mark.parametrize(("variable", "abi"), [("OMPI_COMM_WORLD_SIZE", "openmpi"), ("PMI_SIZE", "mpich")])
def test_another_mpi_than_that_of_mpiexec(monkeypatch: pytest.MonkeyPatch, variable: str, abi: str) -> None:
    """The ranks that were started do not know each other: the error names the variable that helps."""
    package, futures = ModuleType("mpi4py"), ModuleType("mpi4py.futures")
    world = SimpleNamespace(Get_size=lambda: 1)
    package.MPI = SimpleNamespace(COMM_WORLD=world)  # type: ignore[attr-defined]
    futures.MPIPoolExecutor = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mpi4py", package)
    monkeypatch.setitem(sys.modules, "mpi4py.futures", futures)
    monkeypatch.setattr(sys, "orig_argv", [sys.executable, "-m", "mpi4py.futures", "-m", "codepegs"])
    for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(Unavailable, match="at least two ranks"), open_executor("mpi", 1):
        pass
    monkeypatch.setenv(variable, "2")
    with pytest.raises(Unavailable, match=f"set MPI4PY_MPIABI={abi}"), open_executor("mpi", 1):
        pass
    del package.MPI
    with pytest.raises(Unavailable, match=re.escape(f"): {installing('mpich')}")), open_executor("mpi", 1):
        pass
