"""Good trees of games that are too large for an exact search, by repeated beam searches with increasing effort.

Each part of the first guess is searched separately, starting from its current tree, which is replaced by a better one.
Guesses are tried in the order of an estimate of their cost. The estimate is fitted to the trees found so far, so it
improves with every pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import (
    MOST_CODES,
    Candidates,
    CodeSpace,
    Keys,
    differing_guesses,
)
from codepegs.core import log, loops
from codepegs.errors import BadInput, check_at_least_one, check_limit, whole_number
from codepegs.game import CANONICAL, Code, Game, Position, Turn, code_rules, part_cells, part_table
from codepegs.parallel import MOST_WORKERS, Deadline, WorkerThreads
from codepegs.rng import Seed
from codepegs.trees.search import passes as passes_file
from codepegs.trees.search.game_search import check_start
from codepegs.trees.search.objectives import one_step_tree
from codepegs.trees.search.passes import Begin, Wanted
from codepegs.trees.search.set_search import (
    KEY_BITS,
    MOST_VALUE,
    STEP_UNITS,
    Cost,
    SearchOptions,
    check_candidates_only,
    check_searched,
    least_values,
    new_memory,
    reply_tables,
    search_settings,
    sizes_in_blocks,
)
from codepegs.trees.search.weighed_beam import WeighedImprovement
from codepegs.trees.tree import Tree

COUNTED = 1 << 32
"""One part, counted above the bits of a sum of estimates."""

SCALE = 256
"""Estimates are in units of 1 / `SCALE` guesses."""

MOST_CODES_IMPROVED = 300_000
"""Largest number of codes of a game; above it, the first pass takes more than ten minutes."""

FIRSTS = ((1.5, 8), (3.0, 3), (6.0, 2))
"""Pairs (width, first guesses): below a width, this many first guesses are improved; above the last, one."""

MOST_FIRSTS = 50
"""First guesses kept in the order of their estimates; no pass takes more."""

PASSES = 6
"""Passes if neither their number nor a limit is given."""

MOST_PASSES = 1_000
"""Largest number of passes: the width grows with each, so that later ones could not end."""

GROWTH = 2.0
"""Factor by which the width grows from one pass to the next."""

MOST_WIDTH = 1000.0
"""A width that skips hardly any guess."""

WIDER = ((60, 3.0), (200, 2.0), (1000, 1.5))
"""Pairs (codes, factor): at sets of up to this many codes, this many times more guesses are tried."""

MOST_CODES_EXACT = 40
"""Largest set that is searched exactly, within a limit of work."""

EXACT_QUOTA = 60
"""Limit of an exact search: sets scored, per guess tried at the largest sets."""

MOST_MEMORY_ENTRIES = 1 << 20

GRACE_SECONDS = 1.0
"""Time to write the tree of a part when the search is to end; without it, what was found in the part is lost."""

OPTIMISM = 1.5
"""The optimistic cost of a set is this many standard deviations below the estimate."""

SMOOTHING = 0.1
"""Estimates are averaged over sets whose sizes differ by less than this, as a logarithm."""

_STATED = re.compile(r"improve:(?:candidates-only,)?next-width=(\d+(?:\.\d+)?)", re.ASCII)
"""The strategy that a tree states if it comes from `improve`, whose option is the width of the next pass."""

_STATED_BEFORE = re.compile(r"improve(?: candidates-only)?, next width (\d+(?:\.\d+)?)", re.ASCII)
"""What earlier versions wrote, so that their trees are continued, too."""


@dataclass(frozen=True)
class Estimate:
    """The estimated cost of sets by their size, and its deviation."""

    cost: NDArray[np.float64]
    spread: NDArray[np.float64]

    @classmethod
    def fit(cls, trees: Iterable[Tree]) -> Estimate:
        """Estimate costs from all sets in some trees of one game: the mean cost per code, by size."""
        trees = list(trees)
        sizes = np.concatenate([tree.secrets for tree in trees])
        costs = np.concatenate([subtree_costs(tree) for tree in trees])
        most = trees[0].game.size
        count = np.bincount(sizes, minlength=most + 1).astype(float)
        weight = count * np.arange(most + 1)
        total = np.bincount(sizes, weights=costs, minlength=most + 1)
        rate = _smooth(total, weight)
        rate[:3] = (0, 0, 0.5)[: len(rate)]  # the game of one code has no set of two
        rate = np.maximum.accumulate(rate)
        spread = np.bincount(sizes, weights=(costs / np.maximum(sizes, 1) - rate[sizes]) ** 2, minlength=most + 1)
        return cls(rate * np.arange(most + 1), np.sqrt(_smooth(spread, count)) * np.arange(most + 1))


def _smooth(total: NDArray[Any], weight: NDArray[Any]) -> NDArray[np.float64]:
    """`total` over `weight` by size, averaged over neighbouring sizes, and interpolated where no size occurs."""
    sizes = np.arange(len(total))
    width = (sizes * SMOOTHING).astype(np.int64)
    first, after = sizes - width, np.minimum(sizes + width + 1, len(total))
    totals, weights = np.append(0, np.cumsum(total)), np.append(0, np.cumsum(weight))
    near = weights[after] - weights[first]
    known = np.flatnonzero(near > 0.5)
    mean = (totals[after] - totals[first])[known] / near[known]
    smoothed: NDArray[np.float64] = np.interp(log(1.0 + sizes), log(1.0 + known), mean)
    return smoothed


def subtree_costs(tree: Tree) -> NDArray[np.int64]:
    """Count the guesses from each node of a tree on, beyond one for each secret, int64, shape (nodes,)."""
    costs: NDArray[np.int64] = tree.sums_below(np.where(tree.solves, tree.depths, 0)) - tree.secrets * tree.depths
    return costs


def make_beam(
    estimate: Estimate, least: NDArray[np.int64], width: float, seed: int, candidates_only: bool = False
) -> loops.BeamSettings:
    """Return the settings for the loops; `least` has a lower bound for each size, `width` is for the largest sets."""
    sizes = np.arange(len(least))
    widths = np.full(len(least), width)
    for most, factor in reversed(WIDER):
        widths[: most + 1] = width * factor
    expected = np.rint((estimate.cost + sizes) * SCALE).astype(np.uint64)
    if not candidates_only:
        expected[1:] += np.uint64(COUNTED)
    return loops.BeamSettings(
        expected=expected,
        optimistic=np.maximum(least, np.floor(estimate.cost - OPTIMISM * estimate.spread)).astype(np.int64),
        width=np.maximum(1, np.rint(widths)).astype(np.int64),
        exact_most=MOST_CODES_EXACT,
        exact_quota=int(EXACT_QUOTA * width),
        seed=seed,
    )


Nodes = tuple[Keys, NDArray[np.int64], NDArray[np.int64]]
"""Guesses, parents and parts of the nodes of a subtree in preorder; the parent of the first is -1."""


class Improver:
    """A search for trees of the parts of first guesses; a result does not depend on earlier searches."""

    def __init__(self, game: Game, candidates_only: bool, entries: int) -> None:
        self.space = CodeSpace.of(game)
        settings = search_settings(game, Cost(), candidates_only, SearchOptions())
        self._tables = reply_tables(game)
        if self._tables is None:
            self._search = loops.new_beam_search(code_rules(game), part_cells(game), settings)
        else:
            self._search = loops.new_listed_beam_search(*self._tables, settings)
        self._table, self._values = new_memory(entries), new_memory(entries)

    def improve(self, task: Task, beam: loops.BeamSettings, pause: Callable[[], bool]) -> Nodes | None:
        """The best tree found for a part, also if `pause` ended the search; None if there is none."""
        self._table[:] = 0
        self._values[:] = 0
        search, history = self._search, np.array([self.space.encode(task.turn.guess)], dtype=np.uint64)
        if (tree := task.tree) is not None:
            rows = slice(task.node, int(tree.ends[task.node]))
            ends, costs = tree.ends[rows] - task.node, subtree_costs(tree)[rows]
            planted = (task.keys, history, tree.guesses[rows], ends, tree.parts[rows], costs)
            loops.plant_tree(search, self._values, *planted)
        loops.begin_beam_search(search, task.keys, history, MOST_VALUE)
        while not loops.step_beam_search(search, beam, self._table, self._values, STEP_UNITS):
            if pause():
                loops.keep_unfinished(search, self._values)
                break
        loops.begin_growing(search, task.keys, history)
        grace = None
        while not loops.step_growing(search, beam, self._table, self._values, STEP_UNITS):
            if grace is None:
                grace = Deadline(GRACE_SECONDS) if pause() else None
            elif grace.is_past():
                return None
        room = 2 * len(task.keys) + 2
        guesses = np.empty(room, np.uint64)
        parents, parts = np.empty(room, np.int64), np.empty(room, np.int64)
        nodes = loops.take_nodes(search, guesses, parents, parts)
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
class ImproveProgress:
    """The progress of `improve`."""

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
    """The best trees so far, one for each first guess searched, and the passes that improve them."""

    game: Game
    best: Tree
    candidates_only: bool = False
    workers: int = 1
    save: Callable[[Tree], None] = lambda tree: None
    is_late: Callable[[ImproveProgress], bool] = lambda state: False
    trees: dict[Code, Tree] = field(default_factory=dict)
    estimate: Estimate = field(init=False)
    width: float = 1
    stopped: bool = False

    def __post_init__(self) -> None:
        self.given: Tree | None = self.best
        self.saved = self.best
        self.trees[self.best.guess(0)] = self.best
        self.estimate = Estimate.fit([self.best])
        self.least = least_values(len(part_table(self.game)), self.game.size, Cost())[0]
        self.everything = Candidates.all(self.game)
        keys = differing_guesses(Position(self.game), self.everything, candidates_only=self.candidates_only)
        self.firsts = self._most_promising(keys)
        entries = min(MOST_MEMORY_ENTRIES, 1 << (16 * self.game.size).bit_length())
        self._idle: SimpleQueue[Improver] = SimpleQueue()
        for _ in range(self.workers):
            self._idle.put(Improver(self.game, self.candidates_only, entries))

    def take(self, begin: Begin, trees: list[Tree]) -> None:
        """Continue from what a pass of an earlier search began with."""
        self.given = self.best if begin.is_given else None
        self.firsts = [CANONICAL.parse(self.game, first) for first in begin.firsts]
        self.trees.update((tree.guess(0), tree) for tree in trees[1:])

    def begin(self, wanted: Wanted, done: int, width: float) -> Begin:
        """What the next pass begins with."""
        others = [tree for tree in self.trees.values() if tree is not self.best]
        return Begin(
            wanted=wanted,
            done=done,
            next_width=width,
            is_given=self.best is self.given,
            firsts=tuple(CANONICAL.format(self.game, first) for first in self.firsts),
            trees=passes_file.texts([self.best, *others]),
        )

    def _most_promising(self, keys: Keys) -> list[Code]:
        """First guesses by their estimate, the best of them first."""
        cost = self.estimate.cost + np.arange(len(self.estimate.cost))
        found: list[tuple[float, Code]] = []
        for block, sizes in sizes_in_blocks(keys, self.everything):
            found += zip(
                cost[sizes].sum(axis=1).tolist(), map(self.everything.space.decode, block.tolist()), strict=True
            )
        return [code for _, code in sorted(found)[:MOST_FIRSTS]]

    def _ranked(self, count: int) -> list[Code]:
        """The most promising first guesses: those with a tree, by its cost, then the others, by their estimate."""
        found = sorted(self.trees, key=lambda first: (self.trees[first].figures.total, first))
        return [*found, *(first for first in self.firsts if first not in self.trees)][:count]

    def make_pass(self, number: int, width: float, seed: int) -> None:
        """Improve every part of the most promising first guesses; results are saved before an interrupt is raised."""
        self.width = width
        beam = make_beam(self.estimate, self.least, width, seed, self.candidates_only)
        count = next((count for below, count in FIRSTS if width < below), 1)
        tasks = [task for first in self._ranked(count) for task in self._tasks(first)]
        tasks.sort(key=lambda task: -len(task.keys))
        found: dict[Code, dict[int, Nodes]] = {}
        state = ImproveProgress(number, 0, sum(len(task.keys) for task in tasks), self.best.figures.total)
        start, interrupted = self.best, False

        def run(task: Task) -> Nodes | None:
            if pause():
                return None
            improver = self._idle.get()
            try:
                return improver.improve(task, beam, pause)
            finally:
                self._idle.put(improver)

        def pause() -> bool:
            self.stopped |= self.is_late(state)
            return self.stopped

        with ThreadPoolExecutor(self.workers, thread_name_prefix="codepegs") as pool:
            pending = {pool.submit(run, task): task for task in tasks}
            while pending:
                try:
                    for future in wait(pending, return_when=FIRST_COMPLETED)[0]:
                        task = pending[future]
                        self._take(task, future.result(), found.setdefault(task.turn.guess, {}))
                        del pending[future]
                        state = replace(state, done=state.done + len(task.keys), total=self.best.figures.total)
                        pause()
                except KeyboardInterrupt:
                    self.stopped = interrupted = True
                except BaseException:
                    self.stopped = True
                    raise
        self._settle(start)
        if interrupted:
            raise KeyboardInterrupt
        if not self.stopped:
            self.width = grown(width)
            self._save(self.best)
            self.estimate = Estimate.fit([self.best])

    def _settle(self, start: Tree) -> None:
        """Save the best tree if it is new: among equals the one before the pass, then the one with the lowest guess."""
        found = sorted(self.trees.values(), key=lambda tree: (tree.figures.total, tree.guess(0)))
        self.best = start if start.figures.total == found[0].figures.total else found[0]
        if self.best is not self.saved:
            self._save(self.best)

    def _save(self, tree: Tree) -> None:
        self.best = self.saved = tree
        if tree is self.given and not _left_at(tree):
            self.save(tree)  # a given tree, still the best
        else:
            self.save(_named(tree, self.width, self.candidates_only))

    def _tasks(self, first: Code) -> list[Task]:
        tree = self.trees.get(first)
        table = part_table(self.game)
        tasks = []
        for reply, part in self.everything.partition(first).items():
            if not reply.solved:
                node = tree.child(0, reply) if tree is not None else None
                tasks.append(Task(Turn(first, reply), table.number(reply), part.keys, tree, node or 0))
        return tasks

    def _take(self, task: Task, nodes: Nodes | None, found: dict[int, Nodes]) -> None:
        """Replace the tree of a part by one that is better."""
        if nodes is None:
            return
        first = task.turn.guess
        tree = self.trees.get(first)
        branches = found if tree is None else _branches(tree)
        branches[task.part] = nodes
        new = _join(self.everything, first, branches)
        if new.figures.secrets < self.game.size or (tree is not None and new.figures.total >= tree.figures.total):
            return
        self.trees[first] = new
        if new.figures.total < self.best.figures.total:
            self.best = new
            if not self.stopped:  # otherwise the best is saved at the end
                self._save(new)


def _branches(tree: Tree) -> dict[int, Nodes]:
    """The subtrees below the first guess by part."""
    found = {}
    for node in tree.children(0):
        rows = slice(node, int(tree.ends[node]))
        found[int(tree.parts[node])] = (tree.guesses[rows], tree.parents[rows] - node, tree.parts[rows])
    return found


def _join(everything: Candidates, first: Code, branches: dict[int, Nodes]) -> Tree:
    """The tree of a first guess and the subtrees for its parts."""
    guesses = [np.array([everything.space.encode(first)], np.uint64)]
    parents, parts = [np.array([-1])], [np.array([-1])]
    count = 1
    for part, (below, up, by) in sorted(branches.items(), key=lambda item: item[0]):
        guesses.append(below)
        parents.append(np.where(np.arange(len(up)) > 0, up + count, 0))
        parts.append(np.append(part, by[1:]))
        count += len(below)
    return Tree(everything.game, np.concatenate(guesses), np.concatenate(parents), np.concatenate(parts))


def grown(width: float) -> float:
    """The width of the next pass."""
    return min(MOST_WIDTH, float(f"{width * GROWTH:.4g}"))


def _named(tree: Tree, width: float, candidates_only: bool = False) -> Tree:
    """The tree with its strategy, which states the width of the next pass."""
    return tree.named(f"improve:{'candidates-only,' * candidates_only}next-width={width:.4g}")


def _left_at(tree: Tree) -> float | None:
    """The width with which to continue a tree of `improve`; None for other trees."""
    match = _STATED.fullmatch(tree.strategy) or _STATED_BEFORE.fullmatch(tree.strategy)
    return min(MOST_WIDTH, float(match[1])) if match else None


def _is_left_by(tree: Tree, begin: Begin, best: Tree) -> bool:
    """Whether a tree may have been saved by a search since it was at the beginning of a pass."""
    return tree == best or (tree.total <= best.total and (_left_at(tree) or 0) >= begin.next_width)


def check_size(game: Game) -> None:
    """Check that a game is small enough for `improve`."""
    check_searched(game)
    if game.size > MOST_CODES_IMPROVED or CodeSpace.of(game).bits * game.pegs > KEY_BITS:
        reason = game._reason("too_large_to_improve", size=game.size, most=MOST_CODES_IMPROVED, instead=instead(game))
        raise BadInput.because(reason)


def instead(game: Game) -> str:
    """Return the kind of the clause that says what to do in a game too large for a search for trees."""
    return "play_with_entropy" if game.size <= MOST_CODES else "play_with_auto"


def _better_start(
    game: Game,
    start: Tree | None,
    candidates_only: bool,
    workers: int,
    deadline: Deadline,
    save: Callable[[Tree], None],
) -> Tree:
    """The given tree, or the tree of a one-step strategy if it is better; each that is better is saved."""
    best = start

    def take(tree: Tree) -> None:
        nonlocal best
        if best is None or tree.total < best.total:
            best = tree.named("the best one-step strategy")
            save(best)

    with WorkerThreads(workers, deadline=deadline) as threads:
        take(one_step_tree(game, candidates_only, threads, save=take))
    assert best is not None
    return best


def improve(
    game: Game | str,
    start: Tree | None = None,
    *,
    width: float | None = None,
    passes: int | None = None,
    limit: float | None = None,
    candidates_only: bool = False,
    workers: int = 1,
    seed: int = 0,
    save: Callable[[Tree], None] = lambda tree: None,
    progress: Callable[[ImproveProgress], None] = lambda state: None,
    state: Path | str | None = None,
) -> Tree:
    """Search for a strategy tree with a small total by repeated beam searches, without a proof.

    The search ends after `passes` or `limit`, whichever comes first. Ctrl-C is raised after the best tree is saved.

    Args:
        game: The game or its rules id, of up to 300,000 codes.
        start: A tree of the same game, to improve on. If it comes from `improve`, the search
            continues with the pass at which that one ended. Default: the best tree of a one-step strategy.
        width: Number of guesses tried at large sets in the first pass; each further pass tries twice as many. Default:
            1, or the next width if `start` comes from `improve`.
        passes: Number of passes. Default: 6, or unlimited with `limit`.
        limit: Time limit in seconds; unlimited if None.
        candidates_only: Consider candidates only as guesses.
        workers: Number of threads; one is used in games with weights, costs or another end.
        seed: Seed of the random choices. The result does not depend on `workers`; with `limit` it depends on the
            machine.
        save: Called with every tree that is better than all before it.
        progress: Called with the state of the search a few times a second.
        state: With `passes`: a file that has what the current pass began with, until the search ends. If the search is
            interrupted, the same call with the last tree saved as `start` ends with the tree with which it would have
            ended.

    Returns:
        The best tree found, at least as good as `start` and the trees of the one-step strategies.

    Raises:
        BadInput: The game is too large, an argument is invalid, or `start` is a tree of another game.
        KeyboardInterrupt: Ctrl-C was pressed; `save` has been called with the best tree.

    >>> improve("p3c4", passes=2).figures.total
    206
    """
    game = Game.of(game)
    check_size(game)
    check_start(game, start)
    check_candidates_only(game, candidates_only)
    workers = whole_number("workers", workers, 1, MOST_WORKERS)
    check_at_least_one(width=width)
    check_limit(limit)
    passes = PASSES if passes is None and limit is None else passes
    passes = None if passes is None else whole_number("passes", passes, 1, MOST_PASSES)
    drawn = Seed.of(seed).value
    candidates_only = candidates_only or game._traits.guesses_candidates_only
    deadline = Deadline(limit)
    tried = width or (start and _left_at(start)) or 1.0
    kept = None if state is None or passes is None else Path(state)
    wanted = Wanted(rules=game._identity, candidates_only=candidates_only, seed=drawn, width=width, passes=passes or 0)
    begin = None if kept is None else passes_file.read(kept, wanted)
    known = [] if begin is None else begin.read_trees(game)
    if begin is not None and start is not None and _is_left_by(start, begin, known[0]):
        start, tried = known[0], begin.next_width
    else:
        begin = None
    if start is None or (begin is None and _left_at(start) is None):
        start = _better_start(game, start, candidates_only, workers, deadline, save)
    number = 0 if begin is None else begin.done

    def is_late(state: ImproveProgress) -> bool:
        progress(state)
        return deadline.is_past()

    def is_late_with(total: int) -> bool:
        return is_late(ImproveProgress(number + 1, 0, game.size, total))

    def save_best(tree: Tree, is_done: bool) -> None:
        save(_named(tree, grown(tried) if is_done else tried))

    if deadline.is_past():
        return start
    work: Improvement | WeighedImprovement
    if game._is_weighed:
        work = WeighedImprovement(game, start, is_late_with, save_best)
    else:
        work = Improvement(game, start, candidates_only, workers, save, is_late)
    if begin is not None:
        work.take(begin, known)
    while not work.stopped and (passes is None or number < passes):
        if kept is not None:
            passes_file.write(kept, work.begin(wanted, number, tried))
        work.make_pass(number + 1, tried, (drawn + number) % 2**64)
        number, tried = number + 1, grown(tried)
    if kept is not None:
        with suppress(OSError):
            kept.unlink()
    return work.best
