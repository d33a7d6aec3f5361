"""What a tree looks like in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from codepegs.notebooks import code_html, table_html
from codepegs.texts import CANONICAL

if TYPE_CHECKING:
    from codepegs.trees.tree import Tree

MOST_SHOWN = 20
"""Replies of a tree's first guess that are shown."""


def tree_html(tree: Tree) -> str:
    """What a strategy costs, its histogram, and its second guesses by the reply to the first."""
    figures, game = tree.figures, tree.game
    name = f" of {tree.strategy}" if tree.strategy else ""
    caption = f"Tree{name} for {game}: {figures.sum_words}, {figures.average:.4f} on average, {figures.depth} at most"
    lengths = table_html(
        caption,
        ("guesses", *(str(length) for length in range(1, figures.depth + 1))),
        [("secrets", *(f"{secrets:,}" for secrets in figures.histogram))],
    )
    children = list(tree.children(0))
    rows = [
        (escape(str(tree.reply(node))), f"{int(tree.secrets[node]):,}", code_html(game, tree.guess(node)))
        for node in children[:MOST_SHOWN]
    ]
    more = f", the first {MOST_SHOWN} of {len(children)} replies" if len(children) > MOST_SHOWN else ""
    first = f"First guess {CANONICAL.format(game, tree.guess(0))}{more}"
    return lengths + table_html(first, ("reply", "secrets left", "next guess"), rows)
