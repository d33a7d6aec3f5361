"""Tables of replies, as the searches for best trees read them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Codebook
from codepegs.game import Game, part_table
from codepegs.trees.search import loops

Tables = tuple[NDArray[np.uint16], NDArray[np.uint8], int]
"""The part numbers by guess and secret; the same in bytes, by secret and guess; the number of parts."""

_rows: WeakKeyDictionary[Game, NDArray[np.uint8]] = WeakKeyDictionary()


def reply_tables(game: Game) -> Tables | None:
    """Return the replies of a game as tables.

    The rows by secret are padded; there are none if a guess has more than 256 replies.

    Args:
        game: The game.

    Returns:
        The tables, which a search uses as long as it exists; None if the replies are computed.

    >>> from codepegs.game import ListedGame
    >>> table, rows, parts = reply_tables(ListedGame(["AB", "BA", "BB"], reply="same-place"))
    >>> table.tolist(), rows[:, :3].tolist(), parts
    ([[2, 0, 1], [0, 2, 1], [1, 1, 2]], [[2, 0, 1], [0, 2, 1], [1, 1, 2]], 3)
    """
    table, parts = Codebook.of(game).table, len(part_table(game))
    if table is None:
        return None
    rows = _rows.get(game)
    if rows is None:
        padded = -(-len(table) // loops.ROW_PADDING) * loops.ROW_PADDING
        rows = np.empty((table.shape[1], padded), dtype=np.uint8)
        if not loops.transpose_replies(table, parts, rows):
            rows = np.empty((0, padded), dtype=np.uint8)
        _rows[game] = rows
    return table, rows, parts
