"""What a task of a worker may use besides its request."""

from __future__ import annotations

import time
from collections.abc import Callable

from codepegs.parallel import Crew
from codepegs.schema import Answer
from codepegs.strategies import Budget

POLL_SECONDS = 0.02
"""Between two checks whether the client is still there."""


class Cancelled(Exception):
    """The client has left."""


class TaskContext:
    """The connection of a task to its client: events go out, and the task can ask whether to go on."""

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
        """Whether the client has left; checked every `POLL_SECONDS` at most."""
        now = time.monotonic()
        if not self._left and now - self._checked > POLL_SECONDS:
            self._checked = now
            self._left = self._is_cancelled()
        return self._left

    def check(self) -> None:
        """Raise `Cancelled` when the client has left."""
        if self.has_left():
            raise Cancelled

    def crew(self) -> Crew:
        """Threads for a strategy: one, because every core has its own worker. It checks whether the client has left."""
        return Crew(1, progress=lambda done, total: self.check())

    def budget(self) -> Budget:
        """The same for one move."""
        return Budget(self.crew())
