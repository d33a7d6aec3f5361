"""Rows and tables on terminals of any width."""

from __future__ import annotations

import re
import sys
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from codepegs.analysis import Belief
from codepegs.cli import options
from codepegs.cli.command_list import COMMANDS
from codepegs.cli.render_picture import PictureBoard
from codepegs.cli.terminal import (
    ProgressLine,
    RewrittenLine,
    StateLine,
    TurnLayout,
    code_rows,
    new_table,
    print_table,
    progress_line,
)
from codepegs.game import CANONICAL, Game
from codepegs.match import play
from codepegs.render import Picture, Step
from tests import extent
from tests.conftest import Cli

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

EIGHT = "p8c8 11223344:1b2w"
LONG = "p40c40"


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Make standard output a terminal of so many columns."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize("columns", extent.rest_extended([40, 80], [40]))
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "p4c6", "--seed", "1"),
        pytest.param(("solve", "p8c8", "--seed", "1"), marks=pytest.mark.extended),
        pytest.param(("solve", "p12c12", "--seed", "1", "--turns", "3"), marks=pytest.mark.extended),
        pytest.param(("solve", LONG, "--seed", "1", "--turns", "3"), marks=pytest.mark.extended),
        ("solve", LONG, "--seed", "1", "--turns", "1"),
        ("solve", "p100c100", "--seed", "1"),
        ("solve", "p4c6", "1234", "--noise", "0.1", "--seed", "3"),
        ("solve", "p4c6", "--boards", "8", "--seed", "1"),
        ("suggest", "p4c6 1122:1b0w"),
        ("suggest", EIGHT),
        ("suggest", LONG),
        ("tree", "stats", "gallery:p4c6"),
        ("tree", "list", "p3c4"),
        ("evaluate", "p2c3", "-s", "entropy", "-s", "minimax:first=12", "--workers", "1"),
        pytest.param(
            ("evaluate", "p3c3", "-s", "entropy", "-s", "minimax:first=112", "--workers", "1"),
            marks=pytest.mark.extended,
        ),
        pytest.param(
            ("evaluate", "p4c6", "-s", "entropy", "-s", "minimax:first=1122", "--workers", "1"),
            marks=pytest.mark.extended,
        ),
    ],
    ids=" ".join,
)
def test_lines_fit_the_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int, arguments: tuple[str, ...]
) -> None:
    on_a_terminal(monkeypatch, columns)
    code = 1 if "--turns" in arguments else 0
    lines = ESCAPES.sub("", cli(*arguments, code=code)).splitlines()
    assert not [line for line in lines if len(line) > columns and not line.startswith("To repeat this game")]


def test_help_fits_a_phone_and_a_small_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli("--help").count("\n") <= 40
    for command in COMMANDS:
        lines = cli("help", command).splitlines()
        assert len(lines) <= 98
        assert not [line for line in lines if len(line) > 80 and not line.strip().startswith("codepegs ")]
    solve = cli("help", "solve")
    assert solve.index("Options of --picture:\n") < solve.index("--size WxH") < solve.index("Options of saved games:\n")
    monkeypatch.setenv("COLUMNS", "45")
    for topic in ((), ("more",), ("exit-codes",)):
        assert not [line for line in cli("help", *topic).splitlines() if len(line) > 45]


def test_boards_that_do_not_fit_a_line_go_on_in_the_next(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = "solve", "p4c6", "1122 / 3344 / 5566 / 1234", "--strategy", "entropy"
    whole = cli(*arguments).splitlines()
    on_a_terminal(monkeypatch, 40)
    narrow = ESCAPES.sub("", cli(*arguments)).splitlines()
    start = next(number for number, line in enumerate(narrow) if line.startswith("  1 "))
    assert whole[2].split()[5:] == " ".join(narrow[start + 1 : start + 3]).split()
    assert [line[:9] for line in narrow[start + 1 : start + 3]] == ["     1b1w", "     0b0w"]


def test_left_out_columns_are_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch, 60)
    printed = ESCAPES.sub("", cli("suggest", EIGHT))
    assert "Not shown for lack of room: parts, win chance" in printed
    assert "parts:" not in printed


def test_a_code_is_broken_between_pegs() -> None:
    code = tuple(range(40))
    rows = code_rows(Game(40, 40), code, CANONICAL, 20)
    assert max(len(row) for row in rows) <= 20
    assert [int(word) - 1 for row in rows for word in row.plain.split()] == list(code)


def test_off_the_terminal_rows_are_roomy() -> None:
    layout = TurnLayout(Game(8, 8), CANONICAL, 100)
    assert (layout.columns, layout.compact_code, layout.compact_reply) == (None, False, False)


def test_the_time_is_shown_while_nothing_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("codepegs.cli.terminal.SILENT_SECONDS", 0.01)
    line = ProgressLine("playing", started=True)
    for _ in range(500):
        if line.shown is not None:
            break
        time.sleep(0.01)
    line.close()
    assert "playing: 0 s so far" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["suggest p3c3", "candidates p3c3", "tree build p3c3", "evaluate p3c3 -s entropy"])
