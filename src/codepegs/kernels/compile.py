"""How the compiled loops of this package are compiled: without the GIL, and kept on disk between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
from numba import njit
from numba.core import config as numba_config
from numba.core import event

from codepegs import notices

config: Any = numba_config  # its settings come and go with the environment

OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}


@cache
def _cache_folder() -> str:
    """A folder for the machine code of exactly these sources.

    Numba compares a function's own file with its machine code, not the files of the functions compiled into it, so a
    change in one file would leave stale code in the others.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    parent = config.CACHE_DIR or platformdirs.user_cache_dir("codepegs", appauthor=False)
    return str(Path(parent) / f"kernels-{digest.hexdigest()[:16]}")


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, release the GIL inside it, and cache the machine code on disk.

    Where no cache folder can be written the code is compiled anew in every process, which is slow but right.
    """
    theirs = config.CACHE_DIR
    config.CACHE_DIR = _cache_folder()
    try:
        return njit(nogil=True, cache=True, **OPTIONS)(function)
    except RuntimeError:  # Numba: "cannot cache function: no locator available"
        return njit(nogil=True, **OPTIONS)(function)
    finally:
        config.CACHE_DIR = theirs


def inlined(function: Callable[..., Any]) -> Any:
    """Compile `function` into each of its callers, so that arguments that are constant there fold away."""
    return njit(inline="always", **OPTIONS)(function)


class _FirstCompilation(event.Listener):
    """Tells once that machine code is being made; code that comes from the cache does not count."""

    told = False

    def on_start(self, happened: Any) -> None:
        if not self.told:
            self.told = True
            notices.tell("Compiling the fast loops for this machine; this takes some seconds and is done once.")

    def on_end(self, happened: Any) -> None:
        pass


event.register("numba:compile", _FirstCompilation())
