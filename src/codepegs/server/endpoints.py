"""The declaration of endpoints: each at the function that answers it in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from codepegs.game import as_json
from codepegs.server.requests import Request, decode
from codepegs.server.task_context import TaskContext

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
    """Declare the endpoint of a task, whose docstring is the summary and the description in the reference.

    Its request and its answers are the annotations of the task.

    A task with `events` sends these, and its answer is the event `done`.
    """

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
