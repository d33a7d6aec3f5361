"""Every compiled loop: the outputs recorded from an independent implementation, and refusal of wrong arguments."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from codepegs.core.binding import Struct
from tests.kernels import Case, all_cases, line, recorded

pytestmark = pytest.mark.loops

CASES = list(all_cases())
NATIVE = [case for case in CASES if hasattr(case.function, "signature")]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_outputs_are_those_recorded(case: Case) -> None:
    assert line(case) == recorded()[case.name]


def test_every_line_is_of_a_case() -> None:
    assert list(recorded()) == sorted(case.name for case in CASES)


def wrong_arrays(value: np.ndarray[Any, Any], *, writable: bool) -> list[np.ndarray[Any, Any]]:
    """Arrays of another dtype, rank, stride or access."""
    other = np.float64 if value.dtype != np.float64 else np.int64
    wrong = [value.astype(other), value[np.newaxis], np.repeat(value, 2, axis=-1)[..., ::2]]
    if writable:
        frozen = value.copy()
        frozen.flags.writeable = False
        wrong.append(frozen)
    return [array for array in wrong if array.size or array.dtype != value.dtype or array.ndim != value.ndim]


@pytest.mark.parametrize("case", NATIVE, ids=[case.name for case in NATIVE])
def test_wrong_arguments_are_type_errors_that_name_them(case: Case) -> None:
    signature = case.function.signature  # type: ignore[attr-defined]
    arguments = case.arguments(np.random.default_rng(0))
    for at, (name, kind) in enumerate(signature.parameters.items()):
        value = arguments[at]
        wrong: list[Any] = ["text", None]
        if isinstance(value, np.ndarray):
            wrong += [
                array
                for array in wrong_arrays(value, writable="InOut" in kind.annotation)
                if not _is_right(array, value)
            ]
        elif isinstance(value, int) and not isinstance(value, bool):
            wrong += [1.5, 1 << 70]
        for bad in wrong:
            with pytest.raises(TypeError, match=name):
                case.function(*arguments[:at], bad, *arguments[at + 1 :])
        if isinstance(value, Struct):
            check_struct(value)


def _is_right(array: np.ndarray[Any, Any], like: np.ndarray[Any, Any]) -> bool:
    right = array.dtype == like.dtype and array.ndim == like.ndim and array.flags.c_contiguous
    return bool(right and array.flags.writeable)


def check_struct(struct: Struct) -> None:
    """Every field of a struct refuses wrong values."""
    kinds = struct.types
    fields = {name: getattr(struct, name) for name in kinds}
    for name, value in fields.items():
        wrong: list[Any] = ["text", None]
        if isinstance(value, np.ndarray):
            writable = "InOut" in kinds[name].annotation
            wrong += [array for array in wrong_arrays(value, writable=writable) if not _is_right(array, value)]
        for bad in wrong:
            with pytest.raises(TypeError, match=name):
                type(struct)(**(fields | {name: bad}))


@pytest.mark.parametrize("case", NATIVE, ids=[case.name for case in NATIVE])
def test_arrays_of_a_wrong_length_never_crash(case: Case) -> None:
    arguments = case.arguments(np.random.default_rng(0))
    for at, value in enumerate(arguments):
        if isinstance(value, np.ndarray) and value.size:
            short = np.ascontiguousarray(value[:0])
            fresh = list(case.arguments(np.random.default_rng(0)))
            fresh[at] = short
            with suppress(ValueError, IndexError):
                case.function(*fresh)
