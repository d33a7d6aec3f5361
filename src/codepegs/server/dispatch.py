"""From a request to its answer: the routes, the cache, the workers, and clients that disconnect."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from email.message import Message as MediaType
from hashlib import sha256
from importlib.metadata import version
from math import inf
from typing import Any, cast

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from codepegs.errors import BadInput, Unavailable
from codepegs.schema import HealthAnswer
from codepegs.server.middleware import ApiError, client_address, client_name
from codepegs.server.pool import AnswerCache, Done, Event, Job, Message, Settings, WorkerPool
from codepegs.server.requests import JSON, Endpoint, TreeName, shorten
from codepegs.server.tasks import ENDPOINTS
from codepegs.trees.gallery import NoSuchTree, named

UTF_8 = ("utf-8", "utf8", "us-ascii")
"""The character encodings of requests: one, and a part of it."""

HEARTBEAT = 15.0
"""Seconds without an event after which a stream sends a keep-alive, so that proxies do not close it."""


class ClientLeft(Exception):
    """The client has closed the connection."""


def pool_of(request: Request) -> WorkerPool:
    """The workers of the application."""
    return cast(WorkerPool, request.app.state.pool)


async def answer(request: Request, endpoint: Endpoint, payload: bytes) -> Response:
    """Answer by a task of the workers: with its events, or with one answer, which is cached for the same request."""
    cache: AnswerCache = request.app.state.cache
    pool = pool_of(request)
    key = sha256(endpoint.name.encode() + b" " + payload).digest()  # short, regardless of the length of the request
    known = None if endpoint.events else cache.get(key)
    if known is not None:
        return Response(known, media_type=endpoint.media_type)
    try:
        asked = endpoint.read(payload)
    except BadInput as error:
        raise ApiError("bad_input", str(error), error.reason and error.reason.data) from None
    seconds = _time_limit(endpoint, getattr(asked, "seconds", None), request.app.state.settings)
    job = pool.submit(endpoint.name, asked, client=client_of(request), seconds=seconds)
    try:
        message = await _or_left(request.receive, job)  # the first of a stream only states that the request is valid
        while isinstance(message, Event) and not endpoint.events:
            message = await _or_left(request.receive, job)
    except BaseException:
        pool.leave(job)
        raise
    if isinstance(message, ApiError):
        raise message
    if endpoint.events:
        return EventStream(pool, job, message)
    assert isinstance(message, Done)
    cache.put(key, message.data)
    return Response(message.data, media_type=endpoint.media_type)


def _time_limit(endpoint: Endpoint, asked: float | None, settings: Settings) -> float:
    """Seconds after which a task is ended; a stream that has a limit of its own ends itself in time."""
    wanted = asked or inf
    return min(settings.stream_seconds, wanted + settings.seconds) if endpoint.events else min(settings.seconds, wanted)


class EventStream(StreamingResponse):
    """Server-sent events, as long as the client listens."""

    media_type = "text/event-stream"

    def __init__(self, pool: WorkerPool, job: Job, first: Message) -> None:
        super().__init__(self._events(first), headers={"X-Accel-Buffering": "no"})
        self.pool = pool
        self.job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the end."""
        try:
            await super().__call__(scope, receive, send)
        except ClientDisconnect:  # part of the answer is sent, and no client is left to read another one
            pass
        finally:
            self.pool.leave(self.job)

    async def _events(self, message: Message) -> AsyncIterator[bytes]:
        """The events, with keep-alives until the next arrives."""
        yield _spelled(message)
        while isinstance(message, Event):
            try:
                async with asyncio.timeout(HEARTBEAT):
                    message = await self.job.next()
            except TimeoutError:
                yield b": still here\n\n"
            else:
                yield _spelled(message)


def _spelled(message: Message) -> bytes:
    if isinstance(message, Event):
        return b"event: %s\ndata: %s\n\n" % (message.name.encode(), message.data) if message.name else b": begun\n\n"
    if isinstance(message, Done):
        return b"event: done\ndata: %s\n\n" % message.data
    return b"event: error\ndata: %s\n\n" % message.body


async def _or_left(receive: Receive, job: Job) -> Message:
    """The next message of a job; raises `ClientLeft` if the client disconnects before."""
    hearing = asyncio.ensure_future(job.next())
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait(cast("set[Awaitable[Any]]", {hearing, leaving}), return_when=asyncio.FIRST_COMPLETED)  # type: ignore[type-var]
        if hearing.done():
            return hearing.result()
        raise ClientLeft
    finally:
        hearing.cancel()
        leaving.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def client_of(request: Request) -> str:
    """The name of the client among whom the workers are divided."""
    connected = request.client.host if request.client is not None else ""
    address = client_address(request.headers, request.app.state.settings.client_header, connected)
    return client_name(address) or ""


async def body_of(request: Request) -> bytes:
    """Return the body of a request, which must be sent as JSON; raises `ApiError` as soon as it exceeds the limit."""
    most = request.app.state.settings.body_bytes
    too_long = ApiError.because("long_request", "too_large", drains=True, most=most)
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > most:
        raise too_long
    head = MediaType()
    head["content-type"] = request.headers.get("content-type", "")
    media_type, charset = head.get_content_type(), head.get_content_charset("utf-8")
    if charset not in UTF_8:
        raise ApiError.because("not_utf8", "bad_input", charset=shorten(charset))
    if media_type != JSON and not (media_type.startswith("application/") and media_type.endswith("+json")):
        raise ApiError.because("not_sent_as_json", "bad_input")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise too_long
    return bytes(body)


async def gallery_text(request: Request) -> Response:
    """Answer with the text of a tree of the gallery, as in its file."""
    name = request.path_params["name"]
    try:
        entry = named(msgspec.convert(name, TreeName))
        packed = await run_in_threadpool(entry.path.read_bytes)
    except msgspec.ValidationError:
        raise ApiError.because("no_tree_of_name", "bad_input", text=shorten(name)) from None
    except NoSuchTree as error:
        raise ApiError("not_found", str(error), error.reason and error.reason.data) from None
    except (OSError, Unavailable):
        raise ApiError.because("tree_not_readable", "environment") from None
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="text/plain")
    return Response(await run_in_threadpool(gzip.decompress, packed), headers=headers, media_type="text/plain")


async def health_of(request: Request) -> Response:
    """Answer with the state of the server."""
    pool = pool_of(request)
    state = HealthAnswer(
        status="ok", version=version("codepegs"), workers=pool.workers, ready=pool.ready, queued=pool.queued
    )
    return Response(msgspec.json.encode(state), media_type=JSON)


API = "/api/v1"


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        if endpoint.method == "POST":
            return await answer(request, endpoint, await body_of(request))
        given: dict[str, str] = {}
        for key, value in request.query_params.multi_items():
            if key in given:
                raise ApiError.because("repeated_key", "bad_input", key=shorten(key))
            given[key] = value
        special = SPECIAL.get(endpoint.name)
        if special is None:
            return await answer(request, endpoint, msgspec.json.encode(given))
        for key in given:
            raise ApiError.because("unexpected_key", "bad_input", key=shorten(key))
        return await special(request)

    return handle


SPECIAL = {"health": health_of, "tree_text": gallery_text}
"""Endpoints that need no worker."""

ROUTES = [Route(API + endpoint.path, _handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS.values()]
