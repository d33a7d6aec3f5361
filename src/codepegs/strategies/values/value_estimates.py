"""The expected number of guesses, estimated from the sizes of sets of candidates."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, Objective, OneStep
from codepegs.game import Game, Position, View
from codepegs.strategies.protocol import ExpectedGuesses
from codepegs.strategies.values import loops
from codepegs.strategies.values.loops import Curve
from codepegs.trees import Tree
from codepegs.trees.gallery import best_of


@lru_cache(maxsize=32)
def other_curve(game: Game) -> Curve:
    """Return the curve of other games, and what a kind of game needs more."""
    pegs = game.pegs if game.traits.counts_pegs else 0
    return loops.other_curve(pegs, game.colors, game.repeats, list(View).index(game.view))


_PLAIN = Game(4, 6)
"""A game that needs nothing more than the curve of other games."""

_UNKNOWN = np.empty(0)


def guesses_to_come(sizes: NDArray[np.float64], game: Game = _PLAIN) -> NDArray[np.float64]:
    """Estimate the number of guesses that sets of codes need.

    `game`: the game of the codes, if it needs more than others of their number.

    >>> guesses_to_come(np.array([1.0, 2.0, 2.0**17])).tolist()
    [1.0, 1.5, 5.42]
    >>> guesses_to_come(np.array([1.0, 2.0, 8.0**8]), Game.parse("p8c8-b")).round(2).tolist()
    [1.55, 2.1, 11.57]
    """
    needed = np.empty(len(sizes))
    loops.guesses_needed(sizes, other_curve(game), needed)
    return needed


def value_of_parts(
    curve: Curve,
    masses: NDArray[np.float64],
    sizes: NDArray[np.float64],
    known: NDArray[np.float64] = _UNKNOWN,
    price: int = 1,
) -> ExpectedGuesses:
    """Estimate the expected guesses of a guess from its parts, or their cost from its price.

    `masses`: the weight of each part, float64, shape (parts,), the win last. `sizes`: the number of candidates in it;
    of candidates with weights the effective number, see `effective_sizes`. `known`: the guesses that it needs, NaN if
    unknown; empty if the candidates are equally probable.
    """
    return ExpectedGuesses(*loops.value_of_parts(masses, sizes, known, price, curve)[:3])


def more_guesses(game: Game, sizes: NDArray[np.int64], each: float) -> tuple[float, float]:
    """Return what a guess needs more than `guesses_to_come` says, and how far both may be off together.

    `sizes`: the sizes of its parts in a sample, int64, shape (parts,), the win last. `each`: the candidates for which
    one of the sample stands.
    """
    masses = sizes.astype(np.float64)
    *_, more, error = loops.value_of_parts(masses, masses * each, _UNKNOWN, 1, other_curve(game))
    return more, error


PLAYED_THROUGH = 22_000
"""Codes of the largest game without a stored tree whose tree by entropy is built for the curve: some tenths of a
second."""

PLAYED_THROUGH_PAIRS = 100_000_000
"""The same in listed games: guesses times secrets."""

PLAYED_THROUGH_IN_PYTHON = 2_000_000
"""The same in games with costs or other endings than the win, whose trees are built guess by guess."""


Parts = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""What the value of a guess depends on: `masses`, `sizes` and `known` of `value_of_parts`."""


def weighted_parts(numbers: NDArray[np.int64], weights: NDArray[np.int64], parts: int) -> Parts:
    """Return the parts of candidates with weights.

    `numbers`: the part number of each candidate, int64, shape (n,). `weights`: the weight of each candidate, int64,
    shape (n,).
    """
    counts = np.bincount(numbers, minlength=parts)
    masses = np.bincount(numbers, weights, minlength=parts).astype(np.float64)
    squares = np.bincount(numbers, weights.astype(np.float64) ** 2, minlength=parts).astype(np.float64)
    least = np.full(parts, inf)
    np.minimum.at(least, numbers, weights)
    pairs = 1.0 + np.where(counts == 2, least, 0) / np.maximum(masses, 1.0)
    known = np.where(counts <= 2, pairs, np.nan)
    known[-1] = 0.0
    return masses, effective_sizes(masses, squares), known


def parts_of_candidates(left: Candidates, numbers: NDArray[np.int64], parts: int) -> Parts:
    """Return the parts of candidates of a game with costs, or that ends when they are known.

    `numbers`: the part number of each candidate, int64, shape (n,).
    """
    weights = np.ones(len(left), dtype=np.int64) if left.weights is None else left.weights
    masses, effective, known = weighted_parts(numbers, weights, parts)
    if left.game.endings:  # what is not to be distinguished counts as one
        labels = left.game.endings[0][left.keys.astype(np.int64)]
        pairs, places = np.unique(numbers * left.game.size + labels, return_inverse=True)
        shares = np.bincount(places, weights)
        squares = np.bincount(pairs // left.game.size, shares**2, minlength=parts).astype(np.float64)
        effective = effective_sizes(masses, squares)
    known[:-1] = np.nan
    for number in np.flatnonzero(np.bincount(numbers, minlength=parts)[:-1]).tolist():
        part = Candidates(left.game, left.keys[numbers == number])
        if part.is_over:
            known[number] = 0.0
        elif len(part) == 1:
            known[number] = left.game.cost_of(part[0])
        elif len(part) == 2 and left.game.costs is None:
            known[number] = 1.0
    return masses, effective, known


def effective_sizes(sums: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sizes of sets of equally probable candidates that are as hard as sets with weights.

    >>> effective_sizes(np.array([4.0, 100.0]), np.array([4.0, 9802.0])).round(2).tolist()
    [4.0, 1.02]
    """
    return np.asarray(sums**2 / np.maximum(squares, 1))


LARGEST = 10**300
"""Codes of the largest game whose first guesses are valued: sizes are floating-point numbers."""


@lru_cache(maxsize=32)
def curve_of(game: Game) -> Curve:
    """Return the curve of a game.

    >>> curve = curve_of(Game(4, 6))
    >>> needed = np.empty(3)
    >>> loops.guesses_needed(np.array([1.0, 2.0, 1296.0]), curve, needed)
    >>> needed.round(4).tolist()
    [1.0, 1.5, 4.3403]
    """
    tree = best_of(game)
    if tree is None and is_played_through(game):
        from codepegs.trees import walked_tree

        tree = walked_tree(Position(game), OneStep(Objective.ENTROPY))
    if tree is None:
        return other_curve(game)
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
    return loops.fit_curve(sizes, averages)


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
    if game.size > LARGEST:
        return None
    sizes = shares * float(game.size)
    return value_of_parts(curve_of(game), sizes, sizes)
