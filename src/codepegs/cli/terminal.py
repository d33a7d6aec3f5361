"""How commands print: text and tables for people, JSON for programs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from codepegs import game as games

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

emitted: list[bool] = []
"""Not empty once a JSON record was printed: an error after that prints no second one."""

UNWRAPPED = 10_000
"""Columns that no line reaches."""


def console() -> Console:
    """Standard output for people: coloured on a terminal, plain text elsewhere, never wrapped when piped."""
    from rich.console import Console

    if sys.stdout.isatty():
        if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):  # Rich takes all of these for 80 columns
            columns, lines = shutil.get_terminal_size()
            return Console(markup=False, highlight=False, width=columns, height=lines)
        return Console(markup=False, highlight=False)
    return Console(markup=False, highlight=False, width=UNWRAPPED, no_color=True)


def screen_columns() -> int | None:
    """Columns of the terminal that standard output is; None if it is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def speaks_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()


def new_table(*headings: str) -> Table:
    """An empty table; `>` before a heading aligns the column to the right, `!` behind it keeps its cells whole."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading.startswith(">") else "left"
        table.add_column(heading.strip(">!"), justify=justify, no_wrap=heading.endswith("!"))
    return table


def print_legend(legend: Mapping[str, str], left_out: Sequence[str], *more: str) -> None:
    """Print what the columns of a table mean, but for those that were left out; neighbours can mean the same."""
    shown = [name for name in legend if name not in left_out]
    words = [f"{', '.join(names)}: {meaning}" for meaning, names in groupby(shown, key=legend.__getitem__)]
    if words or more:
        console().print("; ".join([*words, *more]), style="dim")


def print_table(
    table: Table, *droppable: str, legend: Mapping[str, str] | None = None, compact: Callable[[], Table] | None = None
) -> tuple[str, ...]:
    """Print a table with every figure whole; on a narrow terminal more compactly, without some columns, or too wide."""
    from rich.console import Console

    wide = Console(highlight=False, width=UNWRAPPED, no_color=None if sys.stdout.isatty() else True)
    columns, left_out = screen_columns() or UNWRAPPED, list[str]()

    def is_too_wide() -> bool:
        return wide.measure(table).maximum > columns

    if compact is not None and is_too_wide():
        table = compact()
    for heading in droppable:
        if is_too_wide() and _drop_column(table, heading):
            left_out.append(heading)
    # Text of several words goes on in the next line.
    wide.print(table, width=max(columns, wide.measure(table).minimum) if is_too_wide() else None)
    if left_out:
        console().print(f"Not shown for lack of room: {', '.join(left_out)}.", style="dim")
    print_legend(legend or {}, left_out)
    return tuple(left_out)


def _drop_column(table: Table, heading: str) -> bool:
    """Remove a column; return whether there was one with this heading."""
    kept = [column for column in table.columns if str(column.header) != heading]
    dropped = len(kept) < len(table.columns)
    table.columns[:] = kept
    for number, column in enumerate(kept):
        column._index = number
    return dropped


def error_console() -> Console:
    """Standard error, for progress and diagnostics."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, soft_wrap=True)


def emit_json(record: Any) -> None:
    """Print one record as one line of JSON."""
    import msgspec

    emitted.append(True)
    record = games.as_json(record)
    try:
        text = msgspec.json.encode(record).decode()
    except UnicodeEncodeError:  # a file name that is not UTF-8: only escapes can spell it
        import json

        text = json.dumps(msgspec.to_builtins(record), separators=(",", ":"))
    print(text, flush=True)


def span_text(seconds: float) -> str:
    """A longer time, roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86_400:.1f} days"


def seconds_text(seconds: float) -> str:
    """A time a person can read."""
    if seconds < 0.000095:  # what 0.1 ms does not say
        micro = seconds * 1e6
        return f"{micro:.{1 if micro < 9.95 else 0}f} {'µs' if speaks_unicode() else 'us'}"
    if seconds < 0.01:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
