"""The classical strategies: any consistent code, or the guess with the best score of the parts that it makes.

minimax: Knuth, "The Computer as Master Mind", J. Recreational Math. 9 (1976). expected-size: Irving, "Towards an
Optimum Mastermind Strategy", same journal 11 (1978). entropy: Neuwirth, "Some Strategies for Mastermind", Zeitschrift
für Operations Research 26 (1982). max-parts: Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28 (2005).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import (
    MOST_CODES,
    SEARCH_NODES,
    Candidates,
    Keys,
    Objective,
    OneStep,
    Ties,
    differing_guesses,
    find_consistent,
    only_order_is_open,
    part_sizes,
)
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import Code, Game, Turn, part_table, reply_matrix
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, every
from codepegs.rng import Seed
from codepegs.strategies.protocol import (
    BackwardsPlan,
    Budget,
    Choice,
    ChosenPlan,
    Codebreaker,
    ExhaustiveCodebreaker,
    Guess,
    NoOptions,
    Plan,
    Stop,
    Strategy,
    first_guess,
    random_code,
    refuses_large,
)


class OneStepOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the one-step strategies."""

    candidates_only: Annotated[bool, Meta(description="guess only candidates")] = False
    first: Annotated[
        str | None,
        Meta(
            description="first guess: a code (1122, 8.7.6.5), random, half (1122), aabc (1123) or best (the one "
            "with which the strategy needs the fewest guesses in total)"
        ),
    ] = None
    ties: Annotated[
        Literal["candidate", "lowest", "random"],
        Meta(
            description="which of equally good guesses to play: candidate (a candidate if possible, then the "
            "numerically lowest), lowest (the numerically lowest) or random (a random candidate if possible)"
        ),
    ] = "candidate"


class OneStepCodebreaker(ExhaustiveCodebreaker):
    """The codebreaker of the one-step strategies: it makes the guess whose partition has the best score."""

    compared = ("search",)

    def __init__(
        self,
        game: Game,
        options: OneStepOptions,
        seed: Seed,
        history: tuple[Turn, ...],
        objective: Objective,
    ) -> None:
        super().__init__(game, options, seed, history)
        if options.candidates_only and game._first_guess:
            raise BadStrategy.because("no_candidates_only", game=str(game))
        self.search = OneStep(objective, options.candidates_only, Ties(options.ties))

    def opening(self, budget: Budget) -> Code:
        """Choose the first guess, which may be the one with the fewest guesses in total."""
        if self.options.first is None:
            return self.choose(budget)
        return first_guess(self.options.first, self.position.game, self.seed, self.search, budget.threads)

    def choose(self, budget: Budget) -> Code:
        position = self.position
        turn = len(position.turns)
        candidates = self.candidates(budget.threads) if turn else Candidates.all(position.game)
        rng = self.seed.stream("ties", turn) if self.search.ties is Ties.RANDOM else None
        return self.search.choose(position, candidates, threads=budget.threads, rng=rng)

    def plays_the_first(self, candidates: Candidates) -> bool:
        in_order = self.search.ties is Ties.CANDIDATE and not only_order_is_open(candidates)
        return in_order and bool(self.position.turns)


def _strategy(name: str, objective: Objective, summary: str, origin: str) -> Strategy[OneStepOptions]:
    def start(game: Game, options: OneStepOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        return OneStepCodebreaker(game, options, seed, history, objective)

    def plan(game: Game, options: OneStepOptions, threads: WorkerThreads) -> Plan | None:
        search = OneStep(objective, options.candidates_only)
        if options.ties != search.ties.value:  # the compiled walk breaks ties in one way only
            return None
        first = None if options.first is None else first_guess(options.first, game, Seed(0), search, threads)
        return ChosenPlan(game, search, first)

    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="up to 50 million codes; above a few million, slow without the option candidates-only",
        options=OneStepOptions,
        start=start,
        refuses=refuses_large,
        plays_lists=True,
        plays_tables=True,
        has_best_first=True,
        is_deterministic=lambda game, options: options.first != "random" and options.ties != "random",
        plan=plan,
        searches=lambda options: "candidates" if options.candidates_only else "all",
    )


MINIMAX: Strategy[OneStepOptions] = _strategy(
    "minimax", Objective.WORST_PART, "minimises the largest number of candidates that can be left", "Knuth 1976"
)
EXPECTED_SIZE: Strategy[OneStepOptions] = _strategy(
    "expected-size", Objective.EXPECTED_SIZE, "minimises the expected number of candidates left", "Irving 1978"
)
ENTROPY: Strategy[OneStepOptions] = _strategy(
    "entropy", Objective.ENTROPY, "maximises the expected information", "Neuwirth 1982"
)
MAX_PARTS: Strategy[OneStepOptions] = _strategy(
    "max-parts", Objective.MOST_PARTS, "maximises the number of different replies", "Kooi 2005"
)


Sizes = NDArray[np.float64]
"""The sizes of the parts of many guesses, float64, shape (guesses, parts); with weights, the sums of the weights."""

