"""What every answer shares: errors, the Host header and its names, a limit of bodies, and security headers."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from urllib.parse import unquote

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.reasons import Data, Reason, Value
from codepegs.schema import ErrorAnswer, ErrorCode, ErrorDetail
from codepegs.server.requests import shorten

STATUS: Mapping[ErrorCode, int] = {
    "bad_input": 422,
    "too_large": 413,
    "busy": 503,
    "timeout": 504,
    "not_found": 404,
    "environment": 500,
}
"""The status of each code."""


@dataclass(eq=False)
class ApiError(Exception):
    """A request that fails, with the answer for the client."""

    code: ErrorCode
    message: str
    reason: Data | None = None
    _: KW_ONLY
    retry_after: int | None = None
    status: int = 0
    drains: bool = False
    """Whether the client may still be sending its body, which is read and dropped."""

    @classmethod
    def because(
        cls,
        kind: str,
        code: ErrorCode,
        *,
        retry_after: int | None = None,
        status: int = 0,
        drains: bool = False,
        **values: Value,
    ) -> ApiError:
        """The error for a kind of reason."""
        reason = Reason.of(kind, **values)
        return cls(code, reason.text, reason.data, retry_after=retry_after, status=status, drains=drains)

    def __post_init__(self) -> None:
        super().__init__(self.message)
        self.status = self.status or STATUS[self.code]

    @property
    def body(self) -> bytes:
        """The body of the answer, in ASCII, because a message may quote input of the client."""
        reason = msgspec.UNSET if self.reason is None else self.reason
        answer = ErrorAnswer(error=ErrorDetail(code=self.code, message=self.message, reason=reason))
        return json.dumps(msgspec.to_builtins(answer), separators=(",", ":")).encode()

    def response(self) -> Response:
        """The answer."""
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        kind = LateEnding if self.drains else Response
        return kind(self.body, self.status, headers, media_type="application/json")


DRAIN_SECONDS, DRAIN_BYTES = 5.0, 100_000_000
"""Limits, in seconds and bytes, of reading and dropping the rest of a rejected body. Closing the connection while the
client is still sending would reset it, and the client might not receive the answer."""


class LateEnding(Response):
    """An answer that ends after the client has sent its body, or a limit of draining is reached."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        self.headers["Connection"] = "close"
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                more, drained = True, 0
                while more and drained < DRAIN_BYTES:
                    message = await receive()
                    drained += len(message.get("body", b""))
                    more = message["type"] == "http.request" and message.get("more_body", False)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


LEFT = 499
"""The status of a request whose client has disconnected, as logged by proxies."""


async def on_left(request: Request, error: Exception) -> Response:
    """Answer a client that has disconnected."""
    return Response(status_code=LEFT)


async def on_api_error(request: Request, error: Exception) -> Response:
    """Answer with the error; a handler for the application."""
    assert isinstance(error, ApiError)
    return error.response()


async def on_http_error(request: Request, error: Exception) -> Response:
    """Answer with an error of the framework in the same form."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = sorted((error.headers or {}).get("Allow", "").replace(",", " ").split())  # Starlette joins a set
        kind, use = "wrong_method" if allowed else "wrong_method_anywhere", " or ".join(allowed)
        refused = ApiError.because(kind, "bad_input", status=405, method=request.method[:20], choice=use)
        response = refused.response()
        response.headers.update({**(error.headers or {}), "Allow": ", ".join(allowed)})
        return response
    return ApiError.because("nothing_there", "not_found", path=request.url.path[:200]).response()


LOOPBACK_NAMES = ("localhost", "localhost.localdomain")

PROBES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses reserved for documentation (RFC 5737, RFC 3849). Connecting a datagram socket to one sends nothing, and
shows which of its own addresses this machine would use to reach the network."""


def host_name(header: str) -> str:
    """Return the name or address in a Host header, without its port."""
    bracketed = re.fullmatch(r"\[([^\]]*)\](:\d*)?", header.strip())
    name = bracketed[1] if bracketed else re.sub(r":\d*$", "", header.strip())
    return name.lower().removesuffix(".")


def is_ip(name: str) -> bool:
    """Return whether a name is an IP address."""
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


