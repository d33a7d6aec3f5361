"""The requests of the API: one struct each, the declaration of endpoints, and the context of a task."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

from codepegs.analysis import predict
from codepegs.codes import ContradictionExplanation, explain_contradiction
from codepegs.core import looking
from codepegs.errors import BadInput, BadStrategy, CodepegsError, Contradiction, hint_at, one_of
from codepegs.foreign import msgspec_error
from codepegs.game import CANONICAL, EXACT_IN_JSON, SYMBOLS, Code, Notation, Position, as_given, as_json, notation_for
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, Value
from codepegs.render import MOST_PICTURE_COLORS
from codepegs.strategies import Codebreaker, Player
from codepegs.trees.gallery import PREFIX

CODE_LETTERS = 60_000
"""Largest length of a code; one of 10,000 pegs and colours has at most 48,894 characters."""

POSITION_LETTERS = 1_000_000
"""Largest length of a position: about twenty turns of the largest games."""

POSITION_TURNS = 1_000
PNG_LETTERS = 1_400_000
"""Largest length of a picture in base64: one megabyte."""

LEAST_SECONDS = 0.01
"""Shortest time limit that a request may set."""

QUOTED_LETTERS = 60
"""Largest number of characters of client input quoted in an error message."""

Rules = Annotated[str, Meta(min_length=1, max_length=40, description="the game: p4c6, p4c10n, p4c6-b, mm, bc")]
PositionText = Annotated[
    str,
    Meta(min_length=1, max_length=POSITION_LETTERS, description="the rules and the turns: p4c6 1122:1b0w 1344:0b2w"),
]
CodeText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=CODE_LETTERS,
        description="a code: 1122, or 8,1,50 in games of more than 35 colours; colours count from 1, also with bc",
    ),
]
ReplyText = Annotated[str, Meta(min_length=1, max_length=24, description="a reply: 1b2w, 2b, 3t, 1w or solved")]
StrategyText = Annotated[str, Meta(min_length=1, max_length=200, description="NAME or NAME:option,option=value")]
TreeName = Annotated[str, Meta(min_length=1, max_length=100, description="as /trees lists it")]
SeedNumber = Annotated[
    int,
    Meta(
        ge=0,
        le=EXACT_IN_JSON - 1,
        description="everything random follows from it; written without a fraction: 1794, not 1794.0",
    ),
]
Share = Annotated[float, Meta(ge=0, lt=1)]
ErrorText = Annotated[str, Meta(max_length=40)]
FalseReplies = Annotated[
    Share | ErrorText,
    Meta(
        description="probability that a reply is replaced by a random one; or another kind of false replies: "
        "miscount:0.1, swap:0.1, at-most:1 or lying:1"
    ),
]
AssumedNoise = Annotated[
    Share | ErrorText | None,
    Meta(
        description="replies may be false: each is replaced by a random one with this probability; unknown: estimate "
        "it; or another kind: miscount:0.1, swap:0.1, at-most:1 or lying:1"
    ),
]
Seconds = Annotated[float, Meta(ge=LEAST_SECONDS, le=600)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all requests: values are not converted, unknown keys are errors."""

    EXAMPLE: ClassVar[Mapping[str, Any]] = {}


class ScoreRequest(Request, frozen=True, kw_only=True):
    """A secret and a guess."""

    EXAMPLE = {"rules": "p4c6", "secret": "1122", "guess": "1213"}
    rules: Rules
    secret: CodeText
    guess: CodeText


class CandidatesRequest(Request, frozen=True, kw_only=True):
    """A position whose candidates are requested."""

    EXAMPLE = {"position": "p4c6 1122:1b0w 1344:0b2w", "limit": 20}
    position: PositionText
    limit: Annotated[int, Meta(ge=0, le=1_000, description="codes listed at most")] = 20
    noise: AssumedNoise = None


class SuggestRequest(Request, frozen=True, kw_only=True):
    """A position whose best guesses are requested."""

    EXAMPLE = {"position": "p4c6 1122:1b0w", "strategy": "auto", "top": 5}
    position: PositionText
    strategy: StrategyText = "auto"
    top: Annotated[int, Meta(ge=1, le=50, description="how many guesses")] = 5
    noise: AssumedNoise = None
    seed: SeedNumber = 0
    seconds: Annotated[Seconds | None, Meta(description="time limit in seconds")] = None