Score = Callable[[Sizes], Any]
"""A function of part sizes that returns a score for each guess; less is better."""

Weights = Callable[[NDArray[np.int64]], Any]
"""A function of codes, int64, shape (codes, pegs), that returns a positive weight for each."""

PAIRS_AT_A_TIME = 4_000_000
"""Pairs of a guess and a candidate whose replies are held in memory at a time, one byte each."""


def one_step_strategy(
    name: str,
    score: Score,
    *,
    weights: Weights | None = None,
    candidates_only: bool = False,
    summary: str = "",
) -> Strategy[NoOptions]:
    """Declare a one-step strategy with an objective of your own; register it with `add_strategy`.

    The guess with the lowest score is played. Of guesses of equal score, a candidate is preferred, then the lowest
    code, as for the built-in strategies. If one or two candidates are left, the one of greater weight is played.

    Args:
        name: Lower-case letters, digits and single hyphens.
        score: Called with the sizes of the parts of many guesses, float64, shape (guesses, parts); returns their
            scores, shape (guesses,), less is better. Parts are in the order of `Game.replies()`: the winning reply is
            the last column. An empty part has size 0. With `weights`, a size is the sum of the weights in the part.
        weights: Called with codes, 0-based colours, int64, shape (codes, pegs); returns their weights, positive, shape
            (codes,). Default: 1 for every code. With weights, symmetry is not used: all codes, or all candidates, are
            compared as guesses, so a search over g guesses and n candidates computes g * n replies.
        candidates_only: Guess candidates only.
        summary: What the strategy does, in one sentence, for the list of strategies.

    Returns:
        The declaration; it can be pickled if `score` and `weights` can: functions of a module can. When the strategy
        plays, `BadInput` is raised if `score` or `weights` returns something other than numbers of the right shape,
        NaN, or a weight that is not positive and finite.

    >>> from codepegs import Sizes, add_strategy, evaluate
    >>> def cubes(sizes: Sizes) -> Sizes:
    ...     sums: Sizes = (sizes**3).sum(axis=1)
    ...     return sums
    >>> add_strategy(one_step_strategy("cubes", cubes, summary="minimises the sum of cubes"))
    >>> [found.total for found in evaluate("p4c6", ["expected-size", "cubes"])]
    [5696, 5725]
    """
    rule = _Rule(score, weights, candidates_only)
    return Strategy(name=name, start=rule, summary=summary, refuses=refuses_large)


