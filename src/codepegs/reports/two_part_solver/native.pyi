"""The C++ functions and structs of `two_part_solver/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, U64, NativeObject, Struct

class Population(NativeObject): ...

class BreedingRules(Struct):
    """How codes are bred."""

    repeats: int
    population: int
    black_weight: float
    base: float
    tournament: int
    two_point: float
    mutation: float
    permutation: float
    inversion: float
    generations: int
    share: int
    populations: int
    patience: int
    wanted: int

class ShownReplies(Struct):
    """The turns that determine the cost of a code."""

    view: int
    colors: int
    guesses: In2[np.int64]
    black: In1[np.int64]
    other: In1[np.int64]
    won: In1[np.bool_]

# choice.cpp

def codes_left(
    codes: In2[np.int64],
    sample: In1[np.int64],
    view: int,
    colors: int,
    start: int,
    stop: int,
    left: InOut1[np.int64],
) -> None:
    """For each of `codes[start:stop]` as the next guess, write to `left` the number of codes left, summed over secrets.

    `codes` has shape (codes, pegs), and `left` shape (codes,). `sample` has the indices of the codes used as possible
    secrets; a guess that is the secret leaves none. `view` is as in `ShownReplies`."""

def shared_pegs(
    codes: In2[np.int64],
    sample: In1[np.int64],
    colors: int,
    start: int,
    stop: int,
    shared: InOut1[np.int64],
) -> None:
    """For each of `codes[start:stop]`, write to `shared` the sum of the black and white pegs it has in common with a
    sample.

    `codes` has shape (codes, pegs), and `shared` shape (codes,). `sample` has the indices of the codes in the sample."""

# population.cpp

def start_population(turns: ShownReplies, rules: BreedingRules, seed: U64) -> Population:
    """Draw a population; `seed` is not 0."""

def breed_population(population: Population, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it has ended. The steps do not affect the result."""

def bred_codes(population: Population, eligible: InOut2[np.int64], fittest: InOut1[np.int64]) -> tuple[int, int]:
    """Write the codes found, after breeding has ended; returns the number of consistent codes, and of generations.

    `eligible`, shape (wanted, pegs), receives the distinct consistent codes in the order they were found; `fittest`,
    shape (pegs,), the code of least cost that was not guessed before, the first among equals."""
