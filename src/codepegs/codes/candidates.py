"""Sets of codes: list the codes of a game, filter them by a turn, split them by the reply to a guess.

Codes are packed into one 64-bit key each, which sort as the codes do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import overload

import numpy as np
from numpy.typing import NDArray

from codepegs.codes.codebook import Codebook, Keys
from codepegs.core import loops
from codepegs.errors import BadCode
from codepegs.game import Code, Game, Position, Reply, Turn, code_rules, draw_number, part_table
from codepegs.lazy import in_help_order
from codepegs.parallel import WorkerThreads

KEYS_A_CALL = 1 << 20
"""Largest number of codes looked at in one call: about ten milliseconds."""


def colors_held(game: Game, keys: Keys) -> NDArray[np.bool_]:
    """Return which colours occur in some codes.

    `keys`: keys of codes, uint64, shape (m,). Returns whether a code holds each colour, bool, shape (colors,).

    >>> colors_held(Game(4, 6), Candidates.after("p4c6 1123:0b0w").keys[:1]).tolist()
    [False, False, False, True, False, False]
    """
    held = np.zeros(game.colors, dtype=np.bool_)
    for start in range(0, len(keys), KEYS_A_CALL):
        loops.colors_held(keys[start : start + KEYS_A_CALL], code_rules(game), held)
    return held


@in_help_order()
class Candidates:
    """The codes consistent with a history, in ascending order.

    `all` and `after` create them; the constructor is for keys that are known already.

    Args:
        game: The game.
        keys: Keys of the codes, ascending, uint64, shape (m,).

    Raises:
        BadStrategy: The game has more than 50 million codes.

    >>> left = Candidates.after("p4c6 1122:1b0w")
    >>> len(left), (1, 1, 1, 4) in left, "1344" in left
    (256, False, True)
    >>> {str(reply): len(part) for reply, part in left.partition("1344").items()}["0b2w"]
    41
    >>> left[0], left[:2], left[-1]
    ((0, 2, 2, 2), [(0, 2, 2, 2), (0, 2, 2, 3)], (5, 5, 5, 1))
    """

    __slots__ = ("codebook", "game", "keys")

    def __init__(self, game: Game, keys: Keys) -> None:
        self.game = game
        self.codebook = Codebook.of(game)
        self.keys = np.ascontiguousarray(keys)

    @classmethod
    def all(cls, game: Game | str) -> Candidates:
        """Return every code of a game.

        Args:
            game: The game or its rules id.

        Returns:
            All codes, ascending.

        Raises:
            BadRules: The rules id is invalid.
            BadStrategy: The game has more than 50 million codes.
        """
        game = Game.of(game)
        return cls(game, Codebook.of(game).secrets())

    @classmethod
    def after(cls, position: Position | Game | str, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the codes consistent with a position.

        Args:
            position: The position, its text, or a game for its start.
            workers: Threads, or their number.

        Returns:
            The candidates; empty if the turns contradict each other.

        Raises:
            BadInput: The position is invalid.
            BadStrategy: The game has more than 50 million codes.
        """
        position = Position.of(position)
        game = position.game
        if not position.turns:
            return cls.all(game)
        return cls(game, Codebook.of(game).consistent(position.turns, workers))

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Code]:
        for key in self.keys.tolist():
            yield self.codebook.decode(key)

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [self.codebook.decode(key) for key in self.keys[index].tolist()]
        return self.codebook.decode(int(self.keys[index]))

    def __contains__(self, code: object) -> bool:
        try:
            key = np.uint64(self.codebook.encode(self.game.check_code(code)))  # type: ignore[arg-type]
        except BadCode:
            return False
        at = int(np.searchsorted(self.keys, key))
        return at < len(self.keys) and bool(self.keys[at] == key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Candidates) and self.game == other.game and np.array_equal(self.keys, other.keys)

    def __hash__(self) -> int:
        return hash((self.game, len(self)))

    def __repr__(self) -> str:
        return f"<{len(self):,} candidates of {self.game}>"

    @property
    def weights(self) -> NDArray[np.int64] | None:
        """The weight of each candidate, int64, shape (len(self),); None if all are equally probable."""
        weights = self.game.weights
        return None if weights is None else weights[self.keys.astype(np.int64)]

    @property
    def mass(self) -> int:
        """The sum of the weights; the number of candidates if all are equally probable."""
        weights = self.weights
        return len(self) if weights is None else int(weights.sum())

    @property
    def is_over(self) -> bool:
        """Whether the game is over with these candidates left; see `Game.endings`."""
        return bool(self.game.endings) and self.codebook.is_over(self.keys)

    @property
    def likeliest(self) -> Code:
        """The most probable candidate; the lowest of several.

        Raises:
            IndexError: There are no candidates.
        """
        weights = self.weights
        return self[0 if weights is None else int(weights.argmax())]

    def draw(self, rng: np.random.Generator) -> Code:
        """Draw a candidate at random, each with a probability proportional to its weight.

        Args:
            rng: The random generator.

        Returns:
            The candidate.

        Raises:
            ValueError: There are no candidates.
        """
        return self[draw_number(len(self), self.weights, rng)]

    @property
    def codes(self) -> NDArray[np.int64]:
        """The candidates as an array of 0-based colours, int64, shape (len(self), pegs)."""
        return self.codebook.unpack(self.keys)

    def parts(self, guess: Code | str, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        """Return the part number of each candidate for a guess.

        Args:
            guess: The guess, as text or colours.
            workers: Threads, or their number.

        Returns:
            Part numbers, indices into `Game.replies()`, int64, shape (len(self),).

        Raises:
            BadCode: The guess is not a code of the game.
        """
        return self.codebook.parts(self.keys, self.game.check_code(guess), workers)

    def filter(self, turn: Turn, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates that are consistent with one more turn.

        Args:
            turn: The turn.
            workers: Threads, or their number.

        Returns:
            The remaining candidates.

        Raises:
            BadCode: The guess cannot be guessed in the game.
            BadReply: The game does not have the reply.
        """
        turn = replace(turn, guess=self.game.check_guess(turn.guess))
        return Candidates(self.game, self.keys[self.codebook.fits(self.keys, turn, workers)])

    def partition(self, guess: Code | str, workers: WorkerThreads | int = 1) -> dict[Reply, Candidates]:
        """Split the candidates by their reply to a guess.

        Args:
            guess: The guess, as text or colours.
            workers: Threads, or their number.

        Returns:
            The non-empty parts by reply, in the order of the replies of the game.

        Raises:
            BadCode: The guess is not a code of the game.
        """
        keys = self.keys.copy()
        sizes = self.codebook.split(keys, self.game.check_code(guess), workers)
        sets = zip(part_table(self.game).replies, np.split(keys, np.cumsum(sizes)[:-1]), strict=True)
        return {reply: Candidates(self.game, part) for reply, part in sets if len(part)}
