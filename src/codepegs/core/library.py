"""Loading of the C++ library: the best build for the processor.

The package contains one build for each instruction-set level of the architecture. Every process chooses when it first
calls a loop, so that older and newer machines can share a home folder.
"""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from codepegs.errors import Unavailable

LEVELS = ("x86-64-v4", "x86-64-v3", "x86-64-v2", "baseline")
"""Instruction-set levels, best first. Other architectures than x86-64 have one, `baseline`.

`x86-64-v4` also uses AVX512_VPOPCNTDQ, VBMI and VBMI2.
"""

FOLDER_VARIABLE = "CODEPEGS_LIBRARY"
"""Environment variable: the folder to load the library from, instead of the package's own."""

LEVEL_VARIABLE = "CODEPEGS_LEVEL"
"""Environment variable: the level to load, instead of the best that the processor supports."""


@dataclass(frozen=True)
class LibraryInfo:
    """Facts about the loaded library, for bug reports."""

    path: Path
    level: str
    compiler: str
    digest: str
    """The first 16 hexadecimal digits of the file's SHA-256."""


def _folder() -> Path:
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    here = Path(__file__).parent
    # An editable install has its sources here and its library in site-packages.
    for folder in (here, *(Path(entry, "codepegs", "core") for entry in sys.path)):
        if (folder / "lib").is_dir():
            return folder / "lib"
    raise Unavailable("the compiled library is missing: install codepegs with 'pip install .', or build it with 'make'")


def _builds(folder: Path) -> dict[str, Path]:
    builds = {path.stem.removeprefix("codepegs-"): path for path in folder.glob("codepegs-*.*")}
    return {level: builds[level] for level in LEVELS if level in builds}


def _load(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise Unavailable(f"the compiled library cannot be loaded: {error}; reinstall codepegs") from None


def _best_supported(path: Path) -> str:
    """The best level that the processor and the operating system support, from the most portable build."""
    ask = _load(path).codepegs_best_level
    ask.restype = ctypes.c_char_p
    return str(ask().decode())


@cache
def _loaded() -> tuple[ctypes.CDLL, str, Path]:
    folder = _folder()
    builds = _builds(folder)
    if not builds:
        raise Unavailable(f"no compiled library in {folder}: reinstall codepegs, or build it with 'make'")
    best = _best_supported(list(builds.values())[-1])
    usable = LEVELS[LEVELS.index(best) :]
    level = os.environ.get(LEVEL_VARIABLE) or next((level for level in builds if level in usable), None)
    if level is None:
        raise Unavailable(f"the library in {folder} is for {', '.join(builds)}; this processor runs up to {best}")
    if level not in builds:
        raise Unavailable(f"{LEVEL_VARIABLE}={level}: no such build: expected {', '.join(builds)}")
    if level not in usable:
        raise Unavailable(f"{LEVEL_VARIABLE}={level}: this processor runs up to {best}")
    return _load(builds[level]), level, builds[level]


@cache
def library() -> ctypes.CDLL:
    """The library of this process."""
    return _loaded()[0]


def library_info() -> LibraryInfo:
    """Describe the library of this process.

    >>> library_info().level in LEVELS
    True
    """
    from hashlib import sha256  # imports OpenSSL, which only this needs

    loaded, level, path = _loaded()
    loaded.codepegs_compiler.restype = ctypes.c_char_p
    digest = sha256(path.read_bytes()).hexdigest()[:16]
    return LibraryInfo(path, level, loaded.codepegs_compiler().decode(), digest)
