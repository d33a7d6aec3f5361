"""What goes wrong, as answers: a code, a status and one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

Code = Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]

STATUS: Mapping[Code, int] = {
    "bad_input": 422,
    "too_large": 413,
    "busy": 503,
    "timeout": 504,
    "not_found": 404,
    "environment": 500,
}
"""The status of each code."""


class ApiError(Exception):
    """An answer that is no success."""

    def __init__(self, code: Code, message: str, *, retry_after: int | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.retry_after = retry_after
        self.status = status or STATUS[code]

    @property
    def body(self) -> bytes:
        """The answer's body, in plain ASCII: a sentence may quote whatever somebody sent.

        >>> ApiError("not_found", "there is no such page").body
        b'{"error":{"code":"not_found","message":"there is no such page"}}'
        """
        return json.dumps({"error": {"code": self.code, "message": self.message}}, separators=(",", ":")).encode()

    def response(self) -> Response:
        """The answer."""
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return Response(self.body, self.status, headers, media_type="application/json")


def code_of(text: str) -> Code:
    """A code that came from a worker as text."""
    return text if text in get_args(Code) else "environment"  # type: ignore[return-value]


async def on_api_error(request: Request, error: Exception) -> Response:
    """For the application."""
    assert isinstance(error, ApiError)
    return error.response()


async def on_http_error(request: Request, error: Exception) -> Response:
    """What the framework itself refuses, in the same shape."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return ApiError("not_found", f"there is nothing at {request.url.path[:200]}").response()
    if error.status_code == 405:
        allowed = sorted((error.headers or {}).get("Allow", "").replace(",", " ").split())  # Starlette joins a set
        use = f": use {' or '.join(allowed)}" if allowed else ""
        response = ApiError("bad_input", f"{request.method[:20]} is not allowed here{use}", status=405).response()
        response.headers.update({**(error.headers or {}), "Allow": ", ".join(allowed)})
        return response
    if error.status_code == 413:
        return ApiError("too_large", "the request is too large").response()
    return ApiError("bad_input", "the request cannot be read: send one JSON object in UTF-8").response()


async def on_invalid(request: Request, error: Exception) -> Response:
    """A request that does not fit its model: the first thing that is wrong, in one sentence."""
    assert isinstance(error, RequestValidationError)
    return ApiError("bad_input", sentence_of(error.errors()[0])).response()


def sentence_of(fault: Mapping[str, Any]) -> str:
    """One of pydantic's faults as a sentence.

    >>> sentence_of({"type": "missing", "loc": ("body", "rules"), "msg": "Field required"})
    'rules is missing'
    >>> sentence_of({"type": "string_type", "loc": ("body", "rules"), "msg": "Input should be a valid string"})
    'rules should be a valid string'
    """
    kind = str(fault.get("type", ""))
    place = [str(part) for part in fault.get("loc", ()) if part not in ("body", "query", "path")]
    if kind == "json_invalid":
        return "the request is no JSON: send one JSON object"
    name = ".".join(part for part in place if not part.startswith(("constrained-", "literal", "function-")))
    name = shorten(name) or "the request"
    if kind == "missing":
        return f"{name} is missing" if place else "the request is empty: send one JSON object as application/json"
    if kind == "extra_forbidden":
        return f"{name} is not known here: leave it out"
    if kind in ("model_attributes_type", "model_type", "dict_type"):
        return "the request should be one JSON object, sent as application/json"
    subject, _, rest = str(fault.get("msg", "")).partition(" ")
    rest = rest.removesuffix(".").partition(" after validation")[0]
    return f"{name} {rest}" if subject in ("Input", "String", "List") else f"{name} cannot be read: {subject} {rest}"


def shorten(text: str) -> str:
    """A text of a client's for a sentence."""
    return text if len(text) <= 60 else f"{text[:59]}…"
