"""What is said when an extra is missing, pasted into a shell of each kind of environment."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from codepegs import foreign
from codepegs.errors import Unavailable

ROOT = Path(__file__).parents[1]
RECEIPT = """[tool]
requirements = [
    { name = "codepegs", path = "/somewhere/codepegs-0.1.0-py3-none-any.whl" },
    { name = "codepegs", extras = ["rl"] },
    { name = "notebook", specifier = ">=7" },
]
"""
STAND_IN = """#!/bin/sh
printf '%s\\n' "$0" "$@"
"""
"""A program that says how it was called."""

PREFIXES = {
    "pip": (("{python}", "-m", "pip", "install"), ()),
    "uv venv": (("uv", "pip", "install", "--python", "{python}"), ()),
    "pipx": (("pipx", "inject", "codepegs"), ()),
    "uv tool": (("uv", "tool", "install", "--with", "codepegs[rl]", "--with", "notebook>=7"), ("codepegs",)),
}
"""What comes before and after the packages."""


@cache
def calls() -> list[list[str]]:
    """The arguments of every `Unavailable.without` in the package, in which all are texts."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    trees = [ast.parse(text) for text in texts if "Unavailable.without(" in text]
    return [
        [ast.literal_eval(argument) for argument in node.args]
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Unavailable.without"
    ]


def environment(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make this Python one of an environment of a kind, with stand-ins; return its interpreter."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    for program in (python, folder / "uv", folder / "pipx"):
        program.write_text(STAND_IN)
        program.chmod(0o755)
    if kind == "uv tool":
        (folder / foreign.UV_RECEIPT).write_text(RECEIPT)
    if kind == "pipx":
        (folder / "pipx_metadata.json").write_text("{}")
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(foreign, "find_spec", lambda name: kind if name == kind == "pip" else None)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return python


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell reads the line")
@pytest.mark.parametrize("kind", PREFIXES)
def test_each_line_installs(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = environment(kind, tmp_path / "it's blank $HOME" / "codepegs", monkeypatch)
    before, after = PREFIXES[kind]
    said = calls()
    assert len(said) == 9
    for extra, missing, *besides in said:
        packages = [f"codepegs[{extra}]", *besides]
        if kind == "uv tool":
            packages = [part for package in packages if package not in before for part in ("--with", package)]
        line = str(Unavailable.without(extra, missing, *besides)).partition(": ")[2]
        called = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout.splitlines()
        called[0] = called[0] if called[0] == str(python) else Path(called[0]).name
        assert called == [*(part.format(python=python) for part in before), *packages, *after]


def test_no_sentence_names_an_installer_itself() -> None:
    """Only `installing` knows which one works where the sentence is read; sources are installed by pip."""
    sentences = (ROOT / "src" / "codepegs" / "sentences.json").read_text(encoding="utf-8")
    assert re.findall(r"(?:pip|pipx|uv(?: tool)?) (?:install|inject) (?!\.')[^\"]*", sentences) == []


def test_every_extra_that_is_named_is_published() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {extra for extra, *_ in calls()} == set(project["optional-dependencies"])
    pages = "".join(path.read_text(encoding="utf-8") for path in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
    named = ",".join(re.findall(r"(?:codepegs|WHEEL|'\.)\[([\w,]+)\]", pages)).split(",")
    assert set(named) <= set(project["optional-dependencies"])


def test_a_path_with_blanks_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = environment("pip", tmp_path / "a blank", monkeypatch)
    monkeypatch.setattr(sys, "platform", "win32")
    assert foreign.installing("codepegs[web]") == f'"{python}" -m pip install codepegs[web]'


@pytest.mark.parametrize("text", ["", "[tool]", "tool = 1", "[tool]\nrequirements = ['codepegs']", "[", "\u00fc"])
def test_a_receipt_of_another_form(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment("uv tool", tmp_path / "codepegs", monkeypatch)
    (tmp_path / "codepegs" / foreign.UV_RECEIPT).write_text(text, encoding="latin-1")
    assert foreign.installing("codepegs[web]") == "uv tool install --with 'codepegs[web]' codepegs"
