"""Many users at once: how long answers take, and what happens when there are too many.

`python -m bench load` starts a server of its own; `python -m bench.load --url http://127.0.0.1:8000` asks another.
Every user holds one connection and asks a question every few seconds, each about another position, so that no answer is
one that was given before. Written on plain sockets, so that the users take little of the machine they share.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from codepegs.game import CANONICAL, Game

USERS, EVERY, SECONDS = 200, 5.0, 30.0
"""As many users as asked for, the seconds between two questions of each, and how long they stay."""

SETTLING = 6.0
"""Seconds between one user's long questions and the many users' short ones."""

CROWD, CROWD_SECONDS = 400, 8.0
"""Users who ask a heavier question again and again, for the overload."""


@dataclass
class Tally:
    """What happened to the questions of a scenario."""

    seconds: list[float] = field(default_factory=list)
    """Of the answers with status 200."""
    statuses: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    retry_after: int = 0
    """Answers with status 503 that said when to come back."""

    def percentile(self, share: float) -> float:
        """Milliseconds within which that share of the answers came."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    def row(self, name: str) -> str:
        """One line of the table."""
        failed = sum(self.errors.values()) + sum(n for status, n in self.statuses.items() if status not in (200, 503))
        figures = " | ".join(f"{self.percentile(share):,.1f}" for share in (0.5, 0.95, 0.99, 1.0))
        return f"| {name} | {self.statuses[200]:,} | {figures} | {self.statuses[503]:,} | {failed} |"


HEAD = "| scenario | answers | p50 ms | p95 ms | p99 ms | most ms | 503 | errors |\n|---|---|---|---|---|---|---|---|"


class User:
    """One connection that asks one question after another."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: Any, tally: Tally) -> dict[str, str]:
        """Ask, wait for the answer, and note how it went; gives the headers of the answer."""
        began = time.perf_counter()
        try:
            status, headers = await self._exchange(path, json.dumps(body).encode())
        except (OSError, EOFError, ValueError) as error:
            tally.errors[type(error).__name__] += 1
            self.leave()
            return {}
        tally.statuses[status] += 1
        if status == 200:
            tally.seconds.append(time.perf_counter() - began)
        elif status == 503 and headers.get("retry-after", "").isdecimal():
            tally.retry_after += 1
        return headers

    async def _exchange(self, path: str, content: bytes) -> tuple[int, dict[str, str]]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        writer.write(head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)
        }
        await reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), headers

    def leave(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def positions(rules: str, rng: random.Random, turns: int = 1) -> str:
    """A position some turns into a game, by random guesses at a random secret."""
    game = Game.parse(rules)
    secret = [rng.randrange(game.colors) for _ in range(game.pegs)]
    words = [rules]
    for _ in range(turns):
        guess = tuple(rng.randrange(game.colors) for _ in range(game.pegs))
        words.append(f"{CANONICAL.format(game, guess)}:{game.reply(guess, secret)}")
    return " ".join(words)


async def steady(url: str, users: int, every: float, seconds: float) -> Tally:
    """Users who each ask for a p4c6 suggestion every few seconds, spread evenly."""
    tally = Tally()
    ends = time.perf_counter() + seconds

    async def use(number: int) -> None:
        rng = random.Random(number)
        user = User(url)
        await asyncio.sleep(every * number / users)
        while time.perf_counter() < ends:
            began = time.perf_counter()
            body = {"position": positions("p4c6", rng, rng.randint(1, 3)), "seed": rng.randrange(1 << 30)}
            await user.ask("/api/v1/suggest", body, tally)
            await asyncio.sleep(max(0.0, began + every - time.perf_counter()))
        user.leave()

    await asyncio.gather(*(use(number) for number in range(users)))
    return tally


async def one_by_one(url: str, rules: str, count: int, turns: int = 1) -> Tally:
    """One user who asks for suggestions, each at another position."""
    tally, user, rng = Tally(), User(url), random.Random(rules)
    for number in range(count):
        body = {"position": positions(rules, rng, turns), "seed": number}
        await user.ask("/api/v1/suggest", body, tally)
    user.leave()
    return tally


async def first_of_stream(url: str, rules: str, count: int) -> Tally:
    """The time to the first of the better and better suggestions; the client leaves then."""
    tally, rng = Tally(), random.Random(rules)
    parts = urlsplit(url)
    for _ in range(count):
        content = json.dumps({"position": positions(rules, rng)}).encode()
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        head = f"POST /api/v1/suggest/stream HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        writer.write(head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        status = int((await reader.readline()).split()[1])
        await reader.readuntil(b"event: suggestion\ndata: ")
        tally.statuses[status] += 1
        tally.seconds.append(time.perf_counter() - began)
        writer.close()
        await asyncio.sleep(1.0)  # the worker hears that nobody listens, or is replaced
    return tally


async def crowd(url: str, users: int, seconds: float) -> tuple[Tally, Tally]:
    """Far more than can be served, by users who do not wait; then, after what they were told to wait, a calm user."""
    tally = Tally()
    ends = time.perf_counter() + seconds
    told: list[int] = [1]

    async def use(number: int) -> None:
        rng, user = random.Random(-number), User(url)
        while time.perf_counter() < ends:
            body = {"position": positions("p5c8", rng), "seed": rng.randrange(1 << 30)}
            headers = await user.ask("/api/v1/suggest", body, tally)
            told.append(int(headers.get("retry-after", 0)))
            if "retry-after" in headers:
                await asyncio.sleep(0.5)  # less than they were asked for
        user.leave()

    await asyncio.gather(*(use(number) for number in range(users)))
    await asyncio.sleep(max(told))
    return tally, await one_by_one(url, "p4c6", 50)


async def measure(url: str, seconds: float) -> bool:
    """All scenarios; False when one of them went wrong."""
    await one_by_one(url, "p4c6", 20)
    print(HEAD, flush=True)
    small = await one_by_one(url, "p4c6", 200)
    print(small.row("p4c6, one user"), flush=True)
    print((await one_by_one(url, "p5c8", 50)).row("p5c8 after one turn, one user"), flush=True)
    print((await first_of_stream(url, "p8c8", 10)).row("p8c8 after one turn, first of the stream"), flush=True)
    await asyncio.sleep(SETTLING)  # a worker that did not hear us leave is being replaced
    many = await steady(url, USERS, EVERY, seconds)
    print(many.row(f"p4c6, {USERS} users, each every {EVERY:g} s"), flush=True)
    over, after = await crowd(url, CROWD, CROWD_SECONDS)
    print(over.row(f"overload: p5c8, {CROWD} users without a pause"), flush=True)
    print(after.row("p4c6, one user, right after it"), flush=True)
    print(f"\nOf {over.statuses[503]:,} answers with status 503, {over.retry_after:,} said when to come back.")
    for tally in (small, many, over, after):
        if tally.errors:
            print(f"errors: {dict(tally.errors)}")
    return not (many.errors or after.errors or many.statuses[503] or over.statuses[503] != over.retry_after)


def run() -> None:
    """For `python -m bench`: a server of its own, on all cores."""
    print("\n## Load\n")
    main([])


def main(arguments: list[str]) -> int:
    """Measure a server; 1 when something went wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the many users stay")
    given = parser.parse_args(arguments)
    if given.url:
        return int(not asyncio.run(measure(given.url, given.seconds)))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "codepegs", "serve", "--port", str(port)], stderr=subprocess.PIPE)
    try:
        assert server.stderr is not None
        server.stderr.readline()
        return int(not asyncio.run(measure(f"http://127.0.0.1:{port}", given.seconds)))
    finally:
        server.terminate()
        server.communicate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
