"""Advice for a position, as `suggest` prints it and the server returns it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import UNSET

from codepegs.analysis.counting import MOST_COUNTED, CandidateCount, count_candidates
from codepegs.analysis.open_order import OpenOrder, open_order
from codepegs.game import Code, Position
from codepegs.match import consult
from codepegs.rng import Seed
from codepegs.schema import OpenOrderAnswer, ProbabilityAnswer, SuggestAnswer, SuggestionAnswer
from codepegs.strategies import Believes, Budget, Codebreaker, Player, Report, Suggestion

POSTERIOR_SHOWN = 5
"""Least number of codes shown with their probabilities."""

MOST_BITS = 1_023
"""Bits of the largest count in JSON: most of its readers have floating-point numbers only."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strategy suggests and knows at a position."""

    position: Position
    """The position."""
    player: Player
    """The strategy with its options."""
    seed: Seed
    """The random seed."""
    candidates: CandidateCount
    """The number of candidates."""
    suggestions: list[Suggestion]
    """The guesses with their figures, best first."""
    stopped: str | None
    """Why there are no suggestions; None if there are some."""
    consistent: bool | None
    """True if a consistent code is known; None if neither that nor a contradiction was found, or if replies may be
    false."""
    report: Report
    """What the codebreaker knows at the position."""
    posterior: list[tuple[Code, float]] | None
    """The most probable codes with their probabilities, most probable first; None if the strategy computes no
    probabilities, or if replies are assumed to be true and the win to be announced."""
    order: OpenOrder | None
    """The colours of the secret, if it is known that only their order is open; otherwise None."""
    seconds: float
    """Duration of the search, in seconds."""

    @property
    def record(self) -> SuggestAnswer:
        """Return the record for JSON."""
        game = self.position.game
        posterior = self.posterior
        return SuggestAnswer(
            position=str(self.position),
            candidates=countable(self.candidates.count),
            candidates_estimate=self.candidates.estimate,
            candidates_interval=self.candidates.interval,
            consistent=self.consistent,
            suggestions=[SuggestionAnswer.of(game, suggestion) for suggestion in self.suggestions],
            strategy=str(self.player),
            seed=self.seed.value,
            seconds=round(self.seconds, 6),
            stopped=UNSET if self.stopped is None else self.stopped,
            noise=UNSET if self.report.noise is None else self.report.noise,
            posterior=UNSET if posterior is None else [ProbabilityAnswer.of(game, *chance) for chance in posterior],
            suspect_turns=UNSET if posterior is None else list(self.report.suspect_turns),
            open_order=UNSET if self.order is None else OpenOrderAnswer.of(len(self.position.turns), self.order),
        )


def advise_at(
    position: Position,
    player: Player,
    most: int = 5,
    *,
    seed: Seed | int | None = None,
    budget: Budget | None = None,
    begun: Callable[[Codebreaker], None] = lambda codebreaker: None,
    most_counted: int = MOST_COUNTED,
    counted: CandidateCount | None = None,
) -> Advice:
    """Return what a strategy suggests and knows at a position.

    Args:
        position: The position.
        player: The strategy with its options.
        most: Largest number of guesses.
        seed: The random seed; drawn if None.
        budget: Threads and units of work; one thread and the strategy's own limit if None.
        begun: Called with the codebreaker before it searches.
        most_counted: Largest number of candidates that are counted one by one.
        counted: The number of candidates, if it is known already.

    Returns:
        The advice that `codepegs suggest` prints and the server returns.

    Raises:
        Contradiction: No code is consistent with the turns.
        BadInput: The strategy cannot play the game.

    >>> advice = advise_at(Position.parse("p4c6 1122:1b0w"), Player.parse("minimax"), 1, seed=0)
    >>> advice.candidates.count, advice.record.suggestions[0].guess
    (256, '1344')
    """
    drawn = Seed.of(seed)
    began = time.perf_counter()
    found = consult(position, player, most, drawn, budget, begun)
    codebreaker, suggestions = found.codebreaker, found.suggestions
    if codebreaker is None:
        seconds = time.perf_counter() - began
        return Advice(
            position, player, drawn, CandidateCount(1), [], found.stopped, True, Report(), None, None, seconds
        )
    report = codebreaker.report()
    left = CandidateCount(None)
    if player.noise.trusts:
        left = counted or count_candidates(position, report, most_counted)
        if left.count is not None and report.candidates_estimate:
            suggestions = [one.scaled(left.count / report.candidates_estimate) for one in suggestions]
    order = open_order(position, left.count) if player.noise.trusts else None
    posterior = None
    if isinstance(codebreaker, Believes) and not player.noise.trusts:
        posterior = codebreaker.posterior(max(most, POSTERIOR_SHOWN))
    seconds = time.perf_counter() - began
    return Advice(
        position, player, drawn, left, suggestions, found.stopped, found.consistent, report, posterior, order, seconds
    )


def countable(count: int | None) -> int | None:
    """Return a count, or None if it is too large to be written as JSON.

    Args:
        count: The count; None if it is not known.

    Returns:
        The count; None if it is not known, or 2^1023 or more, about 10^308, where the numbers of JavaScript and of most
        readers of JSON end.

    >>> countable(1296), countable(10**5000)
    (1296, None)
    """
    return None if count is not None and count.bit_length() > MOST_BITS else count
