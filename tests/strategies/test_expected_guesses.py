"""Values of guesses that follow from the sizes of the parts alone."""

import numpy as np
import pytest

from codepegs.game import Game, ListedGame
from codepegs.strategies.expected_guesses import PartValues, curve_of

ANIMALS = ["tiger", "horse", "sheep", "snake", "mouse", "whale", "camel", "koala", "otter", "zebra"]


@pytest.mark.parametrize("game", [Game(4, 6), Game(8, 12), Game(30, 40), ListedGame(ANIMALS, reply="common")], ids=str)
def test_parts_of_one_or_two_candidates_have_exact_values(game: Game) -> None:
    found = curve_of(game).value(PartValues.of(np.array([1.0, 2.0, 0.0, 2.0, 1.0, 1.0])))  # the win last
    assert found.value == pytest.approx(1 + (1 + 3 + 3 + 1) / 7, abs=1e-12)
    assert found.exact
