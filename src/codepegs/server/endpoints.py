"""The declaration of endpoints, each at the function that answers it in a worker process, and the context of a task."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from codepegs.analysis import predict
from codepegs.game import as_json
from codepegs.parallel import WorkerThreads
from codepegs.server.requests import Request, TooLarge, decode
from codepegs.strategies import Codebreaker

POLL_SECONDS = 0.02
"""Seconds between checks whether the client is connected."""


class Cancelled(Exception):
    """The client has disconnected."""


class TaskContext:
    """The connection of a task to its client: it sends events, and checks for disconnection."""

    def __init__(
        self,
        send: Callable[[str, Any], None] = lambda name, event: None,
        accept: Callable[[], None] = lambda: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        memory_mib: int = 1_500,
    ) -> None:
        self.send = send
        """Sends an event, by its name, to the client."""
        self.accept = accept
        """Starts the answer of a valid request, before the first event."""
        self.memory_mib = memory_mib
        self._is_cancelled = is_cancelled
        self._checked = 0.0
        self._left = False

    def has_left(self) -> bool:
        """Whether the client has disconnected; checked at most every `POLL_SECONDS`."""
        now = time.monotonic()
        if not self._left and now - self._checked > POLL_SECONDS:
            self._checked = now
            self._left = self._is_cancelled()
        return self._left

    def check(self) -> None:
        """Raise `Cancelled` if the client has disconnected."""
        if self.has_left():
            raise Cancelled

    def threads(self) -> WorkerThreads:
        """The threads of a strategy: one thread, because every core has a worker. It checks for disconnection."""
        return WorkerThreads(1, progress=lambda done, total: self.check())

    def check_memory(self, codebreaker: Codebreaker) -> None:
        """Raise `TooLarge` if listing the codes of a game would exceed the memory limit of a request."""
        game = codebreaker.position.game
        needed = predict(game, False, 1).bytes / 2**20
        if codebreaker.lists_codes and needed > self.memory_mib:
            raise TooLarge(
                f"{game} needs about {needed:,.0f} MiB, but one request may use {self.memory_mib:,} MiB: play a "
                "smaller game, or another strategy"
            )


Task = Callable[[Any, TaskContext], Any]
AnyTask = TypeVar("AnyTask", bound=Task)

Answers = tuple[type, ...]

Load = Literal["quick", "bounded", "by size", "large"]
"""How a request is scheduled: `quick` for any game; `bounded` with the default strategy and true replies; `by size` of
its game; always `large`."""

JSON, EVENT_STREAM, SVG, TEXT = "application/json", "text/event-stream", "image/svg+xml", "text/plain"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint of the API."""

    name: str
    """The operation."""
    path: str
    method: str = "POST"
    summary: str
    description: str
    task: Task | None = None
    """Answers in a worker; None if the server process answers by itself."""
    request: type[Request] = Request
    answers: Answers = ()
    """The possible JSON answers."""
    events: Mapping[str, Answers] = field(default_factory=dict)
    """The events of a stream, instead of one answer."""
    media_type: str = JSON
    may_be_missing: bool = False
    """Whether the answer may be 404."""
    load: Load = "by size"

    def answer(self, payload: bytes, context: TaskContext) -> bytes:
        """Return the answer to a request, as it is sent; raises `BadInput` if it is not such a request."""
        assert self.task is not None
        answer = self.task(decode(self.request, payload), context)
        return answer if isinstance(answer, bytes) else msgspec.json.encode(as_json(answer))

    @property
    def kind(self) -> str:
        """The media type of a success."""
        return EVENT_STREAM if self.events else self.media_type


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
        answers = tuple(kind for kind in _members(hints["return"]) if kind is not bytes)
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


def _members(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
