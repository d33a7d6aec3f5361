"""The loops of exact Bayesian inference: the counts of all codes, and the expected costs of guesses."""

from __future__ import annotations

import numpy as np

from codepegs.core import In1, In2, InOut1, InOut2, NativeObject, Struct, native

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


@native
def add_misfits(
    codes: NumberedCodes, guess: In1[np.int64], fits: In2[np.bool_], start: int, stop: int, counts: InOut1[np.uint8]
) -> None:
    """Add one to `counts[start:stop]` for codes that are not consistent with a turn; counts stop at `MOST_FALSE`.

    Args:
        codes: The game's codes; `counts` has one entry for each.
        guess: Shape (pegs,).
        fits: By black count and total, shape (pegs + 1, pegs + 1): whether that is the reply.
        start: First code number.
        stop: Past the last code number.
        counts: Number of replies with which each code is not consistent, or `EXCLUDED`.
    """


@native
def count_levels(counts: In1[np.uint8], histogram: InOut1[np.int64]) -> None:
    """Add to `histogram`, shape (256,), how many codes have each count."""


@native
def pick_level(
    counts: In1[np.uint8],
    level: int,
    start: int,
    stop: int,
    seen: int,
    ordinals: In1[np.int64],
    picked: InOut1[np.int64],
) -> int:
    """Find the codes from `start` to `stop` that have a given count and ordinals among all codes with that count.

    Args:
        counts: One entry for each code.
        level: The count.
        start: First code number.
        stop: Past the last code number.
        seen: Number of codes before `start` with the count.
        ordinals: Ascending.
        picked: Receives the number of each code found, at the index of its ordinal.

    Returns:
        The number of codes before `stop` with the count; counting ends when all ordinals are found.
    """


@native
def decode_numbers(codes: NumberedCodes, numbers: In1[np.int64], decoded: InOut2[np.int64]) -> None:
    """Write the code of each number to `decoded`, shape (numbers, pegs)."""


@native
def add_belief(
    codes: NumberedCodes,
    counts: In1[np.uint8],
    weights: In1[np.float64],
    start: int,
    stop: int,
    sums: InOut1[np.float64],
    belief: InOut2[np.float64],
) -> None:
    """Add the weights of the codes numbered `start` to `stop` to each colour at each peg.

    Args:
        codes: The game's codes; `counts` has one entry for each.
        counts: Number of replies with which each code is not consistent, or `EXCLUDED`.
        weights: Weight of a code by its count, shape (256,).
        start: First code number: 0, or the `stop` of the call before.
        stop: Past the last code number.
        sums: Shape (pegs,), zeros in the first call: partial sums that are not yet in `belief`.
        belief: Shape (pegs, colours); complete when `stop` is the number of codes.
    """


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


@native
def expected_costs(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: WeightedCodes,
    model: CostModel,
    start: int,
    stop: int,
    costs: InOut1[np.float64],
    bits: InOut1[np.float64],
) -> None:
    """Compute the expected cost of guesses [start, stop) after their replies, and the information of the replies.

    Args:
        table: Part numbers of the replies, one row per guess and one column per code.
        wins: Probability of each guess to be the secret.
        codes: The codes on which guesses are compared.
        model: The noise model and the cost curve.
        start: First guess.
        stop: Past the last guess.
        costs: Shape (guesses,); entries [start, stop) are written.
        bits: The same for the bits.
    """


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


@native
def channel_costs(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: StatedCodes,
    model: ChannelModel,
    start: int,
    stop: int,
    costs: InOut1[np.float64],
    bits: InOut1[np.float64],
) -> None:
    """Compute the expected cost of guesses [start, stop) after their replies, and the information of the replies.

    Args:
        table: Part numbers of the replies, one row per guess and one column per code.
        wins: Probability of each guess to be the secret.
        codes: The codes on which guesses are compared.
        model: The model of errors and the cost curve.
        start: First guess.
        stop: Past the last guess.
        costs: Shape (guesses,); entries [start, stop) are written.
        bits: The same for the bits.
    """


class FollowedGuess(NativeObject):
    """The computation of the cost of one guess if the best guess of a table follows each of its replies."""


@native
def follow_guess(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: WeightedCodes,
    model: CostModel,
    first: int,
    first_replies: In1[np.uint16],
) -> FollowedGuess:
    """Begin with a guess.

    Args:
        table: Part numbers of the replies, one row per guess and one column per code.
        wins: Probability of each guess to be the secret.
        codes: The codes on which guesses are compared.
        model: The noise model and the cost curve.
        first: Row of the guess.
        first_replies: Part numbers of its replies for the codes of the rows.
    """


@native
def step_followed_guess(search: FollowedGuess, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""


@native
def followed_cost(search: FollowedGuess) -> float:
    """Return the expected cost, after the computation is done."""
