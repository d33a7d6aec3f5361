"""Optimal trees of whole games, with proof.

The least sum of guesses is what Koyama and Lai (1993) computed for the board game and Ville (2013) for larger ones.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from codepegs.candidates import Objective
from codepegs.errors import BadInput
from codepegs.game import Game, Position
from codepegs.parallel import Crew
from codepegs.strategies.one_step import OneStep, walked_tree
from codepegs.trees.search.game_search import Bounds, GameSearch, Outcome, check_size
from codepegs.trees.search.journal import Journal
from codepegs.trees.search.set_search import MOST_TURNS, MOST_VALUE, Cost, SearchOptions
from codepegs.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class TreeObjective:
    """What an optimal tree minimises.

    >>> str(TreeObjective.parse("expected-within:5")), TreeObjective.parse("worst").kind
    ('expected-within:5', 'worst')
    """

    kind: str = "expected"
    """`expected`, `worst`, `expected-within` or `last-turn`."""
    turns: int | None = None
    """The number of turns of the last two kinds."""

    @classmethod
    def parse(cls, text: str) -> TreeObjective:
        """Parse an objective.

        Args:
            text: `expected`, `worst`, `expected-within:T` or `last-turn:T`, with a number T of turns.

        Returns:
            The objective.

        Raises:
            BadInput: The text is not an objective.
        """
        match = re.fullmatch(r"(expected|worst)|(expected-within|last-turn):(\d{1,2})", text.strip().lower(), re.ASCII)
        if match and match[1]:
            return cls(match[1])
        if match and 1 <= int(match[3]) <= MOST_TURNS:
            return cls(match[2], int(match[3]))
        raise BadInput(
            f"{text!r} is not a valid objective: give expected, worst, expected-within:D or last-turn:D, e.g. "
            "last-turn:5"
        )

    def __str__(self) -> str:
        return self.kind if self.turns is None else f"{self.kind}:{self.turns}"


@dataclass(frozen=True)
class Found:
    """The result of a search for an optimal tree."""

    tree: Tree | None
    """The best tree; None if there is none, or none was found in time."""
    value: int | None
    """The value of the tree under the objective; None without a tree."""
    lower: int
    """The proved lower bound of the value of any tree."""
    proved: bool
    """Whether the tree is proved optimal, or there is proved to be none."""
    nodes: int
    """Sets of candidates whose guesses were scored."""
    seconds: float
    """Duration of the search, in seconds."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search."""


def one_step_tree(game: Game, candidates_only: bool = False, crew: Crew | None = None) -> Tree:
    """Return the best of three one-step strategies, as the tree to improve on.

    Args:
        game: The game.
        candidates_only: Guess candidates only.
        crew: The threads; one if None.

    Returns:
        The tree of `expected-size`, `entropy` or `max-parts` with the fewest guesses in total.
    """
    trees = [
        walked_tree(Position(game), OneStep(score, candidates_only), crew=crew)
        for score in (Objective.EXPECTED_SIZE, Objective.ENTROPY, Objective.MOST_PARTS)
    ]
    return min(trees, key=lambda tree: tree.figures.total)


@dataclass(frozen=True)
class _SearchBy:
    """The executor, start and limits of a search; see `optimal`."""

    workers: int
    executor: Executor | None
    seconds: float | None
    journal: Journal | None
    start: Tree | None
    options: SearchOptions | None
    progress: Callable[[Bounds], None] | None


def optimal(
    game: Game | str,
    objective: TreeObjective | str = "expected",
    *,
    then: Literal["depth"] | None = None,
    candidates_only: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    limit: float | None = None,
    journal: Journal | str | Path | None = None,
    start: Tree | None = None,
    options: SearchOptions | None = None,
    progress: Callable[[Bounds], None] | None = None,
) -> Found:
    """Search for an optimal strategy tree of a game, and prove that it is one.

    Ctrl-C ends the search; what was found by then is returned, with `interrupted` set.

    Args:
        game: The game or its rules id.
        objective: What is minimised. `expected`: the total number of guesses over all secrets. `worst`: the depth, then
            the total. `expected-within:T`: the total of trees of depth T or less. `last-turn:T`: the number of secrets
            that need turn T, in trees of depth T or less.
        then: `depth`, with `expected`: minimise the depth too, then the number of secrets that need the last turn.
        candidates_only: Consider candidates only as guesses.
        workers: Threads, or with an executor the number of tasks it has at a time.
        executor: Runs the tasks instead of threads of this process.
        limit: Time limit in seconds; the best tree found by then is returned, with the lower bound proved by then.
        journal: File of proved facts, which a later search with the same journal continues from.
        start: With `expected`, a tree to improve on. Default: the best tree of a one-step strategy.
        options: Settings of the search, for experiments.
        progress: Called with the bounds on the optimum a few times a second.

    Returns:
        The tree with its cost and the lower bound; `proved` is whether they are equal.

    Raises:
        BadInput: The game is too large, the objective is not one, or the journal is of another search.
        Unavailable: The journal cannot be written.

    >>> found = optimal("p2c6")
    >>> found.tree.figures.total, found.proved
    (132, True)
    """
    game = Game.of(game)
    check_size(game)
    wanted = objective if isinstance(objective, TreeObjective) else TreeObjective.parse(objective)
    if then not in (None, "depth"):
        raise BadInput(f"then={then!r} is invalid: expected 'depth' or None")
    if wanted.kind != "expected" and (then is not None or start is not None):
        raise BadInput(f"then and start go with the objective expected, not with {wanted}")
    with ExitStack() as stack:
        if journal is not None and not isinstance(journal, Journal):
            name = f"{wanted}{' then depth' if then else ''}"
            journal = stack.enter_context(Journal(Path(journal), str(game), name, candidates_only))
        by = _SearchBy(workers, executor, limit, journal, start, options, progress)
        return _Phases(game, candidates_only, by).run(wanted, then is not None)


