"""The application behind uvicorn, from its start to Ctrl-C."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from codepegs.server.app import create_app
from codepegs.server.limits import Settings
from codepegs.server.pool import WorkerPool


class Server(uvicorn.Server):
    """A server that reports when it listens, and ends at the first signal."""

    def __init__(self, config: uvicorn.Config, pool: WorkerPool, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self.pool = pool
        self.begun = begun
        self.interrupted = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the workers first, which ends pending requests."""
        await self.pool.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals as requests to end."""
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]  # set by nohup
        before = {number: signal.signal(number, self.on_signal) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        self.interrupted = number != signal.SIGTERM
        self.force_exit = self.should_exit  # a second signal ends at once
        self.should_exit = True


def run(
    settings: Settings,
    listening: socket.socket,
    address: str,
    say: Callable[[str], None],
    begun: Callable[[], None] = lambda: None,
) -> bool:
    """Serve at a socket until a signal ends the server.

    Args:
        settings: The resources that the server may use.
        listening: A TCP socket that is bound to an address.
        address: The URL of the page, for the messages.
        say: Called with each message, one sentence or more.
        begun: Called once, when the server accepts requests.

    Returns:
        True if SIGTERM, or no signal, ended the server; False if it was interrupted, as by Ctrl-C.
    """
    app = create_app(settings)

    def started() -> None:
        say(f"Serving at {address} (API at {address}/api/v1, described at {address}/docs). Press Ctrl-C to stop.")
        if not app.state.page.is_built:
            say("The page is not built, so there is only the API: make web builds the page.")
        begun()

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        lifespan="on",
    )
    server = Server(config, app.state.pool, started)
    server.run(sockets=[listening])
    return not server.interrupted
