"""Sweeps: plans, TOML files that are read as lists of units, played by any executor with each result stored at once."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from codepegs.codes import MOST_CODES
from codepegs.errors import BadInput, CodepegsError, Unavailable, hint_at
from codepegs.experiments.executors import note_last_unit, worker_lost
from codepegs.experiments.store import Row, Store
from codepegs.experiments.units import Unit, check_code, codemaker_named, run_unit, split_name
from codepegs.files import MOST_TOML_BYTES, is_database, parse_toml, read_text, shown
from codepegs.game import Game, noise_of
from codepegs.parallel import run_for
from codepegs.rng import Seed
from codepegs.strategies import Player


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """The progress of a sweep."""

    units: int
    found: int
    """Units that had a row before."""
    played: int
    games: int
    """Games of the plan, as planned."""
    games_found: int
    """Games of the units that had a row before."""
    games_played: int
    seconds: float
    """Seconds since this run began."""
    seconds_at_last: float = 0.0
    """The same when the last unit was done."""
    share_done: float | None = None
    """Estimated share of the work of this run that is done; None before the first unit is, or if it takes no time."""

    @property
    def games_left(self) -> int:
        """Games still to be played."""
        return max(0, self.games - self.games_found - self.games_played)

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds of the rest, counted down between two units; None before the first is done."""
        if not self.share_done:
            return None
        at_last = self.seconds_at_last * (1 / self.share_done - 1)
        return max(0.0, at_last - (self.seconds - self.seconds_at_last))


class _Work:
    """The time that the units of a run take: alike for games of one strategy at one game, and not for others."""

    def __init__(self, units: Iterable[Unit]) -> None:
        # By task: units and games that are left, games and seconds that were played.
        self._tasks: dict[tuple[str, str], list[float]] = {}
        self._played = 0
        for unit in units:
            task = self._tasks.setdefault((unit.rules, unit.strategy), [0, 0, 0, 0.0])
            task[0] += 1
            task[1] += unit.games_wanted

    def add(self, unit: Unit, seconds: float) -> float | None:
        """Add a unit that was played; return the share of the work that is done."""
        task = self._tasks[unit.rules, unit.strategy]
        task[0] -= 1
        task[1] -= unit.games_wanted
        task[2] += unit.games_wanted
        task[3] += seconds
        self._played += 1
        done = sum(seconds for *_, seconds in self._tasks.values())
        mean = done / self._played  # of a unit, for tasks that have played none
        left = sum(
            games * seconds / played if played else units * mean
            for units, games, played, seconds in self._tasks.values()
        )
        return done / (done + left) if done else None


def play_unit(unit: Unit) -> Row:
    """Play a unit; the function that an executor calls in its workers."""
    outcome = run_unit(unit, progress=note_last_unit)
    worker = f"{platform.node()}:{os.getpid()}"
    if threading.current_thread() is not threading.main_thread():
        worker = f"{worker}:{threading.get_native_id()}"
    return Row.of(unit, outcome, worker)


def run_sweep(
    units: Iterable[Unit],
    store: Store,
    executor: Executor,
    progress: Callable[[SweepProgress], None] | None = None,
) -> SweepProgress:
    """Play the units that have no row yet, and add a row for each as it ends.

    The rows do not depend on the executor or on the number of its workers. If an interrupt or an error ends the sweep
    early, the rows written so far are kept, and running it again continues from them.
    """
    began = time.monotonic()
    here = store.names()
    named = {unit.name: unit for unit in units}
    check_code(named.values())
    found = [unit.games_wanted for name, unit in named.items() if name in here]
    state = SweepProgress(
        units=len(named),
        found=len(found),
        played=0,
        games=sum(unit.games_wanted for unit in named.values()),
        games_found=sum(found),
        games_played=0,
        seconds=0.0,
    )
    to_play = [(name, unit) for name, unit in named.items() if name not in here]
    waiting = iter(to_play)
    work = _Work(unit for _, unit in to_play)
    pending: dict[Future[Row], tuple[str, Unit]] = {}
    finished: SimpleQueue[Future[Row]] = SimpleQueue()
    try:
        while True:
            # Units submitted ahead of time, enough for hundreds of workers and quickly cancelled; if one is done
            # at once, its row is written first.
            while len(pending) < 1_000 and (next_one := next(waiting, None)) is not None:
                future = executor.submit(run_for, os.getpid(), play_unit, next_one[1])
                pending[future] = next_one
                future.add_done_callback(finished.put)
                if future.done():
                    break
            if not pending:
                return replace(state, seconds=time.monotonic() - began)
            try:
                future = finished.get(timeout=0.5)  # seconds between progress reports while no unit ends
            except Empty:
                pass
            else:
                name, unit = pending.pop(future)
                row = _row(name, unit, future)
                store.add(row)
                state = replace(
                    state,
                    played=state.played + 1,
                    games_played=state.games_played + unit.games_wanted,
                    seconds_at_last=time.monotonic() - began,
                    share_done=work.add(unit, row.seconds),
                )
            state = replace(state, seconds=time.monotonic() - began)
            if progress is not None:
                progress(state)
    except Exception as error:
        if worker_lost(error):
            says_more = str(error) and not isinstance(error, (BrokenExecutor, CancelledError))
            said = {"why": "error_in_brackets", "error": str(error).splitlines()[0]} if says_more else {}
            saved = state.found + state.played
            raise Unavailable.because("worker_exited", saved=saved, units=state.units, **said) from None
        raise
    finally:
        for future in pending:
            future.cancel()


