"""The loops of the genetic algorithm: a population of codes, and the choice among consistent ones."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, InOut1, InOut2, NativeObject, Struct, native


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


@native
def start_population(turns: ShownReplies, rules: BreedingRules, seed: U64) -> Population:
    """Draw a population; `seed` is not 0."""


@native
def breed_population(population: Population, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it has ended. The steps do not affect the result."""


@native
def bred_codes(population: Population, eligible: InOut2[np.int64], fittest: InOut1[np.int64]) -> tuple[int, int]:
    """Write the codes found.

    Args:
        population: The population, after breeding has ended.
        eligible: Receives the distinct consistent codes in the order they were found, shape (wanted, pegs).
        fittest: Receives the code of least cost that was not guessed before, the first among equals, shape (pegs,).

    Returns:
        The number of consistent codes, and of generations.
    """


@native
def codes_left(
    codes: In2[np.int64], sample: In1[np.int64], view: int, colors: int, start: int, stop: int, left: InOut1[np.int64]
) -> None:
    """For each of `codes[start:stop]` as the next guess, compute the number of codes left, summed over secrets.

    Args:
        codes: Shape (codes, pegs).
        sample: Indices of the codes used as possible secrets; a guess that is the secret leaves none.
        view: The view, as in `ShownReplies`.
        colors: Colours of the game.
        start: First code.
        stop: Past the last code.
        left: Shape (codes,); entries [start, stop) are written.
    """


@native
def shared_pegs(
    codes: In2[np.int64], sample: In1[np.int64], colors: int, start: int, stop: int, shared: InOut1[np.int64]
) -> None:
    """For each of `codes[start:stop]`, sum the black and white pegs it has in common with the codes of a sample.

    Args:
        codes: Shape (codes, pegs).
        sample: Indices of the codes in the sample.
        colors: Colours of the game.
        start: First code.
        stop: Past the last code.
        shared: Shape (codes,); entries [start, stop) are written.
    """
