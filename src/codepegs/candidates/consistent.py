"""One code that fits all replies, found depth first without a list of candidates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from codepegs.candidates.candidates import nodes_a_step, turn_arrays
from codepegs.core import loops
from codepegs.game import Code, Position, Turn, code_rules

SEARCH_NODES = 200_000_000
"""Partial codes one search may visit before it gives up, some seconds' worth."""


def same_guess_twice(turns: Sequence[Turn]) -> tuple[int, int] | None:
    """Two turns, from 1, that give the same guess different replies: the contradiction that is seen in any game.

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
    """A code that fits all turns, found depth first: the lowest, or with `rng` colours tried in random order.

    None when there is none; raises `TimeoutError` when `nodes` partial codes were visited without an answer.
    """
    game = position.game
    if not position.turns:
        return tuple(range(game.pegs)) if not game.repeats else (0,) * game.pegs
    if same_guess_twice(position.turns):
        return None
    guesses, parts = turn_arrays(position)
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
