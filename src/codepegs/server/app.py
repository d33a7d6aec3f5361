"""The page and the application, its connections, and its server from the start to Ctrl-C."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import mimetypes
import os
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from uvicorn import Config
from uvicorn.server import ServerState

from codepegs.foreign import H11Protocol, h11_words
from codepegs.game import FILES_VARIABLE, SERVED_VARIABLE
from codepegs.server import middleware
from codepegs.server.access_log import AccessLog
from codepegs.server.dispatch import ROUTES, ClientLeft
from codepegs.server.pool import AnswerCache, Settings, WorkerPool
from codepegs.server.requests import shorten
from codepegs.server.schema import show_reference, show_schema, show_style
from codepegs.trees.gallery import entries

FOLDER = Path(__file__).parent / "page"
"""The folder of the built page."""

INDEX = "index.html"

NOT_BUILT = Path(__file__).with_name("not_built.html")

IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""

PACKED = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg",
    "application/manifest",
    "application/wasm",
)
"""Types of files that are compressed."""

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that differ between systems."""


@dataclass(frozen=True)
class PageFile:
    """One file of the page."""

    content: bytes
    media_type: str
    immutable: bool

    @cached_property
    def packed(self) -> bytes | None:
        """The content compressed with gzip, if that is smaller."""
        if not self.media_type.startswith(PACKED):
            return None
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) else None

    @cached_property
    def tag(self) -> str:
        """The entity tag, which changes with the file."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'

    def response(self, request: Request) -> Response:
        """Answer with the file, or that it has not changed."""
        headers = {
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
            "Cache-Control": IMMUTABLE if self.immutable else "no-cache",
        }
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, headers=headers, media_type=self.media_type)


class Page:
    """All files of the page, by their paths."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, PageFile] = {}
        if (folder / INDEX).is_file():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
                    self.files[name] = PageFile(path.read_bytes(), kind, name.startswith("assets/"))
            for entry in entries():
                name = f"trees/{entry.path.name}"
                self.files[name] = PageFile(entry.path.read_bytes(), "application/gzip", immutable=False)

    @property
    def is_built(self) -> bool:
        """Whether the page is built."""
        return bool(self.files)

    async def show(self, request: Request) -> Response:
        """Answer with a file; other addresses get the page, which interprets them."""
        name = request.path_params.get("path", "")
        file = self.files.get(name or INDEX)
        is_view = "." not in name.rpartition("/")[2]
        if file is None and is_view and self.is_built:
            file = self.files[INDEX]
        if file is not None:
            return file.response(request)
        if not name:
            return Response(NOT_BUILT.read_bytes(), media_type="text/html")
        raise HTTPException(404)


METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


async def no_endpoint(request: Request) -> Response:
    """Answer that an endpoint does not exist, or not for the method."""
    for route in ROUTES:
        if route.matches(request.scope)[0] is Match.PARTIAL:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(route.methods or ()))})
    raise HTTPException(404)


KEEP_ALIVE_SECONDS = 30
"""Seconds after an answer in which the client may send another request."""

LINGER_SECONDS = 2.0
"""Seconds in which the client may read a refusal, before its connection is closed."""

SEND_BYTES = 131_072
"""Bytes that the system may hold for a client that does not read; by default, Linux takes up to 4 MB of each."""

ACCEPTED_AT_ONCE = 16
"""Connections accepted in one turn of the event loop."""

ANSWER, NEXT, REFUSAL = "answer", "next request", "refusal"
"""What a client may be slow to read or to send, besides the headers (`h11.IDLE`) and the body (`h11.SEND_BODY`)."""


class Waiting:
    """The connections that wait for their clients, the longest first: these are closed if there are too many."""

    def __init__(self, settings: Settings) -> None:
        self.client_seconds = settings.client_seconds
        self.most = settings.most_connections()
        self.connections: dict[Connection, None] = {}

    def close_longest(self) -> bool:
        """Close the connection that waits longest, of the client with the most that wait; False if none waits."""
        clients = Counter(connection.client_name for connection in self.connections)
        most = max(clients.values(), default=0)
        longest = next((one for one in self.connections if clients[one.client_name] == most), None)
        if longest is not None:
            longest.abort()
        return longest is not None


