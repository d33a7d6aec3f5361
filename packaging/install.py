"""Install codepegs for its developers: `python packaging/install.py [NAME ...]` in the environment's Python.

Names are those of extras and of dependency groups, which pip itself knows only since its version 25.1. Installs the
build tools, then codepegs, which compiles its C++ library. The dependencies are fetched meanwhile: those of codepegs
beside the tools, with which they have nothing in common, those of the names beside the compiler. One line shows how far
all this is. All output goes to build/install.log, which is printed if the installation fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

LOG = Path("build/install.log")
PIP = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off")
OLDEST = {"cmake": (3, 20), "ninja": (1, 5)}
"""Programs that building needs. They are fetched where there are none, or older ones."""
STEP = re.compile(r"\s*\[(\d+)/(\d+)\] (Building|Linking)")
FETCHED = re.compile(r"\s*Downloading (\S+?)-\d\S*")
SECONDS_BETWEEN_LINES = 5
"""Without a terminal, which would overwrite the line, a new one is printed at most this often."""


def is_there(program: str) -> bool:
    """Whether a program is on the path, runs, and is new enough."""
    if not (path := shutil.which(program)):
        return False
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    version = re.search(r"(\d+)\.(\d+)", said)
    return version is not None and tuple(map(int, version.groups())) >= OLDEST[program]


def tools(pyproject: dict[str, Any]) -> list[str]:
    """Return what to fetch for building. Where there is no C++ compiler, ziglang is one, and takes a minute longer."""
    programs = [f"{name}>={'.'.join(map(str, oldest))}" for name, oldest in OLDEST.items() if not is_there(name)]
    return [*pyproject["build-system"]["requires"], *programs, *["ziglang"] * (os.environ.get("CXX") == "ziglang")]


def requirements(pyproject: dict[str, Any], names: list[str]) -> Iterator[str]:
    """Yield what a project needs with some of its extras and dependency groups; groups may include others.

    >>> groups = {"docs": ["b", {"include-group": "test"}], "test": ["c"]}
    >>> project = {"dependencies": ["a"], "optional-dependencies": {"x": ["d"]}}
    >>> list(requirements({"project": project, "dependency-groups": groups}, ["docs", "x"]))
    ['a', 'b', 'd', 'c']
    """
    project = pyproject["project"]
    yield from project["dependencies"]
    lists = project["optional-dependencies"] | pyproject["dependency-groups"]
    waiting = list(names)
    for name in waiting:
        for requirement in lists[name]:
            if isinstance(requirement, str):
                yield requirement
            elif requirement["include-group"] not in waiting:
                waiting.append(requirement["include-group"])


def step_text(done: int, steps: int, spent: float) -> str:
    """Return the line of one step of the compiler; the first, small ones say nothing about the others.

    >>> step_text(8, 16, 12.0), step_text(1, 16, 0.4)
    ('  compiled 8 of 16 parts, about 12 s left', '  compiled 1 of 16 parts')
    """
    left = f", about {spent * (steps - done) / done:.0f} s left" if done > 2 else ""
    return f"  compiled {done} of {steps} parts{left}"


class Progress:
    """The line, overwritten on a terminal, and the log."""

    def __init__(self, log: TextIO) -> None:
        self.log = log
        self.began = time.monotonic()
        self.compiling_since: float | None = None
        self.overwrites = sys.stdout.isatty()
        self.printed = float("-inf")

    def show(self, text: str, *, last: bool = False) -> None:
        """Print a text in place of the one before."""
        now = time.monotonic()
        if self.overwrites:
            print(f"\r{text:70}", end="\n" if last else "", flush=True)
        elif last or now - self.printed >= SECONDS_BETWEEN_LINES:
            print(text, flush=True)
            self.printed = now

    def run(self, *arguments: str) -> int:
        """Run `pip install`, follow its output, and return its exit code."""
        with subprocess.Popen(
            (*PIP, *arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as pip:
            assert pip.stdout is not None
            for line in pip.stdout:
                self.log.write(line)
                step, fetched = STEP.match(line), FETCHED.match(line)
                if step:
                    self.compiling_since = self.compiling_since or time.monotonic()
                    self.show(step_text(int(step[1]), int(step[2]), time.monotonic() - self.compiling_since))
                elif fetched and self.compiling_since is None:
                    self.show(f"  fetching {fetched[1]}")
        return pip.returncode


def main(names: list[str]) -> int:
    """Install, and return the exit code."""
    pyproject = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    needed, more = list(requirements(pyproject, [])), list(requirements(pyproject, names))
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log, ThreadPoolExecutor() as pool:
        progress = Progress(log)
        fetching = pool.submit(progress.run, *needed)
        failed = progress.run(*tools(pyproject))
        if more != needed:  # the names may share packages with the tools, and with what is being fetched
            failed = failed or fetching.result()
            fetching = pool.submit(progress.run, *more)
        failed = failed or progress.run("-v", "--no-build-isolation", "--no-deps", "-e", ".") or fetching.result()
        outcome = "the installation failed" if failed else "installed"
        progress.show(f"  {outcome} after {time.monotonic() - progress.began:.0f} s", last=True)
    if failed:
        print(LOG.read_text(encoding="utf-8"))
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
