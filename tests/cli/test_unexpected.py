"""What a command says about an exception that nobody expected: a bug, perhaps in a strategy of the user's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = """
from codepegs import Candidates, Guess, Position, Report, Strategy

class Broken:
    def __init__(self, game, options, seed, history=()):
        self.position = Position(game, history)
    def next(self, budget=None):
        {body}
    def learn(self, turn):
        pass
    def report(self):
        return Report()

BROKEN = Strategy("broken", Broken, summary="fail")
"""
"""The package of a user; its eighth line fails."""


def run(folder: Path, body: str, *arguments: str, debug: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command with a strategy `broken` installed in a folder."""
    (folder / "plugged.py").write_text(PLUGIN.format(body=body))
    about = folder / "plugged-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[codepegs.strategies]\nbroken = plugged:BROKEN\n")
    environment = {name: value for name, value in os.environ.items() if name != "CODEPEGS_DEBUG"}
    environment |= {"PYTHONPATH": str(folder)} | ({"CODEPEGS_DEBUG": "1"} if debug else {})
    return subprocess.run(
        [sys.executable, "-m", "codepegs", *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param("return Guess([][1])", "IndexError", marks=pytest.mark.extended),
        ("return Guess(Candidates.after(self.position)[5000])", "IndexError"),  # raised by codepegs
        pytest.param("return Guess(int('one'))", "ValueError", marks=pytest.mark.extended),
        ("import json; return json.loads('{')", "JSONDecodeError"),  # raised by the standard library
    ],
)
def test_the_place_is_named(tmp_path: Path, body: str, error: str) -> None:
    ended = run(tmp_path, body, "solve", "p4c6", "1122", "-s", "broken")
    assert ended.returncode == 3
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith(f"codepegs: unexpected {error} in {tmp_path / 'plugged.py'}, line 8, in next: ")
    assert "please report it" in ended.stderr


def test_json_and_traceback(tmp_path: Path) -> None:
    ended = run(tmp_path, "raise KeyError('peg')", "suggest", "p4c6", "-s", "broken", "--json", debug=True)
    assert ended.returncode == 3
    assert json.loads(ended.stdout)["error"]["kind"] == "internal"
    assert "Traceback" in ended.stderr
    assert "plugged.py" in ended.stderr
