"""The results file of a sweep, the sums of its rows, and rows as CSV, Parquet and, for notebooks, HTML.

The file is SQLite, one row per unit with its result and cost, each written in its own transaction.
Each row has a check value of all its fields. A row that does not match it is damaged: readers refuse the file, and the
writer removes the row, so that its unit is played again.
"""

from __future__ import annotations

import csv
import io
import logging
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from codepegs.errors import BadInput, CodepegsError, Unavailable
from codepegs.experiments.units import Outcome, Unit
from codepegs.files import Hold, check_value, is_database, unreadable
from codepegs.game import Answer, FormerName, Kind, Kinds, kinds_text, noise_of, set_kinds
from codepegs.reasons import Reason, Value
from codepegs.trees import TreeFigures

logger = logging.getLogger(__name__)

SCHEMA_VERSION = "3"
"""Increased whenever the columns change. Version 1 had no check values, version 2 no noise and codemakers."""


class Row(msgspec.Struct, frozen=True, kw_only=True, rename={"longest_game": "depth"}):
    """The row of one finished unit in a results file: columns as in `Unit` and `Outcome`, the last three its cost.

    In the file, whose check values contain the names, the longest game has the name of earlier versions.
    """

    unit: str
    """`Unit.name`."""
    rules: str
    strategy: str
    seed: int
    wanted: int | None
    """`Unit.games`."""
    start: int
    shard: int
    shards: int
    noise: str
    declare: float | None
    codemaker: str | None
    games: int
    unsolved: int
    total: int
    longest_game: int
    histogram: str
    """The numbers separated by spaces."""
    sets: int
    guesses: int
    replies: int
    seconds: float
    peak_memory_mib: float | None
    worker: str
    """Machine and process that played it."""

    @classmethod
    def of(cls, unit: Unit, outcome: Outcome, worker: str) -> Row:
        sources = (unit, outcome.figures, outcome)
        known = {name: getattr(source, name) for source in sources for name in COLUMNS if hasattr(source, name)}
        noise = f"{unit.noise:g}" if isinstance(unit.noise, float) else unit.noise
        lengths = " ".join(map(str, outcome.histogram))
        return cls(
            **known | {"unit": unit.name, "wanted": unit.games, "noise": noise, "histogram": lengths, "worker": worker}
        )

    @property
    def lengths(self) -> tuple[int, ...]:
        """The histogram as numbers."""
        return tuple(map(int, self.histogram.split()))

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of its figures, which exports have, too; the file need not."""
        return {"total": "counted", "longest_game": "counted"}

    @property
    def answer(self) -> tuple[object, ...]:
        """All columns except the cost, which must not depend on the worker."""
        return msgspec.structs.astuple(self)[: -len(COST)]


COLUMNS = Row.__struct_fields__
STORED = Row.__struct_encode_fields__
"""The names of the columns in the file."""

COST = ("seconds", "peak_memory_mib", "worker")
"""The columns that differ from one run to the next."""


def _column(name: str, kind: str) -> str:
    types = {"str": "TEXT", "int": "INTEGER", "float": "REAL"}
    return f"{name} {types[kind.partition(' ')[0]]}{'' if kind.endswith('None') else ' NOT NULL'}"


SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE units ({", ".join(map(_column, STORED, Row.__annotations__.values()))},
    check_value TEXT NOT NULL, PRIMARY KEY (unit)) WITHOUT ROWID;
"""

INSERT = f"INSERT INTO units ({', '.join(STORED)}, check_value) VALUES ({', '.join('?' * len(COLUMNS))}, ?)"

SELECT = f"""SELECT {", ".join(STORED)}, check_value FROM units
ORDER BY rules, strategy, noise, declare, codemaker, seed, wanted IS NOT NULL, shards, shard, start, wanted, unit"""
"""An order that does not depend on when rows were written."""


