"""The application: routes, errors, limits and headers put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

from codepegs.server import answers
from codepegs.server.api_docs import show_reference, show_style
from codepegs.server.errors import ApiError, on_api_error, on_http_error, on_invalid
from codepegs.server.limits import Settings
from codepegs.server.middleware import BodyLimit, KnownHosts, SafeHeaders
from codepegs.server.pages import Page
from codepegs.server.pool import AnswerCache, WorkerPool
from codepegs.server.routes import router

EVENTS = (
    answers.ErrorAnswer,
    answers.TurnEvent,
    answers.ProgressEvent,
    answers.SolveDone,
    answers.PictureEvent,
    answers.PictureTurnEvent,
    answers.ImageDone,
)
"""Models that only streams and errors hold, which the framework does not find by itself."""

ABOUT = """Play, get advice, solve and study code-breaking games of the Mastermind family.

Nothing is kept between requests: each carries its position, so any number of servers can stand behind a balancer.
Positions, codes, replies and rules are the texts of the command line, answers its `--json` records. Contradictory turns
are answered with what contradicts what, not with an error. Long work is streamed as server-sent events, and ends when
the client leaves."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, to be served by any ASGI server; its workers start with it."""
    settings = settings or Settings()

    pool = WorkerPool(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        try:
            yield
        finally:
            await pool.close()

    app = FastAPI(
        title="codepegs",
        version=version("codepegs"),
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_name_of,
        exception_handlers={
            ApiError: on_api_error,
            HTTPException: on_http_error,
            RequestValidationError: on_invalid,
        },
    )
    app.state.settings, app.state.pool = settings, pool
    app.state.cache = AnswerCache(settings.cache_bytes)
    app.state.page = page = Page()
    app.include_router(router)
    app.add_route("/docs", show_reference, include_in_schema=False)
    app.add_route("/docs.css", show_style, include_in_schema=False)
    app.add_route("/{path:path}", page.show, include_in_schema=False)
    app.add_middleware(BodyLimit, most_bytes=settings.body_bytes)
    if settings.names is not None:
        app.add_middleware(KnownHosts, names=settings.names)
    app.add_middleware(SafeHeaders)
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]
    return app


def _name_of(route: APIRoute) -> str:
    return route.name


def _schema(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI schema, with the events of the streams among its components."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _, definitions = models_json_schema(
            [(model, "serialization") for model in EVENTS], ref_template="#/components/schemas/{model}"
        )
        components = schema["components"]["schemas"]
        for name, definition in definitions["$defs"].items():
            components.setdefault(name, definition)
        schema["components"]["schemas"] = dict(sorted(components.items()))
        app.openapi_schema = schema
    return app.openapi_schema