class ExplainRequest(Request, frozen=True, kw_only=True):
    """A position whose turns may contradict each other."""

    EXAMPLE = {"position": "p4c6 1122:0b0w 3344:0b0w 5566:0b0w"}
    position: PositionText


class MoveRequest(Request, frozen=True, kw_only=True):
    """A position at which a strategy moves."""

    EXAMPLE = {"position": "p4c6 1122:1b0w", "strategy": "minimax"}
    position: PositionText
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0
    noise: AssumedNoise = None


class ReplyRequest(Request, frozen=True, kw_only=True):
    """A guess, for the secret of a seed or a given one."""

    EXAMPLE = {"rules": "p4c6", "seed": 17, "guess": "1122"}
    rules: Rules
    seed: SeedNumber
    guess: CodeText
    secret: CodeText | None = None


class RevealRequest(Request, frozen=True, kw_only=True):
    """A seed whose secret is requested."""

    EXAMPLE = {"rules": "p4c6", "seed": 17}
    rules: Rules
    seed: SeedNumber


class SolveRequest(Request, frozen=True, kw_only=True):
    """A game for a strategy to play."""

    EXAMPLE = {"rules": "p4c6", "secret": "3564", "strategy": "minimax", "seed": 1}
    rules: Rules
    secret: CodeText | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber | None = None
    noise: FalseReplies = 0.0
    turns: Annotated[int, Meta(ge=1, le=100_000, description="largest number of guesses")] | None = None


class EvaluateRequest(Request, frozen=True, kw_only=True):
    """Strategies to be compared on the same secrets."""

    EXAMPLE = {"rules": "p4c6", "strategies": ["entropy", "minimax"], "games": 100, "seed": 0}
    rules: Rules
    strategies: Annotated[list[StrategyText], Meta(min_length=1, max_length=4, description="strategies to compare")]
    games: Annotated[int, Meta(ge=1, le=1_000, description="random secrets, the same for every strategy")] = 100
    seed: SeedNumber = 0


class CoachRequest(Request, frozen=True, kw_only=True):
    """A game to be reviewed."""

    EXAMPLE = {"position": "p4c6 1122:1b0w 1344:0b2w", "secret": None}
    position: PositionText
    secret: CodeText | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0


class TreeNodeRequest(Request, frozen=True, kw_only=True):
    """A place in a tree of the gallery."""

    EXAMPLE = {"name": "gallery:p4c6", "path": ["1b0w"]}
    name: TreeName
    path: Annotated[list[ReplyText], Meta(max_length=100, description="replies, from the first guess on")] = []


class ImageRequest(Request, frozen=True, kw_only=True):
    """A picture to be found: a built-in one, or a PNG."""

    EXAMPLE = {"drawing": "fish", "seed": 1}
    drawing: Annotated[str, Meta(min_length=1, max_length=40, description="as /drawings lists it")] | None = None
    png: Annotated[str, Meta(min_length=1, max_length=PNG_LETTERS, description="a picture file in base64")] | None = (
        None
    )
    size: Annotated[str, Meta(min_length=1, max_length=15, description="pixels across and down: 9x5")] | None = None
    colors: Annotated[int, Meta(ge=1, le=MOST_PICTURE_COLORS, description="colours it is reduced to")] | None = None
    strategy: StrategyText = "auto"
    seed: SeedNumber = 0
    noise: FalseReplies = 0.0


class SvgRequest(Request, frozen=True, kw_only=True):
    """A board to be drawn."""

    EXAMPLE = {"position": "p4c6 1122:1b0w 1344:0b2w", "notes": ["256 left"]}
    position: PositionText
    notes: Annotated[
        list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200, description="notes to the right of the turns")
    ] = []


class StrategiesRequest(Request, frozen=True, kw_only=True):
    """The game for which strategies are listed, if any."""

    rules: Annotated[Rules | None, Meta(description="adds which strategies can play this game")] = None


