"""A game reviewed by the coach, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from codepegs.game import CANONICAL, Game
from codepegs.schema.base import EXACT_IN_JSON, Answer, TurnNumber

if TYPE_CHECKING:
    from codepegs.analysis.coach import Figures, GameReview, ReviewedTurn

ReviewedCount = Annotated[
    float | None,
    Meta(description="a count, in double precision above 2^53, or an estimate, which need not be an integer"),
]


class CoachGuess(Answer, frozen=True, kw_only=True):
    """A guess that could have been made."""

    guess: str
    expected_size: float
    entropy_bits: float
    is_candidate: bool

    @classmethod
    def of(cls, game: Game, figures: Figures | None) -> CoachGuess | None:
        """Return the answer for a guess.

        Args:
            game: The game.
            figures: The guess with its figures, or None.

        Returns:
            The answer; None for None.
        """
        if figures is None:
            return None
        return cls(
            guess=CANONICAL.format(game, figures.guess),
            expected_size=figures.expected_size,
            entropy_bits=figures.entropy_bits,
            is_candidate=figures.is_candidate,
        )


class CoachTurn(Answer, frozen=True, kw_only=True):
    """The review of one turn; unknown figures are null."""

    turn: TurnNumber
    guess: str
    reply: str
    candidates_before: ReviewedCount
    candidates_after: ReviewedCount
    expected_size: float | None
    entropy_bits: float | None
    gained_bits: float | None
    fits: bool
    breaks: Annotated[list[int], Meta(description="turns, from 1, that the guess contradicts")]
    worth: Literal["best", "good", "probe", "weak", "wasted", "forced", "unknown"]
    best: CoachGuess | None
    best_fitting: CoachGuess | None
    skill: Annotated[float | None, Meta(description="0 to 1")]
    luck: Annotated[float | None, Meta(description="bits")]
    words: str
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
        return cls(
            turn=turn.turn,
            guess=CANONICAL.format(game, turn.guess),
            reply=str(turn.reply),
            candidates_before=_count(turn.candidates_before),
            candidates_after=_count(turn.candidates_after),
            expected_size=turn.expected_size,
            entropy_bits=turn.entropy_bits,
            gained_bits=turn.gained_bits,
            fits=turn.fits,
            breaks=list(turn.breaks),
            worth=turn.worth,
            best=CoachGuess.of(game, turn.best),
            best_fitting=CoachGuess.of(game, turn.best_fitting),
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
    skill: Annotated[float | None, Meta(description="0 to 1")]
    luck: Annotated[float | None, Meta(description="bits, the mean over the turns")]
    words: str
    turning_point: Annotated[int | None, Meta(description="a turn, from 1")]
    candidates_only: bool
    turns: list[CoachTurn]

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
            candidates_only=review.candidates_only,
            turns=[CoachTurn.of(game, turn) for turn in review.turns],
        )
