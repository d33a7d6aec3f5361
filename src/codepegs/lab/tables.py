"""Rows of results as CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from codepegs.errors import Unavailable


def csv_text(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Rows as CSV, the columns' names first; lists become numbers parted by blanks, None stays empty.

    >>> print(csv_text(["rules", "histogram", "error"], [["p4c6", (1, 6, 62), None]]), end="")
    rules,histogram,error
    p4c6,1 6 62,
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def parquet_bytes(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], kinds: Mapping[str, str] | None = None
) -> bytes:
    """Rows as a Parquet file; raises `Unavailable` without the package that writes it.

    `kinds` gives columns as int, str or float where the rows may not tell.
    """
    try:
        import polars
    except ImportError:
        raise Unavailable("Parquet needs polars: pip install 'codepegs[lab]'") from None
    known = {"int": polars.Int64, "str": polars.String, "float": polars.Float64}
    schema = {name: known[kinds[name]] if kinds else None for name in columns}
    table = polars.DataFrame([tuple(row) for row in rows], schema=schema, orient="row", infer_schema_length=None)
    out = io.BytesIO()
    table.write_parquet(out)
    return out.getvalue()
