"""The comparison of guesses of `sampling/guess_comparison.cpp` in Python: its plain twin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2, loops
from codepegs.game import Game, part_table
from codepegs.game.parts import held_colors
from codepegs.strategies.protocol import ExpectedGuesses, guesses_to_come
from codepegs.strategies.protocol.values import other_curve
from codepegs.strategies.sampling.candidate_tracker import (
    UNLIMITED,
    Believed,
    Known,
    Rows,
    Settings,
    draw_codes,
    is_code,
)

PAD = 64
"""Columns are padded to a multiple of this many bytes."""

REPLIES_A_STEP = 10_000_000
"""Replies of one call, per 16 pegs, between checks for interrupts: about 10 milliseconds."""


@dataclass(frozen=True, eq=False)
class Pool:
    """A set of codes that represents all candidates, stored by columns."""

    game: Game
    codes: Rows
    """Shape (m, pegs), no code twice."""

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def columns(self) -> NDArray[np.uint8]:
        """The colour of every code at each peg, shape (pegs, m padded)."""
        return self._padded(self.codes.T)

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """The number of pegs of each colour in every code, shape (colours, m padded)."""
        return self._padded(held_colors(self.codes, self.game.colors).T)

    def _padded(self, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
        wide = np.zeros((len(rows), -(-len(self) // PAD) * PAD), dtype=np.uint8)
        wide[:, : len(self)] = rows
        return wide

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The part of each (black, total); impossible pairs have part 0 and never occur."""
        return np.maximum(part_table(self.game).part_of, 0)

    @cached_property
    def in_columns(self) -> loops.CodeColumns:
        """The codes, for the loops."""
        return loops.CodeColumns(self.columns, self.counts, len(self))

    def reply_costs(self, table: NDArray[np.float64]) -> loops.ReplyCosts:
        """Return a table of part costs for the compiled loops.

        `table`: costs by part size, as returned by `part_costs`, float64, shape (2, m + 1).
        """
        return loops.ReplyCosts(self.cells, self.parts, table)

    @property
    def guesses_a_step(self) -> int:
        """Guesses whose replies are computed in one call."""
        return max(1, REPLIES_A_STEP * 16 // (max(16, self.game.pegs) * max(1_000, len(self))))

    @property
    def parts(self) -> int:
        """Number of replies the game has."""
        return len(part_table(self.game))

    def score(self, guesses: Rows, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score guesses by the summed costs of the parts that they make.

        `guesses`: the guesses, uint8, shape (n, pegs). Returns the sums, float64, shape (n,).
        """
        values = np.empty(len(guesses))
        costs, each = self.reply_costs(table), self.guesses_a_step
        for start in range(0, len(guesses), each):
            part = slice(start, start + each)
            loops.score_guesses(self.in_columns, costs, guesses[part], values[part])
        return values

    def climb(
        self, guess: Rows, table: NDArray[np.float64], proposals: int, rng: np.random.Generator
    ) -> tuple[Rows, float]:
        """Improve a guess by random changes.

        `guess`: the guess, uint8, shape (pegs,).
        """
        better = guess.copy()
        state = rng.integers(2**64, size=1, dtype=np.uint64)
        costs, each = self.reply_costs(table), self.guesses_a_step
        value = 0.0
        for start in range(0, max(1, proposals), each):
            tried = min(each, proposals - start)
            value = loops.improve_guess(self.in_columns, costs, better, self.game.repeats, tried, state, 0.0)
        return better, value

    def part_sizes(self, guess: Rows) -> NDArray[np.int64]:
        """Count the codes of the pool in each part of the partition by a guess.

        `guess`: the guess, uint8, shape (pegs,). Returns the sizes, int64, shape (parts,), the win last.
        """
        black = (self.codes == guess).sum(axis=1)
        used = np.bincount(guess, minlength=self.game.colors)
        total = np.minimum(held_colors(self.codes, self.game.colors), used).sum(axis=1)
        return np.bincount(self.cells[black, total], minlength=self.parts)

    def sample(self, most: int, rng: np.random.Generator) -> Pool:
        """Draw some codes of the pool, without replacement."""
        if len(self) <= most:
            return self
        return Pool(self.game, self.codes[np.sort(rng.choice(len(self), most, replace=False))])


def part_costs(size: int, candidates: float) -> NDArray[np.float64]:
    """Tabulate the expected number of guesses in all codes of a part, by the size of the part in a sample.

    Returns the costs of parts of 0, 1, 2, … codes, float64, shape (2, size + 1).

    >>> part_costs(2, 2.0).tolist(), part_costs(2, 4.0).tolist()
    ([[0.0, 1.0, 3.0], [0.0, 0.0, 2.0]], [[0.0, 1.5, 3.68], [0.0, 1.0, 3.18]])
    """
    counts = np.arange(size + 1, dtype=np.float64)
    each = max(1.0, candidates / size)
    costs = counts * guesses_to_come(counts * each)
    return np.stack([costs, costs - np.minimum(counts, 1.0) / each])


NOISY_BITS_A_GUESS = 3.0
"""Approximate information of a turn in bits if replies may be false."""


def noisy_part_costs(size: int, share: float, replies: int, missing_bits: float) -> NDArray[np.float64]:
    """Tabulate the cost of a part if replies may be false, by the size of the part in a sample of the posterior.

    Returns the costs of parts of 0, 1, 2, … codes, float64, shape (2, size + 1).

    A reply is replaced with probability `share` by one of all `replies`, so a part of m codes is shown with probability
    (1 - share) m / size + share / replies. The entropy of what is shown is counted as guesses saved.

    >>> noisy_part_costs(4, 0.2, 14, 2.0).shape
    (2, 5)
    """
    counts = np.arange(size + 1, dtype=np.float64)
    shown = (1.0 - share) * counts / size + share / replies
    bits = shown * log2(np.maximum(shown, 1e-300))
    costs = (bits - bits[0]) / NOISY_BITS_A_GUESS
    return np.stack([costs, costs - counts / size * (1.0 + missing_bits / NOISY_BITS_A_GUESS)])


MARGIN = 0.004
"""Guesses that an inconsistent guess found by hill climbing must save: it was optimised on the sample, so its estimated
saving is slightly too high."""

CLIMB_SHARE, CLIMB_CODES = 8, 2_000
LAST_CLIMBS, LAST_STEPS = 3, 400
"""Guesses are compared on an eighth of the codes, but at least 2,000, and the best eighth of them on all. Climbs begin
on as few codes; those that end best are continued on all, with so many proposals. At p8c12 and p15c15 (33 and 37
positions), the guesses found are as good on other codes as those of climbs on all codes (difference 0.000 ± 0.001
guesses), in two fifths of the time."""

QUICK_WIDTH, QUICK_WORK, LEAST_QUICK = 60, 160_000, 8
DEEP_WIDTH, DEEP_WORK, LEAST_DEEP = 60, 20_000, 3
"""Limits of the quick rollouts, and of the thorough ones of the best guesses by these: the largest number of guesses,
guesses times candidates, and the least number of guesses."""

ALWAYS_DEEP, MOST_LEFT = 600, 0.2
"""More candidates than the first are only rolled out if the best guess leaves at most this share of them, on average:
replies that reveal little make rollouts long."""

DEEP_CLIMBS, DEEP_STEPS = 30, 500
"""Number of climbs for guesses to roll out, and proposals in each."""

POOR, RANDOM_STARTS = 0.5, 10
"""If the best guess leaves more than this share of the candidates, on average, this many climbs begin at random codes.
With few colours, candidates can be so much alike that climbs from them find nothing better than to try them in turn."""

TIE = 1e-9

DEEP_ERROR, ONE_STEP_ERROR, SHARED_ERROR = 0.03, 0.05, 0.1
"""Uncertainty of values by playing through, and by one step; the last, to which that of `loops.value_of_parts` is
added, is shared by all guesses of a position."""


@dataclass(frozen=True, slots=True)
class InnerGuess:
    """How a rollout finds its guess for a set of codes: the best member, then the best change of it."""

    members: int
    """Largest number of members compared."""
    changes: int
    """Number of changes tried."""


QUICK, THOROUGH = InnerGuess(50, 20), InnerGuess(150, 100)
"""With 12,000 to 60,000 candidates at p8c12 (20 positions), the values of guesses by rollouts that compare 50 members
and 20 changes have a correlation of 0.83 with those that compare all members and 200 changes (two runs of these: 0.96)
and take a sixth of the time; with 150 members, 0.90 and half the time."""


@dataclass(frozen=True, eq=False)
class RankedGuesses:
    """Guesses compared, best first."""

    guesses: Rows
    """Shape (m, pegs)."""
    costs: NDArray[np.float64]
    """Expected number of guesses from here on, this one included."""


class Comparison:
    """The guesses compared at a position where every reply is true, and the value of any other.

    The value of a guess depends on the position and the seed alone, not on which guesses it is compared with.
    """

    def __init__(self, game: Game, known: Known, settings: Settings, rng: np.random.Generator) -> None:
        """Compare guesses; `known` has at least one code."""
        can_be_deep = known.exact and len(known.codes) <= settings.deep
        self.pool = Pool(game, known.codes).sample(settings.deep if can_be_deep else settings.samples, rng)
        size = len(self.pool)
        self.each = max(1.0, known.candidates / size)
        """The candidates that each code of the pool stands for."""
        self.candidates = known.candidates
        self.costs = self._costs(size)
        self.whole = known.exact and size == len(known.codes)
        self.state = 0
        """The random state with which the rest of the game is played through, the same for every guess."""
        self.is_deep = False
        """Whether guesses are compared by playing the rest of the game through."""
        self.found = self._compared(settings, rng)

    def _costs(self, size: int) -> NDArray[np.float64]:
        """The costs of parts in a sample of the candidates."""
        return part_costs(size, self.candidates)

    def _compared(self, settings: Settings, rng: np.random.Generator) -> RankedGuesses:
        pool, size, costs = self.pool, len(self.pool), self.costs
        if size <= 2:
            return RankedGuesses(pool.codes, np.full(size, 1.0 + (size - 1) / 2))
        offered = pool.codes if size <= settings.compared else pool.sample(settings.compared, rng).codes
        few = _few(pool, rng)
        if few is not pool:
            order = np.argsort(few.score(offered, self._costs(len(few))), kind="stable")
            offered = offered[order[: max(1, settings.compared // CLIMB_SHARE)]]
        values = pool.score(offered, costs)
        order = np.argsort(values, kind="stable")
        offered, values = offered[order], values[order]
        if self.whole and values[0] <= (size - 1) * costs[0, 1] + TIE:
            return RankedGuesses(offered, 1.0 + values / size)
        if self.whole and size <= settings.deep and (size <= ALWAYS_DEEP or self._share_left(offered[0]) <= MOST_LEFT):
            return self._played_through(offered, values, rng)
        return climbed(pool, offered, values, self._costs, settings, self.whole, rng)

    def _played_through(self, offered: Rows, values: NDArray[np.float64], rng: np.random.Generator) -> RankedGuesses:
        """Of the best guesses by one step, and others climbed for, the one with which all candidates cost the least."""
        size = len(self.pool)
        first = self._with_climbed(offered, values, offered[:DEEP_CLIMBS], rng)
        if self._share_left(first.guesses[0]) > POOR:
            starts = draw_codes(self.pool.game, RANDOM_STARTS, rng)
            first = self._with_climbed(first.guesses, (first.costs - 1.0) * size, starts, rng)
        self.is_deep, self.state = True, int(rng.integers(2**64, dtype=np.uint64))
        guesses, costs = first.guesses, first.costs
        width = max(LEAST_DEEP, min(DEEP_WIDTH, DEEP_WORK // size))
        quick = max(LEAST_QUICK, min(QUICK_WIDTH, QUICK_WORK // size))
        if quick > width:
            guesses, costs = self._rolled_out(guesses, costs, quick, QUICK)
        guesses, costs = self._rolled_out(guesses, costs, width, THOROUGH)
        return RankedGuesses(guesses, costs)

    def _rolled_out(
        self, guesses: Rows, costs: NDArray[np.float64], width: int, inner: InnerGuess
    ) -> tuple[Rows, NDArray[np.float64]]:
        """Sort the first guesses by rollouts; the others follow, with greater costs."""
        size = len(self.pool)
        totals = []
        best = UNLIMITED
        for guess in guesses[:width]:
            totals.append(self._total(guess, inner, best - 1))
            best = min(best, totals[-1])
        order = np.argsort(totals, kind="stable")
        rolled = np.array(totals)[order] / size
        order = np.concatenate([order, np.arange(len(order), len(guesses))])
        others = costs[len(rolled) :] + max(0.0, float(rolled[-1] - costs[len(rolled) :].min(initial=np.inf)))
        return np.ascontiguousarray(guesses[order]), np.concatenate([rolled, others])

    def _share_left(self, guess: Rows) -> float:
        """The share of the candidates that a guess leaves, on average."""
        return float((self.pool.part_sizes(guess) ** 2).sum()) / len(self.pool) ** 2

    def _with_climbed(
        self, offered: Rows, values: NDArray[np.float64], starts: Rows, rng: np.random.Generator
    ) -> RankedGuesses:
        """The guesses offered and those that hill climbing finds from some guesses."""
        few = self.pool.sample(CLIMB_CODES, rng)
        costs = self._costs(len(few))
        more = np.array([few.climb(guess, costs, DEEP_STEPS, rng)[0] for guess in starts])
        return _merged(offered, values, more, self.pool.score(more, self.costs), len(self.pool))

    def _total(self, guess: Rows, inner: InnerGuess = THOROUGH, limit: int = UNLIMITED) -> int:
        """Guesses that all candidates take together if a guess is made now; more than the limit if they take more."""
        rollout = loops.start_rollout(
            self.pool.codes,
            guess,
            self.pool.game.colors,
            self.pool.reply_costs(self.costs),
            self.pool.game.repeats,
            inner.members,
            inner.changes,
            np.array([self.state], dtype=np.uint64),
            limit,
        )
        finished, total = False, 0
        while not finished:
            finished, total = loops.roll_out(rollout, REPLIES_A_STEP)
        return total

    def value(self, guess: Rows) -> ExpectedGuesses:
        """Return the expected number of guesses from here on if a guess is made now.

        `guess`: the guess, uint8, shape (pegs,).
        """
        size = len(self.pool)
        parts = self.pool.part_sizes(guess)
        if self.whole and parts[:-1].max(initial=0) <= 2:
            return ExpectedGuesses(1.0 + float((parts[:-1] * (1 + parts[:-1])).sum()) / 2 / size)
        best = self.found.guesses[0]
        if parts.max() == size and (guess != best).any():  # no information
            found = self.value(best)
            return ExpectedGuesses(1.0 + found.value, found.error)
        if self.is_deep:
            return ExpectedGuesses(self._total(guess) / size, DEEP_ERROR)
        value = 1.0 + float(self.pool.score(guess[None], self.costs)[0]) / size
        if not self.whole and not is_code(self.pool.codes, tuple(guess.tolist())).any():
            value += MARGIN
        masses, curve = parts.astype(np.float64), other_curve(self.pool.game)
        *_, more, error = loops.value_of_parts(masses, masses * self.each, np.empty(0), 1, curve)
        shared = SHARED_ERROR + error
        return ExpectedGuesses(value + more, hypot(ONE_STEP_ERROR, shared), shared)


def _few(pool: Pool, rng: np.random.Generator) -> Pool:
    """The codes on which guesses are compared at first, and climbs begin."""
    return pool.sample(max(CLIMB_CODES, len(pool) // CLIMB_SHARE), rng)


def climbed(
    pool: Pool,
    offered: Rows,
    values: NDArray[np.float64],
    costs_of: Callable[[int], NDArray[np.float64]],
    settings: Settings,
    whole: bool,
    rng: np.random.Generator,
) -> RankedGuesses:
    """Add the guesses that hill climbing finds from the best few, first on few codes, then on all."""
    size = len(pool)
    few = _few(pool, rng)
    table = costs_of(len(few))
    found = [few.climb(guess, table, settings.steps, rng) for guess in offered[: settings.climbs]]
    if few is not pool:
        found.sort(key=lambda climbed: climbed[1])
        table = costs_of(size)
        found = [pool.climb(guess, table, min(LAST_STEPS, settings.steps), rng) for guess, _ in found[:LAST_CLIMBS]]
    margin = 0.0 if whole else MARGIN * size
    more = np.array([guess for guess, _ in found])
    worth = np.array(
        [value if is_code(pool.codes, tuple(guess.tolist())).any() else value + margin for guess, value in found]
    )
    return _merged(offered, values, more, worth, size)


def _merged(
    offered: Rows, values: NDArray[np.float64], more: Rows, worth: NDArray[np.float64], size: int
) -> RankedGuesses:
    guesses = np.concatenate([offered, more])
    values = np.concatenate([values, worth])
    order = np.argsort(values, kind="stable")
    _, first = np.unique(guesses[order], axis=0, return_index=True)
    order = order[np.sort(first)]
    return RankedGuesses(np.ascontiguousarray(guesses[order]), 1.0 + values[order] / size)


def think_noisily(game: Game, believed: Believed, settings: Settings, rng: np.random.Generator) -> RankedGuesses:
    """Return the guesses compared if replies may be false, best first."""
    size, replies = settings.noisy_samples, len(part_table(game))
    # systematic sampling: each code occurs in proportion to its probability, rounded up or down
    teeth = (rng.random() + np.arange(size)) / size
    drawn = np.searchsorted(np.cumsum(believed.weights), teeth).clip(max=len(believed.codes) - 1)
    pool = Pool(game, np.ascontiguousarray(believed.codes[drawn]))

    def costs_of(size: int) -> NDArray[np.float64]:
        return noisy_part_costs(size, believed.share, replies, believed.sample_bits)

    offered = believed.codes[np.unique(drawn)]
    if len(offered) > settings.compared:
        likely = believed.codes[: settings.compared // 4]
        others = offered[rng.choice(len(offered), settings.compared, replace=False)]
        offered = np.concatenate([likely, others])
    values = pool.score(offered, costs_of(size))
    order = np.argsort(values, kind="stable")
    return climbed(pool, offered[order], values[order], costs_of, settings, False, rng)
