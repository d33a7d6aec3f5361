"""The turns of a game as arrays for the chains: one lane for each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code, Game, Turn, TurnArrays, View, part_table
from codepegs.strategies.sampling import loops

LANES = loops.BYTE_LANES

NODES_A_STEP = 500_000
"""Partial codes of one call, per 32 turns, between checks for interrupts: about 10 milliseconds."""

Rows = NDArray[np.uint8]
"""Codes of shape (m, pegs)."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """The turns of a game as arrays, to compare codes with.

    The distance of a code from a reply is the sum, over the counts that the view shows, of the absolute difference.
    """

    game: Game
    """The rules."""
    turns: int
    """Number of turns."""
    width: int
    """Number of turns, rounded up to a multiple of `LANES`."""
    match: NDArray[np.int8]
    """Shape (pegs colours, width): 1 where the turn's guess has the colour at the peg."""
    more: NDArray[np.int8]
    """Shape (colours pegs, width): 1 if peg n + 1 of a colour adds to the turn's total."""
    black_mask: NDArray[np.int8]
    white_mask: NDArray[np.int8]
    guesses: NDArray[np.int64]
    copies: NDArray[np.int64]
    """Pegs of each colour in each guess, shape (turns, colours)."""
    black: NDArray[np.int64]
    """Black counts shown, 0 where hidden."""
    other: NDArray[np.int64]
    """Totals shown, or white counts where only those are; 0 where hidden."""
    shows_total: NDArray[np.bool_]

    @classmethod
    def of(cls, game: Game, turns: Sequence[Turn]) -> Evidence:
        """Return the evidence of some turns."""
        pegs, colors, count = game.pegs, game.colors, len(turns)
        width = LANES * max(1, -(-count // LANES))
        arrays = TurnArrays.of(game, turns)
        hidden_win = arrays.solved & (game.view in (View.TOTAL, View.WHITE))  # nothing but the win is shown
        unknown = np.array([turn.reply.unknown for turn in turns], dtype=np.bool_)
        no_black, no_white = (
            unknown & np.array([getattr(turn.reply, name) is None for turn in turns], dtype=np.bool_)
            for name in ("black", "white")
        )
        counts_black = hidden_win | (~no_black & (game.view in (View.BLACK_WHITE, View.BLACK)))
        counts_other = ~hidden_win & ~no_white & (game.view is not View.BLACK)
        shows_total = counts_other & ~no_black & (game.view is not View.WHITE)
        match = np.zeros((pegs * colors, width), dtype=np.int8)
        match[np.arange(pegs) * colors + arrays.guesses, np.arange(count)[:, None]] = 1
        more = np.zeros((colors * pegs, width), dtype=np.int8)
        more[:, :count] = (
            (arrays.copies[:, :, None] > np.arange(pegs)).reshape(count, colors * pegs) & counts_other[:, None]
        ).T
        black_mask, white_mask = np.zeros((2, width), dtype=np.int8)
        black_mask[:count] = -counts_black.astype(np.int8)
        white_mask[:count] = -(counts_other & ~shows_total).astype(np.int8)
        black = np.where(hidden_win, pegs, arrays.black)
        other = np.where(shows_total, arrays.total, arrays.white)
        return cls(
            game, count, width, match, more, black_mask, white_mask,
            arrays.guesses, arrays.copies, black, other, shows_total,
        )  # fmt: skip

    def lanes(self) -> loops.ReplyLanes:
        """Return the arrays for the Markov chains in C++."""
        return loops.ReplyLanes(self.match, self.more, self.black_mask, self.white_mask)

    def residuals(self, codes: Rows) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Compute the distance of codes from each reply.

        `codes`: the codes, uint8, shape (m, pegs). Returns the differences in black pegs and in the other count shown:
        two int8 arrays of shape (m, width).
        """
        first, second = np.zeros((2, len(codes), self.width), dtype=np.int8)
        held = held_colors(codes, self.game.colors)
        for number in range(self.turns):
            black = (codes == self.guesses[number]).sum(axis=1)
            if self.black_mask[number]:
                first[:, number] = black - self.black[number]
            if self.more[:, number].any():
                total = np.minimum(held, self.copies[number]).sum(axis=1)
                shown = total - black if self.white_mask[number] else total
                second[:, number] = shown - self.other[number]
        return first, second

    def misfits(self, codes: Rows) -> NDArray[np.int64]:
        """Count the replies with which codes are not consistent.

        `codes`: the codes, uint8, shape (m, pegs). Returns the counts, int64, shape (m,).
        """
        first, second = self.residuals(codes)
        found: NDArray[np.int64] = ((first != 0) | (second != 0)).sum(axis=1)
        return found


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
    game, width, turns = evidence.game, evidence.width, evidence.turns
    pegs, colors = game.pegs, game.colors
    # colours the guesses use most come first: they decide the totals
    order = np.argsort(-evidence.copies.sum(axis=0), kind="stable")
    is_color = evidence.guesses.T[:, None, :] == order[None, :, None]
    match = np.zeros((pegs, colors, width), dtype=np.int8)
    match[:, :, :turns] = is_color
    left = np.zeros((pegs + 1, colors, width), dtype=np.int8)
    left[:-1, :, :turns] = np.cumsum(is_color[::-1], axis=0)[::-1]
    bounds = np.zeros((2, width), dtype=np.int8)
    by_black, by_white = evidence.black_mask[:turns] != 0, evidence.white_mask[:turns] != 0
    by_total = evidence.shows_total
    black, other = evidence.black, evidence.other
    least_total = np.where(by_total | by_white, other, np.where(by_black, black, 0))
    totals = np.stack((least_total, np.where(by_total, other, pegs)))
    bounds[0, :turns] = np.where(by_black, black, np.where(by_white, -other, 0))
    bounds[1, :turns] = np.where(by_black, black, np.where(by_white, -other, pegs))
    out = np.empty((most, pegs), dtype=np.uint8)
    copies = np.ascontiguousarray(evidence.copies[:, order])
    constraints = loops.CodeConstraints(copies, totals, match, left, bounds, evidence.white_mask)
    search = loops.start_candidate_search(constraints, pegs if game.repeats else 1, nodes, out)
    finished, found, visited = False, 0, 0
    while not finished:
        finished, found, visited = loops.find_candidates(search, NODES_A_STEP * LANES // width)
    codes = order.astype(np.uint8)[out[:found]] if 0 <= found <= most else None
    return Listed(codes, visited)
