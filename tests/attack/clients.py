"""The clients: one that asks small questions, and what attackers do with their connections."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

VICTIM, ATTACKER = "127.0.0.1", "127.0.0.2"
"""The addresses that they come from."""

MOST_CONNECTIONS = 400
"""Connections that an attack has at the same time."""

EVERY = 0.5
"""Seconds between two small requests."""

LONGEST = 30.0
"""Seconds after which a small request counts as refused."""


def request(path: str, body: Any) -> bytes:
    """The bytes of a request."""
    content = json.dumps(body).encode()
    head = f"POST /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content


@dataclass
class Tally:
    """What happened to the small requests during an attack."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Milliseconds within which that share of the answers came."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def ask(port: int, sent: bytes, address: str) -> bytes:
    """The status line of the answer to a request, on a connection of its own."""
    reader, writer = await asyncio.open_connection(VICTIM, port, local_addr=(address, 0))
    try:
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        return head.split(b"\r\n", 1)[0]
    finally:
        writer.close()


async def ask_small_questions(port: int, ends: float, numbers: itertools.count[int]) -> Tally:
    """Ask every half second for the reply to a guess, none twice, whether or not the last is answered."""
    tally = Tally()

    async def one(number: int) -> None:
        began = time.perf_counter()
        secret, guess = ("".join(str(1 + part // 6**place % 6) for place in range(4)) for part in divmod(number, 1_296))
        try:
            async with asyncio.timeout(LONGEST):
                status = await ask(port, request("/score", {"rules": "p4c6", "secret": secret, "guess": guess}), VICTIM)
        except (OSError, EOFError, TimeoutError, StopIteration) as error:
            tally.refused.append(type(error).__name__)
            return
        if status.split()[1] == b"200":
            tally.seconds.append(time.perf_counter() - began)
        else:
            tally.refused.append(status.decode())

    async with asyncio.TaskGroup() as group:
        while time.monotonic() < ends:
            group.create_task(one(next(numbers)))
            await asyncio.sleep(EVERY)
    return tally


async def health_of(port: int) -> dict[str, Any]:
    """The state of the server."""
    reader, writer = await asyncio.open_connection(VICTIM, port)
    try:
        writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        health: dict[str, Any] = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
        return health
    finally:
        writer.close()


@dataclass
class Attacker:
    """The connections of an attacker."""

    port: int
    server: int
    """The id of the server's process."""
    sent: int = 0
    killed: int = 0
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_CONNECTIONS))
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection."""
        reader, writer = await asyncio.open_connection(VICTIM, self.port, local_addr=(ATTACKER, 0), limit=4_096)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self.sent += 1
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def start(self, sent: bytes, *, seconds: float = 60.0, reads: bool = True) -> None:
        """Send something on a connection of its own, and hold it for a time, or until the server closes it."""
        if not self._free.locked():
            task = asyncio.create_task(self._hold(sent, seconds, reads))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hold(self, sent: bytes, seconds: float, reads: bool) -> None:
        async with self._free:
            with suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
                async with asyncio.timeout(seconds), self.connected() as (reader, writer):
                    writer.write(sent)
                    if not reads:
                        writer.transport.pause_reading()  # type: ignore[attr-defined]
                        await asyncio.sleep(seconds)
                    while await reader.read(4_096):
                        pass

    async def stop(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
