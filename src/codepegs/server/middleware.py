"""What every request and answer goes through: a check of the Host, a limit on bodies, headers that protect browsers."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.server.addresses import host_name, is_ip
from codepegs.server.errors import ApiError
from codepegs.server.limits import shorten

CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No script and no style but files of this server; pictures may be made on the spot."""

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SafeHeaders:
    """Adds the headers to every answer; what does not say otherwise is not to be kept by anybody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_safely)


class KnownHosts:
    """Refuses requests for hosts of other names, which would let pages of other sites read answers (DNS rebinding).

    An attacker can point a name of theirs at this server, but not an IP address: those are always let through, which
    port forwarding and containers need.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket"):
            for header in Headers(scope=scope).getlist("host"):
                name = host_name(header)
                if name not in self.names and not is_ip(name):
                    message = f"this server does not answer for {shorten(name)!r}: add --allow-host and that name"
                    await ApiError("bad_input", message, status=421).response()(scope, receive, send)
                    return
        await self.app(scope, receive, send)


READ_OUT, READ_OUT_SECONDS = 4, 5.0
"""A body announced as at most so many times too large is read out before it is refused, for so long at most: a client
that is still sending when the connection is closed may never see the answer."""


class BodyTooLarge(Exception):
    """More came than was announced, or than is taken."""


class BodyLimit:
    """Refuses bodies over a limit: by the length that is announced, else as soon as too much has come."""

    def __init__(self, app: ASGIApp, most_bytes: int) -> None:
        self.app = app
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = ApiError("too_large", f"a request may have up to {self.most_bytes:,} bytes").response()
        refused.headers["Connection"] = "close"
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > self.most_bytes:
            if int(announced) <= READ_OUT * self.most_bytes:
                await _read_out(receive)
            await refused(scope, receive, send)
            return
        come, too_much, begun = 0, False, False

        async def receive_counted() -> Message:
            nonlocal come, too_much
            message = await receive()
            if message["type"] == "http.request":
                come += len(message.get("body", b""))
                if come > self.most_bytes:
                    too_much = True
                    raise BodyTooLarge
            return message

        async def send_noted(message: Message) -> None:
            nonlocal begun
            if too_much:  # whatever the application made of it
                return
            begun = True
            await send(message)

        with suppress(BodyTooLarge):
            await self.app(scope, receive_counted, send_noted)
        if too_much and not begun:
            await refused(scope, receive, send)


async def _read_out(receive: Receive) -> None:
    """Take what comes of a body, and forget it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(READ_OUT_SECONDS):
            more = True
            while more:
                message = await receive()
                more = message["type"] == "http.request" and message.get("more_body", False)
