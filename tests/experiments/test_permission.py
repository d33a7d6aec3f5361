"""A data file runs no code: what a plan names in Python is run only with permission."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import codepegs
from codepegs.errors import BadInput
from codepegs.experiments import Store, Unit, read_plan, run_sweep, run_unit
from codepegs.experiments.executors import Serial
from tests.conftest import Cli
from tests.experiments.sweeps import answers, write_plan

EVIL = """
from pathlib import Path
from codepegs import score

(Path(__file__).parent / "ran").touch()

def exact(secret, seed):
    return lambda guess: score(guess, secret)
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A plan of which both tasks name a codemaker."""
    (tmp_path / "evil.py").write_text(EVIL)
    maker = tmp_path / "evil.py"
    games = f"rules = ['p2c3']\nstrategies = ['bayes']\ngames = 4\ncodemaker = '{maker}:exact'\n"
    return write_plan(tmp_path, f"{games}[[task]]\ncodemaker = ['{maker}:exact']\nseed = 4")


def test_the_code_that_a_plan_names_is_run_only_if_permitted(plan: Path, cli: Cli) -> None:
    ran, rows = plan.parent / "ran", plan.with_suffix(".sqlite")
    refusal = (
        f"codepegs: the codemaker '{plan.parent / 'evil.py'}:exact' is Python code, which is run only if you permit "
        "it: add --run-code (in Python: run_code=True) if you trust the file\n"
    )
    for options in ((), ("--executor", "serial", "--share", "1/2")):
        assert cli.complaint("lab", "run", str(plan), *options) == refusal
    assert not rows.exists(), "nothing is begun"
    cli("lab", "status", str(plan))
    units = read_plan(plan)
    with Store(plan.parent / "other.sqlite") as store, pytest.raises(BadInput, match="--run-code"):
        run_sweep(units, store, Serial())
    with pytest.raises(BadInput, match="--run-code"):
        run_unit(units[0])
    assert not ran.exists()

    cli("lab", "run", str(plan), "--run-code", "--executor", "serial")
    assert ran.exists()
    ran.unlink()
    assert cli.complaint("lab", "run", str(plan)) == refusal, "to continue takes the permission again"
    for words in (
        ("status", str(plan)),
        ("status", str(rows)),
        ("export", str(rows)),
        ("merge", str(rows), "-o", f"{rows}2.sqlite"),
    ):
        cli("lab", *words)
    assert not ran.exists()


def test_the_permission_changes_no_unit(plan: Path) -> None:
    permitted = read_plan(plan, run_code=True)
    assert [unit.name for unit in read_plan(plan)] == [unit.name for unit in permitted]
    honest = Unit(rules="p2c3", strategy="minimax")
    assert honest.name == Unit(rules="p2c3", strategy="minimax", run_code=True).name


@pytest.mark.extended
def test_workers_have_the_permission_of_their_plan(plan: Path, cli: Cli) -> None:
    for executor in ("processes", "threads"):
        output = ("-o", str(plan.parent / f"{executor}.sqlite"))
        cli("lab", "run", str(plan), "--run-code", *output, "--executor", executor, "--workers", "2")
    assert answers(plan.parent / "processes.sqlite") == answers(plan.parent / "threads.sqlite")


RUNS_CODE = {
    "core/binding.py": {"eval", "exec"},  # the types of the C++ library's own functions
    "experiments/units.py": {"exec_module"},  # the codemakers above
}
"""Where text becomes code, but for the modules that belong to the package."""


RUNNER = re.compile(
    r"\b(eval|exec|run_path|run_module|spec_from_file_location|exec_module|load_module)\("
    r"|^\s*(?:import|from) (pickle|marshal)",
    re.MULTILINE,
)


def test_text_becomes_code_nowhere_else() -> None:
    folder = Path(codepegs.__file__).parent
    found: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        for runner in RUNNER.findall(path.read_text(encoding="utf-8")):
            found.setdefault(path.relative_to(folder).as_posix(), set()).add("".join(runner))
    assert found == RUNS_CODE
