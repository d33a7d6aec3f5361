"""What is known as codes with weights: its figures against plain loops, and every strategy's as probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.game.position import Position
from codepegs.game.reply import Code, Turn
from codepegs.game.rules import Game
from codepegs.strategies.protocol.tracker import Report, WeightedRows, entropy_of
from codepegs.strategies.registry import make_codebreaker
from tests import naive

GAME = Game(4, 3)


class Plain(WeightedRows):
    """Rows that are given."""

    def __init__(self, codes: NDArray[np.int64], weights: NDArray[np.int64] | None) -> None:
        self.codes = codes
        self.weights = weights

    def report(self) -> Report:
        return Report()

    @property
    def rows(self) -> int:
        return len(self.codes)

    @property
    def row_weights(self) -> NDArray[np.int64] | None:
        return self.weights

    def code(self, row: int) -> Code:
        return tuple(self.codes[row].tolist())

    def colors_at(self, peg: int) -> NDArray[np.int64]:
        return self.codes[:, peg]


def drawn(seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.choice(GAME.size, 20, replace=False))
    return np.array(naive.all_codes(GAME))[chosen], rng.integers(1, 6, 20)


@pytest.mark.parametrize("seed", range(5))
def test_figures_are_those_of_plain_loops(seed: int) -> None:
    codes, weights = drawn(seed)
    state, whole = Plain(codes, weights), int(weights.sum())
    chances = {tuple(code): int(weight) / whole for code, weight in zip(codes.tolist(), weights, strict=True)}
    ordered = sorted(chances, key=lambda code: -chances[code])  # stable: of equals the lowest
    assert state.top(7) == [(code, chances[code]) for code in ordered[:7]]
    assert state.best_chance == chances[ordered[0]]
    belief = state.belief(GAME)
    for peg in range(GAME.pegs):
        for color in range(GAME.colors):
            held = sum(chance for code, chance in chances.items() if code[peg] == color)
            assert belief[peg, color] == pytest.approx(held, abs=1e-12)
    turns = (Turn((0, 0, 1, 1), GAME._show(1, 1)), Turn((2, 1, 0, 2), GAME._show(0, 2)))
    for turn, doubt in zip(turns, state.doubts(GAME, turns), strict=True):
        false = sum(chance for code, chance in chances.items() if GAME.reply(turn.guess, code) != turn.reply)
        assert doubt == pytest.approx(false, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_a_set_is_the_case_of_equal_weights(seed: int) -> None:
    codes, _ = drawn(seed)
    plain, equal = Plain(codes, None), Plain(codes, np.full(len(codes), 3))
    assert plain.top(30) == equal.top(30)
    assert plain.best_chance == equal.best_chance
    assert np.array_equal(plain.belief(GAME), equal.belief(GAME))
    turns = (Turn((0, 0, 1, 1), GAME._show(1, 1)),)
    assert plain.doubts(GAME, turns) == pytest.approx(equal.doubts(GAME, turns))
    assert entropy_of(np.full(16, 1 / 16)) == entropy_of(np.array([1 / 16]), np.array([16])) == 4.0


KNOWN = ("auto", "minimax", "first-consistent", "optimal", "genetic", "bayes", "bayes:noise=0.1",
         "bayes:noise=at-most:1", "sampling", "sampling:listed=0,samples=200", "sampling:noise=0.1",
         "growing-list:entries=200", "growing-list:noise=0.1")  # fmt: skip


@pytest.mark.parametrize("strategy", KNOWN)
@pytest.mark.parametrize("text", ["p4c5", "p4c5 1122:1b0w", "p4c5 1122:2b0w 3344:2b0w 3142:4b0w"])
def test_what_a_strategy_knows_are_probabilities(text: str, strategy: str) -> None:
    position = Position.parse(text, noisy=True)
    codebreaker = make_codebreaker(position, strategy, seed=1)
    belief = codebreaker.belief()
    assert belief is not None
    assert belief.sum(axis=1) == pytest.approx(np.ones(4))
    chances = [chance for _, chance in codebreaker.posterior(1_000)]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1 + 1e-9
    doubts = codebreaker.doubts()
    assert len(doubts) == len(position.turns)
    assert all(-1e-9 <= doubt <= 1 + 1e-9 for doubt in doubts)
    suspects = [number for number, doubt in enumerate(doubts, 1) if doubt > 0.5]
    assert list(codebreaker.report().suspect_turns) == suspects
