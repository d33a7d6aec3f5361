"""What the API takes and gives, as strict models: nothing is coerced, unknown keys are refused.

Requests are checked by these. Answers are the records of the command line, made by `codepegs.results` and its like; the
models describe them for the schema, and the tests check each answer against its model.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from codepegs.web import limits


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def absent() -> Any:
    """The default of a key that an answer may leave out; when it is there it is not null."""
    return Field(default=None, json_schema_extra=_without_default)


class Request(BaseModel):
    """Base of all requests."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answer(BaseModel):
    """Base of all answers."""

    model_config = ConfigDict(strict=True, extra="forbid")


def _examples(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(strict=True, extra="forbid", json_schema_extra={"examples": list(examples)})


Rules = Annotated[
    str, Field(min_length=1, max_length=limits.RULES_LETTERS, description="the game: p4c6, p4c10n, p4c6-b, mm, bc")
]
PositionText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=limits.POSITION_LETTERS,
        description="the rules and the turns: p4c6 1122:1b0w 1344:0b2w",
    ),
]
CodeText = Annotated[
    str, Field(min_length=1, max_length=limits.CODE_LETTERS, description="a code: 1122, or 8,1,50 past 35 colours")
]
ReplyText = Annotated[str, Field(min_length=1, max_length=24, description="a reply: 1b2w, 2b, 3t, 1w or solved")]
StrategyText = Annotated[
    str,
    Field(min_length=1, max_length=limits.STRATEGY_LETTERS, description="NAME or NAME:option,option=value"),
]
SeedNumber = Annotated[int, Field(ge=0, le=limits.MOST_SEED, description="everything random follows from it")]
Share = Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)]
AssumedNoise = Annotated[
    Share | Literal["unknown"] | None,
    Field(description="replies may be false, each with this probability, or unknown to estimate it"),
]
Seconds = Annotated[float, Field(gt=0, le=600, allow_inf_nan=False, description="give up after so many seconds")]


# Requests


class ScoreRequest(Request):
    """A secret and a guess."""

    model_config = _examples({"rules": "p4c6", "secret": "1122", "guess": "1213"})
    rules: Rules
    secret: CodeText
    guess: CodeText


class CandidatesRequest(Request):
    """A position whose codes are wanted."""

    model_config = _examples({"position": "p4c6 1122:1b0w 1344:0b2w", "limit": 20})
    position: PositionText
    limit: Annotated[int, Field(ge=0, le=limits.CODES_LISTED, description="codes listed at most")] = 20
    noise: AssumedNoise = None


class SuggestRequest(Request):
    """A position whose next guess is wanted."""

    model_config = _examples({"position": "p4c6 1122:1b0w", "strategy": "auto", "top": 5})
    position: PositionText
    strategy: StrategyText = "auto"
    top: Annotated[int, Field(ge=1, le=limits.SUGGESTIONS, description="how many guesses")] = 5
    noise: AssumedNoise = None
    seed: SeedNumber = 0
    seconds: Seconds | None = None


class ExplainRequest(Request):
    """A position that may contradict itself."""

    model_config = _examples({"position": "p4c6 1122:0b0w 3344:0b0w 5566:0b0w"})
    position: PositionText


class MoveRequest(Request):
    """A position at which a strategy is to move."""

    model_config = _examples({"position": "p4c6 1122:1b0w", "strategy": "minimax"})
    position: PositionText
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0
    noise: AssumedNoise = None


class ReplyRequest(Request):
    """A guess at the secret that a seed stands for, or that is given."""

    model_config = _examples({"rules": "p4c6", "seed": 17, "guess": "1122"})
    rules: Rules
    seed: SeedNumber
    guess: CodeText
    secret: CodeText | None = None


class RevealRequest(Request):
    """Which secret a seed stands for."""

    model_config = _examples({"rules": "p4c6", "seed": 17})
    rules: Rules
    seed: SeedNumber


class SolveRequest(Request):
    """A game for a strategy to play."""

    model_config = _examples({"rules": "p4c6", "secret": "3564", "strategy": "minimax", "seed": 1})
    rules: Rules
    secret: CodeText | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber | None = None
    noise: Annotated[Share, Field(description="probability of a false reply")] = 0.0
    turns: Annotated[int, Field(ge=1, le=limits.TURNS, description="give up after so many guesses")] | None = None


