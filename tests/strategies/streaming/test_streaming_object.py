"""The game of `streaming` in C++ against the plain solver: the same guesses, knowledge and ends."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.game.rules import Game
from codepegs.rng import Seed
from tests import extent
from tests.strategies.streaming.plain_counting import ColorSet, Kind, Query, half_of
from tests.strategies.streaming.plain_facts import Impossible, Settings
from tests.strategies.streaming.plain_solver import Solver

pytestmark = pytest.mark.loops

SECRETS = ("uniform", "one colour", "all different", "two colours", "sorted")


class Both:
    """A game played by the object and by the plain solver, which must agree at every turn."""

    def __init__(self, game: Game, seed: Seed, listed: int = 0, evaluations: int = 240, plain_from: int = -1) -> None:
        self.game = game
        self.plain = Solver(game, seed, Settings(listed=listed or None, evaluations=evaluations))
        if plain_from >= 0:
            self.plain.plain_from = plain_from
        self.state = loops.begin_streaming(
            *(seed.words, game.pegs, game.colors, self.plain.shows_total),
            *(listed, evaluations, plain_from),
        )

    def next(self) -> NDArray[np.uint16] | None:
        """The guess of both; None if both find that no code is consistent."""
        guess = np.zeros(self.game.pegs, np.uint16)
        _, is_possible, is_sure = loops.finish(loops.next_streaming, self.state, guess)
        try:
            query = self.plain.query
        except (Impossible, AssertionError):
            assert not is_possible
            return None
        assert is_possible
        assert guess.tolist() == self.plain.code_of(query).tolist()
        assert is_sure == self.plain.is_sure
        known = np.zeros(self.game.pegs, np.int32)
        numbers = loops.known_streaming(self.state, known)
        assert numbers == (self.plain.pegs_known, self.plain.colors_counted)
        assert {peg: color for peg, color in enumerate(known.tolist()) if color >= 0} == self.plain.known()
        return guess

    def learn(self, black: int, total: int) -> bool:
        """Give both a reply; whether it is possible."""
        is_win = black == self.game.pegs
        shown = total if self.plain.shows_total else -1
        guess = self.plain.query.guess
        is_possible = loops.learn_streaming(self.state, black, shown, is_win)
        try:
            if not (is_win and self.plain.is_sure):
                self.plain.take(black, None if shown < 0 else shown)
            if is_win:
                self.plain._query = Query(Kind.LAST, guess)
        except Impossible:
            assert not is_possible
            return False
        assert is_possible
        return True


def secret_of(kind: str, game: Game, rng: np.random.Generator) -> NDArray[np.int64]:
    secret = rng.integers(0, game.colors, game.pegs)
    if kind == "one colour":
        secret[:] = secret[0]
    elif kind == "all different":
        secret = np.resize(rng.permutation(game.colors), game.pegs)
    elif kind == "two colours":
        secret = rng.choice(rng.integers(0, game.colors, 2), game.pegs)
    elif kind == "sorted":
        secret = np.sort(secret)
    return secret


def drawn_game(rng: np.random.Generator) -> Game:
    """A game of up to 40 pegs; in some, most colours are not in the secret."""
    pegs = int(rng.choice([rng.integers(1, 4), rng.integers(4, 16), rng.integers(16, 41)]))
    most = int(rng.choice([3, 8, pegs + 2, 3 * pegs + 10, 30 * pegs]))
    return Game.parse(f"p{pegs}c{rng.integers(1, most + 1)}{rng.choice(['', '', '-b'])}")


def play(both: Both, secret: NDArray[np.int64], rng: np.random.Generator, lies_at: int = -1) -> None:
    """Play to the end, with a false reply at a turn, which both notice together, or not at all."""
    counts = np.bincount(secret, minlength=both.game.colors)
    for turn in range(10_000):
        guess = both.next()
        if guess is None:
            assert 0 <= lies_at < turn
            return
        black = int((guess == secret).sum())
        total = int(np.minimum(np.bincount(guess, minlength=both.game.colors), counts).sum())
        if turn == lies_at:
            black, total = max(0, black - 1), max(0, total - int(rng.integers(2)))
        if not both.learn(black, total):
            assert 0 <= lies_at <= turn
            return
        if black == both.game.pegs:
            assert both.next() is not None
            return
        if turn % 7 == 0:
            assert loops.left_streaming(both.state) == pytest.approx(both.plain.queries_left)


@pytest.mark.parametrize("number", extent.few(range(150)))
def test_it_plays_as_the_plain_solver(number: int) -> None:
    rng = np.random.default_rng([number, 5])
    game = drawn_game(rng)
    secret = secret_of(str(rng.choice(SECRETS)), game, rng)
    listed, evaluations = int(rng.choice([0, 64, 300])), int(rng.choice([1, 20, 240]))
    plain_from = int(rng.choice([-1, -1, 0, 5, 30]))
    both = Both(game, Seed(number, int(rng.integers(3))), listed, evaluations, plain_from)
    play(both, secret, rng, int(rng.integers(1, 60)) if rng.random() < 0.3 else -1)


@pytest.mark.extended
@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("rules", ["p100c100", "p300c4", "p60c900", "p101c101-b", "p130c9000"])
def test_it_plays_larger_games_as_the_plain_solver(rules: str, kind: str) -> None:
    game, rng = Game.parse(rules), np.random.default_rng(1)
    play(Both(game, Seed(3)), secret_of(kind, game, rng), rng)


@pytest.mark.parametrize("size", [1, 2, 7, 40, *extent.rest_extended([200, 833], [200])])
def test_the_first_half_of_a_set(size: int) -> None:
    """Quotients of binomial coefficients, rounded as Python rounds them, whatever their size."""
    for having in sorted({0, 1, size // 7, size // 3, size // 2, size - 1, size}):
        expected = half_of(ColorSet(np.arange(size), 1, having)).chances
        chances = np.zeros(len(expected))
        loops.write_half_chances(size, having, chances)
        assert chances.tolist() == expected.tolist()
