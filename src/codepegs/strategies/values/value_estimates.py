"""The expected number of guesses, estimated from the sizes of sets of candidates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, factorial, hypot, inf, lgamma, log, log2 as log2_of
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, Objective, OneStep
from codepegs.core import log2
from codepegs.game import Game, Position, View
from codepegs.strategies.protocol import ExpectedGuesses
from codepegs.trees import Tree
from codepegs.trees.gallery import best_of

BITS = (0.0, 1.0, 1.585, 2.0, 2.322, 2.8, 3.3, 3.8, 4.5, 5.5, 6.5, 7.5, 9.5, 11.0, 13.0)
GUESSES = (1.0, 1.5, 1.72, 1.84, 1.90, 1.95, 2.08, 2.27, 2.45, 2.66, 2.88, 3.13, 3.58, 3.93, 4.42)
BITS_A_GUESS = 4.0
"""Guesses that games at p6c9 and p8c12 still took with 2^bits candidates left (the two differ by less than a tenth of a
guess); steeper or flatter curves past 4 bits, by a tenth, change the average at p5c8 by less than 0.002."""

FITTED_PEGS, ERROR_A_PEG = 8, 0.2
"""Pegs up to which the curve fits, and how far it may be off for each peg beyond. At some turn of every game it is off
by 0.4 at p10c10, 0.8 at p12c12, 0.6 at p12c4 and 1.4 at p15c15 (averages of 20 to 250 games): too high at the
beginning, too low later."""


def guesses_to_come(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Estimate the number of guesses that sets of codes need.

    >>> guesses_to_come(np.array([1.0, 2.0, 2.0**17])).tolist()
    [1.0, 1.5, 5.42]
    """
    bits = log2(np.maximum(1.0, sizes))
    past = np.maximum(0.0, bits - BITS[-1]) / BITS_A_GUESS
    return np.interp(bits, BITS, GUESSES) + past


def curve_error(game: Game) -> float:
    """Return how far all values by the curve may be off together in a game.

    >>> [curve_error(Game(pegs, 8)) for pegs in (6, 8, 10)]
    [0.0, 0.0, 0.4]
    """
    beyond = max(0, game.pegs - FITTED_PEGS) if game.traits.counts_pegs else 0
    return ERROR_A_PEG * beyond


COLORS_A_PEG, GUESSES_FOR_COLORS = 1.5, 0.6
"""Colours a peg up to which the curve fits, and more guesses for each one beyond: to find the colours of the secret."""

WITHOUT_REPEATS = 0.33
"""More guesses for each peg if the secret has all colours once, so that only the black pegs vary."""

ONLY_BLACK, ONLY_WHITE = 0.55, 0.33
"""More guesses for each colour if replies show only the black or only the white pegs."""

ERROR_OF_MORE = 0.4
"""How far these may be off, as a share. They were fitted to the averages of 24 to 30 games at each of 30 games of 3 to
12 pegs, 5 to 100 colours, with and without repeats, in these views: the value of the first guess is off by this
share of the addition, or 0.3, at most."""


