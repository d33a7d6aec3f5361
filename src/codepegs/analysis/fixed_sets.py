"""Tests fixed in advance: the cheapest set of tests, or guesses, whose outcomes together tell the object."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from codepegs.codes import CodeSpace, Keys
from codepegs.core import look, loops
from codepegs.errors import BadInput, check_limit
from codepegs.game import Code, Game, JsonKeys, Kinds, Seconds, View, part_table, record
from codepegs.parallel import Deadline
from codepegs.reasons import clip
from codepegs.rng import Seed

MOST_CELLS_SEARCHED = 1 << 26
"""Largest number of tests times objects; of a larger game, some guesses are drawn at random."""

LEAST_DRAWN = 64
"""Least number of guesses drawn: a game with so many codes that not even these fit is refused."""

MOST_PEGS_PERMUTED = 127
"""Largest number of pegs of a game whose symmetry the search uses."""

STEP_CELLS = 20_000_000
"""Outcomes looked at in one step: about 30 ms."""


@record("FixedTestsAnswer")
@dataclass(frozen=True)
class FixedTests:
    """A set of tests whose outcomes together distinguish all objects, or their classes.

    >>> import codepegs
    >>> found = codepegs.fixed_tests("p2c4")
    >>> len(found.tests), found.proved
    (3, True)
    """

    game: Game
    tests: Annotated[list[Code], Meta(description="the tests or guesses, in the order of the game")]
    lower_bound: Annotated[int, Meta(description="no set costs less; a test costs 1 unless the game has costs")]
    seconds: Seconds
    seed: Annotated[int, Meta(description="the random seed")]
    nodes: Annotated[int, Meta(description="sets of tests that the proof looked at")]
    drawn: Annotated[
        int | None, Meta(description="number of guesses drawn at random that the set is of; null if it is of all")
    ]
    interrupted: bool = False
    """Whether Ctrl-C ended the search."""

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "tests": self.tests,
            "lower_bound": self.lower_bound,
            "upper_bound": self.upper_bound,
            "proved": self.proved,
            "nodes": self.nodes,
            "drawn": self.drawn,
            "seconds": self.seconds,
            "seed": self.seed,
            "kinds": self.kinds,
        }

    def __repr__(self) -> str:
        bound = "proved" if self.proved else f"at least {self.lower_bound:,}"
        return f"<{len(self.tests):,} tests of {clip(str(self.game))}, cost {self.upper_bound:,}, {bound}>"

    @property
    def upper_bound(self) -> Annotated[int, Meta(description="what the tests cost together")]:
        """What the tests cost together: their number, unless the game has costs."""
        return sum(self.game._cost_of(test) for test in self.tests)

    @property
    def proved(self) -> Annotated[bool, Meta(description="whether no set costs less")]:
        """Whether no set costs less."""
        return self.lower_bound == self.upper_bound

    @property
    def kinds(self) -> Kinds:
        """The lower bound is proved; what the tests cost is counted, and the least possible if both are equal."""
        return {"lower_bound": "proved", "upper_bound": "proved" if self.proved else "counted"}


def fixed_tests(
    game: Game | str,
    *,
    limit: float | None = None,
    seed: Seed | int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> FixedTests:
    """Find the cheapest set of tests, all chosen before the first outcome, that distinguish all objects.

    In a game of pegs these are guesses whose replies together determine the secret: with the guess that then names it,
    static Mastermind; in games with black pegs only, their least number is the metric dimension of a Hamming graph. In
    a table with classes, only objects of different classes need to be distinguished. Objects that no test
    distinguishes count as one, and weights do not matter.

    A branch and bound looks for a set that costs as little as the lower bound, and raises the bound if there is none.
    Tests that a symmetry of the game makes equivalent to others are left out. In turns with it, a local search improves
    the best set, which a greedy one begins. In a game with more than 8,192 codes, only guesses drawn at random are
    considered, and the bound follows from the number of replies alone.

    Args:
        game: The game, its rules id or file.
        limit: Time limit in seconds; without one, the search ends when the set is proved to be the cheapest.
        seed: Random seed of the local search. A set that is proved to be the cheapest can still be another one than
            with another seed; so can a set that a limit ends.
        progress: Called after each step with the lower bound, and with what the best set costs.

    Returns:
        The set, with the lower bound. After Ctrl-C it is the best set so far, with `interrupted` set.

    Raises:
        BadInput: The game has too many codes, or the limit is not a number of seconds.

    >>> found = fixed_tests("p2c6")
    >>> len(found.tests), found.proved
    (4, True)
    """
    game = Game.of(game)
    check_limit(limit)
    seed = Seed.of(seed)
    began, deadline = time.monotonic(), Deadline(limit)
    most = MOST_CELLS_SEARCHED // LEAST_DRAWN
    too_large = BadInput.because(game._reason("too_large_for_fixed_tests", size=game.size, most=most))
    if game.size > most:
        raise too_large
    space = CodeSpace.of(game)
    tests, rng = space.guesses(), seed.stream("fixed tests")
    is_drawn = len(tests) * game.size > MOST_CELLS_SEARCHED
    if is_drawn:
        tests = np.sort(rng.choice(tests, max(1, MOST_CELLS_SEARCHED // game.size), replace=False))
    search = _begin(space, tests, has_symmetry=not is_drawn, seed=int(rng.integers(1 << 63)))
    best = np.zeros(len(tests), dtype=np.int64)
    count, cost, lower, nodes = -1, -1, 0, 0
    interrupted = False
    try:
        while count < 0 or (lower < cost and not deadline.is_past()):
            count, cost, lower, nodes, told = loops.step_fixed_tests(search, STEP_CELLS, not is_drawn, best)
            if is_drawn:  # the search knows only what can be done with these guesses
                lower = _least_by_replies(game)
                if told < game.size:
                    raise too_large
            if progress is not None and count >= 0:
                progress(lower, cost)
    except KeyboardInterrupt:
        if count < 0:
            raise
        interrupted = True
    codes = [space.decode(int(key)) for key in tests[best[:count]]]
    drawn = len(tests) if is_drawn else None
    return FixedTests(game, codes, lower, time.monotonic() - began, seed.value, nodes, drawn, interrupted)


def _begin(space: CodeSpace, tests: Keys, *, has_symmetry: bool, seed: int) -> loops.FixedTests:
    """The search among some tests of a game, or with its symmetry among all."""
    game, secrets = space.game, space.secrets()
    table = np.empty((len(tests), game.size), dtype=np.uint16)
    for number, key in enumerate(tests):
        look()
        table[number] = space.parts(secrets, space.decode(int(key)))
    labels = np.arange(game.size)
    if game.until == "class" and game.classes is not None:
        labels = np.ascontiguousarray(game.classes, dtype=np.int64)
    costs = np.ones(len(tests), dtype=np.int64)
    if game.costs is not None:
        costs = game.costs[space.rows(tests).astype(np.int64)].astype(np.int64)
    codes = np.empty((len(tests), 0), dtype=np.int64)
    if has_symmetry and game._traits.counts_pegs and game.pegs <= MOST_PEGS_PERMUTED:
        codes = np.ascontiguousarray(space.unpack(tests))
    by_peg = game.view is View.BLACK and game.repeats
    return loops.search_fixed_tests(table, labels, costs, codes, game.colors, by_peg, seed)


def _least_by_replies(game: Game) -> int:
    """The least number of guesses whose replies together can be as many as there are codes."""
    guesses, replies = 0, 1
    while replies < game.size:
        guesses, replies = guesses + 1, replies * max(2, len(part_table(game)))
    return guesses
