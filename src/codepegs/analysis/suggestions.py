"""Advice for a position, the move of a strategy, the number of candidates, and how long the advice takes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import cached_property
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta

from codepegs import codes as sets, game as games
from codepegs.codes import MOST_CODES, CodeSpace, Orbit, colors_held, decide_if_few, known_at
from codepegs.errors import BadInput, Unavailable, whole_number
from codepegs.game import (
    Code,
    Count,
    Fits,
    Game,
    Interval,
    JsonKeys,
    Position,
    Seconds,
    Until,
    View,
    former_parameters,
    heading_of,
    kinds_of_columns,
    kinds_words,
    of_budget,
    optional,
    record,
)
from codepegs.parallel import REPLIES_PER_SECOND, WorkerThreads
from codepegs.reasons import bracketed, clip, counted
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    Budget,
    Codebreaker,
    Finding,
    OpenOrder,
    Player,
    Progress,
    Report,
    Stop,
    Suggestion,
    advise_or_stop,
    begin,
    begin_at,
    checked,
    closest,
    may_be_secret,
    open_order,
    protocol,
    sampling,
    the_only,
    verified_move,
    verify,
)

LONG_SECONDS = 15.0
"""Seconds from which a warning is printed."""

ALIKE_SECOND, ALIKE_THIRD = 250, 3
"""Approximate number of equivalent guesses after one turn and after two (p6c9, p8c8)."""

NARROWING = 10
"""Approximate factor by which a reply reduces the candidates (p5c8 to p8c8)."""

WALK_SECONDS, WALK_POWER = {False: 4.2e-10, True: 6.0e-8}, {False: 2.0, True: 1.26}
"""Seconds of one core for a whole strategy: a factor and a power of the number of codes, by whether only candidates are
guessed (p4c10 to p6c9)."""

BYTES_A_CODE = 45
"""Peak memory in bytes per code of the game, measured at p8c8 (keys, planes, the list of guesses)."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Expected cost of one game."""

    seconds: float
    bytes: int

    @property
    def is_long(self) -> bool:
        """Whether the estimate is worth a message before the start."""
        return self.seconds > LONG_SECONDS


def predict_turn(game: Game, turns: int, candidates_only: bool, workers: int, candidates: int | None = None) -> float:
    """Estimate the time of the search in one turn."""
    if not turns:
        return 0.0  # guesses hardly differ yet
    left = game.size / NARROWING**turns if candidates is None else candidates
    alike = {1: ALIKE_SECOND, 2: ALIKE_THIRD}.get(turns, 1)
    return float((left if candidates_only else game.size) * left / alike / REPLIES_PER_SECOND / workers)


def predict(game: Game, candidates_only: bool, workers: int, turns: range = range(4)) -> Prediction:
    """Estimate time and memory of a one-step strategy.

    The costly turns are the third, where many candidates meet nearly all guesses, and the one after it.
    """
    if game.size > MOST_CODES:
        return Prediction(0.0, 0)  # its codes are never listed
    seconds = sum(predict_turn(game, turn, candidates_only, workers) for turn in turns)
    return Prediction(seconds, game.size * BYTES_A_CODE)


def predict_walk(game: Game, candidates_only: bool, workers: int) -> float:
    """Expected seconds of a one-step strategy played out over all secrets."""
    return float(WALK_SECONDS[candidates_only] * game.size ** WALK_POWER[candidates_only] / workers)


def predict_best_first(game: Game, candidates_only: bool, workers: int) -> float:
    """Estimate the time to evaluate a one-step strategy from every first guess that differs by symmetry."""
    guesses = protocol.count_color_patterns(game.pegs, game.colors) if game.repeats else 1
    return guesses * predict_walk(game, candidates_only, workers)


def free_memory() -> int | None:
    """Return the bytes of memory this process can still get, if known."""
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
    try:
        import resource
    except ImportError:
        return free
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return free if limit == resource.RLIM_INFINITY else min(free, limit)


