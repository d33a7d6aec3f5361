"""The routes of the endpoints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codepegs.server.dispatch import answer, body_of, gallery_text, health_of, stream
from codepegs.server.endpoints import Endpoint
from codepegs.server.errors import ApiError
from codepegs.server.limits import shorten
from codepegs.server.tasks import ENDPOINTS

API = "/api/v1"


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def take_body(request: Request) -> Response:
        payload = await body_of(request)
        if endpoint.events:
            return await stream(request, endpoint.name, payload)
        return await answer(request, endpoint.name, payload, media_type=endpoint.media_type)

    async def take_query(request: Request) -> Response:
        given = dict(request.query_params)
        special = SPECIAL.get(endpoint.name)
        if special is None:
            return await answer(request, endpoint.name, msgspec.json.encode(given))
        for key in given:
            raise ApiError("bad_input", f"unexpected key '{shorten(key)}'")
        return await special(request)

    return take_query if endpoint.method == "GET" else take_body


SPECIAL = {"health": health_of, "tree_text": gallery_text}
"""Endpoints that need no worker."""

ROUTES = [Route(API + endpoint.path, _handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS.values()]