class _Phases:
    """The searches of an objective, one after another."""

    def __init__(self, game: Game, candidates_only: bool, by: _SearchBy) -> None:
        self.game, self.candidates_only, self.by = game, candidates_only, by
        self.nodes, self.began, self.interrupted = 0, time.monotonic(), False

    def run(self, objective: TreeObjective, then_depth: bool) -> Found:
        if objective.kind == "expected":
            return self._expected(then_depth)
        if objective.kind == "worst":
            for turns in range(1, MOST_TURNS):
                outcome, search = self._search(Cost(turns))
                if outcome.value is not None or not outcome.proved:
                    return self._found(outcome, search, self.game.size)
            raise AssertionError("some depth is always enough")
        assert objective.turns is not None
        if objective.kind == "expected-within":
            return self._found(*self._search(Cost(objective.turns)), self.game.size)
        return self._found(*self._search(Cost.last_turn(objective.turns)), 0)

    def _expected(self, then_depth: bool) -> Found:
        start = self.by.start
        if start is None:
            with Crew(self.by.workers) as crew:
                start = one_step_tree(self.game, self.candidates_only, crew)
        outcome, search = self._search(Cost(), start.figures.total - self.game.size)
        found = self._found(outcome, search, self.game.size, start)
        if not (then_depth and outcome.proved):
            return found
        assert outcome.value is not None
        for turns in range(1, MOST_TURNS):
            deep, _ = self._search(Cost(turns), outcome.value + 1)
            if not deep.proved:
                return self._but_unproved(found)
            if deep.value == outcome.value:
                last, search = self._search(Cost.guesses_then_last_turn(turns, self.game.size))
                if not last.proved:
                    return self._but_unproved(found)
                tree = search.tree()
                return Found(
                    tree, found.value, found.lower, True, self.nodes, time.monotonic() - self.began, self.interrupted
                )
        raise AssertionError("some depth is always enough")

    def _search(self, cost: Cost, incumbent: int | None = None) -> tuple[Outcome, GameSearch]:
        by = self.by
        report = by.progress
        left = None if by.seconds is None else max(0.01, by.seconds - (time.monotonic() - self.began))
        search = GameSearch(
            self.game,
            cost,
            candidates_only=self.candidates_only,
            incumbent=incumbent,
            workers=by.workers,
            executor=by.executor,
            journal=by.journal,
            options=by.options,
            progress=None if report is None else lambda bounds: report(self._in_units(bounds, cost)),
        )
        try:
            outcome = search.run(left)
        except KeyboardInterrupt:
            self.interrupted = True
            outcome = search.outcome()
        self.nodes += outcome.nodes
        return outcome, search

    def _in_units(self, bounds: Bounds, cost: Cost) -> Bounds:
        """Bounds of the search in the units of the result: guesses with the first ones, or secrets at a depth."""
        if not cost.guess:
            return bounds

        def guesses(value: int) -> int:
            return value // cost.guess + self.game.size

        return replace(
            bounds, lower=guesses(bounds.lower), upper=None if bounds.upper is None else guesses(bounds.upper)
        )

    def _found(self, outcome: Outcome, search: GameSearch, offset: int, start: Tree | None = None) -> Found:
        """The result with its tree; costs in the objective's own terms."""
        tree = search.tree() if search.best_first is not None else start
        value = None if outcome.value is None or outcome.value >= MOST_VALUE else outcome.value + offset
        return Found(
            tree if value is not None else None,
            value,
            outcome.lower + offset,
            outcome.proved,
            self.nodes,
            time.monotonic() - self.began,
            self.interrupted,
        )

    def _but_unproved(self, found: Found) -> Found:
        """Search for a tree with the least total, without minimising the depth."""
        return replace(
            found, proved=False, nodes=self.nodes, seconds=time.monotonic() - self.began, interrupted=self.interrupted
        )
