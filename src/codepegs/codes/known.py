"""What is known when a game is over without a win: a class, the secret, or secrets that no guess distinguishes.

Games of tables, and lists with `until`, end like this. Whatever says how such a game ends asks `known_at`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from codepegs.codes.candidates import Candidates
from codepegs.codes.guess_search import part_sizes
from codepegs.errors import one_of
from codepegs.game import CANONICAL, Position

MOST_NAMED = 10
"""Secrets that are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known at the end."""

    left: Candidates
    """The secrets that are left, at least one."""

    @property
    def class_name(self) -> str | None:
        """The class of all that are left, in a game that ends when it is known; None if they differ in class."""
        game = self.left.game
        if game.until != "class" or game.classes is None:
            return None
        labels = np.unique(game.classes[self.left.keys.astype(np.int64)])
        return game.class_name(int(labels[0])) if len(labels) == 1 else None

    @property
    def answer(self) -> str:
        """The answer, as a clause: the class, or the secrets that are left."""
        return self._secrets if self.class_name is None else f"its class is {self.class_name}"

    @property
    def words(self) -> str:
        """What is known, as a clause."""
        if self.class_name is not None:
            return f"{self.answer}: {self._secrets}"
        if len(self.left) == 1:
            return self.answer
        return f"{self.answer}, which no {'test' if self.left.is_over else 'other test'} distinguishes"

    @property
    def _secrets(self) -> str:
        left = self.left
        names = [CANONICAL.spell(left.game, code) for code in left[:MOST_NAMED]]
        more = f" or {len(left) - MOST_NAMED:,} more" if len(left) > MOST_NAMED else ""
        return f"it is {one_of(names) if not more else ', '.join(names) + more}"


def known_at(position: Position, left: Candidates | None = None) -> Known | None:
    """Return what is known at a position whose game is over without a win; None if it goes on, or nothing fits."""
    game = position.game
    is_asked = game.traits.asks_once and any(turn.reply.unknown for turn in position.turns)
    if not (game.endings or is_asked):
        return None
    left = Candidates.after(position) if left is None else left
    if not len(left) or left.is_over:
        return Known(left) if len(left) else None
    if not is_asked:
        return None
    sizes = part_sizes(left.space.guesses(position.turns), left)[:, :-1]  # a win is information
    return None if (sizes.max(axis=1, initial=0) < len(left)).any() else Known(left)
