"""Work in a thread of its own, so that the main thread can show it, and reacts to an interrupt at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from codepegs.cli.interrupts import CREW_THREADS

Item = TypeVar("Item")

BREATH = 0.1
"""Seconds between two looks whether something has come."""


def in_background(
    work: Callable[[Callable[[Item], None]], None], waiting: Callable[[], None] = lambda: None
) -> Iterator[Item]:
    """What `work` hands out by the function it is given, as it comes; `waiting` is called now and then while none does.

    Raises what the work raises. When the caller stops listening the work is left to itself, and does not keep the
    process alive.

    >>> list(in_background(lambda hand_out: [hand_out(n) for n in range(3)] and None))
    [0, 1, 2]
    """
    items: queue.Queue[Item] = queue.Queue()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work(items.put)
        except BaseException as failure:  # an interrupt as well, which the main thread reports
            failures.append(failure)

    thread = threading.Thread(target=run, name=f"{CREW_THREADS}game", daemon=True)
    thread.start()
    while True:
        working = thread.is_alive()  # asked first: what comes after its end is in the queue already
        try:
            yield items.get(timeout=BREATH if working else 0)
        except queue.Empty:
            if not working:
                break
            waiting()
    if failures:
        raise failures[0]
