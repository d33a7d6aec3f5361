"""Rows of results as CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from codepegs.errors import Unavailable


def csv_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Rows with the same keys as CSV, a header first; lists become numbers parted by blanks, None stays empty.

    `columns` are the headings when there may be no rows.

    >>> print(csv_text([{"rules": "p4c6", "histogram": [1, 6, 62], "standard_error": None}]), end="")
    rules,histogram,standard_error
    p4c6,1 6 62,
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0] if rows else columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row.values()])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def parquet_bytes(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type] | None = None) -> bytes:
    """Rows with the same keys as a Parquet file; raises `Unavailable` without the package that writes it.

    `kinds` are the types of the columns (int, float, str), where the rows alone do not tell them.
    """
    try:
        import polars
    except ImportError:
        raise Unavailable("Parquet needs polars: pip install 'codepegs[lab]'") from None
    out = io.BytesIO()
    polars.DataFrame(list(rows), schema=kinds, infer_schema_length=None).write_parquet(out)
    return out.getvalue()