class Connection(H11Protocol):
    """One connection; each wait for its client has a limit, of which uvicorn has none."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        state = cast(Any, config.app).state
        self.waiting: Waiting = state.waiting
        self.requests_log: AccessLog | None = state.access_log
        if self.requests_log is not None:
            self.app = self.requests_log.logged(self.app)
        self.client_name: str | None = None
        self._for: object = None
        self._timer: asyncio.TimerHandle | None = None
        self._writing_is_paused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a client, in place of the one that is slowest if there are too many."""
        super().connection_made(transport)
        self.client_name = middleware.client_name(self.client[0]) if self.client else None
        with suppress(AttributeError, OSError):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        if len(self.connections) > self.waiting.most:
            self.logger.warning("all %d connections are in use: closing those that wait longest", self.waiting.most)
            if not self.waiting.close_longest():
                self._refuse(middleware.ApiError.because("too_many_connections", "busy", retry_after=5, seconds=5))
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        self._wait_for(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, in pieces, because h11 limits only headers that come in several."""
        for start in range(0, len(data), middleware.HEADER_BYTES):
            if self._for is REFUSAL:
                return
            super().data_received(data[start : start + middleware.HEADER_BYTES])
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._look(after_answer=True)

    def pause_writing(self) -> None:
        """Wait until the client has read more."""
        super().pause_writing()
        self._writing_is_paused = True
        self._look()

    def resume_writing(self) -> None:
        """Continue to answer."""
        super().resume_writing()
        self._writing_is_paused = False
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; called where the error is handled."""
        error = sys.exception()
        status = getattr(error, "error_status_hint", 400)
        if status == 431:
            refusal = middleware.ApiError.because("long_headers", "too_large", status=431, most=middleware.HEADER_BYTES)
        else:
            words = shorten(h11_words(error))
            refusal = middleware.ApiError.because("not_http", "bad_input", status=status, error=words)
        self._refuse(refusal)

    def _unsupported_upgrade_warning(self) -> None:
        """Answer as if the client had not asked for another protocol; uvicorn would advise to install websockets."""
        self.logger.warning("a client asked for another protocol than HTTP, and is answered by HTTP")

    def abort(self) -> None:
        """Close the connection at once."""
        self._wait_for(None)
        self.transport.abort()

    def _look(self, *, after_answer: bool = False) -> None:
        """Start, continue or end the wait for the client."""
        state = self.conn.their_state
        if self._for is REFUSAL:
            return
        if self._writing_is_paused or self.transport.is_closing():
            self._wait_for(ANSWER)
        elif after_answer and state is h11.IDLE:
            self._wait_for(NEXT)
        else:
            self._wait_for(state if state in (h11.IDLE, h11.SEND_BODY) else None)

    def _wait_for(self, awaited: object) -> None:
        if awaited is self._for and awaited is not None:
            return
        self._for = awaited
        self.waiting.connections.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if awaited is not None:
            special = {NEXT: float(KEEP_ALIVE_SECONDS), REFUSAL: LINGER_SECONDS}
            seconds = special.get(cast(str, awaited), self.waiting.client_seconds)
            self._timer = self.loop.call_later(seconds, self._waited_long_enough)
            self.waiting.connections[self] = None

    def _waited_long_enough(self) -> None:
        has_begun = self._for is h11.SEND_BODY or (self._for is h11.IDLE and self.conn.trailing_data[0])
        if not has_begun:
            self.abort()
            return
        seconds = self.waiting.client_seconds
        part = "body" if self._for is h11.SEND_BODY else "headers"
        self._refuse(middleware.ApiError.because("slow_client", "timeout", status=408, part=part, seconds=seconds))

    def _refuse(self, error: middleware.ApiError) -> None:
        """Answer with an error, unless an answer has begun, and close the connection after the client has read it."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.abort()
            return
        response = error.response()
        middleware.add_safe_headers(response.headers)
        response.headers["Connection"] = "close"
        status = f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n".encode()
        headers = b"".join(b"%s: %s\r\n" % header for header in response.raw_headers)
        self.transport.write(status + headers + b"\r\n" + error.body)
        if self.requests_log is not None:
            client = middleware.client_address(response.headers, None, self.client[0] if self.client else "")
            self.requests_log.refused(client, error.status, len(error.body))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._wait_for(REFUSAL)


class OncePerSecond(logging.Filter):
    """Passes one message a second from each place in the code, so that no client can fill a disk."""

    def __init__(self) -> None:
        super().__init__()
        self._passed: dict[tuple[str, int], float] = {}
        self._dropped: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the message is written; it then states how many were not."""
        place = (record.pathname, record.lineno)
        now = time.monotonic()
        if now - self._passed.get(place, -1.0) < 1.0:
            self._dropped[place] = self._dropped.get(place, 0) + 1
            return False
        self._passed[place] = now
        dropped = self._dropped.pop(place, 0)
        if dropped:
            record.msg, record.args = f"{record.getMessage()} ({dropped:,} more such messages)", ()
        return True


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

    known_hosts = [] if settings.names is None else [Middleware(middleware.KnownHosts, names=settings.names)]
    app = Starlette(
        routes=[
            *ROUTES,
            Route("/docs", show_reference),
            Route("/docs.css", show_style),
            Route("/openapi.json", show_schema),
            Route("/api/{path:path}", no_endpoint, methods=METHODS),
            Route("/{path:path}", page.show),
        ],
        middleware=[Middleware(middleware.SafeHeaders), Middleware(middleware.RequestHeads), *known_hosts],
        exception_handlers={
            middleware.ApiError: middleware.on_api_error,
            HTTPException: middleware.on_http_error,
            ClientLeft: middleware.on_left,
            ClientDisconnect: middleware.on_left,
        },
        lifespan=life,
    )
    app.state.settings, app.state.pool, app.state.page = settings, pool, page
    app.state.cache = AnswerCache(settings.cache_bytes)
    app.state.ending = False
    return app


class Server(uvicorn.Server):
    """A server that reports when it listens, and ends at the first signal: at SIGTERM after a time of grace."""

    def __init__(self, app: Starlette, begun: Callable[[], None] = lambda: None) -> None:
        settings: Settings = app.state.settings
        app.state.waiting = Waiting(settings)
        path = settings.access_log
        self.access_log = None if path is None else AccessLog(path, settings.client_header)
        app.state.access_log = self.access_log
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
                proxy_headers=False,  # addresses are taken from the header in the settings, if any
                backlog=ACCEPTED_AT_ONCE,  # asyncio accepts as many at once, before it counts them
                h11_max_incomplete_event_size=middleware.HEADER_BYTES,
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
            listening.listen(1_024)  # connections that the system may hold until the server accepts them
        if self.started:
            self.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop to listen, finish requests, and end the rest when their time is over."""
        grace = 0.0 if self.interrupted else self.app.state.settings.grace_seconds
        self.app.state.ending = True
        ending = asyncio.create_task(self._end_requests(grace))
        for server in self.servers:
            server.close()
        # Seconds for the arrival of requests that were sent before the server stopped to listen.
        await asyncio.sleep(min(grace, 0.2))
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()

    async def _end_requests(self, grace: float) -> None:
        await asyncio.sleep(grace)
        await self.app.state.pool.close()
        await asyncio.sleep(1.0)  # seconds for the last answers, after all requests were ended
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
            if self.access_log is not None:
                self.access_log.close()
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
            say("The page was not built into this installation, so there is only the API: run 'make web' in a clone.")
        begun()

    server = Server(app, started)
    server.run(sockets=[listening])
    return not server.interrupted