def check_memory(game: Game, prediction: Prediction) -> None:
    """Check that a game that is to be listed fits in memory."""
    free = free_memory()
    if free is not None and prediction.bytes > free:
        needed = prediction.bytes / 2**20
        raise Unavailable.because(game._reason("too_little_memory", needed=needed, free=free / 2**20))


MOST_COUNTED = 5_000_000
"""Largest number of codes that are counted one by one; this takes some tenths of a second."""

MOST_NODES = 40_000_000
"""Partial codes visited to count them."""

HOPELESS = 4.0
"""Codes are not counted if there are estimated to be more than this many times the limit."""


class CandidateCount(msgspec.Struct, frozen=True):
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
    """Count the candidates at a position, or estimate their number."""
    if report.candidates is not None:
        return CandidateCount(report.candidates)
    few = decide_if_few(position)
    if few.complete:
        return CandidateCount(len(few.codes))
    estimate = report.candidates_estimate
    if estimate is None or report.found is False:  # an estimate says nothing if there may be none
        return CandidateCount(None)
    game = position.game
    if (
        estimate <= HOPELESS * most
        and game.pegs <= sampling.MOST_CHAIN_PEGS
        and game.colors <= sampling.MOST_CHAIN_COLORS
    ):
        listed = sampling.list_fitting(sampling.Evidence(game, position.turns), most, MOST_NODES)
        if listed.codes is not None:
            # Codes that were asked fit in these views, though they were not the win.
            asked = {turn.guess for turn in position.turns} if game.view in (View.TOTAL, View.WHITE) else set()
            wrong = sum(int(sampling.is_code(listed.codes, guess).any()) for guess in asked)
            return CandidateCount(len(listed.codes) - wrong)
    return CandidateCount(None, estimate, report.candidates_interval)


def count_for(player: Player, position: Position, report: Report) -> CandidateCount:
    """Count the candidates; if replies may be false, return what the strategy reports."""
    if player.noise.trusts:
        return count_candidates(position, report)
    return CandidateCount(report.candidates, report.candidates_estimate)


MORE = "number of other guesses that are as good as these by symmetry; only if counted"

MOST_EQUIVALENTS = 10_000

MOST_LISTED_FOR_COLORS = 1_000_000
"""Codes of the largest game whose candidates are listed to see which colours they hold."""

POSTERIOR_SHOWN = 5
"""Least number of codes shown with their probabilities."""

SHOWN = ("expected_guesses", "worst_part", "expected_size", "bits", "parts")
"""The figures of the table in notebooks."""


@record("ProbabilityAnswer")
class CodeProbability(NamedTuple):
    """A code and its probability."""

    code: Code
    probability: float

    def _json_keys(self) -> JsonKeys:
        return {
            "code": self.code,
            "probability": self.probability,
        }


