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
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="a further host name it is asked by, of a proxy for instance; may be repeated",
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
        from codepegs.server import Settings, is_unspecified, lan_address, own_names, run, url
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "codepegs":
            raise
        raise Unavailable.without("web", "the server needs Starlette and uvicorn") from None

    more = [_checked_name(name) for name in allow_host or ()]
    listening = _bind(host, port)
    lan = lan_address(host) if is_unspecified(host) else None
    address = url(lan or ("127.0.0.1" if is_unspecified(host) else host), listening.getsockname()[1])
    settings = Settings(workers=workers or max(2, cores()), names=own_names(host, more))

    def say(sentence: str) -> None:
        error_console().print(sentence, markup=False, highlight=False)

    def begun() -> None:
        if lan:
            say("Other devices in your network can open that address.")
            _draw(address)
        elif is_unspecified(host):
            say("No network was found: only this computer can open that address.")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    if not run(settings, listening, address, say, begun):
        interrupts.leave_now(interrupts.INTERRUPTED)  # all work has been ended: there is nothing to wait for


def _checked_name(name: str) -> str:
    """A host name; raises `BadInput`."""
    import re

    from codepegs.errors import BadInput

    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
        raise BadInput(f"--allow-host {name} is no host name: write it without a port, pegs.example.org for instance")
    return name


def _draw(address: str) -> None:
    """Show an address as a QR code, on terminals that can."""
    import io

    console = error_console()
    if not console.is_terminal or not (console.encoding or "").lower().startswith("utf"):
        return
    try:
        import segno
    except ImportError:  # installed before the extra had it
        return
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=True)
    console.file.write(drawn.getvalue())


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
