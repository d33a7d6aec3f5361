"""The notations in which papers and the program mmstrat print trees, and a program that converts them to text.

    python -m tests.trees.printed FILE [RULES]

Irving's is the one in which Knuth and Irving print strategies, written out in full; lettered is that of the literature
and of mmstrat. Its marks after guesses are not checked, because printed trees use different ones: Knuth has no `*`, and
Neuwirth no `x`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import perm
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Game, Position, Turn, View, part_table, parts_between
from codepegs.trees import text as canonical
from codepegs.trees.formats import IRVING, LETTERED
from codepegs.trees.text import GrowingTree, nested
from codepegs.trees.tree import Tree

_REPLY = re.compile(r"\s*(?:(\d{1,18})\(([0-9A-Z,]+?)(:|\))|(0|1)|([,)]))", re.ASCII)


def write_irving(tree: Tree) -> str:
    """The notation, one line for the rules and strategy and one for the tree."""
    parts = len(part_table(tree.game))
    secrets, solves = tree.secrets.tolist(), tree.solves.tolist()

    def text_of(node: int, below: dict[int, str]) -> str:
        guess = CANONICAL.format(tree.game, tree.guess(node))
        if solves[node] and not below:
            return f"1({guess})"
        replies = [below.get(part, "0") for part in range(parts - 1)]
        return f"{secrets[node]}({guess}: {', '.join([*replies, str(int(solves[node]))])})"

    return f"{tree.game} {tree.strategy or '-'}\n{nested(tree, text_of)}\n"


def read_irving(text: str) -> Tree:
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
        match = _REPLY.match(body, at)
        if match is None:
            raise BadTree(f"character {at + 1}: {body[at : at + 12]!r} is not the start of a reply")
        count, guess, joint, alone, mark = match.groups()
        if not open_nodes and (len(growing) or guess is None):
            raise BadTree(f"character {at + 1}: expected a single guess with all its replies")
        at = match.end()
        if mark:
            if (mark == ",") != (open_nodes[-1][1] <= win):
                above = growing.text(open_nodes[-1][0])
                raise BadTree(f"character {at}: {above} needs {win + 1} replies, the win last")
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
            here = f"{counts[node]}({growing.text(node)} at {Position(game, tree.turns(node))}"
            raise BadTree(f"{here}: {tree.secrets[node]} secrets are found there")
    return tree


_COUNT = re.compile(r"\s*([0-9]{1,18})")
_SPARE = re.compile(r"\s*0\s*,")
_LETTER = re.compile(r"\s*([A-Z]+)")
_NAME = re.compile(r"\s*([A-Z]+)\s*=")
_GUESS = re.compile(r"\s*\(\s*([0-9A-Z,]+)\s*(?:(:)|\)|[*x]\s*(?:(:)|\)|(?=[,;])))")
"""A guess and the mark after it; after a mark the closing bracket may be missing, as in a published tree."""


class Slot(NamedTuple):
    """The place of a reply after a guess."""

    mark: str
    """The separator before it: none, a comma or a semicolon."""
    part: int
    """Its part number; -1 for a reply that the game does not have."""
    spare: bool = False
    """Whether a `0` for the reply that cannot occur may stand before it."""


@lru_cache(maxsize=64)
def _slots(game: Game) -> list[Slot]:
    """The replies in the order of the notation, the win last."""
    replies = part_table(game).replies
    shown = [(reply.black or 0, reply.total or reply.white or 0) for reply in replies[:-1]]
    order, last = sorted(shown, key=lambda counts: (counts[0], -counts[1])), -1
    if game.view is View.BLACK_WHITE:
        last = game.pegs - 1
        order = [(black, white) for black in range(last) for white in range(game.pegs - black, -1, -1)] + [(last, 0)]
    parts = {counts: part for part, counts in enumerate(shown)}
    slots = [
        Slot("," if number and counts[0] == order[number - 1][0] else ";", parts.get(counts, -1), counts[0] == last)
        for number, counts in enumerate(order)
    ]
    return [slots[0]._replace(mark=""), *slots[1:], Slot(";", len(replies) - 1)]


def write_lettered(tree: Tree) -> str:
    """Format a tree as mmstrat does, with letters for the large states after the first guess."""
    game = tree.game
    if tree.figures.secrets != game.size:
        found = tree.figures.secrets
        raise BadTree(f"the tree finds {found} of the {game.size} secrets of {game}")
    slots = _slots(game)
    secrets, solves, parents = tree.secrets.tolist(), tree.solves.tolist(), tree.parents.tolist()
    below: list[dict[int, str]] = [{} for _ in range(len(tree))]
    heights = [1] * len(tree)
    large: dict[int, str] = {}  # replies to the first guess with a subtree of their own
    subtrees: list[str] = []
    word = ""
    for node in range(len(tree) - 1, -1, -1):
        guess, parent, part = CANONICAL.format(game, tree.guess(node)), parents[node], int(tree.parts[node])
        word = str(secrets[node])
        if heights[node] > 2:
            if node == 0:
                for slot in slots:
                    if slot.part in large:
                        subtrees.append(f"{_letter(len(subtrees))} = {large[slot.part]}")
                        below[0][slot.part] += _letter(len(subtrees) - 1)
            replies = [below[node].get(slot.part, "0") for slot in slots[:-1]] + [str(int(solves[node]))]
            shown = "".join([f"{slot.mark} {reply}" for slot, reply in zip(slots, replies, strict=True)])
            if parent == 0 and secrets[node] >= len(slots):
                large[part] = f"({guess}:{shown})"
            else:
                word += f" ({guess}:{shown})"
        elif heights[node] == 2 or node == 0:
            word += f" ({guess}{'' if solves[node] else '*'})"
        below[node] = {}
        if node and secrets[node]:
            below[parent][part] = word
            heights[parent] = max(heights[parent], heights[node] + 1)
    return "\n\n".join([word, *subtrees]) + "\n"


def _letter(number: int) -> str:
    """The letters of a subtree: A to Z, then AA, AB and so on."""
    return (_letter(number // 26 - 1) if number >= 26 else "") + ascii_uppercase[number % 26]


def read_lettered(text: str, rules: str | None = None) -> Tree:
    """Parse a tree in this notation."""
    head = LETTERED.match(text.lstrip())
    if head is None:
        raise BadTree("expected the number of secrets and the first guess, e.g. 1296 (1122: …)")
    game = Game.parse(rules) if rules is not None else _rules_of_size(int(head[1]), head[2])
    return _Reader(text, game).tree()


def _rules_of_size(secrets: int, guess: str) -> Game:
    """The game with a number of secrets; for two pegs or more it is unique, with repeats or without."""
    pegs = guess.count(",") + 1 if "," in guess else len(guess)
    root = round(secrets ** (1 / pegs))
    for colors in range(max(root - 1, 1), root + 2):
        if colors**pegs == secrets:
            return Game(pegs, colors)
    for colors in range(max(root - 1, pegs), root + min(pegs, 64) + 1):
        if perm(colors, pegs) == secrets:
            return Game(pegs, colors, repeats=False)
    raise BadTree(f"no game with {pegs} pegs has {secrets} secrets: give its rules")


class _State(NamedTuple):
    """Secrets for which no guess has been read yet, after a reply (part) to a guess (node); at first, -1 for both."""

    parent: int
    part: int
    codes: NDArray[np.int64]


_Replies = Iterator[tuple[Slot, _State]]
"""The replies to a guess that are still to be read."""


class _Reader:
    """A parser of one text."""

    def __init__(self, text: str, game: Game) -> None:
        self.text = text.rstrip()
        self.game = game
        self.slots = _slots(game)
        self.at = 0
        self.growing = GrowingTree(game)
        self.named: dict[str, _State] = {}

    def tree(self) -> Tree:
        """The tree; raises `BadTree`."""
        if self.game.size > 2 * len(self.slots) * len(self.text):
            self.fail(f"the text is too short for {self.game.size} secrets, all those of {self.game}")
        everything = _State(-1, -1, self.growing.space.unpack(self.growing.space.secrets()))
        done: set[str] = set()
        self.count(everything)
        self.state(everything)
        while self.at < len(self.text):
            start = self.at
            name = self.take(_NAME, "a subtree, e.g. A = (…), or the end")[1]
            if name not in self.named:
                self.at = start
                self.fail(f"the subtree {name} {'is given twice' if name in done else 'does not occur before'}")
            done.add(name)
            self.state(self.named.pop(name))
        if self.named:
            self.fail(f"the text ends without the subtree {', '.join(self.named)}")
        return self.growing.tree()

    def state(self, state: _State) -> None:
        """Read a guess in brackets with all its replies, after the count."""
        waiting = self.guess(state)
        while waiting:
            slot, after = next(waiting[-1], (None, None))
            if slot is None or after is None:
                self.mark(")")
                waiting.pop()
                continue
            self.mark(slot.mark)
            if slot.spare and (spare := _SPARE.match(self.text, self.at)):
                self.at = spare.end()
            waiting += self.reply(after)

    def reply(self, state: _State) -> list[_Replies]:
        """Read one reply; returns the replies to the guess after it if they are in the text."""
        self.count(state)
        if state.part == len(part_table(self.game)) - 1:
            return []
        if self.text.startswith("(", self.next()):
            return self.guess(state)
        letter = _LETTER.match(self.text, self.at)
        if letter is None:
            self.finish(state)
        elif letter[1] in self.named:
            self.fail(f"the subtree {letter[1]} occurs twice")
        else:
            self.at = letter.end()
            self.named[letter[1]] = state
        return []

    def count(self, state: _State) -> None:
        """Read the number of secrets left."""
        start, secrets = self.at, len(state.codes)
        stated = int(self.take(_COUNT, "a number of secrets")[1])
        if stated != secrets:
            self.at = start
            self.fail(f"the text states {stated}, but {self.place(state)} leaves {secrets} secrets")

    def guess(self, state: _State) -> list[_Replies]:
        """Read an opening bracket and a guess; returns its replies if they follow."""
        start = self.at
        match = self.take(_GUESS, "a guess in brackets")
        word = match[1]
        if self.game.colors >= 10 and "," not in word and CANONICAL.fits(self.game):
            word = word.replace("0", "A")  # the tenth colour as mmstrat prints it
        try:
            node = self.growing.hang(state.parent, state.part, CANONICAL.parse(self.game, word))
        except BadInput as error:
            self.at = start
            raise self.placed(BadTree.like(error)) from None
        parts = parts_between(self.game, np.array(self.growing.codes[node], dtype=np.int64), state.codes)
        if match[2] or match[3]:
            return [((slot, _State(node, slot.part, state.codes[parts == slot.part])) for slot in self.slots)]
        for part in np.unique(parts).tolist():
            if part < len(part_table(self.game)) - 1:
                self.finish(_State(node, part, state.codes[parts == part]))
        return []

    def finish(self, state: _State) -> None:
        """Add guesses for the one or two secrets left, the lower first."""
        if len(state.codes) > 2:
            self.fail(f"{self.place(state)} leaves {len(state.codes)} secrets, but their next guess is not given")
        parent, part, _ = state
        for number, code in enumerate(state.codes):
            parent = self.growing.hang(parent, part, tuple(code.tolist()))
            if number + 1 < len(state.codes):
                part = int(parts_between(self.game, code, state.codes[number + 1 :])[0])

    def place(self, state: _State) -> str:
        """Describe the position after a reply."""
        parent, part, _ = state
        turns: list[Turn] = []
        while parent >= 0:
            turns.append(Turn(self.growing.codes[parent], part_table(self.game).replies[part]))
            parent, part = self.growing.parents[parent], self.growing.parts[parent]
        return str(Position(self.game, tuple(reversed(turns))))

    def mark(self, mark: str) -> None:
        """Read a punctuation mark."""
        start = self.next()
        if not self.text.startswith(mark, start):
            self.fail(f"expected {mark!r} ({len(self.slots)} replies of {self.game} to a guess)")
        self.at = start + len(mark)

    def take(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        """Read what a pattern matches."""
        match = pattern.match(self.text, self.at)
        if match is None:
            self.fail(f"expected {wanted}")
        self.at = match.end()
        return match

    def next(self) -> int:
        """The index of the next character that is not white space."""
        at = self.at
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def placed(self, error: BadTree) -> BadTree:
        """An error with its place in the text."""
        start = self.next()
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        found = repr(self.text[start : start + 12]) if start < len(self.text) else "the end of the text"
        return error.within(f"line {line}, character {column}, at {found}", line=line, character=column)

    def fail(self, message: str) -> NoReturn:
        """Raise `BadTree` with the place in the text."""
        raise self.placed(BadTree(message))


def read_printed(text: str, rules: str | None = None) -> Tree:
    """Parse a tree in one of the two notations; raises `BadTree`."""
    return read_irving(text) if IRVING.match(text.lstrip()) else read_lettered(text, rules)


def main(arguments: Sequence[str]) -> None:
    """Print the canonical text of the tree in a file, given its name and perhaps the rules."""
    name, *rules = arguments
    print(canonical.write(read_printed(Path(name).read_text(encoding="utf-8"), *rules)), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
