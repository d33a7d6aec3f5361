"""Locks of files that are written: they name their holder, and end with it even if it has forked and is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs.errors import Unavailable
from codepegs.experiments.store import read_rows
from codepegs.files import Hold
from codepegs.trees.search.objectives import optimal
from tests.cli.fuzzing import check, run
from tests.experiments.sweeps import alive, children_of, needs_proc, wait_for

needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork"
)

FORKS = """
import os, sys, time
from pathlib import Path
from codepegs.files import Hold
held = Hold(Path(sys.argv[1]))
child = os.fork()
if child == 0:
    if sys.argv[2] == "close":
        held.close()
    print(os.getpid(), flush=True)
    time.sleep(100)
time.sleep(100)
"""


@needs_fork
@pytest.mark.parametrize("then", ["close", "nothing"])
def test_a_lock_ends_with_its_owner_and_not_with_its_children(then: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    command = [sys.executable, "-c", FORKS, str(path), then]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        try:
            words = rf"{path} is being written by process {owner.pid} \(python.*\): wait until it ends, end it, or give"
            with pytest.raises(Unavailable, match=words):
                Hold(path)
            owner.kill()
            owner.wait()
            os.kill(child, 0)  # it still runs
            Hold(path).close()
            assert not list(tmp_path.iterdir())
        finally:
            os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "another process"),
        ("12", "another process"),
        ("12 elsewhere python p5.py\n", "process 12 on elsewhere (python p5.py)"),
    ],
)
def test_what_a_lock_file_tells(content: str, words: str, tmp_path: Path) -> None:
    held = Hold(tmp_path / "rows")
    (tmp_path / "rows.lock").write_text(content)
    with pytest.raises(Unavailable) as caught:
        Hold(tmp_path / "rows")
    assert f"is being written by {words}: wait until it ends" in str(caught.value)
    held.close()


POOL = """
import multiprocessing, os, sys, time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
import codepegs
from codepegs.experiments import Store, read_plan, run_sweep
from codepegs.parallel import run_for

def meet():
    Path(f"{os.getpid()}.here").touch()
    while len(list(Path().glob("*.here"))) < 2:
        time.sleep(0.01)

if __name__ == "__main__":
    task, method = sys.argv[1:]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as executor:
        for met in [executor.submit(run_for, os.getpid(), meet) for _ in range(2)]:
            met.result()  # only a worker that has had a task of ours ends with its parent
        if task == "sweep":
            with Store("plan.sqlite") as store:
                run_sweep(read_plan("plan.toml"), store, executor)
        else:
            codepegs.optimal("p4c8", executor=executor, workers=2, journal="search")
"""

PLAN = """
rules = ["p5c8"]
strategies = ["random-consistent"]
games = 20000
games_per_unit = 10
"""


@needs_proc
@needs_fork
@pytest.mark.extended
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("task", ["sweep", "search"])
def test_after_a_killed_pool_the_work_goes_on(
    task: str, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pool.py").write_text(POOL)
    Path("plan.toml").write_text(PLAN)
    search, rows = Path("search"), Path("plan.sqlite")

    def begun() -> bool:
        if task == "search":
            return search.exists() and search.read_bytes().count(b"\n") > 5
        return rows.exists() and len(read_rows(rows)) > 5

    pool = subprocess.Popen([sys.executable, "pool.py", task, method], stderr=subprocess.DEVNULL, text=True)
    try:
        wait_for(begun, pool)
        assert pool.poll() is None
        workers = children_of(pool.pid)
        assert len(workers) >= 2
        lock = Path("search.lock" if task == "search" else "plan.sqlite.lock").read_text()
        assert lock.startswith(f"{pool.pid} ")
        assert lock.endswith(f" pool.py {task} {method}\n")
    finally:
        pool.kill()
        pool.wait()
    if task == "search":
        facts = search.read_bytes()
        assert optimal("p4c8", journal=search).upper_bound == 20471
        assert search.read_bytes().startswith(facts[: facts.rindex(b"\n")])
    else:
        short = PLAN.replace("20000", "100")
        Path("plan.toml").write_text(short)
        ended = check(run(["lab", "run", "plan.toml", "--executor", "serial"]))
        assert ended.code == 0, ended.err
        assert " found in plan.sqlite" in ended.err or "Nothing left to play" in ended.err
    for worker in workers:
        wait_for(lambda worker=worker: not alive(worker))  # type: ignore[misc]
