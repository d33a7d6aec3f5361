"""Attacks by slow, numerous and broken clients, and by requests that cost more than they seem to."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from multiprocessing.connection import Connection as Pipe
from typing import Any

import httpx
import pytest

from codepegs.server import Settings, pool as pool_module
from codepegs.server.app import OncePerSecond
from codepegs.server.middleware import HEADER_BYTES, ApiError
from codepegs.server.pool import AnswerCache, Done, Event, Job, WorkerPool
from tests.server.deaf import DEAF, deaf_workers
from tests.server.test_workers import LONG_GAME, QUICK, asked, ending, opened, with_pool
from tests.server.web_server import PATIENCE, Api, busy, serving, wait_for

MOST = 12
"""Connections of the server under attack."""

EQUAL_TURNS = {"position": "p4c6" + " 1122:1b0w" * 380}
"""A request of 4 kB that takes twenty seconds, if it is to be coached."""


@pytest.fixture(scope="module")
def attacked() -> Iterator[Api]:
    """A server with little patience."""
    with serving(Settings(workers=1, spares=0, client_seconds=0.5, connections=MOST)) as running:
        yield running


def connected(api: Api, sent: bytes = b"", *, buffer: int = 0) -> socket.socket:
    """A connection on which some bytes were sent."""
    host, port = api.base.removeprefix("http://").split(":")
    connection = socket.socket()
    connection.settimeout(PATIENCE)
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.connect((host, int(port)))
    connection.sendall(sent)
    return connection


def heard(connection: socket.socket) -> bytes:
    """All that the server sends until it closes the connection."""
    received = b""
    with connection:
        while part := connection.recv(65_536):
            received += part
    return received


@contextmanager
def serve_command(*arguments: str, **options: Any) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`codepegs serve` as a process of its own, and its address."""
    command = [sys.executable, "-m", "codepegs", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://[\d.:]+", process.stderr.readline())
            assert found is not None
            yield process, found[0].rstrip(".")
        finally:
            process.kill()


def check_refusal(received: bytes, status: int, code: str) -> str:
    """The sentence of a refusal, which must have the form and the headers of other answers."""
    head, _, body = received.partition(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    assert lines[0].startswith(f"http/1.1 {status} ")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["connection"] == "close"
    assert int(headers["content-length"]) == len(body)
    error = json.loads(body)["error"]
    assert error["code"] == code
    return str(error["message"])


HALF_HEAD = b"GET /api/v1/health HTTP/1.1\r\nHost: te"
HALF_BODY = (
    b"POST /api/v1/score HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)


@pytest.mark.parametrize(("sent", "part"), [(HALF_HEAD, "headers"), (HALF_BODY, "body")])
def test_half_a_request(attacked: Api, sent: bytes, part: str) -> None:
    sentence = check_refusal(heard(connected(attacked, sent)), 408, "timeout")
    assert sentence == f"the {part} of a request may take 0.5 seconds"


def test_a_client_that_sends_nothing(attacked: Api) -> None:
    assert heard(connected(attacked)) == b""


def test_a_request_byte_by_byte(attacked: Api) -> None:
    """Each byte comes in time, but not the whole."""
    connection = connected(attacked, HALF_HEAD)
    connection.settimeout(0.05)
    received = b""
    for _ in range(1_000):
        try:
            received = connection.recv(65_536)
            break
        except TimeoutError:
            connection.sendall(b"x")
    connection.close()
    check_refusal(received, 408, "timeout")


def test_a_client_that_does_not_read(attacked: Api) -> None:
    wait_for(lambda: not attacked.server.server_state.connections)
    request = b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n"
    with connected(attacked, request * 200, buffer=4_096) as connection:
        wait_for(lambda: len(attacked.server.server_state.connections) == 1)
        wait_for(lambda: not attacked.server.server_state.connections)
        connection.settimeout(PATIENCE)


def test_more_connections_than_allowed(attacked: Api, caplog: pytest.LogCaptureFixture) -> None:
    began = time.monotonic()
    silent = [connected(attacked) for _ in range(4 * MOST)]
    try:
        assert attacked.get("/health")["status"] == "ok"
        with httpx.Client(trust_env=False) as other:
            assert other.get(f"{attacked.base}/api/v1/presets", timeout=PATIENCE).status_code == 200
        assert len(attacked.server.server_state.connections) <= MOST + 1
        warnings = [record for record in caplog.records if "connections are in use" in record.getMessage()]
        assert 1 <= len(warnings) <= 1 + time.monotonic() - began
    finally:
        for connection in silent:
            connection.close()


@pytest.mark.extended
def test_connections_that_are_all_in_use() -> None:
    with serving(Settings(workers=1, spares=0, connections=3)) as api:
        playing = [opened(api, "/solve", {**LONG_GAME, "seed": seed}) for seed in (1, 2, 3)]
        wait_for(lambda: api.pool.queued == 2)
        received = heard(connected(api))
        assert b"retry-after: 5" in received.lower()
        assert "too many connections" in check_refusal(received, 503, "busy")
        for connection in playing:
            connection.close()
        wait_for(lambda: busy(api.pool) == api.pool.queued == 0)
        assert api.post("/score", QUICK)["reply"] == "1b2w"


HEALTH = b"GET /api/v1/health HTTP/1.1\r\nHost: test\r\n"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400, "bad_input"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_input"),
        (HEALTH + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_input"),
        (HEALTH + b"Transfer-Encoding: xchunked\r\n\r\n", 501, "bad_input"),
        (HEALTH + b"X: " + b"x" * HEADER_BYTES, 431, "too_large"),
        (HEALTH + b"X: " + b"x" * 3 * HEADER_BYTES + b"\r\n\r\n", 431, "too_large"),
        (HEALTH + b"X: " + b"x" * HEADER_BYTES + b"\r\n\r\n", 431, "too_large"),
        (b"GET /" + b"x" * HEADER_BYTES + b" HTTP/1.1\r\nHost: test\r\n\r\n", 431, "too_large"),
        (HEALTH + b"X: y\r\n" * 12_000 + b"\r\n", 431, "too_large"),
        (HEALTH.replace(b"1.1", b"3.0") + b"\r\n", 505, "bad_input"),
        (HEALTH + b"X : y\r\n\r\n", 400, "bad_input"),
        (HEALTH + b"X: \0\r\n\r\n", 400, "bad_input"),
        (HEALTH + b"Content-Length: b'x'\r\n\r\n", 400, "bad_input"),
        (HALF_BODY.replace(b"Content-Length: 99", b"Transfer-Encoding: chunked") + b"\r\n", 400, "bad_input"),
    ],
)
def test_what_is_no_http(attacked: Api, sent: bytes, status: int, code: str) -> None:
    sentence = check_refusal(heard(connected(attacked, sent)), status, code)
    assert not re.search(r"bytearray|b['\"]|object at|<class", sentence), "no values of Python"


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        (b"http://%s/api/v1/health", b"elsewhere", 200),
        (b"HTTP://%s/api/v1/health?x=1", b"elsewhere", 422),
        (b"http://elsewhere/api/v1/health", b"127.0.0.1", 421),
        (b"http://%s?x=1", b"elsewhere", 200),
        (b"http://%s/api%%2fv1/health", b"elsewhere", 200),
        (
            b"//%s/api/v1/no.file",
            b"127.0.0.1",
            404,
        ),  # without a dot it would be a view of the page
    ],
)
def test_targets_that_name_the_host(target: bytes, host: bytes, status: int) -> None:
    """The host in a target counts, not the header (RFC 9112, section 3.2.2)."""
    with serving(Settings(workers=1, spares=0, names=frozenset(["localhost"])), ready=False) as api:
        if b"%s" in target:
            target %= api.base.removeprefix("http://").encode()
        sent = b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n"
        assert heard(connected(api, sent)).startswith(b"HTTP/1.1 %d" % status)


