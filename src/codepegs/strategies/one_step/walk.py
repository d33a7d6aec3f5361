"""The whole tree of a one-step strategy: all workers search the top together, then share the branches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import Candidates, Keys
from codepegs.game import Code, ListedGame, Position, part_table
from codepegs.parallel import WorkerThreads
from codepegs.strategies.one_step import loops
from codepegs.strategies.one_step.search import OneStep, first_plays, options
from codepegs.trees import UNCUT, WHOLE, Shard, Tree, TreeFigures

SHARED_FROM = (2_000, 20_000, 300_000)
"""Number of candidates from which the first, second and third turn use all symmetry and all workers."""

MOST_TURNS = 1 << 14


@dataclass(frozen=True, eq=False)
class Branch:
    """A set of candidates still to be walked, and its parent node."""

    position: Position
    candidates: Candidates
    parent: int
    part: int
    start: int
    """Number of secrets before it in the order of the tree."""


_Walked = tuple[NDArray[np.int64], NDArray[np.int64], Keys, NDArray[np.int64], NDArray[np.int64]]
"""The result of a branch: secrets by number of guesses, work done, and the guesses, parents and parts of nodes."""


@dataclass
class _Nodes:
    guesses: list[Keys]
    parents: list[NDArray[np.int64]]
    parts: list[NDArray[np.int64]]
    count: int = 0

    def add(self, guesses: Keys, parents: NDArray[np.int64], parts: NDArray[np.int64]) -> int:
        self.guesses.append(guesses)
        self.parents.append(parents)
        self.parts.append(parts)
        self.count += len(guesses)
        return self.count - len(guesses)


def walk(
    position: Position,
    search: OneStep,
    *,
    first: Code | None = None,
    threads: WorkerThreads | None = None,
    shard: Shard = WHOLE,
) -> TreeFigures:
    """Count the guesses of a one-step strategy over all candidates of a position.

    Args:
        position: The position.
        search: The strategy; ties are broken by `Ties.CANDIDATE`, whatever its own `ties`.
        first: The guess at the position; searched for if None.
        threads: The threads; one if None.
        shard: The share of the secrets to count; all by default.

    Returns:
        The number of secrets for each number of guesses.

    >>> from codepegs.candidates import Objective
    >>> figures = walk(Position.parse("p2c3"), OneStep(Objective.ENTROPY))
    >>> figures.total, figures.depth
    (21, 3)
    """
    return _walk(position, search, first, threads or WorkerThreads(), None, shard)


def walked_tree(
    position: Position, search: OneStep, *, first: Code | None = None, threads: WorkerThreads | None = None
) -> Tree:
    """Build the tree of a one-step strategy from a position.

    Args:
        position: The position.
        search: The strategy; ties are broken by `Ties.CANDIDATE`, whatever its own `ties`.
        first: The guess at the position; searched for if None.
        threads: The threads; one if None.

    Returns:
        The tree.
    """
    nodes = _Nodes([], [], [])
    _walk(position, search, first, threads or WorkerThreads(), nodes, WHOLE)
    return Tree.assemble(
        position.game, np.concatenate(nodes.guesses), np.concatenate(nodes.parents), np.concatenate(nodes.parts)
    )


def _walk(
    position: Position, search: OneStep, first: Code | None, threads: WorkerThreads, nodes: _Nodes | None, shard: Shard
) -> TreeFigures:
    histogram = np.zeros(MOST_TURNS, dtype=np.int64)
    origin = len(position.turns)
    candidates = Candidates.after(position, threads)
    everything = len(candidates)
    table = part_table(position.game)
    shared = max(int(first is not None), sum(everything >= least for least in SHARED_FROM))
    if shard.count > 1:
        shared = max(shared, UNCUT)
    is_weighted = position.game.weights is not None
    if is_weighted or (position.game.hard and not search.candidates_only):
        shared = MOST_TURNS  # the loops know no weights, and compare all guesses, of which hard mode allows only some
    progress, threads.progress = threads.progress, None
    try:
        pending = [Branch(position, candidates, -1, -1, 0)]
        branches: list[Branch] = []
        while pending:
            branch = pending.pop()
            depth = len(branch.position.turns) - origin
            is_small = len(branch.candidates) < (2 if is_weighted else 3) and not (depth == 0 and first)
            if (depth == UNCUT or (is_small and depth < UNCUT)) and not shard.holds(branch.start, everything):
                continue
            if depth >= shared or is_small:
                branches.append(branch)
                continue
            if depth == 0 and first is not None:
                guess = position.game.check_code(first)
            else:
                guess = search.choose(branch.position, branch.candidates, threads=threads)
            key = branch.candidates.layout.encode(guess)
            node = -1
            if nodes is not None:
                node = nodes.add(np.array([key], np.uint64), np.array([branch.parent]), np.array([branch.part]))
            start = branch.start
            for reply, part in branch.candidates.partition(guess, threads).items():
                number = table.number(reply)
                if reply.solved:
                    histogram[depth + 1] += depth >= UNCUT or shard.holds(start, everything)
                elif depth >= UNCUT or shard.meets(start, len(part), everything):
                    pending.append(Branch(branch.position.after(guess, reply), part, node, number, start))
                start += len(part)
        _walk_branches(branches, origin, search, threads, histogram, nodes, progress)
    finally:
        threads.progress = progress
    return TreeFigures(tuple(np.trim_zeros(histogram[1:], "b").tolist()))


def _walk_branches(
    branches: list[Branch],
    origin: int,
    search: OneStep,
    threads: WorkerThreads,
    histogram: NDArray[np.int64],
    nodes: _Nodes | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Walk the branches, the largest first; a free worker takes the next one."""
    branches.sort(key=lambda branch: len(branch.candidates), reverse=True)
    done = np.append(0, np.cumsum([len(branch.candidates) for branch in branches]))
    if progress is not None:
        threads.progress = lambda finished, _: progress(int(done[finished]), int(done[-1]))

    emit = nodes is not None
    tables = _ColumnsInOrder.of(branches)

    def run(first: int, after: int) -> list[_Walked]:
        return [_walk_branch(branch, origin, search, emit, tables) for branch in branches[first:after]]

    chunks = threads.map(len(branches), len(branches), run) if branches else []
    walked = [result for results in chunks for result in results]
    for branch, (counts, work, guesses, parents, parts) in zip(branches, walked, strict=True):
        threads.work.add(*work.tolist())
        histogram[: len(counts)] += counts
        if nodes is not None:
            parents = np.where(parents < 0, branch.parent, parents + nodes.count)
            parts[0] = branch.part
            nodes.add(guesses, parents, parts)


