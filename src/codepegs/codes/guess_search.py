"""The best guess for a set of candidates, by its partition.

This is the one-step search that the exhaustive strategies share: score every guess by the sizes of the parts it makes,
prefer a candidate among equals, then the numerically lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import loops
from codepegs.codes.candidates import Candidates
from codepegs.codes.code_space import MOST_CODES, Keys
from codepegs.codes.partitioned_sets import Objective, PartitionedSet, PlaneSet, Ties, log_table
from codepegs.codes.symmetry import are_arrangements, arrangements_of, differing_guesses
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, View
from codepegs.parallel import WorkerThreads


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
        """Choose the guess at a position."""
        threads = threads or WorkerThreads()
        game, count = position.game, len(candidates)
        if count == 0:
            raise Contradiction.of(game, len(position.turns))
        if count > self.searched_most:
            return candidates[0]
        if count == 1 and game.until == "named" and not game.is_usual:
            return candidates[0]
        if game.is_usual and self.ties is not Ties.RANDOM and (count <= 2 or only_order_is_open(candidates)):
            return candidates.likeliest
        if threads.search is None and self._by_lanes(candidates):
            key, scored = _choose_small(position, candidates, self)
            threads.work.add(1, scored, scored * count)
            return candidates.space.decode(key)
        guesses = differing_guesses(position, candidates, candidates_only=self.candidates_only)
        search = threads.search or best_guess
        key = search(guesses, candidates, self.objective, ties=self.ties, rng=rng, threads=threads)
        return candidates.space.decode(key)

    def _by_lanes(self, candidates: Candidates) -> bool:
        """Whether the search for small sets applies, in which threads would not help."""
        game = candidates.game
        if self.candidates_only or self.ties is not Ties.CANDIDATE:
            return False
        return game.traits.counts_pegs and len(candidates) <= loops.MOST_MEMBERS and game.colors <= loops.MOST_COLUMNS


def is_over(position: Position, candidates: Candidates) -> bool:
    """Return whether the game is over with these candidates left, or only tests whose outcome is unknown could go on.

    >>> game = Game.from_table([["yes", "no"]], tests=["fur"], objects=["cat", "cod"])
    >>> start = Position(game)
    >>> is_over(start, Candidates.all(game)), is_over(start.after("fur", "?"), Candidates.all(game))
    (False, True)
    """
    if not position.game.endings or candidates.is_over or all(not turn.reply.unknown for turn in position.turns):
        return candidates.is_over
    guesses = candidates.space.guesses(position.turns)
    sizes = part_sizes(guesses, candidates)
    return bool((sizes.max(axis=1, initial=0) == len(candidates)).all())


def only_order_is_open(candidates: Candidates) -> bool:
    """Return whether every guess that is not the secret gets the same reply from all candidates.

    Under the view that shows totals this is so if all candidates are permutations of the same colours. The lowest
    candidate is then as good as any guess.

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
    """Return the options of a one-step strategy for the compiled loops."""
    return loops.OneStepOptions(
        search.objective.value, search.candidates_only, search.searched_most, log_table(max(most, loops.MOST_MEMBERS))
    )


def first_plays(game: Game, guesses: Sequence[Code]) -> NDArray[np.int64]:
    """Return when each colour was first guessed.

    Returns the number of the turn, from 0, by colour, int64, shape (colors,).
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

    `guesses`: keys of the guesses, ascending, uint64, shape (m,).
    """
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    threads.work.add(1, len(guesses), len(guesses) * len(candidates))
    key = PlaneSet.best_at_once(guesses, candidates, objective, threads) if ties is Ties.CANDIDATE else None
    if key is not None:
        return key
    return PartitionedSet.of(candidates, guesses, threads).best(guesses, objective, threads, ties, rng)


def scores_of(
    guesses: Keys, candidates: Candidates, objective: Objective, threads: WorkerThreads | None = None
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Score guesses by an objective.

    `guesses`: keys of the guesses, ascending, uint64, shape (m,). Returns the scores, less is better, uint64, and the
    weights of the secrets that the guesses may find, int64 (0 or 1 if candidates are equally probable); each of shape
    (m,).

    >>> left = Candidates.after("p2c3 12:1b0w")
    >>> left[0], left[1]
    ((0, 0), (0, 2))
    >>> scores, wins = scores_of(left.keys[:2], left, Objective.WORST_PART)
    >>> scores.tolist(), wins.tolist()
    ([2, 1], [1, 1])
    """
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    return PartitionedSet.of(candidates, guesses, threads).scores(guesses, objective, threads)


def part_sizes(guesses: Keys, candidates: Candidates, threads: WorkerThreads | None = None) -> NDArray[np.int64]:
    """Count the candidates in each part of the partitions by some guesses.

    `guesses`: keys of the guesses, uint64, shape (m,). Returns the sizes of the parts, int64, shape (m, parts), the win
    last.
    """
    threads = threads or WorkerThreads()
    guesses = np.ascontiguousarray(guesses)
    return PartitionedSet.of(candidates, guesses, threads).sizes(guesses, threads)
