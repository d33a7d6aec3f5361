"""What the API takes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from codepegs.server import limits
from codepegs.server.models import (
    AssumedNoise,
    CodeText,
    PositionText,
    ReplyText,
    Request,
    Rules,
    Seconds,
    SeedNumber,
    Share,
    StrategyText,
    examples,
)


class ScoreRequest(Request):
    """A secret and a guess."""

    model_config = examples({"rules": "p4c6", "secret": "1122", "guess": "1213"})
    rules: Rules
    secret: CodeText
    guess: CodeText


class CandidatesRequest(Request):
    """A position whose codes are wanted."""

    model_config = examples({"position": "p4c6 1122:1b0w 1344:0b2w", "limit": 20})
    position: PositionText
    limit: Annotated[int, Field(ge=0, le=limits.CODES_LISTED, description="codes listed at most")] = 20
    noise: AssumedNoise = None


class SuggestRequest(Request):
    """A position whose next guess is wanted."""

    model_config = examples({"position": "p4c6 1122:1b0w", "strategy": "auto", "top": 5})
    position: PositionText
    strategy: StrategyText = "auto"
    top: Annotated[int, Field(ge=1, le=limits.SUGGESTIONS, description="how many guesses")] = 5
    noise: AssumedNoise = None
    seed: SeedNumber = 0
    seconds: Seconds | None = None


class ExplainRequest(Request):
    """A position that may contradict itself."""

    model_config = examples({"position": "p4c6 1122:0b0w 3344:0b0w 5566:0b0w"})
    position: PositionText


class MoveRequest(Request):
    """A position at which a strategy is to move."""

    model_config = examples({"position": "p4c6 1122:1b0w", "strategy": "minimax"})
    position: PositionText
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0
    noise: AssumedNoise = None


class ReplyRequest(Request):
    """A guess at the secret that a seed stands for, or that is given."""

    model_config = examples({"rules": "p4c6", "seed": 17, "guess": "1122"})
    rules: Rules
    seed: SeedNumber
    guess: CodeText
    secret: CodeText | None = None


class RevealRequest(Request):
    """Which secret a seed stands for."""

    model_config = examples({"rules": "p4c6", "seed": 17})
    rules: Rules
    seed: SeedNumber


class SolveRequest(Request):
    """A game for a strategy to play."""

    model_config = examples({"rules": "p4c6", "secret": "3564", "strategy": "minimax", "seed": 1})
    rules: Rules
    secret: CodeText | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber | None = None
    noise: Annotated[Share, Field(description="probability of a false reply")] = 0.0
    turns: Annotated[int, Field(ge=1, le=limits.TURNS, description="give up after so many guesses")] | None = None


class EvaluateRequest(Request):
    """Strategies to be compared on the same secrets."""

    model_config = examples({"rules": "p4c6", "strategies": ["entropy", "minimax"], "games": 100, "seed": 0})
    rules: Rules
    strategies: Annotated[list[StrategyText], Field(min_length=1, max_length=limits.STRATEGIES)]
    games: Annotated[int, Field(ge=1, le=limits.GAMES)] = 100
    seed: SeedNumber = 0


class CoachRequest(Request):
    """A game to be gone through."""

    model_config = examples({"position": "p4c6 1122:1b0w 1344:0b2w", "secret": None})
    position: PositionText
    secret: CodeText | None = None


class TreeNodeRequest(Request):
    """A place in a tree of the gallery."""

    model_config = examples({"name": "gallery:p4c6", "path": ["1b0w"]})
    name: Annotated[str, Field(min_length=1, max_length=100, description="as /trees lists it")]
    path: list[ReplyText] = Field(
        default=[], max_length=limits.PATH_REPLIES, description="replies, from the first guess on"
    )


class ImageRequest(Request):
    """A picture to be found: one of the program's own drawings, or a PNG."""

    model_config = examples({"drawing": "fish", "seed": 1})
    drawing: Annotated[str, Field(min_length=1, max_length=40, description="as /drawings lists it")] | None = None
    png: (
        Annotated[str, Field(min_length=1, max_length=limits.PNG_LETTERS, description="a picture file in base64")]
        | None
    ) = None
    size: Annotated[str, Field(min_length=1, max_length=15, description="pixels across and down: 9x5")] | None = None
    colors: Annotated[int, Field(ge=1, le=35, description="colours it is reduced to")] | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0
    noise: Annotated[Share, Field(description="probability of a false reply")] = 0.0


class SvgRequest(Request):
    """A board to be drawn."""

    model_config = examples({"position": "p4c6 1122:1b0w 1344:0b2w", "notes": ["256 left"]})
    position: PositionText
    notes: list[Annotated[str, Field(max_length=limits.NOTE_LETTERS)]] = Field(
        default=[], max_length=limits.NOTES, description="words to the right of the turns"
    )
