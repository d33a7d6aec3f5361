"""Replies to single guesses, whole games, and the events of a game that is streamed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from codepegs.game import (
    CANONICAL,
    Answer,
    CandidatesLeft,
    Code,
    Game,
    Interval,
    Position,
    TurnNumber,
    countable,
    record,
)
from codepegs.match import PlayedTurn
from codepegs.render import Palette, Size

Pixels = Annotated[list[int], Meta(description="the index in the palette of each pixel, row by row")]


class ScoreAnswer(Answer, frozen=True, kw_only=True):
    """The reply to a guess."""

    rules: str
    secret: str
    guess: str
    reply: str

    @classmethod
    def of(cls, game: Game, guess: Code, secret: Code) -> ScoreAnswer:
        """Return the answer for the reply to a guess."""
        return cls(
            rules=str(game),
            secret=CANONICAL.format(game, secret),
            guess=CANONICAL.format(game, guess),
            reply=str(game.reply(guess, secret)),
        )


class ReplyAnswer(Answer, frozen=True, kw_only=True):
    """The reply of the program as codemaker."""

    rules: str
    guess: str
    reply: str
    solved: bool
    """Whether the guess is the secret."""


class RevealAnswer(Answer, frozen=True, kw_only=True):
    """The secret that follows from a random seed."""

    rules: str
    seed: int
    """The random seed from which the secret follows."""
    secret: str


class PositionTurn(Answer, frozen=True, kw_only=True):
    """One turn of a position."""

    guess: str
    """The code, as canonical text."""
    reply: str
    """The reply, as canonical text."""


class PositionAnswer(Answer, frozen=True, kw_only=True):
    """A position in canonical notation."""

    position: str
    """The rules id and the turns, as one text."""
    rules: str
    """The rules id."""
    turns: list[PositionTurn]
    """The turns, in order."""

    @classmethod
    def of(cls, position: Position) -> PositionAnswer:
        """Return the answer for a position."""
        game = position.game
        turns = [
            PositionTurn(guess=CANONICAL.format(game, turn.guess), reply=str(turn.reply)) for turn in position.turns
        ]
        return cls(position=str(position), rules=str(game), turns=turns)


@record(
    "TurnEvent",
    "turn guess=played.guess reply=played.reply candidates=played.candidates candidates_estimate candidates_interval "
    "expected_guesses=played.expected.value expected_guesses_error=played.expected.error seconds=played.seconds",
)
@dataclass(frozen=True, slots=True)
class TurnEvent:
    """A turn of a game while it is played."""

    game: Game
    turn: TurnNumber
    played: PlayedTurn

    @property
    def candidates_estimate(self) -> float | None:
        """Null if the candidates were counted."""
        return self.played.candidates_estimate if countable(self.played.candidates) is None else None

    @property
    def candidates_interval(self) -> Interval:
        """Null if the candidates were counted."""
        return self.played.candidates_interval if countable(self.played.candidates) is None else None


class ProgressEvent(Answer, frozen=True, kw_only=True):
    """The progress of a game of more than 60 pegs."""

    turn: TurnNumber
    reply: str
    known_pegs: Annotated[int | None, Meta(description="null if the strategy does not measure it")]
    counted_colors: int | None
    """Number of colours whose number of pegs is known; null if the strategy does not measure it."""
    left_estimate: float | None
    """Estimated number of further guesses; null if the strategy does not measure it."""
    most_black: Annotated[int, Meta(description="black pegs of the best reply so far")]
    map: Annotated[
        str | None,
        Meta(description="the pegs in order, up to 400 characters: · none known, ░ ▒ ▓ a growing share, █ all"),
    ]
    seconds: Annotated[float, Meta(description="since the game began")]


class PictureEvent(Answer, frozen=True, kw_only=True):
    """The picture to be found."""

    size: Size
    palette: Palette
    rules: str
    pixels: Pixels


class PictureTurnEvent(Answer, frozen=True, kw_only=True):
    """A turn of the game for a picture."""

    turn: TurnNumber
    guess: str
    reply: str
    belief: Annotated[
        list[int],
        Meta(description="for each pixel its most probable colour, or -1 if none has a probability above 1/2"),
    ]
    candidates: CandidatesLeft
