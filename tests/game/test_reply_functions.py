"""Listed games whose replies a function computes: what it is called with, pickles, equality; secrets that are alike."""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from html import escape
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from codepegs import (
    Candidates,
    ListedGame,
    Position,
    Reply,
    build_tree,
    evaluate,
    explain_contradiction,
    improve,
    optimal,
    play,
    review,
    suggest,
    verify,
)
from codepegs.errors import BadRules
from codepegs.game import allowed_after, as_json, board_svg, replies_by_all
from codepegs.game.reply_table import alike_secrets
from codepegs.match import play_boards

SECRETS, MORE = ["red", "Blue", "straße", "ÉTÉ"], ["t1", "Red?"]
GIVEN = (*SECRETS, *MORE)
FOLDED = ("RED", "BLUE", "straße", "ÉTÉ", "T1", "RED?")


def capitals(guess: str, secret: str) -> str:
    """The capitals of both, which only the texts as given show."""
    return f"{sum(map(str.isupper, guess))}<{sum(map(str.isupper, secret))}"


def later(guess: str, secret: str) -> int:
    """The places in which the letter of the guess comes later; case does not matter."""
    return sum(mine > theirs for mine, theirs in zip(guess.lower(), secret.lower(), strict=True))


def silent(guess: str, secret: str) -> str:
    """No information."""
    return "?"


def described(game: ListedGame) -> tuple[object, ...]:
    """What a worker makes of a game."""
    secrets = game.texts[: game.size]
    shown = [[str(game.reply(guess, secret)) for secret in secrets] for guess in game.texts]
    return game.given_texts, game.texts, game._digest, shown


def test_a_function_gets_the_texts_as_given() -> None:
    calls = []

    def asked(guess: str, secret: str) -> str:
        calls.append((guess, secret))
        return capitals(guess, secret)

    game = ListedGame(SECRETS, MORE, asked, weights={"RED": 1, "blue": 2, "straße": 3, "Été": 4}, hard=True)
    assert (game.given_texts, game.texts) == (GIVEN, FOLDED)
    assert set(calls) == set(itertools.product(GIVEN, SECRETS))
    assert str(game.reply("t1", "ÉTÉ")) == "0<3"
    assert str(game.reply("blue", "RED")) == "1<0"
    calls.clear()
    allowed_after(game, Position(game).after("t1", "0<1").turns[0])
    replies_by_all(game, 1)
    assert calls
    assert all(guess in GIVEN and secret in GIVEN for guess, secret in calls)


def test_codes_are_still_written_and_read_in_any_case() -> None:
    game = ListedGame(SECRETS, MORE, capitals, name="any-case")
    position = Position.parse("any-case t1:0<1")
    assert str(position) == "any-case T1:0<1"
    assert [game.text_of(code) for code in Candidates.after(position)] == ["BLUE"]


def test_hashes_are_those_of_the_folded_texts() -> None:
    """They are part of files, so the figures stay."""
    arguments = ["three", "Eerie", "crane"], ["SLATE"]
    assert ListedGame(*arguments, later)._digest == "a1f0cd75bfb9"
    assert ListedGame(*arguments, later, hard=True, weights=[1, 2, 3])._digest == "a4c1a72866a6"
    assert ListedGame(*arguments, "wordle")._digest == "c8a78a13e2ca"
    upper = ListedGame(["THREE", "EERIE", "CRANE"], ["SLATE"], later)
    assert upper == ListedGame(*arguments, later)
    assert hash(upper) == hash(ListedGame(*arguments, later))


def test_games_with_other_replies_are_not_equal() -> None:
    upper = ListedGame([text.upper() for text in SECRETS[:2]], MORE, capitals, name="cases")
    given = ListedGame(SECRETS[:2], MORE, capitals, name="cases")
    assert upper.texts == given.texts
    assert upper != given


def test_workers_get_the_texts_as_given() -> None:
    games = [
        ListedGame(SECRETS, MORE, capitals, name="travels"),
        ListedGame(["three", "Eerie"], ["Crane"], later),
        ListedGame({"cat": [4], "Hen": [2]}, {"ant": [6]}, "columns"),
    ]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        for game, found in zip(games, pool.map(described, games), strict=True):
            assert found == described(game)
            again = pickle.loads(pickle.dumps(game))
            assert again == game
            assert again.given_texts == game.given_texts


def test_pickles_of_upper_case_are_read() -> None:
    """As codepegs 0.1.0 wrote them."""
    text = (
        b"ccodepegs.game.listed\n_rebuilt\np0\n((dp1\nVTHREE\np2\nNsVEERIE\np3\nNs(dp4\ng2\nNsg3\nNsVSLATE\np5\nNs"
        b"Vwordle\np6\nVpickled-words\np7\nI00\n(I1\nI2\ntp8\ntp9\nRp10\n."
    )
    game = ListedGame(["three", "eerie"], ["slate"], "wordle", name="pickled-words", weights=[1, 2])
    assert pickle.loads(text) == game


