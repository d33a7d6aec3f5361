"""What attackers do, by name: each runs until it is cancelled."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from itertools import count, cycle
from pathlib import Path
from typing import Any

from codepegs.server.tasks import ENDPOINTS
from tests.attack.clients import Attacker, health_of, request
from tests.server.costly import KNOWN
from tests.server.deaf import DEAF

Attack = Callable[[Attacker], Awaitable[None]]

REPEATED = "p4c16" + " 1122:1b0w" * 8
BLANKS = "p4c6" + " " * 60_000
WORDS = "p4c6" + " black" * 1_900
LARGE = "p15c4" + " 112233441122334:5b4w" * 8

SEEDED = ("coach", "suggest", "suggest_stream", "move", "solve", "evaluate", "image")
"""Endpoints whose requests have a seed, by which none is a request that was answered before."""


def drips(path: str, body: dict[str, Any], every: float) -> Attack:
    """One request again and again, with another seed each time."""

    async def attack(attacker: Attacker) -> None:
        for seed in count(1):
            attacker.start(request(path, {**body, "seed": seed}))
            await asyncio.sleep(every)

    return attack


async def send_costly(attacker: Attacker) -> None:
    """The costliest requests to all endpoints, two a second."""
    posts = [(ENDPOINTS[task], body) for task, body in KNOWN if ENDPOINTS[task].method == "POST"]
    for seed, (endpoint, body) in enumerate(cycle(posts)):
        seeded = {**body, "seed": seed} if endpoint.name in SEEDED else body
        attacker.start(request(endpoint.path, seeded))
        await asyncio.sleep(0.5)


async def send_deaf(attacker: Attacker) -> None:
    """A request that no worker ends, and in which none looks up."""
    while True:
        attacker.start(request("/move", DEAF))
        await asyncio.sleep(0.5)


async def leave(attacker: Attacker) -> None:
    """Ask for much, and leave at once."""
    for seed in count(1):
        attacker.start(request("/coach", {"position": REPEATED, "seed": seed}), seconds=0.1)
        await asyncio.sleep(0.1)


HALF_HEAD = b"POST /api/v1/score HTTP/1.1\r\nHost: local"
HALF_BODY = request("/score", {"rules": "p4c6", "secret": "1122", "guess": "1212"})[:-5]
SPECIFICATION = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


def slow(*sent: bytes, reads: bool = True) -> Attack:
    """Hundreds of connections on which something is sent, and nothing more."""

    async def attack(attacker: Attacker) -> None:
        for each in cycle(sent):
            attacker.start(each, reads=reads)
            await asyncio.sleep(0.01)

    return attack


async def send_nothing_new(attacker: Attacker) -> None:
    """Connections that are slow in each way."""
    ways = [(b"", True), (HALF_HEAD, True), (HALF_BODY, True), (SPECIFICATION * 50, False)]
    for sent, reads in cycle(ways):
        attacker.start(sent, reads=reads)
        await asyncio.sleep(0.01)


def workers_of(server: int) -> list[int]:
    """The processes of the workers."""
    found = []
    for task in Path(f"/proc/{server}/task").iterdir():
        for number in (task / "children").read_text().split():
            command = Path(f"/proc/{number}/cmdline")
            if command.exists() and b"spawn_main" in command.read_bytes():
                found.append(int(number))
    return sorted(found)


async def kill_workers(attacker: Attacker) -> None:
    """Kill one of the workers every two seconds, while there is a drip of costly requests."""
    # Not before as many are ready as there should be: a busy machine starts none in two seconds.
    rng = random.Random(1)
    for seed in count(1):
        attacker.start(request("/coach", {"position": REPEATED, "seed": seed}))
        await asyncio.sleep(1.0)
        if seed % 2:
            health = await health_of(attacker.port)
            if health["ready"] == health["workers"]:
                os.kill(rng.choice(workers_of(attacker.server)), signal.SIGKILL)
                attacker.killed += 1


async def attack_nothing(attacker: Attacker) -> None:
    """Do nothing: with this the others are compared."""
    await asyncio.Event().wait()


ATTACKS: dict[str, tuple[str, Attack]] = {
    "none": ("nothing", attack_nothing),
    "coach-slowly": ("coach p4c16, 8 turns, one in 2 s", drips("/coach", {"position": REPEATED}, 2.0)),
    "coach": ("coach p4c16, 8 turns, one a second", drips("/coach", {"position": REPEATED}, 1.0)),
    "blanks": ("60 kB of blanks, one in 2 s", drips("/suggest", {"position": BLANKS}, 2.0)),
    "words": ("1,900 words, one in 2 s", drips("/suggest", {"position": WORDS}, 2.0)),
    "suggest": ("suggest p15c4, 8 turns, two a second", drips("/suggest", {"position": LARGE}, 0.5)),
    "costly": ("the costliest of each endpoint, two a second", send_costly),
    "deaf": ("a task that never looks up, two a second", send_deaf),
    "flood": ("coach p4c16, 8 turns, 100 a second", drips("/coach", {"position": REPEATED}, 0.01)),
    "leave": ("clients that ask for much and leave, ten a second", leave),
    "silent": ("400 silent connections", slow(b"")),
    "half": ("400 halves of headers and bodies", slow(HALF_HEAD, HALF_BODY)),
    "readers": ("400 clients that do not read", slow(SPECIFICATION * 50, reads=False)),
    "slow": ("400 clients that are slow in each way", send_nothing_new),
    "kills": ("workers killed, and coach p4c16 once a second", kill_workers),
}
