"""What the coach says, kindly and in few words: the same in the terminal, in JSON and on the page."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from codepegs.analysis.coach.measures import SAME, Figures
from codepegs.game import CANONICAL, TOLD_IN_POWERS, Code, Game, Notation, counted

if TYPE_CHECKING:
    from codepegs.analysis.coach.game_review import GameReview, ReviewedTurn

LUCKY_BITS = 1.0
"""Bits more or less than expected from which on a reply is called lucky or unlucky: twice or half as many codes."""

SOME_LUCK = 0.25
"""The same for the mean over a game."""

LONGEST_CODE = 40
"""Characters of the longest code that is named within a sentence."""

MOST_NAMED = 3
"""Turns that are named one by one."""


def codes_left(count: float) -> str:
    """A number of codes as a person says it.

    >>> codes_left(1296), codes_left(3.25), codes_left(2.0), codes_left(46.3), codes_left(1e20)
    ('1,296', '3.2', '2', '46', '10^20')
    """
    if count >= TOLD_IN_POWERS:
        return f"10^{floor(log10(count))}"
    rounded = f"{count:.1f}" if count < 10 else f"{count:,.0f}"
    return rounded.removesuffix(".0")


def turns_named(turns: Sequence[int]) -> str:
    """Turns in a sentence.

    >>> turns_named([2]), turns_named([1, 3]), turns_named([1, 2, 4, 5])
    ('turn 2', 'turns 1 and 3', 'turns 1, 2 and 2 more')
    """
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) <= MOST_NAMED:
        return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
    return f"turns {', '.join(map(str, turns[: MOST_NAMED - 1]))} and {len(turns) - MOST_NAMED + 1} more"


def name_of(game: Game, code: Code, notation: Notation = CANONICAL) -> str:
    """A code in a sentence; one that is too long for that is not spelled."""
    text = notation.format(game, code)
    return text if len(text) <= LONGEST_CODE else "the best guess"


def turn_words(game: Game, turn: ReviewedTurn, reference: Figures | None, notation: Notation) -> str:
    """What is said of one turn; `reference` is the guess that it is compared with."""
    said = _of_the_guess(game, turn, reference, notation)
    luck = _of_the_reply(turn)
    return f"{said} {luck}" if luck else said


def _of_the_guess(game: Game, turn: ReviewedTurn, reference: Figures | None, notation: Notation) -> str:
    asked, fitting, before = turn.asked, turn.best_fitting, turn.candidates_before
    broken = turns_named(turn.breaks) if turn.breaks else ""
    if asked is None or reference is None or fitting is None or before is None:
        fit = f"By {broken} it could not be the secret." if broken else "It fits all replies before it."
        return f"{fit} What it tells cannot be counted here."
    other = name_of(game, reference.guess, notation)
    others_left = codes_left(reference.expected_size)
    average = f"{codes_left(asked.expected_size)} of {codes_left(before)} codes"
    if turn.worth == "forced":
        return "The only code left."
    if turn.worth == "wasted":
        if before == 1:
            return f"The code was known by then: it is {other}."
        return f"Every code left answers it alike, so it told nothing; {other} leaves {others_left} on average."
    if turn.worth == "best":
        if before == 2:
            return "One of the two codes left: nothing is better."
        start = f"By {broken} it could not be the secret, and yet a fine probe: nothing" if broken else "Nothing"
        return f"{start} tells more, with {average} left on average."
    if turn.worth == "probe":
        return f"By {broken} it could not be the secret, but it tells as much as any code that could: a good probe."
    if broken:
        may = name_of(game, fitting.guess, notation)
        if turn.worth == "good":
            return f"By {broken} it could not be the secret, yet it tells nearly as much as {other}."
        if asked.entropy_bits >= fitting.entropy_bits - SAME:
            return f"By {broken} it could not be the secret; {may} could, and tells about as much."
        return (
            f"A slip: by {broken} it could not be the secret. {may[0].upper()}{may[1:]} could, and leaves "
            f"{codes_left(fitting.expected_size)} codes on average, not {codes_left(asked.expected_size)}."
        )
    if codes_left(asked.expected_size) == others_left or asked.expected_size < reference.expected_size:
        return f"{'A good guess' if turn.worth == 'good' else 'A fair guess'}, but {other} tells more."
    start = "A good guess: it leaves" if turn.worth == "good" else "It leaves"
    return f"{start} {average} on average, {other} leaves {others_left}."


def _of_the_reply(turn: ReviewedTurn) -> str:
    before, after = turn.candidates_before, turn.candidates_after
    if turn.luck is None or before is None or after is None or abs(turn.luck) < LUCKY_BITS:
        return ""
    if turn.luck < 0:
        return f"Unlucky: {codes_left(after)} codes were left."
    if turn.reply.solved:
        return f"Lucky: it was the secret itself, one of {codes_left(before)}."
    return f"Lucky: only {codes_left(after)} {'was' if codes_left(after) == '1' else 'were'} left."


PRAISE = (
    (0.97, "hardly a guess could have been better"),
    (0.9, "well asked"),
    (0.75, "mostly well asked"),
    (0.0, "with guesses that could ask for more"),
)
"""What is said of a game's skill, from so much on."""


def game_words(review: GameReview, notation: Notation = CANONICAL) -> str:
    """What is said of a whole game, in one or two sentences."""
    count = len(review.turns)
    left = review.turns[-1].candidates_after
    if review.solved:
        outcome = f"Solved in {counted(count, 'turn')}"
    elif review.secret is not None:
        outcome = f"{name_of(review.game, review.secret, notation)} was not found in {counted(count, 'turn')}"
        outcome = outcome[0].upper() + outcome[1:]
    else:
        is_left = "" if left is None else f", and {codes_left(left)} code{'s' * (codes_left(left) != '1')} left"
        outcome = f"{counted(count, 'turn')[0].upper()}{counted(count, 'turn')[1:]} so far{is_left}"
    if review.skill is None or review.luck is None:
        return f"{outcome}; the game is too large to say how well it was played."
    praise = next(words for least, words in PRAISE if review.skill >= least)
    luck = ""
    if abs(review.luck) >= SOME_LUCK:
        luck = ", with luck" if review.luck > 0 else ", against the luck"
    return " ".join([f"{outcome}: {praise}{luck}.", *_turning_words(review, notation)])


def _turning_words(review: GameReview, notation: Notation) -> list[str]:
    if review.turning_point is None:
        return []
    turn = review.turns[review.turning_point - 1]
    reference = review.reference(turn)
    if turn.worth in ("weak", "wasted") and reference is not None:
        better = name_of(review.game, reference.guess, notation)
        return [f"Turn {turn.turn} cost the most: {better} would have been better."]
    return [f"Turn {turn.turn} decided it, by {'a lucky' if (turn.luck or 0) > 0 else 'an unlucky'} reply."]