# --- secrets that are alike


def alike(table: np.ndarray) -> set[tuple[int, int]]:
    """All pairs of secrets that no other guess tells apart."""
    pairs = itertools.combinations(range(table.shape[1]), 2)
    return {
        (one, two)
        for one, two in pairs
        if all(row[one] == row[two] for number, row in enumerate(table) if number not in (one, two))
    }


def test_alike_secrets_are_those_of_plain_python() -> None:
    rng = np.random.default_rng(5)
    found = [0, 0]
    for _ in range(600):
        secrets, parts = int(rng.integers(1, 8)), int(rng.integers(1, 4))
        table = rng.integers(parts, size=(max(3, secrets + int(rng.integers(0, 5))), secrets)).astype(np.uint16)
        if secrets > 1 and rng.random() < 0.5:
            one, two = rng.permutation(secrets)[:2]
            table[:, one] = table[:, two]
        table[np.arange(secrets), np.arange(secrets)] = parts
        wanted, pair = alike(table), alike_secrets(table)
        assert pair in wanted if wanted else pair is None
        found[bool(wanted)] += 1
    assert min(found) > 100


def one_pair(guess: str, secret: str) -> bool:
    """Two tests, one for each of two sets."""
    return (guess == "t1" and secret in ("red", "Blue")) or (guess == "t2" and secret == "green")


def test_a_list_with_alike_secrets_is_played(logged: list[str]) -> None:
    game = ListedGame(["red", "green", "Blue", "black"], ["t1", "t2"], one_pair)
    assert logged == [
        "RED and BLUE give the same reply to every guess of a list of codes but themselves: "
        "to distinguish them, one of them has to be guessed"
    ]
    dull = ListedGame(["red", "Blue", "green"], ["t1"], silent, name="dull")
    hard = ListedGame(["red", "Blue", "green"], reply=silent, name="dull-hard", hard=True)
    for each, secrets in ((game, 4), (dull, 3), (hard, 3)):
        least = 10 if secrets == 4 else 6
        for strategy in ("auto", "entropy", "expected-size", "minimax", "max-parts", "first-consistent", "optimal"):
            lengths = [play(each, secret, strategy).guesses for secret in each.texts[:secrets]]
            tree = build_tree(each, strategy)
            assert sum(lengths) == tree.figures.total >= least
            assert verify(tree).valid
            assert evaluate(each, strategy)[0].total == tree.figures.total
        assert suggest(Position(each))
        assert play(each, strategy="random-consistent", seed=1).solved
        assert each.hard or play_boards(each, 2, seed=1).solved
    best = optimal(dull).tree
    assert best is not None
    assert best.figures.total == 1 + 2 + 3
    assert improve(dull, passes=1).figures.total == 6
    position = Position(dull).after("red", "?")
    assert [dull.text_of(code) for code in Candidates.after(position)] == ["BLUE", "GREEN"]
    assert review(position.after("blue", "?").after("green", "solved")).turns
    assert explain_contradiction(position.after("blue", "?").after("green", "?")) is not None
    assert len(logged) == 3


@pytest.mark.parametrize(
    "game",
    [
        ListedGame(["CRANE", "CRATE", "TRACE"], ["SLATE", "CAROL"], "wordle"),
        ListedGame(["AB", "BA"]),
        ListedGame(["A"], ["B", "C"], silent),
    ],
    ids=["told apart", "no other guess", "one secret"],
)
def test_other_lists_give_no_warning(game: ListedGame, logged: list[str]) -> None:
    assert game._table.size
    assert logged == []


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (lambda guess, secret: tuple(mine == theirs for mine, theirs in zip(guess, secret, strict=True)), "False,True"),
        (lambda guess, secret: (sum(map(str.__eq__, guess, secret)), 0), "1b0w"),
        (lambda guess, secret: np.array([1, 2])[:1].sum() + sum(map(str.__eq__, guess, secret)), "2"),
        (lambda guess, secret: (guess[0] == secret[0], guess[1], 7), "False,b,7"),
        (lambda guess, secret: Reply(sum(map(str.__eq__, guess, secret)), 0), "1b0w"),
    ],
)
def test_a_function_may_return_a_tuple(reply: object, text: str) -> None:
    game = ListedGame(["ab", "bb", "ba"], reply=reply)  # type: ignore[arg-type]
    assert str(game.reply("ab", "bb")) == text
    position = Position(game).after("ab", text)
    assert Position.parse(str(position)).turns == position.turns
    assert game.text_of(suggest(position)[0].guess) == "BB"


class Mood(Enum):
    WARM = 1

    def __str__(self) -> str:
        return self.name


