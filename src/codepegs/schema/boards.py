"""Games on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.game import CANONICAL
from codepegs.schema.base import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codepegs.game import Game, Position
    from codepegs.match import BoardsGame, BoardSuggestion


class BoardSuggestionAnswer(Answer, frozen=True, kw_only=True):
    """A guess for several boards."""

    guess: str
    entropy_bits: float
    """Expected information, summed over the boards that are not solved."""
    candidate_on: list[int]
    """The boards, counted from 1, on which it may be the secret."""


class BoardsSuggestAnswer(Answer, frozen=True, kw_only=True):
    """Guesses for several boards, best first."""

    positions: list[str]
    """The position on each board."""
    strategy: str
    candidates: list[int]
    """The number of candidates on each board."""
    suggestions: list[BoardSuggestionAnswer]
    """The guesses, best first."""

    @classmethod
    def of(
        cls,
        positions: Sequence[Position],
        strategy: str,
        candidates: Sequence[int],
        suggestions: Sequence[BoardSuggestion],
    ) -> BoardsSuggestAnswer:
        """Return the answer for some positions.

        Args:
            positions: The position on each board.
            strategy: The name of the strategy.
            candidates: The number of candidates on each board.
            suggestions: The guesses.

        Returns:
            The answer.
        """
        game = positions[0].game
        return cls(
            positions=list(map(str, positions)),
            strategy=strategy,
            candidates=list(candidates),
            suggestions=[
                BoardSuggestionAnswer(
                    guess=CANONICAL.format(game, each.guess),
                    entropy_bits=each.bits,
                    candidate_on=list(each.candidate_on),
                )
                for each in suggestions
            ],
        )


class BoardTurnAnswer(Answer, frozen=True, kw_only=True):
    """One turn on several boards."""

    guess: str
    replies: list[str | None]
    """The reply of each board; null on a board that was solved before."""
    candidates: list[int]
    """The number of candidates on each board after the turn."""


class BoardsGameAnswer(Answer, frozen=True, kw_only=True):
    """A whole game on several boards."""

    rules: str
    strategy: str
    secrets: list[str]
    """The secret of each board."""
    solved: bool
    guesses: int
    turns: list[BoardTurnAnswer]
    seed: int
    seconds: float

    @classmethod
    def of(cls, played: BoardsGame) -> BoardsGameAnswer:
        """Return the answer for a game.

        Args:
            played: The game.

        Returns:
            The answer.
        """
        game: Game = played.game
        return cls(
            rules=str(game),
            strategy=played.strategy,
            secrets=[CANONICAL.format(game, secret) for secret in played.secrets],
            solved=played.solved,
            guesses=played.guesses,
            turns=[
                BoardTurnAnswer(
                    guess=CANONICAL.format(game, turn.guess),
                    replies=[None if reply is None else str(reply) for reply in turn.replies],
                    candidates=list(turn.candidates),
                )
                for turn in played.turns
            ],
            seed=played.seed,
            seconds=round(played.seconds, 6),
        )
