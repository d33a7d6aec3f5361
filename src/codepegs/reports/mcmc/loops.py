"""The loops of the random walk: one guess, and whole games."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, InOut1, NativeObject, Struct, native

START_PREVIOUS, START_MOST_BLACK, START_RANDOM = 0, 1, 2
"""The start of a walk."""


class WalkRules(Struct):
    """The options of the strategy, the view and the rules; flags are 0 or 1."""

    colors: int
    repeats: int
    """Whether a code may use a colour twice."""
    sees_black: int
    sees_white: int
    sees_total: int
    black_weight: float
    """Weights in the cost; 0 if the view hides the count."""
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
    ask_again: int


class AskedCodes(Struct):
    """The turns of a game, for the walk."""

    guesses: In2[np.int64]
    """Shape (guesses, pegs): first those whose replies are used."""
    black: In1[np.int32]
    """Black counts of the replies used; 0 if the view hides them."""
    total: In1[np.int32]
    """Totals of the same replies; white counts if the view shows only white."""


class RandomWalk(NativeObject):
    """The choice of one guess: a search near an almost correct guess, and a walk."""


@native
def start_walk(rules: WalkRules, turns: AskedCodes, seed: U64) -> RandomWalk:
    """Begin to choose the guess after at least one turn.

    Args:
        rules: Options and view.
        turns: The turns so far.
        seed: The seed of the game, which is combined with the number of turns.
    """


@native
def step_random_walk(walk: RandomWalk, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""


@native
def walked(walk: RandomWalk, code: InOut1[np.int64]) -> tuple[bool, int, float]:
    """Write the current state of the walk to `code`, which is the guess when it is done.

    Returns:
        Whether the code is consistent (valid when the walk is done); the number of states visited, that is proposals of
        the walk and partial codes of the search; and the cost of the current code.
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
        seeds: The seed of each game.
        most_turns: Guesses after which a game ends.
    """


@native
def step_games(games: WalkedGames, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether all games have ended."""


@native
def played_games(games: WalkedGames, lengths: InOut1[np.int64], states: InOut1[np.int64]) -> None:
    """Write the number of guesses of each game, 0 if it was not solved, and the number of states visited."""
