"""Replies and turns in every notation mean what their canonical texts mean."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest

from codepegs import Game, ListedGame, Position, parse_reply, suggest
from codepegs.analysis import check_consistency, list_candidates
from codepegs.errors import BadInput, BadPosition, BadReply
from codepegs.game import CANONICAL, COLOR_NAMES, Notation, Reply, View, as_json, notation_for
from tests import extent
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
    if game.pegs > 1:  # a single x or o says too little
        texts += ["x" * black + "o" * white + "." * (game.pegs - black - white), "X" * black + "O" * white + "."]
    texts += ["0"] * (not black + white)
    texts += [f"{black}b"] * (not white) + [f"{white}w"] * (not black)
    texts += ["B" * black + "W" * white] if black + white else []
    return texts + [f"{black}{white}"] * (game.pegs <= 9)


def ways_to_write_codes(game: Game, code: tuple[int, ...]) -> list[str]:
    """The texts of a guess."""
    text = CANONICAL.format(game, code)
    numbers = [str(color + 1) for color in code]
    names = [",".join(COLOR_NAMES[color] for color in code)] if max(code) < len(COLOR_NAMES) and game.pegs > 1 else []
    return [text, text.lower(), " ".join(numbers), *names] + [", ".join(numbers)] * (game.pegs > 1)


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


@pytest.mark.parametrize(
    "text",
    [
        "1122 (1,0) 1344 (0, 2)",
        "1122 – 1b0w, 1344 — 0b2w",
        "1122 - 1b0w, 1344 - 0b2w",
        "1122|1b0w 1344|0b2w",
        "1122 1b0w | 1344 0b2w",
    ],
)
def test_other_signs_between_guess_and_reply(text: str) -> None:
    assert str(Position.parse(f"p4c6 {text}")) == "p4c6 1122:1b0w 1344:0b2w"


@pytest.mark.parametrize("text", ["12", "01", "10"])
def test_two_digits_in_games_of_many_pegs_are_refused_with_both(text: str) -> None:
    black, white = text[0], text[1]
    with pytest.raises(BadReply, match=rf"can mean {int(text)}b0w .* or {black}b{white}w"):
        parse_reply("p12c10", text)


@pytest.mark.parametrize("text", ["1B", "2B", "2 B", "0B"])
def test_a_capital_b_is_refused_with_both_where_two_counts_may_be_shown(text: str) -> None:
    with pytest.raises(BadReply, match=r"can mean \db0w .* or 0b\dw .*: write one of these"):
        Reply(text)
    with pytest.raises(BadReply, match=r"can mean \db0w .* or 0b\dw .*: write one of these"):
        parse_reply("p4c6", text)
    assert parse_reply("p4c6-b", text) == Reply(black=int(text[0]))


def test_the_reply_of_a_board_in_plain_ascii_and_codes_of_its_letters() -> None:
    assert str(Position.parse("p4c6 1122 xo.. 1344 oo..")) == "p4c6 1122:1b1w 1344:0b2w"
    assert str(Position.parse("p4c35 XXOO xo..")) == "p4c35 XXOO:1b1w"
    with pytest.raises(BadReply, match="is not a valid reply"):
        parse_reply("p4c6", "x")


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


def ways_to_write_positions(game: Game, draw: random.Random) -> tuple[str, list[str]]:
    """The canonical text of a position, and texts with each notation of its first guess and of its first reply."""
    (guess, reply), *others = random_turns(game, draw, 2)
    rest = [f"{CANONICAL.format(game, other)}:{given}" for other, given in others]
    codes, replies = ways_to_write_codes(game, guess), ways_to_write(game, reply)
    first = [f"{code}{draw.choice([':', ' = ', '：'])}{given}" for code in codes for given in replies[:1]]
    first += [f"{draw.choice(codes)}{draw.choice([':', ' -> ', ' = '])}{given}" for given in replies]
    canonical = " ".join([str(game), f"{CANONICAL.format(game, guess)}:{reply}", *rest])
    return canonical, ["\n".join([str(game), one, *rest]) for one in first]


def timeless(record: object) -> object:
    assert isinstance(record, dict)
    return {key: value for key, value in record.items() if not key.startswith("seconds")}


@pytest.mark.parametrize("rules", GAMES)
def test_each_notation_gives_the_json_of_the_canonical_text(rules: str, cli: Cli, api: Api) -> None:
    """`score`, `candidates`, Python and the server; where every code can be listed, also the figures."""
    game, draw = Game.parse(rules), random.Random(rules)
    canonical, texts = ways_to_write_positions(game, draw)

    def answers(text: str) -> list[object]:
        found: list[object] = [cli.json("score", text), str(Position.parse(text))]
        found.append(api.http.post("/api/v1/svg", json={"position": text}).text)
        if game.size <= 100_000:
            found += [cli.json("candidates", text, "--top", "3"), api.post("/candidates", {"position": text})]
            found += [msgspec.to_builtins(as_json(list_candidates(text, 3)))]
            found += [api.post("/explain", {"position": text}), msgspec.to_builtins(as_json(check_consistency(text)))]
        return found

    wanted = answers(canonical)
    assert wanted[1] == canonical
    assert {str(Position.parse(text)) for text in texts} == {canonical}
    for text in draw.sample(texts, min(len(texts), extent.of(len(texts), 3))):
        assert answers(text) == wanted, text


@pytest.mark.parametrize("rules", ["p4c6", "bc", "p4c6-t", "p3c5-w"])
def test_each_notation_gives_the_suggestions_of_the_canonical_text(rules: str, cli: Cli, api: Api) -> None:
    game, draw = Game.parse(rules), random.Random(rules)
    canonical, texts = ways_to_write_positions(game, draw)

    def answers(text: str) -> list[object]:
        options = {"strategy": "minimax", "top": 2}
        words = ["--strategy", "minimax", "--top", "2"]
        return [
            timeless(cli.json("suggest", text, *words)),
            timeless(api.post("/suggest", {"position": text, **options})),
            timeless(msgspec.to_builtins(as_json(suggest(text, "minimax", top=2, seed=0)))),
        ]

    wanted = answers(canonical)
    assert wanted[0] == wanted[1] == wanted[2]
    for text in draw.sample(texts, 6):
        assert answers(text) == wanted, text


UNKNOWN = ["p4c6 1122:? 3344:1b0w", "p4c6 1122:0b?w", "p4c6 1122:?b2w 3456:?", "p4c6-t 1122:? 1233:2t", "bc 0123:?,1"]


@pytest.mark.parametrize("text", UNKNOWN)
def test_unknown_replies_over_http(text: str, cli: Cli, api: Api) -> None:
    """The server answers what the commands and Python answer."""
    position = Position.parse(text)
    left = len(position.candidates())
    assert timeless(api.post("/suggest", {"position": text, "top": 2})) == timeless(
        cli.json("suggest", text, "--top", "2", "--seed", "0")
    )
    found = api.post("/candidates", {"position": text, "limit": 5})
    assert (found["position"], found["candidates"]) == (str(position), left)
    assert found == cli.json("candidates", text, "--top", "5")
    explained = api.post("/explain", {"position": text})
    assert (explained["position"], explained["consistent"], explained["candidates"]) == (str(position), True, left)
    reviewed = api.post("/coach", {"position": text})
    assert reviewed == cli.json("coach", text)
    unknown = [turn.reply.unknown for turn in position.turns]
    assert [turn["luck"] is None for turn in reviewed["turns"]] == unknown
    assert reviewed["turns"][-1]["candidates_after"] == left


def test_a_contradiction_of_unknown_replies_over_http(api: Api) -> None:
    text = "p4c6 1122:0b?w 1122:1b?w"
    for path in ("/suggest", "/candidates", "/coach", "/explain"):
        found = api.post(path, {"position": text})
        assert (found["candidates"], found["conflict"]) == (0, [1, 2])


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("p4c6 red,green,blue,red:1b2w", "p4c6 1321:1b2w"),
        ("p4c6 Red, Green, Blue, Red = 1,2; 1122:0b0w", "p4c6 1321:1b2w 1122:0b0w"),
        ("p4c8 brown,orange,black,white:?", "p4c8 8765:?"),
        ("p4c50 red,blue,red,blue ●", "p4c50 1,2,1,2:1b0w"),
        ("bc red,green,blue,white:1A1B", "p4c10n 1325:1b1w"),
        ("p4c35 BLUE:1b0w", "p4c35 BLUE:1b0w"),
    ],
)
def test_names_of_colours_are_read_without_an_option(text: str, canonical: str, cli: Cli, api: Api) -> None:
    assert cli("score", text) == f"{canonical}\n"
    assert str(Position.parse(text)) == canonical
    assert api.post("/explain", {"position": text})["position"] == canonical


@pytest.mark.parametrize(
    ("text", "canonical", "names"),
    [
        ("p4c6 red,orange,blue,red:1b0w", "p4c6 1621:1b0w", "red,blue,green,yellow,white,orange"),
        ("p4c6 Purple, Orange, blue, red = 1,0", "p4c6 6521:1b0w", "red,blue,green,yellow,orange,purple"),
        ("p4c6 orange,red,red,red ● black,red,red,red oo", "p4c6 5111:1b0w 6111:0b2w", None),
        ("p4c6 1166:0b2w red,orange,blue,red:1b0w", "p4c6 1166:0b2w 1521:1b0w", None),
        ("p4c6 red,orange,blue,red:1b0w, 1 1 2 2:0b1w", "p4c6 1621:1b0w 1122:0b1w", None),
        ("p4c6 1122 02 orange,red,red,red 1b", "p4c6 1122:0b2w 6111:1b0w", None),
        ("p4c6 red orange blue red = 1,0; red, gold,blue  red 2  white", "p4c6 1621:1b0w 1521:0b2w", None),
        ("p1c6 orange:0b0w red 0", "p1c6 6:0b0w 1:0b0w", None),
        ("p2c2 gold,silver:1b0w", "p2c2 21:1b0w", "silver,gold"),
        ("bc gray,red,blue,green:1A1B", "p4c10n A123:1b1w", None),
        ("p4c12 purple,pink,violet,red:1b0w", "p4c12 9AC1:1b0w", None),
        ("p4c6 red,red,blue,blue: 1 black, red,orange,red,red: 2 white", "p4c6 1122:1b0w 1611:0b2w", None),
    ],
)
def test_names_of_other_colours_take_the_places_of_colours_not_named(
    text: str, canonical: str, names: str | None, cli: Cli, api: Api
) -> None:
    assert cli("score", text) == f"{canonical}\n"
    assert str(Position.parse(text)) == str(Position(text)) == canonical
    assert api.post("/explain", {"position": text})["position"] == canonical
    if names:
        notation = Notation.of(text)
        assert notation.symbols == tuple(names.split(","))
        assert Position.parse(canonical.replace(" 1621", " red,orange,blue,red"), notation) == Position.parse(text)


def test_the_answer_is_in_the_names_that_were_typed(cli: Cli) -> None:
    text, canonical = "p4c6 red,orange,blue,red:1b2w", "p4c6 1621:1b2w"
    names = "red,blue,green,yellow,white,orange"
    for command in ("suggest", "candidates", "coach"):
        assert cli(command, text) == cli(command, canonical, "--symbols", names)
        assert timeless(cli.json(command, text)) == timeless(cli.json(command, canonical))
    secret = ("--secret", "red,blue,green,orange")
    assert cli("coach", text, *secret) == cli("coach", canonical, "--symbols", names, *secret)
    boards = "p4c6 red,orange,blue,red:1b0w / red,black,red,red:1b0w"
    names = "red,blue,green,yellow,orange,black"
    assert cli("suggest", boards) == cli("suggest", "p4c6 1521:1b0w / 1611:1b0w", "--symbols", names)
    assert cli("score", "gold,silver", "silver,gold") == "0b2w (no black, two white)\n"
    assert cli("score", "orange,purple,red,red", "red,orange,gold,purple") == "0b3w (no black, three white)\n"


def test_a_secret_in_names_of_other_colours(cli: Cli) -> None:
    for arguments, answers in (
        ([], "4 6\nred orange pink blue\n"),
        (["solve", "p4c6", "red", "orange", "pink", "blue"], ""),
    ):
        printed = " ".join(cli(*arguments, answers=answers).split())
        assert "red orange pink blue ●●●● four black" in printed
    printed = cli("solve", "p4c6", "-s", "entropy", "--first", "red,red,orange,orange", "--seed", "1")
    assert "1 red red orange orange" in " ".join(printed.split())


def test_names_stay_at_a_prompt(cli: Cli) -> None:
    """A name keeps its colour; one that is typed later takes the place of a colour that was not guessed."""
    guesses = "red,orange,blue,red\nblack,orange,black,red\n1 1 2 2\nred,gold,silver,blue\nquit\n"
    printed = cli("play", "p4c6", "--seed", "1", answers=guesses)
    assert "black orange black red" in " ".join(printed.split())
    again = printed[printed.index("codepegs play") :]
    assert re.search(r"'p4c6 1621:\w+ 5651:\w+ 1122:\w+ 1432:\w+' --symbols red,blue,silver,gold,black,orange", again)


@pytest.mark.parametrize("text", ["1122:1  black 1344 0 black 2 white", "1122:1 Black, 1344: 2 WHITE"])
def test_counts_in_words_are_no_names(text: str, cli: Cli) -> None:
    assert cli("suggest", f"p4c6 {text}") == cli("suggest", "p4c6 1122:1b0w 1344:0b2w")


def test_more_names_than_colours_are_refused(cli: Cli, api: Api) -> None:
    text = "p4c4 red,blue,green,yellow:1b0w orange,red,red,red:1b0w"
    words = "red, blue, green, yellow, orange are 5 colours, but p4c4 has 4"
    assert words in cli.complaint("suggest", text)
    with pytest.raises(BadInput, match=words):
        Position.parse(text)
    assert words in api.http.post("/api/v1/suggest", json={"position": text}).json()["error"]["message"]


def test_the_coach_of_the_server_reads_a_secret_in_names(api: Api) -> None:
    text = "p4c6 red,orange,blue,red:1b2w"
    found = api.post("/coach", {"position": text, "secret": "red,blue,gold,orange"})
    assert found == api.post("/coach", {"position": "p4c6 1621:1b2w", "secret": "1256"})
    assert found == api.post("/coach", {"position": text, "secret": "1256"})


def test_tunes_are_answered_in_what_was_typed(cli: Cli) -> None:
    assert cli("suggest", "nethack AABBC:1b2w") == cli("suggest", "p5c7 11223:1b2w", "--symbols", "ABCDEFG")
    assert cli("suggest", "nethack 11223:1b2w") == cli("suggest", "p5c7 11223:1b2w")
    assert cli("candidates", "nethack a a b b c = 1,2", "--top", "1").strip().isalpha()
    assert cli.json("suggest", "nethack AABBC:1b2w")["position"] == "p5c7 11223:1b2w"
    printed = cli("play", "nethack", "--seed", "1", answers="AABBC\n11223\nquit\n")
    assert "codepegs play 'nethack AABBC:" in printed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "1122 1b0w 3344",
            "turn 2: '3344' has no reply: expected guess:reply, e.g. '3344:1b2w', or 3344:? if it is unknown",
        ),
        ("1122:1b0w 3344", "turn 2: '3344' has no colon and no reply: expected guess:reply, e.g. '3344:1b2w'"),
        ("1122:", "turn 1: '1122:' has no reply: expected guess:reply, e.g. '1122:1b2w'"),
        ("1122 = 1,0; 1 3 4 4", "turn 2: '1 3 4 4' has no reply"),
        ("1122 ● 3344 1344 ○○", "turn 2: '3344' has no reply"),
        ("1122: 3344:1b0w", "turn 1: '1122' has no reply"),
        ("1122 3344", "turn 1: '1122' has no colon and no reply"),
        ("red,red,blue,blue:1b0w red,orange,red,red", "turn 2: 'red,orange,red,red' has no colon and no reply"),
    ],
)
def test_a_turn_without_a_reply_is_named(text: str, words: str, cli: Cli, api: Api) -> None:
    with pytest.raises(BadPosition) as caught:
        Position.parse(f"p4c6 {text}")
    assert words in str(caught.value)
    assert words in cli.complaint("suggest", f"p4c6 {text}")
    assert words in api.http.post("/api/v1/suggest", json={"position": f"p4c6 {text}"}).json()["error"]["message"]


def test_names_of_colours_at_a_prompt_and_in_a_score(cli: Cli) -> None:
    printed = cli("play", "p4c6", "--seed", "1", answers="red, green, blue, red\nquit\n")
    assert "codepegs play 'p4c6 1321:" in printed
    assert cli("score", "red,red,blue,blue", "red,blue,red,green") == "1b2w (one black, two white)\n"


@pytest.mark.parametrize(
    ("text", "symbols", "words"),
    [
        (
            "red,green,blue,orange",
            None,
            "'orange' in .* is not a colour of p4c6: .* red, blue, green, yellow, white, black",
        ),
        ("red,green,pink,red", None, "'pink' in 'red,green,pink,red' is not a colour number"),
        ("red,green,blue", None, "has 3 pegs"),
        ("red,green,blue,red", "RGBYOP", "can mean RGBR .initials. or 1321 .the classic order red, blue, green"),
    ],
)
def test_names_that_are_not_read(text: str, symbols: str | None, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Position.parse(f"p4c6 {text}:1b0w", notation_for("p4c6", symbols))


def test_names_with_two_meanings_are_refused_by_commands(cli: Cli) -> None:
    said = cli.complaint("suggest", "p4c6 red,green,blue,red:1b2w", "--symbols", "RGBYOP")
    assert "can mean RGBR (initials) or 1321 (the classic order" in said


def test_initials_and_names_that_mean_the_same() -> None:
    assert notation_for("p4c6", "RBGYWK").parse("p4c6", "red,green,blue,red") == (0, 2, 1, 0)
    assert notation_for("p4c6", "red,green,blue,yellow,white,black").parse("p4c6", "red,green,blue,red") == (0, 1, 2, 0)


@pytest.mark.parametrize(("text", "words"), [("1B", r"\(1 cow, as in 0A1B\)"), ("2B", r"\(2 cows, as in 0A2B\)")])
def test_a_lone_b_can_be_cows(text: str, words: str) -> None:
    with pytest.raises(BadReply, match=words):
        parse_reply("p4c6", text)
