"""The C++ functions and structs of `bayes/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, NativeObject, Struct

class FollowedGuess(NativeObject): ...

class ChannelModel(Struct):
    """The probability of each shown reply by row, and the expected cost of a posterior."""

    shown: In2[np.float64]
    announced: int
    curve: In1[np.float64]
    doubt: float

class CostModel(Struct):
    """The noise model, and the expected cost of a posterior."""

    share_as_is: float
    share_by_chance: float
    announced: int
    parts: int
    curve: In1[np.float64]
    doubt: float

class NumberedCodes(Struct):
    """All codes of a game, numbered from 0 in ascending order; at most 2^53."""

    pegs: int
    colors: int
    repeats: int

class StatedCodes(Struct):
    """The codes on which guesses are compared, each with its own weight and state."""

    columns: In1[np.int64]
    state: In1[np.int64]
    mass: In1[np.float64]
    chance: In1[np.float64]

class WeightedCodes(Struct):
    """The codes on which guesses are compared; codes of one kind have equal weights."""

    columns: In1[np.int64]
    kind: In1[np.int64]
    mass: In1[np.float64]
    chance: In1[np.float64]

# channel_costs.cpp

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
    """Write the expected cost of guesses [`start`, `stop`), and the information of their replies, as `expected_costs`,
    with a model of errors."""

# followed_guess.cpp

def follow_guess(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: WeightedCodes,
    model: CostModel,
    first: int,
    first_replies: In1[np.uint16],
) -> FollowedGuess:
    """Begin to compute the cost of the guess in row `first` of the table.

    `table` and `wins` are as in `expected_costs`; `first_replies` has the part numbers of the replies to this guess for
    the codes of the rows."""

def step_followed_guess(search: FollowedGuess, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""

def followed_cost(search: FollowedGuess) -> float:
    """Return the expected cost, after the computation is done."""

# guess_costs.cpp

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
    """Write the expected cost of guesses [`start`, `stop`) after their replies to `costs`, and the bits of information of
    the replies to `bits`; both have shape (guesses,).

    `table` has the part numbers of the replies, one row per guess and one column per code; `wins` has the probability
    of each guess to be the secret."""

# posterior.cpp

def add_misfits(
    codes: NumberedCodes,
    guess: In1[np.int64],
    fits: In2[np.bool_],
    start: int,
    stop: int,
    counts: InOut1[np.uint8],
) -> None:
    """Add one to `counts[start:stop]` for codes that are not consistent with a turn; counts stop at `MOST_FALSE`.

    `counts` has for each code of the game the number of replies with which it is not consistent, or `EXCLUDED`. `guess`
    has shape (pegs,). `fits` says by black count and total, shape (pegs + 1, pegs + 1), whether that is the reply."""

def count_levels(counts: In1[np.uint8], histogram: InOut1[np.int64]) -> None:
    """Add to `histogram`, shape (256,), how many codes have each count."""

def pick_level(
    counts: In1[np.uint8],
    level: int,
    start: int,
    stop: int,
    seen: int,
    ordinals: In1[np.int64],
    picked: InOut1[np.int64],
) -> int:
    """Find the codes from `start` to `stop` that have the count `level` and given ordinals among all codes with that
    count.

    `counts` has one entry for each code, `seen` is the number of codes before `start` with the count, and `ordinals`
    ascend. The number of each code found is written to `picked`, at the index of its ordinal. Returns the number of
    codes before `stop` with the count; counting ends when all ordinals are found."""

def decode_numbers(codes: NumberedCodes, numbers: In1[np.int64], decoded: InOut2[np.int64]) -> None:
    """Write the code of each number to `decoded`, shape (numbers, pegs)."""

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

    `counts` is as in `add_misfits`; `weights` has the weight of a code by its count, shape (256,). `start` is 0, or the
    `stop` of the call before. `sums`, shape (pegs,), zeros in the first call, has partial sums that are not yet in
    `belief`, shape (pegs, colors), which is complete when `stop` is the number of codes."""
