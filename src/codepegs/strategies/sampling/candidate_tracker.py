"""The candidates of a game, turn by turn: all of them, or a uniform sample, as `candidate_turn.cpp` finds them.

`Settings` limits the work of a turn. `Evidence` has the turns as arrays for the chains, one lane for each turn.

If replies may be false, codes are drawn from the posterior by parallel tempering (Swendsen and Wang 1986; Geyer 1991):
hot chains cross between local minima, cold ones settle in them, and neighbours exchange codes. At any distance the
reply may be false, so the cost of a distance is capped at that of a false reply; the coldest chain reaches it at one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, log2, loops
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Noise, Reply, Turn, false_cost, part_table, parts_between, reply_likelihoods
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.protocol import Report, Tracker, WeightedRows, entropy_of

BYTE_LANES = 32
"""Turns are padded to a multiple of this, the lanes of one vector of bytes."""

TURN_MOVES_A_PEG, MOST_TURN_MOVES = 3_000_000, 60_000_000
"""Moves in one turn for each peg, and the largest number. With few moves, the chains find no code when a few thousand
candidates are left of a large game, which then takes many more guesses: 34 at p30c10 with 12 million, 30 with 60
million."""

SAMPLES_A_PEG, LEAST_SAMPLES, MOST_SAMPLES = 900, 9_000, 18_000
"""Codes by which guesses are compared, by the pegs of the game, and the least and the largest number of them. With
3,000 of 9,000 at p20c20, the codes are so much alike in the middle of the game that the reply to the best guess gives
5.2 bits instead of 5.3. A third of these codes at p12c12 loses 0.007 bits a turn."""

NOISY_SAMPLES_A_PEG, LEAST_NOISY_SAMPLES, MOST_NOISY_SAMPLES = 450, 3_000, 6_000
"""The same if replies may be false: fewer, because the codes are drawn one after another. With 300 a peg, 80 games of
p10c10 with Q = 0.1 took 10.21 ± 0.22 guesses, with 450 10.08 ± 0.19."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the work in one turn; none of them depends on the clock."""

    samples: int = LEAST_SAMPLES
    """Number of codes by which guesses are compared."""
    moves: int = MOST_TURN_MOVES
    """Moves of all chains together in one turn."""
    noisy_samples: int = LEAST_NOISY_SAMPLES
    noisy_moves: int = 8_000_000
    """The same two if replies may be false."""
    listed: int = 60_000
    """Candidates up to which all of them are listed, if `nodes` suffice."""
    nodes: int = 5_000_000
    """Largest number of partial codes visited in one attempt to list them."""
    compared: int = 1_500
    """Candidates that are compared as guesses."""
    climbs: int = 6
    """How many of the best of them are improved by random changes."""
    steps: int = 1_500
    """Changes tried for each of them."""
    deep: int = 60_000
    """Number of listed candidates up to which the best guesses are rolled out to the end of the game."""

    @classmethod
    def of(cls, game: Game) -> Settings:
        """Return the default limits for a game."""
        return cls(
            samples=min(MOST_SAMPLES, max(LEAST_SAMPLES, SAMPLES_A_PEG * game.pegs)),
            moves=min(MOST_TURN_MOVES, TURN_MOVES_A_PEG * game.pegs),
            noisy_samples=min(MOST_NOISY_SAMPLES, max(LEAST_NOISY_SAMPLES, NOISY_SAMPLES_A_PEG * game.pegs)),
        )


LISTING_NODES_A_STEP = 100_000
"""Partial codes of one call, per 32 turns, between checks for interrupts: about 2 milliseconds, some times as long in a
browser."""

Rows = NDArray[np.uint8]
"""Codes of shape (m, pegs)."""


