"""Strategies that list their candidates: their base class, and the ranking of guesses with the figures behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import (
    MOST_CODES,
    Candidates,
    CodeSpace,
    Keys,
    Objective,
    OneStep,
    PartitionedSet,
    differing_guesses,
    in_order,
    known_at,
)
from codepegs.core import loops
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Position, Turn
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, Value
from codepegs.strategies.protocol import Best, Budget, Codebreaker, Guess, Report, Suggestion, Tracker, WeightedRows
from codepegs.strategies.protocol.values import best_at, values_of


def refuses_large(game: Game) -> Reason | None:
    """Return why the candidates of a game cannot be listed; None if they can."""
    if game.size <= MOST_CODES:
        return None
    return game._reason("lists_all_codes", most=MOST_CODES)


class Listed(Tracker, WeightedRows):
    """The list of the candidates, made when it is asked for; also what is known of them."""

    is_value = True

    def __init__(self, game: Game, turns: tuple[Turn, ...] = (), left: Candidates | None = None) -> None:
        self.game = game
        self.turns = turns
        self.listed = left
        """None until they are asked for."""

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> Listed:
        return Listed(self.game, (*self.turns, turn), None if self.listed is None else self.listed.filter(turn))

    def state(self, threads: WorkerThreads | None = None) -> Listed:
        if not len(self.left(threads or 1)):
            raise Contradiction.of(self.game, len(self.turns))
        return self

    def left(self, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates; the guesses were checked when they were learned."""
        if self.listed is None:
            space = CodeSpace.at(self.game, self.turns)
            self.listed = Candidates(self.game, space.consistent(self.turns, workers), space)
        return self.listed

    def report(self) -> Report:
        return Report(candidates=len(self.left()))

    @property
    def row_weights(self) -> NDArray[np.int64] | None:
        return self.left().weights

    @property
    def rows(self) -> int:
        return len(self.left())

    def code(self, row: int) -> Code:
        return self.left()[row]

    def colors_at(self, peg: int) -> NDArray[np.int64]:
        return self.left().space.colors_at(self.left().keys, peg)

    def belief(self, game: Game) -> NDArray[np.float64]:
        if not self.turns and game._traits.is_symmetric:
            return np.full((game.pegs, game.colors), 1 / game.colors)
        return super().belief(game)

    def is_over(self, position: Position, confidence: float | None) -> bool:
        """Return whether nothing more is to be known of the secret, or one is probable enough."""
        return known_at(position, self.left()) is not None or super().is_over(position, confidence)


