"""The best guess for a set of candidates, by its partition.

This is the one-step search that the exhaustive strategies share: score every guess by the sizes of the parts it makes,
prefer a candidate among equals, then the numerically lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import loops
from codepegs.codes.candidates import Candidates, colors_held
from codepegs.codes.key_layout import MOST_CODES, Keys
from codepegs.codes.partition import Objective, log_table
from codepegs.codes.permutations import are_arrangements, arrangements_of
from codepegs.codes.symmetry import differing_guesses
from codepegs.codes.table_sets import TableSet
from codepegs.codes.weighted_sets import WeightedSet
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, ListedGame, Position, View, part_table
from codepegs.parallel import WorkerThreads


class Ties(Enum):
    """How ties for the best score are broken."""

    CANDIDATE = "candidate"
    """A candidate first, then the numerically lowest."""
    LOWEST = "lowest"
    """The numerically lowest, candidate or not."""
    RANDOM = "random"
    """Drawn among those that differ by symmetry, candidates first."""


@dataclass(frozen=True, slots=True)
class OneStep:
    """A one-step strategy: it makes the guess whose partition of the candidates has the best score.

    >>> from codepegs.game import Game
    >>> search = OneStep(Objective.WORST_PART)
    >>> search.choose(Position(Game(4, 6)), Candidates.all(Game(4, 6)))
    (0, 0, 1, 1)
    """

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
        *,
        threads: WorkerThreads | None = None,
        rng: np.random.Generator | None = None,
    ) -> Code:
        """Choose the guess at a position.

        Args:
            position: The position.
            candidates: Its candidates.
            threads: The threads; one if None.
            rng: The random generator for `Ties.RANDOM`.

        Returns:
            The guess.

        Raises:
            Contradiction: There are no candidates.
        """
        threads = threads or WorkerThreads()
        count = len(candidates)
        if count == 0:
            raise Contradiction.of(position.game, len(position.turns))
        if count > self.searched_most:
            return candidates[0]
        if self.ties is not Ties.RANDOM and (count <= 2 or only_order_is_open(candidates)):
            return candidates.likeliest
        if threads.search is None and self._by_lanes(candidates):
            key, scored = _choose_small(position, candidates, self)
            threads.work.add(1, scored, scored * count)
            return candidates.layout.decode(key)
        guesses = differing_guesses(position, candidates, candidates_only=self.candidates_only, threads=threads)
        search = threads.search or best_guess
        key = search(guesses, candidates, self.objective, ties=self.ties, rng=rng, threads=threads)
        return candidates.layout.decode(key)

    def _by_lanes(self, candidates: Candidates) -> bool:
        """Whether the search for small sets applies, in which threads would not help."""
        game = candidates.game
        if self.candidates_only or self.ties is not Ties.CANDIDATE:
            return False
        if isinstance(game, ListedGame):
            return False
        return len(candidates) <= loops.MOST_MEMBERS and game.colors <= loops.MOST_COLUMNS


def only_order_is_open(candidates: Candidates) -> bool:
    """Return whether every guess that is not the secret gets the same reply from all candidates.

    Under the view that shows totals this is so if all candidates are permutations of the same colours. The lowest
    candidate is then as good as any guess.

    Args:
        candidates: The candidates.

    Returns:
        True if only the win distinguishes the candidates.

    >>> only_order_is_open(Candidates.after(Position.parse("p4c6-t 1122:4t")))
    True
    """
    if candidates.game.view is not View.TOTAL or not len(candidates):
        return False
    colors = tuple(sorted(candidates[0]))
    if len(candidates) > arrangements_of(colors) or tuple(sorted(candidates[-1])) != colors:
        return False  # checked without unpacking what may be millions of codes
    return are_arrangements(candidates.codes)


def loop_options(search: OneStep, most: int) -> loops.OneStepOptions:
    """Return the options of a one-step strategy for the compiled loops.

    Args:
        search: The strategy.
        most: Largest number of candidates.

    Returns:
        The options.
    """
    return loops.OneStepOptions(
        search.objective.value, search.candidates_only, search.searched_most, log_table(max(most, loops.MOST_MEMBERS))
    )


def first_plays(game: Game, guesses: Sequence[Code]) -> NDArray[np.int64]:
    """Return when each colour was first guessed.

    Args:
        game: The game.
        guesses: The guesses so far.

    Returns:
        The number of the turn, from 0, by colour, int64, shape (colors,); `NEVER` for colours not guessed.
    """
    first_played = np.full(game.colors, loops.NEVER, dtype=np.int64)
    for number, guess in reversed(list(enumerate(guesses))):
        first_played[list(guess)] = number
    return first_played


def _choose_small(position: Position, candidates: Candidates, search: OneStep) -> tuple[int, int]:
    game = candidates.game
    choice = loops.begin_choice(
        candidates.keys,
        len(position.turns),
        first_plays(game, [turn.guess for turn in position.turns]),
        loops.code_rules(game),
        loops.cells(game),
        loop_options(search, len(candidates)),
    )
    ended = False
    while not ended:
        ended, key, scored = loops.step_choice(choice, loops.UNITS)
    return key, scored


def best_guess(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    *,
    ties: Ties = Ties.CANDIDATE,
    rng: np.random.Generator | None = None,
    threads: WorkerThreads | None = None,
) -> int:
    """Return the best of some guesses.

    Args:
        guesses: Keys of the guesses, ascending, uint64, shape (m,).
        candidates: The candidates.
        objective: The objective by which partitions are compared.
        ties: How ties are broken.
        rng: The random generator for `Ties.RANDOM`.
        threads: The threads; one if None.

    Returns:
        The key of the best guess.
    """
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    threads.work.add(1, len(guesses), len(guesses) * len(candidates))
    if candidates.game.weights is not None:
        return _best_weighted(guesses, candidates, objective, ties, rng, threads)
    if ties is Ties.CANDIDATE:
        return _best_by_planes(guesses, candidates, objective, threads)
    scored = np.empty(len(guesses), dtype=np.uint64)
    _best_by_planes(guesses, candidates, objective, threads, scored)
    return best_scored(guesses, scored, ties, rng)


def best_scored(guesses: Keys, scored: NDArray[np.uint64], ties: Ties, rng: np.random.Generator | None) -> int:
    """The key of the best of some guesses, whose scores have 0 as the lowest bit if they are candidates."""
    if ties is Ties.LOWEST:
        scored >>= np.uint64(1)
    if ties is Ties.RANDOM and rng is not None:
        return int(rng.choice(guesses[scored == scored.min()]))
    return int(guesses[scored.argmin()])


def _best_weighted(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    ties: Ties,
    rng: np.random.Generator | None,
    threads: WorkerThreads,
) -> int:
    scored, wins = scores_of(guesses, candidates, objective, threads)
    best = scored == scored.min()
    if ties is not Ties.LOWEST:
        best &= wins == wins[best].max()
    if ties is Ties.RANDOM and rng is not None:
        return int(rng.choice(guesses[best]))
    return int(guesses[best.argmax()])


def scores_of(
    guesses: Keys, candidates: Candidates, objective: Objective, threads: WorkerThreads | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Score guesses by an objective.

    Args:
        guesses: Keys of the guesses, ascending, uint64, shape (m,).
        candidates: The candidates.
        objective: The objective.
        threads: The threads; one if None.

    Returns:
        The scores, less is better, uint64, and the weights of the secrets that the guesses may find, int64 (0 or 1 if
        candidates are equally probable); each of shape (m,).

    >>> left = Candidates.after("p2c3 12:1b0w")
    >>> left[0], left[1]
    ((0, 0), (0, 2))
    >>> scores, wins = scores_of(left.keys[:2], left, Objective.WORST_PART)
    >>> scores.tolist(), wins.tolist()
    ([2, 1], [1, 1])
    """
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    if candidates.game.weights is not None:
        return WeightedSet.of(candidates).scores(guesses, objective, threads)
    scored = np.empty(len(guesses), dtype=np.uint64)
    _best_by_planes(guesses, candidates, objective, threads, scored)
    return scored >> np.uint64(1), 1 - (scored & np.uint64(1)).astype(np.int64)


