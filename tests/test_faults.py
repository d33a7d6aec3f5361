"""Files that cannot be written: each call that writes fails once, or fails from then on, in every command that writes.

A command then prints its result and writes it elsewhere, ends with 3, and names the file that could not be written. No
lock and no temporary file is left. A command that is killed leaves nothing behind that the next one does not clear.
"""

from __future__ import annotations

import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from codepegs.files import Hold, check_output, temporary_folder, write_whole
from tests.cli.fuzzing import Ended, check, play_plan, run

COMMANDS = {
    "optimal p3c4 --workers 1 -o FILE": ".tree",
    "optimal p2c4 --workers 1 --certificate FILE": ".cert",
    "optimal p3c4 --workers 1 --journal FILE": ".journal",
    "optimal p4c4 --bound-only --workers 1 --journal FILE": ".journal",
    "optimal p3c4 --no-proof --workers 1 --passes 2 -o FILE": ".tree",
    "solve p3c4 123 --seed 1 --save FILE": ".json",
    "solve --resume FILE": ".json",
    "tree build p3c3 -s minimax -o FILE": ".tree",
    "tree export gallery:p3c4 --format dot -o FILE": ".dot",
    "evaluate p2c2 -s minimax -o FILE": ".csv",
    "evaluate p2c2 -s minimax --workers 1 -o FILE": ".parquet",
    "coach p4c6:1122:1b0w -o FILE": ".svg",
    "score p4c6:1122:1b0w -o FILE": ".svg",
    "solve --picture fish --size 2x2 --colors 2 --pace 0 --seed 1 -o FILE": ".gif",
    "lab export rows.sqlite -o FILE": ".csv",
}
"""Commands that write, and the ending of their file; the first colon of a position is a blank here."""

CALLS = ("open", "write", "fsync", "replace", "close")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT)


class Failing:
    """Lets calls that write below a folder fail: the n-th, or all from the n-th on; counts them."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.opened: set[int] = set()
        self.counts = dict.fromkeys(CALLS, 0)
        self.call, self.number, self.goes_on, self.error, self.hit = "", 0, False, errno.ENOSPC, False

    def fails(self, call: str) -> bool:
        self.counts[call] += 1
        count = self.counts[call]
        fails = call == self.call and (count >= self.number if self.goes_on else count == self.number)
        self.hit |= fails
        return fails

    def raising(self) -> OSError:
        return OSError(self.error, os.strerror(self.error))

    @contextmanager
    def patched(self) -> Iterator[None]:
        opens, writes, syncs, replaces, closes = os.open, os.write, os.fsync, os.replace, os.close

        def open_(path: Any, flags: int, *more: Any, **options: Any) -> int:
            inside = flags & (os.O_WRONLY | os.O_RDWR) and os.path.abspath(path).startswith(self.folder)
            if inside and self.fails("open"):
                raise self.raising()
            handle = opens(path, flags, *more, **options)
            if inside:
                self.opened.add(handle)
            return handle

        def write(handle: int, data: Any) -> int:
            if handle in self.opened and self.fails("write"):
                writes(handle, bytes(data)[: len(data) // 2])
                raise self.raising()
            return writes(handle, data)

        def fsync(handle: int) -> None:
            if handle in self.opened and self.fails("fsync"):
                raise self.raising()
            syncs(handle)

        def replace(source: Any, target: Any) -> None:
            if os.path.abspath(target).startswith(self.folder) and self.fails("replace"):
                raise self.raising()
            replaces(source, target)

        def close(handle: int) -> None:
            closes(handle)
            if handle in self.opened:
                self.opened.discard(handle)
                if self.fails("close"):
                    raise self.raising()

        with pytest.MonkeyPatch.context() as patch:
            for name, function in (
                ("open", open_), ("write", write), ("fsync", fsync), ("replace", replace), ("close", close),
            ):  # fmt: skip
                patch.setattr(os, name, function)
            yield


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a sweep, and a saved game."""
    path = tmp_path_factory.mktemp("planned")
    play_plan(path)
    assert run(("solve", "p3c4", "123", "--seed", "1", "--save", str(path / "game.json"))).code == 0
    return path


