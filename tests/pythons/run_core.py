"""Installs the wheel into each supported Python that is on this machine, and runs a core of the tests there.

    python -m tests.pythons.run_core [--wheels FOLDER] [3.11 3.12 ...]

The supported versions are those of the classifiers in pyproject.toml; an interpreter is used if it runs, from the path
or from pyenv. Each gets the newest versions of the dependencies that are allowed; the oldest Python gets the oldest
ones as well. Unless versions are named, the newest dependencies with the Python that runs this are left out: `make
test-all` runs all tests with them. The wheel is the one that is published for this platform, with all its levels of
instructions, from a folder or built by packaging/cross_build.py. The oldest dependencies run with its lowest level, the
newest with that of this processor. Beside these runs, the lower bounds of the dependencies are checked (`bounds.py`),
and what each installer makes of the wheel (`installers.py`). Needs uv.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.pythons import bounds, installers

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "pythons"
CLASSIFIER = "Programming Language :: Python :: 3."
EXTRAS = ("lab", "web", "rl")
"""The extras whose dependencies are installed; the others need a cluster."""

TOOLS = ("pytest", "hypothesis", "httpx")
"""What the tests below need, by name in the group `test`."""

CORE = (
    "core/test_binding.py",
    "core/test_codes_loops.py",
    "core/test_declarations.py",
    "core/test_library.py",
    "game",
    "cli/test_commands.py",
    "experiments/test_sweep.py",
    "server/test_api.py",
    "strategies/test_auto.py",
    "test_foreign.py",
    "test_gym.py",
    "test_python_api.py",
)
"""The tests that run with each Python: what touches the interpreter, NumPy, msgspec, Typer, polars or Starlette."""


@dataclass(frozen=True)
class Environment:
    """One Python with one choice of dependencies."""

    version: str
    """The version of Python, e.g. 3.12."""
    python: str
    """The path of its interpreter."""
    resolution: str
    """What uv chooses among the versions that are allowed: highest or lowest-direct."""

    @property
    def name(self) -> str:
        """Say which Python and which dependencies."""
        return f"Python {self.version} with the {'newest' if self.resolution == 'highest' else 'oldest'} dependencies"


def interpreters(version: str) -> Iterator[str]:
    """Paths that may be an interpreter of a version."""
    executable = f"python{version}"
    if path := shutil.which(executable):
        yield path
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, sorted(pyenv.glob(f"versions/{version}*/bin/{executable}"), reverse=True))
    yield sys.executable  # on Windows no other is called so


def runs(python: str, version: str) -> bool:
    """Whether an interpreter runs and has the version; a command of pyenv may be there without an interpreter."""
    show = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        return subprocess.run([python, "-c", show], capture_output=True, text=True).stdout.strip() == version
    except OSError:
        return False


def found(versions: list[str]) -> list[Environment]:
    """The environments that can be tried here."""
    environments = []
    for version in versions:
        python = next((path for path in interpreters(version) if runs(path, version)), None)
        if python is None:
            print(f"Python {version}: no interpreter on this machine", flush=True)
            continue
        if version == versions[0]:
            environments.append(Environment(version, python, "lowest-direct"))
        environments.append(Environment(version, python, "highest"))
    return environments


def this_platform() -> str:
    """Part of the tag of the wheels for this machine."""
    system, _, rest = sysconfig.get_platform().partition("-")
    return {"linux": f"manylinux2014_{rest}", "macosx": f"macosx_11_0_{platform.machine()}"}.get(system, "win_amd64")


def published_wheel(folder: Path | None) -> Path:
    """The wheel for this platform, from a folder or built."""
    if folder is None:
        folder = BUILD / "wheel"
        shutil.rmtree(folder, ignore_errors=True)
        command = [sys.executable, "packaging/cross_build.py", "-o", str(folder), this_platform()]
        subprocess.run(command, check=True, cwd=ROOT)
    (wheel,) = folder.absolute().glob(f"*{this_platform()}*.whl")
    return wheel


def install(environment: Environment, wheel: Future[Path], project: dict[str, list[str]]) -> str:
    """Make a fresh environment with the wheel, once it is built; return its interpreter."""
    folder = BUILD / f"{environment.version}-{environment.resolution}"
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", "--clear", "--python", environment.python, str(folder)], check=True)
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    direct = [*project["dependencies"], *(need for extra in EXTRAS for need in project[extra])]
    direct += [need for need in project["test"] if need.split(">")[0] in TOOLS]
    into = [*uv, "pip", "install", "--python", python]
    # Stated one by one, because `lowest-direct` takes the oldest version only of what is asked for by name; as wheels,
    # because the oldest NumPy has none for new Pythons and would be compiled.
    subprocess.run([*into, "--resolution", environment.resolution, "--only-binary", ":all:", *direct], check=True)
    subprocess.run([*into, "--no-deps", str(wheel.result())], check=True)
    return python


def run_core(environment: Environment, wheel: Future[Path], project: dict[str, list[str]]) -> tuple[int, float]:
    """Install the wheel, run the tests and print what they say; return pytest's exit code and its seconds."""
    print(f"{environment.name}: begun", flush=True)
    python = install(environment, wheel, project)
    began = time.monotonic()
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *(f"tests/{part}" for part in CORE)]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("CODEPEGS_")}
    if environment.resolution != "highest" and platform.machine() in ("x86_64", "AMD64"):
        variables["CODEPEGS_LEVEL"] = "x86-64-v2"
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    show = "import numpy; print(numpy.__version__)"
    numpy = subprocess.run([python, "-c", show], check=True, capture_output=True, text=True).stdout.strip()
    print(f"{environment.name}: NumPy {numpy}\n{done.stdout}", flush=True)
    return done.returncode, time.monotonic() - began