@dataclass(frozen=True)
class _Rule:
    """Creates codebreakers; an object, because a function inside a function cannot be pickled."""

    score: Score
    weights: Weights | None
    candidates_only: bool

    def __call__(self, game: Game, options: NoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        return CustomCodebreaker(game, self, seed, history)


class CustomCodebreaker(ExhaustiveCodebreaker):
    """The codebreaker of `one_step_strategy`."""

    options: _Rule

    def choose(self, budget: Budget) -> Code:
        """Choose the guess with the lowest score; raises `BadInput` if a function of the user's returns nonsense."""
        candidates, rule = self.candidates(budget.threads), self.options
        if rule.weights is None:
            if len(candidates) <= 2:
                return candidates[0]
            guesses = differing_guesses(self.position, candidates, candidates_only=rule.candidates_only)
            sizes = part_sizes(guesses, candidates, budget.threads).astype(np.float64)
        else:
            weights = _checked(rule.weights(candidates.codes), len(candidates), "weights")
            if not (np.isfinite(weights).all() and (weights > 0).all()):
                raise BadInput.because("weights_not_positive")
            if len(candidates) <= 2:
                return candidates[int(weights.argmax())]
            guesses = candidates.keys if rule.candidates_only else Candidates.all(self.position.game).keys
            sizes = _weights_of_parts(guesses, candidates, weights, budget)
        scores = _checked(rule.score(sizes), len(guesses), "score")
        best = scores == scores.min()
        winning = best & (sizes[:, -1] > 0)
        chosen = int(np.flatnonzero(winning if winning.any() else best)[0])
        return candidates.space.decode(int(guesses[chosen]))


def _weights_of_parts(
    guesses: Keys, candidates: Candidates, weights: NDArray[np.float64], budget: Budget
) -> NDArray[np.float64]:
    """The sum of the weights in each part, shape (guesses, parts)."""
    game = candidates.game
    parts = len(part_table(game))
    asked, held = candidates.space.unpack(guesses), candidates.codes
    sizes = np.empty((len(guesses), parts))
    step = max(1, PAIRS_AT_A_TIME // len(candidates))
    for first in range(0, len(guesses), step):
        replies = reply_matrix(game, asked[first : first + step], held, budget.threads)
        rows = np.arange(len(replies), dtype=np.int64)[:, None] * parts
        sums = np.bincount(
            (replies + rows).ravel(), weights=np.tile(weights, len(replies)), minlength=len(replies) * parts
        )
        sizes[first : first + step] = sums.reshape(-1, parts)
    return sizes


def _checked(values: Any, count: int, name: str) -> NDArray[np.float64]:
    """What a function of the user's returned, as an array of one number for each guess or code."""
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput.because("must_return_numbers", name=name, given=type(values).__name__) from None
    if numbers.shape != (count,):
        raise BadInput.because("must_return_shape", name=name, count=count, given=str(numbers.shape))
    if np.isnan(numbers).any():
        raise BadInput.because("returned_nan", name=name)
    return numbers


MOST_PEGS_SEARCHED = 64
"""Largest number of pegs for the depth-first search, whose time grows exponentially."""


LEAST_PEGS_GIVEN_UP = 12
"""Least number of pegs for which that search may give up."""


class ConsistentOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategies that guess any consistent code."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = None


class LowestOptions(ConsistentOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy that guesses the lowest consistent code, not a random one."""

    backwards: Annotated[bool, Meta(description="compare codes from the last peg to the first")] = False


class AnyCodeFirst(Codebreaker):
    """A codebreaker whose first guess is the lowest code, or a random one, without listing all codes."""

    def opening(self, budget: Budget) -> Choice:
        game = self.position.game
        if self.options.first is not None:
            return super().opening(budget)
        return game._first_code if isinstance(self.options, LowestOptions) else random_code(game, self.seed)


class ConsistentCodebreaker(AnyCodeFirst, ExhaustiveCodebreaker):
    """A codebreaker that lists the candidates and guesses one of them."""

    def choose(self, budget: Budget) -> Code:
        candidates = self.candidates(budget.threads)
        if not isinstance(self.options, LowestOptions):
            return candidates.draw(self.seed.stream("candidate", len(self.position.turns)))
        return lowest_backwards(candidates) if self.options.backwards else candidates[0]


def lowest_backwards(candidates: Candidates) -> Code:
    """Return the candidate that is lowest when read from its last peg to its first."""
    columns = [candidates.space.colors_at(candidates.keys, position) for position in range(candidates.game.pegs)]
    return candidates[int(np.lexsort(columns)[0])]


class SearchingCodebreaker(AnyCodeFirst):
    """A codebreaker that finds a consistent code by depth-first search, if there are too many codes to list."""

    takes_unknown_replies = True

    def choose(self, budget: Budget) -> Guess | Stop:
        """Search for a consistent code; gives up after some work."""
        turn = len(self.position.turns)
        is_lowest = isinstance(self.options, LowestOptions)
        rng = None if is_lowest else self.seed.stream("candidate", turn)
        backwards = is_lowest and self.options.backwards
        nodes = budget.work or SEARCH_NODES
        try:
            code = find_consistent(self.position, rng, nodes, backwards)
        except TimeoutError:
            fits = "the turn" if turn == 1 else every(turn, "turn")
            return Stop(f"no code consistent with {fits} was found among {nodes:,} partial codes")
        if code is None:
            raise Contradiction.of(self.position.game, turn)
        return Guess(code, consistent=True)


def lowest_first_plan(game: Game, first: str | None, backwards: bool) -> Plan:
    """Return the plan of a strategy that always guesses the lowest candidate."""
    code = None if first is None else first_guess(first, game, Seed(0))
    forwards = ChosenPlan(game, OneStep(Objective.ENTROPY, searched_most=0), code[::-1] if code and backwards else code)
    return BackwardsPlan(forwards) if backwards else forwards


def _refuses_searched(game: Game) -> Reason | None:
    if game.size <= MOST_CODES or game.pegs <= MOST_PEGS_SEARCHED:
        return None
    return Reason.of("searches_up_to", most=MOST_PEGS_SEARCHED)


def _start_searched(game: Game, options: ConsistentOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    kind = ConsistentCodebreaker if game.size <= MOST_CODES else SearchingCodebreaker
    return kind(game, options, seed, history)


def _plan_lowest(game: Game, options: ConsistentOptions, threads: WorkerThreads) -> Plan | None:
    return lowest_first_plan(game, options.first, options.backwards) if isinstance(options, LowestOptions) else None


def _consistent(name: str, options: type[ConsistentOptions], summary: str, origin: str) -> Strategy[ConsistentOptions]:
    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="up to 64 pegs; above 50 million codes, a depth-first search that may give up at about 12 pegs or more",
        options=options,
        start=_start_searched,
        refuses=_refuses_searched,
        plays_lists=True,
        how=lambda game: "but may give up" if game.size > MOST_CODES and game.pegs >= LEAST_PEGS_GIVEN_UP else None,
        is_deterministic=lambda game, options: isinstance(options, LowestOptions) and options.first != "random",
        plan=_plan_lowest,
    )


FIRST_CONSISTENT = _consistent(
    "first-consistent", LowestOptions, "plays the numerically lowest consistent code", "Shapiro 1983"
)
RANDOM_CONSISTENT = _consistent(
    "random-consistent",
    ConsistentOptions,
    "plays a random consistent code",
    "the large games report (player without mistakes)",
)
