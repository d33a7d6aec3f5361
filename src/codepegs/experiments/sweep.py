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
from typing import Any

import msgspec

from codepegs.codes import MOST_CODES
from codepegs.errors import BadInput, CodepegsError, Unavailable, did_you_mean
from codepegs.experiments.executors import note_last_unit, worker_lost
from codepegs.experiments.store import Row, Store
from codepegs.experiments.units import Outcome, Unit, codemaker_named, run_unit
from codepegs.files import MOST_TOML_BYTES, is_database, parse_toml, read_text, shown
from codepegs.game import Game, noise_of
from codepegs.parallel import run_for
from codepegs.rng import Seed
from codepegs.strategies import Player

WARM_UP = "p4c7"
"""A game that uses the loops for large sets, but takes only milliseconds."""


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """The progress of a sweep."""

    units: int
    """Units of the plan."""
    found: int
    """Units that had a row before."""
    played: int
    """Units played in this run."""
    games: int
    """Games of the plan, as planned."""
    games_found: int
    """Games of the units that had a row before."""
    games_played: int
    """Games played in this run."""
    seconds: float
    """Seconds since this run began."""
    seconds_at_last: float = 0.0
    """The same when the last unit was done."""

    @property
    def games_left(self) -> int:
        """Games still to be played."""
        return max(0, self.games - self.games_found - self.games_played)

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds of the rest, from the units of this run; None before the first is done.

        Games of unfinished units are not known, so between two units the estimate of the last one counts down.
        """
        if not self.games_played:
            return None
        at_last = self.seconds_at_last * self.games_left / self.games_played
        return max(0.0, at_last - (self.seconds - self.seconds_at_last))


class Played(msgspec.Struct, frozen=True):
    """The result that a worker sends back."""

    unit: str
    """The unit's name, computed by the worker."""
    outcome: Outcome
    """The result."""
    worker: str
    """Machine and process that played the unit."""


def play_unit(unit: Unit) -> Played:
    """Play a unit; the function that an executor calls in its workers."""
    outcome = run_unit(unit, progress=note_last_unit)
    return Played(unit.name, outcome, worker_name())


def worker_name() -> str:
    """Return the name of this worker: machine, process and, unless it is the main one, thread."""
    name = f"{platform.node()}:{os.getpid()}"
    if threading.current_thread() is threading.main_thread():
        return name
    return f"{name}:{threading.get_native_id()}"


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
    waiting = iter([(name, unit) for name, unit in named.items() if name not in here])
    pending: dict[Future[Played], tuple[str, Unit]] = {}
    finished: SimpleQueue[Future[Played]] = SimpleQueue()
    try:
        while True:
            _hand_out(waiting, executor, pending, finished)
            if not pending:
                return replace(state, seconds=time.monotonic() - began)
            try:
                future = finished.get(timeout=0.5)  # seconds between progress reports while no unit ends
            except Empty:
                pass
            else:
                name, unit = pending.pop(future)
                store.add(_row(name, unit, future))
                state = replace(
                    state,
                    played=state.played + 1,
                    games_played=state.games_played + unit.games_wanted,
                    seconds_at_last=time.monotonic() - began,
                )
            state = replace(state, seconds=time.monotonic() - began)
            if progress is not None:
                progress(state)
    except Exception as error:
        if worker_lost(error):
            raise Unavailable(_lost(error, state)) from None
        raise
    finally:
        for future in pending:
            future.cancel()


def _hand_out(
    waiting: Iterator[tuple[str, Unit]],
    executor: Executor,
    pending: dict[Future[Played], tuple[str, Unit]],
    finished: SimpleQueue[Future[Played]],
) -> None:
    """Submit units up to the limit; if one is done at once, its row is written first."""
    # Number of units submitted to the executor ahead of time, enough for hundreds of workers and quickly cancelled.
    while len(pending) < 1_000:
        name, unit = next(waiting, ("", None))
        if unit is None:
            return
        future = executor.submit(run_for, os.getpid(), play_unit, unit)
        pending[future] = (name, unit)
        future.add_done_callback(finished.put)
        if future.done():
            return


def _row(name: str, unit: Unit, future: Future[Played]) -> Row:
    try:
        played = future.result()
    except CodepegsError as error:
        raise error.within(f"{unit.strategy} at {unit.rules}") from None
    except ImportError as error:
        raise Unavailable(
            f"a worker cannot run units ({error}): install the same version of codepegs on every worker"
        ) from None
    if played.unit != name:
        raise Unavailable(
            f"{played.worker} uses another version of codepegs, or another file for {unit.strategy}, than this "
            "process: install the same version and use paths that are valid on every worker"
        )
    return Row.of(unit, played.outcome, played.worker)


