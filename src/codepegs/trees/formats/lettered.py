"""The notation in which the literature and the program mmstrat print strategies: `1296 (1122: 1, 16 (1213: …), 96A, …`.

A state is the number of secrets left and, in brackets, the next guess and the states after its replies. Replies are
ordered by black, ascending, then by white, descending; a comma separates replies with the same black, a semicolon the
others. The win is last, `1` if the guess is a candidate and `0` if not. The reply with one white and all other pegs
black cannot occur and is omitted; Knuth prints its `0`. A letter instead of the brackets refers to a later line, `A =
(2344: …)`. Guesses that follow from the numbers are not printed:

- `n (guess)`: each reply leaves one secret, which is the next guess; mmstrat marks a guess that cannot be the secret,
  `n (guess*)`;
- `n (guessx)`, in Knuth's tree: each reply leaves one or two secrets;
- `1` and `2` alone: the secret, or the two secrets, the lower one first.

The marks are not checked, because printed trees use different ones: Knuth has no `*`, and Neuwirth no `x`.
Neither rules nor strategy are written. In black and white the rules follow from the number of secrets and the first
guess; for other views they must be given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from string import ascii_uppercase
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Code, Game, Position, Turn, View, counted, part_table, parts_between
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

START = re.compile(r"\s*([0-9]{1,18})\s*\(\s*([0-9A-Z,]+?)\s*[:*x)]")
"""The beginning of a text in this notation: the number of secrets and the first guess."""

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


def write(tree: Tree) -> str:
    """Format a tree as mmstrat does, with letters for the large states after the first guess.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
    4 (11: 0, 0, 1; 2 (12); 1)
    """
    game = tree.game
    if tree.figures.secrets != game.size:
        raise BadTree(
            f"the tree finds {tree.figures.secrets:,} of the {counted(game.size, 'secret')} of {game}; the format "
            "lettered is for trees that find all"
        )
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
    """The letters of a subtree: A to Z, then AA, AB and so on.

    >>> _letter(0), _letter(25), _letter(26), _letter(51), _letter(52)
    ('A', 'Z', 'AA', 'AZ', 'BA')
    """
    return (_letter(number // 26 - 1) if number >= 26 else "") + ascii_uppercase[number % 26]


def read(text: str, rules: str | None = None) -> Tree:
    """Parse a tree in this notation."""
    head = START.match(text)
    if head is None:
        raise BadTree("expected the number of secrets and the first guess, e.g. 1296 (1122: …)")
    game = Game.parse(rules) if rules is not None else _guess_rules(int(head[1]), head[2])
    return _Reader(text, game).tree()


def _guess_rules(secrets: int, guess: str) -> Game:
    """The game with a number of secrets; for two pegs or more it is unique, with repeats or without.

    >>> str(_guess_rules(1296, "1122")), str(_guess_rules(5040, "1234")), str(_guess_rules(8, "3"))
    ('p4c6', 'p4c10n', 'p1c8')
    """
    pegs = guess.count(",") + 1 if "," in guess else len(guess)
    root = round(secrets ** (1 / pegs))
    for colors in range(max(root - 1, 1), root + 2):
        if colors**pegs == secrets:
            return Game(pegs, colors)
    for colors in range(max(root - 1, pegs), root + min(pegs, 64) + 1):
        if perm(colors, pegs) == secrets:
            return Game(pegs, colors, repeats=False)
    raise BadTree(f"no game with {counted(pegs, 'peg')} has {counted(secrets, 'secret')}: give e.g. --rules p4c6")


@dataclass
class _State:
    """Secrets for which no guess has been read yet."""

    parent: int
    part: int
    codes: NDArray[np.int64]


@dataclass
class _Open:
    """A guess of which the replies are being read."""

    node: int
    codes: NDArray[np.int64]
    parts: NDArray[np.int64]
    slot: int = 0


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
            self.fail(f"the text is too short for {counted(self.game.size, 'secret')}, all those of {self.game}")
        codes = self.growing.space.unpack(self.growing.space.secrets())
        done: set[str] = set()
        self.count(-1, -1, len(codes))
        self.state(_State(-1, -1, codes))
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
        first = self.guess(state)
        waiting = [] if first is None else [first]
        while waiting:
            above = waiting[-1]
            if above.slot == len(self.slots):
                self.mark(")")
                waiting.pop()
                continue
            slot = self.slots[above.slot]
            above.slot += 1
            self.mark(slot.mark)
            if slot.spare and (spare := _SPARE.match(self.text, self.at)):
                self.at = spare.end()
            below = self.reply(above, slot.part)
            if below is not None:
                waiting.append(below)

    def reply(self, above: _Open, part: int) -> _Open | None:
        """Read one reply; returns the guess after it if its replies are in the text."""
        codes = above.codes[above.parts == part]
        self.count(above.node, part, len(codes))
        if part == len(part_table(self.game)) - 1:
            return None
        state = _State(above.node, part, codes)
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
        return None

    def count(self, parent: int, part: int, secrets: int) -> None:
        """Read the number of secrets left."""
        start = self.at
        stated = int(self.take(_COUNT, "a number of secrets")[1])
        if stated != secrets:
            self.at = start
            self.fail(f"the text states {stated:,}, but {self.place(parent, part)} leaves {counted(secrets, 'secret')}")

    def guess(self, state: _State) -> _Open | None:
        """Read an opening bracket and a guess; returns it if its replies follow."""
        start = self.at
        match = self.take(_GUESS, "a guess in brackets")
        word = match[1]
        if self.game.colors >= 10 and "," not in word and CANONICAL.fits(self.game):
            word = word.replace("0", "A")  # the tenth colour as mmstrat prints it
        try:
            node = self.growing.hang(state.parent, state.part, CANONICAL.parse(self.game, word))
        except BadInput as error:
            self.at = start
            self.fail(str(error))
        parts = parts_between(self.game, np.array(self.code(node), dtype=np.int64), state.codes)
        if match[2] or match[3]:
            return _Open(node, state.codes, parts)
        for part in np.unique(parts).tolist():
            if part < len(part_table(self.game)) - 1:
                self.finish(_State(node, part, state.codes[parts == part]))
        return None

    def finish(self, state: _State) -> None:
        """Add guesses for the one or two secrets left, the lower first."""
        if len(state.codes) > 2:
            self.fail(
                f"{self.place(state.parent, state.part)} leaves {counted(len(state.codes), 'secret')}, but their next "
                "guess is not given"
            )
        parent, part = state.parent, state.part
        for number, code in enumerate(state.codes):
            parent = self.growing.hang(parent, part, tuple(code.tolist()))
            if number + 1 < len(state.codes):
                part = int(parts_between(self.game, code, state.codes[number + 1 :])[0])

    def code(self, node: int) -> Code:
        """The guess of a node."""
        return self.growing.space.decode(self.growing.guesses[node])

    def place(self, parent: int, part: int) -> str:
        """Describe the position after a reply."""
        turns: list[Turn] = []
        while parent >= 0:
            turns.append(Turn(self.code(parent), part_table(self.game).replies[part]))
            parent, part = self.growing.parents[parent], self.growing.parts[parent]
        return str(Position(self.game, tuple(reversed(turns))))

    def mark(self, mark: str) -> None:
        """Read a punctuation mark."""
        start = self.next()
        if not self.text.startswith(mark, start):
            self.fail(f"expected {mark!r} ({counted(len(self.slots), 'reply', 'replies')} of {self.game} to a guess)")
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

    def fail(self, message: str) -> NoReturn:
        """Raise `BadTree` with the place in the text."""
        start = self.next()
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        found = repr(self.text[start : start + 12]) if start < len(self.text) else "the end of the text"
        raise BadTree(f"line {line}, character {column}, at {found}: {message}")
