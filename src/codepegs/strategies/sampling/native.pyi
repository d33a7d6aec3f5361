"""The C++ functions and structs of `sampling/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, In3, InOut1, InOut2, U64, NativeObject, Struct

class CandidateListing(NativeObject): ...

class CandidateSearch(NativeObject): ...

class CandidateTurn(NativeObject): ...

class Evidence(NativeObject): ...

class GuessComparison(NativeObject): ...

class Rollout(NativeObject): ...

class Tempering(NativeObject): ...

class ChainStates(Struct):
    """The states of the chains."""

    codes: InOut2[np.uint8]
    first: In2[np.int8]
    second: In2[np.int8]
    energies: InOut1[np.int64]

class CodeColumns(Struct):
    """Codes stored by columns of bytes, a few of which determine the replies of all codes."""

    pegs: In2[np.uint8]
    counts: In2[np.uint8]
    size: int

class CodeConstraints(Struct):
    """The constraints of the replies on a code; those of the black counts are arrays of bytes, one lane per turn."""

    copies: In2[np.int64]
    totals: In2[np.int64]
    match: In3[np.int8]
    left: In3[np.int8]
    bounds: In2[np.int8]
    white_mask: In1[np.int8]

class ComparedGame(Struct):
    """The rules that a comparison needs."""

    pegs: int
    colors: int
    view: int
    part_of: In2[np.int64]
    parts: int
    repeats: bool

class ComparisonLimits(Struct):
    """The limits of the work."""

    samples: int
    compared: int
    climbs: int
    steps: int
    deep: int

class FoundCodes(Struct):
    """Distinct codes and how often each was found."""

    codes: InOut2[np.uint8]
    hits: InOut1[np.int64]

class KnownBefore(Struct):
    """What was known before the turn."""

    codes: In2[np.uint8]
    candidates: float
    log_variance: float
    proofs_failed: int
    moves_made: int
    exact: bool

class ReplyCosts(Struct):
    """The cost of a partition: the sum over its parts of a number that depends on the size of the part."""

    part_of: In2[np.int64]
    parts: int
    costs: In2[np.float64]

class ReplyLanes(Struct):
    """The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn."""

    match: In2[np.int8]
    more: In2[np.int8]
    black_mask: In1[np.int8]
    white_mask: In1[np.int8]

class TemperatureLadder(Struct):
    """The energy of a distance for each chain, hottest first: min(slope * distance, cap)."""

    slopes: In1[np.int64]
    caps: In1[np.int64]
    grounds: In1[np.int64]
    thresholds: In1[np.uint64]

class TemperingPlan(Struct):
    """The limits of a run of the chains."""

    moves: int
    spacing: int
    rounds: int
    enough: int
    draws: int
    patience: int
    repeats: bool

class TrackLimits(Struct):
    """The limits of the work of a turn."""

    samples: int
    moves: int
    listed: int
    nodes: int
    proof_nodes: int
    moves_a_peg: int
    spacing: int
    patience: int

class TrackedGame(Struct):
    """The rules that the candidates follow from."""

    pegs: int
    colors: int
    view: int
    size: float
    repeats: bool

# candidate_search.cpp

def start_candidate_search(
    constraints: CodeConstraints,
    most_of_a_color: int,
    most_nodes: int,
    out: InOut2[np.uint8],
) -> CandidateSearch:
    """Prepare the search for all consistent codes, which writes them to `out`, shape (capacity, pegs)."""

def find_candidates(search: CandidateSearch, nodes: int) -> tuple[bool, int, int]:
    """Visit up to `nodes` more partial codes; returns whether it is done, the codes found and the nodes visited so far.

    The search ends at one code more than the capacity. Above `most_nodes` it ends with -1 codes."""

# candidate_turn.cpp

def begin_candidates(
    game: TrackedGame,
    limits: TrackLimits,
    before: KnownBefore,
    chains: InOut2[np.uint8],
    guesses: In2[np.uint8],
    replies: In2[np.int64],
    seed: In1[np.uint64],
) -> CandidateTurn:
    """Begin to find the candidates after the last of some turns.

    `chains`: the codes of the chains, shape (8, pegs), which go on from turn to turn. `guesses` and `replies`: as in
    `new_evidence`. `seed`: `Seed.words`."""

def find_more(turn: CandidateTurn) -> tuple[bool, int]:
    """Continue for some milliseconds; returns whether they are known, and the thousandths of the work that are done."""

def work_of_turn(turn: CandidateTurn) -> tuple[int, bool, int, int, int, int]:
    """Return how many codes are known, whether these are all candidates, the moves of the chains and the partial codes
    visited this turn, and the failed proofs and the moves so far."""

def number_of_candidates(turn: CandidateTurn) -> tuple[float, float]:
    """Return the number of candidates, counted or estimated, and the variance of the logarithm of the estimate."""

def interval_of_candidates(known: int, candidates: float, log_variance: float, most: float) -> tuple[float, float]:
    """Return an interval in which the number of candidates is with a probability of 95 %.

    `known`: how many of them are known. `candidates`, `log_variance`: as `number_of_candidates` returns them. `most`:
    the end of the interval one turn before, since a reply only removes candidates."""

def known_codes(turn: CandidateTurn, codes: InOut2[np.uint8], nearest: InOut1[np.uint8]) -> None:
    """Write the codes that are known, shape (m, pegs), and the first of them or, if there is none, a code near to
    consistent ones that was not guessed."""

def draw_start(
    colors: int,
    repeats: bool,
    seed: In1[np.uint64],
    chains: InOut2[np.uint8],
    codes: InOut2[np.uint8],
) -> None:
    """Draw the codes of the chains, shape (8, pegs), and a sample of all codes, shape (m, pegs)."""

# evidence.cpp

def new_evidence(
    pegs: int,
    colors: int,
    repeats: bool,
    view: int,
    guesses: In2[np.uint8],
    replies: In2[np.int64],
) -> Evidence:
    """Return the turns of a game for comparisons with codes.

    `view`: what replies show: 0 black and white, 1 black, 2 their sum, 3 white. `guesses`: shape (turns, pegs).
    `replies`: black, white, their sum where only that is shown, whether the reply announces the win, and whether counts
    are unknown, shape (turns, 5); counts that are not shown or unknown are -1."""

def compare_codes(evidence: Evidence, codes: In2[np.uint8], first: InOut2[np.int8], second: InOut2[np.int8]) -> None:
    """Write the differences of codes from each reply, in black pegs and in the other count shown.

    `codes` has shape (m, pegs), the differences (m, turns or more)."""

def copy_lanes(
    evidence: Evidence,
    match: InOut2[np.int8],
    more: InOut2[np.int8],
    black_mask: InOut1[np.int8],
    white_mask: InOut1[np.int8],
) -> None:
    """Write the effect of the pegs of a code on its replies."""

def start_listing(evidence: Evidence, most_nodes: int, out: InOut2[np.uint8]) -> CandidateListing:
    """Prepare the list of all consistent codes, which is written to `out`, shape (capacity, pegs)."""

def list_more(listing: CandidateListing, nodes: int) -> tuple[bool, int, int]:
    """Visit up to `nodes` more partial codes; returns as `find_candidates` does."""

# guess_comparison.cpp

def begin_comparison(
    game: ComparedGame,
    codes: In2[np.uint8],
    candidates: float,
    exact: bool,
    limits: ComparisonLimits,
    seed: In1[np.uint64],
    turn: int,
) -> GuessComparison:
    """Begin to compare guesses where every reply is true.

    `codes`: all candidates if `exact`, else some, shape (m, pegs). `candidates`: their number, or its estimate.
    `seed`: `Seed.words`. `turn`: the number of turns so far."""

def begin_noisy_comparison(
    game: ComparedGame,
    codes: In2[np.uint8],
    weights: In1[np.float64],
    share: float,
    sample_bits: float,
    limits: ComparisonLimits,
    seed: In1[np.uint64],
    turn: int,
) -> GuessComparison:
    """Begin to compare guesses where replies may be false.

    `codes`: some codes, the most probable first, shape (m, pegs), and their weights, whose sum is one. `share`: the
    share of false replies. `sample_bits`: the entropy of the weights."""

def compare_more(comparison: GuessComparison, replies: int) -> tuple[bool, int, int]:
    """Continue until about `replies` more are computed; returns whether it is done, the guesses and the thousandths done."""

def compared_guesses(comparison: GuessComparison, guesses: InOut2[np.uint8], costs: InOut1[np.float64]) -> None:
    """Write the guesses compared, best first, and the expected number of guesses from here on with each, this one
    included."""

def begin_value(comparison: GuessComparison, guess: In1[np.uint8]) -> None:
    """Begin to value a guess, after the comparison. Its value does not depend on which guesses it is compared with."""

def value_more(comparison: GuessComparison, replies: int) -> tuple[bool, float, float, float]:
    """Continue; returns whether it is done, the expected number of guesses from here on if the guess is made, its error,
    and the part of the error that all guesses of the position share."""

# guess_entropy.cpp

def score_guesses(codes: CodeColumns, replies: ReplyCosts, guesses: In2[np.uint8], scores: InOut1[np.float64]) -> None:
    """Write the cost of the partition by each guess; less is better."""

def improve_guess(
    codes: CodeColumns,
    replies: ReplyCosts,
    guess: InOut1[np.uint8],
    repeats: bool,
    proposals: int,
    random_state: InOut1[np.uint64],
    enough: float,
) -> float:
    """Try random changes of a guess, keep those that do not raise its cost, and return its final cost.

    A change is a new colour of one peg, or the exchange of two. Ends when the cost is `enough`."""

# parallel_tempering.cpp

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

    `found` begins with the `known` codes; `nearest` receives the code of least energy of the coldest chain."""

def temper(tempering: Tempering, rounds: int) -> tuple[bool, int, int]:
    """Run up to `rounds` more rounds; returns whether it is done, the codes found and the rounds so far."""

# rollout.cpp

def start_rollout(
    candidates: In2[np.uint8],
    guess: In1[np.uint8],
    colors: int,
    replies: ReplyCosts,
    repeats: bool,
    compared: int,
    proposals: int,
    random_state: InOut1[np.uint64],
    limit: int,
) -> Rollout:
    """Prepare a rollout that begins with `guess`, and ends if it takes more than `limit` guesses in total.

    In each set, at most `compared` members are compared as guesses, and `proposals` changes of the best are tried."""

def roll_out(rollout: Rollout, work: int) -> tuple[bool, int]:
    """Continue until about `work` replies are computed; returns whether it is done, and the total of guesses.

    The total is a lower bound if it exceeds the limit."""
