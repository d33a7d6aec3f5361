"""Saved games: the same game whether it is played in one piece or in several, and files that are not what they were."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codepegs import files
from codepegs.errors import BadInput, Unavailable
from codepegs.game.rules import Game
from codepegs.match import saved_game
from codepegs.match.game_loop import PlayedGame, Playing, iter_play, play
from codepegs.match.saved_game import Recorder, SavedGame
from codepegs.rng import Seed
from tests import extent
from tests.conftest import Cli

COMMAND = [sys.executable, "-m", "codepegs"]


def recorded(recorder: Recorder, playing: Playing) -> PlayedGame:
    """The game, each turn of which was recorded."""
    for number, turn in enumerate(playing, 1):
        recorder.on_turn(number, turn)
    return playing.result


def played_in_pieces(path: Path, rules: str, strategy: str, seed: int, cuts: list[int], noise: float) -> PlayedGame:
    """A game that is interrupted after so many turns, again and again, and played on from its file."""
    game = Game.parse(rules)
    start = SavedGame.begun(game, strategy, Seed(seed), noise=noise)
    recorder = Recorder(path, start)
    for cut in [*cuts, None]:
        played = recorded(recorder, iter_play(game, start.code, strategy, noise=noise, seed=seed, turns=cut))
        recorder.close()
        recorder = Recorder(path, saved_game.read(path))
    return played


@pytest.mark.parametrize(
    ("rules", "strategy", "noise"),
    [
        ("p4c6", "random-consistent", 0.0),
        ("p4c6", "bayes", 0.2),
        ("p5c6-w", "random-consistent", 0.0),
        ("p5c6-t", "entropy", 0.0),
        pytest.param("p6c6", "sampling", 0.0, marks=pytest.mark.extended),
        ("p70c40", "streaming", 0.0),
        pytest.param("p300c20-b", "auto", 0.0, marks=pytest.mark.extended),
    ],
)
def test_a_game_in_pieces_is_the_game_in_one(tmp_path: Path, rules: str, strategy: str, noise: float) -> None:
    whole = play(Game.parse(rules), strategy=strategy, noise=noise, seed=5)
    cuts = [1, 3, whole.guesses // 2, whole.guesses - 1]
    pieces = played_in_pieces(tmp_path / "game.json", rules, strategy, 5, cuts, noise)
    assert pieces.position == whole.position
    assert pieces.secret == whole.secret
    saved = saved_game.read(tmp_path / "game.json")
    assert saved.replies.split() == [str(turn.reply) for turn in whole.turns]
    assert saved.turns == whole.guesses
    assert saved.code == whole.secret


def solved_json(cli: Cli, *arguments: str, code: int = 0) -> dict[str, Any]:
    record: dict[str, Any] = cli.json("solve", *arguments, code=code)
    del record["seconds"]
    for turn in record.get("turns", []):
        del turn["seconds"]
    return record


def test_commands_save_and_resume(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json.gz")
    whole = solved_json(cli, "p80c30", "--seed", "3")
    solved_json(cli, "p80c30", "--seed", "3", "--save", file, "--turns", "20", code=1)
    assert saved_game.read(file).turns == 20
    assert saved_game.read(file).drawn
    told = cli("solve", "--resume", file, "--turns", "30", code=1)
    assert "Replaying 20 saved turns" in told
    assert f"30 turns saved. To continue: codepegs solve --resume {file}" in told
    other = str(tmp_path / "other.json")
    assert solved_json(cli, "--resume", file, "--save", other) == whole
    assert saved_game.read(file).turns == 30
    assert saved_game.read(other).turns == whole["guesses"]
    assert solved_json(cli, "--resume", other) == whole


def test_another_saved_game_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    file, other = str(tmp_path / "game.json"), str(tmp_path / "other.json")
    solved_json(cli, "p4c6", "--seed", "3", "--save", file, "--turns", "2", code=1)
    solved_json(cli, "p4c6", "--seed", "4", "--save", other, "--turns", "1", code=1)
    before = Path(file).read_bytes()
    told = cli.complaint("solve", "p4c6", "--seed", "5", "--save", file)
    assert f"a different game (p4c6, strategy auto, 2 turns): continue it with --resume {file}" in told
    for others in (("p4c6", "-s", "minimax"), ("p4c6", "1111"), ("p5c6",), ("p4c6", "--noise", "0.1")):
        assert "a different game" in cli.complaint("solve", *others, "--save", file)
    assert "1 turn)" in cli.complaint("solve", "--resume", file, "--save", other)
    assert Path(file).read_bytes() == before
    solved_json(cli, "--resume", file, "--save", file)


def test_the_same_command_continues(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    cli("solve", "p4c6", "--save", file, "--turns", "2", "--seed", "5", code=1)
    secret, replies = saved_game.read(file).secret, saved_game.read(file).replies
    assert "Replaying 2 saved turns" in cli("solve", "p4c6", "--save", file)
    finished = saved_game.read(file)
    assert finished.secret == secret
    assert finished.replies.startswith(replies)
    again = cli("solve", "p4c6", "--save", file)
    assert f"Solved in {finished.turns} turns" in again
    assert "was already finished" in again
    assert saved_game.read(file) == finished


def test_a_secret_that_was_given_is_kept(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    cli("solve", "bc", "0427", "-s", "random-consistent", "--seed", "1", "--save", file, "--turns", "2", code=1)
    assert not saved_game.read(file).drawn
    played = solved_json(cli, "--resume", file)
    assert played == solved_json(cli, "bc", "0427", "-s", "random-consistent", "--seed", "1")


def test_noise_and_declarations_are_resumed(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    arguments = ("p4c6", "--noise", "0.1", "--declare", "0.95", "--seed", "2")
    whole = solved_json(cli, *arguments)
    solved_json(cli, *arguments, "--save", file, "--turns", "3", code=1)
    assert solved_json(cli, "--resume", file) == whole


@pytest.fixture
def saved_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    played_in_pieces(path, "p6c6", "random-consistent", 8, [], 0.0)
    return path


def test_no_damage_goes_unnoticed(saved_file: Path) -> None:
    whole = saved_file.read_bytes()
    rng = random.Random(0)
    for length in range(0, len(whole) - 1, 7):
        saved_file.write_bytes(whole[:length])
        with pytest.raises(BadInput, match=r"is damaged|is not a saved game"):
            saved_game.read(saved_file)
    for _ in range(300):
        where = rng.randrange(len(whole) - 1)  # the line end behind the object may go
        byte = rng.choice([byte for byte in range(33, 256) if byte != whole[where]])
        saved_file.write_bytes(whole[:where] + bytes([byte]) + whole[where + 1 :])
        with pytest.raises(BadInput, match=r"is damaged|is not a saved game|has version"):
            saved_game.read(saved_file)


@pytest.mark.parametrize("content", [b"", b"p4c6 1122:1b0w", b"{}", b"[1, 2]", b"\x89PNG\r\n\x1a\n\x00\xff", b"null"])
def test_foreign_files_are_told_in_one_sentence(cli: Cli, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    assert cli.complaint("solve", "--resume", str(path)) == (
        f"codepegs: {path} is not a saved game: --resume needs a file written by solve --save\n"
    )


def test_broken_archives_are_told(cli: Cli, saved_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json.gz"
    files.write_whole(path, saved_file.read_bytes())
    packed = path.read_bytes()
    for broken in (packed[:50], packed[:60] + bytes(20) + packed[80:], b"plain"):
        path.write_bytes(broken)
        assert "is damaged" in cli.complaint("solve", "--resume", str(path))


def test_later_versions_are_told(cli: Cli, saved_file: Path) -> None:
    fields = json.loads(saved_file.read_text())
    saved_file.write_text(json.dumps(fields | {"version": 2, "more": 1}))
    assert "format version 2" in cli.complaint("solve", "--resume", str(saved_file))


def changed(path: Path, **fields: Any) -> None:
    """Change a saved game in such a way that it is not damaged."""
    saved = msgspec.structs.replace(saved_game.read(path), **fields)
    path.write_bytes(msgspec.json.encode(saved.checked()) + b"\n")


@pytest.mark.parametrize("fields", [{"strategy": "first-consistent"}, {"guesses": "0" * 32}, {"seed": 9}])
def test_another_program_is_noticed(cli: Cli, saved_file: Path, fields: dict[str, Any]) -> None:
    changed(saved_file, **fields)
    before = saved_file.read_bytes()
    told = cli.complaint("solve", "--resume", str(saved_file))
    assert "the replay differs at turn" in told
    assert saved_file.read_bytes() == before


def test_a_game_that_is_resumed_takes_all_from_its_file(cli: Cli, saved_file: Path) -> None:
    for words in (["p6c6"], ["--strategy", "minimax"], ["--seed", "1"], ["--noise", "0.1"], ["--first", "112233"]):
        told = cli.complaint("solve", *words, "--resume", str(saved_file))
        assert "cannot be combined" in told
    assert "missing argument RULES" in cli.complaint("solve")


def test_what_cannot_be_written_is_told_before_the_game(cli: Cli, tmp_path: Path) -> None:
    told = cli.complaint("solve", "p4c6", "--save", str(tmp_path / "nowhere" / "game.json"), code=3)
    assert "cannot be written" in told


def test_a_write_that_fails_leaves_the_file_as_it_was(saved_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(saved_file, saved_game.read(saved_file))
    before = saved_file.read_bytes()
    recorded(recorder, iter_play(Game(6, 6), recorder.start.code, "random-consistent", seed=8))

    def no_room(*paths: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_room)
    with pytest.raises(Unavailable, match="No space left"):
        recorder.close()
    assert saved_file.read_bytes() == before
    assert list(saved_file.parent.iterdir()) == [saved_file]


def test_a_game_is_saved_while_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_game, "SAVE_EVERY", 0.0)
    path = tmp_path / "game.json"
    recorder = Recorder(path, SavedGame.begun(Game(4, 6), "minimax", Seed(1), (2, 4, 5, 3)))
    seen: list[int] = []
    for number, turn in enumerate(iter_play(Game(4, 6), (2, 4, 5, 3), "minimax", seed=1), 1):
        recorder.on_turn(number, turn)
        seen.append(saved_game.read(path).turns)
    assert seen == [1, 2, 3, 4]


@pytest.mark.extended
def test_interrupts_lose_nothing(tmp_path: Path) -> None:
    """Three interrupts at some moment, the last of them while the turns before are gone through again."""
    file = tmp_path / "game.json"
    rules = extent.of("p1500c1500", "p1000c1000")
    starts = [[rules, "--seed", "4", "--save", str(file)], ["--resume", str(file)], ["--resume", str(file)]]
    turns = [0]
    for arguments, wait in zip(starts, (1, 1, 0), strict=True):
        process = subprocess.Popen(
            [*COMMAND, "solve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        printed = process.stdout.readline()
        assert printed.startswith(f"{rules}:")
        for _ in range(2 * wait):
            process.stdout.readline()  # the head of the table comes with the first turn
        time.sleep(0.3 * wait)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)  # impatience changes nothing
        _, complaint = process.communicate(timeout=60)
        assert process.returncode == 130
        saved = saved_game.read(file)
        assert f"To continue: codepegs solve --resume {file}" in complaint
        turns.append(saved.turns)
        assert list(tmp_path.iterdir()) == [file]
    assert turns == sorted(turns)
    assert turns[1] > 0
    saved = saved_game.read(file)
    game = saved.game
    whole = play(game, saved.code, saved.strategy, seed=saved.seed, turns=saved.turns)
    recorder = Recorder(file, saved)
    playing = iter_play(game, saved.code, saved.strategy, seed=saved.seed, turns=saved.turns + 5)
    again = recorded(recorder, playing)
    assert [turn.guess for turn in again.turns[: saved.turns]] == [turn.guess for turn in whole.turns]
    recorder.close()
    assert saved_game.read(file).turns == saved.turns + 5


def test_the_check_covers_every_field(saved_file: Path) -> None:
    saved = saved_game.read(saved_file)
    others: dict[str, Any] = {
        "version": 2,
        "rules": "p6c7",
        "strategy": "minimax",
        "noise": 0.5,
        "declare": 0.9,
        "seed": 1,
        "drawn": False,
        "secret": "111111",
        "turns": 99,
        "replies": "1b0w",
        "guesses": "00",
    }
    assert set(others) == {field for field in SavedGame.__struct_fields__ if field not in ("format", "check")}
    for name, value in others.items():
        assert msgspec.structs.replace(saved, **{name: value}).checked().check != saved.check


def test_a_file_that_is_no_saved_game_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    notes, game = tmp_path / "notes.txt", str(tmp_path / "game.json")
    notes.write_text("my notes\n")
    assert "exists and is not a saved game" in cli.complaint("solve", "p4c6", "3456", "--save", str(notes))
    assert notes.read_text() == "my notes\n"
    (tmp_path / "game.json").write_text("")  # as mktemp makes it
    cli("solve", "p4c6", "1234", "--save", game)
    assert saved_game.read(game).secret == "1234"
