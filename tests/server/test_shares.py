"""How workers are divided among clients, with workers that only pretend to work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.requests import Request

from codepegs.server import Settings, pool as pool_module
from codepegs.server.app import Waiting, create_app
from codepegs.server.dispatch import client_of
from codepegs.server.middleware import ApiError
from codepegs.server.pool import Done, Job, WorkerPool, WorkerSlot
from codepegs.server.requests import ScoreRequest
from codepegs.server.worker import CANCEL, DONE, EVENT, GONE, READY
from tests.server.web_server import PATIENCE


class Pretended(WorkerSlot):
    """A worker that starts when it is told, and uses as much CPU time as it is told."""

    cpu = 0.0

    def start(self) -> None:
        self.started, self.ready, self.killed, self.job = True, False, False, None

    def cpu_seconds(self) -> float:
        return self.cpu

    def send(self, *message: Any) -> bool:
        if message[0] == CANCEL and self.hears:
            self.pool.loop.call_soon(self.pool.on_message, self, (GONE, message[1]))
        return True

    hears = True

    def kill(self) -> None:
        self.killed = True
        if self.ready:
            self.pool.on_lost(self)

    def begin(self) -> None:
        self.pool.on_message(self, (READY, 0))

    def end(self) -> None:
        assert self.job is not None
        self.pool.on_message(self, (DONE, self.job.number, b"{}"))


@pytest.fixture(autouse=True)
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "WorkerSlot", Pretended)


def with_workers(workers: int, test: Callable[[Any], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        pool = WorkerPool(Settings(workers=workers, **{"budget_seconds": 0.02, **settings}))
        pool.start()
        for slot in pool.slots:
            assert slot.started
            slot.begin()  # type: ignore[attr-defined]
        async with asyncio.timeout(PATIENCE):
            await test(pool)
        await pool.close()

    asyncio.run(run())


def ask(pool: WorkerPool, *clients: str) -> list[Job]:
    return [
        pool.submit("score", ScoreRequest(**ScoreRequest.EXAMPLE), client=client, seconds=PATIENCE)
        for client in clients
    ]


def slot_of(pool: WorkerPool, job: Job) -> Any:
    return next(slot for slot in pool.slots if slot.job is job)


def running(pool: WorkerPool) -> list[str]:
    return sorted(slot.job.client for slot in pool.slots if slot.job is not None)


async def exceed(pool: WorkerPool, *jobs: Job) -> None:
    """Let requests use up their budgets."""
    for job in jobs:
        slot_of(pool, job).cpu += 1.0
    while not all(job.is_beyond for job in jobs):
        await asyncio.sleep(0.001)
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_spare_worker_takes_over() -> None:
    async def test(pool: WorkerPool) -> None:
        assert len(pool.slots) == 3
        one, _, three = ask(pool, "a", "b", "c")
        assert running(pool) == ["a", "b"], "the spare one is not used beside the others"
        ended = slot_of(pool, one)
        ended.kill()
        assert pool.ready == 2
        assert running(pool) == ["b", "c"], "without waiting for a start"
        slot_of(pool, three).end()
        ended.begin()
        assert running(pool) == ["a", "b"], "which was begun again, as nothing of it was answered"
        slot_of(pool, one).kill()
        message = await one.next()
        assert isinstance(message, ApiError), "but not a third time"
        assert message.code == "environment"

    with_workers(2, test)


def test_a_stream_that_has_begun_is_not_begun_again() -> None:
    async def test(pool: WorkerPool) -> None:
        (job,) = ask(pool, "a")
        slot = slot_of(pool, job)
        pool.on_message(slot, (EVENT, job.number, "turn", b"{}"))
        slot.kill()
        await job.next()
        assert isinstance(await job.next(), ApiError)

    with_workers(2, test)


@pytest.mark.parametrize(("workers", "each"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4)])
def test_a_client_has_half_of_the_workers_beyond_its_budgets(workers: int, each: int) -> None:
    async def test(pool: WorkerPool) -> None:
        jobs = ask(pool, *["a"] * workers)
        assert running(pool) == ["a"] * workers, "within its budgets it has what is free"
        await exceed(pool, *jobs)
        assert running(pool) == ["a"] * each
        assert [slot_of(pool, job) is not None for job in jobs[:each]], "the latest were stopped"
        if workers > 1:
            ask(pool, "b")
            assert "b" in running(pool)

    with_workers(workers, test)


def test_one_worker_is_reserved_for_requests_within_their_budgets() -> None:
    async def test(pool: WorkerPool) -> None:
        jobs = ask(pool, "a", "b", "c", "d")
        await exceed(pool, *jobs)
        assert running(pool) == ["a", "b", "c"]
        assert pool.queued == 1
        ask(pool, "e")
        assert running(pool) == ["a", "b", "c", "e"]
        slot_of(pool, jobs[0]).end()
        assert running(pool) == ["b", "c", "d", "e"]
        slot_of(pool, jobs[1]).kill()
        slot_of(pool, jobs[2]).kill()
        assert pool.ready == 3
        assert pool.queued == 0

    with_workers(4, test)


def test_the_reserve_is_kept_when_workers_are_lost() -> None:
    async def test(pool: WorkerPool) -> None:
        jobs = ask(pool, "a", "b")
        await exceed(pool, *jobs)
        assert running(pool) == ["a", "b"]
        next(slot for slot in pool.slots if slot.job is None).kill()
        for _ in range(3):
            await asyncio.sleep(0)
        assert running(pool) == ["a"], "the later one made room"

    with_workers(3, test, spares=0)


def test_clients_get_the_same_cpu_time() -> None:
    async def test(pool: WorkerPool) -> None:
        ask(pool, *["a"] * 5, *["b"] * 12)
        order = ""
        for _ in range(16):
            slot: Any = pool.slots[0]
            order += slot.job.client
            slot.cpu += {"a": 0.1, "b": 0.031}[slot.job.client]
            slot.end()
        assert order == "abbbbabbbabbbabb"

    with_workers(1, test, spares=0, budget_seconds=100.0)


def test_a_client_that_used_much_makes_way() -> None:
    async def test(pool: WorkerPool) -> None:
        first, second = ask(pool, "a", "a")
        slot: Any = pool.slots[0]
        slot.cpu += 90.0
        ask(pool, "b")
        for _ in range(3):
            await asyncio.sleep(0)
        assert running(pool) == ["a"], "it has used less than a budget"
        slot.end()
        assert running(pool) == ["b"]
        slot.end()
        slot.cpu += 30.0
        ask(pool, "b")
        for _ in range(3):
            await asyncio.sleep(0)
        assert running(pool) == ["b"]
        assert not second.is_beyond
        slot.end()
        assert slot.job is second, "it is begun again"
        assert isinstance(await first.next(), Done)

    with_workers(1, test, spares=0, budget_seconds=100.0)


def test_a_client_has_half_of_the_queue() -> None:
    async def test(pool: WorkerPool) -> None:
        ask(pool, *["a"] * 4)
        with pytest.raises(ApiError) as refused:
            ask(pool, "a")
        assert refused.value.code == "busy"
        ask(pool, "b", "b", "c")
        with pytest.raises(ApiError):
            ask(pool, "c")

    with_workers(1, test, spares=0, waiting=6)


def test_whoever_ended_a_worker_does_not_get_the_last() -> None:
    async def test(pool: WorkerPool) -> None:
        (deaf,) = ask(pool, "a")
        slot = slot_of(pool, deaf)
        slot.hears = False
        await exceed(pool, deaf)
        pool.leave(deaf)
        slot.cpu += 1.0
        while not pool.replaced:
            await asyncio.sleep(0.001)
        ask(pool, "a", "a")
        assert running(pool) == ["a"]
        ask(pool, "b")
        assert running(pool) == ["a", "b"]
        slot_of(pool, next(job for job in pool._running() if job.client == "b")).cpu += 9.0
        pool._dispatch()
        assert pool.queued == 1, "nobody makes way for it"
        assert not any(job.stopped for job in pool._running())
        slot.begin()
        assert pool.queued == 1
        slot_of(pool, next(job for job in pool._running() if job.client == "b")).end()
        assert running(pool) == ["a", "a"], "it is replaced"

    with_workers(2, test)


def test_a_worker_that_is_recalled_has_time_of_the_cpu_not_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 0.001)

    async def test(pool: WorkerPool) -> None:
        (job,) = ask(pool, "a")
        slot = slot_of(pool, job)
        slot.hears = False
        pool.leave(job)
        await asyncio.sleep(0.05)
        assert not slot.killed, "it got no time"
        pool.on_message(slot, (GONE, job.number))
        assert slot.idle
        assert slot.deadline is None
        (other,) = ask(pool, "a")
        slot_of(pool, other).end()
        assert isinstance(await other.next(), Done)

    with_workers(1, test, spares=0)


@pytest.mark.parametrize(
    ("header", "sent", "connected", "client"),
    [
        (None, {"x-forwarded-for": "1.2.3.4"}, "127.0.0.1", "127.0.0.1"),
        ("X-Forwarded-For", {"x-forwarded-for": "6.6.6.6, 1.2.3.4"}, "127.0.0.1", "1.2.3.4"),
        ("X-Forwarded-For", {"x-forwarded-for": "1.2.3.4:5678"}, "127.0.0.1", "1.2.3.4"),
        ("x-real-ip", {"x-real-ip": "2001:db8:1:2:3:4:5:6"}, "127.0.0.1", "2001:db8:1:2::/64"),
        ("x-real-ip", {"x-real-ip": "[2001:db8:1:2::9]:80"}, "127.0.0.1", "2001:db8:1:2::/64"),
        ("x-real-ip", {"x-real-ip": "::ffff:1.2.3.4"}, "127.0.0.1", "1.2.3.4"),
        ("x-real-ip", {"x-real-ip": "unknown"}, "127.0.0.1", "127.0.0.1"),
        ("x-real-ip", {}, "fe80::1%eth0", "fe80::/64"),
        ("x-real-ip", {}, None, ""),
    ],
)
def test_who_a_client_is(header: str | None, sent: dict[str, str], connected: str | None, client: str) -> None:
    scope = {
        "type": "http",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": None if connected is None else (connected, 1),
        "app": create_app(Settings(client_header=header)),
    }
    assert client_of(Request(scope)) == client


def test_the_client_with_the_most_slow_connections_loses_one() -> None:
    class Slow:
        def __init__(self, client_name: str) -> None:
            self.client_name = client_name

        def abort(self) -> None:
            closed.append(self)

    closed: list[Any] = []
    waiting = Waiting(Settings())
    assert not waiting.close_longest()
    slow: list[Any] = [Slow(name) for name in ("b", "a", "a", "a", "c")]
    waiting.connections = dict.fromkeys(slow)
    assert waiting.close_longest()
    assert closed == [slow[1]]
