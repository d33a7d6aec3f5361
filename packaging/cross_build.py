"""Builds wheels for other platforms on this one, with zig as the cross-compiler.

    python packaging/cross_build.py [PLATFORM ...]

Each wheel carries every instruction-set level of its architecture. `make wheels` installs what this needs.
"""

from __future__ import annotations

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
    "manylinux_2_17_x86_64.manylinux2014_x86_64": Target("x86_64-linux-gnu.2.17", "Linux", "x86_64"),
    "manylinux_2_17_aarch64.manylinux2014_aarch64": Target("aarch64-linux-gnu.2.17", "Linux", "aarch64"),
    "macosx_11_0_arm64": Target("aarch64-macos.11.0", "Darwin", "arm64"),
    "macosx_11_0_x86_64": Target("x86_64-macos.11.0", "Darwin", "x86_64"),
    "win_amd64": Target("x86_64-windows-gnu", "Windows", "AMD64"),
}
"""By the platform tags of their wheels."""


def build(tag: str, target: Target, output: Path) -> Path:
    """Build one wheel and give it its tag."""
    work = ROOT / "build" / f"cross-{target.zig}"
    work.mkdir(parents=True, exist_ok=True)
    compiler = work / "zig-c++"
    # zig compiles the C++ standard library for each set of these flags: with them, CMake's trials and the library
    # share one.
    flags = f"-target {target.zig} -O3" + ("" if target.system == "Windows" else " -fPIC")
    compiler.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang c++ {flags} "$@"\n')
    compiler.chmod(0o755)
    settings = {
        "build-dir": str(work / "cmake"),
        "cmake.define.CMAKE_SYSTEM_NAME": target.system,
        "cmake.define.CMAKE_SYSTEM_PROCESSOR": target.processor,
        "cmake.define.CMAKE_CXX_COMPILER": str(compiler),
        "cmake.define.CMAKE_OSX_SYSROOT": "",
        "cmake.define.CMAKE_OSX_DEPLOYMENT_TARGET": "",
        "cmake.define.CMAKE_OSX_ARCHITECTURES": "",
    }
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--no-build-isolation", "-w", folder]
        command += [f"--config-settings={name}={value}" for name, value in settings.items()]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = {name: value for name, value in os.environ.items() if name not in ("CXX", "CXXFLAGS")}
        subprocess.run([*command, str(ROOT)], check=True, env=environment | {"PATH": path})
        (made,) = Path(folder).glob("*.whl")
        tagged = subprocess.run(
            [sys.executable, "-m", "wheel", "tags", f"--platform-tag={tag}", "--remove", str(made)],
            check=True, capture_output=True, text=True,
        ).stdout.split()[-1]  # fmt: skip
        output.mkdir(exist_ok=True)
        return Path(shutil.copy(Path(folder) / tagged, output / tagged))


def main() -> None:
    """Build the wheels of the platforms named on the command line, or of all."""
    wanted = sys.argv[1:] or list(TARGETS)
    for tag in wanted:
        matching = [known for known in TARGETS if tag in known]
        if len(matching) != 1:
            sys.exit(f"unknown platform {tag!r}: expected one of {', '.join(TARGETS)}")
        made = build(matching[0], TARGETS[matching[0]], ROOT / "dist")
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
