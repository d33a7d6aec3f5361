"""The loops of the strategy for large games, and the arrays that they share.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group* is a
fact: the exact number of pegs of a colour in a node. Groups wait until they become *items*, whose distribution over the
parts of their node is queried; an item has one field of bits per part in every word of the list of hypotheses.
`docs/large-games.md` describes the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, InOut1, InOut2, NativeObject, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.strategies.streaming.native import *
else:
    __getattr__ = native_functions(globals())

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
COUNTS_NUMBERS = 4

SETS_LENGTH, SETS_FRONT = range(2)
"""Indices of `SetList.numbers`: hypotheses, and which half of the buffer holds them."""
SETS_NUMBERS = 2

NONE = -1
UNKNOWN = -2
BIG = -3
"""Special results: none, not looked up yet, too large (or impossible)."""

ALL_EQUATIONS = -1
"""Marks that all equations are applied, not those of one item."""


class Tree(Struct):
    """Nodes by number, the root first; the children of a node are consecutive."""

    low: In1[np.int64]
    high: In1[np.int64]
    first: In1[np.int64]
    parts: In1[np.int64]
    depth: In1[np.int64]


class Facts(Struct):
    """The facts."""

    color_at: InOut1[np.int32]
    """(pegs,) the colour of a peg, or -1."""
    used: InOut1[np.int32]
    """(nodes,) pegs of the node that known groups account for."""
    counts: InOut1[np.int32]
    """(colors,) pegs of a colour in the secret, or -1."""
    placed: InOut1[np.int32]
    """(colors,) located pegs of a colour."""
    color: InOut1[np.int32]
    node: InOut1[np.int32]
    count: InOut1[np.int32]
    start: InOut1[np.int32]
    """(groups,) the groups; parts of the node before `start` hold no more of them."""
    next_group: InOut1[np.int32]
    head: InOut1[np.int32]
    """The groups of a node, as a linked list; (groups,) and (nodes,)."""
    waiting: InOut2[np.int32]
    waits: InOut1[np.int64]
    """(depths, pegs) and (depths,): waiting groups, by the depth of their nodes."""
    absent: InOut1[np.int32]
    """(nodes,) a colour that is not in the node, -1 for none, -2 for not looked up; only for complete nodes."""
    settled: InOut1[np.int32]
    """(nodes,) a colour whose distribution over the parts of the node is known, or -1."""
    shares: InOut2[np.int32]
    """(colors, parts of the root) pegs of a colour in each part of the root, or -1."""
    numbers: InOut1[np.int64]


class Items(Struct):
    """The items, and the list of hypotheses about them."""

    group: InOut1[np.int64]
    color: InOut1[np.int64]
    node: InOut1[np.int64]
    total: InOut1[np.int64]
    start: InOut1[np.int64]
    """(items,) the group, or -1; the largest number of its pegs; the first part that can hold it."""
    above: InOut1[np.int64]
    side: InOut1[np.int64]
    """(items,) the item, and its part, that determines the number of pegs; -1 if that is known."""
    bit: InOut2[np.int64]
    """(items, parts) the lowest bit of the field of a part, or -1: the other of two parts has the rest."""
    width: InOut1[np.int64]
    """(items,) bits of each of its fields."""
    low: InOut1[np.int64]
    """(items,) the number of pegs for a field of zero."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""


class Counts(Struct):
    """The colours being counted, and the list of hypotheses about them."""

    color: InOut1[np.int64]
    """(places,) the colours; each has a field with the bits of `cap`."""
    large: InOut1[np.int64]
    """(colors,) colours that have `cap` pegs or more, to be counted one by one."""
    is_listed: InOut1[np.bool_]
    """(colors,) whether a colour is in the list, or large."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class SetList(Struct):
    """The list of hypotheses about sets of colours; a word has one field per set."""

    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class Equations(Struct):
    """Black counts of queries for colour counts, one equation per row."""

    color: InOut2[np.int32]
    """(equations, parts) the colour of each part of the root, or -1 for one that is on no open peg."""
    black: InOut1[np.int32]
    """(equations,) black pegs."""
    is_alive: InOut1[np.bool_]
    """(equations,) whether it may still be a constraint."""
    made: InOut1[np.int64]
    """(2,) equations in use, and the number of uncounted colours when all were last applied."""


class ItemSelection(NativeObject):
    """The choice of groups that become items, in progress."""


class QuerySearch(NativeObject):
    """The search for a query, and its memory."""
