"""Programs as a researcher writes them: each runs, prints what it should, and `mypy --strict` accepts it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs import evaluate
from tests import extent

PROGRAMS = Path(__file__).parent / "programs"

PRINTED = {
    "own_objective": "[('minimax', 5801, 5, None), ('n-log-n', 5722, 6, 378)]",
    "own_reply": "100 100 0 True",
    "weighted_secrets": "31 True",
    "noise_levels": "[0.0, 0.1, 0.2] 120 True",
    "tree_as_graph": "1339 1338 6 13",
    "threads": "4 1",
    "first_guesses": "1296 3.0567",
}
"""What the programs without arguments print."""


def swept() -> str:
    """What the sweeps on Dask and MPI print: units, and guesses in all."""
    return f"12 {sum(row.total for rules in ('p3c4', 'p3c5') for row in evaluate(rules, ['entropy', 'minimax']))}"


def run(name: str, *arguments: object, by: tuple[str, ...] = ()) -> str:
    """What a program prints; it must end well, and without warnings."""
    command = [*by, str(PROGRAMS / f"{name}.py"), *map(str, arguments)]
    done = subprocess.run([sys.executable, "-W", "error", *command], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", extent.rest_extended(PRINTED, ["first_guesses", "own_reply", "tree_as_graph"]))
def test_a_program_runs(name: str) -> None:
    assert run(name) == PRINTED[name]


@pytest.mark.extended
def test_an_agent_learns() -> None:
    pytest.importorskip("gymnasium")
    assert run("learning_agent") == "True True"


@pytest.mark.extended
def test_every_pool_returns_reviews() -> None:
    assert run("process_pools") == "the same good"


@pytest.mark.extended
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_sweep_continues(tmp_path: Path) -> None:
    whole = run("resumed_sweep", tmp_path / "whole.sqlite").splitlines()[-18:]
    rows = tmp_path / "killed.sqlite"
    with subprocess.Popen(
        [sys.executable, PROGRAMS / "resumed_sweep.py", rows], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout
        for _ in range(5):
            first.stdout.readline()
        os.kill(first.pid, signal.SIGKILL)
    again = run("resumed_sweep", rows).splitlines()
    assert int(again[0].split()[0]) >= 4
    assert again[-18:] == whole


@pytest.mark.extended
def test_a_sweep_on_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    command = [sys.executable, str(PROGRAMS / "on_dask.py"), str(tmp_path / "rows.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == swept(), done.stderr


@pytest.mark.extended
def test_a_sweep_on_mpi(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    mpiexec = shutil.which("mpiexec") or shutil.which("mpiexec", path=str(Path(sys.executable).parent))
    if mpiexec is None:
        pytest.skip("needs mpiexec")
    program = [sys.executable, "-m", "mpi4py.futures", str(PROGRAMS / "on_mpi.py"), str(tmp_path / "rows.sqlite")]
    done = subprocess.run([mpiexec, "-n", "3", *program], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == swept(), done.stderr


@pytest.mark.slow
def test_the_types_of_the_programs(tmp_path: Path) -> None:
    """As a user checks them: strictly, against the installed package, without the settings of this repository."""
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\nstrict = true\nuntyped_calls_exclude = distributed\n")
    programs = sorted(path for path in PROGRAMS.glob("*.py") if path.name != "conftest.py")
    assert len(programs) == 12
    options = ["--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *options, *map(str, programs)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
