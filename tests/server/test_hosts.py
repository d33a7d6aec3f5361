"""The addresses a server prints, and the host names it answers for."""

from __future__ import annotations

import asyncio
import io
import socket

import httpx
import pytest

from codepegs import server
from codepegs.cli import serve
from codepegs.server import Settings
from codepegs.server.app import create_app
from codepegs.server.middleware import lan_address, own_names
from tests.conftest import Cli


def asked_as(host: str, settings: Settings) -> httpx.Response:
    """The answer of an application without workers to a request for that host."""

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(settings))) as client:
            return await client.get("http://127.0.0.1/api/v1/health", headers={"host": host})

    return asyncio.run(ask())


SERVED = Settings(names=own_names("127.0.0.1", ["Pegs.example.org"]))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "localhost:8000",
        "LOCALHOST",
        "[::1]:8000",
        "192.168.1.5:8000",
        "pegs.example.org",
        "pegs.example.org.:443",
        socket.gethostname(),
        f"{socket.gethostname()}.local:8000",
    ],
)
def test_hosts_that_are_answered(host: str) -> None:
    assert asked_as(host, SERVED).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "[evil]", ""]
)
def test_hosts_that_are_refused(host: str) -> None:
    """A name that somebody else points at this machine reads nothing from it."""
    response = asked_as(host, SERVED)
    assert response.status_code == 421
    assert response.json()["error"]["code"] == "bad_input"
    assert "does not answer for" in response.json()["error"]["message"]
    assert response.headers["x-content-type-options"] == "nosniff"


def test_refusals_are_short() -> None:
    assert len(asked_as("a" * 10_000, SERVED).json()["error"]["message"]) < 160


def test_applications_of_others_take_any_host() -> None:
    assert asked_as("evil.example", Settings()).status_code == 200


def test_names_that_cannot_be(cli: Cli) -> None:
    assert "expected a host name without a port" in cli.complaint("serve", "--allow-host", "http://pegs.example.org")


def test_the_address_in_the_network() -> None:
    found = lan_address("0.0.0.0")
    assert found is None or ("." in found and not found.startswith(("127.", "0.")))


@pytest.mark.parametrize(
    ("arguments", "lan", "address", "said"),
    [
        (["--host", "0.0.0.0"], "192.168.7.9", "http://192.168.7.9:", "Other devices"),
        (["--host", "0.0.0.0"], None, "http://127.0.0.1:", "No network found"),
        ([], "192.168.7.9", "http://127.0.0.1:", ""),
    ],
)
def test_the_address_that_is_printed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: list[str], lan: str | None, address: str, said: str
) -> None:
    shown: list[str] = []

    def run(settings: Settings, listening: socket.socket, address: str, say: object, begun: object) -> bool:
        shown.append(address)
        listening.close()
        assert settings.names is not None
        assert "pegs.example.org" in settings.names
        assert callable(begun)
        begun()
        return True

    monkeypatch.setattr(server, "run", run)
    monkeypatch.setattr(server, "lan_address", lambda host: lan)
    cli("serve", "--port", "0", "--allow-host", "pegs.example.org", *arguments)
    assert shown[0].startswith(address)
    assert said in cli.captured.err
    assert "█" not in cli.captured.err, "no QR code where nobody looks"


def test_the_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("segno")
    from rich.console import Console

    terminal = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(serve, "error_console", lambda: Console(file=terminal, force_terminal=True))
    serve._draw("http://192.168.7.9:8000")
    terminal.seek(0)
    drawn = terminal.read()
    assert "█" in drawn
    assert drawn.count("\n") < 24