class ExhaustiveCodebreaker(Codebreaker):
    """A codebreaker that keeps a list of the candidates; subclasses define `choose`."""

    search = OneStep(Objective.ENTROPY)
    lists_codes = True
    takes_unknown_replies = True

    def track(self) -> Listed:
        return Listed(self.position.game)

    def candidates(self, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates at this position; raises `Contradiction` if there are none."""
        tracker: Listed | None = self._tracker
        if tracker is None or self._tracked != len(self._position.turns):
            tracker = self.tracked()
            assert tracker is not None
        left = tracker.listed or tracker.left(workers)
        if not len(left.keys):
            raise Contradiction.of(self.position.game, len(self.position.turns))
        return left

    def adopt(self, candidates: Candidates) -> None:
        turns = self.position.turns
        self._tracker, self._tracked = Listed(self.position.game, turns, candidates), len(turns)

    def is_consistent(self, code: Code, budget: Budget) -> bool:
        return code in self.candidates(budget.threads)

    def update(self) -> None:
        """Remove the candidates that the last turn excludes; raises `Contradiction` if none is left."""
        self.candidates()

    def report(self) -> Report:
        return super().report() if self.position.turns else Report(candidates=self.position.game.size)

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: the strategy's own first, then the others by its score, or by entropy if it has none."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        others = best_suggestions(
            self.position, candidates, self.search, most, budget.threads, self.guesses_to_rank(candidates)
        )
        if self.plays_the_first(candidates):
            return others
        move = self.next(budget)
        assert isinstance(move, Guess), "while there are candidates, one can be guessed"
        return self.with_first(move.code, others, budget)[:most]

    def with_first(self, own: Code, ranked: list[Suggestion], budget: Budget) -> list[Suggestion]:
        """A ranking with a guess at its beginning."""
        first = [found for found in ranked if found.guess == own]
        first = first or [figures_of(self.candidates(budget.threads), own, budget.threads)]
        return first + [found for found in ranked if found.guess != own]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the figures of guesses, and their expected numbers of guesses."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        values = values_of(self.position, candidates, guesses, self.best(budget), budget.threads)
        return [
            replace(figures_of(candidates, guess, budget.threads), expected=value)
            for guess, value in zip(guesses, values, strict=True)
        ]

    def best(self, budget: Budget) -> Best | None:
        """The best guess at this position with its value, if a tree or a bounded search gives it."""
        return best_at(self.position, self.candidates(budget.threads))

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the strategy's own guess is the first of the ranking."""
        return False

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """Keys of the guesses that `rank` compares, ascending, uint64, shape (m,); None for all of the search."""
        return None


def best_suggestions(
    position: Position,
    candidates: Candidates,
    search: OneStep,
    most: int,
    threads: WorkerThreads | None = None,
    guesses: Keys | None = None,
) -> list[Suggestion]:
    """Rank guesses, by default one of each orbit, ascending keys, shape (m,), in the order of a one-step strategy."""
    threads = threads or WorkerThreads()
    if guesses is None:
        guesses = differing_guesses(position, candidates, candidates_only=search.candidates_only)
    guesses = np.ascontiguousarray(guesses)
    found = PartitionedSet.of(candidates, guesses, threads)
    preferences, wins = found.preferences(guesses, search.objective, threads)
    winning = guesses[wins > 0]
    fewest_left = int(found.scores(winning, Objective.EXPECTED_SIZE, threads)[0].min()) if len(winning) else None
    best = guesses[in_order(preferences, wins, most)]
    return _described(candidates, found, best, fewest_left)


def figures_of(candidates: Candidates, code: Code, threads: WorkerThreads | None = None) -> Suggestion:
    """Compute the figures of one guess."""
    guess = np.array([candidates.space.encode(code)], np.uint64)
    return _described(candidates, PartitionedSet.of(candidates, guess, threads or WorkerThreads()), guess)[0]


def _described(
    candidates: Candidates, found: PartitionedSet, guesses: Keys, fewest_left: int | None = None
) -> list[Suggestion]:
    game, codes = candidates.game, map(candidates.space.decode, guesses.tolist())
    return [
        describe(code, *parts, fewest_left, is_test=game._is_test(code), ends_named=game.until == "named")
        for code, parts in zip(codes, found.parts(guesses), strict=True)
    ]


_LEAVES = ("expected_size", "candidates", "worst_part")

GUESS_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("only_candidate", ()),
    ("secret_known", ()),
    ("one_of_two", ()),
    ("no_information", ()),
    ("test_no_information", ()),
    ("wins_or_identifies", ()),
    ("identifies", ()),
    ("test_identifies", ()),
    ("leaves_candidate", _LEAVES),
    ("leaves_fewer", (*_LEAVES, "best")),
    ("leaves_other", _LEAVES),
    ("test_leaves", _LEAVES),
)
"""What is said of a guess, the kind of the sentence and its values: `part_figures` returns a row."""


def describe(
    guess: Code,
    sizes: NDArray[np.int64],
    weights: NDArray[np.int64] | None = None,
    fewest_left: int | None = None,
    *,
    is_test: bool = False,
    ends_named: bool = True,
) -> Suggestion:
    """Describe a guess by the sizes and weights of its parts, int64, shape (parts,), the win last."""
    weights = sizes if weights is None else weights
    worst, left, bits, parts, win, kind = loops.part_figures(
        sizes, weights, -1 if fewest_left is None else fewest_left, is_test, ends_named
    )
    values: dict[str, Value] = {"expected_size": left, "candidates": int(sizes.sum()), "worst_part": worst}
    if fewest_left is not None:
        values["best"] = fewest_left / int(weights.sum())
    said, names = GUESS_KINDS[kind]
    return Suggestion(
        guess=guess,
        is_candidate=bool(sizes[-1]),
        worst_part=worst,
        expected_size=left,
        bits=bits,
        parts=parts,
        win_chance=win,
        reasons=(Reason.of(said, **{name: values[name] for name in names}),),
    )


def estimate(guess: Code, sizes: NDArray[np.int64], candidates: float, fits: bool | None) -> Suggestion:
    """Describe a guess by the parts of a sample, int64, shape (parts,), the win last."""
    sample = int(sizes.sum())
    worst, left, bits, parts, _, _ = loops.part_figures(sizes, sizes, -1, False, True)
    each = candidates / sample
    kind = {True: "sample_candidate", False: "sample_other", None: "sample_open"}[fits]
    return Suggestion(
        guess=guess,
        is_candidate=fits,
        worst_part=round(worst * each),
        expected_size=left * each,
        bits=bits,
        parts=parts,
        win_chance={True: 1.0 / candidates, False: 0.0, None: None}[fits],
        reasons=(Reason.of(kind, expected_share=left / sample, worst_share=worst / sample, sample=sample),),
        exact=False,
    )
