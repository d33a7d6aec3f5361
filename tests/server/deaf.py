"""Workers that do not hear some requests: a regular expression does not look whether the request was cancelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any
from unittest.mock import patch

from codepegs.server import pool
from codepegs.server.worker import work

DEAF_SEED = 4_711

DEAF = {"position": "p4c6", "strategy": "auto", "seed": DEAF_SEED, "noise": None}
"""A request to `/move` that a deaf worker does not end within hours."""


def work_deafly(pipe: Connection, memory_mib: int) -> None:
    from codepegs.server.tasks import ENDPOINTS

    move = ENDPOINTS["move"]

    def move_or_hang(request: Any, context: Any) -> Any:
        if request.seed == DEAF_SEED:
            re.fullmatch(r"(a|a)*b", "a" * 100)
        assert move.task is not None
        return move.task(request, context)

    ENDPOINTS["move"] = replace(move, task=move_or_hang)
    work(pipe, memory_mib)


@contextmanager
def deaf_workers() -> Iterator[None]:
    """Start deaf workers."""
    with patch.object(pool, "work", work_deafly):
        yield
