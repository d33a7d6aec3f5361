"""The candidates of a game turn by turn in Python: the plain twin of `sampling/candidate_turn.cpp`."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, loops
from codepegs.errors import Contradiction
from codepegs.game import Game, Turn, View
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling.candidate_tracker import (
    BYTE_LANES,
    Evidence,
    Known,
    Rows,
    Settings,
    draw_codes,
    fresh,
    is_code,
    list_fitting,
)

CHAINS = 8
COLDEST, HOTTEST = 6.0, 0.8
"""Inverse temperatures of the coldest and the hottest chain, in nats per peg of distance; geometric in between. Cold
chains stay at distance 0 and pass from one consistent code to the next: at p20c20, in the middle of the game, 8 million
moves find 9,700 codes; six chains from 0.5 to 2.5 found 500, which resembled each other more."""

MOVES_A_PEG = 20
"""Moves of each chain, times the pegs, between exchanges."""

SPACING = 10
"""Moves of a chain, times the pegs, between two samples; with fewer, samples are correlated, and guesses chosen by them
are slightly worse (p12c12: 0.05 guesses at 1)."""

ENERGY_UNIT = 16
NEVER = 400
"""Rises in energy, in sixteenths of a nat, that are never accepted: one in 10^11."""

UNCAPPED = 65_535

UNLIMITED = 1 << 60

MOVES_A_STEP = 1_000_000
"""Moves of one call, per 32 turns, between checks for interrupts: about 20 milliseconds."""

PATIENCE = 8
"""The search ends after as many rounds without a new code as it took to find the last one, plus this fraction of all
rounds."""


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a run of the chains."""

    codes: Rows
    """The codes, uint8, shape (m, pegs), no code twice."""
    hits: NDArray[np.int64]
    """How often each code was visited, shape (m,)."""
    moves: int
    """Moves of all chains."""
    exhausted: bool
    """Whether the search ended because no new code was found for long, not at its limits."""
    nearest: NDArray[np.uint8]
    """The code of least energy that the coldest chain visited, shape (pegs,)."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """The energy of a distance for each chain, hottest first: min(slope * distance, cap), in sixteenths of a nat."""

    slopes: NDArray[np.int64]
    caps: NDArray[np.int64]
    grounds: NDArray[np.int64]
    """Energy up to which the codes of a chain are kept; -1 for none."""

    @classmethod
    def steep(cls) -> Ladder:
        """Return the ladder for true replies: every chain keeps the consistent codes that it visits."""
        slopes = np.geomspace(HOTTEST, COLDEST, CHAINS)
        return cls(_energies(slopes), np.full(CHAINS, UNCAPPED), np.zeros(CHAINS, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.slopes)


def _energies(nats: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.round(ENERGY_UNIT * nats).astype(np.int64)


class Chains:
    """The Markov chains of one game. They keep their codes from one turn to the next."""

    def __init__(self, game: Game, rng: np.random.Generator, ladder: Ladder | None = None) -> None:
        self.game = game
        self.ladder = ladder or Ladder.steep()
        self.codes = draw_codes(game, len(self.ladder), rng)
        self.thresholds = np.minimum(2**32 - 1, exp(-np.arange(NEVER) / ENERGY_UNIT) * 2**32).astype(np.uint64)

    def restart(self, codes: Rows) -> None:
        """Set the states of the colder half of the chains.

        `codes`: the states, uint8, shape (m, pegs).
        """
        chains = len(self.ladder)
        for number in range(min(len(codes), chains - chains // 2)):
            self.codes[chains - 1 - number] = codes[number]

    def run(self, evidence: Evidence, enough: int, moves: int, rng: np.random.Generator, known: Rows) -> Found:
        """Search for consistent codes.

        `known`: consistent codes already known, uint8, shape (m, pegs).

        If they are rare, the last third of the moves keeps all codes visited, even if they resemble each other.
        """
        first = 2 * moves // 3
        found = self._temper(evidence, enough, enough, UNLIMITED, first, rng, known[:enough], SPACING)
        if len(found.codes) >= enough or found.exhausted:
            return found
        more = self._temper(evidence, enough, enough, UNLIMITED, moves - first, rng, found.codes, 1)
        return replace(more, moves=found.moves + more.moves)

    def _temper(
        self,
        evidence: Evidence,
        room: int,
        enough: int,
        draws: int,
        moves: int,
        rng: np.random.Generator,
        known: Rows,
        spacing: int,
    ) -> Found:
        pegs, ladder = self.game.pegs, self.ladder
        first, second = evidence.residuals(self.codes)
        pool = np.zeros((room, pegs), dtype=np.uint8)
        hits = np.zeros(room, dtype=np.int64)
        nearest = self.codes[-1].copy()
        each = MOVES_A_PEG * pegs
        most = max(1, moves // (each * len(ladder)))
        tempering = loops.start_tempering(
            evidence.lanes(),
            loops.TemperatureLadder(ladder.slopes, ladder.caps, ladder.grounds, self.thresholds),
            loops.ChainStates(self.codes, first, second, np.zeros(len(ladder), dtype=np.int64)),
            np.ascontiguousarray(known),
            loops.FoundCodes(pool, hits),
            nearest,
            loops.TemperingPlan(
                moves=each,
                spacing=spacing * pegs,
                rounds=most,
                enough=enough,
                draws=draws,
                patience=most // PATIENCE if draws == UNLIMITED else UNLIMITED,
                repeats=self.game.repeats,
            ),
            int(rng.integers(2**64, size=1, dtype=np.uint64)[0]),
        )
        rounds_a_step = max(1, MOVES_A_STEP * BYTE_LANES // (evidence.width * each * len(ladder)))
        finished, size, rounds = False, 0, 0
        while not finished:
            finished, size, rounds = loops.temper(tempering, rounds_a_step)
        return Found(pool[:size], hits[:size], rounds * each * len(ladder), rounds < most, nearest)


PROOF_NODES = 40_000_000
"""Partial codes visited to decide whether any code is consistent, after none was found: one second."""

MOST_PROOFS = 2
"""Number of failed attempts per game, since later turns are rarely easier."""

SELDOM = 4
"""Interval in turns at which codes are listed after that, with fewer nodes."""

TURNS_BY_WHITE, SHARE_BY_WHITE, LEAST_BY_WHITE = 20, 8, 6
"""If only white is shown, a whole game has the moves of this many turns. A turn gets at most an eighth of the rest, and
at least a sixth of its normal share: such games end with many turns in which hardly any code is found."""

SHORT_OF_SAMPLES = 4
"""If the chains found fewer codes than wanted, the estimated number of candidates is at most this many times as
many."""


class Track:
    """The candidates of a game, turn by turn; they depend on the history and the seed only."""

    def __init__(self, game: Game, seed: Seed, settings: Settings) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings
        rng = seed.stream("chains")
        self.chains = Chains(game, rng)
        start = draw_codes(game, settings.samples, rng)
        self.known = Known(start, float(game.size), False, start[0])
        self.turns: tuple[Turn, ...] = ()
        self.proofs_failed = 0
        self.moves_made = 0

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        """Add a turn; raises `Contradiction` if it is proved that no code is consistent with all turns."""
        self.turns = (*self.turns, turn)
        before = self.known
        last = Evidence(self.game, (turn,))
        left = self._possible(before.codes[last.misfits(before.codes) == 0])
        if before.exact:
            if not len(left):
                raise Contradiction.of(self.game, len(self.turns))
            self.known = Known(left, float(len(left)), True, left[0])
            return
        share = (len(left) + 0.5) / (len(before.codes) + 1.0)
        variance = before.log_variance + (1.0 - share) / (share * (len(before.codes) + 1.0))
        self.known = replace(
            self._found(left, max(1.0, before.candidates * share)), log_variance=variance, most=before.interval[1]
        )

    def _found(self, left: Rows, estimate: float) -> Known:
        """All candidates, or a sample: consistent codes of the last sample, and new ones from the chains."""
        settings = self.settings
        evidence = Evidence(self.game, self.turns)
        nodes = 0
        is_hopeless = self.proofs_failed == MOST_PROOFS and len(self.turns) % SELDOM
        if estimate <= settings.listed and not is_hopeless:
            listed = list_fitting(evidence, 4 * settings.listed, settings.nodes)
            nodes = listed.nodes
            if listed.codes is not None:
                return self._all(listed.codes, nodes)
        self.chains.restart(left[-(CHAINS // 2) :])
        rng = self.seed.stream("chains", len(self.turns))
        found = self.chains.run(evidence, settings.samples, self._moves(), rng, left)
        self.moves_made += found.moves
        codes = self._possible(found.codes)
        if not len(codes):
            if self.proofs_failed < MOST_PROOFS:
                listed = list_fitting(evidence, settings.listed, PROOF_NODES)
                nodes += listed.nodes
                if listed.codes is not None:
                    return replace(self._all(listed.codes, nodes), moves=found.moves)
                self.proofs_failed += 1
            asked = {turn.guess for turn in self.turns}
            nearest = fresh(self.game, found.nearest, asked, self.seed.stream("fresh", len(self.turns)))
            return Known(codes, estimate, False, nearest, found.moves, nodes)
        if found.exhausted and len(codes) < settings.samples:
            estimate = min(estimate, SHORT_OF_SAMPLES * float(len(codes)))
        return Known(codes, max(estimate, float(len(codes))), False, codes[0], found.moves, nodes)

    def _moves(self) -> int:
        """Moves that the chains may make this turn."""
        if self.game.view is not View.WHITE:
            return self.settings.moves
        a_turn = self.settings.moves
        left = (TURNS_BY_WHITE * a_turn - self.moves_made) // SHARE_BY_WHITE
        return min(a_turn, max(a_turn // LEAST_BY_WHITE, left))

    def _all(self, codes: Rows, nodes: int) -> Known:
        codes = self._possible(codes)
        if not len(codes):
            raise Contradiction.of(self.game, len(self.turns))
        return Known(codes, float(len(codes)), True, codes[0], nodes=nodes)

    def _possible(self, codes: Rows) -> Rows:
        """Remove the codes that were guessed without winning, if their replies do not exclude them."""
        if self.game.view in (View.TOTAL, View.WHITE):
            for turn in self.turns:
                if not (turn.reply.solved or turn.reply.unknown):
                    codes = codes[~is_code(codes, turn.guess)]
        return codes
