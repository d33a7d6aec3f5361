"""When only the order of the colours is open: all codes that fit are arrangements of one multiset of colours.

Where replies show the total, they depend on the multiset alone, but for the announced win. From there on no reply gives
the arrangements apart, and all that is left is to try one after another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import Candidates, are_arrangements, arrangements_of
from codepegs.core import loops
from codepegs.game import Code, Game, Position, Reply, Turn, TurnArrays, View, counted
from codepegs.strategies.sampling import Evidence, is_code, list_fitting

NODES = 2_000_000
"""Partial multisets, or partial codes, that are visited to find out: a few hundredths of a second."""

NODES_A_STEP = 250_000
"""Partial multisets that one call visits."""

MOST_CODES = 4_000_000
"""Codes of the largest game whose candidates are listed without that limit."""

MOST_LISTED = 20_000
"""Candidates up to which they are looked through where replies show white."""


MOST_PEGS, MOST_COLORS = 100, 255
"""Of the games whose codes are listed that way: their counts are kept in bytes."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """A position in which only the order of the colours is unknown."""

    colors: tuple[int, ...]
    """The colours of every code that fits, ascending, each as often as it occurs."""
    arrangements: int
    """How many codes fit: two or more."""
    told_apart: bool
    """Whether replies tell these arrangements apart by more than the win."""

    @property
    def sentence(self) -> str:
        """The note for the player.

        >>> OpenOrder((0, 0, 1, 2), 12, False).sentence
        'Only the order is unknown: 12 arrangements of the same colours, which replies cannot distinguish; they are \
tried one by one.'
        """
        which = f"Only the order is unknown: {counted(self.arrangements, 'arrangement')} of the same colours"
        if self.told_apart:
            return f"{which}."
        return f"{which}, which replies cannot distinguish; they are tried one by one."


def open_order(position: Position, candidates: int | None = None) -> OpenOrder | None:
    """The arrangements that are left when only the order is open, else None; replies are taken for true.

    Where replies show the total this follows from the history. Where they show white it is seen in the list of all
    codes that fit, when there are known to be at most `MOST_LISTED` of these `candidates`. Where they show black it is
    never said, for then every turn is about places. None too when a bounded search does not tell.

    >>> from codepegs.game import Position
    >>> open_order(Position.parse("p4c6-t 1123:4t"))
    OpenOrder(colors=(0, 0, 1, 2), arrangements=11, told_apart=False)
    >>> open_order(Position.parse("p15c15-t 123456789ABCDEF:15t")).arrangements
    1307674367999
    """
    game = position.game
    if not position.turns or position.solved:
        return None
    if game.view is View.TOTAL:
        colors = only_multiset(position)
        if colors is None:
            return None
        asked = {turn.guess for turn in position.turns}
        left = arrangements_of(colors) - sum(tuple(sorted(guess)) == colors for guess in asked)
        return OpenOrder(colors, left, told_apart=False) if left > 1 else None
    if game.view is not View.WHITE or candidates is None or not 1 < candidates <= MOST_LISTED:
        return None
    codes = _listed(position)
    if codes is None or len(codes) < 2 or not are_arrangements(codes):
        return None
    return OpenOrder(tuple(sorted(codes[0].tolist())), len(codes), told_apart=True)


def only_multiset(position: Position) -> tuple[int, ...] | None:
    """The colours of the secret, ascending, when the totals shown leave one multiset of them; else None."""
    game, turns = position.game, TurnArrays.of(position.game, position.turns)
    order = np.argsort(-turns.copies.sum(axis=0), kind="stable")  # colours asked most decide the totals
    copies = np.ascontiguousarray(turns.copies[:, order])
    search = loops.search_multisets(game.pegs, game.pegs if game.repeats else 1, copies, turns.total)
    out = np.zeros((2, game.colors), dtype=np.int64)
    found = visited = 0
    done = False
    while not done and found < 2:
        if visited == NODES:
            return None
        more, nodes, done = loops.next_multisets(search, out[found:], min(NODES_A_STEP, NODES - visited))
        found += more
        visited += nodes
    if found != 1:
        return None
    return tuple(sorted(np.repeat(order, out[0]).tolist()))


def _listed(position: Position) -> NDArray[np.integer] | None:
    """All codes that fit, or None when a bounded search does not list them."""
    game = position.game
    if game.size <= MOST_CODES:
        return Candidates.after(position).codes
    if game.pegs > MOST_PEGS or game.colors > MOST_COLORS:
        return None
    codes = list_fitting(Evidence.of(game, position.turns), MOST_LISTED, NODES).codes
    if codes is None:
        return None
    for turn in position.turns:  # where replies show white, a guess that was not the secret may seem to fit
        codes = codes[~is_code(codes, turn.guess)]
    return codes


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
        """Take in one turn.

        Args:
            guess: The guess.
            reply: The reply.
            candidates: Number of candidates after the turn, if known.
        """
        self.follow(Position(self.position.game, (*self.position.turns, Turn(guess, reply))), candidates)

    def follow(self, position: Position, candidates: int | None) -> None:
        """Take in a position of the same game.

        Args:
            position: The position.
            candidates: Number of candidates at the position, if known.
        """
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
        """The note for the player; empty while more than the order is unknown."""
        return "" if self.first is None else self.first[1].sentence
