"""`codepegs serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli import interrupts
from codepegs.cli.common import cores, error_console

if TYPE_CHECKING:
    import socket

MOST_PORT = 65_535


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="the address to listen at; 0.0.0.0 is the whole network")
    ] = ("127.0.0.1"),
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=MOST_PORT, help="0 takes one that is free")
    ] = 8000,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            max=64,
            help="processes that compute [default: all cores, two at least]",
            show_default=False,
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="show the page in the browser")] = False,
) -> None:
    """Serve the page and the JSON API.

    codepegs serve --open

    codepegs serve --host 0.0.0.0 --port 80

    The page is at /, the API at /api/v1, its description at /docs. Nothing is kept between requests. Ctrl-C ends it.
    """
    from codepegs.errors import Unavailable

    try:
        from codepegs.web.limits import Settings
        from codepegs.web.server import run
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "codepegs":
            raise
        raise Unavailable.without("web", "the server needs FastAPI and uvicorn") from None

    listening = _bind(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}"
    settings = Settings(workers=workers or max(2, cores()))

    def say(sentence: str) -> None:
        error_console().print(sentence, markup=False, highlight=False)

    def begun() -> None:
        if open_page:
            import webbrowser

            webbrowser.open(address)

    if not run(settings, listening, address, say, begun):
        interrupts.leave_now(interrupts.INTERRUPTED)  # all work has been ended: there is nothing to wait for


def _bind(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises `Unavailable`."""
    import errno
    import os
    import socket

    from codepegs.errors import BadInput, Unavailable

    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise BadInput(f"--host {host} is no address of this machine: give 127.0.0.1 or 0.0.0.0 for instance") from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Unavailable(f"port {port} at {host} is in use: choose another with --port") from None
        if error.errno == errno.EACCES:
            raise Unavailable(f"port {port} is not open to this user: choose one from 1024 on with --port") from None
        raise Unavailable(f"nothing can listen at {host} port {port}: {error.strerror or error}") from None
    return listening
