"""Lower bounds on the average number of guesses, from the information that replies carry, true or sometimes random."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.game import Game, Reason, View, parse_noise
from codepegs.strategies.bayes import ALL_GUESSES, all_replies

REPLIES_KNOWN = {View.BLACK_WHITE: 1, View.BLACK: 1, View.WHITE: 2, View.TOTAL: 2}
"""By view, what a reply has more than values of its largest count: the win is announced where it is not shown."""


def least_by_information(game: Game | str) -> float:
    """Return a lower bound on the average number of guesses of any strategy.

    >>> round(least_by_information("p4c6"), 2), round(least_by_information("p1000c1000"), 1)
    (2.72, 811.7)
    """
    game = Game.of(game)
    if not game.traits.counts_pegs:
        raise BadInput.because(Reason.of("bound_for_pegs"))
    all_values = _reply_values(game.pegs, game.view)
    known_values = 2 if game.view is View.TOTAL else game.pegs + REPLIES_KNOWN[game.view]
    return max(1.0, math.log2(game.size) / math.log2(all_values), bits_of_places(game) / math.log2(known_values))


def bits_of_places(game: Game | str) -> float:
    """Return the entropy of a random secret of which is known how often each colour occurs.

    >>> round(bits_of_places("p2c2"), 3), round(bits_of_places("p3c5n"), 3)
    (0.5, 2.585)
    """
    game = Game.of(game)
    pegs, colors = game.pegs, game.colors
    orders = _log2_factorial(pegs)
    if not game.repeats or colors == 1:
        return orders if not game.repeats else 0.0
    each, other = -math.log2(colors), math.log2(1.0 - 1.0 / colors)
    same = 0.0  # expected bits of the orders of the pegs of one colour
    for count in range(2, pegs + 1):
        chance = orders - _log2_factorial(count) - _log2_factorial(pegs - count) + count * each + (pegs - count) * other
        same += 2.0**chance * _log2_factorial(count)
    return orders - colors * same


def _reply_values(pegs: int, view: View) -> int:
    """An upper bound on the number of different replies."""
    return pegs * (pegs + 3) // 2 if view is View.BLACK_WHITE else pegs + REPLIES_KNOWN[view]


def _log2_factorial(number: int) -> float:
    return math.lgamma(number + 1) / math.log(2.0)


MOST_TURNS = 10_000
"""Turns after which the first bound stops adding terms, which keeps it a lower bound."""

STEPS = 60
"""Bisections of a probability."""


def reply_capacity(game: Game | str, noise: float) -> float:
    """Return the capacity, in bits, of a reply that is replaced by a random one with probability `noise`.

    >>> round(reply_capacity("p4c6", 0.2), 3), round(reply_capacity("p4c6", 0.0), 3)
    (2.428, 3.807)
    """
    replies, share = len(Game.of(game).replies()), _checked(noise)
    fit, other = 1.0 - share + share / replies, share / replies
    lost = -fit * math.log2(fit) - (replies - 1) * (other * math.log2(other) if other else 0.0)
    return math.log2(replies) - lost


def least_by_capacity(game: Game | str, noise: float) -> float:
    """Return a lower bound on the average number of guesses from the capacity of the replies.

    >>> round(least_by_capacity("p4c6", 0.2), 3)
    3.057
    """
    game = Game.of(game)
    capacity = reply_capacity(game, noise)
    total = 0.0
    for turn in range(MOST_TURNS):
        unsolved = 1.0 - _most_solved(turn, game.size, capacity)
        if unsolved <= 0.0:
            break
        total += unsolved
    return total


def _most_solved(turns: int, codes: int, capacity: float) -> float:
    """The largest probability to have guessed the secret after some turns."""
    if turns >= codes:
        return 1.0
    if turns == 0:
        return 0.0
    base = turns / codes
    allowed = (turns - 1) * capacity

    def needed(p: float) -> float:
        rest = (1 - p) * math.log2((1 - p) / (1 - base)) if p < 1 else 0.0
        return p * math.log2(p / base) + rest

    if needed(1.0) <= allowed:
        return 1.0
    low, high = base, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if needed(middle) <= allowed else (low, middle)
    return high


def least_if_known_false(game: Game | str, noise: float, depth: int = 2) -> float:
    """Return a lower bound on the average number of guesses from a codebreaker that learns which replies are false.

    >>> [round(least_if_known_false("p2c3", 0.2, depth), 3) for depth in (0, 1, 2, 4)]
    [2.493, 2.532, 2.536, 2.537]
    """
    game = Game.of(game)
    if game.size > ALL_GUESSES:
        raise BadInput.because(game.reason("too_large_for_bound", size=game.size, most=ALL_GUESSES))
    search = _KnownFalse(game, _checked(noise))
    return search.least(np.arange(game.size), depth) / game.size


class _KnownFalse:
    """The search for the second bound."""

    def __init__(self, game: Game, share: float) -> None:
        self.share = share
        self.replies = len(game.replies())
        self.table = all_replies(game).astype(np.int64)
        self.rows = np.arange(game.size)[:, None] * self.replies
        self.even = _even_sums(game.size, self.replies - 1, share)
        self.codes = Candidates.all(game).codes

    def least(self, codes: NDArray[np.int64], depth: int) -> float:
        """A lower bound on the sum of the guesses of all secrets in a set."""
        size = len(codes)
        if depth == 0 or size <= 2:
            return float(self.even[size])
        options = self._options(codes)
        if depth == 1:
            return float(options.min())
        best = math.inf
        tried = set()
        for guess in np.argsort(options, kind="stable").tolist():
            if options[guess] >= best:
                break
            if size == len(self.table):  # before the first turn, guesses differ only by how often they use colours
                shape = tuple(sorted(np.unique(self.codes[guess], return_counts=True)[1].tolist()))
                if shape in tried:
                    continue
                tried.add(shape)
            replies = self.table[guess, codes]
            parts = [codes[replies == reply] for reply in np.unique(replies).tolist() if reply != self.replies - 1]
            true = size + (1.0 - self.share) * sum(self.least(part, depth - 1) for part in parts)
            left = codes[codes != guess]
            if len(left) == size:
                best = min(best, true / (1.0 - self.share))
            elif true + self.share * float(self.even[size - 1]) < best:
                best = min(best, true + self.share * self.least(left, depth - 1))
        return best

    def _options(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """For each guess, a lower bound if it is played next, from the sizes of the parts."""
        count = len(self.table)
        cells = (self.table[:, codes] + self.rows).ravel()
        sizes = np.bincount(cells, minlength=count * self.replies).reshape(count, self.replies)
        true = len(codes) + (1.0 - self.share) * self.even[sizes[:, :-1]].sum(axis=1)
        members = np.zeros(count, dtype=np.bool_)
        members[codes] = True
        options: NDArray[np.float64] = np.where(
            members, true + self.share * self.even[len(codes) - 1], true / (1.0 - self.share)
        )
        return options


def _even_sums(most: int, parts: int, share: float) -> NDArray[np.float64]:
    """By the size of a set: a lower bound on the sum of guesses if every guess may split it as evenly as possible.

    A guess outside the set cannot be better then: with L for this sum and P for that of an even split, L(m) - P(m) is
    at most m / (1 - share), by induction over m.
    """
    even = np.zeros(most + 1)
    for size in range(1, most + 1):
        each, over = divmod(size - 1, parts)
        split = (parts - over) * even[each] + over * even[each + 1] if parts else 0.0
        even[size] = size + (1.0 - share) * split + share * even[size - 1]
    steps = np.diff(even, 2)
    assert (steps >= -1e-9).all(), "the sums are convex, so an even split is the best"
    return even


def _checked(noise: float) -> float:
    share = parse_noise(noise)
    if share is None:
        raise BadInput("the noise must be a number here, not unknown")
    return share
