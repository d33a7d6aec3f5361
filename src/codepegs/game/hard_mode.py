"""Hard mode in listed games: which guesses a turn allows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.game.position import Turn
from codepegs.game.reply_table import replies_by_all

if TYPE_CHECKING:
    from codepegs.game.listed import ListedGame


@lru_cache(maxsize=2048)
def allowed_after(game: ListedGame, turn: Turn) -> NDArray[np.bool_]:
    """Return which codes of a listed game a turn allows as guesses.

    Returns whether each code is allowed, in the order of `ListedGame.texts`, bool, shape (codes,).

    >>> from codepegs.game import ListedGame, Position
    >>> game = ListedGame(["CRANE", "CRATE", "TRACE"], ["SLATE", "GRATE"], "wordle", hard=True)
    >>> allowed_after(game, Position(game).after("CRATE", "yggyg").turns[0]).tolist()
    [False, False, True, False, False]
    """
    if turn.reply.unknown:
        return np.ones(len(game.codes), dtype=np.bool_)
    if game.hard == "wordle":
        return _uses_what_was_revealed(game, turn)
    number = game.number_of_reply[turn.reply]
    return np.asarray(replies_by_all(game, game.number_of[turn.guess]) == number)


def _uses_what_was_revealed(game: ListedGame, turn: Turn) -> NDArray[np.bool_]:
    codes, marks = game.code_array, turn.reply.marks or ""
    allowed = np.ones(len(codes), dtype=np.bool_)
    for letter in set(turn.guess):
        marked = [place for place, each in enumerate(turn.guess) if each == letter and marks[place] in "gy"]
        allowed &= np.count_nonzero(codes == letter, axis=1) >= len(marked)
        for place in marked:
            if marks[place] == "g":
                allowed &= codes[:, place] == letter
    return allowed
