"""Strategies measured on the same secrets."""

from __future__ import annotations

import math
from typing import cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.schema.base import Answer


class Difference(Answer, frozen=True, kw_only=True):
    """A strategy compared with the first one, game by game on the same secrets."""

    against: str
    """The text of the first strategy."""
    average: float
    """How many more guesses per game it needed than the first strategy, over the games that both won; negative if it
    needed fewer."""
    standard_error: float | None
    """Standard error of the average; None if every secret was played."""
    fewer: int
    """Games with fewer guesses than the first strategy."""
    equal: int
    """Games with as many guesses."""
    more: int
    """Games with more guesses."""


class Evaluation(Answer, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """The number of guesses that one strategy needed, over many games.

    >>> from codepegs import evaluate
    >>> (found,) = evaluate("p4c6", ["entropy"])
    >>> found.total, found.histogram
    (5722, (1, 4, 71, 612, 596, 12))
    """

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
    """Guesses per game that was won; 0 if none was."""
    standard_error: float | None
    """Standard error of the average; None if every secret was played and all replies were true."""
    weighted_average: float | None = None
    """Mean number of guesses, weighted by the weights of the secrets; None unless these have weights and every secret
    was played and found."""
    depth: int
    """Guesses in the longest game that was won; 0 if none was."""
    histogram: tuple[int, ...]
    """Games won with 1, 2, 3 … guesses."""
    unsolved: int
    """Games given up, or ended by a wrong declaration."""
    first: str | None
    """The first guess, if an option of the strategy sets it or searches for it."""
    seed: int | None
    """The random seed; None if nothing was drawn."""
    seconds: float
    """Wall-clock time of all games, in seconds."""
    seconds_per_game: float
    """Wall-clock time divided by the number of games, in seconds."""
    peak_memory_mib: float | None
    """Peak memory of the process in MiB; None if it cannot be measured."""
    noise: float | str
    """Probability that a reply was replaced by a random one, or the text of another kind of false replies."""
    declare: float | None
    """Probability at which the secret was declared; None if the codemaker announced the win."""
    success_rate: float
    """Share of won games among all games, from 0 to 1."""
    difference: Difference | None = None
    """Difference to the first strategy; None for the first itself."""
    partial: bool = False
    """Whether an interrupt ended the games, so that the figures are those of the games played by then."""

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses in each game, int64, shape (games,); 0 in a game that was not won. Not part of JSON.

        If `exhaustive`, the games are in the order of codes, that of `Candidates.all(game)`; otherwise in the order in
        which the secrets were drawn, the same for every strategy.

        Raises:
            BadInput: The evaluation was read from a file or another process, without its games.
        """
        found = self.__dict__.get("lengths")
        if found is None:
            raise BadInput("this evaluation has no lengths of single games: only the result of evaluate has them")
        return cast("NDArray[np.int64]", found)

    def with_lengths(self, lengths: NDArray[np.int64]) -> Evaluation:
        """Return the same evaluation with the lengths of its games.

        Args:
            lengths: The number of guesses in each game, int64, shape (games,).

        Returns:
            The evaluation.
        """
        same = msgspec.structs.replace(self)
        lengths.setflags(write=False)
        same.__dict__["lengths"] = lengths
        return same

    def difference_to(self, other: Evaluation) -> Difference:
        """Compare game by game with another strategy that played the same secrets.

        Args:
            other: An evaluation of the same call, or of one with the same seed and number of games.

        Returns:
            The difference over the games that both won; positive if this strategy needs more guesses.

        Raises:
            BadInput: The games are not the same.

        >>> from codepegs import evaluate
        >>> entropy, minimax = evaluate("p4c6", ["entropy", "minimax"])
        >>> found = minimax.difference_to(entropy)
        >>> found.fewer, found.equal, found.more, round(found.average, 4)
        (308, 610, 378, 0.061)
        """
        if (self.rules, self.games, self.exhaustive, self.seed) != (
            other.rules,
            other.games,
            other.exhaustive,
            other.seed,
        ):
            raise BadInput("the evaluations are of different games: compare those of one call of evaluate")
        both = (self.lengths > 0) & (other.lengths > 0)
        differences = self.lengths[both] - other.lengths[both]
        count = len(differences)
        is_sample = self.standard_error is not None or other.standard_error is not None
        return Difference(
            against=other.strategy,
            average=float(differences.mean()) if count else 0.0,
            standard_error=float(differences.std(ddof=1) / math.sqrt(count)) if count > 1 and is_sample else None,
            fewer=int(np.count_nonzero(differences < 0)),
            equal=int(np.count_nonzero(differences == 0)),
            more=int(np.count_nonzero(differences > 0)),
        )


class EvaluateAnswer(Answer, frozen=True, kw_only=True):
    """The results of strategies, in the order in which they were given."""

    results: list[Evaluation]
    """The result of each strategy."""
