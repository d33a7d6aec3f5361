"""Codes sampled from the posterior if replies may be false, by Markov chains at several temperatures.

Parallel tempering (Swendsen and Wang 1986; Geyer 1991): hot chains cross between local minima, cold ones settle in
them, and neighbouring chains exchange codes. At any distance from a code, the reply may be false, so the cost of a
distance is capped at the cost of a false reply. Hot chains have a small slope; the coldest reaches the cap at a
distance of one, so it samples the posterior. `candidate_turn.cpp` has the chains for true replies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, log2
from codepegs.game import Game, Noise, Turn, false_cost, reply_likelihoods
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.candidate_tracker import (
    LANES,
    MOVES_A_PEG,
    PATIENCE,
    SPACING,
    Evidence,
    Rows,
    Settings,
    is_code,
)

ENERGY_UNIT = 16
NEVER = 400
"""Rises in energy, in sixteenths of a nat, that are never accepted: one in 10^11."""

UNLIMITED = 1 << 60

MOVES_A_STEP = 1_000_000
"""Moves of one call, per 32 turns, between checks for interrupts: about 20 milliseconds."""

CAPPED_CHAINS = 9
CAPPED_HOTTEST = 0.25
"""Number of chains, and the smallest slope, if replies may be false; the largest slope is the cost of a false reply."""


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a run of the chains."""

    codes: Rows
    """The codes, uint8, shape (m, pegs), no code twice."""
    hits: NDArray[np.int64]
    """How often each code was visited, shape (m,)."""
    moves: int
    """Moves of all chains."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """The energy of a distance for each chain, hottest first: min(slope * distance, cap), in sixteenths of a nat."""

    slopes: NDArray[np.int64]
    caps: NDArray[np.int64]
    grounds: NDArray[np.int64]
    """Energy up to which the codes of a chain are kept; -1 for none."""

    @classmethod
    def capped(cls, cost: float) -> Ladder:
        """Return the ladder for replies that may be false: only the coldest chain keeps the codes that it visits."""
        slopes = np.geomspace(min(CAPPED_HOTTEST, cost), cost, CAPPED_CHAINS)
        grounds = np.full(CAPPED_CHAINS, -1, dtype=np.int64)
        grounds[-1] = 1 << 40
        return cls(_energies(slopes), np.full(CAPPED_CHAINS, _energies(np.array(cost))), grounds)

    def __len__(self) -> int:
        return len(self.slopes)


def _energies(nats: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.round(ENERGY_UNIT * nats).astype(np.int64)


class Chains:
    """The Markov chains of one game. They keep their codes from one turn to the next."""

    def __init__(self, game: Game, rng: np.random.Generator, ladder: Ladder) -> None:
        self.game = game
        self.ladder = ladder
        self.codes = draw_codes(game, len(self.ladder), rng)
        self.thresholds = np.minimum(2**32 - 1, exp(-np.arange(NEVER) / ENERGY_UNIT) * 2**32).astype(np.uint64)

    def draw(self, evidence: Evidence, draws: int, moves: int, rng: np.random.Generator) -> Found:
        """Draw codes from the coldest chain, after it has settled."""
        self._temper(evidence, 1, UNLIMITED, moves // 3, rng)
        return self._temper(evidence, draws, draws, moves, rng)

    def _temper(self, evidence: Evidence, room: int, draws: int, moves: int, rng: np.random.Generator) -> Found:
        pegs, ladder = self.game.pegs, self.ladder
        first, second = evidence.residuals(self.codes)
        pool = np.zeros((room, pegs), dtype=np.uint8)
        hits = np.zeros(room, dtype=np.int64)
        each = MOVES_A_PEG * pegs
        most = max(1, moves // (each * len(ladder)))
        tempering = loops.start_tempering(
            evidence.lanes(),
            loops.TemperatureLadder(ladder.slopes, ladder.caps, ladder.grounds, self.thresholds),
            loops.ChainStates(self.codes, first, second, np.zeros(len(ladder), dtype=np.int64)),
            np.empty((0, pegs), dtype=np.uint8),
            loops.FoundCodes(pool, hits),
            self.codes[-1].copy(),
            loops.TemperingPlan(
                moves=each,
                spacing=SPACING * pegs,
                rounds=most,
                enough=room + 1,
                draws=draws,
                patience=most // PATIENCE if draws == UNLIMITED else UNLIMITED,
                repeats=self.game.repeats,
            ),
            int(rng.integers(2**64, size=1, dtype=np.uint64)[0]),
        )
        rounds_a_step = max(1, MOVES_A_STEP * LANES // (evidence.width * each * len(ladder)))
        finished, size, rounds = False, 0, 0
        while not finished:
            finished, size, rounds = loops.temper(tempering, rounds_a_step)
        return Found(pool[:size], hits[:size], rounds * each * len(ladder))


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
class Believed:
    """A sample of the posterior: distinct codes, most probable first."""

    codes: Rows
    weights: NDArray[np.float64]
    """Probabilities, which sum to one."""
    false: NDArray[np.int64]
    """Number of replies with which each code is not consistent."""
    share: float
    moves: int
    missing_bits: float = 0.0
    """Entropy of the posterior, estimated; at least that of the sample."""

    @property
    def candidates(self) -> float:
        """As many codes of equal probability have the entropy of the posterior."""
        return float(2.0**self.missing_bits)

    def weighted(self) -> tuple[Rows, NDArray[np.float64]]:
        return self.codes, self.weights

    @property
    def sample_bits(self) -> float:
        present = self.weights[self.weights > 0]
        return float(-(present * log2(present)).sum()) + 0.0

    @property
    def coverage(self) -> float:
        """The probability that the secret is in the sample, about: below 1 if it has only some of the likely codes."""
        return float(2.0 ** (self.sample_bits - self.missing_bits))


class NoisyTrack:
    """The posterior, turn by turn; a function of the history and the seed."""

    def __init__(self, game: Game, seed: Seed, settings: Settings, noise: Noise) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings
        self.noise = noise
        self.chains = Chains(game, seed.stream("chains"), Ladder.capped(1.0))
        self.turns: tuple[Turn, ...] = ()
        self.share = FIRST_SHARE if noise.share is None else noise.share
        self.believed: Believed | None = None
        self.reply_bits = 0.0
        """Information of all replies: minus the logarithm of their probability."""

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
        cost = false_cost(self.game, self.share)
        self.chains.ladder = Ladder.capped(cost)
        wanted = DRAWS_A_SAMPLE * self.settings.noisy_samples
        found = self.chains.draw(evidence, wanted, self.settings.noisy_moves, rng)
        codes, hits = found.codes, found.hits.astype(np.float64)
        if self.noise.announced:
            asked = np.zeros(len(codes), dtype=np.bool_)
            for turn in self.turns:
                asked |= is_code(codes, turn.guess)
            codes, hits = codes[~asked], hits[~asked]
        if not len(codes):
            asked_before = {turn.guess for turn in self.turns}
            codes, hits = fresh(self.game, self.chains.codes[-1], asked_before, rng)[None], np.ones(1)
        false = evidence.misfits(codes)
        order = np.lexsort((-hits, false))
        codes, hits, false = codes[order], hits[order], false[order] + certain
        return Believed(codes, hits / hits.sum(), false, self.share, found.moves)