def client_name(address: str) -> str | None:
    """Return the name of the client with an address; that of its network in IPv6, in which a client has many."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address.partition("%")[0])
        if isinstance(found, ipaddress.IPv4Address):
            return str(found)
        return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))
    return None


def client_address(headers: Headers, header: str | None, connected: str) -> str:
    """Return the address of a client: the last in a proxy's header, if that is named, or that of the connection."""
    given = headers.getlist(header)[-1:] if header else []  # the last address is the one the proxy has seen
    for text in (*(line.rpartition(",")[2].strip() for line in given), connected):
        for address in (text.partition("%")[0], host_name(text)):  # it may have a zone or a port
            with suppress(ValueError):
                found = ipaddress.ip_address(address)
                return str(getattr(found, "ipv4_mapped", None) or found)
    return ""


def is_unspecified(host: str) -> bool:
    """Return whether a host stands for every address of the machine, so that a server listens at all of them."""
    return is_ip(host) and ipaddress.ip_address(host).is_unspecified


def own_names(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names that the Host header of a request may contain, besides IP addresses."""
    machine = socket.gethostname().lower()
    names = (*LOOPBACK_NAMES, machine, f"{machine}.local", host, *more)
    return frozenset(host_name(name) for name in names if name)


def lan_address(host: str) -> str | None:
    """Return the address of this machine in its network."""
    for family, probe in PROBES if ":" in host else PROBES[:1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.connect((probe, 9))
            found: str = sender.getsockname()[0]
            if not ipaddress.ip_address(found.partition("%")[0]).is_loopback:
                return found
    return None


def url(host: str, port: int) -> str:
    """Return the address of the page."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Scripts, styles and WebAssembly only from files of this server; images may also be generated in the page."""

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def add_safe_headers(headers: MutableHeaders) -> None:
    """Add the headers that every answer has. `Cache-Control` defaults to `no-store`."""
    for name, value in {**HEADERS, "Cache-Control": "no-store"}.items():
        headers.setdefault(name, value)


@dataclass
class SafeHeaders:
    """Adds the headers to every answer, and closes connections that must not be used again."""

    # These are all connections while the server is ending, and those with a request that states its length twice (RFC
    # 9112, section 6.1): a proxy in front may take what follows for another request.

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        asked = Headers(scope=scope)
        is_ambiguous = "content-length" in asked and "transfer-encoding" in asked

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                add_safe_headers(headers)
                if is_ambiguous or scope["app"].state.ending:
                    headers["Connection"] = "close"
            await send(message)

        await self.app(scope, receive, send_safely)


HEADER_BYTES = 65_536
"""Largest size of the headers of a request, with its first line."""

ABSOLUTE = re.compile(rb"https?://([^/?#]*)", re.IGNORECASE)
"""The beginning of a target that names the host."""


@dataclass
class RequestHeads:
    """Checks the version and the length of a request's head, and reads a target that names the host."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            target = scope.get("raw_path") or scope["path"].encode()
            length = (
                len(target) + len(scope["query_string"]) + sum(len(b": \r\n".join(pair)) for pair in scope["headers"])
            )
            refused = None
            if not scope["http_version"].startswith("1."):
                refused = ApiError.because("wrong_http_version", "bad_input", status=505, drains=True)
            elif length > HEADER_BYTES:
                refused = ApiError.because("long_headers", "too_large", status=431, drains=True, most=HEADER_BYTES)
            if refused is not None:
                await refused.response()(scope, receive, send)
                return
            absolute = ABSOLUTE.match(target)
            if absolute:  # which replaces the Host header (RFC 9112, section 3.2.2)
                path = target[absolute.end() :] or b"/"
                others = [(name, value) for name, value in scope["headers"] if name != b"host"]
                headers = [(b"host", absolute[1]), *others]
                scope = {**scope, "raw_path": path, "path": unquote(path.decode("ascii")), "headers": headers}
        await self.app(scope, receive, send)


@dataclass
class KnownHosts:
    """Rejects requests for unknown host names, which would let pages of other sites read answers (DNS rebinding)."""

    # An attacker can point a host name at this server, but not an IP address. IP addresses are always accepted, as port
    # forwarding and containers need.

    app: ASGIApp
    names: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket"):
            for header in Headers(scope=scope).getlist("host"):
                name = host_name(header)
                if name not in self.names and not is_ip(name):
                    refused = ApiError.because("unknown_host", "bad_input", status=421, host=shorten(name))
                    await refused.response()(scope, receive, send)
                    return
        await self.app(scope, receive, send)