def test_two_lengths_of_one_body(attacked: Api) -> None:
    """The request after it may be smuggled past a proxy that believes the other length: it is not answered."""
    twice = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    received = heard(connected(attacked, HEALTH + twice + HEALTH + b"\r\n"))
    assert received.count(b"HTTP/1.1 200") == 1
    assert b"connection: close" in received.lower()


def test_invalid_requests_are_logged_once_a_second(attacked: Api, caplog: pytest.LogCaptureFixture) -> None:
    began = time.monotonic()
    for _ in range(30):
        heard(connected(attacked, b"nonsense\r\n\r\n"))
        heard(connected(attacked, HEALTH + b"Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n"))
    assert not any("websocket" in record.getMessage().lower() for record in caplog.records), "there are none"
    for start in ("Invalid HTTP request", "a client asked for another protocol"):
        lines = [record for record in caplog.records if record.getMessage().startswith(start)]
        assert len(lines) <= 1 + time.monotonic() - began


def test_messages_that_are_dropped_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    once = OncePerSecond()
    passed = []
    for number in range(5):
        now[0] = 12.5 if number == 4 else 10.0 + number / 10
        record = logging.makeLogRecord({"pathname": "a.py", "lineno": 1, "msg": "too bad: %d", "args": (number,)})
        if once.filter(record):
            passed.append(record.getMessage())
    assert passed == ["too bad: 0", "too bad: 4 (3 more such messages)"]
    assert once.filter(logging.makeLogRecord({"pathname": "a.py", "lineno": 2, "msg": "other"}))


