"""Sweeps: plans, the store, rows that add up, and runs that are killed and go on."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import runpy
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codepegs import evaluate
from codepegs.cli.lab import sweep_words
from codepegs.cli.terminal import StateLine
from codepegs.errors import BadInput, Unavailable
from codepegs.experiments.executors import Serial, open_executor
from codepegs.experiments.store import COLUMNS, COST, STORED, Row, Store, add_up, read_rows
from codepegs.experiments.sweep import SweepProgress, parse_plan, play_unit, run_sweep
from codepegs.experiments.units import Unit
from codepegs.files import check_value
from codepegs.foreign import installing
from codepegs.game import FIGURES
from tests.conftest import Cli
from tests.experiments.sweeps import COMMAND, PLAN, answers, expected_answers, write_plan

pytestmark = pytest.mark.extended


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path)


# Rows that add up


@pytest.mark.parametrize(
    ("rules", "strategy", "total", "shards"),
    [
        *(("p4c6", "entropy", 5722, shards) for shards in (1, 2, 3, 7, 64)),
        *(("p4c6", "minimax", 5801, shards) for shards in (1, 4, 13)),
        *(("p5c8", "minimax", 183966, shards) for shards in (1, 5, 16)),
        ("p2c3", "entropy", 21, 20),  # more shares than secrets
    ],
)
def test_shards_add_up(rules: str, strategy: str, total: int, shards: int, tmp_path: Path) -> None:
    units = parse_plan(f'rules = ["{rules}"]\nstrategies = ["{strategy}"]\nshards = {shards}')
    assert len(units) == shards
    with Store(tmp_path / "rows.sqlite") as store:
        run_sweep(units, store, Serial())
        (summary,) = add_up(store.rows())
    assert summary.total == total
    assert summary.games == sum(summary.histogram)
    assert summary.complete
    assert summary.standard_error is None


def test_sampled_games_do_not_depend_on_how_they_are_cut(tmp_path: Path) -> None:
    text = 'rules = ["p4c6"]\nstrategies = ["random-consistent", "entropy"]\ngames = 90\nseed = 8\n'
    found = []
    for size in (90, 40, 7):
        with Store(tmp_path / f"{size}.sqlite") as store:
            run_sweep(parse_plan(f"{text}games_per_unit = {size}"), store, Serial())
            found.append([(summary.total, summary.histogram, summary.games) for summary in add_up(store.rows())])
    assert found[0] == found[1] == found[2]
    assert found[0][0][2] == 90


def test_no_game_counts_twice(tmp_path: Path) -> None:
    text = 'rules = ["p4c6"]\nstrategies = ["entropy"]\nseed = 8\n'
    with Store(tmp_path / "rows.sqlite") as store:
        for more in ("games = 40\ngames_per_unit = 40", "games = 60\ngames_per_unit = 20"):
            run_sweep(parse_plan(text + more), store, Serial())
        assert len(store.rows()) == 4
        (summary,) = add_up(store.rows())
        assert (summary.games, summary.units) == (60, 2)
        (planned,) = add_up(store.rows(), parse_plan(f"{text}games = 60\ngames_per_unit = 20"))
        assert (planned.games, planned.units, planned.total) == (60, 3, summary.total)


def test_a_summary_of_a_plan_has_what_is_still_to_come(tmp_path: Path) -> None:
    units = parse_plan(PLAN)
    summaries = add_up([], units)
    assert [summary.units_wanted for summary in summaries] == [20] * 4 + [50] * 2
    assert all(summary.games == 0 and summary.average is None and not summary.complete for summary in summaries)


# Noise and codemakers

EXACT = """
from codepegs import score

def exact(secret, seed):
    return lambda guess: score(guess, secret)

def forgetful(secret, seed):
    drawn = seed.stream("forgetful")
    return lambda guess: (score(guess, secret)[0], 0 if drawn.random() < 0.2 else score(guess, secret)[1])
