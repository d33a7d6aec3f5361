"""The log of requests in the Common Log Format; a thread writes it, so that the server never waits for it."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.errors import Unavailable
from codepegs.server.middleware import LEFT, client_address

STANDARD_OUTPUT = "-"

MOST_LINES = 10_000
"""Lines that may wait to be written; more are dropped, and counted on standard error."""

MOST_LETTERS = 500
"""Letters of the method and of the path that are logged."""

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

NOT_READ = "-"
"""The request line of a request that was refused before it could be read."""

logger = logging.getLogger("uvicorn.error")


def log_line(client: str, seconds: float, request: str, status: int, size: int) -> bytes:
    """Return the line for a request, in the Common Log Format, at a time in seconds since 1970."""
    at = time.gmtime(seconds)
    date = f"{at.tm_mday:02}/{MONTHS[at.tm_mon - 1]}/{at.tm_year}:{at.tm_hour:02}:{at.tm_min:02}:{at.tm_sec:02} +0000"
    return f'{client or "-"} - - [{date}] "{request}" {status} {size or "-"}\n'.encode("ascii")


def request_line(scope: Scope) -> str:
    """Return the request line, without the query, and with everything escaped that could end the line or a field."""
    # h11 accepts bytes in a path that are not ASCII.
    path = (scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0]
    return f"{_escaped(scope['method'].encode())} {_escaped(path)} HTTP/{scope['http_version']}"


def _escaped(text: bytes) -> str:
    letters = "".join(
        chr(byte) if 0x21 <= byte <= 0x7E and byte not in b'"\\' else f"\\x{byte:02x}" for byte in text[:MOST_LETTERS]
    )
    return letters + "..." * (len(text) > MOST_LETTERS)


@dataclass
class AccessLog:
    """The open log; the writing thread ends with `close`."""

    path: str
    """The file, to which lines are appended; `-` is standard output. If it was renamed, a new one is opened."""
    client_header: str | None = None
    """The header in which a proxy passes on the address of its client."""
    _lines: queue.Queue[bytes | None] = field(default_factory=lambda: queue.Queue(MOST_LINES))
    _dropped: int = 0
    _is_ending: bool = False

    def __post_init__(self) -> None:
        try:
            self._file: int | None = self._open()
        except OSError as error:
            words = error.strerror or str(error)
            raise Unavailable.because("cannot_be_written", file=self.path, error=words) from None
        self._thread = threading.Thread(target=self._write_lines, name="access log", daemon=True)
        self._thread.start()

    def logged(self, app: ASGIApp) -> ASGIApp:
        """Return the application with its requests logged."""
        return partial(self._answer, app)

    def refused(self, client: str, status: int, size: int) -> None:
        """Log a request that the connection refused before it could be read."""
        self._add(log_line(client, time.time(), NOT_READ, status, size))

    def close(self) -> None:
        """Write what waits, for a second at most, because the reader of standard output may have stopped."""
        self._is_ending = True
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(1.0)

    async def _answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        status, size = LEFT, 0

        async def send_counted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif scope["method"] != "HEAD":
                size += len(message.get("body", b""))
            await send(message)

        connected = scope["client"][0] if scope.get("client") else ""
        client = client_address(Headers(scope=scope), self.client_header, connected)
        began = time.time()
        try:
            await app(scope, receive, send_counted)
        finally:
            self._add(log_line(client, began, request_line(scope), status, size))

    def _add(self, line: bytes) -> None:
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._dropped += 1
            logger.warning("the access log is written too slowly: %d lines were dropped", self._dropped)

    def _write_lines(self) -> None:
        """Write lines, all that wait at once, until the log is closed; None wakes this thread then."""
        while not (self._is_ending and self._lines.empty()):
            lines = [self._lines.get()]
            while not self._lines.empty():
                lines.append(self._lines.get())
            text = b"".join(filter(None, lines))
            if not text:  # None alone, which ends the log
                continue
            try:
                self._write(text)
            except OSError as error:
                logger.warning("the access log cannot be written: %s", error.strerror or error)

    def _write(self, text: bytes) -> None:
        """Write to the file that has the name now."""
        # Not by way of Python's buffer: a thread that waits there would hold its lock when the program ends.
        if self._file is None or (self.path != STANDARD_OUTPUT and not _is_open(self._file, self.path)):
            old, self._file = self._file, None
            if old is not None:
                os.close(old)
            self._file = self._open()
        while text:
            text = text[os.write(self._file, text) :]

    def _open(self) -> int:
        if self.path == STANDARD_OUTPUT:
            return 1
        return os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o640)


def _is_open(file: int, path: str) -> bool:
    """Return whether an open file is still the one with a name."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), os.stat(path))
    return False
