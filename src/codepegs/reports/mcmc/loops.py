"""The loops of the random walk: one guess, and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, In2, NativeObject, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.reports.mcmc.native import *
else:
    __getattr__ = native_functions(globals())

START_PREVIOUS, START_MOST_BLACK, START_RANDOM = 0, 1, 2
"""The start of a walk."""


class WalkRules(Struct):
    """The options of the strategy, the view and the rules; flags are 0 or 1."""

    colors: int
    repeats: int
    """Whether a code may use a colour twice."""
    sees_black: int
    sees_white: int
    sees_total: int
    black_weight: float
    """Weights in the cost; 0 if the view hides the count."""
    white_weight: float
    total_weight: float
    burn_in: int
    swap: float
    near: float
    near_swap: float
    endgame: float
    endgame_nodes: int
    start: int
    check: int
    ask_again: int


class AskedCodes(Struct):
    """The turns of a game, for the walk."""

    guesses: In2[np.int64]
    """Shape (guesses, pegs): first those whose replies are used."""
    black: In1[np.int32]
    """Black counts of the replies used, 0 if the view hides them; or the numbers of these replies."""
    total: In1[np.int32]
    """Totals of the same replies; white counts if the view shows only white."""


class RandomWalk(NativeObject):
    """The choice of one guess: a search near an almost correct guess, and a walk."""


class WalkedGames(NativeObject):
    """Whole games, each guess chosen by a walk."""
