"""The sentences of the coach, which are the same in the terminal, in JSON and on the page."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from codepegs.analysis.counting import CandidateCount
from codepegs.game import CANONICAL, LEAST_SHOWN_AS_POWER, Code, Game, Notation, counted, estimate_words

if TYPE_CHECKING:
    from codepegs.analysis.coach.game_review import GameReview, ReviewedTurn
    from codepegs.strategies import ExpectedGuesses

LUCKY_BITS = 1.0
"""Difference in bits from the expectation at which a reply is called lucky or unlucky: a factor of two in codes."""

SOME_LUCK = 0.25
"""The same threshold for the mean over a game."""

LONGEST_CODE = 40
"""Largest number of characters of a code printed within a sentence."""

MOST_NAMED = 3
"""Largest number of turns listed one by one."""


def codes_left(count: float) -> str:
    """Format a number of codes, with as many digits as a reader needs.

    >>> codes_left(1296), codes_left(3.25), codes_left(2.0), codes_left(46.3), codes_left(1e20)
    ('1,296', '3.2', '2', '46', '10^20')
    """
    if count >= LEAST_SHOWN_AS_POWER:
        return f"10^{floor(log10(count))}"
    rounded = f"{count:.1f}" if count < 10 else f"{count:,.0f}"
    return rounded.removesuffix(".0")


def capital(text: str) -> str:
    """Return a sentence that begins with a capital letter.

    >>> capital("one turn so far")
    'One turn so far'
    """
    return text[0].upper() + text[1:]


def left_words(left: CandidateCount) -> str:
    """Format a number of candidates; of an estimate its interval, if it is known.

    >>> left_words(CandidateCount(1)), left_words(CandidateCount(None, 5.0e12, (4.1e12, 6.0e12)))
    ('1 candidate', '4.1 to 6 trillion candidates')
    """
    number = left.number or 0
    if left.interval is None:
        count = f"{'about ' * (number >= LEAST_SHOWN_AS_POWER)}{codes_left(number)}"
    else:
        count = estimate_words(number, left.interval)
    return f"{count} candidate{'s' * (count != '1')}"


def turns_named(turns: Sequence[int]) -> str:
    """Format turn numbers for a sentence.

    >>> turns_named([2]), turns_named([1, 3]), turns_named([1, 2, 4, 5])
    ('turn 2', 'turns 1 and 3', '4 turns (1, 2, …)')
    """
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) <= MOST_NAMED:
        return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
    return f"{len(turns)} turns ({', '.join(map(str, turns[: MOST_NAMED - 1]))}, …)"


def name_of(game: Game, code: Code, notation: Notation = CANONICAL) -> str:
    """Format a code for a sentence; a code that is too long is not spelled out."""
    text = notation.format(game, code)
    return text if len(text) <= LONGEST_CODE else "the best guess"


def turn_words(game: Game, turn: ReviewedTurn, notation: Notation) -> str:
    """Return the comment on one turn."""
    said = _of_the_guess(game, turn, notation)
    luck = _of_the_reply(turn)
    return f"{said} {luck}" if luck else said


def guesses_words(expected: ExpectedGuesses, digits: int) -> str:
    """Format an expected number of guesses.

    >>> from codepegs.strategies import ExpectedGuesses
    >>> guesses_words(ExpectedGuesses(4.3403), 2), guesses_words(ExpectedGuesses(7.16, 0.3), 2)
    ('4.34', 'about 7.2')
    """
    return f"{expected.value:.{digits}f}" if expected.exact else f"about {expected.value:.{max(1, digits - 1)}f}"


def compared_words(asked: ExpectedGuesses, best: ExpectedGuesses) -> tuple[str, str]:
    """Format two expected numbers of guesses with as many digits as tell them apart.

    >>> from codepegs.strategies import ExpectedGuesses
    >>> compared_words(ExpectedGuesses(4.344), ExpectedGuesses(4.3403))
    ('4.344', '4.340')
    """
    for digits in (2, 3, 4):
        said = guesses_words(asked, digits), guesses_words(best, digits)
        if said[0].removeprefix("about ") != said[1].removeprefix("about "):
            break
    return said


def _of_the_guess(game: Game, turn: ReviewedTurn, notation: Notation) -> str:
    broken = f"Inconsistent with {turns_named(turn.breaks)}" if turn.breaks else ""
    asked = None if turn.asked is None else turn.asked.expected
    best = None if turn.best is None else turn.best.expected
    if asked is None or best is None or turn.best is None:
        fit = f"{broken}." if broken else "Consistent with all earlier replies."
        if not game.can_be_secret(turn.guess) and game.traits.counts_pegs:
            return "It repeats a colour, as no secret does: for such a guess, the expected number is not computed."
        return f"{fit} The game is too large to compute the expected number of guesses."
    other = name_of(game, turn.best.guess, notation)
    if turn.worth == "forced":
        return "The only candidate."
    if turn.before.count == 1:
        return f"The secret was already known: {other}."
    ours, theirs = compared_words(asked, best)
    if turn.worth == "wasted":
        return f"No information: every candidate gives the same reply. {capital(theirs)} guesses expected with {other}."
    if turn.worth == "best":
        if turn.before.count == 2:
            return "One of the two candidates: an optimal guess."
        if turn.best.guess == turn.guess:
            start = f"{broken}, but the best guess" if broken else "The best guess"
        else:
            start = f"{broken}, but as good as the best guess" if broken else "As good as the best guess"
        return f"{start}: {guesses_words(asked, 2)} guesses expected from here."
    needs = f"{ours} guesses expected from here, {theirs} with {other}."
    if turn.worth == "good":
        return f"{broken}, but a good guess: {needs}" if broken else f"A good guess: {needs}"
    return f"A mistake: {broken[0].lower()}{broken[1:]}. {capital(needs)}" if broken else f"A weak guess: {needs}"


def _of_the_reply(turn: ReviewedTurn) -> str:
    if turn.luck is None or turn.before.number is None or turn.after.number is None or abs(turn.luck) < LUCKY_BITS:
        return ""
    if turn.luck < 0:
        return f"Unlucky: {left_words(turn.after)} left."
    if turn.reply.solved:
        return f"Lucky: it was the secret, 1 of {left_words(turn.before)}."
    return f"Lucky: only {left_words(turn.after)} left."


PERFECT = ("The guesses were perfect", "The guess was perfect")
"""The words for a game whose figures are all exact and of which no guess could have been better."""

PRAISE = (
    (0.97, "The guesses were nearly perfect", "The guess was nearly perfect"),
    (0.9, "The guesses were good", "The guess was good"),
    (0.75, "The guesses were mostly good", "The guess was fairly good"),
    (0.0, "The guesses could have been better", "The guess could have been better"),
)
"""The words for the skill in a game and for that in a game of one turn, each with its lower bound."""


def game_words(review: GameReview, notation: Notation = CANONICAL) -> str:
    """Return the comment on the whole game, one or two sentences."""
    count = len(review.turns)
    left = review.turns[-1].after
    if review.solved:
        outcome = f"Solved in {counted(count, 'turn')}"
    elif review.secret is not None:
        outcome = f"{name_of(review.game, review.secret, notation)} was not found in {counted(count, 'turn')}"
        outcome = capital(outcome)
    else:
        is_left = "" if left.number is None else f", {left_words(left)} left"
        outcome = f"{capital(counted(count, 'turn'))} so far{is_left}"
    if review.skill is None:
        return f"{outcome}. The game is too large to rate every guess."
    is_perfect = review.exact and review.skill == 1.0
    words = PERFECT if is_perfect else next(words for least, *words in PRAISE if review.skill >= least)
    luck = ""
    if review.luck is not None and abs(review.luck) >= SOME_LUCK:
        luck = f"; the {'reply was' if count == 1 else 'replies were'} {'lucky' if review.luck > 0 else 'unlucky'}"
    return " ".join([f"{outcome}. {words[count == 1]}{luck}.", *_turning_words(review, notation)])


def _turning_words(review: GameReview, notation: Notation) -> list[str]:
    if review.turning_point is None:
        return []
    turn = review.turns[review.turning_point - 1]
    if turn.worth in ("weak", "wasted") and turn.best is not None:
        cost = f"Turn {turn.turn} cost the most" if len(review.turns) > 1 else ""
        better = notation.format(review.game, turn.best.guess)
        if len(better) > LONGEST_CODE:
            return [f"{cost}."] if cost else []
        return [f"{cost}: {better} would have been better." if cost else f"{better} would have been better."]
    return [
        f"The {'lucky' if (turn.luck or 0) > 0 else 'unlucky'} reply in turn {turn.turn} made the largest difference."
    ]
