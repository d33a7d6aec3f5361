"""Rows of a sweep for other programs: CSV, JSON and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import msgspec

from codepegs.errors import Unavailable
from codepegs.lab.rows import COLUMNS, Row


def rows_as_csv(rows: Sequence[Row]) -> bytes:
    """A line of headings and a line a row; what is not known is empty.

    >>> rows_as_csv([]).decode().partition(",")[0]
    'unit'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(msgspec.structs.astuple(row) for row in rows)
    return text.getvalue().encode()


def rows_as_json(rows: Sequence[Row]) -> bytes:
    """One object a line."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def rows_as_parquet(rows: Sequence[Row]) -> bytes:
    """A Parquet file; raises `Unavailable` without polars."""
    try:
        import polars
    except ImportError:
        raise Unavailable("Parquet needs polars: pip install 'codepegs[lab]'") from None
    kinds = {"int": polars.Int64, "str": polars.String, "float": polars.Float64}
    schema = {name: kinds[str(kind).partition(" ")[0]] for name, kind in Row.__annotations__.items()}
    table = polars.DataFrame([msgspec.structs.astuple(row) for row in rows], schema=schema, orient="row")
    file = io.BytesIO()
    table.write_parquet(file)
    return file.getvalue()


FORMATS: dict[str, Callable[[Sequence[Row]], bytes]] = {
    "csv": rows_as_csv,
    "json": rows_as_json,
    "parquet": rows_as_parquet,
}
