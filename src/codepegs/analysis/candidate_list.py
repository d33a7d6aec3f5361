"""The candidates of a position: their number, some of them, and the colours that each peg can have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import Annotated, cast

import numpy as np
from msgspec import Meta

from codepegs.analysis.suggestions import CandidateCount, count_for
from codepegs.codes import MOST_CODES, Candidates, check_win
from codepegs.errors import BadInput, Contradiction
from codepegs.game import CANONICAL, EXACT_IN_JSON, Answer, Code, Game, Position, countable, counted, record
from codepegs.match import begin, verify
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import DEFAULT, Codebreaker, ForeignHistory, Player

MOST_CELLS = 20_000
"""Largest number of pegs times colours for which the possible colours are listed."""

MOST_REPORTED = 1_000
"""Number of codes listed if they are only a strategy's sample and all are asked for."""


class PossibleColor(Answer, frozen=True, kw_only=True):
    """One colour at one peg."""

    color: Annotated[str, Meta(description="its symbol")]
    candidates: Annotated[int, Meta(description="number of candidates with this colour at this peg, at least one")]


@record(
    "CandidatesAnswer",
    "position candidates=count.count candidates_estimate=count.estimate candidates_interval=count.interval codes "
    "possible exact",
)
@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of a position."""

    position: Position
    count: CandidateCount
    codes: Annotated[
        Sequence[Code], Meta(description="some candidates, ascending; the most probable first if replies may be false")
    ]
    possible: Annotated[
        list[list[PossibleColor]] | None, Meta(description="for each peg its possible colours; null if not counted")
    ] = None

    @property
    def exact(self) -> Annotated[bool, Meta(description="whether the figures were counted over all codes")]:
        """Whether the number of candidates is exact, and JSON has it."""
        return countable(self.count.count) is not None


def list_candidates(
    position: Position | Game | str,
    most: int | None = 20,
    *,
    draw: tuple[int, Seed] | None = None,
    strategy: str | Player = DEFAULT,
    workers: WorkerThreads | int = 1,
    on_start: Callable[[Codebreaker], None] | None = None,
) -> CandidateList:
    """Count candidates, and list some of them and the possible colours of each peg.

    If the codes cannot be listed, or replies may be false, the report of a strategy is used; `on_start` is called with
    its codebreaker.

    >>> found = list_candidates("p4c6 1122:1b0w", 2)
    >>> found.count.count, list(found.codes), len(found.possible[0])
    (256, [(0, 2, 2, 2), (0, 2, 2, 3)], 5)
    """
    player = Player.of(strategy)
    position = Position.of(position, noisy=player.noise.doubts)
    game = position.game
    if player.noise.trusts and not (position.turns or game.traits.is_tabulated):
        return _all_of(game, most, draw)
    if player.noise.trusts and position.solved:
        secret = check_win(position)
        possible = [[_possible(game, color, 1)] for color in secret] if game.pegs <= MOST_CELLS else None
        return CandidateList(position, CandidateCount(1), [secret][:most], possible)
    if player.noise.trusts and game.size <= MOST_CODES:
        with WorkerThreads.of(workers) as threads:
            left = Candidates.after(position, threads)
        if not len(left):
            raise Contradiction.of(game, len(position.turns))
        possible = None
        if game.pegs * game.colors <= MOST_CELLS:
            possible = [
                _peg(game, np.bincount(left.space.colors_at(left.keys, peg), minlength=game.colors).tolist())
                for peg in range(game.pegs)
            ]
        return CandidateList(position, CandidateCount(len(left)), _some(left, most, draw), possible)
    wanted = draw[0] if draw is not None else MOST_REPORTED if most is None else most
    return _reported(position, player, wanted, on_start)


def _some(left: Candidates, most: int | None, draw: tuple[int, Seed] | None) -> Sequence[Code]:
    """The first of some candidates, or some at random, ascending."""
    keys = left.keys[:most]
    if draw is not None:
        number, seed = draw
        keys = left.keys[np.sort(seed.stream("candidates").choice(len(left), min(number, len(left)), replace=False))]
    return cast("Sequence[Code]", Candidates(left.game, keys))  # whose codes are decoded when they are read


def _all_of(game: Game, most: int | None, draw: tuple[int, Seed] | None) -> CandidateList:
    """The list before the first turn, when every code is a candidate."""
    possible = None
    if game.size <= EXACT_IN_JSON and game.pegs * game.colors <= MOST_CELLS:
        possible = [_peg(game, [game.size // game.colors] * game.colors)] * game.pegs
    codes: Sequence[Code]
    if draw is not None and game.size > MOST_CODES:
        number, seed = draw
        rng = seed.stream("candidates")
        codes = sorted({game.draw(rng) for _ in range(number)})
    elif draw is not None or most is None:
        if game.size > MOST_CODES:
            raise BadInput(f"{game} has {counted(game.size, 'code')}: ask for a number of them")
        codes = _some(Candidates.all(game), most, draw)
    else:
        colors = range(game.colors)
        every = product(colors, repeat=game.pegs) if game.repeats else permutations(colors, game.pegs)
        codes = list(islice(every, most))
    return CandidateList(Position(game), CandidateCount(game.size), codes, possible)


def _reported(
    position: Position, player: Player, most: int, on_start: Callable[[Codebreaker], None] | None
) -> CandidateList:
    """The list from a strategy's report."""
    count, codes = CandidateCount(None), []
    try:
        codebreaker = begin(player, position.game, Seed(0), position.turns)
        if on_start is not None:
            on_start(codebreaker)
        verify(codebreaker, player, [])
        count = count_for(player, position, codebreaker.report())
        if most:
            codes = [code for code, _ in codebreaker.posterior(most)]
    except ForeignHistory:  # too large for any figure
        pass
    if player.noise.trusts:
        codes = [code for code in codes if position.fits(code)]
    return CandidateList(position, count, codes)


def _peg(game: Game, counts: list[int]) -> list[PossibleColor]:
    return [_possible(game, color, count) for color, count in enumerate(counts) if count]


def _possible(game: Game, color: int, count: int) -> PossibleColor:
    return PossibleColor(color=CANONICAL.symbol(game, color), candidates=count)
