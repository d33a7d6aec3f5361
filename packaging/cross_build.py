"""Builds wheels for other platforms on this one, with zig as the cross-compiler.

    python packaging/cross_build.py [-o FOLDER] [PLATFORM ...]

Each wheel carries every instruction-set level of its architecture. Two builds of the same sources are equal byte for
byte if SOURCE_DATE_EPOCH is. `make wheels` installs what this needs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Target:
    """What zig and CMake call a platform."""

    zig: str
    system: str
    processor: str


TARGETS = {
    "manylinux2014_x86_64.manylinux_2_17_x86_64": Target("x86_64-linux-gnu.2.17", "Linux", "x86_64"),
    "manylinux2014_aarch64.manylinux_2_17_aarch64": Target("aarch64-linux-gnu.2.17", "Linux", "aarch64"),
    "macosx_11_0_arm64": Target("aarch64-macos.11.0", "Darwin", "arm64"),
    "macosx_11_0_x86_64": Target("x86_64-macos.11.0", "Darwin", "x86_64"),
    "win_amd64": Target("x86_64-windows-gnu", "Windows", "AMD64"),
}
"""By the platform tags of their wheels, in the order of file names."""


def build(tags: str, target: Target, output: Path) -> Path:
    """Build the wheel of a platform."""
    work = ROOT / "build" / f"cross-{target.zig}"
    work.mkdir(parents=True, exist_ok=True)
    compiler = work / "zig-c++"
    # zig compiles the C++ standard library for each set of these flags: with them, CMake's trials and the library
    # share one. zig also strips: no other program strips for every platform.
    flags = f"-target {target.zig} -O3 -s" + ("" if target.system == "Windows" else " -fPIC")
    compiler.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang c++ {flags} "$@"\n')
    compiler.chmod(0o755)
    settings = {
        "build-dir": str(work / "cmake"),
        "wheel.tags": ";".join(f"py3-none-{tag}" for tag in tags.split(".")),
        "install.strip": "false",
        "cmake.define.CODEPEGS_LEVELS": "all",
        "cmake.define.CMAKE_SYSTEM_NAME": target.system,
        "cmake.define.CMAKE_SYSTEM_PROCESSOR": target.processor,
        "cmake.define.CMAKE_CXX_COMPILER": str(compiler),
        "cmake.define.CMAKE_OSX_SYSROOT": "",
        "cmake.define.CMAKE_OSX_DEPLOYMENT_TARGET": "",
        "cmake.define.CMAKE_OSX_ARCHITECTURES": "",
    }
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += [f"--config-settings={name}={value}" for name, value in settings.items()]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {name: value for name, value in os.environ.items() if name not in ("CXX", "CXXFLAGS", "CMAKE_ARGS")}
    environment |= {"PATH": path, "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1)}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "--no-build-isolation", "-w", folder, str(ROOT)], check=True, env=environment)
        (made,) = Path(folder).glob("*.whl")
        output.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(made, output / made.name))


def platforms(wanted: list[str]) -> list[str]:
    """The keys of `TARGETS` of which parts are given."""
    found = []
    for part in wanted:
        matching = [tags for tags in TARGETS if part in tags]
        if len(matching) != 1:
            sys.exit(f"unknown platform {part!r}: expected one of {', '.join(TARGETS)}")
        found += matching
    return found


def main() -> None:
    """Build the wheels of the platforms named on the command line, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", help="folder for the wheels")
    parser.add_argument("platforms", nargs="*", help="parts of their names, such as win_amd64")
    given = parser.parse_args()
    for tags in platforms(given.platforms) or TARGETS:
        made = build(tags, TARGETS[tags], given.output)
        print(f"{made}  {made.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
