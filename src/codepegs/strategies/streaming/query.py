"""The query of one turn, and the meaning of its reply."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import CodepegsError


class Impossible(CodepegsError):
    """No code is consistent with the replies."""


class Kind(Enum):
    """The meaning of the black count of a query."""

    PLACES = auto()
    """The sum of some fields of the list of places."""
    PART = auto()
    """The number of pegs of one group in one part of its node."""
    DIFFERENCE = auto()
    """The difference of two groups of a node in their numbers of pegs in its first part."""
    COUNT = auto()
    """The number of pegs of one colour, from a guess of that colour alone."""
    TOTAL = auto()
    """None: only the total is used."""
    LAST = auto()
    """The win: everything is known, and this is the secret."""


def _no_tests() -> NDArray[np.int64]:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Copies:
    """Copies of uncounted colours in a query, to determine their numbers of pegs from the total."""

    colors: NDArray[np.int64]
    number: NDArray[np.int64]
    """(colors,) number of copies of each colour."""
    asked: NDArray[np.int64]
    """The question in terms of the counter: copies of each colour of its list, or its sets."""
    certain: int = 0
    """The part of the total that they are known to add."""
    bits: float = 0.0
    """Expected information, in bits."""


@dataclass(frozen=True, eq=False)
class Query:
    """One guess, its pegs in the order of the tree."""

    kind: Kind
    guess: NDArray[np.int32]
    base: int = 0
    """Certain black pegs, in addition to those of the queried parts."""
    total: int | None = None
    """Certain total, in addition to that of `copies`; None if totals are not used."""
    tests: NDArray[np.int64] = field(default_factory=_no_tests)
    """For places: item and part of each queried field, shape (tests, 2)."""
    copies: Copies | None = None
    """The copies that the total counts."""
    by_part: NDArray[np.int64] | None = None
    """For counts by parts: the colour on each part of the root, -1 for one that is on no open peg."""
    about: int = -1
    """The colour that is counted, or the group of a part or difference."""
    bits: float = 0.0
    """Expected information of the reply, in bits."""
