"""The application: routes, errors, limits and headers put together."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route

from codepegs.game import FILES_VARIABLE, SERVED_VARIABLE
from codepegs.server.api_docs import show_reference, show_schema, show_style
from codepegs.server.dispatch import ROUTES, ClientLeft
from codepegs.server.errors import ApiError, on_api_error, on_http_error, on_left
from codepegs.server.limits import Settings
from codepegs.server.middleware import BodyLimit, KnownHosts, SafeHeaders
from codepegs.server.pages import Page
from codepegs.server.pool import AnswerCache, WorkerPool


def create_app(settings: Settings | None = None) -> Starlette:
    """Create the application, to be served by any ASGI server; its workers start with it."""
    settings = settings or Settings()
    os.environ[FILES_VARIABLE] = "0"  # rules come from strangers, who must not name files
    os.environ[SERVED_VARIABLE] = "\n".join(settings.games)  # except those of these games
    pool = WorkerPool(settings)
    page = Page()

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        pool.start()
        try:
            yield
        finally:
            await pool.close()

    known_hosts = [] if settings.names is None else [Middleware(KnownHosts, names=settings.names)]
    app = Starlette(
        routes=[
            *ROUTES,
            Route("/docs", show_reference),
            Route("/docs.css", show_style),
            Route("/openapi.json", show_schema),
            Route("/{path:path}", page.show),
        ],
        middleware=[
            Middleware(SafeHeaders),
            *known_hosts,
            Middleware(BodyLimit, most_bytes=settings.body_bytes),
        ],
        exception_handlers={
            ApiError: on_api_error,
            HTTPException: on_http_error,
            ClientLeft: on_left,
            ClientDisconnect: on_left,
        },
        lifespan=life,
    )
    app.state.settings, app.state.pool, app.state.page = settings, pool, page
    app.state.cache = AnswerCache(settings.cache_bytes)
    app.state.ending = False
    return app
