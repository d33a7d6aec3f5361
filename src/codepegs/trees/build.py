"""The tree of any strategy that is a function of the history; that of a one-step strategy in C++, by all workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import UNITS, Candidates, CodeSpace, Keys, OneStep, first_plays, loop_options
from codepegs.core import loops
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import Code, Game, Position, Turn, code_rules, part_cells, part_table
from codepegs.parallel import CHUNKS_PER_WORKER, WorkerThreads
from codepegs.trees.tree import Tree, TreeFigures


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `index`, from 0, of `count` nearly equal shares of the secrets.

    The secrets are in the order in which a strategy tree lists them. A branch below the second guess is never divided:
    it belongs to the share of its first secret. The shares of one count cover every secret once, so their figures add
    up to those of the whole.
    """

    index: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.index < self.count:
            raise BadInput.because("invalid_share", index=self.index, count=self.count)

    def interval(self, secrets: int) -> tuple[int, int]:
        """Return the secrets of the share."""
        return secrets * self.index // self.count, secrets * (self.index + 1) // self.count

    def holds(self, start: int, secrets: int) -> bool:
        """Return whether a branch belongs to the share."""
        first, after = self.interval(secrets)
        return first <= start < after

    def meets(self, start: int, size: int, secrets: int) -> bool:
        """Return whether a range of secrets may contain some of the share."""
        first, after = self.interval(secrets)
        return start < after and first < start + size


WHOLE = Shard()
"""The share that contains all secrets."""

UNCUT = 2
"""Depth below which branches are not divided."""


Choose = Callable[[Position, Candidates], Code]


def build_with(position: Position, choose: Choose, *, threads: WorkerThreads | None = None) -> Tree:
    """Build the tree of a strategy from a position."""
    nodes: list[tuple[int, int, int]] = []
    walk_with(position, choose, threads=threads, nodes=nodes)
    guesses, parents, parts = zip(*nodes, strict=True)
    return Tree.assemble(position.game, np.array(guesses, np.uint64), np.array(parents), np.array(parts))


def walk_with(
    position: Position,
    choose: Choose,
    *,
    threads: WorkerThreads | None = None,
    shard: Shard = WHOLE,
    nodes: list[tuple[int, int, int]] | None = None,
) -> TreeFigures:
    """Count the guesses of a strategy over all candidates of a position; `nodes` takes guesses, parents and parts."""
    threads = threads or WorkerThreads()
    table = part_table(position.game)
    candidates = Candidates.after(position, threads)
    if not len(candidates):
        raise Contradiction.of(position.game, len(position.turns))
    check_open(candidates)
    everything, done, quiet = len(candidates), 0, threads.reporting(None)
    lengths: Counter[int] = Counter()
    pending = [(position, candidates, 0, -1, -1, 0)]
    while pending:
        here, left, start, parent, own, spent = pending.pop()
        depth = len(here.turns) - len(position.turns)
        guess = choose(here, left)
        spent += position.game.cost_of(guess)
        node = -1
        if nodes is not None:
            node = len(nodes)
            nodes.append((left.space.encode(guess), parent, own))
        is_last = len(left) == 1 and left.keys[0] == left.space.encode(guess)  # as at most nodes
        parts = {table.replies[-1]: left} if is_last else left.partition(guess, quiet)
        if len(parts) == 1 and any(guess == turn.guess for turn in here.turns):
            raise BadStrategy.because("strategy_repeats", guess=str(guess), given=str(here))
        for reply, part in parts.items():
            number = table.number(reply)
            if reply.solved or part.is_over:
                lengths[spent] += len(part) * (depth >= UNCUT or shard.holds(start, everything))
                done += len(part)
            elif depth >= UNCUT or (
                shard.holds(start, everything) if depth == UNCUT - 1 else shard.meets(start, len(part), everything)
            ):
                pending.append((here.after(guess, reply), part, start, node, number, spent))
            start += len(part)
        if threads.progress is not None:
            threads.progress(done, everything)
    return TreeFigures(tuple(lengths[length] for length in range(1, max(lengths, default=0) + 1)))


def check_open(candidates: Candidates) -> None:
    """Check that there is something to find, so that a tree has a first guess."""
    if not candidates.is_over:
        return
    game = candidates.game
    noun, guess = game.traits.secret_noun, game.traits.guess_nouns[0]
    if game.size == 1:
        raise BadInput.because(game.reason("nothing_to_find_in_one", noun=noun))
    if game.until == "class" and game.classes is not None and not game.classes.any():
        raise BadInput.because(game.reason("nothing_to_find_in_class", noun=noun))
    raise BadInput.because(game.reason("nothing_to_tell", guess=guess, noun=noun))