@record("SuggestAnswer")
@dataclass(eq=False, repr=False)
class Suggestions(list[Suggestion]):
    """The best guesses, best first."""

    position: Position
    suggestions: InitVar[list[Suggestion]]
    _: KW_ONLY
    player: Player = field(default_factory=lambda: Player.parse(DEFAULT))
    """The strategy with its options."""
    seed: Seed = field(default_factory=lambda: Seed(0))
    candidates: CandidateCount = field(default_factory=lambda: CandidateCount(None))
    stopped: Annotated[str | None, Meta(description="why there are no suggestions")] = None
    consistent: Annotated[
        bool | None,
        Meta(
            description="true if a consistent code is known; null if neither a consistent code nor a contradiction was "
            "found, or if replies may be false"
        ),
    ] = None
    report: Report = field(default_factory=Report)
    """What the codebreaker knows at the position."""
    posterior: Annotated[
        list[CodeProbability] | None, Meta(description="the most probable codes; only if replies may be false")
    ] = None
    """None if replies are assumed to be true and the win to be announced; empty if the strategy computes none."""
    open_order: OpenOrder | None = None
    """The colours of the secret, if it is known that only their order is open; otherwise None."""
    seconds: Seconds = 0.0

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "candidates": self.candidates.count,
            "candidates_estimate": self.candidates.estimate,
            "candidates_interval": self.candidates.interval,
            "consistent": self.consistent,
            "suggestions": self.guesses,
            "more_by_symmetry": optional(self.more_by_symmetry),
            "strategy": self.player,
            "seed": self.seed.value,
            "seconds": self.seconds,
            "stopped": optional(self.stopped),
            "noise": optional(self.report.noise),
            "posterior": optional(self.posterior),
            "suspect_turns": optional(self.report.suspect_turns, when=self.posterior),
            "open_order": optional(self.open_order),
        }

    def __post_init__(self, suggestions: list[Suggestion]) -> None:
        self.extend(suggestions)

    def __repr__(self) -> str:
        best = ", ".join(clip(each.text) for each in self) or "none"
        return bracketed(f"suggestions by {clip(str(self.player))} for {clip(str(self.position))}: {best}")

    @property
    def guesses(self) -> list[Suggestion]:
        """The suggestions as a plain list."""
        return self[:]

    @cached_property
    def more_by_symmetry(self) -> Annotated[int | None, Meta(description=MORE)]:
        """Number of other guesses that are as good as these by symmetry; None if they are not counted."""
        orbits = self._orbits()
        if orbits is None:
            return None
        each_once = {orbit.forms: orbit for orbit in orbits}.values()
        shown = {suggestion.guess for suggestion in self}
        return sum(len(orbit) for orbit in each_once) - len(shown)

    def _orbits(self) -> list[Orbit] | None:
        """The equivalent guesses of each; None if there is no symmetry, or the game is too large."""
        game = self.position.game
        if not game._traits.is_symmetric or game.size > MOST_CODES:
            return None
        live = np.ones(game.colors, dtype=np.bool_)
        if self.position.turns and self.player.noise.trusts and game.size <= MOST_LISTED_FOR_COLORS:
            live = colors_held(game, CodeSpace.of(game).consistent(self.position.turns))
        return [Orbit(self.position, suggestion.guess, live) for suggestion in self]

    def with_equivalents(self) -> Suggestions:
        """Return the same with the equivalent guesses of each guess; raises `BadInput` for more than 10,000 of them."""
        more, orbits = self.more_by_symmetry, self._orbits()
        if more is None or more > MOST_EQUIVALENTS:
            raise BadInput.because("too_many_equivalents" if more else "equivalents_not_known")
        found = [
            replace(one, equivalents=tuple(sorted(code for code in orbit if code != one.guess)))
            for one, orbit in zip(self, orbits or [], strict=True)
        ]
        return replace(self, suggestions=found)

    def _repr_html_(self) -> str:
        """The guesses with their figures and reasons, for notebooks."""
        from html import escape

        game = self.position.game
        rows = [
            (
                str(rank),
                games.code_html(game, each.guess),
                "" if each.expected is None else escape(str(each.expected)),
                {True: "yes", False: "no", None: "unknown"}[each.is_candidate],
                games.number_html(each.worst_part),
                games.number_html(each.expected_size, 1),
                games.number_html(each.bits, 3),
                games.number_html(each.parts),
                escape(each.why),
            )
            for rank, each in enumerate(self, 1)
        ]
        turns = counted(len(self.position.turns), "turn")
        figures = {heading_of(name): name for name in SHOWN}
        kinds = kinds_words(kinds_of_columns((each.kinds for each in self), figures))
        needed, *parts = figures
        headings = ("rank", "guess", needed, "candidate", *parts, "why")
        return games.table_html(f"{game} after {turns}: the best guesses. {kinds}", headings, rows)