def part_sizes(guesses: Keys, candidates: Candidates, threads: WorkerThreads | None = None) -> NDArray[np.int64]:
    """Count the candidates in each part of the partitions by some guesses.

    Args:
        guesses: Keys of the guesses, uint64, shape (m,).
        candidates: The candidates.
        threads: The threads; one if None.

    Returns:
        The sizes of the parts, int64, shape (m, parts), the win last.
    """
    guesses = np.ascontiguousarray(guesses)
    planes = _counter(guesses, candidates, threads or WorkerThreads())
    out = np.zeros((len(guesses), len(part_table(candidates.game))), dtype=np.int64)

    def run(start: int, stop: int) -> None:
        planes.count(guesses, start, stop, out[start:stop])

    threads = threads or WorkerThreads()
    threads.map(len(guesses), threads.chunks(len(guesses), len(candidates)), run)
    return out


UNITS_OF_ROWS = 2
"""The cost of adding a peg to the rows, in cells."""


@dataclass(frozen=True)
class PlaneSet:
    """The candidates as bit planes, one for each peg and colour; part sizes are counted 64 candidates at once."""

    candidates: Candidates
    planes: loops.SetPlanes

    @classmethod
    def build(cls, guesses: Keys, candidates: Candidates, threads: WorkerThreads) -> PlaneSet:
        """Create the bit planes of some candidates.

        Args:
            guesses: Keys of the guesses to be counted, uint64, shape (m,); only their colours get planes.
            candidates: The candidates.
            threads: The threads.

        Returns:
            The planes.
        """
        game, rules = candidates.game, loops.code_rules(candidates.game)
        used = colors_held(game, guesses)
        columns = int(np.count_nonzero(used))
        column_of = np.full(game.colors, loops.ABSENT, dtype=np.uint16)
        column_of[used] = np.arange(columns)
        used_words = -(-len(candidates) // loops.WORD_BITS)
        words = -(-used_words // loops.LANES) * loops.LANES
        shape = (game.pegs, columns, words)
        planes = loops.SetPlanes(
            column_of, np.zeros(words, np.uint64), np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
        )

        def run(start: int, stop: int) -> None:
            loops.fill_planes(candidates.keys, start, stop, rules, planes)

        threads.map(used_words, len(candidates) // 100_000 + 1, run)
        return cls(candidates, planes)

    def count(self, guesses: Keys, start: int, stop: int, out: NDArray[np.int64]) -> None:
        """Add the part sizes of some guesses to an array.

        Args:
            guesses: Keys of guesses, uint64, shape (m,).
            start: The first guess to count.
            stop: The end of the guesses to count.
            out: The array, int64, shape (stop - start, parts).
        """
        game = self.candidates.game
        for first, after in self._steps(start, stop):
            rows = out[first - start : after - start]
            loops.count_parts(guesses, first, after, loops.code_rules(game), self.planes, loops.cells(game), rows)

    def best(
        self, guesses: Keys, start: int, stop: int, objective: Objective, scored: NDArray[np.uint64]
    ) -> tuple[int, int]:
        """Return the best of some guesses.

        Args:
            guesses: Keys of guesses, ascending, uint64, shape (m,).
            start: The first guess to score.
            stop: The end of the guesses to score.
            objective: How partitions are scored.
            scored: Output, uint64, shape (m,): entries `start` to `stop` are set to the scores. If empty, nothing is
                written.

        Returns:
            The lowest score (at equal parts a candidate has a lower score than another code), and the index in
            `guesses` of the first guess with it.
        """
        game = self.candidates.game
        rules, cells, table = loops.code_rules(game), loops.cells(game), log_table(len(self.candidates))
        return min(
            loops.best_in_range(guesses, first, after, rules, self.planes, cells, objective.value, table, scored)
            for first, after in self._steps(start, stop)
        )

    def _steps(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Ranges of guesses for one call each, short enough for a prompt interrupt."""
        game = self.candidates.game
        cost = len(self.planes.members) * (len(part_table(game)) + UNITS_OF_ROWS * game.pegs)
        step = max(1, loops.UNITS // cost)
        return [(first, min(first + step, stop)) for first in range(start, stop, step)]


def _counter(guesses: Keys, candidates: Candidates, threads: WorkerThreads) -> PlaneSet | TableSet:
    """What counts the parts that guesses make of some candidates."""
    if isinstance(candidates.game, ListedGame):
        return TableSet.of(candidates)
    return PlaneSet.build(guesses, candidates, threads)


def _best_by_planes(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    threads: WorkerThreads,
    scored: NDArray[np.uint64] | None = None,
) -> int:
    planes = _counter(guesses, candidates, threads)
    out = np.empty(0, dtype=np.uint64) if scored is None else scored

    def run(start: int, stop: int) -> tuple[int, int]:
        return planes.best(guesses, start, stop, objective, out)

    chunks = threads.chunks(len(guesses), len(candidates))
    return int(guesses[min(threads.map(len(guesses), chunks, run))[1]])
