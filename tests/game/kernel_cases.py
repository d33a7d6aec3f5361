"""Cases of the loop that reads tables from text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops
from tests.kernels import Case

PIECES = (
    "a",
    "b",
    "1",
    "2,5",
    "x y",
    '"q, r"',
    '"a ""b"""',
    '"line\nbreak"',
    "",
    "",
    "?",
    "#",
    "é",
    "#n",
    '"',
    "sep=;",
    "-",
)


def read_text(text: NDArray[np.uint8], separator: int, heading: int) -> tuple[Any, ...]:
    """All that the loop finds in the text of a table."""
    reader = loops.new_table_text(text, separator, heading)
    loops.finish(loops.read_table_text, reader)
    shape = loops.shape_of_table_text(reader)
    rows, columns, texts, size, *_, faults = shape
    cells, numbers = np.empty((rows, columns), dtype=np.int32), np.empty(rows, dtype=np.int64)
    ends, pool = np.empty(texts, dtype=np.int64), np.empty(size, dtype=np.uint8)
    wrong = np.empty((faults, 3), dtype=np.int64)
    loops.write_table_text(reader, cells, numbers, ends, pool, wrong)
    return (*shape, cells, numbers, ends, pool, wrong)


def draw_text(rng: np.random.Generator) -> tuple[NDArray[np.uint8], int, int]:
    separator = str(rng.choice(list(",;\t|")))
    columns, end = int(rng.integers(1, 6)), str(rng.choice(["\n", "\r\n", "\r"]))
    rows = [
        separator.join(rng.choice(PIECES, columns if rng.random() < 0.9 else int(rng.integers(1, 8))))
        for _ in range(int(rng.integers(0, 9)))
    ]
    text = np.frombuffer(end.join(rows).encode(), dtype=np.uint8).copy()
    return text, ord(separator) if rng.random() < 0.3 else 0, int(rng.integers(-1, 2))


CASES = [Case("table_text", read_text, draw_text, seeds=200)]
