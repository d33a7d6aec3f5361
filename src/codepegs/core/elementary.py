"""exp, log and log2 whose results are the same on every processor.

NumPy's and the C library's differ in their last bits between processors. A choice that depends on such a bit would
differ too, so all code that affects guesses uses these functions. For the same reason it multiplies and sums arrays
instead of using dot products, whose order of summation depends on the linear algebra library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops

Numbers = NDArray[Any] | Sequence[float]


def _of_each(write: Callable[[NDArray[np.float64], NDArray[np.float64]], None], values: float | Numbers) -> Any:
    given = np.asarray(values, dtype=np.float64, order="C")
    out = np.empty_like(given)
    write(given.reshape(-1), out.reshape(-1))
    return out if given.ndim else float(out)


@overload
def exp(values: float) -> float: ...
@overload
def exp(values: Numbers) -> NDArray[np.float64]: ...
def exp(values: float | Numbers) -> Any:
    """Raise e to powers.

    >>> exp(0.0), exp([0.0, 1.0]).round(3).tolist()
    (1.0, [1.0, 2.718])
    """
    return _of_each(loops.write_exp, values)


@overload
def log(values: float) -> float: ...
@overload
def log(values: Numbers) -> NDArray[np.float64]: ...
def log(values: float | Numbers) -> Any:
    """Take natural logarithms.

    >>> log(1.0), log(0.0)
    (0.0, -inf)
    """
    return _of_each(loops.write_log, values)


def log_factorials(most: int) -> NDArray[np.float64]:
    """Tabulate the natural logarithms of factorials.

    Returns the logarithms of 0!, 1!, ... most!, shape (most + 1,).

    >>> log_factorials(4).round(3).tolist()
    [0.0, 0.0, 0.693, 1.792, 3.178]
    """
    return np.cumsum(log(np.maximum(1, np.arange(most + 1))), dtype=np.float64)


@overload
def log2(values: float) -> float: ...
@overload
def log2(values: Numbers) -> NDArray[np.float64]: ...
def log2(values: float | Numbers) -> Any:
    """Take binary logarithms, exact for powers of two.

    >>> log2([1, 2, 1024]).tolist()
    [0.0, 1.0, 10.0]
    """
    return _of_each(loops.write_log2, values)