@dataclass(frozen=True)
class MoreGuesses:
    """What a kind of game needs more than the curve says, by the size of a set."""

    whole: float
    """More guesses for all codes of the game."""
    bits: float
    """Their number, as a logarithm to base 2."""
    pegs: int
    """The pegs of the game."""
    orders: bool = False
    """Whether they are for trying the orders of known colours, one after another."""

    @classmethod
    def of(cls, game: Game) -> MoreGuesses:
        """Return what a game needs more.

        >>> [round(MoreGuesses.of(Game.parse(rules)).whole, 2) for rules in ("p8c8", "p4c100", "p10c10n", "p8c8-b")]
        [0.0, 14.1, 3.3, 4.4]
        """
        pegs, colors = game.pegs, game.colors
        bits = log2_of(game.size)
        if not game.traits.counts_pegs:
            return cls(0.0, bits, pegs)
        if game.view is View.TOTAL:
            return cls(_orders(game) / 2, bits, pegs, orders=True)
        more = GUESSES_FOR_COLORS * max(0.0, colors / pegs - COLORS_A_PEG)
        if not game.repeats:
            more += WITHOUT_REPEATS * pegs**3 / colors**2
        elif game.view is not View.BLACK_WHITE:
            more += (ONLY_BLACK if game.view is View.BLACK else ONLY_WHITE) * colors
        return cls(more, bits, pegs)

    def at(self, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the addition for sets of codes."""
        if self.orders:
            return np.minimum(self.whole, (sizes - 1.0) / 2)
        return np.asarray(self.whole * 2.0 ** ((log2(np.maximum(1.0, sizes)) - self.bits) / self.pegs))


def _orders(game: Game) -> float:
    """The number of codes with the colours of the secret, on average over the secrets."""
    if not game.repeats:
        return float(factorial(game.pegs))
    # the sum, over how often each colour occurs, of the square of the number of codes
    one = np.array([exp(-2 * lgamma(count + 1)) for count in range(game.pegs + 1)])
    ways = np.array([1.0])
    for _ in range(game.colors):
        ways = np.convolve(ways, one)[: game.pegs + 1]
    return exp(2 * lgamma(game.pegs + 1) - game.pegs * log(game.colors)) * float(ways[-1])


PLAYED_THROUGH = 22_000
"""Codes of the largest game without a stored tree whose tree by entropy is built for the curve: some tenths of a
second."""

PLAYED_THROUGH_PAIRS = 100_000_000
"""The same in listed games: guesses times secrets."""

PLAYED_THROUGH_IN_PYTHON = 2_000_000
"""The same in games with costs or other endings than the win, whose trees are built guess by guess."""

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
        """Return the parts of equally probable candidates."""
        parts = sizes[:-1]
        return cls(parts / float(sizes.sum()), parts, np.where(parts <= 2, (1.0 + parts) / 2, np.nan))

    @classmethod
    def weighted(cls, numbers: NDArray[np.int64], weights: NDArray[np.int64], parts: int) -> PartValues:
        """Return the parts of candidates with weights.

        `numbers`: the part number of each candidate, int64, shape (n,). `weights`: the weight of each candidate, int64,
        shape (n,).
        """
        counts = np.bincount(numbers, minlength=parts)[:-1]
        sums = np.bincount(numbers, weights, minlength=parts).astype(np.float64)
        squares = np.bincount(numbers, weights.astype(np.float64) ** 2, minlength=parts)[:-1].astype(np.float64)
        least = np.full(parts, inf)
        np.minimum.at(least, numbers, weights)
        masses = np.maximum(sums[:-1], 1.0)
        pairs = 1.0 + np.where(counts == 2, least[:-1], 0) / masses
        return cls(sums[:-1] / sums.sum(), effective_sizes(masses, squares), np.where(counts <= 2, pairs, np.nan))

    @classmethod
    def of_candidates(cls, left: Candidates, numbers: NDArray[np.int64], parts: int) -> PartValues:
        """Return the parts of candidates of a game with costs, or that ends when they are known.

        `numbers`: the part number of each candidate, int64, shape (n,).
        """
        weights = np.ones(len(left), dtype=np.int64) if left.weights is None else left.weights
        usual = cls.weighted(numbers, weights, parts)
        if left.game.endings:  # what is not to be distinguished counts as one
            labels = left.game.endings[0][left.keys.astype(np.int64)]
            pairs, places = np.unique(numbers * left.game.size + labels, return_inverse=True)
            masses = np.bincount(places, weights)
            squares = np.bincount(pairs // left.game.size, masses**2, minlength=parts)[:-1].astype(np.float64)
            sums = np.bincount(numbers, weights, minlength=parts)[:-1].astype(np.float64)
            usual = replace(usual, sizes=effective_sizes(np.maximum(sums, 1.0), squares))
        exact = np.full(parts - 1, np.nan)
        for number in np.flatnonzero(np.bincount(numbers, minlength=parts)[:-1]).tolist():
            part = Candidates(left.game, left.keys[numbers == number])
            if part.is_over:
                exact[number] = 0.0
            elif len(part) == 1:
                exact[number] = left.game.cost_of(part[0])
            elif len(part) == 2 and left.game.costs is None:
                exact[number] = 1.0
        return replace(usual, exact=exact)


def effective_sizes(sums: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sizes of sets of equally probable candidates that are as hard as sets with weights.

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
        """Estimate what sets of codes need."""
        bits = log2(np.maximum(1.0, sizes))
        past = np.maximum(0.0, bits - self.bits[-1]) / self.bits_a_guess
        return np.interp(bits, self.bits, self.means) + past, np.interp(bits, self.bits, self.spreads)

    def value(self, parts: PartValues, price: int = 1) -> ExpectedGuesses:
        """Estimate the expected guesses of a guess from its parts, or their cost from its price."""
        shares = parts.shares
        means, spreads = self.of(parts.sizes)
        large = np.isnan(parts.exact)
        means = np.where(large, means, parts.exact)
        value = price + float(shares @ means)
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

    >>> curve = curve_of(Game(4, 6))
    >>> means, _ = curve.of(np.array([1.0, 2.0, 1296.0]))
    >>> means.round(4).tolist()
    [1.0, 1.5, 4.3403]
    """
    tree = best_of(game)
    if tree is None and is_played_through(game):
        from codepegs.trees import walked_tree

        tree = walked_tree(Position(game), OneStep(Objective.ENTROPY))
    if tree is None:
        bits, means = np.array(BITS), np.array(GUESSES)
        shared = max(OTHER_GAME, curve_error(game) / COVERING)
        return Curve(bits, means, np.full(len(bits), 2 * LEAST_SPREAD), shared, MoreGuesses.of(game))
    weights = np.bincount(tree.found_at, minlength=len(tree))
    if game.weights is not None:
        weights = _at_nodes(tree, game.weights)
    masses = _below(tree, weights).astype(np.float64)
    averages = _below(tree, weights * tree.spent) / masses - tree.spent + tree.prices
    sizes = masses
    if game.endings:
        sizes = effective_sizes(masses, _squares_of_labels(tree))
    elif game.weights is not None:
        sizes = effective_sizes(masses, _below(tree, _at_nodes(tree, game.weights**2).astype(np.float64)))
    step = np.rint(log2(sizes) * STEPS_A_BIT).astype(np.int64)
    points = np.flatnonzero(np.bincount(step))
    weights = np.bincount(step)[points]
    at = np.bincount(step, log2(sizes))[points] / weights
    means = np.bincount(step, averages)[points] / weights
    spreads = np.sqrt(np.maximum(0.0, np.bincount(step, averages**2)[points] / weights - means**2))
    means = np.maximum.accumulate(means)
    few = np.sqrt(1.0 / weights)  # a point of few sets says little of how they scatter
    return Curve(at, means, np.maximum(spreads, LEAST_SPREAD * (1.0 + few)))


def _squares_of_labels(tree: Tree) -> NDArray[np.float64]:
    """The sums over what is to be known, objects or classes, of the square of its weight among those at each node."""
    game, sums = tree.game, np.zeros(len(tree))
    weights = np.ones(game.size, dtype=np.int64) if game.weights is None else game.weights
    for label in np.flatnonzero(np.bincount(game.endings[0])).tolist():
        masses = _below(tree, _at_nodes(tree, np.where(game.endings[0] == label, weights, 0)))
        sums += masses.astype(np.float64) ** 2
    return sums


def _at_nodes(tree: Tree, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sums of values of secrets over those whose last guess is that of each node."""
    return np.bincount(tree.last, values, minlength=len(tree)).astype(np.int64)  # exact: below 2^53


def _below(tree: Tree, values: NDArray[Any]) -> NDArray[Any]:
    """The sums of values of nodes over the subtree of each node."""
    sums = np.concatenate([[0], np.cumsum(values)])
    found: NDArray[Any] = sums[tree.ends] - sums[:-1]
    return found


def is_played_through(game: Game) -> bool:
    """Return whether the curve of a game is that of its own tree by entropy, unless the gallery has a better one."""
    if not game.is_usual:
        return game.guess_count * game.size <= PLAYED_THROUGH_IN_PYTHON
    if game.traits.is_tabulated:
        return game.guess_count * game.size <= PLAYED_THROUGH_PAIRS
    return game.size <= PLAYED_THROUGH


def opening_value(game: Game, shares: NDArray[np.float64]) -> ExpectedGuesses | None:
    """Value a first guess without a list of the codes.

    `shares`: the share of all codes that gives each reply, float64, shape (parts,), the win last.

    >>> from codepegs.strategies.one_step import first_shares
    >>> game, guess = Game(8, 12), (0, 0, 1, 1, 2, 2, 3, 3)
    >>> print(opening_value(game, first_shares(game, guess)))
    8.41 ± 0.31
    """
    return curve_of(game).value(PartValues.of(shares * float(game.size))) if game.size <= LARGEST else None