def lengths_with(
    position: Position, choose: Choose, secrets: Sequence[Code], *, threads: WorkerThreads | None = None
) -> list[int]:
    """Count the guesses that a strategy needs for each of some secrets; `choose` is called once per position."""
    threads = threads or WorkerThreads()
    space = CodeSpace.of(position.game)
    distinct = sorted(set(secrets))
    sought = np.array([space.encode(secret) for secret in distinct], dtype=np.uint64)
    found = np.zeros(len(distinct), dtype=np.int64)
    replies, quiet = part_table(position.game).replies, threads.reporting(None)
    pending = [(position, Candidates.after(position, quiet), np.arange(len(sought)), 0)]
    check_open(pending[0][1])
    while pending:
        here, left, group, spent = pending.pop()
        guess = choose(here, left)
        spent += position.game.cost_of(guess)
        split = Candidates(position.game, sought[group]).parts(guess)
        parts = left.parts(guess, quiet)
        for number in np.unique(split).tolist():
            members = group[split == number]
            part = Candidates(position.game, left.keys[parts == number])
            if replies[number].solved or part.is_over:
                found[members] = spent
            else:
                pending.append((here.after(guess, replies[number]), part, members, spent))
        if threads.progress is not None:
            threads.progress(int(np.count_nonzero(found)), len(found))
    number_of = {secret: int(length) for secret, length in zip(distinct, found, strict=True)}
    return [number_of[secret] for secret in secrets]


SHARED_FROM = (2_000, 20_000, 300_000)
"""Number of candidates from which the first, second and third turn use all symmetry and all workers."""

CANDIDATES_SHARED_FROM = 20
"""Times as many if only candidates are guessed, and colours are more than pegs. Symmetric candidates then differ mostly
in colours never played, which the loops see, too, with all symmetry of the first guess if they begin with every
code."""

MOST_TURNS = 1 << 14

CODES_A_GROUP = 16_384
"""Codes of the branches that a worker walks at a time, about; progress is reported after each group."""


_Arrays = tuple[Keys, NDArray[np.int64], NDArray[np.int64]]
"""The guesses, parents and parts of nodes."""


@dataclass
class _Nodes:
    arrays: list[_Arrays] = field(default_factory=list)
    count: int = 0

    def add(self, *arrays: *_Arrays) -> int:
        """Add nodes; returns the number of the first."""
        self.arrays.append(arrays)
        self.count += len(arrays[0])
        return self.count - len(arrays[0])


def walk(
    position: Position,
    search: OneStep,
    *,
    first: Code | None = None,
    threads: WorkerThreads | None = None,
    shard: Shard = WHOLE,
) -> TreeFigures:
    """Count the guesses of a one-step strategy over all candidates of a position."""
    return _Walk(position, search, threads or WorkerThreads()).run(first, shard)


def walked_lengths(
    game: Game, search: OneStep, *, first: Code | None = None, threads: WorkerThreads | None = None
) -> NDArray[np.int64]:
    """Count the guesses of a one-step strategy for each secret, int64, shape (codes,), in the order of codes."""
    lengths = np.zeros(game.size, dtype=np.int64)
    _Walk(Position(game), search, threads or WorkerThreads(), lengths=lengths).run(first)
    return lengths


def walked_tree(
    position: Position, *searches: OneStep, first: Code | None = None, threads: WorkerThreads | None = None
) -> Tree:
    """Build the tree of a one-step strategy from a position; of several, the first of those with the least total."""
    threads, weights = threads or WorkerThreads(), position.game.weights
    lengths = None if weights is None else np.zeros_like(weights)

    def walked(search: OneStep) -> tuple[int, TreeFigures, _Nodes]:
        nodes = _Nodes()
        figures = _Walk(position, search, threads, nodes=nodes, lengths=lengths).run(first)
        total = figures.total if weights is None or lengths is None else int(weights @ lengths)
        return total, figures, nodes

    _, figures, nodes = min(map(walked, searches), key=itemgetter(0))
    guesses, parents, parts = map(np.concatenate, zip(*nodes.arrays, strict=True))
    tree = Tree.assemble(position.game, guesses, parents, parts)
    vars(tree)["figures"] = figures  # the walk has counted them
    return tree


def _trimmed(histogram: NDArray[np.int64]) -> NDArray[np.int64]:
    """The histogram without the zeros at its end."""
    return histogram[: int(np.flatnonzero(histogram).max(initial=-1)) + 1]


