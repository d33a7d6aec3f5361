"""Optimal trees of whole games, with proof.

The least sum of guesses is what Koyama and Lai (1993) computed for the board game and Ville (2013) for larger ones.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from codepegs.candidates import Objective
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Code, Game, ListedGame, Position, counted
from codepegs.parallel import WorkerThreads
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

    @property
    def words(self) -> str:
        """The objective in words.

        >>> TreeObjective.parse("expected-within:5").words
        'fewest guesses on average, at most 5 in every game'
        """
        return {
            "expected": "fewest guesses on average",
            "worst": "fewest guesses in the worst case, then on average",
            "expected-within": f"fewest guesses on average, at most {self.turns} in every game",
            "last-turn": f"fewest games of {self.turns} guesses, with none longer",
        }[self.kind]

    def bound_words(self, lower: int, secrets: int) -> str:
        """Describe a lower bound.

        Args:
            lower: The lower bound of the value of any tree.
            secrets: The number of secrets of the game.

        Returns:
            The bound in the units of the objective, as a sentence without a full stop.

        >>> TreeObjective().bound_words(5_600, 1_296)
        'no tree needs fewer than 5,600 guesses in total (4.3210 on average)'
        >>> TreeObjective.parse("last-turn:5").bound_words(500, 1_296)
        'in every such tree, at least 500 secrets need 5 guesses'
        """
        if self.kind == "last-turn" and not lower:
            return "no lower bound was found"
        if self.kind == "last-turn":
            return f"in every such tree, at least {counted(lower, 'secret')} need {self.turns} guesses"
        such = "" if self.kind == "expected" else "such "
        return f"no {such}tree needs fewer than {lower:,} guesses in total ({lower / secrets:.4f} on average)"


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


def one_step_tree(game: Game, candidates_only: bool = False, threads: WorkerThreads | None = None) -> Tree:
    """Return the best of three one-step strategies, as the tree to improve on.

    Args:
        game: The game.
        candidates_only: Guess candidates only.
        threads: The threads; one if None.

    Returns:
        The tree of `expected-size`, `entropy` or `max-parts` with the fewest guesses in total.
    """
    trees = [
        walked_tree(Position(game), OneStep(score, candidates_only), threads=threads)
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
    first: Sequence[int] | str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    limit: float | None = None,
    journal: Journal | str | Path | None = None,
    start: Tree | None = None,
    options: SearchOptions | None = None,
    progress: Callable[[Bounds], None] | None = None,
) -> Found:
    """Search for an optimal strategy tree of a game, and prove that it is optimal.

    Ctrl-C ends the search; what was found by then is returned, with `interrupted` set.

    Args:
        game: The game or its rules id.
        objective: What is minimised. `expected`: the total number of guesses over all secrets. `worst`: the depth, then
            the total. `expected-within:T`: the total of trees of depth T or less. `last-turn:T`: the number of secrets
            that need turn T, in trees of depth T or less.
        then: `depth`, with `expected`: minimise the depth too, then the number of secrets that need the last turn.
        candidates_only: Consider candidates only as guesses.
        first: The first guess; the tree is then proved optimal among those that begin with it. Default: any.
        workers: Number of threads; with an executor, the number of tasks that it is given at a time.
        executor: Runs the tasks instead of threads of this process.
        limit: Time limit in seconds; the best tree found by then is returned, with the lower bound proved by then.
        journal: File of proved facts, which a later search with the same journal continues from.
        start: With `expected`, a tree to improve on. Default: the best tree of a one-step strategy.
        options: Settings of the search, for experiments.
        progress: Called with the bounds on the optimum a few times a second.

    Returns:
        The tree with its cost and the lower bound; `proved` is whether they are equal.

    Raises:
        BadInput: The game is too large, the objective is unknown, or the journal is of another search.
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
    if start is not None and first is not None and start.guess(0) != game.check_code(first):
        raise BadInput("start is a tree with another first guess")
    if wanted.kind != "expected" and (then is not None or start is not None):
        raise BadInput(f"then and start go with the objective expected, not with {wanted}")
    with ExitStack() as stack:
        opening = None if first is None else game.check_code(first)
        if journal is not None and not isinstance(journal, Journal):
            name = f"{wanted}{' then depth' if then else ''}"
            if opening is not None:
                name += f" first {CANONICAL.format(game, opening)}"
            about = f"{game} {game.digest}" if isinstance(game, ListedGame) else str(game)
            journal = stack.enter_context(Journal(Path(journal), about, name, candidates_only))
        by = _SearchBy(workers, executor, limit, journal, start, options, progress)
        return _Phases(game, candidates_only, opening, by).run(wanted, then is not None)


class _Phases:
    """The searches of an objective, one after another."""

    def __init__(self, game: Game, candidates_only: bool, first: Code | None, by: _SearchBy) -> None:
        self.game, self.candidates_only, self.first, self.by = game, candidates_only, first, by
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
        if start is None and self.first is None:
            with WorkerThreads(self.by.workers) as threads:
                start = one_step_tree(self.game, self.candidates_only, threads)
        outcome, search = self._search(Cost(), None if start is None else start.figures.total - self.game.size)
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
            first=self.first,
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
