"""A game reviewed by the coach, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from codepegs.game import CANONICAL, Game
from codepegs.schema.base import (
    EXACT_IN_JSON,
    Answer,
    ExpectedGuessesError,
    ExpectedGuessesValue,
    Fits,
    Interval,
    TurnNumber,
    expected_guesses,
)

if TYPE_CHECKING:
    from codepegs.analysis.coach import GameReview, ReviewedTurn
    from codepegs.strategies import Suggestion

ReviewedCount = Annotated[
    float | None,
    Meta(description="a count, rounded above 2^53, or an estimate, which need not be an integer"),
]


class CoachGuess(Answer, frozen=True, kw_only=True):
    """A guess that could have been made."""

    guess: str
    expected_guesses: ExpectedGuessesValue
    expected_guesses_error: ExpectedGuessesError
    expected_size: float | None
    entropy_bits: float | None
    is_candidate: Fits

    @classmethod
    def of(cls, game: Game, found: Suggestion | None) -> CoachGuess | None:
        """Return the answer for a guess.

        Args:
            game: The game.
            found: The guess with its figures, or None.

        Returns:
            The answer; None for None.
        """
        if found is None:
            return None
        value, error = expected_guesses(found.expected)
        return cls(
            guess=CANONICAL.format(game, found.guess),
            expected_guesses=value,
            expected_guesses_error=error,
            expected_size=found.expected_size,
            entropy_bits=found.entropy_bits,
            is_candidate=found.is_candidate,
        )


class CoachTurn(Answer, frozen=True, kw_only=True):
    """The review of one turn; unknown figures are null."""

    turn: TurnNumber
    guess: str
    reply: str
    candidates_before: ReviewedCount
    candidates_after: ReviewedCount
    candidates_interval: Interval
    expected_guesses: ExpectedGuessesValue
    expected_guesses_error: ExpectedGuessesError
    expected_size: Annotated[float | None, Meta(description="expected number of candidates left")]
    entropy_bits: Annotated[float | None, Meta(description="expected bits of the reply")]
    gained_bits: Annotated[float | None, Meta(description="bits actually gained")]
    fits: Annotated[bool, Meta(description="whether the guess is consistent with the earlier turns")]
    breaks: Annotated[list[int], Meta(description="turns, counted from 1, that the guess contradicts")]
    worth: Annotated[
        Literal["best", "good", "weak", "wasted", "forced", "unknown"], Meta(description="rating of the guess")
    ]
    best: CoachGuess | None
    """The guess with the fewest expected guesses; the one made, if none is better."""
    lost_guesses: Annotated[
        float | None, Meta(description="expected guesses more than after the best guess; 0 within the uncertainty")
    ]
    lost_guesses_error: Annotated[float | None, Meta(description="uncertainty of that difference")]
    skill: Annotated[float | None, Meta(description="0 to 1")]
    luck: Annotated[float | None, Meta(description="bits")]
    words: Annotated[str, Meta(description="the review as sentences")]
    retry: Annotated[str, Meta(description="the position before this turn")]

    @classmethod
    def of(cls, game: Game, turn: ReviewedTurn) -> CoachTurn:
        """Return the answer for one turn.

        Args:
            game: The game.
            turn: The review of the turn.

        Returns:
            The answer.
        """
        value, error = expected_guesses(None if turn.asked is None else turn.asked.expected)
        return cls(
            turn=turn.turn,
            guess=CANONICAL.format(game, turn.guess),
            reply=str(turn.reply),
            candidates_before=_count(turn.candidates_before),
            candidates_after=_count(turn.candidates_after),
            candidates_interval=turn.after.interval,
            expected_guesses=value,
            expected_guesses_error=error,
            expected_size=turn.expected_size,
            entropy_bits=turn.entropy_bits,
            gained_bits=turn.gained_bits,
            fits=turn.fits,
            breaks=list(turn.breaks),
            worth=turn.worth,
            best=CoachGuess.of(game, turn.best),
            lost_guesses=turn.lost_guesses,
            lost_guesses_error=turn.lost_error,
            skill=turn.skill,
            luck=turn.luck,
            words=turn.words,
            retry=str(turn.retry),
        )


def _count(candidates: float | None) -> float | None:
    """Return a count of codes for JSON; None if it exceeds double precision.

    >>> _count(1296), _count(12.5), _count(10**20), _count(10**400)
    (1296, 12.5, 1e+20, None)
    """
    if candidates is None or candidates < EXACT_IN_JSON:
        return candidates
    try:
        return float(candidates)
    except OverflowError:
        return None


class CoachAnswer(Answer, frozen=True, kw_only=True):
    """A game reviewed turn by turn."""

    position: str
    rules: str
    solved: bool
    secret: str | None
    exact: bool
    """Whether every number of candidates and every expected number of guesses is exact."""
    skill: Annotated[float | None, Meta(description="0 to 1")]
    luck: Annotated[float | None, Meta(description="bits, the mean over the turns")]
    words: str
    """The summary, in sentences."""
    turning_point: Annotated[int | None, Meta(description="a turn, counted from 1")]
    strategy: Annotated[str, Meta(description="the strategy whose expected guesses are used")]
    seed: int
    turns: list[CoachTurn]
    """The review of each turn."""

    @classmethod
    def of(cls, review: GameReview) -> CoachAnswer:
        """Return the answer for a reviewed game.

        Args:
            review: The review.

        Returns:
            The answer.
        """
        game = review.game
        return cls(
            position=str(review.position),
            rules=str(game),
            solved=review.solved,
            secret=None if review.secret is None else CANONICAL.format(game, review.secret),
            exact=review.exact,
            skill=review.skill,
            luck=review.luck,
            words=review.words,
            turning_point=review.turning_point,
            strategy=str(review.player),
            seed=review.seed.value,
            turns=[CoachTurn.of(game, turn) for turn in review.turns],
        )
