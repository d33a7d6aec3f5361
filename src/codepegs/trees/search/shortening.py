"""Shorter trees from good ones: the subtrees that are too deep are replaced by the best of those that are not."""

from __future__ import annotations

from codepegs.codes import Candidates
from codepegs.game import Code, Position, Turn
from codepegs.trees.build import build_with
from codepegs.trees.search.set_search import MOST_VALUE, Cost, Searcher
from codepegs.trees.tree import Tree

MOST_SCORED = 100_000_000
"""Guesses scored at one set; one that needs more is given up."""


def shortened(tree: Tree, turns: int, candidates_only: bool = False) -> Tree | None:
    """Make a tree as short as wanted by replacing subtrees.

    A subtree that is too deep is replaced by one with the fewest guesses among those that are not, at its smallest set
    that has one. The rest of the tree is unchanged, so the result need not be optimal; but if the total is the same, it
    is as good as the tree.

    >>> from codepegs.trees.search import optimal
    >>> tree = optimal("p4c6").tree
    >>> tree.figures.total, tree.figures.depth
    (5625, 6)
    >>> shorter = shortened(tree, 5)
    >>> shorter.figures.depth, shorter.figures.total < 5640
    (5, True)
    """
    game = tree.game
    searcher = Searcher(game, Cost(turns), candidates_only)
    replaced: set[tuple[Turn, ...]] = set()
    for node in (tree.depths > turns).nonzero()[0].tolist():
        above, up = [], int(tree.parents[node])
        while up > 0:
            above.append(tree.turns(up))
            up = int(tree.parents[up])
        if any(history in replaced for history in above):
            continue
        solvable = next((history for history in above if _is_solvable(searcher, history)), None)
        if solvable is None:
            return None
        replaced.add(solvable)

    def choose(position: Position, candidates: Candidates) -> Code:
        history = position.turns
        if not any(history[:length] in replaced for length in range(1, len(history) + 1)):
            node = tree.node_after(history)
            assert node is not None
            return tree.guess(node)
        if len(candidates) < 3:
            return candidates[0]
        value = searcher.search(candidates.keys, history)
        assert value is not None
        return candidates.space.decode(searcher.best_guess(candidates.keys, history, value))

    return build_with(Position(game), choose)


def _is_solvable(searcher: Searcher, history: tuple[Turn, ...]) -> bool:
    """Whether a set is known to have a tree that is short enough; its value is then in the table."""
    keys = Candidates.after(Position(searcher.game, history)).keys
    value = searcher.search(keys, history, most_scored=searcher.scored + MOST_SCORED)
    return value is not None and value < MOST_VALUE
