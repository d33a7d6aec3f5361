"""Guessing for another program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codepegs import Game, ListedGame, Position, load_game
from codepegs.game import CANONICAL, Notation
from tests import extent
from tests.conftest import Cli


def play(arguments: list[str], game: Game, secret: str, notation: Notation = CANONICAL, style: str = "{}") -> list[str]:
    """The guesses that a bot makes against a secret."""
    command = [sys.executable, "-m", "codepegs", "bot", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        assert bot.stderr is not None
        guesses = []
        while line := bot.stdout.readline():
            guesses.append(line.rstrip("\n"))
            reply = game.reply(notation.parse(game, guesses[-1]), notation.parse(game, secret))
            bot.stdin.write(style.format(reply, *reply) + "\n")
            bot.stdin.flush()
        assert bot.wait() == 0
        assert bot.stderr.read() == ""
    return guesses


def test_white_may_be_said_first() -> None:
    game = Game.parse("p4c6")
    guesses = play(["p4c6", "--seed", "1", "--order", "white-black"], game, "3632", style="{2} {1}")
    assert guesses == play(["p4c6", "--seed", "1"], game, "3632")


@pytest.mark.parametrize(
    ("rules", "secret", "style"),
    extent.longer_extended(
        [
            *[("p4c6", "3632", "{}"), ("p4c6", "3632", "{1} {2}"), ("bc", "9071", "{1}A{2}B")],
            *[("bc", "9071", "{1}S{2}B"), ("p6c9-b", "123456", "{1}")],
        ],
        [("p6c9-b", "123456", "{1}")],
    ),
)
def test_games_are_won(rules: str, secret: str, style: str) -> None:
    notation = Notation("0123456789", 0) if rules == "bc" else CANONICAL
    guesses = play([rules, "--seed", "1"], Game.parse(rules), secret, notation, style)
    assert guesses[-1] == secret
    assert len(guesses) == len(set(guesses)) <= 12


def test_a_list_of_words(tmp_path: Path) -> None:
    game = ListedGame(["CRANE", "TRACE", "SLATE", "STARE"], reply="wordle")
    file = tmp_path / "words.txt"
    file.write_text("\n".join(["CRANE", "TRACE", "SLATE", "STARE"]))
    assert play([f"words:{file}:wordle", "--seed", "1"], game, "SLATE")[-1] == "SLATE"


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        ("", 0, ""),
        ("quit\n", 0, ""),
        ("4 0\n", 0, ""),
        ("nonsense\n", 2, "line 1: 'nonsense' is not a valid reply"),
        ("1b1w\n3b1w\n", 1, "line 2: the reply 3b1w is impossible"),
        ("\n5b1w\n", 1, "line 2: the reply 5b1w is impossible for this guess in p4c6: 5 black and 1 white exceed"),
        ("\n \n4b\n", 0, ""),
        ("\n\nx\n", 2, "line 3: 'x' is not a valid reply"),
        ("0b0w\n0b0w\n0b0w\n", 1, "no code of p4c6 is consistent"),
        ("x" * 100_000 + "\n", 2, "line 1: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' is not a valid reply"),
        ("0b?w\n?\n1b1w", 0, ""),
        ("  1B1W \r\n", 0, ""),
    ],
)
def test_how_it_ends(answers: str, code: int, said: str, cli: Cli) -> None:
    printed = cli("bot", "p4c6", "--seed", "1", answers=answers, code=code)
    assert all(len(line) == 4 for line in printed.splitlines())
    assert printed.startswith("1123\n")
    assert said in cli.captured.err
    assert bool(said) == bool(cli.captured.err)


def test_json_is_refused_on_standard_error_alone(cli: Cli) -> None:
    assert cli("bot", "p4c6", "--json", code=2) == ""
    assert "unknown option --json" in cli.captured.err


def test_it_continues_a_game(cli: Cli) -> None:
    wanted = cli.json("suggest", "p4c6 1122:1b0w", "--top", "1")["suggestions"][0]["guess"]
    assert cli("bot", "p4c6 1122:1b0w", answers="") == f"{wanted}\n"


HARD = """
secrets = ["CRANE", "CRATE", "TRACE", "SLATE", "STARE", "GRATE"]
guesses = ["SHALE", "MOUND"]
reply = "wordle"
hard = "wordle"
"""


def test_hard_mode_and_unknown_replies_in_a_list(tmp_path: Path) -> None:
    file = tmp_path / "hard.toml"
    file.write_text(HARD)
    game = load_game(file)
    for secret in ("SLATE", "GRATE"):
        guesses = play([str(file), "--seed", "1"], game, secret)
        assert guesses[-1] == secret
        position = Position(game)
        for guess in guesses:  # raises BadCode for a guess that hard mode forbids
            position = position.after(guess, game.reply(guess, secret))


def test_a_reply_that_the_strategy_cannot_use_is_named_by_its_line(cli: Cli) -> None:
    cli("bot", "p4c6", "-s", "tree:gallery:p4c6", answers="1b0w\n?\n", code=2)
    assert "codepegs: line 2: turn 2 has an unknown reply: a tree needs every reply" in cli.captured.err
