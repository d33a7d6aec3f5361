"""The loops of the growing list: partial codes, their replies, refining the list, and hill climbing for a guess.

Loops over entries work on a range of them, or are objects that are advanced in steps, so that no call is long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.strategies.growing_list.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="climb count_black")

MOST_COLORS = 8
"""Number of colours in a word of `rest`."""