@dataclass(eq=False)
class _Walk:
    """One walk: the histogram always, and the nodes or the guesses for each secret where they are wanted."""

    position: Position
    search: OneStep
    threads: WorkerThreads
    nodes: _Nodes | None = None
    lengths: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        self.keys = Candidates.after(self.position, self.threads).keys  # reordered part by part, as the tree lists them
        self.histogram = np.zeros(MOST_TURNS, dtype=np.int64)
        # Rows: where sets start and stop in `keys`, parent node, part, number of turns, and row of `first_plays`.
        self.branches: list[NDArray[np.int64]] = []
        self.first_plays: list[NDArray[np.int64]] = []

    def run(self, first: Code | None, shard: Shard = WHOLE) -> TreeFigures:
        if not self.position.game.is_usual:
            return self._search_all(first, shard)
        self._search_top(first, shard)
        if any(branches.size for branches in self.branches):
            _Groups(self).walk()
        return TreeFigures(tuple(_trimmed(self.histogram[1:]).tolist()))

    def _search_all(self, first: Code | None, shard: Shard) -> TreeFigures:
        """Walk the whole tree guess by guess: the loops know neither costs nor other endings than the win."""

        def choose(position: Position, candidates: Candidates) -> Code:
            is_first = first is not None and len(position.turns) == len(self.position.turns)
            return first if is_first and first else self.search.choose(position, candidates, threads=quiet)

        quiet = self.threads.reporting(None)
        if self.nodes is None and self.lengths is None:
            return walk_with(self.position, choose, threads=self.threads, shard=shard)
        tree = build_with(self.position, choose, threads=self.threads)
        if self.nodes is not None:
            self.nodes.add(tree.guesses, tree.parents, tree.parts)
        if self.lengths is not None:
            self.lengths[:] = tree.lengths
        return tree.figures

    def _search_top(self, first: Code | None, shard: Shard) -> None:
        """Search the guesses of the largest sets; the others become branches."""
        game, search, keys, threads = self.position.game, self.search, self.keys, self.threads.reporting(None)
        origin, everything, table = len(self.position.turns), len(keys), part_table(game)
        times = CANDIDATES_SHARED_FROM if search.candidates_only and game.colors > game.pegs else 1
        shared = max(int(first is not None), sum(everything >= times * least for least in SHARED_FROM))
        if shard.count > 1:
            shared = max(shared, UNCUT)
        is_weighted = game.weights is not None
        if is_weighted or (game.traits.hard and not search.candidates_only):
            shared = MOST_TURNS  # the loops have no weights, and compare guesses that hard mode does not allow
        small = 2 if is_weighted else 3
        found: list[tuple[int, int]] = []
        pending = [(self.position, 0, everything, -1, -1)]
        self.first_plays.append(first_plays(game, [turn.guess for turn in self.position.turns]))
        if first is None and (shared == 0 or everything < small):
            pending.clear()
            if shard.holds(0, everything):
                self.branches.append(np.array([[0], [everything], [-1], [-1], [origin], [0]]))
        while pending:
            position, start, stop, parent, own = pending.pop()
            depth = len(position.turns) - origin + 1
            candidates = Candidates(game, keys[start:stop])
            if depth == 1 and first is not None:
                guess = game.check_code(first)
            else:
                guess = search.choose(position, candidates, threads=threads)
            key = candidates.space.encode(guess)
            node = -1
            if self.nodes is not None:
                node = self.nodes.add(np.array([key], np.uint64), np.array([parent]), np.array([own]))
            self.first_plays.append(first_plays(game, [*(turn.guess for turn in position.turns), guess]))
            sizes = candidates.space.split(candidates.keys, guess, threads)
            stops = start + np.cumsum(sizes)
            starts = stops - sizes
            if sizes[-1]:  # the guess is a candidate
                self.histogram[depth] += depth > UNCUT or shard.holds(int(starts[-1]), everything)
                found.append((key, depth))
            sizes[-1] = 0
            is_small = sizes < small
            wanted = sizes > 0
            if depth <= UNCUT and shard.count > 1:
                held = [
                    shard.holds(at, everything) if cut else shard.meets(at, size, everything)
                    for at, size, cut in zip(starts.tolist(), sizes.tolist(), is_small | (depth == UNCUT), strict=True)
                ]
                wanted &= held
            is_branch = is_small | (depth >= shared)
            parts = np.flatnonzero(wanted & is_branch)
            where = np.array([[node], [0], [origin + depth], [len(self.first_plays) - 1]]).repeat(len(parts), axis=1)
            where[1] = parts
            self.branches.append(np.vstack((starts[parts], stops[parts], where)))
            for part in np.flatnonzero(wanted & ~is_branch).tolist():
                after = Position(game, (*position.turns, Turn(guess, table.replies[part])))
                pending.append((after, int(starts[part]), int(stops[part]), node, part))
        if self.lengths is not None and found:
            solved = np.array(found, dtype=np.uint64)
            self.lengths[CodeSpace.of(game).numbers(solved[:, 0])] = solved[:, 1]


