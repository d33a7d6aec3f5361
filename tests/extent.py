"""How much of a test runs by default; the rest runs where the tests marked ``extended`` do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

whole = False
"""Whether the extended tests run, too: conftest.py finds out."""


def of(everything: T, by_default: T) -> T:
    """How many examples a test tries, how far apart they are, or how large."""
    return everything if whole else by_default


def rest_extended(values: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Parameters of which all but those kept are marked ``extended``; a tuple is the values of several arguments."""
    found = list(values)
    assert all(value in found for value in kept)
    return [
        value
        if value in kept
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.extended)
        for value in found
    ]


def longer_extended(values: Iterable[Any], longer: Collection[Any]) -> list[Any]:
    """Parameters of which those that take longer are marked ``extended``."""
    found = list(values)
    assert all(value in found for value in longer)
    return rest_extended(found, [value for value in found if value not in longer])


def few(values: Sequence[Any]) -> list[Any]:
    """Parameters, such as seeds, of which all but the first fifth are marked ``extended``."""
    return rest_extended(values, values[: max(8, len(values) // 5)])
