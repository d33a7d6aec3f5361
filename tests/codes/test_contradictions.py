"""Contradictions: the smallest conflict and every single repair, checked against brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from codepegs.codes import contradictions
from codepegs.codes.contradictions import (
    ContradictionExplanation,
    Repair,
    contradiction_sentences,
    explain_contradiction,
)
from codepegs.game.position import Position
from codepegs.game.reply import Reply, Turn
from codepegs.game.rules import Game
from tests import naive


def contradictory(game: Game, rng: np.random.Generator) -> Position:
    codes = naive.all_codes(game)
    while True:
        turns = []
        secret = codes[rng.integers(len(codes))]
        for _ in range(int(rng.integers(2, 6))):
            guess = codes[rng.integers(len(codes))]
            liar = codes[rng.integers(len(codes))] if rng.random() < 0.4 else secret
            turns.append(Turn(guess, game.reply(guess, liar)))
        position = Position(game, tuple(turns))
        if not naive.candidates(position):
            return position


@pytest.mark.parametrize("rules", ["p3c4", "p4c4", "p4c5n", "p3c4-b", "p4c4-t", "p3c4-w"])
def test_conflicts_against_brute_force(rules: str) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(8)
    for _ in range(12):
        position = contradictory(game, rng)
        found = explain_contradiction(position)
        assert found is not None
        assert found.exact
        assert found.turns is not None
        numbers = range(1, len(position.turns) + 1)

        def fits(chosen: tuple[int, ...], position: Position = position) -> bool:
            return bool(naive.candidates(Position(position.game, tuple(position.turns[n - 1] for n in chosen))))

        assert not fits(found.turns)
        assert all(fits(chosen) for chosen in combinations(numbers, len(found.turns) - 1))
        repairs = {}
        for number, turn in zip(numbers, position.turns, strict=True):
            for reply in game.replies():
                turns = list(position.turns)
                turns[number - 1] = Turn(turn.guess, reply)
                count = len(naive.candidates(Position(game, tuple(turns))))
                if count:
                    repairs[number, reply] = count
        assert {(repair.turn, repair.reply): repair.candidates for repair in found.repairs} == repairs


def test_no_conflict() -> None:
    assert explain_contradiction(Position.parse("p4c6 1122:1b0w")) is None
    assert explain_contradiction(Position.parse("p12c12 1122:1b0w".replace("1122", "112233445566"))) is None


def test_swapped_replies_are_recognised() -> None:
    game = Game(4, 6)
    secret, guesses = (3, 1, 4, 0), [(0, 0, 1, 1), (1, 3, 4, 5), (4, 3, 2, 1)]
    turns = []
    for guess in guesses:
        reply = game.reply(guess, secret)
        assert reply.black is not None
        assert reply.white is not None
        turns.append(Turn(guess, game._show(reply.white, reply.black)))
    found = explain_contradiction(Position(game, tuple(turns)))
    assert found is not None
    assert "swapped" in {rule.name for rule in found.other_rules}


def test_scoring_each_peg_is_recognised() -> None:
    found = explain_contradiction(Position.parse("p4c6 1223:0b2w 4566:0b4w 3512:0b0w 1234:0b2w 6645:0b4w"))
    assert found is not None
    named = {rule.name: rule.candidates for rule in found.other_rules}
    assert set(named) <= {"per-peg", "swapped"}
    position = Position.parse("p4c6 1122:0b2w 1133:0b2w 1415:0b2w 2345:0b1w")
    assert naive.candidates(position) == []
    found = explain_contradiction(position)
    assert found is not None
    per_peg = sum(
        all(
            (
                sum(s == g for s, g in zip(code, turn.guess, strict=True)),
                sum(g in code and s != g for s, g in zip(code, turn.guess, strict=True)),
            )
            == (turn.reply.black, turn.reply.white)
            for turn in position.turns
        )
        for code in naive.all_codes(position.game)
    )
    assert {rule.name: rule.candidates for rule in found.other_rules}.get("per-peg", 0) == per_peg


def test_repeats_are_recognised() -> None:
    game = Game.parse("p4c7n")
    wide = Game(4, 7)
    guesses = [(0, 1, 2, 3), (1, 0, 2, 4), (4, 5, 6, 1), (5, 3, 2, 0)]
    secret = (0, 2, 2, 4)
    position = Position(game, tuple(Turn(guess, wide.reply(guess, secret)) for guess in guesses))
    found = explain_contradiction(position)
    assert found is not None
    count = {rule.name: rule.candidates for rule in found.other_rules}["repeats"]
    assert count == len(naive.candidates(Position(wide, position.turns)))


def test_the_bounded_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contradictions, "MOST_CODES", 10)
    position = Position.parse("p4c6 1122:0b0w 3344:0b0w 5566:1b0w 1234:1b0w 1256:0b1w")
    exact = naive.candidates(position)
    assert exact == []
    found = explain_contradiction(position)
    assert found is not None
    assert not found.exact
    assert found.turns is not None
    assert not naive.candidates(Position(position.game, tuple(position.turns[n - 1] for n in found.turns)))
    for repair in found.repairs:
        turns = list(position.turns)
        turns[repair.turn - 1] = Turn(turns[repair.turn - 1].guess, repair.reply)
        assert naive.candidates(Position(position.game, tuple(turns)))
    assert "too large for a complete search" in contradiction_sentences(found)[-1]


def test_large_games_are_explained_too() -> None:
    text = "p12c12 112233445566:2b3w 112233445566:3b3w"
    found = explain_contradiction(Position.parse(text))
    assert found is not None
    assert found.turns == (1, 2)
    assert {repair.turn for repair in found.repairs} == {1, 2}


def test_sentences() -> None:
    position = Position.parse("p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w")
    found = explain_contradiction(position)
    assert found is not None
    lines = contradiction_sentences(found)
    assert lines[0] == "No code is consistent with turn 3 (5566:1b1w) and turn 4 (1356:0b0w)."
    assert "change turn 4 (1356:0b0w) to 0b2w (8 candidates left)" in lines[1]


def test_of_many_corrections_the_likeliest_and_nearest_are_written_out() -> None:
    wide = ContradictionExplanation(
        Position.parse("p6c6 112233:1b1w"),
        (1,),
        (*(Repair(1, Reply(black, 3), None) for black in range(4)), *(Repair(1, Reply(0, n), 9 - n) for n in range(6))),
        (),
        exact=True,
    )
    assert contradiction_sentences(wide)[-1].endswith(
        " to 1b3w, 0b3w, 2b3w, 3b3w, 0b0w (9 candidates left), 0b1w (8), 0b2w (7), 0b3w (6) or one of 2 other replies."
    )
    nine = replace(wide, repairs=wide.repairs[:9])
    assert contradiction_sentences(nine)[-1].endswith(" 0b3w (6) or 0b4w (5).")
