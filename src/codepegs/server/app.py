"""The application, and its server from the start to Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route

from codepegs.game import FILES_VARIABLE, SERVED_VARIABLE
from codepegs.server.connections import Connection, OncePerSecond, Waiting
from codepegs.server.dispatch import ROUTES, ClientLeft
from codepegs.server.errors import ApiError, on_api_error, on_http_error, on_left
from codepegs.server.limits import ACCEPTED_AT_ONCE, HEADER_BYTES, KEEP_ALIVE_SECONDS, Settings
from codepegs.server.middleware import BodyLimit, KnownHosts, SafeHeaders
from codepegs.server.pages import Page
from codepegs.server.pool import AnswerCache, WorkerPool
from codepegs.server.schema import show_reference, show_schema, show_style


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


QUEUED_CONNECTIONS = 1_024
"""Connections that the system may hold until the server accepts them."""

SENT_SECONDS = 0.2
"""Seconds for the arrival of requests that were sent before the server stopped to listen."""

LAST_SECONDS = 1.0
"""Seconds for the last answers, after all requests were ended."""


class Server(uvicorn.Server):
    """A server that reports when it listens, and ends at the first signal: at SIGTERM after a time of grace."""

    def __init__(self, app: Starlette, begun: Callable[[], None] = lambda: None) -> None:
        app.state.waiting = Waiting(app.state.settings)
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                loop="asyncio",
                lifespan="on",
                log_level="warning",
                access_log=False,
                server_header=False,
                backlog=ACCEPTED_AT_ONCE,  # asyncio accepts as many at once, before it counts them
                h11_max_incomplete_event_size=HEADER_BYTES,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
            )
        )
        self.app = app
        self.begun = begun
        self.interrupted = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUED_CONNECTIONS)
        if self.started:
            self.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop to listen, finish requests, and end the rest when their time is over."""
        grace = 0.0 if self.interrupted else self.app.state.settings.grace_seconds
        self.app.state.ending = True
        ending = asyncio.create_task(self._end_requests(grace))
        for server in self.servers:
            server.close()
        await asyncio.sleep(min(grace, SENT_SECONDS))
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()

    async def _end_requests(self, grace: float) -> None:
        await asyncio.sleep(grace)
        await self.app.state.pool.close()
        await asyncio.sleep(LAST_SECONDS)
        for connection in list(self.server_state.connections):
            assert isinstance(connection, Connection)
            connection.abort()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as requests to end."""
        names = ("SIGINT", "SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]  # set by nohup
        before = {number: signal.signal(number, self.on_signal) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        self.interrupted = number != signal.SIGTERM
        self.force_exit = self.should_exit  # a second signal ends at once
        self.should_exit = True

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal; what clients cause is logged once a second."""
        loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
        once = OncePerSecond()
        for logger in loggers:
            logger.addFilter(once)
        try:
            super().run(sockets)
        finally:
            for logger in loggers:
                logger.removeFilter(once)


def run(
    settings: Settings,
    listening: socket.socket,
    address: str,
    say: Callable[[str], None],
    begun: Callable[[], None] = lambda: None,
) -> bool:
    """Serve at a socket until a signal ends the server."""
    app = create_app(settings)

    def started() -> None:
        say(f"Serving at {address} (API at {address}/api/v1, described at {address}/docs). Press Ctrl-C to stop.")
        if not app.state.page.is_built:
            say("The page is not built, so there is only the API: make web builds the page.")
        begun()

    server = Server(app, started)
    server.run(sockets=[listening])
    return not server.interrupted
