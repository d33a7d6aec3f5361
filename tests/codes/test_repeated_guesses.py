"""Guesses that repeat a colour in games whose secrets do not: their replies, and what they leave."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from codepegs import explain_contradiction, review, suggest
from codepegs.codes import Candidates, decide, find_consistent
from codepegs.errors import BadCode, BadReply
from codepegs.game import Game, Position, Turn, View
from tests import extent, naive

GAMES = ["p3c4n", "p4c6n", "p4c6n-b", "p4c6n-t", "p4c6n-w", "p3c5n", "p4c4n-w"]


def history(game: Game, rng: random.Random, turns: int, *, consistent: bool = True) -> Position:
    """A random history whose guesses may repeat colours; with one secret, or with replies of several."""
    secrets = naive.all_codes(game)
    secret = rng.choice(secrets)
    position = Position(game)
    for _ in range(turns):
        guess = tuple(rng.choices(range(game.colors), k=game.pegs))
        position = position.after(guess, game.reply(guess, secret if consistent else rng.choice(secrets)))
    return position


@pytest.mark.parametrize("pegs", [1, 2, 3, 4])
@pytest.mark.parametrize("view", View)
def test_a_reply_is_possible_if_some_secret_gives_it(pegs: int, view: View) -> None:
    for colors in range(pegs, 6):
        game = Game(pegs, colors, False, view)
        secrets = list(permutations(range(colors), pegs))
        for guess in product(range(colors), repeat=pegs):
            if list(guess) == sorted(guess):
                given = {game.reply(guess, secret) for secret in secrets}
                possible = {reply for reply in game._with_repeats.replies() if game.can_reply(guess, reply)}
                assert possible == given, (game, guess)


@pytest.mark.parametrize("rules", GAMES)
def test_the_candidates_are_those_of_brute_force(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    for _ in range(extent.of(40, 15)):
        position = history(game, rng, rng.randint(1, 4), consistent=rng.random() < 0.7)
        expected = naive.candidates(position)
        assert list(Candidates.after(position)) == expected
        one_by_one = Candidates.all(game)
        for turn in position.turns:
            one_by_one = one_by_one.filter(turn)
        assert list(one_by_one) == expected
        assert sorted(decide(position, 1000).codes) == expected
        assert find_consistent(position, None) == (expected[0] if expected else None)
        assert [position.fits(code) for code in naive.all_codes(game)] == [
            code in set(expected) for code in naive.all_codes(game)
        ]
        assert Position.parse(str(position)) == position


@pytest.mark.parametrize("rules", ["p3c4n", "p4c6n", "p4c6n-t", "p4c6n-w"])
@pytest.mark.extended
def test_repairs_of_a_contradiction_leave_what_they_say(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    found = 0
    while found < 5:
        position = history(game, rng, 3, consistent=False)
        explanation = explain_contradiction(position)
        assert (explanation is None) == bool(naive.candidates(position))
        if explanation is None:
            continue
        found += 1
        repairs = {
            (number + 1, reply): len(left)
            for number, turn in enumerate(position.turns)
            for reply in game._with_repeats.replies()
            if (left := naive.candidates(Position(game, with_reply(position, number, Turn(turn.guess, reply)))))
        }
        assert {(repair.turn, repair.reply): repair.candidates for repair in explanation.repairs} == repairs


def with_reply(position: Position, number: int, turn: Turn) -> tuple[Turn, ...]:
    return (*position.turns[:number], turn, *position.turns[number + 1 :])


@pytest.mark.parametrize("rules", ["p3c5n", "p4c6n", "p4c6n-b", "p4c6n-t", "p4c6n-w"])
def test_suggestions_are_codes_of_the_game(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    for strategy in ("auto", "minimax", "sampling", "bayes", "first-consistent"):
        position = history(game, rng, 2)
        found = suggest(position, strategy)
        assert len(found)
        assert all(game._can_be_secret(guess.guess) for guess in found)
        assert found.candidates.count in (None, len(naive.candidates(position)))


def test_the_coach_counts_what_a_repeated_guess_leaves() -> None:
    found = review("p4c6n 1112:1b0w 3344:0b1w 1563:1b2w")
    left = [naive.candidates(Position(found.position.game, found.position.turns[:n])) for n in range(4)]
    assert [turn.candidates_after for turn in found.turns] == list(map(len, left[1:]))
    assert [turn.skill is None for turn in found.turns] == [True, True, False]


def test_a_secret_repeats_no_colour() -> None:
    game = Game.parse("bc")
    assert str(game.reply("1122", "1234")) == "1b1w"
    with pytest.raises(BadCode, match="'1122' repeats a colour"):
        game.reply("1324", "1122")
    with pytest.raises(BadReply, match="impossible"):
        Position.parse("bc 1122:4b0w")
    with pytest.raises(BadCode, match="repeats a colour"):
        Candidates.all(game).partition("1122")


def test_games_too_large_to_list() -> None:
    """A black-only game of 11 pegs: one guess of a single colour says no more than that the colour occurs."""
    rules = f"p11c12n-b {','.join(['1'] * 11)}"
    assert explain_contradiction(f"{rules}:1b {','.join(['1'] * 11)}:0b").turns == (1, 2)  # type: ignore[union-attr]
    assert decide(Position.parse(f"{rules}:1b"), 5).codes