def chosen(versions: list[str], supported: list[str]) -> list[Environment]:
    """The environments to try; exits if there is none."""
    environments = found(versions or supported)
    if not versions:
        own = "{}.{}".format(*sys.version_info)
        others = [one for one in environments if (one.version, one.resolution) != (own, "highest")]
        environments = others or environments
    if not environments:
        sys.exit(f"none of Python {', '.join(versions or supported)} is on this machine")
    return environments


def main() -> int:
    """Run the core with each Python; return an exit code that is not 0 if a run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheels", type=Path, help="folder with the wheel; without it, the wheel is built")
    parser.add_argument("versions", nargs="*", help="versions of Python, such as 3.12")
    given = parser.parse_args()
    pyproject: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    supported = [line.removeprefix(CLASSIFIER) for line in project["classifiers"] if line.startswith(CLASSIFIER)]
    environments = chosen(given.versions, [f"3.{minor}" for minor in supported if minor.isdecimal()])
    needs = project["optional-dependencies"] | pyproject["dependency-groups"]
    needs["dependencies"] = project["dependencies"]
    # Side by side, which takes less time than several processes for one environment.
    with ThreadPoolExecutor(3 + len(environments)) as pool:
        wheel = pool.submit(published_wheel, given.wheels)
        checks = {
            "the lower bounds": pool.submit(bounds.check, ROOT),
            "the installers": pool.submit(lambda: installers.check(wheel.result(), BUILD)),
        }
        runs = list(pool.map(lambda environment: run_core(environment, wheel, needs), environments))
    lines = [
        f"{one.name}: {'failed' if code else 'passed'} in {seconds:.0f} s"
        for one, (code, seconds) in zip(environments, runs, strict=True)
    ]
    print("\n".join(["Pythons tried:", *lines]), flush=True)
    wrong = [f"{name}: {line}" for name, check in checks.items() for line in check.result()]
    print("\n".join(wrong), end="\n" if wrong else "", flush=True)
    return next((code for code, _ in runs if code), 1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
