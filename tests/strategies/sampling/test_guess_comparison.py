"""The comparison of guesses in C++ is that of its twin in Python, draw by draw."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.rng import Seed
from codepegs.strategies.sampling.candidate_tracker import Believed, Evidence, Known, Settings, draw_codes, list_fitting
from codepegs.strategies.sampling.codebreaker import Comparison
from tests.strategies.sampling import naive_comparison

FEW = Settings(samples=300, compared=40, climbs=2, steps=30, deep=200)
USUAL = Settings.of(Game(8, 8))

CASES = [
    # every candidate is known
    ("p4c6 1122:1b0w 1344:0b2w 1516:1b1w", None, USUAL),
    ("p4c6 1122:1b0w 1344:0b2w", None, USUAL),
    ("p4c7n 1234:1b1w", None, USUAL),
    ("p4c6-w 1122:1w 1345:2w", None, USUAL),
    ("p6c2-t 112222:3t", None, USUAL),  # replies reveal little: climbs also begin at random codes
    ("p5c4 11223:1b2w", None, replace(USUAL, deep=20)),
    ("p5c8 11234:1b1w", None, replace(USUAL, deep=3_000, compared=200)),
    ("p5c8 11234:0b1w", None, replace(FEW, deep=4_000)),
    # drawn
    ("p8c12", 3_000, FEW),
    ("p9c12n", 2_500, replace(FEW, samples=2_200, steps=60)),
    ("p8c12", 12_000, replace(FEW, samples=11_000, compared=100)),
    ("p20c4-b", 40, FEW),
    ("p6c1", 1, FEW),
]


def known(text: str, drawn: int | None, number: int) -> tuple[Game, Known]:
    """The candidates of a position, or codes drawn from those of the game, which stand for a million."""
    position = Position.parse(text)
    if drawn is not None:
        codes = np.unique(draw_codes(position.game, drawn, np.random.default_rng(number)), axis=0)
        return position.game, Known(codes, 1e6 + number, False, codes[0])
    listed = list_fitting(Evidence(position.game, position.turns), 100_000, 10**8).codes
    assert listed is not None
    return position.game, Known(listed, float(len(listed)), True, listed[0])


@pytest.mark.parametrize(("text", "drawn", "settings"), CASES)
def test_guesses_and_values_are_those_of_plain_python(text: str, drawn: int | None, settings: Settings) -> None:
    game, now = known(text, drawn, 3)
    for seed in (1, 2**70):
        twin = naive_comparison.Comparison(game, now, settings, Seed(seed).stream("guess", 2))
        compared = Comparison(game, now, settings, Seed(seed), 2)
        assert compared.guesses.tolist() == twin.found.guesses.tolist()
        assert compared.costs.tolist() == twin.found.costs.tolist()
        others = draw_codes(game, 2, np.random.default_rng(seed % 7))
        for guess in (*compared.guesses[:3], *others):
            value, plain = compared.value(guess), twin.value(guess)
            assert (value.value, value.shared) == (plain.value, plain.shared)
            assert value.error == pytest.approx(plain.error, rel=1e-15)


@pytest.mark.parametrize("rules", ["p6c9", "p8c10n", "p7c5-b", "p6c6-w"])
def test_noisy_comparisons_are_those_of_plain_python(rules: str) -> None:
    game = Game.parse(rules)
    for number, settings in enumerate((FEW, replace(FEW, noisy_samples=4_000), replace(FEW, compared=1_000))):
        rng = np.random.default_rng(number)
        codes = np.unique(draw_codes(game, 1_500, rng), axis=0)
        weights = -np.sort(-(rng.random(len(codes)) ** 4))
        false = np.zeros(len(codes), dtype=np.int64)
        now = Believed(codes, weights / weights.sum(), false, 0.1, missing_bits=12.0)
        twin = naive_comparison.think_noisily(game, now, settings, Seed(4).stream("guess", number))
        compared = Comparison(game, now, settings, Seed(4), number)
        assert compared.guesses.tolist() == twin.guesses.tolist()
        assert compared.costs.tolist() == twin.costs.tolist()
