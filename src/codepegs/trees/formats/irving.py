"""The notation in which Knuth and Irving print strategies, `1296(1122: 256(1344: …), …)`, written out in full.

Their papers omit what the reader can derive; here every reply is written. After the colon are the replies in the game's
order, separated by commas: `0` if no secret is left, `1(3456)` if one is, `n(guess: …)` if n are. The win is last, `1`
if the guess is a candidate and `0` if not. Rules and strategy precede the tree.
"""

from __future__ import annotations

import re

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Game, Position, part_table
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

_TOKEN = re.compile(r"\s*(?:(\d+)\(([0-9A-Z,]+?)(:|\))|(0|1)|([,)]))")


def write(tree: Tree) -> str:
    """The notation, one line for the rules and strategy and one for the tree.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
    p2c2 -
    4(11: 1(22), 2(12: 0, 0, 1(21), 1), 0, 1)
    """
    parts = len(part_table(tree.game))
    secrets, solves = tree.secrets.tolist(), tree.solves.tolist()
    below: list[dict[int, str]] = [{} for _ in range(len(tree))]
    word = ""
    for node in range(len(tree) - 1, -1, -1):
        guess = CANONICAL.format(tree.game, tree.guess(node))
        if below[node] or not solves[node]:
            replies = [below[node].get(part, "0") for part in range(parts - 1)]
            word = f"{secrets[node]}({guess}: {', '.join([*replies, str(int(solves[node]))])})"
        else:
            word = f"1({guess})"
        below[node] = {}
        if node:
            below[tree.parents[node]][int(tree.parts[node])] = word
    return f"{tree.game} {tree.strategy or '-'}\n{word}\n"


def read(text: str, rules: str | None = None) -> Tree:
    """Parse a tree in this notation; raises `BadTree`."""
    head, _, body = text.strip().partition("\n")
    game_text, _, strategy = head.partition(" ")
    game = Game.parse(game_text)
    growing = GrowingTree(game, "" if strategy.strip() in ("", "-") else strategy.strip())
    win = len(part_table(game)) - 1
    counts: list[int] = []
    wins: list[bool] = []
    open_nodes: list[tuple[int, int]] = []  # each node that is being read, and the number of its replies read so far
    at, body = 0, body.rstrip()
    while at < len(body):
        match = _TOKEN.match(body, at)
        if match is None:
            raise BadTree(f"character {at + 1} of the tree: {body[at : at + 12]!r} is not the start of a reply")
        count, guess, joint, alone, mark = match.groups()
        if not open_nodes and (len(growing) or guess is None):
            raise BadTree(f"character {at + 1} of the tree: expected a single guess with all its replies")
        at = match.end()
        if mark:
            if (mark == ",") != (open_nodes[-1][1] <= win):
                raise BadTree(
                    f"character {at}: {growing.text(open_nodes[-1][0])} needs {win + 1} replies, the win last"
                )
            if mark == ")":
                open_nodes.pop()
            continue
        part = -1
        if open_nodes:
            parent, part = open_nodes[-1]
            if part > win or (guess is None) != (alone == "0" or part == win) or (part == win and guess):
                raise BadTree(f"character {at}: {match[0].strip()!r} is not valid as reply number {part + 1}")
            open_nodes[-1] = parent, part + 1
        if guess is not None:
            try:
                node = growing.hang(open_nodes[-1][0] if open_nodes else -1, part, CANONICAL.parse(game, guess))
            except BadInput as error:
                raise BadTree.like(error).within(f"character {at}", character=at) from None
            counts.append(int(count))
            wins.append(joint == ")")
            if joint == ":":
                open_nodes.append((node, 0))
        elif part == win:
            wins[open_nodes[-1][0]] = alone == "1"
    if open_nodes:
        raise BadTree("the tree is truncated in the middle of a guess")
    tree = growing.tree()
    for node in range(len(tree)):
        if counts[node] != tree.secrets[node] or wins[node] != tree.solves[node]:
            raise BadTree(
                f"{counts[node]}({CANONICAL.format(game, tree.guess(node))} at {Position(game, tree.turns(node))}: "
                f"{tree.secrets[node]} secrets are found there"
            )
    return tree