ODD_RETURNS: list[tuple[object, str | None]] = [
    (np.str_("hot"), "hot"),
    (np.int64(3), "3"),
    (np.float64(0.5), "0.5"),
    (np.bool_(True), "True"),
    (np.array(4), "4"),
    (np.array([1, 2]), "1b2w"),
    ([1, 2], "1b2w"),
    ((np.uint8(1), np.int16(2)), "1b2w"),
    ((np.bool_(True), np.bool_(False)), "True,False"),
    ((True, 1), "True,1"),
    ((1.0, 2), "1.0,2"),
    ((-1, 2), "-1,2"),
    ((1, 2, 3), "1,2,3"),
    (((1, 0), (0, 1)), "1b0w,0b1w"),
    ((Reply(total=3), "x"), "3t,x"),
    (Reply("2b1w"), "2b1w"),
    (10**30, str(10**30)),
    (Fraction(1, 3), "1/3"),
    (Decimal("1.50"), "1.50"),
    (1 - 2j, "(1-2j)"),
    (Mood.WARM, "WARM"),
    ("☀\ufe0f", "☀"),  # as it is read
    ("ａ", "a"),
    ("a:b", "a:b"),
    ("SOLVED", None),
    ("", None),
    ((), None),
    ("two words", None),
    (("a", "b c"), None),
    (("a,b", "c"), None),
    (((1, 2, 3), 4), None),
    ([[1, 2, 3], [4, 5, 6]], None),
    (np.eye(3), None),
    (10**5000, None),
    (None, None),
    ((1, None), None),
    (b"hot", None),
    ({1, 2}, None),
    ({"black": 1, "white": 2}, None),
    (iter("ab"), None),
    (np.ma.masked, None),
    (np.ma.array([1, 2], mask=[False, True]), None),
    (object(), None),
]


@pytest.mark.parametrize(("returned", "text"), ODD_RETURNS, ids=[str(number) for number in range(len(ODD_RETURNS))])
def test_what_a_function_returns_is_read_in_one_way(returned: object, text: str | None) -> None:
    """By the game, in positions, JSON and pictures, and from a codemaker."""
    game = ListedGame(["ab", "bb", "ba"], reply=lambda guess, secret: returned, name="odd")
    if text is None:
        with pytest.raises(BadRules, match="reply"):
            game.reply("ab", "bb")
        return
    assert str(game.reply("ab", "bb")) == text
    position = Position(game).after("ab", text)
    assert position == Position.parse(str(position)) == Position(game).after("ab", game.reply("ab", "bb"))
    if isinstance(returned, Reply):
        assert Position(game).after("ab", returned) == position
    assert msgspec.to_builtins(as_json(play(game, "ba", "first-consistent")))["turns"][0]["reply"] == text
    assert escape(text) in ElementTree.tostring(ElementTree.fromstring(board_svg(game, position.turns)), "unicode")
    again = play(game, codemaker=lambda guess: game.win if guess == (1, 0) else returned, strategy="first-consistent")
    assert str(again.turns[0].reply) == text


def test_replies_that_differ_in_case_are_told_apart() -> None:
    game = ListedGame(["ab", "bb", "ba"], reply=lambda guess, secret: "rR"[secret == "ba"], name="two-cases")
    for secret, text in (("bb", "r"), ("ba", "R")):
        position = Position.parse(f"two-cases ab:{text}")
        assert position.turns[0].reply == game.reply("ab", secret)
        assert Position.parse(str(position)) == position


def test_any_text_that_a_function_returns_can_be_read() -> None:
    rng = random.Random(1)
    signs = [
        *"abAB019:=,;|/()-+.?_\"'<>[]{}●○⚫🟩ｂｗ１é",
        "e\u0301",
        "ß",
        "İ",
        "solved",
        "1b0w",
        "–",
        "→",
        "=>",
        "\ufe0f",
    ]
    played = 0
    for _ in range(150):
        texts = ["".join(rng.choices(signs, k=rng.randint(1, 4))) for _ in range(4)]
        table = {(guess, secret): rng.choice(texts) for guess in "abcdef" for secret in "abcd"}
        game = ListedGame([*"abcd"], [*"ef"], lambda *codes, table=table: table[codes], name="any-text")
        try:
            replies = game.replies()
        except BadRules:
            continue
        for guess in "abcdef":
            for reply in {game.reply(guess, secret) for secret in "abcd"} & set(replies):
                position = Position(game).after(guess, reply)
                assert position == Position.parse(str(position)) == Position(game).after(guess, str(reply))
                played += 1
    assert played > 500


def test_a_codemaker_returns_what_the_reply_function_does() -> None:
    def marks(guess: str, secret: str) -> tuple[bool, ...]:
        return tuple(mine == theirs for mine, theirs in zip(guess, secret, strict=True))

    game = ListedGame(["ab", "bb", "ba"], reply=marks)
    played = play(game, codemaker=lambda guess: marks(game.text_of(guess).lower(), "ba"), strategy="minimax")
    assert played.solved
    assert [str(turn.reply) for turn in played.turns] == [str(game.reply(turn.guess, "ba")) for turn in played.turns]


@pytest.mark.parametrize("row", [5, 1.5, True])
def test_attributes_are_lists(row: object) -> None:
    with pytest.raises(BadRules, match=r"the attributes of 'crane' are .*: expected a list"):
        ListedGame({"crane": row})
