"""The lower bounds of what codepegs needs are versions that exist and can be installed together. Needs uv."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any


def version(text: str) -> tuple[int, ...]:
    """The numbers of a version; zeros at its end mean nothing.

    >>> version("2.0.0") == version("2") < version("2.0.1")
    True
    """
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def lowest(root: Path, *options: str) -> dict[str, str]:
    """The oldest versions that uv finds for the oldest Python, by the names of packages."""
    pyproject: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    python = pyproject["project"]["requires-python"].removeprefix(">=")
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate"]
    command += ["--resolution", "lowest-direct", "--python-version", python, "--all-extras", *options]
    done = subprocess.run([*command, "pyproject.toml"], cwd=root, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return dict(line.split("==", 1) for line in done.stdout.splitlines() if "==" in line)


def check(root: Path) -> list[str]:
    """Say what is wrong: with all extras the bounds are met exactly, and the developers' groups can be added."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    stated = {*project["dependencies"], *(need for extra in extras for need in extra)}
    try:
        found = lowest(root)
        lowest(root, "--group", "dev", "--group", "slow")
    except ValueError as error:
        return [str(error)]
    wrong = []
    for requirement in sorted(stated):
        name, least = requirement.split(",")[0].split(">=")
        if version(found[name]) != version(least):
            wrong.append(f"{requirement} cannot be met by {least}: with the other bounds, {found[name]} is the oldest")
    return wrong


if __name__ == "__main__":
    sys.exit("\n".join(check(Path(__file__).parents[2])))
