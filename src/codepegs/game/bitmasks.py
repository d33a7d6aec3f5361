"""Codes as bit masks, so that a reply is two ANDs and two population counts.

One mask has a bit for each (position, colour), the other for each (colour, copy): black is the population of the AND of
the first masks, the total that of the second. A mask takes as many 64-bit words as pegs times colours need.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game

WORD = 64


def mask_words(game: Game) -> int:
    """64-bit words in one mask of a game.

    >>> mask_words(Game(4, 6)), mask_words(Game(40, 200))
    (1, 125)
    """
    return -(-game.pegs * game.colors // WORD)


def pack(game: Game, codes: NDArray[np.integer]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Pack codes into bit masks, with which replies are computed from whole words.

    Args:
        game: The game.
        codes: 0-based colours, shape (m, pegs).

    Returns:
        The position masks and the copy masks, uint64 arrays of shape (m, words).
    """
    m = len(codes)
    rows = np.arange(m)
    place = np.zeros((m, mask_words(game)), dtype=np.uint64)
    copies = np.zeros_like(place)
    tally = np.zeros((m, game.colors), dtype=np.int64)
    for position in range(game.pegs):
        color = codes[:, position].astype(np.int64)
        _set_bits(place, rows, position * game.colors + color)
        _set_bits(copies, rows, color * game.pegs + tally[rows, color])
        tally[rows, color] += 1
    return place, copies


def _set_bits(masks: NDArray[np.uint64], rows: NDArray[np.int64], bits: NDArray[np.int64]) -> None:
    masks[rows, bits // WORD] |= np.uint64(1) << (bits % WORD).astype(np.uint64)
