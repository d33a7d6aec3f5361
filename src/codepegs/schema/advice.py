"""Advice for a position: the candidates, the best guesses, and the next move of a strategy."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType

from codepegs.game import CANONICAL, Code, Game
from codepegs.schema.base import (
    Answer,
    Count,
    ExpectedGuessesError,
    ExpectedGuessesValue,
    Fits,
    Interval,
    expected_guesses,
)

if TYPE_CHECKING:
    from codepegs.analysis import OpenOrder
    from codepegs.strategies import Progress, Suggestion


class OpenOrderAnswer(Answer, frozen=True, kw_only=True):
    """A position in which the colours of the secret are known, but not their order."""

    turn: Annotated[
        int, Meta(description="the turn after which this was first known, counted from 1; in advice, the last turn")
    ]
    arrangements: Annotated[int, Meta(description="number of possible orders after it")]

    @classmethod
    def of(cls, turn: int, order: OpenOrder) -> OpenOrderAnswer:
        """Return the answer for a position in which only the order of the colours is unknown.

        Args:
            turn: The number of the last turn.
            order: The open order.

        Returns:
            The answer.
        """
        return cls(turn=turn, arrangements=order.arrangements)


class SuggestionAnswer(Answer, frozen=True, kw_only=True):
    """One guess and its figures."""

    guess: str
    expected_guesses: ExpectedGuessesValue
    expected_guesses_error: ExpectedGuessesError
    is_candidate: Fits
    worst: int | None
    expected_size: float | None
    entropy_bits: float | None
    parts: int | None
    win_chance: float | None
    why: str
    """The figures in one or two sentences."""
    exact: Annotated[bool, Meta(description="whether the figures were counted over all candidates")]

    @classmethod
    def of(cls, game: Game, suggestion: Suggestion) -> SuggestionAnswer:
        """Return the answer for one suggestion: the same figures, with the guess as text.

        Args:
            game: The game.
            suggestion: The suggestion.

        Returns:
            The answer.
        """
        value, error = expected_guesses(suggestion.expected)
        figures = asdict(suggestion) | {"guess": CANONICAL.format(game, suggestion.guess)}
        del figures["expected"]
        return cls(expected_guesses=value, expected_guesses_error=error, **figures)


class ProbabilityAnswer(Answer, frozen=True, kw_only=True):
    """A code and its probability."""

    code: str
    probability: float
    """The probability that it is the secret, from 0 to 1."""

    @classmethod
    def of(cls, game: Game, code: Code, probability: float) -> ProbabilityAnswer:
        """Return the answer for one code.

        Args:
            game: The game.
            code: The code.
            probability: Its probability.

        Returns:
            The answer.
        """
        return cls(code=CANONICAL.format(game, code), probability=probability)


class SuggestAnswer(Answer, frozen=True, kw_only=True):
    """The best guesses, best first."""

    position: str
    candidates: Count
    candidates_estimate: float | None
    candidates_interval: Interval
    consistent: Annotated[
        bool | None,
        Meta(
            description="true if a consistent code is known; null if neither a consistent code nor a contradiction was "
            "found, or if replies may be false"
        ),
    ]
    suggestions: list[SuggestionAnswer]
    """The guesses with their figures, best first."""
    strategy: str
    seed: int
    seconds: float
    stopped: Annotated[str | UnsetType, Meta(description="why there are no suggestions")] = UNSET
    noise: Annotated[
        float | UnsetType, Meta(description="share of false replies assumed or estimated; only if replies may be false")
    ] = UNSET
    posterior: Annotated[
        list[ProbabilityAnswer] | UnsetType, Meta(description="the most probable codes; only if replies may be false")
    ] = UNSET
    suspect_turns: Annotated[
        list[int] | UnsetType, Meta(description="turns, counted from 1, whose replies are probably false")
    ] = UNSET
    open_order: OpenOrderAnswer | UnsetType = UNSET
    """Only if the colours of the secret are known, but not their order."""


class ProgressAnswer(Answer, frozen=True, kw_only=True):
    """The progress of a large game."""

    known_pegs: int
    """Number of pegs whose colour is known."""
    counted_colors: int
    """Number of colours whose number of pegs is known."""
    left_estimate: Annotated[float, Meta(description="estimated number of further guesses")]

    @classmethod
    def of(cls, progress: Progress) -> ProgressAnswer:
        """Return the answer for the progress of a codebreaker.

        Args:
            progress: The progress.

        Returns:
            The answer.
        """
        return cls(
            known_pegs=progress.pegs_known,
            counted_colors=progress.colors_counted,
            left_estimate=progress.guesses_left,
        )


class MoveAnswer(Answer, frozen=True, kw_only=True):
    """One move of a strategy."""

    position: str
    guess: str | None
    stopped: Annotated[str | None, Meta(description="why there is no guess")]
    candidates: Count
    candidates_estimate: float | None
    candidates_interval: Interval
    consistent: Fits
    progress: ProgressAnswer | None
    """Null if the strategy does not measure it."""
    seconds: float


class PossibleColor(Answer, frozen=True, kw_only=True):
    """One colour at one peg."""

    color: Annotated[str, Meta(description="its symbol")]
    candidates: Annotated[int, Meta(description="number of candidates with this colour at this peg, at least one")]


class CandidatesAnswer(Answer, frozen=True, kw_only=True):
    """The candidates of a position."""

    position: str
    candidates: Count
    candidates_estimate: float | None
    candidates_interval: Interval
    codes: Annotated[
        list[str], Meta(description="some candidates, ascending; the most probable first if replies may be false")
    ]
    possible: Annotated[
        list[list[PossibleColor]] | None, Meta(description="for each peg its possible colours; null if not counted")
    ]
    exact: Annotated[bool, Meta(description="whether the figures were counted over all codes")]
