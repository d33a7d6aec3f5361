"""Depth-first search for one consistent code, without a list of candidates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from codepegs.codes.codebook import nodes_a_step
from codepegs.core import loops
from codepegs.game import Code, Position, Turn, TurnArrays, code_rules

SEARCH_NODES = 200_000_000
"""Largest number of partial codes that a search visits; this takes a few seconds."""


def same_guess_twice(turns: Sequence[Turn]) -> tuple[int, int] | None:
    """Find two turns with the same guess and different replies, a contradiction that is visible in any game.

    Args:
        turns: The turns.

    Returns:
        The numbers of the two turns, from 1, or None.

    >>> same_guess_twice(Position.parse("p4c6 1122:1b0w 3456:0b0w 1122:2b0w").turns)
    (1, 3)
    """
    first: dict[Code, int] = {}
    for number, turn in enumerate(turns):
        earlier = first.setdefault(turn.guess, number)
        if turns[earlier].reply != turn.reply:
            return earlier + 1, number + 1
    return None


def find_consistent(
    position: Position, rng: np.random.Generator | None, nodes: int = SEARCH_NODES, backwards: bool = False
) -> Code | None:
    """Search depth-first for a code that is consistent with all turns.

    Args:
        position: The position, in a game of pegs.
        rng: Generator for a random order of colours at each peg; ascending if None. The consistent codes are not
            equally probable. It is not used at the start of a game, for which the result is the lowest code.
        nodes: Largest number of partial codes visited.
        backwards: Whether pegs are filled from the last to the first.

    Returns:
        A consistent code, or None if there is none. Without `rng`, the lowest one, comparing the pegs in the order in
        which they are filled.

    Raises:
        TimeoutError: The search visited `nodes` partial codes without an answer.

    >>> position = Position.parse("p4c6 1122:1b0w")
    >>> find_consistent(position, None), find_consistent(position, None, backwards=True)
    ((0, 2, 2, 2), (2, 2, 2, 1))
    """
    game = position.game
    if not position.turns:
        return tuple(range(game.pegs)) if not game.repeats else (0,) * game.pegs
    if same_guess_twice(position.turns):
        return None
    turns = TurnArrays.of(game, position.turns)
    guesses, parts = turns.guesses, turns.parts
    if backwards:
        guesses = np.ascontiguousarray(guesses[:, ::-1])
    order = np.empty((0, 0), dtype=np.int64)
    if rng is not None:
        order = rng.permuted(np.tile(np.arange(game.colors), (game.pegs, 1)), axis=1)
    codes = loops.search_consistent_codes(code_rules(game), guesses, parts, 0, game.colors, order)
    out = np.empty(game.pegs, dtype=np.int64)
    found = done = False
    while not (found or done):
        if nodes <= 0:
            raise TimeoutError
        step = min(nodes, nodes_a_step(len(parts)))
        found, done = loops.next_consistent_code(codes, out, step)
        nodes -= step
    code = tuple(out.tolist())
    return (code[::-1] if backwards else code) if found else None
