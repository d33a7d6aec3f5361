"""The text contracts: what is written is read back, what is wrong is refused with a sentence."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from codepegs.errors import BadCode, BadInput, BadPosition, BadReply, BadRules, Unavailable
from codepegs.game.notation import CANONICAL, Notation, notation_for
from codepegs.game.position import Position
from codepegs.game.reading import parse_reply
from codepegs.game.reply import Reply, Turn, View
from codepegs.game.rules import Game


@st.composite
def games(draw: st.DrawFn) -> Game:
    pegs = draw(st.integers(1, 12))
    repeats = draw(st.booleans())
    colors = draw(st.integers(1 if repeats else pegs, 60))
    return Game(pegs, colors, repeats, draw(st.sampled_from(View)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    game = draw(games())
    colors = st.integers(0, game.colors - 1)
    codes = st.lists(colors, min_size=game.pegs, max_size=game.pegs, unique=not game.repeats).map(tuple)
    secret = draw(codes)
    guesses = draw(st.lists(codes, max_size=5))
    return Position(game, tuple(Turn(guess, game.reply(guess, secret)) for guess in guesses))


@given(positions())
def test_positions_survive_the_round_trip(position: Position) -> None:
    text = str(position)
    assert Position.parse(text) == position
    assert str(Position.parse(text)) == text
    assert " ".join(text.split()) == text


@given(positions(), st.sampled_from([0, 1]))
def test_codes_survive_every_notation(position: Position, base: int) -> None:
    game = position.game
    for notation in (CANONICAL, notation_for("bc"), Notation("", base), Notation("ROYGBVWKCM")):
        for turn in position.turns:
            text = notation.format(game, turn.guess)
            assert notation.parse(game, text) == turn.guess
            assert notation.parse(game, text.replace(",", " ")) == turn.guess


@given(positions())
def test_numbers_are_read_for_any_game(position: Position) -> None:
    for turn in position.turns:
        if position.game.pegs > 1:
            numbers = ",".join(str(color + 1) for color in turn.guess)
            assert CANONICAL.parse(position.game, numbers, alone=False) == turn.guess


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for game in (Game(4, 6), Game(2, 50), Game.parse("p3c4-t")):
        for read in (CANONICAL.parse, parse_reply):
            with suppress(BadInput):
                read(game, text)
    with suppress(BadInput, Unavailable):  # a text such as `.toml` names a file that is not there
        Position.parse(text)


@pytest.mark.parametrize(
    ("rules", "text", "reply"),
    [
        ("p4c6", "1b2w", Reply(black=1, white=2)),
        ("p4c6", "1,2", Reply(black=1, white=2)),
        ("p4c6", "1 2", Reply(black=1, white=2)),
        ("p4c6", "1A2B", Reply(black=1, white=2)),
        ("p4c6", "●○○", Reply(black=1, white=2)),
        ("p4c6", "● ○ ○", Reply(black=1, white=2)),
        ("p4c6", "2w", Reply(black=0, white=2)),
        ("p4c6", "4b0w", Reply(black=4, white=0, solved=True)),
        ("p4c6", "solved", Reply(black=4, white=0, solved=True)),
        ("p4c6-b", "2b", Reply(black=2)),
        ("p4c6-b", "2", Reply(black=2)),
        ("p4c6-b", "4b", Reply(black=4, solved=True)),
        ("p4c6-t", "3t", Reply(total=3)),
        ("p4c6-t", "4t", Reply(total=4)),
        ("p4c6-t", "solved", Reply(solved=True)),
        ("p4c6-w", "1w", Reply(white=1)),
        ("p4c6-w", "○○", Reply(white=2)),
        ("p4c6-w", "solved", Reply(solved=True)),
    ],
)
def test_replies_as_people_type_them(rules: str, text: str, reply: Reply) -> None:
    game = Game.parse(rules)
    assert parse_reply(game, text) == reply
    assert parse_reply(game, str(reply)) == reply


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("p4c6", ""),
        ("p4c6", "1a2w"),
        ("p4c6", "5b0w"),
        ("p4c6", "3t"),
        ("p4c6", "-1b0w"),
        ("p4c6", "1b2w3t"),
        ("p4c6-b", "1b2w"),
        ("p4c6-t", "5t"),
        ("p4c6-w", "1b"),
        ("p4c6", "1" * 5000 + "b"),
    ],
)
def test_wrong_replies(rules: str, text: str) -> None:
    with pytest.raises(BadReply):
        parse_reply(Game.parse(rules), text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", BadPosition, "empty"),
        ("p9", BadRules, "not a valid rules id"),
        ("p4c6 1122", BadPosition, "turn 1: '1122' has no colon"),
        ("p4c6 1122:1b0w 112:1b0w", BadCode, "turn 2: '112' has 3 pegs; a code of p4c6 has 4"),
        ("p4c6 1127:1b0w", BadCode, "'7' in '1127' is not a colour of p4c6"),
        ("p4c10n 1123:2b2w", BadReply, "the reply 2b2w is impossible"),
        ("p4c6 1122:3b1w", BadReply, "the reply 3b1w is impossible"),
        ("p4c6 1111:1b1w", BadReply, "one colour never gets a white"),
        ("p3c50 1,2,51:0b0w", BadCode, "51 is not a colour"),
        ("p3c50 123:0b0w", BadCode, "1 peg"),
    ],
)
def test_errors_name_the_turn_and_the_fault(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Position.parse(text)


def test_bulls_and_cows_speaks_in_digits() -> None:
    game = Game.parse("bc")
    assert notation_for("bc").format(game, (0, 1, 2, 9)) == "0129"
    assert notation_for("bc-b").parse(game, "9810") == (9, 8, 1, 0)
    assert str(Position.parse("bc 0123:1b1w")) == "p4c10n 1234:1b1w"


def test_symbols() -> None:
    notation = notation_for("p4c6", "RGBYOP")
    game = Game(4, 6)
    assert notation.format(game, (0, 0, 1, 5)) == "RRGP"
    assert notation.parse(game, "rrgp") == (0, 0, 1, 5)
    with pytest.raises(BadCode, match="RGBYOP"):
        notation.parse(game, "RRGX")
    for wrong in ("RRGB", "R GB", "R,GB", "Rr"):
        with pytest.raises(BadInput):
            notation_for("p4c6", wrong)
    with pytest.raises(BadInput, match="cannot be combined"):
        notation_for("p4c6", "RGBYOP", 0)


def test_ten_thousand_pegs() -> None:
    game = Game(10_000, 10_000)
    code = tuple(range(10_000))
    position = Position(game).after(code, game.reply(code, code[::-1]))
    assert Position.parse(str(position)) == position
    assert str(position.turns[0].reply) == "0b10000w"


@pytest.mark.parametrize("text", ["9" * 5_000, "9" * 5_000 + ",1,1", "1,1," + "x" * 5_000, "1 " * 5_000])
def test_what_is_wrong_is_quoted_shortly(text: str) -> None:
    with pytest.raises(BadCode) as raised:
        CANONICAL.parse(Game(3, 50), text)
    assert len(str(raised.value)) < 200


def test_names_of_colours() -> None:
    """Names are symbols that commas separate, or blanks where a code stands alone; a name that is not given is none."""
    game, names = Game(4, 6), notation_for("p4c6", "red,green,blue,yellow,orange,purple")
    assert (
        names.parse(game, "yellow,GREEN,blue,orange") == names.parse(game, "yellow green blue orange") == (3, 1, 2, 4)
    )
    assert names.format(game, (3, 1, 2, 4)) == "yellow,green,blue,orange"
    position = Position.parse("p4c6 yellow,green,blue,orange:0b2w red red red red = 1b", names)
    assert str(position) == "p4c6 4235:0b2w 1111:1b0w"
    with pytest.raises(BadCode, match=r"'pink' .* expected colours red, green, blue, yellow, orange, purple"):
        names.parse(game, "red,red,red,pink")
    with pytest.raises(BadCode, match="--symbols reads names"):
        Position.parse("p4c6 yellow,green,blue,orange:0b2w", CANONICAL)
    assert str(Position.parse("p4c6 yellow,green,blue,orange:0b2w")) == "p4c6 4326:0b2w"
    for wrong in ("red,,blue", "red,RED", "red,dark blue"):
        with pytest.raises(BadInput):
            notation_for("p2c2", wrong)
    assert notation_for("p4c6", "R,G,B,Y,O,P") == notation_for("p4c6", "RGBYOP")
    assert CANONICAL.parse(Game(4, 35), "BLUE") == (10, 20, 29, 13)


def test_tunes_are_read_in_notes_and_in_digits() -> None:
    tune = "p5c7 11223:1b2w"
    assert str(Position.parse("nethack AABBC:1b2w")) == str(Position.parse("nethack 11223:1b2w")) == tune
    with pytest.raises(BadCode, match="'H'"):
        Position.parse("nethack AABBH:1b2w")