class EvaluateRequest(Request):
    """Strategies to be compared on the same secrets."""

    model_config = _examples({"rules": "p4c6", "strategies": ["entropy", "minimax"], "games": 100, "seed": 0})
    rules: Rules
    strategies: Annotated[list[StrategyText], Field(min_length=1, max_length=limits.STRATEGIES)]
    games: Annotated[int, Field(ge=1, le=limits.GAMES)] = 100
    seed: SeedNumber = 0


class CoachRequest(Request):
    """A game to be gone through."""

    model_config = _examples({"position": "p4c6 1122:1b0w 1344:0b2w", "secret": None})
    position: PositionText
    secret: CodeText | None = None


class TreeNodeRequest(Request):
    """A place in a tree of the gallery."""

    model_config = _examples({"name": "gallery:p4c6", "path": ["1b0w"]})
    name: Annotated[str, Field(min_length=1, max_length=100, description="as /trees lists it")]
    path: Annotated[
        list[ReplyText], Field(max_length=limits.PATH_REPLIES, description="replies, from the first guess on")
    ] = []


class ImageRequest(Request):
    """A picture to be found: one of the program's own drawings, or a PNG."""

    model_config = _examples({"drawing": "fish", "seed": 1})
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

    model_config = _examples({"position": "p4c6 1122:1b0w 1344:0b2w", "notes": ["256 left"]})
    position: PositionText
    notes: Annotated[
        list[Annotated[str, Field(max_length=limits.NOTE_LETTERS)]],
        Field(max_length=limits.NOTES, description="words to the right of the turns"),
    ] = []


# Answers


class ErrorDetail(Answer):
    """What is wrong."""

    code: Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]
    message: Annotated[str, Field(description="one sentence for a person")]


class ErrorAnswer(Answer):
    """Every answer that is no success."""

    model_config = _examples({"error": {"code": "busy", "message": "the server is busy: try again in 2 seconds"}})
    error: ErrorDetail


class ScoreAnswer(Answer):
    """The reply to a guess."""

    rules: str
    secret: str
    guess: str
    reply: str


class RepairAnswer(Answer):
    """A reply that, changed, would make the turns fit together."""

    turn: Annotated[int, Field(description="from 1")]
    reply: str
    candidates: Annotated[int | None, Field(description="codes that then fit; null when only some is known")]


class OtherRuleAnswer(Answer):
    """Another way to play or to score under which all turns fit together."""

    name: Annotated[str, Field(description="repeats, swapped or per-peg")]
    sentence: str
    candidates: int | None


class ContradictionAnswer(Answer):
    """The turns contradict each other."""

    position: str
    candidates: Literal[0]
    conflict: Annotated[
        list[int] | None, Field(description="the smallest set of turns, from 1, that cannot all be true")
    ]
    repairs: list[RepairAnswer]
    other_rules: list[OtherRuleAnswer]
    exact: Annotated[bool, Field(description="false when the game was too large to look at every code")]


class PossibleColor(Answer):
    """One colour at one peg."""

    color: Annotated[str, Field(description="its symbol")]
    candidates: Annotated[int, Field(description="codes that fit and have it there; more than none")]


class CandidatesAnswer(Answer):
    """What is still possible."""

    position: str
    candidates: Annotated[int | None, Field(description="codes that fit; null when not counted")]
    candidates_estimate: float | None
    codes: Annotated[list[str], Field(description="some of them, the lowest first; most probable first under noise")]
    possible: Annotated[
        list[list[PossibleColor]] | None, Field(description="for each peg what it can be; null when not counted")
    ]
    exact: Annotated[bool, Field(description="whether the figures were counted over all codes")]


class SuggestionAnswer(Answer):
    """One guess and what it does to the candidates."""

    guess: str
    is_candidate: bool
    worst: int | None
    expected_size: float | None
    entropy_bits: float | None
    parts: int | None
    win_chance: float | None
    why: str
    exact: bool


