"""A baseline for large games from the literature: many intervals per guess, distinguished by coin weighing.

Doerr, Doerr, Spöhel and Thomas, Playing Mastermind with Many Colors (2013), need O(n log log n) guesses for n pegs and
colours: they halve all intervals of one length at once, and find the number of pegs in each left half by the
coin-weighing designs of Lindström and of Cantor and Mills. This is a simple version of the idea that differs in some
steps: each guess tests at most two colours per interval, one in each half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code, Game, code_of
from codepegs.reports.two_part_solver import UNKNOWN, script_strategy
from codepegs.strategies import NoOptions


class _Unknown(NamedTuple):
    number: int
    place: int
    width: int


class Weighing:
    """A design of sums that determines unknowns from 0 to `most[i]`, with at most as many sums as unknowns."""

    def __init__(self, most: Sequence[int]) -> None:
        self.most = list(most)
        self._sets = _deal(self.most)
        self.sums = len(self._sets)
        self._numbers = np.arange(1, self.sums + 1)
        self._signs = np.where(np.bitwise_count(self._numbers) & 1, 1, -1)
        self.members = np.zeros((self.sums, len(self.most)), dtype=np.bool_)
        """The unknowns in each sum, shape (sums, unknowns)."""
        for number, unknowns in enumerate(self._sets, 1):
            both = self._numbers & number
            is_odd = np.bitwise_count(both) & 1 == 1
            for unknown in unknowns:
                self.members[:, unknown.number] = is_odd & (both & ~_lowest(number, unknown.place + 1) == 0)

    def solve(self, sums: Sequence[int]) -> list[int] | None:
        """Return the unknowns, given all sums; None if no numbers within the bounds have these sums."""
        left = np.array(sums, dtype=np.int64)
        found = [0] * len(self.most)
        for number in range(self.sums, 0, -1):
            within = (self._numbers & number) == self._numbers
            total = int((left * self._signs)[within].sum())
            last = self._sets[number - 1][-1]
            for unknown in self._sets[number - 1]:
                value = total >> unknown.place
                if unknown is not last:
                    value &= (1 << unknown.width) - 1
                    total -= value << unknown.place
                if not 0 <= value <= self.most[unknown.number] or (unknown is last and total != value << unknown.place):
                    return None
                found[unknown.number] = value
                left -= value * self.members[:, unknown.number]
        return found


def _deal(most: Sequence[int]) -> list[list[_Unknown]]:
    """Assign the unknowns to sets: small ones to the low digits, a large one to the highest, which has any width."""
    order = sorted(range(len(most)), key=lambda i: most[i])
    narrow, after = 0, len(order)
    sets: list[list[_Unknown]] = []
    while narrow < after:
        size = (len(sets) + 1).bit_count()
        place = 0
        unknowns: list[_Unknown] = []
        while place < size and narrow < after:
            width = most[order[narrow]].bit_length()
            if place + width < size:
                number = order[narrow]
                narrow += 1
            else:
                after -= 1
                number = order[after]
                width = most[number].bit_length()
            unknowns.append(_Unknown(number, place, width))
            place += width
        sets.append(unknowns)
    return sets


def _lowest(number: int, count: int) -> int:
    """The `count` lowest set bits of a number."""
    kept = 0
    for _ in range(count):
        bit = number & ~kept & -(number & ~kept)
        kept |= bit
    return kept


@dataclass(slots=True)
class _Interval:
    """An interval of pegs with a known number of pegs of each colour, whose halves are to be determined."""

    first: int
    middle: int
    after: int
    room: list[int]
    """Pegs in the left and the right half without a known colour."""
    pending: dict[int, int]
    """Colours whose distribution is not known, and the number of pegs of each in the interval."""
    halves: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))

    def bounds(self, color: int) -> tuple[int, int]:
        """The least and the largest number of pegs of a colour in the left half."""
        held = self.pending[color]
        return max(0, held - self.room[1]), min(held, self.room[0])

    def put(self, color: int, left: int) -> bool:
        """Record the number of pegs of a colour in the left half; False if they do not fit there."""
        least, most = self.bounds(color)
        if not least <= left <= most:
            return False
        for half, count in enumerate((left, self.pending.pop(color) - left)):
            self.room[half] -= count
            if count:
                self.halves[half][color] = count
        return True

    def deduce(self) -> bool:
        """Record what follows without a guess: the last colour fills the rest; False if it cannot."""
        changed = True
        while changed:
            changed = False
            for color in list(self.pending):
                least, most = self.bounds(color)
                if least > most:
                    return False
                if least == most or len(self.pending) == 1:
                    if not self.put(color, self.room[0] if len(self.pending) == 1 else least):
                        return False
                    changed = True
        return True


class _Coin(NamedTuple):
    """An unknown: the number of pegs of a colour in one half, minus the least possible number."""

    interval: _Interval
    color: int
    half: int
    least: int
    most: int

    def left(self, found: int) -> int:
        """The corresponding number of pegs in the left half."""
        inside = self.least + found
        return inside if self.half == 0 else self.interval.pending[self.color] - inside


class CoinWeighing:
    """The script: count the colours, find a code without black, then repeatedly halve all intervals at once."""

    def __init__(self, game: Game, options: NoOptions) -> None:
        self.game = game
        self.counts: list[int] = []
        """Pegs of each colour counted so far."""
        self.counted = 0
        self.pegs = np.full(game.pegs, UNKNOWN, dtype=np.int32)
        """Known colour of each peg, shape (pegs,)."""
        self.dummy: NDArray[np.int32] | None = None
        """Colours that get no black, shape (pegs,), once there is such a code."""
        self.intervals: list[_Interval] = []
        self.weighing: Weighing | None = None
        self.coins: list[_Coin] = []
        """The unknowns of the design; none during the search for a code without black."""
        self.sums: list[int] = []
        self._base = np.zeros(0, dtype=np.int32)
        self._asked = np.zeros(0, dtype=np.int32)
        self._coin_at = np.zeros(0, dtype=np.int32)
        """For the guesses of one weighing: the colours of each peg if its coin is omitted and if it is weighed, and the
        coin of each peg, shape (pegs,); pegs without a coin have the number after the last."""
        self._least = np.zeros(0, dtype=np.int64)
        self._code: Code | None = None

    @property
    def code(self) -> Code:
        if self._code is None:
            self._code = code_of(self.game, self._colors())
        return self._code

    def _colors(self) -> NDArray[np.int32]:
        if self.weighing is not None:
            weighed = np.append(self.weighing.members[len(self.sums)], False)
            return np.where(weighed[self._coin_at], self._asked, self._base)
        if not self._is_counted:
            return np.full(self.game.pegs, len(self.counts), dtype=np.int32)
        return self.pegs

    @property
    def _is_counted(self) -> bool:
        return len(self.counts) == self.game.colors

    @property
    def consistent(self) -> bool | None:
        """Return whether it is consistent with all replies; None during a weighing."""
        if self.weighing is not None:
            return None
        return self._is_counted or not self.counted

    @property
    def known(self) -> int:
        return int(np.count_nonzero(self.pegs != UNKNOWN))

    def take(self, black: int) -> bool:
        self._code = None
        if self.weighing is not None:
            return self._weigh(black)
        return not self._is_counted and self._count(black)

    def _count(self, black: int) -> bool:
        pegs, colors = self.game.pegs, self.game.colors
        self.counts.append(black)
        self.counted += black
        left = pegs - self.counted
        if left < 0:
            return False
        if len(self.counts) == colors - 1:
            self.counts.append(left)
            left = 0
        elif not left:
            self.counts += [0] * (colors - len(self.counts))
        if not self._is_counted:
            return True
        if left:
            return False
        if 0 in self.counts:
            self.dummy = np.full(pegs, self.counts.index(0), dtype=np.int32)
            return self._divide([(0, pegs, self._held())])
        self._base = np.zeros(pegs, dtype=np.int32)
        self._asked = np.ones(pegs, dtype=np.int32)
        self._coin_at = np.arange(pegs, dtype=np.int32)
        self.weighing = Weighing([2] * pegs)
        return True

    def _weigh(self, black: int) -> bool:
        """Record a sum, and solve for the unknowns when all are known."""
        assert self.weighing is not None
        weighed = self.weighing.members[len(self.sums)]
        if self.coins:
            total = black - int(self._least[weighed].sum())
        else:  # each changed peg adds 1, 0 or -1 to black; its coin is this plus one
            total = black - self.counts[0] + int(np.count_nonzero(weighed))
        self.sums.append(total)
        if not 0 <= total <= int(np.array(self.weighing.most)[weighed].sum()):
            return False
        if len(self.sums) < self.weighing.sums:
            return True
        found = self.weighing.solve(self.sums)
        self.weighing = None
        self.sums = []
        if found is None:
            return False
        if not self.coins:
            return self._clear(np.array(found))
        lefts = [coin.left(value) for coin, value in zip(self.coins, found, strict=True)]
        fits = [coin.interval.put(coin.color, left) for coin, left in zip(self.coins, lefts, strict=True)]
        return all(fits) and self._go_on()

    def _clear(self, found: NDArray[np.int64]) -> bool:
        """Record the positions of the first two colours; exchanging them gives a code without black."""
        self.pegs[found == 0] = 0
        self.pegs[found == 2] = 1
        if [int(np.count_nonzero(self.pegs == color)) for color in (0, 1)] != self.counts[:2]:
            return False
        self.dummy = np.where(self.pegs == 0, 1, 0).astype(np.int32)
        return self._divide([(0, self.game.pegs, self._held(2))])

    def _held(self, first: int = 0) -> dict[int, int]:
        return {color: count for color, count in enumerate(self.counts) if count and color >= first}

    def _go_on(self) -> bool:
        """Replace settled intervals by their halves, then begin the next weighing."""
        parts: list[tuple[int, int, dict[int, int]]] = []
        waiting = []
        for interval in self.intervals:
            if not interval.deduce():
                return False
            if interval.pending:
                waiting.append(interval)
            else:
                parts.append((interval.first, interval.middle, interval.halves[0]))
                parts.append((interval.middle, interval.after, interval.halves[1]))
        self.intervals = waiting
        return self._divide(parts)

    def _divide(self, parts: list[tuple[int, int, dict[int, int]]]) -> bool:
        """Record parts of one colour, make intervals of the others, and begin a weighing of all."""
        for first, after, held in parts:
            if len(held) > 1:
                middle = (first + after + 1) // 2
                room = [int(np.count_nonzero(self.pegs[a:b] == UNKNOWN)) for a, b in ((first, middle), (middle, after))]
                self.intervals.append(_Interval(first, middle, after, room, dict(held)))
            elif held:
                span = self.pegs[first:after]
                span[span == UNKNOWN] = next(iter(held))
        if any(len(held) > 1 for _, _, held in parts):
            return self._go_on()
        self._begin_weighing()
        return True

    def _begin_weighing(self) -> None:
        """Choose one colour per interval, or two, one in each half; the last colour follows from the others."""
        assert self.dummy is not None
        self.coins = []
        self._asked = self.dummy.copy()
        self._coin_at = np.full(self.game.pegs, UNKNOWN, dtype=np.int32)
        for interval in self.intervals:
            bounds = {color: interval.bounds(color) for color in interval.pending}
            colors = sorted(bounds, key=lambda color: (bounds[color][1] - bounds[color][0], color))
            for half, color in enumerate(colors[:2] if len(colors) > 2 else colors[:1]):
                least, most = bounds[color]
                held = interval.pending[color]
                pegs = slice(interval.middle, interval.after) if half else slice(interval.first, interval.middle)
                self._asked[pegs] = color
                self._coin_at[pegs] = len(self.coins)
                self.coins.append(_Coin(interval, color, half, held - most if half else least, most - least))
        self._coin_at[self._coin_at == UNKNOWN] = len(self.coins)
        self._base = self.dummy
        self._least = np.array([coin.least for coin in self.coins], dtype=np.int64)
        self.weighing = Weighing([coin.most for coin in self.coins]) if self.coins else None


COIN_WEIGHING = script_strategy(
    "coin-weighing",
    CoinWeighing,
    NoOptions,
    "counts each colour, then locates all colours at once by coin weighing",
    "Doerr, Doerr, Spöhel and Thomas 2013; Lindström 1964; Cantor and Mills 1966",
)
