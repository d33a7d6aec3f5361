"""Best trees of whole games, proved: every first guess that differs, part by part, shared among threads.

The least sum of guesses is what Koyama and Lai (1993) computed for the board game and Ville (2013) for larger ones.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from codepegs.candidates import Candidates
from codepegs.choice import OneStep
from codepegs.chunks import Crew
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Reply
from codepegs.partitions import Objective as Score
from codepegs.partitions import part_table
from codepegs.symmetry import differing_guesses
from codepegs.texts import Position, Turn
from codepegs.trees.searching import MOST_TURNS, MOST_VALUE, Cost, Searcher, SearchOptions, least_values, new_memory
from codepegs.trees.tree import Tree
from codepegs.trees.walk import build_tree

MOST_CODES_SEARCHED = 40_000
"""Codes of the largest game that is searched: for those beyond, no answer would come."""


def check_size(game: Game) -> None:
    """Raise `BadInput` when a game is too large to search for its best tree."""
    if game.size > MOST_CODES_SEARCHED:
        size = f"{game.size:,}" if game.size < 10**15 else f"about 10^{len(str(game.size)) - 1}"
        raise BadInput(
            f"{game} has {size} codes; best trees are searched for up to {MOST_CODES_SEARCHED:,}: "
            "the strategies that look one step ahead go further"
        )


@dataclass(frozen=True, slots=True)
class Objective:
    """What a best tree is to be best at.

    >>> str(Objective.parse("expected-within:5")), Objective.parse("worst").kind
    ('expected-within:5', 'worst')
    """

    kind: str = "expected"
    turns: int | None = None

    @classmethod
    def parse(cls, text: str) -> Objective:
        """The objective of a text; raises `BadInput`."""
        match = re.fullmatch(r"(expected|worst)|(expected-within|last-turn):(\d{1,2})", text.strip().lower(), re.ASCII)
        if match and match[1]:
            return cls(match[1])
        if match and 1 <= int(match[3]) <= MOST_TURNS:
            return cls(match[2], int(match[3]))
        raise BadInput(
            f"{text!r} is no objective: write expected, worst, expected-within:5 or last-turn:5, any number of turns"
        )

    def __str__(self) -> str:
        return self.kind if self.turns is None else f"{self.kind}:{self.turns}"


@dataclass
class Bounds:
    """How far a search is; both bounds only ever tighten."""

    lower: int
    upper: int | None
    done: int
    """First guesses that are settled."""
    firsts: int


@dataclass(frozen=True)
class Found:
    """What a search came to."""

    tree: Tree | None
    """The best tree; None when there is none, or none was found in time."""
    value: int | None
    """What it costs, in the objective's terms; None without a tree."""
    lower: int
    """No tree costs less."""
    proved: bool
    nodes: int
    """Sets whose guesses were scored: the fingerprint of the search."""
    seconds: float


@dataclass
class _First:
    """One first guess, its parts, and what is known of them."""

    guess: Code
    parts: list[tuple[Reply, Candidates]]
    values: list[int]
    settled: list[bool]
    base: int
    busy: set[int] = field(default_factory=set)

    @property
    def lower(self) -> int:
        return self.base + sum(self.values)

    @property
    def done(self) -> bool:
        return all(self.settled)


