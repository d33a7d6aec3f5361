"""Enumeration, filters, partitions and masks, against their naive twins."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from codepegs.codes import MOST_CODES, Candidates, CodeSpace, colors_held
from codepegs.codes.candidates import find_consistent
from codepegs.errors import BadRules, BadStrategy
from codepegs.game.parts import reply_matrix
from codepegs.game.position import Position
from codepegs.game.reply import Turn, View, score
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from tests import extent, naive

GAMES = ["p4c6", "p3c4n", "p4c5-b", "p4c4-t", "p3c5-w", "p5c2", "p1c7", "p3c3n-t", "p2c9n-b", "p4c1"]


@pytest.mark.parametrize("rules", GAMES)
def test_all_codes_in_order(rules: str) -> None:
    game = Game.parse(rules)
    everything = Candidates.all(game)
    assert list(everything) == naive.all_codes(game)
    assert len(everything) == game.size
    assert (np.diff(everything.keys.astype(np.int64)) > 0).all()


@pytest.mark.parametrize("rules", [*GAMES, "p3c9n"])
def test_numbers_are_those_of_the_list(rules: str) -> None:
    game = Game.parse(rules)
    everything = Candidates.all(game)
    order = np.random.default_rng(1).permutation(game.size)
    assert everything.space.numbers(everything.keys[order]).tolist() == order.tolist()
    some = everything.keys[order[:3]]
    held = {color for key in some.tolist() for color in everything.space.decode(key)}
    assert colors_held(game, some).tolist() == [color in held for color in range(game.colors)]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("most", [200, 100_000])
def test_keys_are_split_part_by_part(rules: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.codes.code_space.CODES_A_CHUNK", most)
    game = Game.parse(rules)
    everything = Candidates.all(game)
    guess = everything[game.size // 3]
    keys = everything.keys.copy()
    sizes = CodeSpace.of(game).split(keys, guess, 2)
    replies = {code: game.reply(guess, code) for code in everything}
    expected = [[code for code in everything if replies[code] == reply] for reply in game.replies()]
    assert [everything.space.decode(key) for key in keys.tolist()] == [code for part in expected for code in part]
    assert sizes.tolist() == [len(part) for part in expected]


def random_history(game: Game, rng: np.random.Generator, turns: int) -> Position:
    codes = naive.all_codes(game)
    secret = codes[rng.integers(len(codes))]
    guesses = [codes[rng.integers(len(codes))] for _ in range(turns)]
    return Position(game, tuple(Turn(guess, game.reply(guess, secret)) for guess in guesses))


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("workers", [1, 2])
def test_candidates_are_the_consistent_codes(rules: str, workers: int) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(3)
    with WorkerThreads(workers) as threads:
        for turns in range(4):
            position = random_history(game, rng, turns)
            expected = naive.candidates(position)
            assert list(Candidates.after(position, threads)) == expected
            stepwise = Candidates.all(game)
            for turn in position.turns:
                stepwise = stepwise.filter(turn, threads)
            assert list(stepwise) == expected
            assert find_consistent(position, None) == expected[0]
            assert find_consistent(position, np.random.default_rng(1)) in expected


@pytest.mark.parametrize("rules", GAMES)
def test_partitions(rules: str) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(5)
    position = random_history(game, rng, 1)
    left = Candidates.after(position)
    for guess in naive.all_codes(game)[:: max(1, game.size // 40)]:
        parts = left.partition(guess)
        assert {reply: len(part) for reply, part in parts.items()} == naive.partition(game, left, guess)
        assert sorted(code for part in parts.values() for code in part) == list(left)


def test_a_contradiction_leaves_nothing() -> None:
    position = Position.parse("p4c6 1122:0b0w 3344:0b0w 5566:0b0w")
    assert len(Candidates.after(position)) == 0
    assert find_consistent(position, None) is None


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
def test_an_interrupt_stops_a_search() -> None:
    position = Position.parse("p20c30 123456789ABCDEFGHIJK:0b5w KJIHGFEDCBA987654321:0b6w")  # the same colours twice

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            find_consistent(position, None, nodes=10**12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - began < 5


def test_membership() -> None:
    left = Candidates.after(Position.parse("p4c6 1122:1b0w"))
    members = set(left)
    assert all((code in left) == (code in members) for code in naive.all_codes(left.game))
    assert [1, 2] not in left


def test_games_too_large_to_list_are_refused() -> None:
    with pytest.raises(BadStrategy, match="choose a strategy that does not list them"):
        CodeSpace.of(Game(20, 20)).secrets()
    listings: list[Callable[[], Candidates]] = [
        lambda: Candidates.after("p20c20 123456789ABCDEFGHIJK:1b0w"),
        lambda: Candidates.all("p9c9"),
    ]
    for listed in listings:
        with pytest.raises(BadRules, match=r"more than the 50,000,000 that can be listed: for .* use codepegs"):
            listed()
    assert Game(8, 8).size < MOST_CODES


codes_of_a_game = st.tuples(st.integers(1, 40), st.integers(1, 200)).flatmap(
    lambda shape: st.tuples(
        st.just(Game(*shape)),
        st.lists(
            st.lists(st.integers(0, shape[1] - 1), min_size=shape[0], max_size=shape[0]).map(tuple),
            min_size=2,
            max_size=6,
        ),
    )
)


@settings(max_examples=60)
@given(codes_of_a_game)
def test_masks_of_many_words(drawn: tuple[Game, list[tuple[int, ...]]]) -> None:
    game, codes = drawn
    array = np.array(codes)
    parts, replies = reply_matrix(game, array, array), game.replies()
    for i, guess in enumerate(codes):
        for j, code in enumerate(codes):
            assert tuple(replies[parts[i, j]]) == score(guess, code)


@pytest.mark.parametrize("rules", extent.rest_extended(["p4c6", "p3c4n"], ["p3c4n"]))
def test_every_reply_against_the_oracle(rules: str) -> None:
    game = Game.parse(rules)
    codes = naive.all_codes(game)
    parts, replies = reply_matrix(game, codes, codes), game.replies()
    everything = Candidates.all(game)
    for i in range(0, len(codes), 1 + len(codes) // extent.of(60, 20)):  # guesses of every kind
        guess = codes[i]
        expected = [score(guess, code) for code in codes]
        assert [tuple(replies[part]) for part in parts[i]] == expected
        for reply, part in everything.partition(guess).items():
            assert all(game.reply(guess, code) == reply for code in part)


def test_views_hide_what_they_should() -> None:
    for view in View:
        game = Game(3, 3, view=view)
        parts = Candidates.all(game).partition((0, 1, 2))
        assert len(parts[game.win]) == 1
        assert list(parts)[-1] == game.win
