"""Replies and turns in every notation mean what their canonical texts mean."""

from __future__ import annotations

import json
import random

import pytest

from codepegs import Game, ListedGame, Position, parse_reply
from codepegs.errors import BadInput, BadPosition, BadReply
from codepegs.game import CANONICAL, Notation, Reply, View
from tests.conftest import Cli
from tests.server.web_server import Api

GAMES = ("p4c6", "bc", "p1c9", "p2c2", "p3c50", "p5c8-b", "p4c6-t", "p4c6-w", "p9c9n", "p12c10", "p6c35", "p4c36n-b")


def ways_to_write(game: Game, reply: Reply) -> list[str]:
    """The texts of a reply."""
    if game.view is not View.BLACK_WHITE:
        (count,) = reply
        pegs = ("○" if game.view is View.WHITE else "●") * count
        return [str(reply), str(count), f"{count} {game.view.value}", *([pegs, f"{pegs}·"] if count else [])]
    black, white = reply
    texts = [
        f"{black}b{white}w",
        f"{white}W{black}B",
        f"{black}A{white}B",
        f"{black},{white}",
        f"{black} {white}",
        f"{black}-{white}",
        f"{black}/{white}",
        f"{black} black, {white} white",
        f"{black} bulls {white} cows",
        "●" * black + "○" * white + "·" * (game.pegs - black - white),
        "⚫\ufe0f" * black + "⚪" * white + "·" * (game.pegs - black - white),
        "".join(chr(ord(sign) + 0xFEE0) for sign in str(reply)),
    ]
    texts += [f"{black}b"] * (not white) + [f"{white}w"] * (not black)
    texts += ["B" * black + "W" * white] if black + white else []
    return texts + [f"{black}{white}"] * (game.pegs <= 9)


def ways_to_write_codes(game: Game, code: tuple[int, ...]) -> list[str]:
    """The texts of a guess."""
    text = CANONICAL.format(game, code)
    numbers = [str(color + 1) for color in code]
    return [text, text.lower(), " ".join(numbers)] + [", ".join(numbers)] * (game.pegs > 1)


def random_turns(game: Game, draw: random.Random, count: int) -> list[tuple[tuple[int, ...], Reply]]:
    def code() -> tuple[int, ...]:
        colors = range(game.colors)
        return tuple(draw.choices(colors, k=game.pegs) if game.repeats else draw.sample(colors, game.pegs))

    secret = code()
    guesses = [guess for guess in (code() for _ in range(count)) if guess != secret]
    return [(guess, game.reply(guess, secret)) for guess in guesses]


@pytest.mark.parametrize("rules", GAMES)
def test_each_way_to_write_a_reply_is_read(rules: str) -> None:
    game = Game.parse(rules)
    for reply in game.replies():
        if list(reply):
            assert {text: parse_reply(game, text) for text in ways_to_write(game, reply)} == dict.fromkeys(
                ways_to_write(game, reply), reply
            )


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_each_way_to_write_turns_is_read_or_both_readings_are_named(rules: str, seed: int) -> None:
    game, draw = Game.parse(rules), random.Random(seed)
    read = 0
    for _ in range(40):
        turns = random_turns(game, draw, 3)
        between, after = draw.choice([":", " : ", "=", " = ", " ", "：", " -> "]), draw.choice([" ", ", ", "\n", "; "])
        written = [
            f"{draw.choice(ways_to_write_codes(game, guess))}{between}{draw.choice(ways_to_write(game, reply))}"
            for guess, reply in turns
        ]
        text = f"{game} {after.join(written)}"
        canonical = " ".join([str(game), *(f"{CANONICAL.format(game, guess)}:{reply}" for guess, reply in turns)])
        try:
            position = Position.parse(text)
        except BadPosition as error:
            if "can mean" not in str(error):
                raise
        else:
            assert str(position) == canonical
            read += 1
    assert read >= 36


def test_what_can_mean_two_things_is_refused_with_both() -> None:
    for text, both in (("2B", ("2b0w", "0b2w")), ("2", ("2b0w", "0b2w"))):
        with pytest.raises(BadReply) as caught:
            parse_reply(Game(4, 6), text)
        assert all(way in str(caught.value) for way in both)
    with pytest.raises(BadPosition, match=r"'12:1b1w BC:1b0w' or 'CB:1b1w 12:1b0w'"):
        Position.parse("p2c35 12 11 11 12 1b")


@pytest.mark.parametrize("text", ["1122 1344:1b0w", "1122:1b0w 1344", "1122:1b0w 13445:0b2w", "1122:1b0w:2w", "1122"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Position.parse(f"p4c6 {text}")


@pytest.mark.parametrize("marks", ["-yg-g", "⬛🟨🟩⬛🟩", "⬜️🟦🟧⬜️🟧", "01202", "XY G.G", ".yg.g", "bYGbG"])
def test_marks_of_wordle(marks: str) -> None:
    game = ListedGame(["CRANE", "TRACE", "STARE"], ["EERIE"], "wordle")
    assert str(parse_reply(game, marks.replace(" ", ""))) == "-yg-g"


def test_symbols_and_numbers_of_ones_own() -> None:
    turns = Position.parse("p4c6 R R G G = 1,0; yrrb ●○", Notation("RGBYOP")).turns
    assert [str(turn.reply) for turn in turns] == ["1b0w", "1b1w"]


@pytest.mark.parametrize("text", ["p4c6 1122 1,0", "p4c6, 1 1 2 2 = ●", "p4c6 1122：1A0B"])
def test_one_answer_for_commands_files_and_http(
    text: str, cli: Cli, api: Api, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def shown(record: object) -> object:
        assert isinstance(record, dict)
        return {key: value for key, value in record.items() if not key.startswith("seconds")}

    file = tmp_path_factory.mktemp("positions") / "position.txt"
    file.write_text(f"\ufeff{text}\r\n", encoding="utf-8")
    wanted = shown(json.loads(cli("suggest", "p4c6 1122:1b0w", "--json")))
    assert shown(json.loads(cli("suggest", text, "--json"))) == wanted
    assert shown(json.loads(cli("suggest", str(file), "--json"))) == wanted
    assert shown(json.loads(cli("suggest", "-", "--json", answers=text))) == wanted
    answered = api.post("/suggest", {"position": text, "seed": 0})
    assert answered["suggestions"] == wanted["suggestions"]  # type: ignore[index]
