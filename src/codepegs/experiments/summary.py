"""Sums of the rows of a sweep, and rows of results as CSV, Parquet and, for notebooks, HTML."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from codepegs.errors import Unavailable
from codepegs.experiments.store import COLUMNS, Row
from codepegs.experiments.units import Unit
from codepegs.game import Answer, counted, noise_of, number_html, table_html
from codepegs.trees import TreeFigures

if TYPE_CHECKING:
    from codepegs.experiments.evaluation import Evaluation


class Summary(Answer, frozen=True, kw_only=True):
    """The sum of the rows of one task: one strategy in one game."""

    rules: str
    strategy: str
    noise: Annotated[float | str, Meta(description="false replies: a probability, or another kind")]
    declare: Annotated[float | None, Meta(description="probability at which the secret is declared; null if never")]
    codemaker: Annotated[str | None, Meta(description="FILE.py:NAME; null for true replies to the secret")]
    seed: Annotated[int, Meta(description="the random seed; 0 if nothing is random")]
    exhaustive: Annotated[bool, Meta(description="whether the task is to play every secret")]
    units: Annotated[int, Meta(description="units that are done")]
    units_wanted: Annotated[int | None, Meta(description="units of the task; null if unknown")]
    games: int
    """Number of games played."""
    unsolved: int
    """Number of games that were not won."""
    total: Annotated[int, Meta(description="guesses in all games that were won")]
    average: Annotated[float | None, Meta(description="guesses per game that was won; null if none was")]
    standard_error: Annotated[float | None, Meta(description="of the average; null if nothing is random")]
    depth: int
    """Largest number of guesses of a won game."""
    histogram: Annotated[tuple[int, ...], Meta(description="games won with 1, 2, 3, … guesses")]
    sets: Annotated[int, Meta(description="sets of candidates for which a guess was searched")]
    guesses: Annotated[int, Meta(description="guesses scored")]
    replies: Annotated[int, Meta(description="replies counted")]
    seconds: Annotated[float, Meta(description="time of all units, one after another")]
    seconds_per_game: float | None
    """Time divided by the number of games, in seconds; null without games."""
    peak_memory_mib: float | None
    """Peak memory of a process, in MiB; null if unknown."""

    @property
    def label(self) -> str:
        """The strategy, and what its games have besides true replies."""
        noise = f"{self.noise:g}" if isinstance(self.noise, float) else self.noise
        added = [f"noise {noise}"] if self.noise else []
        added += [] if self.declare is None else [f"declare {self.declare:g}"]
        added += [] if self.codemaker is None else [self.codemaker]
        return f"{self.strategy} ({', '.join(added)})" if added else self.strategy

    @property
    def complete(self) -> bool:
        """Whether all its units are done, as far as is known."""
        return self.units_wanted is None or self.units >= self.units_wanted


class LabRunAnswer(Answer, frozen=True, kw_only=True):
    """The result of a run of a plan, and the sums of the rows in the results file."""

    file: str
    """The path of the results file."""
    units: Annotated[int, Meta(description="units of the plan, or of the share of it")]
    units_found: Annotated[int, Meta(description="units that were done before")]
    units_played: int
    """Number of units played in this run."""
    games_played: int
    """Number of games played in this run."""
    executor: str
    """The name of the executor."""
    workers: Annotated[int | None, Meta(description="threads or processes; null for a cluster")]
    seconds: float
    """Duration of this run, in seconds."""
    tasks: list[Summary]
    """The sum of the rows of each task."""


class LabStatusAnswer(Answer, frozen=True, kw_only=True):
    """The progress of a sweep."""

    file: str
    """The path of the results file."""
    units: Annotated[int, Meta(description="units that are done")]
    units_wanted: Annotated[int | None, Meta(description="units in total; null if unknown")]
    tasks: list[Summary]
    """The sum of the rows of each task."""


_Task = tuple[str, str, float | str, float | None, str | None, int, bool, int]
"""Rules, strategy, noise, declare, codemaker, seed, whether every secret is played, and in how many shares."""


def add_up(rows: Iterable[Row], units: Iterable[Unit] | None = None) -> list[Summary]:
    """Add up the rows of each task."""
    tasks: dict[_Task, list[Row]] = {}
    wanted: dict[_Task, int] = {}
    if units is not None:
        names = set()
        for unit in units:
            names.add(unit.name)
            task = _task(unit, unit.games)
            wanted[task] = wanted.get(task, 0) + 1
            tasks.setdefault(task, [])
        rows = (row for row in rows if row.unit in names)
    for row in rows:
        task = _task(row, row.wanted)
        tasks.setdefault(task, []).append(row)
    return [
        _summary(task, found if units is not None else _apart(found), wanted.get(task)) for task, found in tasks.items()
    ]


def _task(of: Unit | Row, games: int | None) -> _Task:
    return of.rules, of.strategy, noise_of(of.noise), of.declare, of.codemaker, of.seed, games is None, of.shards


def _apart(rows: Sequence[Row]) -> list[Row]:
    """Remove rows that begin among the games of another; shares of all secrets are disjoint."""
    kept: list[Row] = []
    after = 0
    for row in sorted(rows, key=lambda row: (row.start, -row.games)):
        if row.wanted is None:
            kept.append(row)
        elif row.start >= after:
            kept.append(row)
            after = row.start + row.games
    return kept


def _summary(task: _Task, rows: Sequence[Row], wanted: int | None) -> Summary:
    rules, strategy, noise, declare, codemaker, seed, exhaustive, shards = task
    is_random = not exhaustive or bool(noise) or declare is not None or codemaker is not None
    figures = TreeFigures(())
    for row in rows:
        figures += TreeFigures(row.lengths)
    games = sum(row.games for row in rows)
    seconds = sum(row.seconds for row in rows)
    peaks = [row.peak_memory_mib for row in rows if row.peak_memory_mib is not None]
    return Summary(
        rules=rules,
        strategy=strategy,
        noise=noise,
        declare=declare,
        codemaker=codemaker,
        seed=seed,
        exhaustive=exhaustive,
        units=len(rows),
        units_wanted=shards if exhaustive and wanted is None else wanted,
        games=games,
        unsolved=sum(row.unsolved for row in rows),
        total=figures.total,
        average=figures.average if figures.secrets else None,
        standard_error=standard_error(figures) if is_random else None,
        depth=figures.depth,
        histogram=figures.histogram,
        sets=sum(row.sets for row in rows),
        guesses=sum(row.guesses for row in rows),
        replies=sum(row.replies for row in rows),
        seconds=seconds,
        seconds_per_game=seconds / games if games else None,
        peak_memory_mib=max(peaks, default=None),
    )


def standard_error(figures: TreeFigures) -> float | None:
    """Return the standard error of the average over random secrets."""
    if figures.secrets < 2:
        return None
    spread = sum(count * (length - figures.average) ** 2 for length, count in enumerate(figures.histogram, 1))
    return math.sqrt(spread / (figures.secrets - 1) / figures.secrets)


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
