"""The compiled loops of one-step search: part sizes, the best guess for a set, whole strategies, and what sets need."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import native_functions
from codepegs.game import Code, Game, code_rules as code_rules, part_table

if TYPE_CHECKING:
    from codepegs.codes.native import *
    from codepegs.codes.native import Cells
else:
    __getattr__ = native_functions(globals(), structs_of="count_parts begin_walk bound_guesses")

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


@lru_cache(maxsize=64)
def cells(game: Game) -> Cells:
    """The cells of a game's part table, for compiled loops."""
    table, kind = part_table(game), sys.modules[__name__].Cells
    made: Cells = kind(table.cell_black, table.cell_total, table.cell_part, table.cell_ends, len(table))
    return made


def of_table(name: str, table: NDArray[np.unsignedinteger[Any]]) -> Callable[..., Any]:
    """Return the loop of a name for a table of part numbers, which have one or two bytes."""
    found: Callable[..., Any] = getattr(sys.modules[__name__], f"{name}_8" if table.dtype == np.uint8 else name)
    return found


def first_plays(game: Game, guesses: Sequence[Code]) -> NDArray[np.int64]:
    """Return the turn, from 0, in which each colour was first guessed, int64, shape (colors,)."""
    first_played = np.full(game.colors, NEVER, dtype=np.int64)
    for number, guess in reversed(list(enumerate(guesses))):
        first_played[list(guess)] = number
    return first_played
