"""Runs the tests of the C++ loops under the sanitizers, and proves on planted errors that they would notice.

    python tests/sanitizers/run.py [address|thread]

Builds the library with bounds checks and a sanitizer, loads the sanitizer's runtime into Python, and runs the tests
that are marked for it: everything about loops under AddressSanitizer and UndefinedBehaviorSanitizer, and what several
threads share under ThreadSanitizer. Under the first two, the formats that reach loops are fuzzed, too. Needs GCC or
Clang, not zig.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEVEL = "x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "baseline"


@dataclass(frozen=True)
class Sanitizer:
    """A build and what is run with it."""

    name: str
    flags: str
    runtimes: tuple[str, ...]
    options: dict[str, str]
    marks: tuple[str, ...]
    """Marks of the tests that are run."""
    planted: dict[str, str]
    """Planted functions, and what the sanitizer says of each."""
    folders: tuple[str, ...] = ()
    """Folders of the loops that these tests call; none: all."""
    fuzzed: int = 0
    """Damaged inputs of each format that reaches the loops."""


SANITIZERS = [
    Sanitizer(
        "address",
        "address,undefined",
        ("libasan.so", "libubsan.so"),
        # Python frees little at its end. The library's own objects are counted by a test instead.
        {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
        ("loops", "shared_table"),
        {"planted_overflow": "heap-buffer-overflow", "planted_undefined": "signed integer overflow"},
        fuzzed=300,
    ),
    Sanitizer(
        "thread",
        "thread",
        ("libtsan.so",),
        {"TSAN_OPTIONS": "report_bugs=1:exitcode=66:ignore_noninstrumented_modules=1", "OMP_NUM_THREADS": "1"},
        ("shared_table",),
        {"planted_race": "data race"},
        folders=("core", "codes", "trees/search"),
    ),
]


def compiler() -> str:
    """The C++ compiler, as CMake chooses it."""
    return os.environ.get("CXX", "c++")


def environment(sanitizer: Sanitizer, build: Path) -> dict[str, str]:
    """Environment variables under which Python runs the sanitized library."""
    found = []
    for runtime in sanitizer.runtimes:
        asked = [compiler(), f"-print-file-name={runtime}"]
        path = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        if Path(path).is_absolute():
            found.append(path)
    if not found:
        sys.exit(f"{compiler()} has no runtime of the {sanitizer.name} sanitizer: install GCC or Clang with sanitizers")
    return os.environ | sanitizer.options | {
        "LD_PRELOAD": " ".join(found),
        "CODEPEGS_LIBRARY": str(build),
        "CODEPEGS_LEVEL": LEVEL,
        "PYTHONMALLOC": "malloc",
    }  # fmt: skip


def build_library(sanitizer: Sanitizer) -> Path:
    """Build the library with a sanitizer and bounds checks."""
    build = ROOT / "build" / f"sanitized-{sanitizer.name}"
    configure = ["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", f"-DCODEPEGS_SANITIZE={sanitizer.flags}"]
    configure += ["-DCODEPEGS_CHECKED=ON", "-DCODEPEGS_WERROR=ON", f"-DCODEPEGS_LEVELS={LEVEL}"]
    configure += [f"-DCODEPEGS_FOLDERS={';'.join(sanitizer.folders)}"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(build)], check=True, stdout=subprocess.DEVNULL)
    return build


def prove(sanitizer: Sanitizer, build: Path) -> None:
    """Call each planted error and stop unless the sanitizer reports it."""
    library = build / "planted_errors.so"
    source = Path(__file__).with_name("planted_errors.cpp")
    flags = ["-std=c++20", "-g", "-O1", "-shared", "-fPIC", "-pthread", f"-fsanitize={sanitizer.flags}"]
    subprocess.run([compiler(), *flags, "-fno-sanitize-recover=all", str(source), "-o", str(library)], check=True)
    for name, message in sanitizer.planted.items():
        code = f"import ctypes; ctypes.CDLL({str(library)!r}).{name}(ctypes.c_int64(1000))"
        variables = environment(sanitizer, build)
        done = subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True)
        if done.returncode == 0 or message not in done.stderr:
            sys.exit(f"the {sanitizer.name} sanitizer did not report {name}:\n{done.stderr}")
        print(f"{sanitizer.name} sanitizer: reports {name} ({message})", flush=True)


def run_tests(sanitizer: Sanitizer, build: Path) -> int:
    """Run the quick tests with the marks of a sanitizer; only their files are imported. Returns pytest's exit code."""
    marked = [f"pytest.mark.{mark}" for mark in sanitizer.marks]
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    chosen = [str(path) for path in files if any(mark in path.read_text() for mark in marked)]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "auto"]
    command += ["-m", f"({' or '.join(sanitizer.marks)}) and not extended", *chosen]
    return subprocess.run(command, env=environment(sanitizer, build), cwd=ROOT).returncode


def fuzz(sanitizer: Sanitizer, build: Path) -> int:
    """Fuzz the formats that reach the loops. Returns the exit code."""
    if not sanitizer.fuzzed:
        return 0
    command = [sys.executable, "-m", "tests.fuzz", "--compiled", "--inputs", str(sanitizer.fuzzed)]
    return subprocess.run(command, env=environment(sanitizer, build), cwd=ROOT).returncode


def main() -> None:
    """Run the sanitizers named on the command line, or all."""
    chosen = sys.argv[1:] or [sanitizer.name for sanitizer in SANITIZERS]
    for sanitizer in SANITIZERS:
        if sanitizer.name in chosen:
            print(f"{sanitizer.name} sanitizer: building", flush=True)
            build = build_library(sanitizer)
            prove(sanitizer, build)
            failed = run_tests(sanitizer, build) or fuzz(sanitizer, build)
            if failed:
                sys.exit(failed)


if __name__ == "__main__":
    main()
