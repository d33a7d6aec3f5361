"""How the compiled loops of this package are compiled: without the GIL, and kept on disk between runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

from codepegs import notices


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, release the GIL inside it, and cache the machine code on disk.

    Where no cache folder can be written the code is compiled anew in every process, which is slow but right.
    """
    try:
        return njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(function)
    except RuntimeError:  # Numba: "cannot cache function: no locator available"
        return njit(nogil=True, error_model="numpy", boundscheck=False)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile `function` into each of its callers, so that arguments that are constant there fold away."""
    return njit(inline="always", error_model="numpy", boundscheck=False)(function)


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
