"""Work shared among threads in chunks, and worker processes that end with their parent.

The parallel Knuth report divides the guesses of a turn into chunks, finds 512 of them best on its machine, and leaves
open how to derive the number from the rules, the candidates and the cores; `auto` is such a rule. Every plan gives the
same guesses; only the time differs.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TypeVar

from codepegs.errors import BadInput

Result = TypeVar("Result")

REPLIES_PER_SECOND = 2.0e10
"""Nominal number of replies that one core counts per second from bit planes (p5c8 on a 2024 server core: 1e10 to
4e10)."""

LEAST_CHUNK_SECONDS = 4e-4
"""Least seconds of a chunk; handing one to another thread takes about 20 microseconds."""

BREATH_SECONDS = 0.2
"""Seconds that one worker runs before it reports progress and checks for interrupts."""

CHUNKS_PER_WORKER = 16
"""Chunks per worker, enough to keep all workers busy even if some guesses take several times as long."""

MOST_PAIRS = 3_000_000


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """The number of chunks into which the guesses of a turn are divided.

    `auto`: as many as keep all workers busy, of at least 0.4 milliseconds each. A number: that many in every turn.
    `512/2` and the like: that many in the first turn that is searched, divided by the second number in each later turn.
    `guesses`: one for each guess. `pairs`: one for each guess and candidate, which shows why tasks must not be small.

    >>> ChunkPlan.parse("512/2").chunks(10_000, 500, turn=3, workers=2)
    128
    >>> ChunkPlan.parse("20000").chunks(10_000, 500, turn=1, workers=2)
    20000
    """

    kind: str = "auto"
    """`auto`, `fixed`, `guesses` or `pairs`."""
    count: int = 1
    """The number of chunks in the first search, for `fixed`."""
    factor: float = 1.0
    """The divisor of that number in each later search."""

    @classmethod
    def parse(cls, text: str) -> ChunkPlan:
        """Parse a plan.

        Args:
            text: `auto`, `guesses`, `pairs`, a number, or a number and a divisor such as `512/2`.

        Returns:
            The plan.

        Raises:
            BadInput: The text is not a plan.
        """
        word = text.strip().lower()
        if word in ("auto", "guesses", "pairs"):
            return cls(word)
        match = re.fullmatch(r"(\d{1,9})(?:/(\d{1,3}(?:\.\d{1,3})?))?", word, re.ASCII)
        if not match or int(match[1]) < 1 or (match[2] and float(match[2]) < 1):
            raise BadInput(
                f"{text!r} is not a valid number of chunks: expected auto, a number of at least 1, guesses, pairs, "
                "or e.g. 512/2 (halved each turn)"
            )
        return cls("fixed", int(match[1]), float(match[2] or 1))

    def chunks(self, guesses: int, candidates: int, turn: int, workers: int) -> int:
        """Return the number of chunks for one turn.

        Args:
            guesses: Number of guesses to score.
            candidates: Number of candidates.
            turn: The number of searches made in this game, this one included.
            workers: Number of threads.

        Returns:
            The number of chunks, at least 1. It may exceed the number of guesses; empty chunks are then skipped.
        """
        if self.kind == "fixed":
            return max(1, int(self.count / self.factor ** (turn - 1)))
        if self.kind in ("guesses", "pairs"):
            return guesses
        seconds = guesses * candidates / REPLIES_PER_SECOND
        if workers == 1:
            return max(1, min(guesses, int(seconds / BREATH_SECONDS)))
        most = max(workers * CHUNKS_PER_WORKER, int(seconds / BREATH_SECONDS))
        return max(1, min(guesses, most, int(seconds / LEAST_CHUNK_SECONDS)))


@dataclass(frozen=True, slots=True)
class Span:
    """The work of one chunk on the timeline: the worker, start and end in seconds, and the number of items."""

    worker: int
    """The number of the thread, from 0."""
    start: float
    """Start of the work, in seconds of `time.perf_counter`."""
    end: float
    """End of the work, likewise."""
    items: int
    """Number of items in the chunk."""


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
        """Add to the counts."""
        self.sets += sets
        self.guesses += guesses
        self.replies += replies


@dataclass
class WorkerThreads:
    """A pool of threads that share the work of a job; the compiled loops that they run release the GIL.

    Use it as a context manager, or call `close`, to end the threads.

    Raises:
        BadInput: `workers` is less than 1.

    >>> WorkerThreads(workers=2).map(10, 3, lambda start, stop: (start, stop))
    [(0, 3), (3, 6), (6, 10)]
    """

    workers: int = 1
    """Number of threads, at least 1."""
    plan: ChunkPlan = field(default_factory=ChunkPlan)
    """How many chunks the guesses of a turn are divided into."""
    timeline: list[Span] | None = None
    """If it is a list, the spans of work of all workers are appended to it."""
    work: Work = field(default_factory=Work)
    """The work done so far."""
    progress: Callable[[int, int], None] | None = None
    """Called after each chunk with the number of items done and the number of items of the job."""
    report: Callable[[str], None] | None = None
    """Called periodically with the progress within one long item."""
    _executor: ThreadPoolExecutor | None = field(default=None, repr=False)
    _thread_numbers: dict[int, int] = field(default_factory=dict, repr=False)

    @staticmethod
    @contextmanager
    def of(workers: WorkerThreads | int) -> Iterator[WorkerThreads]:
        """Open the threads of one job, as a context manager.

        Args:
            workers: Threads, which are left open afterwards, or a number of threads, which are ended afterwards.

        Yields:
            The threads.

        Raises:
            BadInput: The number is less than 1.

        >>> with WorkerThreads.of(2) as threads:
        ...     threads.workers
        2
        """
        if isinstance(workers, WorkerThreads):
            yield workers
            return
        with WorkerThreads(workers) as threads:
            yield threads

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadInput(f"workers must be at least 1, not {self.workers}")

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
        edges = [total * n // chunks for n in range(chunks + 1)]
        ranges = list(pairwise(edges))
        if chunks == 1 and self.workers > 1:  # too short for a thread and for the timeline
            return self._collect((task(start, stop) for start, stop in ranges), ranges)
        run = task if self.timeline is None else self._timed(task)
        if self.workers == 1:
            return self._collect((run(start, stop) for start, stop in ranges), ranges)
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.workers, thread_name_prefix="codepegs")
        try:
            return self._collect(self._executor.map(run, *zip(*ranges, strict=True)), ranges)
        except BaseException:  # e.g. an interrupt: drop the chunks that have not started
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
            raise

    def _collect(self, results: Iterable[Result], ranges: list[tuple[int, int]]) -> list[Result]:
        collected = []
        for result, (_, stop) in zip(results, ranges, strict=True):
            collected.append(result)
            if self.progress is not None:
                self.progress(stop, ranges[-1][1])
        return collected

    def _timed(self, task: Callable[[int, int], Result]) -> Callable[[int, int], Result]:
        timeline = self.timeline
        assert timeline is not None

        def run(start: int, stop: int) -> Result:
            began = time.perf_counter()
            result = task(start, stop)
            number = self._thread_numbers.setdefault(threading.get_ident(), len(self._thread_numbers))
            timeline.append(Span(number, began, time.perf_counter(), stop - start))
            return result

        return run

    def close(self) -> None:
        """End the threads; the object can be used again."""
        if self._executor is not None:
            self._executor.shutdown()
            self._executor = None

    def __enter__(self) -> WorkerThreads:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run_for(caller: int, function: Callable[..., Result], *arguments: object) -> Result:
    """Call a function, as a task of an executor; a worker process that the caller started ends with the caller.

    Args:
        caller: The process that submits the task.
        function: The function.
        *arguments: Its arguments.

    Returns:
        What the function returns.

    >>> run_for(os.getpid(), abs, -1)
    1
    """
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid == caller:  # otherwise this process does other work too, or is elsewhere
        end_with_parent()
    return function(*arguments)


def end_with_parent() -> None:
    """Let a process started by `multiprocessing` end when its parent ends, even if that is killed."""
    _watch_parent(os.getpid())


@cache
def _watch_parent(process: int) -> None:
    """Start the thread that does so, once in each process: a forked child inherits what is cached."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
