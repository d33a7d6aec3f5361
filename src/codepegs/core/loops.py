"""The loops: every function, struct and object of the C++ library is an attribute of this module.

`native.pyi` lists them by the C++ file that has them, for editors and mypy. Loops that can take long are objects that
are advanced in steps; the steps do not affect results.

Also exp, log and log2 whose results are the same on every processor. NumPy's and the C library's differ in their last
bits between processors. A choice that depends on such a bit would differ too, so all code that affects guesses uses
these functions. For the same reason it multiplies and sums arrays instead of using dot products, whose order of
summation depends on the linear algebra library.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from codepegs.core.binding import attributes

if TYPE_CHECKING:
    from codepegs.core.native import *
else:
    __getattr__ = attributes(globals())


ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""

BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY = 0, 1, 2, 3
"""The numbers of the views."""

MARKED_BY_SLOT, COUNTED_BY_SLOT = 0, 1
"""What the replies of listed codes show of their slots: a mark for each, or how many are black and white."""


Numbers = NDArray[Any] | Sequence[float]
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def finish(step: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
    """Advance a loop to its end, which its result states, alone or first; between steps, interrupts are noticed."""
    while True:
        result = step(*arguments, **named)
        if result[0] if isinstance(result, tuple) else result:
            return result


def of_table(name: str, table: NDArray[np.unsignedinteger[Any]]) -> Callable[..., Any]:
    """Return the loop of a name for a table of part numbers, which have one or two bytes."""
    found: Callable[..., Any] = getattr(sys.modules[__name__], f"{name}_8" if table.dtype == np.uint8 else name)
    return found


class _OfEach(Protocol):
    @overload
    def __call__(self, values: float, /) -> float: ...
    @overload
    def __call__(self, values: Numbers, /) -> NDArray[np.float64]: ...


def _of_each(loop: str, values: float | Numbers) -> Any:
    write = getattr(sys.modules[__name__], loop)
    given = np.asarray(values, dtype=np.float64, order="C")
    out = np.empty_like(given)
    write(given.reshape(-1), out.reshape(-1))
    return out if given.ndim else float(out)


exp: _OfEach = partial(_of_each, "write_exp")
log: _OfEach = partial(_of_each, "write_log")
log2: _OfEach = partial(_of_each, "write_log2")
"""Powers of e; natural logarithms; and binary ones, exact for powers of two."""


def log_factorials(most: int) -> NDArray[np.float64]:
    """Tabulate the natural logarithms of 0!, 1!, ... most!, shape (most + 1,)."""
    return np.cumsum(log(np.maximum(1, np.arange(most + 1))), dtype=np.float64)
