"""Optimal trees of whole games, with proof.

The least sum of guesses is what Koyama and Lai (1993) computed for the board game and Ville (2013) for larger ones.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from codepegs.codes import Candidates, Objective, OneStep
from codepegs.errors import BadInput, check_limit, shown, whole_number
from codepegs.game import (
    CANONICAL,
    Code,
    FormerName,
    Game,
    JsonKeys,
    Kind,
    Kinds,
    Position,
    Seconds,
    Turn,
    Until,
    maybe,
    record,
    warn_former,
)
from codepegs.parallel import MOST_WORKERS, Deadline, Steps, TimeUp, WorkerThreads
from codepegs.reasons import bracketed, clip, counted
from codepegs.trees.build import check_open, walked_tree
from codepegs.trees.search.game_search import GameSearch, check_size, check_start, say_if_interrupted
from codepegs.trees.search.journal import Journal
from codepegs.trees.search.search_state import Bounds, Plan
from codepegs.trees.search.set_search import (
    EXPECTED,
    MOST_TURNS,
    MOST_VALUE,
    Cost,
    Searcher,
    SearchOptions,
    check_candidates_only,
    check_searched,
    most_turns,
)
from codepegs.trees.tree import Tree

OF_DEPTH = (EXPECTED, "worst", "depth", "expected-within")
"""The objectives of games with weights or another end, but without costs."""

MOST_SCORED = 100_000_000
"""Guesses scored at one set; one that needs more is given up."""

GRACE_SECONDS = 1.0
"""Time to build a tree when the search is to end."""


def shortened(tree: Tree, turns: int, candidates_only: bool = False, deadline: Deadline | None = None) -> Tree | None:
    """Make a tree as short as wanted by replacing subtrees that are too deep; None if one cannot be.

    If the time is up before, it raises `TimeUp`.
    """
    # Each is replaced by one with the fewest guesses, at its smallest set that has one short enough. The rest is
    # unchanged, so the result need not be optimal; but if the total is the same, it is as good as the tree.
    game = tree.game
    searcher, deadline = Searcher(game, Cost(turns), candidates_only), deadline or Deadline()
    replaced: set[tuple[Turn, ...]] = set()
    for node in (tree.depths > turns).nonzero()[0].tolist():
        above, up = [], int(tree.parents[node])
        while up > 0:
            above.append(tree.turns(up))
            up = int(tree.parents[up])
        if any(history in replaced for history in above):
            continue
        solvable = next((history for history in above if _is_solvable(searcher, history, deadline)), None)
        if solvable is None:
            return None
        replaced.add(solvable)

    def choose(position: Position, candidates: Candidates, threads: WorkerThreads) -> Code:
        history = position.turns
        if not any(history[:length] in replaced for length in range(1, len(history) + 1)):
            node = tree.node_after(history)
            assert node is not None
            return tree.guess(node)
        if len(candidates) < 3:
            return candidates[0]
        value = searcher.search(candidates.keys, history, pause=deadline.is_past)
        if value is None:
            raise TimeUp
        return candidates.space.decode(searcher.best_guess(candidates.keys, history, value))

    return walked_tree(Position(game), choose, threads=WorkerThreads(deadline=deadline))


def _is_solvable(searcher: Searcher, history: tuple[Turn, ...], deadline: Deadline) -> bool:
    """Whether a set is known to have a tree that is short enough; its value is then in the table."""
    keys = Candidates.after(Position(searcher.game, history)).keys
    value = searcher.search(keys, history, pause=deadline.is_past, most_scored=searcher.scored + MOST_SCORED)
    deadline.look()
    return value is not None and value < MOST_VALUE


@dataclass(frozen=True, slots=True)
class TreeObjective:
    """What an optimal tree minimises."""

    kind: str = "expected"
    """`expected`, `worst`, `depth`, `expected-within` or `last-turn`."""
    turns: int | None = None
    """The number of turns of the last two kinds."""

    @classmethod
    def parse(cls, text: str) -> TreeObjective:
        """Parse an objective."""
        match = re.fullmatch(
            r"(expected|worst|depth)|(expected-within|last-turn):(\d{1,2})", text.strip().lower(), re.ASCII
        )
        if match and match[1]:
            return cls(match[1])
        if match and 1 <= int(match[3]) <= MOST_TURNS:
            return cls(match[2], int(match[3]))
        raise BadInput.because("no_objective", text=text)

    def __str__(self) -> str:
        return self.kind if self.turns is None else f"{self.kind}:{self.turns}"

    @property
    def takes_then(self) -> bool:
        """Whether several trees with the same total can be optimal, so that the shortest can be asked for."""
        return self.kind in ("expected", "worst", "expected-within")

    def rank(self, total: int, depth: int, codes_at_longest: int) -> tuple[int, ...] | None:
        """Return what trees with these figures are compared by, less is better; None for a tree that is too deep."""
        if self.turns is not None and depth > self.turns:
            return None
        if self.kind == "last-turn":
            return (codes_at_longest if depth == self.turns else 0,)
        return {"worst": (depth, total), "depth": (depth,)}.get(self.kind, (total,))

    def words_of(self, guesses: str) -> str:
        """The objective in words that name guesses as a game does, for example tests."""
        return {
            "expected": f"fewest {guesses} on average",
            "worst": f"fewest {guesses} in the worst case, then on average",
            "depth": f"fewest {guesses} in the worst case",
            "expected-within": f"fewest {guesses} on average, at most {self.turns} in every game",
            "last-turn": f"fewest games of {self.turns} {guesses}, with none longer",
        }[self.kind]

    def bound_words(self, lower: int, secrets: int) -> str:
        """Describe a lower bound."""
        if self.kind == "depth":
            return f"no tree finds every secret in fewer than {counted(lower, 'guess', 'guesses')}"
        if self.kind == "last-turn" and not lower:
            return "no lower bound was found"
        if self.kind == "last-turn":
            return f"in every such tree, at least {counted(lower, 'secret')} need {self.turns} guesses"
        such = "" if self.kind == "expected" else "such "
        return f"no {such}tree needs fewer than {lower:,} guesses in total ({lower / secrets:.4f} on average)"


@record("OptimalAnswer")
@dataclass(frozen=True)
class Found:
    """The result of a search for an optimal tree; the figures are null without a tree."""

    game: Game
    """The rules."""
    objective: TreeObjective
    """What the search minimised."""
    first: Annotated[Code | None, Meta(description="the first guess, if one was given")]
    """The first guess that was given; None if none was."""
    tree: Tree | None
    """The best tree; None if there is none, or none was found in time."""
    upper_bound: Annotated[int | None, Meta(description="the cost of the tree; null without one")]
    """The value of the tree under the objective; None without a tree."""
    lower_bound: Annotated[
        int, Meta(description="proved lower bound on the cost of every tree, in the units of the objective")
    ]
    """The proved lower bound of the value of any tree."""
    proved: bool
    """Whether the tree is proved optimal, or there is proved to be none."""
    nodes: Annotated[int, Meta(description="sets whose guesses were scored; with several workers it varies")]
    """Sets of candidates whose guesses were scored."""
    seconds: Seconds
    """Duration of the search, in seconds."""
    interrupted: bool = False
    """Whether Ctrl-C ended the search."""
    depth_bound: int | None = None
    """A lower bound of the depth. With `worst` it holds for any tree, with `then` for trees with the least total;
    otherwise it is None."""
    then_depth: bool = False
    """Whether `then` asked for the shortest of the optimal trees, with the fewest secrets at its depth."""

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "objective": self.objective,
            "first": self.first,
            "total": maybe(self.tree).total,
            "longest_game": maybe(self.tree).figures.longest_game,
            "histogram": maybe(self.tree).figures.histogram,
            "codes_at_longest": maybe(self.tree).figures.codes_at_longest,
            "proved": self.proved,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "lower_bound": self.lower_bound,
            "upper_bound": self.upper_bound,
            "kinds": self.kinds,
        }

    value: ClassVar[FormerName] = FormerName("upper_bound")
    lower: ClassVar[FormerName] = FormerName("lower_bound")

    @property
    def kinds(self) -> Kinds:
        """Which figures are proved: the bound, and those of the tree that the search minimised and proved."""
        if self.tree is None:
            return {"lower_bound": "proved"}
        value: Kind = "proved" if self.proved else "counted"
        is_total, is_depth = self.objective.kind not in ("depth", "last-turn"), self.objective.kind == "depth"
        total: Kind = "proved" if self.proved or self.lower_bound == self.upper_bound else "counted"
        longest: Kind = value if is_depth else "counted"
        if self.depth_bound is not None and self.tree.figures.longest_game == self.depth_bound:
            longest = "proved"
        last: Kind = value if self.then_depth or self.objective.kind == "last-turn" else "counted"
        return {
            "total": total if is_total else "counted",
            "longest_game": longest,
            "codes_at_longest": last,
            "lower_bound": "proved",
            "upper_bound": value,
        }

    def __repr__(self) -> str:
        found = "no tree" if self.upper_bound is None else f"{self.upper_bound:,}"
        known = "proved" if self.proved else f"proved at least {self.lower_bound:,}"
        return bracketed(f"{self.objective} tree of {clip(str(self.game))}: {found}, {known}")


def one_step_tree(
    game: Game,
    candidates_only: bool = False,
    threads: WorkerThreads | None = None,
    save: Callable[[Tree], None] = lambda tree: None,
) -> Tree:
    """Return the best tree of three one-step strategies, as the tree to improve on.

    First comes one that is built at once, because it guesses candidates if it can. If the time of the threads is up,
    it is the best that is complete. `save` is called with each that is better than those before it.
    """
    scores = (Objective.EXPECTED_SIZE, Objective.ENTROPY, Objective.MOST_PARTS)
    best = quick = walked_tree(Position(game), OneStep(Objective.ENTROPY, candidates_only=game.until == "named"))
    save(best)
    with suppress(TimeUp):
        for score in scores:
            tree = walked_tree(Position(game), OneStep(score, candidates_only), threads=threads)
            if tree.total < best.total:
                save(tree)
            if tree.total < best.total or (best is quick and tree.total == best.total):
                best = tree
    return best


def optimal(
    game: Game | str,
    objective: TreeObjective | str = "expected",
    *,
    until: Until | None = None,
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
        objective: What is minimised. `expected`: the total number of guesses over all secrets; in games with weights,
            costs or another ending than the guess of the secret, `Tree.total`; with costs it is the only objective.
            `worst`: the depth, then the total. `depth`: only the depth, which takes much less time.
            `expected-within:T`: the total of trees of depth T or less. `last-turn:T`: the number of secrets that need
            turn T, in trees of depth T or less.
        until: Override how the game ends: `named`, `known` or `class`.
        then: `depth`, with `expected`, `worst` and `expected-within:T`: among the optimal trees, minimise the depth,
            then the number of secrets that need the last turn.
        candidates_only: Consider candidates only as guesses.
        first: The first guess; the tree is then proved optimal among those that begin with it. Default: any.
        workers: Number of threads; with an executor, the number of tasks that it is given at a time.
        executor: Runs the tasks instead of threads of this process.
        limit: Time limit in seconds; the best tree found by then is returned, with the lower bound proved by then.
        journal: File of proved facts, which a later search with the same journal continues from. If it cannot be
            written, the search continues with a new file elsewhere, and a warning is logged.
        start: With `expected`, a tree of the same game to improve on. Default: the best tree of a one-step strategy.
        options: Settings of the search, for experiments.
        progress: Called with the bounds on the optimum a few times a second; use `iter_optimal` instead.

    Returns:
        The tree, its value under the objective, and a lower bound of this value; `proved` if the tree is optimal.

    Raises:
        BadInput: The game is too large, an argument is invalid or does not go with the objective, `start` is a tree of
            another game, or the journal was written by a different search.
        Unavailable: The journal cannot be opened.

    >>> found = optimal("p2c6")
    >>> found.upper_bound, found.proved
    (132, True)
    """
    search = _Search(
        game, objective, until, then, candidates_only, first, workers, executor, limit, journal, start, options
    )
    if progress is not None:
        warn_former("progress of optimal will be removed: use 'for bounds in iter_optimal(...)'")
    return search.run(progress)


