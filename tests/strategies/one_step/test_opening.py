"""First guesses of large games: counted shares against a full count, and who comes first."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from codepegs.game.parts import part_table
from codepegs.game.rules import Game
from codepegs.strategies.protocol import first_guesses
from codepegs.strategies.protocol.first_guesses import (
    best_opening,
    code_of,
    color_patterns,
    count_color_patterns,
    entropy_bits,
    ranked_openings,
    reply_shares,
)
from tests import naive

COUNTED = "p1c1 p1c3 p3c1 p4c3 p5c2 p4c5-b p4c4-t p4c4-w p3c7 p3c5n p4c4n p4c7n-b p3c4n-t p2c5n-w"


@pytest.mark.parametrize("rules", COUNTED.split())
def test_shares_against_a_full_count(rules: str) -> None:
    game = Game.parse(rules)
    codes = naive.all_codes(game)
    for pattern in color_patterns(game.pegs, game.colors) if game.repeats else [(1,) * game.pegs]:
        counts = np.zeros(len(part_table(game)))
        for code in codes:
            counts[part_table(game).number(game.reply(code_of(pattern), code))] += 1
        shares, _ = reply_shares(game, pattern)
        assert shares == pytest.approx(counts / len(codes), abs=1e-12)
        if not game.repeats:
            ((code, bits),) = ranked_openings(game)
            assert code == code_of(pattern)
            assert bits == pytest.approx(entropy_bits(shares))


def test_patterns_are_counted() -> None:
    for pegs in range(1, 9):
        for colors in range(1, 10):
            assert len(list(color_patterns(pegs, colors))) == count_color_patterns(pegs, colors)


FAR = "p12c12 p24c2 p24c2-t p8c8-w p12c6 p12c14n p60c255n p100c255n-w"


@pytest.mark.parametrize("rules", FAR.split())
def test_shares_add_up_to_one(rules: str) -> None:
    game = Game.parse(rules)
    for pattern in islice(color_patterns(game.pegs, game.colors), 12) if game.repeats else [(1,) * game.pegs]:
        assert reply_shares(game, pattern)[0].sum() == pytest.approx(1, abs=1e-6)


def test_a_sample_finds_what_counting_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(10, 9)
    exact = best_opening(game)
    best = entropy_bits(reply_shares(game, tuple(exact.count(color) for color in range(max(exact) + 1)))[0])
    monkeypatch.setattr(first_guesses, "COUNTED_WORK", 0)
    best_opening.cache_clear()
    sampled = best_opening(game)
    best_opening.cache_clear()
    near = entropy_bits(reply_shares(game, tuple(sampled.count(color) for color in range(max(sampled) + 1)))[0])
    assert best - 0.15 < near <= best + 1e-9


def test_any_game_has_an_opening() -> None:
    for rules in ("p1c1", "p9c1", "p4c9n", "p64c2-b", "p64c900", "p40c3-w", "p1000c1000-t"):
        game = Game.parse(rules)
        assert game.check_code(best_opening(game)) == best_opening(game)
