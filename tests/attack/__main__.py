"""Run attacks, and print what became of the small requests of another client."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.attack.attacks import ATTACKS
from tests.attack.clients import Attacker, Tally, ask_small_questions, health_of

SETTLING = 60.0
"""Seconds after an attack in which all workers must be ready again and no request may wait."""

HEAD = "| attack | sent | answered | refused | p50 ms | p99 ms | most ms |\n|---|---|---|---|---|---|---|"


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """The port and the process of a server with two workers, which are deaf to one request."""
    command = [sys.executable, "-m", "tests.attack.serve_deafly", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://[\d.]+:(\d+)", process.stderr.readline())
            assert found is not None, "the server does not start"
            yield int(found[1]), process.pid
        finally:
            process.kill()


async def settle(port: int) -> None:
    """Wait until the server has recovered."""
    ends = time.monotonic() + SETTLING
    while True:
        health = await health_of(port)
        if health["ready"] == health["workers"] and not health["queued"]:
            return
        if time.monotonic() > ends:
            break
        await asyncio.sleep(0.2)
    raise SystemExit(f"the server does not recover: {health}")


async def attack(name: str, port: int, server: int, seconds: float, numbers: itertools.count[int]) -> Tally:
    """Run one attack."""
    await settle(port)
    words, run = ATTACKS[name]
    attacker = Attacker(port, server)
    attacking = asyncio.ensure_future(run(attacker))
    tally = await ask_small_questions(port, time.monotonic() + seconds, numbers)
    assert not attacking.done(), attacking.exception()
    attacking.cancel()
    await attacker.stop()
    times = " | ".join(f"{tally.percentile(share):,.0f}" for share in (0.5, 0.99, 1.0))
    print(f"| {words} | {attacker.sent} | {len(tally.seconds)} | {len(tally.refused)} | {times} |", flush=True)
    if attacker.killed:
        print(f"workers killed: {attacker.killed}", file=sys.stderr)
    if tally.refused:
        print(f"refused: {dict(Counter(tally.refused))}", file=sys.stderr)
    return tally


async def main() -> bool:
    """Run the attacks that are named, or all; return whether no small request was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], default=[], help="attacks to run [default: all]")
    parser.add_argument("--seconds", type=float, default=60.0, help="duration of each attack")
    given = parser.parse_args()
    numbers = itertools.count()
    print(HEAD)
    with served() as (port, server):
        tallies = [await attack(name, port, server, given.seconds, numbers) for name in given.attacks or ATTACKS]
    return not any(tally.refused or not tally.seconds for tally in tallies)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
