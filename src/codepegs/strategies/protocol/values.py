"""The expected number of guesses from here on if a guess is made, this one included.

It is exact if the gallery's tree or a bounded search gives it, and estimated from the sizes of the parts otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs import trees
from codepegs.codes import Candidates, CodeSpace, Objective, OneStep
from codepegs.core import loops
from codepegs.errors import Unavailable
from codepegs.game import Code, Game, Position, Turn, View, part_table
from codepegs.parallel import WorkerThreads
from codepegs.strategies.protocol.strategy import Best, ExpectedGuesses
from codepegs.trees import search
from codepegs.trees.gallery import best_of, find

if TYPE_CHECKING:
    from codepegs.trees import Tree

MOST_EXCHANGED = 6
"""Pegs up to which all their orders are tried, to know a history that is one of the tree's in other colours."""


def best_in(tree: Tree, turns: tuple[Turn, ...], is_proved: bool) -> Best | None:
    """Return the guess of a tree after some turns, possibly with pegs or colours exchanged."""
    alike = _alike(tree, turns)
    return None if alike is None else Best(alike[1], _average_below(tree, alike[0]), is_proved)


@lru_cache(maxsize=64)
def stored_best(position: Position) -> Best | None:
    """Return the guess of the gallery's tree at a position; None if it has no such tree, or see `best_in`."""
    game, turns, entry = position.game, position.turns, find(position.game)
    if entry is None or (turns and _pattern(entry.first) != _pattern(turns[0].guess)):
        return None  # without reading the tree
    tree = best_of(game)
    return None if tree is None else best_in(tree, turns, entry.is_proved)


def _pattern(code: Code | str) -> list[int]:
    """How often a code, or a text with a symbol for each peg, has its colours; the most frequent first."""
    return sorted(Counter(code).values(), reverse=True)


def _alike(tree: Tree, turns: tuple[Turn, ...]) -> tuple[int, Code] | None:
    """The node that turns lead to, at need with pegs and colours exchanged, and its guess with them exchanged back."""
    nodes = [0]
    for turn in turns:
        node = tree.child(nodes[-1], turn.reply)
        if node is None:
            return None
        nodes.append(node)
    *asked, best = map(tree.guess, nodes)
    if asked == [turn.guess for turn in turns]:
        return nodes[-1], best
    if not tree.game._traits.is_symmetric or tree.game.pegs > MOST_EXCHANGED:
        return None
    for pegs in permutations(range(tree.game.pegs)):
        colors = dict[int, int]()
        pairs = (
            (ours[peg], color)
            for ours, turn in zip(asked, turns, strict=True)
            for peg, color in zip(pegs, turn.guess, strict=True)
        )
        for own, color in pairs:
            if colors.get(own, color) != color or (own not in colors and color in colors.values()):
                break
            colors[own] = color
        else:
            free = (color for color in range(tree.game.colors) if color not in colors.values())
            for color in best:
                if color not in colors:
                    colors[color] = next(free)
            return nodes[-1], tuple(colors[best[peg]] for peg in pegs)
    return None


def _average_below(tree: Tree, node: int) -> float:
    """Expected guesses at a node over the secrets below it, its own guess counted, or what they cost."""
    secrets = np.flatnonzero((tree.last >= node) & (tree.last < tree.ends[node]))
    lengths = tree.spent[tree.last[secrets]] - (int(tree.spent[node]) - int(tree.prices[node]))
    weights = None if tree.game.weights is None else tree.game.weights[secrets]
    return float(np.average(lengths, weights=weights))  # rounded once, so that equal averages are equal


SEARCHED_WORK = 5_000_000
"""Candidates times codes of the game up to which a set is searched for its best guess."""

SEARCHED_VIEW = 64
"""The same where replies show less than black and white, for such searches are slower by far."""

SCORED = 20_000_000
"""Guesses scored in such a search before it gives up: one or two tenths of a second. Counted, so that every run
does the same."""

WEIGHED_WORK = 20_000
"""The first of these limits in games with weights, costs or another end, where a set takes far longer to search: 30
objects and 600 tests."""

PART_WORK, SCORED_A_GUESS = 1_500_000, 3_000_000
"""The same two limits for the parts of one guess, of which a dozen are compared: some hundredths of a second."""

SCORED_SHARE = 20
"""In views that show less than black and white and in games of up to `FEW_COLORS` colours, one guess in 20: sets are
larger there, and so is the time that a guess takes."""

