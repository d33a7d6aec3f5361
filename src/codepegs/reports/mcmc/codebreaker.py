"""The strategy of the MCMC report: a Metropolis walk among codes, of which the first consistent one is played.

N. Blair, A. Karnati, D. Lee and J. Lee, "Mastering MasterMind with MCMCs" (2018).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.game import REPLIES, Code, Game, Turn, TurnArrays, View, formula_parts
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies import Budget, Codebreaker, Guess, Strategy, UnderNoise
from codepegs.strategies.protocol import first_guess

STARTS = ("previous", "most-black", "random")
"""The start of a walk, in the order of `WalkStart`."""

MOST_SIZE = 1_000

ENDGAME_NODES = 200_000
"""Partial codes that the search near an almost correct guess may visit per turn, some hundredths of a second."""

STEP = 10_000_000
"""Approximate nanoseconds of one call of a loop, between checks for interrupts."""


class McmcOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `mcmc`; the defaults are the values of the MCMC report, except that of `burn_in`."""

    first: Annotated[str, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = "half"
    burn_in: Annotated[int, Meta(ge=1, le=10_000_000, description="maximum number of proposals per walk")] = 5_000
    swap: Annotated[
        float,
        Meta(ge=0.0, le=1.0, description="probability that a proposal swaps two pegs; otherwise it changes a colour"),
    ] = 0.5
    near: Annotated[
        float, Meta(ge=0.0, le=1.0, description="share of black pegs in the last reply from which on swaps become rare")
    ] = 0.8
    near_swap: Annotated[
        float,
        Meta(
            ge=0.0, le=1.0, description="probability of a swap in that case, unless the total equals the number of pegs"
        ),
    ] = 0.05
    endgame: Annotated[
        float,
        Meta(
            ge=0.0,
            le=1.0,
            description="share of black pegs from which on all codes near the guess are searched; 1 for never",
        ),
    ] = 0.8
    start: Annotated[
        Literal["previous", "most-black", "random"],
        Meta(
            description="start of the walk: previous (the last guess), most-black (the guess with the most black) or "
            "random"
        ),
    ] = "previous"
    check: Annotated[
        bool,
        Meta(
            description="stop at the first consistent code; check=false continues, like the first prototypes of the "
            "report"
        ),
    ] = True
    repeats: Annotated[bool, Meta(description="allow codes that were guessed before")] = False


def formula_of(game: Game) -> str | None:
    """The formula of black and white that the codemaker shows; None if it shows counts."""
    rule = game._traits.reply_rule
    return None if rule in REPLIES else rule


@lru_cache(maxsize=32)
def walk_rules(
    game: Game, options: McmcOptions, work: int | None = None, formula: str | None = None
) -> loops.WalkRules:
    """The options and the view, for the loops; `work` limits the proposals of one turn."""
    sees_black = formula is None and game.view in (View.BLACK_WHITE, View.BLACK)
    sees_white = formula is None and game.view in (View.BLACK_WHITE, View.WHITE)
    sees_total = formula is None and game.view in (View.BLACK_WHITE, View.TOTAL)
    return loops.WalkRules.of(
        options,
        colors=game.colors,
        repeats=int(game.repeats),
        sees_black=int(sees_black),
        sees_white=int(sees_white),
        sees_total=int(sees_total),
        black_weight=float(sees_black or formula is not None),
        white_weight=float(sees_white),
        total_weight=2.0 * sees_total,
        burn_in=options.burn_in if work is None else max(1, min(work, options.burn_in)),
        endgame_nodes=ENDGAME_NODES if work is None else max(1, min(work, ENDGAME_NODES)),
        start=STARTS.index(options.start),
        check=int(options.check),
        ask_again=int(options.repeats),
    )


def shown_numbers(game: Game, formula: str | None) -> NDArray[np.int64]:
    """The numbers of the values of a formula by black and total, for the loops; none if counts are shown."""
    # The cost of a code is the sum of the distances of its numbers from those shown.
    if formula is None:
        return np.zeros((0, 0), dtype=np.int64)
    return formula_parts(formula, Game(game.pegs, game.colors))[0]


def asked_codes(game: Game, turns: Sequence[Turn]) -> loops.AskedCodes:
    """The turns, for the loops; replies that announce the win come last and are not used."""
    # If a game continues after such a reply, the reply was false. If the view shows only white, white takes the place
    # of the total; counts that a view hides have no weight in the cost. If a formula is shown, the numbers of its
    # values take the place of black.
    arrays = TurnArrays.of(game, turns)
    order = np.argsort(arrays.solved, kind="stable")
    used = order[: len(turns) - int(arrays.solved.sum())]
    black = arrays.black if formula_of(game) is None else arrays.parts
    return loops.AskedCodes(arrays.guesses[order], black[used].astype(np.int32), arrays.total[used].astype(np.int32))


class McmcCodebreaker(Codebreaker):
    """A codebreaker that walks from the last guess to a consistent code."""

    tolerates_false_replies = True

    def __init__(self, game: Game, options: McmcOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self.states = 0
        """States visited for all guesses so far, by walks and by searches near a guess."""
        self._walk_seed: int | None = None
        self._chosen: tuple[int | None, Guess] | None = None

    def choose(self, budget: Budget) -> Guess:
        """Walk from the last guess; `budget.work` limits the proposals."""
        if self._chosen is None or self._chosen[0] != budget.work:
            self._chosen = budget.work, self._walked(budget)
        return self._chosen[1]

    def _walked(self, budget: Budget) -> Guess:
        game, turns = self.position.game, self.position.turns
        if self._walk_seed is None:
            self._walk_seed = walk_seed(self.seed)
        formula = formula_of(game)
        rules = walk_rules(game, self.options, budget.work, formula)
        walk = loops.start_walk(rules, shown_numbers(game, formula), asked_codes(game, turns), self._walk_seed)
        loops.finish(loops.step_random_walk, walk, STEP)
        code = np.empty(game.pegs, dtype=np.int64)
        fits, looked_at, _ = loops.walked(walk, code)
        self.states += looked_at
        budget.threads.work.add(1, looked_at, looked_at * len(turns))
        return Guess(tuple(code.tolist()), consistent=fits)

    def update(self) -> None:
        self._chosen = None


def walk_seed(seed: Seed) -> int:
    """The seed of all walks of a game."""
    return int(seed.stream("walk").integers(2**64, dtype=np.uint64))


@dataclass(frozen=True, slots=True)
class WalkedGames:
    """Games played in one compiled loop."""

    lengths: NDArray[np.int64]
    """Number of guesses of each game; 0 if it was not solved."""
    states: NDArray[np.int64]
    """Number of states visited in each game."""
    seconds: float
    """Processor time of all games."""

    @property
    def average(self) -> float:
        """Average number of guesses."""
        return float(self.lengths.mean())

    @property
    def error(self) -> float:
        """Standard error of the average."""
        return float(self.lengths.std() / math.sqrt(len(self.lengths)))

    @property
    def histogram(self) -> list[int]:
        """Games with 1, 2, 3 … guesses."""
        return [int(count) for count in np.bincount(self.lengths)[1:]]


def play_walks(
    game: Game, options: McmcOptions, secrets: Sequence[Code], seeds: Sequence[Seed], reply: str | None = None
) -> WalkedGames:
    """Play many games as the codebreaker of `mcmc`, but faster; `reply` is a formula shown instead of the counts."""
    began = time.thread_time()
    firsts = [first_guess(options.first, game, seed) for seed in seeds]
    formula = reply or formula_of(game)
    games = loops.start_games(
        walk_rules(game, options, None, formula),
        shown_numbers(game, formula),
        np.array(secrets, dtype=np.int64).reshape(-1, game.pegs),
        np.array(firsts, dtype=np.int64).reshape(-1, game.pegs),
        np.array([walk_seed(seed) for seed in seeds], dtype=np.uint64),
        10_000,  # guesses after which a game counts as not solved
    )
    loops.finish(loops.step_games, games, STEP)
    lengths = np.zeros(len(secrets), dtype=np.int64)
    states = np.zeros(len(secrets), dtype=np.int64)
    loops.played_games(games, lengths, states)
    return WalkedGames(lengths, states, time.thread_time() - began)


def _refuses(game: Game) -> Reason | None:
    traits = game._traits
    is_counted = traits.reply_rule in ("mastermind", "common", "same-place") or formula_of(game) is not None
    if not (traits.is_complete and is_counted) or traits.hard:
        return Reason.of("plays_whole_lists")
    if max(game.pegs, game.colors) <= MOST_SIZE:
        return None
    return Reason.of("plays_up_to_both", most=MOST_SIZE)


MCMC = Strategy(
    name="mcmc",
    summary="plays the first consistent code found by a Markov chain",
    origin="Blair, Karnati, Lee and Lee 2018 (the MCMC report)",
    limits="up to 1,000 pegs and colours; from about 10 pegs on, most walks find no consistent code unless burn-in is "
    "increased; games of 100 pegs and colours take very many guesses",
    options=McmcOptions,
    start=McmcCodebreaker,
    refuses=_refuses,
    is_deterministic=lambda game, options: False,
    plays_lists=True,
    under_noise=UnderNoise.BEARS,
)
