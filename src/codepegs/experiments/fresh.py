"""Games of one strategy in a process of its own, whose memory is then that of the strategy."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol

from codepegs.errors import CodepegsError, Unavailable
from codepegs.experiments.executors import interrupts_held, leave_interrupts
from codepegs.experiments.units import Outcome, Unit, run_unit

LOOK_SECONDS = 0.1
"""Seconds between two looks at whether the games are still wanted."""

ENDING_SECONDS = 0.5
"""Seconds after which a process is ended that does not end by itself."""


class Teller(Protocol):
    """Takes the progress of games, and that of a single long one in words."""

    def __call__(self, done: int, total: int) -> None: ...

    def report(self, words: str) -> None: ...


def run_fresh(
    unit: Unit,
    workers: int,
    teller: Teller | None,
    look: Callable[[], None] | None,
    *,
    on_game: Callable[[int, int], None],
    **settings: Any,
) -> Outcome:
    """Play the games of a unit in a new process, with settings as of `run_unit`."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    arguments = (theirs, unit, workers, teller is not None, settings)
    process = context.Process(target=send_outcome, args=arguments, daemon=True)
    takers: dict[str, Callable[..., None]] = {"game": on_game}
    if teller is not None:
        takers |= {"progress": teller, "words": teller.report}
    try:
        with interrupts_held():
            process.start()
        theirs.close()
        while isinstance(result := _next(ours, look), tuple):
            kind, *values = result
            takers[kind](*values)
    except EOFError:
        process.join()
        raise Unavailable.because("process_exited", strategy=unit.strategy, code=str(process.exitcode)) from None
    except BaseException:  # e.g. an interrupt: the games are no longer wanted
        if process.is_alive():
            process.terminate()
        raise
    finally:
        if process.pid is not None:  # otherwise it was never started
            process.join(ENDING_SECONDS)
            if process.is_alive():
                process.terminate()
            process.join()
        ours.close()
    if isinstance(result, Exception):
        raise result
    assert isinstance(result, Outcome)
    return result


def _next(pipe: Connection, look: Callable[[], None] | None) -> object:
    """What the process sends next."""
    while look is not None and not pipe.poll(LOOK_SECONDS):
        look()
    return pipe.recv()


def send_outcome(pipe: Connection, unit: Unit, workers: int, tells: bool, settings: dict[str, Any]) -> None:
    """Play the games in the new process, and send what they report."""
    leave_interrupts()
    sender = _Sender(pipe)
    with suppress(BrokenPipeError):  # a second Ctrl-C can end the other process first
        try:
            pipe.send(run_unit(unit, workers, sender if tells else None, on_game=sender.on_game, **settings))
        except (CodepegsError, MemoryError) as error:
            pipe.send(error)


class _Sender:
    """Sends lengths of games and progress, from any thread."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def __call__(self, done: int, total: int) -> None:
        self._send("progress", done, total)

    def report(self, words: str) -> None:
        """Send how far a single long game is."""
        self._send("words", words)

    def on_game(self, number: int, length: int) -> None:
        """Send the length of a game."""
        self._send("game", number, length)

    def _send(self, *message: object) -> None:
        with self._lock:
            self._pipe.send(message)
