"""Saying, once in a game, that only the order of the colours is open."""

from __future__ import annotations

from codepegs.arrangements import OpenOrder, open_order
from codepegs.game import Code, Game, Reply
from codepegs.texts import Position, Turn


class OrderNote:
    """Follows a game whose replies are true, and notices from when on only the order is open.

    >>> note = OrderNote(Game.parse("p4c6-t"))
    >>> note.learn((0, 0, 1, 2), Reply(total=3), None), note.is_new
    (None, False)
    >>> note.learn((0, 0, 0, 0), Reply(total=3), None), note.learn((1, 1, 1, 1), Reply(total=1), None), note.is_new
    (None, None, True)
    >>> note.first[0], note.first[1].arrangements
    (3, 4)
    """

    def __init__(self, game: Game) -> None:
        self.position = Position(game)
        self.first: tuple[int, OpenOrder] | None = None
        """The turn, from 1, after which that was so, and what was left then."""

    def learn(self, guess: Code, reply: Reply, candidates: int | None) -> None:
        """Take in a turn, after which so many codes are known to fit."""
        self.follow(Position(self.position.game, (*self.position.turns, Turn(guess, reply))), candidates)

    def follow(self, position: Position, candidates: int | None) -> None:
        """Look at a position of the game, with so many codes known to fit."""
        self.position = position
        if self.first is not None and self.first[0] > len(position.turns):
            self.first = None  # turns were taken back
        if self.first is None:
            found = open_order(position, candidates)
            self.first = None if found is None else (len(position.turns), found)

    @property
    def is_new(self) -> bool:
        """Whether it is so since the last turn."""
        return self.first is not None and self.first[0] == len(self.position.turns)

    @property
    def sentence(self) -> str:
        """What a person is told; empty while more than the order is open."""
        return "" if self.first is None else self.first[1].sentence
