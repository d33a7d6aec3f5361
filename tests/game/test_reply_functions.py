"""Listed games whose replies a function computes: what it is called with, pickles, equality."""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

from codepegs import (
    Candidates,
    ListedGame,
    Position,
)
from codepegs.game import allowed_after, replies_by_all

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
    return game.given_texts, game.texts, game.digest, shown


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
    assert ListedGame(*arguments, later).digest == "a1f0cd75bfb9"
    assert ListedGame(*arguments, later, hard=True, weights=[1, 2, 3]).digest == "a4c1a72866a6"
    assert ListedGame(*arguments, "wordle").digest == "c8a78a13e2ca"
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
