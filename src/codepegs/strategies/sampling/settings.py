"""Limits of the work of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.game import Game

MOVES_A_PEG, MOST_MOVES = 3_000_000, 60_000_000
"""Moves in one turn, by the pegs of the game. With few moves, the chains find no code when a few thousand candidates
are left of a large game, which then takes many more guesses: 34 at p30c10 with 12 million moves, 30 with 60 million."""


def moves_for(pegs: int) -> int:
    """Return the default number of moves of all chains together in one turn.

    >>> moves_for(10), moves_for(40)
    (30000000, 60000000)
    """
    return min(MOST_MOVES, MOVES_A_PEG * pegs)


SAMPLES_A_PEG, LEAST_SAMPLES, MOST_SAMPLES = 900, 9_000, 18_000
"""Codes by which guesses are compared, by the pegs of the game, and the least and the largest number of them. With
3,000 of 9,000 at p20c20, the codes are so much alike in the middle of the game that the reply to the best guess gives
5.2 bits instead of 5.3. A third of these codes at p12c12 loses 0.007 bits a turn."""

NOISY_SAMPLES_A_PEG, LEAST_NOISY_SAMPLES, MOST_NOISY_SAMPLES = 450, 3_000, 6_000
"""The same if replies may be false: fewer, because the codes are drawn one after another. With 300 a peg, 80 games of
p10c10 with Q = 0.1 took 10.21 ± 0.22 guesses, with 450 10.08 ± 0.19."""


def samples_for(pegs: int) -> int:
    """Return the default number of codes by which guesses are compared.

    >>> samples_for(4), samples_for(20)
    (9000, 18000)
    """
    return min(MOST_SAMPLES, max(LEAST_SAMPLES, SAMPLES_A_PEG * pegs))


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the work in one turn; none of them depends on the clock."""

    samples: int = LEAST_SAMPLES
    """Number of codes by which guesses are compared."""
    moves: int = MOST_MOVES
    """Moves of all chains together in one turn."""
    noisy_samples: int = LEAST_NOISY_SAMPLES
    noisy_moves: int = 8_000_000
    """The same two if replies may be false."""
    listed: int = 60_000
    """Candidates up to which all of them are listed, if `nodes` suffice."""
    nodes: int = 5_000_000
    """Largest number of partial codes visited in one attempt to list them."""
    compared: int = 1_500
    """Candidates that are compared as guesses."""
    climbs: int = 6
    """How many of the best of them are improved by random changes."""
    steps: int = 1_500
    """Changes tried for each of them."""
    deep: int = 60_000
    """Number of listed candidates up to which the best guesses are rolled out to the end of the game."""

    @classmethod
    def of(cls, game: Game) -> Settings:
        """Return the default limits for a game.

        >>> Settings.of(Game(20, 20)).samples
        18000
        """
        noisy = min(MOST_NOISY_SAMPLES, max(LEAST_NOISY_SAMPLES, NOISY_SAMPLES_A_PEG * game.pegs))
        return cls(samples=samples_for(game.pegs), moves=moves_for(game.pegs), noisy_samples=noisy)
