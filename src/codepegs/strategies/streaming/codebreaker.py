"""The codebreaker of the strategy `streaming`, for large games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from codepegs.game import Code, Game, Turn
from codepegs.reasons import Reason, counted
from codepegs.rng import Seed
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    ExpectedGuesses,
    Guess,
    Progress,
    Report,
    Strategy,
    Suggestion,
    refuses_without_black,
    undescribed,
)
from codepegs.strategies.streaming.facts import Settings
from codepegs.strategies.streaming.solver import Solver

DEFAULTS = Settings()

COUNTABLE = 1 << 63
"""Largest number of codes that is reported before the first guess; larger numbers have too many digits."""


class StreamingOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `streaming`."""

    listed: Annotated[
        Annotated[int, Meta(ge=64, le=1_000_000)] | None,
        Meta(
            description="number of hypotheses about positions that are kept; by default 32768, from 300 pegs 131072, "
            "from 500 pegs 524288"
        ),
    ] = None
    evaluations: Annotated[
        int, Meta(ge=1, le=100_000, description="number of queries compared in each local search")
    ] = DEFAULTS.evaluations


class StreamingCodebreaker(Codebreaker):
    """A codebreaker that plays the queries of the solver; it continues only from its own guesses."""

    def __init__(self, game: Game, options: StreamingOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self.settings = replace(DEFAULTS, listed=options.listed, evaluations=options.evaluations)
        self.update()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tracker": None, "_tracked": 0}  # a copy replays the turns when it is asked

    def track(self) -> Solver:
        return Solver(self.position.game, self.seed, self.settings)

    def update(self) -> None:
        """Take the last turn; raises `ForeignHistory` if the guess is not the solver's."""
        self.tracked()

    def choose(self, budget: Budget) -> Guess:
        """Return the query of the solver, or the secret once it was found."""
        return Guess(self._asked(), self.tracked().is_sure or None)

    def _asked(self) -> Code:
        try:
            code: Code = self.tracked().code
        except BaseException:  # interrupted in the middle of a query
            self.forget()
            raise
        return code

    def progress(self) -> Progress:
        solver, game = self.tracked(), self.position.game
        made = len(self.position.turns)
        if self.position.solved:
            known = dict(enumerate(self.position.turns[-1].guess))
            return Progress(made, game.pegs, game.colors, 0.0, known)
        return Progress(made, solver.pegs_known, solver.colors_counted, solver.queries_left, solver.known())

    def report(self) -> Report:
        """Return a note with the known pegs and colours and the estimated number of guesses."""
        game = self.position.game
        if not self.position.turns and game.size <= COUNTABLE:
            return super().report()
        if self.position.solved:
            return Report(candidates=1)
        solver = self.tracked()
        left = round(solver.queries_left)
        return Report(
            notes=(
                f"{solver.pegs_known:,} of {counted(game.pegs, 'peg')} known",
                f"{solver.colors_counted:,} of {counted(game.colors, 'colour')} counted",
                f"about {counted(left, 'guess') if left == 1 else f'{left:,} guesses'} left",
            )
        )

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Return only the guess of the solver; no whole guesses are compared."""
        return [replace(found, reasons=(Reason.of("most_information"),)) for found in super().rank(most, budget)]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the expected number of guesses for the strategy's own guess; see `Codebreaker.describe`."""
        own = self._asked()
        to_come = self.progress().left_estimate
        error = 0.0 if to_come <= 1.0 else ERROR_SHARE * to_come + ERROR_GUESSES
        value = ExpectedGuesses(to_come, error, error)
        return [undescribed(guess, value if guess == own else None) for guess in guesses]


ERROR_SHARE, ERROR_GUESSES = 0.4, 3.0
"""Uncertainty of the guesses that are left: a share of them, and some; see `Solver.queries_left`."""


STREAMING = Strategy(
    name="streaming",
    summary="halves groups of pegs again and again, and tests several groups in each guess",
    origin="the large games report (splitting by colour); coin weighing, with exact lists of hypotheses",
    limits="up to 10,000 pegs and colours, only if colours may repeat, replies show black, and all "
    "earlier guesses were its own",
    options=StreamingOptions,
    start=StreamingCodebreaker,
    refuses=refuses_without_black,
    is_deterministic=lambda game, options: False,
    own_guesses_only=True,
)
