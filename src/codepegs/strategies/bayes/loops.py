"""Compiled loops of exact Bayes: the counts that all codes have, and what guesses are expected to cost."""

from __future__ import annotations

import numpy as np

from codepegs.core import In1, In2, InOut1, InOut2, NativeObject, Struct, native

EXCLUDED = 255
"""The count of a code that was asked and did not end the game."""

MOST_FALSE = 254
"""False replies up to which codes are distinguished."""

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
    """Add one to `counts[start:stop]` where the code of that number does not fit a turn; counts stop at `MOST_FALSE`.

    Args:
        codes: The game's codes; `counts` has one entry for each.
        guess: Shape (pegs,).
        fits: By black count and total, shape (pegs + 1, pegs + 1): whether that is the reply.
        start: First code number.
        stop: Past the last code number.
        counts: Replies that each code does not fit, or `EXCLUDED`.
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
    """Find those codes numbered `start` to `stop` that have one count and stand at `ordinals` among all that have it.

    Args:
        counts: One entry for each code.
        level: The count.
        start: First code number.
        stop: Past the last code number.
        seen: How many codes before `start` have the count.
        ordinals: Ascending.
        picked: Gets the number of each code found, where its ordinal stands.

    Returns:
        How many codes before `stop` have the count. At least as many as the last ordinal says where nothing is left to
        be found; counting ends there.
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
        counts: Replies that each code does not fit, or `EXCLUDED`.
        weights: Weight of a code by its count, shape (256,).
        start: First code number: 0, or the `stop` of the call before.
        stop: Past the last code number.
        sums: Shape (pegs,), zeros in the first call: sums begun before `start` and not yet in `belief`.
        belief: Shape (pegs, colours); complete when `stop` is the number of codes.
    """


class WeightedCodes(Struct):
    """The codes by which guesses are compared, each of a kind; all codes of a kind are alike but for their replies."""

    columns: In1[np.int64]
    """Where each code stands in a table of replies."""
    kind: In1[np.int64]
    mass: In1[np.float64]
    """By kind: the weight of a code. The weights of all codes add up to one."""
    chance: In1[np.float64]
    """By kind: the probability of one code. It is less than `mass` where a code of a sample stands for several."""


class CostModel(Struct):
    """How replies are shown, and what a posterior is expected to cost.

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
    """Guesses still to come by bits of entropy, `CURVE_STEPS` points a bit: ascending, not negative."""
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
    """What guesses [start, stop) are expected to cost after their replies, and the bits that these give.

    Args:
        table: Part numbers of the replies, a row a guess and a column a code.
        wins: Probability of each guess to be the secret.
        codes: The codes that count.
        model: How replies are shown, and the curve of costs.
        start: First guess.
        stop: Past the last guess.
        costs: Shape (guesses,); entries [start, stop) are written.
        bits: The same for the bits.
    """


class FollowedGuess(NativeObject):
    """The cost of one guess when the best guess of a table follows each of its replies, while it is worked out."""


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
        table: Part numbers of the replies, a row a guess and a column a code.
        wins: Probability of each guess to be the secret.
        codes: The codes that count.
        model: How replies are shown, and the curve of costs.
        first: Row of the guess.
        first_replies: Part numbers of its replies to the codes that the rows stand for.
    """


@native
def step_followed_guess(search: FollowedGuess, units: int) -> bool:
    """Go on for about so many nanoseconds of work; whether it is done. How the work is cut changes no result."""


@native
def followed_cost(search: FollowedGuess) -> float:
    """The expected cost, once it is done."""
