"""What the gallery's tree of a game says of a position, also with pegs or colours exchanged."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from codepegs.errors import BadPosition
from codepegs.game import Code, Turn
from codepegs.strategies.suggestion import Best
from codepegs.trees import Tree

MOST_EXCHANGED = 6
"""Pegs up to which all their orders are tried, to know a history that is one of the tree's in other colours."""


def best_in(tree: Tree, turns: tuple[Turn, ...], is_proved: bool) -> Best | None:
    """Return the guess of a tree after some turns, possibly with pegs or colours exchanged.

    Args:
        tree: The tree.
        turns: The turns.
        is_proved: Whether the tree is proved optimal.

    Returns:
        The guess; None if the turns are not in the tree, or end the game.

    >>> from codepegs.game import Game, Position
    >>> from codepegs.trees.gallery import best_of
    >>> tree = best_of(Game(4, 6))
    >>> best_in(tree, Position.parse("p4c6 6543:1b1w").turns, True) is None
    True
    >>> best_in(tree, (), True).words
    'Optimal play needs 4.3403 guesses on average, including this one.'
    """
    try:
        node = tree.node_after(turns)
    except BadPosition:
        if not tree.game.traits.is_symmetric:
            return None
        alike = _alike(tree, turns)
        return None if alike is None else Best(alike[1], _average_below(tree, alike[0]), is_proved)
    return None if node is None else Best(tree.guess(node), _average_below(tree, node), is_proved)


def _alike(tree: Tree, turns: tuple[Turn, ...]) -> tuple[int, Code] | None:
    """The node that turns lead to once pegs and colours are exchanged, and its guess with them exchanged back.

    >>> from codepegs.game import Game, Position
    >>> from codepegs.trees.gallery import best_of
    >>> tree = best_of(Game(4, 10, repeats=False))
    >>> _alike(tree, Position.parse("p4c10n 5678:1b1w").turns)[1]
    (4, 6, 0, 1)
    """
    if tree.game.pegs > MOST_EXCHANGED:
        return None
    nodes = [0]
    for turn in turns:
        node = tree.child(nodes[-1], turn.reply)
        if node is None:
            return None
        nodes.append(node)
    *asked, best = map(tree.guess, nodes)
    for pegs in permutations(range(tree.game.pegs)):
        colors = dict[int, int]()
        if all(_exchange(ours, turn.guess, pegs, colors) for ours, turn in zip(asked, turns, strict=True)):
            free = (color for color in range(tree.game.colors) if color not in colors.values())
            for color in best:
                if color not in colors:
                    colors[color] = next(free)
            return nodes[-1], tuple(colors[best[peg]] for peg in pegs)
    return None


def _exchange(ours: Code, theirs: Code, pegs: tuple[int, ...], colors: dict[int, int]) -> bool:
    """Whether our code is theirs when pegs and colours are exchanged; colours met for the first time are noted."""
    for peg, color in zip(pegs, theirs, strict=True):
        if ours[peg] not in colors and color not in colors.values():
            colors[ours[peg]] = color
        if colors.get(ours[peg]) != color:
            return False
    return True


def _average_below(tree: Tree, node: int) -> float:
    """Expected guesses at a node over the secrets below it, its own guess counted."""
    below = np.arange(node, int(tree.ends[node]))
    depths = tree.depths[below][tree.solves_at(below)] - (int(tree.depths[node]) - 1)
    return int(depths.sum()) / len(depths)  # rounded once, so that equal averages are equal
