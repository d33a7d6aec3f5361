"""What the coach says of a turn and of a game, as reasons; the catalogue of sentences puts them into words."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10
from typing import TYPE_CHECKING, TypedDict

from codepegs.analysis.suggestions import CandidateCount
from codepegs.game import CANONICAL, Game, Notation
from codepegs.reasons import LEAST_SHOWN_AS_POWER, LONGEST_NAMED, MOST_BITS, Reason, Value, Writing, left_text

if TYPE_CHECKING:
    from codepegs.analysis.coach import GameReview, ReviewedTurn
    from codepegs.strategies import ExpectedGuesses

LUCKY_BITS = 1.0
"""Difference in bits from the expectation at which a reply is called lucky or unlucky: a factor of two in codes."""

SOME_LUCK = 0.25
"""The same threshold for the mean over a game."""


def words_of(reasons: tuple[Reason, ...], game: Game, notation: Notation) -> str:
    """Return reasons in words, with codes in a notation."""
    if notation == CANONICAL:
        return " ".join(reason.text for reason in reasons)
    writing = Writing(lambda text: notation.format(game, CANONICAL.parse(game, text, guess=True)))
    return " ".join(reason.written(writing) for reason in reasons)


def left_value(left: CandidateCount) -> Value:
    """Return a number of candidates for a reason: rounded, or its interval; as a text if JSON has no such number."""
    number = left.number or 0
    if left.interval is not None:
        return left.interval
    if number >= LEAST_SHOWN_AS_POWER:
        return f"about 10^{floor(log10(number))}" if number >= 2**MOST_BITS else float(number)
    return round(number, 1) if number < 10 else round(number)


def left_count(left: CandidateCount) -> str:
    """Format a number of candidates without the noun; of an estimate its interval, if it is known."""
    return left_text(left_value(left))


def left_words(left: CandidateCount) -> str:
    """Format a number of candidates."""
    return f"{left_count(left)} candidate{'s' * (left_value(left) != 1)}"


def distinguishing_digits(asked: ExpectedGuesses, best: ExpectedGuesses) -> int:
    """Return the number of decimals, from 2 to 4, that distinguishes two expected numbers of guesses."""

    def shown(expected: ExpectedGuesses, digits: int) -> str:
        return f"{expected.value:.{digits if expected.exact else max(1, digits - 1)}f}"

    return next((digits for digits in (2, 3) if shown(asked, digits) != shown(best, digits)), 4)


def turn_reasons(game: Game, turn: ReviewedTurn) -> tuple[Reason, ...]:
    """Return the comment on one turn."""
    return (*_of_the_guess(game, turn), *_of_the_reply(turn))


class _Nouns(TypedDict):
    """What is asked in a game, and what is counted."""

    what: str
    unit: str


class _Ours(_Nouns):
    """What is expected after the guess."""

    expected_guesses: float
    expected_guesses_error: float


class _Best(TypedDict):
    """What is expected after the best guess."""

    best_expected_guesses: float
    best_expected_guesses_error: float
    better: str
    digits: int


def _of_the_guess(game: Game, turn: ReviewedTurn) -> Iterator[Reason]:
    if turn.known is not None:
        yield Reason.of("nothing_to_learn", known=turn.known.words)
        return
    asked = None if turn.asked is None else turn.asked.expected
    best = None if turn.best is None else turn.best.expected
    breaks = turn.breaks
    if asked is None or best is None or turn.best is None:
        if not game._can_be_secret(turn.guess) and game._traits.counts_pegs:
            yield Reason.of("repeats_color")
            return
        yield Reason.of("inconsistent", breaks=breaks) if breaks else Reason.of("all_consistent")
        yield Reason.of("turn_too_large")
        return
    better = CANONICAL.format(game, turn.best.guess)
    nouns = _nouns(game)
    ours = _Ours(expected_guesses=asked.value, expected_guesses_error=asked.error, **nouns)
    theirs = _Best(
        best_expected_guesses=best.value,
        best_expected_guesses_error=best.error,
        better=better,
        digits=distinguishing_digits(asked, best),
    )
    if turn.worth == "forced":
        yield Reason.of("forced")
    elif turn.before.count == 1:
        yield Reason.of("was_known", secret=better)
    elif turn.worth == "wasted":
        yield Reason.of("no_information")
        yield Reason.of("expected_with", **theirs, **nouns)
    elif turn.worth == "best" and turn.before.count == 2 and not game._is_test(turn.guess):
        yield Reason.of("either_of_two")
    elif turn.worth == "best":
        is_best = turn.best.guess == turn.guess
        if breaks:
            yield Reason.of("best_inconsistent" if is_best else "as_good_inconsistent", breaks=breaks, **ours)
        else:
            yield Reason.of("best" if is_best else "as_good", **ours)
    elif turn.worth == "good" and breaks:
        yield Reason.of("good_inconsistent", breaks=breaks, **ours, **theirs)
    elif turn.worth == "good":
        yield Reason.of("good", **ours, **theirs)
    elif breaks:
        yield Reason.of("mistake", breaks=breaks)
        yield Reason.of("mistake_costs", **ours, **theirs)
    else:
        yield Reason.of("weak", **ours, **theirs)


def _nouns(game: Game) -> _Nouns:
    what, unit = game._traits.guess_nouns
    return {"what": what, "unit": unit if game.costs is None else "units of cost"}


def _of_the_reply(turn: ReviewedTurn) -> Iterator[Reason]:
    if turn.luck is None or turn.before.number is None or turn.after.number is None or abs(turn.luck) < LUCKY_BITS:
        return
    if turn.luck < 0:
        yield Reason.of("unlucky", candidates=left_value(turn.after))
    elif turn.reply.solved:
        yield Reason.of("lucky_win", candidates=left_value(turn.before))
    else:
        yield Reason.of("lucky", candidates=left_value(turn.after))


PERFECT = ("perfect", "perfect_lucky", "perfect_unlucky")
"""The kinds for a game whose figures are all exact and of which no guess could have been better."""

PRAISE = (
    (0.97, "nearly_perfect", "nearly_perfect_lucky", "nearly_perfect_unlucky"),
    (0.9, "good_guesses", "good_guesses_lucky", "good_guesses_unlucky"),
    (0.75, "mostly_good", "mostly_good_lucky", "mostly_good_unlucky"),
    (0.0, "could_be_better", "could_be_better_lucky", "could_be_better_unlucky"),
)
"""The kinds for the skill in a game, each with its lower bound: without much luck, lucky, and unlucky."""


def game_reasons(review: GameReview, notation: Notation = CANONICAL) -> tuple[Reason, ...]:
    """Return the comment on the whole game; the notation decides whether a code is too long to be named."""
    return (*_of_the_game(review), *_of_its_turning_point(review, notation))


def _of_the_game(review: GameReview) -> Iterator[Reason]:
    count = len(review.turns)
    left = review.turns[-1].after
    if review.known is not None:
        yield Reason.of("known", turns=count, known=review.known)
    elif review.solved:
        yield Reason.of("solved", turns=count)
    elif review.secret is not None:
        yield Reason.of("not_found", secret=CANONICAL.format(review.game, review.secret), turns=count)
    elif left.number is None:
        yield Reason.of("unfinished_uncounted", turns=count)
    else:
        yield Reason.of("unfinished", turns=count, candidates=left_value(left))
    if review.skill is None:
        yield Reason.of("game_too_large")
        return
    is_perfect = review.exact and review.skill == 1.0
    kinds = PERFECT if is_perfect else next(kinds for least, *kinds in PRAISE if review.skill >= least)
    luck = review.luck or 0.0
    yield Reason.of(kinds[0 if abs(luck) < SOME_LUCK else 1 if luck > 0 else 2], turns=count)


def _of_its_turning_point(review: GameReview, notation: Notation) -> Iterator[Reason]:
    if review.turning_point is None:
        return
    turn = review.turns[review.turning_point - 1]
    if turn.worth not in ("weak", "wasted") or turn.best is None:
        yield Reason.of("lucky_reply" if (turn.luck or 0) > 0 else "unlucky_reply", turn=turn.turn)
        return
    is_named = len(notation.format(review.game, turn.best.guess)) <= LONGEST_NAMED
    better = CANONICAL.format(review.game, turn.best.guess)
    if len(review.turns) == 1:
        if is_named:
            yield Reason.of("better_known", better=better)
    elif is_named:
        yield Reason.of("cost_most", turn=turn.turn, better=better)
    else:
        yield Reason.of("cost_most_unnamed", turn=turn.turn)
