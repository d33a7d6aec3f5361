"""What the API gives: answers, and the events of its streams."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from codepegs.server.models import Answer, absent, examples


class ErrorDetail(Answer):
    """What is wrong."""

    code: Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]
    message: Annotated[str, Field(description="one sentence for a person")]


class ErrorAnswer(Answer):
    """Every answer that is no success."""

    model_config = examples({"error": {"code": "busy", "message": "the server is busy: try again in 2 seconds"}})
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
    is_candidate: Annotated[
        bool | None, Field(description="whether it fits all replies; null when not known or replies may be false")
    ]
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
    expected_size: float | None
    entropy_bits: float | None
    is_candidate: bool


class CoachTurn(Answer):
    """What the coach says of one turn."""

    turn: int
    guess: str
    reply: str
    candidates_before: Annotated[float | None, Field(description="a count, or an estimate")]
    candidates_after: float | None
    expected_size: float | None
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