FEW_COLORS = 3
"""Colours of such games. A search at p9c2 takes 0.2 s at most instead of 1.9, and two in twelve
are given up."""

MEMORY_ENTRIES = 1 << 16
"""Sets that such a search remembers."""


@lru_cache(maxsize=1_000)
def searched(game: Game, turns: tuple[Turn, ...], most_scored: int = SCORED) -> Best | None:
    """Search for the best guess after some turns; None if it takes too long."""
    space = CodeSpace.at(game, turns)
    left = Candidates(game, space.consistent(turns), space)
    if not space.can_guess(left.keys):
        return None  # searches suppose that all can be named
    if len(left) == 1 or (len(left) == 2 and not game._is_weighed):
        return Best(left[0], (1 + len(left)) / 2 * game._cost_of(left[0]), True)
    searcher = search.Searcher(space.open, options=search.SearchOptions(memory_entries=MEMORY_ENTRIES))
    try:
        value = searcher.search(left.keys, turns, most_scored=most_scored)
        if value is None:
            return None
        guess = searcher.best_guess(left.keys, turns, value)
    except Unavailable:  # too deep a tree
        return None
    average = (
        value / left.mass if game._is_weighed else (len(left) + value) / len(left)
    )  # rounded once, as other values
    return Best(left.space.decode(guess), average, True)


def can_search(game: Game, candidates: int, work: int = SEARCHED_WORK) -> bool:
    """Return whether a set of candidates is small enough to search for its best guess."""
    if game._traits.why_not_searched is not None:
        return False
    if game._is_weighed:
        work = min(work, WEIGHED_WORK)
    if game._traits.is_tabulated:
        return game.size <= search.MOST_CODES_SEARCHED and candidates * game._guess_count <= work
    if game.size > search.MOST_CODES_SEARCHED or CodeSpace.of(game).bits * game.pegs > search.KEY_BITS:
        return False
    return candidates * game.size <= work and (game.view is View.BLACK_WHITE or candidates <= SEARCHED_VIEW)


def best_at(position: Position, candidates: Candidates) -> Best | None:
    """Return the best guess at a position, if a tree or a bounded search gives it."""
    game, best, weights = position.game, stored_best(position), candidates.weights
    if best is not None:
        return best
    if weights is not None and len(candidates) <= 2 and game._is_usual and candidates.space.can_guess(candidates.keys):
        return Best(candidates.likeliest, 1 + (len(candidates) - 1) * float(weights.min() / weights.sum()), True)
    if not can_search(game, len(candidates)) or candidates.is_over:
        return None
    return searched(game, position.turns, _limit(game, SCORED))


def _limit(game: Game, scored: int) -> int:
    is_fast = (
        not game._is_weighed
        and game.view is View.BLACK_WHITE
        and (game._traits.is_tabulated or game.colors > FEW_COLORS)
    )
    return scored if is_fast else scored // SCORED_SHARE


def values_of(
    position: Position,
    candidates: Candidates,
    guesses: Sequence[Code],
    best: Best | None,
    threads: WorkerThreads | int = 1,
) -> list[ExpectedGuesses | None]:
    """Value guesses at a position whose candidates are listed."""
    has_values = position.game._is_usual or is_played_through(position.game)  # with costs or endings only these have
    if not (has_values and candidates.space.can_guess(candidates.keys)):
        return [None] * len(guesses)
    found: list[ExpectedGuesses | None] = []
    for guess in guesses:
        if best is not None and guess == best.guess:
            found.append(ExpectedGuesses(best.average))
            continue
        value = _value(position, candidates, guess, threads)
        can_guess = candidates.space.can_guess(np.array([candidates.space.encode(guess)], dtype=np.uint64))
        found.append(value.at_least(best.average) if best is not None and can_guess else value)
    return found


def _value(position: Position, candidates: Candidates, guess: Code, threads: WorkerThreads | int) -> ExpectedGuesses:
    known = _known_value(position, guess)
    if not known and not position.turns and guess != (alike := _first_alike(position.game, guess)):
        value = _value(position, candidates, alike, threads)  # searched once for all that are symmetric
        if value.exact:  # otherwise its search was given up, which that of another need not be
            return value
    if not known:
        known.append(_new_value(position, candidates, guess, threads))
    return known[0]


@lru_cache(maxsize=1_000)
def _known_value(position: Position, guess: Code) -> list[ExpectedGuesses]:
    """The value of a guess, once it was computed: it does not depend on the threads."""
    return []


