"""Strategies measured on the same secrets."""

from __future__ import annotations

import math
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game import Answer


class Difference(Answer, frozen=True, kw_only=True, omit_defaults=True):
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
    """Games with the same number of guesses."""
    more: int
    """Games with more guesses."""
    adjusted_average: float | None = None
    """The average difference, adjusted for the luck of the replies; None unless both averages are adjusted."""
    adjusted_standard_error: float | None = None
    """Standard error of the adjusted difference."""


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
    weighted_total: int | None = None
    """The sum over the secrets of weight times guesses, or times what these cost, which `optimal` minimises; None as
    above."""
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
    adjusted_average: float | None = None
    """The average, adjusted for the luck of the replies; None unless asked for, or if a game was not won."""
    adjusted_standard_error: float | None = None
    """Standard error of the adjusted average."""
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
            BadInput: The evaluation was read from a file, without its games.
        """
        found = self.__dict__.get("lengths")
        if found is None:
            raise BadInput("this evaluation has no lengths of single games: only the result of evaluate has them")
        return cast("NDArray[np.int64]", found)

    @property
    def luck(self) -> NDArray[np.float64] | None:
        """How many guesses the replies of each game cost more than expected, float64, shape (games,).

        None unless the average is adjusted for luck. Not part of JSON.
        """
        return cast("NDArray[np.float64] | None", self.__dict__.get("luck"))

    def with_games(
        self, lengths: NDArray[np.int64], luck: NDArray[np.float64] | None = None, **changes: Any
    ) -> Evaluation:
        """Return the same evaluation with the figures of its games.

        Args:
            lengths: The number of guesses in each game, int64, shape (games,).
            luck: The luck of each game, float64, shape (games,); None if it was not measured.
            **changes: New values of other fields.

        Returns:
            The evaluation; the average is adjusted for luck if every game was won.
        """
        if luck is not None and lengths.all():
            adjusted, error = _mean(lengths - luck)
            changes |= {"adjusted_average": adjusted, "adjusted_standard_error": error}
        same = msgspec.structs.replace(self, **changes)
        for name, values in (("lengths", lengths), ("luck", luck)):
            if values is not None:
                values.setflags(write=False)
                same.__dict__[name] = values
        return same

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as one row of a table: plain numbers and texts, by column.

        Returns:
            The fields, and those of `difference` with `difference_` before their names: the columns of `codepegs
            evaluate --csv`.

        >>> from codepegs import evaluate
        >>> row = evaluate("p4c6", "minimax")[0].to_dict()
        >>> row["strategy"], row["total"], row["difference_average"]
        ('minimax', 5801, None)
        """
        row = {name: getattr(self, name) for name in self.__struct_fields__ if name != "difference"}
        row["histogram"] = list(self.histogram)
        return row | {
            f"difference_{name}": getattr(self.difference, name, None) for name in Difference.__struct_fields__
        }

    def __copy__(self) -> Evaluation:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, ({name: getattr(self, name) for name in self.__struct_fields__}, dict(self.__dict__))

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
        average, error = _mean(differences)
        is_sample = self.standard_error is not None or other.standard_error is not None
        adjusted: tuple[float | None, float | None] = (None, None)
        if self.luck is not None and other.luck is not None and both.all():
            adjusted = _mean(differences - (self.luck - other.luck))
        return Difference(
            against=other.strategy,
            average=average,
            standard_error=error if is_sample else None,
            fewer=int(np.count_nonzero(differences < 0)),
            equal=int(np.count_nonzero(differences == 0)),
            more=int(np.count_nonzero(differences > 0)),
            adjusted_average=adjusted[0],
            adjusted_standard_error=adjusted[1],
        )


def _rebuilt(fields: dict[str, Any], games: dict[str, Any]) -> Evaluation:
    """The evaluation that was pickled, with the figures of its games if it had them."""
    found = Evaluation(**fields)
    return found.with_games(games["lengths"], games.get("luck")) if games else found


def _mean(values: NDArray[Any]) -> tuple[float, float | None]:
    """The mean, 0 if there is none, and its standard error, None for fewer than two values."""
    count = len(values)
    error = float(values.std(ddof=1) / math.sqrt(count)) if count > 1 else None
    return float(values.mean()) if count else 0.0, error


class EvaluateAnswer(Answer, frozen=True, kw_only=True):
    """The results of strategies, in the order in which they were given."""

    results: list[Evaluation]
    """The result of each strategy."""
