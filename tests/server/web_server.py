"""A server of its own for tests: real requests over a real socket, workers included."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from codepegs.server import Settings
from codepegs.server.app import Server, create_app
from codepegs.server.pool import WorkerPool

PATIENCE = 120.0
"""Seconds anything here may take: the first start compiles the loops."""

Events = list[tuple[str, Any]]


class Api:
    """What tests do with a server."""

    def __init__(self, base: str, server: Server) -> None:
        self.base = base
        self.server = server
        self.pool: WorkerPool = server.app.state.pool
        self.http = httpx.Client(base_url=base, timeout=PATIENCE, trust_env=False)

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        """The answer to a request."""
        response = self.http.post(f"/api/v1{path}", json=body)
        assert response.status_code == status, response.text
        return response.json()

    def get(self, path: str, status: int = 200) -> Any:
        """The answer to a request without a body."""
        response = self.http.get(f"/api/v1{path}")
        assert response.status_code == status, response.text
        return response.json()

    def refusal(self, path: str, body: Any, status: int = 422) -> str:
        """The sentence of an answer that is no success."""
        error = self.post(path, body, status)["error"]
        assert set(error) - {"reason"} == {"code", "message"}
        return str(error["message"])

    def events(self, path: str, body: Any) -> Events:
        """All events of a stream."""
        response = self.http.post(f"/api/v1{path}", json=body)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"].startswith("text/event-stream")
        return parse_events(response.text)


def busy(pool: WorkerPool) -> int:
    """The number of workers that have a request."""
    return sum(slot.job is not None for slot in pool.slots)


def parse_events(text: str) -> Events:
    """Events by name, comments left out."""
    events: Events = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            events.append((fields["event"], json.loads(fields["data"])))
    return events


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


@contextmanager
def serving(settings: Settings, *, ready: bool = True) -> Iterator[Api]:
    """A server in a thread of its own, all workers ready unless they are not needed."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(create_app(settings))
    server.interrupted = True  # so that it ends without a time of grace
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    api = Api(f"http://127.0.0.1:{listening.getsockname()[1]}", server)
    try:
        wait_for(lambda: api.pool.ready == settings.workers if ready else server.started)
        yield api
    finally:
        api.http.close()
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