def shorten(text: str) -> str:
    """Shorten a text of a client, to quote it in a message."""
    return text if len(text) <= QUOTED_LETTERS else f"{text[: QUOTED_LETTERS - 1]}…"


KINDS = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "array": "an array",
    "object": "a JSON object",
    "null": "null",
}
"""The kinds of JSON values that msgspec names, in words."""

READINGS: dict[str, Callable[[str], Value]] = {
    "wanted": {"<=": "at_most", ">=": "at_least", "<": "less_than", ">": "greater_than"}.__getitem__,
    "count": int,
    "number": lambda number: f"{float(number):,.16g}",
    "choice": lambda kinds: one_of(KINDS[kind] for kind in kinds.split(" | ")),
}
"""How the values in messages of msgspec are read; the others are quoted."""


def problem_in(error: msgspec.ValidationError, known: Sequence[str] = ()) -> Reason:
    """Return the reason for an error of msgspec about an invalid value, which names the key, among the keys known."""
    kind, key, found = msgspec_error(error)
    values: dict[str, Value] = {"thing": "the_key" if key else "the_request", "key": shorten(key)}
    values |= {name: READINGS.get(name, shorten)(text) for name, text in found.items()}
    hint = hint_at(found["key"], known) if kind == "unexpected_key" and not key else {}
    return Reason.of(kind, **values, **hint)


MOST_EXPLAINED_BY_SERVER = 3_000_000
"""Largest number of codes for an exact explanation of a contradiction: some seconds."""


class TooLarge(CodepegsError):
    """A request exceeds the memory limit."""


def position_of(text: str, *, noisy: bool = False, to_explain: bool = False) -> Position:
    """The position of a request; `to_explain`, even if a reply is impossible for its guess."""
    _check_turns(text.count(":"))
    position = as_given(text) if to_explain else Position.parse(text, noisy=noisy)
    _check_turns(len(position.turns))
    return position


def _check_turns(turns: int) -> None:
    """Raise `TooLarge` if a position has too many turns."""
    if turns > POSITION_TURNS:
        raise TooLarge.because("too_many_turns_for_server", most=POSITION_TURNS, turns=turns)


def notation_of(text: str) -> Notation:
    """The notation of codes in sentences and pictures: digits from 0 if the rules are `bc`."""
    return notation_for("".join(text.split()[:1]))


def secret_of(text: str | None, position: Position, given: str) -> Code | None:
    """The secret of a request, canonical or in the names of colours of the position as given."""
    if text is None:
        return None
    game, used = position.game, (color for turn in position.turns for color in turn.guess)
    typed = Notation.of(given).as_typed(game, text, used)
    return (replace(typed, also=SYMBOLS) if typed.names else CANONICAL).parse(game, text)


def player_of(text: str, noise: float | str | None = None) -> Player:
    """The player of a request; clients can only use trees from the gallery."""
    player = Player.parse(text)
    path = player.strategy.text_option
    if path is not None and not getattr(player.options, path).startswith(PREFIX):
        raise BadStrategy.because("only_gallery_trees", like=f"tree:{PREFIX}p4c6")
    return player.with_noise(f"{noise:g}" if isinstance(noise, float | int) else noise)


POLL_SECONDS = 0.02
"""Seconds between checks whether the client is connected."""


class Cancelled(Exception):
    """The client has disconnected."""


@dataclass
class TaskContext:
    """The connection of a task to its client: it sends events, and checks for disconnection."""

    send: Callable[[str, Any], None] = lambda name, event: None
    """Sends an event, by its name, to the client."""
    accept: Callable[[], None] = lambda: None
    """Starts the answer of a valid request, before the first event."""
    is_cancelled: Callable[[], bool] = lambda: False
    memory_mib: int = 1_500
    _checked: float = 0.0
    _left: bool = False

    def check(self) -> None:
        """Raise `Cancelled` if the client has disconnected; looked up at most every `POLL_SECONDS`."""
        now = time.monotonic()
        if not self._left and now - self._checked > POLL_SECONDS:
            self._checked = now
            self._left = self.is_cancelled()
        if self._left:
            raise Cancelled

    def threads(self) -> WorkerThreads:
        """The threads of a strategy: one thread, because every core has a worker. It checks for disconnection."""
        return WorkerThreads(1, progress=lambda done, total: self.check())

    def check_memory(self, codebreaker: Codebreaker) -> None:
        """Raise `TooLarge` if listing the codes of a game would exceed the memory limit of a request."""
        game = codebreaker.position.game
        needed = predict(game, False, 1).bytes / 2**20
        if codebreaker.lists_codes and needed > self.memory_mib:
            raise TooLarge.because("request_needs_memory", game=str(game), memory=needed, most=self.memory_mib)