class GameSearch:
    """The search of one game for one cost, shared by threads.

    >>> found = GameSearch(Game(3, 4)).run()
    >>> found.value + 64, found.proved
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
        options: SearchOptions | None = None,
        progress: Callable[[Bounds], None] | None = None,
    ) -> None:
        check_size(game)
        self.game, self.cost = game, cost or Cost.guesses()
        self.options = options or SearchOptions()
        self.candidates_only = candidates_only
        self.best = MOST_VALUE if incumbent is None else incumbent
        self.best_first: Code | None = None
        self.workers, self.progress = workers, progress
        self.memory = new_memory(self.options.memory_entries)
        self._lock = threading.Lock()
        self._free = threading.Condition(self._lock)
        self._stopped = False
        self._searchers: list[Searcher] = []
        everything = Candidates.all(game)
        start = Position(game)
        if self.options.symmetry:
            keys = differing_guesses(start, everything, candidates_only=candidates_only)
        else:
            keys = everything.keys
        self._least = least_values(len(part_table(game)), game.size, self.cost)
        self.firsts = sorted(
            (self._first(everything, everything.layout.decode(key)) for key in keys.tolist()),
            key=lambda first: (first.lower, first.guess),
        )

    def _first(self, everything: Candidates, guess: Code) -> _First:
        parts = [(reply, part) for reply, part in everything.partition(guess).items() if not reply.solved]
        parts.sort(key=lambda item: -len(item[1]))
        row = 0 if self.cost.same_turns else 2
        values = [int(self._least[row, len(part)]) for _, part in parts]
        base = sum(len(part) for _, part in parts) * int(self.cost.step[1])
        if self.cost.turns == 1 and parts:
            base = MOST_VALUE
        return _First(guess, parts, values, [len(part) < 2 for _, part in parts], base)

    def stop(self) -> None:
        """Let all threads end as soon as they can."""
        with self._free:
            self._stopped = True
            self._free.notify_all()

    def bounds(self) -> Bounds:
        """How far the search is."""
        with self._lock:
            return self._bounds()

    def _bounds(self) -> Bounds:
        open_firsts = [first for first in self.firsts if first.lower < self.best and not first.done]
        lower = min([self.best, *(first.lower for first in open_firsts)])
        upper = None if self.best >= MOST_VALUE else self.best
        return Bounds(lower, upper, len(self.firsts) - len(open_firsts), len(self.firsts))

    def run(self, seconds: float | None = None) -> Found:
        """Search until it is done, stopped, or so many seconds have passed."""
        began = time.monotonic()
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
                    except BaseException:
                        self.stop()
                        raise
        finally:
            if timer is not None:
                timer.cancel()
        found = self.bounds()
        proved = found.done == found.firsts
        return Found(
            tree=None,
            value=found.upper,
            lower=found.lower,
            proved=proved,
            nodes=sum(int(searcher.counts[0]) for searcher in self._searchers),
            seconds=time.monotonic() - began,
        )

    def _work(self) -> None:
        searcher = Searcher(self.game, self.cost, self.candidates_only, self.memory, self.options)
        with self._lock:
            self._searchers.append(searcher)
        while (task := self._next()) is not None:
            first, number = task
            reply, part = first.parts[number]
            limit = self.best - first.lower + first.values[number]
            history = (Turn(first.guess, reply),)
            value = searcher.search(part.keys, history, limit, pause=partial(self._is_vain, first))
            self._settle(first, number, value, limit)

    def _next(self) -> tuple[_First, int] | None:
        """A part to search: of the most promising first guess that has one nobody searches; None at the end."""
        with self._free:
            while not self._stopped:
                waiting = False
                for first in self.firsts:
                    if first.done or first.lower >= self.best:
                        continue
                    waiting = True
                    for number, settled in enumerate(first.settled):
                        if not settled and number not in first.busy:
                            first.busy.add(number)
                            return first, number
                if not waiting:
                    return None
                self._free.wait()
            return None

    def _is_vain(self, first: _First) -> bool:
        if self.progress is not None:
            self.progress(self.bounds())
        return self._stopped or first.lower >= self.best

    def _settle(self, first: _First, number: int, value: int | None, limit: int) -> None:
        with self._free:
            first.busy.discard(number)
            if value is not None:
                first.values[number] = max(first.values[number], value)
                first.settled[number] = value < limit
                if first.done and first.lower < self.best:
                    self.best, self.best_first = first.lower, first.guess
            self._free.notify_all()
        if self.progress is not None:
            self.progress(self.bounds())

    def tree(self) -> Tree:
        """The tree of the best first guess, after a search that found one."""
        assert self.best_first is not None
        searcher = self._searchers[0] if self._searchers else Searcher(self.game, self.cost, self.candidates_only)
        return _grow(self.game, searcher, self.best_first)


def _grow(game: Game, searcher: Searcher, first: Code) -> Tree:
    """Ask the search, whose memory is full of answers by now, for the guess at every node."""
    layout, table = searcher.layout, part_table(game)
    guesses: list[int] = []
    parents: list[int] = []
    parts: list[int] = []
    everything = Candidates.all(game)
    pending: list[tuple[tuple[Turn, ...], Candidates, int, int]] = [((), everything, -1, -1)]
    while pending:
        history, left, parent, part = pending.pop()
        if len(left) <= 2:
            guess = left[0]
        elif not history:
            guess = first
        else:
            value = searcher.search(left.keys, history)
            assert value is not None
            guess = layout.decode(searcher.best_guess(left.keys, history, value))
        node = len(guesses)
        guesses.append(layout.encode(guess))
        parents.append(parent)
        parts.append(part)
        for reply, below in left.partition(guess).items():
            if not reply.solved:
                pending.append(((*history, Turn(guess, reply)), below, node, table.number(reply)))
    return Tree.assemble(
        game, np.array(guesses, dtype=np.uint64), np.array(parents, dtype=np.int64), np.array(parts, dtype=np.int64)
    )


def one_step_tree(game: Game, candidates_only: bool = False, crew: Crew | None = None) -> Tree:
    """The cheapest of the trees that look one step ahead: what a search has to beat."""
    trees = [
        build_tree(Position(game), OneStep(score, candidates_only), crew=crew)
        for score in (Score.EXPECTED_SIZE, Score.ENTROPY, Score.MOST_PARTS)
    ]
    return min(trees, key=lambda tree: tree.figures.total)


def find_best(
    game: Game,
    objective: Objective | None = None,
    *,
    then_depth: bool = False,
    candidates_only: bool = False,
    workers: int = 1,
    seconds: float | None = None,
    options: SearchOptions | None = None,
    progress: Callable[[Bounds], None] | None = None,
) -> Found:
    """The best tree of a game, with its proof when `proved` says so.

    `expected`: the least sum of guesses; with `then_depth` the least depth among those and the fewest codes there.
    `worst`: the least depth, then the least sum. `expected-within`: the least sum with at most so many turns.
    `last-turn`: at most so many turns and the fewest codes that need the last. Raises `BadInput` for games that are too
    large.

    >>> found = find_best(Game(2, 6))
    >>> found.tree.figures.total, found.proved
    (132, True)
    """
    check_size(game)
    objective = objective or Objective()
    ends = None if seconds is None else time.monotonic() + seconds

    def search(cost: Cost, incumbent: int | None = None) -> tuple[Found, GameSearch]:
        left = None if ends is None else max(0.01, ends - time.monotonic())
        searching = GameSearch(
            game,
            cost,
            candidates_only=candidates_only,
            incumbent=incumbent,
            workers=workers,
            options=options,
            progress=progress,
        )
        return searching.run(left), searching

    if objective.kind == "expected":
        return _with_tree(*_expected(game, search, then_depth, candidates_only, workers))
    if objective.kind == "worst":
        for turns in range(1, MOST_TURNS):
            found, searching = search(Cost.guesses(turns))
            if found.value is not None or not found.proved:
                return _with_tree(found, searching, None, game.size)
        raise AssertionError("some depth is always enough")
    assert objective.turns is not None
    if objective.kind == "expected-within":
        return _with_tree(*search(Cost.guesses(objective.turns)), None, game.size)
    return _with_tree(*search(Cost.last_turn(objective.turns)), None, 0)


def _expected(
    game: Game,
    search: Callable[..., tuple[Found, GameSearch]],
    then_depth: bool,
    candidates_only: bool,
    workers: int,
) -> tuple[Found, GameSearch, Tree | None, int]:
    with Crew(workers) as crew:
        start = one_step_tree(game, candidates_only, crew)
    found, searching = search(Cost.guesses(), start.figures.total - game.size)
    if not (then_depth and found.proved):
        return found, searching, start, game.size
    assert found.value is not None
    nodes, took = found.nodes, found.seconds
    for turns in range(1, MOST_TURNS):
        deep, _ = search(Cost.guesses(turns), found.value + 1)
        nodes, took = nodes + deep.nodes, took + deep.seconds
        if deep.value == found.value:
            last, searching = search(Cost.guesses_then_last_turn(turns, game.size))
            nodes, took = nodes + last.nodes, took + last.seconds
            return Found(None, found.value, found.lower, last.proved, nodes, took), searching, None, game.size
    raise AssertionError("some depth is always enough")


def _with_tree(found: Found, searching: GameSearch, start: Tree | None, offset: int) -> Found:
    """The result with its tree; costs in the objective's own terms."""
    began = time.monotonic()
    tree = start
    if searching.best_first is not None:
        tree = searching.tree()
    value = None if found.value is None else found.value + offset
    if found.value is not None and found.value >= MOST_VALUE:
        tree = value = None
    return Found(
        tree if value is not None else None,
        value,
        found.lower + offset,
        found.proved,
        found.nodes,
        found.seconds + time.monotonic() - began,
    )
