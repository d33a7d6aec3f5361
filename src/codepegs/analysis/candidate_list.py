"""The candidates of a position: whether there are any, their number, some of them, and the colours of each peg."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, cast

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.analysis.suggestions import CandidateCount, count_for
from codepegs.codes import (
    MOST_CODES,
    MOST_EXPLAINED,
    Candidates,
    ConflictingTurns,
    OtherRule,
    Repair,
    WhatIsWrong,
    check_win,
    decide,
    explain_contradiction,
    objects_of,
)
from codepegs.errors import BadInput, Contradiction
from codepegs.game import (
    CANONICAL,
    EXACT_IN_JSON,
    Answer,
    Code,
    Count,
    Game,
    JsonKeys,
    Position,
    as_given,
    countable,
    record,
)
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import DEFAULT, Codebreaker, ForeignHistory, Player, Progress, begin, verify


@record("ExplainAnswer")
@dataclass(frozen=True, slots=True)
class Consistency:
    """Whether some code is consistent with the turns, and the contradiction if not."""

    position: Position
    consistent: Annotated[bool | None, Meta(description="null if a bounded search was inconclusive")]
    candidates: Count
    conflict: ConflictingTurns = None
    repairs: tuple[Repair, ...] = ()
    other_rules: tuple[OtherRule, ...] = ()
    exact: bool = True
    """False if the game was too large to examine every code."""
    reasons: WhatIsWrong = ()

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "consistent": self.consistent,
            "candidates": self.candidates,
            "conflict": self.conflict,
            "repairs": self.repairs,
            "other_rules": self.other_rules,
            "exact": self.exact,
            "reasons": self.reasons,
        }


def check_consistency(
    position: Position | Game | str, *, most_codes: int = MOST_EXPLAINED, workers: WorkerThreads | int = 1
) -> Consistency:
    """Return whether some code is consistent with the turns; `most_codes` as for `explain_contradiction`."""
    position = as_given(position)
    game = position.game
    if not position.turns:
        return Consistency(position, True, game.size)
    wrong = explain_contradiction(position, most_codes=most_codes)
    if wrong is not None:
        return Consistency(
            position, False, 0, wrong.turns, wrong.repairs, wrong.other_rules, wrong.exact, wrong.reasons
        )
    if position.solved:  # this is checked even if a bounded search was inconclusive
        is_consistent = position.fits(position.turns[-1].guess)
        return Consistency(position, is_consistent, int(is_consistent))
    if game.size <= MOST_CODES:
        with WorkerThreads.of(workers) as threads:
            count = len(Candidates.after(position, threads))
        return Consistency(position, count > 0, count)
    decision = decide(position)
    found = len(decision.codes) if decision.complete else None
    return Consistency(position, decision.consistent, found, exact=decision.complete)


MOST_CELLS = 20_000
"""Largest number of pegs times colours for which the possible colours are listed."""

MOST_REPORTED = 1_000
"""Number of codes listed if they are only a strategy's sample and all are asked for."""


class PossibleColor(Answer, frozen=True, kw_only=True):
    """One colour at one peg."""

    color: Annotated[str, Meta(description="its symbol")]
    candidates: Annotated[int, Meta(description="number of candidates with this colour at this peg, at least one")]


