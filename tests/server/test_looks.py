"""Every task looks whether it was cancelled, at least every tenth of a second of CPU time."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest

from codepegs.errors import CodepegsError
from codepegs.server.requests import Cancelled, TaskContext
from codepegs.server.tasks import ENDPOINTS
from codepegs.server.worker import WARM_UP
from tests.server.costly import KNOWN, Costly, drawn

MOST = 0.3
"""CPU seconds between two looks: three times what is promised, for slow machines."""

LONG = 2.5
"""CPU seconds after which a task is cancelled here."""

QUICKLY = [request for request in KNOWN if request[0] in ("score", "reply", "reveal", "strategies", "svg", "trees")]
"""Requests that are run by default."""


def longest_without_a_look(task: str, body: dict[str, Any], long: float = LONG) -> float:
    """The longest CPU time of a task between two looks, from its beginning to its end."""
    began = last = time.process_time()
    longest = 0.0

    def look() -> bool:
        nonlocal last, longest
        now = time.process_time()
        longest, last = max(longest, now - last), now
        return now - began > long

    with suppress(Cancelled, CodepegsError):
        request = ENDPOINTS[task].read(json.dumps(body).encode())
        ENDPOINTS[task].answer(request, TaskContext(is_cancelled=look))
    look()
    return longest


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Begin as a worker does."""
    for name, values in WARM_UP:
        ENDPOINTS[name].answer(ENDPOINTS[name].request(**values), TaskContext())


def check(requests: list[Costly], long: float) -> None:
    deaf = []
    for task, body in requests:
        seconds = longest_without_a_look(task, body, long)
        if seconds > MOST:
            seconds = min(seconds, longest_without_a_look(task, body, long))  # a page fault, or a collection of garbage
        if seconds > MOST:
            deaf.append(f"{seconds:.2f} CPU s without a look: {task} {str(body)[:200]}")
    assert not deaf, "\n".join(deaf)


def test_every_endpoint_is_tried() -> None:
    assert {task for task, _ in KNOWN} == {name for name, endpoint in ENDPOINTS.items() if endpoint.task is not None}


def test_quick_tasks() -> None:
    check([*QUICKLY, *drawn(6, seed=1)], long=0.2)


@pytest.mark.extended
def test_the_costliest_known() -> None:
    check(KNOWN, long=0.6)


@pytest.mark.extended
def test_costly_ones_at_random() -> None:
    check(drawn(40, seed=2), long=0.4)


@pytest.mark.slow
def test_many_costly_ones_to_their_ends() -> None:
    check([*KNOWN, *drawn(300, seed=3)], long=5.0)
