"""Listing candidates, and many positions from standard input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codepegs import Candidates, ListedGame
from codepegs.game import CANONICAL, notation_for
from tests.conftest import Cli

POSITIONS = [
    "p4c6 1122:1b0w",
    "p4c6",
    "bc 0123:1b1w 4567:0b2w",
    "p3c50 1,2,3:0b2w",
    "p5c5-b 12345:2b",
    "p4c6-t 1234:2t",
]


@pytest.mark.parametrize("position", POSITIONS)
def test_all_of_them_are_listed(position: str, cli: Cli) -> None:
    left = Candidates.after(position)
    notation = notation_for(position.split()[0])
    listed = cli("candidates", position).splitlines()
    assert listed == [notation.format(left.game, code) for code in left]
    assert len(listed) == len(left) == int(cli("candidates", position, "--count"))
    record = cli.json("candidates", position)
    assert record["codes"] == [CANONICAL.format(left.game, code) for code in left]
    assert record["candidates"] == len(left)
    assert cli("candidates", position, "--top", "3").splitlines() == listed[:3]


def test_some_at_random(cli: Cli) -> None:
    everything = cli("candidates", "p4c6 1122:1b0w").splitlines()
    drawn = [cli("candidates", "p4c6 1122:1b0w", "--random", "20", "--seed", seed).splitlines() for seed in "112"]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(len(codes) == 20 and codes == sorted(codes) and set(codes) <= set(everything) for codes in drawn)
    assert cli("candidates", "p4c6 1122:1b0w", "--random", "1000").splitlines() == everything
    large = cli("candidates", "p10c10", "--random", "5").splitlines()
    assert len(large) == 5
    assert all(len(code) == 10 for code in large)


def test_games_too_large_to_list(cli: Cli) -> None:
    assert "ask for a number of them" in cli.complaint("candidates", "p10c10")
    assert cli("candidates", "p10c10", "--top", "2") == "1111111111\n1111111112\n"
    assert "million" in cli("candidates", "p8c12 11223344:1b2w", "--count")
    codes = cli("candidates", "p8c12 11223344:1b2w", "--top", "3").splitlines()
    assert len(codes) == 3


def test_a_list_of_words(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("crane\ntrace\nslate\nstare\n")
    game = ListedGame(["crane", "trace", "slate", "stare"], reply="wordle")
    left = [word for word in ("CRANE", "TRACE", "SLATE", "STARE") if str(game.reply("CRANE", word)) == "--g-g"]
    assert cli("candidates", "words:words.txt:wordle CRANE:--g-g").splitlines() == left
    assert cli.json("candidates", "words:words.txt:wordle")["codes"] == ["CRANE", "TRACE", "SLATE", "STARE"]


def test_contradictions_are_explained(cli: Cli) -> None:
    assert "Possible correction: change turn 1" in cli("candidates", "p4c6 1122:1b0w 1122:2b0w", code=1)
    assert cli.json("candidates", "p4c6 1122:1b0w 1122:2b0w", code=1)["conflict"]


def test_wrong_options(cli: Cli) -> None:
    assert "cannot be combined" in cli.complaint("candidates", "p4c6", "--top", "3", "--random", "3")


@pytest.mark.parametrize("command", ["suggest", "candidates"])
def test_many_positions_are_answered_in_one_process(command: str, cli: Cli) -> None:
    singly = [cli.json(command, position) for position in POSITIONS]
    together = [json.loads(line) for line in cli(command, "-", "--json", answers="\n".join(POSITIONS)).splitlines()]
    for one, other in zip(singly, together, strict=True):
        assert {key: one[key] for key in one if key != "seconds"} == {
            key: other[key] for key in other if key != "seconds"
        }


def test_a_line_that_cannot_be_answered_does_not_end_the_others(cli: Cli) -> None:
    lines = ["p4c6 1122:1b0w", "p4c6 1122:x", "nonsense", "p4c6 1122:1b0w 1122:2b0w", "p4c6 1122:1b0w"]
    printed = [
        json.loads(line) for line in cli("suggest", "-", "--json", answers="\n".join(lines), code=2).splitlines()
    ]
    assert [record.get("error", {}).get("kind") for record in printed] == [None, "bad_reply", "bad_rules", None, None]
    assert printed[0]["suggestions"] == printed[4]["suggestions"]
    assert printed[3]["conflict"]
    assert "line 2: " in cli.captured.err
    assert "line 3: 'nonsense' is not a valid rules id" in cli.captured.err


def test_comments_and_blank_lines_of_a_batch_are_no_positions(cli: Cli) -> None:
    answers = "# Monday\n\np4c6 1122:1b0w\n  #p4c6 1122:2b0w\nnonsense\np4c6\n"
    first, second, _ = map(json.loads, cli("suggest", "-", "--json", answers=answers, code=2).splitlines())
    assert "line 5: 'nonsense'" in cli.captured.err
    assert first["suggestions"] == cli.json("suggest", "p4c6 1122:1b0w")["suggestions"]
    assert second["error"]["kind"] == "bad_rules"


@pytest.mark.parametrize(
    "text",
    [
        "# mine\np4c6\n\n1. 1122 1b0w\n  # unsure\n2. 1344 0b2w\n",
        "p4c6\n1) 1122:1b0w\n2) 1344:0b2w",
        "#p4c6 1111:0b0w\np4c6 1122:1b0w\n1344:0b2w\n#1234:4b0w",
    ],
)
def test_comments_and_numbers_of_turns_in_a_position(text: str, cli: Cli, tmp_path: Path) -> None:
    wanted = cli.json("suggest", "p4c6 1122:1b0w 1344:0b2w")
    (tmp_path / "game.txt").write_text(text)
    for found in (cli.json("suggest", "game.txt"), json.loads(cli("suggest", "-", "--json", answers=text))):
        assert (found["position"], found["suggestions"]) == (wanted["position"], wanted["suggestions"])


def test_a_number_sign_can_be_a_symbol(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("p2c3\n#a 1b0w\n")
    assert cli.json("suggest", "game.txt", "--symbols", "#ab")["position"] == "p2c3 12:1b0w"


@pytest.mark.parametrize("text", ["p4c6 1122:1b0w\np4c6 1122:2b0w\n", '{"position": "p4c6"}\n{"position": "p4c6"}\n'])
@pytest.mark.parametrize("command", ["suggest", "candidates", "coach", "score"])
def test_a_file_with_many_positions_is_for_standard_input(text: str, command: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(text)
    assert f"several positions: for an answer to each, codepegs {command} - < many.txt" in cli.complaint(
        command, "many.txt"
    )
    assert cli("suggest", "-", "--json", answers=text).count("\n") == 2
    assert cli("score", "-", answers=text).count("\n") == 2


def test_lines_are_converted_one_by_one(cli: Cli) -> None:
    lines = "# mine\np4c6 1122=1,0\nfoo\n\nbc 0123 1A2B\n"
    assert cli("score", "-", "--from-symbols", "654321", answers="p4c6 1122=1,0\n") == "p4c6 6655:1b0w\n"
    assert cli("score", "-", answers=lines, code=2) == "p4c6 1122:1b0w\np4c10n 1234:1b2w\n"
    assert cli.captured.err.startswith("codepegs: line 3: 'foo' is not a valid rules id")


def test_one_position_on_several_lines_is_one(cli: Cli) -> None:
    wanted = cli.json("suggest", "p4c6 1122:1b0w 1344:0b2w")
    found = json.loads(cli("suggest", "-", "--json", answers="p4c6\n1122 1b0w\n1344 0b2w\n"))
    assert found["suggestions"] == wanted["suggestions"]


@pytest.mark.parametrize("command", ["suggest", "candidates", "coach"])
def test_a_line_is_a_position_and_no_file(
    command: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text("p4c6 1122:1b0w")
    answers = "game.txt\np4c6 1122:1b0w\n"
    refused, answered = map(json.loads, cli(command, "-", "--json", answers=answers, code=2).splitlines())
    assert refused["error"]["kind"] == "bad_rules"
    assert answered["position"] == "p4c6 1122:1b0w"


def test_the_count_alone_in_json(cli: Cli) -> None:
    found = cli.json("candidates", "p4c6 1122:1b0w", "--count")
    assert found == {
        "position": "p4c6 1122:1b0w",
        "candidates": 256,
        "candidates_estimate": None,
        "candidates_interval": None,
        "exact": True,
    }


def test_a_sample_is_called_one_on_standard_error(cli: Cli) -> None:
    listed = cli("candidates", "p12c12 112233445566:2b1w").splitlines()
    assert f"the {len(listed):,} codes are a sample of " in cli.captured.err
    assert " billion candidates" in cli.captured.err
    cli("candidates", "p12c12 112233445566:2b1w", "--top", "3")
    assert cli.captured.err == ""


def test_lines_are_numbered_as_in_the_file(cli: Cli) -> None:
    printed = cli("candidates", "-", "--count", answers="\np4c6 1122:1b0w\n\n \np4c6 1122:x\np4c6\n", code=2)
    assert printed.splitlines() == ["p4c6 1122:1b0w", "256", "p4c6 1122:x", "p4c6", "1296"]
    assert cli.captured.err.startswith("codepegs: line 5: ")
    printed = cli("score", "-", answers="1122,1213\n\n1122 1213\n\n1,2,3 2,3,4\n1122,1213,\n", code=2)
    assert [line[:4] for line in printed.splitlines()] == ["1b2w", "1b2w", "0b2w"]
    assert cli.captured.err == "codepegs: line 6: '1122,1213,' is not a guess and a secret\n"
