"""Codes as sequences: all codes of a game, which are not stored, and codes of many pegs, which are arrays."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.reasons import counted

if TYPE_CHECKING:
    _Tuple = tuple[int, ...]  # so that it is accepted wherever a code is
else:
    _Tuple = Sequence

WHOLE_EVERY = 256
"""Interval at which codes of a log are stored in full, so that access to each is fast."""


class LongCode(_Tuple):
    """A code stored as an array of 0-based colours.

    It compares equal to the tuple of the same colours and has the same hash.

    >>> code = LongCode.of([5, 0, 0])
    >>> code == (5, 0, 0), hash(code) == hash((5, 0, 0)), code[0], code[1:], len(code), code
    (True, True, 5, (0, 0), 3, LongCode([5, 0, 0]))
    """

    __slots__ = ("_tally", "colors")
    colors: NDArray[Any]
    """Colours by peg, shape (pegs,), read-only: uint8 or uint16, or int64 if they are not colours."""

    def __new__(cls, colors: NDArray[Any]) -> LongCode:
        """Create a code from an integer array of shape (pegs,), not checked or copied, which becomes read-only."""
        code: LongCode = object.__new__(cls)
        colors.flags.writeable = False
        code.colors = colors
        code._tally = None
        return code

    _tally: NDArray[np.int64] | None

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
        """The number of pegs of each colour, shape (highest colour + 1,), for colours counted from 0.

        >>> LongCode.of([3, 0, 0]).tally
        array([2, 0, 0, 1])
        """
        if self._tally is None:
            self._tally = np.bincount(self.colors)
        return self._tally

    @property
    def levels(self) -> list[tuple[int, int]]:
        """Pairs (number of pegs, number of colours that have as many), ascending, of the colours that occur.

        >>> LongCode.of([5, 0, 0, 1, 1]).levels
        [(1, 1), (2, 2)]
        """
        colors = np.bincount(self.tally)
        counts = np.flatnonzero(colors[1:]) + 1
        return list(zip(counts.tolist(), colors[counts].tolist(), strict=True))

    def is_code_of(self, game: Game) -> bool:
        """Return whether it can be guessed in a game."""
        if len(self.colors) != game.pegs or self.colors.dtype == np.int64:
            return False
        return len(self.tally) <= game.colors

    def __len__(self) -> int:
        return len(self.colors)

    @overload  # type: ignore[override]
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
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
        return f"LongCode({self.colors.tolist()})"

    def __reduce__(self) -> tuple[Any, ...]:
        return LongCode, (self.colors,)


def code_of(game: Game, colors: NDArray[Any]) -> Code:
    """Return a code of a game from an array of colours.

    `colors`: 0-based colours, shape (pegs,).

    >>> code_of(Game(3, 6), np.array([5, 0, 0]))
    (5, 0, 0)
    """
    if not game.is_long:
        return tuple(colors.tolist())
    return LongCode(colors.astype(np.uint8 if game.colors <= 1 << 8 else np.uint16))


def slim(code: Code) -> Code:
    """Return the same code without the cached colour counts of a long one."""
    return LongCode(code.colors) if isinstance(code, LongCode) else code


def long_score(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Compute black and white of the full reply; `codepegs.game.reply.score` is the plain version."""
    asked, held = LongCode.of(guess), LongCode.of(secret)
    black = int(np.count_nonzero(held.colors == asked.colors))
    colors = min(len(held.tally), len(asked.tally))
    total = int(np.minimum(held.tally[:colors], asked.tally[:colors]).sum())
    return black, total - black


class CodeLog(Sequence[LongCode]):
    """A list of long codes of equal length, each stored as its differences from the one before."""

    def __init__(self) -> None:
        self._changes: list[bytes] = []
        """For each code the runs that differ from the one before: starts, ends, colours; empty for codes stored in
        full."""
        self._whole: dict[int, LongCode] = {}
        self._whole_at: list[int] = []
        self._last: LongCode | None = None

    def append(self, code: LongCode) -> None:
        number = len(self._changes)
        runs = None if self._last is None or number % WHOLE_EVERY == 0 else _runs(self._last.colors, code.colors)
        if runs is None or runs.nbytes >= code.colors.nbytes:
            self._whole[number] = LongCode(code.colors)  # without its cached counts
            self._whole_at.append(number)
            self._changes.append(b"")
        else:
            self._changes.append(runs.tobytes())
        self._last = code

    def __len__(self) -> int:
        return len(self._changes)

    @overload
    def __getitem__(self, index: int) -> LongCode: ...
    @overload
    def __getitem__(self, index: slice) -> list[LongCode]: ...
    def __getitem__(self, index: int | slice) -> LongCode | list[LongCode]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        number = range(len(self))[index]
        start = self._whole_at[bisect_right(self._whole_at, number) - 1]
        code = self._whole[start]
        if start == number:
            return code
        colors = code.colors.copy()
        for later in range(start + 1, number + 1):
            self._change(colors, later)
        return LongCode(colors)

    def __iter__(self) -> Iterator[LongCode]:
        colors = np.zeros(0, dtype=np.uint8)
        for number in range(len(self)):
            if number in self._whole:
                colors = self._whole[number].colors.copy()
            else:
                self._change(colors, number)
            yield LongCode(colors.copy())

    def _change(self, colors: NDArray[Any], number: int) -> None:
        runs = np.frombuffer(self._changes[number], dtype=np.uint16).reshape(3, -1)
        for start, end, color in runs.T.tolist():
            colors[start:end] = color


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
    """The turns of a long game, in order, stored compactly; each is a dataclass with a `guess`."""

    def __init__(self) -> None:
        self._codes = CodeLog()
        self._rest: list[Item] = []

    def append(self, item: Item) -> None:
        self._codes.append(LongCode.of(item.guess))
        self._rest.append(replace(item, guess=()))

    def __len__(self) -> int:
        return len(self._rest)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        return replace(self._rest[index], guess=self._codes[index])

    def __iter__(self) -> Iterator[Item]:
        for item, code in zip(self._rest, self._codes, strict=True):
            yield replace(item, guess=code)


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
