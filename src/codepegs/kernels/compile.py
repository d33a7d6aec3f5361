"""How the compiled loops of this package are compiled: without the GIL, and kept on disk between runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, release the GIL inside it, and cache the machine code on disk.

    Where no cache folder can be written the code is compiled anew in every process, which is slow but right.
    """
    try:
        return njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(function)
    except RuntimeError:  # Numba: "cannot cache function: no locator available"
        return njit(nogil=True, error_model="numpy", boundscheck=False)(function)
