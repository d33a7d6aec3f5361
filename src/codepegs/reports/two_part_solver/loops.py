"""The loops of the genetic algorithm: a population of codes, and the choice among consistent ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, In2, NativeObject, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.native import *
else:
    __getattr__ = native_functions(globals())


class ShownReplies(Struct):
    """The turns that determine the cost of a code."""

    view: int
    """The view: black and white, black, total, white are 0 to 3."""
    colors: int
    guesses: In2[np.int64]
    """Shape (turns, pegs)."""
    black: In1[np.int64]
    other: In1[np.int64]
    """White, or the total if only that is shown."""
    won: In1[np.bool_]
    """Whether a reply announced the win."""


class BreedingRules(Struct):
    """The parameters of breeding; the fitness value of a code, less is better, is its cost plus `base`."""

    repeats: int
    """0 or 1: whether a code may use a colour twice."""
    population: int
    black_weight: float
    base: float
    tournament: int
    """A parent is the best of this many drawn; 0: drawn in proportion to the inverse of fitness values."""
    two_point: float
    """Share of two-point crossovers; the others have one point."""
    mutation: float
    """Probabilities that a child has a colour changed, two pegs swapped, and a stretch reversed."""
    permutation: float
    inversion: float
    generations: int
    """Generations of a population, after which a new one is drawn."""
    share: int
    """New consistent codes of a population after which a new one is drawn."""
    populations: int
    """Populations in a row without a new consistent code after which breeding ends, if there is one."""
    patience: int
    """Total generations after which breeding ends."""
    wanted: int
    """Number of consistent codes at which breeding ends."""


class Population(NativeObject):
    """A population of codes, and the consistent codes found so far."""
