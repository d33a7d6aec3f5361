"""The review of a game, turn by turn: what each guess cost, and how lucky its reply was.

Skill compares the expected number of guesses after the guess that was made with that after the best guess. Both are
computed as for `suggest`: by the same codebreaker, with the same seed and budget. Luck is the information of the
reply beyond its expectation. Neither depends on the other: a lucky reply makes no guess better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from math import isnan, log2, nan
from typing import Annotated, ClassVar, Literal, get_args

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.analysis.coach_wording import LEAST_SKILL, LUCKY_BITS, SOME_LUCK, game_reasons, turn_reasons, words_of
from codepegs.analysis.suggestions import CandidateCount, count_candidates
from codepegs.codes import MOST_CODES, Candidates, Known, check_secret, check_win, decide, known_at
from codepegs.core import loops
from codepegs.errors import BadInput, BadPosition, Contradiction
from codepegs.game import (
    CANONICAL,
    EXACT_IN_JSON,
    LONG_PEGS,
    Code,
    FormerName,
    Game,
    InJson,
    JsonKeys,
    Keys,
    Kind,
    Kinds,
    Notation,
    Position,
    Reasons,
    Reply,
    TurnNumber,
    described,
    maybe,
    numbering_of,
    optional,
    part_table,
    parts_between,
    pegs_svg,
    record,
    table_html,
)
from codepegs.parallel import WorkerThreads
from codepegs.reasons import bracketed, clip, codes_left
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    SAME,
    SAMPLING,
    Budget,
    Codebreaker,
    ExpectedGuesses,
    ForeignHistory,
    Player,
    Report,
    Suggestion,
    advise_or_stop,
    begin,
    checked,
)


def _guess_keys(guess: Suggestion) -> JsonKeys:
    return {
        "guess": guess.guess,
        "expected_guesses": guess.expected_guesses,
        "expected_guesses_error": guess.expected_guesses_error,
        "expected_size": guess.expected_size,
        "bits": guess.bits,
        "is_candidate": guess.is_candidate,
        "kinds": guess.kinds,
    }


COACH_GUESS = Keys("CoachGuess", _guess_keys, "A guess that could have been made.")

Worth = Literal["best", "good", "weak", "wasted", "forced", "unknown"]

GOOD = 0.1
"""Largest number of guesses that a good guess loses."""

DECISIVE_BITS = 1.0
"""Least luck, positive or negative, of a reply that may have decided a game."""

KNOWN_SHARE = 0.5
"""Share of the turns that must have figures before the whole game is rated."""

SUGGESTED_A_TURN = 5
"""Guesses that the assistant suggests at each turn of which none is known to be the best."""

MOST_RATED = 60
"""Largest number of turns that are rated if the candidates are not counted; each takes 50 ms or more."""


def rounded(candidates: float | None) -> float | None:
    """Return a count of codes for JSON; None if it exceeds double precision."""
    if candidates is None or candidates < EXACT_IN_JSON:
        return candidates
    try:
        return float(candidates)
    except OverflowError:
        return None


ReviewedCount = Annotated[
    float | None,
    InJson(float | None, rounded),
    Meta(description="a count, rounded above 2^53, or an estimate, which need not be an integer"),
]

MOST_REVIEWED_PEGS = LONG_PEGS
MOST_REVIEWED_TURNS = 1_000
"""Largest number of pegs and of turns: to find what each guess contradicts then takes some seconds."""


@record("CoachTurn", "The review of one turn; unknown figures are null.")
@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """The review of one turn. A value that is not known is None."""

    turn: TurnNumber
    """The number of the turn, from 1."""
    guess: Code
    """The code, 0-based colours."""
    reply: Reply
    """The reply to it."""
    before: CandidateCount
    """The candidates before the turn."""
    after: CandidateCount
    """The candidates after the turn; one after the win."""
    breaks: Annotated[tuple[int, ...], Meta(description="turns, counted from 1, that the guess contradicts")]
    """The earlier turns, from 1, with which the guess was not consistent."""
    asked: Suggestion | None
    """The guess with its figures; None if they are not known."""
    best: Annotated[Suggestion | None, COACH_GUESS]
    """The guess with the fewest expected guesses; the one made, if none is better."""
    gained_bits: Annotated[float | None, Meta(description="bits actually gained")]
    """Information of the reply in bits."""
    retry: Annotated[Position, Meta(description="the position before this turn")]
    """The position before the turn, from which the game can be played again."""
    worth: Annotated[Worth, Meta(description="rating of the guess")] = "unknown"
    """The rating of the guess. `best` is as good as the best guess, as far as the estimates can tell; `good` loses up
    to 0.1 guesses, `weak` more; `wasted` gives no information and cannot win; `forced` is the only candidate; `unknown`
    is not rated."""
    skill: Annotated[float | None, Meta(description="0 to 1")] = None
    """One minus the guesses lost, from 0 to 1."""
    lost_guesses: Annotated[
        float | None, Meta(description="expected guesses more than after the best guess; 0 within the uncertainty")
    ] = None
    """How many more guesses are expected than after the best guess; 0 if the difference is within its uncertainty."""
    lost_guesses_error: Annotated[float | None, Meta(description="uncertainty of that difference")] = None
    """Uncertainty of `lost_guesses`, half the width of a 95 % interval, in guesses; 0 if it is exact."""
    luck: Annotated[float | None, Meta(description="bits")] = None
    """Information of the reply beyond its expectation, in bits."""
    words: Annotated[str, Meta(description="the review as sentences")] = ""
    """The review of the turn, in sentences."""
    reasons: Reasons = ()
    """What `words` says, as data."""

    def _json_keys(self) -> JsonKeys:
        return {
            "turn": self.turn,
            "guess": self.guess,
            "reply": self.reply,
            "candidates_before": self.candidates_before,
            "candidates_after": self.candidates_after,
            "candidates_interval": self.after.interval,
            "expected_guesses": maybe(self.asked).expected_guesses,
            "expected_guesses_error": maybe(self.asked).expected_guesses_error,
            "expected_size": self.expected_size,
            "bits": self.bits,
            "gained_bits": self.gained_bits,
            "fits": self.fits,
            "breaks": self.breaks,
            "worth": self.worth,
            "best": self.best,
            "lost_guesses": self.lost_guesses,
            "lost_guesses_error": self.lost_guesses_error,
            "skill": self.skill,
            "luck": self.luck,
            "kinds": self.kinds,
            "words": self.words,
            "reasons": self.reasons,
            "retry": self.retry,
        }

    def __repr__(self) -> str:
        lost = "" if self.lost_guesses is None else f", {self.lost_guesses:.2f} guesses lost"
        return bracketed(f"turn {self.turn}, {clip(str(self.guess))} {self.reply}: {self.worth}{lost}")

    @property
    def fits(self) -> Annotated[bool, Meta(description="whether the guess is consistent with the earlier turns")]:
        """Whether the guess was consistent with all replies before it."""
        return not self.breaks

    @property
    def candidates_before(self) -> ReviewedCount:
        """Number of candidates before the turn."""
        return self.before.number

    @property
    def candidates_after(self) -> ReviewedCount:
        """Number of candidates after the turn."""
        return self.after.number

    @property
    def expected_size(self) -> Annotated[float | None, described("expected_size")]:
        """Expected number of candidates after the turn."""
        return None if self.asked is None else self.asked.expected_size

    @property
    def known(self) -> Known | None:
        """What was known before the turn if the game was over, and the turn is not a win; None otherwise."""
        return None if self.reply.solved else known_at(self.retry)

    @property
    def bits(self) -> Annotated[float | None, described("bits")]:
        """Expected information of the reply, in bits."""
        return None if self.asked is None else self.asked.bits

    @property
    def kinds(self) -> Kinds:
        """Which of the figures that are known are counted or estimated."""
        asked: dict[str, Kind] = {} if self.asked is None else self.asked.kinds
        gained: Kind = "estimated" if None in (self.before.count, self.after.count) else "counted"
        lost: Kind = "estimated" if self.lost_guesses_error else "counted"
        luck: Kind = "estimated" if "estimated" in (gained, asked.get("bits")) else "counted"
        own: dict[str, Kind] = {"gained_bits": gained, "lost_guesses": lost, "skill": lost, "luck": luck}
        return {**asked, **{name: kind for name, kind in own.items() if getattr(self, name) is not None}}

    lost_error: ClassVar[FormerName] = FormerName("lost_guesses_error")
    entropy_bits: ClassVar[FormerName] = FormerName("bits")
    expected_after: ClassVar[FormerName] = FormerName("expected_size")


@record("CoachAnswer")
@dataclass(frozen=True, slots=True)
class GameReview:
    """A game reviewed turn by turn.

    >>> found = review("p4c6 1122:0b2w 1314:0b1w 3251:1b2w 2256:1b2w 2561:4b0w")
    >>> f"{found.skill:.0%}", [f"{turn.skill:.0%}" for turn in found.turns]
    ('80%', ['94%', '97%', '80%', '50%', '100%'])
    """

    position: Position
    """The rules and the turns of the game."""
    secret: Code | None
    """The secret that was given or found; None if neither."""
    player: Annotated[Player, Meta(description="the strategy whose expected guesses are used")]
    """The strategy that rated the turns, by the expected number of guesses."""
    seed: Seed
    """The random seed of the strategy."""
    exact: bool
    """Whether every number of candidates and every expected number of guesses is exact."""
    skill: Annotated[float | None, Meta(description="0 to 1")]
    """Mean skill, from 0 to 1, of the turns at which there was a choice; 1 if there were no such turns; None if the
    skill of more than half of all turns is unknown."""
    luck: Annotated[float | None, Meta(description="bits, the mean over the turns")]
    """Mean information of a reply beyond its expectation, in bits per turn; negative if replies were unlucky; None if
    `skill` is None or the luck of no turn is known."""
    turning_point: Annotated[int | None, Meta(description="a turn, counted from 1")]
    """The turn, from 1, of the weak or wasted guess that lost the most; if there is no such guess, the turn of the
    reply with the most luck, good or bad, if that is at least one bit; otherwise None."""
    turns: tuple[ReviewedTurn, ...]
    """The turns, each with its review."""
    words: str = ""
    """The summary, in sentences."""
    reasons: Reasons = ()
    """What `words` says, as data."""
    known: Annotated[
        str | None,
        Meta(description="what is known at the end of a game that ends when the secret or its class is known"),
    ] = None
    """What is known at the end of such a game; None in others."""

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "rules": self.game,
            "solved": self.solved,
            "known": optional(self.known),
            "secret": self.secret,
            "exact": self.exact,
            "skill": self.skill,
            "luck": self.luck,
            "kinds": self.kinds,
            "words": self.words,
            "reasons": self.reasons,
            "turning_point": self.turning_point,
            "strategy": self.player,
            "seed": self.seed.value,
            "turns": self.turns,
        }

    @property
    def kinds(self) -> Kinds:
        """Whether skill and luck are counted or estimated."""
        kind: Kind = "counted" if self.exact else "estimated"
        return {name: kind for name in ("skill", "luck") if getattr(self, name) is not None}

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def solved(self) -> bool:
        """Whether the last guess was the secret, or the game is over without naming it."""
        return self.position.solved or self.known is not None

    def __repr__(self) -> str:
        return bracketed(f"{clip(str(self.game))}: {self.words}")

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        skill = "" if self.skill is None else f" Skill {100 * self.skill:.0f} %."
        rows = [_row(self.game, turn) for turn in self.turns]
        return table_html(f"{self.game}: {self.words}{skill}", HEADINGS, rows)


def review(
    position: Position | Game | str,
    secret: Code | str | None = None,
    *,
    strategy: str | Player = DEFAULT,
    seed: Seed | int | None = 0,
    notation: Notation = CANONICAL,
    workers: WorkerThreads | int = 1,
    work: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> GameReview:
    """Review a game, finished or not.

    Args:
        position: The position, or its text.
        secret: The secret, if it was not found.
        strategy: The strategy that estimates the expected number of guesses if a given guess is made. If it also played
            the game, with the same seed, each of its guesses is rated `best`.
        seed: The random seed of the strategy; drawn if None.
        notation: The notation of codes within sentences.
        workers: Threads, or their number.
        work: Largest number of units of work per turn, for strategies whose search has no natural end; the strategy's
            own limit if None.
        progress: Called before each turn with the number of turns reviewed so far and the total number of turns.

    Returns:
        The review, turn by turn.

    Raises:
        Contradiction: No code is consistent with all turns.
        BadInput: The position has no turns, a reply is not that of the secret, or the game has more than 256 pegs or
            1,000 turns.

    >>> found = review("p4c6 1122:1b0w 3344:0b1w 1536:4b0w")
    >>> found.words.partition(" Turn")[0]
    'Solved in 3 turns. The guesses were good; the replies were lucky.'
    >>> [(turn.worth, f"{turn.skill:.2f}", turn.candidates_after) for turn in found.turns]
    [('good', '0.94', 256), ('weak', '0.86', 48), ('best', '1.00', 1)]
    """
    position = Position.of(position)
    game = position.game
    if secret is not None:
        secret = notation.parse(game, secret) if isinstance(secret, str) else game.check_code(secret)
    check_size(game, len(position.turns))
    if early := next((n for n, turn in enumerate(position.turns[:-1], 1) if turn.reply.solved), None):
        raise BadPosition.because("turns_after_win", count=early)
    if secret is not None:
        check_secret(position, secret, notation)
    elif position.solved:
        secret = check_win(position)
    elif game.size > MOST_CODES and decide(position, 1).consistent is False:
        raise Contradiction.of(game, len(position.turns))
    end = None if position.solved else known_at(position)
    if end is not None and len(end.left) == 1:
        secret = end.left[0]
    player, drawn = Player.of(strategy), Seed.of(seed)
    with WorkerThreads.of(workers) as threads:
        seen = _look(position, player, drawn, Budget(threads, work), progress)
    turns, comments = zip(*(_judged(game, turn, notation) for turn in seen), strict=True)
    exact = all(_is_exact(turn) for turn in turns)
    judged = loops.JudgedTurns(
        worth=np.array([WORTHS.index(turn.worth) for turn in turns]),
        comment=np.array(comments),
        skill=_array(turn.skill for turn in turns),
        lost=_array(turn.lost_guesses for turn in turns),
        luck=_array(turn.luck for turn in turns),
    )
    skill, luck, turning_point, decision, praise, tendency = loops.judge_game(judged, exact, LEAST_SKILL, limits())
    found = GameReview(
        position=position,
        secret=secret,
        player=player,
        seed=drawn,
        exact=exact,
        skill=_or_none(skill),
        luck=_or_none(luck),
        turning_point=turning_point or None,
        turns=turns,
        known=None if end is None else end.words,
    )
    reasons = game_reasons(found, notation, decision, praise, tendency)
    return replace(found, reasons=reasons, words=words_of(reasons, game, notation))


def check_size(game: Game, count: int) -> None:
    """Check that the coach supports a game."""
    if not count:
        raise BadInput.because(game._reason("no_turns_to_review"))
    if game.pegs > MOST_REVIEWED_PEGS or count > MOST_REVIEWED_TURNS:
        raise BadInput.because(
            "too_large_for_coach", most=MOST_REVIEWED_PEGS, most_turns=MOST_REVIEWED_TURNS, pegs=game.pegs, count=count
        )


def contradicted(position: Position) -> list[tuple[int, ...]]:
    """Return the earlier turns whose replies each guess contradicts."""
    guesses = [turn.guess for turn in position.turns]
    numbering = numbering_of(position.game, *guesses)
    codes, table = np.array(guesses), part_table(numbering)
    found: list[tuple[int, ...]] = [() for _ in guesses]
    for number, turn in enumerate(position.turns):
        fits = np.isin(parts_between(numbering, codes[number], codes[number + 1 :]), table.numbers(turn.reply))
        for later in (np.flatnonzero(~fits) + number + 1).tolist():
            if not position.game._is_test(guesses[later]):  # which is not meant to be the secret
                found[later] = (*found[later], number + 1)
    return found


def _look(
    position: Position, player: Player, seed: Seed, budget: Budget, progress: Callable[[int, int], None] | None
) -> list[ReviewedTurn]:
    """The turns with their figures, not yet judged."""
    game = position.game
    codebreaker: Codebreaker | None = begin(player, game, seed)
    other: Codebreaker | None = None
    sampler = Player.parse(SAMPLING.name)
    seen = []
    before = CandidateCount(game.size)
    for number, (turn, broken) in enumerate(zip(position.turns, contradicted(position), strict=True), 1):
        if progress is not None:
            progress(number - 1, len(position.turns))
        retry = Position(game, position.turns[: number - 1])
        asked, best = None, None
        if codebreaker is not None and (before.count is not None or number <= MOST_RATED):
            asked, best = _compared(codebreaker, retry, player, turn.guess, budget)
            if asked is None and SAMPLING.why_not(game) is None and number <= MOST_RATED:
                other = _follow(other, sampler, seed, retry)
                asked, best = _compared(other, retry, player, turn.guess, budget)
        if turn.reply.solved and not broken:
            after = CandidateCount(1)
        else:
            codebreaker = _learned(codebreaker, player, seed, Position(game, position.turns[:number]))
            report = Report() if codebreaker is None else codebreaker.report()
            after = count_candidates(Position(game, position.turns[:number]), report)
        seen.append(
            ReviewedTurn(
                turn=number,
                guess=turn.guess,
                reply=turn.reply,
                before=before,
                after=after,
                breaks=broken,
                asked=asked,
                best=best,
                gained_bits=_gained(Position(game, position.turns[:number]), before, after),
                retry=retry,
            )
        )
        before = after
    return seen


def _learned(codebreaker: Codebreaker | None, player: Player, seed: Seed, position: Position) -> Codebreaker | None:
    """The codebreaker after one more turn; None where none can continue from it."""
    if codebreaker is None:
        return None
    try:
        codebreaker.learn(position.turns[-1])
    except ForeignHistory:
        try:
            return begin(player, position.game, seed, position.turns)
        except ForeignHistory:
            return None
    return codebreaker


def _follow(codebreaker: Codebreaker | None, player: Player, seed: Seed, position: Position) -> Codebreaker:
    """A codebreaker at a position, which may have been at an earlier one."""
    if codebreaker is None:
        return player.start(position.game, seed, position.turns)
    for turn in position.turns[len(codebreaker.position.turns) :]:
        codebreaker.learn(turn)
    return codebreaker


def _compared(
    codebreaker: Codebreaker, here: Position, player: Player, guess: Code, budget: Budget
) -> tuple[Suggestion | None, Suggestion | None]:
    """The guess with its figures, and the best of it and those that the assistant suggests."""
    if numbering_of(here.game, guess) != here.game:  # no strategy makes it, or knows its replies
        return None, None
    suggestions, _ = advise_or_stop(codebreaker, 1 if codebreaker.knows_best(budget) else SUGGESTED_A_TURN, budget)
    asked = next((found for found in suggestions if found.guess == guess), None)
    asked = asked or codebreaker.describe([guess], budget)[0]
    if asked.expected is None:
        return None, None
    (asked,) = checked(here, player, [asked])
    best = asked
    for found in suggestions:
        assert best.expected is not None
        if found.expected is not None and found.expected.is_less_than(best.expected):
            best = found
    return asked, asked if best.guess == asked.guess else checked(here, player, [best])[0]


def _gained(position: Position, before: CandidateCount, after: CandidateCount) -> float | None:
    """The information of the last reply of a position."""
    if position.game.weights is not None:
        masses = [
            Candidates.after(Position(position.game, turns)).mass for turns in (position.turns[:-1], position.turns)
        ]
        return _bits(masses[0]) - _bits(masses[1])
    if before.number is None or after.number is None:
        return None
    return max(0.0, _bits(before.number) - _bits(after.number))  # estimates may rise by chance


def _bits(count: float) -> float:
    return log2(count) if count > 0 else 0.0


def _is_exact(turn: ReviewedTurn) -> bool:
    if turn.asked is None or turn.best is None or turn.asked.expected is None or turn.best.expected is None:
        return False
    counted = turn.before.count is not None and turn.after.count is not None
    return counted and turn.asked.expected.exact and turn.best.expected.exact


@cache
def limits() -> loops.VerdictLimits:
    """The thresholds by which turns and games are judged, made when the library is there."""
    return loops.VerdictLimits(
        same=SAME,
        good=GOOD,
        lucky=LUCKY_BITS,
        some_luck=SOME_LUCK,
        decisive=DECISIVE_BITS,
        known_share=KNOWN_SHARE,
    )


WORTHS: tuple[Worth, ...] = get_args(Worth)


def _judged(game: Game, turn: ReviewedTurn, notation: Notation) -> tuple[ReviewedTurn, int]:
    """The turn with what its guess lost beside the best one; and what is said of it, a row of `COMMENTS`."""
    found = loops.judge_turn(_figures(game, turn), limits())
    worth, skill, lost, lost_error, luck, comment, digits, fortune = found
    turn = replace(
        turn,
        worth=WORTHS[worth],
        skill=_or_none(skill),
        lost_guesses=_or_none(lost),
        lost_guesses_error=_or_none(lost_error),
        luck=_or_none(luck),
    )
    reasons = turn_reasons(game, turn, comment, digits, fortune)
    return replace(turn, reasons=reasons, words=words_of(reasons, game, notation)), comment


def _figures(game: Game, turn: ReviewedTurn) -> loops.TurnFigures:
    asked = ExpectedGuesses(nan) if turn.asked is None or turn.asked.expected is None else turn.asked.expected
    best = ExpectedGuesses(nan) if turn.best is None or turn.best.expected is None else turn.best.expected
    return loops.TurnFigures(
        value=asked.value,
        error=asked.error,
        shared=asked.shared,
        best_value=best.value,
        best_error=best.error,
        best_shared=best.shared,
        cost=float(game._cost_of(turn.guess)),
        bits=nan if turn.bits is None else turn.bits,
        gained=nan if turn.gained_bits is None else turn.gained_bits,
        counted=min(turn.before.count or 0, 3),
        is_best=turn.best is not None and turn.best.guess == turn.guess,
        is_candidate=turn.asked is not None and bool(turn.asked.is_candidate),
        contradicts=bool(turn.breaks),
        cannot_be_secret=game._traits.counts_pegs and not game._can_be_secret(turn.guess),
        is_test=game._is_test(turn.guess),
        is_over=turn.known is not None,
        is_answered=not turn.reply.unknown,
        is_win=turn.reply.solved,
    )


def _or_none(number: float) -> float | None:
    return None if isnan(number) else number


def _array(numbers: Iterable[float | None]) -> NDArray[np.float64]:
    return np.array([nan if number is None else number for number in numbers])


HEADINGS = ("turn", "guess", "reply", "codes", "skill", "luck", "comment")
"""Columns of the table in notebooks."""


def _row(game: Game, turn: ReviewedTurn) -> list[str]:
    before, after = turn.candidates_before, turn.candidates_after
    codes = "" if before is None or after is None else f"{codes_left(before)} → {codes_left(after)}"
    skill = "" if turn.skill is None else f"{100 * turn.skill:.0f} %"
    luck = "" if turn.luck is None else f"{turn.luck:+.1f}"
    cells = (escape(text) for text in (turn.reply.words, codes, skill, luck))
    comment = f'<div style="text-align:left">{escape(turn.words)}</div>'
    return [str(turn.turn), pegs_svg(game, turn.guess), *cells, comment]
