"""A tree as one JSON object: the figures, the checks, and the nodes nested in each other."""

from __future__ import annotations

import json
from typing import Any

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Game, Reason, part_table
from codepegs.trees import text as canonical
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

DEEPEST = 300
"""Largest depth written; many JSON parsers fail at about a thousand nested brackets."""


def write(tree: Tree) -> str:
    """The JSON text, one line.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> write(Player.parse("first-consistent").plan(Game(1, 2)).tree(WorkerThreads()))[-50:]
    '"tree": {"guess": "1", "replies": {"0b0w": "2"}}}\\n'
    """
    if tree.figures.depth > DEEPEST:
        raise BadInput(f"JSON cannot nest {tree.figures.depth} guesses: use --format text")
    head, lines = canonical.header(tree), canonical.node_lines(tree)
    replies = part_table(tree.game).replies
    found = canonical.checks(tree, head, "\n".join(lines))
    record = {
        "format": canonical.MAGIC,
        "rules": str(tree.game),
        "strategy": tree.strategy or "-",
        **_figures(tree),
        "checks": {"" if not node else str(tree.reply(node)): check for node, check in found.items()},
    }
    below: list[list[str]] = [[] for _ in range(len(tree))]
    for node in range(len(tree) - 1, -1, -1):
        guess = f'"{CANONICAL.format(tree.game, tree.guess(node))}"'
        if below[node] or not node:
            guess = f'{{"guess": {guess}, "replies": {{{", ".join(reversed(below[node]))}}}}}'
        below[node].clear()
        if node:
            below[tree.parents[node]].append(f'"{replies[int(tree.parts[node])]}": {guess}')
    return json.dumps(record)[:-1] + f', "tree": {guess}}}\n'


def _figures(tree: Tree) -> dict[str, Any]:
    figures = tree.figures
    return {
        "total": tree.total,
        "average": tree.average,
        "depth": figures.depth,
        "histogram": list(figures.histogram),
        "nodes": len(tree),
    }


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadTree.because(Reason.of("duplicate_members"))
    return members


def read(text: str, rules: str | None = None) -> Tree:
    """Parse a tree from JSON text; raises `BadTree`."""
    try:
        record = json.loads(text, object_pairs_hook=_members)
    except BadTree:
        raise
    except RecursionError:
        raise BadTree.because(Reason.of("json_too_deep")) from None
    except ValueError as error:
        raise BadTree.because(Reason.of("invalid_json", error=str(error))) from None
    try:
        game = Game.parse(record["rules"])
        strategy = str(record["strategy"])
        growing = GrowingTree(game, "" if strategy == "-" else strategy)
        pending: list[tuple[int, str, Any]] = [(-1, "", record["tree"])]
        while pending:
            parent, reply, value = pending.pop()
            if isinstance(value, str):
                growing.add(parent, reply, value)
                continue
            node = growing.add(parent, reply, value["guess"])
            pending.extend((node, answer, child) for answer, child in value["replies"].items())
        given = record["checks"]
    except (KeyError, TypeError, AttributeError) as error:
        raise BadTree.because(Reason.of("json_no_tree", member=str(error))) from None
    tree = growing.tree()
    for name, figure in {"format": canonical.MAGIC, **_figures(tree)}.items():
        if record.get(name) != figure:
            raise BadTree.because(
                Reason.of("wrong_figure", name=name, value=repr(record.get(name))[:40], figure=repr(figure))
            )
    found = canonical.checks(tree, canonical.header(tree), "\n".join(canonical.node_lines(tree)))
    if given != {"" if not node else str(tree.reply(node)): check for node, check in found.items()}:
        raise BadTree.because(Reason.of("altered_tree"))
    return tree