def test_commands_that_ask_nothing_show_the_time_before_there_is_progress(
    command: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []

    def progress_line(doing: str, *, quiet: bool = False, started: bool = False) -> None:
        shown.append((quiet, started))

    for module in ("terminal", "evaluate"):
        monkeypatch.setattr(f"codepegs.cli.{module}.progress_line", progress_line)
    cli(*command.split())
    assert shown == [(False, True)]


def test_a_part_for_which_a_progress_line_has_no_room_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    RewrittenLine().show("searching: best 12", "; a part too long", "; 5 s left")
    assert capsys.readouterr().err == "\r\x1b[Ksearching: best 12; 5 s left"


def test_a_dumb_terminal_gets_lines_without_codes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert progress_line("playing", started=True) is None
    options.last_words.append("saved")
    with StateLine(lambda waited, best: [f"best {best}"]) as line:
        line.show("best 12")
        options.print_last_words()
    assert capsys.readouterr().err == "best 12\nsaved\n"


def test_a_search_reports_in_whole_lines_off_the_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("optimal", "p4c5", "--objective", "depth", "--workers", "1")
    assert cli.captured.err == ""  # nothing for a short search
    monkeypatch.setattr("codepegs.cli.terminal.LOGGED_EVERY", 0.0)
    cli("optimal", "p4c5", "--objective", "depth", "--workers", "1")
    lines = cli.captured.err.splitlines()
    assert lines
    assert all(re.match(r"looking for a tree of at most \d guesses; \d of 5 first guesses", line) for line in lines)
    assert "\r" not in cli.captured.err


SWEEP = 'rules = ["p3c3"]\nstrategies = ["entropy", "minimax"]\nshards = 3\n'
SWEPT = r"\d of 6 units, \d+ of 54 games(, about \d+ s left)?"


def test_a_sweep_reports_in_whole_lines_off_the_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "plan.toml").write_text(SWEEP)

    def reported(file: str) -> list[str]:
        cli("lab", "run", str(tmp_path / "plan.toml"), "-o", str(tmp_path / file), "--executor", "serial")
        *lines, last = cli.captured.err.split("\n")[:-1]
        assert last.startswith("6 units played in ")
        return lines

    assert reported("quick.sqlite") == []  # nothing of a short sweep
    monkeypatch.setattr("codepegs.cli.terminal.LOGGED_EVERY", 0.0)
    lines = reported("slow.sqlite")
    assert lines
    assert all(re.fullmatch(SWEPT, line) for line in lines)
    monkeypatch.setattr("codepegs.cli.terminal.PROGRESS_AFTER", 0.0)
    monkeypatch.setattr("codepegs.cli.terminal.PROGRESS_EVERY", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    cli("lab", "run", str(tmp_path / "plan.toml"), "-o", str(tmp_path / "watched.sqlite"), "--executor", "serial")
    wipe, *shown, last = cli.captured.err.split("\r\x1b[K")
    assert wipe == ""
    assert shown
    assert all(re.fullmatch(SWEPT, line) for line in shown)
    assert last.startswith("6 units played in ")


def test_what_is_left_of_a_small_picture_is_not_cut() -> None:
    """The words beside a narrow picture may be wider than it."""
    game = Game(20, 3)
    played = play(game, (0, 1, 2, 1) * 5, "sampling", seed=1, turns=2)
    turn = replace(played.turns[0], candidates=None, candidates_estimate=6.5e5, candidates_interval=(4.7e5, 8.9e5))
    board = PictureBoard(Picture(5, 4, ((0, 0, 0), (9, 9, 9), (99, 99, 99)), (0,) * 20))
    board.step = Step(1, turn, Belief(np.full((20, 3), 1 / 3)))
    board.scale = 1
    printed = StringIO()
    Console(width=80, file=printed).print(board._board())
    assert "470,000 to 890,000 left" in printed.getvalue()


@pytest.mark.parametrize("arguments", [("suggest", "p4c6"), ("tree", "verify", "gallery:p4c6")])
def test_closing_sentences_are_wrapped_where_columns_says_so(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = cli(*arguments)
    assert max(map(len, whole.splitlines())) > 120
    monkeypatch.setenv("COLUMNS", "80")
    wrapped = cli(*arguments)
    assert max(map(len, wrapped.splitlines())) <= 80
    assert wrapped.split() == whole.split()


@pytest.mark.parametrize("columns", range(10, 60, 4))
def test_a_column_is_left_out_only_for_lack_of_room(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    """A wide column that goes last makes room again for narrow ones that went before it."""
    on_a_terminal(monkeypatch, columns)
    widths = {"one": 6, "two": 9, "three": 30, "four": 4}
    table = new_table(*(f"{name}!" for name in widths))
    table.add_row(*("x" * width for width in widths.values()))
    left_out = print_table(table, "one", "two", "three")
    room = columns - len(re.split("\n", ESCAPES.sub("", capsys.readouterr().out))[0])
    assert all(widths[name] + 2 > room for name in left_out)
