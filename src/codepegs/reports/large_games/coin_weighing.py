"""A baseline for large games from the literature: many intervals per guess, distinguished by coin weighing.

Doerr, Doerr, Spöhel and Thomas, Playing Mastermind with Many Colors (2016), need O(n log log n) guesses for n pegs and
colours: they halve all intervals of one length at once, and find the number of pegs in each left half by the
coin-weighing designs of Lindström and of Cantor and Mills. This is a simple version of the idea that differs in some
steps: each guess tests at most two colours per interval, one in each half.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, code_of
from codepegs.reports.two_part_solver import UNKNOWN, Asked, Script, script_strategy
from codepegs.strategies import NoOptions

Colors = NDArray[np.int32]
Coins = NDArray[Any]


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

    def parts(self) -> list[tuple[int, int, dict[int, int]]]:
        """Both halves, once they are known."""
        return [(self.first, self.middle, self.halves[0]), (self.middle, self.after, self.halves[1])]

    def coins(self) -> list[_Coin]:
        """What is to be weighed: one colour, or two, one in each half; the last colour follows from the others."""
        bounds = {color: self.bounds(color) for color in self.pending}
        colors = sorted(bounds, key=lambda color: (bounds[color][1] - bounds[color][0], color))
        coins = []
        for half, color in enumerate(colors[:2] if len(colors) > 2 else colors[:1]):
            least, most = bounds[color]
            coins.append(_Coin(self, color, half, self.pending[color] - most if half else least, most - least))
        return coins


class _Coin(NamedTuple):
    """An unknown: the number of pegs of a colour in one half, minus the least possible number."""

    interval: _Interval
    color: int
    half: int
    least: int
    most: int

    def put(self, found: int) -> bool:
        """Record the number of pegs, given the unknown; False if they do not fit."""
        inside = self.least + found
        return self.interval.put(self.color, self.interval.pending[self.color] - inside if self.half else inside)


def coin_weighing(game: Game, options: NoOptions) -> Script:
    """Count the colours, find a code without black, then repeatedly halve all intervals at once."""
    counts: list[int] = []
    left = game.pegs
    while len(counts) < game.colors:
        black = yield Asked(code_of(game, np.full(game.pegs, len(counts))), left == game.pegs, 0)
        left -= black
        if left < 0:
            return
        counts.append(black)
        if len(counts) == game.colors - 1:
            counts.append(left)
            left = 0
        elif not left:
            counts += [0] * (game.colors - len(counts))
    if left:
        return
    pegs = np.full(game.pegs, UNKNOWN, dtype=np.int32)
    """Known colour of each peg, shape (pegs,)."""

    def weighed(
        most: list[int], least: Coins, coin_at: Coins, base: Colors, asked: Colors, black: int = 0
    ) -> Generator[Asked, int, list[int] | None]:
        """Weigh coins, of which `most` and `least` bound the numbers; None if no numbers give the replies."""
        # `base` and `asked`: the colours of each peg if its coin is omitted and if it is weighed, shape (pegs,), and
        # the coin of each peg; -1 for none. `black`: that of a guess without coins.
        weighing, known = Weighing(most), int(np.count_nonzero(pegs != UNKNOWN))
        sums: list[int] = []
        for members in weighing.members:
            code = np.where(np.append(members, False)[coin_at], asked, base)
            total = (yield Asked(code_of(game, code), None, known)) - black - int(least[members].sum())
            if not 0 <= total <= int(np.array(most)[members].sum()):
                return None
            sums.append(total)
        return weighing.solve(sums)

    if 0 in counts:
        dummy = np.full(game.pegs, counts.index(0), dtype=np.int32)
    else:  # a peg of the second colour instead of the first adds 1, 0 or -1 to black; its coin is this plus one
        zeros, ones = np.zeros_like(pegs), np.ones_like(pegs)
        found = yield from weighed([2] * game.pegs, -ones, np.arange(game.pegs), zeros, ones, counts[0])
        if found is None:
            return
        pegs[np.equal(found, 0)] = 0
        pegs[np.equal(found, 2)] = 1
        if [int(np.count_nonzero(pegs == color)) for color in (0, 1)] != counts[:2]:
            return
        dummy = np.where(pegs == 0, 1, 0).astype(np.int32)  # which exchanges the two
    held = {color: count for color, count in enumerate(counts) if count and (color >= 2 or 0 in counts)}
    parts = [(0, game.pegs, held)]
    intervals: list[_Interval] = []
    while parts or intervals:
        for first, after, held in parts:
            if len(held) > 1:
                middle = (first + after + 1) // 2
                room = [int(np.count_nonzero(pegs[a:b] == UNKNOWN)) for a, b in ((first, middle), (middle, after))]
                intervals.append(_Interval(first, middle, after, room, held))
            elif held:
                span = pegs[first:after]
                span[span == UNKNOWN] = next(iter(held))
        if not all(interval.deduce() for interval in intervals):
            return
        parts = [part for interval in intervals if not interval.pending for part in interval.parts()]
        intervals = [interval for interval in intervals if interval.pending]
        if parts or not intervals:
            continue
        coins: list[_Coin] = []
        asked, coin_at = dummy.copy(), np.full(game.pegs, -1)
        for interval in intervals:
            for coin in interval.coins():
                side = slice(interval.middle, interval.after) if coin.half else slice(interval.first, interval.middle)
                asked[side] = coin.color
                coin_at[side] = len(coins)
                coins.append(coin)
        most, least = [coin.most for coin in coins], np.array([coin.least for coin in coins])
        found = yield from weighed(most, least, coin_at, dummy, asked)
        if found is None or not all(coin.put(value) for coin, value in zip(coins, found, strict=True)):
            return
    yield Asked(code_of(game, pegs), True, game.pegs)


COIN_WEIGHING = script_strategy(
    "coin-weighing",
    coin_weighing,
    NoOptions,
    "counts each colour, then locates all colours at once by coin weighing",
    "Doerr, Doerr, Spöhel and Thomas 2016; Lindström 1964; Cantor and Mills 1966",
)
