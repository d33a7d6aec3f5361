"""Games that show a part of the reply: who plays them, and what is said when only the order of the colours is open."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from codepegs.cli.main import app
from codepegs.codes import OneStep, Ties, only_order_is_open
from codepegs.codes.candidates import Candidates, are_arrangements, arrangements_of
from codepegs.codes.guess_search import Objective
from codepegs.game.position import Position
from codepegs.game.reply import Turn, View
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.advice import MOST_EXAMINED, OrderNote, only_multiset, open_order
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.registry import STRATEGIES, Player, build_tree, make_codebreaker
from codepegs.trees.formats import write_tree
from tests import extent, naive

VIEWS = ["p3c3", "p3c3-b", "p3c3-t", "p3c3-w"]

REFUSED = {
    "brute-force": {"p3c3-t", "p3c3-w"},
    "colour-first": {"p3c3-t", "p3c3-w"},
    "binary-search": {"p3c3-t", "p3c3-w"},
    "small-then-binary-search": set(),
    "coin-weighing": {"p3c3-t", "p3c3-w"},
    "streaming": {"p3c3-t", "p3c3-w"},
    "growing-list": {"p3c3-t"},
}
"""The views that a strategy cannot play, for want of what they hide: the last goes by places, the others by black."""


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name != "tree"])
@pytest.mark.extended
def test_every_strategy_finds_every_secret_in_every_view(name: str) -> None:
    refused = set()
    for rules in VIEWS:
        game = Game.parse(rules)
        if STRATEGIES[name].refuses(game) is not None:
            refused.add(rules)
            continue
        for number, secret in enumerate(naive.all_codes(game)):
            played = play(game, secret, name, seed=Seed(12, number), turns=60)
            assert played.solved, (rules, secret)
            assert played.turns[-1].guess == secret
    assert refused == REFUSED.get(name, set())


@pytest.mark.parametrize("rules", VIEWS)
def test_a_tree_finds_every_secret_in_its_view(rules: str, tmp_path: Path) -> None:
    game = Game.parse(rules)
    file = tmp_path / "its.tree"
    write_tree(build_tree(game, "max-parts"), file)
    for secret in naive.all_codes(game):
        assert play(game, secret, f"tree:{file}", turns=30).solved


def known_order(position: Position) -> set[tuple[int, ...]]:
    """The multisets of colours of all codes that fit, by going through them."""
    return {tuple(sorted(code)) for code in naive.candidates(position)}


@pytest.mark.parametrize("rules", ["p4c3-t", "p5c3-t", "p3c5n-t", "p1c4-t", "p3c4-w", "p4c4n-w"])
def test_an_open_order_is_said_when_all_codes_have_the_same_colours(rules: str) -> None:
    game = Game.parse(rules)
    said = 0
    for number in range(6):
        secret = Secret.draw(game, Seed(21, number))
        rng = np.random.default_rng(number)
        codes = naive.all_codes(game)
        position = Position(game)
        for _ in range(8):
            guess = codes[int(rng.integers(len(codes)))]
            if guess == secret.code:
                break
            position = position.after(guess, secret.reply(guess))
            left = naive.candidates(position)
            found = open_order(position, len(left))
            if len(left) < 2 or len(known_order(position)) > 1:
                assert found is None
                continue
            assert found is not None
            assert {found.colors} == known_order(position)
            assert found.arrangements == len(left)
            assert found.distinguishable == (game.view is View.WHITE)
            said += 1
    assert said or rules in ("p1c4-t", "p3c4-w")  # there one code is left, or more than the order is open


def test_where_replies_show_black_nothing_is_said() -> None:
    assert open_order(Position.parse("p3c3 123:1b2w"), 3) is None
    assert open_order(Position.parse("p3c3-b 111:1b 222:1b"), 6) is None


def test_white_needs_a_list_of_what_fits() -> None:
    position = Position.parse("p4c4n-w 1234:3w")
    assert open_order(position, 8) is not None
    assert open_order(position) is None
    assert open_order(position, MOST_EXAMINED + 1) is None


def test_white_in_a_game_too_large_to_list_whole() -> None:
    position = Position.parse("p9c9n-w 123456789:9w 214365879:7w 341256789:5w")
    game = position.game
    found = open_order(position, 1_000)
    assert found is not None
    assert found.arrangements == len(Candidates.after(position))
    assert found.colors == tuple(range(game.colors))


def test_no_list_is_needed_of_many_arrangements() -> None:
    position = Position.parse("p15c15-t 123456789ABCDEF:15t")
    found = open_order(position)
    assert found is not None
    assert found.arrangements == arrangements_of(tuple(range(15))) - 1 == 1_307_674_367_999
    assert only_multiset(Position.parse("p15c15-t 123456789ABCDEF:14t")) is None


@pytest.mark.parametrize("strategy", extent.rest_extended(["sampling", "mcmc"], ["mcmc"]))
def test_many_arrangements_are_tried_one_by_one_as_far_as_the_turns_allow(strategy: str) -> None:
    game = Game.parse("p15c15-t")
    history = Position.parse("p15c15-t 123456789ABCDEF:15t").turns
    codebreaker = make_codebreaker(Position(game, history), strategy, seed=5)
    asked = {history[0].guess}
    for _ in range(4):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        assert sorted(move.code) == list(range(15))
        assert move.code not in asked
        asked.add(move.code)
        codebreaker.learn(Turn(move.code, game.reply(move.code, tuple(reversed(range(15))))))
    played = play(game, None, strategy, seed=5, turns=3)
    assert (played.solved, played.guesses, played.stopped) == (False, 3, None)


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("ties", [Ties.CANDIDATE, Ties.LOWEST])
def test_the_lowest_arrangement_is_what_the_search_would_find(objective: Objective, ties: Ties) -> None:
    position = Position.parse("p4c5-t 1123:4t 3211:4t")
    candidates = Candidates.after(position)
    assert only_order_is_open(candidates)
    codes = naive.all_codes(position.game)
    table = [naive.partition(position.game, list(candidates), guess) for guess in codes]
    sizes = [sorted(parts.values()) for parts in table]
    best = next(code for code, parts in zip(codes, sizes, strict=True) if parts == [1, len(candidates) - 1])
    assert max(len(parts) for parts in sizes) == 2
    assert OneStep(objective, ties=ties).choose(position, candidates) == best == candidates[0]


def test_arrangements_are_told_from_other_sets() -> None:
    assert are_arrangements(Candidates.after(Position.parse("p3c3-t 123:3t")).codes)
    assert not only_order_is_open(Candidates.after(Position.parse("p3c3-t 123:2t")))
    assert not only_order_is_open(Candidates.after(Position.parse("p3c3 123:0b3w")))
    assert not only_order_is_open(Candidates(Game.parse("p3c3-t"), np.empty(0, dtype=np.uint64)))
    game = Game.parse("p3c3-t")
    wanted = [(0, 0, 1), (0, 0, 2), (1, 0, 0)]  # the first and the last are arrangements of each other
    every = naive.all_codes(game)
    keys = Candidates.all(game).keys[[every.index(code) for code in wanted]]
    assert not only_order_is_open(Candidates(game, keys))
    assert only_order_is_open(Candidates(game, keys[[0, 2]]))


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


SAID = "Only the order is unknown: "


def test_solve_says_it_once_and_stops_at_the_last_turn() -> None:
    assert run("solve", "p4c6-t", "5", "6", "2", "1").count(SAID) == 1
    shown = run("solve", "p4c6-t", "6", "5", "4", "3", "--turns", "8")
    assert shown.count(SAID) == 1
    assert "they are tried one by one" in shown
    assert "Not solved in 8 turns" in shown
    record = json.loads(run("solve", "p4c6-t", "6", "5", "4", "3", "--turns", "8", "--json"))
    order = record["open_order"]
    assert record["turns"][order["turn"] - 1]["candidates"] == order["arrangements"] == 23
    assert "open_order" not in json.loads(run("solve", "p4c6", "3", "4", "5", "6", "--json"))


def test_suggest_says_it() -> None:
    assert f"{SAID}11 arrangements" in run("suggest", "p4c6-t 1123:4t")
    assert json.loads(run("suggest", "p4c6-t 1123:4t", "--json"))["open_order"] == {"turn": 1, "arrangements": 11}
    assert SAID not in run("suggest", "p4c6-t 1123:3t")
    shown = run("suggest", "p4c4n-w 1234:3w")
    assert f"{SAID}8 arrangements of the same colours." in shown
    assert SAID not in run("suggest", "p4c4n-w 1234:3w", "--noise", "0.1")


def test_host_says_it_once() -> None:
    shown = run("host", "p4c6-t 1123:4t", "--seed", "1", typed="4t\n4t\nquit\n")
    assert shown.count(SAID) == 1
    assert f"{SAID}11 arrangements" in shown


def test_a_note_follows_turns_taken_back() -> None:
    note = OrderNote(Game.parse("p4c6-t"))
    note.follow(Position.parse("p4c6-t 1234:3t 1123:4t"), None)
    assert note.is_new
    note.follow(Position.parse("p4c6-t 1234:3t 1123:4t 1132:4t"), None)
    assert not note.is_new
    note.follow(Position.parse("p4c6-t 1234:3t"), None)
    assert note.sentence == ""
    note.follow(Position.parse("p4c6-t 1234:3t 1123:4t"), None)
    assert note.is_new


def test_players_name_what_they_refuse() -> None:
    for name, refused in REFUSED.items():
        for rules in refused:
            assert Player.parse(name).strategy.refuses(Game.parse(rules))
