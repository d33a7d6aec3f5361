"""The one measure of a guess: the expected number of guesses from here on, this one included.

It is exact where the gallery's tree or a bounded search gives it. Elsewhere it is estimated from the sizes of the
parts, by what sets of these sizes need in the best tree known of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, inf
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates, Codebook
from codepegs.core import log2
from codepegs.errors import Unavailable
from codepegs.game import Code, Game, Position, Turn, View, part_table
from codepegs.parallel import WorkerThreads
from codepegs.strategies.base import Budget, Codebreaker, Describes, ListsCandidates
from codepegs.strategies.guesses_by_size import ERROR_OF_MORE, MoreGuesses, curve_error, curve_points
from codepegs.strategies.suggestion import Best, ExpectedGuesses, Suggestion, undescribed

if TYPE_CHECKING:
    from codepegs.trees import Tree

SEARCHED_WORK = 5_000_000
"""Candidates times codes of the game up to which a set is searched for its best guess."""

SEARCHED_VIEW = 64
"""The same where replies show less than black and white, for such searches are slower by far."""

SCORED = 20_000_000
"""Guesses scored in such a search before it gives up: one or two tenths of a second. Counted, so that every run
does the same."""

PART_WORK, SCORED_A_GUESS = 1_500_000, 3_000_000
"""The same two limits for the parts of one guess, of which a dozen are compared: some hundredths of a second."""

SCORED_SHARE = 20
"""In views that show less than black and white and in games of up to `FEW_COLORS` colours, one in so many: sets are
larger there, and so is the time that a guess takes."""

FEW_COLORS = 3
"""Colours of such games. A search at p9c2 takes 0.2 s at most instead of 1.9, and two in twelve
are given up."""

MEMORY_ENTRIES = 1 << 16
"""Sets that such a search remembers."""

PLAYED_THROUGH = 22_000
"""Codes of the largest game without a stored tree whose tree by entropy is built for the curve: some tenths of a
second."""

PLAYED_THROUGH_PAIRS = 100_000_000
"""The same in listed games: guesses times secrets."""

COVERING = 2.0
"""Standard errors on each side of an estimate: about 95 % of the true values are within."""

BIAS = 0.03
"""Standard error that all parts of a guess share: sets made by other guesses than those of the tree need a little more
or less than its own."""

OTHER_GAME = 0.15
"""Standard error of the curve of other games."""


@dataclass(frozen=True, eq=False)
class PartValues:
    """The parts of a guess without the win, as far as their values depend on them."""

    shares: NDArray[np.float64]
    """The probability of each part."""
    sizes: NDArray[np.float64]
    """The number of candidates in each; of candidates with weights the effective number, see `effective_sizes`."""
    exact: NDArray[np.float64]
    """The expected guesses of parts of up to two candidates; NaN for larger ones."""

    @classmethod
    def of(cls, sizes: NDArray[np.float64]) -> PartValues:
        """Return the parts of equally probable candidates.

        Args:
            sizes: The numbers of candidates in the parts, the win last, float64.

        Returns:
            The parts.
        """
        parts = sizes[:-1]
        return cls(parts / float(sizes.sum()), parts, np.where(parts <= 2, (1.0 + parts) / 2, np.nan))

    @classmethod
    def weighted(cls, numbers: NDArray[np.int64], weights: NDArray[np.int64], parts: int) -> PartValues:
        """Return the parts of candidates with weights.

        Args:
            numbers: The part number of each candidate, int64, shape (n,).
            weights: The weight of each candidate, int64, shape (n,).
            parts: The number of parts.

        Returns:
            The parts. Of two candidates the more probable one is guessed first.
        """
        counts = np.bincount(numbers, minlength=parts)[:-1]
        sums = np.bincount(numbers, weights, minlength=parts).astype(np.float64)
        squares = np.bincount(numbers, weights.astype(np.float64) ** 2, minlength=parts)[:-1].astype(np.float64)
        least = np.full(parts, inf)
        np.minimum.at(least, numbers, weights)
        masses = np.maximum(sums[:-1], 1.0)
        pairs = 1.0 + np.where(counts == 2, least[:-1], 0) / masses
        return cls(sums[:-1] / sums.sum(), effective_sizes(masses, squares), np.where(counts <= 2, pairs, np.nan))


def effective_sizes(sums: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sizes of sets of equally probable candidates that are as hard as sets with weights.

    Args:
        sums: The sums of the weights, positive, float64.
        squares: The sums of their squares, float64.

    Returns:
        The sizes: the number of candidates if all have the same weight, about 1 if one has almost all.

    >>> effective_sizes(np.array([4.0, 100.0]), np.array([4.0, 9802.0])).round(2).tolist()
    [4.0, 1.02]
    """
    return np.asarray(sums**2 / np.maximum(squares, 1))


