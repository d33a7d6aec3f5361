"""The context of a task of a worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from codepegs.analysis import predict
from codepegs.parallel import WorkerThreads
from codepegs.server.request_parsing import TooLarge
from codepegs.strategies import Codebreaker

POLL_SECONDS = 0.02
"""Seconds between checks whether the client is connected."""


class Cancelled(Exception):
    """The client has disconnected."""


class TaskContext:
    """The connection of a task to its client: it sends events, and checks for disconnection."""

    def __init__(
        self,
        send: Callable[[str, Any], None] = lambda name, event: None,
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

    def check_memory(self, codebreaker: Codebreaker) -> None:
        """Raise `TooLarge` if listing the codes of a game would exceed the memory limit of a request."""
        game = codebreaker.position.game
        needed = predict(game, False, 1).bytes / 2**20
        if codebreaker.lists_codes and needed > self.memory_mib:
            raise TooLarge(
                f"{game} needs about {needed:,.0f} MiB, but one request may use {self.memory_mib:,} MiB: play a "
                "smaller game, or another strategy"
            )
