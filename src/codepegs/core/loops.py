"""The loops over packed codes (replies, guesses, consistent codes, symmetry keys), and shared constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core.binding import In1, In2, NativeObject, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.core.native import *
else:
    __getattr__ = native_functions(globals())

ENTROPY_SCALE = 30
"""Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits."""

BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY = 0, 1, 2, 3
"""The numbers of the views."""

MARKED_BY_SLOT, COUNTED_BY_SLOT = 0, 1
"""What the replies of listed codes show of their slots: a mark for each, or how many are black and white."""


class CodeRules(Struct):
    """The rules of a game and the parts of its partitions."""

    pegs: int
    colors: int
    repeats: bool
    part_table: In2[np.int64]
    """The number of a part by [black, total]; -1 where the game has no such reply."""


class GuessEnumerator(NativeObject):
    """A position in the list of the guesses that differ by symmetry."""


class ConsistentCodes(NativeObject):
    """A position in the search for the consistent codes."""


class SymmetryMaps(Struct):
    """The symmetries of a history."""

    class_of: In1[np.int64]
    """The class of each position."""
    class_maps: In2[np.int64]
    """The images of the classes of positions, one row per symmetry."""
    color_maps: In2[np.int64]
    """The images of the colours, one row per symmetry; -1: never played."""
    unplayed: In1[np.int64]
    """The colours never played, ascending."""


class HistorySymmetry(NativeObject):
    """The symmetries of a history, as compiled loops keep them."""


class DifferingGuesses(NativeObject):
    """A position in the list of the guesses of which no two are equivalent."""


class MultisetSearch(NativeObject):
    """A position in the search for the multisets of colours that are consistent with a history of totals."""


class TurnCounts(Struct):
    """What the replies of a history show: -1 where a count is hidden."""

    guesses: In2[np.int64]
    """0-based colours, shape (turns, pegs)."""
    black: In1[np.int64]
    total: In1[np.int64]
    white: In1[np.int64]


class ExactSearch(NativeObject):
    """An exact search for the consistent codes of a game whose codes are too many to list."""
