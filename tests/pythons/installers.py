"""What pip, uv and pipx make of the wheel, each in an empty home and an environment whose path has blanks.

Each must end with `codepegs suggest mm` answering, and the command that `codepegs serve` prints, pasted into a shell,
must install what is missing. Needs uv, a POSIX shell, and the index for the dependencies.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

MISSING = "starlette"
"""A package that the server needs."""

INSTALLERS = {
    "pip": ("{python} -m venv env", "env/bin/python -m pip install --quiet --disable-pip-version-check {wheel}"),
    "uv pip": ("uv venv --quiet --python {python} env", "uv pip install --quiet --python env/bin/python {wheel}"),
    "uv tool": ("uv tool install --quiet --python {python} {wheel}",),
    "pipx": ("uv tool install --quiet pipx", "pipx install --quiet --python {python} {wheel}"),
}
"""The commands of each; `codepegs` is then in env/bin or in the folder of programs."""


def tried(installer: str, wheel: Path, folder: Path) -> str:
    """Install a wheel with an installer; return what is wrong, or nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    home, programs = folder / "a home", folder / "a home" / ".local" / "bin"
    programs.mkdir(parents=True)
    (programs / "uv").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m uv "$@"\n')
    (programs / "uv").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_", "LANG"))}
    cache = subprocess.run([sys.executable, "-m", "uv", "cache", "dir"], capture_output=True, text=True).stdout.strip()
    paths = [str(home / "env" / "bin"), str(programs), "/usr/bin", "/bin"]
    variables = {"UV_CACHE_DIR": cache} | kept | {"HOME": str(home), "PATH": os.pathsep.join(paths)}
    said = ""

    def run(line: str) -> int:
        nonlocal said
        done = subprocess.run(["sh", "-c", line], cwd=home, env=variables, capture_output=True, text=True)
        said = done.stdout + done.stderr
        return done.returncode

    words = {"python": shlex.quote(sys.executable), "wheel": shlex.quote(str(wheel))}
    for line in (*(command.format(**words) for command in INSTALLERS[installer]), "codepegs suggest mm"):
        if run(line):
            return f"{installer}: '{line}' failed: {said}"
    if run("codepegs serve --port 0") != 3:
        return f"{installer}: serve says: {said}"
    advice = said.strip().rpartition("uvicorn: ")[2]
    if run(advice):
        return f"{installer}: '{advice}' failed: {said}"
    inside = next(home.rglob("site-packages/codepegs")).parent
    return "" if (inside / MISSING).is_dir() else f"{installer}: '{advice}' did not install {MISSING}: {said}"


def check(wheel: Path, build: Path) -> list[str]:
    """Try each installer; return what is wrong."""
    if os.name != "posix":
        return []
    return list(filter(None, (tried(installer, wheel, build / "installers" / installer) for installer in INSTALLERS)))


if __name__ == "__main__":
    sys.exit("\n".join(check(Path(sys.argv[1]).absolute(), Path(__file__).parents[2] / "build" / "pythons")))
