"""`codepegs serve`: the page and the answers for other programs."""

from __future__ import annotations

import errno
import io
import os
import re
import socket
from typing import Annotated

import typer

from codepegs.cli import options
from codepegs.cli.options import argument, flag, option
from codepegs.cli.terminal import cores, error_console
from codepegs.errors import BadInput, Unavailable

MOST_PORT = 65_535


def serve(
    games: Annotated[
        list[str] | None,
        argument("[FILE]...", f"your own lists of codes, which the API then takes as rules: {options.GAME_FILE}"),
    ] = None,
    host: Annotated[str, option("ADDRESS", "address to listen on; 0.0.0.0 for all interfaces")] = ("127.0.0.1"),
    port: Annotated[int, option("N", "port to listen on; 0 for any free port", min=0, max=MOST_PORT)] = 8000,
    workers: Annotated[
        int | None, option("N", "number of worker processes [default: all cores, at least 2]", min=1, max=64)
    ] = None,
    allow_host: Annotated[
        list[str] | None, option("NAME", "additional allowed host name, e.g. of a proxy; can be repeated")
    ] = None,
    client_header: Annotated[
        str | None,
        option("NAME", "header in which a proxy passes on the address of its client, e.g. X-Forwarded-For"),
    ] = None,
    access_log: Annotated[
        str | None, option("FILE", "log requests to a file, in the Common Log Format; - for standard output")
    ] = None,
    open_page: Annotated[bool, flag("--open", "open the page in the browser")] = False,
) -> None:
    """Serve the web page and the JSON API.

    Examples:
        codepegs serve --open
        codepegs serve --host 0.0.0.0 --port 80
        codepegs serve wordle.toml

    The page is at /, the API at /api/v1, and its documentation at /docs. The server is stateless. Press Ctrl-C to stop.
    """
    from codepegs.game import Game, is_game_file, load_game

    try:
        from codepegs.server import Settings, is_unspecified, lan_address, own_names, run, url
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "codepegs":
            raise
        raise Unavailable.without("web", "server_needs_packages") from None

    for name in games or ():
        if name and not is_game_file(name):
            raise BadInput.because("needs_no_file", game=str(Game.parse(name)))  # which says what is wrong with a name
        load_game(name)  # raises if it cannot be read
    for name in allow_host or ():
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            raise BadInput.because("no_host", name=name)
    if client_header is not None and not re.fullmatch(r"[\w-]+", client_header, re.ASCII):
        raise BadInput.because("no_header", name=client_header)
    if access_log == "":
        raise BadInput.because("no_file_name")
    listening = _bind(host, port)
    lan = lan_address(host) if is_unspecified(host) else None
    address = url(lan or ("127.0.0.1" if is_unspecified(host) else host), listening.getsockname()[1])
    settings = Settings(
        workers=workers or max(2, cores()),
        names=own_names(host, allow_host or ()),
        client_header=client_header,
        access_log=access_log,
        games=tuple(games or ()),
    )

    say = error_console().print

    def begun() -> None:
        if lan:
            say("Other devices on your network can open this address.")
            _draw(address)
        elif is_unspecified(host):
            say("No network found: only this computer can open this address.")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    with listening:
        ended = run(settings, listening, address, say, begun)
    if not ended:
        raise typer.Exit(130)


def _draw(address: str) -> None:
    """Show an address as a QR code, on terminals that can."""
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
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise BadInput.because("not_our_address", host=host) from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Unavailable.because("port_in_use", port=port, host=host) from None
        if error.errno == errno.EACCES:
            raise Unavailable.because("port_denied", port=port) from None
        words = error.strerror or str(error)
        raise Unavailable.because("cannot_listen", host=host, port=port, error=words) from None
    return listening
