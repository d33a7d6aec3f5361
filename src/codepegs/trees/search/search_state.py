"""What is known during the search of a game: first guesses, their parts, the bounds of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import ClassVar

from codepegs.codes import Candidates
from codepegs.game import Code, FormerName, Game, Turn
from codepegs.trees.search.journal import Journal
from codepegs.trees.search.set_search import MOST_VALUE, Choices, SearchOptions


@dataclass
class Bounds:
    """The progress of a search; both bounds only ever tighten."""

    lower_bound: int
    """The lower bound of the value."""
    upper_bound: int | None
    """The value of the best tree so far; None if there is none."""
    done: int
    """Number of first guesses that are finished."""
    firsts: int
    """Number of first guesses that differ by symmetry."""
    within: int | None = None
    """The largest depth, if the search is for any tree within it; the bounds are then not of the objective."""
    nodes: int = 0
    """At the end: number of sets whose guesses were scored, which identifies the search."""

    lower: ClassVar[FormerName] = FormerName("lower_bound")
    upper: ClassVar[FormerName] = FormerName("upper_bound")

    @property
    def proved(self) -> bool:
        """Whether the upper bound is the value."""
        return self.done == self.firsts


@dataclass(frozen=True)
class Plan:
    """How a game is searched, whatever the cost."""

    game: Game
    candidates_only: bool = False
    first: Code | None = None
    """The only first guess; None if there are several."""
    workers: int = 1
    executor: Executor | None = None
    """Runs the tasks instead of threads of this process."""
    journal: Journal | None = None
    options: SearchOptions = field(default_factory=SearchOptions)
    progress: Callable[[Bounds], None] | None = None


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
    done: bool = False
    """Whether `lower` is the exact value."""
    parts: list[Part] | None = None
    """None until it is the turn of the guess, and when it is done."""
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
        self.open_parts = sum(not part.settled for part in parts)
        self._update()

    def raise_part(self, part: Part, value: int, settled: bool) -> None:
        """Set the lower bound of a part, or its value."""
        self.open_parts += part.settled - settled
        before, part.lower, part.settled = part.lower, max(part.lower, value), settled
        self.below += part.lower - before
        if self.parts is not None:  # not dropped meanwhile
            self._update()

    def _update(self) -> None:
        self.lower, self.done = max(self.lower, self.known()), self.open_parts == 0


def run_threads(tasks: Sequence[Callable[[], None]], interrupt: Callable[[], None]) -> None:
    """Run each task in a thread, a single one in this; if one raises, `interrupt` is to end the others."""
    if len(tasks) == 1:
        tasks[0]()
        return
    with ThreadPoolExecutor(len(tasks), thread_name_prefix="codepegs") as pool:
        try:
            for future in [pool.submit(task) for task in tasks]:
                future.result()
        except BaseException:
            interrupt()
            raise
