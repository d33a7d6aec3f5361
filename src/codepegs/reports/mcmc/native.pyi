"""The C++ functions and structs of `mcmc/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, U64, NativeObject, Struct

class RandomWalk(NativeObject): ...

class WalkedGames(NativeObject): ...

class AskedCodes(Struct):
    """The turns of a game, for the walk."""

    guesses: In2[np.int64]
    black: In1[np.int32]
    total: In1[np.int32]

class WalkRules(Struct):
    """Options of the strategy, the view and the rules."""

    colors: int
    repeats: int
    sees_black: int
    sees_white: int
    sees_total: int
    black_weight: float
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

# random_walk.cpp

def start_walk(rules: WalkRules, shown: In2[np.int64], turns: AskedCodes, seed: U64) -> RandomWalk:
    """Begin to choose the guess after at least one turn; `seed` is that of the game, and is combined with the number of
    turns. `shown`: the number of the reply by black and total, shape (pegs + 1, pegs + 1), if the codemaker shows a
    function of them; otherwise empty."""

def step_random_walk(walk: RandomWalk, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""

def walked(walk: RandomWalk, code: InOut1[np.int64]) -> tuple[bool, int, float]:
    """Write the current state of the walk to `code`, which is the guess when it is done.

    Returns whether the code is consistent (valid when the walk is done); the number of states visited, that is
    proposals of the walk and partial codes of the search; and the cost of the current code."""

# walked_games.cpp

def start_games(
    rules: WalkRules,
    shown: In2[np.int64],
    secrets: In2[np.int64],
    firsts: In2[np.int64],
    seeds: In1[np.uint64],
    most_turns: int,
) -> WalkedGames:
    """Begin games, each with a secret and a first guess, shape (games, pegs), and a seed; a game ends after `most_turns`
    guesses. `shown` is as for `start_walk`."""

def step_games(games: WalkedGames, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether all games have ended."""

def played_games(games: WalkedGames, lengths: InOut1[np.int64], states: InOut1[np.int64]) -> None:
    """Write the number of guesses of each game, 0 if it was not solved, and the number of states visited."""
