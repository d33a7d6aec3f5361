"""The tree of any strategy that is a function of the history; that of a one-step strategy in C++, by all workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, CodeSpace, Keys, OneStep, first_plays, loop_options
from codepegs.core import loops
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import Code, Game, Position, code_rules, part_cells, part_table
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


Choose = Callable[[Position, Candidates, WorkerThreads], Code]
"""A strategy as a function of the position and its candidates; the threads report no progress."""


def walk(
    position: Position,
    strategy: OneStep | Choose,
    *,
    first: Code | None = None,
    threads: WorkerThreads | None = None,
    shard: Shard = WHOLE,
) -> TreeFigures:
    """Count the guesses of a strategy over all candidates of a position."""
    return _Walk(position, strategy, first, threads, shard).run()


def walked_lengths(
    game: Game,
    strategy: OneStep | Choose,
    secrets: Sequence[Code] | None = None,
    *,
    first: Code | None = None,
    threads: WorkerThreads | None = None,
) -> NDArray[np.int64]:
    """Count the guesses for some secrets, by default all in the order of codes, int64; each is chosen once for all."""
    lengths, space = np.zeros(game.size, dtype=np.int64), CodeSpace.of(game)
    sought = None if secrets is None else np.array([space.encode(secret) for secret in secrets], dtype=np.uint64)
    _Walk(Position(game), strategy, first, threads, sought=sought, lengths=lengths).run()
    return lengths if sought is None else lengths[space.numbers(sought)]


def walked_tree(
    position: Position, *strategies: OneStep | Choose, first: Code | None = None, threads: WorkerThreads | None = None
) -> Tree:
    """Build the tree of a strategy from a position; of several, the first of those with the least total."""
    trees = []
    for strategy in strategies:
        walk = _Walk(position, strategy, first, threads)
        figures, tree = walk.run(keep_nodes=True), walk.tree()
        vars(tree)["figures"] = figures  # the walk has counted them
        trees.append(tree)
    return min(trees, key=lambda tree: tree.total)


def check_open(candidates: Candidates) -> None:
    """Check that there is something to find, so that a tree has a first guess."""
    if not candidates.is_over:
        return
    game = candidates.game
    noun, guess = game._traits.secret_noun, game._traits.guess_nouns[0]
    if game.size == 1:
        raise BadInput.because(game._reason("nothing_to_find_in_one", noun=noun))
    if game.until == "class" and game.classes is not None and not game.classes.any():
        raise BadInput.because(game._reason("nothing_to_find_in_class", noun=noun))
    raise BadInput.because(game._reason("nothing_to_tell", guess=guess, noun=noun))


SHARED_FROM = (2_000, 20_000, 300_000)
"""Number of candidates from which the first, second and third turn use all symmetry and all workers."""

CANDIDATES_SHARED_FROM = 20
"""Times as many if only candidates are guessed, and colours are more than pegs. Symmetric candidates then differ mostly
in colours never played, which the loops see, too, with all symmetry of the first guess if they begin with every
code."""

EVERY_TURN = 1 << 14
"""More turns than any game lasts."""

WALK_UNITS = 10_000_000
"""Work of one step of a walk in C++, 10 to 30 milliseconds."""

CELLS_A_CHUNK = 5_000_000
"""Cells of a table that are copied in one call, some milliseconds."""

CODES_A_GROUP = 16_384
"""Codes of the branches that a worker walks at a time, about; progress is reported after each group."""


_Arrays = tuple[Keys, NDArray[np.int64], NDArray[np.int64]]
"""The guesses, parents and parts of nodes."""


class _Walk:
    """One walk: guesses are chosen in Python, but below `turns_here` turns and at small sets in C++ by `search`."""

    def __init__(
        self,
        position: Position,
        strategy: OneStep | Choose,
        first: Code | None,
        threads: WorkerThreads | None,
        shard: Shard = WHOLE,
        *,
        sought: Keys | None = None,
        lengths: NDArray[np.int64] | None = None,
    ) -> None:
        self.position, self.first, self.shard, self.lengths = position, first, shard, lengths
        self.choose = strategy.choose if isinstance(strategy, OneStep) else strategy
        self.sought = None if sought is None else np.unique(sought)
        self.threads = threads or WorkerThreads()
        candidates = Candidates.after(position, self.threads)
        if not len(candidates):
            raise Contradiction.of(position.game, len(position.turns))
        check_open(candidates)
        self.keys = candidates.keys  # reordered part by part, as the tree lists them
        self.search: OneStep | None = None
        self.turns_here, self.small = EVERY_TURN, 0
        self.counts: Counter[int] = Counter()
        self.done = 0
        self.goal = len(self.keys if self.sought is None else self.sought)
        self.nodes: list[tuple[int, int, int]] = []
        self.arrays: list[_Arrays] = []  # further nodes
        # Where sets start and stop in `keys`, parent node, part, and number of turns.
        self.branches: list[tuple[int, int, int, int, int]] = []
        self.first_plays: dict[int, NDArray[np.int64]] = {}
        # The loops know neither costs nor other endings than the win, and walk to every secret.
        if isinstance(strategy, OneStep) and position.game._is_usual and sought is None:
            self._share(strategy)

    def _share(self, search: OneStep) -> None:
        """Leave to the loops what they can do of a one-step strategy."""
        game, self.search = self.position.game, search
        times = CANDIDATES_SHARED_FROM if search.candidates_only and game.colors > game.pegs else 1
        self.turns_here = max(int(self.first is not None), sum(len(self.keys) >= times * each for each in SHARED_FROM))
        if self.shard.count > 1:
            self.turns_here = max(self.turns_here, UNCUT)
        if game.weights is not None or (game._traits.hard and not search.candidates_only):
            self.turns_here = EVERY_TURN  # the loops have no weights, and compare guesses that hard mode does not allow
        self.small = 2 if game.weights is not None else 3
        if self.first is None and len(self.keys) < self.small:
            self.turns_here = 0

    def run(self, *, keep_nodes: bool = False) -> TreeFigures:
        """Walk the tree; the nodes found in C++ are kept if wanted."""
        game, keys, quiet = self.position.game, self.keys, self.threads.reporting(None)
        space, replies, before = CodeSpace.of(game), part_table(game).replies, len(self.position.turns)
        pending = [(self.position, 0, len(keys), -1, -1, 0)]  # a set, its parent node and part, and the cost so far
        if not self.turns_here:
            pending.clear()
            if self._held(0, len(keys), depth=0, is_cut=True):
                self._branch(self.position, 0, len(keys), -1, -1)
        while pending:
            self.threads.deadline.look()
            here, start, stop, parent, own, spent = pending.pop()
            left = keys[start:stop] if self.search is not None else keys[start:stop].copy()  # which may be kept
            depth, chosen = len(here.turns) - before + 1, self.first
            if depth > 1 or chosen is None:
                chosen = self.choose(here, Candidates(game, left), quiet)
            guess = game.check_code(chosen)
            key = space.encode(guess)
            spent += game._cost_of(guess)
            node = len(self.nodes)
            self.nodes.append((key, parent, own))
            parts = [(len(replies) - 1, 1)]
            if stop - start > 1 or keys[start] != key:  # not as at most nodes
                sizes = space.split(keys[start:stop], guess, quiet).tolist()
                parts = [(part, size) for part, size in enumerate(sizes) if size]
            if len(parts) == 1 and any(guess == turn.guess for turn in here.turns):
                raise BadStrategy.because("strategy_repeats", guess=str(guess), given=str(here))
            stop = start
            for part, size in parts:
                start, stop = stop, stop + size
                is_over = replies[part].solved or (bool(game._endings) and space.is_over(keys[start:stop]))
                is_branch = size < self.small or depth >= self.turns_here
                if not (held := self._held(start, stop, is_cut=is_over or is_branch or depth == UNCUT, depth=depth)):
                    continue
                if is_over:
                    self.counts[spent] += size
                    self.done += held
                    if self.lengths is not None:
                        self.lengths[space.numbers(keys[start:stop])] = spent
                    continue
                after = here.after(guess, replies[part])
                if is_branch:
                    self._branch(after, start, stop, node, part)
                else:
                    pending.append((after, start, stop, node, part, spent))
            if self.threads.progress is not None:
                self.threads.progress(min(self.done, self.goal), self.goal)
        if self.search is not None and self.branches:
            _Groups(self, self.search, keep_nodes).walk()
        return TreeFigures(tuple(self.counts[length] for length in range(1, max(self.counts, default=0) + 1)))

    def _held(self, start: int, stop: int, *, depth: int, is_cut: bool) -> int:
        """The number of secrets of a part if it may contain some of the share, or of those sought."""
        if self.sought is not None:
            few, many = sorted((self.sought, self.keys[start:stop]), key=len)
            return int(np.count_nonzero(many[np.minimum(np.searchsorted(many, few), len(many) - 1)] == few))
        whole, size = len(self.keys), stop - start
        is_held = self.shard.holds(start, whole) if is_cut else self.shard.meets(start, size, whole)
        return size * (depth > UNCUT or is_held)

    def _branch(self, here: Position, start: int, stop: int, parent: int, part: int) -> None:
        """Leave a set to the loops."""
        self.branches.append((start, stop, parent, part, len(here.turns)))
        if parent not in self.first_plays:
            self.first_plays[parent] = first_plays(here.game, [turn.guess for turn in here.turns])

    def tree(self) -> Tree:
        """Return the tree, after the walk."""
        guesses, parents, parts = zip(*self.nodes, strict=True) if self.nodes else ((), (), ())
        top = np.array(guesses, np.uint64), np.array(parents, np.int64), np.array(parts, np.int64)
        keys, above, by = map(np.concatenate, zip(top, *self.arrays, strict=True))
        return Tree.assemble(self.position.game, keys, above, by)


class _Groups:
    """The branches, the largest first, in groups; a free worker walks the next group."""

    def __init__(self, walk: _Walk, search: OneStep, keep_nodes: bool) -> None:
        self.whole, self.keep_nodes = walk, keep_nodes
        self.game = walk.position.game
        branches = sorted(walk.branches, key=lambda branch: branch[0] - branch[1])
        starts, stops, self.parents, self.parts, self.depths = np.array(branches).T.copy()
        self.first_plays = np.array([walk.first_plays[parent] for parent in self.parents.tolist()])
        self.most = int(stops[0] - starts[0])
        self.ends = np.cumsum(stops - starts)
        total, workers = int(self.ends[-1]), walk.threads.workers
        number = min(total, total // CODES_A_GROUP + (1 if workers == 1 else workers * CHUNKS_PER_WORKER))
        group_of = (self.ends - 1) * number // total
        self.edges = np.append(np.flatnonzero(np.diff(group_of, prepend=-1)), len(starts)).tolist()
        self.done = np.append(0, self.ends)[self.edges]
        self.keys = np.concatenate(
            [walk.keys[start:stop] for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)]
        )
        self.options = loop_options(search, self.most)
        table = CodeSpace.of(self.game).table
        self.guess_of = self.keys.astype(np.int64)
        self.columns = None if table is None else _columns_in_order(table, self.guess_of, walk.threads.reporting(None))

    def walk(self) -> None:
        """Walk all groups, and add up what they find."""
        count = len(self.edges) - 1
        threads, done = self.whole.threads, self.done.tolist()
        progress, before = threads.progress, self.whole.done
        goal = before + done[-1]
        by_code = None if progress is None else lambda finished, _: progress(before + done[finished], goal)
        walked = threads.reporting(by_code).map(count, count, lambda a, b: [self._one(n) for n in range(a, b)])
        nodes = len(self.whole.nodes)
        for group, (counts, work, guesses, parents, parts) in enumerate(found for chunk in walked for found in chunk):
            threads.work.add(*work.tolist())
            self.whole.counts.update({length: int(counts[length]) for length in np.flatnonzero(counts).tolist()})
            tops = np.flatnonzero(parents < 0)
            branch = self.edges[group] - 1 - parents[tops]
            parents += nodes
            parents[tops], parts[tops] = self.parents[branch], self.parts[branch]
            self.whole.arrays.append((guesses, parents, parts))
            nodes += len(guesses)

    def _one(self, group: int) -> tuple[NDArray[np.int64], NDArray[np.int64], *_Arrays]:
        """Walk the branches of one group: secrets by number of guesses, work done, and the nodes."""
        first, after = self.edges[group : group + 2]
        start, stop = self.done[group : group + 2].tolist()
        depths, lengths = self.depths[first:after], self.whole.lengths
        room = 2 * (stop - start) if self.keep_nodes else 0
        out = loops.WalkOutput(
            histogram=np.zeros(int(depths.max()) + self.most + 3, dtype=np.int64),
            work=np.zeros(3, dtype=np.int64),
            guesses=np.empty(room, dtype=np.uint64),
            parents=np.empty(room, dtype=np.int64),
            parts=np.empty(room, dtype=np.int64),
        )
        ends, looking = self.ends[first:after] - start, self.whole.threads.deadline.before
        nodes = 0
        if self.columns is not None:
            none, parts = np.empty(0, dtype=np.int64), len(part_table(self.game))
            table_walk = loops.begin_table_walk(self.columns, none, self.guess_of, 0, parts, self.options, out)
            loops.walk_more_of_table(table_walk, np.arange(start, stop), ends, depths)
            loops.finish(looking(loops.step_table_walk), table_walk, WALK_UNITS)
            nodes = loops.table_walk_nodes(table_walk)
            if lengths is not None:
                loops.table_walk_lengths(table_walk, lengths)
        else:
            rules, cells, rows = code_rules(self.game), part_cells(self.game), self.first_plays[first:after]
            walk = loops.begin_walk(np.empty(0, dtype=np.uint64), 0, rows[0], rules, cells, self.options, out)
            loops.walk_more(walk, self.keys[start:stop], ends, depths, rows)
            loops.finish(looking(loops.step_walk), walk, WALK_UNITS)
            nodes = loops.walked_nodes(walk)
            if lengths is not None:
                loops.walked_lengths(walk, lengths)
        counts = out.histogram[len(self.whole.position.turns) :]
        count = min(nodes, room)
        return counts, out.work, out.guesses[:count], out.parents[:count], out.parts[:count]


def _columns_in_order(
    table: NDArray[np.unsignedinteger[Any]], codes: NDArray[np.int64], threads: WorkerThreads
) -> NDArray[np.uint16]:
    """A table of replies with the columns of each branch side by side: a set then takes few cache lines."""
    columns = np.empty((len(table), len(codes)), dtype=np.uint16)
    gather = loops.of_table("gather_columns", table)
    threads.map(
        len(table),
        columns.size // CELLS_A_CHUNK + 1,
        lambda start, stop: gather(table[start:stop], codes, columns[start:stop]),
    )
    return columns
