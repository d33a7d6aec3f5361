"""Codes as 64-bit keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, ListedGame, counted

Keys = NDArray[np.uint64]

MOST_CODES = 50_000_000
"""Codes of the largest game that is ever listed: 400 MB of keys."""


@dataclass(frozen=True, slots=True)
class KeyLayout:
    """The layout of packed codes: `bits` for each peg, the first peg highest."""

    pegs: int
    """Number of pegs."""
    bits: int
    """Number of bits for each peg; 0 in a listed game."""

    @classmethod
    def of(cls, game: Game) -> KeyLayout:
        """Return the layout for a game.

        Args:
            game: The game.

        Returns:
            The layout.

        Raises:
            BadStrategy: The game has too many codes to be listed.
        """
        if isinstance(game, ListedGame):
            return ListedLayout(game.pegs, 0, game)
        if game.size > MOST_CODES:
            raise BadStrategy(
                f"{game} has {counted(game.size, 'code')}, more than the {MOST_CODES:,} that can be listed: choose a "
                "strategy that does not list them (see codepegs strategies)"
            )
        return cls(game.pegs, (game.colors - 1).bit_length())

    def encode(self, code: Sequence[int]) -> int:
        """Return the key of a code.

        Args:
            code: 0-based colours.

        Returns:
            The key.
        """
        key = 0
        for color in code:
            key = key << self.bits | color
        return key

    def decode(self, key: int) -> Code:
        """Return the code of a key.

        Args:
            key: The key.

        Returns:
            The code.
        """
        mask = (1 << self.bits) - 1
        return tuple(int(key) >> self.bits * i & mask for i in range(self.pegs - 1, -1, -1))

    def colors_at(self, keys: Keys, position: int) -> NDArray[np.int64]:
        """Return the colour of each key at one peg.

        Args:
            keys: Keys, uint64, shape (m,).
            position: The peg, from 0.

        Returns:
            0-based colours, int64, shape (m,).
        """
        shift = np.uint64(self.bits * (self.pegs - 1 - position))
        return ((keys >> shift) & np.uint64((1 << self.bits) - 1)).astype(np.int64)

    def unpack(self, keys: Keys) -> NDArray[np.int64]:
        """Return keys as codes.

        Args:
            keys: Keys, uint64, shape (m,).

        Returns:
            0-based colours, int64, shape (m, pegs).
        """
        return np.stack([self.colors_at(keys, position) for position in range(self.pegs)], axis=1)


@dataclass(frozen=True, slots=True)
class ListedLayout(KeyLayout):
    """The key of a code is its number in the list."""

    game: ListedGame

    def encode(self, code: Sequence[int]) -> int:
        """Return the number of a code; see `KeyLayout.encode`."""
        return self.game.number_of[tuple(code)]

    def decode(self, key: int) -> Code:
        """Return the code of a number; see `KeyLayout.decode`."""
        return tuple(self.game.codes[int(key)].tolist())

    def colors_at(self, keys: Keys, position: int) -> NDArray[np.int64]:
        """Return the colour of each code at one peg; see `KeyLayout.colors_at`."""
        colors: NDArray[np.int64] = self.game.codes[keys.astype(np.int64), position]
        return colors
