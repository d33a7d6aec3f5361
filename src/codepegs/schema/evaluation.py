"""Strategies measured on the same secrets."""

from __future__ import annotations

from codepegs.schema.base import Answer


class Difference(Answer, frozen=True, kw_only=True):
    """One strategy against the first, game by game: the same secrets, so chance in drawing them cancels out."""

    against: str
    average: float
    """Guesses more (less, if negative) per game."""
    standard_error: float | None
    """None when every secret was played."""
    fewer: int | None
    """Games with fewer guesses than the first strategy; None when whole trees were compared by their totals."""
    more: int | None


class Evaluation(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """How one strategy did."""

    rules: str
    strategy: str
    games: int
    exhaustive: bool
    """Whether every secret was played once."""
    total: int
    """Guesses in all games that were won."""
    average: float
    standard_error: float | None
    depth: int
    histogram: tuple[int, ...]
    """Games won with 1, 2, 3 … guesses."""
    unsolved: int
    """Games given up, or ended by a wrong declaration."""
    first: str | None
    """The first guess where the strategy text fixes or looks for one."""
    seed: int | None
    """None where nothing is drawn."""
    seconds: float
    seconds_per_game: float
    peak_memory_mib: float | None
    noise: float
    """Probability that a reply was replaced by a random one."""
    declare: float | None
    """Where no reply announces the win: the probability at which the secret was declared."""
    success_rate: float
    """Share of the games that were won."""
    difference: Difference | None = None
    """To the first strategy, from the second on."""
    partial: bool = False
    """Whether an interrupt ended it, and the figures are those of the games played by then."""


class EvaluateAnswer(Answer, frozen=True, kw_only=True):
    """How the strategies did, in the order in which they were named."""

    results: list[Evaluation]