@record("CandidatesAnswer")
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

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "candidates": self.count.count,
            "candidates_estimate": self.count.estimate,
            "candidates_interval": self.count.interval,
            "codes": self.codes,
            "possible": self.possible,
            "exact": self.exact,
        }

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
    """Count candidates, and list some of them and the possible colours of each peg."""
    # If the codes cannot be listed, or replies may be false, the report of a strategy is used; `on_start` is called
    # with its codebreaker.
    player = Player.of(strategy)
    position = Position.of(position, noisy=player.noise.doubts)
    game = position.game
    if player.noise.trusts and not (position.turns or game._traits.is_tabulated):
        return _all_of(game, most, draw)
    if player.noise.trusts and position.solved:
        secret = check_win(position)
        possible = [_peg(game, {color: 1}) for color in secret] if game.pegs <= MOST_CELLS else None
        return CandidateList(position, CandidateCount(1), [secret][:most], possible)
    if player.noise.trusts and game.size <= MOST_CODES:
        with WorkerThreads.of(workers) as threads:
            left = objects_of(Candidates.after(position, threads))
        if not len(left):
            raise Contradiction.of(game, len(position.turns))
        possible = None
        if game.pegs * game.colors <= MOST_CELLS:
            possible = [
                _peg(game, dict(enumerate(np.bincount(left.space.colors_at(left.keys, peg)).tolist())))
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
        possible = [_peg(game, dict.fromkeys(range(game.colors), game.size // game.colors))] * game.pegs
    codes: Sequence[Code]
    if draw is not None and game.size > MOST_CODES:
        number, seed = draw
        rng = seed.stream("candidates")
        codes = sorted({game.draw(rng) for _ in range(number)})
    elif draw is not None or most is None:
        if game.size > MOST_CODES:
            raise BadInput.because(game._reason("too_many_to_list_all", size=game.size))
        codes = _some(Candidates.all(game), most, draw)
    else:
        codes = list(islice(game._iterate_codes(), most))
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


def _peg(game: Game, counts: Mapping[int, int]) -> list[PossibleColor]:
    """The possible colours of a peg, from the number of candidates by colour."""
    return [
        PossibleColor(color=CANONICAL.symbol(game, color), candidates=count) for color, count in counts.items() if count
    ]


SURE = 0.99
"""Least probability at which the colour of a peg counts as known."""

LEAST = 1e-9
"""Probability used in place of 0, so that false replies cannot together rule out every colour of a peg."""


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The probability of each colour at each peg."""

    chances: NDArray[np.floating]
    """Probabilities, float32 or float64, shape (pegs, colors); each row sums to 1."""
    rough: bool = False
    """Whether the probabilities are estimated from each reply separately, because the strategy cannot compute them."""

    @property
    def likely(self) -> tuple[int, ...]:
        """The colour of each peg whose probability is at least 1/2; -1 where there is none."""
        is_likely = self.chances.max(axis=1) >= 0.5
        return tuple(np.where(is_likely, self.chances.argmax(axis=1), -1).tolist())

    @property
    def known(self) -> int:
        """Number of pegs with a colour of probability 0.99 or more."""
        return int((self.chances.max(axis=1) >= SURE).sum())


def belief_of(codebreaker: Codebreaker) -> Belief:
    """Return the probability of each colour at each peg, given the turns that a codebreaker has learned."""
    chances = codebreaker.belief()
    if chances is not None:
        return Belief(chances)
    progress = codebreaker.progress()
    if progress is not None:
        return Belief(known_belief(codebreaker.position.game, progress))
    return Belief(rough_belief(codebreaker.position), rough=True)


def known_belief(game: Game, progress: Progress) -> NDArray[np.float32]:
    """The probabilities of colours in a long game: certain for known pegs, else equal; shape (pegs, colors)."""
    # In single precision, because a picture may have ten thousand pegs, and one array is kept per frame.
    chances = np.full((game.pegs, game.colors), 1 / game.colors, dtype=np.float32)
    places = list(progress.known)
    chances[places] = 0.0
    chances[places, list(progress.known.values())] = 1.0
    return chances


def rough_belief(position: Position) -> NDArray[np.float64]:
    """Estimate the probabilities of colours from each reply separately, as if pegs were independent; (pegs, colors)."""
    # With b black pegs of p, each colour of the guess has probability b / p, and the other colours share the rest
    # equally; these probabilities are multiplied over the turns. White pegs are ignored. Apart from that, the result is
    # exact after a single turn of a game with repeated colours.
    game = position.game
    logs = np.zeros((game.pegs, game.colors))
    for turn in position.turns:
        black = game.pegs if turn.reply.solved else turn.reply.black
        if black is not None and game.colors > 1:
            right = black / game.pegs
            other = (1 - right) / (game.colors - 1)
            logs[np.arange(game.pegs), turn.guess] += np.log(max(right, LEAST)) - np.log(max(other, LEAST))
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances)
