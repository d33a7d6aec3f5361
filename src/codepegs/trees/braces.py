"""Braces, the grammar in which puzzle programmers exchange strategies; docs/trees.md specifies it."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from codepegs.errors import BadInput, BadTree
from codepegs.game import Code, Game, Reply, View, part_table
from codepegs.trees.text import GrowingTree, nested
from codepegs.trees.tree import Tree

LETTERS = ascii_uppercase + ascii_lowercase

_BRACES = re.compile(r"\s*([{}]|,|([0-9-]+)\s*:|([A-Za-z]+|\d{1,9}(?:\.\d{1,9})*)\s*(:?))", re.ASCII)


WANTED = {
    "tree": "a_code_or_brace",
    "guess": "a_guess_and_colon",
    "replies": "an_opening_brace",
    "reply": "a_reply_and_colon",
    "more": "a_comma_or_brace",
    "close": "a_closing_brace",
}
"""The kind of the clause that names the input which each state of the parser accepts."""


def _code_text(game: Game, code: Code) -> str:
    if game.colors <= len(LETTERS):
        return "".join(LETTERS[color] for color in code)
    return ".".join(str(color + 1) for color in code)


def _reply_text(game: Game, reply: Reply) -> str:
    if game.view is View.BLACK_WHITE:
        return f"{reply.black}{'-' if game.pegs > 9 else ''}{reply.white}"
    return str(next(count for count in (reply.black, reply.total, reply.white) if count is not None))


def replies_are_counts(game: Game) -> bool:
    """Whether the replies count pegs, so that braces can state the trees of a game."""
    return all(reply.marks is None for reply in part_table(game).replies[:-1])


def write_braces(tree: Tree) -> str:
    """The tree on one line."""
    replies = [_reply_text(tree.game, reply) for reply in part_table(tree.game).replies[:-1]]

    def text_of(node: int, below: dict[int, str]) -> str:
        code = _code_text(tree.game, tree.guess(node))
        after = [f"{replies[part]}:{word}" for part, word in below.items()]
        return f"{{{code}:{{{','.join(after)}}}}}" if after or not node else code

    return nested(tree, text_of) + "\n"


def read_braces(text: str, rules: str | None = None) -> Tree:
    """Parse a tree; raises `BadTree`, also if the rules are needed and not given."""
    nodes = _parse_braces(text)
    game = Game.parse(rules) if rules is not None else _rules_of_codes(nodes)
    *others, win = part_table(game).replies
    parts = {_reply_text(game, reply): part for part, reply in enumerate(others)}
    won = _reply_text(game, win) if game.view in (View.BLACK_WHITE, View.BLACK) else None
    growing = GrowingTree(game)
    moved: dict[int, int] = {-1: -1}
    for number, (parent, reply, code) in enumerate(nodes):
        if parent >= 0 and reply == won:
            continue  # some programs write the win
        if parent >= 0 and reply not in parts:
            raise BadTree.because("reply_of_another_game", text=f"{reply}:{code[:40]}", game=str(game))
        try:
            moved[number] = growing.hang(moved[parent], parts.get(reply, -1), _read_code(code))
        except (BadInput, KeyError) as error:
            raise BadTree.because("wrong_guess_of_tree", guess=code[:40], error=str(error)) from None
    return growing.tree()


def _read_code(text: str) -> Code:
    if text[0].isdigit():
        return tuple(int(number) - 1 for number in text.split("."))
    return tuple(LETTERS.index(letter) for letter in text)


def _parse_braces(text: str) -> list[tuple[int, str, str]]:
    """Parent, reply and code of each node."""
    nodes: list[tuple[int, str, str]] = []
    text = text.strip()
    guesses: list[int] = []  # guesses whose replies are being read
    reply, at, expected = "", 0, "tree"
    while at < len(text):
        match = _BRACES.match(text, at)
        token = match[1] if match else ""
        is_reply = bool(match and match[2]) and expected == "reply"
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
            raise BadTree.because("token_missing", character=at + 1, text=text[at : at + 16], wanted=WANTED[expected])
        if expected == "more" and not guesses:
            if match and text[match.end() :].strip():
                raise BadTree.because("text_after_tree", text=text[match.end() :][:16])
            return nodes
        at = match.end() if match else len(text)
    raise BadTree.because("bracket_not_closed")


def _rules_of_codes(nodes: list[tuple[int, str, str]]) -> Game:
    """The game of these codes, from their number, with or without repeats."""
    codes = {_read_code(code) for _, _, code in nodes}
    pegs = {len(code) for code in codes}
    if len(pegs) != 1:
        raise BadTree.because("codes_of_unequal_length")
    (length,) = pegs
    least = max(max(code) for code in codes) + 1
    if any(len(reply.replace("-", "")) == 1 for parent, reply, _ in nodes if parent >= 0):
        raise BadTree.because("ambiguous_count")
    repeats = any(len(set(code)) < length for code in codes) or length == 1
    if not repeats and length > least:
        raise BadTree.because("codes_of_no_game")
    for colors in range(least, least + 2):
        game = Game(length, colors, repeats=repeats)
        if game.size == len(codes):
            return game
    return Game(length, least, repeats=repeats)
