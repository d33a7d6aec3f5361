"""Codes sampled from the posterior if replies may be false, by chains with a capped cost per reply.

At any distance from a code, the reply may be false, so the cost of a distance is capped at the cost of a false reply.
Hot chains have a small slope; the coldest reaches the cap at a distance of one, so it samples the posterior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.game import Game, Noise, Turn, false_cost, reply_likelihoods
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling.chains import Chains, Ladder, draw_codes, fresh
from codepegs.strategies.sampling.constraints import Evidence, Rows, is_code
from codepegs.strategies.sampling.settings import Settings

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
    def sample_bits(self) -> float:
        """Entropy of the sample."""
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
        """Add a turn."""
        self.reply_bits += self._surprise(turn)
        self.turns = (*self.turns, turn)
        rng = self.seed.stream("chains", len(self.turns))
        lanes = [turn for turn in self.turns if not self._is_certainly_false(turn)]
        evidence = Evidence.of(self.game, lanes)
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
        fits = float(weights[Evidence.of(self.game, (turn,)).misfits(codes) == 0].sum())
        if_true, if_false = reply_likelihoods(self.game, self.share)
        return -float(log2(np.array(fits * if_true + (1.0 - fits) * if_false)))

    def _missing_bits(self, believed: Believed, turns: int, certain: int) -> float:
        """The entropy of the posterior by the rule of Bayes: the entropy of all codes, less what the replies revealed.

        A reply reveals its information, less the expected information of its error.
        """
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
            codes, hits = self._others(rng), np.ones(1)
        false = evidence.misfits(codes)
        order = np.lexsort((-hits, false))
        codes, hits, false = codes[order], hits[order], false[order] + certain
        return Believed(codes, hits / hits.sum(), false, self.share, found.moves)

    def _others(self, rng: np.random.Generator) -> Rows:
        """A code near the state of the coldest chain that was not guessed yet."""
        asked = {turn.guess for turn in self.turns}
        return fresh(self.game, self.chains.codes[-1], asked, rng)[None]


def suspects(believed: Believed, evidence: Evidence, turns: Sequence[Turn], announced: bool) -> list[float]:
    """Return the probability that the reply of each turn is false."""
    first, second = evidence.residuals(believed.codes)
    wrong = (first != 0) | (second != 0)
    doubts = (believed.weights @ wrong[:, : len(turns)]).tolist()
    return [1.0 if announced and turn.reply.solved else doubt for turn, doubt in zip(turns, doubts, strict=True)]
