"""The notations in which papers, other programs and puzzle programmers write trees; docs/trees.md specifies them.

Irving's is the one in which Knuth and Irving print strategies, written out in full; lettered is that of the literature
and of the program mmstrat. Its marks after guesses are not checked, because printed trees use different ones: Knuth has
no `*`, and Neuwirth no `x`. Braces are the grammar in which puzzle programmers exchange strategies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import perm
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from codepegs import files
from codepegs.errors import BadInput, BadTree
from codepegs.game import CANONICAL, Code, Game, Position, Reply, Turn, View, part_table, parts_between
from codepegs.reasons import Value
from codepegs.trees.text import GrowingTree, nested
from codepegs.trees.tree import Tree

_IRVING = re.compile(r"\s*(?:(\d+)\(([0-9A-Z,]+?)(:|\))|(0|1)|([,)]))", re.ASCII)


def codes_are_plain(game: Game) -> bool:
    """Whether Irving's and the lettered notation can state the trees of a game: its codes, and that the win ends it."""
    return game.until == "named" and re.fullmatch("[0-9A-Z]*", "".join(game._traits.symbols or ())) is not None


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
            raise BadTree.because("starts_no_reply", character=at + 1, text=body[at : at + 12])
        count, guess, joint, alone, mark = match.groups()
        if not open_nodes and (len(growing) or guess is None):
            raise BadTree.because("not_one_guess", character=at + 1)
        at = match.end()
        if mark:
            if (mark == ",") != (open_nodes[-1][1] <= win):
                above = growing.text(open_nodes[-1][0])
                raise BadTree.because("wrong_number_of_replies", character=at, guess=above, count=win + 1)
            if mark == ")":
                open_nodes.pop()
            continue
        part = -1
        if open_nodes:
            parent, part = open_nodes[-1]
            if part > win or (guess is None) != (alone == "0" or part == win) or (part == win and guess):
                raise BadTree.because("wrong_reply_there", character=at, text=match[0].strip(), number=part + 1)
            open_nodes[-1] = parent, part + 1
        if guess is not None:
            try:
                node = growing.hang(open_nodes[-1][0] if open_nodes else -1, part, CANONICAL.parse(game, guess))
            except BadInput as error:
                raise BadTree.like(error).within(f"character {at}", character=at) from None
            stated = files.number_in(count)
            if stated is None:
                raise BadTree.because(
                    "number_too_long", character=at, text=f"{count[: files.MOST_DIGITS]}…", most=files.MOST_DIGITS
                )
            counts.append(stated)
            wins.append(joint == ")")
            if joint == ":":
                open_nodes.append((node, 0))
        elif part == win:
            wins[open_nodes[-1][0]] = alone == "1"
    if open_nodes:
        raise BadTree.because("guess_truncated")
    tree = growing.tree()
    for node in range(len(tree)):
        if counts[node] != tree.secrets[node] or wins[node] != tree.solves[node]:
            position, secrets = str(Position(game, tree.turns(node))), int(tree.secrets[node])
            about: dict[str, Value] = {"guess": growing.text(node), "position": position, "secrets": secrets}
            raise BadTree.because("other_secrets_found", count=counts[node], **about)
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
    """Format a tree as mmstrat does, with letters for the large states after the first guess."""
    game = tree.game
    if tree.figures.secrets != game.size:
        found = tree.figures.secrets
        raise BadTree.because(game._reason("not_for_partial_trees", found=found, size=game.size))
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
    head = LETTERED.match(text)
    if head is None:
        raise BadTree.because("not_lettered")
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
    raise BadTree.because("no_game_of_size", pegs=pegs, size=secrets)


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
            self.fail("text_too_short", size=self.game.size, game=str(self.game))
        everything = _State(-1, -1, self.growing.space.unpack(self.growing.space.secrets()))
        done: set[str] = set()
        self.count(everything)
        self.state(everything)
        while self.at < len(self.text):
            start = self.at
            name = self.take(_NAME, "a_subtree")[1]
            if name not in self.named:
                self.at = start
                self.fail("subtree_given_twice" if name in done else "subtree_not_before", name=name)
            done.add(name)
            self.state(self.named.pop(name))
        if self.named:
            self.fail("subtree_missing", name=", ".join(self.named))
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
            self.fail("subtree_twice", name=letter[1])
        else:
            self.at = letter.end()
            self.named[letter[1]] = state
        return []

    def count(self, state: _State) -> None:
        """Read the number of secrets left."""
        start, secrets = self.at, len(state.codes)
        stated = int(self.take(_COUNT, "a_number_of_secrets")[1])
        if stated != secrets:
            self.at = start
            self.fail("wrong_number_left", stated=stated, position=self.place(state), count=secrets)

    def guess(self, state: _State) -> list[_Replies]:
        """Read an opening bracket and a guess; returns its replies if they follow."""
        start = self.at
        match = self.take(_GUESS, "a_guess_in_brackets")
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
            self.fail("next_guess_missing", position=self.place(state), count=len(state.codes))
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
            self.fail("mark_missing", mark=mark, count=len(self.slots), game=str(self.game))
        self.at = start + len(mark)

    def take(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        """Read what a pattern matches."""
        match = pattern.match(self.text, self.at)
        if match is None:
            self.fail("text_missing", wanted=wanted)
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

    def fail(self, kind: str, **values: Value) -> NoReturn:
        """Raise `BadTree` with the place in the text."""
        raise self.placed(BadTree.because(kind, **values))


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
