"""The replies of a listed game, as the searches for best trees read them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, ListedGame, part_table
from codepegs.trees.search import loops

Tables = tuple[NDArray[np.uint16], NDArray[np.uint8], int]
"""The part numbers by guess and secret; the same in bytes, by secret and guess; the number of parts."""

_rows: WeakKeyDictionary[ListedGame, NDArray[np.uint8]] = WeakKeyDictionary()


def _reply_rows(game: ListedGame) -> NDArray[np.uint8]:
    """The replies by secret and guess in bytes, rows padded; without rows if a guess has more than 256 replies."""
    found = _rows.get(game)
    if found is None:
        padded = -(-len(game.texts) // loops.ROW_PADDING) * loops.ROW_PADDING
        found = np.empty((game.size, padded), dtype=np.uint8)
        if not loops.transpose_replies(game.table, len(part_table(game)), found):
            found = np.empty((0, padded), dtype=np.uint8)
        _rows[game] = found
    return found


def reply_tables(game: Game) -> Tables | None:
    """Return the replies of a listed game.

    Args:
        game: The game.

    Returns:
        The tables, which a search uses as long as it exists; None for a game of pegs.

    >>> table, rows, parts = reply_tables(ListedGame(["AB", "BA", "BB"], reply="same-place"))
    >>> table.tolist(), rows[:, :3].tolist(), parts
    ([[2, 0, 1], [0, 2, 1], [1, 1, 2]], [[2, 0, 1], [0, 2, 1], [1, 1, 2]], 3)
    """
    return (game.table, _reply_rows(game), len(part_table(game))) if isinstance(game, ListedGame) else None


def guess_count(game: Game) -> int:
    """Return the number of codes that can be guessed.

    Args:
        game: The game.

    Returns:
        The number.

    >>> guess_count(Game(4, 6)), guess_count(ListedGame(["AB", "BA"], ["AA"]))
    (1296, 3)
    """
    return len(game.texts) if isinstance(game, ListedGame) else game.size
