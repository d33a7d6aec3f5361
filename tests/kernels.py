"""Cases of compiled loops: valid calls made from a seed, for the tests that every loop shares.

A module `kernel_cases.py` beside the tests of a subject has a list `CASES`. Each case is called on the inputs of some
seeds; the hashes of all inputs and of all outputs are a line of `tests/data/kernels.txt`. They are recorded from the
loops themselves, and notice every change of an output. Whether an output is right is for the tests beside them, which
compare loops with readable Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from codepegs.core.binding import Struct

HERE = Path(__file__).parent
RECORDED = HERE / "data" / "kernels.txt"


@dataclass(frozen=True)
class Case:
    """One way of calling a loop."""

    name: str
    """Unique; the first word of its line of recorded hashes."""
    function: Callable[..., Any]
    """A native function, or a Python function that makes several native calls."""
    arguments: Callable[[np.random.Generator], tuple[Any, ...]]
    """Makes the arguments of a valid call; covers the rare branches between its seeds."""
    seeds: int = 40
    scratch: frozenset[str] = frozenset()
    """Writable arrays (argument or struct field) whose contents after the call mean nothing."""


def feed(hasher: Any, value: Any, scratch: frozenset[str] = frozenset(), name: str = "") -> None:
    """Add a value to a hash: numbers, bytes, texts, arrays, structs, and tuples and dicts of these."""
    if name in scratch:
        return
    if isinstance(value, np.ndarray):
        hasher.update(f"{value.dtype}{value.shape}".encode() + np.ascontiguousarray(value).tobytes())
    elif isinstance(value, Struct):
        for field in value.types:
            feed(hasher, getattr(value, field), scratch, field)
    elif isinstance(value, tuple | list):
        hasher.update(f"({len(value)}".encode())
        for item in value:
            feed(hasher, item, scratch)
    elif isinstance(value, dict):
        for key in sorted(value):
            hasher.update(str(key).encode())
            feed(hasher, value[key], scratch, key)
    elif isinstance(value, float | np.floating):
        hasher.update(float(value).hex().encode())
    elif isinstance(value, bool | np.bool_ | int | np.integer):
        hasher.update(f"{int(value)};".encode())
    elif value is None or isinstance(value, str):
        hasher.update(f"{value};".encode())
    else:
        raise TypeError(f"cannot hash {type(value)}")


def digest(*values: Any, scratch: frozenset[str] = frozenset()) -> str:
    """16 hexadecimal digits that stand for some values."""
    hasher = hashlib.sha256()
    for value in values:
        feed(hasher, value, scratch)
    return hasher.hexdigest()[:16]


def outcome(case: Case, seed: int) -> tuple[str, str]:
    """Call a case on the inputs of a seed: hashes of what went in and of what came out.

    What comes out is the result, and the arrays that were passed, as they are after the call.
    """
    arguments = case.arguments(np.random.default_rng([seed, 7]))
    signature = getattr(case.function, "signature", None)
    labels = list(signature.parameters) if signature is not None else [""] * len(arguments)
    before = digest(*arguments)
    result = case.function(*arguments)
    hasher = hashlib.sha256()
    feed(hasher, result)
    for label, value in zip(labels, arguments, strict=True):
        feed(hasher, value, case.scratch, label)
    return before, hasher.hexdigest()[:16]


def line(case: Case) -> str:
    """The line of a case: name, number of seeds, hash of the inputs, hash of the outputs."""
    inputs, outputs = zip(*(outcome(case, seed) for seed in range(case.seeds)), strict=True)
    hashes = (hashlib.sha256("".join(each).encode()).hexdigest()[:16] for each in (inputs, outputs))
    return " ".join([case.name, str(case.seeds), *hashes])


def recorded() -> dict[str, str]:
    """The recorded lines, by the name of the case."""
    lines = [text for text in RECORDED.read_text().splitlines() if not text.startswith("#")]
    return {text.split()[0]: text for text in lines}


def all_cases() -> Iterator[Case]:
    """The cases of every subject."""
    for path in sorted(HERE.rglob("kernel_cases.py")):
        module = import_module("tests." + ".".join(path.relative_to(HERE).with_suffix("").parts))
        yield from module.CASES
