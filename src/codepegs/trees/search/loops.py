"""The compiled loops of the searches for best trees, and of the certificates that no tree is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.codes import Cells as Cells
from codepegs.core import U64, CodeRules as CodeRules, In1, In2, NativeObject, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.trees.search.native import *
else:
    __getattr__ = native_functions(globals())

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


class SearchSettings(Struct):
    """The costs and the methods of a search."""

    candidates_only: bool
    turns: int
    """The last turn; `NEVER` if unlimited."""
    step: In1[np.int64]
    """Cost of not finding a code at each turn, from 0; two more than the turns that are searched."""
    same_turns: bool
    """Whether values and bounds are the same at every turn."""
    bounds: In2[np.int64]
    """Lower bound of any set, by turn and size; one row if it is the same at every turn."""
    blacks_alone: bool
    """Whether a reply is a sum over pegs: only black is shown, and colours may repeat."""
    bounded: bool
    """Whether bounds better than those by size are computed."""
    ordered: bool
    """Whether guesses with lower bounds are tried first."""
    largest_first: bool
    """Whether the largest part of a guess is searched first, not the smallest."""
    permutations: In2[np.int64]
    """All permutations of the pegs, the identity first; or only the identity, to ignore symmetry of pegs."""


class GameTerms(Struct):
    """What a tree costs in a game with weights or costs, or that ends before the secret is named."""

    weights: In1[np.int64]
    """The weight of each secret."""
    costs: In1[np.int64]
    """The cost of each guess."""
    endings: In2[np.int64]
    """`Game.endings`, shape (arrays, secrets); without rows, the game ends when the secret is named."""
    items: In1[np.int64]
    """The item of each secret, from 0: secrets of different items are never left together at the end."""


class TreeSearch(NativeObject):
    """Searches of sets of one game for one cost, one after another; for one thread."""


class BeamSettings(Struct):
    """The settings of a beam search; the arrays are indexed by size, up to that of the game."""

    expected: In1[np.uint64]
    """Estimated cost, in units of 1 / `SCALE` guesses, with one guess per code; `COUNTED` is added from size 1 on,
    unless only candidates are guessed."""
    optimistic: In1[np.int64]
    """Optimistic cost, at most the estimate."""
    width: In1[np.int64]
    """Guesses tried."""
    exact_most: int
    """Largest set that is searched exactly."""
    exact_quota: int
    """Sets scored before an exact search is abandoned."""
    seed: U64
    """Orders guesses of equal estimate."""


COUNTED = 1 << 32
"""One part, counted above the bits of a sum of estimates."""

SCALE = 256
"""Estimates are in units of 1 / `SCALE` guesses."""


class BeamSearch(NativeObject):
    """Beam searches of sets of one game, one after another; for one thread."""


class ProofBoard(NativeObject):
    """Lower bounds of sets of codes, by the rules of `certificate_checker.py`; for one thread.

    A set of codes is given by their numbers, ascending, from 0.
    """


class TableBoard(NativeObject):
    """The same for a table, whose secrets have weights and whose guesses have costs; for one thread."""
