"""A reply that no secret gives to its guess is explained like a contradiction, everywhere."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codepegs import Game, ListedGame, Position, explain_contradiction, suggest
from codepegs.analysis import check_consistency
from codepegs.errors import BadReply, Contradiction, ImpossibleReply
from codepegs.game import Reply, Turn, as_json
from tests import naive
from tests.conftest import Cli
from tests.server.web_server import Api

GAMES = ["p3c4", "p4c3", "p4c2", "p3c4-t", "p3c4-w", "p3c5n", "p4c4n", "p2c5-b"]


def impossible_at(game: Game, guess: tuple[int, ...], rng: random.Random) -> Reply | None:
    """A reply of the game, or of one with more colours, that no secret gives to a guess."""
    given = {game.reply(guess, secret) for secret in naive.all_codes(game)}
    every = Game(game.pegs, game.colors, view=game.view).replies() + [Reply(game.pegs - 1, 1)] * (not game.view.value)
    never = [reply for reply in every if reply not in given and not reply.solved]
    return rng.choice(never) if never else None


@pytest.mark.parametrize("rules", GAMES)
def test_its_repairs_are_the_replies_with_which_some_code_is_consistent(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    secrets, tried = naive.all_codes(game), 0
    for _ in range(60):
        secret = rng.choice(secrets)
        turns = [Turn(guess, game.reply(guess, secret)) for guess in rng.sample(secrets, 2)]
        number = rng.randrange(2)
        reply = impossible_at(game, turns[number].guess, rng)
        if reply is None or turns[1 - number].reply.solved:
            continue
        tried += 1
        turns[number] = Turn(turns[number].guess, reply)
        text = str(Position(game, turns))
        with pytest.raises(ImpossibleReply, match=f"turn {number + 1}: the reply {reply} is impossible") as caught:
            Position.parse(text)
        assert isinstance(caught.value, BadReply)
        assert isinstance(caught.value, Contradiction)
        assert str(caught.value.position) == text
        for position in (text, Position(game, turns)):
            found = explain_contradiction(position)
            assert found is not None
            assert found.turns == (number + 1,)
            mended: dict[tuple[int, Reply], int] = {}
            for true in game.replies():
                changed = [*turns[:number], Turn(turns[number].guess, true), *turns[number + 1 :]]
                count = len(naive.candidates(Position(game, changed)))
                mended |= {(number + 1, true): count} if count else {}
            assert {(repair.turn, repair.reply): repair.candidates for repair in found.repairs} == mended
            assert check_consistency(position).repairs == found.repairs
            assert f"No code is consistent with turn {number + 1}" in str(found)
    assert tried or rules in ("p2c5-b",), "every black count but one less than all pegs is possible"


def test_in_a_game_too_large_for_a_list() -> None:
    found = explain_contradiction("p12c12 112233445566:0b0w 111111111111:3b1w")
    assert found is not None
    assert found.turns == (2,)
    assert [str(repair.reply) for repair in found.repairs] == ["0b0w"]
    found = explain_contradiction(f"p200c200 {','.join(['1'] * 200)}:199b1w")
    assert found is not None
    assert (found.turns, found.repairs, found.exact) == ((1,), (), False)


@pytest.fixture
def words(tmp_path: Path) -> str:
    (tmp_path / "secrets.txt").write_text("\n".join(["CRANE", "SALET", "ELITE", "TITLE", "UTILE"]))
    (tmp_path / "more.txt").write_text("\n".join(["METRE", "OUTRE", "TASTY", "LYRIC"]))
    return f"words:{tmp_path}/secrets.txt,{tmp_path}/more.txt:wordle"


@pytest.mark.parametrize("text", ["p4c6 1234:1b1w 1122:3b1w", "p4c6 1234:1b1w 1122:5b1w", "p4c6 1234:1b1w 1122:4b1w"])
def test_one_answer_for_commands_python_and_http(text: str, cli: Cli, api: Api) -> None:
    conflict = explain_contradiction(text)
    assert conflict is not None
    wanted = msgspec.json.decode(msgspec.json.encode(as_json(conflict)))
    assert wanted["conflict"] == [2]
    for command in (["suggest"], ["candidates"], ["coach"]):
        assert cli.json(*command, text, code=1) == wanted
    for path in ("/suggest", "/candidates", "/coach", "/move"):
        assert api.post(path, {"position": text}) == wanted
    assert api.events("/suggest/stream", {"position": text})[-1] == ("done", wanted)
    explained = api.post("/explain", {"position": text})
    assert {key: explained[key] for key in wanted} == wanted
    with pytest.raises(Contradiction):
        suggest(text)


def test_what_people_read(cli: Cli, words: str) -> None:
    printed = cli("suggest", "p4c6 1122:3b1w", code=1)
    assert printed.startswith(
        "The reply 3b1w is impossible for the guess of turn 1.\n  No code is consistent with turn 1 "
    )
    assert "with 3 black, the last peg cannot be white" in printed
    assert "2b0w (114), 0b2w (96), 1b2w (36)" in printed
    printed = cli("suggest", f"{words} SALET:--yyy TITLE:-yyyg", code=1)
    assert "The reply -yyyg is impossible for the guess of turn 2." in printed
    assert "change turn 2 (TITLE:-yyyg) to yy-yg (1 candidate left)" in printed
    assert "3b1w is impossible for the guess of turn 1" in cli("play", "p4c6 1122:3b1w", code=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p1c3 1:2b0w", "2 black and 0 white exceed the 1 peg of p1c3"),
        ("p4c6-t 1122:5", "5 in total exceeds the 4 pegs of p4c6-t"),
        ("p4c6 1122:5b?w", "5 black exceeds the 4 pegs of p4c6"),
        ("p4c10n 1234:0b7w", "0 black and 7 white exceed the 4 pegs of p4c10n"),
        ("p12c12 112233445566:13b0w", "13 black and 0 white exceed the 12 pegs of p12c12"),
    ],
)
def test_more_pegs_than_the_game_has(text: str, words: str, cli: Cli) -> None:
    printed = cli("suggest", text, code=1)
    assert f"{words}.\n" in printed
    assert "Possible correction: change turn 1 " in printed
    with pytest.raises(ImpossibleReply, match=words):
        suggest(text)


def test_host_explains_a_reply_and_asks_again(cli: Cli) -> None:
    printed = cli("host", "p4c6", answers="3b1w\n1b0w\nquit\n")
    assert "The reply 3b1w is impossible for the guess of turn 1." in printed
    assert "Possible correction: change turn 1 " in printed
    assert "1b0w'" in printed.splitlines()[-1]
    printed = cli("host", "p4c6 1122:3b1w", answers="change 1 3b0w\nquit\n")
    assert "3b1w is impossible for the guess of turn 1" in printed
    assert "codepegs host 'p4c6 1122:3b0w'" in printed


def test_with_noise_a_reply_that_the_game_never_has_is_bad_input(cli: Cli) -> None:
    assert "turn 1: the reply 3b1w is impossible" in cli.complaint("suggest", "p4c6 1122:3b1w", "--noise", "0.1")
    assert cli.json("suggest", "p4c6 1111:1b1w 1122:1b0w", "--noise", "0.1")["posterior"]


def test_the_secret_may_be_missing_from_a_list(cli: Cli, words: str) -> None:
    game = ListedGame(["CRANE", "SALET", "ELITE", "TITLE", "UTILE"], ["METRE", "OUTRE", "TASTY", "LYRIC"], "wordle")
    for secret in ("METRE", "OUTRE", "LYRIC"):
        turns = []
        for guess in ("SALET", "CRANE", "TITLE"):
            reply = game._reply_if_secret(game.check_code(guess), game.check_code(secret))
            assert reply is not None
            turns.append(f"{guess}:{reply}")
        found: Any = cli.json("suggest", " ".join([words, *turns]), code=1)
        (rule,) = found["other_rules"]
        assert rule["name"] == "not-listed"
        assert secret in rule["sentence"]
        printed = cli("suggest", " ".join([words, *turns]), code=1)
        assert printed.index("may be missing from the list of secrets") < printed.index("orrection")
    printed = cli("suggest", f"{words} SALET:--yyy TITLE:-yyyg", code=1)
    assert "The secret may also be missing from the list of secrets." in printed


def test_the_object_may_be_missing_from_a_table(cli: Cli) -> None:
    Path("fruit.csv").write_text("fruit,red,sweet\nplum,yes,yes\nlime,no,no\n")
    printed = cli("suggest", "fruit.csv red: yes sweet: no", code=1)
    assert "The object may also be missing from the table." in printed
    assert "list of secrets" not in printed


def test_an_impossible_reply_beside_a_conflict() -> None:
    text = str(explain_contradiction("p4c6 1122:3b1w 3344:0b0w 3344:1b0w"))
    assert "No code is consistent with turn 1 (1122:3b1w)" in text
    assert "No code is consistent with the other turns either: no correction of a single reply" in text
    assert "At least two" not in text
