"""Part numbers: each reply of a game is numbered by the part of a partition that it selects.

Replies are computed from codes as bit masks, with two ANDs and two population counts. One mask has a bit for each
(position, colour), the other for each (colour, copy): black is the population of the AND of the first masks, the total
that of the second. A mask takes as many 64-bit words as pegs times colours need.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.core import look, loops
from codepegs.errors import BadCode, BadReply, BadRules, shown
from codepegs.game.reply import Code, Reply, View, full_replies
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads

WORD = 64


def pack(game: Game, codes: NDArray[np.integer]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Pack codes, shape (m, pegs), into position masks and copy masks, uint64, shape (m, words) each."""
    m = len(codes)
    rows = np.arange(m)
    place = np.zeros((m, -(-game.pegs * game.colors // WORD)), dtype=np.uint64)
    copies = np.zeros_like(place)
    tally = np.zeros((m, game.colors), dtype=np.int64)
    for position in range(game.pegs):
        color = codes[:, position].astype(np.int64)
        _set_bits(place, rows, position * game.colors + color)
        _set_bits(copies, rows, color * game.pegs + tally[rows, color])
        tally[rows, color] += 1
    return place, copies


def _set_bits(masks: NDArray[np.uint64], rows: NDArray[np.int64], bits: NDArray[np.int64]) -> None:
    masks[rows, bits // WORD] |= np.uint64(1) << (bits % WORD).astype(np.uint64)


if TYPE_CHECKING:
    from codepegs.game.reply import Turn

CodeLike = Sequence[int] | str

PAIRS_A_CHUNK = 1 << 22
"""Pairs of codes compared per chunk; this takes a few milliseconds."""


class PartTable(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The parts of a game, one for each reply its view shows, the win last. A listed game has no cells.

    A *cell* is the unit that the loops count: the codes in one black row and one total row. Rows up to the number of
    pegs p are exact counts; black row p + 1 holds every code and p + 2 all but the guess itself, total row p + 1 every
    code. A part is made of one or more neighbouring cells.
    """

    replies: list[Reply]
    part_of: NDArray[np.int64]
    """Part number by [black, total]; -1 if the game has no such reply."""
    cell_black: NDArray[np.int64]
    cell_total: NDArray[np.int64]
    cell_part: NDArray[np.int64]
    cell_ends: NDArray[np.bool_]
    """Whether a cell is the last of its part."""

    def __len__(self) -> int:
        return len(self.replies)

    def number(self, reply: Reply) -> int:
        try:
            return self._number_of[reply]
        except (KeyError, TypeError):
            if isinstance(reply, Reply) and reply.unknown:
                raise BadReply.because("unknown_reply_here", reply=str(reply)) from None
            raise BadReply.because("no_reply_of_game", reply=str(reply)) from None

    def numbers(self, reply: Reply) -> NDArray[np.int64]:
        """Return the part numbers of a reply: one, or those of all that an unknown reply stands for.

        Returns the numbers, ascending, int64, shape (m,).
        """
        if not reply.unknown:
            return np.array([self.number(reply)])
        return np.array([number for number, true in enumerate(self.replies) if reply.fits(true)], dtype=np.int64)

    @cached_property
    def _number_of(self) -> dict[Reply, int]:
        return {reply: number for number, reply in enumerate(self.replies)}


class TurnArrays(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The turns of a game as arrays, one row a turn; a count that a reply hides, or that is unknown, is 0."""

    numbering: Game
    """The game whose replies are numbered; see `numbering_of`."""
    replies: Sequence[Reply]
    guesses: NDArray[np.int64]
    """0-based colours, shape (turns, pegs)."""
    black: NDArray[np.int64]
    white: NDArray[np.int64]
    total: NDArray[np.int64]
    """Black and white together: as shown, or the sum of both where both are shown."""
    solved: NDArray[np.bool_]
    """Which replies announce the win."""
    copies: NDArray[np.int64]
    """Pegs of each colour in each guess, shape (turns, colors)."""

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """Part numbers of the replies, shape (turns,); raises `BadReply` if one is unknown or not of the game."""
        table = part_table(self.numbering)
        return np.array([table.number(reply) for reply in self.replies], dtype=np.int64)

    @classmethod
    def of(cls, game: Game, turns: Sequence[Turn]) -> TurnArrays:
        """Convert turns."""
        codes = [turn.guess for turn in turns]
        same_length = all(len(code) == game.pegs for code in codes)
        numbering = numbering_of(game, *codes)
        guesses = code_array(numbering, np.array(codes).reshape(-1, game.pegs) if same_length else codes)
        replies = [turn.reply for turn in turns]
        counts = [
            (reply.black or 0, reply.white or 0, reply.total if reply.total is not None else sum(reply))
            for reply in replies
        ]
        black, white, total = np.array(counts, dtype=np.int64).reshape(-1, 3).T.copy()
        copies = held_colors(guesses, game.colors)
        solved = np.array([reply.solved for reply in replies], dtype=np.bool_)
        return cls(numbering, replies, guesses, black, white, total, solved, copies)


def parts_between(game: Game, guesses: NDArray[np.int64], secrets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return part numbers, int64, shape (m,), of pairs of codes of shape (m, pegs), or (pegs,) for one code."""
    guesses, secrets = np.broadcast_arrays(guesses, secrets)
    if game._traits.is_tabulated:
        return game._table_parts(map(tuple, guesses.tolist()), map(tuple, secrets.tolist()))
    black = np.count_nonzero(guesses == secrets, axis=1)
    total = np.zeros(len(secrets), dtype=np.int64)
    rows = max(1, COUNTS_AT_ONCE // game.colors)
    for start in range(0, len(secrets), rows):
        look()
        block = slice(start, start + rows)
        asked, held = (held_colors(codes[block], game.colors) for codes in (guesses, secrets))
        total[block] = np.minimum(asked, held).sum(axis=1)
    parts: NDArray[np.int64] = part_table(game).part_of[black, total]
    return parts


COUNTS_AT_ONCE = 1 << 20
"""Bounds the memory of the counts of colours, 8 bytes each."""


def held_colors(codes: NDArray[np.integer[Any]], colors: int) -> NDArray[np.int64]:
    """Count the pegs of each colour in codes, shape (m, pegs): int64, shape (m, colors)."""
    places = codes + np.arange(len(codes))[:, None] * colors
    return np.bincount(places.ravel(), minlength=len(codes) * colors).reshape(len(codes), colors)


@lru_cache(maxsize=64)
def part_table(game: Game) -> PartTable:
    """Return the part table of a game, which numbers its replies."""
    if not game._traits.counts_pegs:
        none = np.empty(0, dtype=np.int64)
        return PartTable(game.replies(), none.reshape(0, 0), none, none, none, none.astype(np.bool_))
    shown = {pair: game._show(*pair) for pair in full_replies(game)}
    replies = list(dict.fromkeys(shown.values()))
    number = {reply: n for n, reply in enumerate(replies)}
    part_of = np.full((game.pegs + 1, game.pegs + 1), -1, dtype=np.int64)
    cells: list[tuple[int, int, int]] = []
    for (black, white), reply in shown.items():
        part = number[reply]
        part_of[black, black + white] = part
        cells.append((part, black, black + white))
    if game.view is View.BLACK:
        cells = [(number[game._show(black, 0)], black, game.pegs + 1) for black in sorted({cell[1] for cell in cells})]
    elif game.view is View.TOTAL:
        totals = sorted({(part, total) for part, black, total in cells if black < game.pegs})
        any_black, all_but_win = game.pegs + 1, game.pegs + 2
        cells = [(part, all_but_win if total == game.pegs else any_black, total) for part, total in totals]
        cells.append((len(replies) - 1, game.pegs, game.pegs))
    cells.sort(key=lambda cell: cell[0])
    part, black_row, total_row = np.array(cells, dtype=np.int64).T.copy()
    ends = np.append(part[1:] != part[:-1], True)
    return PartTable(replies, part_of, black_row, total_row, part, ends)


def numbering_of(game: Game, *guesses: Code) -> Game:
    """Return the game whose part table numbers the replies to some guesses."""
    return game if game.repeats or all(map(game._can_be_secret, guesses)) else game._with_repeats


@lru_cache(maxsize=64)
def code_rules(game: Game, numbering: Game | None = None) -> loops.CodeRules:
    """Return the rules of a game with its part table, for the loops."""
    if not game._traits.counts_pegs:
        raise BadRules.because(game._reason("works_with_pegs"))
    return loops.CodeRules(game.pegs, game.colors, game.repeats, part_table(numbering or game).part_of)


@lru_cache(maxsize=64)
def part_cells(game: Game) -> loops.Cells:
    """Return the cells of a game's part table, for the loops."""
    table = part_table(game)
    return loops.Cells(table.cell_black, table.cell_total, table.cell_part, table.cell_ends, len(table))


def reply_matrix(
    game: Game, guesses: Iterable[CodeLike], secrets: Iterable[CodeLike], workers: WorkerThreads | int = 1
) -> NDArray[np.unsignedinteger[Any]]:
    """Return the part number of each guess (row) and secret (column); codes as for `code_array`."""
    rows, columns = code_array(game, guesses), code_array(game, secrets)
    small = len(part_table(game)) <= 256
    if game._traits.is_tabulated:
        return game._table_matrix(rows.tolist(), columns.tolist()).astype(np.uint8 if small else np.uint16)
    asked, held = pack(game, rows), pack(game, columns)
    part_of = part_table(game).part_of
    out = np.empty((len(asked[0]), len(held[0])), dtype=np.uint8 if small else np.uint16)

    def run(start: int, stop: int) -> None:
        write = loops.reply_parts_8 if small else loops.reply_parts
        write(asked[0][start:stop], asked[1][start:stop], *held, part_of, out[start:stop])

    with WorkerThreads.of(workers) as threads:
        threads.map(len(out), out.size // PAIRS_A_CHUNK + 1, run)
    return out


def code_array(game: Game, codes: Iterable[CodeLike]) -> NDArray[np.int64]:
    """Read codes (texts, sequences of 0-based colours, or an array) into an array of shape (m, pegs)."""
    if isinstance(codes, np.ndarray) and codes.ndim == 2 and codes.shape[1] == game.pegs and codes.dtype.kind in "iu":
        array = codes.astype(np.int64)
        differ = game.repeats or bool(np.diff(np.sort(array, axis=1), axis=1).all())
        if differ and (not array.size or 0 <= array.min() <= array.max() < game.colors):
            return array
    if isinstance(codes, str):
        raise BadCode.because("text_for_codes", value=shown(codes))
    return np.array([tuple(game.check_code(code)) for code in codes], dtype=np.int64).reshape(-1, game.pegs)
