"""The compiled loops of one-step search: part sizes, the best guess for a set, whole strategies, and what sets need."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import U64, CodeRules as CodeRules, In1, InOut1, InOut3, Struct, native_functions
from codepegs.game import Code, Game, code_rules as code_rules, part_table

if TYPE_CHECKING:
    from codepegs.codes.native import *
else:
    __getattr__ = native_functions(globals())

WORD_BITS = 64
"""Number of codes per word of a bit plane."""

LANES = 8
"""Planes of large sets have a multiple of this many words."""

MOST_MEMBERS = 512
"""Size of the largest set that is searched by lanes."""

MOST_COLUMNS = 64
"""Largest number of colours for which this is done."""

ABSENT = 0xFFFF
"""Column number of a colour without planes."""

NEVER = 1 << 40
"""First play of a colour that was not played."""

UNITS = 50_000_000
"""Work of one step, some 15 milliseconds; a unit is a guess, a word of 64 codes and a cell of the part table."""


class Cells(Struct):
    """The cells of a part table; see `PartTable`."""

    black: In1[np.int64]
    total: In1[np.int64]
    part: In1[np.int64]
    ends: In1[np.bool_]
    parts: int


class OneStepOptions(Struct):
    """How a one-step strategy chooses among guesses."""

    objective: int
    candidates_only: bool
    searched_most: int
    """Number of candidates up to which guesses are compared; above it, the lowest is played."""
    table: In1[np.uint64]
    """n log2 n in fixed point, as `log_table` makes it."""


class SetPlanes(Struct):
    """The bit planes of a set, for the colours that some guesses use."""

    column_of: InOut1[np.uint16]
    """By colour; `ABSENT` for those without planes."""
    members: InOut1[np.uint64]
    """One bit per member; a multiple of `LANES` words."""
    place: InOut3[np.uint64]
    """By peg, column and word."""
    copies: InOut3[np.uint64]
    """By copy, column and word."""


class GuessScoring(Struct):
    """The scoring of guesses for a small set, and which are kept; see `small_sets.hpp`."""

    objective: int
    table: In1[np.uint64]
    incumbent: U64
    floor: U64
    limit: U64
    unwon: U64
    kept_keys: InOut1[np.int64]
    kept_guesses: InOut1[np.uint64]


class WalkOutput(Struct):
    """The output of a walk."""

    histogram: InOut1[np.int64]
    """Entry g is increased by the number of codes found with g guesses in all."""
    work: InOut1[np.int64]
    """Increased by the sets searched, the guesses scored and the replies counted."""
    guesses: InOut1[np.uint64]
    """The nodes, parents before children, unless these arrays are empty; the top node of set n has parent -1 - n."""
    parents: InOut1[np.int64]
    parts: InOut1[np.int64]


@lru_cache(maxsize=64)
def cells(game: Game) -> Cells:
    """The cells of a game's part table, for compiled loops."""
    table = part_table(game)
    return Cells(table.cell_black, table.cell_total, table.cell_part, table.cell_ends, len(table))


def of_table(name: str, table: NDArray[np.unsignedinteger[Any]]) -> Callable[..., Any]:
    """Return the loop of a name for a table of part numbers, which have one or two bytes."""
    found: Callable[..., Any] = getattr(sys.modules[__name__], f"{name}_8" if table.dtype == np.uint8 else name)
    return found


def first_plays(game: Game, guesses: Sequence[Code]) -> NDArray[np.int64]:
    """Return when each colour was first guessed.

    Returns the number of the turn, from 0, by colour, int64, shape (colors,).
    """
    first_played = np.full(game.colors, NEVER, dtype=np.int64)
    for number, guess in reversed(list(enumerate(guesses))):
        first_played[list(guess)] = number
    return first_played