class ProbabilityAnswer(Answer):
    """A code and how probable it is."""

    code: str
    probability: float


class OpenOrderAnswer(Answer):
    """That only the order of the colours is open."""

    turn: int
    arrangements: int


class SuggestAnswer(Answer):
    """The best guesses, best first."""

    position: str
    candidates: int | None
    suggestions: list[SuggestionAnswer]
    strategy: str
    seed: int
    seconds: float
    stopped: str = absent()
    noise: float = absent()
    posterior: list[ProbabilityAnswer] = absent()
    suspect_turns: list[int] = absent()
    open_order: OpenOrderAnswer = absent()


class ExplainAnswer(Answer):
    """Whether the turns fit together, and what is wrong when they do not."""

    position: str
    consistent: Annotated[bool | None, Field(description="null when a bounded search did not tell")]
    candidates: Annotated[int | None, Field(description="codes that fit; null when not counted")]
    conflict: list[int] | None
    repairs: list[RepairAnswer]
    other_rules: list[OtherRuleAnswer]
    exact: bool


class ProgressAnswer(Answer):
    """How far a large game is."""

    known_pegs: int
    counted_colors: int
    left_estimate: Annotated[float, Field(description="guesses that are still needed, about")]


class MoveAnswer(Answer):
    """One move of a strategy."""

    position: str
    guess: str | None
    stopped: Annotated[str | None, Field(description="why there is no guess")]
    candidates: int | None
    candidates_estimate: float | None
    consistent: Annotated[bool | None, Field(description="whether the guess fits all replies; null when not known")]
    progress: ProgressAnswer | None
    seconds: float


class ReplyAnswer(Answer):
    """The reply of the program as codemaker."""

    rules: str
    guess: str
    reply: str
    solved: bool


class RevealAnswer(Answer):
    """The secret of a seed."""

    rules: str
    seed: int
    secret: str


class DifferenceAnswer(Answer):
    """One strategy against the first, game by game."""

    against: str
    average: float
    standard_error: float | None
    fewer: int | None
    more: int | None


class EvaluationAnswer(Answer):
    """How one strategy did."""

    rules: str
    strategy: str
    games: int
    exhaustive: bool
    total: int
    average: float
    standard_error: float | None
    depth: int
    histogram: list[int]
    unsolved: int
    first: str | None
    seed: int
    seconds: float
    seconds_per_game: float
    peak_memory_mib: float | None
    noise: float
    declare: float | None
    success_rate: float
    difference: DifferenceAnswer = absent()


class EvaluateAnswer(Answer):
    """How the strategies did, in the order in which they were named."""

    results: list[EvaluationAnswer]


class TreeEntry(Answer):
    """A tree of the gallery."""

    name: str
    rules: str
    objective: str
    then_depth: bool
    total: int
    average: float
    depth: int
    codes_at_depth: int
    status: Literal["proved", "best known"]
    found: str
    bytes: int


class TreesAnswer(Answer):
    """All trees of the gallery, smaller games first."""

    trees: list[TreeEntry]


class TreeChild(Answer):
    """One reply to the guess of a node, and what is below it."""

    reply: str
    secrets: int
    total: Annotated[int, Field(description="guesses still to be made over its secrets; 0 for the win")]
    depth: Annotated[int, Field(description="most guesses still to be made; 0 for the win")]
    guess: Annotated[str | None, Field(description="the next guess; null after the win")]


class TreeNodeAnswer(Answer):
    """One node of a tree."""

    name: str
    rules: str
    objective: str
    status: Literal["proved", "best known"]
    guess: str
    secrets: int
    total: Annotated[int, Field(description="guesses from this one on over its secrets")]
    average: float
    depth: int
    children: list[TreeChild]


class DrawingAnswer(Answer):
    """A picture that comes with the program."""

    name: str
    size: Annotated[str, Field(description="width and height: 9x5")]
    palette: Annotated[list[str], Field(description="#rrggbb")]
    pixels: Annotated[list[int], Field(description="a number in the palette for each pixel, row by row")]


class DrawingsAnswer(Answer):
    """The program's own pictures."""

    drawings: list[DrawingAnswer]


