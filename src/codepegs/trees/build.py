"""The tree of any strategy that is a function of the candidates: split them by its guess, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from codepegs.candidates import Candidates
from codepegs.game import Code
from codepegs.texts import Position
from codepegs.trees.tree import TreeFigures


def walk_with(position: Position, choose: Callable[[Position, Candidates], Code]) -> TreeFigures:
    """The figures, over all codes that fit a position, of the strategy that guesses `choose(position, candidates)`.

    >>> from codepegs.game import Game
    >>> walk_with(Position(Game(2, 3)), lambda position, left: left[0]).histogram
    (1, 2, 5, 1)
    """
    lengths: Counter[int] = Counter()
    pending = [(position, Candidates.after(position))]
    while pending:
        here, left = pending.pop()
        guess = choose(here, left)
        for reply, part in left.partition(guess).items():
            if reply.solved:
                lengths[len(here.turns) + 1 - len(position.turns)] += 1
            else:
                pending.append((here.after(guess, reply), part))
    return TreeFigures(tuple(lengths[length] for length in range(1, max(lengths) + 1)))
