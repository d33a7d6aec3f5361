"""Which build of the C++ library a process loads, and what it says when there is none."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs.core.binding import FOLDER_VARIABLE, LEVEL_VARIABLE, LEVELS, library_info

SHOW = """
from codepegs.core.binding import library_info
from codepegs.errors import Unavailable
try:
    print(library_info().level)
except Unavailable as error:
    print(error)
"""


IMPORT = """
from importlib import import_module
from pkgutil import walk_packages
for package in ("core", "game", "codes", "strategies", "trees", "match", "analysis"):
    for module in walk_packages(import_module(f"codepegs.{package}").__path__, f"codepegs.{package}."):
        import_module(module.name)
from codepegs.core import loops
try:
    loops.parts_of
except Exception as error:
    print(error)
"""


def shown(folder: Path | None, level: str | None = None) -> str:
    """The level that a process loads from a folder, or its one sentence."""
    environment = {name: value for name, value in os.environ.items() if name not in (FOLDER_VARIABLE, LEVEL_VARIABLE)}
    environment |= {} if folder is None else {FOLDER_VARIABLE: str(folder)}
    environment |= {} if level is None else {LEVEL_VARIABLE: level}
    ended = subprocess.run([sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("\n") == 1
    return ended.stdout.strip()


@pytest.fixture
def built() -> Path:
    """A build that this processor runs."""
    return library_info().path


def copy(built: Path, folder: Path, *levels: str) -> None:
    for level in levels:
        shutil.copy(built, folder / f"codepegs-{level}{built.suffix}")


def test_what_a_bug_report_says() -> None:
    info = library_info()
    assert info.level in LEVELS
    assert info.path.stem == f"codepegs-{info.level}"
    assert info.compiler.split()[0] in ("gcc", "clang")
    assert info.digest == hashlib.sha256(info.path.read_bytes()).hexdigest()[:16]
    assert library_info() == info


def test_the_best_level_that_is_there_and_runs(built: Path, tmp_path: Path) -> None:
    if built.stem == "codepegs-baseline":
        pytest.skip("one level on this architecture")
    copy(built, tmp_path, "x86-64-v2")
    assert shown(tmp_path) == "x86-64-v2"
    copy(built, tmp_path, *LEVELS[:2])
    best = shown(tmp_path)
    assert best in LEVELS[:3]
    assert best == "x86-64-v4" or "avx512" not in Path("/proc/cpuinfo").read_text()


def test_a_level_is_chosen_by_the_environment(built: Path, tmp_path: Path) -> None:
    copy(built, tmp_path, *LEVELS)
    best = shown(tmp_path)
    for level in LEVELS:
        if LEVELS.index(level) >= LEVELS.index(best):
            assert shown(tmp_path, level) == level
        else:
            assert shown(tmp_path, level) == f"{LEVEL_VARIABLE}={level}: this processor runs up to {best}"


def test_builds_that_the_processor_does_not_run(built: Path, tmp_path: Path) -> None:
    copy(built, tmp_path, *LEVELS)
    best = shown(tmp_path)
    better = LEVELS[: LEVELS.index(best)]
    for level in LEVELS[len(better) :]:
        (tmp_path / f"codepegs-{level}{built.suffix}").unlink()
    if not better:
        pytest.skip("this processor runs every level")
    told = f"the library in {tmp_path} is for {', '.join(better)}; this processor runs up to {best}"
    assert shown(tmp_path) == told


def test_an_unknown_level(built: Path, tmp_path: Path) -> None:
    copy(built, tmp_path, "x86-64-v2", "x86-64-v3")
    assert shown(tmp_path, "pentium") == f"{LEVEL_VARIABLE}=pentium: no such build: expected x86-64-v3, x86-64-v2"


def test_no_library(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        assert shown(folder) == (f"no compiled library in {folder}: reinstall codepegs, or build it with 'make'")


def test_a_damaged_library(tmp_path: Path) -> None:
    for level in LEVELS:
        (tmp_path / f"codepegs-{level}.so").write_bytes(b"not a library")
    assert shown(tmp_path).startswith("the compiled library cannot be loaded: ")


def test_no_module_needs_the_library_when_it_is_imported(tmp_path: Path) -> None:
    environment = {**os.environ, FOLDER_VARIABLE: str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", IMPORT], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"no compiled library in {tmp_path}")


def test_commands_say_it_in_one_sentence(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "codepegs", "suggest", "p4c6", "1122:1b0w"],
        env={**os.environ, FOLDER_VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 3
    assert ended.stderr.count("\n") == 1
    assert "no compiled library" in ended.stderr


HAS_LIMITS = pytest.mark.skipif(
    sys.platform != "linux" or "san.so" in os.environ.get("LD_PRELOAD", ""),
    reason="needs /proc and limits of the address space; sanitizers take terabytes of addresses",
)
LIMITED = """
import hashlib, mmap, resource
from codepegs.core import binding
from codepegs.errors import Unavailable
str(Unavailable.because("no_memory_to_start"))  # what is needed later is imported before
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 20), resource.RLIM_INFINITY))
"""


@HAS_LIMITS
@pytest.mark.parametrize("megabytes", [40, 60, 90, 118])  # where Python starts, but NumPy or the library does not
def test_commands_say_that_there_is_not_enough_memory_to_start(megabytes: int) -> None:
    import resource

    ended = subprocess.run(
        [sys.executable, "-m", "codepegs", "suggest", "p4c6"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, resource.RLIM_INFINITY)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.startswith("codepegs: not enough memory to start: ")
    assert ended.stderr.count("\n") == 1


@HAS_LIMITS
def test_a_library_that_does_not_fit_into_memory() -> None:
    ended = subprocess.run([sys.executable, "-c", LIMITED + SHOW], capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("not enough memory to start: ")
