"""Trees of the gallery, one node at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Reason, parse_reply
from codepegs.schema import TreeChild, TreeNodeAnswer
from codepegs.trees import Tree
from codepegs.trees.gallery import load, named


@dataclass(frozen=True)
class Measured:
    """A tree with cumulative totals, for fast figures of subtrees."""

    tree: Tree
    running: NDArray[np.int64]
    """Guesses from the root to each secret, summed over the secrets of all nodes before each."""

    def total(self, node: int) -> int:
        """The number of guesses from a node on, over its secrets."""
        tree = self.tree
        from_root = self.running[tree.ends[node]] - self.running[node]
        return int(from_root - tree.secrets[node] * (tree.depths[node] - 1))

    def depth(self, node: int) -> int:
        """The largest number of guesses from a node on."""
        tree = self.tree
        return int(tree.depths[node : tree.ends[node]].max() - tree.depths[node] + 1)


@lru_cache(maxsize=4)
def measured(name: str) -> Measured:
    """The tree of that name; raises `NoSuchTree`."""
    tree = load(named(name))
    running = np.append(0, np.cumsum(np.where(tree.solves, tree.depths, 0)))
    return Measured(tree, running)


def node_at(name: str, path: Sequence[str]) -> TreeNodeAnswer:
    """Return the node that replies lead to, and its children."""
    entry = named(name)
    found = measured(entry.name)
    tree = found.tree
    game = tree.game
    node = 0
    for number, text in enumerate(path, 1):
        reply = parse_reply(game, text)
        child = tree.child(node, reply)
        if child is None and reply.solved and tree.solves[node]:
            raise BadInput.because(Reason.of("reply_ends_tree", count=number))
        if child is None:
            raise BadInput.because(Reason.of("no_branch", guess=number, reply=str(reply)))
        node = child
    children = [
        TreeChild(
            reply=str(tree.reply(child)),
            secrets=int(tree.secrets[child]),
            total=found.total(child),
            depth=found.depth(child),
            guess=CANONICAL.format(game, tree.guess(child)),
        )
        for child in tree.children(node)
    ]
    if tree.solves[node]:
        children.append(TreeChild(reply=str(game.win), secrets=1, total=0, depth=0, guess=None))
    secrets = int(tree.secrets[node])
    total = found.total(node)
    return TreeNodeAnswer(
        name=entry.name,
        rules=str(game),
        objective=entry.objective,
        status=entry.status,
        guess=CANONICAL.format(game, tree.guess(node)),
        secrets=secrets,
        total=total,
        average=total / secrets,
        depth=found.depth(node),
        children=children,
    )
