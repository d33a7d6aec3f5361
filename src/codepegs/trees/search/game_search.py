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
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor, TimeoutError as NotYet
from itertools import chain
from typing import NamedTuple

import numpy as np

from codepegs.codes import Candidates, Keys, differing_guesses, part_sizes
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Code, Game, Position, Turn, part_table
from codepegs.parallel import run_for
from codepegs.reasons import Reason
from codepegs.trees.search.journal import Fact, Journal
from codepegs.trees.search.search_state import Bounds, First, Outcome, Part, Work
from codepegs.trees.search.set_search import (
    MOST_CODES_SEARCHED,
    MOST_VALUE,
    Choices,
    Cost,
    Searcher,
    SearchOptions,
    check_searched,
    least_values,
    new_memory,
    pegs_are_apart,
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

SIZES_A_BLOCK = 1 << 20
"""Part sizes that are counted together."""

PATIENCE_SECONDS = 0.2
"""Interval at which waiting for an executor checks for interrupts."""


def check_size(game: Game) -> None:
    """Check that a game is small enough for a search for an optimal tree."""
    check_searched(game)
    if game.size > MOST_CODES_SEARCHED:
        from codepegs.trees.search import beam

        instead = "use_improve" if game.size <= beam.MOST_CODES else beam.instead(game)
        reason = game.reason("too_large_for_optimal", size=game.size, most=MOST_CODES_SEARCHED, instead=instead)
        raise BadInput.because(reason)


def check_start(game: Game, start: Tree | None) -> None:
    """Check that the tree with which a search begins is a tree of the game."""
    if start is not None and start.game != game:
        raise BadInput.because(Reason.of("start_of_another_game", other=str(start.game), game=str(game)))


class Task(NamedTuple):
    """A request to search a set, over all guesses or with some."""

    game: Game
    cost: Cost
    candidates_only: bool
    history: tuple[Turn, ...]
    limit: int
    choices: Choices | None = None


class _Own(threading.local):
    """The last searcher of this thread, with its transposition table."""

    about: tuple[Game, Cost, bool] | None = None
    searcher: Searcher | None = None


_own = _Own()


def run_task(task: Task) -> tuple[list[int], int]:
    """Run a task in any process; returns (values, sets scored). The transposition table is kept for later tasks."""
    about = (task.game, task.cost, task.candidates_only)
    searcher = _own.searcher
    if searcher is None or _own.about != about:
        searcher = Searcher(task.game, task.cost, task.candidates_only)
        _own.searcher, _own.about = searcher, about
    codes = Candidates.after(Position(searcher.game, task.history))
    before = searcher.nodes
    return _search(searcher, codes, task, lambda: False), searcher.nodes - before


def _search(searcher: Searcher, codes: Candidates, task: Task, pause: Callable[[], bool]) -> list[int]:
    if task.choices is not None:
        return searcher.search_guesses(codes.keys, task.history, task.choices, task.limit, pause=pause)
    value = searcher.search(codes.keys, task.history, task.limit, pause=pause)
    return [] if value is None else [value]


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
        first: Code | None = None,
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
        self._has_many_firsts = not game.traits.is_symmetric
        self._shared_from = SHARED_FROM_MANY if self._has_many_firsts else SHARED_FROM
        self._report_due = 0.0
        self._everything = Candidates.all(game)
        self._least = least_values(len(part_table(game)), game.size, self.cost)
        firsts = self._weighed_firsts(first) if game.is_weighed else self._all_firsts(first)
        self.firsts = sorted(firsts, key=lambda first: (first.lower, first.guesses, first.guess))
        self._waiting = list(self.firsts)
        for each in self.firsts:
            if each.done and each.lower < self.best:
                self.best, self.best_first = each.lower, each.guess

    def _all_firsts(self, only: Code | None) -> list[First]:
        """The first guesses that differ by symmetry, or one of them."""
        everything = self._everything
        if only is not None:
            keys = np.array([everything.space.encode(only)], dtype=np.uint64)
        elif self.options.symmetry or self._has_many_firsts:
            start = Position(self.game)
            keys = differing_guesses(start, everything, candidates_only=self.candidates_only)
            if pegs_are_apart(self.game):
                keys = keys[:1]
        else:
            keys = everything.keys
        found = []
        for key, codes, bound, guesses in zip(keys.tolist(), *self._split_by(keys), strict=True):
            base = MOST_VALUE if self.cost.turns == 1 and codes else codes * int(self.cost.step[1])
            first = First(everything.space.decode(key), base, base + bound, codes + guesses)
            if self._has_many_firsts:
                fact = self._fact(Position(self.game), self._text(first.guess))
                if fact is not None:
                    first.lower, first.done = max(first.lower, fact.value), fact.exact
            else:
                first.take_parts(self._parts(first))
            found.append(first)
        return found

    def _weighed_firsts(self, only: Code | None) -> list[First]:
        """The first guesses of a weighed game that may cost less than the best so far, or one of them."""
        everything, mass = self._everything, self._everything.mass
        if only is not None:
            parts = everything.partition(only)
            if len(parts) == 1 and not any(reply.solved for reply in parts):
                raise BadInput.because(Reason.of("distinguishes_nothing", guess=self._text(only)))
            base = mass * self.game.cost_of(only)
            return [First(only, base, base, 0)]
        searcher, keys = self._searcher(), everything.keys
        choices = searcher.choices(keys, (), self.best)
        guesses, bounds = choices.guesses, choices.scores
        if choices.settled and choices.value < self.best:
            guesses, bounds = [searcher.best_guess(keys, (), choices.value)], [choices.value]
        found = []
        for key, bound in zip(guesses, bounds, strict=True):
            guess = everything.space.decode(key)
            fact = self._fact(Position(self.game), self._text(guess))
            first = First(guess, mass * self.game.cost_of(guess), bound, 0, done=choices.settled)
            if fact is not None and not first.done:
                first.lower, first.done = max(bound, fact.value), fact.exact
            found.append(first)
        return found

    def _searcher(self) -> Searcher:
        searcher = Searcher(self.game, self.cost, self.candidates_only, self.memory, self.options)
        with self._lock:
            self._searchers.append(searcher)
        return searcher

    def _split_by(self, guesses: Keys) -> tuple[list[int], list[int], list[int]]:
        """For each first guess: the codes not found, and the bounds of its parts summed, as costs and in guesses."""
        least = self._least[0 if self.cost.same_turns else 2]
        fewest = least_values(len(part_table(self.game)), self.game.size, Cost())[0]
        block = max(1, SIZES_A_BLOCK // len(part_table(self.game)))
        codes: list[int] = []
        bounds: list[int] = []
        lengths: list[int] = []
        for start in range(0, len(guesses), block):
            sizes = part_sizes(guesses[start : start + block], self._everything)[:, :-1]
            codes += sizes.sum(axis=1).tolist()
            bounds += least[sizes].sum(axis=1).tolist()
            lengths += fewest[sizes].sum(axis=1).tolist()
        return codes, bounds, lengths

    def _parts(self, first: First) -> list[Part]:
        """The parts of a first guess, the smallest first; if only the number of turns is limited, the largest."""
        row = 0 if self.cost.same_turns else 2
        parts = [
            self._part(
                (Turn(first.guess, reply),), codes, 0 if self.game.is_weighed else int(self._least[row, len(codes)])
            )
            for reply, codes in self._everything.partition(first.guess).items()
            if not (reply.solved or codes.is_over)
        ]
        parts.sort(key=lambda part: len(part.codes), reverse=self.cost.is_free)
        return parts

    def _part(self, history: tuple[Turn, ...], codes: Candidates, least: int) -> Part:
        part = Part(history, codes, least, settled=len(codes) < 2)
        if part.settled and self.game.is_weighed:  # one code is left to be named
            is_late = self.cost.turns is not None and len(history) >= self.cost.turns
            part.lower = MOST_VALUE if is_late else codes.mass * self.game.cost_of(codes[0])
        fact = self._known(part)
        if fact is not None:
            part.lower, part.settled = max(part.lower, fact.value), fact.exact
            if fact.best is not None:
                part.best_guess = codes.space.encode(CANONICAL.parse(self.game, fact.best))
        return part

    def _known(self, part: Part, guess: int | None = None) -> Fact | None:
        if self.journal is None or not self._is_journaled(part):
            return None
        spelled = None if guess is None else self._spell(part, guess)
        return self._fact(Position(self.game, part.history), spelled)

    def _fact(self, position: Position, guess: str | None) -> Fact | None:
        return None if self.journal is None else self.journal.known(self.cost.name, str(position), guess)

    def _is_journaled(self, part: Part) -> bool:
        return not self._has_many_firsts or len(part.codes) >= JOURNALED_FROM_MANY

    def _name(self, part: Part) -> str:
        return str(Position(self.game, part.history))

    def _text(self, guess: Code) -> str:
        return CANONICAL.format(self.game, guess)

    def _spell(self, part: Part, guess: int) -> str:
        return self._text(part.codes.space.decode(guess))

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
        timer = None
        if seconds is not None and seconds <= threading.TIMEOUT_MAX:  # no timer can wait longer
            timer = threading.Timer(seconds, self.stop)
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
        searcher = self._searcher()
        try:
            while (work := self._next()) is not None:
                self._do(searcher, work)
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

    def _next(self) -> Work | None:
        """Return the next task for the most promising first guess; None at the end."""
        with self._changed:
            while not self._stopped:
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
        if self.journal is not None:
            fact = Fact(self.cost.name, str(Position(self.game)), self._text(first.guess), first.lower, first.done)
            self.journal.add(fact)

    def _is_open(self, first: First) -> bool:
        return first.lower < self.best and not first.done

    def _work_at(self, first: First) -> Work | None:
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
            return Work(first, None, None, 0)
        free = [part for part in first.parts if not (part.settled or part.busy)]
        unlisted = (part for part in free if part.choices is None and len(part.codes) >= self._shared_from)
        for part in chain(unlisted, free):
            if part.choices is None:
                part.busy = True
                return Work(first, part, None, self._limit(first, part))
            numbers = self._next_choices(first, part)
            if numbers:
                part.running += 1
                return Work(first, part, numbers, self._limit(first, part))
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
        most = GUESSES_TOGETHER if self.workers == 1 else 1
        start, limit = part.handed, self._limit(first, part)
        while part.handed < len(guesses) and scores[part.handed] < limit:
            fact = None if self.journal is None else self._known(part, guesses[part.handed])
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
        if self.journal is not None and self._is_journaled(part):
            best = None if part.best_guess is None or not exact else self._spell(part, part.best_guess)
            self.journal.add(Fact(self.cost.name, self._name(part), None, part.lower, exact, best))
        if first.done and first.lower < self.best:
            self.best, self.best_first = first.lower, first.guess

    def _do(self, searcher: Searcher, work: Work) -> None:
        """Run one task and record its result."""
        part = work.part
        if part is None:
            self._open(searcher, work.first)
            return
        if work.numbers is None and len(part.codes) >= self._shared_from:
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
        values, limit = self._solve(searcher, work), work.limit
        with self._changed:
            if work.numbers is None:
                part.busy = False
                for value in values:
                    self._conclude(work.first, part, value, value < limit)
            else:
                part.running -= 1
                part.handed -= len(work.numbers) - len(values)  # one worker has the rest again
                for number, value in zip(work.numbers, values, strict=False):
                    self._weigh(part, number, value, value < limit)
                    if self.journal is not None and part.choices is not None:
                        guess = self._spell(part, part.choices.guesses[number])
                        self.journal.add(Fact(self.cost.name, self._name(part), guess, value, value < limit))
                    limit = min(limit, value)
            self._changed.notify_all()

    def _open(self, searcher: Searcher, first: First) -> None:
        """Make the parts of a first guess, and bound them, the largest first, as long as the guess can be better."""
        parts = self._parts(first)
        lower = first.base + sum(part.lower for part in parts)
        for part in sorted(parts, key=lambda part: len(part.codes), reverse=True):
            if lower >= self.best or self._stopped:
                break
            if part.settled:
                continue
            value, exact = searcher.bound(part.codes.keys, part.history)
            lower += max(0, value - part.lower)
            part.lower, part.settled = max(part.lower, value), exact
            self._report()
        with self._changed:
            first.busy = False
            first.take_parts(parts)
            if first.done and first.lower < self.best:
                self.best, self.best_first = first.lower, first.guess
            self._changed.notify_all()

    def _solve(self, searcher: Searcher, work: Work) -> list[int]:
        """The value of a task, or those of its guesses: lower bounds if not below the limit; fewer if it is useless."""
        part = work.part
        assert part is not None
        choices = None if part.choices is None or work.numbers is None else part.choices.some(work.numbers)
        task = Task(self.game, self.cost, self.candidates_only, part.history, work.limit, choices)

        def is_vain() -> bool:
            self._report()
            return self._stopped or work.first.lower >= self.best

        if self.executor is None:
            return _search(searcher, part.codes, task, is_vain)
        future = self.executor.submit(run_for, os.getpid(), run_task, task)
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
                with self._lock:
                    self._remote_nodes += nodes
                return values

    def tree(self) -> Tree:
        """Build the tree of the best first guess, after a search that found one."""
        assert self.best_first is not None
        searcher = self._searchers[0] if self._searchers else self._searcher()
        best = next(first for first in self.firsts if first.guess == self.best_first)
        numbers = part_table(self.game)
        known = np.full(len(numbers), -1, dtype=np.int64)
        for part in self._parts(best) if best.parts is None else best.parts:  # the table may have lost some results
            if part.best_guess is not None:
                known[numbers.number(part.history[0].reply)] = part.best_guess
        return searcher.tree(self.best_first, known)