class Evidence:
    """The turns, to compare codes with: the distance from a reply is the sum of the differences of the counts shown."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self.game = game
        self.width = BYTE_LANES * max(1, -(-len(turns) // BYTE_LANES))
        """Number of turns, rounded up to a multiple of `BYTE_LANES`."""
        rules = game.pegs, game.colors, game.repeats, game.view.number
        self.native = loops.new_evidence(*rules, *native_turns(game, turns))

    def lanes(self) -> loops.ReplyLanes:
        """Return the arrays for the Markov chains in C++."""
        cells = self.game.pegs * self.game.colors
        match, more = np.empty((2, cells, self.width), dtype=np.int8)
        masks = np.empty((2, self.width), dtype=np.int8)
        loops.copy_lanes(self.native, match, more, *masks)
        return loops.ReplyLanes(match, more, *masks)

    def residuals(self, codes: Rows) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The differences of codes from the replies, in black and in the other count: int8, shape (m, width)."""
        first, second = np.zeros((2, len(codes), self.width), dtype=np.int8)
        loops.compare_codes(self.native, codes, first, second)
        return first, second

    def misfits(self, codes: Rows) -> NDArray[np.int64]:
        """Count the replies with which codes, uint8, shape (m, pegs), are not consistent: int64, shape (m,)."""
        first, second = self.residuals(codes)
        found: NDArray[np.int64] = ((first != 0) | (second != 0)).sum(axis=1)
        return found


def native_turns(game: Game, turns: Sequence[Turn]) -> tuple[Rows, NDArray[np.int64]]:
    """Return the guesses and the replies of turns as `loops.new_evidence` takes them."""
    guesses = np.array([turn.guess for turn in turns], dtype=np.uint8).reshape(-1, game.pegs)
    replies = np.array([_native_reply(turn.reply) for turn in turns], dtype=np.int64).reshape(-1, 5)
    return guesses, replies


def _native_reply(reply: Reply) -> list[int]:
    """Black, white and their total, each -1 if it is not shown; whether it is the win; whether it is unknown."""
    counts = [-1 if count is None else count for count in (reply.black, reply.white, reply.total)]
    return [*counts, reply.solved, reply.unknown]


def is_code(codes: Rows, code: Code) -> NDArray[np.bool_]:
    """Return which codes, uint8, shape (m, pegs), are a code: bool, shape (m,)."""
    found: NDArray[np.bool_] = (codes == np.array(code, dtype=np.uint8)).all(axis=1)
    return found


def part_sizes(game: Game, codes: Rows, guess: Code) -> NDArray[np.int64]:
    """Count the codes, uint8, shape (m, pegs), in each part for a guess: int64, shape (parts,), the win last."""
    parts = parts_between(game, np.array(guess, dtype=np.int64), codes.astype(np.int64))
    return np.bincount(parts, minlength=len(part_table(game)))


@dataclass(frozen=True, eq=False)
class Listed:
    """The result of an attempt to list all candidates."""

    codes: Rows | None
    """All candidates, uint8, shape (m, pegs); None if a limit was exceeded."""
    nodes: int


