"""Good trees of games with weights, costs or another end: a few guesses are tried at each set, small sets are searched.

Guesses are tried in the order of their lower bounds, which know weights and costs. What was found for a set is kept, so
that a tree never gets worse, and each pass begins where the one before it ended.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from codepegs.codes import Candidates
from codepegs.game import Code, Game, Position, Turn
from codepegs.parallel import Deadline, TimeUp, WorkerThreads
from codepegs.trees.build import walked_tree
from codepegs.trees.search.passes import Begin, Wanted, texts
from codepegs.trees.search.set_search import MOST_VALUE, Searcher
from codepegs.trees.tree import Tree

MOST_WEIGHED_EXACT = 64
"""Largest set that is searched exactly, within a limit of work."""

EXACT_SCORED = 100_000
"""Limit of an exact search for each guess tried at a set: guesses scored."""

MOST_DEEP = 200
"""Guesses after which sets keep what is known of them."""


GRACE_SECONDS = 1.0
"""Time to build the best tree when the search is to end."""


class Stopped(Exception):
    """The search is to end."""


@dataclass(slots=True)
class _Best:
    """The best that is known of a set."""

    value: int
    guess: int | None
    """The key of the guess; None if the set was searched, and its guess not yet asked for."""
    width: float
    """The number of guesses that were tried; infinite if the value is proved."""


class WeighedImprovement:
    """The best that is known of the sets of a game, from a tree and from the passes that improve it."""

    def __init__(
        self, game: Game, start: Tree, is_late: Callable[[int], bool], save: Callable[[Tree, bool], None]
    ) -> None:
        self.game, self.start, self.best, self.is_late, self.save = game, start, start, is_late, save
        self.stopped = self._improved = False
        self._first_width = 0.0
        self.searcher = Searcher(game)
        self.everything = Candidates.all(game)
        self._best: dict[bytes, _Best] = {}
        self._whole = _Best(start.total, int(start.guesses[0]), 0)

    def _plant(self, tree: Tree) -> None:
        """Take the values of the sets of a tree."""
        sets, values = [self.everything] * len(tree), [0] * len(tree)
        for node in range(len(tree)):  # a child comes after its parent
            self._look()
            split = sets[node].partition(tree.guess(node))
            for child in tree.children(node):
                sets[child] = split[tree.reply(child)]
        for node in reversed(range(len(tree))):
            values[node] += sets[node].mass * self.game._cost_of(tree.guess(node))
            if node:
                values[int(tree.parents[node])] += values[node]
            self._best[sets[node].keys.tobytes()] = _Best(values[node], int(tree.guesses[node]), 0)
        self._best[self.everything.keys.tobytes()] = self._whole

    def _look(self) -> None:
        if self._is_late():
            raise Stopped

    def _is_late(self) -> bool:
        self.stopped |= self.is_late(self._whole.value)
        return self.stopped

    def begin(self, wanted: Wanted, done: int, width: float) -> Begin:
        """What the first pass begins with: a later one depends on all that is known of the sets."""
        self._first_width = self._first_width or width
        trees = texts([self.start])
        return Begin(wanted=wanted, done=0, next_width=self._first_width, is_given=True, firsts=(), trees=trees)

    def take(self, begin: Begin, trees: list[Tree]) -> None:
        """Continue an earlier search: from its start."""

    def make_pass(self, number: int, width: float, seed: int) -> None:
        """Try `width` guesses at each set; the best tree is saved, also before an interrupt is raised."""
        if self._whole.width >= width:  # nothing more is tried, for example because the value is proved
            self.stopped = True
            return
        before, interrupt = self.best, None
        self._improved = False
        try:
            if not self._best:
                self._plant(self.best)
            self._improve(self.everything, (), width)
        except Stopped:
            pass
        except KeyboardInterrupt as error:
            self.stopped, interrupt = True, error
        if self._improved:
            with suppress(TimeUp):
                self.best = min(before, self._tree(), key=lambda tree: tree.total)
        if self.best is not before or not self.stopped:
            self.save(self.best, not self.stopped)
        if interrupt is not None:
            raise interrupt

    def _improve(self, codes: Candidates, history: tuple[Turn, ...], width: float) -> int:
        """The value of a set by the best tree that is found."""
        if codes.is_over:
            return 0
        best = self._best.setdefault(codes.keys.tobytes(), _Best(MOST_VALUE, None, 0))
        if best.width >= width or len(history) >= MOST_DEEP:
            return best.value
        self._look()
        if len(codes) <= MOST_WEIGHED_EXACT:
            scored = self.searcher.scored + int(EXACT_SCORED * width)
            value = self.searcher.search(codes.keys, history, pause=self._is_late, most_scored=scored)
            if value is not None:
                self._improved |= value < best.value < MOST_VALUE
                best.value, best.guess, best.width = value, None, inf
                return value
        choices = self.searcher.choices(codes.keys, history, best.value, pause=self._is_late)
        if choices is None:
            raise Stopped
        if choices.settled:
            if choices.value < best.value:
                self._improved |= best.value < MOST_VALUE
                best.value, best.guess = choices.value, None
            best.width = inf
            return best.value
        promising = choices.guesses[: max(1, round(width))]
        guesses = dict.fromkeys(promising if best.guess is None else [best.guess, *promising])
        for guess in guesses:
            value = self._with(guess, codes, history, width, best.value)
            if value < best.value:
                self._improved |= best.value < MOST_VALUE
                best.value, best.guess = value, guess
        best.width = width
        return best.value

    def _with(self, guess: int, codes: Candidates, history: tuple[Turn, ...], width: float, limit: int) -> int:
        """The value of a set with a guess, or one that is not below `limit`."""
        code = codes.space.decode(guess)
        value = codes.mass * self.game._cost_of(code)
        parts = [(reply, part) for reply, part in codes.partition(code).items() if not reply.solved]
        for reply, part in sorted(parts, key=lambda each: len(each[1])):
            if value >= limit:
                break
            value += self._improve(part, (*history, Turn(code, reply)), width)
        return value

    def _tree(self) -> Tree:
        """The tree of the best that is known."""
        searched: set[tuple[Turn, ...]] = set()
        grace: Deadline | None = None

        def choose(position: Position, codes: Candidates, threads: WorkerThreads) -> Code:
            nonlocal grace
            if grace is not None:
                grace.look()
            elif self._is_late():
                grace = Deadline(GRACE_SECONDS)
            history, best = position.turns, self._best.get(codes.keys.tobytes())
            if best is None or best.guess is None or history[:-1] in searched:
                searched.add(history)  # so are the sets below it
                return codes.space.decode(self._searched(codes, history))
            return codes.space.decode(best.guess)

        return walked_tree(Position(self.game), choose)

    def _searched(self, codes: Candidates, history: tuple[Turn, ...]) -> int:
        """The guess of an optimal tree at a set that is not over."""
        if len(codes) == 1:
            return int(codes.keys[0])
        value = self.searcher.search(codes.keys, history)
        assert value is not None
        return self.searcher.best_guess(codes.keys, history, value)
