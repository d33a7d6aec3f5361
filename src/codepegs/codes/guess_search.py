"""The best guess for a set of candidates, by the parts it makes.

This is the one-step search that the exhaustive strategies share: score every guess by the sizes of its parts, prefer a
candidate among equals, then the numerically lowest. A set is stored as bit planes, as columns of a table of replies, or
with weights. Where no guess distinguishes those that are left, what is known by then is the end of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes.candidates import Candidates, differing_guesses, only_order_is_open
from codepegs.codes.code_space import MOST_CODES, Keys, colors_held
from codepegs.core import ENTROPY_SCALE, log2, look, loops
from codepegs.errors import Contradiction, one_of
from codepegs.game import CANONICAL, Code, Game, Position, code_rules, part_cells, part_table
from codepegs.parallel import WorkerThreads

WORD_BITS = 64
"""Number of codes per word of a bit plane."""

LANES = 8
"""Planes of large sets have a multiple of this many words."""

MOST_MEMBERS = 512
"""Size of the largest set that is searched by lanes."""

MOST_COLUMNS = 64
"""Largest number of colours for which this is done."""

ABSENT = 0xFFFF
"""Column number of a colour without planes."""

NEVER = 1 << 40
"""First play of a colour that was not played."""

UNITS = 50_000_000
"""Work of one step, some 15 milliseconds; a unit is a guess, a word of 64 codes and a cell of the part table."""


class Objective(Enum):
    """The objective of a one-step strategy; the value is its number in C++."""

    WORST_PART = 0
    EXPECTED_SIZE = 1
    ENTROPY = 2
    MOST_PARTS = 3


_largest_table = [np.zeros(0, dtype=np.uint64)]  # the largest so far: smaller ones are its beginning


def log_table(most: int) -> NDArray[np.uint64]:
    """Return a table of n log2 n in fixed point, by which partitions of equal entropy have exactly equal scores.

    It lists the sizes of the parts of up to `most` codes, but for very large ones, whose logarithms are computed.
    """
    size, table = loops.log_table_size(1 << max(8, most.bit_length())), _largest_table[-1]
    if len(table) < size:
        table = np.empty(size, dtype=np.uint64)
        loops.write_log_table(table)
        _largest_table[:] = [table]
    return table[:size]


def scores(sizes: NDArray[np.int64], objective: Objective) -> NDArray[np.uint64]:
    """Score partitions, sizes of shape (guesses, parts), by an objective: uint64, shape (guesses,), less is better."""
    if objective is Objective.WORST_PART:
        score = sizes.max(axis=1)
    elif objective is Objective.EXPECTED_SIZE:
        score = (sizes**2).sum(axis=1)
    elif objective is Objective.ENTROPY:
        table = log_table(int(sizes.max(initial=0)))
        listed = table[np.minimum(sizes, len(table) - 1)]
        beyond = sizes * np.rint(log2(np.maximum(sizes, 1)) * 2**ENTROPY_SCALE).astype(np.int64)
        score = np.where(sizes < len(table), listed, beyond.astype(np.uint64)).sum(axis=1)
    else:
        score = sizes.shape[1] - np.count_nonzero(sizes, axis=1)
    return np.asarray(score, dtype=np.uint64)


class Ties(Enum):
    """How ties for the best score are broken."""

    CANDIDATE = "candidate"
    """A candidate first, then the numerically lowest."""
    LOWEST = "lowest"
    """The numerically lowest, candidate or not."""
    RANDOM = "random"
    """Drawn among those that differ by symmetry, candidates first."""


@dataclass(eq=False, repr=False)
class PartitionedSet(ABC):
    """Some candidates, prepared to be partitioned by many guesses."""

    candidates: Candidates

    @property
    def has_preferences(self) -> bool:
        """Whether guesses are compared by more than their scores."""
        return False

    @staticmethod
    def of(candidates: Candidates, guesses: Keys, threads: WorkerThreads) -> PartitionedSet:
        """Prepare candidates to be partitioned by some guesses, uint64, shape (m,)."""
        table, weights = candidates.space.table, candidates.weights
        if table is None:
            return PlaneSet.build(guesses, candidates, threads)
        members = candidates.keys.astype(np.int64)
        if weights is None:
            return TableSet(candidates, table, members)
        return WeightedSet(candidates, table, members, weights)

    @property
    @abstractmethod
    def cost(self) -> int:
        """Units of work for each guess, so that a call is short enough for a prompt interrupt."""

    @abstractmethod
    def count(self, guesses: Keys, out: NDArray[np.int64]) -> None:
        """Add the part sizes of guesses, shape (m,), to an array of shape (m, parts)."""

    @abstractmethod
    def best_of(self, guesses: Keys, objective: Objective, scored: NDArray[np.uint64]) -> tuple[int, int]:
        """Return the best score of ascending guesses and its index; `scored` takes all, twice, plus 1 without a win."""

    def sizes(self, guesses: Keys, threads: WorkerThreads) -> NDArray[np.int64]:
        """Return the part sizes of guesses, shape (m,): int64, shape (m, parts), the win last."""
        out = np.zeros((len(guesses), len(part_table(self.candidates.game))), dtype=np.int64)

        def run(start: int, stop: int) -> None:
            for first, after in self._steps(start, stop):
                threads.deadline.look()
                self.count(guesses[first:after], out[first:after])

        threads.map(len(guesses), threads.chunks(len(guesses), len(self.candidates)), run)
        return out

    def parts(self, guesses: Keys) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Return the sizes of the parts of each guess and the sums of their weights, int64, shape (parts,)."""
        return [(sizes, sizes) for sizes in self.sizes(guesses, WorkerThreads())]

    def scores(
        self, guesses: Keys, objective: Objective, threads: WorkerThreads
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Score ascending guesses, less is better, uint64, and return the weights of their wins, 0 or 1 without."""
        scored = np.empty(len(guesses), dtype=np.uint64)
        self._search(guesses, objective, threads, scored)
        return scored >> np.uint64(1), 1 - (scored & np.uint64(1)).astype(np.int64)

    def preferences(
        self, guesses: Keys, objective: Objective, threads: WorkerThreads
    ) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return what guesses are compared by, less is better: `scores`, without costs and classes."""
        return self.scores(guesses, objective, threads)

    def best(
        self,
        guesses: Keys,
        objective: Objective,
        threads: WorkerThreads,
        ties: Ties = Ties.CANDIDATE,
        rng: np.random.Generator | None = None,
    ) -> int:
        """Return the key of the best of some guesses, ascending, uint64, shape (m,)."""
        if ties is Ties.CANDIDATE and not self.has_preferences:
            return self._search(guesses, objective, threads, np.empty(0, dtype=np.uint64))
        return best_preferred(guesses, *self.preferences(guesses, objective, threads), ties, rng)

    def _search(self, guesses: Keys, objective: Objective, threads: WorkerThreads, scored: NDArray[np.uint64]) -> int:
        def run(start: int, stop: int) -> tuple[int, int]:
            found = []
            for first, after in self._steps(start, stop):
                threads.deadline.look()
                score, at = self.best_of(guesses[first:after], objective, scored[first:after])
                found.append((score, first + at))
            return min(found)

        chunks = threads.chunks(len(guesses), len(self.candidates))
        return int(guesses[min(threads.map(len(guesses), chunks, run))[1]])

    def _steps(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Ranges of guesses for one call each."""
        step = max(1, UNITS // self.cost)
        return [(first, min(first + step, stop)) for first in range(start, stop, step)]


ADDITIVE = (Objective.ENTROPY, Objective.EXPECTED_SIZE)
"""Objectives whose scores are sums over parts: less the scores of each class, they say how mixed the parts are."""

UNITS_OF_ROWS = 2
"""The cost of adding a peg to the rows, in cells."""


@dataclass(eq=False, repr=False)
class PlaneSet(PartitionedSet):
    """The candidates as bit planes, one for each peg and colour; part sizes are counted 64 candidates at once."""

    planes: loops.SetPlanes

    @classmethod
    def build(cls, guesses: Keys, candidates: Candidates, threads: WorkerThreads) -> PlaneSet:
        """Create the bit planes of candidates for some guesses, uint64, shape (m,)."""
        game, rules = candidates.game, code_rules(candidates.game)
        used = colors_held(game, guesses)
        columns = int(np.count_nonzero(used))
        column_of = np.full(game.colors, ABSENT, dtype=np.uint16)
        column_of[used] = np.arange(columns)
        used_words = -(-len(candidates) // WORD_BITS)
        words = -(-used_words // LANES) * LANES
        shape = (game.pegs, columns, words)
        arrays = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
        for array, peg in product(arrays, range(game.pegs)):
            look()  # the system takes a while to provide the memory of many candidates
            array[peg] = 0
        planes = loops.SetPlanes(column_of, np.zeros(words, np.uint64), *arrays)

        def run(start: int, stop: int) -> None:
            loops.fill_planes(candidates.keys, start, stop, rules, planes)

        threads.map(used_words, len(candidates) // 100_000 + 1, run)
        return cls(candidates, planes)

    @staticmethod
    def best_at_once(guesses: Keys, candidates: Candidates, objective: Objective, threads: WorkerThreads) -> int | None:
        """The key of the best guess, by planes made in the same call; None if that is too much work."""
        game, size = candidates.game, len(candidates)
        if candidates.space.table is not None or threads.chunks(len(guesses), size) != 1:
            return None
        if len(guesses) * _units(game, size // WORD_BITS + LANES) > UNITS:
            return None
        rules, cells = code_rules(game), part_cells(game)
        return loops.best_listed(guesses, candidates.keys, rules, cells, objective.value, log_table(size))

    @property
    def cost(self) -> int:
        return _units(self.candidates.game, len(self.planes.members))

    def count(self, guesses: Keys, out: NDArray[np.int64]) -> None:
        rules, cells = code_rules(self.candidates.game), part_cells(self.candidates.game)
        loops.count_parts(guesses, 0, len(guesses), rules, self.planes, cells, out)

    def best_of(self, guesses: Keys, objective: Objective, scored: NDArray[np.uint64]) -> tuple[int, int]:
        rules, cells = code_rules(self.candidates.game), part_cells(self.candidates.game)
        logs = log_table(len(self.candidates))
        return loops.best_in_range(guesses, 0, len(guesses), rules, self.planes, cells, objective.value, logs, scored)


def _units(game: Game, words: int) -> int:
    """Work to count the parts of a guess in words of 64 candidates, in units of the loops."""
    return words * (len(part_table(game)) + UNITS_OF_ROWS * game.pegs)


@dataclass(eq=False, repr=False)
class TableSet(PartitionedSet):
    """The candidates as columns of a table of replies."""

    table: NDArray[np.unsignedinteger[Any]]
    members: NDArray[np.int64]
    """The columns, shape (len(candidates),)."""

    @property
    def has_preferences(self) -> bool:
        return self.candidates.game.costs is not None or self.candidates.game.until == "class"

    def preferences(
        self, guesses: Keys, objective: Objective, threads: WorkerThreads
    ) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return what guesses gain for their cost; of the class, if that is to be known, then of the secret."""
        game = self.candidates.game
        scores, wins = self.scores(guesses, objective, threads)
        if game.costs is None and game.until != "class":
            return scores, wins
        gains = self._trivial(objective) - scores
        prices = 1 if game.costs is None else game.costs[self.candidates.space.rows(guesses).astype(np.int64)]
        keys = [-(gains / prices)]
        if game.classes is not None and game.until == "class" and objective in ADDITIVE:
            classes = game.classes[self.members]
            for label in np.flatnonzero(np.bincount(classes)).tolist():
                part = self.among(np.flatnonzero(classes == label))
                gains -= part._trivial(objective) - part.scores(guesses, objective, threads)[0]
            keys = [-(gains / prices), *keys]
        ranks = np.zeros(len(guesses), dtype=np.int64)
        for key in keys:
            values, places = np.unique(key, return_inverse=True)
            ranks = ranks * len(values) + places
        return ranks, wins

    def among(self, places: NDArray[np.int64]) -> Self:
        """Return some of the candidates, by their places in the set."""
        left = Candidates(self.candidates.game, self.candidates.keys[places], self.candidates.space)
        return replace(self, candidates=left, members=self.members[places])

    def _trivial(self, objective: Objective) -> np.uint64:
        """The score of a guess that gains nothing."""
        alone = replace(self, table=np.zeros((1, self.table.shape[1]), dtype=self.table.dtype))
        first = np.array([self.candidates.game._first_guess], dtype=np.uint64)
        found: np.uint64 = alone.scores(first, objective, WorkerThreads())[0][0]
        return found

    @property
    def cost(self) -> int:
        return len(self.members) + len(part_table(self.candidates.game))

    def count(self, guesses: Keys, out: NDArray[np.int64]) -> None:
        loops.of_table("table_sizes", self.table)(self.table, self.candidates.space.rows(guesses), self.members, out)

    def best_of(self, guesses: Keys, objective: Objective, scored: NDArray[np.uint64]) -> tuple[int, int]:
        parts, logs = len(part_table(self.candidates.game)), log_table(len(self.members))
        rows = self.candidates.space.rows(guesses)
        best: tuple[int, int] = loops.of_table("table_best", self.table)(
            self.table, rows, self.members, parts, objective.value, logs, scored
        )
        return best


LOGS_MOST = 1 << 16
"""Largest sum of weights whose logarithm is looked up; the same for all sets, so that equal sums have equal scores."""


@dataclass(eq=False, repr=False)
class WeightedSet(TableSet):
    """The same with weights: `EXPECTED_SIZE` sums weight times size, `ENTROPY` weights times their logarithms."""

    weights: NDArray[np.int64]

    @property
    def has_preferences(self) -> bool:
        return True

    def scores(
        self, guesses: Keys, objective: Objective, threads: WorkerThreads
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        found, wins = np.empty(len(guesses), dtype=np.uint64), np.empty(len(guesses), dtype=np.int64)
        parts, logs = len(part_table(self.candidates.game)), log_table(LOGS_MOST)
        step, rows = max(1, UNITS // (4 * len(self.members) + 1)), self.candidates.space.rows(guesses)

        def run(start: int, stop: int) -> None:
            for first in range(start, stop, step):
                threads.deadline.look()
                each = slice(first, min(first + step, stop))
                loops.of_table("weighted_scores", self.table)(
                    self.table,
                    rows[each],
                    self.members,
                    self.weights,
                    parts,
                    objective.value,
                    logs,
                    found[each],
                    wins[each],
                )

        threads.map(len(guesses), threads.chunks(len(guesses), len(self.members)), run)
        return found, wins

    def among(self, places: NDArray[np.int64]) -> Self:
        return replace(super().among(places), weights=self.weights[places])

    def parts(self, guesses: Keys) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        count = len(part_table(self.candidates.game))
        numbers = self.table[self.candidates.space.rows(guesses)[:, np.newaxis], self.members]
        return [
            (np.bincount(row, minlength=count), np.bincount(row, self.weights, minlength=count).astype(np.int64))
            for row in numbers  # exact: below 2^53
        ]


def best_preferred(
    guesses: Keys, keys: NDArray[Any], wins: NDArray[np.int64], ties: Ties, rng: np.random.Generator | None
) -> int:
    """The guess of the least key; among equals that of the largest win, unless ties are broken otherwise."""
    best = keys == keys.min()
    if ties is not Ties.LOWEST:
        best &= wins == wins[best].max()
    if ties is Ties.RANDOM and rng is not None:
        return int(rng.choice(guesses[best]))
    return int(guesses[best.argmax()])


def in_order(scores: NDArray[Any], wins: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return the indices of the best guesses: by score, then by the weight of the win, then in the order given."""
    found = np.empty(min(most, len(scores)), dtype=np.int64)
    loops.best_places(scores.astype(np.uint64, copy=False), wins, found)
    return found


class OneStep(msgspec.Struct, frozen=True):
    """A one-step strategy: it makes the guess whose partition of the candidates has the best score."""

    objective: Objective
    """The objective by which partitions are compared."""
    candidates_only: bool = False
    """Whether only candidates are guessed."""
    ties: Ties = Ties.CANDIDATE
    """How ties are broken."""
    searched_most: int = MOST_CODES
    """Number of candidates up to which guesses are compared; above it, the lowest candidate is guessed."""

    def choose(
        self,
        position: Position,
        candidates: Candidates,
        threads: WorkerThreads | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> Code:
        threads = threads or WorkerThreads()
        game, count = position.game, len(candidates)
        if count == 0:
            raise Contradiction.of(game, len(position.turns))
        if count > self.searched_most:
            return candidates[0]
        can_name = count > 2 or candidates.space.can_guess(candidates.keys)
        if count == 1 and game.until == "named" and not game._is_usual and can_name:
            return candidates[0]
        is_plain = game._is_usual and self.ties is not Ties.RANDOM
        if is_plain and can_name and (count <= 2 or only_order_is_open(candidates)):
            return candidates.likeliest
        by_lanes = game._traits.counts_pegs and count <= MOST_MEMBERS and game.colors <= MOST_COLUMNS
        if threads.search is None and by_lanes and not self.candidates_only and self.ties is Ties.CANDIDATE:
            plays = first_plays(game, [turn.guess for turn in position.turns])
            rules, cells, options = code_rules(game), part_cells(game), loop_options(self, count)
            choice = loops.begin_choice(candidates.keys, len(position.turns), plays, rules, cells, options)
            _, key, scored = loops.finish(loops.step_choice, choice, UNITS)
            threads.work.add(1, scored, scored * count)
            return candidates.space.decode(key)
        guesses = differing_guesses(position, candidates, candidates_only=self.candidates_only)
        search = threads.search or best_guess
        key = search(guesses, candidates, self.objective, ties=self.ties, rng=rng, threads=threads)
        return candidates.space.decode(key)


def first_plays(game: Game, guesses: Sequence[Code]) -> NDArray[np.int64]:
    """Return the turn, from 0, in which each colour was first guessed, int64, shape (colors,)."""
    first_played = np.full(game.colors, NEVER, dtype=np.int64)
    for number, guess in reversed(list(enumerate(guesses))):
        first_played[list(guess)] = number
    return first_played


def loop_options(search: OneStep, most: int) -> loops.OneStepOptions:
    """Return the options of a one-step strategy for the compiled loops."""
    return loops.OneStepOptions(
        search.objective.value, search.candidates_only, search.searched_most, log_table(max(most, MOST_MEMBERS))
    )


def best_guess(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    *,
    ties: Ties = Ties.CANDIDATE,
    rng: np.random.Generator | None = None,
    threads: WorkerThreads | None = None,
) -> int:
    """Return the key of the best of some guesses, ascending, uint64, shape (m,)."""
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    threads.work.add(1, len(guesses), len(guesses) * len(candidates))
    key = PlaneSet.best_at_once(guesses, candidates, objective, threads) if ties is Ties.CANDIDATE else None
    if key is not None:
        return key
    return PartitionedSet.of(candidates, guesses, threads).best(guesses, objective, threads, ties, rng)


def part_sizes(guesses: Keys, candidates: Candidates, threads: WorkerThreads | None = None) -> NDArray[np.int64]:
    """Return the part sizes of guesses, shape (m,): int64, shape (m, parts), the win last."""
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    return PartitionedSet.of(candidates, guesses, threads).sizes(guesses, threads)


MOST_SECRETS_NAMED = 10
"""Secrets that are named in a sentence."""


def objects_of(left: Candidates) -> Candidates:
    """Return some secrets, those that are forms of one object as its first form."""
    forms = left.game._forms
    if forms is None:
        return left
    return Candidates(left.game, np.unique(forms[left.keys.astype(np.int64)]).astype(left.keys.dtype))


@dataclass(frozen=True, slots=True)
class Known:
    """What is known at the end."""

    left: Candidates
    """The secrets that are left, at least one."""

    @property
    def class_name(self) -> str | None:
        """The class of all that are left, in a game that ends when it is known; None if they differ in class."""
        game = self.left.game
        if game.until != "class" or game.classes is None or game._ends_by_form:
            return None
        labels = np.unique(game.classes[self.left.keys.astype(np.int64)])
        return game._class_name(int(labels[0])) if len(labels) == 1 else None

    @property
    def objects(self) -> Candidates:
        """The secrets that are left, each by its first form."""
        return objects_of(self.left)

    @property
    def answer(self) -> str:
        """The answer, as a clause: the class, or the secrets that are left."""
        return self._secrets if self.class_name is None else f"its class is {self.class_name}"

    @property
    def words(self) -> str:
        """What is known, as a clause."""
        if self.class_name is not None:
            return f"{self.answer}, as {self._secrets}"
        if len(self.objects) == 1:
            return self.answer
        if not (tests := self.open_tests):
            return f"{self.answer}, which no test distinguishes"
        names = ", ".join(CANONICAL.spell(self.left.game, test) for test in tests[:MOST_SECRETS_NAMED])
        return f"{self.answer}, which no other test distinguishes; those left open do: {names}"

    @property
    def open_tests(self) -> list[Code]:
        """The tests whose outcome was unknown that would distinguish those that are left, if more is to be known."""
        left, table = self.left, self.left.space.table
        if table is None or self.class_name is not None or len(self.objects) == 1:
            return []
        rows = sorted(left.space.unanswered)
        outcomes = table[rows][:, left.keys.astype(np.int64)]
        return [
            left.game._code_at(left.game._first_guess + row)
            for row, found in zip(rows, outcomes, strict=True)
            if (found != found[0]).any()
        ]

    @property
    def _secrets(self) -> str:
        left = self.objects
        names = [CANONICAL.spell(left.game, code) for code in left[:MOST_SECRETS_NAMED]]
        more = f" or {len(left) - MOST_SECRETS_NAMED:,} more" if len(left) > MOST_SECRETS_NAMED else ""
        return f"it is {one_of(names) if not more else ', '.join(names) + more}"


def known_at(position: Position, left: Candidates | None = None) -> Known | None:
    """Return what is known at a position whose game is over without a win; None if it goes on, or nothing fits."""
    game = position.game
    if not game._endings and not (game._traits.asks_once and any(turn.reply.unknown for turn in position.turns)):
        return None
    left = Candidates.after(position) if left is None else left
    return Known(left) if len(left) and left.is_over else None
