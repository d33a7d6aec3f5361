"""Conversion of requests to objects of the library, with the checks and messages of the command line."""

from __future__ import annotations

from dataclasses import replace

from codepegs.codes import ContradictionExplanation, explain_contradiction
from codepegs.errors import BadStrategy
from codepegs.game import CANONICAL, SYMBOLS, Code, Notation, Position, as_given, notation_for
from codepegs.server import limits
from codepegs.strategies import Player
from codepegs.trees.gallery import PREFIX

MOST_EXPLAINED = 3_000_000
"""Largest number of codes for an exact explanation of a contradiction: some seconds."""


class TooLarge(Exception):
    """A request exceeds the memory limit."""


def position_of(text: str, *, noisy: bool = False) -> Position:
    """The position of a request."""
    _check_turns(text.count(":"))
    position = Position.parse(text, noisy=noisy)
    _check_turns(len(position.turns))
    return position


def position_to_explain(text: str) -> Position:
    """The position of a request, even if a reply is impossible for its guess."""
    _check_turns(text.count(":"))
    position = as_given(text)
    _check_turns(len(position.turns))
    return position


def _check_turns(turns: int) -> None:
    """Raise `TooLarge` if a position has too many turns."""
    if turns > limits.POSITION_TURNS:
        raise TooLarge(f"this server accepts positions of up to {limits.POSITION_TURNS:,} turns, not {turns:,}")


def notation_of(text: str) -> Notation:
    """The notation of codes in sentences and pictures: digits from 0 if the rules are `bc`.

    >>> notation_of("bc 0123:1b1w").base, notation_of("p4c10n 1234:1b1w").base
    (0, 1)
    """
    return notation_for("".join(text.split()[:1]))


def secret_of(text: str | None, position: Position, given: str) -> Code | None:
    """The secret of a request, canonical or in the names of colours of the position as given.

    >>> secret_of("red,orange,blue,red", Position("p4c6"), "p4c6 orange,red,red,red:1b1w")
    (0, 5, 1, 0)
    """
    if text is None:
        return None
    game, used = position.game, (color for turn in position.turns for color in turn.guess)
    typed = Notation.of(given).as_typed(game, text, used)
    return (replace(typed, also=SYMBOLS) if typed.names else CANONICAL).parse(game, text)


def player_of(text: str, noise: float | str | None = None) -> Player:
    """The player of a request; clients can only use trees from the gallery."""
    player = Player.parse(text)
    path = player.strategy.text_option
    if path is not None and not getattr(player.options, path).startswith(PREFIX):
        raise BadStrategy(f"this server plays only the trees in its list; for example, tree:{PREFIX}p4c6")
    return player.with_noise(f"{noise:g}" if isinstance(noise, float | int) else noise)


def contradiction_in(text: str) -> ContradictionExplanation:
    """The explanation of the contradiction in the position of a request."""
    position = position_to_explain(text)
    conflict = explain_contradiction(position, most_codes=MOST_EXPLAINED)
    return conflict or ContradictionExplanation(position, None, (), (), exact=False)
