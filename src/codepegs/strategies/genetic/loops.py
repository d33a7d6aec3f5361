"""Compiled loops of the genetic algorithm: a population of codes, and the choice among those that fit."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, InOut1, InOut2, NativeObject, Struct, native


class ShownReplies(Struct):
    """Turns by which codes are bred."""

    view: int
    """What of a reply is shown: black and white, black, total, white are 0 to 3."""
    colors: int
    guesses: In2[np.int64]
    """Shape (turns, pegs)."""
    black: In1[np.int64]
    other: In1[np.int64]
    """White, or the total where only that is shown."""
    won: In1[np.bool_]
    """Whether a reply announced the win."""


class BreedingRules(Struct):
    """How codes are bred; the fitness value of a code, less being better, is its cost and `base`."""

    repeats: int
    """0 or 1: whether a code may use a colour twice."""
    population: int
    black_weight: float
    base: float
    tournament: int
    """A parent is the best of so many drawn; 0: parents are drawn in proportion to the inverse of fitness values."""
    two_point: float
    """Share of crossings at two points, not at one."""
    mutation: float
    """Probabilities that a child has a colour changed, two pegs swapped, and a stretch reversed."""
    permutation: float
    inversion: float
    generations: int
    """Generations after which breeding ends, when some code fits, or a fresh population follows."""
    patience: int
    """Generations after which it ends anyway."""
    wanted: int
    """Codes that fit after which it ends."""


class Population(NativeObject):
    """Codes that are bred towards those that fit all turns, and those found so far that do."""


@native
def start_population(turns: ShownReplies, rules: BreedingRules, seed: U64) -> Population:
    """Draw a population; `seed` is not 0."""


@native
def breed_population(population: Population, units: int) -> bool:
    """Go on for about so many nanoseconds of work; whether it has ended. How the work is cut changes no result."""


@native
def bred_codes(population: Population, eligible: InOut2[np.int64], fittest: InOut1[np.int64]) -> tuple[int, int]:
    """Write what was found.

    Args:
        population: Whose breeding has ended.
        eligible: Codes that fit all turns, all different, in the order they were found, shape (wanted, pegs).
        fittest: The code of least cost that was not asked before, the first found of equals, shape (pegs,).

    Returns:
        How many codes fit, and generations bred.
    """


@native
def codes_left(
    codes: In2[np.int64], sample: In1[np.int64], view: int, colors: int, start: int, stop: int, left: InOut1[np.int64]
) -> None:
    """For each of `codes[start:stop]`, asked next, how many codes would be left, added up over secrets.

    Args:
        codes: Shape (codes, pegs).
        sample: Which of them are taken for the secret in turn; a code that is the secret itself leaves none.
        view: What of a reply is shown, as in `ShownReplies`.
        colors: Colours of the game.
        start: First code.
        stop: Past the last code.
        left: Shape (codes,); entries [start, stop) are written.
    """


@native
def shared_pegs(
    codes: In2[np.int64], sample: In1[np.int64], colors: int, start: int, stop: int, shared: InOut1[np.int64]
) -> None:
    """For each of `codes[start:stop]` how many black and white pegs it has with the others of the sample, added up.

    Args:
        codes: Shape (codes, pegs).
        sample: Which of them count.
        colors: Colours of the game.
        start: First code.
        stop: Past the last code.
        shared: Shape (codes,); entries [start, stop) are written.
    """
