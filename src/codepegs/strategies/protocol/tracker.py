"""What a strategy knows after a history: codes that can be the secret, with weights.

What a codebreaker reports, declares and shows of them follows from their weights. A set of codes is the case of equal
weights. A tracker brings the state up to date, turn by turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.game import Code, Game, Position, Turn, numbering_of, part_table, parts_between
from codepegs.parallel import WorkerThreads
from codepegs.reasons import bracketed_if_long, count_text


@bracketed_if_long(lambda known: f"report: {count_text(known.candidates, known.candidates_estimate)} candidates")
@dataclass(frozen=True, slots=True)
class Report:
    """What a codebreaker knows at its position.

    >>> from codepegs import make_codebreaker
    >>> make_codebreaker("p4c6 1122:1b0w", "minimax").report().candidates
    256
    """

    candidates: int | None = None
    """Exact number of candidates; None if it is not known."""
    candidates_estimate: float | None = None
    """Estimated number of candidates; None if there is no estimate."""
    candidates_interval: tuple[float, float] | None = None
    """An interval that contains the number of candidates with a probability of 95 %; None without an estimate."""
    found: bool | None = None
    """Whether the strategy found a consistent code; None if it does not search for whole codes."""
    suspect_turns: Annotated[
        tuple[int, ...], Meta(description="turns, counted from 1, whose replies are probably false")
    ] = ()
    """Numbers of the turns, counted from 1, whose replies are probably false."""
    noise: Annotated[
        float | None,
        Meta(description="share of false replies assumed or estimated; only if replies may be false"),
    ] = None
    """The share of false replies, 0 to 1, that the strategy assumes or estimates; None if it takes all replies as
    true."""
    notes: tuple[str, ...] = ()
    """Further remarks, one sentence each."""


class State(ABC):
    """What is known at a position: codes that can be the secret, with weights."""

    @abstractmethod
    def report(self) -> Report:
        """Return how many codes can be the secret, as far as that is known, and the share of false replies."""

    @abstractmethod
    def top(self, most: int) -> list[tuple[Code, float]]:
        """Return the likeliest codes with their probabilities, likeliest first, then in their order."""

    @abstractmethod
    def belief(self, game: Game) -> NDArray[np.float64]:
        """Return the probability of each colour at each peg, shape (pegs, colors)."""

    @property
    def best_chance(self) -> float:
        """Probability of the likeliest code."""
        return self.top(1)[0][1]

    @property
    def coverage(self) -> float:
        """The probability that the secret is one of the codes; below 1 if they are a sample."""
        return 1.0

    @property
    def declares(self) -> bool:
        """Whether the likeliest code may be declared to be the secret, if it is probable enough."""
        return True

    def is_over(self, position: Position, confidence: float | None) -> bool:
        """Return whether the game ends without another guess: if one code has the `confidence`, unless it is None."""
        return confidence is not None and self.declares and self.best_chance >= confidence

    def doubts(self, game: Game, turns: Sequence[Turn]) -> list[float]:
        """Return the probability of each turn's reply to be false."""
        return [0.0] * len(turns)


class WeightedRows(State):
    """Codes that are listed, one in each row; a set of codes is the case of equal weights."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """Number of rows."""

    @property
    def row_weights(self) -> NDArray[Any] | None:
        """The weight of each row, shape (rows,); None if all are equal."""
        return None

    @property
    def mass(self) -> float:
        """The sum of the weights."""
        weights = self.row_weights
        return self.rows if weights is None else weights.sum()

    @abstractmethod
    def code(self, row: int) -> Code:
        """Return the code of a row."""

    @abstractmethod
    def colors_at(self, peg: int) -> NDArray[np.integer]:
        """Return the colour of each row at a peg, shape (rows,)."""

    def top(self, most: int) -> list[tuple[Code, float]]:
        weights, mass = self.row_weights, self.mass
        if weights is None:
            return [(self.code(row), 1 / mass) for row in range(min(most, self.rows))]
        order = np.argsort(-weights, kind="stable")[:most].tolist()
        return [(self.code(row), float(weights[row] / mass)) for row in order]

    def belief(self, game: Game) -> NDArray[np.float64]:
        weights = self.row_weights
        counts = [np.bincount(self.colors_at(peg), weights, game.colors) for peg in range(game.pegs)]
        return np.stack(counts) / self.mass

    @property
    def best_chance(self) -> float:
        weights = self.row_weights
        return float((1 if weights is None else weights.max()) / self.mass)

    def doubts(self, game: Game, turns: Sequence[Turn]) -> list[float]:
        codes = np.stack([self.colors_at(peg) for peg in range(game.pegs)], axis=1).astype(np.int64)
        weights = np.ones(self.rows) if self.row_weights is None else self.row_weights
        return doubts_of(game, turns, codes, weights / self.mass)


class Tracker(ABC):
    """What a strategy carries from turn to turn, to know the state of each position."""

    is_value: ClassVar[bool] = False
    """Whether `advance` returns another tracker and leaves this one as it is."""

    @abstractmethod
    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> Tracker | None:
        """Add a turn, or return another tracker with it; raises `Contradiction` if no code is consistent."""

    @abstractmethod
    def state(self, threads: WorkerThreads | None = None) -> State:
        """Return what is known after the turns."""


def doubts_of(game: Game, turns: Sequence[Turn], codes: NDArray[np.int64], chances: NDArray[np.float64]) -> list[float]:
    """Return the probability of each turn's reply to be false, from codes, shape (m, pegs), and their probabilities."""
    doubts = []
    for turn in turns:
        numbering = numbering_of(game, turn.guess)
        parts = parts_between(numbering, np.array(turn.guess), codes)
        fits = np.isin(parts, part_table(numbering).numbers(turn.reply))
        doubts.append(float(chances[~fits].sum()))
    return doubts


def suspects(doubts: Sequence[float]) -> tuple[int, ...]:
    """Return the numbers of the turns, from 1, whose replies are probably false."""
    return tuple(number for number, doubt in enumerate(doubts, 1) if doubt > 0.5)


def entropy_of(chances: NDArray[np.float64], counts: NDArray[Any] | int = 1) -> float:
    """Return the entropy in bits of rows of some probabilities; `counts` rows have each."""
    held = chances > 0
    each = chances[held] * (counts[held] if isinstance(counts, np.ndarray) else counts)
    return float(-(each * log2(chances[held])).sum()) + 0.0
