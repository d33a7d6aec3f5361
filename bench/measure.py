"""Timing and printing that all parts share."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from codepegs.reports.pages import markdown_table

OUT = Path(__file__).parent / "out"


def best_seconds(run: Callable[[], object], *, least: float = 0.3, most_runs: int = 200) -> float:
    """The least wall time of several runs after a warm-up: what the code costs when nothing else disturbs it."""
    run()
    times: list[float] = []
    gc.collect()
    while len(times) < 3 or (sum(times) < least and len(times) < most_runs):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)


def title(text: str) -> None:
    """Print a heading."""
    print(f"\n## {text}\n")


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table."""
    print("\n".join(markdown_table(headings, rows)))


def rate(count: float, seconds: float) -> str:
    """A count a second, readable."""
    per_second = count / seconds
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if per_second >= size:
            return f"{per_second / size:.2f} {unit}/s"
    return f"{per_second:.0f} /s"


def milliseconds(seconds: float) -> str:
    """A time in milliseconds."""
    return f"{seconds * 1e3:.2f} ms"
