"""Strategies measured on the same secrets."""

from __future__ import annotations

from codepegs.schema.base import Answer


class Difference(Answer, frozen=True, kw_only=True):
    """A strategy compared with the first one, game by game on the same secrets."""

    against: str
    """The text of the first strategy."""
    average: float
    """Guesses more (less, if negative) per game."""
    standard_error: float | None
    """Standard error of the difference; None if every secret was played."""
    fewer: int | None
    """Games with fewer guesses than the first strategy; None if whole trees were compared by their totals."""
    more: int | None
    """Games with more guesses than the first strategy; None like `fewer`."""


class Evaluation(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """The figures of one strategy over the games of `evaluate`."""

    rules: str
    """The rules id of the game."""
    strategy: str
    """The strategy text."""
    games: int
    """Number of games played."""
    exhaustive: bool
    """Whether every secret was played once."""
    total: int
    """Guesses in all games that were won."""
    average: float
    """Guesses per game that was won."""
    standard_error: float | None
    """Standard error of the average; None if every secret was played and all replies were true."""
    depth: int
    """Guesses in the longest game that was won."""
    histogram: tuple[int, ...]
    """Games won with 1, 2, 3 … guesses."""
    unsolved: int
    """Games given up, or ended by a wrong declaration."""
    first: str | None
    """The first guess, if an option of the strategy sets it or searches for it."""
    seed: int | None
    """The random seed; None if nothing was drawn."""
    seconds: float
    """Wall-clock time of all games."""
    seconds_per_game: float
    """Wall-clock time divided by the number of games."""
    peak_memory_mib: float | None
    """Peak memory of the process in MiB; None if it cannot be measured."""
    noise: float
    """Probability that a reply was replaced by a random one."""
    declare: float | None
    """Probability at which the secret was declared; None if the codemaker announced the win."""
    success_rate: float
    """Share of the games that were won."""
    difference: Difference | None = None
    """Difference to the first strategy; None for the first itself."""
    partial: bool = False
    """Whether an interrupt ended the games, so that the figures are those of the games played by then."""


class EvaluateAnswer(Answer, frozen=True, kw_only=True):
    """The results of strategies, in the order in which they were given."""

    results: list[Evaluation]
