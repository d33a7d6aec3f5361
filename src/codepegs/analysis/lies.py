"""The worst case of games in which at most one reply is false, by exhaustive search.

The codemaker may give one false reply, at any turn; the game ends when the guess is the secret, whatever the reply
shows (as in `codepegs play --noise lying:1`). A position is then two sets of codes: those that are consistent with all
replies, for which the codemaker can still give a false one, and those that are consistent with all replies but one.
After a guess, each shown reply keeps the codes of both sets that give it, and moves the rest of the first set to the
second (Rényi-Ulam games with one lie, Berlekamp 1968).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.game import Code, Game
from codepegs.strategies.bayes import ALL_GUESSES, all_replies

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LieStrategy:
    """A strategy against at most one false reply."""

    first: Code
    """The first guess."""
    lengths: Numbers
    """For each secret, in the order of codes, the largest number of guesses over all possible false replies; int64,
    shape (codes,)."""

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return int(self.lengths.max())

    @property
    def average(self) -> float:
        """The average over the secrets of the largest number of guesses."""
        return float(self.lengths.mean())


def solve_with_one_lie(game: Game | str, turns: int, *, width: int | None = None) -> LieStrategy | None:
    """Return a strategy that finds every secret within `turns` turns if at most one reply is false.

    >>> solve_with_one_lie("p2c3", 4) is None
    True
    >>> found = solve_with_one_lie("p2c3", 5)
    >>> found.worst, found.first
    (5, (0, 1))
    """
    game = Game.of(game)
    if game.size > ALL_GUESSES:
        raise BadInput.because(game.reason("too_large_for_lies", size=game.size, most=ALL_GUESSES))
    return _Search(game, width).strategy(turns)


def least_worst_case_with_one_lie(game: Game | str) -> LieStrategy:
    """Return a strategy that needs the fewest guesses in the worst case, if at most one reply is false.

    >>> least_worst_case_with_one_lie("p1c3").worst
    3
    """
    game = Game.of(game)
    turns = 1
    while (found := solve_with_one_lie(game, turns)) is None:
        turns += 1
    return found


class _Search:
    """Depth-first search over positions, pruned by counting the histories that a position needs."""

    def __init__(self, game: Game, width: int | None) -> None:
        self.game = game
        self.width = width
        self.count = game.size
        self.replies = len(game.replies())
        self.table = all_replies(game).astype(np.int64)
        self.rows = np.arange(self.count)[:, None] * self.replies
        self.codes = Candidates.all(game).codes
        self.shapes = [tuple(sorted(np.unique(code, return_counts=True)[1].tolist())) for code in self.codes]
        self._needs: dict[int, NDArray[np.float64]] = {}
        self._unsolvable: set[tuple[bytes, bytes, int]] = set()

    def strategy(self, turns: int) -> LieStrategy | None:
        """The strategy, if there is one."""
        free, spent = np.arange(self.count), np.arange(0)
        if not self.is_possible(self.count, 0, turns):
            return None
        tried: set[tuple[int, ...]] = set()
        for guess in self.options(free, spent, turns).tolist():
            if self.shapes[guess] in tried:  # equal up to the names of pegs and colours
                continue
            tried.add(self.shapes[guess])
            lengths = self.follow(free, spent, guess, turns)
            if lengths is not None:
                return LieStrategy(tuple(self.codes[guess].tolist()), lengths)
        return None

    def solve(self, free: Numbers, spent: Numbers, turns: int) -> Numbers | None:
        """The largest number of guesses for each code of a position, 0 for others; None if some need too many.

        `free` are the codes consistent with all replies, `spent` those consistent with all but one.
        """
        size = len(free) + len(spent)
        lengths = np.zeros(self.count, dtype=np.int64)
        if size <= 1:
            lengths[free] = lengths[spent] = 1
            return lengths if turns >= size else None
        key = (free.tobytes(), spent.tobytes(), turns)
        if key in self._unsolvable:
            return None
        for guess in self.options(free, spent, turns).tolist():
            found = self.follow(free, spent, guess, turns)
            if found is not None:
                return found
        self._unsolvable.add(key)
        return None

    def follow(self, free: Numbers, spent: Numbers, guess: int, turns: int) -> Numbers | None:
        """The same if a guess is made."""
        win = self.replies - 1
        free_replies, spent_replies = self.table[guess, free], self.table[guess, spent]
        lengths = np.zeros(self.count, dtype=np.int64)
        children = []
        for reply in range(self.replies):
            kept = free[(free_replies == reply) & (free_replies != win)]
            moved = free[(free_replies != reply) & (free_replies != win)]
            left = np.sort(np.concatenate([spent[(spent_replies == reply) & (spent_replies != win)], moved]))
            children.append((self.need(len(kept), len(left), turns - 1), kept, left))
        children.sort(key=lambda child: -child[0])
        for _, kept, left in children:
            found = self.solve(kept, left, turns - 1)
            if found is None:
                return None
            np.maximum(lengths, found, out=lengths)
        lengths[free] += 1
        lengths[spent] += 1
        lengths[guess] = 1 if guess in free or guess in spent else 0
        return lengths

    def options(self, free: Numbers, spent: Numbers, turns: int) -> Numbers:
        """The guesses after which counting excludes no reply, the most promising first."""
        win = self.replies - 1
        size = (self.count, self.replies)
        cells = self.count * self.replies
        kept = np.bincount((self.table[:, free] + self.rows).ravel(), minlength=cells).reshape(size)
        left = np.bincount((self.table[:, spent] + self.rows).ravel(), minlength=cells).reshape(size)
        others = (len(free) - kept[:, win])[:, None]
        kept[:, win] = left[:, win] = 0
        needs = self.needs(turns - 1)[kept] + left + others - kept
        worst = needs.max(axis=1)
        possible = np.flatnonzero(worst <= self.room(turns - 1))
        members = np.zeros(self.count, dtype=np.bool_)
        members[free] = members[spent] = True
        spread = (needs[possible] ** 2).sum(axis=1)
        order = np.lexsort((possible, ~members[possible], spread, worst[possible]))
        return possible[order][: self.width]

    def room(self, turns: int) -> float:
        """The number of guesses in a whole tree: one for each history of shown replies."""
        return float(sum(self.replies**turn for turn in range(turns)))

    def needs(self, turns: int) -> NDArray[np.float64]:
        """By the number of free codes: the fewest guesses that they need in a tree of some turns, infinite if too many.

        A free code that is guessed at turn t after true replies needs this guess, and one after each other reply to
        each of the t - 1 guesses before: 1 + (t - 1) (R - 1) guesses, after different histories. At most
        (R - 1)^(t - 1) free codes can be guessed at turn t. A spent code needs one guess.
        """
        if turns not in self._needs:
            needs = np.full(self.count + 1, math.inf)
            needs[0] = total = 0.0
            code = 0
            for turn in range(turns):
                for _ in range(min((self.replies - 1) ** turn, self.count - code)):
                    code += 1
                    total += 1 + turn * (self.replies - 1)
                    needs[code] = total
            self._needs[turns] = needs
        return self._needs[turns]

    def need(self, free: int, spent: int, turns: int) -> float:
        """The fewest guesses that a position needs in a tree of some turns."""
        return float(self.needs(turns)[free]) + spent

    def is_possible(self, free: int, spent: int, turns: int) -> bool:
        """Whether counting allows a position to be solved in some turns."""
        return self.need(free, spent, turns) <= self.room(turns)