def _first_alike(game: Game, guess: Code) -> Code:
    """The lowest of the first guesses that are as good by symmetry."""
    if not game._traits.is_symmetric or game.weights is not None:
        return guess
    return tuple(color for color, count in enumerate(_pattern(guess)) for _ in range(count))


def _new_value(
    position: Position, candidates: Candidates, guess: Code, threads: WorkerThreads | int
) -> ExpectedGuesses:
    game = position.game
    parts = candidates.space.parts(candidates.keys, guess, threads)
    sizes = np.bincount(parts, minlength=len(part_table(game)))
    exact = None
    if game._is_weighed and can_search(game, int(sizes.max()), PART_WORK):
        exact = _searched_value(position, candidates, guess, parts, sizes)
    if exact is None and game._is_usual:
        best = best_at(position, candidates) if sizes.max() == len(candidates) and not sizes[-1] else None
        if best is not None:  # a guess without information
            return ExpectedGuesses(1.0 + best.average)
        largest = int(sizes[:-1].max())
        if largest > 2 and can_search(game, largest, PART_WORK):
            exact = _searched_value(position, candidates, guess, parts, sizes)
    if exact is not None:
        return ExpectedGuesses(exact)
    return value_of_parts(curve_at(candidates), *parts_of(candidates, parts, len(sizes)), price=game._cost_of(guess))


def _searched_value(
    position: Position, candidates: Candidates, guess: Code, parts: NDArray[np.integer], sizes: NDArray[np.int64]
) -> float | None:
    """The exact value, by a search in every part; None if they would take too long."""
    searcher = search.Searcher(candidates.space.open, options=search.SearchOptions(memory_entries=MEMORY_ENTRIES))
    turns = (*position.turns, Turn(guess, part_table(position.game).replies[0]))
    trivial = 0 if position.game._is_weighed else 2
    large = (candidates.keys[parts == number] for number in np.flatnonzero(sizes[:-1] > trivial).tolist())
    try:
        value = searcher.search_sets(large, turns, _limit(position.game, SCORED_A_GUESS))
    except Unavailable:
        return None
    if value is None:
        return None
    if position.game._is_weighed:
        return position.game._cost_of(guess) + value / candidates.mass
    value += int(np.count_nonzero(sizes[:-1] == 2))  # one of the two codes needs a guess more
    return (len(candidates) + int(sizes[:-1].sum()) + value) / len(candidates)


@lru_cache(maxsize=32)
def other_curve(game: Game) -> loops.Curve:
    """Return the curve of other games, and what a kind of game needs more."""
    pegs = game.pegs if game._traits.counts_pegs else 0
    return loops.other_curve(pegs, game.colors, game.repeats, game.view.number)


_PLAIN = Game(4, 6)
"""A game that needs nothing more than the curve of other games."""

_UNKNOWN = np.empty(0)


def guesses_to_come(sizes: NDArray[np.float64], game: Game = _PLAIN) -> NDArray[np.float64]:
    """Estimate the guesses that sets of some sizes need, in a game if that needs more than others of their number."""
    needed = np.empty(len(sizes))
    loops.guesses_needed(sizes, other_curve(game), needed)
    return needed


def value_of_parts(
    curve: loops.Curve,
    masses: NDArray[np.float64],
    sizes: NDArray[np.float64],
    known: NDArray[np.float64] = _UNKNOWN,
    price: int = 1,
) -> ExpectedGuesses:
    """Estimate the expected guesses, or cost, of a guess from its `Parts`; `known` is empty without weights."""
    return ExpectedGuesses(*loops.value_of_parts(masses, sizes, known, price, curve)[:3])


PLAYED_THROUGH = 22_000
"""Codes of the largest game without a stored tree whose tree by entropy is built for the curve: some tenths of a
second."""

PLAYED_THROUGH_PAIRS = 100_000_000
"""The same in listed games: guesses times secrets."""

PLAYED_THROUGH_IN_PYTHON = 2_000_000
"""The same in games with costs or other endings than the win, whose trees are built guess by guess."""


