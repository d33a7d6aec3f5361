"""Compiled loops of the random walk: one guess, and whole games."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, InOut1, NativeObject, Struct, native

START_PREVIOUS, START_MOST_BLACK, START_RANDOM = 0, 1, 2
"""Where a walk starts."""


class WalkRules(Struct):
    """The strategy's options, the view, and what kind of codes there are; what is yes or no is 1 or 0."""

    colors: int
    repeats: int
    """Whether a code may use a colour twice."""
    sees_black: int
    sees_white: int
    sees_total: int
    black_weight: float
    """Weights in the cost, 0 where the view hides the count."""
    white_weight: float
    total_weight: float
    burn_in: int
    swap: float
    near: float
    near_swap: float
    endgame: float
    endgame_nodes: int
    start: int
    check: int
    keep_best: int
    ask_again: int


class AskedCodes(Struct):
    """The turns of a game as a walk takes them."""

    guesses: In2[np.int64]
    """Shape (asked, pegs): first those whose replies count."""
    black: In1[np.int32]
    """Black counts of the replies that count, 0 where the view hides them."""
    total: In1[np.int32]
    """Totals of the same; where the view hides all but white, the white counts."""


class RandomWalk(NativeObject):
    """The choice of one guess: a search near an almost right guess, and a walk."""


@native
def start_walk(rules: WalkRules, turns: AskedCodes, seed: U64) -> RandomWalk:
    """Begin to choose the guess after at least one turn.

    Args:
        rules: Options and view.
        turns: The turns so far.
        seed: A number that belongs to the game; the number of turns is mixed in.
    """


@native
def step_random_walk(walk: RandomWalk, units: int) -> bool:
    """Go on for about so many nanoseconds of work; whether it is done. How the work is cut changes no result."""


@native
def walked(walk: RandomWalk, code: InOut1[np.int64]) -> tuple[bool, int, float]:
    """Write where the walk stands to `code`, which is the guess once it is done.

    Returns:
        Whether the code fits all replies, which is known once the walk is done; how many states were looked at, that is
        proposals of the walk and partial codes of the search; and the cost of the code where the walk stands.
    """


class WalkedGames(NativeObject):
    """Whole games, each guess chosen by a walk."""


@native
def start_games(
    rules: WalkRules, secrets: In2[np.int64], firsts: In2[np.int64], seeds: In1[np.uint64], most_turns: int
) -> WalkedGames:
    """Begin games.

    Args:
        rules: Options and view.
        secrets: A secret for each game, shape (games, pegs).
        firsts: The first guess of each game.
        seeds: The number that belongs to each game.
        most_turns: Guesses after which a game ends.
    """


@native
def step_games(games: WalkedGames, units: int) -> bool:
    """Go on for about so many nanoseconds of work; whether all games have ended."""


@native
def played_games(games: WalkedGames, lengths: InOut1[np.int64], states: InOut1[np.int64]) -> None:
    """Write the number of guesses of each game, 0 where it was not solved, and of the states looked at."""
