"""The candidates of a game, turn by turn: all of them, or a uniform sample, as `candidate_turn.cpp` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from codepegs.errors import Contradiction
from codepegs.game import Game, Turn, View
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.chains import MOVES_A_PEG, PATIENCE, SPACING
from codepegs.strategies.sampling.constraints import Rows, native_turns
from codepegs.strategies.sampling.settings import Settings

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
        """An interval that contains the number of candidates with a probability of 95 %.

        >>> import numpy as np
        >>> codes = np.zeros((1, 4), np.uint8)
        >>> low, high = Known(codes, 100.0, False, codes[0], log_variance=0.01).interval
        >>> round(low), round(high)
        (81, 123)
        """
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
        while not loops.find_more(found):
            pass
        count, exact, moves, nodes, self._proofs_failed, self._moves_made = loops.work_of_turn(found)
        if exact and not count:
            raise Contradiction.of(game, len(self.turns))
        codes: Rows = np.empty((count, game.pegs), dtype=np.uint8)
        nearest: Rows = np.empty(game.pegs, dtype=np.uint8)
        loops.known_codes(found, codes, nearest)
        candidates, log_variance = loops.number_of_candidates(found)
        self.known = Known(codes, candidates, exact, nearest, moves, nodes, log_variance, most)
