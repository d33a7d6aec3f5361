"""The connections of the server: limits of their number and of the time clients take, and errors of HTTP as JSON.

uvicorn has no limits of time, so `Connection` extends its protocol. Of its inside it uses `conn` (a connection of h11),
`connections`, `transport`, `loop`, `logger`, `send_400_response` and `on_response_complete`, the same in 0.40 to 0.54.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from codepegs.game import Reason
from codepegs.server.errors import ApiError
from codepegs.server.limits import HEADER_BYTES, KEEP_ALIVE_SECONDS, LINGER_SECONDS, Settings, shorten
from codepegs.server.middleware import add_safe_headers

ANSWER, NEXT, REFUSAL = "answer", "next request", "refusal"
"""What a client may be slow to read or to send, besides the headers (`h11.IDLE`) and the body (`h11.SEND_BODY`)."""


class Waiting:
    """The connections that wait for their clients, the longest first: these are closed if there are too many."""

    def __init__(self, settings: Settings) -> None:
        self.client_seconds = settings.client_seconds
        self.most = settings.most_connections()
        self.connections: dict[Connection, None] = {}

    def close_longest(self) -> bool:
        """Close the connection that waits longest for its client; False if none waits."""
        longest = next(iter(self.connections), None)
        if longest is not None:
            longest.abort()
        return longest is not None


class Connection(H11Protocol):
    """One connection; each wait for its client has a limit."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.waiting: Waiting = cast(Any, config.app).state.waiting
        self._for: object = None
        self._timer: asyncio.TimerHandle | None = None
        self._writing_is_paused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a client, in place of the one that is slowest if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.waiting.most:
            self.logger.warning("all %d connections are in use: closing those that wait longest", self.waiting.most)
            if not self.waiting.close_longest():
                reason = Reason.of("too_many_connections", seconds=5)
                self._refuse(ApiError("busy", reason.text, reason.data, retry_after=5))
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        self._wait_for(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, in pieces, because h11 limits only headers that come in several."""
        for start in range(0, len(data), HEADER_BYTES):
            if self._for is REFUSAL:
                return
            super().data_received(data[start : start + HEADER_BYTES])
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
            refusal = ApiError("too_large", f"a request may have up to {HEADER_BYTES:,} bytes of headers", status=431)
        else:
            refusal = ApiError("bad_input", f"this is not a valid HTTP request: {shorten(str(error))}", status=status)
        self._refuse(refusal)

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
        self._refuse(ApiError("timeout", f"the {part} of a request may take {seconds:g} seconds", status=408))

    def _refuse(self, error: ApiError) -> None:
        """Answer with an error, unless an answer has begun, and close the connection after the client has read it."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.abort()
            return
        response = error.response()
        add_safe_headers(response.headers)
        response.headers["Connection"] = "close"
        status = f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n".encode()
        headers = b"".join(b"%s: %s\r\n" % header for header in response.raw_headers)
        self.transport.write(status + headers + b"\r\n" + error.body)
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
