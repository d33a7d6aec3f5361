"""Every command under arguments, answers and files that nobody meant: only documented exit codes, never a traceback."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from codepegs.cli import main
from codepegs.cli.command_list import COMMANDS
from codepegs.render.picture import Picture
from tests import extent
from tests.cli.fuzzing import RULES, altered, arguments, check, commands, position, run, text
from tests.fuzz.mutation import damage

FEW, MANY = extent.of(10, 5), 500
"""Examples of each test: in every run, and under `make slow`."""

QUIET = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large)

ALWAYS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("reproduce",): ("sixth",),
    ("serve",): ("nothing",),
    ("optimal",): ("--limit", "0.2"),
    ("fixed",): ("--limit", "0.2"),
    ("evaluate",): ("--games", "2"),
    ("solve",): ("--turns", "12"),
}
"""What is added to a command's arguments so that no example takes long; the first two are never right."""


def sizes(count: int) -> settings:
    return settings(max_examples=count, deadline=None, derandomize=True, suppress_health_check=QUIET, database=None)


both = pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])


@both
@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_any_arguments(words: tuple[str, ...], examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = commands()[words]

    @sizes(examples)
    @given(st.data())
    def try_them(data: st.DataObject) -> None:
        given_words = data.draw(arguments(words, command))
        answers = data.draw(st.text(max_size=20)) + "\nquit\n"
        check(run([*given_words[: len(words)], *ALWAYS.get(words, ()), *given_words[len(words) :]], answers))

    try_them()


@both
@pytest.mark.parametrize("command", ["play", "host"])
def test_any_answers(command: str, examples: int) -> None:
    line = st.one_of(
        st.sampled_from(
            ["hint", "candidates", "undo", "left", "help", "1122", "0b0w", "1b1w", "9b9w", "why", "change 1 0b0w"]
        ),
        altered(st.sampled_from(["1122", "1b0w", "change 1 0b0w", "hint"])),
        text,
    )

    @sizes(examples)
    @given(
        st.sampled_from(["p4c6", "p2c3", "p3c4n-t", "bc", "p4c6 1122:0b0w"]), st.lists(line, max_size=8), st.booleans()
    )
    def try_them(rules: str, lines: list[str], ends: bool) -> None:
        answers = "\n".join([*lines, "quit\n"] if ends else lines)
        ended = check(run([command, rules, "--seed", "1"], answers))
        assert ended.code in (0, 1, 2)

    try_them()


@both
def test_any_position(examples: int) -> None:
    """What is read is written so that it is read again as the same."""

    @sizes(examples * 4)
    @given(st.one_of(altered(position), altered(st.sampled_from(RULES)), text))
    def try_them(words: str) -> None:
        ended = check(run(["score", "--", words]))
        if ended.code == 0:
            again = check(run(["score", "--", ended.out.strip()]))
            assert again.out == ended.out

    try_them()


def make(*words: str) -> None:
    ended = run(words)
    assert ended.code == 0, ended.err


def make_files(folder: Path) -> dict[str, list[list[str]]]:
    """A file of each kind, and the commands that read it; FILE stands for its damaged copy."""
    for ending in ("tree", "json", "dot"):
        make("tree", "build", "p2c3", "-s", "minimax", "-o", str(folder / f"good.{ending}"))
    make("optimal", "p2c3", "--certificate", str(folder / "good.cert"), "-o", str(folder / "best.tree"))
    make("optimal", "p3c3", "--journal", str(folder / "good.search"))
    make("solve", "p4c6", "3456", "-s", "minimax", "--seed", "1", "--save", str(folder / "good.saved"))
    (folder / "good.toml").write_text(PLAN, encoding="utf-8")
    make("lab", "run", str(folder / "good.toml"), "--output", str(folder / "good.sqlite"), "--executor", "serial")
    picture = Picture(2, 1, ((255, 255, 255), (0, 0, 0)), (0, 1))
    (folder / "good.png").write_bytes(picture.png())
    reads_tree = [["tree", "stats", "FILE"], ["tree", "verify", "FILE"], ["solve", "p2c3", "12", "-s", "tree:FILE"]]
    return {
        "good.tree": [
            *reads_tree,
            ["tree", "show", "FILE"],
            ["tree", "export", "FILE", "-o", "out.json"],
            ["optimal", "p2c3", "--start", "FILE", "--limit", "2"],
            ["optimal", "--no-proof", "p2c3", "--start", "FILE", "-o", "out.tree", "--passes", "1"],
        ],
        "good.json": reads_tree,
        "good.dot": reads_tree,
        "good.cert": [["tree", "verify", "FILE"], ["tree", "verify", "best.tree", "FILE"]],
        "good.search": [["optimal", "p3c3", "--journal", "FILE", "--limit", "2"]],
        "good.saved": [["solve", "--resume", "FILE"], ["coach", "FILE"]],
        "good.toml": [["lab", "run", "FILE", "--output", "new.sqlite", "--executor", "serial"]],
        "good.sqlite": [["lab", "status", "FILE"], ["lab", "export", "FILE"], ["lab", "merge", "all.sqlite", "FILE"]],
        "good.png": [["solve", "--picture", "FILE", "--turns", "1", "--pace", "0"]],
    }


PLAN = """rules = ["p2c3", "p2c2"]
strategies = ["minimax", "first-consistent"]
games = 2
seed = 1
"""

KINDS = ("tree", "json", "dot", "cert", "search", "saved", "toml", "sqlite", "png")


@both
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files(kind: str, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    readers = make_files(tmp_path)[f"good.{kind}"]
    good = (tmp_path / f"good.{kind}").read_bytes()

    @sizes(examples)
    @given(st.data())
    def try_them(data: st.DataObject) -> None:
        for old in tmp_path.glob("bad*"):
            old.unlink()
        bad = tmp_path / f"bad.{kind}"
        bad.write_bytes(damage(data.draw(st.randoms(use_true_random=False)), good))
        reader = data.draw(st.sampled_from(readers))
        check(run([part.replace("FILE", bad.name) for part in reader]))

    try_them()


def test_damage_that_was_found_by_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_files(tmp_path)
    journal, rows = (tmp_path / "good.search", tmp_path / "good.sqlite")
    journal.write_bytes(journal.read_bytes() + b'"\x80"\n')
    ended = check(run(["optimal", "p3c3", "--journal", "good.search"]))
    assert (ended.code, "is damaged in line" in ended.err) == (0, True)
    data = rows.read_bytes()
    rows.write_bytes(data[:31] + data)
    ended = check(run(["lab", "status", "good.sqlite"]))
    assert (ended.code, "is damaged or not a results file" in ended.err) == (2, True)


COMMAND = [sys.executable, "-m", "codepegs"]

SPEAKING = [
    ["suggest", "p4c6 1122:1b0w"],
    ["solve", "p4c6", "3456", "--json", "--seed", "1"],
    ["tree", "show", "gallery:p4c4"],
    ["score", "1213", "1122"],
    ["solve", "--help"],
]
SOME_SPEAKING = pytest.mark.parametrize(
    "words", extent.rest_extended(SPEAKING, [SPEAKING[0], *SPEAKING[3:]]), ids=" ".join
)


@pytest.mark.skipif(os.name != "posix", reason="closes a pipe")
@SOME_SPEAKING
def test_nobody_reads_the_output(words: list[str]) -> None:
    """The reader is gone before the first word: 141, and nothing is said of it."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run([*COMMAND, *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


def test_a_broken_pipe_after_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(main, "app", lambda **_: 0)
    monkeypatch.setattr(main, "_let_go_of_output", lambda: None)
    monkeypatch.setattr(sys, "stdout", Broken())
    assert main._dispatch() == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@SOME_SPEAKING
def test_the_output_goes_to_a_full_disk(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 3
    assert ended.stderr == "codepegs: standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "words", [["optimal", "p2c3", "-o", "-"], ["tree", "build", "p2c3", "-s", "minimax", "-o", "-"]]
)
def test_nothing_is_said_to_be_printed_to_a_full_disk(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 3
    assert "Printed to" not in ended.stderr
    assert ended.stderr.endswith("standard output cannot be written: No space left on device\n")


WRITING = [
    ["tree", "build", "p2c3", "-s", "minimax", "-o", "out.tree"],
    ["tree", "export", "gallery:p3c3", "-o", "out.dot"],
    ["solve", "p4c6", "3456", "-s", "minimax", "--save", "out.json"],
    ["evaluate", "p2c3", "-s", "minimax", "-o", "out.csv"],
    ["optimal", "p2c3", "-o", "out.tree", "--certificate", "out.cert"],
    ["optimal", "--no-proof", "p2c3", "--passes", "1", "-o", "out.tree"],
    ["coach", "p4c6 1122:1b0w", "-o", "out.svg"],
    ["lab", "run", "plan.toml", "--output", "out.sqlite", "--executor", "serial"],
    ["solve", "--picture", "fish", "--turns", "1", "--pace", "0", "-o", "out.gif"],
]


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files")
@pytest.mark.parametrize("words", extent.rest_extended(WRITING, [WRITING[0]]), ids=lambda words: " ".join(words[:2]))
def test_files_that_find_no_room(words: list[str], tmp_path: Path) -> None:
    """No file may grow, as on a full disk: 3 and a sentence, and no half of a file is left."""
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    limited = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *COMMAND, *words]
    ended = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 3, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stderr.strip()
    assert all(not path.stat().st_size for path in tmp_path.iterdir() if path.name != "plan.toml")


@both
def test_anything_typed_in_place_of_a_command(examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is taken for, it ends as a command does, and the command that is named ends alike."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.txt").write_text("")
    contents = st.one_of(position, altered(position), st.sampled_from(FILES), altered(st.sampled_from(FILES)), text)

    @sizes(2 * examples)
    @given(contents, st.sampled_from(["typed", "words", "file", "input"]), st.sampled_from(["--json", "--top", ""]))
    def try_them(content: str, given_as: str, option: str) -> None:
        if given_as == "file":
            (tmp_path / "file.txt").write_text(content, encoding="utf-8", errors="replace")
        typed = {"typed": [content], "words": content.split(), "file": ["file.txt"], "input": ["-"]}[given_as]
        if typed and typed[0] not in COMMANDS:
            check(run([*typed, *([option] if option else [])], content if given_as == "input" else ""))

    try_them()


FILES = (
    "a,b,c\nd,e,f\ng,h,i\n",
    "crane\nslate\n",
    '{"rules": "p3c3", "turns": [{"guess": "112", "reply": "1b0w"}]}',
    'rules = ["p2c2"]\nstrategies = ["entropy"]\n',
    "codepegs-tree 1\nrules p2c2\n",
    "codepegs-certificate 1\nrules p2c2\n",
    "p3c3 112:1b0w\np3c3 122:0b0w\n",
    '{"format":"codepegs saved game","version":1}',
)
"""Contents of files, to be damaged."""
