"""The loops of exact Bayesian inference: the counts of all codes, and the expected costs of guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, In2, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.strategies.bayes.native import *
else:
    __getattr__ = native_functions(globals())

EXCLUDED = 255
"""The count of a code that was guessed and did not end the game."""

MOST_FALSE = 254
"""Largest count of false replies that is distinguished."""

CURVE_STEPS = 8
"""Points of a cost curve for each bit of entropy."""


class NumberedCodes(Struct):
    """All codes of a game, numbered from 0 in ascending order; at most 2^53."""

    pegs: int
    colors: int
    repeats: int
    """0 or 1: whether a code may use a colour twice."""


class WeightedCodes(Struct):
    """The codes on which guesses are compared, in kinds of equal weight."""

    columns: In1[np.int64]
    """The column of each code in a table of replies."""
    kind: In1[np.int64]
    mass: In1[np.float64]
    """By kind: the weight of a code. The weights of all codes add up to one."""
    chance: In1[np.float64]
    """By kind: the probability of one code, less than `mass` if a sampled code represents several."""


class CostModel(Struct):
    """The noise model, and the expected cost of a posterior.

    A posterior of b bits whose most probable code has probability c costs curve(b) + doubt (1 - c) guesses.
    """

    share_as_is: float
    """Probability that the true reply is shown."""
    share_by_chance: float
    """Probability of each reply to be shown instead."""
    announced: int
    """0 or 1: whether the codemaker ends the game at the secret. The win is then the last part."""
    parts: int
    curve: In1[np.float64]
    """Expected further guesses by entropy, `CURVE_STEPS` points per bit: ascending, not negative."""
    doubt: float


class StatedCodes(Struct):
    """The codes on which guesses are compared, if there is a model of errors."""

    columns: In1[np.int64]
    """The column of each code in a table of replies."""
    state: In1[np.int64]
    """Number of false replies that each code implies, up to the limit of the model."""
    mass: In1[np.float64]
    """The weights of the codes; they add up to one."""
    chance: In1[np.float64]
    """The probability of each code, above 0; less than its weight if it represents several."""


class ChannelModel(Struct):
    """A model of errors, and the expected cost of a posterior as in `CostModel`."""

    shown: In2[np.float64]
    """Probability of each shown reply, shape (states * parts, parts); row `state * parts + true part`."""
    announced: int
    """0 or 1: whether the codemaker ends the game at the secret. The win is then the last part."""
    curve: In1[np.float64]
    """Expected further guesses by entropy, `CURVE_STEPS` points per bit: ascending, not negative."""
    doubt: float