def iter_optimal(
    game: Game | str,
    objective: TreeObjective | str = "expected",
    *,
    until: Until | None = None,
    then: Literal["depth"] | None = None,
    candidates_only: bool = False,
    first: Sequence[int] | str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    limit: float | None = None,
    journal: Journal | str | Path | None = None,
    start: Tree | None = None,
    options: SearchOptions | None = None,
) -> Steps[Bounds, Found]:
    """Search for an optimal strategy tree in a `for` loop of your own, which gets the bounds proved so far.

    The search goes on while the loop waits for the next bounds. Leaving the loop ends it; `result` then has the best
    tree found, and `interrupted` set.

    Args:
        game: As for `optimal`, like the other arguments.
        objective: What is minimised.
        until: When the game ends.
        then: `depth`: among the optimal trees, minimise the depth.
        candidates_only: Consider candidates only as guesses.
        first: The first guess.
        workers: Number of threads.
        executor: Runs the tasks instead of threads of this process.
        limit: Time limit in seconds.
        journal: File of proved facts.
        start: A tree of the same game to improve on.
        options: Settings of the search, for experiments.

    Returns:
        The steps of the search: iterating yields the bounds on the optimum a few times a second; `result` is what
        `optimal` returns.

    Raises:
        BadInput: As for `optimal`.
        Unavailable: In the loop, if the journal cannot be opened.

    >>> steps = iter_optimal("p4c6")
    >>> for bounds in steps:
    ...     if bounds.upper_bound is not None and bounds.upper_bound - bounds.lower_bound < 100:
    ...         break
    >>> steps.result.lower_bound <= 5625 <= (steps.result.upper_bound or 0)
    True
    """
    search = _Search(
        game, objective, until, then, candidates_only, first, workers, executor, limit, journal, start, options
    )
    return Steps(search.follow, search.end)