@former_parameters({"most": "top", "budget": of_budget}, ("position", "most", "strategy"))
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
        until: Override how the game ends: `named`, `known` or `class`.
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
    >>> best[0].guess, best[0].worst_part, best[0].parts, best.candidates.count
    ((0, 2, 3, 3), 44, 13, 256)
    >>> solved = suggest("p4c6 1122:4b0w")
    >>> len(solved), solved.stopped
    (0, 'the game is solved')
    >>> len(suggest("p4c6 1122:1b0w 1122:2b0w", noise=0.1))  # a contradiction if all replies were true
    5
    """
    player = Player.of(strategy).with_noise(noise, declare)
    position = Position.of(position, noisy=player.noise.doubts, until=until)
    top = whole_number("the number of guesses", top, least=1)
    most_counted = whole_number("most_counted", most_counted)
    player.check(position.game)
    drawn = Seed.of(seed)
    began = time.perf_counter()
    if _is_over(position, player):
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
        suggestions, stopped, finding = _ranked(codebreaker, player, position, top, Budget(threads, work))
    if known.complete and len(known.codes) == 1:
        suggestions, stopped = [the_only(position.game, known.codes[0])], None
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


def _ranked(
    codebreaker: Codebreaker, player: Player, position: Position, top: int, budget: Budget
) -> tuple[list[Suggestion], str | None, Finding]:
    """The guesses, why there are none, and whether a consistent code is known; without one, the closest code."""
    suggestions, stopped = advise_or_stop(codebreaker, top, budget)
    finding = verify(codebreaker, player, [found.guess for found in suggestions])
    if finding.is_new:
        suggestions, stopped = advise_or_stop(codebreaker, top, budget)
    suggestions = checked(position, player, suggestions)
    if finding.consistent is None and finding.is_searched:
        suggestions = [closest(position, found) for found in suggestions[:1]]
    return suggestions, stopped, finding


def _is_over(position: Position, player: Player) -> bool:
    """Whether the game is solved; raises `Contradiction` if the win contradicts other turns."""
    if not (position.solved and player.noise.trusts):
        return False
    sets.check_win(position)
    return True


@record("MoveAnswer")
@dataclass(frozen=True, slots=True)
class ChosenMove:
    """One move of a strategy."""

    position: Position
    guess: Code | None
    stopped: Annotated[str | None, Meta(description="why there is no guess")]
    candidates: CandidateCount
    consistent: Fits
    progress: Progress | None
    """None if the strategy does not measure it."""
    seconds: Seconds

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "guess": self.guess,
            "stopped": self.stopped,
            "candidates": self.candidates.count,
            "candidates_estimate": self.candidates.estimate,
            "candidates_interval": self.candidates.interval,
            "consistent": self.consistent,
            "progress": self.progress,
            "seconds": self.seconds,
        }


def choose_move(
    position: Position | Game | str,
    strategy: str | Player = DEFAULT,
    *,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    on_start: Callable[[Codebreaker], None] | None = None,
) -> ChosenMove:
    """Return the move of a strategy at a position, verified as in `suggest`."""
    player = Player.of(strategy)
    position = Position.of(position, noisy=player.noise.doubts)
    game = position.game
    player.check(game)
    began = time.perf_counter()
    if _is_over(position, player):
        seconds = time.perf_counter() - began
        return ChosenMove(position, None, "the game is solved", CandidateCount(1), None, None, seconds)
    codebreaker = begin(player, game, Seed.of(seed), position.turns)
    if on_start is not None:
        on_start(codebreaker)
    with WorkerThreads.of(workers) as threads:
        move, _ = verified_move(codebreaker, player, Budget(threads))
    guess, stopped = (None, move.reason) if isinstance(move, Stop) else (move.code, None)
    if (known := known_at(position)) is not None:
        guess, stopped = None, known.words
    return ChosenMove(
        position=position,
        guess=guess,
        stopped=stopped,
        candidates=count_for(player, position, codebreaker.report()),
        consistent=None if guess is None else may_be_secret(position, player, guess),
        progress=codebreaker.progress(),
        seconds=time.perf_counter() - began,
    )
