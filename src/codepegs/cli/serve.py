"""`codepegs serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from codepegs.cli import interrupts
from codepegs.cli.common import GAME_FILE, argument, cores, error_console, flag, option, refused
from codepegs.errors import Unavailable

if TYPE_CHECKING:
    import socket

MOST_PORT = 65_535


def serve(
    games: Annotated[
        list[str] | None,
        argument("[FILE]...", f"additional games to offer, each with your own list of codes: {GAME_FILE}"),
    ] = None,
    host: Annotated[str, option("ADDRESS", "address to listen on; 0.0.0.0 for all interfaces")] = ("127.0.0.1"),
    port: Annotated[int, option("N", "port to listen on; 0 for any free port", min=0, max=MOST_PORT)] = 8000,
    workers: Annotated[
        int | None, option("N", "number of worker processes [default: all cores, at least 2]", min=1, max=64)
    ] = None,
    allow_host: Annotated[
        list[str] | None, option("NAME", "additional allowed host name, e.g. of a proxy; can be repeated")
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
    from codepegs.game import is_game_file, is_rules, load_game

    try:
        from codepegs.server import Settings, is_unspecified, lan_address, own_names, run, url
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "codepegs":
            raise
        raise Unavailable.without("web", "the server needs Starlette and uvicorn") from None

    for name in games or ():
        if is_rules(name) and not is_game_file(name):
            raise refused("needs_no_file", game=str(name))
        load_game(name)  # raises if it cannot be read
    more = [_checked_name(name) for name in allow_host or ()]
    listening = _bind(host, port)
    lan = lan_address(host) if is_unspecified(host) else None
    address = url(lan or ("127.0.0.1" if is_unspecified(host) else host), listening.getsockname()[1])
    settings = Settings(workers=workers or max(2, cores()), names=own_names(host, more), games=tuple(games or ()))

    def say(sentence: str) -> None:
        error_console().print(sentence, highlight=False)

    def begun() -> None:
        if lan:
            say("Other devices on your network can open this address.")
            _draw(address)
        elif is_unspecified(host):
            say("No network found: only this computer can open this address.")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    if not run(settings, listening, address, say, begun):
        interrupts.leave_now(interrupts.INTERRUPTED)  # all work has been stopped


def _checked_name(name: str) -> str:
    """A host name; raises `BadInput`."""
    import re

    if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
        raise refused("no_host", name=name)
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

    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise refused("not_our_address", host=host) from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Unavailable.like(refused("port_in_use", port=port, host=host)) from None
        if error.errno == errno.EACCES:
            raise Unavailable.like(refused("port_denied", port=port)) from None
        raise Unavailable(
            f"cannot listen on {host} port {port} ({error.strerror or error}): choose another address with --host"
        ) from None
    return listening
