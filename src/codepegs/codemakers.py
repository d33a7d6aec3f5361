"""Who holds the secret: anything with a `reply` to a guess."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from codepegs.codebreakers.first import random_code
from codepegs.game import Code, Game, Reply
from codepegs.seeds import Seed


class Codemaker(Protocol):
    """Answers guesses."""

    def reply(self, guess: Code) -> Reply:
        """The reply to one guess, as the game's view shows it."""
        ...


@runtime_checkable
class Ends(Protocol):
    """The ability of a codemaker to end the game apart from the reply; without it the reply that shows the win does."""

    def over(self, guess: Code, reply: Reply) -> bool:
        """Whether the game is over after this guess, solved."""
        ...


class Secret:
    """A codemaker that holds a secret and never errs.

    >>> str(Secret(Game(4, 6), (0, 0, 1, 1)).reply((0, 1, 0, 2)))
    '1b2w'
    """

    def __init__(self, game: Game, code: Code) -> None:
        self.game = game
        self.code = game.check_code(code)

    @classmethod
    def draw(cls, game: Game, seed: Seed) -> Secret:
        """A secret drawn uniformly, the same for every strategy with this seed."""
        return cls(game, random_code(game, seed, "secret"))

    def reply(self, guess: Code) -> Reply:
        """The reply to one guess."""
        return self.game.reply(self.code, guess)
