"""Answers of the server only: errors, and its state."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from codepegs.schema.base import Answer

ErrorCode = Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]


class ErrorDetail(Answer, frozen=True, kw_only=True):
    """The error."""

    code: ErrorCode
    message: Annotated[str, Meta(description="one sentence for people")]


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """The answer to a failed request."""

    error: ErrorDetail


class HealthAnswer(Answer, frozen=True, kw_only=True):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: int
    queued: Annotated[int, Meta(description="requests that wait for a worker")]