Parts = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""What the value of a guess depends on: `masses`, `sizes` and `known` of `value_of_parts`."""


def parts_of(left: Candidates, numbers: NDArray[np.int64], parts: int) -> Parts:
    """The parts of candidates with part numbers, int64, shape (n,)."""
    counts, weights = np.bincount(numbers, minlength=parts), left.weights
    if weights is None and left.game._is_usual:
        masses = counts.astype(np.float64)
        return masses, masses, _UNKNOWN
    weights = np.ones(len(left), dtype=np.int64) if weights is None else weights
    masses = np.bincount(numbers, weights, minlength=parts).astype(np.float64)
    squares = np.bincount(numbers, weights.astype(np.float64) ** 2, minlength=parts).astype(np.float64)
    if left.game._endings:  # what is not to be distinguished counts as one
        labels = left.space.open._endings[0][left.keys.astype(np.int64)]
        pairs, places = np.unique(numbers * left.game.size + labels, return_inverse=True)
        shares = np.bincount(places, weights)
        squares = np.bincount(pairs // left.game.size, shares**2, minlength=parts).astype(np.float64)
    known = np.full(parts, np.nan)
    known[-1] = 0.0
    if left.game._is_usual:
        least = np.full(parts, inf)
        np.minimum.at(least, numbers, weights)
        needed = 1.0 + np.where(counts == 2, least, 0) / np.maximum(masses, 1.0)
        known[:-1] = np.where(counts <= 2, needed, np.nan)[:-1]
        return masses, effective_sizes(masses, squares), known
    for number in np.flatnonzero(counts[:-1]).tolist():
        part = Candidates(left.game, left.keys[numbers == number], left.space)
        if part.is_over:
            known[number] = 0.0
        elif len(part) == 1:
            known[number] = left.game._cost_of(part[0])
        elif len(part) == 2 and left.game.costs is None:
            known[number] = 1.0
    return masses, effective_sizes(masses, squares), known


def effective_sizes(sums: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sizes of sets of equally probable candidates that are as hard as sets with weights."""
    return np.asarray(sums**2 / np.maximum(squares, 1))


LARGEST_VALUED = 10**300
"""Codes of the largest game whose first guesses are valued: sizes are floating-point numbers."""


def curve_at(candidates: Candidates) -> loops.Curve:
    """Return the curve of the game of the tests that can still be asked."""
    game = candidates.space.open
    return curve_of(candidates.game if game._endings and Candidates.all(game).is_over else game)


@lru_cache(maxsize=32)
def curve_of(game: Game) -> loops.Curve:
    """Return the curve of a game."""
    tree = best_of(game)
    if tree is None and is_played_through(game):
        tree = trees.walked_tree(Position(game), OneStep(Objective.ENTROPY))
    if tree is None:
        return other_curve(game)
    weights = np.bincount(tree.found_at, minlength=len(tree))
    if game.weights is not None:
        weights = _at_nodes(tree, game.weights)
    masses = tree.sums_below(weights).astype(np.float64)
    averages = tree.sums_below(weights * tree.spent) / masses - tree.spent + tree.prices
    sizes = masses
    if game._endings:
        sizes = effective_sizes(masses, _squares_of_labels(tree))
    elif game.weights is not None:
        sizes = effective_sizes(masses, tree.sums_below(_at_nodes(tree, game.weights**2).astype(np.float64)))
    return loops.fit_curve(sizes, averages)


def _squares_of_labels(tree: Tree) -> NDArray[np.float64]:
    """The sums over what is to be known, objects or classes, of the square of its weight among those at each node."""
    game, sums = tree.game, np.zeros(len(tree))
    weights = np.ones(game.size, dtype=np.int64) if game.weights is None else game.weights
    for label in np.flatnonzero(np.bincount(game._endings[0])).tolist():
        masses = tree.sums_below(_at_nodes(tree, np.where(game._endings[0] == label, weights, 0)))
        sums += masses.astype(np.float64) ** 2
    return sums


def _at_nodes(tree: Tree, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sums of values of secrets over those whose last guess is that of each node."""
    return np.bincount(tree.last, values, minlength=len(tree)).astype(np.int64)  # exact: below 2^53


def is_played_through(game: Game) -> bool:
    """Return whether the curve of a game is that of its own tree by entropy, unless the gallery has a better one."""
    if not game._is_usual:
        return game._guess_count * game.size <= PLAYED_THROUGH_IN_PYTHON
    if game._traits.is_tabulated:
        return game._guess_count * game.size <= PLAYED_THROUGH_PAIRS
    return game.size <= PLAYED_THROUGH


def opening_value(game: Game, shares: NDArray[np.float64]) -> ExpectedGuesses | None:
    """Value a first guess by the share of all codes that gives each reply, float64, shape (parts,), the win last."""
    if game.size > LARGEST_VALUED:
        return None
    sizes = shares * float(game.size)
    return value_of_parts(curve_of(game), sizes, sizes)
