"""Errors, of the server and of commands, and the state of the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from codepegs.game import Answer, Data, Reason

ErrorCode = Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]

MessageAsData = Annotated[
    Data | UnsetType,
    Meta(description="for some messages, the same as data: its `kind` and values, and where the fault is (`turn`)"),
]


class ErrorDetail(Answer, frozen=True, kw_only=True):
    """The error."""

    code: ErrorCode
    """The kind of error and its HTTP status: `bad_input` 422 (405 for a wrong method, 421 for an unknown host name),
    `too_large` 413 (more than one request may send or need), `busy` 503 (too many requests wait), `timeout` 504,
    `not_found` 404, `environment` 500 (the server lacks something)."""
    message: Annotated[str, Meta(description="one sentence for people")]
    reason: MessageAsData = UNSET


class CommandErrorDetail(Answer, frozen=True, kw_only=True):
    """The error of a command."""

    kind: Annotated[
        str,
        Meta(
            description="bad_input, bad_rules, bad_code, bad_reply, bad_position, bad_strategy, bad_tree, usage, "
            "contradiction, environment, internal"
        ),
    ]
    message: Annotated[str, Meta(description="one sentence for a person")]
    reason: MessageAsData = UNSET


class CommandErrorAnswer(Answer, frozen=True, kw_only=True):
    """The object that a command with --json prints if it fails."""

    error: CommandErrorDetail
    """The kind of error and a message."""

    @classmethod
    def of(cls, kind: str, message: str, reason: Reason | None) -> CommandErrorAnswer:
        """The object for an error."""
        data = UNSET if reason is None else reason.data
        return cls(error=CommandErrorDetail(kind=kind, message=message, reason=data))


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """The answer to a failed request."""

    error: ErrorDetail
    """The kind of error and a message; the HTTP status of the answer depends on the kind."""


class HealthAnswer(Answer, frozen=True, kw_only=True):
    """The state of the server."""

    status: Literal["ok"]
    """Always `ok`."""
    version: str
    """The version of codepegs."""
    workers: int
    """Number of worker processes."""
    ready: Annotated[int, Meta(description="workers that have started and accept requests")]
    queued: Annotated[int, Meta(description="requests that wait for a worker")]
