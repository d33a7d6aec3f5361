"""What is asked in one turn, and what its reply is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import CodepegsError


class Impossible(CodepegsError):
    """No code fits the replies."""


class Kind(Enum):
    """What the black pegs of a query tell."""

    PLACES = auto()
    """The sum of some fields of the list of places."""
    PART = auto()
    """How many pegs of one group lie in one part of its node."""
    DIFFERENCE = auto()
    """By how much two groups of a node differ in how many pegs they have in its first part."""
    COUNT = auto()
    """How many pegs of one colour there are: the guess is of that colour alone."""
    TOTAL = auto()
    """Nothing: only the total of the reply is looked at."""
    LAST = auto()
    """Everything is known, and this is the secret."""


def _no_tests() -> NDArray[np.int64]:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Copies:
    """Copies of uncounted colours that a query places, to learn from the total how many pegs they have."""

    colors: NDArray[np.int64]
    number: NDArray[np.int64]
    """(colors,) copies of each."""
    asked: NDArray[np.int64]
    """What they ask for, in the terms of who counts: copies of each colour of its list, or which of its sets."""
    certain: int = 0
    """What they are known to add to the total."""
    bits: float = 0.0
    """What that is expected to tell."""


@dataclass(frozen=True, eq=False)
class Query:
    """One guess, its pegs in the order of the tree."""

    kind: Kind
    guess: NDArray[np.int32]
    base: int = 0
    """Black pegs that are certain besides those that are asked for."""
    total: int | None = None
    """Black and white together that are certain besides what `copies` earn; None where totals are not looked at."""
    tests: NDArray[np.int64] = field(default_factory=_no_tests)
    """For places: item and part of each field asked for, shape (tests, 2)."""
    copies: Copies | None = None
    """For the total: what else it is asked for."""
    by_part: NDArray[np.int64] | None = None
    """For totals that go by parts: the colour on each part of the root, -1 for one that is on no open peg."""
    about: int = -1
    """The colour that is counted, or the group a part or difference is about."""
    bits: float = 0.0
    """What the reply is expected to tell."""
