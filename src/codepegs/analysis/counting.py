"""How many codes are possible: counted where that takes a moment, else estimated with an interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codepegs.codes import decide_if_few
from codepegs.game import Count, Interval, Position, View
from codepegs.strategies import Player, Report

MOST_COUNTED = 5_000_000
"""Largest number of codes that are counted one by one; this takes some tenths of a second."""

MOST_NODES = 40_000_000
"""Partial codes visited to count them."""

HOPELESS = 4.0
"""Where the estimate is so many times as large, they are not counted."""


@dataclass(frozen=True, slots=True)
class CandidateCount:
    """The number of candidates at a position, as far as it is known."""

    count: Count
    """The exact number; None if it was not counted."""
    estimate: float | None = None
    """The estimated number; None if it was counted, or cannot be estimated."""
    interval: Interval = None
    """An interval that contains the number with a probability of 95 %; None without an estimate."""

    @property
    def number(self) -> float | None:
        """The count, or else the estimate; None if there is neither."""
        return self.estimate if self.count is None else self.count


def count_candidates(position: Position, report: Report, most: int = MOST_COUNTED) -> CandidateCount:
    """Count the candidates at a position, or estimate their number.

    >>> position = Position.parse("p8c12 11223344:2b1w 15567889:1b3w")
    >>> count_candidates(position, Report(candidates_estimate=2.9e6)).count
    2158854
    """
    if report.candidates is not None:
        return CandidateCount(report.candidates)
    few = decide_if_few(position)
    if few.complete:
        return CandidateCount(len(few.codes))
    estimate = report.candidates_estimate
    if estimate is None or report.found is False:  # an estimate says nothing if there may be none
        return CandidateCount(None)
    from codepegs.strategies import sampling

    game = position.game
    if estimate <= HOPELESS * most and game.pegs <= sampling.MOST_PEGS and game.colors <= sampling.MOST_COLORS:
        listed = sampling.list_fitting(sampling.Evidence.of(game, position.turns), most, MOST_NODES)
        if listed.codes is not None:
            codes = listed.codes
            if game.view in (View.TOTAL, View.WHITE):  # codes that were asked fit there, though they were not the win
                asked: Sequence[tuple[int, ...]] = list({turn.guess for turn in position.turns})
                return CandidateCount(len(codes) - sum(int(sampling.is_code(codes, guess).any()) for guess in asked))
            return CandidateCount(len(codes))
    return CandidateCount(None, estimate, report.candidates_interval)


def count_for(player: Player, position: Position, report: Report) -> CandidateCount:
    """Count the candidates; if replies may be false, return what the strategy reports."""
    if player.noise.trusts:
        return count_candidates(position, report)
    return CandidateCount(report.candidates, report.candidates_estimate)
