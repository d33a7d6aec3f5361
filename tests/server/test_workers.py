"""The workers: a bounded queue, limits of time, and what happens when a client leaves."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from codepegs.server import Settings
from codepegs.server.middleware import ApiError
from codepegs.server.pool import ENTRY_BYTES, AnswerCache, Done, Event, Job, WorkerPool
from codepegs.server.tasks import ENDPOINTS
from tests.server.deaf import DEAF, deaf_workers
from tests.server.web_server import PATIENCE, Api, busy, serving, wait_for

LONG_GAME = {"rules": "p2000c2000", "secret": None, "strategy": "streaming", "seed": 1, "noise": 0.0, "turns": None}
"""Plays for a long time, and looks up after each turn."""

QUICK = {"rules": "p4c6", "secret": "1122", "guess": "1213"}


pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def small() -> Iterator[Api]:
    """A server that is soon full: one worker, and two requests of one client that may wait."""
    settings = Settings(workers=1, waiting=4, seconds=600, waiting_seconds=600, stream_seconds=600)
    with deaf_workers(), serving(settings) as running:
        yield running


def opened(api: Api, path: str, body: Any) -> socket.socket:
    """A connection on which a request was sent, whose answer nobody reads."""
    host, port = api.base.removeprefix("http://").split(":")
    content = json.dumps(body).encode()
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    head = f"POST /api/v1{path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
    connection.sendall(head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content)
    return connection


def test_full_then_well_again(small: Api) -> None:
    playing = opened(small, "/solve", LONG_GAME)
    wait_for(lambda: busy(small.pool) == 1)
    waiting = [opened(small, "/score", QUICK) for _ in range(2)]
    wait_for(lambda: small.pool.queued == 2)
    assert small.get("/health")["queued"] == 2
    response = small.http.post("/api/v1/score", json={**QUICK, "guess": "1111"})
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) >= 1
    assert response.json()["error"]["code"] == "busy"
    playing.close()
    for connection in waiting:
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.close()
    assert small.post("/score", {**QUICK, "guess": "1111"})["reply"] == "2b0w"


def test_a_stream_that_nobody_hears_frees_its_worker(small: Api) -> None:
    replaced = small.pool.replaced
    playing = opened(small, "/solve", LONG_GAME)
    heard = b""
    while b"event: progress" not in heard:  # what is loaded and laid out for the first turn takes its time
        heard += playing.recv(4096)
    assert heard.startswith(b"HTTP/1.1 200")
    assert busy(small.pool) == 1
    playing.close()
    wait_for(lambda: busy(small.pool) == 0)
    assert small.pool.replaced == replaced, "it heard, and was not ended"


def test_who_leaves_the_queue_is_forgotten(small: Api) -> None:
    playing = opened(small, "/solve", LONG_GAME)
    wait_for(lambda: busy(small.pool) == 1)
    waiting = opened(small, "/score", QUICK | {"guess": "6543"})
    wait_for(lambda: small.pool.queued == 1)
    waiting.close()
    wait_for(lambda: small.pool.queued == 0)
    playing.close()
    wait_for(lambda: busy(small.pool) == 0)


def test_a_worker_that_does_not_hear_is_replaced(small: Api) -> None:
    replaced = small.pool.replaced
    thinking = opened(small, "/move", DEAF)
    wait_for(lambda: busy(small.pool) == 1)
    time.sleep(0.2)  # it has begun by now; if it has not yet, it hears at once and is not replaced
    thinking.close()
    wait_for(lambda: busy(small.pool) == 0 and small.pool.ready == 1)
    assert small.pool.replaced == replaced + 1
    assert small.post("/score", {**QUICK, "guess": "2222"})["reply"] == "2b0w"


def test_one_worker_is_kept_for_small_questions(api: Api) -> None:
    playing = [opened(api, "/solve", {**LONG_GAME, "seed": seed}) for seed in (1, 2)]
    wait_for(lambda: api.pool.queued == 1)
    assert busy(api.pool) == 1
    assert api.post("/score", {**QUICK, "guess": "4321"})["reply"] == "1b1w"
    for connection in playing:
        connection.close()
    wait_for(lambda: busy(api.pool) == api.pool.queued == 0)


def with_pool(settings: Settings, test: Callable[[WorkerPool], Awaitable[None]]) -> None:
    """Run a test in a loop with workers of its own."""

    async def run() -> None:
        pool = WorkerPool(settings)
        pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while pool.ready < settings.workers:
                    await asyncio.sleep(0.01)
                await test(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def asked(pool: WorkerPool, task: str, body: Any, *, client: str = "", seconds: float = PATIENCE) -> Job:
    return pool.submit(task, ENDPOINTS[task].read(json.dumps(body).encode()), client=client, seconds=seconds)


async def ending(job: Job) -> Done | ApiError:
    while isinstance(message := await job.next(), Event):
        pass
    return message


def test_limits_of_time_and_what_a_worker_dies_of() -> None:
    async def test(pool: WorkerPool) -> None:
        late = await ending(asked(pool, "move", DEAF, seconds=0.1))
        assert isinstance(late, ApiError)
        assert (late.code, late.status) == ("timeout", 504)
        assert "0.1 seconds" in late.message
        fine = await ending(asked(pool, "score", QUICK))
        assert isinstance(fine, Done), "a new worker has taken the place"
        assert pool.replaced == 1

        game = asked(pool, "solve", LONG_GAME, seconds=0.5)
        late = await ending(game)
        assert isinstance(late, ApiError)
        assert late.code == "timeout"

        dying = asked(pool, "solve", LONG_GAME)
        await dying.next()
        next(slot for slot in pool.slots if slot.job is dying).kill()
        dead = await ending(dying)
        assert isinstance(dead, ApiError)
        assert dead.code == "environment"
        assert isinstance(await ending(asked(pool, "score", QUICK)), Done)

    with deaf_workers():
        with_pool(Settings(workers=1, waiting_seconds=PATIENCE), test)


def test_nobody_waits_for_ever() -> None:
    async def test(pool: WorkerPool) -> None:
        playing = asked(pool, "solve", LONG_GAME)
        patient = asked(pool, "score", QUICK)
        assert await playing.next() == Event("", b"")
        refused = await ending(patient)
        assert isinstance(refused, ApiError)
        assert refused.code == "busy"
        assert refused.retry_after is not None

    with_pool(Settings(workers=1, spares=0, waiting_seconds=0.2), test)


def test_a_slow_reader_holds_the_worker_back() -> None:
    async def test(pool: WorkerPool) -> None:
        body = {**LONG_GAME, "rules": "p9c9", "secret": "999999999", "strategy": "brute-force", "turns": 5_000}
        job = asked(pool, "solve", body)
        await asyncio.sleep(1.0)
        assert job._messages.qsize() <= 70, "events nobody has read yet"
        assert isinstance(await ending(job), Done)

    with_pool(Settings(workers=1, spares=0), test)


def test_memory_is_limited() -> None:
    pytest.importorskip("resource")

    async def test(pool: WorkerPool) -> None:
        body = {"position": "p8c8 11112222:0b1w", "limit": 1, "noise": None}
        large = await ending(asked(pool, "candidates", {**body, "position": "p8c8 12345678:1b4w"}))
        assert isinstance(large, ApiError)
        assert large.code in ("too_large", "environment")
        assert isinstance(await ending(asked(pool, "score", QUICK)), Done)
        told = await ending(asked(pool, "move", {"position": "p8c8", "strategy": "minimax", "seed": 0, "noise": None}))
        assert isinstance(told, ApiError)
        assert told.code == "too_large"
        assert "720 MiB" in told.message

    with_pool(Settings(workers=1, spares=0, memory_mib=20), test)


def test_the_cache_is_bounded() -> None:
    cache = AnswerCache(10 * (ENTRY_BYTES + 10))
    for number in range(50):
        cache.put(b"%d" % number, b"0123456789")
    assert [number for number in range(50) if cache.get(b"%d" % number)] == list(range(40, 50))
    cache.put(b"large", b"x" * (10 * (ENTRY_BYTES + 10) + 1))
    assert cache.get(b"large") is None


@pytest.mark.alone  # beside other tests, the questions may wait longer than the server lets them
def test_quick_questions_about_large_games_do_not_wait_for_long_work(api: Api) -> None:
    playing = opened(api, "/solve", LONG_GAME)
    try:
        wait_for(lambda: busy(api.pool) == 1)
        for path, body in (
            ("/score", {"rules": "p8c12", "secret": "12345678", "guess": "11223344"}),
            ("/reveal", {"rules": "p8c12", "seed": 7}),
            ("/reply", {"rules": "p8c12", "seed": 7, "guess": "11223344"}),
        ):
            api.post(path, body)
        api.get("/strategies?rules=p8c12")
        assert api.post("/suggest", {"position": "p8c12 11223344:2b1w 15567889:1b3w"})["suggestions"]
        assert busy(api.pool) == 1, "the long game goes on"
    finally:
        playing.close()