def _row(name: str, unit: Unit, future: Future[Row]) -> Row:
    try:
        row = future.result()
    except CodepegsError as error:
        raise error.within(f"{unit.strategy} at {unit.rules}", unit=name) from None
    except ImportError as error:
        raise Unavailable.because("worker_without_package", error=str(error)) from None
    if row.unit != name:  # which the worker computed
        raise Unavailable.because("worker_of_another_version", worker=row.worker, strategy=unit.strategy)
    return row


ALL = "all"
"""The value of `games` for every secret."""

MOST = 2**63 - 1
"""The largest number a row can hold."""

MOST_UNITS = 1_000_000
"""Units of a plan: each is a row, and all their names are held in memory."""


def read_plan(path: Path | str, *, run_code: bool = False) -> list[Unit]:
    """Read the plan of a sweep from a TOML file; only with `run_code` may its codemakers be run, now and later."""
    if is_database(path):
        raise BadInput.because("results_as_plan", file=str(path))
    return parse_plan(read_text(path, MOST_TOML_BYTES), shown(path), run_code=run_code)


def parse_plan(text: str, name: str = "the plan", *, run_code: bool = False) -> list[Unit]:
    """Parse a plan."""
    # The values at the top of the plan are the defaults of its `[[task]]` blocks; if they name games and strategies,
    # they are also a task of their own. Units in which nothing is random have seed 0, whatever the seed of the plan.
    # Every strategy plays every game with every value of `noise`, `declare` and `codemaker`.
    table = parse_toml(text, name)
    tasks = [_Task.read(table, where, run_code=run_code) for table, where in _tables(table, name)]
    wanted = sum(task.count() for task in tasks)
    if wanted > MOST_UNITS:
        raise BadInput.because("too_many_units", file=name, units=wanted, most=MOST_UNITS)
    found: dict[str, Unit] = {}
    for task in tasks:
        for unit in task.units():
            found.setdefault(unit.name, unit)
    return list(found.values())


