"""The luck of the replies in a game: how many guesses they cost more than replies do on average.

Averages that are adjusted for luck have a smaller standard error. The method is that of control variates, as in the
evaluation of poker players (Burch, Schmid, Moravčík and Bowling, AIVAT, AAAI 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game import FOR_PEGS, Code, Game, Reply, Turn, part_table
from codepegs.rng import Seed
from codepegs.strategies import guesses_to_come
from codepegs.strategies.one_step import first_shares
from codepegs.strategies.sampling import MOST_COLORS, MOST_PEGS, Settings, Track, part_sizes


class HasReply(Protocol):
    """A turn, as a game records it."""

    @property
    def guess(self) -> Code:
        """The guess."""
        ...

    @property
    def reply(self) -> Reply:
        """Its reply."""
        ...


def check_luck(game: Game) -> None:
    """Check that luck can be measured in a game."""
    if not game.traits.counts_pegs:
        raise BadInput(f"averages are adjusted for luck in {FOR_PEGS}")
    if game.pegs > MOST_PEGS or game.colors > MOST_COLORS:
        raise BadInput(
            f"averages of {game} cannot be adjusted for luck: expected at most {MOST_PEGS} pegs and {MOST_COLORS} "
            "colours"
        )


def luck_of(game: Game, turns: Sequence[HasReply], seed: Seed) -> float:
    """Measure the luck of the replies in a game.

    The value of a set of candidates is the number of guesses that sets of its size need. A reply adds the value of the
    candidates that are left after it, minus the average of this value over the replies that all candidates would give.
    The candidates are all listed, or sampled with random numbers of their own. The secret counts as one of the sample,
    so that for every strategy the expected luck is 0: the average of guesses minus luck is that of guesses.

    >>> from codepegs.match import play
    >>> game = Game(4, 6)
    >>> lucky = play(game, "1122", "minimax")  # the secret is the first guess
    >>> round(luck_of(game, lucky.turns, Seed(1)), 2)
    -3.11
    """
    table = part_table(game)
    observer = Track(game, Seed(int(seed.stream("luck").integers(2**63)), seed.game), Settings.of(game))
    luck = 0.0
    for number, turn in enumerate(turns):
        part = table.number(turn.reply)
        sizes = _part_sizes(observer, turn.guess, part, is_first=number == 0)
        to_come = guesses_to_come(sizes, game)
        to_come[-1] = 0.0
        luck += float(to_come[part] - sizes @ to_come / sizes.sum())
        if number + 1 < len(turns):
            observer.advance(Turn(turn.guess, turn.reply))
    return luck


def _part_sizes(observer: Track, guess: Code, part: int, *, is_first: bool) -> NDArray[np.float64]:
    """Candidates in each part of the partition by a guess, exact or estimated; the secret is in `part`."""
    game = observer.game
    shares = first_shares(game, guess) if is_first else None
    if shares is not None:
        return shares * float(game.size)
    known = observer.known
    counts = part_sizes(game, known.codes, guess).astype(np.float64)
    if not known.exact:
        counts[part] += 1.0
    counts *= max(1.0, known.candidates / counts.sum())
    return counts
