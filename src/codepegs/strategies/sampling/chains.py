"""Markov chains at several temperatures that search for probable codes if replies may be false, from turn to turn.

Parallel tempering (Swendsen and Wang 1986; Geyer 1991): hot chains cross between local minima, cold ones settle in
them, and neighbouring chains exchange codes. `candidate_turn.cpp` has those for true replies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp
from codepegs.game import Game
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.constraints import LANES, Evidence, Rows

MOVES_A_PEG = 20
"""Moves of each chain, times the pegs, between exchanges."""

SPACING = 10
"""Moves of a chain, times the pegs, between two samples; with fewer, samples are correlated, and guesses chosen by them
are slightly worse (p12c12: 0.05 guesses at 1)."""

ENERGY_UNIT = 16
NEVER = 400
"""Rises in energy, in sixteenths of a nat, that are never accepted: one in 10^11."""

UNLIMITED = 1 << 60

MOVES_A_STEP = 1_000_000
"""Moves of one call, per 32 turns, between checks for interrupts: about 20 milliseconds."""

PATIENCE = 8
"""The search ends after as many rounds without a new code as it took to find the last one, plus this fraction of all
rounds."""

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
    """Draw codes uniformly and independently.

    Returns the codes, uint8, shape (count, pegs).
    """
    if game.repeats:
        return rng.integers(game.colors, size=(count, game.pegs), dtype=np.uint8)
    order = np.tile(np.arange(game.colors, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(rng.permuted(order, axis=1)[:, : game.pegs])


def fresh(game: Game, code: Rows, asked: set[tuple[int, ...]], rng: np.random.Generator) -> Rows:
    """Return a code that was not guessed yet, by random changes of a code.

    `code`: the code, uint8, shape (pegs,).

    >>> fresh(Game(2, 2), np.array([0, 0], dtype=np.uint8), {(0, 0), (0, 1)}, np.random.default_rng(1)).tolist()[0]
    1
    """
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