@pytest.mark.extended
@pytest.mark.skipif(os.name != "posix", reason="the limit of descriptors is set with resource")
def test_more_connections_than_descriptors() -> None:
    import resource

    few = 150
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with serve_command(
        "--workers", "1", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    ) as (
        process,
        address,
    ):
        host, port = address.removeprefix("http://").split(":")
        silent = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(2 * few)]
        for _ in range(5):
            response = httpx.post(f"{address}/api/v1/score", json=QUICK, timeout=PATIENCE, trust_env=False)
            assert response.json()["reply"] == "1b2w"
        for connection in silent:
            connection.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert len(process.stderr.read()) < 2_000


@pytest.mark.extended
def test_costly_requests_do_not_delay_small_ones(api: Api) -> None:
    coaching = [opened(api, "/coach", {**EQUAL_TURNS, "seed": seed}) for seed in (1, 2)]
    wait_for(lambda: api.pool.queued == 1)
    assert api.post("/score", {**QUICK, "guess": "4322"})["reply"] == "2b0w"
    assert busy(api.pool) == 1, "they are not finished"
    for connection in coaching:
        connection.close()
    wait_for(lambda: busy(api.pool) == api.pool.queued == 0)


@pytest.mark.extended
@pytest.mark.parametrize(("task", "body"), [("coach", EQUAL_TURNS), ("move", DEAF)])
def test_requests_beyond_their_budget_leave_a_worker(task: str, body: Any) -> None:
    async def test(pool: WorkerPool) -> None:
        long = [asked(pool, task, body, client=client) for client in ("one", "other")]
        assert busy(pool) == 2
        assert isinstance(await ending(asked(pool, "score", QUICK)), Done)
        assert (pool.queued, busy(pool)) == (1, 1)
        assert [(job.over, job.is_beyond) for job in long] == [(False, True), (False, True)]
        for job in long:
            pool.leave(job)

    with deaf_workers():
        with_pool(Settings(workers=2, waiting_seconds=PATIENCE), test)


@pytest.mark.extended
def test_a_stream_that_made_room_continues() -> None:
    """The client receives each event once, in order."""
    body = {"position": "p8c12 11223344:2b1w"}

    async def rest(job: Job) -> list[Any]:
        events = []
        while isinstance(message := await job.next(), Event):
            events.append({**json.loads(message.data), "seconds": None})
        assert isinstance(message, Done)
        return events

    async def test(pool: WorkerPool) -> None:
        expected = await rest(asked(pool, "suggest_stream", body))
        assert len(expected) > 1
        game = asked(pool, "solve", LONG_GAME)
        while not game.is_beyond:
            await asyncio.sleep(0.001)
        stream = asked(pool, "suggest_stream", body)
        while not pool.queued:
            await asyncio.sleep(0.001)
        assert stream.has_events, "it was stopped after the first"
        assert not stream.over
        assert isinstance(await ending(asked(pool, "score", QUICK)), Done)
        pool.leave(game)
        assert await rest(stream) == expected

    with_pool(Settings(workers=2, spares=0, waiting_seconds=PATIENCE), test)


@pytest.mark.extended
def test_the_reservation_counts_ready_workers(capfd: pytest.CaptureFixture[str]) -> None:
    async def test(pool: WorkerPool) -> None:
        os.kill(pool.slots[1].process.pid, signal.SIGSEGV)
        while pool.ready == 2:
            await asyncio.sleep(0.001)
        game = asked(pool, "solve", LONG_GAME)
        while not pool.queued:
            await asyncio.sleep(0.001)
        assert pool.ready == 1, "the last ready worker is for requests within their budget"
        assert isinstance(await ending(asked(pool, "score", QUICK)), Done)
        while pool.queued:
            await asyncio.sleep(0.001)
        assert (pool.ready, busy(pool)) == (2, 1)
        pool.leave(game)

    with_pool(Settings(workers=2, spares=0, waiting_seconds=PATIENCE, budget_seconds=0.1), test)
    assert "codepegs: worker 2 ended with the signal SIGSEGV\n" in capfd.readouterr().err


