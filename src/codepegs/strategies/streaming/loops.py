"""The loops of the strategy for large games, and the numbers that they share with Python.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group* is a
fact: the exact number of pegs of a colour in a node. Groups wait until they become *items*, whose distribution over the
parts of their node is queried; an item has one field of bits per part in every word of the list of hypotheses.
`docs/large-games.md` describes the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.strategies.streaming.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="keep_total select_items keep_set_sum")

MOST_ITEMS = 48
"""Groups that can be items at one time; their fields share a word of 64 bits."""
MOST_PARTS = 8
"""Parts a node can have."""

GROUPS, DUMMY, SOLVED, LEFT, UNCOUNTED, NEXT_COLOR, LENGTH, FRONT, ITEMS, TAKEN = range(10)
"""Indices of `Facts.numbers`: groups made; a colour known to be on no open peg, or -1; pegs known; pegs whose colour is
not counted yet; colours not counted; the next colour to count; hypotheses in the list; which half of its buffer holds
them; items; the bits of a word in use."""
NUMBERS = 10

COUNTS_LENGTH, COUNTS_FRONT, COUNTS_COLORS, COUNTS_LARGE = range(4)
"""Indices of `Counts.numbers`: hypotheses; which half of the buffer holds them; colours in the list; colours with at
least the largest count of a field."""

SETS_LENGTH, SETS_FRONT = range(2)
"""Indices of `SetList.numbers`: hypotheses, and which half of the buffer holds them."""

NONE = -1
UNKNOWN = -2
BIG = -3
"""Special results: none, not looked up yet, too large (or impossible)."""

ALL_EQUATIONS = -1
"""Marks that all equations are applied, not those of one item."""

WORD = 64
"""Bits of a hypothesis."""
