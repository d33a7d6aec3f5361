"""A tree as a Graphviz graph: a box per guess, an arrow per reply; a box is rounded if the guess is a candidate."""

from __future__ import annotations

import json
import re

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Game
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

_NODE = re.compile(r'n(\d{1,9}) \[label="([^"]+)"(?:, style=\w+)?\];')
_ARROW = re.compile(r'n(\d{1,9}) -> n(\d{1,9}) \[label="([^"]+)"\];')
_GRAPH = re.compile(r'graph \[comment=("(?:[^"\\]|\\.)*"),.*\];')


def write(tree: Tree) -> str:
    """The text of a directed graph, for Graphviz programs such as `dot -Tsvg`."""
    title = f"{tree.game}: {tree.sum_words}, at most {tree.figures.depth}"
    about = f"{tree.game} {tree.strategy or '-'}"
    lines = [
        "digraph strategy {",
        f"  graph [comment={json.dumps(about)}, label={json.dumps(title)}, rankdir=LR];",
        '  node [shape=box, fontname="monospace"];',
    ]
    solves = tree.solves.tolist()
    for node in range(len(tree)):
        style = ", style=rounded" if solves[node] else ""
        lines.append(f'  n{node} [label="{CANONICAL.format(tree.game, tree.guess(node))}"{style}];')
    for node in range(1, len(tree)):
        lines.append(f'  n{tree.parents[node]} -> n{node} [label="{tree.reply(node)}"];')
    return "\n".join([*lines, "}", ""])


def _said(quoted: str, line: int) -> str:
    try:
        return str(json.loads(quoted))
    except json.JSONDecodeError:
        raise BadTree(f"line {line}: the comment {quoted} is not a quoted text") from None


def read(text: str, rules: str | None = None) -> Tree:
    """Parse a graph written by `write`; raises `BadTree` with the faulty line."""
    named: dict[int, str] = {}
    arrows: dict[int, tuple[int, str]] = {}
    about = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if match := _NODE.fullmatch(line):
            named[int(match[1])] = match[2]
        elif match := _ARROW.fullmatch(line):
            arrows[int(match[2])] = int(match[1]), match[3]
        elif match := _GRAPH.fullmatch(line):
            about = _said(match[1], number)
        elif line and line not in ("digraph strategy {", "}") and not line.startswith("node ["):
            raise BadTree(f"line {number}: {line!r} is not part of a graph written by codepegs")
    if not about:
        raise BadTree("the rules are missing: expected a comment in the graph")
    game_text, _, strategy = about.partition(" ")
    growing = GrowingTree(Game.parse(game_text), "" if strategy == "-" else strategy)
    for node in range(len(named)):
        if node not in named or (node > 0 and (node not in arrows or not 0 <= arrows[node][0] < node)):
            raise BadTree(f"node n{node} is missing or unreachable")
        parent, reply = arrows[node] if node else (-1, "")
        try:
            growing.add(parent, reply, named[node])
        except BadInput as error:
            raise BadTree.like(error).within(f"node n{node}", node=node) from None
    return growing.tree()
