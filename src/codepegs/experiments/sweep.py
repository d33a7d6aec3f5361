"""Sweeps: the units of a plan played by any executor, with each result stored immediately."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

import msgspec

from codepegs.errors import CodepegsError, Unavailable
from codepegs.experiments.executors import note_last_unit, worker_lost
from codepegs.experiments.store import Row, Store
from codepegs.experiments.units import Outcome, Unit, run_unit
from codepegs.parallel import run_for

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

    >>> import tempfile
    >>> from codepegs.experiments.executors import open_executor
    >>> units = [Unit(rules="p4c6", strategy="minimax", shard=n, shards=2) for n in range(2)]
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/rows.sqlite") as store:
    ...     with open_executor("serial") as executor:
    ...         run_sweep(units, store, executor).played, run_sweep(units, store, executor).played
    ...     sum(row.total for row in store.rows())
    (2, 0)
    5801
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
    has_text = str(error) and not isinstance(
        error, (BrokenExecutor, CancelledError)
    )  # the texts of these two are empty
    reason = f" ({str(error).splitlines()[0]})" if has_text else ""
    return (
        f"a worker or the scheduler exited early, perhaps killed or out of memory{reason}: "
        f"{state.found + state.played:,} of {state.units:,} units are saved; run the same command to continue"
    )
