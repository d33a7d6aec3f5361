"""Replies to single guesses, whole games, and the events of a game that is streamed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from codepegs.game import CANONICAL, Code, Game, Position
from codepegs.schema.advice import OpenOrderAnswer
from codepegs.schema.base import Answer, ExpectedGuessesError, ExpectedGuessesValue, Fits, Interval, TurnNumber

if TYPE_CHECKING:
    from codepegs.analysis import OpenOrder
    from codepegs.match import PlayedGame, PlayedTurn
    from codepegs.render import Picture

CandidatesLeft = Annotated[int | None, Meta(description="candidates after the reply; null if not known exactly")]
Palette = Annotated[list[str], Meta(description="#rrggbb")]
Pixels = Annotated[list[int], Meta(description="the index in the palette of each pixel, row by row")]
Size = Annotated[str, Meta(description="width and height: 9x5")]


class ScoreAnswer(Answer, frozen=True, kw_only=True):
    """The reply to a guess."""

    rules: str
    secret: str
    guess: str
    reply: str

    @classmethod
    def of(cls, game: Game, guess: Code, secret: Code) -> ScoreAnswer:
        """Return the answer for the reply to a guess.

        Args:
            game: The game.
            guess: The guess.
            secret: The secret.

        Returns:
            The answer.
        """
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
        """Return the answer for a position.

        Args:
            position: The position.

        Returns:
            The answer.
        """
        game = position.game
        turns = [
            PositionTurn(guess=CANONICAL.format(game, turn.guess), reply=str(turn.reply)) for turn in position.turns
        ]
        return cls(position=str(position), rules=str(game), turns=turns)


class SolveTurn(Answer, frozen=True, kw_only=True):
    """One turn of a game."""

    guess: str
    """The code, as canonical text."""
    reply: str
    """The reply, as canonical text."""
    candidates: CandidatesLeft
    seconds: float
    """Time in which the codebreaker chose the guess and processed the reply, in seconds."""
    candidates_estimate: float | UnsetType | None = UNSET
    """Estimated number of candidates after the reply, null without an estimate; omitted if `candidates` is known."""
    candidates_interval: Interval | UnsetType = UNSET
    """Interval of the estimate; omitted if `candidates` is known."""
    consistent: Fits

    @classmethod
    def of(cls, game: Game, turn: PlayedTurn) -> SolveTurn:
        """Return the answer for one turn.

        Args:
            game: The game.
            turn: The turn.

        Returns:
            The answer.
        """
        return cls(
            guess=CANONICAL.format(game, turn.guess),
            reply=str(turn.reply),
            candidates=turn.candidates,
            seconds=round(turn.seconds, 6),
            candidates_estimate=UNSET if turn.candidates is not None else turn.candidates_estimate,
            candidates_interval=UNSET if turn.candidates is not None else turn.candidates_interval,
            consistent=turn.consistent,
        )


class SolveAnswer(Answer, frozen=True, kw_only=True):
    """A whole game."""

    rules: str
    strategy: str
    secret: str | None
    solved: bool
    guesses: int
    turns: Annotated[list[SolveTurn] | UnsetType, Meta(description="omitted with --quiet and by the server")] = UNSET
    seed: int
    seconds: float
    stopped: Annotated[str | UnsetType, Meta(description="why the strategy gave up")] = UNSET
    declared: Annotated[
        str | UnsetType,
        Meta(description="the code declared to be the secret; only if no reply announces the win"),
    ] = UNSET
    correct: Annotated[bool | UnsetType | None, Meta(description="whether it is the secret; null if unknown")] = UNSET
    confidence: Annotated[float | UnsetType, Meta(description="its probability")] = UNSET
    false_turns: Annotated[
        list[int] | UnsetType,
        Meta(description="turns, counted from 1, whose replies were false; only if replies may be false"),
    ] = UNSET
    open_order: OpenOrderAnswer | UnsetType = UNSET
    """Only if at some turn the colours of the secret were known, but not their order."""

    @classmethod
    def of(
        cls,
        played: PlayedGame,
        *,
        noisy: bool = False,
        quiet: bool = False,
        order: tuple[int, OpenOrder] | None = None,
    ) -> SolveAnswer:
        """Return the answer for a game.

        Args:
            played: The game.
            noisy: Whether replies may have been false; the answer then lists those that were, if the secret is known.
            quiet: Leave out the turns.
            order: The number of the turn after which only the order of the colours was open, and the open order then.

        Returns:
            The answer.
        """
        return cls(
            rules=str(played.game),
            strategy=played.strategy,
            secret=None if played.secret is None else CANONICAL.format(played.game, played.secret),
            solved=played.solved,
            guesses=played.guesses,
            turns=UNSET if quiet else [SolveTurn.of(played.game, turn) for turn in played.turns],
            seed=played.seed,
            seconds=round(played.seconds, 6),
            stopped=played.stopped or UNSET,
            declared=UNSET if played.declared is None else CANONICAL.format(played.game, played.declared),
            correct=UNSET if played.declared is None else played.correct,
            confidence=UNSET if played.confidence is None else played.confidence,
            false_turns=list(played.false_turns) if noisy and played.false_turns is not None else UNSET,
            open_order=UNSET if order is None else OpenOrderAnswer.of(*order),
        )


class ImageAnswer(SolveAnswer, frozen=True, kw_only=True):
    """A whole game for a picture."""

    size: Size
    palette: Palette
    output: Annotated[str | None, Meta(description="the file that the command wrote")]

    @classmethod
    def of_picture(
        cls,
        played: PlayedGame,
        picture: Picture,
        output: Path | None = None,
        *,
        noisy: bool = False,
        quiet: bool = False,
    ) -> ImageAnswer:
        """Return the answer for a game for a picture.

        Args:
            played: The game.
            picture: The picture.
            output: The file that the command wrote, if any.
            noisy: As for `SolveAnswer.of`.
            quiet: As for `SolveAnswer.of`.

        Returns:
            The answer.
        """
        return cls(
            **msgspec.structs.asdict(SolveAnswer.of(played, noisy=noisy, quiet=quiet)),
            size=picture.size,
            palette=list(picture.hex_palette),
            output=None if output is None else str(output),
        )


class TurnEvent(Answer, frozen=True, kw_only=True):
    """A turn of a game while it is played."""

    turn: TurnNumber
    guess: str
    reply: str
    candidates: CandidatesLeft
    candidates_estimate: float | None
    candidates_interval: Interval
    expected_guesses: ExpectedGuessesValue
    expected_guesses_error: ExpectedGuessesError
    seconds: float
    """Time in which the codebreaker chose the guess and processed the reply, in seconds."""


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
