"""Values of guesses that follow from the sizes of the parts alone."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from codepegs.game import Game, ListedGame
from codepegs.strategies.protocol import best_opening, first_shares
from codepegs.strategies.protocol.values import curve_of, guesses_to_come, opening_value, value_of_parts

ANIMALS = ["tiger", "horse", "sheep", "snake", "mouse", "whale", "camel", "koala", "otter", "zebra"]


@pytest.mark.parametrize("game", [Game(4, 6), Game(8, 12), Game(30, 40), ListedGame(ANIMALS, reply="common")], ids=str)
def test_parts_of_one_or_two_candidates_have_exact_values(game: Game) -> None:
    sizes = np.array([1.0, 2.0, 0.0, 2.0, 1.0, 1.0])  # the win last
    found = value_of_parts(curve_of(game), sizes, sizes)
    assert found.value == pytest.approx(1 + (1 + 3 + 3 + 1) / 7, abs=1e-12)
    assert found.exact


PLAYED = {
    "p8c8": 7.0,
    "p10c10": 9.05,
    "p4c30": 10.3,
    "p4c50": 15.5,
    "p5c40": 12.9,
    "p6c20": 8.9,
    "p8c40": 13.5,
    "p5c20n": 8.1,
    "p9c9n": 9.0,
    "p12c12n": 13.0,
    "p12c24n": 14.9,
    "p8c8-b": 11.8,
    "p6c12-b": 14.0,
    "p10c10-w": 13.1,
}
"""Average guesses of `auto` in 24 games or more, with standard errors of at most 0.35 guesses."""


@pytest.mark.parametrize("rules", PLAYED)
def test_the_first_guess_is_valued_within_its_error_and_that_of_the_average(rules: str) -> None:
    game = Game.parse(rules)
    shares = first_shares(game, best_opening(game))
    assert shares is not None
    value = opening_value(game, shares)
    assert value is not None
    assert abs(value.value - PLAYED[rules]) < value.error + 0.7


@pytest.mark.parametrize("rules", ["p3c3-t", "p4c5-t", "p3c3n-t"])
def test_orders_of_known_colors_are_counted(rules: str) -> None:
    game = Game.parse(rules)
    codes = [
        code for code in product(range(game.colors), repeat=game.pegs) if game.repeats or len({*code}) == game.pegs
    ]
    alike = Counter(tuple(sorted(code)) for code in codes)
    mean = sum(alike[tuple(sorted(code))] for code in codes) / len(codes)
    size = np.array([1e6])  # more than there are orders
    more = guesses_to_come(size, game) - guesses_to_come(size)
    assert more == pytest.approx(mean / 2)
