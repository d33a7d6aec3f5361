"""Good trees of games too large to search: pass after pass over the parts of first guesses, with more and more effort.

A part of the first guess is a game of its own: its tree is looked for by itself (`codepegs.kernels.beam`), from the one
there is, and takes its place when it is better. Guesses are tried in the order of an estimate of what the parts they
make cost. The estimate is fitted to the trees found so far, so every pass knows better than the last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import Candidates, Keys
from codepegs.chunks import Crew
from codepegs.errors import BadInput
from codepegs.game import Code, Game
from codepegs.partitions import part_table
from codepegs.symmetry import differing_guesses
from codepegs.texts import Position, Turn
from codepegs.trees.optimal import one_step_tree
from codepegs.trees.searching import KEY_BITS, MOST_VALUE, Cost, Searcher, SearchOptions, least_values, new_memory
from codepegs.trees.tree import Tree

MOST_CODES = 120_000
"""Codes of the largest game whose trees are improved: past that the first pass alone takes hours."""

FIRSTS = (8, 3, 2, 1)
"""First guesses looked at in each pass, the last number in all that follow."""

GROWTH = 1.5
"""How much more guesses are tried in each pass than in the one before."""

WIDER = ((60, 3.0), (200, 2.0), (1000, 1.5))
"""Sets of up to so many codes have so many times more guesses tried than larger ones."""

EXACT_MOST = 40
"""Codes up to which sets are searched to the end, if that does not take long."""

EXACT_QUOTA = 60
"""Sets scored in such a search, for each guess tried at the largest sets."""

QUOTA = 300
"""Sets scored before a search looks up."""

MEMORY_ENTRIES = 1 << 20

SMOOTHING = 0.1
"""Estimates are averaged over sets whose sizes differ by less than this, as a logarithm."""


@dataclass(frozen=True)
class Estimate:
    """What sets of each size cost beyond one guess a code, and how much less some of them do."""

    cost: NDArray[np.float64]
    spread: NDArray[np.float64]

    @classmethod
    def fit(cls, trees: Iterable[Tree]) -> Estimate:
        """The estimate from all sets in some trees of one game: the mean by size, of cost a code.

        >>> tree = one_step_tree(Game(3, 4))
        >>> Estimate.fit([tree]).cost[[1, 2]].tolist()
        [0.0, 1.0]
        """
        trees = list(trees)
        sizes = np.concatenate([tree.secrets for tree in trees])
        costs = np.concatenate([subtree_costs(tree) for tree in trees])
        most = trees[0].game.size
        count = np.bincount(sizes, minlength=most + 1).astype(float)
        weight = count * np.arange(most + 1)
        total = np.bincount(sizes, weights=costs, minlength=most + 1)
        rate = _smooth(total, weight)
        rate[:3] = 0, 0, 0.5
        rate = np.maximum.accumulate(rate)
        spread = np.bincount(sizes, weights=(costs / np.maximum(sizes, 1) - rate[sizes]) ** 2, minlength=most + 1)
        return cls(rate * np.arange(most + 1), np.sqrt(_smooth(spread, count)) * np.arange(most + 1))


def _smooth(total: NDArray[Any], weight: NDArray[Any]) -> NDArray[np.float64]:
    """`total` over `weight` by size, neighbouring sizes together; between sizes that occur nowhere interpolated."""
    sizes = np.arange(len(total))
    width = (sizes * SMOOTHING).astype(np.int64)
    first, after = sizes - width, np.minimum(sizes + width + 1, len(total))
    totals, weights = np.append(0, np.cumsum(total)), np.append(0, np.cumsum(weight))
    near = weights[after] - weights[first]
    known = np.flatnonzero(near > 0.5)
    mean = (totals[after] - totals[first])[known] / near[known]
    smoothed: NDArray[np.float64] = np.interp(np.log1p(sizes), np.log1p(known), mean)
    return smoothed


def subtree_costs(tree: Tree) -> NDArray[np.int64]:
    """What the secrets at each node cost from there on, beyond one guess each."""
    spent = np.append(0, np.cumsum(np.where(tree.solves, tree.depths, 0)))
    costs: NDArray[np.int64] = spent[tree.ends] - spent[:-1] - tree.secrets * tree.depths
    return costs


@dataclass(frozen=True)
class Effort:
    """What a pass spends at each set."""

    number: int
    width: float
    seed: int

    def beam(self, estimate: Estimate, least: NDArray[np.int64], candidates_only: bool) -> Any:
        """The same, with an estimate, for the compiled loops."""
        from codepegs.kernels.beam import SCALE, Beam

        sizes = np.arange(len(least))
        width = np.full(len(least), self.width)
        for most, factor in reversed(WIDER):
            width[: most + 1] = self.width * factor
        counted = 0 if candidates_only else 1 << 32
        expected = np.rint((estimate.cost + sizes) * SCALE).astype(np.uint64)
        expected[1:] += np.uint64(counted)
        return Beam(
            expected=expected,
            hoped=np.maximum(least, np.floor(estimate.cost - estimate.spread)).astype(np.int64),
            width=np.maximum(1, np.rint(width)).astype(np.int64),
            effort=min(255, self.number + 1),
            exact_most=EXACT_MOST,
            exact_quota=int(EXACT_QUOTA * self.width),
            seed=np.uint64(self.seed),
            stage=np.zeros(4, np.int64),
        )


Nodes = tuple[Keys, NDArray[np.int64], NDArray[np.int64]]
"""Guesses, parents and parts of the nodes of a subtree, in reading order, the parent of the first being -1."""


class Improver:
    """Looks for trees of the parts of first guesses of one game; what it finds depends on nothing it found before."""

    def __init__(self, game: Game, candidates_only: bool, entries: int) -> None:
        memory = new_memory(entries)
        options = SearchOptions()
        self.searcher = Searcher(game, Cost.guesses(), candidates_only, memory, options)
        self.grower = Searcher(game, Cost.guesses(), candidates_only, memory, options)
        self.memory, self.values = memory, new_memory(entries)

    def improve(self, task: Task, beam: Any, pause: Callable[[], bool]) -> Nodes | None:
        """The tree found for a part, however far the search got; None when there is none."""
        from codepegs.kernels import beam as kernel

        self.memory[:] = 0
        self.values[:] = 0
        searcher, size = self.searcher, len(task.keys)
        limit = MOST_VALUE
        if task.tree is not None:
            turn = self.grower.place(task.keys, (task.turn,))
            first, after = task.node, int(task.tree.ends[task.node])
            costs = subtree_costs(task.tree)[first:after]
            kernel.plant(
                self.grower.rules,
                self.grower.state,
                self.values,
                size,
                turn,
                task.tree.guesses[first:after],
                task.tree.ends[first:after] - first,
                task.tree.parts[first:after],
                costs,
            )
        turn = searcher.place(task.keys, (task.turn,))
        kernel.start(searcher.rules, searcher.state, beam, size, turn, limit)
        while not kernel.look(searcher.rules, searcher.state, self.memory, self.values, beam, QUOTA):
            if pause():
                kernel.keep_unfinished(searcher.state, self.values, beam)
                break
        return self.grow(task, beam)

    def grow(self, task: Task, beam: Any) -> Nodes | None:
        """The tree that is kept for a part."""
        from codepegs.kernels import beam as kernel

        size, grower = len(task.keys), self.grower
        turn = grower.place(task.keys, (task.turn,))
        room = 2 * size + 2
        guesses = np.empty(room, np.uint64)
        parents, parts = np.empty(room, np.int64), np.empty(room, np.int64)
        nodes = kernel.grow(
            grower.rules, grower.state, self.memory, self.values, beam, size, turn, guesses, parents, parts
        )
        return (guesses[:nodes], parents[:nodes], parts[:nodes]) if nodes else None


@dataclass(frozen=True, eq=False)
class Task:
    """A part of a first guess."""

    turn: Turn
    part: int
    keys: Keys
    tree: Tree | None
    """A tree that begins with the guess, if there is one."""
    node: int
    """The node of the part."""


@dataclass(frozen=True)
class Stand:
    """How far the work is."""

    number: int
    """The pass, from 1."""
    done: int
    """Codes in parts that are done in this pass."""
    codes: int
    """Codes in all parts of this pass."""
    total: int
    """Guesses of the best tree."""


@dataclass
class Improvement:
    """The trees found so far, one for each first guess that was looked at, and the passes that make them better."""

    game: Game
    best: Tree
    candidates_only: bool = False
    workers: int = 1
    seed: int = 0
    save: Callable[[Tree], None] = lambda tree: None
    progress: Callable[[Stand], None] = lambda stand: None
    trees: dict[Code, Tree] = field(default_factory=dict)
    estimate: Estimate = field(init=False)
    stopped: bool = False

    def __post_init__(self) -> None:
        self.trees[self.best.guess(0)] = self.best
        self.estimate = Estimate.fit([self.best])
        table = part_table(self.game)
        self.least = least_values(len(table), self.game.size, Cost.guesses())[0]
        self.everything = Candidates.all(self.game)
        keys = differing_guesses(Position(self.game), self.everything, candidates_only=self.candidates_only)
        self.firsts = sorted((self.everything.layout.decode(key) for key in keys.tolist()), key=self._promise)
        entries = min(MEMORY_ENTRIES, 1 << (16 * self.game.size).bit_length())
        self._idle: SimpleQueue[Improver] = SimpleQueue()
        for _ in range(self.workers):
            self._idle.put(Improver(self.game, self.candidates_only, entries))

    def _promise(self, first: Code) -> tuple[float, Code]:
        parts = self.everything.partition(first)
        return sum(
            self.estimate.cost[len(part)] + len(part) for reply, part in parts.items() if not reply.solved
        ), first

    def _ranked(self, count: int) -> list[Code]:
        """The most promising first guesses: by the tree there is, before those that have none by the estimate."""
        found = sorted(self.trees, key=lambda first: (self.trees[first].figures.total, first))
        return [*found, *(first for first in self.firsts if first not in self.trees)][:count]

    def make_pass(self, effort: Effort) -> None:
        """Improve every part of the most promising first guesses."""
        beam = effort.beam(self.estimate, self.least, self.candidates_only)
        tasks = [
            task for first in self._ranked(FIRSTS[min(effort.number, len(FIRSTS) - 1)]) for task in self._tasks(first)
        ]
        tasks.sort(key=lambda task: -len(task.keys))
        waiting = {task.turn.guess: sum(task.turn.guess == other.turn.guess for other in tasks) for task in tasks}
        found: dict[Code, dict[int, Nodes]] = {first: {} for first in waiting}
        done, codes = 0, sum(len(task.keys) for task in tasks)

        def run(task: Task) -> tuple[Task, Nodes | None]:
            if self.stopped:
                return task, None
            improver = self._idle.get()
            try:
                nodes = improver.improve(task, beam._replace(stage=beam.stage.copy()), lambda: self._pause(stand()))
            finally:
                self._idle.put(improver)
            return task, nodes

        def stand() -> Stand:
            return Stand(effort.number + 1, done, codes, self.best.figures.total)

        for task, nodes in self._results(tasks, run):
            first = task.turn.guess
            waiting[first] -= 1
            done += len(task.keys)
            if nodes is not None:
                found[first][task.part] = nodes
                if first in self.trees or not waiting[first]:
                    self._take(first, found[first])
            self.progress(stand())
        if not self.stopped:
            self.estimate = Estimate.fit([self.best])

    def _pause(self, stand: Stand) -> bool:
        self.progress(stand)
        return self.stopped

    def _results(
        self, tasks: list[Task], run: Callable[[Task], tuple[Task, Nodes | None]]
    ) -> Iterable[tuple[Task, Nodes | None]]:
        """What comes of the tasks as it comes; an interrupt ends all, and what was found by then still comes."""
        with ThreadPoolExecutor(self.workers, thread_name_prefix="codepegs") as pool:
            pending: set[Future[tuple[Task, Nodes | None]]] = {pool.submit(run, task) for task in tasks}
            interrupted = False
            while pending:
                try:
                    finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                except KeyboardInterrupt:
                    self.stopped = interrupted = True
                    continue
                for future in finished:
                    yield future.result()
            if interrupted:
                raise KeyboardInterrupt

    def _tasks(self, first: Code) -> list[Task]:
        tree = self.trees.get(first)
        table = part_table(self.game)
        tasks = []
        for reply, part in self.everything.partition(first).items():
            if not reply.solved:
                node = tree.child(0, reply) if tree is not None else None
                tasks.append(Task(Turn(first, reply), table.number(reply), part.keys, tree, node or 0))
        return tasks

    def _take(self, first: Code, found: dict[int, Nodes]) -> None:
        """Put the trees found for parts in the place of those there are, where they are better."""
        tree = self.trees.get(first)
        new = _join(self.game, first, {**(_branches(tree) if tree is not None else {}), **found})
        if new.figures.secrets != self.game.size:
            return
        if tree is None or new.figures.total < tree.figures.total:
            self.trees[first] = new
            if new.figures.total < self.best.figures.total:
                self.best = new
                self.save(new)
        elif tree is not None:
            found.clear()


def _branches(tree: Tree) -> dict[int, Nodes]:
    """The subtrees below the first guess by part."""
    found = {}
    for node in tree.children(0):
        rows = slice(node, int(tree.ends[node]))
        found[int(tree.parts[node])] = (tree.guesses[rows], tree.parents[rows] - node, tree.parts[rows])
    return found


def _join(game: Game, first: Code, branches: dict[int, Nodes]) -> Tree:
    """The tree of a first guess and the subtrees for its parts."""
    everything = Candidates.all(game)
    guesses = [np.array([everything.layout.encode(first)], np.uint64)]
    parents, parts = [np.array([-1])], [np.array([-1])]
    count = 1
    for part, (below, up, by) in sorted(branches.items(), key=lambda item: item[0]):
        guesses.append(below)
        parents.append(np.where(np.arange(len(up)) > 0, up + count, 0))
        parts.append(np.append(part, by[1:]))
        count += len(below)
    return Tree(game, np.concatenate(guesses), np.concatenate(parents), np.concatenate(parts))


def check_size(game: Game) -> None:
    """Raise `BadInput` when a game is too large for its trees to be improved."""
    if game.size > MOST_CODES or (game.colors - 1).bit_length() * game.pegs > KEY_BITS:
        raise BadInput(
            f"{game} has too many codes to improve its trees, which is done for up to {MOST_CODES:,}: "
            "the strategies that look one step ahead go further"
        )


def improve(
    game: Game,
    start: Tree | None = None,
    *,
    width: float = 1,
    passes: int | None = None,
    seconds: float | None = None,
    candidates_only: bool = False,
    workers: int = 1,
    seed: int = 0,
    save: Callable[[Tree], None] = lambda tree: None,
    progress: Callable[[Stand], None] = lambda stand: None,
) -> Tree:
    """The best tree found, no worse than `start` and than the trees of the one-step strategies.

    The first pass tries `width` guesses at large sets, every further one half more. The end comes after so many passes
    or seconds; an interrupt is raised only when what was found is saved. `save` is given every tree that is better than
    all before. The result depends on the seed, but not on the workers; with `seconds` it depends on the machine.

    >>> improve(Game(3, 4), passes=2).figures.total
    206
    """
    check_size(game)
    with Crew(workers) as crew:
        one_step = one_step_tree(game, candidates_only, crew)
    if start is None or one_step.figures.total < start.figures.total:
        start = one_step
        save(start)
    ends = None if seconds is None else time.monotonic() + seconds
    work = Improvement(game, start, candidates_only, workers, seed, save, progress)

    def look_up(stand: Stand) -> None:
        work.stopped |= ends is not None and time.monotonic() > ends
        progress(stand)

    work.progress = look_up
    number = 0
    while not work.stopped and (passes is None or number < passes):
        work.make_pass(Effort(number, width * GROWTH**number, seed + number))
        number += 1
    return work.best
