"""Stated values of guesses against the guesses that games then take."""

from __future__ import annotations

from collections import defaultdict
from math import hypot, sqrt

import numpy as np
import pytest

from codepegs.game.position import Turn
from codepegs.game.rules import Game
from codepegs.match import Secret
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import Guess
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
