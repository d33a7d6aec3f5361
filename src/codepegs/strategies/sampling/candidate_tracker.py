"""The candidates of a game, turn by turn: all of them, or a uniform sample, as `candidate_turn.cpp` finds them.

`Settings` limits the work of a turn. `Evidence` has the turns as arrays for the chains, one lane for each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Turn, View, part_table
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling import loops

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


LANES = loops.BYTE_LANES

NODES_A_STEP = 100_000
"""Partial codes of one call, per 32 turns, between checks for interrupts: about 2 milliseconds, some times as long in a
browser."""

Rows = NDArray[np.uint8]
"""Codes of shape (m, pegs)."""


class Evidence:
    """The turns of a game, to compare codes with.

    The distance of a code from a reply is the sum, over the counts that the view shows, of the absolute difference.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self.game = game
        self.width = LANES * max(1, -(-len(turns) // LANES))
        """Number of turns, rounded up to a multiple of `LANES`."""
        view = list(View).index(game.view)
        self.native = loops.new_evidence(game.pegs, game.colors, game.repeats, view, *native_turns(game, turns))

    def lanes(self) -> loops.ReplyLanes:
        """Return the arrays for the Markov chains in C++."""
        cells = self.game.pegs * self.game.colors
        match, more = np.empty((2, cells, self.width), dtype=np.int8)
        masks = np.empty((2, self.width), dtype=np.int8)
        loops.copy_lanes(self.native, match, more, *masks)
        return loops.ReplyLanes(match, more, *masks)

    def residuals(self, codes: Rows) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Compute the distance of codes from each reply.

        `codes`: the codes, uint8, shape (m, pegs). Returns the differences in black pegs and in the other count shown:
        two int8 arrays of shape (m, width).
        """
        first, second = np.zeros((2, len(codes), self.width), dtype=np.int8)
        loops.compare_codes(self.native, codes, first, second)
        return first, second

    def misfits(self, codes: Rows) -> NDArray[np.int64]:
        """Count the replies with which codes are not consistent.

        `codes`: the codes, uint8, shape (m, pegs). Returns the counts, int64, shape (m,).
        """
        first, second = self.residuals(codes)
        found: NDArray[np.int64] = ((first != 0) | (second != 0)).sum(axis=1)
        return found


def native_turns(game: Game, turns: Sequence[Turn]) -> tuple[Rows, NDArray[np.int64]]:
    """Return the guesses and the replies of turns as `loops.new_evidence` takes them."""
    replies = [turn.reply for turn in turns]
    counts = [
        [-1 if count is None else count for count in (reply.black, reply.white, reply.total)] for reply in replies
    ]
    shown = [[*count, reply.solved, reply.unknown] for count, reply in zip(counts, replies, strict=True)]
    guesses = np.array([turn.guess for turn in turns], dtype=np.uint8).reshape(-1, game.pegs)
    return guesses, np.array(shown, dtype=np.int64).reshape(-1, 5)


def held_colors(codes: Rows, colors: int) -> NDArray[np.int64]:
    """Count the pegs of each colour in codes.

    `codes`: the codes, uint8, shape (m, pegs). Returns the counts, int64, shape (m, colors).
    """
    flat = codes.astype(np.int64) + colors * np.arange(len(codes))[:, None]
    counts: Any = np.bincount(flat.ravel(), minlength=colors * len(codes))
    return np.asarray(counts.reshape(len(codes), colors))


def is_code(codes: Rows, code: Code) -> NDArray[np.bool_]:
    """Compare codes with one code.

    `codes`: the codes, uint8, shape (m, pegs). Returns whether each row equals the code, bool, shape (m,).
    """
    found: NDArray[np.bool_] = (codes == np.array(code, dtype=np.uint8)).all(axis=1)
    return found


def part_sizes(game: Game, codes: Rows, guess: Code) -> NDArray[np.int64]:
    """Count the codes in each part of the partition by a guess.

    `codes`: the codes, uint8, shape (m, pegs). Returns the sizes, int64, shape (parts,), the win last.
    """
    table, row = part_table(game), np.array(guess, dtype=np.uint8)
    black = (codes == row).sum(axis=1)
    used = np.bincount(row, minlength=game.colors)
    total = np.minimum(held_colors(codes, game.colors), used).sum(axis=1)
    return np.bincount(table.part_of[black, total], minlength=len(table))


@dataclass(frozen=True, eq=False)
class Listed:
    """The result of an attempt to list all candidates."""

    codes: Rows | None
    """All candidates, uint8, shape (m, pegs); None if a limit was exceeded."""
    nodes: int
    """Partial codes visited."""


def list_fitting(evidence: Evidence, most: int, nodes: int) -> Listed:
    """List all consistent codes, within limits."""
    out = np.empty((most, evidence.game.pegs), dtype=np.uint8)
    listing = loops.start_listing(evidence.native, nodes, out)
    finished, found, visited = False, 0, 0
    while not finished:
        finished, found, visited = loops.list_more(listing, NODES_A_STEP * LANES // evidence.width)
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


@dataclass(frozen=True, eq=False)
class Known:
    """The candidates, or a sample of them, after a turn."""

    codes: Rows
    """Consistent codes, uint8, shape (m, pegs): all if `exact`, else some."""
    candidates: float
    """Number of candidates: counted if `exact`, else estimated."""
    exact: bool
    """Whether `codes` has all candidates."""
    nearest: Rows
    """If no consistent code was found, the code nearest to it, which was not guessed yet; shape (pegs,)."""
    moves: int = 0
    """Moves the chains made this turn."""
    nodes: int = 0
    """Partial codes visited this turn."""
    log_variance: float = 0.0
    """Variance of the logarithm of `candidates`, as far as it comes from the samples."""
    most: float = inf
    """Upper end of the interval one turn before, since a reply only removes candidates."""

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that contains the number of candidates with a probability of 95 %."""
        if self.exact:
            return self.candidates, self.candidates
        return loops.interval_of_candidates(len(self.codes), self.candidates, self.log_variance, self.most)


class Track:
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

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        """Add a turn; raises `Contradiction` if it is proved that no code is consistent with all turns."""
        self.turns = (*self.turns, turn)
        game, before = self.game, self.known
        most = inf if before.exact else before.interval[1]
        found = loops.begin_candidates(
            loops.TrackedGame(
                pegs=game.pegs,
                colors=game.colors,
                view=list(View).index(game.view),
                size=float(game.size),
                repeats=game.repeats,
            ),
            loops.TrackLimits(
                samples=self.settings.samples,
                moves=self.settings.moves,
                listed=self.settings.listed,
                nodes=self.settings.nodes,
                proof_nodes=PROOF_NODES,
                moves_a_peg=MOVES_A_PEG,
                spacing=SPACING,
                patience=PATIENCE,
            ),
            loops.KnownBefore(
                codes=before.codes,
                candidates=before.candidates,
                log_variance=before.log_variance,
                proofs_failed=self._proofs_failed,
                moves_made=self._moves_made,
                exact=before.exact,
            ),
            self._chains,
            *native_turns(game, self.turns),
            self.seed.words,
        )
        while not loops.find_more(found)[0]:
            pass
        count, exact, moves, nodes, self._proofs_failed, self._moves_made = loops.work_of_turn(found)
        if exact and not count:
            raise Contradiction.of(game, len(self.turns))
        codes: Rows = np.empty((count, game.pegs), dtype=np.uint8)
        nearest: Rows = np.empty(game.pegs, dtype=np.uint8)
        loops.known_codes(found, codes, nearest)
        candidates, log_variance = loops.number_of_candidates(found)
        self.known = Known(codes, candidates, exact, nearest, moves, nodes, log_variance, most)
