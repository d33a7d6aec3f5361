"""The outcomes of a test of a table, and the one reader of what people and programs type for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from codepegs.errors import BadInput, BadReply, one_of
from codepegs.game.outcomes import written_name
from codepegs.game.ranges import Range, read_number, read_range
from codepegs.game.reading import plain
from codepegs.game.reply import Code, Reply
from codepegs.game.words import Names

if TYPE_CHECKING:
    from codepegs.game.listed import ListedGame
    from codepegs.game.rules import Game

NOT_KNOWN = ("?", "unknown", "don't_know", "do_not_know")
"""What people type who do not know the outcome of a test."""

MOST_NAMED = 40
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
    if number is not None:
        return possible[number]
    if word.lower() == "solved":
        return game.win
    if word.lower() in NOT_KNOWN:
        return Reply(unknown=True)
    shown = [outcome_name(game, reply) for reply in possible]
    values = {"text": text.strip()[:40], "test": game._given_name(guess)}
    outcomes = f"any of {len(shown):,} outcomes" if len(shown) > MOST_NAMED else one_of(shown)
    typed = read_number(word)
    within = [] if typed is None else [n for n, name in enumerate(shown) if _is_within(typed, name, values["test"])]
    if len(within) == 1:
        return possible[within[0]]
    if within:
        lies = " and ".join(shown[n] for n in within[:3])
        raise BadReply.because("number_in_several", **values, ranges=lies, outcomes=outcomes)
    if typed is None or typed.unit:
        begun = [n for n, name in enumerate(names.texts) if word and _begins(word.lower(), name.lower())]
        if len(begun) == 1:
            return possible[begun[0]]
        if begun:
            meant = one_of([shown[n] for n in begun]) if len(begun) <= MOST_NAMED else f"any of {len(begun):,} outcomes"
            raise BadReply.because("may_be_outcomes", **values, meant=meant)
        other = next((reply for reply in game.replies()[:-1] if str(reply).lower() == word.lower()), None)
        if other is not None:  # an outcome of another test only
            return other
    raise BadReply.because("not_an_outcome", **values, outcomes=outcomes)


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
