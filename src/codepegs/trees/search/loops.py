"""The compiled loops of the searches for best trees, and of the certificates that no tree is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.trees.search.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="new_tree_search new_weighed_search step_beam_search")

FORBIDDEN = 1 << 44
"""The value of a set that cannot be solved in the remaining turns."""

NEVER = 1 << 40
"""The last turn of a search with unlimited turns."""

ROW_PADDING = 64
"""Rows of `transpose_replies` are padded to a multiple of this."""

TABLE_WORDS = 4
"""Words of one entry of a transposition table."""

VALUE, GUESS, CHOICES, BOUND = 0, 1, 2, 3
"""The goal of `begin_tree_search`: the value of a set, also its best guess, the guesses worth trying, or only a lower
bound of the value."""

DONE, UNFINISHED, QUOTA, TOO_DEEP = 0, 1, 2, 3
"""The result of a step: done, out of units of work, limit of sets reached, or more turns than the stack holds."""


COUNTED = 1 << 32
"""One part, counted above the bits of a sum of estimates."""

SCALE = 256
"""Estimates are in units of 1 / `SCALE` guesses."""
