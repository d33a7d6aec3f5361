"""Whole commands under rough handling: odd streams, odd bytes, interrupts, contradictions, slips of the keyboard."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from codepegs import files
from codepegs.cli import main
from codepegs.errors import Unavailable
from codepegs.foreign import check_before_conversion
from tests import extent
from tests.conftest import Cli

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "codepegs"]


def run(
    *arguments: str | bytes, answers: bytes = b"", shell: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """One command in a process of its own; `shell` is what stands behind it on a shell's line."""
    command: list[str | bytes] = [*COMMAND, *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    ended = subprocess.run(command, input=answers, capture_output=True, env={**os.environ, **environment}, check=False)
    assert b"Traceback" not in ended.stderr
    return ended


@pytest.mark.parametrize(
    "environment",
    extent.longer_extended(
        [
            {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
            {"PYTHONIOENCODING": "ascii"},
            {"PYTHONIOENCODING": "utf-8"},
        ],
        [{"PYTHONIOENCODING": "utf-8"}],
    ),
)
def test_circles_are_read_in_any_locale(environment: dict[str, str]) -> None:
    ended = run("host", "p4c6", answers="●○\nquit\n".encode(), **environment)
    assert ended.returncode == 0
    assert b":1b1w'" in ended.stdout


MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8, with which some editors begin a file."""


@pytest.mark.parametrize(
    "environment",
    extent.rest_extended([{"PYTHONIOENCODING": name} for name in ("utf-8", "ascii")], [{"PYTHONIOENCODING": "ascii"}]),
)
@pytest.mark.parametrize(
    ("arguments", "text"),
    extent.rest_extended(
        [
            (("suggest", "-", "--json"), b"p4c6 1122:1b0w"),
            (("candidates", "-"), b"p4c6 1122:1b0w 1344:0b2w"),
            (("coach", "-"), b"p2c3 11:1b0w 12:2b0w"),
            (("score", "-"), b"1122 1344\n1234 1111"),
            (("bot", "p2c3"), b"0b1w\n"),
            (("host", "p4c6"), b"1b0w\nquit\n"),
            (("play", "p4c6", "--seed", "1"), b"1122\nquit\n"),
        ],
        [(("score", "-"), b"1122 1344\n1234 1111"), (("host", "p4c6"), b"1b0w\nquit\n")],
    ),
)
def test_a_byte_order_mark_on_standard_input_is_dropped(
    arguments: tuple[str, ...], text: bytes, environment: dict[str, str]
) -> None:
    marked, plain = (run(*arguments, answers=answers, **environment) for answers in (MARK + text, text))
    assert (marked.returncode, marked.stderr) == (plain.returncode, plain.stderr) == (0, b"")
    timed = re.compile(rb"[\d.]+ m?s\b|--seed \d+|seconds\":[\d.]+")
    assert timed.sub(b"", marked.stdout) == timed.sub(b"", plain.stdout)


def test_bytes_that_are_no_text_are_wrong_input() -> None:
    ended = run("play", "p4c6", answers=b"\xff\xfe\xfd\xfc\nquit\n")
    assert ended.returncode == 0
    assert b"is not a colour of p4c6" in ended.stdout
    for arguments in (
        (b"score", b"11", b"\xff\xfe"),
        (b"suggest", b"p4c6 1\xff22:0b0w"),
        (b"suggest", b"\xff", b"--json"),
    ):
        assert run(*arguments).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="closes descriptors")
def test_closed_descriptors() -> None:
    ended = run("score", "1213", "1122", shell=">&-")
    assert ended.returncode == 3
    assert ended.stderr == b"codepegs: standard output is closed\n"
    assert run("score", "1213", "1122", shell="2>&-").stdout.startswith(b"1b2w")
    ended = run("play", "p4c6", shell="<&-")
    assert ended.returncode == 0
    assert b"To continue" in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_early_interrupt_is_quiet() -> None:
    """From the moment the program's own modules are being imported; before that it is Python that is interrupted."""
    hook = 'lambda event, values: event == "import" and values[0] == "codepegs.cli.main" and print(flush=True)'
    script = f"import sys; sys.addaudithook({hook}); from codepegs.cli.program import run; run()"
    for wait in (0, 0.03, 0.06, 0.1):
        process = subprocess.Popen(
            [sys.executable, "-c", script, "host", "p4c6"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
        assert (process.returncode, "Traceback" in complaint) == (130, False), complaint


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group")
@pytest.mark.parametrize("wait", extent.rest_extended([0.6, 1.0, 1.4], [1.0]))
def test_an_interrupt_while_processes_start_is_quiet(wait: float) -> None:
    """Ctrl-C in a terminal reaches all processes of a command, also those that are still importing Python's modules."""
    command = [
        sys.executable,
        "-m",
        "codepegs",
        "evaluate",
        "p6c9",
        "-s",
        "entropy",
        "-s",
        "minimax",
        "--games",
        "1000",
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    time.sleep(wait)
    os.killpg(process.pid, signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert "spawn_main" not in printed


@pytest.mark.parametrize(
    "arguments", [("solve", "p6c9", "-s", "minimax:first=best"), ("solve", "p8c8", "-s", "minimax")]
)
def test_an_interrupt_is_heard_at_once(arguments: tuple[str, ...]) -> None:
    """Also while a compiled loop runs; and what takes long was told before it began."""
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--workers", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    told = process.stderr.readline()
    time.sleep(0.5)  # so that the loop runs, which takes seconds at least
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Estimated: " in told
    assert "Traceback" not in complaint


TWICE = "p20c20 11111111112222222222:3b0w 11111111112222222222:3b1w"


@pytest.mark.parametrize("command", ["suggest", "play", "host"])
@pytest.mark.parametrize(
    "position",
    [
        pytest.param(TWICE, marks=pytest.mark.extended),
        "p12c12 112233445566:2b3w 112233445566:3b3w",
        "p4c6 1122:0b0w 1123:3b0w",
    ],
)
def test_every_command_explains_a_contradiction(cli: Cli, command: str, position: str) -> None:
    printed = cli(command, position, code=0 if command == "host" else 1)
    assert "The replies contradict each other." in printed
    assert "turn 1 (" in printed
    assert "turn 2 (" in printed


@pytest.mark.slow
def test_contradictions_of_large_games_in_json(cli: Cli) -> None:
    record = cli.json("suggest", TWICE, code=1)
    assert record["conflict"] == [1, 2]
    decided = "p20c20 11111111112222222222:3b0w 22222222221111111111:3b3w"
    assert cli.json("suggest", decided, code=1)["candidates"] == 0
    assert cli.json("suggest", decided, "-s", "random-consistent", code=1)["candidates"] == 0
    assert "contradict" in cli("suggest", decided, "-s", "random-consistent", code=1)


def test_solved_positions(cli: Cli) -> None:
    record = cli.json("suggest", "p4c6 1122:4b0w")
    assert (record["candidates"], record["suggestions"]) == (1, [])
    assert "the game is solved" in cli("play", "p4c6 1122:4b0w")
    assert "contradict" in cli("suggest", "p4c6 1111:0b0w 1122:4b0w", code=1)
    assert "contradict" in cli("play", "p4c6 1111:0b0w 1122:4b0w", code=1)


def test_auto_says_what_can_be_played(cli: Cli) -> None:
    complaint = cli.complaint("solve", "p300c300n")
    assert "use auto" not in complaint
    assert "above 100 pegs" in complaint


def test_openings_of_large_games_come_first_by_information(cli: Cli) -> None:
    for rules, opening in (("p2c3000", "1,2"), ("p20c2", "1" * 14 + "2" * 6)):
        best = cli.json("suggest", rules, "--top", "4")["suggestions"]
        assert best[0]["guess"] == opening
        bits = [suggestion["bits"] for suggestion in best]
        assert bits == sorted(bits, reverse=True)


def test_going_on_keeps_the_options(cli: Cli) -> None:
    printed = cli("play", "bc", "--turns", "5", "-s", "entropy", "--seed", "7", answers="0123\nq\n")
    again = shlex.split(printed.partition("To continue: codepegs ")[2])
    assert again[:2] == ["play", again[1]]
    assert again[1].startswith("bc 0123:")
    assert again[2:] == ["--turns", "5", "--strategy", "entropy", "--seed", "7"]
    assert "5 guesses" in cli(*again, answers="exit\n")
    printed = cli("host", "p4c6", "--symbols", "RGBYOP", "--secret", "OOPP", "--seed", "1", answers="\nq\n")
    again = shlex.split(printed.partition("To continue: codepegs ")[2])
    assert again[2:] == ["--symbols", "RGBYOP", "--secret", "OOPP", "--seed", "1"]
    assert again[1] in cli(*again, answers="quit\n")


@pytest.mark.parametrize("command", ["suggest", "play", "host"])
def test_positions_are_read_by_the_notation_everywhere(cli: Cli, command: str) -> None:
    for position in ("p4c6 RRGG:1b0w", "p4c6 1122:1b0w"):
        printed = cli(command, position, "--symbols", "RGBYOP", answers="candidates\nquit\n")
        assert "256" in printed
    assert "256" in cli(command, "p4c6 0011:1b0w", "--base", "0", answers="candidates\nquit\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "p4c6"),
        ("host", "p4c6"),
        ("suggest", "p4c6"),
        ("solve", "p4c6"),
        ("score", "p4c6"),
        ("score", "1122", "1122", "--rules", "p4c6"),
    ],
)
def test_too_few_symbols(cli: Cli, arguments: tuple[str, ...]) -> None:
    assert "--symbols has 3 symbols, but p4c6 has 6" in cli.complaint(*arguments, "--symbols", "RGB")


def test_a_failing_hint_does_not_end_the_game(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise Unavailable("the machine is on fire")

    monkeypatch.setattr("codepegs.strategies.sampling.codebreaker.SamplingCodebreaker.rank", fail)
    printed = cli("play", "p10c10", "--seed", "1", answers="hint\n1122334455\nhint\ngiveup\n")
    assert printed.count("Not available: the machine is on fire. The game continues.") == 2
    assert "You gave up." in printed


def test_the_questions_of_the_bare_program(cli: Cli) -> None:
    assert "Guess" not in cli(answers="quit\n")
    assert "Guess" not in cli(answers="6\nq\n")
    printed = cli(answers="bc\n\n0123\nquit\n")
    assert "Colours 0 to 9" in printed
    assert "codepegs play 'bc 0123:" in printed
    assert "[]" not in printed
    assert "Solved in" in cli(answers="p4c6\n1234\n")
    assert "is not a valid rules id" in cli(answers="p4\nq\n")


def test_the_secret_of_a_host_is_compared(cli: Cli) -> None:
    complaint = cli.complaint("host", "p4c6 1122:0b0w", "--secret", "1234")
    assert "turn 1, 1122:0b0w, is inconsistent with the secret, which gives the reply 1b1w" in complaint
    answers = "change 1 0b0w\nchange 1 0b0w\nquit\n"
    printed = cli("host", "p4c6 1122:1b1w", "--secret", "1234", answers=answers)
    assert "Your secret gives the reply 1b1w in turn 1" in printed
    assert "p4c6 1122:0b0w" in printed


def test_keys_that_are_no_text_are_ignored(cli: Cli) -> None:
    assert "Solved in 1 turn." in cli("play", "p4c6", "--seed", "4", answers="\x1b[A\x1b[D3131\x1bOC\n")
    printed = cli("play", "p4c6", "--seed", "4", answers="?\nhelp\ngive-up\n")
    assert printed.count("hint (a good guess, with the reason)") == 2
    assert "The secret was 3131." in printed


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize(
    ("command", "prompt", "again"),
    [
        ("play p4c6", "Guess 1: ", "play p4c6 --seed"),
        ("host p4c6", "Reply: ", "host p4c6 --seed"),
        ("identify examples/animals.csv", "): ", "identify examples/animals.csv\n"),
    ],
)
def test_an_interrupt_at_a_prompt_tells_how_to_go_on(command: str, prompt: str, again: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, *command.split()],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    seen = ""
    while not seen.endswith(prompt):
        seen += process.stdout.read(1)
        assert process.poll() is None
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    printed, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"\nTo continue: codepegs {again}" in printed
    assert complaint == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("score", "0123", "3210"), "add --base 0"),
        (("score", "1122", "112 2"), "'1122' and '112 2' are written in different ways"),
        (("score", "1122", ""), "the secret is empty"),
        (("solve", "p1c3", "11,2"), "'11,2' has 2 pegs; a code of p1c3 has 1"),
        (("suggest", "p4c6 1:1b0w"), "'1' has 1 peg;"),
        (("solve", "p4c6", "-s", "minimax:ties=foo"), "expected candidate, lowest or random"),
        (("solve", "p4c6", "-s", "aabc-max-parts:until=-5"), "a whole number from 0 to"),
        (("solve", "bc", "-s", "minimax:first=0123"), "is not a colour of p4c10n"),
        (("solve", "p99999999999c6"), "too large"),
        (("solve", "p4c6", "1199", "--symbols", "RGBYOP"), "colours RGBYOP"),
        (("play", "p12c12", "-s", "minimax"), "use auto"),
    ],
)
def test_complaints_in_plain_words(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    assert words in cli.complaint(*arguments)


def test_nothing_is_printed_before_a_complaint(cli: Cli) -> None:
    cli.complaint("solve", "p4c6", "1122", "--chunks", "some")
    assert cli.captured.out == ""


def test_ones_are_singular(cli: Cli) -> None:
    assert "Not solved in 1 turn." in cli("solve", "p4c6", "1122", "--turns", "1", "--seed", "1", code=1)
    assert "You have 1 guess. " in cli("play", "p4c6", "--turns", "1", answers="q\n")
    assert "1 code;" in cli("solve", "p5c1", "--seed", "1")
    printed = cli("suggest", "p1c1")
    assert "100 %" in printed
    assert "1 candidate left." in printed


@pytest.mark.parametrize("rules", extent.longer_extended(["p61c1", "p100c1", "p300c1"], ["p300c1"]))
def test_many_pegs_of_one_colour(rules: str, cli: Cli) -> None:
    assert "The only candidate, so it is the secret." in cli("suggest", rules, "-s", "entropy")
    assert "1.0000" in cli("evaluate", rules, "-s", "entropy")
    assert "Proved optimal" in cli("optimal", rules)


def test_symbols_with_odd_capitals(cli: Cli) -> None:
    assert cli("score", "ßßés", "ßÉßé", "--symbols", "ßsé").startswith("1b2w")


def test_an_interrupt_inside_a_destructor_is_not_lost() -> None:
    script = """
import os, signal, time
from codepegs.cli.main import watch_interrupts
class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(1000))
watch_interrupts()
try:
    Dying()
    time.sleep(20)
except KeyboardInterrupt:
    print("heard")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("heard\n", "")


@pytest.mark.parametrize("name", ["", "."])
@pytest.mark.parametrize(
    "command",
    ["tree build p3c3 -o", "optimal p3c3 --no-proof -o", "optimal p3c3 -o", "optimal p3c3 --journal",
     "solve p4c6 --save", "solve --resume", "tree verify", "lab run", "lab merge x.sqlite -o",
     "evaluate p3c3 -s minimax -o"],
)  # fmt: skip
def test_a_folder_is_no_file(cli: Cli, command: str, name: str) -> None:
    if name:
        assert "is a folder: give a file" in cli.complaint(*command.split(), name, code=3)
    else:
        assert "the file name is empty: give a file" in cli.complaint(*command.split(), name, code=2)


@pytest.mark.parametrize("command", ["solve p4c6 --save", "solve --resume", "tree verify", "tree build p3c3 -o"])
def test_no_file_name_has_a_null_character(cli: Cli, command: str) -> None:
    assert "null character" in cli.complaint(*command.split(), "x\0y", code=2)


def test_types_that_parameters_share_are_not_changed() -> None:
    """Else each call of `main` in one process would add a check, until the stack overflows."""
    shared = SimpleNamespace(convert=lambda value, param, ctx: float(value))
    convert = shared.convert
    for _ in range(3):
        parameter = SimpleNamespace(type=shared)
        check_before_conversion(parameter, main.refuse_nan)
        assert parameter.type.convert("0.5", None, None) == 0.5
        with pytest.raises(typer.BadParameter, match="not a number"):
            parameter.type.convert("nan", None, None)
    assert shared.convert is convert


WRITING = (
    "optimal p4c7 -o FILE", "optimal p4c7 --certificate FILE", "optimal p4c6 --no-proof -o FILE",
    "tree build p5c8 -o FILE",
    "tree export gallery:p4c6 --format dot -o FILE", "evaluate p5c8 -o FILE.csv", "evaluate p5c8 -o FILE.parquet",
    "evaluate p5c8 -o FILE.svg", "solve --picture fish -o FILE.gif", "coach p5c8:11223:1b1w -o FILE",
    "score p4c6:1122:1b0w -o FILE", "solve p5c8 --save FILE", "reproduce mcmc -o FILE",
)  # fmt: skip
"""Commands that write a file; the blank of a position is a colon here."""


def writing(command: str, file: Path | str) -> list[str]:
    return [word.replace("8:1", "8 1").replace("6:1", "6 1").replace("FILE", str(file)) for word in command.split()]


@pytest.mark.parametrize("command", WRITING)
def test_where_a_file_cannot_go_is_said_before_the_work(
    cli: Cli, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not command.startswith("reproduce"):
        cli(*writing(command, "/nosuch/x"), code=3)
        assert (cli.captured.out, "folder /nosuch" in cli.captured.err) == ("", True)
    theirs = tmp_path / "theirs"
    file = tmp_path / writing(command, theirs)[-1].rpartition("/")[2]
    file.write_text("mine")
    monkeypatch.setattr(
        os, "access", lambda path, mode: mode != os.W_OK or Path(path) != file
    )  # root may write everything
    cli(*writing(command, theirs), code=3)
    assert cli.captured.out == ""
    assert file.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("optimal p2c3 -o FILE", "21 guesses"),
        ("evaluate p2c3 -s minimax -o FILE --format csv", "minimax"),
        ("tree build p2c3 -o FILE", "21 guesses"),
        ("coach p2c3:12:1b0w -o FILE", "p2c3"),
        ("score p2c3:12:1b0w -o FILE", "p2c3 12:1b0w"),
        ("solve --picture fish -s first-consistent --size 3x2 -o FILE.gif", "Solved"),
    ],
)
def test_the_result_is_printed_when_its_file_cannot_be_written(
    cli: Cli, command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path | str, content: str | bytes) -> None:
        raise Unavailable(f"{path} cannot be written: no space left on device")

    monkeypatch.setattr(files, "write_whole", fail)
    words = [word.replace("p2c3:", "p2c3 ").replace("FILE", str(tmp_path / "file")) for word in command.split()]
    assert shown in cli(*words, code=3)
    assert "no space left" in cli.captured.err


def test_a_device_is_not_replaced_by_a_file(cli: Cli) -> None:
    with pytest.raises(Unavailable, match="is not a regular file"):
        files.write_whole(os.devnull, "text")
    assert not Path(os.devnull).is_file()


def test_games_of_one_code(cli: Cli, tmp_path: Path) -> None:
    for command in ("tree build p1c1", "optimal p3c1 --no-proof", "optimal p1c1"):
        tree = str(tmp_path / f"{command}.tree")
        assert "1 guess for 1 secret" in cli(*command.split(), "-o", tree)
        assert "Valid" in cli("tree", "verify", tree)
