"""What is known turn by turn of the codes that are possible: all of them, or a sample where they cannot be listed."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial, perm
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codepegs.analysis.coach.measures import Figures
from codepegs.candidates import Candidates, Keys, Objective, differing_guesses
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, Turn, part_table
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.one_step import (
    COUNTED_PEGS,
    best_guess,
    best_opening,
    describe,
    estimate,
    figures_of,
    only_order_is_open,
    reply_shares,
)
from codepegs.strategies.sampling import SAMPLING, Evidence, Known, Pool, Rows, Settings, Track

MOST_LISTED = 20_000_000
"""Codes of the largest game whose candidates are listed; p8c8 has 16.8 million."""

FIRST_LISTED = 1_000_000
"""Codes of the largest game in which all guesses are listed, and in which the first turn needs no counting."""

RANKED_WORK = 10_000_000_000
"""Guesses times candidates times pegs that are compared for one turn: one or two tenths of a second of one core."""

MOST_SCORED = 200_000
"""Candidates by which guesses are compared where not all guesses can be compared over all of them: bits differ by less
than a thousandth then."""

LEAST_COMPARED = 100
"""Guesses that are at least compared, where there are so many."""

MOST_PLANES = 128 * 2**20
"""Bytes of the bit planes of the candidates, two planes a peg and colour."""

POOL = Settings(samples=3_000, moves=4_000_000, listed=60_000, nodes=2_000_000, compared=400, climbs=3, steps=800)
"""How much is drawn and compared where codes cannot be listed."""

MOST_MOVES = 40_000_000
"""Moves of the chains in a whole review; after that nothing is estimated any more. Some seconds."""

LEAST_DRAWN = 200
"""Codes drawn from which on they stand for all: where fewer are found there may be very many others."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The guess that was asked and the best ones in its place."""

    asked: Figures
    best: Figures
    best_fitting: Figures
    """The best of those that may be the secret."""
    exact: bool
    """Whether all guesses were compared, over all candidates."""