@pytest.fixture
def here(planned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, as the current folder; the files that fail are in `box` there."""
    shutil.copytree(planned, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(command: str, file: str) -> list[str]:
    return [file if word == "FILE" else word.replace(":1122", " 1122") for word in command.split()]


def prepared(here: Path, command: str) -> str:
    """Clear the folders; return the file to be written."""
    for path in here.iterdir():
        if path.name == "box":
            shutil.rmtree(path)
        elif re.search(r"-\d+\.", path.name):
            path.unlink()
    (here / "box").mkdir(exist_ok=True)
    if "--resume" in command:
        shutil.copy("game.json", "box/x.json")
    return f"box/x{PRELOADED[command]}"


@cache
def expected(command: str, folder: str) -> tuple[Ended, dict[str, int]]:
    """What the command prints, and how often it calls each function, if nothing fails."""
    file = prepared(Path(folder), command)
    failing = Failing(Path(folder, "box"))
    with failing.patched():
        ended = check(run(words(command, file)))
    assert ended.code == 0, ended.err
    left = {path.name for path in Path("box").iterdir()}
    assert left == {Path(file).name}
    assert Path(file).stat().st_size
    return ended, failing.counts


def without_times(text: str) -> list[str]:
    """The words of a text without times, sizes and file names."""
    times = re.sub(r"[\d.,]+ (?:ms|us|µs|s|min)\b", "", text)
    return [word for word in times.split() if not re.match(r"\(?[\d.,]+|\S*x(?:-2)?\.", word)]


def judge(command: str, file: str, ended: Ended, whole: Ended, *, told: str) -> None:
    """The laws of a command of which a write failed, given what it prints if none does."""
    print_it = f"{told}\n{ended.out}\n{ended.err}"
    assert not re.search(r"Traceback|OSError|Errno|unexpected|standard output", ended.err), print_it
    assert ended.code in (0, 3), print_it
    box = {path.name for path in Path("box").iterdir()} if Path("box").exists() else set()
    assert not {name for name in box if name.endswith((".lock", ".tmp"))}, print_it
    Hold(Path(file)).close()
    others = [path for path in Path.cwd().iterdir() if re.fullmatch(r"x-\d+\..*", path.name)]
    if ended.code == 3:
        assert re.search(rf"{re.escape(file)}\S* cannot be (?:written|locked|created)", ended.err), print_it
        named = re.findall(r"written to (\S+) instead|goes on with (\S+)", ended.err)
        gone = set(re.findall(r"could be written later, and (\S+) was deleted", ended.err))
        assert [Path(first or second) for first, second in named if (first or second) not in gone] == others, print_it
    if ended.code == 3 and not ended.out and not others:  # refused before the work
        assert ended.err.count("\n") == 1, print_it
        return
    assert without_times(ended.out) == without_times(whole.out), print_it
    written = others[0] if others else Path(file)
    assert written.stat().st_size, print_it


def inject(here: Path, command: str, call: str, number: int, goes_on: bool, error: int) -> bool:
    """Run a command of which a call fails; return whether it came to that."""
    file = prepared(here, command)
    failing = Failing(here / "box")
    failing.call, failing.number, failing.goes_on, failing.error = call, number, goes_on, error
    with failing.patched():
        ended = check(run(words(command, file)))
    told = f"{command}: {call} {number}{' and all later ones' * goes_on} failed with {errno.errorcode[error]}"
    if failing.hit:
        judge(command, file, ended, expected(command, os.getcwd())[0], told=told)
    return failing.hit


@pytest.mark.parametrize(
    "number",
    [12, pytest.param(80, marks=pytest.mark.extended), pytest.param(None, marks=pytest.mark.slow)],
)
def test_calls_that_fail_lose_nothing(number: int | None, here: Path) -> None:
    """A number of calls, or every call of each command."""
    rng = random.Random(20)
    injected = [
        (command, call, count, goes_on)
        for command in COMMANDS
        for call, calls in expected(command, str(here))[1].items()
        for count in range(1, calls + 1)
        for goes_on in (False, True)
    ]
    hits = [
        inject(here, *each, rng.choice(ERRORS))
        for each in (injected if number is None else rng.sample(injected, number))
    ]
    assert all(hits)


# The same in a process of its own, where calls of C fail, too: those of SQLite and polars

MORE = {
    "lab run plan.toml --executor serial -o FILE": ".sqlite",
    "lab merge rows.sqlite -o FILE": ".sqlite",
}
PRELOADED = {**COMMANDS, **MORE}


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that lets calls fail."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("this system has no cc, or no LD_PRELOAD")
    library = tmp_path_factory.mktemp("preloaded") / "failing_calls.so"
    source = Path(__file__).with_name("failing_calls.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def run_preloaded(library: Path, arguments: list[str], **settings: object) -> Ended:
    """A command of which a call fails."""
    given = {f"FAIL_{name}": str(value) for name, value in settings.items()}
    environment = {**os.environ, **given, "LD_PRELOAD": str(library), "FAIL_FOLDER": os.path.abspath("box")}
    command = [sys.executable, "-m", "codepegs", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return Ended(tuple(arguments), done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("share", "least"),
    [pytest.param(0.03, 5, marks=pytest.mark.extended), pytest.param(1.0, 150, marks=pytest.mark.slow)],
)
def test_calls_of_c_that_fail_lose_nothing(share: float, least: int, here: Path, preloaded: Path) -> None:
    rng = random.Random(21)
    hits = 0
    for command in PRELOADED if share == 1 else [*rng.sample([*PRELOADED], 4), *MORE]:
        file, log = prepared(here, command), here / "log"
        log.unlink(missing_ok=True)
        whole = check(run_preloaded(preloaded, words(command, file), LOG=log))
        assert whole.code == 0, whole.err
        counts = {call: log.read_text().splitlines().count(call) for call in CALLS}
        for call, count in counts.items():
            for number in range(1, count + 1):
                if rng.random() < share:
                    error, goes_on = rng.choice(ERRORS), rng.random() < 0.5
                    told = f"{command}: {call} {number}{' and all later ones' * goes_on} failed with {error}"
                    file = prepared(here, command)
                    settings = {"CALL": call, "NUMBER": number, "ERROR": error, "ON": int(goes_on)}
                    ended = run_preloaded(preloaded, words(command, file), **settings)
                    if command in MORE:
                        judge_rows(command, file, ended, told=told)
                    else:
                        judge(command, file, ended, whole, told=told)
                    hits += 1
    assert hits >= least


def judge_rows(command: str, file: str, ended: Ended, *, told: str) -> None:
    """The laws of a results file: what is written is kept, and the same command continues."""
    print_it = f"{told}\n{ended.out}\n{ended.err}"
    assert not re.search(r"Traceback|OSError|Errno|unexpected|standard output", ended.err), print_it
    assert ended.code in (0, 3), print_it
    assert (ended.code == 3) == (f"{file}" in ended.err and "cannot be" in ended.err), print_it
    Hold(Path(file)).close()
    assert check(run(words(command, file))).code == 0, print_it
    assert {path.name for path in Path("box").iterdir()} == {Path(file).name}, print_it


# Kills


@pytest.mark.parametrize("write", [write_whole, lambda path, content: check_output(path)])
def test_what_a_killed_process_left_is_cleared(write: Callable[[Path, str], None], tmp_path: Path) -> None:
    path = tmp_path / "best.tree"
    script = """
import os, signal, sys
from codepegs.files import write_whole
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
write_whole(sys.argv[1], "a very long tree that is not yet written")
"""
    for _ in range(2):
        ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert len([*tmp_path.iterdir()]) == 1  # as many as after one kill
    write(path, "a tree")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["a tree"] * (write is write_whole)


def test_the_folder_of_a_killed_process_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
import os, signal, sys
from codepegs.files import temporary_folder
with temporary_folder() as folder:
    (folder / "output.tree").write_text("a tree")
    if sys.argv[1] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    print(folder, flush=True)
    sys.stdin.readline()
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", script]
    subprocess.run([*command, "dies"], env=environment, check=False)
    (lock,) = tmp_path.glob("*.lock")
    with subprocess.Popen(
        [*command, "lives"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as living:
        assert living.stdin is not None
        assert living.stdout is not None
        folder = Path(living.stdout.readline().strip())
        assert len([*tmp_path.iterdir()]) == 4
        for path in tmp_path.glob("*.lock"):
            os.utime(path, (0, 0))
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with temporary_folder():
            assert not lock.exists()
            assert (folder / "output.tree").exists()
            assert len([*tmp_path.iterdir()]) == 4
        living.stdin.write("\n")
        living.stdin.close()
    assert not [*tmp_path.iterdir()]


def test_processes_that_write_a_file_at_once_leave_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "best.tree"
    script = """
import sys
from codepegs.files import write_whole
for number in range(30):
    write_whole(sys.argv[1], sys.argv[2] * 50_000)
"""
    writers = [subprocess.Popen([sys.executable, "-c", script, str(path), letter]) for letter in "abc"]
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            text = path.read_text()
            assert len(text) == 50_000
            assert len(set(text)) == 1
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert [each.name for each in tmp_path.iterdir()] == ["best.tree"]


KILLED = {
    "optimal p4c5 --no-proof --workers 1 --passes 3 --seed 1 -o FILE": ".tree",
    "optimal p4c6 --bound-only --workers 1 --limit 2 --journal FILE": ".journal",
    "solve p9c9 123456789 --seed 1 --save FILE": ".json",
    "reproduce max-parts --quick --seed 1 -o FILE": "",
}


def kill_after(seconds: float, arguments: list[str]) -> int:
    # A game is usually saved every ten seconds, a bound every twenty.
    often = "from codepegs.match import saved_game; from codepegs.trees.search import best_first; "
    often += "saved_game.SAVE_EVERY = best_first.SECONDS_BETWEEN_SAVES = 0.05; from codepegs.cli.main import run; run()"
    command = [sys.executable, "-c", often, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@pytest.mark.parametrize(
    ("command", "rounds"),
    [
        *(pytest.param(command, 1, marks=pytest.mark.extended) for command in KILLED if "reproduce" not in command),
        *(pytest.param(command, 8, marks=pytest.mark.slow) for command in KILLED if "reproduce" not in command),
        *(pytest.param(command, 2, marks=pytest.mark.slow) for command in KILLED if "reproduce" in command),
    ],
)
def test_what_is_killed_is_continued(command: str, rounds: int, here: Path) -> None:
    rng = random.Random(command)
    suffix = KILLED[command]
    arguments = [word.replace("FILE", f"box/x{suffix}") for word in command.split()]
    again = ["solve", "--resume", "box/x.json"] if command.startswith("solve") else arguments
    for _ in range(rounds):
        shutil.rmtree("box", ignore_errors=True)
        Path("box").mkdir()
        began = time.monotonic()
        whole = check(run(arguments))
        seconds = time.monotonic() - began
        assert whole.code == 0, whole.err
        expected = content(Path("box"))
        shutil.rmtree("box")
        Path("box").mkdir()
        for _ in range(2):
            code = kill_after(rng.uniform(0.3, seconds + 0.6), again if Path("box/x.json").exists() else arguments)
            if code == 0 or content(Path("box")) == expected:
                break  # it was done before, perhaps but for the end of the process
        else:
            ended = check(run(again if Path("box/x.json").exists() else arguments))
            assert ended.code == 0, ended.err
        found = content(Path("box"))
        assert found.keys() == expected.keys()
        if "--no-proof" in command or command.startswith("solve"):
            assert found == expected


def content(folder: Path) -> dict[str, bytes]:
    """The files in a folder, with their content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
