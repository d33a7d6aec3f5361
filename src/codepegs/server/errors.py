"""Errors as answers: a code, a status and one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import get_args

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from codepegs.game import Data
from codepegs.schema import ErrorAnswer, ErrorCode, ErrorDetail

STATUS: Mapping[ErrorCode, int] = {
    "bad_input": 422,
    "too_large": 413,
    "busy": 503,
    "timeout": 504,
    "not_found": 404,
    "environment": 500,
}
"""The status of each code."""


class ApiError(Exception):
    """A request that fails, with the answer for the client."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: Data | None = None,
        *,
        retry_after: int | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.reason = msgspec.UNSET if reason is None else reason
        self.retry_after = retry_after
        self.status = status or STATUS[code]

    @property
    def body(self) -> bytes:
        """The body of the answer, in ASCII, because a message may quote input of the client."""
        answer = ErrorAnswer(error=ErrorDetail(code=self.code, message=self.message, reason=self.reason))
        return json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()

    def response(self) -> Response:
        """The answer."""
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return Response(self.body, self.status, headers, media_type="application/json")


def code_of(text: str) -> ErrorCode:
    """The code of an error of a worker."""
    return text if text in get_args(ErrorCode) else "environment"  # type: ignore[return-value]


LEFT = 499
"""The status of a request whose client has disconnected, as logged by proxies."""


async def on_left(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected."""
    return Response(status_code=LEFT)


async def on_api_error(request: Request, error: Exception) -> Response:
    """Answer with the error; a handler for the application."""
    assert isinstance(error, ApiError)
    return error.response()


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer with an error of the framework in the same form."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = sorted((error.headers or {}).get("Allow", "").replace(",", " ").split())  # Starlette joins a set
        use = f": use {' or '.join(allowed)}" if allowed else ""
        response = ApiError("bad_input", f"{request.method[:20]} is not allowed here{use}", status=405).response()
        response.headers.update({**(error.headers or {}), "Allow": ", ".join(allowed)})
        return response
    return ApiError("not_found", f"there is nothing at {request.url.path[:200]}").response()
