"""How probable each colour is at each peg, by a codebreaker's own account or, roughly, by the replies alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, Position
from codepegs.strategies import Believes, Codebreaker, Progress, progress_of

SURE = 0.99
"""Probability from which on a peg's colour counts as known."""

LEAST = 1e-9
"""Probability that stands for never, so that replies which are false one by one cannot rule out every colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The probability of each colour at each peg."""

    chances: NDArray[np.floating]
    """Shape (pegs, colours), rows adding up to one."""
    rough: bool = False
    """Whether it is made from the replies one by one, because the strategy has no account of its own."""

    @property
    def best(self) -> tuple[int, ...]:
        """The most probable colour of each peg."""
        return tuple(self.chances.argmax(axis=1).tolist())

    @property
    def known(self) -> int:
        """Pegs whose colour is as good as known."""
        return int((self.chances.max(axis=1) >= SURE).sum())


def belief_of(codebreaker: Codebreaker) -> Belief:
    """Return the belief of a codebreaker at its position.

    Args:
        codebreaker: The codebreaker.

    Returns:
        Probabilities per peg and colour; a rough belief if the strategy has none. In long games, pegs are known or can
        be anything.

    >>> from codepegs import make_codebreaker
    >>> position = Position.parse("p2c3 12:0b1w")
    >>> belief_of(make_codebreaker(position, "minimax")).chances.tolist()
    [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5]]
    """
    if isinstance(codebreaker, Believes):
        return Belief(codebreaker.belief())
    progress = progress_of(codebreaker)
    if progress is not None:
        return Belief(known_belief(codebreaker.position.game, progress))
    return Belief(rough_belief(codebreaker.position), rough=True)


def known_belief(game: Game, progress: Progress) -> NDArray[np.float32]:
    """Return the probabilities of colours in a long game: certain for known pegs, equal for all others.

    Single precision, because a picture may have ten thousand pegs and its game a hundred beliefs.

    Args:
        game: The game.
        progress: The pegs that are known.

    Returns:
        Probabilities, float32, shape (pegs, colors).

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

    With b black pegs of p, each colour of the guess has probability b / p, and the other colours share the rest
    equally; the turns are multiplied. Exact after one turn of a game with repeated colours if white pegs are ignored,
    and if a reply has no black peg or nothing else.

    Args:
        position: The position.

    Returns:
        Probabilities, float64, shape (pegs, colors); each row sums to 1.

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
