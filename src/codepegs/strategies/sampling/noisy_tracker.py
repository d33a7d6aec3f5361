"""What is known where replies may be false: codes drawn from the posterior, by chains that cap the cost of a misfit.

However far a code is from a reply, the reply may just be false, so a distance costs no more than that is worth. Hot
chains feel a gentle slope towards what fits; the coldest stands at the cap from a distance of one on, which is the
posterior itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.game import Game, Noise, Turn, false_cost
from codepegs.rng import Seed
from codepegs.strategies.sampling.chains import Chains, Ladder, fresh
from codepegs.strategies.sampling.constraints import Evidence, Rows, is_code
from codepegs.strategies.sampling.settings import Settings

FIRST_SHARE = 0.1
"""Share of false replies that is assumed at first where it is unknown."""

FALSE_BEFORE, TURNS_BEFORE = 0.5, 4.0
"""An unknown share is estimated as if so many false replies in so many turns had been seen before."""

ESTIMATES = 2
"""Rounds of drawing codes and estimating the share from them."""

DRAWS_A_SAMPLE = 4
"""Times the coldest chain is looked at, for each code that is wanted."""


@dataclass(frozen=True, eq=False)
class Believed:
    """A sample of the posterior: distinct codes, most probable first."""

    codes: Rows
    weights: NDArray[np.float64]
    """Adding up to one."""
    false: NDArray[np.int64]
    """How many replies do not fit each code."""
    share: float
    moves: int

    @property
    def missing_bits(self) -> float:
        """Entropy of the sample."""
        present = self.weights[self.weights > 0]
        return float(-(present * log2(present)).sum()) + 0.0


class NoisyTrack:
    """Goes through a history turn by turn; a function of the history and the seed alone."""

    def __init__(self, game: Game, seed: Seed, settings: Settings, noise: Noise) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings
        self.noise = noise
        self.chains = Chains(game, seed.stream("chains"), Ladder.capped(1.0))
        self.turns: tuple[Turn, ...] = ()
        self.share = FIRST_SHARE if noise.share is None else noise.share
        self.believed: Believed | None = None

    def advance(self, turn: Turn) -> None:
        """Take in a turn."""
        self.turns = (*self.turns, turn)
        rng = self.seed.stream("chains", len(self.turns))
        lanes = [turn for turn in self.turns if not (self.noise.told and turn.reply.solved)]
        evidence = Evidence.of(self.game, lanes)
        certain = len(self.turns) - len(lanes)
        believed = self._draw(evidence, certain, rng)
        if self.noise.share is None:
            for _ in range(ESTIMATES):
                false = float((believed.weights * believed.false).sum())
                by_chance = len(self.game.replies())
                false *= by_chance / (by_chance - 1.0)  # one in so many that were replaced is true all the same
                self.share = min(0.95, (FALSE_BEFORE + false) / (TURNS_BEFORE + len(self.turns)))
                believed = self._draw(evidence, certain, rng)
        self.believed = believed

    def _draw(self, evidence: Evidence, certain: int, rng: np.random.Generator) -> Believed:
        """Codes as the coldest chain comes by them; `certain` replies are false whatever the secret."""
        cost = false_cost(self.game, self.share)
        self.chains.ladder = Ladder.capped(cost)
        wanted = DRAWS_A_SAMPLE * self.settings.samples
        found = self.chains.draw(evidence, wanted, self.settings.noisy_moves, rng)
        codes, hits = found.codes, found.hits.astype(np.float64)
        if self.noise.told:
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
        """A code next to where the coldest chain stands that was not asked yet."""
        asked = {turn.guess for turn in self.turns}
        return fresh(self.game, self.chains.codes[-1], asked, rng)[None]


def suspects(believed: Believed, evidence: Evidence, turns: Sequence[Turn], told: bool) -> list[float]:
    """Probability of each turn's reply to be false: that it does not fit the secret."""
    first, second = evidence.residuals(believed.codes)
    wrong = (first != 0) | (second != 0)
    doubts = (believed.weights @ wrong[:, : len(turns)]).tolist()
    return [1.0 if told and turn.reply.solved else doubt for turn, doubt in zip(turns, doubts, strict=True)]
