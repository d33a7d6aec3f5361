"""The search of a whole game, in parts that threads, processes and other machines can share.

First guesses that differ by symmetry are searched part by part. A small part is one task; for a large part, each second
guess is a task. The limit of a task follows from the best value so far and the bounds of the other parts, and decreases
during the search; a task that can no longer improve the result is abandoned.

A listed game has thousands of first guesses, which have many parts. These are made when it is the turn of a guess; most
guesses are then dropped because of the bounds of their parts.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, TimeoutError as NotYet
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, compress
from typing import NamedTuple

import numpy as np

from codepegs.codes import Candidates, differing_guesses
from codepegs.errors import BadInput, shown
from codepegs.game import CANONICAL, Code, Game, Position, Turn, part_table
from codepegs.parallel import Deadline, TimeUp, WorkerThreads, run_for
from codepegs.trees.search.journal import Fact
from codepegs.trees.search.search_state import Bounds, First, Part, Plan, run_threads
from codepegs.trees.search.set_search import (
    MOST_CODES_SEARCHED,
    MOST_VALUE,
    Choices,
    Cost,
    Searcher,
    check_searched,
    least_value,
    least_values,
    new_memory,
    pegs_are_apart,
    sizes_in_blocks,
)
from codepegs.trees.tree import Tree

logger = logging.getLogger(__name__)

SHARED_FROM = 64
"""Size of a part from which each second guess is a task."""

SHARED_FROM_MANY = 1000
"""The same for a game without symmetry, whose many first guesses have parts enough."""

JOURNALED_FROM_MANY = 64
"""Size of a part from which it is in the journal of such a game; smaller ones are quickly searched again."""

PROGRESS_SECONDS_A_FIRST = 1e-5
"""Seconds between two progress reports, for each first guess: a report looks at all of them."""

GUESSES_TOGETHER = 64
"""Guesses at a part that one worker searches in one call, at most."""

PATIENCE_SECONDS = 0.2
"""Interval at which waiting for an executor checks for interrupts."""


def check_size(game: Game) -> None:
    """Check that a game is small enough for a search for an optimal tree."""
    check_searched(game)
    if game.size > MOST_CODES_SEARCHED:
        from codepegs.trees.search import beam

        instead = "use_improve" if game.size <= beam.MOST_CODES_IMPROVED else beam.instead(game)
        reason = game._reason("too_large_for_optimal", size=game.size, most=MOST_CODES_SEARCHED, instead=instead)
        raise BadInput.because(reason)


def check_start(game: Game, start: Tree | None) -> None:
    """Check that the tree with which a search begins is a tree of the game."""
    if start is not None and not isinstance(start, Tree):
        raise BadInput.because("start_is_no_tree", value=shown(start))
    if start is not None and start.game != game:
        raise BadInput.because("start_of_another_game", other=str(start.game), game=str(game))


class Task(NamedTuple):
    """A request to search a set, over all guesses or with some."""

    game: Game
    cost: Cost
    candidates_only: bool
    history: tuple[Turn, ...]
    limit: int
    choices: Choices | None = None


_own = threading.local()
"""`last` has the game, the cost and the kind of guesses of the last searcher of this thread, and the searcher."""


def run_task(task: Task) -> tuple[list[int], int]:
    """Run a task in any process; returns (values, sets scored). The transposition table is kept for later tasks."""
    about, searcher = getattr(_own, "last", (None, None))
    if about != task[:3] or searcher is None:
        searcher = Searcher(task.game, task.cost, task.candidates_only)
        _own.last = task[:3], searcher
    codes = Candidates.after(Position(task.game, task.history))
    before = searcher.nodes
    return _search(searcher, codes, task, lambda: False), searcher.nodes - before


def _search(searcher: Searcher, codes: Candidates, task: Task, pause: Callable[[], bool]) -> list[int]:
    if task.choices is not None:
        return searcher.search_guesses(codes.keys, task.history, task.choices, task.limit, pause=pause)
    value = searcher.search(codes.keys, task.history, task.limit, pause=pause)
    return [] if value is None else [value]


def say_if_interrupted() -> None:
    """Log that Ctrl-C does not end a search at once, while it is handled."""
    if isinstance(sys.exception(), KeyboardInterrupt):
        logger.info("interrupted: finishing the current step, then printing the best result so far")


class GameSearch:
    """The search of one game for one cost, shared by threads, which may delegate tasks to an executor."""

    def __init__(
        self,
        plan: Plan,
        cost: Cost,
        incumbent: int = MOST_VALUE,
        progress: Callable[[Bounds], None] | None = None,
    ) -> None:
        self.plan, self.game, self.cost, self.progress = plan, plan.game, cost, progress
        self.best = incumbent
        self.best_first: Code | None = None
        self.memory = new_memory(plan.options.entries(self.game))
        self._changed = threading.Condition()
        self._deadline = Deadline()
        self._remote_nodes = 0
        self._searchers: list[Searcher] = []
        self._has_many_firsts = not self.game._traits.is_symmetric
        self._shared_from = SHARED_FROM_MANY if self._has_many_firsts else SHARED_FROM
        self._report_due = 0.0
        self._everything = Candidates.all(self.game)
        self._least = least_values(len(part_table(self.game)), self.game.size, cost)
        self.firsts: list[First] = []
        self._waiting: list[First] = []
        self._is_listed = False

    def _list_firsts(self) -> None:
        """List the first guesses with their bounds."""
        firsts = self._weighed_firsts() if self.game._is_weighed else self._all_firsts()
        self.firsts = sorted(firsts, key=lambda first: (first.lower, first.guesses, first.guess))
        self._waiting = list(self.firsts)
        for first in self.firsts:
            self._rate(first)
        self._is_listed = True

    def _rate(self, first: First) -> None:
        """Keep a first guess if it is done and better than the best so far."""
        if first.done and first.lower < self.best:
            self.best, self.best_first = first.lower, first.guess

    def _all_firsts(self) -> list[First]:
        """The first guesses that differ by symmetry, or one of them."""
        everything, only = self._everything, self.plan.first
        if only is not None:
            keys = np.array([everything.space.encode(only)], dtype=np.uint64)
        elif self.plan.options.symmetry or self._has_many_firsts:
            start = Position(self.game)
            keys = differing_guesses(start, everything, candidates_only=self.plan.candidates_only)
            if pegs_are_apart(self.game):
                keys = keys[:1]
        else:
            keys = everything.keys
        least = self._least[0 if self.cost.same_turns else 2]
        fewest = least_values(len(part_table(self.game)), self.game.size, Cost())[0]
        found = []
        for block, sizes in sizes_in_blocks(keys, everything, WorkerThreads(deadline=self._deadline)):
            sums = (each.sum(axis=1).tolist() for each in (sizes, least[sizes], fewest[sizes]))
            for key, codes, bound, guesses in zip(block.tolist(), *sums, strict=True):
                base = MOST_VALUE if self.cost.turns == 1 and codes else codes * int(self.cost.step[1])
                first = self._first(everything.space.decode(key), base, base + bound, codes + guesses)
                if not self._has_many_firsts:
                    self._deadline.look()
                    first.take_parts(self._parts(first))
                found.append(first)
        return found

    def _weighed_firsts(self) -> list[First]:
        """The first guesses of a weighed game that may cost less than the best so far, or one of them."""
        everything, mass, only = self._everything, self._everything.mass, self.plan.first
        if only is not None:
            parts = everything.partition(only)
            if len(parts) == 1 and not any(reply.solved for reply in parts):
                raise BadInput.because("distinguishes_nothing", guess=CANONICAL.format(self.game, only))
            base = mass * self.game._cost_of(only)
            return [First(only, base, base, 0)]
        searcher, keys = self._searcher(), everything.keys
        choices = searcher.choices(keys, (), self.best, pause=self._deadline.is_past)
        if choices is None:
            raise TimeUp
        guesses, bounds = choices.guesses, choices.scores
        if choices.settled and choices.value < self.best:
            guesses, bounds = [searcher.best_guess(keys, (), choices.value)], [choices.value]
        codes = map(everything.space.decode, guesses)
        return [
            self._first(guess, mass * self.game._cost_of(guess), bound, 0, choices.settled)
            for guess, bound in zip(codes, bounds, strict=True)
        ]

    def _first(self, guess: Code, base: int, lower: int, guesses: int, done: bool = False) -> First:
        """A first guess, with its bound in the journal if that is better."""
        fact = None if done else self._fact((), guess)
        if fact is not None:
            lower, done = max(lower, fact.value), fact.exact
        return First(guess, base, lower, guesses, done)

    def _searcher(self) -> Searcher:
        plan = self.plan
        searcher = Searcher(self.game, self.cost, plan.candidates_only, self.memory, plan.options)
        with self._changed:
            self._searchers.append(searcher)
        return searcher

    def _parts(self, first: First) -> list[Part]:
        """The parts of a first guess, the smallest first; if only the number of turns is limited, the largest."""
        row = 0 if self.cost.same_turns else 2
        parts = [
            self._part(
                (Turn(first.guess, reply),), codes, 0 if self.game._is_weighed else int(self._least[row, len(codes)])
            )
            for reply, codes in self._everything.partition(first.guess).items()
            if not (reply.solved or codes.is_over)
        ]
        parts.sort(key=lambda part: len(part.codes), reverse=self.cost.is_free)
        return parts

    def _part(self, history: tuple[Turn, ...], codes: Candidates, least: int) -> Part:
        part = Part(history, codes, least, settled=len(codes) < 2)
        if part.settled and self.game._is_weighed:  # one code is left to be named
            is_late = self.cost.turns is not None and len(history) >= self.cost.turns
            part.lower = MOST_VALUE if is_late else codes.mass * self.game._cost_of(codes[0])
        fact = self._fact(history) if self._is_journaled(part) else None
        if fact is not None:
            part.lower, part.settled = max(part.lower, fact.value), fact.exact
            if fact.best is not None:
                part.best_guess = codes.space.encode(CANONICAL.parse(self.game, fact.best))
        return part

    def _is_journaled(self, part: Part) -> bool:
        return not self._has_many_firsts or len(part.codes) >= JOURNALED_FROM_MANY

    def _fact(self, history: tuple[Turn, ...], guess: Code | None = None) -> Fact | None:
        """The fact in the journal about a set, or about a guess at it."""
        if self.plan.journal is None:
            return None
        return self.plan.journal.known(self.cost.name, str(Position(self.game, history)), self._spelled(guess))

    def _note(
        self, history: tuple[Turn, ...], guess: Code | None, value: int, exact: bool, best: Code | None = None
    ) -> None:
        """Add a fact about a set, or about a guess at it, to the journal."""
        if self.plan.journal is not None:
            about = (self.cost.name, str(Position(self.game, history)), self._spelled(guess))
            self.plan.journal.add(Fact(*about, value, exact, self._spelled(best)))

    def _spelled(self, code: Code | None) -> str | None:
        return None if code is None else CANONICAL.format(self.game, code)

    def _code(self, key: int) -> Code:
        return self._everything.space.decode(key)

    def stop(self) -> None:
        """Make all threads end soon."""
        with self._changed:
            self._deadline.end()
            self._changed.notify_all()

    def bounds(self) -> Bounds:
        """Return the progress of the search."""
        with self._changed:
            is_open = [self._is_open(first) for first in self.firsts]
            lower = min([self.best, *(first.lower for first in compress(self.firsts, is_open))])
            upper = None if self.best >= MOST_VALUE else self.best
            if not self._is_listed:
                return Bounds(min(self.best, self._floor()), upper, 0, 1)
            return Bounds(lower, upper, is_open.count(False), len(is_open))

    def _floor(self) -> int:
        """A lower bound before the first guesses are listed."""
        if self.game._is_weighed:
            return least_value(self.game)
        return int(self._least[0 if self.cost.same_turns else 1, self.game.size])

    def run(self, deadline: Deadline | None = None) -> Bounds:
        """Search until done or the time is up; an interrupt stops the search and is raised."""
        self._deadline = deadline or Deadline()
        with suppress(TimeUp):
            self._list_firsts()
            run_threads([self._work] * self.plan.workers, self._interrupt)
        return self.outcome()

    def _interrupt(self) -> None:
        self.stop()
        say_if_interrupted()

    def outcome(self) -> Bounds:
        """Return the result so far; values do not include the one guess that finds each code."""
        nodes = self._remote_nodes + sum(searcher.nodes for searcher in self._searchers)
        return replace(self.bounds(), nodes=nodes)

    def _work(self) -> None:
        searcher = self._searcher()
        try:
            while (work := self._next()) is not None:
                work(searcher)
                self._report()
        except BaseException:
            self.stop()
            raise

    def _report(self) -> None:
        if self.progress is None:
            return
        now = time.monotonic()
        if now >= self._report_due:
            self._report_due = now + len(self.firsts) * PROGRESS_SECONDS_A_FIRST
            self.progress(self.bounds())

    def _next(self) -> Callable[[Searcher], None] | None:
        """Return the next task for the most promising first guess; None at the end."""
        with self._changed:
            while not self._deadline.is_past():
                waiting: list[First] = []
                for number, first in enumerate(self._waiting):
                    work = self._work_at(first)
                    if self._is_open(first):
                        waiting.append(first)
                    else:
                        self._drop(first)
                    if work is not None:
                        self._waiting[: number + 1] = waiting
                        return work
                self._waiting = waiting
                if not waiting:
                    return None
                self._changed.wait()
            return None

    def _drop(self, first: First) -> None:
        """Forget the parts of a first guess of a game without symmetry that is done or not better than the best."""
        if not self._has_many_firsts or first.parts is None:
            return
        if first.guess != self.best_first:
            first.parts = None
        self._note((), first.guess, first.lower, first.done)

    def _is_open(self, first: First) -> bool:
        return first.lower < self.best and not first.done

    def _work_at(self, first: First) -> Callable[[Searcher], None] | None:
        """Return a task of a first guess that is not yet assigned.

        The guesses at all large parts are listed first, for the bounds that come with them. Then the first part is
        searched. It is the smallest, which costs least, and the limits of the others follow from its value; if only the
        number of turns is limited, it is the largest, which is the likeliest to need too many.
        """
        if not self._is_open(first):
            return None
        if first.parts is None:
            if first.busy:
                return None
            first.busy = True
            return partial(self._open, first)
        free = [part for part in first.parts if not (part.settled or part.busy)]
        unlisted = (part for part in free if part.choices is None and len(part.codes) >= self._shared_from)
        for part in chain(unlisted, free):
            if part.choices is None:
                part.busy = True
                task = self._list if len(part.codes) >= self._shared_from else self._search_part
                return partial(task, first, part, self._limit(first, part))
            numbers = self._next_choices(first, part)
            if numbers:
                part.running += 1
                return partial(self._search_some, first, part, self._limit(first, part), numbers)
            if part.running == 0:
                self._close(first, part)
                if not self._is_open(first):
                    return None
        return None

    def _limit(self, first: First, part: Part) -> int:
        """The limit of a part: at this value or more, its first guess cannot improve the result."""
        return min(part.best, self.best - first.known() + part.lower)

    def _next_choices(self, first: First, part: Part) -> range:
        """Assign the next guesses to search at a part, after those that are in the journal: one if others share it."""
        assert part.choices is not None
        guesses, scores = part.choices.guesses, part.choices.scores
        most = GUESSES_TOGETHER if self.plan.workers == 1 else 1
        start, limit = part.handed, self._limit(first, part)
        while part.handed < len(guesses) and scores[part.handed] < limit:
            fact = self._fact(part.history, self._code(guesses[part.handed]))
            if fact is not None and (fact.exact or fact.value >= limit):
                if part.handed > start:
                    break
                self._weigh(part, start, fact.value, fact.exact)
                start, limit = start + 1, self._limit(first, part)
            elif part.handed == start + most:
                break
            part.handed += 1
        return range(start, part.handed)

    def _weigh(self, part: Part, number: int, value: int, exact: bool) -> None:
        """Record the cost of a guess at a part."""
        assert part.choices is not None
        part.floor = min(part.floor, value)
        if exact and (value, number) < (part.best, part.best_number):
            part.best, part.best_number, part.best_guess = value, number, part.choices.guesses[number]

    def _close(self, first: First, part: Part) -> None:
        """Conclude the value of a part: guesses that were not searched cost at least their bounds."""
        assert part.choices is not None
        untried = part.choices.scores[part.handed] if part.handed < len(part.choices.scores) else part.choices.limit
        value = min(part.floor, untried)
        self._conclude(first, part, value, value == part.best)

    def _conclude(self, first: First, part: Part, value: int, exact: bool) -> None:
        first.raise_part(part, value, exact)
        if self._is_journaled(part):
            best = None if part.best_guess is None or not exact else self._code(part.best_guess)
            self._note(part.history, None, part.lower, exact, best)
        self._rate(first)

    def _list(self, first: First, part: Part, limit: int, searcher: Searcher) -> None:
        """List the guesses at a part."""
        choices = searcher.choices(part.codes.keys, part.history, limit, pause=self._deadline.is_past)
        with self._changed:
            part.busy, part.choices = False, choices
            if choices is None:
                pass  # the time is up
            elif choices.settled:
                self._conclude(first, part, choices.value, choices.value < limit)
            else:
                first.raise_part(part, choices.value, False)
            self._changed.notify_all()

    def _search_part(self, first: First, part: Part, limit: int, searcher: Searcher) -> None:
        values = self._solve(first, part, limit, None, searcher)
        with self._changed:
            part.busy = False
            for value in values:
                self._conclude(first, part, value, value < limit)
            self._changed.notify_all()

    def _search_some(self, first: First, part: Part, limit: int, numbers: range, searcher: Searcher) -> None:
        """Search some of the guesses at a part."""
        assert part.choices is not None
        choices = part.choices.some(numbers)
        values = self._solve(first, part, limit, choices, searcher)
        with self._changed:
            part.running -= 1
            part.handed -= len(numbers) - len(values)  # one worker has the rest again
            for number, guess, value in zip(numbers, choices.guesses, values, strict=False):
                self._weigh(part, number, value, value < limit)
                self._note(part.history, self._code(guess), value, value < limit)
                limit = min(limit, value)
            self._changed.notify_all()

    def _open(self, first: First, searcher: Searcher) -> None:
        """Make the parts of a first guess, and bound them, the largest first, as long as the guess can be better."""
        parts = self._parts(first)
        lower = first.base + sum(part.lower for part in parts)
        for part in sorted(parts, key=lambda part: len(part.codes), reverse=True):
            if lower >= self.best:
                break
            if part.settled:
                continue
            bound = searcher.bound(part.codes.keys, part.history, pause=self._deadline.is_past)
            if bound is None:
                break
            value, exact = bound
            lower += max(0, value - part.lower)
            part.lower, part.settled = max(part.lower, value), exact
            self._report()
        with self._changed:
            first.busy = False
            first.take_parts(parts)
            self._rate(first)
            self._changed.notify_all()

    def _solve(self, first: First, part: Part, limit: int, choices: Choices | None, searcher: Searcher) -> list[int]:
        """The value of a part, or those of guesses: lower bounds if not below the limit; fewer if it is useless."""
        task = Task(self.game, self.cost, self.plan.candidates_only, part.history, limit, choices)

        def is_vain() -> bool:
            self._report()
            return self._deadline.is_past() or first.lower >= self.best

        if self.plan.executor is None:
            return _search(searcher, part.codes, task, is_vain)
        future = self.plan.executor.submit(run_for, os.getpid(), run_task, task)
        while True:
            try:
                values, nodes = future.result(timeout=PATIENCE_SECONDS)
            except NotYet:
                if is_vain():
                    future.cancel()
                    return []
            except CancelledError:
                return []
            else:
                with self._changed:
                    self._remote_nodes += nodes
                return values

    def tree(self, deadline: Deadline | None = None) -> Tree | None:
        """Build the tree of the best first guess that the search found; None if it found none, or the time is up."""
        if self.best_first is None:
            return None
        searcher = self._searchers[0] if self._searchers else self._searcher()
        best = next(first for first in self.firsts if first.guess == self.best_first)
        numbers = part_table(self.game)
        known = np.full(len(numbers), -1, dtype=np.int64)
        for part in self._parts(best) if best.parts is None else best.parts:  # the table may have lost some results
            if part.best_guess is not None:
                known[numbers.number(part.history[0].reply)] = part.best_guess
        return searcher.tree(self.best_first, known, pause=(deadline or Deadline()).is_past)
