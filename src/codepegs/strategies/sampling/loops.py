"""The loops of the sampling strategy: Markov chains, listing codes, choosing guesses, and rollouts.

Loops that can take long are objects that are advanced in steps. The steps do not affect results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, In2, In3, InOut1, InOut2, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.strategies.sampling.native import *
else:
    __getattr__ = native_functions(globals())

BYTE_LANES = 32
"""Turns are padded to a multiple of this, the lanes of one vector of bytes."""


class ReplyLanes(Struct):
    """The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn."""

    match: In2[np.int8]
    """Row `peg * colors + color` is 1 where the turn's guess has that colour at that peg."""
    more: In2[np.int8]
    """Row `color * pegs + n` is 1 where an (n + 1)-th peg of the colour adds to the total of the turn's reply."""
    black_mask: In1[np.int8]
    """-1 if the black count is shown."""
    white_mask: In1[np.int8]
    """-1 if only white is shown, so that a change of black changes the count shown."""


class TemperatureLadder(Struct):
    """The energy of a distance for each chain, hottest first: min(slope * distance, cap)."""

    slopes: In1[np.int64]
    caps: In1[np.int64]
    grounds: In1[np.int64]
    """Energy up to which a chain's code is kept; -1 for none."""
    thresholds: In1[np.uint64]
    """A rise in energy is accepted when 32 random bits are below its entry; never past the end."""


class ChainStates(Struct):
    """The states of the chains."""

    codes: InOut2[np.uint8]
    """Shape (chains, pegs)."""
    first: In2[np.int8]
    """Black count of each code minus the one shown, at the start, shape (chains, lanes); 0 if none is shown."""
    second: In2[np.int8]
    """The same for the total, or for white if only that is shown."""
    energies: InOut1[np.int64]
    """Written after each step."""


class FoundCodes(Struct):
    """Distinct codes and how often each was found."""

    codes: InOut2[np.uint8]
    """Shape (room, pegs)."""
    hits: InOut1[np.int64]


class TemperingPlan(Struct):
    """The limits of a run of the chains."""

    moves: int
    """Moves of each chain in one round."""
    spacing: int
    """Moves of a chain between two samples."""
    rounds: int
    """Largest number of rounds."""
    enough: int
    """Number of codes at which to stop."""
    draws: int
    """Number of successful samples at which to stop."""
    patience: int
    """Stop after as many rounds without a new code as it took to find the last one, plus this number."""
    repeats: bool
    """Whether a code may have a colour twice."""


class CodeConstraints(Struct):
    """The constraints of the replies on a code; those of the black counts are arrays of bytes, one lane per turn."""

    copies: In2[np.int64]
    """Pegs of each guess with each colour, shape (turns, colours). Colours are tried in this order."""
    totals: In2[np.int64]
    """Lowest and highest total for each reply, shape (2, turns)."""
    match: In3[np.int8]
    """1 where the guess has the colour at the peg, shape (pegs, colours, lanes)."""
    left: In3[np.int8]
    """Pegs of the guess with the colour from this peg on, shape (pegs + 1, colours, lanes)."""
    bounds: In2[np.int8]
    """Lowest and highest black count for the reply, shape (2, lanes)."""
    white_mask: In1[np.int8]
    """-1 if only white is shown: the bounds of black are then relative to the total."""


class CodeColumns(Struct):
    """Codes stored by columns of bytes, a few of which determine the replies of all codes."""

    pegs: In2[np.uint8]
    """The colour of every code at each peg, shape (pegs, codes or more)."""
    counts: In2[np.uint8]
    """The number of pegs of each colour in every code, shape (colours, codes or more)."""
    size: int
    """Number of codes."""


class ReplyCosts(Struct):
    """The cost of a partition: the sum over its parts of a number that depends on the size of the part."""

    part_of: In2[np.int64]
    """Part number of each (black, total), shape (pegs + 1, pegs + 1)."""
    parts: int
    """Number of parts; the last one is the win."""
    costs: In2[np.float64]
    """Cost of a part of 0, 1, 2, … codes; the second row is for the win."""


class TrackedGame(Struct):
    """The rules that the candidates follow from."""

    pegs: int
    colors: int
    view: int
    """What replies show: 0 black and white, 1 black, 2 their sum, 3 white."""
    size: float
    """Number of codes."""
    repeats: bool


class TrackLimits(Struct):
    """The limits of the work of a turn: see `Settings`, and the constants of `candidate_tracker.py`."""

    samples: int
    moves: int
    listed: int
    nodes: int
    proof_nodes: int
    moves_a_peg: int
    spacing: int
    patience: int


class KnownBefore(Struct):
    """What was known before a turn: see `Known`."""

    codes: In2[np.uint8]
    candidates: float
    log_variance: float
    proofs_failed: int
    moves_made: int
    exact: bool


class ComparedGame(Struct):
    """The rules that a comparison of guesses needs."""

    pegs: int
    colors: int
    view: int
    """Which pegs replies show: 0 both, 1 black, 2 their sum, 3 white."""
    part_of: In2[np.int64]
    """Part number of each (black, total), shape (pegs + 1, pegs + 1); 0 for impossible pairs."""
    parts: int
    """Number of parts; the last one is the win."""
    repeats: bool


class ComparisonLimits(Struct):
    """The limits of the work of a comparison: see `Settings`."""

    samples: int
    compared: int
    climbs: int
    steps: int
    deep: int