class _Groups:
    """The branches, the largest first, in groups; a free worker walks the next group."""

    def __init__(self, walk: _Walk) -> None:
        self.whole = walk
        self.game = walk.position.game
        branches = np.hstack(walk.branches)
        branches = np.ascontiguousarray(branches[:, np.argsort(branches[0] - branches[1], kind="stable")])
        starts, stops, self.parents, self.parts, self.depths, rows = branches
        self.first_plays = np.array(walk.first_plays)[rows]
        self.most = int(stops[0] - starts[0])
        self.ends = np.cumsum(stops - starts)
        total, workers = int(self.ends[-1]), walk.threads.workers
        number = total // CODES_A_GROUP + (1 if workers == 1 else workers * CHUNKS_PER_WORKER)
        group_of = (self.ends - 1) * number // total
        self.edges = np.append(np.flatnonzero(np.diff(group_of, prepend=-1)), len(starts)).tolist()
        self.done = np.append(0, self.ends)[self.edges]
        self.keys = np.concatenate(
            [walk.keys[start:stop] for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)]
        )
        self.options = loop_options(walk.search, self.most)
        table = CodeSpace.of(self.game).table
        self.guess_of = self.keys.astype(np.int64)
        self.columns = None if table is None else _columns_in_order(table, self.guess_of)

    def walk(self) -> None:
        """Walk all groups, and add up what they find."""
        count = len(self.edges) - 1
        threads, done = self.whole.threads, self.done.tolist()
        progress = threads.progress
        by_code = None if progress is None else lambda finished, _: progress(done[finished], done[-1])
        walked = threads.reporting(by_code).map(count, count, lambda a, b: [self._one(n) for n in range(a, b)])
        nodes = self.whole.nodes
        for group, (counts, work, guesses, parents, parts) in enumerate(found for chunk in walked for found in chunk):
            threads.work.add(*work.tolist())
            self.whole.histogram[: len(counts)] += counts
            if nodes is not None:
                tops = np.flatnonzero(parents < 0)
                branch = self.edges[group] - 1 - parents[tops]
                parents += nodes.count
                parents[tops], parts[tops] = self.parents[branch], self.parts[branch]
                nodes.add(guesses, parents, parts)

    def _one(self, group: int) -> tuple[NDArray[np.int64], NDArray[np.int64], *_Arrays]:
        """Walk the branches of one group: secrets by number of guesses, work done, and the nodes."""
        first, after = self.edges[group : group + 2]
        start, stop = self.done[group : group + 2].tolist()
        depths, lengths = self.depths[first:after], self.whole.lengths
        room = 2 * (stop - start) if self.whole.nodes is not None else 0
        out = loops.WalkOutput(
            histogram=np.zeros(int(depths.max()) + self.most + 3, dtype=np.int64),
            work=np.zeros(3, dtype=np.int64),
            guesses=np.empty(room, dtype=np.uint64),
            parents=np.empty(room, dtype=np.int64),
            parts=np.empty(room, dtype=np.int64),
        )
        ends = self.ends[first:after] - start
        nodes = 0
        if self.columns is not None:
            none, parts = np.empty(0, dtype=np.int64), len(part_table(self.game))
            table_walk = loops.begin_table_walk(self.columns, none, self.guess_of, 0, parts, self.options, out)
            loops.walk_more_of_table(table_walk, np.arange(start, stop), ends, depths)
            while not loops.step_table_walk(table_walk, UNITS):
                pass
            nodes = loops.table_walk_nodes(table_walk)
            if lengths is not None:
                loops.table_walk_lengths(table_walk, lengths)
        else:
            rules, cells, rows = code_rules(self.game), part_cells(self.game), self.first_plays[first:after]
            walk = loops.begin_walk(np.empty(0, dtype=np.uint64), 0, rows[0], rules, cells, self.options, out)
            loops.walk_more(walk, self.keys[start:stop], ends, depths, rows)
            while not loops.step_walk(walk, UNITS):
                pass
            nodes = loops.walked_nodes(walk)
            if lengths is not None:
                loops.walked_lengths(walk, lengths)
        counts = _trimmed(out.histogram[len(self.whole.position.turns) :])
        count = min(nodes, room)
        return counts, out.work, out.guesses[:count], out.parents[:count], out.parts[:count]


def _columns_in_order(table: NDArray[np.unsignedinteger[Any]], codes: NDArray[np.int64]) -> NDArray[np.uint16]:
    """A table of replies with the columns of each branch side by side: a set then takes few cache lines."""
    columns = np.empty((len(table), len(codes)), dtype=np.uint16)
    loops.of_table("gather_columns", table)(table, codes, columns)
    return columns