@dataclass(frozen=True, eq=False)
class _ColumnsInOrder:
    """The table of a listed game with the columns of each branch side by side: a set then takes few cache lines."""

    table: NDArray[np.uint16]
    guess_of: NDArray[np.int64]
    """The code of each column."""
    column_of: NDArray[np.int64]
    """The column of each code."""

    @classmethod
    def of(cls, branches: list[Branch]) -> _ColumnsInOrder | None:
        if not branches or not isinstance(branches[0].candidates.game, ListedGame):
            return None
        game = branches[0].candidates.game
        guess_of = np.concatenate([branch.candidates.keys for branch in branches]).astype(np.int64)
        column_of = np.zeros(game.size, dtype=np.int64)
        column_of[guess_of] = np.arange(len(guess_of))
        table = np.empty((len(game.texts), len(guess_of)), dtype=np.uint16)
        loops.gather_columns(game.table, guess_of, table)
        return cls(table, guess_of, column_of)


def _walk_branch(branch: Branch, origin: int, search: OneStep, emit: bool, tables: _ColumnsInOrder | None) -> _Walked:
    game, keys = branch.candidates.game, branch.candidates.keys
    depth = len(branch.position.turns)
    room = 2 * len(keys) if emit else 0
    out = loops.WalkOutput(
        histogram=np.zeros(depth + len(keys) + 3, dtype=np.int64),
        work=np.zeros(3, dtype=np.int64),
        guesses=np.empty(room, dtype=np.uint64),
        parents=np.empty(room, dtype=np.int64),
        parts=np.empty(room, dtype=np.int64),
    )
    if tables is not None:
        members, parts = tables.column_of[keys.astype(np.int64)], len(part_table(game))
        table_walk = loops.begin_table_walk(
            tables.table, members, tables.guess_of, depth, parts, options(search, len(keys)), out
        )
        while not loops.step_table_walk(table_walk, loops.UNITS):
            pass
        return _cut(out, origin, loops.table_walk_nodes(table_walk) if emit else 0)
    walk = loops.begin_walk(
        keys,
        depth,
        first_plays(branch.position),
        loops.code_rules(game),
        loops.cells(game),
        options(search, len(keys)),
        out,
    )
    while not loops.step_walk(walk, loops.UNITS):
        pass
    return _cut(out, origin, loops.walked_nodes(walk) if emit else 0)


def _cut(out: loops.WalkOutput, origin: int, count: int) -> _Walked:
    """What was written, without the room that is left."""
    counts = np.trim_zeros(out.histogram[origin:], "b")
    return counts, out.work, out.guesses[:count], out.parents[:count], out.parts[:count]
