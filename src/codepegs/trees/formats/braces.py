"""The grammar in which puzzle programmers exchange strategies: `{AB:{10:{…},02:BA}}`.

A guess, then for each reply the digits of black and white, and the last code or the tree that follows. Letters are
colours, A to Z and then a to z; above 52 colours a code is numbers separated by dots, `53.1`. From 10 pegs on, a reply
is two numbers joined by a minus, `10-2`; in views that show one count it is one number. The win is not written.
The rules are not written: they are derived from the codes, or must be given for views that show one count.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from codepegs.errors import BadInput, BadTree
from codepegs.game import Code, Game, Reply, View, part_table
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

LETTERS = ascii_uppercase + ascii_lowercase

_TOKEN = re.compile(r"\s*([{}]|,|([0-9-]+)\s*:|([A-Za-z]+|\d+(?:\.\d+)*)\s*(:?))")


WANTED = {
    "tree": "a code or an opening brace",
    "guess": "a guess and a colon",
    "replies": "an opening brace",
    "reply": "a reply and a colon",
    "more": "a comma or a closing brace",
    "close": "a closing brace",
}
"""The input that each state of the parser accepts."""


def _code_text(game: Game, code: Code) -> str:
    if game.colors <= len(LETTERS):
        return "".join(LETTERS[color] for color in code)
    return ".".join(str(color + 1) for color in code)


def _reply_text(game: Game, reply: Reply) -> str:
    if game.view is View.BLACK_WHITE:
        return f"{reply.black}{'-' if game.pegs > 9 else ''}{reply.white}"
    return str(next(count for count in (reply.black, reply.total, reply.white) if count is not None))


def write(tree: Tree) -> str:
    """The tree on one line.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
    {AA:{00:BB,10:{AB:{02:BA}}}}
    """
    replies = [_reply_text(tree.game, reply) for reply in part_table(tree.game).replies[:-1]]
    below: list[list[str]] = [[] for _ in range(len(tree))]
    word = ""
    for node in range(len(tree) - 1, -1, -1):
        word = _code_text(tree.game, tree.guess(node))
        if below[node] or not node:
            word = f"{{{word}:{{{','.join(reversed(below[node]))}}}}}"
        below[node] = []
        if node:
            below[tree.parents[node]].append(f"{replies[int(tree.parts[node])]}:{word}")
    return word + "\n"


def read(text: str, rules: str | None = None) -> Tree:
    """Parse a tree; raises `BadTree`, also if the rules are needed and not given."""
    nodes = _parse(text)
    game = Game.parse(rules) if rules is not None else _guess_rules(nodes)
    parts = {_reply_text(game, reply): part for part, reply in enumerate(part_table(game).replies[:-1])}
    growing = GrowingTree(game)
    moved: dict[int, int] = {-1: -1}
    for number, (parent, reply, code) in enumerate(nodes):
        if parent >= 0 and _is_win(game, reply):
            continue  # some programs write the win
        if parent >= 0 and reply not in parts:
            raise BadTree(f"{reply}:{code[:40]} is not a reply of {game}; for another game give --rules")
        try:
            moved[number] = growing.hang(moved[parent], parts.get(reply, -1), _read_code(code))
        except (BadInput, KeyError) as error:
            raise BadTree(f"the guess {code[:40]}: {error}") from None
    return growing.tree()


def _is_win(game: Game, reply: str) -> bool:
    return game.view in (View.BLACK_WHITE, View.BLACK) and reply == _reply_text(game, part_table(game).replies[-1])


def _read_code(text: str) -> Code:
    if text[0].isdigit():
        return tuple(int(number) - 1 for number in text.split("."))
    return tuple(LETTERS.index(letter) for letter in text)


def _parse(text: str) -> list[tuple[int, str, str]]:
    """Parent, reply and code of each node."""
    nodes: list[tuple[int, str, str]] = []
    text = text.strip()
    guesses: list[int] = []  # guesses whose replies are being read
    reply, at, expected = "", 0, "tree"
    while at < len(text):
        match = _TOKEN.match(text, at)
        token = match[1] if match else ""
        is_reply = bool(match and match[2]) and expected == "reply"
        here = f"character {at + 1}, {text[at : at + 16]!r}"
        parent = guesses[-1] if guesses else -1
        if is_reply and match:
            reply, expected = match[2], "tree"
        elif token == "{" and expected in ("tree", "replies"):
            expected = "guess" if expected == "tree" else "reply"
        elif match and match[3] and expected == "guess" and match[4]:
            nodes.append((parent, reply, match[3]))
            guesses.append(len(nodes) - 1)
            expected = "replies"
        elif match and match[3] and expected == "tree" and not match[4]:
            nodes.append((parent, reply, match[3]))
            expected = "more"
        elif token == "," and expected == "more":
            expected = "reply"
        elif token == "}" and (expected == "more" or (expected == "reply" and parent == len(nodes) - 1)) and guesses:
            expected = "close"
        elif token == "}" and expected == "close":
            guesses.pop()
            expected = "more"
        else:
            raise BadTree(f"{here}: expected {WANTED[expected]}")
        if expected == "more" and not guesses:
            if match and text[match.end() :].strip():
                raise BadTree(f"unexpected text after the tree: {text[match.end() :][:16]!r}")
            return nodes
        at = match.end() if match else len(text)
    raise BadTree("the tree is truncated: unclosed bracket")


def _guess_rules(nodes: list[tuple[int, str, str]]) -> Game:
    """The game of these codes, from their number, with or without repeats."""
    codes = {_read_code(code) for _, _, code in nodes}
    pegs = {len(code) for code in codes}
    if len(pegs) != 1:
        raise BadTree("the codes in the tree differ in length")
    (length,) = pegs
    least = max(max(code) for code in codes) + 1
    if any(len(reply.replace("-", "")) == 1 for parent, reply, _ in nodes if parent >= 0):
        raise BadTree("a reply with one count is ambiguous (black, white or total): give e.g. --rules p4c6-b")
    repeats = any(len(set(code)) < length for code in codes) or length == 1
    if not repeats and length > least:
        raise BadTree("the codes in the tree do not belong to a game")
    for colors in range(least, least + 2):
        game = Game(length, colors, repeats=repeats)
        if game.size == len(codes):
            return game
    return Game(length, least, repeats=repeats)
