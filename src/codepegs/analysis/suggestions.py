"""Advice for a position: for Python, and as `suggest` prints it and the server returns it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import cached_property
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta

from codepegs.analysis.counting import MOST_COUNTED, CandidateCount, count_candidates
from codepegs.codes import MOST_CODES, Candidates, Orbit, colors_held
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Position, Seconds, Until, counted, record
from codepegs.match import OpenOrder, advise_or_stop, begin_at, checked, closest, open_order, the_only, verify
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import DEFAULT, Budget, Codebreaker, Player, Report, Suggestion

MORE = "number of other guesses that are as good as these by symmetry; only if counted"

MOST_EQUIVALENTS = 10_000
"""Largest number of equivalent guesses that are listed."""

MOST_LISTED = 1_000_000
"""Codes of the largest game whose candidates are listed to see which colours they hold."""

POSTERIOR_SHOWN = 5
"""Least number of codes shown with their probabilities."""

HEADINGS = ("rank", "guess", "guesses", "may be the secret", "worst", "average", "bits", "parts", "why")
"""Columns of the table in notebooks."""


@record("ProbabilityAnswer", "code probability")
class CodeProbability(NamedTuple):
    """A code and its probability."""

    code: Code
    probability: float
    """The probability that it is the secret, from 0 to 1."""


@record(
    "SuggestAnswer",
    "position candidates=candidates.count candidates_estimate=candidates.estimate "
    "candidates_interval=candidates.interval consistent suggestions=guesses more_by_symmetry? strategy=player "
    "seed=seed.value seconds "
    "stopped? noise?=report.noise posterior? suspect_turns?posterior=report.suspect_turns open_order?",
)
@dataclass(eq=False, repr=False)
class Suggestions(list[Suggestion]):
    """The best guesses, best first.

    >>> Suggestions(Position.parse("p4c6"), [])
    []
    """

    position: Position
    """The position that they are for."""
    suggestions: InitVar[list[Suggestion]]
    _: KW_ONLY
    player: Player = field(default_factory=lambda: Player.parse(DEFAULT))
    """The strategy with its options."""
    seed: Seed = field(default_factory=lambda: Seed(0))
    """The random seed."""
    candidates: CandidateCount = field(default_factory=lambda: CandidateCount(None))
    """The number of candidates."""
    stopped: Annotated[str | None, Meta(description="why there are no suggestions")] = None
    """Why there are no suggestions; None if there are some."""
    consistent: Annotated[
        bool | None,
        Meta(
            description="true if a consistent code is known; null if neither a consistent code nor a contradiction was "
            "found, or if replies may be false"
        ),
    ] = None
    """True if a consistent code is known; None if neither that nor a contradiction was found, or if replies may be
    false."""
    report: Report = field(default_factory=Report)
    """What the codebreaker knows at the position."""
    posterior: Annotated[
        list[CodeProbability] | None, Meta(description="the most probable codes; only if replies may be false")
    ] = None
    """The most probable codes, most probable first; none if the strategy computes no probabilities. None if replies are
    assumed to be true and the win to be announced."""
    open_order: OpenOrder | None = None
    """The colours of the secret, if it is known that only their order is open; otherwise None."""
    seconds: Seconds = 0.0
    """Duration of the search, in seconds."""

    def __post_init__(self, suggestions: list[Suggestion]) -> None:
        self.extend(suggestions)

    @property
    def guesses(self) -> list[Suggestion]:
        """The suggestions as a plain list."""
        return self[:]

    @cached_property
    def more_by_symmetry(self) -> Annotated[int | None, Meta(description=MORE)]:
        """Number of other guesses that are as good as these by symmetry; None if they are not counted.

        >>> suggest("p4c6 1122:1b0w", top=1).more_by_symmetry
        95
        """
        orbits = self._orbits()
        if orbits is None:
            return None
        shown = {suggestion.guess for suggestion in self}
        return sum(map(len, {orbit.forms: orbit for orbit in orbits}.values())) - len(shown)

    def _orbits(self) -> list[Orbit] | None:
        """The equivalent guesses of each; None if there is no symmetry, or the game is too large."""
        game = self.position.game
        if not game.traits.is_symmetric or game.size > MOST_CODES:
            return None
        live = np.ones(game.colors, dtype=np.bool_)
        if self.position.turns and self.player.noise.trusts and game.size <= MOST_LISTED:
            live = colors_held(game, Candidates.after(self.position).keys)
        return [Orbit(self.position, suggestion.guess, live) for suggestion in self]

    def with_equivalents(self) -> Suggestions:
        """Return the same with the equivalent guesses of each guess.

        Returns:
            The suggestions.

        Raises:
            BadInput: There are more than 10,000 of them.

        >>> best = suggest("p2c4 11:0b0w 22:0b0w", top=1).with_equivalents()[0]
        >>> best.guess, best.equivalents
        ((2, 2), ((3, 3),))
        """
        more, orbits = self.more_by_symmetry, self._orbits()
        if more is None or more > MOST_EQUIVALENTS:
            why = "are too many to list" if more else "are not known in this game"
            raise BadInput(f"the equivalent guesses {why}: ask for the best guesses only")
        found = [
            replace(one, equivalents=tuple(sorted(code for code in orbit if code != one.guess)))
            for one, orbit in zip(self, orbits or [], strict=True)
        ]
        return replace(self, suggestions=found)

    def _repr_html_(self) -> str:
        """The guesses with their figures and reasons, for notebooks."""
        from html import escape

        from codepegs.game import code_html, number_html, table_html

        game = self.position.game
        rows = [
            (
                str(rank),
                code_html(game, each.guess),
                "" if each.expected is None else escape(str(each.expected)),
                {True: "yes", False: "no", None: "unknown"}[each.is_candidate],
                number_html(each.worst),
                number_html(each.expected_size, 1),
                number_html(each.entropy_bits, 3),
                number_html(each.parts),
                escape(each.why),
            )
            for rank, each in enumerate(self, 1)
        ]
        turns = counted(len(self.position.turns), "turn")
        return table_html(f"{game} after {turns}: the best guesses", HEADINGS, rows)


def suggest(
    position: Position | Game | str,
    strategy: str | Player = DEFAULT,
    *,
    top: int = 5,
    until: Until | None = None,
    noise: float | str = 0.0,
    declare: float | None = None,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    work: int | None = None,
    on_start: Callable[[Codebreaker], None] | None = None,
    most_counted: int = MOST_COUNTED,
    candidates: CandidateCount | None = None,
) -> Suggestions:
    """Rank guesses at a position.

    Args:
        position: The position, its text, or a game for its start.
        strategy: A strategy text or a player: the strategy that ranks the guesses.
        top: Largest number of guesses to return, at least 1.
        until: When the game ends, if not as it says itself: `named`, `known` or `class`, as for `Game.with_until`.
        noise: Probability that a reply was replaced by a random one; `unknown`; or another kind of false replies, as
            for `play`.
        declare: Probability at which the strategy declares the secret; the codemaker then does not announce the win.
        seed: The random seed of the strategy; drawn if None.
        workers: Threads that share the work, or their number.
        work: Largest number of the strategy's units of work; the strategy's own limit if None.
        on_start: Called with the codebreaker before it searches.
        most_counted: Largest number of candidates that are counted one by one.
        candidates: The number of candidates, if it is known already.

    Returns:
        The guesses, best first, and what else is known at the position: what `codepegs suggest` prints and the server
        returns. If no consistent code is found, the only guess is the closest code found, without figures. The list is
        empty, and its `stopped` gives the reason, if the strategy stops or the game is solved.

    Raises:
        Contradiction: No code is consistent with the position.
        BadInput: The position, the strategy or another argument is invalid, or the strategy cannot play the game.

    >>> best = suggest("p4c6 1122:1b0w", "minimax", top=1)
    >>> best[0].guess, best[0].worst, best[0].parts, best.candidates.count
    ((0, 2, 3, 3), 44, 13, 256)
    >>> solved = suggest("p4c6 1122:4b0w")
    >>> solved, solved.stopped
    ([], 'the game is solved')
    >>> len(suggest("p4c6 1122:1b0w 1122:2b0w", noise=0.1))  # a contradiction if all replies were true
    5
    """
    player = Player.of(strategy).with_noise(noise, declare)
    position = Position.of(position, noisy=player.noise.doubts, until=until)
    if top < 1:
        raise BadInput(f"the number of guesses must be at least 1, not {top}")
    player.check(position.game)
    drawn = Seed.of(seed)
    began = time.perf_counter()
    if position.solved and player.noise.trusts:
        from codepegs.codes import check_win

        check_win(position)
        return Suggestions(
            position,
            [],
            player=player,
            seed=drawn,
            candidates=CandidateCount(1),
            stopped="the game is solved",
            consistent=True,
            seconds=time.perf_counter() - began,
        )
    codebreaker, known = begin_at(player, position, drawn)
    if on_start is not None:
        on_start(codebreaker)
    with WorkerThreads.of(workers) as threads:
        budget = Budget(threads, work)
        suggestions, stopped = advise_or_stop(codebreaker, top, budget)
        finding = verify(codebreaker, player, [found.guess for found in suggestions])
        if finding.is_new:
            suggestions, stopped = advise_or_stop(codebreaker, top, budget)
    suggestions = checked(position, player, suggestions)
    if known.complete and len(known.codes) == 1:
        suggestions, stopped = [the_only(position.game, known.codes[0])], None
    elif finding.consistent is None and finding.is_searched:
        suggestions = [closest(position, found) for found in suggestions[:1]]
    report = codebreaker.report()
    left, order, posterior = CandidateCount(None), None, None
    if player.noise.trusts:
        left = candidates or count_candidates(position, report, most_counted)
        order = open_order(position, left.count)
        if left.count is not None and report.candidates_estimate:
            suggestions = [one.scaled(left.count / report.candidates_estimate) for one in suggestions]
    else:
        posterior = [CodeProbability(*pair) for pair in codebreaker.posterior(max(top, POSTERIOR_SHOWN))]
    return Suggestions(
        position,
        suggestions,
        player=player,
        seed=drawn,
        candidates=left,
        stopped=stopped,
        consistent=finding.consistent,
        report=report,
        posterior=posterior,
        open_order=order,
        seconds=time.perf_counter() - began,
    )