class Knowledge(Protocol):
    """What is known of the candidates at a turn."""

    @property
    def candidates(self) -> float | None:
        """How many codes fit: an int where it is counted, a float where it is estimated, None where it is neither."""

    def rank(self, guess: Code, fits: bool) -> Ranking | None:
        """The guess among others; None where nothing can be said."""

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when it is certain that no code fits."""


def knowledge_of(game: Game, crew: Crew) -> Knowledge:
    """What is known before the first turn."""
    if game.size <= MOST_LISTED:
        return ListedCodes(game, crew)
    return DrawnCodes(game)


def first_shares(game: Game, guess: Code) -> NDArray[np.float64] | None:
    """The share of all codes that gives each reply to a first guess, the win last; None where that is not counted.

    Without repeats: choose the black pegs, choose which of the other colours are white, place these away from their own
    pegs (inclusion and exclusion over those that are not), and fill the rest with colours that were not guessed.

    >>> shares = first_shares(Game(4, 10, repeats=False), (0, 1, 2, 3))
    >>> (shares * 5040).round().astype(int).tolist()
    [360, 1440, 480, 1260, 720, 180, 264, 216, 72, 24, 9, 8, 6, 1]
    """
    if game.repeats:
        counts = np.bincount(np.array(guess), minlength=game.colors)
        pattern = tuple(sorted((int(count) for count in counts if count), reverse=True))
        return reply_shares(game, pattern) if game.pegs <= COUNTED_PEGS else None
    pegs, table = game.pegs, part_table(game)
    shares = np.zeros(len(table))
    for black in range(pegs + 1):
        rest = pegs - black
        for white in range(rest + 1):
            placed = sum(
                (-1) ** fixed * comb(white, fixed) * factorial(rest - fixed) // factorial(rest - white)
                for fixed in range(white + 1)
            )
            others = perm(game.colors - pegs, rest - white)
            part = table.part_of[black, black + white]
            if part >= 0:
                shares[part] += comb(pegs, black) * comb(rest, white) * placed * others / game.size
    return shares


def _best_first(game: Game) -> Code:
    return best_opening(game) if game.repeats else tuple(range(game.pegs))


def _first_ranking(game: Game, guess: Code) -> Ranking | None:
    """The first guess of a game too large to list, by counting."""
    shares, best_code = first_shares(game, guess), _best_first(game)
    best_shares = first_shares(game, best_code)
    if shares is None or best_shares is None:
        return None
    asked = Figures.of_shares(guess, shares, game.size)
    best = Figures.of_shares(best_code, best_shares, game.size)
    best = asked if asked.is_as_good_as(best) else best
    return Ranking(asked, best, best, True)


class ListedCodes:
    """All candidates in a list; every guess is compared while that is bounded work."""

    def __init__(self, game: Game, crew: Crew) -> None:
        self.position = Position(game)
        self.crew = crew
        self._left: Candidates | None = None if game.size > FIRST_LISTED else Candidates.all(game)

    @property
    def candidates(self) -> int:
        """How many codes fit."""
        return self.position.game.size if self._left is None else len(self._left)

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when no code fits."""
        self.position = Position(self.position.game, (*self.position.turns, turn))
        self._left = (
            Candidates.after(self.position, self.crew) if self._left is None else self._left.filter(turn, self.crew)
        )
        if not len(self._left):
            raise Contradiction.of(self.position.game, len(self.position.turns))

    def rank(self, guess: Code, fits: bool) -> Ranking | None:
        """The guess among all others, or among the candidates, or among some of these."""
        left = self._left
        if left is None:
            return _first_ranking(self.position.game, guess)
        asked = Figures.of(figures_of(left, guess, self.crew))
        best_code, fitting_code, exact = self._best(left)
        best = Figures.of(figures_of(left, best_code, self.crew))
        fitting = best if fitting_code == best_code else Figures.of(figures_of(left, fitting_code, self.crew))
        if asked.is_as_good_as(best):
            best = asked
        if fits and asked.is_as_good_as(fitting):
            fitting = asked
        if fitting.is_as_good_as(best):  # where some only were compared
            best = fitting
        return Ranking(asked, best, fitting, exact)

    def _best(self, left: Candidates) -> tuple[Code, Code, bool]:
        """The best guess, the best that fits, and whether all were compared."""
        if len(left) <= 2 or only_order_is_open(left):
            return left[0], left[0], True
        guesses = self._all_guesses(left)
        if guesses is not None:
            best = left.layout.decode(self._best_of(guesses, left))
            if best in left:
                return best, best, True
        some = Candidates(left.game, left.keys[:: -(-len(left) // MOST_SCORED)])
        offered = left if len(left) <= FIRST_LISTED else some
        fitting = differing_guesses(self.position, offered, candidates_only=True, crew=self.crew)
        if guesses is not None and self._is_affordable(fitting, left):
            return best, left.layout.decode(self._best_of(fitting, left)), True
        if len(fitting) < LEAST_COMPARED:  # hardly one of an orbit is among some of the candidates
            fitting = some.keys
        fitting = fitting[:: -(-len(fitting) * len(some) * left.game.pegs // RANKED_WORK)]
        while not self._is_affordable(fitting, some):
            fitting, some = fitting[::2], Candidates(left.game, some.keys[::2])
        code = left.layout.decode(self._best_of(fitting, some))
        return (code, code, False) if guesses is None else (best, code, False)

    def _best_of(self, guesses: Keys, left: Candidates) -> int:
        return best_guess(guesses, left, Objective.ENTROPY, crew=self.crew, turn=len(self.position.turns) + 1)

    def _all_guesses(self, left: Candidates) -> Keys | None:
        """All guesses that differ by symmetry, where they can be compared."""
        if self.position.game.size > FIRST_LISTED:
            return None
        guesses = differing_guesses(self.position, left, crew=self.crew)
        return guesses if self._is_affordable(guesses, left) else None

    def _is_affordable(self, guesses: Keys, left: Candidates) -> bool:
        """Whether the guesses can be compared over the candidates in bounded time and memory."""
        game = left.game
        columns = min(game.colors, len(guesses) * game.pegs)
        work, planes = len(guesses) * len(left) * game.pegs, game.pegs * columns * len(left) // 4
        return work <= RANKED_WORK and planes <= MOST_PLANES


class DrawnCodes:
    """Codes drawn from the candidates stand for all of them, as in the strategy `sampling`; always the same ones."""

    def __init__(self, game: Game) -> None:
        self.position = Position(game)
        self._moves = 0
        self._track = Track(game, Seed(0), POOL) if SAMPLING.why_not(game) is None else None

    @property
    def candidates(self) -> float | None:
        """How many codes fit: counted at first and when they are few, else estimated."""
        if not self.position.turns:
            return self.position.game.size
        known = self._known
        if known is None:
            return None
        return len(known.codes) if known.exact else known.candidates

    @property
    def _known(self) -> Known | None:
        """What the codes drawn tell, as long as they stand for all."""
        if self._track is None:
            return None
        known = self._track.known
        return known if known.exact or len(known.codes) >= LEAST_DRAWN else None

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when it is certain that no code fits."""
        self.position = Position(self.position.game, (*self.position.turns, turn))
        if self._track is None:
            return
        self._track.advance(turn)
        known = self._track.known
        self._moves += known.moves
        if not len(known.codes) or self._moves > MOST_MOVES:
            self._track = None

    def rank(self, guess: Code, fits: bool) -> Ranking | None:
        """The guess among some that fit and what climbing from the best of them finds."""
        game, turns = self.position.game, self.position.turns
        if not turns and (counted := _first_ranking(game, guess)) is not None:
            return counted
        known = self._known
        if known is None:
            return None
        rng = Seed(0).stream("coach", len(turns))
        pool = Pool(game, known.codes).sample(POOL.samples, rng)
        whole = known.exact and len(pool) == len(known.codes)
        table = _table_of_bits(len(pool))
        offered = pool.sample(POOL.compared, rng).codes
        if not turns:
            offered = np.concatenate([offered, np.array([_best_first(game)], dtype=np.uint8)])
        offered = offered[np.argsort(pool.score(offered, table), kind="stable")]
        climbed = [pool.climb(row, table, POOL.steps, rng)[0] for row in offered[: POOL.climbs]] if turns else []
        evidence = Evidence.of(game, turns)

        def figures(row: Rows) -> Figures:
            sizes, code = pool.part_sizes(row), tuple(row.tolist())
            if whole:
                return Figures.of(describe(code, sizes))
            may_win = not evidence.misfits(row[None])[0]
            return Figures.of(estimate(code, sizes, max(known.candidates, len(pool)), may_win))

        asked, fitting = figures(np.array(guess, dtype=np.uint8)), figures(offered[0])
        if fits and asked.is_as_good_as(fitting):
            fitting = asked
        best = max([fitting, asked, *map(figures, climbed)], key=lambda found: round(found.entropy_bits, 9))
        return Ranking(asked, asked if asked.is_as_good_as(best) else best, fitting, False)


def _table_of_bits(size: int) -> NDArray[np.float64]:
    """What parts of 0, 1, 2, … codes leave open, size times bits; two equal rows, as `Pool.score` takes."""
    sizes = np.arange(size + 1, dtype=np.float64)
    bits = sizes * np.log2(np.maximum(sizes, 1.0))
    return np.stack([bits, bits])
