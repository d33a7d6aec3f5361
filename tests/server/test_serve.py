"""`codepegs serve` as a command: how it begins, complains and ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from codepegs.foreign import installing
from tests.conftest import Cli
from tests.server.web_server import PATIENCE


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_in_use(cli: Cli, taken: int) -> None:
    complaint = cli.complaint("serve", "--port", str(taken), code=3)
    assert complaint == f"codepegs: port {taken} on 127.0.0.1 is in use: choose another with --port\n"


def test_no_address(cli: Cli) -> None:
    assert "--host no..where is not an address" in cli.complaint("serve", "--host", "no..where")


def test_a_log_without_a_file(cli: Cli, tmp_path: Path) -> None:
    assert "the file name is empty: give a file" in cli.complaint("serve", "--access-log", "")
    complaint = cli.complaint("serve", "--port", "0", "--access-log", str(tmp_path), code=3)
    assert complaint == f"codepegs: {tmp_path} cannot be written: Is a directory\n"


def test_without_the_extra(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("codepegs.server")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("starlette", "uvicorn"):
        monkeypatch.setitem(sys.modules, name, None)
    complaint = cli.complaint("serve", code=3)
    assert complaint.startswith("codepegs: the server needs Starlette and uvicorn: ")
    assert complaint.endswith(f"{installing('codepegs[web]')}\n")


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent otherwise there")
def test_it_serves_until_an_interrupt() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "codepegs", "serve", "--port", "0", "--workers", "1"],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            first = process.stderr.readline()
            assert first.startswith("Serving at http://127.0.0.1:")
            address = first.split()[2].rstrip(".")
            game = {"rules": "p1000c1000", "strategy": "streaming", "seed": 1}
            with httpx.stream(
                "POST", f"{address}/api/v1/solve", json=game, timeout=PATIENCE, trust_env=False
            ) as answer:
                lines = answer.iter_lines()
                while next(lines) != "event: progress":
                    pass
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 130
            rest = process.stderr.read()
        finally:
            process.kill()
    assert "Traceback" not in rest
    assert rest.count("\n") <= 1, "that the page is not built, at most"
