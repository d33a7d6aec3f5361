"""The codes of a listed game by key: a key is the number of a code, and secrets come before other guesses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codepegs.codes.key_layout import Keys
from codepegs.game import Code, ListedGame, Turn, allowed_after


def secret_keys(game: ListedGame) -> Keys:
    """Return the keys of the secrets.

    Args:
        game: The game.

    Returns:
        Keys, ascending, uint64, shape (game.size,).
    """
    return np.arange(game.size, dtype=np.uint64)


def guess_keys(game: ListedGame, turns: Sequence[Turn] = ()) -> Keys:
    """Return the keys of the codes that can be guessed; in hard mode, of those that the turns allow.

    Args:
        game: The game.
        turns: The turns so far, which matter in hard mode only.

    Returns:
        Keys, ascending, uint64, shape (m,).
    """
    if not game.hard:
        return np.arange(len(game.texts), dtype=np.uint64)
    allowed = np.ones(len(game.texts), dtype=np.bool_)
    for turn in turns:
        allowed &= allowed_after(game, turn)
    return np.flatnonzero(allowed).astype(np.uint64)


def parts_of_list(game: ListedGame, keys: Keys, guess: Code) -> NDArray[np.int64]:
    """Return the part number of each secret for a guess.

    Args:
        game: The game.
        keys: Keys of secrets, uint64, shape (m,).
        guess: The guess, a code of the game.

    Returns:
        Part numbers, indices into `game.replies()`, int64, shape (m,).
    """
    parts: NDArray[np.int64] = game.table[game.number_of[guess], keys.astype(np.int64)].astype(np.int64)
    return parts


def parts_between_keys(game: ListedGame, guesses: Keys, secrets: Keys) -> NDArray[np.int64]:
    """Return the part numbers of the replies between pairs of codes.

    Args:
        game: The game.
        guesses: Keys of codes, uint64, shape (m,).
        secrets: Keys of the code that each of them is made against, uint64, shape (m,).

    Returns:
        Part numbers, indices into `game.replies()`, int64, shape (m,); -1 where that code cannot be the secret.
    """
    held = secrets.astype(np.int64)
    possible = held < game.size
    parts = game.table[guesses.astype(np.int64), np.where(possible, held, 0)].astype(np.int64)
    return np.where(possible, parts, -1)


def consistent_secrets(game: ListedGame, turns: Sequence[Turn]) -> Keys:
    """Return the keys of the secrets that are consistent with all turns.

    Args:
        game: The game.
        turns: The turns; each guess and each reply must be one of the game.

    Returns:
        Keys, ascending, uint64, shape (m,).
    """
    fits = np.ones(game.size, dtype=np.bool_)
    for turn in turns:
        fits &= game.table[game.number_of[turn.guess]] == game.number_of_reply[turn.reply]
    return np.flatnonzero(fits).astype(np.uint64)