def _lost(error: Exception, state: SweepProgress) -> str:
    says_more = str(error) and not isinstance(error, (BrokenExecutor, CancelledError))
    reason = f" ({str(error).splitlines()[0]})" if says_more else ""
    return (
        f"a worker or the scheduler exited early, perhaps killed or out of memory{reason}: "
        f"{state.found + state.played:,} of {state.units:,} units are saved; run the same command to continue"
    )


ALL = "all"
"""The value of `games` for every secret."""

GAMES_PER_UNIT = 100
"""Default number of games of a unit, which take seconds for most strategies."""

MOST = 2**63 - 1
"""The largest number a row can hold."""

MOST_UNITS = 1_000_000
"""Units of a plan: each is a row, and all their names are held in memory."""


def read_plan(path: Path | str) -> list[Unit]:
    """Read the plan of a sweep from a TOML file."""
    if is_database(path):
        raise BadInput(f"{path} is a results file: give the plan, a TOML file")
    return parse_plan(read_text(path, MOST_TOML_BYTES), shown(path))


def parse_plan(text: str, name: str = "the plan") -> list[Unit]:
    """Parse a plan."""
    # The values at the top of the plan are the defaults of its `[[task]]` blocks; if they name games and strategies,
    # they are also a task of their own. Units in which nothing is random have seed 0, whatever the seed of the plan.
    # Every strategy plays every game with every value of `noise`, `declare` and `codemaker`.
    table = parse_toml(text, name)
    tasks = [_Task.read(table, where) for table, where in _tables(table, name)]
    wanted = sum(task.count() for task in tasks)
    if wanted > MOST_UNITS:
        raise BadInput(
            f"{name} has {wanted:,} units, more than {MOST_UNITS:,}: increase games_per_unit or decrease shards"
        )
    found: dict[str, Unit] = {}
    for task in tasks:
        for unit in task.units():
            found.setdefault(unit.name, unit)
    return list(found.values())


