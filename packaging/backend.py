"""The build backend: scikit-build-core, with ziglang as the C++ compiler where there is no other.

ziglang is a C++ compiler from the Python index. `CXX=ziglang pip install .` chooses it where there are others.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from scikit_build_core import build as scikit
from scikit_build_core.build import *  # noqa: F403

PAGE = Path("src/codepegs/server/page/index.html")
"""The page, if it was built before; the sdist has it."""

COMPILERS = ("c++", "CC", "g++", "clang++", "icpx")
"""Compilers that CMake looks for; Microsoft's does not compile codepegs."""


def _uses_zig(config_settings: dict[str, Any] | None) -> bool:
    chosen = os.environ.get("CXX")
    if chosen or "CMAKE_CXX_COMPILER" in f"{config_settings} {os.environ.get('CMAKE_ARGS')}":
        return chosen == "ziglang"
    return not any(map(shutil.which, COMPILERS))


def _compiler_requirements(config_settings: dict[str, Any] | None) -> list[str]:
    return ["ziglang"] if _uses_zig(config_settings) else []


def _choose_compiler(config_settings: dict[str, Any] | None) -> None:
    if not _uses_zig(config_settings):
        return
    try:
        import ziglang
    except ImportError:
        sys.exit("No C++20 compiler was found. Install one with 'apt install g++' or 'pip install ziglang'.")
    # zig compiles the C++ standard library once for each set of these flags. With them CMake's trials and the library
    # share one. Without -mcpu it would compile for the processor of this machine.
    flags = "-O3 -mcpu=baseline" + ("" if sys.platform == "win32" else " -fPIC")
    os.environ["CXX"] = f"{Path(ziglang.__file__).with_name('zig')} c++ {flags}"


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Scikit-build-core's own, and ziglang where it is the compiler."""
    return [*scikit.get_requires_for_build_wheel(config_settings), *_compiler_requirements(config_settings)]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Scikit-build-core's own, and ziglang where it is the compiler."""
    return [*scikit.get_requires_for_build_editable(config_settings), *_compiler_requirements(config_settings)]


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel with the chosen compiler."""
    _choose_compiler(config_settings)
    if not PAGE.is_file():
        print("This wheel has no page: 'make page' builds it before, with Node 20.19 or newer.", file=sys.stderr)
    return scikit.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """Build an editable wheel with the chosen compiler."""
    _choose_compiler(config_settings)
    return scikit.build_editable(wheel_directory, config_settings, metadata_directory)
