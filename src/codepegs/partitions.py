"""The parts a guess can split a set of codes into, and what a partition is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadReply
from codepegs.game import Game, Reply, View
from codepegs.kernels.constants import ENTROPY_SCALE


@dataclass(frozen=True, eq=False)
class PartTable:
    """The parts of a game, one for each reply its view shows, the win last.

    A *cell* is what compiled code counts: the codes in one black row and one total row. Rows up to the number of pegs p
    are exact counts; black row p + 1 holds every code and p + 2 all but the guess itself, total row p + 1 every code.
    A part is made of one or more neighbouring cells.
    """

    replies: list[Reply]
    part_of: NDArray[np.int64]
    """Part number by [black, total]; -1 where the game has no such reply."""
    cell_black: NDArray[np.int64]
    cell_total: NDArray[np.int64]
    cell_part: NDArray[np.int64]
    cell_ends: NDArray[np.bool_]
    """Whether a cell is the last of its part."""

    def __len__(self) -> int:
        return len(self.replies)

    def number(self, reply: Reply) -> int:
        """The part number of a reply; raises `BadReply` when the game has no such reply."""
        try:
            return self.replies.index(reply)
        except ValueError:
            raise BadReply(f"the game has no reply {reply}") from None


def parts_between(game: Game, secrets: NDArray[np.int64], guesses: NDArray[np.int64]) -> NDArray[np.int64]:
    """The part number of the reply to each guess, by the secret beside it, shape (m,).

    Codes are of shape (m, pegs); one guess for all secrets may be of shape (pegs,).

    >>> parts_between(Game(2, 3), np.array([[0, 1], [1, 0], [2, 2]]), np.array([0, 1])).tolist()
    [4, 3, 0]
    """
    black = (secrets == guesses).sum(axis=1)
    total = np.zeros(len(secrets), dtype=np.int64)
    for color in np.unique(guesses):
        total += np.minimum((secrets == color).sum(axis=1), (guesses == color).sum(axis=-1))
    parts: NDArray[np.int64] = part_table(game).part_of[black, total]
    return parts


@lru_cache(maxsize=64)
def part_table(game: Game) -> PartTable:
    """The part table of a game.

    >>> len(part_table(Game(4, 6))), len(part_table(Game.parse("p4c6-t")))
    (14, 6)
    """
    replies = game.replies()
    number = {reply: n for n, reply in enumerate(replies)}
    part_of = np.full((game.pegs + 1, game.pegs + 1), -1, dtype=np.int64)
    cells: list[tuple[int, int, int]] = []
    for black, white in game.full_replies():
        part = number[game.show(black, white)]
        part_of[black, black + white] = part
        cells.append((part, black, black + white))
    if game.view is View.BLACK:
        cells = [(number[game.show(black, 0)], black, game.pegs + 1) for black in sorted({cell[1] for cell in cells})]
    elif game.view is View.TOTAL:
        totals = sorted({(part, total) for part, black, total in cells if black < game.pegs})
        any_black, all_but_win = game.pegs + 1, game.pegs + 2
        cells = [(part, all_but_win if total == game.pegs else any_black, total) for part, total in totals]
        cells.append((len(replies) - 1, game.pegs, game.pegs))
    cells.sort(key=lambda cell: cell[0])
    part, black_row, total_row = np.array(cells, dtype=np.int64).T.copy()
    ends = np.append(part[1:] != part[:-1], True)
    return PartTable(replies, part_of, black_row, total_row, part, ends)


class Objective(Enum):
    """What a one-step strategy asks of the partition a guess makes; the value is its number in compiled code."""

    WORST_PART = 0
    EXPECTED_SIZE = 1
    ENTROPY = 2
    MOST_PARTS = 3


LARGEST_IN_TABLE = 1 << 20
"""Part sizes past this are not looked up; their logarithms are worked out one by one."""


@lru_cache(maxsize=32)
def _log_table(most: int) -> NDArray[np.uint64]:
    least_factor = np.arange(most + 1)
    for prime in range(2, int(most**0.5) + 1):
        if least_factor[prime] == prime:
            multiples = least_factor[prime * prime :: prime]
            multiples[multiples == np.arange(prime * prime, most + 1, prime)] = prime
    logs = np.rint(np.log2(np.maximum(np.arange(most + 1), 1)) * 2**ENTROPY_SCALE).astype(np.int64)
    rest, log = np.arange(most + 1), np.zeros(most + 1, dtype=np.int64)
    while (rest > 1).any():
        log += logs[least_factor[rest]]
        rest //= np.maximum(least_factor[rest], 1)
    return (log * np.arange(most + 1)).astype(np.uint64)


def log_table(most: int) -> NDArray[np.uint64]:
    """n log2 n in fixed point for n up to at least `most` (or to `LARGEST_IN_TABLE`), one entry a number from 0 on.

    The logarithm of n is put together from those of its prime factors, so that two partitions of equal entropy have
    equal sums to the last bit, whatever the order of their parts and even when their part sizes differ (4 log 4 is
    4 times 2 log 2).

    >>> table = log_table(8)
    >>> bool(table[4] == 4 * table[2]), bool(table[6] + 0 == 2 * table[3] + 3 * table[2])
    (True, True)
    """
    return _log_table(min(LARGEST_IN_TABLE, 1 << max(8, most.bit_length())))


def scores(sizes: NDArray[np.int64], objective: Objective) -> NDArray[np.uint64]:
    """What `objective` makes of each row of part sizes, less being better; shape (guesses, parts) to (guesses,)."""
    if objective is Objective.WORST_PART:
        score = sizes.max(axis=1)
    elif objective is Objective.EXPECTED_SIZE:
        score = (sizes**2).sum(axis=1)
    elif objective is Objective.ENTROPY:
        table = log_table(int(sizes.max(initial=0)))
        listed = table[np.minimum(sizes, len(table) - 1)]
        beyond = sizes * np.rint(np.log2(np.maximum(sizes, 1)) * 2**ENTROPY_SCALE).astype(np.int64)
        score = np.where(sizes < len(table), listed, beyond.astype(np.uint64)).sum(axis=1)
    else:
        score = sizes.shape[1] - np.count_nonzero(sizes, axis=1)
    return np.asarray(score, dtype=np.uint64)


def flagged(score: NDArray[np.uint64], wins: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Twice the score, plus one for a guess that cannot win: ordered as ties are broken."""
    return np.asarray((score << np.uint64(1)) + (wins == 0), dtype=np.uint64)
