"""The codebreaker of the strategy `streaming`, for large games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from codepegs.core import loops
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Turn, View, code_of
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, counted
from codepegs.rng import Seed
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    ExpectedGuesses,
    ForeignHistory,
    Guess,
    Progress,
    Report,
    Strategy,
    Suggestion,
    refuses_without_black,
    undescribed,
)

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
    ] = 240


class Solver:
    """The state of one game, which C++ owns: a function of the game, the seed and the replies."""

    def __init__(self, game: Game, options: StreamingOptions, seed: Seed) -> None:
        self.game = game
        self._state = loops.begin_streaming(
            *(seed.words, game.pegs, game.colors, game.view is View.BLACK_WHITE),
            *(options.listed or 0, options.evaluations, -1),
        )
        self._turns = 0
        self._next: tuple[Code, bool] | None = None

    def next(self) -> tuple[Code, bool]:
        """The next guess, and whether it is the secret, if the replies are true; raises `Contradiction`."""
        if self._next is None:
            guess = np.empty(self.game.pegs, np.uint16)
            _, is_possible, is_sure = loops.finish(loops.next_streaming, self._state, guess)
            if not is_possible:
                raise Contradiction.of(self.game, self._turns)
            self._next = code_of(self.game, guess), is_sure
        return self._next

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        """Add a turn; raises `ForeignHistory` if the guess is another, `Contradiction` if no code is consistent."""
        guess, _ = self.next()
        self._turns += 1
        if turn.guess != guess:
            raise ForeignHistory.because("not_own_guess", strategy="streaming", turn=self._turns)
        black, white = turn.reply.black, turn.reply.white
        assert black is not None
        total = -1 if white is None else black + white
        if not loops.learn_streaming(self._state, black, total, turn.reply.solved):
            raise Contradiction.of(self.game, self._turns)
        self._next = None
        self.next()

    def known(self) -> tuple[dict[int, int], int]:
        """The colours of the pegs that are known, and the number of colours that are counted."""
        colors = np.empty(self.game.pegs, np.int32)
        _, counted_colors = loops.known_streaming(self._state, colors)
        known = np.flatnonzero(colors >= 0)
        return dict(zip(known.tolist(), colors[known].tolist(), strict=True)), counted_colors

    def left(self) -> float:
        """Estimated number of guesses still to be made."""
        return loops.left_streaming(self._state)


class StreamingCodebreaker(Codebreaker):
    """A codebreaker that plays the queries of the solver; it continues only from its own guesses."""

    def __init__(self, game: Game, options: StreamingOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self.update()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tracker": None, "_tracked": 0}  # a copy replays the turns when it is asked

    def track(self) -> Solver:
        return Solver(self.position.game, self.options, self.seed)

    def update(self) -> None:
        """Take the last turn; raises `ForeignHistory` if the guess is not the solver's."""
        self.tracked()

    def choose(self, budget: Budget) -> Guess:
        """Return the query of the solver, or the secret once it was found."""
        guess, is_sure = self._asked()
        return Guess(guess, is_sure or None)

    def _asked(self) -> tuple[Code, bool]:
        solver: Solver = self.tracked()
        try:
            return solver.next()
        except BaseException:  # in the middle of the choice of a query
            self.forget()
            raise

    def progress(self) -> Progress:
        solver, game = self.tracked(), self.position.game
        made = len(self.position.turns)
        if self.position.solved:
            known = dict(enumerate(self.position.turns[-1].guess))
            return Progress(made, game.pegs, game.colors, 0.0, known)
        known, counted_colors = solver.known()
        return Progress(made, len(known), counted_colors, solver.left(), known)

    def report(self) -> Report:
        """Return a note with the known pegs and colours and the estimated number of guesses."""
        game = self.position.game
        if not self.position.turns and game.size <= COUNTABLE:
            return super().report()
        if self.position.solved:
            return Report(candidates=1)
        solver = self.tracked()
        known, counted_colors = solver.known()
        left = round(solver.left())
        return Report(
            notes=(
                f"{len(known):,} of {counted(game.pegs, 'peg')} known",
                f"{counted_colors:,} of {counted(game.colors, 'colour')} counted",
                f"about {counted(left, 'guess') if left == 1 else f'{left:,} guesses'} left",
            )
        )

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Return only the guess of the solver; no whole guesses are compared."""
        return [replace(found, reasons=(Reason.of("most_information"),)) for found in super().rank(most, budget)]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the expected number of guesses for the strategy's own guess; see `Codebreaker.describe`."""
        own, _ = self._asked()
        to_come = self.progress().left_estimate
        error = 0.0 if to_come <= 1.0 else ERROR_SHARE * to_come + ERROR_GUESSES
        value = ExpectedGuesses(to_come, error, error)
        return [undescribed(guess, value if guess == own else None) for guess in guesses]


ERROR_SHARE, ERROR_GUESSES = 0.4, 3.0
"""Uncertainty of the guesses that are left: a share of them, and some; see `Solver.left`."""


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
