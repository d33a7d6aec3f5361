"""Rows of a sweep for other programs: CSV, JSON and Parquet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from codepegs.experiments.rows import COLUMNS, Row
from codepegs.experiments.tables import csv_text, parquet_bytes


def rows_as_csv(rows: Sequence[Row]) -> bytes:
    """CSV with one line per row; unknown values are empty.

    >>> rows_as_csv([]).decode().partition(",")[0]
    'unit'
    """
    return csv_text(COLUMNS, [msgspec.structs.astuple(row) for row in rows]).encode()


def rows_as_json(rows: Sequence[Row]) -> bytes:
    """JSON with one object per line."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def rows_as_parquet(rows: Sequence[Row]) -> bytes:
    """A Parquet file; raises `Unavailable` without polars."""
    kinds = {name: str(kind).partition(" ")[0] for name, kind in Row.__annotations__.items()}
    return parquet_bytes(COLUMNS, [msgspec.structs.astuple(row) for row in rows], kinds)


FORMATS: dict[str, Callable[[Sequence[Row]], bytes]] = {
    "csv": rows_as_csv,
    "json": rows_as_json,
    "parquet": rows_as_parquet,
}
