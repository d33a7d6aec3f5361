"""The turns of a game as arrays for the chains: one lane for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code, Game, Turn, View, part_table
from codepegs.strategies.sampling import loops

LANES = loops.BYTE_LANES

NODES_A_STEP = 100_000
"""Partial codes of one call, per 32 turns, between checks for interrupts: about 2 milliseconds, some times as long in a
browser."""

Rows = NDArray[np.uint8]
"""Codes of shape (m, pegs)."""


class Evidence:
    """The turns of a game, to compare codes with.

    The distance of a code from a reply is the sum, over the counts that the view shows, of the absolute difference.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self.game = game
        self.width = LANES * max(1, -(-len(turns) // LANES))
        """Number of turns, rounded up to a multiple of `LANES`."""
        view = list(View).index(game.view)
        self.native = loops.new_evidence(game.pegs, game.colors, game.repeats, view, *native_turns(game, turns))

    @classmethod
    def of(cls, game: Game, turns: Sequence[Turn]) -> Evidence:
        """Return the evidence of some turns."""
        return cls(game, turns)

    def lanes(self) -> loops.ReplyLanes:
        """Return the arrays for the Markov chains in C++."""
        cells = self.game.pegs * self.game.colors
        match, more = np.empty((2, cells, self.width), dtype=np.int8)
        masks = np.empty((2, self.width), dtype=np.int8)
        loops.copy_lanes(self.native, match, more, *masks)
        return loops.ReplyLanes(match, more, *masks)

    def residuals(self, codes: Rows) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Compute the distance of codes from each reply.

        `codes`: the codes, uint8, shape (m, pegs). Returns the differences in black pegs and in the other count shown:
        two int8 arrays of shape (m, width).
        """
        first, second = np.zeros((2, len(codes), self.width), dtype=np.int8)
        loops.compare_codes(self.native, codes, first, second)
        return first, second

    def misfits(self, codes: Rows) -> NDArray[np.int64]:
        """Count the replies with which codes are not consistent.

        `codes`: the codes, uint8, shape (m, pegs). Returns the counts, int64, shape (m,).
        """
        first, second = self.residuals(codes)
        found: NDArray[np.int64] = ((first != 0) | (second != 0)).sum(axis=1)
        return found


def native_turns(game: Game, turns: Sequence[Turn]) -> tuple[Rows, NDArray[np.int64]]:
    """Return the guesses and the replies of turns as `loops.new_evidence` takes them."""
    replies = [turn.reply for turn in turns]
    counts = [
        [-1 if count is None else count for count in (reply.black, reply.white, reply.total)] for reply in replies
    ]
    shown = [[*count, reply.solved, reply.unknown] for count, reply in zip(counts, replies, strict=True)]
    guesses = np.array([turn.guess for turn in turns], dtype=np.uint8).reshape(-1, game.pegs)
    return guesses, np.array(shown, dtype=np.int64).reshape(-1, 5)


def held_colors(codes: Rows, colors: int) -> NDArray[np.int64]:
    """Count the pegs of each colour in codes.

    `codes`: the codes, uint8, shape (m, pegs). Returns the counts, int64, shape (m, colors).

    >>> held_colors(np.array([[0, 0, 2]], dtype=np.uint8), 3).tolist()
    [[2, 0, 1]]
    """
    flat = codes.astype(np.int64) + colors * np.arange(len(codes))[:, None]
    counts: Any = np.bincount(flat.ravel(), minlength=colors * len(codes))
    return np.asarray(counts.reshape(len(codes), colors))


def is_code(codes: Rows, code: Code) -> NDArray[np.bool_]:
    """Compare codes with one code.

    `codes`: the codes, uint8, shape (m, pegs). Returns whether each row equals the code, bool, shape (m,).
    """
    found: NDArray[np.bool_] = (codes == np.array(code, dtype=np.uint8)).all(axis=1)
    return found


def part_sizes(game: Game, codes: Rows, guess: Code) -> NDArray[np.int64]:
    """Count the codes in each part of the partition by a guess.

    `codes`: the codes, uint8, shape (m, pegs). Returns the sizes, int64, shape (parts,), the win last.
    """
    table, row = part_table(game), np.array(guess, dtype=np.uint8)
    black = (codes == row).sum(axis=1)
    used = np.bincount(row, minlength=game.colors)
    total = np.minimum(held_colors(codes, game.colors), used).sum(axis=1)
    return np.bincount(table.part_of[black, total], minlength=len(table))


@dataclass(frozen=True, eq=False)
class Listed:
    """The result of an attempt to list all candidates."""

    codes: Rows | None
    """All candidates, uint8, shape (m, pegs); None if a limit was exceeded."""
    nodes: int
    """Partial codes visited."""


def list_fitting(evidence: Evidence, most: int, nodes: int) -> Listed:
    """List all consistent codes, within limits.

    >>> from codepegs.game import Position
    >>> position = Position.parse("p4c6 1122:1b0w 1344:0b2w")
    >>> len(list_fitting(Evidence.of(position.game, position.turns), 1000, 100_000).codes)
    41
    """
    out = np.empty((most, evidence.game.pegs), dtype=np.uint8)
    listing = loops.start_listing(evidence.native, nodes, out)
    finished, found, visited = False, 0, 0
    while not finished:
        finished, found, visited = loops.list_more(listing, NODES_A_STEP * LANES // evidence.width)
    return Listed(out[:found].copy() if 0 <= found <= most else None, visited)
