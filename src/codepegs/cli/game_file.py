"""A finished game from a file: a position as text, what a command printed with --json, or a saved game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from codepegs import files
from codepegs.cli.position_argument import Given

if TYPE_CHECKING:
    from codepegs.errors import BadInput
    from codepegs.game import Code

STANDARD_INPUT = "-"

_ENDING = re.compile(r"\((?:not )?solved in [\d,]+\)\s*$")
"""The suffix of the position in the text of a played game."""


@dataclass(frozen=True)
class GivenGame:
    """A game, the notation its codes are shown in, and its secret if the file contains it."""

    given: Given
    secret: Code | None = None
    seed: int | None = None
    """The seed it was played with, if the file contains it."""

    @classmethod
    def read(cls, words: Sequence[str], symbols: str | None = None, base: int | None = None) -> GivenGame:
        """Read a game from a position text, or from the file that the argument names (`-` is standard input).

        Raises:
            BadInput: The text or the file does not contain a game.
            Unavailable: The file cannot be read.
        """
        if len(words) != 1:
            return cls(Given.read(words, symbols, base))
        word = words[0]
        if word == STANDARD_INPUT:
            return cls._parse(files.read_standard_input(), "standard input", symbols, base)
        if files.exists(word):
            return cls._parse(files.read_text(word), word, symbols, base)
        if len(word.split()) < 2 and ":" not in word and not is_rules(word):
            from codepegs.errors import BadInput, Unavailable

            if not word:
                raise BadInput("the position is empty: give a file or a position, e.g. 'p4c6 1122:1b0w 1344:0b2w'")
            raise Unavailable(
                f"file not found: {files.shown(word)}; give a file or a position, e.g. 'p4c6 1122:1b0w 1344:0b2w'"
            )
        return cls(Given.read(words, symbols, base))

    @classmethod
    def _parse(cls, text: str, name: str, symbols: str | None, base: int | None) -> GivenGame:
        if text.lstrip().startswith("{"):
            return _from_json(text, name, symbols, base)
        if not text.split() or not is_rules(text.split(maxsplit=1)[0]):
            raise _no_game(name)
        return cls(Given.read([_ENDING.sub("", text)], symbols, base))


def is_rules(word: str) -> bool:
    """Return whether a word is a valid rules id."""
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
        f"{name} does not contain a game: expected a position, the output of solve --json, or a file from solve --save"
    )


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
    elif isinstance(record.get("secrets"), list):
        raise BadInput(f"{name} contains a game on several boards, which the coach does not support")
    elif isinstance(record.get("rules"), str) and isinstance(record.get("turns"), list):
        if record.get("false_turns"):
            raise BadInput(f"{name} contains false replies, which the coach does not support")
        turns = [turn if isinstance(turn, dict) else {} for turn in record["turns"]]
        words = [record["rules"], *(f"{turn.get('guess')}:{turn.get('reply')}" for turn in turns)]
    elif isinstance(record.get("rules"), str) and "guesses" in record:
        raise BadInput(f"{name} contains no turns: it was written with --quiet; run solve again without it")
    else:
        raise _no_game(name)
    secret = record.get("secret")
    found = _canonical(words, secret if isinstance(secret, str) else None, symbols, base)
    seed = record.get("seed")
    return replace(found, seed=seed) if isinstance(seed, int) and seed >= 0 else found


def _canonical(words: Sequence[str], secret: str | None, symbols: str | None, base: int | None) -> GivenGame:
    """Read a game whose codes are canonical, to be shown in the requested notation."""
    from codepegs.game import CANONICAL

    given = Given.read(words)
    if symbols is not None or base is not None:
        shown = Given.read([str(given.position.game)], symbols, base)
        given = replace(shown, position=given.position)
    return GivenGame(given, None if secret is None else CANONICAL.parse(given.position.game, secret))


def _replayed(saved: Any, symbols: str | None, base: int | None) -> GivenGame:
    """Replay a saved game up to its last saved turn."""
    from codepegs.analysis.coach import check_size
    from codepegs.errors import BadInput
    from codepegs.game import CANONICAL
    from codepegs.match import play

    if saved.noise:
        raise BadInput("the saved game may contain false replies, which the coach does not support")
    check_size(saved.game, saved.turns)
    played = play(
        saved.game, saved.code, saved.strategy, declare=saved.declare, seed=saved.seed, turns=max(1, saved.turns)
    )
    if " ".join(str(turn.reply) for turn in played.turns) != saved.replies:
        raise BadInput("the saved game cannot be replayed with this version: use the version that saved it")
    found = _canonical(str(played.position).split(), CANONICAL.format(saved.game, saved.code), symbols, base)
    return replace(found, seed=played.seed)