"""


def rows_of_plan(text: str, folder: Path, *, run_code: bool = False) -> list[Row]:
    with Store(folder / "rows.sqlite") as store:
        run_sweep(parse_plan(text, run_code=run_code), store, Serial())
        return store.rows()


GRID = 'rules = ["p3c4"]\nstrategies = ["bayes"]\ngames = 40\ngames_per_unit = 15\nseed = 3\n'


@pytest.mark.parametrize(
    ("line", "conditions"),
    [
        ("noise = 0.2", {"noise": 0.2}),
        ('noise = "at-most:1"', {"noise": "at-most:1"}),
        ("declare = 0.9", {"declare": 0.9}),
        ('noise = "miscount:0.1"\ndeclare = [0.8]', {"noise": "miscount:0.1", "declare": 0.8}),
    ],
)
def test_a_plan_and_evaluate_play_the_same_games(line: str, conditions: dict[str, Any], tmp_path: Path) -> None:
    (summary,) = add_up(rows_of_plan(GRID + line, tmp_path))
    (found,) = evaluate("p3c4", "bayes", games=40, seed=3, **conditions)
    assert (summary.histogram, summary.unsolved) == (found.histogram, found.unsolved)
    assert (summary.noise, summary.declare) == (conditions.get("noise", 0.0), conditions.get("declare"))
    assert summary.standard_error == pytest.approx(found.standard_error)


def test_every_combination_is_a_task(tmp_path: Path) -> None:
    text = f'{GRID}noise = [0, 0.1, "swap:0.1"]\ndeclare = [0.8, 0.9]'
    summaries = add_up(rows_of_plan(text, tmp_path))
    assert [(summary.noise, summary.declare, summary.units) for summary in summaries] == [
        (noise, declare, 3) for noise in (0.0, 0.1, "swap:0.1") for declare in (0.8, 0.9)
    ]
    assert summaries[3].label == "bayes (noise 0.1, declare 0.9)"
    assert add_up([], parse_plan(text))[5].label == "bayes (noise swap:0.1, declare 0.9)"


def test_a_plan_without_noise_has_the_units_it_had() -> None:
    plain, quiet = (parse_plan(text) for text in (GRID, f"{GRID}noise = 0"))
    assert [unit.name for unit in plain] == [unit.name for unit in quiet]
    assert plain[0].name == Unit(rules="p3c4", strategy="bayes", games=15, seed=3).name


def test_shares_of_all_secrets_with_noise_add_up(tmp_path: Path) -> None:
    text = 'rules = ["p2c4"]\nstrategies = ["bayes"]\nnoise = 0.2\nseed = 7\n'
    found = []
    for shards in (1, 3):
        folder = tmp_path / str(shards)
        folder.mkdir()
        (summary,) = add_up(rows_of_plan(f"{text}shards = {shards}", folder))
        found.append((summary.histogram, summary.seed, summary.games))
    assert found[0] == found[1]
    assert found[0][1:] == (7, 16)
    (all_secrets,) = evaluate("p2c4", "bayes", games="all", noise=0.2, seed=7)
    assert all_secrets.histogram == found[0][0]


def test_a_codemaker_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "makers.py"
    file.write_text(EXACT)
    text = f'rules = ["p3c4"]\nstrategies = ["bayes:noise=0.1", "entropy"]\ncodemaker = \'{file}:exact\'\n'
    rows = rows_of_plan(text, tmp_path, run_code=True)
    assert [row.codemaker for row in rows] == [f"{file}:exact"] * 2
    assert {row.strategy: row.total for row in rows}["entropy"] == evaluate("p3c4", "entropy")[0].total
    noisy = GRID.replace("bayes", "bayes:noise=0.1") + f"codemaker = '{file}:forgetful'"
    folder = tmp_path / "noisy"
    folder.mkdir()
    (summary,) = add_up(rows_of_plan(noisy, folder, run_code=True))
    named = evaluate("p3c4", "bayes:noise=0.1", games=40, seed=3, codemaker=f"{file}:forgetful", fresh=True)[0]
    module = runpy.run_path(str(file))
    given = evaluate("p3c4", "bayes:noise=0.1", games=40, seed=3, codemaker=module["forgetful"])[0]
    assert summary.histogram == named.histogram == given.histogram
    before = [unit.name for unit in parse_plan(text)]
    file.write_text(EXACT + "\n# changed\n")
    assert not {*before} & {unit.name for unit in parse_plan(text)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("noise = 1.0", "noise must be a probability of at least 0 and below 1, a kind of false replies such as"),
        ("noise = [0.1, true]", "noise must be a probability"),
        ('noise = "sometimes"', "noise must be a probability"),
        ("declare = 1.5", "declare must be a probability above 0 and below 1"),
        ("codemaker = 3", "codemaker must be a text such as"),
        ('codemaker = "careless"', "the codemaker 'careless' is invalid: expected FILE.py:NAME"),
        ('codemaker = "none.py:careless"', "file not found: none.py"),
        ("codemaker = '{file}:nothing'", "makers.py has no function nothing"),
        ("codemaker = '{wrong}:nothing'", "wrong.py cannot be run: NameError: name 'nothing' is not defined"),
        ('strategies = ["entropy"]\nnoise = 0.1', "entropy cannot play if replies may be false"),
    ],
)
def test_wrong_conditions_are_told(line: str, words: str, tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "makers.py").write_text(EXACT)
    (tmp_path / "wrong.py").write_text("x = nothing")
    line = line.replace("{file}", str(tmp_path / "makers.py")).replace("{wrong}", str(tmp_path / "wrong.py"))
    text = GRID.replace('strategies = ["bayes"]\n', "") if "strategies" in line else GRID
    plan = write_plan(tmp_path, text + line)
    complaint = cli.complaint("lab", "run", str(plan), "--run-code", code=3 if "not found" in words else 2)
    assert words in complaint
    assert complaint.count("\n") == 1


# The store


def test_the_columns_are_as_documented(tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    with Store(path):
        pass
    rows = sqlite3.connect(path)
    assert [column[1] for column in rows.execute("PRAGMA table_info(units)")] == [*STORED, "check_value"]
    assert rows.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert rows.execute("SELECT * FROM meta").fetchall() == [("schema_version", "3")]
    rows.close()
    text = (Path(__file__).parents[2] / "docs" / "scaling.md").read_text()
    for column in COLUMNS:
        assert f"| `{column}` |" in text


def test_the_file_has_the_names_of_earlier_versions(tmp_path: Path) -> None:
    """So that rows match their check values, which are of the row with its names, in either version."""
    path = tmp_path / "rows.sqlite"
    with Store(path) as store:
        store.add(_row())
    rows = sqlite3.connect(path)
    rows.row_factory = sqlite3.Row
    (stored,) = rows.execute("SELECT * FROM units")
    rows.close()
    assert "depth" in stored.keys()  # noqa: SIM118
    values = {name: stored[name] for name in stored.keys() if name != "check_value"}  # noqa: SIM118
    assert stored["check_value"] == check_value(json.dumps(values, separators=(",", ":")).encode())


def test_rows_come_back_as_they_went(tmp_path: Path) -> None:
    row = _row(peak_memory_mib=None)
    with Store(tmp_path / "rows.sqlite") as store:
        store.add(row)
        assert store.rows() == [row]
        assert store.names() == {"u"}
    assert read_rows(tmp_path / "rows.sqlite") == [row]


def _row(**changes: object) -> Row:
    row = Row(
        unit="u",
        rules="p4c6",
        strategy="entropy",
        seed=0,
        wanted=None,
        start=0,
        shard=0,
        shards=1,
        noise="0",
        declare=None,
        codemaker=None,
        games=3,
        unsolved=1,
        total=3,
        longest_game=2,
        histogram="1 1",
        sets=1,
        guesses=2,
        replies=3,
        seconds=0.25,
        peak_memory_mib=1.5,
        worker="here",
    )
    return msgspec.structs.replace(row, **changes)


def _damage(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(random.Random(3).randbytes(size // 3))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("something else\n" * 100), "not a results file"),
        (_damage, "is damaged"),
        (lambda path: os.truncate(path, path.stat().st_size // 2 + 100), "is damaged"),
        (lambda path: _execute(path, "UPDATE meta SET value = '99'"), "has schema version 99"),
        (lambda path: _execute(path, "UPDATE units SET games = 'x'"), "is inconsistent"),
        (lambda path: _execute(path, "UPDATE units SET histogram = '1 x'"), "is inconsistent"),
        (lambda path: _execute(path, "DROP TABLE units"), "is a database, but not a results file of codepegs lab"),
    ],
)
def test_damaged_files_are_told(
    spoil: Callable[[Path], object], words: str, cli: Cli, plan: Path, tmp_path: Path
) -> None:
    path = plan.with_suffix(".sqlite")
    with Store(path) as store:
        for number in range(200):
            store.add(_row(unit=f"{number:020}"))
    spoil(path)
    before = path.read_bytes()
    for arguments in (("status", str(path)), ("export", str(path)), ("run", str(plan), "--executor", "serial")):
        if arguments[0] == "run" and words == "is inconsistent":
            continue  # it removes the row
        complaint = cli.complaint("lab", *arguments)
        assert words in complaint
        assert complaint.count("\n") == 1
    assert path.read_bytes() == before


def _execute(path: Path, statement: str) -> None:
    rows = sqlite3.connect(path)
    with rows:
        rows.execute(statement)
    rows.close()


def test_an_empty_file_is_a_beginning(cli: Cli, plan: Path) -> None:
    path = plan.with_suffix(".sqlite")
    path.touch()  # killed before the first write
    assert cli.json("lab", "status", str(path))["units"] == 0


def test_files_that_are_not_there(cli: Cli, plan: Path, tmp_path: Path) -> None:
    assert "file not found" in cli.complaint("lab", "status", str(tmp_path / "none.sqlite"), code=3)
    assert "file not found" in cli.complaint("lab", "run", str(tmp_path / "none.toml"), code=3)
    assert "folder" in cli.complaint("lab", "run", str(plan), "-o", str(tmp_path / "no/x"), code=3)
    assert not cli.json("lab", "status", str(plan))["units"]


def test_a_folder_that_takes_no_files(cli: Cli, plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o555)
    if os.geteuid() == 0:  # to whom no folder is closed but those of the kernel
        folder = Path("/proc")
    complaint = cli.complaint("lab", "run", str(plan), "-o", str(folder / "rows.sqlite"), code=3)
    assert "cannot be written" in complaint


def test_reading_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    with Store(path) as store:
        store.add(_row())
    Path(f"{path}-shm").mkdir()  # SQLite cannot make its own file of that name
    assert len(read_rows(path)) == 1


HOLDER = (
    "import sys; from codepegs.experiments.store import Store; "
    "s = Store(sys.argv[1]); print('held', flush=True); input()"
)


def test_one_process_writes_and_others_read(cli: Cli, plan: Path, tmp_path: Path) -> None:
    path = plan.with_suffix(".sqlite")
    with Store(path) as store:
        store.add(_row())
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    complaint = cli.complaint("lab", "run", str(plan), "--executor", "serial", code=3)
    assert f"is being written by process {holder.pid} (python" in complaint
    assert complaint.count("\n") == 1
    assert cli.json("lab", "status", str(path))["units"] == 1
    holder.kill()
    holder.communicate()
    with Store(path) as store:
        assert len(store.rows()) == 1


def test_a_full_disk_keeps_what_is_written(plan: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    units = parse_plan(PLAN)
    with Store(path) as store:
        (pages,) = store._rows.execute("PRAGMA page_count").fetchone()
        store._rows.execute(f"PRAGMA max_page_count = {pages + 3}")
        with pytest.raises(Unavailable, match="the disk is full: free some space and run the same command to continue"):
            run_sweep(units, store, Serial())
        kept = len(store.rows())
        assert 0 < kept < len(units)
    with Store(path) as store:
        done = run_sweep(units, store, Serial())
        assert (done.found, done.played) == (kept, len(units) - kept)
    assert answers(path) == expected_answers()


def test_a_file_that_cannot_grow_ends_with_3_and_resumes(plan: Path) -> None:
    resource = pytest.importorskip("resource")
    path = plan.with_suffix(".sqlite")
    limit = 100_000

    def short_of_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [*COMMAND, "lab", "run", str(plan), "--executor", "serial"]
    ended = subprocess.run(command, preexec_fn=short_of_space, capture_output=True, text=True, check=False)
    assert ended.returncode == 3, ended.stderr
    assert "the same command to continue" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert 0 < len(read_rows(path)) < 180
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert answers(path) == expected_answers()


# What a sweep tells, and what goes wrong in units


def test_progress_is_told(tmp_path: Path) -> None:
    units = parse_plan('rules = ["p4c6"]\nstrategies = ["minimax"]\nshards = 4')
    told: list[SweepProgress] = []
    with Store(tmp_path / "rows.sqlite") as store:
        run_sweep(units[:1], store, Serial())
        run_sweep(units, store, Serial(), told.append)
    assert [state.played for state in told] == [1, 2, 3]
    assert all(state.found == 1 and state.units == 4 and state.games == 1296 for state in told)
    assert [state.games_left for state in told] == [648, 324, 0]
    assert told[-1].seconds_left == 0


def test_progress_is_shown_on_a_terminal_after_two_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = SweepProgress(units=9, found=1, played=2, games=900, games_found=100, games_played=200, seconds=1.9)
    state = replace(state, seconds_at_last=60.0, share_done=0.25)
    line = StateLine(sweep_words)
    line(state)
    assert not capsys.readouterr().err
    line.began -= 60.0
    line(replace(state, seconds=60.0))
    line(replace(state, seconds=60.1))  # too soon after the last
    line.close()
    told = "\r\x1b[K3 of 9 units, 300 of 900 games, about 3 min left\r\x1b[K"
    assert capsys.readouterr().err == told


def test_the_time_left_counts_down_while_a_unit_is_played() -> None:
    state = SweepProgress(
        units=2,
        found=0,
        played=1,
        games=200,
        games_found=0,
        games_played=100,
        seconds=11.0,
        seconds_at_last=11.0,
        share_done=0.5,
    )
    assert [replace(state, seconds=seconds).seconds_left for seconds in (11.0, 15.0, 30.0)] == [11.0, 7.0, 0.0]


def test_the_time_left_knows_that_games_of_another_strategy_take_longer(tmp_path: Path) -> None:
    plan = """
    [[task]]
    rules = ["p3c4"]
    strategies = ["minimax"]
    shards = 4
    [[task]]
    rules = ["p3c4"]
    strategies = ["sampling"]
    games = 4
    games_per_unit = 1
    """

    class Timed(Serial):
        """Gives each unit of `minimax`, of sixteen games, a second, and each of `sampling`, of one game, a hundred."""

        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            row = super().submit(fn, *args, **kwargs).result()
            future: Future[Row] = Future()
            future.set_result(msgspec.structs.replace(row, seconds=1.0 if row.strategy == "minimax" else 100.0))
            return future

    told: list[SweepProgress] = []
    with Store(tmp_path / "rows.sqlite") as store:
        run_sweep(parse_plan(plan), store, Timed(), told.append)
    shares = [1 / 8, 2 / 8, 3 / 8, 4 / 8, 104 / 404, 204 / 404, 304 / 404, 1]
    assert [state.share_done for state in told] == pytest.approx(shares)
    assert told[-1].seconds_left == 0


class Lost(Serial):
    """Plays two units and then gives an error."""

    def __init__(self, error: BaseException) -> None:
        self.error, self.left = error, 2

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        if self.left:
            self.left -= 1
            return super().submit(fn, *args, **kwargs)
        future: Future[object] = Future()
        future.set_exception(self.error)
        return future


@pytest.mark.parametrize(
    ("error", "ends", "words"),
    [
        (CancelledError(), Unavailable, "2 of 4 units are saved; run the same command to continue"),
        (BadInput("this will not do"), BadInput, "minimax at p4c6: this will not do"),
        (ModuleNotFoundError("No module named 'codepegs'"), Unavailable, "install the same version of codepegs"),
        (MemoryError(), MemoryError, ""),
    ],
)
def test_errors_of_units(error: BaseException, ends: type[BaseException], words: str, tmp_path: Path) -> None:
    units = parse_plan('rules = ["p4c6"]\nstrategies = ["minimax"]\nshards = 4')
    with Store(tmp_path / "rows.sqlite") as store:
        with pytest.raises(ends) as caught:
            run_sweep(units, store, Lost(error))
        assert words in str(caught.value)
        assert len(store.rows()) == 2


def test_a_worker_with_another_version_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = Unit(rules="p4c6", strategy="minimax")
    played = msgspec.structs.replace(play_unit(unit), unit="another", worker="there:1")
    monkeypatch.setattr("codepegs.experiments.sweep.play_unit", lambda unit: played)
    with Store(tmp_path / "rows.sqlite") as store:
        with pytest.raises(Unavailable, match="there:1 uses another version of codepegs"):
            run_sweep([unit], store, Serial())
        assert not store.rows()


# Commands


@pytest.fixture
def swept(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(
        'pegs = [2, 3]\ncolors = [3]\nstrategies = ["entropy", "minimax"]\n'
        '[[task]]\nrules = ["p3c4-b"]\nstrategies = ["random-consistent", "minimax"]\ngames = 30\ngames_per_unit = 15'
    )
    with Store(path.with_suffix(".sqlite")) as store, open_executor("serial") as executor:
        run_sweep(parse_plan(path.read_text()), store, executor)
    return path


def test_run_and_status(cli: Cli, plan: Path) -> None:
    record = cli.json("lab", "run", str(plan), "--executor", "threads", "--workers", "2")
    assert [record[key] for key in ("units", "units_found", "units_played", "workers")] == [180, 0, 180, 2]
    assert [task["total"] for task in record["tasks"]][:2] == [5722, 5828]
    assert answers(plan.with_suffix(".sqlite")) == expected_answers()
    assert cli.captured.err.count("\n") == 1
    again = cli("lab", "run", str(plan))
    assert "5,722" in again
    assert "Nothing left to play; " in cli.captured.err
    status = cli.json("lab", "status", str(plan))
    assert (status["units"], status["units_wanted"]) == (180, 180)
    assert status["tasks"] == cli.json("lab", "run", str(plan))["tasks"]
    whole = cli.json("lab", "status", str(plan.with_suffix(".sqlite")))
    assert (whole["units"], whole["units_wanted"]) == (180, None)
    assert "180 of 180 units done." in cli("lab", "status", str(plan))
    assert "180 units done." in cli("lab", "status", str(plan.with_suffix(".sqlite")))


def test_shares_merge_into_the_whole(cli: Cli, plan: Path, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"part{number}.sqlite") for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        cli("lab", "run", str(plan), "--share", f"{number}/3", "-o", part, "--executor", "serial")
    whole = tmp_path / "whole.sqlite"
    assert cli("lab", "merge", *parts, parts[0], "-o", str(whole)).count("60 new rows") == 3
    assert answers(whole) == expected_answers()
    other = tmp_path / "other.sqlite"
    with Store(other) as store:
        changed = [msgspec.structs.replace(row, sets=row.sets + 1) for row in read_rows(parts[1])]
        store.take_in(changed, "another version")
    assert "have different results for unit" in cli.complaint("lab", "merge", str(other), "-o", str(whole), code=1)
    assert answers(whole) == expected_answers()


def test_export(cli: Cli, swept: Path, tmp_path: Path) -> None:
    file = str(swept.with_suffix(".sqlite"))
    rows = read_rows(Path(file))
    assert len(rows) == 8
    kinds = {"total": "counted", "longest_game": "counted"}

    def row(exported: dict[str, Any]) -> Row:
        """The row, without the kinds of its figures."""
        assert exported.pop("kinds") in (kinds, "total=counted longest_game=counted")
        return Row(**exported)

    printed = list(csv.DictReader(io.StringIO(cli("lab", "export", file))))
    assert [row["unit"] for row in printed] == [row.unit for row in rows]
    assert (printed[0]["wanted"], printed[-1]["wanted"]) == ("", "15")
    assert printed[0]["kinds"] == "total=counted longest_game=counted"
    lines = [json.loads(line) for line in cli("lab", "export", file, "--format", "json").splitlines()]
    assert lines[0]["kinds"] == kinds
    assert {*kinds} == FIGURES.keys() & lines[0].keys()
    assert [row(line) for line in lines] == rows
    polars = pytest.importorskip("polars")
    cli("lab", "export", file, "-o", str(tmp_path / "rows.parquet"))
    table = polars.read_parquet(tmp_path / "rows.parquet")
    assert [row(each) for each in table.to_dicts()] == rows
    cli("lab", "export", file, "-o", str(tmp_path / "rows.csv"))
    assert polars.read_csv(tmp_path / "rows.csv").height == 8


def test_plot(cli: Cli, swept: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    printed = cli("lab", "plot", str(swept.with_suffix(".sqlite")), "-o", str(tmp_path / "pictures")).split()
    names = {Path(name).name for name in printed}
    assert {"averages.svg", "averages-heat.png", "averages-lines.svg", "lengths-p3c4-b.svg", "times.png"} <= names
    assert all(Path(name).stat().st_size > 5_000 for name in printed)
    from codepegs.experiments.plots import heat_map, save

    summaries = [summary for summary in add_up(read_rows(swept.with_suffix(".sqlite"))) if summary.exhaustive]
    for again in save(heat_map(summaries), tmp_path / "again", "averages-heat"):
        assert again.read_bytes() == (tmp_path / "pictures" / again.name).read_bytes()


def test_black_bars_are_light_on_a_dark_page() -> None:
    """The colour of a hatched bar is an attribute of its pattern, not a style."""
    pytest.importorskip("matplotlib")
    from codepegs.experiments.plots import COLORS, bar_style, drawn, empty_figure

    figure = empty_figure(2, 2)
    figure.subplots().bar([0], [1], **bar_style(COLORS.index("#000000")))
    text = drawn(figure, "svg").decode()
    assert 'fill="#000000"' in text
    assert "[fill='#000000'] {fill: #e6edf3}" in text.partition("</style>")[0]


def test_lists_and_tables_in_folders_are_plotted(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("sub/animals.csv").write_text("name,fly,legs\nbat,yes,2\ncat,no,4\nant,no,6\n")
    Path("sub/words.txt").write_text("crane\ncrate\ntrace\n")
    Path("plan.toml").write_text(
        'rules = ["sub/animals.csv", "words:sub/words.txt:wordle"]\nstrategies = ["entropy"]\n'
    )
    cli("lab", "run", "plan.toml", "--executor", "serial")
    cli("lab", "plot", "plan.sqlite", "-o", "plots")
    made = {path.name for path in Path("plots").iterdir()}
    assert {"lengths-sub-animals.csv.svg", "lengths-words-sub-words.txt-wordle.png"} <= made


def test_results_without_games_are_not_plotted(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "new.sqlite"
    with Store(file):
        pass
    told = cli.complaint("lab", "plot", str(file), "-o", str(tmp_path / "pictures"), code=0)
    assert told == f"Nothing to plot: {file} has no finished games. To continue: codepegs lab run PLAN\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run",), "lab run: missing argument PLAN"),
        (("run", "{plan}", "--workers", "0"), "--workers"),
        (("run", "{plan}", "--executor", "carrier-pigeons"), "expected processes, threads, serial"),
        (("run", "{plan}", "--executor", "dask:nowhere"), "expected dask:tcp://HOST:PORT"),
        (("run", "{plan}", "--share", "4/3"), "'4/3' is not a valid share: expected e.g. 1/3"),
        (("run", "{plan}", "--share", "some"), "'some' is not a valid share"),
        (("status", "{results}", "-o", "x.sqlite"), "-o needs a plan"),
        (("export", "{results}", "--format", "xls"), "expected csv, json or parquet"),
        (("export", "{results}", "-o", "rows.xls"), "rows.xls has an unknown ending"),
        (("export", "{results}", "--format", "parquet"), "give -o FILE"),
        (("plot", "{results}"), "lab plot: missing option --output"),
        (("merge", "{results}"), "lab merge: missing option --output"),
        (("nonsense",), "unknown command 'lab nonsense'"),
    ],
)
def test_wrong_usage(cli: Cli, swept: Path, arguments: tuple[str, ...], words: str) -> None:
    names = {"plan": str(swept), "results": str(swept.with_suffix(".sqlite"))}
    assert words in cli.complaint("lab", *(argument.format(**names) for argument in arguments))


def test_missing_extras_are_told(cli: Cli, swept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("polars", "matplotlib", "matplotlib.figure", "distributed", "mpi4py"):
        monkeypatch.setitem(sys.modules, package, None)
    file = str(swept.with_suffix(".sqlite"))
    output = ("-o", str(tmp_path / "out"))
    assert installing("codepegs[lab]") in cli.complaint("lab", "export", file, "--format", "parquet", *output, code=3)
    assert installing("codepegs[lab]") in cli.complaint("lab", "plot", file, *output, code=3)
    dask = cli.complaint("lab", "run", str(swept), "--executor", "dask:tcp://127.0.0.1:1", code=3)
    assert installing("codepegs[dask]") in dask
    assert installing("codepegs[mpi]", "mpich") in cli.complaint("lab", "run", str(swept), "--executor", "mpi", code=3)


def test_the_help_of_the_group(cli: Cli) -> None:
    printed = cli("lab", "--help")
    for name in ("run", "status", "export", "merge", "plot"):
        assert name in printed
        assert "--help" in cli("lab", name, "--help")


def test_the_results_may_move(swept: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved.sqlite"
    shutil.copy(swept.with_suffix(".sqlite"), moved)
    assert answers(moved) == answers(swept.with_suffix(".sqlite"))
    assert set(COST) == set(COLUMNS[-3:])
