"""Stated values of guesses against the guesses that games then take."""

from __future__ import annotations

from collections import defaultdict
from math import hypot, sqrt

import numpy as np
import pytest

from codepegs.analysis import review
from codepegs.codes import Candidates
from codepegs.codes.candidates import differing_guesses
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match import Secret
from codepegs.rng import Seed
from codepegs.strategies import advise
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.protocol.values import _first_alike, _new_value, _value
from codepegs.strategies.registry import make_codebreaker

Found = dict[int, list[tuple[float, float]]]
"""By turn: the guesses taken beyond the stated value, and the stated uncertainty."""


def beyond(rules: str, strategy: str, games: int) -> Found:
    """Play games; what each turn's guess was worth is known at the end."""
    game = Game.parse(rules)
    found: Found = defaultdict(list)
    for number in range(games):
        seed = Seed(5, number)
        secret = Secret.draw(game, seed).code
        codebreaker = make_codebreaker(game, strategy, seed=seed)
        values = []
        while not codebreaker.position.solved:
            move = codebreaker.next()
            assert isinstance(move, Guess)
            (described,) = codebreaker.describe([move.code])
            assert described.expected is not None
            values.append(described.expected)
            codebreaker.learn(Turn(move.code, game.reply(move.code, secret)))
        for turn, value in enumerate(values):
            found[turn].append((len(values) - turn - value.value, value.error))
    return found


DEVIATIONS = 3.0
"""Standard errors that count as chance: about ten turns of five games are compared."""


def check_values(rules: str, strategy: str, games: int) -> None:
    """The average of what was stated is within the stated uncertainty of the average that followed, at every turn."""
    for turn, pairs in beyond(rules, strategy, games).items():
        away, errors = np.array(pairs).T
        if len(away) < games / 4:
            continue
        chance = DEVIATIONS * float(away.std()) / sqrt(len(away))
        assert abs(float(away.mean())) <= hypot(float(errors.mean()), chance), (turn, away.mean(), errors.mean())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "strategy", "games"),
    [
        ("p8c8", "sampling", 200),
        ("p10c10", "sampling", 50),
        ("p12c12", "sampling", 20),
        ("p24c3", "growing-list", 50),
        ("p45c3", "growing-list", 20),
    ],
)
def test_values_are_as_uncertain_as_they_say(rules: str, strategy: str, games: int) -> None:
    check_values(rules, strategy, games)


@pytest.mark.parametrize("rules", ["p4c6", "p3c4n", "p2c3-b", "p5c3", "p4c4-t"])
def test_first_guesses_alike_are_those_that_symmetry_leaves_out(rules: str) -> None:
    game = Game.parse(rules)
    every = Candidates.all(game)
    lowest = {every.space.decode(int(key)) for key in differing_guesses(Position(game), every)}
    assert {_first_alike(game, guess) for guess in every} == lowest


@pytest.mark.parametrize("rules", ["p4c5", "p3c4n", "p3c4-b"])
def test_a_first_guess_is_worth_what_a_search_of_its_own_finds(rules: str) -> None:
    position = Position(Game.parse(rules))
    every = Candidates.after(position)
    for guess in every[:: max(1, len(every) // 20)]:
        assert _value(position, every, guess, 1) == _new_value(position, every, guess, 1)


@pytest.mark.parametrize("text", ["p4c6 2253:0b2w 1326:1b1w", "p4c5 5512:1b0w 1243:0b3w", "p5c4 11234:1b1w 22443:1b1w"])
def test_the_coach_compares_with_the_best_that_suggest_finds(text: str) -> None:
    found = review(text)
    for turn in found.turns:
        suggested = advise(make_codebreaker(turn.retry, "auto", seed=0), 5)
        values = [each.expected.value for each in suggested if each.expected is not None]
        assert turn.best is not None
        assert turn.best.expected is not None
        assert turn.best.expected.value == min(values)