class _Search:
    """What `optimal` searches, with all arguments checked."""

    def __init__(
        self,
        game: Game | str,
        objective: TreeObjective | str,
        until: Until | None,
        then: Literal["depth"] | None,
        candidates_only: bool,
        first: Sequence[int] | str | None,
        workers: int,
        executor: Executor | None,
        limit: float | None,
        journal: Journal | str | Path | None,
        start: Tree | None,
        options: SearchOptions | None,
    ) -> None:
        game = Game.of(game, until)
        check_size(game)
        check_start(game, start)
        workers = whole_number("workers", workers, 1, MOST_WORKERS)
        check_limit(limit)
        wanted = objective if isinstance(objective, TreeObjective) else TreeObjective.parse(objective)
        if then not in (None, "depth"):
            raise BadInput.because("no_such_then", value=shown(then))
        if start is not None and first is not None and start.guess(0) != game.check_code(first):
            raise BadInput.because("start_with_another_first")
        if then is not None and not wanted.takes_then:
            raise BadInput.because("then_needs_average", objective=str(wanted))
        able = OF_DEPTH if game.costs is None else (EXPECTED,)  # the depth of a tree is then the largest cost
        check_searched(game, wanted.kind if then is None else "then", able)
        check_candidates_only(game, candidates_only)
        if start is not None and wanted.kind != "expected":
            raise BadInput.because("start_needs_expected", objective=str(wanted))
        check_open(Candidates.all(game))
        opening = None if first is None else game.check_code(first)
        self.objective, self.start, self.limit, self.then_depth = wanted, start, limit, then is not None
        self.journal = journal
        self.plan = Plan(game, candidates_only, opening, workers, executor, None, options or SearchOptions())
        self._phases: _Phases | None = None
        self._is_ended = False

    def run(self, report: Callable[[Bounds], None] | None = None) -> Found:
        """Search until done, the time is up, or the end is wanted."""
        plan = replace(self.plan, progress=report)
        with ExitStack() as stack:
            journal = self.journal
            if journal is not None and not isinstance(journal, Journal):
                name = f"{self.objective}{' then depth' * self.then_depth}"
                if plan.first is not None:
                    name += f" first {CANONICAL.format(plan.game, plan.first)}"
                journal = stack.enter_context(Journal(Path(journal), plan.game._identity, name, plan.candidates_only))
            plan = replace(plan, journal=journal)
            self._phases = phases = _Phases(plan, self.objective, self.start, Deadline(self.limit))
            if self._is_ended:  # before it began
                phases.interrupt()
            return phases.run(self.then_depth)

    def follow(self, steps: Steps[Bounds, Found]) -> Found:
        """Search for a loop."""
        return self.run(steps.report)

    def end(self) -> None:
        """Let the search end soon, from any thread."""
        say_if_interrupted()
        self._is_ended = True
        if self._phases is not None:
            self._phases.interrupt()