def _tables(top: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The task tables, with inherited values, and their places in the file."""
    blocks = top.pop("task", [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadInput(f"{name}: task must be a table that starts with [[task]]")
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

    pairs: list[tuple[Game, Player]]
    conditions: list[tuple[float | str, float | None, str | None]]
    """Noise, declare and codemaker."""
    games: int | None
    seed: int
    games_per_unit: int
    shards: int

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str) -> _Task:
        games = table.get("games", ALL)
        task = cls(
            pairs=[(game, player) for game in _games(table, where) for player in _players(table, where)],
            conditions=list(
                product(
                    [noise_of(noise) for noise in _several(table.get("noise", 0.0))],
                    _several(table.get("declare")),
                    _several(table.get("codemaker")),
                )
            ),
            games=None if games == ALL else games,
            seed=table.get("seed", 0),
            games_per_unit=table.get("games_per_unit", GAMES_PER_UNIT),
            shards=table.get("shards", 1),
        )
        for (game, player), (noise, declare, codemaker) in product(task.pairs, task.conditions):
            try:  # raises an error for games, options and codemakers that do not match or do not exist
                player.with_noise(noise, declare).start(game, Seed(task.seed))
                if codemaker is not None:
                    codemaker_named(codemaker)
            except CodepegsError as error:
                raise error.within(f"{where}") from None
            if task.games is None and game.size > MOST_CODES:
                raise BadInput(
                    f'{where}: games = "all" supports up to {MOST_CODES:,} codes, but {game} has more: give a number '
                    "of games"
                )
        return task

    def count(self) -> int:
        units = self.shards if self.games is None else -(-self.games // self.games_per_unit)
        return len(self.pairs) * len(self.conditions) * units

    def units(self) -> Iterator[Unit]:
        for (game, player), (noise, declare, codemaker) in product(self.pairs, self.conditions):
            unit = Unit(
                rules=str(game),
                strategy=str(player),
                seed=self.seed,
                noise=noise,
                declare=declare,
                codemaker=codemaker,
            )
            if self.games is None:
                seed = 0 if unit.is_honest and player.is_deterministic(game) else self.seed
                for shard in range(self.shards):
                    yield msgspec.structs.replace(unit, seed=seed, shard=shard, shards=self.shards)
            else:
                for start in range(0, self.games, self.games_per_unit):
                    yield msgspec.structs.replace(unit, games=min(self.games_per_unit, self.games - start), start=start)


def _games(table: Mapping[str, Any], where: str) -> list[Game]:
    if "rules" in table:
        if "pegs" in table or "colors" in table:
            raise BadInput(f"{where}: rules cannot be combined with pegs and colors")
        texts = table["rules"]
    elif "pegs" in table and "colors" in table:
        texts = [f"p{pegs}c{colors}" for pegs, colors in product(table["pegs"], table["colors"])]
    else:
        raise BadInput(f'{where}: no rules given: expected rules = ["p4c6"], or both pegs = [4] and colors = [6, 7]')
    try:
        return [Game.parse(text) for text in texts]
    except BadInput as error:
        raise BadInput.like(error).within(where, source=where) from None


def _players(table: Mapping[str, Any], where: str) -> list[Player]:
    if "strategies" not in table:
        raise BadInput(f'{where}: missing strategies: expected e.g. strategies = ["entropy"]')
    options = table.get("options", {})
    players = []
    for text, *values in product(table["strategies"], *options.values()):
        words = [_option(name, value) for name, value in zip(options, values, strict=True)]
        added = ",".join(word for word in words if word)
        joint = "" if not added else "," if ":" in text else ":"
        try:
            player = Player.parse(f"{text}{joint}{added}")
        except BadInput as error:
            raise BadInput.like(error).within(where, source=where) from None
        if added and player.files:
            raise BadInput(f"{where}: {text} has no options: give it a separate [[task]] with options = {{}}")
        players.append(player)
    return players


def _several(value: Any) -> list[Any]:
    """The values of a key that takes one or a list of them."""
    return value if isinstance(value, list) else [value]


def _option(name: str, value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return name if value else ""
    return f"{name}={value}"


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and bool(value) and all(map(fits, value))


def _number(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST


def _one_or_list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: _list_of(fits)(_several(value))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _noise(value: Any) -> bool:
    try:
        return not isinstance(value, bool) and isinstance(value, (str, int, float)) and noise_of(value) is not None
    except BadInput:
        return False


_KEYS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "rules": (_list_of(_text), 'a list of rules ids, e.g. ["p4c6", "p5c8"]'),
    "pegs": (_list_of(_number(1)), "a list of numbers of at least 1, e.g. [3, 4, 5]"),
    "colors": (_list_of(_number(1)), "a list of numbers of at least 1, e.g. [4, 6, 8]"),
    "strategies": (_list_of(_text), 'a list of strategy texts, e.g. ["entropy", "minimax:candidates-only"]'),
    "options": (
        lambda value: (
            isinstance(value, dict)
            and all(map(_list_of(lambda one: isinstance(one, (str, int, float))), value.values()))
        ),
        'a table of lists, e.g. { first = ["1122", "best"] }',
    ),
    "noise": (
        _one_or_list_of(_noise),
        'a probability of at least 0 and below 1, a kind of false replies such as "miscount:0.1", or a list of these',
    ),
    "declare": (
        _one_or_list_of(lambda value: isinstance(value, float) and 0.0 < value < 1.0),
        "a probability above 0 and below 1, e.g. 0.99, or a list of these",
    ),
    "codemaker": (_one_or_list_of(_text), 'a text such as "careless.py:careless", or a list of these'),
    "games": (lambda value: value == ALL or _number(1)(value), 'a number of at least 1, or "all"'),
    "seed": (_number(0), f"a number from 0 to {MOST}"),
    "games_per_unit": (_number(1), "a number of at least 1"),
    "shards": (_number(1), "a number of at least 1"),
}
"""The keys of a plan: which values fit, and what is expected."""


def _check(table: Mapping[str, Any], where: str) -> None:
    """Raise `BadInput` for the first unknown key or invalid value."""
    for name, value in table.items():
        if name not in _KEYS:
            hint = did_you_mean(name, [*_KEYS, "task"]) or f": expected {', '.join(_KEYS)} or [[task]]"
            raise BadInput(f"{where}: unknown key {name!r}{hint}")
        fits, wanted = _KEYS[name]
        if not fits(value):
            raise BadInput(f"{where}: {name} must be {wanted}, not {_shown(value)}")


LONGEST_SHOWN = 60


def _shown(value: Any) -> str:
    """A value as TOML spells it, near enough."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
