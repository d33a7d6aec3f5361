"""A finished game from a file: a position as text, what a command printed with --json, or a saved game."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs.cli.position_argument import Given

if TYPE_CHECKING:
    from codepegs.errors import BadInput
    from codepegs.game import Code

STANDARD_INPUT = "-"

_ENDING = re.compile(r"\((?:not )?solved in [\d,]+\)\s*$")
"""What stands behind the position where a played game is printed."""


@dataclass(frozen=True)
class GivenGame:
    """A game, how its codes are spelled to the person who gave it, and its secret where the file tells it."""

    given: Given
    secret: Code | None = None

    @classmethod
    def read(cls, words: Sequence[str], symbols: str | None = None, base: int | None = None) -> GivenGame:
        """The game that an argument spells, or that is in the file it names; `-` is standard input.

        Raises `BadInput` for what is no game, `Unavailable` for a file that cannot be read.
        """
        if len(words) != 1:
            return cls(Given.read(words, symbols, base))
        word = words[0]
        if word == STANDARD_INPUT:
            return cls._parse(sys.stdin.read(), "standard input", symbols, base)
        if _exists(word):
            from codepegs import files

            return cls._parse(files.read_text(word), word, symbols, base)
        if len(word.split()) == 1 and ":" not in word and not is_rules(word):
            from codepegs.errors import BadInput

            raise BadInput(f"there is no file {word}; give a file, or a position like 'p4c6 1122:1b0w 1344:0b2w'")
        return cls(Given.read(words, symbols, base))

    @classmethod
    def _parse(cls, text: str, name: str, symbols: str | None, base: int | None) -> GivenGame:
        if text.lstrip().startswith("{"):
            return _from_json(text, name, symbols, base)
        if not text.split() or not is_rules(text.split(maxsplit=1)[0]):
            raise _no_game(name)
        return cls(Given.read([_ENDING.sub("", text)], symbols, base))


def is_rules(word: str) -> bool:
    """Whether a word names a game."""
    from codepegs.errors import BadRules
    from codepegs.game import Game

    try:
        Game.parse(word)
    except BadRules:
        return False
    return True


def _no_game(name: str) -> BadInput:
    from codepegs.errors import BadInput

    return BadInput(
        f"{name} holds no game: give a position as text, what solve --json printed, or a game that solve --save saved"
    )


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # a position can be longer than any name
        return False


def _from_json(text: str, name: str, symbols: str | None, base: int | None) -> GivenGame:
    import msgspec

    from codepegs.errors import BadInput
    from codepegs.match import saved_game

    if saved_game.MARK in text[: 2 * len(saved_game.MARK)]:
        return _replayed(saved_game.parse(text, name), symbols, base)
    try:
        record: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise _no_game(name) from None
    if not isinstance(record, dict):
        raise _no_game(name)
    if isinstance(record.get("position"), str):
        words = record["position"].split()
    elif isinstance(record.get("rules"), str) and isinstance(record.get("turns"), list):
        if record.get("false_turns"):
            raise BadInput(f"some replies in {name} are false, and the coach believes what replies tell")
        turns = [turn if isinstance(turn, dict) else {} for turn in record["turns"]]
        words = [record["rules"], *(f"{turn.get('guess')}:{turn.get('reply')}" for turn in turns)]
    elif isinstance(record.get("rules"), str) and "guesses" in record:
        raise BadInput(f"{name} tells no turns: --quiet left them out")
    else:
        raise _no_game(name)
    secret = record.get("secret")
    return _canonical(words, secret if isinstance(secret, str) else None, symbols, base)


def _canonical(words: Sequence[str], secret: str | None, symbols: str | None, base: int | None) -> GivenGame:
    """A game whose codes are canonical, to be shown as the person asks for."""
    from dataclasses import replace

    from codepegs.game import CANONICAL

    given = Given.read(words)
    if symbols is not None or base is not None:
        shown = Given.read([str(given.position.game)], symbols, base)
        given = replace(shown, position=given.position)
    return GivenGame(given, None if secret is None else CANONICAL.parse(given.position.game, secret))


def _replayed(saved: Any, symbols: str | None, base: int | None) -> GivenGame:
    """The game that a saved one follows from, played again as far as it was saved."""
    from codepegs.analysis.coach import check_size
    from codepegs.errors import BadInput
    from codepegs.game import CANONICAL
    from codepegs.match import play

    if saved.noise:
        raise BadInput("replies of the saved game may be false, and the coach believes what replies tell")
    check_size(saved.game, saved.turns)
    played = play(
        saved.game, saved.code, saved.strategy, declare=saved.declare, seed=saved.seed, most_turns=max(1, saved.turns)
    )
    if " ".join(str(turn.reply) for turn in played.turns) != saved.replies:
        raise BadInput("this program plays another game than the saved one: look at it with the version that saved it")
    return _canonical(str(played.position).split(), CANONICAL.format(saved.game, saved.code), symbols, base)
