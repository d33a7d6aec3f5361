"""The loops of the sampling strategy: chains over codes, listing codes, choosing guesses, playing a game through.

Loops that can take long are objects that are advanced in steps. How the work is cut into steps never changes results.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, In3, InOut1, InOut2, NativeObject, Struct, native

BYTE_LANES = 32
"""Turns are padded to a multiple of this, the lanes of one vector of bytes."""

# parallel_tempering.cpp


class ReplyLanes(Struct):
    """What changing a peg of a code does to its replies: arrays of bytes, a lane for each turn."""

    match: In2[np.int8]
    """Row `peg * colors + color` is 1 where the turn's guess has that colour at that peg."""
    more: In2[np.int8]
    """Row `color * pegs + n` is 1 where an (n + 1)-th peg of the colour adds to the total of the turn's reply."""
    black_mask: In1[np.int8]
    """-1 where the black count is shown."""
    white_mask: In1[np.int8]
    """-1 where only the white count is shown, so that a change of the black count changes what is shown."""


class TemperatureLadder(Struct):
    """What a distance to a reply costs each chain, hottest first: min(slope * distance, cap)."""

    slopes: In1[np.int64]
    caps: In1[np.int64]
    grounds: In1[np.int64]
    """Energy up to which a chain's code is kept; -1 for none."""
    thresholds: In1[np.uint64]
    """A rise in energy is accepted when 32 random bits are below its entry; never past the end."""


class ChainStates(Struct):
    """Where the chains stand."""

    codes: InOut2[np.uint8]
    """Shape (chains, pegs)."""
    first: In2[np.int8]
    """Black count of each code less the one shown, at the start, shape (chains, lanes); 0 where none is shown."""
    second: In2[np.int8]
    """The same for the total, or for the white count where only that is shown."""
    energies: InOut1[np.int64]
    """Written after each step."""


class FoundCodes(Struct):
    """Distinct codes and how often each was found."""

    codes: InOut2[np.uint8]
    """Shape (room, pegs)."""
    hits: InOut1[np.int64]


class TemperingPlan(Struct):
    """How long the chains run."""

    moves: int
    """Moves of each chain in one round."""
    spacing: int
    """Moves of a chain between two looks at where it stands."""
    rounds: int
    """Most rounds."""
    enough: int
    """Codes found at which to stop."""
    draws: int
    """Looks that found a code at which to stop."""
    patience: int
    """Stop when no new code came for as many rounds as it took to find the last, and so many more."""
    repeats: bool
    """Whether a code may have a colour twice."""


class Tempering(NativeObject):
    """Chains at several temperatures, between two rounds."""


@native
def start_tempering(
    turns: ReplyLanes,
    ladder: TemperatureLadder,
    chains: ChainStates,
    known: In2[np.uint8],
    found: FoundCodes,
    nearest: InOut1[np.uint8],
    plan: TemperingPlan,
    random_state: U64,
) -> Tempering:
    """Prepare the chains.

    `found` begins with the `known` codes; `nearest` gets the code at which the energy of the coldest chain was least.
    """


@native
def temper(tempering: Tempering, rounds: int) -> tuple[bool, int, int]:
    """Make up to so many more rounds: whether that was the end, the codes found so far, and the rounds made so far."""


# candidate_search.cpp


class CodeConstraints(Struct):
    """What the replies demand of a code whose pegs are chosen one by one; arrays of bytes, a lane for each turn."""

    added: In3[np.int8]
    """What so many pegs of a colour add to each total, shape (colours, pegs + 1, lanes)."""
    ahead: In2[np.int8]
    """Pegs of the guess that have this colour or a later one, shape (colours + 1, lanes)."""
    match: In3[np.int8]
    """1 where the guess has the colour at the peg, shape (pegs, colours, lanes)."""
    left: In3[np.int8]
    """How often the guess has the colour from this peg on, shape (pegs + 1, colours, lanes)."""
    bounds: In2[np.int8]
    """Lowest and highest total, lowest and highest black count that go with the reply, shape (4, lanes)."""
    white_mask: In1[np.int8]
    """-1 where only the white count is shown: there the bounds of the black count are relative to the total."""


class CandidateSearch(NativeObject):
    """A search for all codes that fit, between two steps."""


@native
def start_candidate_search(
    constraints: CodeConstraints, most_of_a_color: int, most_nodes: int, out: InOut2[np.uint8]
) -> CandidateSearch:
    """Prepare the search for all codes that fit, which writes them to `out` (room, pegs)."""


@native
def find_candidates(search: CandidateSearch, nodes: int) -> tuple[bool, int, int]:
    """Visit up to so many more partial codes: whether that was the end, the codes found, and the nodes visited so far.

    The search ends at one code more than there is room for. Past `most_nodes` it ends with -1 codes.
    """


# guess_entropy.cpp


class CodeColumns(Struct):
    """Codes in columns, so that a reply to all of them is computed by running down a few columns of bytes."""

    pegs: In2[np.uint8]
    """The colour of every code at each peg, shape (pegs, codes or more)."""
    counts: In2[np.uint8]
    """How many pegs of each colour every code has, shape (colours, codes or more)."""
    size: int
    """Number of codes."""


class ReplyCosts(Struct):
    """What a partition costs: the sum over its parts of a number that depends on the size of the part."""

    part_of: In2[np.int64]
    """Part number of each (black, total), shape (pegs + 1, pegs + 1)."""
    parts: int
    """Number of parts; the last one is the win."""
    costs: In2[np.float64]
    """Cost of a part of 0, 1, 2, … codes; the second row is for the win."""


@native
def score_guesses(codes: CodeColumns, replies: ReplyCosts, guesses: In2[np.uint8], scores: InOut1[np.float64]) -> None:
    """Write what the partition that each guess makes of the codes costs; less is better."""


@native
def improve_guess(
    codes: CodeColumns,
    replies: ReplyCosts,
    guess: InOut1[np.uint8],
    repeats: bool,
    proposals: int,
    random_state: InOut1[np.uint64],
    enough: float,
) -> float:
    """Try random changes of a guess, keep each that costs no more, and return what the guess costs in the end.

    A change is a new colour of one peg, or the exchange of two. Ends when the cost is `enough`.
    """


# rollout.cpp


class Rollout(NativeObject):
    """A game that is played through for a set of candidates, between two guesses."""


@native
def start_rollout(
    candidates: In2[np.uint8],
    guess: In1[np.uint8],
    colors: int,
    replies: ReplyCosts,
    repeats: bool,
    proposals: int,
    random_state: InOut1[np.uint64],
    limit: int,
) -> Rollout:
    """Prepare to play through a game that begins with `guess`, until it takes more than `limit` guesses in all."""


@native
def roll_out(rollout: Rollout, work: int) -> tuple[bool, int]:
    """Play on until about so many replies are computed: whether that was the end, and the guesses of all candidates.

    At the end the number is a lower bound if it is more than the limit.
    """
