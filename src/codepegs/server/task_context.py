"""The context of a task of a worker."""

from __future__ import annotations

import time
from collections.abc import Callable

from codepegs.parallel import WorkerThreads
from codepegs.schema import Answer
from codepegs.strategies import Budget

POLL_SECONDS = 0.02
"""Seconds between checks whether the client is connected."""


class Cancelled(Exception):
    """The client has disconnected."""


class TaskContext:
    """The connection of a task to its client: it sends events, and checks for disconnection."""

    def __init__(
        self,
        send: Callable[[str, Answer], None] = lambda name, event: None,
        accept: Callable[[], None] = lambda: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        memory_mib: int = 1_500,
    ) -> None:
        self.send = send
        """Sends an event, by its name, to the client."""
        self.accept = accept
        """Starts the answer of a valid request, before the first event."""
        self.memory_mib = memory_mib
        self._is_cancelled = is_cancelled
        self._checked = 0.0
        self._left = False

    def has_left(self) -> bool:
        """Whether the client has disconnected; checked at most every `POLL_SECONDS`."""
        now = time.monotonic()
        if not self._left and now - self._checked > POLL_SECONDS:
            self._checked = now
            self._left = self._is_cancelled()
        return self._left

    def check(self) -> None:
        """Raise `Cancelled` if the client has disconnected."""
        if self.has_left():
            raise Cancelled

    def threads(self) -> WorkerThreads:
        """The threads of a strategy: one thread, because every core has a worker. It checks for disconnection."""
        return WorkerThreads(1, progress=lambda done, total: self.check())

    def budget(self) -> Budget:
        """The budget of one move, with this threads."""
        return Budget(self.threads())
