"""The best guess for a set of codes, as `guess_comparison.cpp` finds it: one step ahead, or by rollouts."""

from __future__ import annotations

import numpy as np

from codepegs.game import Game, View, part_table
from codepegs.rng import Seed
from codepegs.strategies.protocol import ExpectedGuesses
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.candidate_tracker import Known
from codepegs.strategies.sampling.constraints import Rows
from codepegs.strategies.sampling.noisy_tracker import Believed
from codepegs.strategies.sampling.settings import Settings

REPLIES_A_STEP = 2_000_000
"""Replies of one call, per 16 pegs, between checks for interrupts: about 2 milliseconds, some times as long in a
browser."""


class Comparison:
    """The guesses compared at a position, and the value of any other where every reply is true.

    The value of a guess depends on the position and the seed alone, not on which guesses it is compared with.
    """

    def __init__(self, game: Game, now: Known | Believed, settings: Settings, seed: Seed, turn: int) -> None:
        """Compare guesses after some turns; there is at least one code."""
        self._replies = max(1, REPLIES_A_STEP * 16 // max(16, game.pegs))
        table = part_table(game)
        rules = loops.ComparedGame(
            pegs=game.pegs,
            colors=game.colors,
            view=list(View).index(game.view),
            part_of=np.maximum(table.part_of, 0),
            parts=len(table),
            repeats=game.repeats,
        )
        is_sure = isinstance(now, Known)
        limits = loops.ComparisonLimits(
            samples=settings.samples if is_sure else settings.noisy_samples,
            compared=settings.compared,
            climbs=settings.climbs,
            steps=settings.steps,
            deep=settings.deep,
        )
        stream = (limits, seed.words, turn)
        self._native = (
            loops.begin_comparison(rules, now.codes, now.candidates, now.exact, *stream)
            if isinstance(now, Known)
            else loops.begin_noisy_comparison(rules, now.codes, now.weights, now.share, now.sample_bits, *stream)
        )
        finished, count = False, 0
        while not finished:
            finished, count = loops.compare_more(self._native, self._replies)
        self.guesses: Rows = np.empty((count, game.pegs), dtype=np.uint8)
        """The guesses, best first, shape (m, pegs)."""
        self.costs = np.empty(count)
        """Expected number of guesses from here on, this one included."""
        loops.compared_guesses(self._native, self.guesses, self.costs)

    def value(self, guess: Rows) -> ExpectedGuesses:
        """Return the expected number of guesses from here on if a guess is made now.

        `guess`: the guess, uint8, shape (pegs,).
        """
        loops.begin_value(self._native, guess)
        while True:
            finished, value, error, shared = loops.value_more(self._native, self._replies)
            if finished:
                return ExpectedGuesses(value, error, shared)
