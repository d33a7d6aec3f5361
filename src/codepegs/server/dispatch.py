"""From a request to its answer: the cache, the workers, and what happens when the client leaves."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable
from math import log2
from typing import Any, cast

from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from codepegs.errors import BadRules, Unavailable
from codepegs.game import Game
from codepegs.server.errors import ApiError
from codepegs.server.limits import Settings
from codepegs.server.pool import AnswerCache, Done, Event, Job, Message, WorkerPool
from codepegs.server.tree_nodes import NoSuchTree, entry_named

JSON = "application/json"

SMALL_BITS = 16.0
"""Logarithm of the codes of the largest game whose questions are small: p5c8 has 15."""

SMALL_LETTERS = 4_000
"""Letters of the longest position that makes a small question."""

SMALL_TASKS = frozenset({"score", "reply", "reveal", "strategies"})
"""Tasks that take a moment for any game."""

HEARTBEAT = 15.0
"""Seconds of silence after which a stream says that it is still there, so that no proxy cuts it."""

LEFT = 499
"""The status of an answer that nobody hears any more, as proxies count them."""


class ClientLeft(Exception):
    """The client has closed the connection."""


def pool_of(request: Request) -> WorkerPool:
    """The workers of the application."""
    return cast(WorkerPool, request.app.state.pool)


async def answer(
    request: Request,
    task: str,
    body: BaseModel | dict[str, Any] | None = None,
    *,
    seconds: float | None = None,
    media_type: str = JSON,
) -> Response:
    """The answer of one task of the workers; the same question gets the same answer, which is kept."""
    payload = _payload(body)
    cache: AnswerCache = request.app.state.cache
    settings: Settings = request.app.state.settings
    key = (task, payload)
    known = cache.get(key)
    if known is None:
        job = pool_of(request).submit(
            task, payload, small=_is_small(task, body), seconds=min(seconds or settings.seconds, settings.seconds)
        )
        try:
            message = await _or_left(request.receive, job)
            while isinstance(message, Event):
                message = await _or_left(request.receive, job)
        except ClientLeft:
            return Response(status_code=LEFT)
        finally:
            pool_of(request).leave(job)
        if isinstance(message, ApiError):
            raise message
        known = message.data
        cache.put(key, known)
    return Response(known, media_type=media_type)


async def stream(request: Request, task: str, body: BaseModel, *, seconds: float | None = None) -> Response:
    """What one task says as it goes on; what is wrong with the request is known before the stream begins."""
    settings: Settings = request.app.state.settings
    pool = pool_of(request)
    # a client that wants an answer in so many seconds is told the best so far; only what does not hear is ended
    most = settings.stream_seconds if seconds is None else min(settings.stream_seconds, seconds + settings.seconds)
    job = pool.submit(task, _payload(body), small=_is_small(task, body), seconds=most)
    try:
        first = await _or_left(request.receive, job)
    except ClientLeft:
        pool.leave(job)
        return Response(status_code=LEFT)
    except BaseException:
        pool.leave(job)
        raise
    if isinstance(first, ApiError):
        raise first
    return EventStream(pool, job, first)


class EventStream(Response):
    """Server-sent events, as long as the client listens."""

    media_type = "text/event-stream"

    def __init__(self, pool: WorkerPool, job: Job, first: Message) -> None:
        super().__init__()
        self.pool = pool
        self.job = job
        self.first = first
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the end."""
        message = self.first
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            while True:
                await send({"type": "http.response.body", "body": _spelled(message), "more_body": True})
                if not isinstance(message, Event):
                    break
                message = await self._next(receive, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (ClientLeft, OSError):
            pass
        finally:
            self.pool.leave(self.job)

    async def _next(self, receive: Receive, send: Send) -> Message:
        """What is said next, with a sign of life now and then until it is."""
        hearing = asyncio.ensure_future(_or_left(receive, self.job))
        try:
            while True:
                done, _ = await asyncio.wait({hearing}, timeout=HEARTBEAT)
                if done:
                    return hearing.result()
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})
        finally:
            hearing.cancel()


def _spelled(message: Message) -> bytes:
    if isinstance(message, Event):
        return b"event: %s\ndata: %s\n\n" % (message.name.encode(), message.data) if message.name else b": begun\n\n"
    if isinstance(message, Done):
        return b"event: done\ndata: %s\n\n" % message.data
    return b"event: error\ndata: %s\n\n" % message.body


async def _or_left(receive: Receive, job: Job) -> Message:
    """What a job says next; raises `ClientLeft` when the client leaves before."""
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


def _payload(body: BaseModel | dict[str, Any] | None) -> bytes:
    if isinstance(body, BaseModel):
        return body.model_dump_json().encode()
    import json

    return json.dumps(body or {}).encode()


def _is_small(task: str, body: BaseModel | dict[str, Any] | None) -> bool:
    """Whether an answer takes a moment, whatever is asked: one worker is kept for such requests."""
    if task in ("image", "evaluate"):
        return False
    if task in SMALL_TASKS:
        return True
    given = body.model_dump() if isinstance(body, BaseModel) else body or {}
    text = given.get("position") or given.get("rules") or ""
    if len(text) > SMALL_LETTERS or given.get("turns"):
        return False
    try:
        game = Game.parse(text.split()[0]) if text.split() else Game(1, 1)
    except BadRules:
        return True  # which the worker says at once
    return game.pegs * log2(game.colors) <= SMALL_BITS


async def gallery_text(request: Request, name: str) -> Response:
    """The text of a tree of the gallery, as its file has it."""
    try:
        entry = entry_named(name)
        packed = await run_in_threadpool(entry.path.read_bytes)
    except NoSuchTree as error:
        raise ApiError("not_found", str(error)) from None
    except (OSError, Unavailable):
        raise ApiError("environment", "the tree's file cannot be read: install codepegs anew") from None
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="text/plain")
    return Response(await run_in_threadpool(gzip.decompress, packed), headers=headers, media_type="text/plain")


def health_of(request: Request) -> dict[str, Any]:
    """That the server is there, and how busy it is."""
    pool = pool_of(request)
    return {"status": "ok", "version": request.app.version, "workers": len(pool.seats), "queued": pool.queued}
