"""Lower bounds on the guesses that any strategy needs, for games too large for a search to the end.

A depth-first search has a good bound only once its last large part is solved. This search goes best first. The bound of
a guess is the sum of the bounds of its parts, plus one guess for every code that it does not find; the bound of a set
is the smallest bound of its guesses. Each step takes the guess with the smallest bound, then, of its parts, the one
that has had the least work for its size, and so on down to a part without bounds, which it bounds one step ahead. So
the bound of the game rises from the start, and can be read at any time.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.errors import BadInput, check_limit, whole_number
from codepegs.game import CANONICAL, FormerName, Game, JsonKeys, Kind, Kinds, Position, Seconds, Turn, record
from codepegs.parallel import MOST_WORKERS, Deadline, TimeUp
from codepegs.reasons import bracketed, clip
from codepegs.trees.search.game_search import say_if_interrupted
from codepegs.trees.search.journal import Fact, Journal, Split
from codepegs.trees.search.search_state import run_threads
from codepegs.trees.search.set_search import (
    MOST_VALUE,
    Choices,
    Cost,
    Searcher,
    SearchOptions,
    check_candidates_only,
    check_searched,
    least_value,
    new_memory,
)

MOST_CODES_BOUNDED = 600_000
"""Largest number of codes of a game that is bounded."""

SOLVED_UP_TO = 16
"""Size of a set up to which its value is searched at once, which costs about as much as a bound."""

JOURNALED_FROM = 100
"""Size of a set from which the bounds of its guesses are saved in the journal."""

FIRST_KEPT = 64
"""Number of guesses of a set that are kept at first. An object for every guess took 24 GB at p5c8 in twenty minutes."""

SECONDS_BETWEEN_SAVES = 5.0

OBJECTIVE = "lower bound"
"""The objective named in the journal."""


@record("BoundAnswer")
@dataclass(frozen=True)
class LowerBound:
    """A lower bound on the guesses that every strategy needs."""

    game: Game
    lower_bound: Annotated[int, Meta(description="no strategy needs fewer guesses, summed over all secrets")]
    exact: Annotated[bool, Meta(description="whether the bound is the optimum")]
    bounded: Annotated[int, Meta(description="sets of candidates that were bounded")]
    seconds: Seconds
    interrupted: bool = False
    """Whether Ctrl-C ended the search."""
    best_known: int | None = None
    """The total of the best tree in the gallery, if it was looked up."""

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "lower_bound": self.lower_bound,
            "least_average": self.least_average,
            "exact": self.exact,
            "upper_bound": self.upper_bound,
            "bounded": self.bounded,
            "seconds": self.seconds,
            "kinds": self.kinds,
        }

    def __repr__(self) -> str:
        exact = ", the optimum" if self.exact else ""
        return bracketed(
            f"lower bound of {clip(str(self.game))}: {self.lower_bound:,}, {self.least_average:.4f} a secret{exact}"
        )

    @property
    def least_average(self) -> Annotated[float, Meta(description="the same per secret")]:
        """The bound per secret, by weight."""
        return self.lower_bound / self.game._mass

    average: ClassVar[FormerName] = FormerName("least_average")
    total: ClassVar[FormerName] = FormerName("lower_bound")
    upper: ClassVar[FormerName] = FormerName("upper_bound")

    @property
    def kinds(self) -> Kinds:
        """The bounds are proved; an upper bound that is more than the lower one is counted in a tree."""
        upper: Kind = "proved" if self.exact else "counted"
        return {"lower_bound": "proved", "least_average": "proved", "upper_bound": upper}

    @property
    def upper_bound(
        self,
    ) -> Annotated[
        int | None,
        Meta(description="the bound if it is exact, else the total of the best tree in the gallery; null without one"),
    ]:
        """The bound if it is exact, else the best known total."""
        return self.lower_bound if self.exact else self.best_known


@dataclass(slots=True)
class _Set:
    """A set of candidates, with a lower bound of its value; values do not include the one guess that finds each."""

    codes: Candidates
    history: tuple[Turn, ...]
    lower: int
    exact: bool
    effort: int
    """Sum of the sizes of the sets that were split to bound it, this one included."""
    guesses: _Guesses | None = None
    """The guesses, by their bounds; None before the second look."""

    def update(self, least: _GuessBound | None) -> None:
        """Raise the bound to that of the guess with the least."""
        assert least is not None
        self.lower = max(self.lower, least.lower)
        self.exact = least.exact and least.lower == self.lower


@dataclass(slots=True)
class _GuessBound:
    """A lower bound of a set if a given guess is made."""

    guess: int
    lower: int
    order: int
    """Its place among the guesses of equal bound."""
    base: int = 0
    """What the guess costs for the codes: their number without those that it finds, or their weights times its cost."""
    parts: list[_Set] | None = None
    exact: bool = False
    known: Split | None = None
    """What the journal says of its parts."""

    def __lt__(self, other: _GuessBound) -> bool:  # of equal bounds, an exact one ends the search
        return (self.lower, not self.exact, self.order) < (other.lower, not other.exact, other.order)

    def update(self) -> None:
        """Raise the bound to the sum of those of its parts."""
        assert self.parts is not None
        self.lower = max(self.lower, self.base + sum(part.lower for part in self.parts))
        self.exact = all(part.exact for part in self.parts)


class _Guesses:
    """A heap of the guesses of a set. Most are never looked at, so only the best are kept, most of them in arrays."""

    def __init__(self) -> None:
        self._heap: list[_GuessBound] = []
        self._keys: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._scores: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._orders: NDArray[np.int64] = self._keys
        self._next = 0
        self._kept = FIRST_KEPT
        self.is_short = False
        """Whether a guess that is not kept may have the least bound."""

    def take_in(self, splits: dict[int, Split], choices: Choices) -> None:
        """Add guesses with their bounds in the journal."""
        for order, (guess, score) in enumerate(zip(choices.guesses, choices.scores, strict=True)):
            if (split := splits.get(guess)) is not None:
                self.put(_GuessBound(guess, max(split.value, score), order, known=split))

    def fill(self, choices: Choices, *, keep_all: bool = False) -> None:
        """Keep the best guesses that are not in the heap, twice as many as the last time."""
        keys, scores = np.array(choices.guesses, dtype=np.int64), np.array(choices.scores, dtype=np.int64)
        order = np.flatnonzero(~np.isin(keys, [guess.guess for guess in self._heap]))
        kept = len(order) if keep_all else self._kept
        self._orders = order[:kept]
        self._keys, self._scores = keys[self._orders], scores[self._orders]
        self._next, self._kept = 0, 2 * self._kept
        self.is_short = len(order) > kept

    @property
    def wants_more(self) -> bool:
        """Whether it is short, and all guesses that are kept are in the heap."""
        return self.is_short and self._next == len(self._keys)

    @property
    def least(self) -> _GuessBound | None:
        """The guess with the least bound; None if there is none."""
        if self._next < len(self._keys):
            number = self._next
            following = _GuessBound(int(self._keys[number]), int(self._scores[number]), int(self._orders[number]))
            if not self._heap or following < self._heap[0]:
                heapq.heappush(self._heap, following)
                self._next += 1
        return self._heap[0] if self._heap else None

    def take(self) -> _GuessBound | None:
        """Remove and return the guess with the least bound; None if there is none."""
        return None if self.least is None else heapq.heappop(self._heap)

    def put(self, guess: _GuessBound) -> None:
        """Add a guess that was taken."""
        heapq.heappush(self._heap, guess)


@dataclass
class _Bounder:
    """The work of one thread: bounds of sets, with its own search and the table of all."""

    searcher: Searcher
    journal: Journal | None
    deadline: Deadline = field(default_factory=Deadline)
    bounded: int = 0
    raised: dict[int, tuple[_Set, dict[int, _GuessBound]]] = field(default_factory=dict)
    """Guesses to save in the journal, with their sets, by the identity of the set."""

    def bound(self, codes: Candidates, history: tuple[Turn, ...]) -> _Set:
        """Bound a set from one step ahead, or solve a small one."""
        size, game = len(codes), codes.game
        if codes.is_over:
            return _Set(codes, history, 0, True, size)
        if size < 3 and not game._is_weighed:
            return _Set(codes, history, max(0, size - 1), True, size)
        self.bounded += 1
        if size <= SOLVED_UP_TO:
            value = self.searcher.search(codes.keys, history, pause=self.deadline.is_past)
            if value is None:
                raise TimeUp
            return _Set(codes, history, value, True, size)
        if self.journal is not None and size >= JOURNALED_FROM:
            fact = self.journal.known(Cost().name, str(Position(codes.game, history)), None)
            if fact is not None:
                return _Set(codes, history, fact.value, fact.exact, size)
        bound = self.searcher.bound(codes.keys, history, pause=self.deadline.is_past)
        if bound is None:
            raise TimeUp
        return _Set(codes, history, *bound, size)

    def look_further(self, held: _Set) -> None:
        """Raise the bound of a set that is not exact, or make a first step towards that."""
        if held.guesses is None:
            if held.effort == len(held.codes):  # otherwise it was split by the search that the journal continues
                held.effort += len(held.codes)
            self.open(held)
        else:
            guess = held.guesses.take()
            assert guess is not None
            try:
                held.effort += self.raise_guess(held, guess)
            finally:
                held.guesses.put(guess)
            self.note(held, guess)
            if held.guesses.wants_more:
                self.open(held)
            if held.guesses is not None:
                held.update(held.guesses.least)
            if held.exact:
                held.guesses = None  # it will not be looked at again

    def open(self, held: _Set, *, keep_all: bool = False) -> None:
        """List guesses of a set, with the bounds that follow from the sizes of their parts and their replies."""
        choices = self.searcher.choices(held.codes.keys, held.history, MOST_VALUE, pause=self.deadline.is_past)
        if choices is None:
            raise TimeUp
        held.lower = max(held.lower, choices.value)
        if choices.settled:
            held.exact, held.guesses = True, None
            return
        splits = self.splits(held) if held.guesses is None else {}
        held.guesses = held.guesses or _Guesses()
        if splits:
            held.guesses.take_in(splits, choices)
        held.guesses.fill(choices, keep_all=keep_all)
        if splits:
            held.update(held.guesses.least)

    def raise_guess(self, held: _Set, guess: _GuessBound) -> int:
        """Raise the bound of one guess of a set; return the sum of the sizes of the sets that this has split."""
        if guess.parts is None:
            code = held.codes.space.decode(guess.guess)
            split = held.codes.partition(code)
            game = held.codes.game
            found = sum(reply.solved for reply in split)
            guess.base = held.codes.mass * game._cost_of(code) if game._is_weighed else len(held.codes) - found
            parts = [(part, (*held.history, Turn(code, reply))) for reply, part in split.items() if not reply.solved]
            guess.parts = self.known_parts(guess.known, parts) or [self.bound(*part) for part in parts]
            effort = len(held.codes) if guess.known is None else 0  # it was split by the earlier search
            guess.known = None
        else:
            part = max((part for part in guess.parts if not part.exact), key=lambda part: len(part.codes) / part.effort)
            effort = -part.effort
            self.look_further(part)
            effort += part.effort
        guess.update()
        return effort

    def splits(self, held: _Set) -> dict[int, Split]:
        """What the journal says of the guesses at a set."""
        if self.journal is None:
            return {}
        game, encode = held.codes.game, held.codes.space.encode
        found = self.journal.splits(str(Position(game, held.history)))
        return {encode(CANONICAL.parse(game, guess)): split for guess, split in found.items()}

    def known_parts(self, known: Split | None, parts: list[tuple[Candidates, tuple[Turn, ...]]]) -> list[_Set] | None:
        """The parts of a guess with their bounds in the journal; None if it does not have them."""
        if known is None or not len(parts) == len(known.parts) == len(known.work):
            return None
        order = sorted(range(len(parts)), key=lambda number: _reply_text(parts[number][1]))
        bounds = dict(zip(order, zip(known.parts, known.work, strict=True), strict=True))
        return [
            _Set(codes, history, lower, not work, work or len(codes))
            for (codes, history), (lower, work) in zip(parts, map(bounds.__getitem__, range(len(parts))), strict=True)
        ]

    def note(self, held: _Set, guess: _GuessBound) -> None:
        """Note a guess for the journal."""
        if self.journal is not None and len(held.codes) >= JOURNALED_FROM:
            self.raised.setdefault(id(held), (held, {}))[1][guess.guess] = guess

    def save(self) -> None:
        """Write the bounds noted to the journal."""
        if self.journal is not None:
            self.journal.add(*(split for noted in self.raised.values() for split in _splits(*noted)))
            self.raised.clear()


def _reply_text(history: tuple[Turn, ...]) -> str:
    """The text by which the parts of a guess are in order in the journal."""
    return str(history[-1].reply)


def _splits(held: _Set, guesses: dict[int, _GuessBound]) -> Iterator[Split]:
    """The lines of the journal for guesses at a set."""
    game, decode = held.codes.game, held.codes.space.decode
    position = Position(game, held.history)
    for guess in guesses.values():
        assert guess.parts is not None
        parts = sorted(guess.parts, key=lambda part: _reply_text(part.history))
        bounds = tuple(part.lower for part in parts)
        work = tuple(0 if part.exact else part.effort for part in parts)
        yield Split(f"{position} {CANONICAL.format(game, decode(guess.guess))}", guess.lower, bounds, work)


@dataclass(eq=False)
class LowerBoundSearch:
    """A best-first search for a lower bound, shared by threads: each looks at another first guess."""

    game: Game
    _: KW_ONLY
    candidates_only: bool = False
    workers: int = 1
    journal: Journal | None = None
    progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        game = self.game
        self.offset = 0 if game._is_weighed else game.size
        """The last guesses, which the values of sets leave out."""
        memory = new_memory(SearchOptions().entries(game))
        self.bounders = [
            _Bounder(Searcher(game, candidates_only=self.candidates_only, memory=memory), self.journal)
            for _ in range(self.workers)
        ]
        codes = Candidates.all(game)
        self.root = _Set(codes, (), 0 if codes.is_over else least_value(game), codes.is_over, len(codes))
        self.guesses = _Guesses()
        self.busy: list[_GuessBound] = []
        self._changed = threading.Condition()
        self._deadline = Deadline()

    def _begin(self) -> None:
        """Bound the set of all codes, and list its guesses."""
        if self.root.exact or self.root.guesses is not None:
            return
        first, least = self.bounders[0], self.root.lower
        self.root = first.bound(self.root.codes, ())
        self.root.lower = max(self.root.lower, least)
        if not self.root.exact:
            first.open(self.root, keep_all=True)
        self.guesses = self.root.guesses or self.guesses

    def run(self, seconds: float | None = None, steps: int | None = None) -> LowerBound:
        """Raise the bound until it is exact, the time or the number of steps is up, or Ctrl-C."""
        began = time.monotonic()
        interrupted = False
        self._deadline = Deadline(seconds)
        for bounder in self.bounders:
            bounder.deadline = self._deadline
        try:
            with suppress(TimeUp):
                self._begin()
                run_threads([partial(self._work, bounder, steps) for bounder in self.bounders], self.stop)
        except KeyboardInterrupt:
            interrupted = True
        bounded = sum(bounder.bounded for bounder in self.bounders)
        total = self.root.lower + self.offset
        return LowerBound(self.game, total, self.root.exact, bounded, time.monotonic() - began, interrupted)

    def stop(self) -> None:
        """Make all threads end soon."""
        say_if_interrupted()
        with self._changed:
            self._deadline.end()
            self._changed.notify_all()

    def _work(self, bounder: _Bounder, steps: int | None) -> None:
        save_due = time.monotonic() + SECONDS_BETWEEN_SAVES
        done = 0
        try:
            while not (steps is not None and done >= steps) and (guess := self._take()) is not None:
                done += 1
                try:
                    bounder.raise_guess(self.root, guess)
                    bounder.note(self.root, guess)
                finally:
                    self._give_back(guess)
                if time.monotonic() >= save_due:
                    self._save(bounder)
                    save_due = time.monotonic() + SECONDS_BETWEEN_SAVES
        except TimeUp:
            pass
        except BaseException:
            self.stop()
            raise
        finally:
            self._save(bounder)

    def _save(self, bounder: _Bounder) -> None:
        """Write the bounds that are new to the journal."""
        bounder.save()
        if self.journal is not None:
            with self._changed:
                name, where, root = Cost().name, str(Position(self.game)), self.root
                known = self.journal.known(name, where, None)
                if known is None or known.value < root.lower:
                    self.journal.add(Fact(name, where, None, root.lower, root.exact))

    def _take(self) -> _GuessBound | None:
        """Take the first guess with the least bound that no other thread has; None at the end."""
        with self._changed:
            while not (self.root.exact or self._deadline.is_past()):
                least = self.guesses.least
                if least is not None and not least.exact:
                    self.guesses.take()
                    self.busy.append(least)
                    return least
                self._changed.wait()
            self._changed.notify_all()
            return None

    def _give_back(self, guess: _GuessBound) -> None:
        with self._changed:
            self.busy.remove(guess)
            self.guesses.put(guess)
            first = self.guesses.least
            assert first is not None
            self.root.update(min([first, *self.busy]))
            self._changed.notify_all()
            if self.progress is not None:
                self.progress(self.root.lower + self.offset)


def lower_bound(
    game: Game | str,
    *,
    limit: float | None = None,
    candidates_only: bool = False,
    workers: int = 1,
    journal: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> LowerBound:
    """Prove a lower bound on the guesses that any strategy needs, summed over all secrets of a game.

    The bound rises with time; in small games it reaches the optimum. Ctrl-C ends the search; what was proved
    by then is returned, with `interrupted` set.

    Args:
        game: The game or its rules id, of up to 600,000 codes.
        limit: Time limit in seconds; without one, a game of more than about ten thousand codes does not finish.
        candidates_only: Allow only candidates as guesses.
        workers: Number of threads.
        journal: File in which the bounds found are saved, for a later search to continue from. If it cannot be written,
            the search continues with a new file elsewhere, and a warning is logged.
        progress: Called after each step with the bound on the total number of guesses.

    Returns:
        The bound, with how it was reached.

    Raises:
        BadInput: The game is too large, `workers` is less than 1, or the journal was written by a different search.
        Unavailable: The journal cannot be opened.

    >>> lower_bound("p3c4").lower_bound
    206
    """
    game = Game.of(game)
    check_searched(game)
    if game.size > MOST_CODES_BOUNDED:
        raise BadInput.because(game._reason("too_large_for_bounds", size=game.size, most=MOST_CODES_BOUNDED))
    check_candidates_only(game, candidates_only)
    workers = whole_number("workers", workers, 1, MOST_WORKERS)
    check_limit(limit)
    with ExitStack() as stack:
        held = None
        if journal is not None:
            held = stack.enter_context(Journal(Path(journal), game._identity, OBJECTIVE, candidates_only))
        search = LowerBoundSearch(
            game, candidates_only=candidates_only, workers=workers, journal=held, progress=progress
        )
        return search.run(limit)
