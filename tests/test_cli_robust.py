"""Whole commands under rough handling: odd streams, odd bytes, interrupts, contradictions, slips of the keyboard."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "codepegs"]


def run(
    *arguments: str | bytes, answers: bytes = b"", shell: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """One command in a process of its own; `shell` is what stands behind it on a shell's line."""
    command: list[str | bytes] = [*COMMAND, *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    ended = subprocess.run(command, input=answers, capture_output=True, env={**os.environ, **environment}, check=False)
    assert b"Traceback" not in ended.stderr
    return ended


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-8"},
    ],
)
def test_circles_are_read_in_any_locale(environment: dict[str, str]) -> None:
    ended = run("host", "p4c6", answers="●○\nquit\n".encode(), **environment)
    assert ended.returncode == 0
    assert b":1b1w'" in ended.stdout


def test_bytes_that_are_no_text_are_wrong_input() -> None:
    ended = run("play", "p4c6", answers=b"\xff\xfe\xfd\xfc\nquit\n")
    assert ended.returncode == 0
    assert b"is no colour of p4c6" in ended.stdout
    for arguments in (
        (b"score", b"11", b"\xff\xfe"),
        (b"suggest", b"p4c6 1\xff22:0b0w"),
        (b"suggest", b"\xff", b"--json"),
    ):
        assert run(*arguments).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="closes descriptors")
def test_closed_descriptors() -> None:
    ended = run("score", "1122", "1213", shell=">&-")
    assert ended.returncode == 3
    assert ended.stderr == b"codepegs: standard output is closed\n"
    assert run("score", "1122", "1213", shell="2>&-").stdout.startswith(b"1b2w")
    ended = run("play", "p4c6", shell="<&-")
    assert ended.returncode == 0
    assert b"To go on" in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_early_interrupt_is_quiet() -> None:
    """From the moment the program's own modules are being imported; before that it is Python that is interrupted."""
    for wait in (0.06, 0.09, 0.12, 0.15):
        process = subprocess.Popen([*COMMAND, "host", "p4c6"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
        assert process.returncode in (130, -signal.SIGINT)
        assert "Traceback" not in complaint
