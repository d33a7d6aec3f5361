"""An observer of a game with many pegs, which measures the progress now and then."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game
from codepegs.match.game_loop import PlayedTurn
from codepegs.strategies import Codebreaker, Progress

LOOKS = 200
"""A game of n pegs is looked at every n / LOOKS turns, because measuring the progress takes time."""


class LongGameObserver(ABC):
    """An observer, by `on_start` and `on_turn` of `play`, of every few turns, and of the first and the winning one."""

    def __init__(self, game: Game, every: int | None = None) -> None:
        self.game = game
        self.most_black = 0
        """Most black pegs of any reply so far."""
        self.turns = 0
        """Turns so far."""
        self.began = time.perf_counter()
        self._every = every or max(1, game.pegs // LOOKS)
        self._codebreaker: Codebreaker | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the start of the game."""
        return time.perf_counter() - self.began

    @abstractmethod
    def on_look(self, number: int, turn: PlayedTurn, progress: Progress | None) -> None:
        """Look at the game."""

    def is_due(self, number: int, turn: PlayedTurn) -> bool:
        """Return whether to look at the game after a turn."""
        return number == 1 or turn.ends or number % self._every == 0

    def on_start(self, codebreaker: Codebreaker) -> None:
        """Note the codebreaker and the time; pass this method to `play` as `on_start`."""
        self._codebreaker = codebreaker
        self.began = time.perf_counter()

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Note a turn, and call `on_look` if it is due; pass this method to `play` as `on_turn`."""
        self.turns = number
        self.most_black = max(self.most_black, turn.reply.black or 0)
        if self.is_due(number, turn):
            self.on_look(number, turn, self.measured())

    def measured(self) -> Progress | None:
        """Measure the progress after the turns so far."""
        return None if self._codebreaker is None else self._codebreaker.progress()


SHADES = "·░▒▓█"
PLAIN_SHADES = ".-+*#"
"""Characters for no known peg, up to a third, up to two thirds, more, and all."""


def shares_known(pegs: int, known: Iterable[int], cells: int) -> NDArray[np.float64]:
    """The share of known pegs in each of `cells` stretches of equal length, shape (cells,)."""
    where = np.arange(pegs) * cells // pegs
    is_known = np.zeros(pegs)
    is_known[list(known)] = 1.0
    shares: NDArray[np.float64] = np.bincount(where, is_known, cells) / np.bincount(where, minlength=cells)
    return shares


def map_signs(pegs: int, known: Iterable[int], cells: int, shades: str = SHADES) -> str:
    """Draw which pegs are known, one character per stretch of pegs."""
    between = len(shades) - 2
    signs = []
    for share in shares_known(pegs, known, min(cells, pegs)).tolist():
        some = 1 + min(between - 1, int(share * between))
        signs.append(shades[0] if share == 0 else shades[-1] if share == 1 else shades[some])
    return "".join(signs)
