"""From a request to its answer (skeleton)."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response


async def answer(request: Request, task: str, body: Any = None, **more: Any) -> Response:
    raise NotImplementedError


async def stream(request: Request, task: str, body: Any = None, **more: Any) -> Response:
    raise NotImplementedError


async def gallery_text(request: Request, name: str) -> Response:
    raise NotImplementedError


def health_of(request: Request) -> Response:
    raise NotImplementedError
