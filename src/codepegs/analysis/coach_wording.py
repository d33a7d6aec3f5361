"""What the coach says of a turn and of a game, as reasons; the catalogue of sentences puts them into words."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from codepegs.analysis.suggestions import CandidateCount
from codepegs.game import CANONICAL, Game, Notation
from codepegs.reasons import LEAST_SHOWN_AS_POWER, LONGEST_NAMED, MOST_BITS, Reason, Value, Writing, left_text

if TYPE_CHECKING:
    from codepegs.analysis.coach import GameReview, ReviewedTurn

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


OURS = "expected_guesses expected_guesses_error what unit"
THEIRS = "best_expected_guesses best_expected_guesses_error better digits"
BOTH = f"{OURS} {THEIRS}"

COMMENTS = (
    (("nothing_to_learn", "known"),),
    (("repeats_color", ""),),
    (("all_consistent", ""), ("turn_too_large", "")),
    (("inconsistent", "breaks"), ("turn_too_large", "")),
    (("forced", ""),),
    (("was_known", "secret"),),
    (("no_information", ""), ("expected_with", f"{THEIRS} what unit")),
    (("either_of_two", ""),),
    (("best", OURS),),
    (("best_inconsistent", f"breaks {OURS}"),),
    (("as_good", OURS),),
    (("as_good_inconsistent", f"breaks {OURS}"),),
    (("good", BOTH),),
    (("good_inconsistent", f"breaks {BOTH}"),),
    (("weak", BOTH),),
    (("mistake", "breaks"), ("mistake_costs", BOTH)),
)
"""What is said of a guess, in the order of `Comment` in verdict.cpp: the kinds of sentences, each with its values."""

REPLY_COMMENTS = ("", "unlucky", "lucky", "lucky_win")
"""What is said of a reply, in the order of `Fortune`: of an ordinary one nothing."""


def turn_reasons(game: Game, turn: ReviewedTurn, comment: int, digits: int, fortune: int) -> tuple[Reason, ...]:
    """Return the comment on one turn; the numbers are those of its verdict."""
    values = _values(game, turn, digits)
    said = [Reason(kind, tuple((name, values[name]) for name in names.split())) for kind, names in COMMENTS[comment]]
    if kind := REPLY_COMMENTS[fortune]:
        said.append(Reason.of(kind, candidates=left_value(turn.before if kind == "lucky_win" else turn.after)))
    return tuple(said)


def _values(game: Game, turn: ReviewedTurn, digits: int) -> dict[str, Value]:
    """The values of the sentences about a guess."""
    values: dict[str, Value] = {"breaks": turn.breaks, "digits": digits, **_nouns(game)}
    if turn.known is not None:
        values["known"] = turn.known.words
    if turn.asked is not None and turn.asked.expected is not None:
        values |= {"expected_guesses": turn.asked.expected.value, "expected_guesses_error": turn.asked.expected.error}
    if turn.best is not None and turn.best.expected is not None:
        best = CANONICAL.format(game, turn.best.guess)
        values |= {
            "secret": best,
            "better": best,
            "best_expected_guesses": turn.best.expected.value,
            "best_expected_guesses_error": turn.best.expected.error,
        }
    return values


def _nouns(game: Game) -> dict[str, Value]:
    """What is asked in a game, and what is counted."""
    what, unit = game._traits.guess_nouns
    return {"what": what, "unit": unit if game.costs is None else "units of cost"}


PERFECT = ("perfect", "perfect_lucky", "perfect_unlucky")
"""The kinds for a game whose figures are all exact and of which no guess could have been better."""

PRAISE = (
    (0.97, "nearly_perfect", "nearly_perfect_lucky", "nearly_perfect_unlucky"),
    (0.9, "good_guesses", "good_guesses_lucky", "good_guesses_unlucky"),
    (0.75, "mostly_good", "mostly_good_lucky", "mostly_good_unlucky"),
    (0.0, "could_be_better", "could_be_better_lucky", "could_be_better_unlucky"),
)
"""The kinds for the skill in a game, each with its lower bound: without much luck, lucky, and unlucky."""


LEAST_SKILL = np.array([least for least, *_ in PRAISE])
"""The least skill of each row of PRAISE."""

PRAISES = (PERFECT, *(tuple(kinds) for _, *kinds in PRAISE))
"""What is said of the skill in a game and of its luck, in the order of `judge_game`."""

DECISIONS = ("", "cost_most", "lucky_reply", "unlucky_reply")
"""What is said of the turn that decided a game, in the order of `Decision`."""


def game_reasons(
    review: GameReview, notation: Notation, decision: int, praise: int, tendency: int
) -> tuple[Reason, ...]:
    """Return the comment on the whole game from its verdict; the notation decides if a code is too long to name."""
    return (*_of_the_game(review, praise, tendency), *_of_its_turning_point(review, notation, DECISIONS[decision]))


def _of_the_game(review: GameReview, praise: int, tendency: int) -> Iterator[Reason]:
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
    yield Reason.of(PRAISES[praise][tendency], turns=count)


def _of_its_turning_point(review: GameReview, notation: Notation, decision: str) -> Iterator[Reason]:
    if review.turning_point is None:
        return
    turn = review.turns[review.turning_point - 1]
    if decision != "cost_most" or turn.best is None:
        yield Reason.of(decision, turn=turn.turn)
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