@dataclass
class _Phases:
    """The searches of an objective, one after another; see `optimal`."""

    plan: Plan
    objective: TreeObjective
    start: Tree | None
    deadline: Deadline
    began: float = field(default_factory=time.monotonic)
    nodes: int = 0
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.game = self.plan.game
        self.offset = 0 if self.game._is_weighed else self.game.size
        """The last guesses, which the values of a search leave out."""
        self.least = Candidates.all(self.game).mass
        """A total that no tree is below: a guess for each secret, by weight."""

    def run(self, then_depth: bool) -> Found:
        kind, turns = self.objective.kind, self.objective.turns or 0
        if kind == "last-turn":
            return self._found(*self._search(Cost.last_turn(turns)), int(turns == 1))  # that guess is the last one
        if kind == "expected":
            found = self._expected()
        elif kind == "expected-within":
            proved, tree = self._within(turns)
            found = (
                self._result(None, None, self.least, proved=proved)
                if tree is None
                else self._fewest_within(turns, tree)
            )
        else:
            found = self._shortest(kind == "worst")
        if not then_depth or not found.proved or found.tree is None:
            return found
        return replace(self._then_depth(found), then_depth=True)

    def _shortest(self, then_fewest: bool) -> Found:
        """Search for the least depth, and for the fewest guesses among trees of this depth."""
        bound, tree = self._least_depth()
        if tree is not None and then_fewest:
            return replace(self._fewest_within(bound, tree), depth_bound=bound)
        if tree is None and self.plan.first is None:  # the time is up
            tree = self._one_step(Deadline(GRACE_SECONDS))
        if then_fewest:
            total = None if tree is None else tree.figures.total
            return self._result(tree, total, self.least, proved=False, depth_bound=bound)
        depth = None if tree is None else tree.figures.longest_game
        return self._result(tree, depth, bound, proved=depth == bound, depth_bound=bound)

    def _least_depth(self) -> tuple[int, Tree | None]:
        """Search for the least depth; returns a lower bound, and a tree of this depth unless the time was up before."""
        for turns in range(1, most_turns(self.game)):
            proved, tree = self._within(turns)
            if tree is not None or not proved:
                return turns, tree
        raise AssertionError("some depth is always enough")

    def _within(self, turns: int) -> tuple[bool, Tree | None]:
        """Search for any tree of a depth; returns whether there is proved to be one or none, and the tree.

        In weighed games it is the one with the least total, for the same work.
        """
        outcome, search = self._search(*((Cost(turns),) if self.game._is_weighed else (Cost.within(turns), 1)))
        return outcome.proved, search.tree()

    def _fewest_within(self, turns: int, tree: Tree) -> Found:
        """Search for a tree with the fewest guesses among trees of a depth, given one of them.

        A tree with the fewest guesses of all may be as short, or can be made as short without more guesses. Searching
        only trees of this depth takes much longer, because a set has another value in every turn.
        """
        if self.game._is_weighed:
            return self._result(tree, tree.total, tree.total, proved=True)
        fewest = self._expected()
        short = [] if fewest.tree is None else [fewest.tree, self._shortened(fewest.tree, turns)]
        trees = [tree, *(tree for tree in short if tree is not None and tree.figures.longest_game <= turns)]
        best = min(trees, key=lambda tree: tree.figures.total)
        total = best.figures.total
        if total == fewest.lower_bound or not fewest.proved:
            return self._result(best, total, fewest.lower_bound, proved=total == fewest.lower_bound)
        found = self._found(*self._search(Cost(turns), total - self.game.size), self.game.size, best)
        return replace(found, lower_bound=max(found.lower_bound, fewest.lower_bound))

    def _shortened(self, tree: Tree, turns: int) -> Tree | None:
        if self.interrupted or tree.figures.longest_game <= turns:
            return None
        try:
            with suppress(TimeUp):
                return shortened(tree, turns, self.plan.candidates_only, self.deadline)
        except KeyboardInterrupt:
            self.interrupt()
        return None

    def interrupt(self) -> None:
        """End the search soon, with what was found by then."""
        self.interrupted = True
        self.deadline.end()

    def _one_step(self, deadline: Deadline) -> Tree | None:
        """The best tree of a one-step strategy that is built in time; None if an interrupt comes before the first."""
        found: list[Tree] = []
        try:
            with WorkerThreads(self.plan.workers, deadline=deadline) as threads:
                return one_step_tree(self.game, self.plan.candidates_only, threads, save=found.append)
        except KeyboardInterrupt:
            self.interrupt()
            return found[-1] if found else None

    def _expected(self) -> Found:
        start, plan = self.start, self.plan
        if start is None and plan.first is None:
            start = self._one_step(self.deadline)
        if start is not None and start.total >= MOST_VALUE:
            raise BadInput.because("costs_too_large", game=str(self.game), total=start.total)
        outcome, search = self._search(Cost(), MOST_VALUE if start is None else start.total - self.offset)
        return self._found(outcome, search, self.offset, start)

    def _then_depth(self, found: Found) -> Found:
        """Search for the shortest of the trees with this total, and the fewest codes at its depth."""
        assert found.tree is not None
        assert found.upper_bound is not None
        turns, tree = self._least_depth()
        while tree is not None:
            short = found.tree if found.tree.figures.longest_game <= turns else self._shortened(found.tree, turns)
            if short is None or short.figures.total != found.upper_bound:
                within, search = self._search(Cost(turns), found.upper_bound - self.game.size + 1)
                short = search.tree()
                if short is None and not within.proved:
                    break
            if short is not None:
                cost = Cost.guesses_then_last_turn(turns, self.game.size)
                last, search = self._search(cost, cost.of(short.figures))
                return self._result(
                    search.tree() or short, found.upper_bound, found.lower_bound, proved=last.proved, depth_bound=turns
                )
            turns += 1
        return self._result(found.tree, found.upper_bound, found.lower_bound, proved=False, depth_bound=turns)

    def _search(self, cost: Cost, incumbent: int = MOST_VALUE) -> tuple[Bounds, GameSearch]:
        report = self.plan.progress
        progress = None if report is None else lambda bounds: report(self._in_units(bounds, cost))
        search = GameSearch(self.plan, cost, incumbent, progress)
        try:
            outcome = search.run(self.deadline)
        except KeyboardInterrupt:
            self.interrupt()
            outcome = search.outcome()
        self.nodes += outcome.nodes
        return outcome, search

    def _in_units(self, bounds: Bounds, cost: Cost) -> Bounds:
        """Bounds of the search in the units of the result: guesses with the first ones, or secrets at a depth."""
        if cost.is_free:
            return replace(bounds, within=cost.turns)
        if not cost.guess:
            return bounds
        upper = None if bounds.upper_bound is None else bounds.upper_bound // cost.guess + self.offset
        return replace(bounds, lower_bound=bounds.lower_bound // cost.guess + self.offset, upper_bound=upper)

    def _found(self, outcome: Bounds, search: GameSearch, offset: int, start: Tree | None = None) -> Found:
        """The result with its tree; costs in the objective's own terms."""
        lower = outcome.lower_bound + offset
        if outcome.upper_bound is None:
            return self._result(None, None, lower, proved=outcome.proved)
        tree = search.tree(None if outcome.proved else Deadline(GRACE_SECONDS))
        if tree is not None or search.best_first is None:
            return self._result(tree or start, outcome.upper_bound + offset, lower, proved=outcome.proved)
        return self._result(start, None if start is None else start.total, lower, proved=False)  # too late

    def _result(
        self, tree: Tree | None, value: int | None, lower: int, *, proved: bool, depth_bound: int | None = None
    ) -> Found:
        work = (self.nodes, time.monotonic() - self.began, self.interrupted)
        return Found(self.game, self.objective, self.plan.first, tree, value, lower, proved, *work, depth_bound)
