"""The log of requests: one line of the Common Log Format for each, whatever clients send and whatever the disk does."""

from __future__ import annotations

import logging
import os
import re
import socket
import threading
from pathlib import Path

import pytest

from codepegs import Unavailable
from codepegs.server import Settings, access_log
from codepegs.server.access_log import AccessLog, log_line, request_line
from tests.server.web_server import serving, wait_for

COMMON = re.compile(r'(\S+) - - \[\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d \+0000\] "([^"]*)" (\d{3}) (\d+|-)')


def requests_of(path: Path) -> list[tuple[str, str, int]]:
    """The client, the request and the status of each line."""
    lines = path.read_text(encoding="ascii").splitlines()
    found = [COMMON.fullmatch(line) for line in lines]
    assert all(found), lines
    return [(line[1], line[2], int(line[3])) for line in found if line]


def test_a_line_is_of_the_common_log_format() -> None:
    line = log_line("192.0.2.7", 1_796_000_000.9, "GET / HTTP/1.1", 200, 5)
    assert line == b'192.0.2.7 - - [30/Nov/2026:00:53:20 +0000] "GET / HTTP/1.1" 200 5\n'
    assert log_line("", 0.0, "-", 400, 0) == b'- - - [01/Jan/1970:00:00:00 +0000] "-" 400 -\n'


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        (b"/api/v1/health?rules=p4c6", "/api/v1/health"),
        (b"/a\x1b[31m\r\nb", r"/a\x1b[31m\x0d\x0ab"),
        (b'/" 200 5 "\\', r"/\x22\x20200\x205\x20\x22\x5c"),
        (b"/\xc3\xa4\xff\x7f\x00", r"/\xc3\xa4\xff\x7f\x00"),
        (b"/" + 600 * b"x", "/" + 499 * "x" + "..."),
    ],
)
def test_a_path_ends_no_line_and_no_field(path: bytes, logged: str) -> None:
    scope = {"method": "GET", "raw_path": path, "path": "", "http_version": "1.1"}
    assert request_line(scope) == f"GET {logged} HTTP/1.1"


def test_requests_are_logged_with_the_address_of_the_client(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    settings = Settings(workers=1, spares=0, access_log=str(path), client_header="X-Forwarded-For")
    with serving(settings, ready=False) as api:
        forged = {"X-Forwarded-For": '6.6.6.6" 200 1, 2001:db8::7'}
        answer = api.http.get("/openapi.json?position=p4c6+1122:1b0w", headers=forged)
        api.http.head("/api/v1/health", headers={"X-Forwarded-For": "forged\x1b"})
        api.get("/nothing%22%0a", 404)
        host, port = api.base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as raw:
            raw.sendall(b"rubbish\r\n\r\n")
            raw.recv(1_000)
        wait_for(lambda: path.read_text(encoding="ascii").count("\n") == 4)
    assert requests_of(path) == [
        ("2001:db8::7", "GET /openapi.json HTTP/1.1", 200),
        ("127.0.0.1", "HEAD /api/v1/health HTTP/1.1", 200),
        ("127.0.0.1", "GET /api/v1/nothing%22%0a HTTP/1.1", 404),
        ("127.0.0.1", "-", 400),
    ]
    text = path.read_text(encoding="ascii")
    assert f"200 {len(answer.content)}\n" in text
    assert "1122" not in text, "nothing of a position"


@pytest.mark.skipif(os.name != "posix", reason="open files are not renamed there")
def test_a_file_that_was_renamed_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    log = AccessLog(str(path))
    log.refused("192.0.2.1", 400, 1)
    wait_for(lambda: path.stat().st_size)
    path.rename(tmp_path / "access.log.1")
    log.refused("192.0.2.2", 400, 1)
    log.close()
    assert [client for client, _, _ in requests_of(path)] == ["192.0.2.2"]
    assert [client for client, _, _ in requests_of(tmp_path / "access.log.1")] == ["192.0.2.1"]


def listen(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Record what the server logs, which after a server in this process may not reach the root."""
    logger = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(logger, "handlers", [caplog.handler])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "disabled", False)


@pytest.mark.skipif(os.name != "posix", reason="needs a file that waits for its reader")
def test_a_log_that_nobody_reads_stops_nothing(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe takes up to 64 kB, and some lines wait; the rest is dropped and counted."""
    monkeypatch.setattr(access_log, "MOST_LINES", 100)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    log = AccessLog(str(pipe))
    listen(caplog, monkeypatch)
    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        for _ in range(3_000):
            log.refused("192.0.2.1", 400, 1)
        os.close(reader)
        log.close()
    dropped = re.findall(r"the access log is written too slowly: (\d+) lines were dropped", "\n".join(caplog.messages))
    assert 0 < int(dropped[-1]) < 3_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_stops_nothing(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    listen(caplog, monkeypatch)
    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        log = AccessLog("/dev/full")
        log.refused("192.0.2.1", 400, 1)
        log.close()
        log._thread.join()  # on a busy machine it may begin late
    assert caplog.messages == ["the access log cannot be written: No space left on device"]
    assert not [thread for thread in threading.enumerate() if thread.name == "access log"]


def test_a_file_that_cannot_be_written_is_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"none/access\.log cannot be written: No such file"):
        AccessLog(str(tmp_path / "none" / "access.log"))
