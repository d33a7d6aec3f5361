"""What a task sees of the server while it works."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from codepegs.parallel import Crew
from codepegs.strategies import Budget

LOOK_SECONDS = 0.02
"""Between two looks whether the client is still there."""


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


class Desk:
    """Where a worker does one task: what it says goes to the client, and whether to go on is asked here."""

    def __init__(
        self,
        say: Callable[[str, Any], None] = lambda name, record: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        memory_mib: int = 1_500,
    ) -> None:
        self.say = say
        """Takes the name of an event and its record; an empty name says only that the request is a good one."""
        self.memory_mib = memory_mib
        self._is_cancelled = is_cancelled
        self._looked = 0.0
        self._left = False

    def has_left(self) -> bool:
        """Whether the client has gone, by a look now and then."""
        now = time.monotonic()
        if not self._left and now - self._looked > LOOK_SECONDS:
            self._looked = now
            self._left = self._is_cancelled()
        return self._left

    def check(self) -> None:
        """Raise `Cancelled` when the client has gone."""
        if self.has_left():
            raise Cancelled

    def crew(self) -> Crew:
        """For a strategy: one thread, for every core has its own worker, which looks whether the client has gone."""
        return Crew(1, progress=lambda done, total: self.check())

    def budget(self) -> Budget:
        """The same for one move."""
        return Budget(self.crew())
