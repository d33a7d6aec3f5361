"""Plans for the division of a search into chunks, and when each worker was busy.

The parallel Knuth report divides the guesses of a turn into chunks, finds 512 of them best on its machine, and leaves
open how to derive the number from the rules, the candidates and the cores; `WorkerThreads.chunks` is such a rule.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, Keys, Objective, Ties, best_guess, best_preferred, scores
from codepegs.errors import BadInput
from codepegs.game import part_table
from codepegs.parallel import WorkerThreads

Result = TypeVar("Result")

MOST_PAIRS = 3_000_000


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """The number of chunks into which the guesses of a turn are divided."""

    # `auto`: as many as keep all workers busy, of at least 0.4 milliseconds each. A number: that many in every turn.
    # `512/2` and the like: that many in the first turn that is searched, divided by the second number in each later
    # turn. `guesses`: one for each guess. `pairs`: one for each guess and candidate, which shows why tasks must not be
    # small.

    kind: str = "auto"
    """`auto`, `fixed`, `guesses` or `pairs`."""
    count: int = 1
    """The number of chunks in the first search, for `fixed`."""
    factor: float = 1.0
    """The divisor of that number in each later search."""

    @classmethod
    def parse(cls, text: str) -> ChunkPlan:
        """Parse a plan."""
        word = text.strip().lower()
        if word in ("auto", "guesses", "pairs"):
            return cls(word)
        match = re.fullmatch(r"(\d{1,9})(?:/(\d{1,3}(?:\.\d{1,3})?))?", word, re.ASCII)
        if not match or int(match[1]) < 1 or (match[2] and float(match[2]) < 1):
            raise BadInput.because("no_chunks", text=text)
        return cls("fixed", int(match[1]), float(match[2] or 1))


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


@dataclass
class PlannedThreads(WorkerThreads):
    """Threads that divide each search by a plan; all plans but `auto` divide small searches, too."""

    plan: ChunkPlan = field(default_factory=ChunkPlan)
    """How many chunks the guesses of a turn are divided into."""
    timeline: list[Span] | None = None
    """If it is a list, the spans of work of all workers are appended to it."""
    searches: int = 0
    _thread_numbers: dict[int, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.plan.kind != "auto":
            self.search = self._search

    def new_game(self) -> PlannedThreads:
        """Begin to count searches again; returns the threads."""
        self.searches = 0
        return self

    def chunks(self, guesses: int, candidates: int) -> int:
        """The number of chunks for one search, at least 1; it may exceed the number of guesses."""
        if self.plan.kind == "auto":
            return super().chunks(guesses, candidates)
        if self.plan.kind == "fixed":
            return max(1, int(self.plan.count / self.plan.factor ** max(0, self.searches - 1)))
        return guesses

    def map(self, total: int, chunks: int, task: Callable[[int, int], Result]) -> list[Result]:
        """As `WorkerThreads.map`; a single chunk that is not handed to a thread is not on the timeline."""
        is_timed = self.timeline is not None and (self.workers == 1 or min(chunks, total) > 1)
        return super().map(total, chunks, self._timed(task) if is_timed else task)

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

    def _search(
        self,
        guesses: Keys,
        candidates: Candidates,
        objective: Objective,
        *,
        ties: Ties,
        rng: np.random.Generator | None,
        threads: WorkerThreads,
    ) -> int:
        self.searches += 1
        if self.plan.kind != "pairs" or not candidates.game._traits.counts_pegs:
            return best_guess(guesses, candidates, objective, ties=ties, rng=rng, threads=threads)
        threads.work.add(1, len(guesses), len(guesses) * len(candidates))
        sizes = _part_sizes(guesses, candidates, threads)
        return best_preferred(guesses, scores(sizes, objective), sizes[:, -1], ties, rng)


def _part_sizes(guesses: Keys, candidates: Candidates, threads: WorkerThreads) -> NDArray[np.int64]:
    """One task for each guess and candidate: handing out the tasks takes far longer than the work."""
    space, table = candidates.space, part_table(candidates.game)
    pairs = len(guesses) * len(candidates)
    if pairs > MOST_PAIRS:
        raise BadInput.because("too_many_pairs", pairs=pairs, most=MOST_PAIRS)
    count = len(candidates)

    def run(start: int, stop: int) -> int:
        guess, at = space.decode(guesses[start // count]), start % count
        return int(space.parts(candidates.keys[at : at + 1], guess)[0])

    parts = np.array(threads.map(pairs, pairs, run)).reshape(len(guesses), count)
    offset = np.arange(len(guesses))[:, None] * len(table)
    return np.bincount((parts + offset).ravel(), minlength=len(guesses) * len(table)).reshape(len(guesses), -1)