@pytest.mark.extended
@pytest.mark.parametrize(("number", "words"), [("SIGSEGV", "standard error"), ("SIGKILL", "memory")])
def test_how_a_worker_ended(number: str, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def test(pool: WorkerPool) -> None:
        game = asked(pool, "solve", LONG_GAME)
        await game.next()
        slot = next(slot for slot in pool.slots if slot.job is game)
        os.kill(slot.process.pid, getattr(signal, number))
        dead = await ending(game)
        assert isinstance(dead, ApiError)
        assert dead.code == "environment"
        assert words in dead.message
        assert ("memory" in dead.message) == (number == "SIGKILL")

    with_pool(Settings(workers=1, spares=0), test)
    assert f"worker 1 ended with the signal {number} at a request to solve" in capfd.readouterr().err


def hang(pipe: Pipe, memory_mib: int) -> None:
    """A worker that does not start."""
    time.sleep(PATIENCE)


@pytest.mark.extended
def test_a_worker_that_hangs_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        pool = WorkerPool(Settings(workers=1, spares=0, start_seconds=0.5))
        with monkeypatch.context() as patched:
            patched.setattr(pool_module, "work", hang)
            pool.start()
            async with asyncio.timeout(PATIENCE):
                while not pool.replaced:
                    await asyncio.sleep(0.01)
        pool.settings = replace(pool.settings, start_seconds=PATIENCE)
        try:
            assert isinstance(await ending(asked(pool, "score", QUICK)), Done)
        finally:
            await pool.close()

    asyncio.run(test())


EVALUATION = {"rules": "p5c8", "strategies": ["entropy"], "games": 300}


@pytest.mark.extended
def test_requests_finish_after_a_request_to_end() -> None:
    settings = Settings(workers=1, spares=0, grace_seconds=PATIENCE, waiting_seconds=PATIENCE)
    with serving(settings) as api:
        api.server.interrupted = False
        asking = [opened(api, "/evaluate", {**EVALUATION, "seed": seed}) for seed in range(3)]
        wait_for(lambda: api.pool.queued == 2)
        late = [connected(api, HEALTH), connected(api)]
        wait_for(lambda: len(api.server.server_state.connections) == 5)
        api.server.should_exit = True
        wait_for(lambda: api.server.app.state.ending)
        late[0].sendall(b"\r\n")
        late[1].sendall(HEALTH + b"\r\n")
        for connection in late + asking:
            received = heard(connection)
            assert received.startswith(b"HTTP/1.1 200")
            assert b"connection: close" in received.lower()
        host, port = api.base.removeprefix("http://").split(":")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((host, int(port)))


@pytest.mark.extended
def test_what_cannot_be_finished_is_answered() -> None:
    with serving(Settings(workers=1, spares=0, grace_seconds=1.0, waiting_seconds=PATIENCE)) as api:
        api.server.interrupted = False
        playing = opened(api, "/solve", LONG_GAME)
        wait_for(lambda: busy(api.pool) == 1)
        received = b""
        while b"event: progress" not in received:
            received += playing.recv(4_096)
        waiting = opened(api, "/score", QUICK)
        wait_for(lambda: api.pool.queued == 1)
        api.server.should_exit = True
        last = (received + heard(playing)).split(b"event: ")[-1]
        assert last.startswith(b'error\ndata: {"error":{"code":"busy"')
        assert b"retry-after" in (answer := heard(waiting)).lower()
        assert "going down" in check_refusal(answer, 503, "busy")


@pytest.mark.extended
@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent otherwise there")
def test_sigterm_to_the_whole_group_under_load() -> None:
    """Service managers signal all processes; workers must finish what they do."""
    with serve_command("--workers", "2", start_new_session=True) as (process, address):
        host, port = address.removeprefix("http://").split(":")
        for _ in range(2):  # both workers have started when the second of these is answered
            httpx.post(f"{address}/api/v1/evaluate", json={**EVALUATION, "games": 1}, timeout=PATIENCE, trust_env=False)
        asking = []
        for seed in range(10):
            content = json.dumps({**EVALUATION, "games": 20, "seed": seed}).encode()
            connection = socket.create_connection((host, int(port)), PATIENCE)
            head = "POST /api/v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            connection.sendall(head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content)
            asking.append(connection)
        time.sleep(0.2)
        os.killpg(process.pid, signal.SIGTERM)
        statuses = [heard(connection)[:12] for connection in asking]
        assert set(statuses) <= {b"HTTP/1.1 200", b"HTTP/1.1 503"}
        assert statuses.count(b"HTTP/1.1 200") >= 2
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read().count("\n") <= 1, "that the page is not built, at most"


def test_the_cache_takes_the_memory_that_it_counts() -> None:
    most = 3_000_000
    cache = AnswerCache(most)
    tracemalloc.start()
    try:
        for number in range(15_000):
            cache.put(sha256(b"%d" % number).digest(), b"x" * 60 + b"%10d" % number)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.8 * most < taken < 1.2 * most