class OptionAnswer(Answer):
    """An option of a strategy."""

    name: str
    default: str | int | float | bool | None
    description: str


class StrategyAnswer(Answer):
    """A strategy."""

    name: str
    summary: str
    origin: str
    limits: str
    plays: Annotated[bool | None, Field(description="whether it plays the game asked for; null without one")]
    how: str | None
    options: list[OptionAnswer]


class StrategiesAnswer(Answer):
    """All strategies."""

    strategies: list[StrategyAnswer]
    auto: Annotated[str | None, Field(description="how auto plays the game asked for; null without one")]


class PresetAnswer(Answer):
    """A well-known game."""

    name: str
    rules: str
    title: str
    pegs: int
    colors: int
    repeats: bool
    view: Annotated[Literal["", "b", "t", "w"], Field(description="what replies show: all, black, total, white")]


class PresetsAnswer(Answer):
    """Well-known games."""

    presets: list[PresetAnswer]


class HealthAnswer(Answer):
    """That the server is there."""

    status: Literal["ok"]
    version: str
    workers: int
    queued: Annotated[int, Field(description="requests that wait for a worker")]


# Events of the streams


class TurnEvent(Answer):
    """A turn of a game that is played."""

    turn: Annotated[int, Field(description="from 1")]
    guess: str
    reply: str
    candidates: int | None
    candidates_estimate: float | None
    seconds: float


class ProgressEvent(Answer):
    """How far a game of more than 60 pegs is."""

    turn: int
    reply: str
    known_pegs: Annotated[int | None, Field(description="null when the strategy cannot tell")]
    counted_colors: int | None
    left_estimate: float | None
    most_black: Annotated[int, Field(description="black pegs of the best reply so far")]
    map: Annotated[
        str | None,
        Field(description="the pegs in order, up to 400 signs: · none known, ░ ▒ ▓ more and more, █ all"),
    ]
    seconds: Annotated[float, Field(description="since the game began")]


class SolveDone(Answer):
    """The end of a game: the solve record without its turns."""

    rules: str
    strategy: str
    secret: str | None
    solved: bool
    guesses: int
    seed: int
    seconds: float
    stopped: str = absent()
    false_turns: list[int] = absent()
    open_order: OpenOrderAnswer = absent()


class PictureEvent(Answer):
    """The picture that is to be found."""

    size: str
    palette: list[str]
    rules: str
    pixels: list[int]


class PictureTurnEvent(Answer):
    """A turn of the game for a picture."""

    turn: int
    guess: str
    reply: str
    belief: Annotated[
        list[int],
        Field(description="for each pixel its most probable colour, or -1 while none is more probable than not"),
    ]
    candidates: int | None


class ImageDone(SolveDone):
    """The end of a game for a picture."""

    size: str
    palette: list[str]
    output: None


# The coach


class CoachGuess(Answer):
    """A guess that could have been made."""

    guess: str
    expected_after: float | None
    entropy_bits: float | None
    is_candidate: bool


class CoachTurn(Answer):
    """What the coach says of one turn."""

    turn: int
    guess: str
    reply: str
    candidates_before: Annotated[float | None, Field(description="a count, or an estimate")]
    candidates_after: float | None
    expected_after: float | None
    entropy_bits: float | None
    gained_bits: float | None
    fits: bool
    breaks: Annotated[list[int], Field(description="turns, from 1, that the guess contradicts")]
    worth: Literal["best", "good", "probe", "weak", "wasted", "forced", "unknown"]
    best: CoachGuess | None
    best_fitting: CoachGuess | None
    skill: Annotated[float | None, Field(description="0 to 1")]
    luck: Annotated[float | None, Field(description="bits")]
    words: str
    retry: Annotated[str, Field(description="the position before this turn")]


class CoachAnswer(Answer):
    """A game gone through, turn by turn."""

    position: str
    rules: str
    solved: bool
    secret: str | None
    exact: bool
    skill: Annotated[float | None, Field(description="0 to 1")]
    luck: Annotated[float | None, Field(description="bits, the mean over the turns")]
    words: str
    turning_point: Annotated[int | None, Field(description="a turn, from 1")]
    candidates_only: bool
    turns: list[CoachTurn]
