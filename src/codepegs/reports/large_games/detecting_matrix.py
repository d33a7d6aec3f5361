"""Detecting matrices: sums from which more unknown numbers follow than there are sums.

Lindström, On a combinatorial detection problem (1964), and Cantor and Mills, Determination of a subset from certain
combinatorial properties (1966), find j 2^(j-1) bits from 2^j - 1 sums. Sums are numbered by the non-empty sets T of
{1 .. j}, written as bits. Each unknown belongs to a set S and a digit r below |S|, and is a term of the sum T if T & S
has an odd number of elements, all among the lowest r + 1 of S. The alternating sum over all T within S then contains
2^r times the unknown, and no unknowns of sets that do not contain S. So the unknowns of S can be read like binary
digits once those of all larger sets are known. The highest digit may be a number of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class _Unknown:
    number: int
    place: int
    width: int


class Weighing:
    """A design of sums that determines unknowns from 0 to `most[i]`, with at most as many sums as unknowns.

    >>> weighing = Weighing([1, 1, 1, 1])
    >>> weighing.sums, weighing.members.astype(int).tolist()
    (3, [[1, 1, 0, 1], [0, 1, 1, 0], [0, 0, 1, 1]])
    >>> weighing.solve((weighing.members @ [1, 0, 0, 1]).tolist())
    [1, 0, 0, 1]
    """

    def __init__(self, most: Sequence[int]) -> None:
        self.most = list(most)
        self._sets = _deal(self.most)
        self.sums = len(self._sets)
        """Number of sums."""
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
