"""The codes of a game as a sequence that is not stored."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from codepegs.errors import BadInput
from codepegs.game.reply import Code, counted

if TYPE_CHECKING:
    from codepegs.game.rules import Game


class CodeSequence(Sequence[Any]):  # not of codes alone, because texts may be looked for
    """The codes of a game that can be the secret, in the order of codes; none is computed before it is asked for.

    A code is in the sequence as colours or as text.

    Args:
        game: The game.

    >>> from codepegs import Game
    >>> codes = Game.parse("p4c6").codes
    >>> len(codes), codes[0], codes[-1], "1122" in codes, codes.index("1121")
    (1296, (0, 0, 0, 0), (5, 5, 5, 5), True, 6)
    >>> Game.parse("bc").codes[:2]
    [(0, 1, 2, 3), (0, 1, 2, 4)]
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __len__(self) -> int:
        if self.game.size > sys.maxsize:
            raise BadInput(f"{self.game} has more codes than len can return: use Game.size")
        return self.game.size

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        size = self.game.size
        if isinstance(index, slice):
            return [self.game.code_at(number) for number in range(*index.indices(size))]
        if not -size <= index < size:
            raise IndexError(f"{self.game} has {counted(size, 'code')}, numbered from 0: there is no number {index}")
        return self.game.code_at(index % size)

    def __iter__(self) -> Iterator[Code]:
        return self.game.iterate_codes()

    def __contains__(self, code: object) -> bool:
        try:
            return self.game.can_be_secret(self.game.check_code(code))  # type: ignore[arg-type]
        except (TypeError, ValueError):  # also a `BadCode`
            return False

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a code in the order of codes.

        Args:
            value: The code, as colours or text.
            start: The least number.
            stop: The number after the largest; none if None.

        Returns:
            The number, from 0.

        Raises:
            ValueError: The code is not in the sequence, or not in this part of it.
        """
        code = self.game.check_code(value)
        number = self.game.number_of_code(code) if self.game.can_be_secret(code) else -1
        if number < 0 or number not in range(self.game.size)[start:stop]:
            raise BadInput(f"{value!r:.60} is not in this part of the codes of {self.game}")
        return number

    def count(self, value: Any) -> int:
        """Return 1 if a code is in the sequence, otherwise 0.

        Args:
            value: The code, as colours or text.

        Returns:
            The number of times it occurs.
        """
        return int(value in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CodeSequence) and self.game == other.game

    def __hash__(self) -> int:
        return hash((CodeSequence, self.game))

    def __repr__(self) -> str:
        return f"<{counted(self.game.size, 'code')} of {self.game}>"