def list_fitting(evidence: Evidence, most: int, nodes: int) -> Listed:
    """List all consistent codes, within limits."""
    out = np.empty((most, evidence.game.pegs), dtype=np.uint8)
    listing = loops.start_listing(evidence.native, nodes, out)
    _, found, visited = loops.finish(loops.list_more, listing, LISTING_NODES_A_STEP * BYTE_LANES // evidence.width)
    return Listed(out[:found].copy() if 0 <= found <= most else None, visited)


MOVES_A_PEG = 20
"""Moves of each chain, times the pegs, between exchanges."""

SPACING = 10
"""Moves of a chain, times the pegs, between two samples; with fewer, samples are correlated, and guesses chosen by them
are slightly worse (p12c12: 0.05 guesses at 1)."""

PATIENCE = 8
"""The search ends after as many rounds without a new code as it took to find the last one, plus this fraction of all
rounds."""

PROOF_NODES = 40_000_000
"""Partial codes visited to decide whether any code is consistent, after none was found: one second."""

CHAINS = 8
"""Markov chains of a game; see `candidate_turn.cpp`."""


class Sampled(WeightedRows):
    """Codes, of which a row has one; all that can be the secret, or a sample."""

    codes: Rows

    @property
    def held(self) -> Rows:
        """The code of each row."""
        return self.codes

    @property
    def rows(self) -> int:
        return len(self.held)

    def code(self, row: int) -> Code:
        return code_of(self.held[row])

    def colors_at(self, peg: int) -> Rows:
        return self.held[:, peg]


def code_of(row: Rows) -> Code:
    """Return a code as a tuple."""
    return tuple(row.tolist())


NOTHING_FITS = "no code consistent with all replies was found in time; the next guess may be inconsistent"


@dataclass(frozen=True, eq=False)
class Known(Sampled):
    """The candidates, or a sample of them, after a turn."""

    codes: Rows
    """Consistent codes, uint8, shape (m, pegs): all if `exact`, else some."""
    candidates: float
    """Number of candidates: counted if `exact`, else estimated."""
    exact: bool
    nearest: Rows
    """If no consistent code was found, the code nearest to it, which was not guessed yet; shape (pegs,)."""
    moves: int = 0
    nodes: int = 0
    log_variance: float = 0.0
    """Variance of the logarithm of `candidates`, as far as it comes from the samples."""
    most: float = inf
    """Upper end of the interval one turn before, since a reply only removes candidates."""

    def report(self) -> Report:
        """Return the number of candidates: counted if they are listed, otherwise estimated."""
        if self.exact:
            return Report(candidates=len(self.codes))
        found = len(self.codes) > 0
        return Report(None, self.candidates, self.interval, found=found, notes=() if found else (NOTHING_FITS,))

    @property
    def held(self) -> Rows:
        """The codes, or the nearest."""
        return self.codes if len(self.codes) else self.nearest[None]

    @property
    def coverage(self) -> float:
        """The share of the candidates in the sample."""
        return 1.0 if self.exact else self.rows / max(self.candidates, self.rows)

    @property
    def declares(self) -> bool:
        """Whether all candidates are listed."""
        return self.exact

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that contains the number of candidates with a probability of 95 %."""
        if self.exact:
            return self.candidates, self.candidates
        return loops.interval_of_candidates(len(self.codes), self.candidates, self.log_variance, self.most)


class Track(Tracker):
    """The candidates of a game, turn by turn; they depend on the history and the seed only."""

    def __init__(self, game: Game, seed: Seed, settings: Settings) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings
        self._chains: Rows = np.empty((CHAINS, game.pegs), dtype=np.uint8)
        start: Rows = np.empty((settings.samples, game.pegs), dtype=np.uint8)
        loops.draw_start(game.colors, game.repeats, seed.words, self._chains, start)
        self.known = Known(start, float(game.size), False, start[0])
        self.turns: tuple[Turn, ...] = ()
        self._proofs_failed = 0
        self._moves_made = 0

    def state(self, threads: WorkerThreads | None = None) -> Known:
        return self.known

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        """Add a turn; raises `Contradiction` if it is proved that no code is consistent with all turns."""
        self.turns = (*self.turns, turn)
        game, before = self.game, self.known
        most = inf if before.exact else before.interval[1]
        found = loops.begin_candidates(
            loops.TrackedGame.of(game, view=game.view.number, size=float(game.size)),
            loops.TrackLimits.of(
                self.settings, proof_nodes=PROOF_NODES, moves_a_peg=MOVES_A_PEG, spacing=SPACING, patience=PATIENCE
            ),
            loops.KnownBefore.of(before, proofs_failed=self._proofs_failed, moves_made=self._moves_made),
            self._chains,
            *native_turns(game, self.turns),
            self.seed.words,
        )
        loops.finish(loops.find_more, found)
        count, exact, moves, nodes, self._proofs_failed, self._moves_made = loops.work_of_turn(found)
        if exact and not count:
            raise Contradiction.of(game, len(self.turns))
        codes: Rows = np.empty((count, game.pegs), dtype=np.uint8)
        nearest: Rows = np.empty(game.pegs, dtype=np.uint8)
        loops.known_codes(found, codes, nearest)
        candidates, log_variance = loops.number_of_candidates(found)
        self.known = Known(codes, candidates, exact, nearest, moves, nodes, log_variance, most)


ENERGY_UNIT = 16
NEVER_ACCEPTED = 400
"""Rises in energy, in sixteenths of a nat, that are never accepted: one in 10^11."""

UNLIMITED = 1 << 60

MOVES_A_STEP = 1_000_000
"""Moves of one call, per 32 turns, between checks for interrupts: about 20 milliseconds."""

CAPPED_CHAINS = 9
CAPPED_HOTTEST = 0.25
"""Number of chains, and the smallest slope, if replies may be false; the largest slope is the cost of a false reply."""


def capped_ladder(cost: float) -> loops.TemperatureLadder:
    """The ladder for replies that may be false: only the coldest chain keeps the codes that it visits."""
    slopes = np.geomspace(min(CAPPED_HOTTEST, cost), cost, CAPPED_CHAINS)
    grounds = np.full(CAPPED_CHAINS, -1, dtype=np.int64)
    grounds[-1] = 1 << 40
    caps = np.full(CAPPED_CHAINS, _energies(np.array(cost)))
    thresholds = np.minimum(2**32 - 1, exp(-np.arange(NEVER_ACCEPTED) / ENERGY_UNIT) * 2**32).astype(np.uint64)
    return loops.TemperatureLadder(_energies(slopes), caps, grounds, thresholds)


def _energies(nats: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.round(ENERGY_UNIT * nats).astype(np.int64)


def draw_by_weight(
    evidence: Evidence, chains: Rows, cost: float, draws: int, moves: int, rng: np.random.Generator
) -> tuple[Rows, NDArray[np.int64]]:
    """Draw codes by their probability, if a false reply costs so much: distinct codes, and how often each was drawn.

    `chains`: the codes of the Markov chains, which go on from turn to turn, uint8, shape (CAPPED_CHAINS, pegs).
    """
    game, ladder = evidence.game, capped_ladder(cost)
    each = MOVES_A_PEG * game.pegs
    rounds_a_step = max(1, MOVES_A_STEP * BYTE_LANES // (evidence.width * each * CAPPED_CHAINS))
    for room, limit, most_moves in ((1, UNLIMITED, moves // 3), (draws, draws, moves)):  # first the chains settle
        first, second = evidence.residuals(chains)
        pool = np.zeros((room, game.pegs), dtype=np.uint8)
        hits = np.zeros(room, dtype=np.int64)
        rounds = max(1, most_moves // (each * CAPPED_CHAINS))
        tempering = loops.start_tempering(
            evidence.lanes(),
            ladder,
            loops.ChainStates(chains, first, second, np.zeros(CAPPED_CHAINS, dtype=np.int64)),
            np.empty((0, game.pegs), dtype=np.uint8),
            loops.FoundCodes(pool, hits),
            chains[-1].copy(),
            loops.TemperingPlan(
                moves=each,
                spacing=SPACING * game.pegs,
                rounds=rounds,
                enough=room + 1,
                draws=limit,
                patience=rounds // PATIENCE if limit == UNLIMITED else UNLIMITED,
                repeats=game.repeats,
            ),
            int(rng.integers(2**64, size=1, dtype=np.uint64)[0]),
        )
        _, size, _ = loops.finish(loops.temper, tempering, rounds_a_step)
    return pool[:size], hits[:size]


def draw_codes(game: Game, count: int, rng: np.random.Generator) -> Rows:
    """Draw codes uniformly and independently, uint8, shape (count, pegs)."""
    if game.repeats:
        return rng.integers(game.colors, size=(count, game.pegs), dtype=np.uint8)
    order = np.tile(np.arange(game.colors, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(rng.permuted(order, axis=1)[:, : game.pegs])


def fresh(game: Game, code: Rows, asked: set[tuple[int, ...]], rng: np.random.Generator) -> Rows:
    """Change a code, uint8, shape (pegs,), at random until it was not guessed yet."""
    changed = code.copy()
    if len(asked) >= game.size:
        return changed
    while tuple(changed.tolist()) in asked:
        first, second = rng.integers(game.pegs, size=2)
        color = int(rng.integers(game.colors))
        if game.repeats or color not in changed:
            changed[first] = color
        else:
            changed[first], changed[second] = int(changed[second]), int(changed[first])
    return changed


FIRST_SHARE = 0.1
"""Initial estimate of an unknown share of false replies."""

FALSE_BEFORE, TURNS_BEFORE = 0.5, 4.0
"""Prior of an unknown share: as if this many false replies in this many turns had been observed."""

ESTIMATES = 2
"""Rounds of sampling codes and estimating the share."""

DRAWS_A_SAMPLE = 4
"""Samples of the coldest chain per code wanted."""


@dataclass(frozen=True, eq=False)
class Believed(Sampled):
    """A sample of the posterior: distinct codes, most probable first."""

    codes: Rows
    weights: NDArray[np.float64]
    """Probabilities, which sum to one."""
    false: NDArray[np.int64]
    """Number of replies with which each code is not consistent."""
    share: float
    missing_bits: float = 0.0
    """Entropy of the posterior, estimated; at least that of the sample."""

    @property
    def candidates(self) -> float:
        """As many codes of equal probability have the entropy of the posterior."""
        return float(2.0**self.missing_bits)

    @property
    def row_weights(self) -> NDArray[np.float64]:
        return self.weights

    @property
    def mass(self) -> float:
        return 1.0

    def report(self) -> Report:
        return Report(None, self.candidates, noise=self.share)

    @cached_property
    def sample_bits(self) -> float:
        return entropy_of(self.weights)

    @property
    def coverage(self) -> float:
        """The probability that the secret is in the sample, about: below 1 if it has only some of the likely codes."""
        return float(2.0 ** (self.sample_bits - self.missing_bits))


class NoisyTrack(Tracker):
    """The posterior, turn by turn; a function of the history and the seed."""

    def __init__(self, game: Game, seed: Seed, settings: Settings, noise: Noise) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings
        self.noise = noise
        self._chains = draw_codes(game, CAPPED_CHAINS, seed.stream("chains"))
        self.turns: tuple[Turn, ...] = ()
        self.share = FIRST_SHARE if noise.share is None else noise.share
        self.believed: Believed | None = None
        self.reply_bits = 0.0
        """Information of all replies: minus the logarithm of their probability."""

    def state(self, threads: WorkerThreads | None = None) -> Believed:
        assert self.believed is not None, "before the first turn, nothing is drawn"
        return self.believed

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        self.reply_bits += self._surprise(turn)
        self.turns = (*self.turns, turn)
        rng = self.seed.stream("chains", len(self.turns))
        lanes = [turn for turn in self.turns if not self._is_certainly_false(turn)]
        evidence = Evidence(self.game, lanes)
        certain = len(self.turns) - len(lanes)
        believed = self._draw(evidence, certain, rng)
        if self.noise.share is None:
            for _ in range(ESTIMATES):
                false = float((believed.weights * believed.false).sum())
                by_chance = len(self.game.replies())
                false *= by_chance / (by_chance - 1.0)  # a replaced reply may equal the true one
                self.share = min(0.95, (FALSE_BEFORE + false) / (TURNS_BEFORE + len(self.turns)))
                believed = self._draw(evidence, certain, rng)
        bits = max(believed.sample_bits, self._missing_bits(believed, len(lanes), certain))
        self.believed = replace(believed, missing_bits=bits)

    def _is_certainly_false(self, turn: Turn) -> bool:
        return self.noise.announced and turn.reply.solved

    def _surprise(self, turn: Turn) -> float:
        """The information of the next reply, estimated from the last sample."""
        if self._is_certainly_false(turn):  # equally probable for all codes
            return 0.0
        if self.believed is None:
            codes = draw_codes(self.game, self.settings.noisy_samples, self.seed.stream("prior"))
            weights = np.full(len(codes), 1.0 / len(codes))
        else:
            codes, weights = self.believed.codes, self.believed.weights
        fits = float(weights[Evidence(self.game, (turn,)).misfits(codes) == 0].sum())
        if_true, if_false = reply_likelihoods(self.game, self.share)
        return -float(log2(np.array(fits * if_true + (1.0 - fits) * if_false)))

    def _missing_bits(self, believed: Believed, turns: int, certain: int) -> float:
        """The entropy of all codes less the information of replies, each less the expected information of its error."""
        if_true, if_false = -log2(np.array(reply_likelihoods(self.game, believed.share)))
        false = float(believed.weights @ believed.false) - certain
        errors = float((turns - false) * if_true + false * if_false)
        return float(log2(np.array(float(self.game.size)))) - self.reply_bits + errors

    def _draw(self, evidence: Evidence, certain: int, rng: np.random.Generator) -> Believed:
        """Sample codes from the coldest chain; `certain` replies are false for every secret."""
        cost, wanted = false_cost(self.game, self.share), DRAWS_A_SAMPLE * self.settings.noisy_samples
        codes, drawn = draw_by_weight(evidence, self._chains, cost, wanted, self.settings.noisy_moves, rng)
        hits = drawn.astype(np.float64)
        if self.noise.announced:
            asked = np.zeros(len(codes), dtype=np.bool_)
            for turn in self.turns:
                asked |= is_code(codes, turn.guess)
            codes, hits = codes[~asked], hits[~asked]
        if not len(codes):
            asked_before = {turn.guess for turn in self.turns}
            codes, hits = fresh(self.game, self._chains[-1], asked_before, rng)[None], np.ones(1)
        false = evidence.misfits(codes)
        order = np.lexsort((-hits, false))
        codes, hits, false = codes[order], hits[order], false[order] + certain
        return Believed(codes, hits / hits.sum(), false, self.share)
