"""Codes of games of many pegs: alike to tuples in all, and logs that give back what they were given."""

from __future__ import annotations

import pickle
import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from codepegs.errors import BadCode, BadReply
from codepegs.game import rules as game_module
from codepegs.game.code_sequence import WHOLE_EVERY, LongCode, LongLog, code_of, long_score
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.reply import Reply, Turn, View, score
from codepegs.game.rules import LONG_PEGS, Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import PlayedTurn, iter_play
from codepegs.rng import Seed

colors_lists = st.lists(st.sampled_from([0, 1, 2, 7, 255, 256, 9_999]), min_size=1, max_size=12)


@given(colors_lists, colors_lists)
def test_a_long_code_is_as_its_tuple(one: list[int], other: list[int]) -> None:
    long, code = LongCode.of(one), tuple(one)
    assert long == code
    assert code == long
    assert hash(long) == hash(code)
    assert list(long) == one
    assert (long == LongCode.of(other)) == (one == other) == (long == tuple(other))
    assert (long < LongCode.of(other)) == (code < tuple(other))
    assert long[1:] == code[1:]
    assert long[-1] == code[-1]
    assert long.index(one[-1]) == code.index(one[-1])
    assert np.array(long).tolist() == one
    assert pickle.loads(pickle.dumps(long)) == long
    tally = Counter(code)
    assert long.tally.tolist() == [tally[color] for color in range(max(code) + 1)]
    assert long.levels == sorted(Counter(tally.values()).items())
    assert LongCode.of(long) is long
    assert long != one


@given(st.data())
def test_its_score(data: st.DataObject) -> None:
    pegs = data.draw(st.integers(1, 9))
    codes = st.lists(st.integers(0, 4), min_size=pegs, max_size=pegs)
    secret, guess = data.draw(codes), data.draw(codes)
    assert long_score(guess, secret) == score(guess, secret)


@given(st.data())
@settings(max_examples=60)
def test_a_long_game_is_as_a_short_one(data: st.DataObject) -> None:
    """The same game with the bound on pegs moved: replies, which replies are possible, which codes are."""
    game = Game(5, data.draw(st.integers(1, 4)), view=data.draw(st.sampled_from(View)))
    codes = st.lists(st.integers(0, game.colors - 1), min_size=5, max_size=5).map(tuple)
    secret, guess, reply = data.draw(codes), data.draw(codes), data.draw(st.sampled_from(game.replies()))
    told = game.reply(guess, secret), game.can_reply(guess, reply)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_module, "LONG_PEGS", 4)
        assert game._is_long
        assert (game.reply(guess, secret), game.can_reply(guess, reply)) == told
        assert isinstance(game.check_code(guess), LongCode)
        assert code_of(game, np.array(guess)) == guess == game.check_code(guess)


def test_bad_codes_of_long_games_are_told_as_others() -> None:
    game = Game(300, 5)
    with pytest.raises(BadCode, match="a code of p300c5 has 300 pegs, not 2"):
        game.check_code((0, 1))
    for color in (5, -1, 70_000):
        with pytest.raises(BadCode, match="is not a colour of p300c5: expected 0 to 4"):
            game.check_code([0] * 299 + [color])
    with pytest.raises(BadCode, match="repeats a colour"):
        Game(300, 400, repeats=False).check_code([0] * 300)
    with pytest.raises(BadReply, match="a guess of one colour never gets a white"):
        game.check_reply([0] * 300, Reply(black=1, white=1))


@given(st.lists(st.lists(st.integers(0, 2), min_size=6, max_size=6), max_size=8))
def test_a_log_gives_back_its_codes(codes: list[list[int]]) -> None:
    log: LongLog[Turn] = LongLog()
    for code in codes:
        log.append(Turn(LongCode.of(code), Reply(0, 0)))
    assert [list(turn.guess) for turn in log] == codes == [list(log[number].guess) for number in range(len(codes))]
    assert [list(turn.guess) for turn in log[1:4]] == codes[1:4]


def test_a_long_log_is_small_and_right() -> None:
    game = Game(5_000, 5_000)
    rng = Seed(5).stream("log")
    colors = rng.integers(5_000, size=5_000)
    log: LongLog[PlayedTurn] = LongLog()
    wanted = []
    tracemalloc.start()
    for number in range(4 * WHOLE_EVERY):
        start = int(rng.integers(5_000))
        colors[start : start + number] = number
        log.append(PlayedTurn(code_of(game, colors), Reply(black=number, white=0), None, None, 0.0))
        wanted.append((start, number))
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 1_000_000  # the codes alone would take ten million bytes, and as tuples forty
    last = None
    for number, turn in enumerate(log):
        begin, color = wanted[number]
        assert turn.reply.black == number
        assert set(turn.guess[begin : begin + number]) <= {color}
        if number % 100 == 7:
            assert turn == log[number] != last
        last = turn
    assert log[-1] == last
    assert len(log[3:9]) == 6
    with pytest.raises(IndexError):
        log[len(log)]


def test_a_long_game_through_the_driver() -> None:
    game = Game(LONG_PEGS + 1, 2)
    secret = Secret.draw(game, Seed(3)).code
    playing = iter_play(game, secret, "colour-first")
    seen = list(playing)
    played = playing.result
    assert played.solved
    assert played.secret == played.turns[-1].guess == secret
    assert list(played.turns) == seen
    assert played.false_turns == ()
    assert len(played.position.turns) == played.guesses
    text = str(Position(game, played.position.turns[:3]))
    assert Position.parse(text).turns == played.position.turns[:3]
    assert CANONICAL.parse(game, CANONICAL.format(game, secret)) == secret
