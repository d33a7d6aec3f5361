"""Chains at several temperatures that look for codes which fit, and go on from turn to turn.

Parallel tempering (Swendsen and Wang 1986; Geyer 1991): hot chains cross between valleys, cold ones settle in them, and
neighbours exchange codes so that both happen at once. A chain that stands on a code at distance 0 has drawn it
uniformly from all that fit, whatever its temperature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game
from codepegs.sampling.evidence import Evidence, Rows, held_colors

CHAINS = 6
COLDEST, HOTTEST = 2.5, 0.5
"""Inverse temperatures of the two ends, in nats a peg of distance; geometric in between."""

MOVES_A_PEG = 20
"""Moves of each chain, times the pegs, between exchanges."""

ENERGY_UNIT = 16
NEVER = 400
"""Rises in energy, in sixteenths of a nat, that are never accepted: one in 10^11."""

UNCAPPED = 65_535

HITS_A_CODE = 20
"""Hits a code, on average, after which no code is thought to be missing."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a run of the chains brought."""

    codes: Rows
    hits: NDArray[np.int64]
    moves: int
    complete: bool
    """Whether all codes that fit have probably been found."""
    nearest: NDArray[np.uint8]
    """The code the coldest chain was nearest at."""


class Chains:
    """The chains of one game; their state goes on from one turn to the next."""

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self.game = game
        self.codes = draw_codes(game, CHAINS, rng)
        self.slopes = np.round(ENERGY_UNIT * np.geomspace(HOTTEST, COLDEST, CHAINS)).astype(np.int64)
        self.caps = np.full(CHAINS, UNCAPPED, dtype=np.int64)
        self.thresholds = np.minimum(
            2**32 - 1, np.exp(-np.arange(NEVER) / ENERGY_UNIT) * 2**32
        ).astype(np.uint64)

    def restart(self, codes: Rows) -> None:
        """Let the colder half go on from these codes."""
        half = CHAINS // 2
        for number in range(min(len(codes), CHAINS - half)):
            self.codes[CHAINS - 1 - number] = codes[number]

    def run(self, evidence: Evidence, enough: int, moves: int, rng: np.random.Generator, known: Rows) -> Found:
        """Look for codes that fit until there are `enough` of them or the moves are used up."""
        from codepegs.kernels import tempering

        pegs = self.game.pegs
        first, second = evidence.residuals(self.codes)
        held = held_colors(self.codes, self.game.colors)
        pool = np.zeros((enough, pegs), dtype=np.uint8)
        hits = np.zeros(enough, dtype=np.int64)
        slots = np.full(1 << (2 * enough).bit_length(), -1, dtype=np.int32)
        counts = np.array([0, 0, 1 << 40], dtype=np.int64)
        nearest = self.codes[-1].copy()
        for code in known[:enough]:
            counts[0] = tempering.put(code, pool, hits, slots, counts[0], np.uint64(len(slots) - 1))
        each = MOVES_A_PEG * pegs
        rounds = tempering.temper(
            self.codes, held, first, second, evidence.match, evidence.more, evidence.black_mask, evidence.white_mask,
            self.slopes, self.caps, self.thresholds, self.game.repeats, each, max(1, moves // (each * CHAINS)),
            enough, rng.integers(2**64, size=1, dtype=np.uint64), np.zeros(CHAINS, dtype=np.int64),
            pool, hits, slots, counts, nearest,
        )  # fmt: skip
        size = int(counts[0])
        return Found(
            pool[:size], hits[:size], rounds * each * CHAINS, bool(counts[1] > HITS_A_CODE * (size + 5)), nearest
        )


def draw_codes(game: Game, count: int, rng: np.random.Generator) -> Rows:
    """Codes drawn uniformly and independently, shape (count, pegs)."""
    if game.repeats:
        return rng.integers(game.colors, size=(count, game.pegs), dtype=np.uint8)
    order = np.tile(np.arange(game.colors, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(rng.permuted(order, axis=1)[:, : game.pegs])
