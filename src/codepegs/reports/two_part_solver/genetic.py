"""The genetic algorithm that the two-part solver report cites: codes are bred until some are consistent.

L. Berghman, D. Goossens and R. Leus, Efficient solutions for Mastermind using genetic algorithms, Computers &
Operations Research 36 (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES
from codepegs.core import loops
from codepegs.game import Code, Game, Position, Turn, TurnArrays, View
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies import (
    Budget,
    Choice,
    Codebreaker,
    Guess,
    Report,
    Strategy,
    Suggestion,
    UnderNoise,
    undescribed,
)
from codepegs.strategies.protocol import ExhaustiveCodebreaker, best_opening, first_guess

POPULATION = 150
"""Codes in a generation. This and the next seven are the paper's values, as other publications quote them."""

GENERATIONS = 100
"""Maximum number of generations of a population."""

TWO_POINT = 0.5
"""Share of two-point crossovers; the others have one point."""

MUTATION = 0.03
"""Probability that one colour of a child is changed."""

PERMUTATION = 0.03
"""Probability that two pegs of a child are swapped."""

INVERSION = 0.02
"""Probability that a stretch of a child is reversed."""

BLACK_WEIGHT = 1.0
"""Weight of a difference in black relative to one in white, a in the paper."""

BASE_WEIGHT = 2.0
"""b in the paper: b times pegs times turns is added to each fitness value."""

LISTED = 100_000
"""Largest number of codes of a game in which the candidates are also listed, only to report their number."""

POPULATIONS = 6
"""Populations in a row without a new consistent code after which the search ends."""

MOST_GENERATIONS = 10_000
"""Maximum number of generations per guess, over all populations."""

MOST_COMPARED = 200
"""Consistent codes compared as guesses, each against all that were found."""

MOST_GENETIC_PEGS = 64

STEP = 10_000_000
"""Approximate nanoseconds of one call of a loop, between checks for interrupts."""


class GeneticOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `genetic`."""

    first: Annotated[
        str | None,
        Meta(
            description="first guess: a code, random, half (1122) or aabc (1123); default: 1123 for p4c6, else the "
            "most informative pattern"
        ),
    ] = None
    eligible: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="number of consistent codes at which the search ends; 0 stands for 60 in games of up to "
            "100,000 codes, and for 600 in larger ones",
        ),
    ] = 0
    selection: Annotated[
        Literal["proportional", "tournament"],
        Meta(description="selection of parents: tournament, or proportional (to the inverse fitness)"),
    ] = "tournament"
    choice: Annotated[
        Literal["remaining", "similar", "first"],
        Meta(
            description="choice among the consistent codes: remaining (leaves the fewest of them), similar (most "
            "pegs in common with them) or first (the first found)"
        ),
    ] = "remaining"


@dataclass(frozen=True, slots=True)
class Bred:
    """The result of breeding."""

    eligible: NDArray[np.int64]
    """Distinct consistent codes in the order they were found, shape (found, pegs)."""
    fittest: Code
    """The code of least cost that was not guessed before."""
    generations: int


def breed(
    position: Position,
    options: GeneticOptions,
    rng: np.random.Generator,
    work: int | None = None,
    there_are: int | None = None,
) -> Bred:
    """Breed codes that are consistent with a position with turns; `work` limits the generations."""
    # If the number of candidates is known, pass it as `there_are`: breeding then ends when all are found, with the same
    # codes, and no new population is started if there are none.
    game = position.game
    arrays = TurnArrays.of(game, position.turns)
    turns = loops.ShownReplies(
        view=game.view.number,
        colors=game.colors,
        guesses=arrays.guesses,
        black=arrays.black,
        other=arrays.total if game.view is View.TOTAL else arrays.white,
        won=arrays.solved,
    )
    # 60 is the paper's number. The more codes, the better the choice, but in small games more do not help.
    wanted = options.eligible or (60 if game.size <= LISTED else 600)
    if there_are is not None:
        wanted = max(1, min(wanted, there_are))
    patience = GENERATIONS if there_are == 0 else max(GENERATIONS, MOST_GENERATIONS)
    most = patience if work is None else min(work, patience)
    rules = loops.BreedingRules(
        repeats=int(game.repeats),
        population=POPULATION,
        black_weight=BLACK_WEIGHT,
        base=BASE_WEIGHT * game.pegs * len(position.turns),
        tournament=5 if options.selection == "tournament" else 0,
        two_point=TWO_POINT,
        mutation=MUTATION,
        permutation=PERMUTATION,
        inversion=INVERSION,
        generations=min(GENERATIONS, most),
        share=12,
        populations=POPULATIONS,
        patience=most,
        wanted=wanted,
    )
    population = loops.start_population(turns, rules, int(rng.integers(1, 2**63, dtype=np.uint64)))
    loops.finish(loops.breed_population, population, STEP)
    eligible = np.empty((wanted, game.pegs), dtype=np.int64)
    fittest = np.empty(game.pegs, dtype=np.int64)
    found, generations = loops.bred_codes(population, eligible, fittest)
    return Bred(eligible[:found], tuple(fittest.tolist()), generations)


def chosen(game: Game, eligible: NDArray[np.int64], options: GeneticOptions, rng: np.random.Generator) -> int:
    """The index of the code to guess among the consistent ones; the first among equals."""
    count = len(eligible)
    if options.choice == "first" or count <= 2:
        return 0
    order = np.arange(count)
    compared = min(count, MOST_COMPARED)
    if compared < count:
        compared_codes = np.sort(rng.choice(count, size=compared, replace=False))
        order = np.concatenate([compared_codes, np.setdiff1d(order, compared_codes)])
    codes, secrets = eligible[order], np.arange(count)
    scores = np.empty(count, dtype=np.int64)
    rows = max(1, STEP // (10 * count * game.pegs))  # each takes some nanoseconds per code and peg
    for start in range(0, compared, rows):
        stop = min(start + rows, compared)
        if options.choice == "similar":
            loops.shared_pegs(codes, secrets, game.colors, start, stop, scores)
        else:
            loops.codes_left(codes, secrets, game.view.number, game.colors, start, stop, scores)
    best = scores[:compared].argmax() if options.choice == "similar" else scores[:compared].argmin()
    return int(order[best])


class GeneticCodebreaker(ExhaustiveCodebreaker):
    """A codebreaker that breeds consistent codes."""

    def __init__(self, game: Game, options: GeneticOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self.listed = game.size <= LISTED

    def opening(self, budget: Budget) -> Choice:
        """Choose the first guess: the paper's at p4c6, else the most informative pattern."""
        game = self.position.game
        if self.options.first is not None:
            return super().opening(budget)
        if game.pegs == 4 and game.repeats and game.view is View.BLACK_WHITE:
            return first_guess("aabc", game, self.seed)
        return best_opening(game)

    def choose(self, budget: Budget) -> Guess:
        """Choose the best consistent code found, or the nearest code if there is none."""
        position, options = self.position, self.options
        turn = len(position.turns)
        if position.solved:
            return Guess(position.turns[-1].guess, consistent=True)
        bred = breed(position, options, self.seed.stream("genetic", turn), budget.work, self.report().candidates)
        if not len(bred.eligible):
            return Guess(bred.fittest, consistent=False)
        number = chosen(position.game, bred.eligible, options, self.seed.stream("genetic choice", turn))
        return Guess(tuple(bred.eligible[number].tolist()), consistent=True)

    def update(self) -> None:
        """Remove the candidates that the last turn excludes, if they are listed."""
        self.tracked()

    def report(self) -> Report:
        """Return the number of candidates, if they can be listed quickly."""
        if not self.position.turns:
            return super().report()
        if not self.listed:
            return Report(candidates=1 if self.position.solved else None)
        known: Report = self.tracked().report()
        return known

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses: its own first, in small games with its figures and followed by others by entropy."""
        if self.listed and self.report().candidates:
            return super().rank(most, budget)
        move = self.next(budget)
        assert isinstance(move, Guess)
        reason = Reason.of("consistent" if move.consistent else "nearest")
        return [replace(undescribed(move.code), is_candidate=move.consistent, reasons=(reason,))][:most]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        if self.position.game.size <= MOST_CODES and self.report().candidates:
            return super().describe(guesses, budget)
        return Codebreaker.describe(self, guesses, budget)


GENETIC = Strategy(
    name="genetic",
    summary="evolves a population of codes and plays the consistent code that leaves the fewest candidates",
    origin="Berghman, Goossens and Leus 2009",
    limits="up to 64 pegs; above about 12 it often finds no consistent code and plays the nearest one",
    options=GeneticOptions,
    fixed={
        "population": POPULATION,
        "generations": GENERATIONS,
        "two-point": TWO_POINT,
        "mutation": MUTATION,
        "permutation": PERMUTATION,
        "inversion": INVERSION,
        "black-weight": BLACK_WEIGHT,
        "base-weight": BASE_WEIGHT,
    },
    start=GeneticCodebreaker,
    refuses=lambda game: (
        None if game.pegs <= MOST_GENETIC_PEGS else Reason.of("plays_up_to_pegs", most=MOST_GENETIC_PEGS)
    ),
    is_deterministic=lambda game, options: False,
    under_noise=UnderNoise.BEARS,
)
