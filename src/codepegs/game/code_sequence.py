"""Codes as sequences: all codes of a game, which are not stored, and codes of many pegs, which are arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput, shown
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, bracketed, counted

if TYPE_CHECKING:
    _Tuple = tuple[int, ...]  # so that it is accepted wherever a code is
else:
    _Tuple = Sequence

WHOLE_EVERY = 256
"""Interval at which guesses of a log are stored in full, so that access to each is fast."""


class LongCode(_Tuple):
    """A code stored as an array of 0-based colours; equal to the tuple of the same colours, with the same hash."""

    __slots__ = ("colors",)
    colors: NDArray[Any]
    """Colours by peg, shape (pegs,), read-only: uint8 or uint16, or int64 if they are not colours."""

    def __new__(cls, colors: NDArray[Any]) -> LongCode:
        """Create a code from an integer array of shape (pegs,), not checked or copied, which becomes read-only."""
        code: LongCode = object.__new__(cls)
        colors.flags.writeable = False
        code.colors = colors
        return code

    @classmethod
    def of(cls, code: Iterable[int]) -> LongCode:
        """Return a sequence of integers as a `LongCode`; they need not be colours of any game."""
        if isinstance(code, LongCode):
            return code
        colors = np.array(tuple(code), dtype=np.int64)
        for narrow in (np.uint8, np.uint16):
            if not colors.size or (colors.min() >= 0 and colors.max() <= np.iinfo(narrow).max):
                return cls(colors.astype(narrow))
        return cls(colors)

    @property
    def tally(self) -> NDArray[np.int64]:
        """The number of pegs of each colour, shape (highest colour + 1,), for colours counted from 0."""
        return np.bincount(self.colors)

    @property
    def levels(self) -> list[tuple[int, int]]:
        """Pairs (number of pegs, number of colours that have as many), ascending, of the colours that occur."""
        colors = np.bincount(self.tally)
        counts = np.flatnonzero(colors[1:]) + 1
        return list(zip(counts.tolist(), colors[counts].tolist(), strict=True))

    def is_code_of(self, game: Game) -> bool:
        """Return whether it can be guessed in a game."""
        return len(self.colors) == game.pegs and self.colors.dtype != np.int64 and self.colors.max() < game.colors

    def __len__(self) -> int:
        return len(self.colors)

    def __getitem__(self, index: Any) -> Any:
        return tuple(self.colors[index].tolist()) if isinstance(index, slice) else int(self.colors[index])

    def __iter__(self) -> Iterator[int]:
        return iter(self.colors.tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.colors, dtype=dtype, copy=True if copy is None else copy)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, LongCode):
            return np.array_equal(self.colors, other.colors)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return tuple(self) < tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        colors = str(self.colors[:MOST_SHOWN_OF_OBJECT].tolist())
        whole, pegs = f"LongCode({colors})", counted(len(self), "peg")
        return whole if len(whole) <= MOST_SHOWN_OF_OBJECT else bracketed(f"code of {pegs}: {colors}")

    def __reduce__(self) -> tuple[Any, ...]:
        return LongCode, (self.colors,)


def code_of(game: Game, colors: NDArray[Any]) -> Code:
    """Return a code of a game from an array of 0-based colours, shape (pegs,)."""
    if not game._is_long:
        return tuple(colors.tolist())
    return LongCode(colors.astype(np.uint8 if game.colors <= 1 << 8 else np.uint16))


def long_score(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Compute black and white of the full reply; `codepegs.game.reply.score` is the plain version."""
    asked, held = LongCode.of(guess), LongCode.of(secret)
    black = int(np.count_nonzero(held.colors == asked.colors))
    first, second = asked.tally, held.tally
    colors = min(len(first), len(second))
    total = int(np.minimum(first[:colors], second[:colors]).sum())
    return black, total - black


def _runs(before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.uint16]:
    """The runs of one colour where two codes differ: starts, ends and new colours, shape (3, runs)."""
    differs = before != after
    low = int(differs.argmax())
    if not differs[low]:
        return np.empty((3, 0), dtype=np.uint16)
    high = len(differs) - int(differs[::-1].argmax())
    differs, colors = differs[low:high], after[low:high]
    ends = np.flatnonzero((differs[1:] != differs[:-1]) | (colors[1:] != colors[:-1])) + 1
    begins = np.concatenate(([0], ends))
    is_change = differs[begins]
    begins = begins[is_change]
    runs = np.empty((3, len(begins)), dtype=np.uint16)
    runs[0] = begins + low
    runs[1] = np.append(ends, high - low)[is_change] + low
    runs[2] = colors[begins]
    return runs


Item = TypeVar("Item", bound=Any)


class LongLog(Sequence[Item]):
    """The turns of a long game, dataclasses with a `guess`, each of which is stored as its changes from the last."""

    def __init__(self) -> None:
        self._rest: list[Item] = []
        """The turns without their guesses."""
        self._guesses: list[LongCode | bytes] = []
        """For each guess the runs that differ from the one before: starts, ends, colours; or the guess in full."""
        self._last = np.zeros(0, dtype=np.uint8)

    def append(self, item: Item) -> None:
        colors = LongCode.of(item.guess).colors
        runs = _runs(self._last, colors) if len(self) % WHOLE_EVERY else colors
        self._guesses.append(LongCode(colors) if runs.nbytes >= colors.nbytes else runs.tobytes())
        self._rest.append(replace(item, guess=()))
        self._last = colors

    def __len__(self) -> int:
        return len(self._rest)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        start = number = range(len(self))[index]
        while isinstance(self._guesses[start], bytes):
            start -= 1
        guess = next(islice(self._guesses_from(start), number - start, None))
        return replace(self._rest[number], guess=guess)

    def __iter__(self) -> Iterator[Item]:
        for item, guess in zip(self._rest, self._guesses_from(0), strict=True):
            yield replace(item, guess=guess)

    def _guesses_from(self, start: int) -> Iterator[LongCode]:
        """The guesses from one that is stored in full."""
        colors = self._last
        for stored in islice(self._guesses, start, None):
            if isinstance(stored, LongCode):
                colors = stored.colors.copy()
            else:
                for begin, end, color in np.frombuffer(stored, dtype=np.uint16).reshape(3, -1).T.tolist():
                    colors[begin:end] = color
            yield LongCode(colors.copy())


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
            raise BadInput.because(self.game._reason("too_many_for_len"))
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
            return [self.game._code_at(number) for number in range(*index.indices(size))]
        if not -size <= index < size:
            raise IndexError(f"{self.game} has {counted(size, 'code')}, numbered from 0: there is no number {index}")
        return self.game._code_at(index % size)

    def __iter__(self) -> Iterator[Code]:
        return self.game._iterate_codes()

    def __contains__(self, code: object) -> bool:
        try:
            return self.game._can_be_secret(self.game.check_code(code))  # type: ignore[arg-type]
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
        number = self.game._number_of_code(code) if self.game._can_be_secret(code) else -1
        if number < 0 or number not in range(self.game.size)[start:stop]:
            raise BadInput.because(self.game._reason("not_in_sequence", value=shown(value)))
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
        return bracketed(f"{counted(self.game.size, 'code')} of {self.game}")
