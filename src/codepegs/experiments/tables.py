"""Rows of results as CSV, Parquet and, for notebooks, HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec

from codepegs.errors import Unavailable
from codepegs.experiments.rows import COLUMNS, Row
from codepegs.game import counted, number_html, table_html

if TYPE_CHECKING:
    from codepegs.experiments.evaluation import Evaluation


def csv_text(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Format rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def need_polars() -> None:
    """Check that polars, which writes Parquet, is installed."""
    try:
        import polars  # noqa: F401
    except ImportError:
        raise Unavailable.without("lab", "Parquet needs polars") from None


def parquet_bytes(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], kinds: Mapping[str, str] | None = None
) -> bytes:
    """Encode rows as a Parquet file."""
    need_polars()
    import polars

    known = {"int": polars.Int64, "str": polars.String, "float": polars.Float64}
    schema = {name: known[kinds[name]] if kinds else None for name in columns}
    table = polars.DataFrame([tuple(row) for row in rows], schema=schema, orient="row", infer_schema_length=None)
    out = io.BytesIO()
    table.write_parquet(out)
    return out.getvalue()


def evaluations_html(evaluations: Sequence[Evaluation]) -> str:
    """Format the results of several strategies as an HTML table."""
    if not evaluations:
        return "<p>No strategies.</p>"
    first = evaluations[0]
    how = "every secret" if first.exhaustive else f"secrets of seed {first.seed}"
    headings = ("strategy", "average", "standard error", "total", "most", "unsolved", "seconds per game")
    rows = [
        (
            f"<code>{escape(each.strategy)}</code>",
            f"{each.average:.4f}",
            number_html(each.standard_error, 4),
            f"{each.total:,}",
            str(each.depth),
            f"{each.unsolved:,}",
            f"{each.seconds_per_game:.2g}",
        )
        for each in evaluations
    ]
    return table_html(f"{first.rules}: {counted(first.games, 'game')}, {how}", headings, rows)


def rows_as_csv(rows: Sequence[Row]) -> bytes:
    """CSV with one line per row; unknown values are empty."""
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
