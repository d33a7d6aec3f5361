"""What is known during the search of a game: first guesses, their parts, the bounds of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from codepegs.codes import Candidates
from codepegs.game import Code, Turn
from codepegs.trees.search.set_search import MOST_VALUE, Choices


@dataclass
class Bounds:
    """The progress of a search; both bounds only ever tighten."""

    lower: int
    """The lower bound of the value."""
    upper: int | None
    """The value of the best tree so far; None if there is none."""
    done: int
    """Number of first guesses that are finished."""
    firsts: int
    """Number of first guesses that differ by symmetry."""
    within: int | None = None
    """The largest depth, if the search is for any tree within it; the bounds are then not of the objective."""


@dataclass(frozen=True)
class Outcome:
    """The result of a search of a game; values do not include the one guess that finds each code."""

    value: int | None
    lower: int
    proved: bool
    nodes: int
    """Number of sets whose guesses were scored, which identifies the search."""


@dataclass
class Part:
    """The candidates after one reply to a first guess."""

    history: tuple[Turn, ...]
    codes: Candidates
    lower: int
    settled: bool
    """Whether `lower` is the exact value."""
    busy: bool = False
    """Whether a task that searches it, or lists its guesses, is running."""
    choices: Choices | None = None
    """The guesses that are tasks."""
    handed: int = 0
    """Number of guesses assigned so far."""
    running: int = 0
    floor: int = MOST_VALUE
    """The least lower bound of the assigned guesses."""
    best: int = MOST_VALUE
    best_number: int = 0
    """The number of the best guess among `choices`; of equally good ones the lowest, whichever thread is first."""
    best_guess: int | None = None


@dataclass
class First:
    """One first guess, its parts, and their bounds."""

    guess: Code
    base: int
    """The cost of the guess."""
    lower: int
    """A lower bound of trees that begin with the guess."""
    guesses: int
    """The same in guesses, whatever they cost: of first guesses with equal bounds, the lowest comes first."""
    parts: list[Part] | None = None
    """None until it is the turn of the guess, and when it is done."""
    done: bool = False
    """Whether `lower` is the exact value."""
    busy: bool = False
    """Whether a task that makes the parts is running."""
    open_parts: int = 0
    below: int = 0
    """The sum of the bounds of the parts."""

    def known(self) -> int:
        """The lower bound that follows from the parts; `lower` may be better, from all guesses or from a journal."""
        return self.base if self.parts is None else self.base + self.below

    def take_parts(self, parts: list[Part]) -> None:
        """Set the parts; the lower bound is then `base` plus theirs, if it was not better."""
        self.parts, self.below = parts, sum(part.lower for part in parts)
        self.lower = max(self.lower, self.known())
        self.open_parts = sum(not part.settled for part in parts)
        self.done = self.open_parts == 0

    def raise_part(self, part: Part, value: int, settled: bool) -> None:
        """Set the lower bound of a part, or its value."""
        self.open_parts += part.settled - settled
        before, part.lower, part.settled = part.lower, max(part.lower, value), settled
        self.below += part.lower - before
        if self.parts is None:  # dropped meanwhile
            return
        self.lower = max(self.lower, self.known())
        self.done = self.open_parts == 0


class Work(NamedTuple):
    """A task for a first guess: make its parts, search one, list the guesses of one, or search some of these."""

    first: First
    part: Part | None
    numbers: range | None
    limit: int
