"""Sums of the rows of a sweep: one summary for each strategy and game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from codepegs.experiments.rows import Row
from codepegs.experiments.units import Unit
from codepegs.game import noise_of
from codepegs.schema import Summary as Summary
from codepegs.trees import TreeFigures

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
