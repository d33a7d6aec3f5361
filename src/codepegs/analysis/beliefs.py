"""The probability of each colour at each peg, computed by the codebreaker or estimated from the replies alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, Position
from codepegs.strategies import Codebreaker, Progress

SURE = 0.99
"""Least probability at which the colour of a peg counts as known."""

LEAST = 1e-9
"""Probability used in place of 0, so that false replies cannot together rule out every colour of a peg."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The probability of each colour at each peg."""

    chances: NDArray[np.floating]
    """Probabilities, float32 or float64, shape (pegs, colors); each row sums to 1."""
    rough: bool = False
    """Whether the probabilities are estimated from each reply separately, because the strategy cannot compute them."""

    @property
    def best(self) -> tuple[int, ...]:
        """The most probable colour of each peg, 0-based; the lowest of several."""
        return tuple(self.chances.argmax(axis=1).tolist())

    @property
    def known(self) -> int:
        """Number of pegs with a colour of probability 0.99 or more."""
        return int((self.chances.max(axis=1) >= SURE).sum())


def belief_of(codebreaker: Codebreaker) -> Belief:
    """Return the probability of each colour at each peg, given the turns that a codebreaker has learned.

    A codebreaker that can compute these probabilities does so. In a long game whose progress is measured, a known peg
    has its colour with probability 1, and at every other peg all colours are equally probable. Otherwise the
    probabilities are estimated by `rough_belief`.

    >>> from codepegs import make_codebreaker
    >>> position = Position.parse("p2c3 12:0b1w")
    >>> belief_of(make_codebreaker(position, "minimax")).chances.tolist()
    [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5]]
    """
    chances = codebreaker.belief()
    if chances is not None:
        return Belief(chances)
    progress = codebreaker.progress()
    if progress is not None:
        return Belief(known_belief(codebreaker.position.game, progress))
    return Belief(rough_belief(codebreaker.position), rough=True)


def known_belief(game: Game, progress: Progress) -> NDArray[np.float32]:
    """Return the probabilities of colours in a long game: certain for known pegs, equal for all others.

    Returns probabilities, float32, shape (pegs, colors).

    The array has single precision, because a picture may have ten thousand pegs, and one array is kept per frame.

    >>> known_belief(Game(2, 4), Progress(3, 1, 0, 2.0, {1: 2})).tolist()
    [[0.25, 0.25, 0.25, 0.25], [0.0, 0.0, 1.0, 0.0]]
    """
    chances = np.full((game.pegs, game.colors), 1 / game.colors, dtype=np.float32)
    places = list(progress.known)
    chances[places] = 0.0
    chances[places, list(progress.known.values())] = 1.0
    return chances


def rough_belief(position: Position) -> NDArray[np.float64]:
    """Estimate the probabilities of colours from each reply separately, as if the pegs were independent.

    Returns probabilities, float64, shape (pegs, colors).

    With b black pegs of p, each colour of the guess has probability b / p, and the other colours share the rest
    equally; these probabilities are multiplied over the turns, and each row is scaled to sum to 1. White pegs are
    ignored. Apart from that, the result is exact after a single turn of a game with repeated colours.

    >>> rough_belief(Position.parse("p2c3 12:1b0w")).tolist()
    [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]
    """
    game = position.game
    logs = np.zeros((game.pegs, game.colors))
    for turn in position.turns:
        black = game.pegs if turn.reply.solved else turn.reply.black
        if black is not None and game.colors > 1:
            right = black / game.pegs
            other = (1 - right) / (game.colors - 1)
            logs[np.arange(game.pegs), turn.guess] += np.log(max(right, LEAST)) - np.log(max(other, LEAST))
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances)