class Store:
    """A results file that one process at a time writes, in a `with` block; others may read it meanwhile."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        with ExitStack() as opened, _plain_errors(self.path):
            opened.enter_context(closing(Hold(self.path)))
            self._rows = opened.enter_context(closing(_connect(self.path)))
            self._prepare()
            self._opened = opened.pop_all()

    def _prepare(self) -> None:
        new = _check(self._rows, self.path)
        self._rows.execute("PRAGMA journal_mode = WAL")
        self._rows.execute("PRAGMA synchronous = FULL")  # a written row survives a power failure
        if new:
            version = f"INSERT INTO meta VALUES ('schema_version', '{SCHEMA_VERSION}');"
            self._rows.executescript(f"BEGIN; {SCHEMA} {version} COMMIT;")
            return
        rows, damaged = _read(self._rows)
        if damaged:
            logger.warning(_inconsistent(self.path, damaged, "damage_is_removed").text)
            with self._rows:
                self._rows.execute("BEGIN")
                self._rows.execute("DELETE FROM units")
                self._rows.executemany(INSERT, map(_values, rows))

    def add(self, row: Row) -> None:
        """Add one row; it is on the disk when this returns."""
        with _plain_errors(self.path):
            self._rows.execute(INSERT, _values(row))

    def take_in(self, rows: Iterable[Row], source: str) -> int:
        """Add the rows of units that have no row yet, in one transaction."""
        here = {row.unit: row for row in self.rows()}
        fresh = []
        for row in rows:
            if row.unit not in here:
                fresh.append(row)
            elif here[row.unit].answer != row.answer:
                raise CodepegsError.because(
                    "different_results",
                    other=source,
                    file=str(self.path),
                    unit=row.unit,
                    strategy=row.strategy,
                    game=row.rules,
                )
        with _plain_errors(self.path), self._rows:
            self._rows.execute("BEGIN")
            self._rows.executemany(INSERT, map(_values, fresh))
        return len(fresh)

    def names(self) -> set[str]:
        with _plain_errors(self.path):
            return {name for (name,) in self._rows.execute("SELECT unit FROM units")}

    def rows(self) -> list[Row]:
        with _plain_errors(self.path):
            return _sound_rows(self._rows, self.path)

    def close(self) -> None:
        """Close the file, so that other processes can write it."""
        with _plain_errors(self.path):
            self._opened.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_rows(path: Path | str) -> list[Row]:
    """Read the rows of a results file, even while another process writes it."""
    path = Path(path)
    if not path.is_file():
        if not path.exists():
            raise unreadable(path, FileNotFoundError())
        raise Unavailable.because("no_results_file", file=str(path))
    if path.suffix == ".toml" and not is_database(path):
        raise BadInput.because("plan_as_results", file=str(path), like=str(path.with_suffix(".sqlite")))
    with _plain_errors(path):
        try:
            return _read_only(path, "mode=rw")  # SQLite tidies up after a killed writer where it may
        except sqlite3.OperationalError:
            if Path(f"{path}-wal").exists():
                raise
            return _read_only(path, "immutable=1")  # it has no writer, and SQLite cannot make its files beside it


def _connect(database: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    # The seconds are those to wait for another program that reads the file.
    rows = sqlite3.connect(database, uri=uri, timeout=10.0, isolation_level=None)
    rows.text_factory = lambda text: text.decode(errors="surrogateescape")  # damaged text, which its check value shows
    return rows


def _read_only(path: Path, mode: str) -> list[Row]:
    with closing(_connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as rows:
        rows.execute("PRAGMA query_only = ON")
        return [] if _check(rows, path) else _sound_rows(rows, path)


def _sound_rows(rows: sqlite3.Connection, path: Path) -> list[Row]:
    """All rows; raises `BadInput` if one is damaged."""
    found, damaged = _read(rows)
    if damaged:
        raise BadInput.because(_inconsistent(path, damaged, "play_plan_again"))
    return found


def _read(rows: sqlite3.Connection) -> tuple[list[Row], list[object]]:
    """The rows that match their check values, and the units of the others."""
    sound, damaged = [], []
    for *values, check in rows.execute(SELECT):
        try:
            row = msgspec.convert(dict(zip(STORED, values, strict=True)), Row)
            if check == _row_check(row):
                sound.append(row)
                continue
        except (msgspec.ValidationError, UnicodeEncodeError):
            pass
        damaged.append(values[0])
    return sound, damaged


def _values(row: Row) -> tuple[object, ...]:
    return (*msgspec.structs.astuple(row), _row_check(row))


def _row_check(row: Row) -> str:
    return check_value(msgspec.json.encode(row))


def _inconsistent(path: Path, units: list[object], ending: str) -> Reason:
    more: dict[str, Value] = {"why": "and_more_units", "count": len(units) - 1} if len(units) > 1 else {}
    return Reason.of("damaged_unit", file=str(path), unit=repr(units[0]), ending=ending, **more)


def _check(rows: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is still empty; raises `BadInput` if it is damaged or not a results file."""
    report = rows.execute("PRAGMA quick_check(1)").fetchone()[0]
    if report != "ok":
        raise _damaged(path, report.replace("\n", " "))
    tables = {name for (name,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return True
    if not {"meta", "units"} <= tables:
        raise BadInput.because("other_database", file=str(path))
    found = rows.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    if found != (SCHEMA_VERSION,):
        version = str(found[0]) if found else "unknown"
        raise BadInput.because("other_schema", file=str(path), found=version, needed=SCHEMA_VERSION)
    return False


@contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a sentence with advice."""
    try:
        yield
    except UnicodeDecodeError:  # in a message of SQLite
        raise _damaged(path, "a text is not UTF-8") from None
    except sqlite3.Error as error:
        code = int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
        if code in UNAVAILABLE:
            raise Unavailable.because(UNAVAILABLE[code], file=str(path), error=str(error)) from None
        if isinstance(error, sqlite3.ProgrammingError):
            raise
        raise _damaged(path, str(error)) from None  # the queries are fixed, so the file is the cause


UNAVAILABLE = {
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH), "cannot_be_opened"
    ),
    **dict.fromkeys((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR), "disk_error"),  # either comes of a full disk
    sqlite3.SQLITE_BUSY: "locked_by_another",
    sqlite3.SQLITE_LOCKED: "locked_by_another",
}
"""The kinds of refusals by the codes of SQLite for which the file is not to blame."""


def _damaged(path: Path, reason: str) -> BadInput:
    return BadInput.because("damaged_results", file=str(path), error=reason)


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
    longest_game: int
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
    kinds: Kinds = msgspec.field(default_factory=dict)

    depth: ClassVar[FormerName] = FormerName("longest_game")

    def __post_init__(self) -> None:
        is_honest = not self.noise and self.declare is None and self.codemaker is None
        average: Kind = "counted" if self.exhaustive and is_honest and self.complete else "estimated"
        set_kinds(self, total="counted", average=average, longest_game="counted")

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


TASK = ("rules", "strategy", "noise", "declare", "codemaker", "seed", "exhaustive")
"""What the units of a task have in common, as in its summary, besides the number of shares of every secret."""


def add_up(rows: Iterable[Row], units: Iterable[Unit] | None = None) -> list[Summary]:
    """Add up the rows of each task."""
    tasks: dict[tuple[Any, ...], list[Row]] = {}
    wanted: dict[tuple[Any, ...], int] = {}
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


def _task(of: Unit | Row, games: int | None) -> tuple[Any, ...]:
    return (of.rules, of.strategy, noise_of(of.noise), of.declare, of.codemaker, of.seed, games is None, of.shards)


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


def _summary(task: tuple[Any, ...], rows: Sequence[Row], wanted: int | None) -> Summary:
    *_, noise, declare, codemaker, _, exhaustive, shards = task
    is_random = not exhaustive or bool(noise) or declare is not None or codemaker is not None
    figures = TreeFigures(())
    for row in rows:
        figures += TreeFigures(row.lengths)
    added = ("games", "unsolved", "sets", "guesses", "replies", "seconds")
    sums = {name: sum(getattr(row, name) for row in rows) for name in added}
    peaks = [row.peak_memory_mib for row in rows if row.peak_memory_mib is not None]
    return Summary(
        **dict(zip(TASK, task, strict=False)),
        **sums,
        units=len(rows),
        units_wanted=shards if exhaustive and wanted is None else wanted,
        total=figures.total,
        average=figures.average if figures.secrets else None,
        standard_error=standard_error(figures) if is_random else None,
        longest_game=figures.longest_game,
        histogram=figures.histogram,
        seconds_per_game=sums["seconds"] / sums["games"] if sums["games"] else None,
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
    for row in rows:
        writer.writerow([" ".join(map(str, value)) if isinstance(value, list | tuple) else value for value in row])
    return out.getvalue()


def need_polars() -> None:
    """Check that polars, which writes Parquet, is installed."""
    try:
        import polars  # noqa: F401
    except ImportError:
        raise Unavailable.without("lab", "parquet_needs_polars") from None


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


EXPORTED = {**{name: str(kind).partition(" ")[0] for name, kind in Row.__annotations__.items()}, "kinds": "str"}
"""The columns of exports, and their types."""


def _table(rows: Iterable[Row]) -> list[tuple[Any, ...]]:
    return [(*msgspec.structs.astuple(row), kinds_text(row.kinds)) for row in rows]


FORMATS: dict[str, Callable[[Sequence[Row]], bytes]] = {
    "csv": lambda rows: csv_text([*EXPORTED], _table(rows)).encode(),  # one line per row; unknown values are empty
    "json": lambda rows: b"".join(
        msgspec.json.encode(msgspec.structs.asdict(row) | {"kinds": row.kinds}) + b"\n" for row in rows
    ),
    "parquet": lambda rows: parquet_bytes([*EXPORTED], _table(rows), EXPORTED),
}
