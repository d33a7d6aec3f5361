"""The search of a whole game, in parts that threads, processes and other machines can share.

First guesses that differ by symmetry are searched part by part. A small part is one task; for a large part, each second
guess is a task. The limit of a task follows from the best value so far and the bounds of the other parts, and decreases
during the search; a task that can no longer improve the result is abandoned.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor, TimeoutError as NotYet
from dataclasses import dataclass, field

import numpy as np

from codepegs.candidates import Candidates, differing_guesses
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Code, Game, Position, Turn, counted, part_table
from codepegs.trees.search.journal import Fact, Journal
from codepegs.trees.search.set_search import (
    MOST_VALUE,
    Choices,
    Cost,
    Searcher,
    SearchOptions,
    least_values,
    new_memory,
    pegs_are_apart,
)
from codepegs.trees.tree import Tree

logger = logging.getLogger(__name__)

MOST_CODES_SEARCHED = 40_000
"""Largest number of codes of a game that is searched; larger games would take too long."""

SHARED_FROM = 64
"""Size of a part from which each second guess is a task."""

PATIENCE_SECONDS = 0.2
"""Interval at which waiting for an executor checks for interrupts."""


def check_size(game: Game) -> None:
    """Check that a game is small enough for a search for an optimal tree.

    Args:
        game: The game.

    Raises:
        BadInput: It has too many codes.
    """
    if game.size > MOST_CODES_SEARCHED:
        from codepegs.trees.search import beam

        fits = game.size <= beam.MOST_CODES
        raise BadInput(
            f"{game} has {counted(game.size, 'code')}, more than the {MOST_CODES_SEARCHED:,} supported by optimal: "
            f"{'use codepegs improve' if fits else beam.instead(game)}"
        )


@dataclass
class Bounds:
    """The progress of a search; both bounds only ever tighten."""

    lower: int
    """The lower bound of the value."""
    upper: int | None
    """The value of the best tree so far; None if there is none."""
    done: int
    """Number of first guesses that are finished."""
    firsts: int
    """Number of first guesses that differ by symmetry."""


@dataclass(frozen=True)
class Outcome:
    """The result of a search of a game; values do not include the one guess that finds each code."""

    value: int | None
    lower: int
    proved: bool
    nodes: int
    """Number of sets whose guesses were scored, which identifies the search."""


@dataclass
class _Part:
    """The candidates after one reply to a first guess."""

    history: tuple[Turn, ...]
    codes: Candidates
    lower: int
    settled: bool
    """Whether `lower` is the exact value."""
    busy: bool = False
    """Whether a task that searches it, or lists its guesses, is running."""
    choices: Choices | None = None
    """The guesses that are tasks."""
    handed: int = 0
    """Number of guesses assigned so far."""
    running: int = 0
    floor: int = MOST_VALUE
    """The least lower bound of the assigned guesses."""
    best: int = MOST_VALUE
    best_guess: int | None = None


@dataclass
class _First:
    """One first guess, its parts, and their bounds."""

    guess: Code
    parts: list[_Part]
    base: int
    lower: int = field(init=False)
    """A lower bound of trees that begin with the guess: `base` plus the bounds of the parts."""
    open_parts: int = field(init=False)

    def __post_init__(self) -> None:
        self.lower = self.base + sum(part.lower for part in self.parts)
        self.open_parts = sum(not part.settled for part in self.parts)

    @property
    def done(self) -> bool:
        return self.open_parts == 0

    def raise_part(self, part: _Part, value: int, settled: bool) -> None:
        """Set the lower bound of a part, or its value."""
        self.lower += max(0, value - part.lower)
        self.open_parts += part.settled - settled
        part.lower, part.settled = max(part.lower, value), settled


@dataclass(frozen=True)
class _Work:
    """A task for a first guess: search a part, list its guesses, or search one of them."""

    first: _First
    part: _Part
    number: int | None
    limit: int


@dataclass(frozen=True)
class Task:
    """A request to search a set, over all guesses or with one."""

    game: str
    cost: Cost
    candidates_only: bool
    history: tuple[Turn, ...]
    limit: int
    guess: int | None = None
    most_parts: tuple[int, int] = (0, 0)


class _Own(threading.local):
    """The last searcher of this thread, with its transposition table."""

    about: tuple[str, Cost, bool] | None = None
    searcher: Searcher | None = None


_own = _Own()


def run_task(task: Task) -> tuple[int, int]:
    """Run a task in any process; returns (value, sets scored). The transposition table is kept for later tasks."""
    about = (task.game, task.cost, task.candidates_only)
    searcher = _own.searcher
    if searcher is None or _own.about != about:
        searcher = Searcher(Game.parse(task.game), task.cost, task.candidates_only)
        _own.searcher, _own.about = searcher, about
    codes = Candidates.after(Position(searcher.game, task.history))
    before = searcher.nodes
    value = _search(searcher, codes, task, lambda: False)
    assert value is not None
    return value, searcher.nodes - before


def _search(searcher: Searcher, codes: Candidates, task: Task, pause: Callable[[], bool]) -> int | None:
    if task.guess is None:
        return searcher.search(codes.keys, task.history, task.limit, pause=pause)
    return searcher.search_guess(codes.keys, task.history, task.guess, task.most_parts, task.limit, pause=pause)


class GameSearch:
    """The search of one game for one cost, shared by threads, which may delegate tasks to an executor.

    >>> search = GameSearch(Game(3, 4))
    >>> outcome = search.run()
    >>> outcome.value + 64, outcome.proved
    (206, True)
    """

    def __init__(
        self,
        game: Game,
        cost: Cost | None = None,
        *,
        candidates_only: bool = False,
        incumbent: int | None = None,
        workers: int = 1,
        executor: Executor | None = None,
        journal: Journal | None = None,
        options: SearchOptions | None = None,
        progress: Callable[[Bounds], None] | None = None,
    ) -> None:
        check_size(game)
        self.game, self.cost = game, cost or Cost()
        self.options = options or SearchOptions()
        self.candidates_only = candidates_only
        self.best = MOST_VALUE if incumbent is None else incumbent
        self.best_first: Code | None = None
        self.workers, self.executor, self.journal, self.progress = workers, executor, journal, progress
        self.memory = new_memory(self.options.entries(game))
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._stopped = False
        self._remote_nodes = 0
        self._searchers: list[Searcher] = []
        everything = Candidates.all(game)
        start = Position(game)
        if self.options.symmetry:
            keys = differing_guesses(start, everything, candidates_only=candidates_only)
            if pegs_are_apart(game):
                keys = keys[:1]
        else:
            keys = everything.keys
        self._least = least_values(len(part_table(game)), game.size, self.cost)
        self.firsts = sorted(
            (self._first(everything, everything.layout.decode(key)) for key in keys.tolist()),
            key=lambda first: (first.lower, first.guess),
        )
        for first in self.firsts:
            if first.done and first.lower < self.best:
                self.best, self.best_first = first.lower, first.guess

    def _first(self, everything: Candidates, guess: Code) -> _First:
        row = 0 if self.cost.same_turns else 2
        parts = [
            self._part((Turn(guess, reply),), codes, int(self._least[row, len(codes)]))
            for reply, codes in everything.partition(guess).items()
            if not reply.solved
        ]
        parts.sort(key=lambda part: len(part.codes))
        base = sum(len(part.codes) for part in parts) * int(self.cost.step[1])
        if self.cost.turns == 1 and parts:
            base = MOST_VALUE
        return _First(guess, parts, base)

    def _part(self, history: tuple[Turn, ...], codes: Candidates, least: int) -> _Part:
        part = _Part(history, codes, least, settled=len(codes) < 2)
        fact = self._known(part)
        if fact is not None:
            part.lower, part.settled = max(least, fact.value), fact.exact
            if fact.best is not None:
                part.best_guess = codes.layout.encode(CANONICAL.parse(self.game, fact.best))
        return part

    def _known(self, part: _Part, guess: int | None = None) -> Fact | None:
        if self.journal is None:
            return None
        spelled = None if guess is None else self._spell(part, guess)
        return self.journal.known(self.cost.name, self._name(part), spelled)

    def _name(self, part: _Part) -> str:
        return str(Position(self.game, part.history))

    def _spell(self, part: _Part, guess: int) -> str:
        return CANONICAL.format(self.game, part.codes.layout.decode(guess))

    def stop(self) -> None:
        """Make all threads end soon."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def bounds(self) -> Bounds:
        """Return the progress of the search."""
        with self._lock:
            open_firsts = [first for first in self.firsts if first.lower < self.best and not first.done]
            lower = min([self.best, *(first.lower for first in open_firsts)])
            upper = None if self.best >= MOST_VALUE else self.best
            return Bounds(lower, upper, len(self.firsts) - len(open_firsts), len(self.firsts))

    def run(self, seconds: float | None = None) -> Outcome:
        """Search until done, stopped or the time is up; an interrupt stops the search and is raised."""
        timer = threading.Timer(seconds, self.stop) if seconds is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            if self.workers == 1:
                self._work()
            else:
                with ThreadPoolExecutor(self.workers, thread_name_prefix="codepegs") as pool:
                    try:
                        for future in [pool.submit(self._work) for _ in range(self.workers)]:
                            future.result()
                    except KeyboardInterrupt:
                        self.stop()
                        logger.info("interrupted: finishing the current step, then printing the best result so far")
                        raise
                    except BaseException:
                        self.stop()
                        raise
        finally:
            if timer is not None:
                timer.cancel()
        return self.outcome()

    def outcome(self) -> Outcome:
        """Return the result so far."""
        found = self.bounds()
        nodes = self._remote_nodes + sum(searcher.nodes for searcher in self._searchers)
        return Outcome(found.upper, found.lower, found.done == found.firsts, nodes)

    def _work(self) -> None:
        searcher = Searcher(self.game, self.cost, self.candidates_only, self.memory, self.options)
        with self._lock:
            self._searchers.append(searcher)
        try:
            while (work := self._next()) is not None:
                self._do(searcher, work)
                if self.progress is not None:
                    self.progress(self.bounds())
        except BaseException:
            self.stop()
            raise

    def _next(self) -> _Work | None:
        """Return the next task for the most promising first guess; None at the end."""
        with self._changed:
            while not self._stopped:
                waiting = False
                for first in self.firsts:
                    work = self._work_at(first)
                    if work is not None:
                        return work
                    waiting = waiting or self._is_open(first)
                if not waiting:
                    return None
                self._changed.wait()
            return None

    def _is_open(self, first: _First) -> bool:
        return first.lower < self.best and not first.done

    def _work_at(self, first: _First) -> _Work | None:
        """Return a task of a first guess that is not yet assigned.

        The guesses at all large parts are listed first, for the bounds that come with them. Then the smallest part is
        searched, which costs least, and the limits of the others follow from its value.
        """
        for part in first.parts:
            if part.choices is None and not (part.settled or part.busy) and len(part.codes) >= SHARED_FROM:
                if not self._is_open(first):
                    return None
                part.busy = True
                return _Work(first, part, None, self._limit(first, part))
        for part in first.parts:
            if not self._is_open(first):
                return None
            if part.settled or part.busy:
                continue
            if part.choices is None:
                part.busy = True
                return _Work(first, part, None, self._limit(first, part))
            number = self._next_choice(first, part)
            if number is not None:
                part.running += 1
                return _Work(first, part, number, self._limit(first, part))
            if part.running == 0:
                self._close(first, part)
        return None

    def _limit(self, first: _First, part: _Part) -> int:
        """The limit of a part: at this value or more, its first guess cannot improve the result."""
        return min(part.best, self.best - first.lower + part.lower)

    def _next_choice(self, first: _First, part: _Part) -> int | None:
        """Return the next guess to search at a part, after those that are in the journal."""
        assert part.choices is not None
        while part.handed < len(part.choices.guesses):
            number, limit = part.handed, self._limit(first, part)
            if part.choices.scores[number] >= limit:
                return None
            part.handed += 1
            fact = self._known(part, part.choices.guesses[number])
            if fact is None or not (fact.exact or fact.value >= limit):
                return number
            self._weigh(part, number, fact.value, fact.exact)
        return None

    def _weigh(self, part: _Part, number: int, value: int, exact: bool) -> None:
        """Record the cost of a guess at a part."""
        assert part.choices is not None
        part.floor = min(part.floor, value)
        if exact and value < part.best:
            part.best, part.best_guess = value, part.choices.guesses[number]

    def _close(self, first: _First, part: _Part) -> None:
        """Conclude the value of a part: guesses that were not searched cost at least their bounds."""
        assert part.choices is not None
        untried = part.choices.scores[part.handed] if part.handed < len(part.choices.scores) else part.choices.limit
        value = min(part.floor, untried)
        self._conclude(first, part, value, value == part.best)

    def _conclude(self, first: _First, part: _Part, value: int, exact: bool) -> None:
        first.raise_part(part, value, exact)
        if self.journal is not None:
            best = None if part.best_guess is None or not exact else self._spell(part, part.best_guess)
            self.journal.add(Fact(self.cost.name, self._name(part), None, part.lower, exact, best))
        if first.done and first.lower < self.best:
            self.best, self.best_first = first.lower, first.guess

    def _do(self, searcher: Searcher, work: _Work) -> None:
        """Run one task and record its result."""
        part = work.part
        if work.number is None and len(part.codes) >= SHARED_FROM:
            choices = searcher.choices(part.codes.keys, part.history, work.limit)
            with self._changed:
                part.busy = False
                part.choices = choices
                if choices.settled:
                    self._conclude(work.first, part, choices.value, choices.value < work.limit)
                else:
                    work.first.raise_part(part, choices.value, False)
                self._changed.notify_all()
            return
        value = self._solve(searcher, work)
        with self._changed:
            if work.number is None:
                part.busy = False
            else:
                part.running -= 1
            if value is not None:
                exact = value < work.limit
                if work.number is None:
                    self._conclude(work.first, part, value, exact)
                else:
                    self._weigh(part, work.number, value, exact)
                    if self.journal is not None and part.choices is not None:
                        guess = self._spell(part, part.choices.guesses[work.number])
                        self.journal.add(Fact(self.cost.name, self._name(part), guess, value, exact))
            self._changed.notify_all()

    def _solve(self, searcher: Searcher, work: _Work) -> int | None:
        """The value of a task if it is below its limit, otherwise a lower bound; None if it became useless."""
        part, choices = work.part, work.part.choices
        guess = None if work.number is None or choices is None else choices.guesses[work.number]
        most_parts = (0, 0) if choices is None else choices.most_parts
        task = Task(str(self.game), self.cost, self.candidates_only, part.history, work.limit, guess, most_parts)

        def is_vain() -> bool:
            if self.progress is not None:
                self.progress(self.bounds())
            return self._stopped or work.first.lower >= self.best

        if self.executor is None:
            return _search(searcher, part.codes, task, is_vain)
        future = self.executor.submit(run_task, task)
        while True:
            try:
                value, nodes = future.result(timeout=PATIENCE_SECONDS)
            except NotYet:
                if is_vain():
                    future.cancel()
                    return None
            except CancelledError:
                return None
            else:
                with self._lock:
                    self._remote_nodes += nodes
                return value

    def tree(self) -> Tree:
        """Build the tree of the best first guess, after a search that found one."""
        assert self.best_first is not None
        if self._searchers:
            searcher = self._searchers[0]
        else:
            searcher = Searcher(self.game, self.cost, self.candidates_only, self.memory, self.options)
        best = next(first for first in self.firsts if first.guess == self.best_first)
        known = np.full(len(part_table(self.game)), -1, dtype=np.int64)
        for part in best.parts:  # the table may have lost some of the results
            if part.best_guess is not None:
                known[part_table(self.game).number(part.history[0].reply)] = part.best_guess
        return searcher.tree(self.best_first, known)
