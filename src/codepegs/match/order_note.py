"""Positions in which only the order of the colours is open: all candidates are permutations of one multiset.

If replies show only the total, they depend only on the multiset, except for the announced win. Then no other reply
distinguishes the permutations, and they have to be tried one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import Candidates, are_arrangements, arrangements_of
from codepegs.core import loops
from codepegs.game import Code, Game, Position, Reply, Turn, TurnArrays, View, counted, record

NODES = 2_000_000
"""Limit of partial multisets, or partial codes, visited: a few hundredths of a second."""

NODES_A_STEP = 250_000
"""Partial multisets visited in one call."""

MOST_CODES = 4_000_000
"""Largest number of codes of a game whose candidates are listed without that limit."""

MOST_LISTED = 20_000
"""Largest number of candidates examined if replies show white."""


MOST_PEGS, MOST_COLORS = 100, 255
"""Largest number of pegs or colours of games listed in that way: counts are bytes."""


@record("OpenOrderAnswer", "turn arrangements")
@dataclass(frozen=True, slots=True)
class OpenOrder:
    """A position in which the colours of the secret are known, but not their order."""

    turn: Annotated[
        int, Meta(description="the turn after which this was first known, counted from 1; in advice, the last turn")
    ]
    """Number of turns of the position."""
    colors: tuple[int, ...]
    """The multiset of colours of every candidate, ascending."""
    arrangements: Annotated[int, Meta(description="number of possible orders after it")]
    """Number of candidates, two or more."""
    distinguishable: bool
    """Whether replies distinguish these permutations, apart from the win."""

    @property
    def sentence(self) -> str:
        """The note for the player.

        >>> OpenOrder(1, (0, 0, 1, 2), 12, False).sentence
        'Only the order is unknown: 12 arrangements of the same colours, which replies cannot distinguish; they are \
tried one by one.'
        """
        which = f"Only the order is unknown: {counted(self.arrangements, 'arrangement')} of the same colours"
        if self.distinguishable:
            return f"{which}."
        return f"{which}, which replies cannot distinguish; they are tried one by one."


def open_order(position: Position, candidates: int | None = None) -> OpenOrder | None:
    """Return the open order if only the order is open, otherwise None; replies are assumed to be true.

    In the total view it follows from the history. If replies show white, it follows from the list of candidates, if
    their number, `candidates`, is known and at most `MOST_LISTED`. In the black view it is not reported, because every
    turn is about positions. It is also None if a bounded search is inconclusive.

    >>> from codepegs.game import Position
    >>> open_order(Position.parse("p4c6-t 1123:4t"))
    OpenOrder(turn=1, colors=(0, 0, 1, 2), arrangements=11, distinguishable=False)
    >>> open_order(Position.parse("p15c15-t 123456789ABCDEF:15t")).arrangements
    1307674367999
    """
    game, turn = position.game, len(position.turns)
    if not turn or position.solved or not position.is_known:
        return None
    if game.view is View.TOTAL:
        colors = only_multiset(position)
        if colors is None:
            return None
        asked = {turn.guess for turn in position.turns}
        left = arrangements_of(colors) - sum(tuple(sorted(guess)) == colors for guess in asked)
        return OpenOrder(turn, colors, left, distinguishable=False) if left > 1 else None
    if game.view is not View.WHITE or candidates is None or not 1 < candidates <= MOST_LISTED:
        return None
    codes = _listed(position)
    if codes is None or len(codes) < 2 or not are_arrangements(codes):
        return None
    return OpenOrder(turn, tuple(sorted(codes[0].tolist())), len(codes), distinguishable=True)


def only_multiset(position: Position) -> tuple[int, ...] | None:
    """The colours of the secret, ascending, if only one multiset is consistent with the totals; otherwise None."""
    game, turns = position.game, TurnArrays.of(position.game, position.turns)
    order = np.argsort(-turns.copies.sum(axis=0), kind="stable")  # most guessed colours first
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
    """All candidates, or None if a bounded search does not list them."""
    game = position.game
    if game.size <= MOST_CODES:
        return Candidates.after(position).codes
    if game.pegs > MOST_PEGS or game.colors > MOST_COLORS:
        return None
    from codepegs.strategies import sampling

    codes = sampling.list_fitting(sampling.Evidence.of(game, position.turns), MOST_LISTED, NODES).codes
    if codes is None:
        return None
    for turn in position.turns:  # if replies show only white, a guess that was not the secret may seem consistent
        codes = codes[~sampling.is_code(codes, turn.guess)]
    return codes


class OrderNote:
    """An observer of a game with true replies that records from which turn on only the order is open.

    >>> note = OrderNote(Game.parse("p4c6-t"))
    >>> note.learn((0, 0, 1, 2), Reply(total=3), None), note.is_new
    (None, False)
    >>> note.learn((0, 0, 0, 0), Reply(total=3), None), note.learn((1, 1, 1, 1), Reply(total=1), None), note.is_new
    (None, None, True)
    >>> note.first.turn, note.first.arrangements
    (3, 4)
    """

    def __init__(self, game: Game) -> None:
        self.position = Position(game)
        self.first: OpenOrder | None = None
        """The open order at the first turn after which only the order was open."""

    def learn(self, guess: Code, reply: Reply, candidates: int | None) -> None:
        """Add one turn."""
        self.follow(Position(self.position.game, (*self.position.turns, Turn(guess, reply))), candidates)

    def follow(self, position: Position, candidates: int | None) -> None:
        """Set the position of the same game."""
        self.position = position
        if self.first is not None and self.first.turn > len(position.turns):
            self.first = None  # turns were undone
        if self.first is None:
            self.first = open_order(position, candidates)

    @property
    def is_new(self) -> bool:
        """Whether only the order has been open since the last turn."""
        return self.first is not None and self.first.turn == len(self.position.turns)

    @property
    def sentence(self) -> str:
        """The note for the player; empty unless only the order of the colours is unknown."""
        return "" if self.first is None else self.first.sentence