Task = Callable[[Any, TaskContext], Any]
AnyTask = TypeVar("AnyTask", bound=Task)

Answers = tuple[type, ...]

JSON, EVENT_STREAM, SVG, TEXT = "application/json", "text/event-stream", "image/svg+xml", "text/plain"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint of the API."""

    name: str
    path: str
    method: str = "POST"
    summary: str
    description: str
    task: Task | None = None
    """Answers in a worker; None if the server process answers by itself."""
    request: type[Request] = Request
    answers: Answers = ()
    events: Mapping[str, Answers] = field(default_factory=dict)
    """The events of a stream, instead of one answer."""
    media_type: str = JSON
    may_be_missing: bool = False
    """Whether the answer may be 404."""

    def read(self, payload: bytes) -> Request:
        """Return a request; raises `BadInput` if it is invalid."""
        try:
            request = msgspec.json.decode(payload, type=self.request)
            json.loads(payload, object_pairs_hook=_check_keys)  # of which msgspec takes the last
            return request
        except msgspec.ValidationError as error:
            raise BadInput.because(problem_in(error, self.request.__struct_encode_fields__)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadInput.because("no_json") from None

    def answer(self, request: Request, context: TaskContext) -> bytes:
        """Return the answer to a request, as it is sent; raises `BadInput` if what it says is invalid."""
        assert self.task is not None
        with looking(context.check):
            try:
                answer = self.task(request, context)
            except Contradiction:
                if ContradictionExplanation not in (*self.answers, *self.events.get("done", ())):
                    raise
                position = position_of(request.position, to_explain=True)  # type: ignore[attr-defined]
                answer = explain_contradiction(position, most_codes=MOST_EXPLAINED_BY_SERVER)
                answer = answer or ContradictionExplanation(position, None, (), (), exact=False)
            return answer if isinstance(answer, bytes) else msgspec.json.encode(as_json(answer))

    @property
    def kind(self) -> str:
        """The media type of a success."""
        return EVENT_STREAM if self.events else self.media_type


def _check_keys(pairs: list[tuple[str, Any]]) -> None:
    """Raise `BadInput` if a JSON object has a key twice."""
    keys: set[str] = set()
    for key, _ in pairs:
        if key in keys:
            raise BadInput.because("repeated_key", key=shorten(key))
        keys.add(key)


ENDPOINTS: dict[str, Endpoint] = {}
"""The endpoints by name, in the order of the reference."""


def declare(endpoint: Endpoint) -> None:
    """Add an endpoint."""
    ENDPOINTS[endpoint.name] = endpoint


def endpoint(path: str, *, events: Mapping[str, Answers] | None = None, **others: Any) -> Callable[[AnyTask], AnyTask]:
    """Declare the endpoint of a task by its docstring and annotations; with `events`, its answer is the event done."""

    def add(task: AnyTask) -> AnyTask:
        hints = get_type_hints(task)
        summary, _, description = cleandoc(task.__doc__ or "").partition("\n\n")
        answers = tuple(kind for kind in get_args(hints["return"]) or (hints["return"],) if kind is not bytes)
        declare(
            Endpoint(
                name=task.__name__,
                path=path,
                summary=summary.removesuffix("."),
                description=description.replace("\n", " "),
                task=task,
                request=hints["request"],
                answers=() if events else answers,
                events={**events, "done": answers} if events else {},
                **others,
            )
        )
        return task

    return add
