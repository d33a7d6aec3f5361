"""Replies of lists, and outcomes of tests, as people and programs type them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from codepegs.errors import BadInput, BadReply, one_of
from codepegs.game.outcomes import Outcomes, written_name
from codepegs.game.plain_text import plain
from codepegs.game.ranges import Range, read_number, read_range
from codepegs.game.reading import read_counts
from codepegs.game.reply import Code, Reply
from codepegs.game.words import Names

if TYPE_CHECKING:
    from codepegs.game.listed import ListedGame
    from codepegs.game.rules import Game

_GIVEN_MARKS = str.maketrans(
    {"🟩": "g", "🟧": "g", "2": "g", "🟨": "y", "🟦": "y", "1": "y"} | dict.fromkeys("⬛⬜_.bx0", "-")
)
"""How the marks of Wordle are often written: squares, also those of high contrast, letters and digits."""

NOT_KNOWN = ("?", "unknown", "don't_know", "do_not_know")
"""What people type who do not know the outcome of a test."""

TRUTHS = (("0", "1"), ("no", "yes"), ("n", "y"), ("false", "true"), ("f", "t"))
"""How tables, and people, write that something does not hold, and that it does."""

MOST_OUTCOMES_NAMED = 40
"""Outcomes that are named in a message."""


def read_outcome(game: ListedGame, guess: Code, text: str) -> Reply:
    """Read the outcome of a test, or what is said of an object that is named.

    A text is the outcome that it names; a number that is none is the range of numbers that it lies in, if there is one;
    another text is the only outcome that begins with it.
    """
    possible, names = outcomes_of(game, guess)
    try:
        word = written_name(plain(text), "the_reply") if text.strip() else ""
        number = names.find(word)
    except BadInput as error:
        raise BadReply.like(error) from None
    if number is None:
        number = _number_of_truth(word.lower(), [name.lower() for name in names.texts])
    if number is not None:
        return possible[number]
    if word.lower() == "solved":
        return game.win
    if word.lower() in NOT_KNOWN:
        return Reply(unknown=True)
    shown = [outcome_name(game, reply) for reply in possible]
    said, test = text.strip()[:40], game._given_name(guess)
    outcomes = f"any of {len(shown):,} outcomes" if len(shown) > MOST_OUTCOMES_NAMED else one_of(shown)
    typed = read_number(word)
    within = [] if typed is None else [n for n, name in enumerate(shown) if _is_within(typed, name, test)]
    if len(within) == 1:
        return possible[within[0]]
    if within:
        lies = " and ".join(shown[n] for n in within[:3])
        raise BadReply.because("number_in_several", text=said, test=test, ranges=lies, outcomes=outcomes)
    if typed is None or typed.unit:
        begun = [n for n, name in enumerate(names.texts) if word and _begins(word.lower(), name.lower())]
        if len(begun) == 1:
            return possible[begun[0]]
        if begun:
            meant = (
                one_of([shown[n] for n in begun])
                if len(begun) <= MOST_OUTCOMES_NAMED
                else f"any of {len(begun):,} outcomes"
            )
            raise BadReply.because("may_be_outcomes", text=said, test=test, meant=meant)
        other = next((reply for reply in game.replies()[:-1] if str(reply).lower() == word.lower()), None)
        if other is not None:  # an outcome of another test only
            return other
    raise BadReply.because("not_an_outcome", text=said, test=test, outcomes=outcomes)


def _number_of_truth(word: str, names: list[str]) -> int | None:
    """Which of the two outcomes of a test, such as 0 and 1, is meant by yes or no; digits mean only themselves."""
    truth = next((pair.index(word) for pair in TRUTHS[1:] if word in pair), None)
    pair = next((pair for pair in TRUTHS if set(names) <= set(pair)), None)
    if truth is None or pair is None or pair[truth] not in names:
        return None
    return names.index(pair[truth])


def read_listed_reply(game: ListedGame, text: str) -> Reply:
    """Read the text of a reply of a listed game; see `ListedGame.parse_reply`."""
    replies = game.replies()
    word = text.strip().lower()
    if word and isinstance(game._how, Outcomes):
        word = written_name(word, "the_reply")
    shown = {str(reply): reply for reply in replies}
    folded = Counter(written.lower() for written in shown)
    exact = shown.get(text.strip())
    shown = {written.lower(): reply for written, reply in shown.items() if folded[written.lower()] == 1}
    found = exact or shown.get(word) or {"solved": game.win, "?": Reply(unknown=True)}.get(word)
    if found is None and game._how == "wordle":
        found = shown.get(word.translate(_GIVEN_MARKS))
    if found is None and game._how in ("mastermind", "per-slot", "common", "same-place"):
        found = read_counts(game, word)
        if found is not None and not found.unknown:
            found = shown.get(str(found))
    if found is None:
        known = replies if game._first_guess == 0 else replies[:-1]  # no test has the win
        examples = ", ".join(str(reply) for reply in known[:: max(1, len(shown) // 3)][:3])
        raise BadReply.because(game._reason("not_in_replies", text=text[:40], like=examples))
    return found


def _is_within(number: Range, name: str, test: str) -> bool:
    """Whether a number lies in an outcome that is a range; its unit may stand in the name of the test."""
    found = read_range(name)
    if found is None:
        return False
    is_of_test = not found.unit and number.unit in re.split(r"[\s,;:()\[\]/]+", test.lower())
    return found.holds(number._replace(unit="") if is_of_test else number)


def _begins(word: str, name: str) -> bool:
    """Whether a name begins with a word; a number is not the beginning of another, nor of a range."""
    ends_in_digit = word.rstrip(".,")[-1:].isdigit()
    return name.startswith(word) and not (ends_in_digit and any(map(str.isdigit, name[len(word) :])))


def names_outcome(game: Game, reply: Reply, text: str) -> bool:
    """Whether a text that was read as a reply is the whole name of it."""
    word = written_name(text, "the_reply").lower()
    if reply.unknown or word == "solved":
        return word in (*NOT_KNOWN, "solved")
    return word in (str(reply).lower(), written_name(outcome_name(game, reply), "the_reply").lower())


def outcomes_of(game: ListedGame, guess: Code) -> tuple[list[Reply], Names]:
    """Return the replies that some object gives to a guess, and their names; kept with the game."""
    known: dict[Code, tuple[list[Reply], Names]] = vars(game).setdefault("_outcomes", {})
    if guess not in known:
        replies = game.replies()
        possible = [replies[part] for part in np.unique(game._table[game._row_of(guess)]).tolist()]
        names = [written_name(outcome_name(game, reply), "an_outcome") for reply in possible]
        known[guess] = possible, Names(names, map(str, possible))
    return known[guess]


def outcome_name(game: Game, reply: Reply) -> str:
    """Return what people read for a reply: the outcome as it was given, and yes for the right object."""
    return "yes" if reply.solved else game._given_outcome(reply)