def _tables(top: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The task tables, with inherited values, and their places in the file."""
    blocks = top.pop("task", [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadInput.because("no_task_table", file=name)
    _check(top, name)
    if not blocks or (_names_games(top) and "strategies" in top):
        yield top, name
    for number, block in enumerate(blocks, 1):
        where = f"{name}, task {number}"
        _check(block, where)
        inherited = dict(top)
        if _names_games(block):  # one way of naming games replaces the other
            for key in ("rules",) if "rules" not in block else ("pegs", "colors"):
                inherited.pop(key, None)
        yield {**inherited, **block}, where


def _names_games(table: Mapping[str, Any]) -> bool:
    return bool({"rules", "pegs", "colors"} & set(table))


@dataclass(frozen=True)
class _Task:
    """One table of a plan, its values checked."""

    undivided: list[Unit]
    """All games of each strategy, in each game and under each condition."""
    games: int | None
    parts: range
    """How these are divided into units: by the numbers of shares, or of first games."""

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str, *, run_code: bool) -> _Task:
        games, seed = table.get("games", ALL), table.get("seed", 0)
        keys = {key: _several(table.get(key)) for key in ("declare", "codemaker")}
        noises = [noise_of(noise) for noise in _several(table.get("noise", 0.0))]
        undivided = []
        for game, player, noise, declare, codemaker in product(
            _games(table, where), _players(table, where), noises, *keys.values()
        ):
            try:  # raises an error for games, options and codemakers that do not match or do not exist
                player.with_noise(noise, declare).start(game, Seed(seed))
                if codemaker is not None:  # without permission only its text is read
                    codemaker_named(codemaker) if run_code else split_name(codemaker)
            except CodepegsError as error:
                raise error.within(where) from None
            if games == ALL and game.size > MOST_CODES:
                raise BadInput.because("too_large_for_all", file=where, most=MOST_CODES, game=str(game))
            unit = Unit(
                rules=str(game),
                strategy=str(player),
                seed=seed,
                noise=noise,
                declare=declare,
                codemaker=codemaker,
                run_code=run_code,
            )
            if games == ALL and unit.is_honest and player.is_deterministic(game):
                unit = msgspec.structs.replace(unit, seed=0)
            undivided.append(unit)
        if games == ALL:
            return cls(undivided, None, range(table.get("shards", 1)))
        return cls(undivided, games, range(0, games, table.get("games_per_unit", 100)))

    def count(self) -> int:
        return len(self.undivided) * len(self.parts)

    def units(self) -> Iterator[Unit]:
        for unit, part in product(self.undivided, self.parts):
            if self.games is None:
                yield msgspec.structs.replace(unit, shard=part, shards=len(self.parts))
            else:
                yield msgspec.structs.replace(unit, games=min(self.parts.step, self.games - part), start=part)


def _games(table: Mapping[str, Any], where: str) -> list[Game]:
    if "rules" in table:
        if "pegs" in table or "colors" in table:
            raise BadInput.because("rules_twice_in_plan", file=where)
        texts = table["rules"]
    elif "pegs" in table and "colors" in table:
        texts = [f"p{pegs}c{colors}" for pegs, colors in product(table["pegs"], table["colors"])]
    else:
        raise BadInput.because("no_rules_in_plan", file=where)
    try:
        return [Game.parse(text) for text in texts]
    except BadInput as error:
        raise BadInput.like(error).within(where, source=where) from None


def _players(table: Mapping[str, Any], where: str) -> list[Player]:
    if "strategies" not in table:
        raise BadInput.because("no_strategies_in_plan", file=where)
    options = table.get("options", {})
    players = []
    for text, *values in product(table["strategies"], *options.values()):
        given = {name: value for name, value in zip(options, values, strict=True) if value is not False}
        added = ",".join(name if value is True else f"{name}={value}" for name, value in given.items())
        joint = "" if not added else "," if ":" in text else ":"
        try:
            player = Player.parse(f"{text}{joint}{added}")
        except BadInput as error:
            raise BadInput.like(error).within(where, source=where) from None
        if added and player.files:
            raise BadInput.because("no_options_in_plan", file=where, strategy=text, like="{}")
        players.append(player)
    return players


def _several(value: Any) -> list[Any]:
    """The values of a key that takes one or a list of them."""
    return value if isinstance(value, list) else [value]


T = TypeVar("T")
_List = Annotated[list[T], Meta(min_length=1)]
_Share = Annotated[float, Meta(gt=0.0, lt=1.0)]
_Count = Annotated[int, Meta(ge=1, le=MOST)]

_KEYS: dict[str, tuple[Any, str]] = {
    "rules": (_List[str], "some_rules"),
    "pegs": (_List[_Count], "some_pegs"),
    "colors": (_List[_Count], "some_colors"),
    "strategies": (_List[str], "some_strategies"),
    "options": (dict[str, _List[str | int | float | bool]], "some_options"),
    "noise": (str | float | _List[str | float], "some_noise"),
    "declare": (_Share | _List[_Share], "some_declare"),
    "codemaker": (str | _List[str], "some_codemakers"),
    "games": (_Count | Literal["all"], "number_or_all"),
    "seed": (Annotated[int, Meta(ge=0, le=MOST)], "number_from_0"),
    "games_per_unit": (_Count, "number_from_1"),
    "shards": (_Count, "number_from_1"),
}
"""The keys of a plan: the type of the value, and the kind of the clause that says what is expected."""


def _check(table: Mapping[str, Any], where: str) -> None:
    """Raise `BadInput` for the first unknown key or invalid value."""
    for name, value in table.items():
        if name not in _KEYS:
            hint = hint_at(name, [*_KEYS, "task"], "like_keys", keys=f"{', '.join(_KEYS)} or [[task]]")
            raise BadInput.because("unknown_key", file=where, key=name, **hint)
        wanted, clause = _KEYS[name]
        try:
            msgspec.convert(value, wanted)
            for noise in _several(value) if name == "noise" else ():
                noise_of(noise)
        except (msgspec.ValidationError, BadInput):
            like = '{ first = ["1122", "best"] }'
            raise BadInput.because(
                "wrong_key_of_plan", file=where, key=name, wanted=clause, like=like, most=MOST, value=_shown(value)
            ) from None


def _shown(value: Any) -> str:
    """A value as TOML spells it, near enough."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')
    return text if len(text) <= 60 else f"{text[:60]}…"
