"""Installs the wheel for this machine, and runs a core of the tests: `python packaging/try_wheel.py dist`.

Needs nothing but this Python and its pip, so that it runs on each system. With `--only-install ENVIRONMENT` the wheel
and what it needs are installed there, and nothing is run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]


def install(folder: Path, environment: Path, *more: str, extras: str = "") -> Path:
    """Make an environment with the wheel in a folder that fits, what it needs, and more packages; return its Python."""
    venv.create(environment, clear=True)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    # The wheel comes from the folder, even if the index has the same version; what it needs comes from the index.
    subprocess.run([*pip, "--no-index", "--no-deps", "--find-links", str(folder), "codepegs"], check=True)
    subprocess.run([*pip, f"codepegs{extras}", *more], check=True)
    return python


def core() -> list[str]:
    """The tests that `make test-pythons` runs with each Python."""
    sys.path.insert(0, str(ROOT))
    return [f"tests/{part}" for part in import_module("tests.pythons.run_core").CORE]


def run_core(python: Path, empty: Path) -> int:
    """Ask for a guess in an empty folder, then run the core of the tests; return the exit code."""
    subprocess.run([python.with_name("codepegs"), "suggest", "mm"], check=True, cwd=empty)
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *core()]
    return subprocess.run(command, cwd=ROOT).returncode


def main() -> int:
    """Install and test, or only install."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the wheels")
    parser.add_argument("--only-install", type=Path, metavar="ENVIRONMENT")
    given = parser.parse_args()
    if given.only_install:
        install(given.folder, given.only_install)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        python = install(
            given.folder, Path(temporary, "environment"), "pytest", "hypothesis", "httpx", extras="[lab,web,rl]"
        )
        empty = Path(temporary, "empty")
        empty.mkdir()
        return run_core(python.absolute(), empty)


if __name__ == "__main__":
    sys.exit(main())
