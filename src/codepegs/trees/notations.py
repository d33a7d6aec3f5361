"""The notations in which papers, other programs and puzzle programmers write trees: Irving's, lettered, and braces.

Irving: the notation in which Knuth and Irving print strategies, `1296(1122: 256(1344: …), …)`, written out in full.

Their papers omit what the reader can derive; here every reply is written. After the colon are the replies in the game's
order, separated by commas: `0` if no secret is left, `1(3456)` if one is, `n(guess: …)` if n are. The win is last, `1`
if the guess is a candidate and `0` if not. Rules and strategy precede the tree.

Lettered: the notation in which the literature and the program mmstrat print strategies,
`1296 (1122: 1, 16 (1213: …), 96A, …`.

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

Braces: the grammar in which puzzle programmers exchange strategies: `{AB:{10:{…},02:BA}}`.

A guess, then for each reply the digits of black and white, and the last code or the tree that follows. Letters are
colours, A to Z and then a to z; above 52 colours a code is numbers separated by dots, `53.1`. From 10 pegs on, a reply
is two numbers joined by a minus, `10-2`; in views that show one count it is one number. The win is not written.
The rules are not written: they are derived from the codes, or must be given for views that show one count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Code, Game, Position, Reply, Turn, View, part_table, parts_between
from codepegs.reasons import counted
from codepegs.trees.text import GrowingTree, nested
from codepegs.trees.tree import Tree

_IRVING = re.compile(r"\s*(?:(\d+)\(([0-9A-Z,]+?)(:|\))|(0|1)|([,)]))")


def write_irving(tree: Tree) -> str:
    """The notation, one line for the rules and strategy and one for the tree.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write_irving(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
    p2c2 -
    4(11: 1(22), 2(12: 0, 0, 1(21), 1), 0, 1)
    """
    parts = len(part_table(tree.game))
    secrets, solves = tree.secrets.tolist(), tree.solves.tolist()

    def text_of(node: int, below: dict[int, str]) -> str:
        guess = CANONICAL.format(tree.game, tree.guess(node))
        if solves[node] and not below:
            return f"1({guess})"
        replies = [below.get(part, "0") for part in range(parts - 1)]
        return f"{secrets[node]}({guess}: {', '.join([*replies, str(int(solves[node]))])})"

    return f"{tree.game} {tree.strategy or '-'}\n{nested(tree, text_of)}\n"


def read_irving(text: str, rules: str | None = None) -> Tree:
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
        match = _IRVING.match(body, at)
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


LETTERED = re.compile(r"\s*([0-9]{1,18})\s*\(\s*([0-9A-Z,]+?)\s*[:*x)]")
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


def write_lettered(tree: Tree) -> str:
    """Format a tree as mmstrat does, with letters for the large states after the first guess.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write_lettered(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
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


def read_lettered(text: str, rules: str | None = None) -> Tree:
    """Parse a tree in this notation."""
    head = LETTERED.match(text)
    if head is None:
        raise BadTree("expected the number of secrets and the first guess, e.g. 1296 (1122: …)")
    game = Game.parse(rules) if rules is not None else _rules_of_size(int(head[1]), head[2])
    return _Reader(text, game).tree()


def _rules_of_size(secrets: int, guess: str) -> Game:
    """The game with a number of secrets; for two pegs or more it is unique, with repeats or without.

    >>> str(_rules_of_size(1296, "1122")), str(_rules_of_size(5040, "1234")), str(_rules_of_size(8, "3"))
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


LETTERS = ascii_uppercase + ascii_lowercase

_BRACES = re.compile(r"\s*([{}]|,|([0-9-]+)\s*:|([A-Za-z]+|\d+(?:\.\d+)*)\s*(:?))")


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


def write_braces(tree: Tree) -> str:
    """The tree on one line.

    >>> from codepegs.strategies import Player
    >>> from codepegs.parallel import WorkerThreads
    >>> print(write_braces(Player.parse("first-consistent").plan(Game(2, 2)).tree(WorkerThreads())), end="")
    {AA:{00:BB,10:{AB:{02:BA}}}}
    """
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
            raise BadTree(f"{reply}:{code[:40]} is not a reply of {game}; for another game give --rules")
        try:
            moved[number] = growing.hang(moved[parent], parts.get(reply, -1), _read_code(code))
        except (BadInput, KeyError) as error:
            raise BadTree(f"the guess {code[:40]}: {error}") from None
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


def _rules_of_codes(nodes: list[tuple[int, str, str]]) -> Game:
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
