"""The candidates of a game, turn by turn: all of them, or a uniform sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, inf, sqrt

from codepegs.errors import Contradiction
from codepegs.game import Game, Turn, View
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.sampling.chains import CHAINS, Chains, draw_codes, fresh
from codepegs.strategies.sampling.constraints import Evidence, Rows, is_code, list_fitting
from codepegs.strategies.sampling.settings import Settings

PROOF_NODES = 40_000_000
"""Partial codes visited to decide whether any code is consistent, after none was found: one second."""

MOST_PROOFS = 2
"""Number of failed attempts per game, since later turns are rarely easier."""

SELDOM = 4
"""Interval in turns at which codes are listed after that, with fewer nodes."""

TURNS_BY_WHITE, SHARE_BY_WHITE, LEAST_BY_WHITE = 20, 8, 6
"""If only white is shown, a whole game has the moves of this many turns. A turn gets at most an eighth of the rest, and
at least a sixth of its normal share: such games end with many turns in which hardly any code is found."""

COVERING = 2.1
"""Standard errors of the logarithm on each side of an estimate; codes of one chain are slightly alike."""

SHORT_OF_SAMPLES = 4
"""If the chains found fewer codes than wanted, the estimated number of candidates is at most this many times as
many."""


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
        factor = exp(COVERING * sqrt(self.log_variance))
        least = max(1.0, float(len(self.codes)))
        high = max(least, min(self.most, self.candidates * factor))
        return min(high, max(least, self.candidates / factor)), high


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
        last = Evidence.of(self.game, (turn,))
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
        evidence = Evidence.of(self.game, self.turns)
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