@dataclass(frozen=True, eq=False)
class Curve:
    """What sets of codes need on average, by their size alone."""

    bits: NDArray[np.float64]
    """Sizes, as logarithms to base 2, ascending."""
    means: NDArray[np.float64]
    """Expected guesses of sets of these sizes."""
    spreads: NDArray[np.float64]
    """Standard deviations among sets of the same size."""
    shared: float = 0.0
    """Standard error that all sets share, where the curve is that of other games."""
    more: MoreGuesses | None = None
    """What the game needs more, where the curve is that of other games."""
    bits_a_guess: float = 4.0
    """Beyond the largest size, one more guess for each of this many bits."""

    def of(self, sizes: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Estimate what sets of codes need.

        Args:
            sizes: Sizes, float64.

        Returns:
            The expected guesses and their standard deviations, of the same shape.
        """
        bits = log2(np.maximum(1.0, sizes))
        past = np.maximum(0.0, bits - self.bits[-1]) / self.bits_a_guess
        return np.interp(bits, self.bits, self.means) + past, np.interp(bits, self.bits, self.spreads)

    def value(self, parts: PartValues) -> ExpectedGuesses:
        """Estimate the expected guesses of a guess from its parts.

        Args:
            parts: The parts.

        Returns:
            The estimate; exact if every part has at most two candidates.
        """
        shares = parts.shares
        means, spreads = self.of(parts.sizes)
        large = np.isnan(parts.exact)
        means = np.where(large, means, parts.exact)
        value = 1.0 + float(shares @ means)
        if not large.any():
            return ExpectedGuesses(value)
        weight = float(shares[large].sum())
        own = hypot(float(np.linalg.norm((shares * spreads)[large])), BIAS * weight)
        shared = COVERING * self.shared * weight
        if self.more is not None:
            more = float(shares[large] @ self.more.at(parts.sizes[large]))
            value, shared = value + more, shared + ERROR_OF_MORE * more
        return ExpectedGuesses(value, hypot(COVERING * own, shared), shared)


LARGEST = 10**300
"""Codes of the largest game whose first guesses are valued: sizes are floating-point numbers."""

STEPS_A_BIT = 3
"""Points of a curve for each doubling of the size."""

LEAST_SPREAD = 0.02
"""Standard deviation among sets of one size that is assumed at least."""


@lru_cache(maxsize=32)
def curve_of(game: Game) -> Curve:
    """Return the curve of a game.

    Args:
        game: The game.

    Returns:
        The curve of the best tree known: the gallery's, or in games without one that are small enough the tree by
        entropy. For all others the curve that the strategy `sampling` uses, which was measured at p6c9 and p8c12.

    >>> curve = curve_of(Game(4, 6))
    >>> means, _ = curve.of(np.array([1.0, 2.0, 1296.0]))
    >>> means.round(4).tolist()
    [1.0, 1.5, 4.3403]
    """
    from codepegs.codes import OneStep
    from codepegs.strategies.one_step import OneStepPlan
    from codepegs.trees.gallery import best_of

    tree = best_of(game)
    if tree is None and _is_played_through(game):
        from codepegs.codes import Objective

        tree = OneStepPlan(game, OneStep(Objective.ENTROPY)).tree(WorkerThreads())
    if tree is None:
        bits, means = curve_points()
        shared = max(OTHER_GAME, curve_error(game) / COVERING)
        return Curve(bits, means, np.full(len(bits), 2 * LEAST_SPREAD), shared, MoreGuesses.of(game))
    weights = tree.solves.astype(np.int64)
    if game.weights is not None:
        weights[tree.solves] = game.weights[tree.guesses[tree.solves].astype(np.int64)]
    masses = _below(tree, weights).astype(np.float64)
    averages = _below(tree, weights * tree.depths) / masses - tree.depths + 1
    sizes = masses if game.weights is None else effective_sizes(masses, _below(tree, weights.astype(np.float64) ** 2))
    step = np.rint(log2(sizes) * STEPS_A_BIT).astype(np.int64)
    points = np.flatnonzero(np.bincount(step))
    weights = np.bincount(step)[points]
    at = np.bincount(step, log2(sizes))[points] / weights
    means = np.bincount(step, averages)[points] / weights
    spreads = np.sqrt(np.maximum(0.0, np.bincount(step, averages**2)[points] / weights - means**2))
    means = np.maximum.accumulate(means)
    few = np.sqrt(1.0 / weights)  # a point of few sets says little of how they scatter
    return Curve(at, means, np.maximum(spreads, LEAST_SPREAD * (1.0 + few)))


def _below(tree: Tree, values: NDArray[Any]) -> NDArray[Any]:
    """The sums of values of nodes over the subtree of each node."""
    sums = np.concatenate([[0], np.cumsum(values)])
    found: NDArray[Any] = sums[tree.ends] - sums[:-1]
    return found


def _is_played_through(game: Game) -> bool:
    if game.traits.is_tabulated:
        return game.guess_count * game.size <= PLAYED_THROUGH_PAIRS
    return game.size <= PLAYED_THROUGH


def opening_value(game: Game, shares: NDArray[np.float64]) -> ExpectedGuesses | None:
    """Value a first guess without a list of the codes.

    Args:
        game: The game.
        shares: The share of all codes that gives each reply, float64, shape (parts,), the win last.

    Returns:
        The value; None in games of more codes than floating-point numbers hold.

    >>> from codepegs.strategies.one_step import first_shares
    >>> game, guess = Game(8, 12), (0, 0, 1, 1, 2, 2, 3, 3)
    >>> print(opening_value(game, first_shares(game, guess)))
    8.41 ± 0.31
    """
    return curve_of(game).value(PartValues.of(shares * float(game.size))) if game.size <= LARGEST else None


@lru_cache(maxsize=1_000)
def searched(game: Game, turns: tuple[Turn, ...], most_scored: int = SCORED) -> Best | None:
    """Search for the best guess after some turns.

    Args:
        game: The game.
        turns: The turns, which leave at least one candidate.
        most_scored: Number of guesses scored after which the search gives up.

    Returns:
        The guess, which is proved to be the best; None if it was not found within the limit.

    >>> searched(Game(4, 6), Position.parse("p4c6 1122:1b0w").turns).average
    3.5078125
    """
    left = Candidates.after(Position(game, turns))
    if len(left) <= 2:
        return Best(left[0], (1 + len(left)) / 2, True)
    from codepegs.trees.search import Searcher, SearchOptions

    searcher = Searcher(game, options=SearchOptions(memory_entries=MEMORY_ENTRIES))
    try:
        value = searcher.search(left.keys, turns, most_scored=most_scored)
        if value is None:
            return None
        guess = searcher.best_guess(left.keys, turns, value)
    except Unavailable:  # too deep a tree
        return None
    return Best(left.codebook.decode(guess), (len(left) + value) / len(left), True)  # rounded once, as other values


def can_search(game: Game, candidates: int, work: int = SEARCHED_WORK) -> bool:
    """Return whether a set of candidates is small enough to search for its best guess.

    Args:
        game: The game.
        candidates: Their number.
        work: Candidates times codes that can be guessed that are few enough.

    Returns:
        Whether it is.
    """
    from codepegs.trees.search import KEY_BITS, MOST_CODES_SEARCHED

    if game.traits.why_not_searched is not None:
        return False
    if game.traits.is_tabulated:
        return game.size <= MOST_CODES_SEARCHED and candidates * game.guess_count <= work
    if game.size > MOST_CODES_SEARCHED or Codebook.of(game).bits * game.pegs > KEY_BITS:
        return False
    return candidates * game.size <= work and (game.view is View.BLACK_WHITE or candidates <= SEARCHED_VIEW)


def best_at(position: Position, candidates: Candidates) -> Best | None:
    """Return the best guess at a position, if a tree or a bounded search gives it.

    Args:
        position: The position.
        candidates: Its candidates.

    Returns:
        The guess with its value, from the tree of the gallery, or else proved by a search; None if neither gives it.
    """
    from codepegs.strategies.tree_values import best_in
    from codepegs.trees.gallery import best_of, find

    game, entry = position.game, find(position.game)
    if entry is not None:
        tree = best_of(game)
        assert tree is not None
        best = best_in(tree, position.turns, entry.is_proved)
        if best is not None:
            return best
    weights = candidates.weights
    if weights is not None and len(candidates) <= 2:
        return Best(candidates.likeliest, 1 + (len(candidates) - 1) * float(weights.min() / weights.sum()), True)
    if not can_search(game, len(candidates)):
        return None
    return searched(game, position.turns, _limit(game, SCORED))


def _limit(game: Game, scored: int) -> int:
    is_fast = game.view is View.BLACK_WHITE and (game.traits.is_tabulated or game.colors > FEW_COLORS)
    return scored if is_fast else scored // SCORED_SHARE


def values_of(
    position: Position, candidates: Candidates, guesses: Sequence[Code], best: Best | None
) -> list[ExpectedGuesses]:
    """Value guesses at a position whose candidates are listed.

    Args:
        position: The position.
        candidates: Its candidates.
        guesses: The guesses.
        best: The best guess, if it is known.

    Returns:
        The value of each guess, in their order; none is below that of the best one.
    """
    least = -inf if best is None else best.average
    return [
        ExpectedGuesses(best.average)
        if best is not None and guess == best.guess
        else _value(position, candidates, guess).at_least(least)
        for guess in guesses
    ]


def _value(position: Position, candidates: Candidates, guess: Code) -> ExpectedGuesses:
    known = _values.get((position, guess))
    if known is None:
        known = _values[position, guess] = _new_value(position, candidates, guess)
        if len(_values) > MOST_KEPT:
            del _values[next(iter(_values))]
    return known


_values: dict[tuple[Position, Code], ExpectedGuesses] = {}
"""Values computed last; they depend on the position and the guess alone."""

MOST_KEPT = 1_000


def _new_value(position: Position, candidates: Candidates, guess: Code) -> ExpectedGuesses:
    game = position.game
    parts = candidates.parts(guess)
    sizes = np.bincount(parts, minlength=len(part_table(game)))
    if sizes.max() == len(candidates) and not sizes[-1]:  # no information
        best = best_at(position, candidates)
        if best is not None:
            return ExpectedGuesses(1.0 + best.average)
    largest = int(sizes[:-1].max())
    if largest <= 2 and candidates.weights is None:
        return ExpectedGuesses((len(candidates) + int((sizes[:-1] * (sizes[:-1] + 1) // 2).sum())) / len(candidates))
    if largest > 2 and can_search(game, largest, PART_WORK):
        exact = _searched_value(position, candidates, guess, parts, sizes)
        if exact is not None:
            return ExpectedGuesses(exact)
    if candidates.weights is not None:
        return curve_of(game).value(PartValues.weighted(parts, candidates.weights, len(sizes)))
    return curve_of(game).value(PartValues.of(sizes.astype(np.float64)))


def _searched_value(
    position: Position, candidates: Candidates, guess: Code, parts: NDArray[np.integer], sizes: NDArray[np.int64]
) -> float | None:
    """The exact value, by a search in every part; None if they would take too long."""
    from codepegs.trees.search import Searcher, SearchOptions

    game, replies = position.game, part_table(position.game).replies
    searcher = Searcher(game, options=SearchOptions(memory_entries=MEMORY_ENTRIES))
    most_scored = _limit(game, SCORED_A_GUESS)
    total = len(candidates)
    for number in np.flatnonzero(sizes[:-1]).tolist():
        size = int(sizes[number])
        if size <= 2:
            total += size * (1 + size) // 2
            continue
        turns = (*position.turns, Turn(guess, replies[number]))
        try:
            value = searcher.search(candidates.keys[parts == number], turns, most_scored=most_scored - searcher.scored)
        except Unavailable:
            return None
        if value is None:
            return None
        total += size + value
    return total / len(candidates)


def described_by(codebreaker: Codebreaker, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
    """Return guesses with their figures at the position of a codebreaker.

    Args:
        codebreaker: The codebreaker.
        guesses: The guesses.
        budget: Threads and units of work; one thread and the strategy's own limit if None.

    Returns:
        The guesses, in their order; figures are None if the codebreaker neither computes them nor lists the candidates.
    """
    from codepegs.strategies.one_step import figures_of

    if not guesses:
        return []
    if isinstance(codebreaker, Describes):
        return codebreaker.describe(guesses, budget)
    is_known = codebreaker.position.game.size <= MOST_CODES and codebreaker.report().candidates
    if not isinstance(codebreaker, ListsCandidates) or not is_known:
        return [undescribed(guess) for guess in guesses]
    threads = (budget or Budget()).threads
    candidates = codebreaker.candidates(threads)
    values = values_of(codebreaker.position, candidates, guesses, best_at(codebreaker.position, candidates))
    return [
        replace(figures_of(candidates, guess, threads), expected=value)
        for guess, value in zip(guesses, values, strict=True)
    ]
