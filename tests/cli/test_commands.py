"""Whole commands as a user types them: what they print, and how they end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codepegs.cli.command_list import COMMANDS
from codepegs.game.notation import CANONICAL
from codepegs.game.rules import Game
from codepegs.strategies.registry import STRATEGIES
from tests import naive
from tests.conftest import Cli


def test_the_headline_game(cli: Cli) -> None:
    printed = cli("solve", "p4c10", "8", "7", "6", "5", "--strategy", "minimax", "--first", "1111")
    assert "8   7   6   5" in printed
    assert "6,561 left" in printed
    assert "Solved in 7 turns" in printed
    same = cli.json("solve", "p4c10", "8765", "--strategy", "minimax", "--first", "1.1.1.1")
    assert [turn["guess"] for turn in same["turns"]][:2] == ["1111", "2345"]
    same = cli.json("solve", "p4c10", "8765", "--strategy", "minimax:first=1111")
    assert [turn["guess"] for turn in same["turns"]] == ["1111", "2345", "2367", "2689", "3396", "6847", "8765"]


def test_solve_json(cli: Cli) -> None:
    record = cli.json("solve", "mm", "3456", "--strategy", "minimax", "--seed", "5")
    assert list(record) == ["rules", "strategy", "secret", "solved", "guesses", "turns", "seed", "seconds"]
    assert record["rules"] == "p4c6"
    assert record["secret"] == "3456"
    assert record["solved"] is True
    assert record["guesses"] == len(record["turns"])
    assert record["seed"] == 5
    assert list(record["turns"][0]) == ["guess", "reply", "candidates", "seconds", "consistent"]
    assert record["turns"][-1]["reply"] == "4b0w"


def test_solve_draws_and_reports_a_seed(cli: Cli) -> None:
    record = cli.json("solve", "p4c6", "--strategy", "random-consistent")
    again = cli.json("solve", "p4c6", "--strategy", "random-consistent", "--seed", str(record["seed"]))
    for turn in [*record["turns"], *again["turns"]]:
        turn.pop("seconds")
    assert (record["secret"], record["turns"]) == (again["secret"], again["turns"])


def test_solve_quietly_in_the_largest_game(cli: Cli) -> None:
    asked = ("p10000c10000", "--strategy", "binary-search", "--turns", "3", "--seed", "1", "--quiet")
    printed = cli("solve", *asked, code=1)
    assert "about 10^40000 codes" in printed
    assert printed.splitlines()[1].startswith("Not solved in 3 turns.")
    record = cli.json("solve", *asked, code=1)
    assert record["guesses"] == 3
    assert "turns" not in record
    assert "About 10^40000 candidates left" in cli("suggest", "p10000c10000", "--strategy", "binary-search")
    assert cli.json("suggest", "p10000c10000", "--strategy", "binary-search")["candidates"] is None
    assert "cannot be combined" in cli.complaint("solve", "p4c6", "--quiet", "--picture", "--size", "2x2")


def test_solve_gives_up(cli: Cli) -> None:
    printed = cli("solve", "p4c6", "6543", "--turns", "2", "--strategy", "minimax", code=1)
    assert "Not solved in 2 turns. The secret was 6543." in printed
    record = cli.json("solve", "p4c6", "6543", "--turns", "2", code=1)
    assert record["solved"] is False
    assert record["guesses"] == 2


@pytest.mark.parametrize("chunks", ["auto", "1", "64", "512", "30000", "512/2", "512/1.2", "512/1.5", "guesses"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_chunks_never_change_the_guesses(cli: Cli, chunks: str, workers: str) -> None:
    record = cli.json(
        "solve", "p4c7", "7351", "-s", "minimax", "--first", "1111", "--chunks", chunks, "--workers", workers
    )
    expected = naive.parallel_knuth_game(7, 4, (6, 2, 4, 0), (0, 0, 0, 0))
    assert [turn["guess"] for turn in record["turns"]] == [CANONICAL.format(Game(4, 7), code) for code in expected]


@pytest.mark.parametrize("rules", ["p4c6-b", "p4c6-t", "p4c6-w", "bc-b", "p1c1", "p5c1"])
def test_views_and_odd_games(cli: Cli, rules: str) -> None:
    record = cli.json("solve", rules, "--seed", "3", "--strategy", "entropy")
    assert record["solved"]
    assert record["turns"][-1]["reply"] == {"b": "4b", "t": "solved", "w": "solved"}.get(
        rules[-1], "1b0w" if rules == "p1c1" else "5b0w"
    )


def test_suggest(cli: Cli) -> None:
    printed = cli("suggest", "p4c6 1122:1b0w", "--strategy", "minimax")
    assert "256 candidates left." in printed
    assert "1   3   4   4" in printed
    record = cli.json("suggest", "p4c6", "1122:1b0w", "--strategy", "minimax", "--top", "3")
    assert record["position"] == "p4c6 1122:1b0w"
    assert record["candidates"] == 256
    assert len(record["suggestions"]) == 3
    best = record["suggestions"][0]
    assert list(best) == [
        "guess",
        "expected_guesses",
        "expected_guesses_error",
        "is_candidate",
        "worst_part",
        "expected_size",
        "bits",
        "parts",
        "win_chance",
        "why",
        "reasons",
        "exact",
        "kinds",
    ]
    assert (best["guess"], best["is_candidate"], best["worst_part"], best["exact"]) == ("1344", True, 44, True)


def test_suggest_explains_contradictions(cli: Cli) -> None:
    printed = cli("suggest", "p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w", code=1)
    assert "turn 3 (5566:1b1w) and turn 4 (1356:0b0w)" in printed
    record = cli.json("suggest", "p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w", code=1)
    assert record["conflict"] == [3, 4]
    assert record["candidates"] == 0
    assert record["repairs"][0] == {"turn": 4, "reply": "0b2w", "candidates": 8}


def test_suggest_in_a_solved_position(cli: Cli) -> None:
    assert "the game is solved" in cli("suggest", "p4c6 1122:4b0w")


def test_suggest_in_a_huge_game(cli: Cli) -> None:
    record = cli.json("suggest", "p12c12 112233445566:2b3w", "--seed", "1")
    assert record["candidates"] is None
    assert record["suggestions"][0]["exact"] is False


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("1213", "1122"), "1b2w (one black, two white)\n"),
        (("8 7 6 5", "8 7 5 6"), "2b2w (two black, two white)\n"),
        (("1,2,60", "60,2,1"), "1b2w (one black, two white)\n"),
        (("3210", "0123", "--rules", "bc"), "0b4w (no black, four white)\n"),
        (("RRGB", "RGRB", "--symbols", "RGB"), "2b2w (two black, two white)\n"),
        (("1213", "1122", "--rules", "mm-t"), "3t (three in total)\n"),
        (("1122", "1122", "--rules", "mm-w"), "solved\n"),
    ],
)
def test_score(cli: Cli, arguments: tuple[str, ...], printed: str) -> None:
    assert cli("score", *arguments) == printed


def test_positions_in_other_notations(cli: Cli) -> None:
    assert cli("score", "bc 0123:1b1w") == "p4c10n 1234:1b1w\n"
    assert cli("score", "p4c6", "1122:1b0w", "--symbols", "RGBYOP") == "p4c6 RRGG:1b0w\n"
    assert cli("score", "p4c6 RRGG:1b0w", "--from-symbols", "RGBYOP") == "p4c6 1122:1b0w\n"
    assert cli("score", "p4c6 1122:1b0w", "--numbers") == "p4c6 1,1,2,2:1b0w\n"
    assert cli("score", "p4c6 1122:1b0w", "--base", "0") == "p4c6 0011:1b0w\n"
    assert cli.json("score", "p4c6 1,1,2,2:1b0w")["position"] == "p4c6 1122:1b0w"


def test_strategies(cli: Cli) -> None:
    printed = cli("strategies")
    for name in STRATEGIES:
        assert f"{name}\n" in printed
    assert "first=…" in cli("strategies", "minimax")
    assert "cannot play p10c10: it lists all codes" in cli("strategies", "minimax", "--for", "p10c10")
    assert {record["name"] for record in cli.json("strategies", "--for", "p4c6")["strategies"]} == set(STRATEGIES)


def test_help(cli: Cli) -> None:
    printed = cli("--help") + cli("help", "more")
    for name, summary in COMMANDS.items():
        assert name in printed
        assert summary in printed
        assert "--help" in cli(name, "--help")
    assert cli("--version").startswith("codepegs ")


def test_play_to_the_end(cli: Cli) -> None:
    answers = "hint\ncandidates\n1122\nundo\nundo\nwhat\n1122\nhelp\n3131\n"
    printed = cli("play", "p4c6", "--seed", "4", answers=answers)
    assert "Hint: " in printed
    assert "1,296 candidates left." in printed
    assert "Last guess taken back." in printed
    assert "Nothing to undo." in printed
    assert "'w' in 'what' is not" in printed
    assert "Solved in 2 turns. Well done!" in printed


def test_play_and_lose(cli: Cli) -> None:
    printed = cli("play", "p4c6", "--seed", "4", "--turns", "2", answers="1122\n1122\n")
    assert "No guesses left. The secret was 3131." in printed
    assert "The secret was 3131." in cli("play", "p4c6", "--seed", "4", answers="give up\n")


def test_play_goes_on_from_where_it_was_left(cli: Cli) -> None:
    printed = cli("play", "p4c6", "--seed", "4", answers="1122\nquit\n")
    assert "codepegs play 'p4c6 1122:1b1w' --seed 4" in printed
    assert "Solved in 2 turns" in cli("play", "p4c6 1122:1b1w", "--seed", "4", answers="3131\n")
    assert cli("play", "p4c6 1122:1b1w", "--seed", "5", answers="give up\n")


def test_without_a_command_it_asks(cli: Cli) -> None:
    printed = cli(answers="4\n10\n8 7 6 5\n")
    assert "Number of colours [6]" in printed
    assert "Solved in" in printed
    assert "The secret was" in cli("play", "--seed", "1", answers="many\n4\n6\n77\n\ngive up\n")


@pytest.mark.parametrize(
    ("answers", "game"),
    [
        ("10\n4\n8 7 6 5\n", "p4c10"),  # as printed in the first report, which asks for the colours first
        ("4 10\n8 7 6 5\n", "p4c10"),
        ("10 4\n8 7 6 5\n", "p4c10"),
        ("4, 10\n8765\n", "p4c10"),
        ("4\n10\n8 7 6 5\n", "p4c10"),
        ("10 4\n1 2 3 4 1 2 3 4 1 2\n", "p10c4"),
        ("6 4\n1 2 3 4\n", "p4c6"),
    ],
)
def test_the_numbers_may_come_in_either_order(cli: Cli, answers: str, game: str) -> None:
    printed = cli(answers=answers)
    assert f"{game}: " in printed
    assert "Solved in" in printed
    first, second = answers.replace(",", " ").split()[:2]
    exchanged = f"p{first}c{second}" != game
    assert (f"playing {game}." in printed) is exchanged


def test_a_secret_that_fits_neither_order_is_asked_for_again(cli: Cli) -> None:
    printed = cli(answers="10 4\n8 7 6\n8 7 6 5\n")
    assert "playing p4c10." in printed
    assert "a code of p10c4 has 10" in printed


def test_input_that_ends_before_a_game_began(cli: Cli) -> None:
    for answers in ("", "4\n", "4 10\n", "p4c6\n", "many\n", "4 10\n8 7\n"):
        cli(answers=answers, code=2)
        assert "the input ended before a game began" in cli.captured.err
    for answers in ("quit\n", "4\nquit\n", "4 10\nq\n"):
        cli(answers=answers)


@pytest.mark.parametrize("answer", ["0 4", "4 0", "4 10001", "1 2 3", "4 six", "-4 6", "²", "4 ²"])
def test_numbers_that_are_no_game(cli: Cli, answer: str) -> None:
    printed = cli(answers=f"{answer}\nquit\n")
    assert "Type " in printed or "is not" in printed or "must be" in printed


def test_host(cli: Cli) -> None:
    answers = "0b2w\nwhy\n0,1\n2b1w\n4b\n"
    printed = cli("host", "p4c6", "--strategy", "minimax", answers=answers)
    assert "on average" in printed
    assert "To continue: codepegs host" in printed or "Solved in" in printed


def test_host_with_a_known_secret(cli: Cli) -> None:
    printed = cli("host", "p4c6", "--secret", "3564", "--strategy", "minimax", answers="\n" * 10)
    assert "Solved in 4 turns." in printed
    printed = cli("host", "p4c6", "--secret", "3564", "--strategy", "minimax", answers="3b0w\n\n" + "\n" * 10)
    assert "Your secret gives the reply 0b0w" in printed
    assert "Solved in 4 turns." in printed


def test_host_mends_a_contradiction(cli: Cli) -> None:
    history = "p4c6 1122:0b0w 3344:0b0w"
    answers = "0b0w\n0b0w\nnonsense\nchange 9 1b0w\nchange 1 5b\nchange 1 2b0w\nquit\n"
    printed = cli("host", history, "--strategy", "first-consistent", answers=answers)
    assert "The replies contradict each other." in printed
    assert "Correction (change N REPLY, undo or quit)" in printed
    assert "To continue: codepegs host 'p4c6 1122:2b0w 3344:0b0w 5555:0b0w 6666:0b0w'" in printed


def test_host_refuses_impossible_replies(cli: Cli) -> None:
    printed = cli("host", "p4c6", answers="3b1w\n9b\nx\nundo\nquit\n")
    assert "The reply 3b1w is impossible" in printed
    assert "exceed the 4 pegs" in printed
    assert "is not a valid reply" in printed
    assert "Nothing to undo." in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "p0c4"), "the number of pegs must be from 1 to 10,000"),
        (("solve", "p4c3n"), "without repeated colours"),
        (("solve", "p4c6", "112"), "a code of p4c6 has 4"),
        (("solve", "p4c6", "--strategy", "minimx"), "did you mean minimax"),
        (("solve", "p4c6", "--first", "11"), "a code of p4c6 has 4"),
        (("solve", "p4c6", "-s", "auto", "--first", "1122"), "auto chooses its own first guess"),
        (("solve", "p4c6", "-s", "minimax:first=1122", "--first", "1123"), "given twice"),
        (("solve", "p10c10", "-s", "minimax"), "use auto"),
        (("solve", "p4c6", "--chunks", "some"), "number of chunks"),
        (("solve", "p6c9", "-s", "minimax", "--chunks", "pairs", "--first", "112345", "--seed", "1"), "tasks"),
        (("solve",), "missing argument RULES"),
        (("solve", "p4c6", "--turns", "0"), "--turns"),
        (("suggest", ""), "the position is empty"),
        (("score", "112", "1122"), "has 3 pegs, but the secret"),
        (("score", "1122", "1122", "--symbols", "RG", "--base", "0"), "cannot be combined"),
        (("score", "p4c6 1122"), "no colon"),
        (("strategies", "none"), "unknown strategy 'none'"),
        (("nonsense",), "unknown command 'nonsense'"),
        (("play", "p4c6", "--symbols", "RRG"), "are not distinct"),
    ],
)
def test_wrong_usage(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    assert words in cli.complaint(*arguments)


COMMAND = [sys.executable, "-m", "codepegs"]


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen([*COMMAND, "strategies"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaint = process.stderr.read()
    assert process.wait() == 141
    assert complaint == ""
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*COMMAND, "strategies"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 3
    assert ended.stderr == "codepegs: standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_ends_with_130() -> None:
    import signal

    process = subprocess.Popen(
        [*COMMAND, "solve", "p8c8", "--strategy", "minimax", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert "Estimated: " in process.stderr.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130, complaint
    assert "Traceback" not in complaint


def test_importing_the_package_is_cheap() -> None:
    script = "import sys, codepegs; sys.exit(any(name in sys.modules for name in ('numpy', 'rich', 'typer')))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_output_without_colour_or_unicode() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    ended = subprocess.run(
        [*COMMAND, "solve", "p4c6", "1234", "-s", "minimax"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert ended.returncode == 0
    assert "xxxx" in ended.stdout
    assert "\x1b" not in ended.stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("so", "solve"),
        ("coach --js", "--json"),
        ("evaluate nethack --strategy first-c", "first-consistent"),
        ("evaluate ne", "nethack"),
    ],
)
def test_completion(words: str, offered: str) -> None:
    told = {
        "COMP_WORDS": f"codepegs {words}",
        "COMP_CWORD": str(len(words.split())),
        "_CODEPEGS_COMPLETE": "complete_bash",
    }
    command = shutil.which("codepegs", path=Path(sys.executable).parent)
    assert command is not None, "the tests run where the package is installed"
    done = subprocess.run([command], env={**os.environ, **told}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [offered]
