"""What several test files share: whole commands run in this process."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import pytest
from hypothesis import settings

from codepegs.cli.main import _run
from codepegs.game import is_game_file, listed
from tests import extent

if TYPE_CHECKING:
    from tests.server.web_server import Api

settings.register_profile("codepegs", deadline=None)
settings.load_profile("codepegs")  # no test fails because a machine is slow or busy


def pytest_configure(config: pytest.Config) -> None:
    extent.whole = "not extended" not in config.option.markexpr
    os.environ.pop("COLUMNS", None)  # pytest-xdist sets it, and lines are wrapped by it


class Cli:
    """Runs commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: str, answers: str = "", code: int = 0) -> str:
        self.monkeypatch.setattr(sys, "argv", ["codepegs", *arguments])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        ended = _run()
        self.captured = self.capsys.readouterr()
        assert ended == code, self.captured.err or self.captured.out
        return self.captured.out

    def json(self, *arguments: str, code: int = 0) -> Any:
        printed = self(*arguments, "--json", code=code)
        assert printed.count("\n") == 1
        return json.loads(printed)

    def complaint(self, *arguments: str, code: int = 2) -> str:
        self(*arguments, code=code)
        assert "Traceback" not in self.captured.err
        return self.captured.err


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)  # where files go that a command names itself
    monkeypatch.setenv("CODEPEGS_DEBUG", "1")
    made = {key: game for key, game in listed._KNOWN.items() if not is_game_file(key[0])}
    monkeypatch.setattr(listed, "_KNOWN", WeakValueDictionary(made))  # a command reads files again
    return Cli(monkeypatch, capsys)


@pytest.fixture(scope="session")
def api() -> Iterator[Api]:
    """A server with two workers."""
    from codepegs.server import Settings
    from tests.server.web_server import serving

    with serving(Settings(workers=2)) as running:
        yield running


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """The messages that the library logs during a test."""

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            messages.append(record.getMessage())

    messages: list[str] = []
    logger, handler = logging.getLogger("codepegs"), Collector()
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)
    yield messages
    logger.setLevel(before)
    logger.removeHandler(handler)
