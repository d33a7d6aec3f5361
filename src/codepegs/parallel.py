"""Work shared among threads in chunks, its deadline, loops that follow it, and processes that end with their parent.

The number of chunks into which the guesses of a turn are divided depends on the guesses, the candidates and the cores.
Any number gives the same guesses; only the time differs.
"""

from __future__ import annotations

import contextvars
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Generic, ParamSpec, Self, TypeVar

from codepegs.errors import BadInput, whole_number

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

REPLIES_PER_SECOND = 2.0e10
"""Nominal number of replies that one core counts per second from bit planes (p5c8 on a 2024 server core: 1e10 to
4e10)."""

BREATH_SECONDS = 0.2
"""Seconds that one worker runs before it reports progress and checks for interrupts."""

MOST_WORKERS = 10_000
"""Largest number of workers."""

CHUNKS_PER_WORKER = 16
"""Chunks per worker, enough to keep all workers busy even if some guesses take several times as long."""


@dataclass
class Work:
    """Counts of the work done for some guesses: the same on any machine, for any number of workers."""

    sets: int = 0
    """Sets of candidates for which a guess was searched."""
    guesses: int = 0
    """Guesses scored."""
    replies: int = 0
    """Replies counted: guesses times candidates, summed over the sets."""

    def add(self, sets: int, guesses: int, replies: int) -> None:
        self.sets += sets
        self.guesses += guesses
        self.replies += replies


class TimeUp(Exception):
    """The time of some work is up; it is raised between two steps of the work."""


