"""Requests as the library's own objects: the same checks, and the same sentences, as on the command line."""

from __future__ import annotations

from codepegs.analysis import predict
from codepegs.candidates import ContradictionExplanation, explain_contradiction
from codepegs.errors import BadStrategy
from codepegs.game import Game, Notation, Position, notation_for
from codepegs.schema import ContradictionAnswer
from codepegs.server import limits
from codepegs.strategies import AdoptsCandidates, Codebreaker, Player
from codepegs.trees.gallery import PREFIX

MOST_EXPLAINED = 3_000_000
"""Codes up to which a contradiction is explained by looking at all of them: some seconds."""


class TooLarge(Exception):
    """More than one request may need."""


def position_of(text: str, *, noisy: bool = False) -> Position:
    """The position a request names."""
    turns = text.count(":")
    if turns > limits.POSITION_TURNS:
        raise TooLarge(f"a position may have up to {limits.POSITION_TURNS:,} turns here, not {turns:,}")
    return Position.parse(text, noisy=noisy)


def notation_of(text: str) -> Notation:
    """How sentences and pictures spell the codes of a position: by digits where it calls its game `bc`.

    >>> notation_of("bc 0123:1b1w").base, notation_of("p4c10n 1234:1b1w").base
    (0, 1)
    """
    return notation_for("".join(text.split()[:1]))


def player_of(text: str, noise: float | str | None = None) -> Player:
    """The player a request names; the only files that clients may name are trees of the gallery."""
    player = Player.parse(text)
    path = player.strategy.text_option
    if path is not None and not getattr(player.options, path).startswith(PREFIX):
        raise BadStrategy(f"only trees of the gallery are played here: write tree:{PREFIX}p4c6 for instance")
    return player.with_noise(f"{noise:g}" if isinstance(noise, float | int) else noise)


def check_memory(game: Game, codebreaker: Codebreaker, memory_mib: int) -> None:
    """Raise `TooLarge` when listing the codes of a game would take more memory than one request may."""
    needed = predict(game, False, 1).bytes / 2**20
    if isinstance(codebreaker, AdoptsCandidates) and needed > memory_mib:
        raise TooLarge(
            f"{game} needs about {needed:,.0f} MiB and one request may use {memory_mib:,} MiB: play a smaller game, "
            "or by another strategy"
        )


def contradiction_in(position: Position) -> ContradictionAnswer:
    """What contradicts what in a position that was found to contradict itself."""
    conflict = explain_contradiction(position, most_codes=MOST_EXPLAINED)
    return ContradictionAnswer.of(conflict or ContradictionExplanation(position, None, (), (), exact=False))
