"""Installs the wheel into each supported Python that is on this machine, and runs a core of the tests there.

    python tests/pythons/run_core.py [3.11 3.12 ...]

The supported versions are those of the classifiers in pyproject.toml; an interpreter is used if it runs, from the path
or from pyenv. Each gets the newest versions of the dependencies that are allowed; the oldest Python gets the oldest
ones as well. Unless versions are named, the newest dependencies with the Python that runs this are left out: `make
test-all` runs all tests with them. The wheel is built once, for the lowest instruction-set level only: the other tests
load the level of this processor, and those under the sanitizers one between. Needs uv.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "pythons"
CLASSIFIER = "Programming Language :: Python :: 3."
EXTRAS = ("lab", "web", "rl")
"""The extras whose dependencies are installed; the others need a cluster."""

TOOLS = ("pytest", "hypothesis", "httpx")
"""What the tests below need, by name in the extra `test`."""

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


def build_wheel() -> Path:
    """Build the wheel, with one level."""
    folder = BUILD / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    level = "x86-64-v2" if platform.machine() in ("x86_64", "AMD64") else "baseline"
    parallel = {"CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1), "CMAKE_ARGS": f"-DCODEPEGS_LEVELS={level}"}
    subprocess.run(
        [*command, "--no-build-isolation", "-w", str(folder), str(ROOT)],
        check=True,
        env=os.environ | {"PATH": path} | parallel,
    )
    (wheel,) = folder.glob("*.whl")
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
    # Stated one by one, because `lowest-direct` takes the oldest version only of what is asked for by name.
    subprocess.run([*into, "--resolution", environment.resolution, *direct], check=True)
    subprocess.run([*into, "--no-deps", str(wheel.result())], check=True)
    return python


def run_core(environment: Environment, wheel: Future[Path], project: dict[str, list[str]]) -> tuple[int, float]:
    """Install the wheel, run the tests and print what they say; return pytest's exit code and its seconds."""
    print(f"{environment.name}: begun", flush=True)
    python = install(environment, wheel, project)
    began = time.monotonic()
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *(f"tests/{part}" for part in CORE)]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("CODEPEGS_")}
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


def main() -> int:
    """Run the core with each Python; return an exit code that is not 0 if a run failed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = [line.removeprefix(CLASSIFIER) for line in project["classifiers"] if line.startswith(CLASSIFIER)]
    versions = sys.argv[1:] or [f"3.{minor}" for minor in supported if minor.isdecimal()]
    environments = found(versions)
    if not sys.argv[1:]:
        own = "{}.{}".format(*sys.version_info)
        others = [one for one in environments if (one.version, one.resolution) != (own, "highest")]
        environments = others or environments
    if not environments:
        sys.exit(f"none of Python {', '.join(versions)} is on this machine")
    needs = project["optional-dependencies"] | {"dependencies": project["dependencies"]}
    # Side by side, which takes less time than several processes for one environment.
    with ThreadPoolExecutor(1 + len(environments)) as pool:
        wheel = pool.submit(build_wheel)
        runs = list(pool.map(lambda environment: run_core(environment, wheel, needs), environments))
    failed = next((code for code, _ in runs if code), 0)
    lines = [
        f"{one.name}: {'failed' if code else 'passed'} in {seconds:.0f} s"
        for one, (code, seconds) in zip(environments, runs, strict=True)
    ]
    print("\n".join(["Pythons tried:", *lines]), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