class Deadline:
    """The end of some work, which looks at it between its steps; these take at most about 50 ms."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, seconds: float | None = None) -> None:
        self.ends: float = inf if seconds is None else self.clock() + seconds

    def end(self) -> None:
        """Let the time be up now."""
        self.ends = -inf

    def is_past(self) -> bool:
        """Return whether the time is up."""
        return self.ends < inf and self.clock() >= self.ends

    def look(self) -> None:
        """Raise `TimeUp` if the time is up."""
        if self.is_past():
            raise TimeUp

    def before(self, step: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        """Return a step that looks at the deadline first."""

        def looking(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
            self.look()
            return step(*arguments, **named)

        return looking


@dataclass
class WorkerThreads:
    """A pool of threads that share the work of a job; the compiled loops that they run release the GIL.

    Use it as a context manager, or call `close`, to end the threads.

    Raises:
        BadInput: `workers` is less than 1.

    >>> from codepegs import suggest
    >>> with WorkerThreads(workers=2) as threads:
    ...     len(suggest("p4c6 1122:1b0w", workers=threads))
    5
    >>> WorkerThreads(workers=2).map(10, 3, lambda start, stop: (start, stop))
    [(0, 3), (3, 6), (6, 10)]
    """

    workers: int = 1
    """Number of threads, at least 1."""
    work: Work = field(default_factory=Work, repr=False)
    """The work done so far."""
    progress: Callable[[int, int], None] | None = field(default=None, repr=False)
    """Called after each chunk with the number of items done and the number of items of the job."""
    report: Callable[[str], None] | None = field(default=None, repr=False)
    """Called periodically with the progress within one long item."""
    search: Callable[..., int] | None = field(default=None, repr=False)
    """Called in place of `one_step.best_guess`, with the same arguments."""
    deadline: Deadline = field(default_factory=Deadline, repr=False)
    """The end of the job; without one, the job is finished."""
    _pool: list[ThreadPoolExecutor] = field(default_factory=list, repr=False)
    """The pool, made when it is first needed, and shared with those that are `reporting` otherwise."""

    def reporting(self, progress: Callable[[int, int], None] | None) -> WorkerThreads:
        """Return the same threads for a part of the job, which reports its progress to another function, or to none.

        Args:
            progress: The function; None if the part does not report its progress.

        Returns:
            The threads; they count their work together with these, and end with these.
        """
        return replace(self, progress=progress)

    @staticmethod
    def of(workers: WorkerThreads | int) -> AbstractContextManager[WorkerThreads]:
        """Open the threads of one job, as a context manager.

        Args:
            workers: Threads, which are left open afterwards, or a number of threads, which are ended afterwards.

        Returns:
            The threads.

        Raises:
            BadInput: The number is less than 1.

        >>> with WorkerThreads.of(2) as threads:
        ...     threads.workers
        2
        """
        return nullcontext(workers) if isinstance(workers, WorkerThreads) else WorkerThreads(workers)

    def __post_init__(self) -> None:
        self.workers = whole_number("workers", self.workers, 1, MOST_WORKERS)

    def chunks(self, guesses: int, candidates: int) -> int:
        """Return the number of chunks for one search: enough to keep all workers busy, none too short.

        Args:
            guesses: Number of guesses to score.
            candidates: Number of candidates.

        Returns:
            The number of chunks, at least 1. It may exceed the number of guesses; empty chunks are then skipped.
        """
        seconds = guesses * candidates / REPLIES_PER_SECOND
        if self.workers == 1:
            return max(1, min(guesses, int(seconds / BREATH_SECONDS)))
        most = max(self.workers * CHUNKS_PER_WORKER, int(seconds / BREATH_SECONDS))
        # Least seconds of a chunk; handing one to another thread takes about 20 microseconds.
        return max(1, min(guesses, most, int(seconds / 4e-4)))

    def map(self, total: int, chunks: int, task: Callable[[int, int], Result]) -> list[Result]:
        """Run a task on consecutive ranges that together cover range(total).

        Args:
            total: Number of items.
            chunks: Number of ranges; at most `total` are used.
            task: Called with (start, stop) for each range.

        Returns:
            The results, in the order of the ranges.
        """
        chunks = max(1, min(chunks, total))
        ranges = list(pairwise(total * n // chunks for n in range(chunks + 1)))
        pool, is_shared, task = self._pool, self.workers > 1 and chunks > 1, self.deadline.before(task)
        if is_shared and not pool:
            from concurrent.futures import ThreadPoolExecutor

            pool.append(ThreadPoolExecutor(self.workers, thread_name_prefix="codepegs"))
        run = pool[0].map if is_shared else map
        results = []
        try:
            for result, (_, stop) in zip(run(task, *zip(*ranges, strict=True)), ranges, strict=True):
                results.append(result)
                if self.progress is not None:
                    self.progress(stop, total)
        except BaseException:  # e.g. an interrupt: drop the chunks that have not started
            if is_shared and pool:
                pool.pop().shutdown(wait=False, cancel_futures=True)
            raise
        return results

    def close(self) -> None:
        """End the threads; the object can be used again."""
        while self._pool:
            self._pool.pop().shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


State = TypeVar("State")

WAIT_SECONDS = 0.1
"""Seconds of one wait for the next state: on some systems, Ctrl-C cannot end it sooner."""


class Steps(Generic[State, Result]):
    """Work that a `for` loop follows: it goes on while the loop waits for the next state, and ends with the loop.

    The work runs in a thread of its own, which stands still while the body of the loop runs. Leaving the loop, by
    `break`, by an exception or by Ctrl-C, ends the work; `result` then has what was computed by then.

    >>> def work(steps: Steps[int, str]) -> str:
    ...     for number in range(1_000):
    ...         steps.report(number)
    ...         if steps.is_left:
    ...             break
    ...     return f"{number + 1} rounds"
    >>> steps = Steps(work)
    >>> for number in steps:
    ...     if number == 4:
    ...         break
    >>> steps.result
    '5 rounds'
    """

    def __init__(self, work: Callable[[Steps[State, Result]], Result], leave: Callable[[], None] | None = None) -> None:
        self.is_left: bool = False
        """Whether the loop was left before the end of the work, which is then to end soon."""
        self._work, self._leave = work, leave
        self._thread: threading.Thread | None = None
        self._told: SimpleQueue[list[State]] = SimpleQueue()
        """A list of one state; an empty list at the end of the work."""
        self._go_on = threading.Semaphore(0)
        self._telling = threading.Lock()
        self._found: list[Result] = []
        self._error: BaseException | None = None
        self._is_over = False

    def report(self, state: State) -> None:
        """Hand a state to the loop, and wait until its body has run; for the work, in any of its threads."""
        with self._telling:
            if not self.is_left:
                self._told.put([state])
                self._go_on.acquire()

    def __iter__(self) -> Iterator[State]:
        if self._thread is not None:
            return
        run = contextvars.copy_context().run
        self._thread = threading.Thread(target=run, args=(self._run,), name="codepegs-steps", daemon=True)
        self._thread.start()
        try:
            while told := self._wait():
                yield told[0]
                self._go_on.release()
        finally:
            if not self._is_over:
                self.is_left = True
                self._go_on.release()
                if self._leave is not None:
                    self._leave()
            self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            self._found.append(self._work(self))
        except BaseException as error:
            self._error = error
        finally:
            self._told.put([])

    def _wait(self) -> list[State]:
        while True:
            with suppress(Empty):
                told = self._told.get(timeout=WAIT_SECONDS)
                self._is_over = not told
                return told

    def __repr__(self) -> str:
        state = "not begun" if self._thread is None else "ended" if self._found or self._error else "under way"
        return f"<steps of some work, {state}>"

    @property
    def has_result(self) -> bool:
        """Whether the work has ended, and returned a result."""
        return bool(self._found)

    @property
    def result(self) -> Result:
        """What the work has found, once the loop has ended or was left."""
        if not self._found:
            raise BadInput.because("loop_not_ended")
        return self._found[0]


WATCHER = "codepegs-parent"
"""The name of the thread that waits for the parent of a process."""


def run_for(caller: int, function: Callable[..., Result], *arguments: object) -> Result:
    """Call a function, as a task of an executor; a worker process that the caller started ends with the caller."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid == caller:  # otherwise this process does other work too, or is elsewhere
        end_with_parent()
    return function(*arguments)


def leave_notices() -> None:
    """Leave what is to be said of games to the parent process, which reads them, too."""
    import logging

    logging.getLogger("codepegs.game").setLevel(logging.ERROR)


def end_with_parent() -> None:
    """Let a process started by `multiprocessing` end when its parent ends, even if that is killed."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None or any(thread.name == WATCHER for thread in threading.enumerate()):
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name=WATCHER, daemon=True).start()
