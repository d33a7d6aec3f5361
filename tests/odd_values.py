"""Values that programs pass: arrays of every kind, numbers of other types, what is no number at all.

Each has the plain value it equals, if there is one, so that a test can ask for the same answer or for an error of ours.
"""

from __future__ import annotations

import decimal
import fractions
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

NOTHING = object()
"""The plain value of what equals none."""


@dataclass(frozen=True)
class Odd:
    """An odd value, made when it is needed."""

    name: str
    make: Callable[[], Any]
    plain: Any = NOTHING


class Indexed:
    """An integer of a type of its own."""

    def __index__(self) -> int:
        return 1


class Arrayed:
    """A tensor of another library."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array([0, 0, 1, 1], dtype=dtype)


class Hostile:
    """An object whose methods fail."""

    def __repr__(self) -> str:
        raise ValueError("no repr")

    def __eq__(self, other: object) -> bool:
        raise ValueError("no equality")

    __hash__ = None  # type: ignore[assignment]


def masked() -> Any:
    return np.ma.masked_array([0, 0, 1, 1], mask=np.array([False, True, False, False]))


def read_only() -> Any:
    array = np.array([0, 0, 1, 1])
    array.flags.writeable = False
    return array


CODE = (0, 0, 1, 1)
ODD = [
    *(
        Odd(f"array of {kind}", partial(np.array, CODE, dtype=kind), CODE)
        for kind in ("int64", "uint8", "int8", "uint16", ">i4", "<u8")
    ),
    Odd("every other item of an array", lambda: np.array([0, 9, 0, 9, 1, 9, 1, 9])[::2], CODE),
    Odd("an array turned round", lambda: np.array([1, 1, 0, 0])[::-1], CODE),
    Odd("a column of an array", lambda: np.array([[0, 5], [0, 5], [1, 5], [1, 5]])[:, 0], CODE),
    Odd("a read-only array", read_only, CODE),
    Odd("a subclass of arrays", lambda: np.array(CODE).view(np.recarray), CODE),
    Odd("a masked array without masked items", lambda: np.ma.masked_array(list(CODE)), CODE),
    Odd("an array of objects", lambda: np.array(CODE, dtype=object), CODE),
    Odd("a tensor", Arrayed, CODE),
    Odd("a list", lambda: list(CODE), CODE),
    Odd("a range", lambda: range(4), (0, 1, 2, 3)),
    Odd("numbers of NumPy in a tuple", lambda: tuple(np.array(CODE)), CODE),
    Odd("a masked array", masked),
    Odd("an array of floats", lambda: np.array(CODE, dtype=float), CODE),
    Odd("an array of fractions", lambda: np.array([0.2, 1.7, 3.9, 1.0])),
    Odd("an array with NaN", lambda: np.array([0, np.nan, 1, 1])),
    Odd("an array of complex numbers", lambda: np.array(CODE, dtype=complex)),
    Odd("an array of truth values", lambda: np.array([False, False, True, True]), CODE),
    Odd("an array of dates", lambda: np.array(CODE, dtype="datetime64[D]")),
    Odd("an array of texts", lambda: np.array(["1", "1", "2", "2"])),
    Odd("an array of two dimensions", lambda: np.array([CODE, CODE])),
    Odd("an array of no dimension", lambda: np.array(1), 1),
    Odd("an array of one item", lambda: np.array([1]), (1,)),
    Odd("an empty array", lambda: np.array([], dtype=int), ()),
    Odd("a masked item", lambda: np.ma.masked),
    Odd("an integer of NumPy", lambda: np.int64(1), 1),
    Odd("a byte of NumPy", lambda: np.uint8(1), 1),
    Odd("a truth value of NumPy", lambda: np.bool_(True), True),
    Odd("an integer of its own type", Indexed, 1),
    Odd("a whole float", lambda: 1.0, 1),
    Odd("a whole float of NumPy", lambda: np.float64(1.0), 1),
    Odd("a float", lambda: 2.5),
    Odd("not a number", lambda: float("nan")),
    Odd("infinity", lambda: float("inf")),
    Odd("a fraction", lambda: fractions.Fraction(3, 2)),
    Odd("a decimal", lambda: decimal.Decimal("1.5")),
    Odd("a complex number", lambda: 1j),
    Odd("a huge integer", lambda: 10**30),
    Odd("an integer of 5,000 digits", lambda: 10**5000),
    Odd("a large integer", lambda: 9_999),
    Odd("a negative integer", lambda: -1),
    Odd("a huge negative integer", lambda: -(10**30)),
    Odd("a code beyond the game", lambda: (9, 9, 9, 9)),
    Odd("a negative colour", lambda: (-1, 0, 1, 1)),
    Odd("a short code", lambda: (0, 0, 1)),
    Odd("nested", lambda: [[0], [0], [1], [1]]),
    Odd("a text", lambda: "nonsense"),
    Odd("an empty text", lambda: ""),
    Odd("bytes", lambda: b"1122"),
    Odd("a set", lambda: {0, 1}),
    Odd("a dictionary", lambda: {"a": 1}),
    Odd("a function", lambda: len),
    Odd("a class", lambda: int),
    Odd("a hostile object", Hostile),
]
