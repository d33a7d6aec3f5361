"""The rules and the reply, against enumeration and the laws they obey."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from codepegs.errors import BadCode, BadReply, BadRules
from codepegs.game import CANONICAL
from codepegs.game.parts import code_array
from codepegs.game.reply import Reply, View, score
from codepegs.game.rules import Game


def all_codes(game: Game) -> list[tuple[int, ...]]:
    codes = product(range(game.colors), repeat=game.pegs)
    return [code for code in codes if game.repeats or len(set(code)) == game.pegs]


SMALL_GAMES = [
    Game(pegs, colors, repeats, view)
    for pegs, colors in [(1, 1), (1, 4), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (4, 5)]
    for repeats in (True, False)
    for view in View
    if (repeats or colors >= pegs) and (colors < 5 or not repeats)
]


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_possible_replies_are_those_that_occur(game: Game) -> None:
    codes = all_codes(game)
    assert len(codes) == game.size
    seen = set()
    for guess in codes:
        occurring = {game.reply(guess, secret) for secret in codes}
        seen |= occurring
        counts = range(game.pegs + 1)
        conceivable = {game._show(b, w) for b in counts for w in counts} | {game.win}
        assert {reply for reply in conceivable if game.can_reply(guess, reply)} == occurring
    assert set(game.replies()) == seen
    assert len(game.replies()) == len(seen)
    assert game.replies()[-1] == game.win


codes_of_one_game = st.tuples(st.integers(1, 40), st.integers(1, 200)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, shape[1] - 1), min_size=shape[0], max_size=shape[0]).map(tuple), min_size=2, max_size=2
    )
)


@given(codes_of_one_game, st.randoms(use_true_random=False))
def test_reply_laws(pair: list[tuple[int, ...]], random: object) -> None:
    guess, secret = pair
    black, white = score(guess, secret)
    assert score(secret, guess) == (black, white)
    assert 0 <= black <= black + white <= len(secret)
    assert (black == len(secret)) == (secret == guess)
    assert (black, white) != (len(secret) - 1, 1)
    order = list(range(len(secret)))
    random.shuffle(order)  # type: ignore[attr-defined]
    assert score([guess[i] for i in order], [secret[i] for i in order]) == (black, white)
    shifted = [[color * 7 % 1009 for color in code] for code in pair]
    assert score(*shifted) == (black, white)


@given(codes_of_one_game)
def test_given_replies_are_possible(pair: list[tuple[int, ...]]) -> None:
    guess, secret = pair
    for view in View:
        game = Game(len(secret), 200, True, view)
        assert game.can_reply(guess, game.reply(guess, secret))


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("p4c6", Game(4, 6)),
        ("p4c6r", Game(4, 6)),
        ("P4C6", Game(4, 6)),
        ("mm", Game(4, 6)),
        ("mm-b", Game(4, 6, view=View.BLACK)),
        ("bc", Game(4, 10, repeats=False)),
        ("bc-t", Game(4, 10, repeats=False, view=View.TOTAL)),
        ("super", Game(5, 8)),
        ("nethack-w", Game(5, 7, view=View.WHITE)),
        ("p10000c10000", Game(10_000, 10_000)),
        ("p3c3n", Game(3, 3, repeats=False)),
    ],
)
def test_rules_ids(text: str, game: Game) -> None:
    assert Game.parse(text) == game
    assert Game.parse(str(game)) == game


@pytest.mark.parametrize(
    "text", ["", "p0c6", "p4c0", "p4c3n", "p10001c2", "p2c10001", "p4", "4x6", "p4c6-x", "mm-n", "p4c6nn", "p٤c6"]
)
def test_impossible_rules_are_refused(text: str) -> None:
    with pytest.raises(BadRules):
        Game.parse(text)


def test_codes_are_checked() -> None:
    game = Game.parse("p3c4n")
    assert game.check_code([0, 1, 2]) == (0, 1, 2)
    for wrong in ([0, 1], [0, 1, 4], [0, 1, -1], [0, 1, 1]):
        with pytest.raises(BadCode):
            game.check_code(wrong)


def test_impossible_replies_say_why() -> None:
    with pytest.raises(BadReply, match="the last peg cannot be white"):
        Game(4, 6).check_reply((0, 1, 2, 3), Reply(black=3, white=1))
    with pytest.raises(BadReply, match="one colour never gets a white"):
        Game(4, 6).check_reply((0, 0, 0, 0), Reply(black=1, white=1))


@pytest.mark.parametrize("rules", ["p1c1", "p3c4", "p3c4-b", "p4c5n-w", "p4c4-t", "p30c70"])
def test_the_reply_matrix_is_every_reply(rules: str) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(5)
    codes = [tuple(rng.choice(game.colors, game.pegs, replace=game.repeats).tolist()) for _ in range(12)]
    guesses, secrets = codes[:5], [CANONICAL.format(game, code) for code in codes]
    matrix = game.reply_matrix(guesses, secrets, workers=2)
    assert matrix.shape == (5, 12)
    assert matrix.dtype == (np.uint8 if len(game.replies()) <= 256 else np.uint16)
    for row, guess in zip(matrix, guesses, strict=True):
        assert [game.replies()[n] for n in row] == [game.reply(guess, secret) for secret in codes]
    assert (game.reply_matrix(np.array(guesses), np.array(codes)) == matrix).all()


def test_what_is_no_code_is_refused_by_the_reply_matrix() -> None:
    game = Game.parse("p4c6")
    for wrong in (["11227"], ["112"], [(0, 1, 2)], [(0, 1, 2, 6)], np.array([[0, 1, 2, 6]]), np.zeros((3, 3), int)):
        with pytest.raises(BadCode):
            game.reply_matrix(wrong, ["1122"])
    with pytest.raises(BadCode, match="a sequence of codes"):
        game.reply_matrix("1122", ["1122"])
    with pytest.raises(BadCode):
        Game.parse("p3c4n").reply_matrix(np.array([[0, 0, 1]]), ["123"])
    assert game.reply_matrix([], ["1122"]).shape == (0, 1)
    assert code_array(game, []).shape == (0, 4)
