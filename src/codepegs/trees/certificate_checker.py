"""Checks a proof that no strategy is better, without trusting its author: one file, the standard library.

    python certificate_checker.py FILE [--secrets FILE [--guesses FILE]] [--json] [--sample N [--seed N]]

A certificate states a lower bound on the guesses over all secrets of a game, or on another cost of them (`Objective`).
It lists claims of the same kind about the candidates after a history; docs/certificates.md describes the file. For
every guess at each of these sets, this program adds the lower bounds of the parts, which it gets by

- counting: no guess splits a subset of a set into more parts than the set itself (`least_sum`, `least_cost`);
- one step ahead: the least such sum over all guesses (`Board.one_step`);
- the claims accepted before, which were checked in the same way.

With --sample only some claims, drawn at random, are checked, each from the claims before it: a spot check in seconds
where the whole takes hours.

A bound that is neither in the file nor follows from these rules is not used. A guess is skipped only if a lower one
splits the codes in the same way, or is equivalent by a symmetry of the history, or if it gives no information.

Exit codes: 0 proved, 1 the file can be read but proves less than it states, 2 it is not a certificate or damaged, 3 the
file cannot be read, 130 interrupted, 141 broken pipe.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import re
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from heapq import heappop, heappush
from itertools import accumulate, chain, count, islice, pairwise, permutations, product
from math import perm
from operator import add, eq, itemgetter
from typing import Any

MAGIC = "codepegs-certificate 1"
MOST_BYTES = 256_000_000  # the size of a file after decompression: beyond it, a small .gz would fill the memory
MOST_CODES_CERTIFIED = 10_000  # the reply of every pair of codes is stored, one byte each
MOST_WEIGHT, MOST_COST = 1 << 25, 10_000  # of all secrets, of a guess in a table: with them, sums fit 64 bits
MOST_TABLE_REPLIES = 65_535  # different replies of a table
MOST_ORDERS = 5_040  # permutations of pegs tried as symmetries: all of seven pegs
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ANY, CANDIDATES = "any", "candidates"
EXPECTED, WITHIN, LAST_TURN = "expected", "expected-within", "last-turn"
KINDS = ("wordle", "mastermind", "per-slot", "common", "same-place")  # of replies between the codes of a list
FIRST_LINE = 6  # of the claims, if there is neither an objective nor a table
WIN = 0  # the number of the reply that ends the game

_RULES = re.compile(r"p([1-9]\d{0,4})c([1-9]\d{0,4})(n?)(?:-([btw]))?", re.ASCII)
_TABLE = re.compile(r"table:([0-9a-f]{12})", re.ASCII)
_LISTED = re.compile(rf"list:({'|'.join(KINDS)}):([0-9a-f]{{12}})", re.ASCII)
_STATED = "(?:until|weights|costs|classes|objects|test)"
_HEADER = re.compile(
    rf"rules (.+)\nguesses ({ANY}|{CANDIDATES})\n(?:objective (.+)\n)?((?:{_STATED} .+\n)*)total (0|[1-9]\d{{0,13}})\n",
    re.ASCII,
)
_OBJECTIVE = re.compile(r"(expected-within|last-turn):([1-9]\d?)", re.ASCII)
_CLAIM = re.compile(r"( *)([^ :]+):([^ :]+) ([1-9]\d{0,13})", re.ASCII)

Code = tuple[int, ...] | str
"""One colour per peg, counted from 0; in a game whose codes are listed, the text."""

Codes = tuple[int, ...]
"""The numbers of the codes of a set, ascending."""

Column = tuple[int, ...]
"""The replies that the codes of a set give to one guess."""

Rates = tuple[int, int, int]
"""What guesses can do to a set at best, also to its subsets: into how many parts they split it, without one that they
name; what the cheapest that splits it costs; how many codes lie outside of the largest part."""

Progress = Callable[[int, int], None]
"""Called with the amount of work done and the total."""

Symmetry = tuple[tuple[int, ...], dict[int, int]]
"""For each position the one its peg comes from, and the new names of the colours played so far."""


class Unreadable(ValueError):
    """The input is not a certificate, or too damaged to be read as one."""


class Unproved(ValueError):
    """A statement of a certificate is wrong, or does not follow from the statements before it."""


class Objective:
    """What a certificate bounds: the cost of the codes, which is the sum of `steps` up to the guess that finds one.

    `expected`: the total number of guesses. `expected-within:D`: the same, of strategies that never need more than D.
    `last-turn:D`: the number of codes that need guess D, of such strategies; if that is 1 or more, no strategy
    finds all with fewer than D. Guess D + 1 costs more than all codes together may cost.
    """

    def __init__(self, text: str, secrets: int) -> None:
        match = _OBJECTIVE.fullmatch(text)
        if match is None and text != EXPECTED:
            raise Unreadable(f"{_short(text)} is not an objective: expected {WITHIN}:D or {LAST_TURN}:D")
        kind, turns = (match[1], int(match[2])) if match else (EXPECTED, 0)
        self.units = "codes" if kind == LAST_TURN else "guesses"
        self.steps: tuple[int, ...] | None = None
        """The cost of each guess for the codes not found before it; later guesses cost nothing. None: always 1."""
        self.most = {WITHIN: turns * secrets, LAST_TURN: secrets}.get(kind)
        """The most that a strategy costs that finds all codes in time; None if none is too late."""
        if kind == WITHIN:
            self.steps = (*(1,) * turns, turns * secrets + 1)
        elif kind == LAST_TURN:
            self.steps = (*(0,) * (turns - 1), 1, secrets + 1)
        steps = self.steps
        self.stages = [Stage(None)] if steps is None else [Stage(steps[made:]) for made in range(len(steps) + 1)]
        """By the number of guesses made; the last is that of all later ones too."""
        for stage, after in pairwise(self.stages):
            stage.after = after


class Stage:
    """The lower bounds accepted so far for sets of codes at one depth, and the cost of the next guesses."""

    def __init__(self, steps: tuple[int, ...] | None) -> None:
        self.steps = steps
        self.now = 1 if steps is None else steps[0] if steps else 0
        """The cost of the next guess for every code of a set."""
        self.claimed: dict[Codes, int] = {}
        self.looked_at: dict[Codes, int] = {}
        self.after = self
        """The stage after the next guess."""

    def least(self, size: int, below: int, other: int) -> int:
        """A lower bound of the cost of a set by counting; see `least_sum`."""
        return least_sum(size, below, other) if self.steps is None else least_cost(self.steps, size, below, other)


class Rules:
    """A game: pegs, colours, whether a colour may repeat, and the view, which is the part of a reply that is shown."""

    def __init__(self, text: str) -> None:
        match = _RULES.fullmatch(text)
        if match is None or (match[3] and int(match[2]) < int(match[1])):
            raise Unreadable(f"{_short(text)} is not a valid rules id: expected e.g. p4c6, p4c10n or p4c6-b")
        self.text = text
        self.pegs, self.colors, self.repeats, self.view = int(match[1]), int(match[2]), not match[3], match[4] or ""
        pegs = min(
            self.pegs, MOST_CODES_CERTIFIED.bit_length() + 1
        )  # with two colours, more pegs make too many codes anyway
        self.size = self.colors**pegs if self.repeats else perm(self.colors, self.pegs)
        if self.size > MOST_CODES_CERTIFIED:
            raise Unreadable(f"{text} has more than {MOST_CODES_CERTIFIED:,} codes, too many for a certificate")
        is_apart = self.view == "b" and self.repeats  # replies then allow to rename the colours of each peg alone
        self.color_offsets = tuple(peg * self.colors for peg in range(self.pegs)) if is_apart else ()
        """If so, for each peg, what is added to its colours so that no two pegs share one."""

    def codes(self) -> list[Code]:
        """Every code of the game, ascending."""
        colors = range(self.colors)
        return list(product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs))

    @property
    def win(self) -> str:
        """The reply that ends the game."""
        return self.shown(self.pegs, self.pegs)

    def answers(self, guesses: Sequence[Any], code: Any) -> list[str]:
        """The replies of a code to some guesses."""
        colors = list(set(code))
        counts = [code.count(color) for color in colors]
        full = [(sum(map(eq, code, held)), sum(map(min, map(held.count, colors), counts))) for held in guesses]
        texts = {pair: self.shown(*pair) for pair in dict.fromkeys(full)}
        return [texts[pair] for pair in full]

    def has_lower_image(self, guess: Any, history: tuple[Any, ...]) -> bool:
        """Whether a symmetry of a history maps a guess to a lower one."""
        codes = [guess, *history]
        if self.color_offsets:
            codes = [tuple(map(add, code, self.color_offsets)) for code in codes]
        return _has_lower_image(codes[0], tuple(codes[1:]), self.color_offsets)

    def spelled(self, code: Any) -> str:
        """The text of a code: one symbol per peg, or numbers joined by commas in games of many colours."""
        if self.colors <= len(SYMBOLS):
            return "".join([SYMBOLS[color] for color in code])
        return ",".join([str(color + 1) for color in code])

    def shown(self, black: int, total: int) -> str:
        """The reply as the view shows it; `total` is black and white together. The win is announced in every view."""
        if self.view in ("t", "w") and black == self.pegs:
            return "solved"
        white = total - black
        return {"": f"{black}b{white}w", "b": f"{black}b", "t": f"{total}t", "w": f"{white}w"}[self.view]


def listed_reply(kind: str, guess: str, secret: str) -> str:
    """The reply of a kind between two codes of a list, also to the right guess."""
    black = sum(map(eq, guess, secret))
    if kind == "same-place":
        return f"{black}b"
    pairs = list(zip(guess, secret))  # noqa: B905
    if kind == "per-slot":
        return f"{black}b{sum(mine != held and mine in secret for mine, held in pairs)}w"
    if kind == "wordle":
        left = [held for mine, held in pairs if mine != held]
        marks = ""
        for mine, held in pairs:
            if mine != held and mine in left:
                left.remove(mine)
                marks += "y"
            else:
                marks += "g" if mine == held else "-"
        return marks
    total = sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess))
    return f"{total}t" if kind == "common" else f"{black}b{total - black}w"


class Stated:
    """A game whose codes are texts. There are no symmetries."""

    text: str
    size: int
    guesses: list[Code]
    win = "solved"
    """The text of the guess that names the secret, which no other reply has."""

    def codes(self) -> list[Code]:
        """Every code that can be guessed; in lists the secrets come first."""
        return self.guesses

    def spelled(self, code: Code) -> str:
        """The text of a code."""
        return str(code)

    def has_lower_image(self, guess: Code, history: tuple[Code, ...]) -> bool:
        """False: there are no symmetries."""
        return False


class Lists(Stated):
    """A game whose codes are listed: the secrets, and further guesses."""

    def __init__(self, text: str, secrets: Sequence[str], guesses: Sequence[str]) -> None:
        match = _LISTED.fullmatch(text)
        if match is None:
            raise Unreadable(f"{_short(text)} does not name lists: expected list:REPLY:HASH")
        self.text, self.kind = text, match[1]
        words = stored([*secrets, *guesses])
        self.size = len(stored(secrets))
        self.guesses = list(words)
        if list_hash(words, self.size, self.kind) != match[2]:
            raise Unreadable(f"the lists are not those of the certificate, {text}: expected the same codes in order")
        if not 0 < self.size <= MOST_CODES_CERTIFIED:
            raise Unreadable(
                f"the lists have {self.size:,} secrets: a certificate takes up to {MOST_CODES_CERTIFIED:,}"
            )

    def answers(self, guesses: Sequence[Code], code: Code) -> list[str]:
        """The replies of a secret to some guesses."""
        return [self.win if guess == code else listed_reply(self.kind, str(guess), str(code)) for guess in guesses]


class Table(Stated):
    """A game that the certificate itself contains: the reply of each secret to each guess, in a line for each guess.

    Secrets have weights, guesses have costs, and sets cost the sum over their secrets of the weight times the cost of
    the guesses made. A game is over when its secret is `named`, by the guess of its number; when it is `known`, because
    all that are left give the same replies to all guesses; or, too, when all that are left are of one `class`.
    """

    def __init__(self, text: str, lines: Sequence[str]) -> None:
        match = _TABLE.fullmatch(text)
        if match is None:
            raise Unreadable(f"{_short(text)} does not name a table: expected table:HASH")
        if table_hash(lines) != match[1]:
            raise Unreadable(
                f"the table is not that of the rules, {text}: a line from until to the last test is altered"
            )
        self.text = text
        fields: dict[str, list[str]] = {}
        cells: dict[str, list[str]] = {}
        for line in lines:
            key, *values = line.split(" ")
            into = cells if key == "test" else fields
            name = values.pop(0) if key == "test" else key
            if name in into:
                raise Unreadable(f"the head has two lines {_short(name)}: expected one")
            into[name] = values
        self.until = " ".join(fields.get("until", ()))
        self.size = len(fields.get("objects", ()))
        if self.until not in ("named", "known", "class") or not 0 < self.size <= MOST_CODES_CERTIFIED or not cells:
            raise Unreadable(
                f"the table is incomplete: expected until, 1 to {MOST_CODES_CERTIFIED:,} objects, and tests"
            )
        self.weights = self._numbers(fields, "weights", self.size, 1, MOST_WEIGHT)
        if sum(self.weights) > MOST_WEIGHT:
            raise Unreadable(f"the weights are too large: expected a sum of {MOST_WEIGHT:,} at most")
        self.costs = self._numbers(fields, "costs", len(cells), 1, MOST_COST)
        self.cells = list(cells.values())
        self.guesses = list(cells)
        if any(len(row) != self.size for row in self.cells):
            raise Unreadable(f"a test has not {self.size} replies: expected one for each object")
        if len({reply for row in self.cells for reply in row}) > MOST_TABLE_REPLIES:
            raise Unreadable(f"the table has more than {MOST_TABLE_REPLIES:,} different replies")
        wins = [[code for code, reply in enumerate(row) if reply == self.win] for row in self.cells]
        named = [[code] for code in range(self.size)] + [[]] * (len(wins) - self.size)
        if wins != named if self.until == "named" else max(map(len, wins)) > 1:
            raise Unreadable("the tests that name objects are wrong: expected one for each object, first and in order")
        columns: dict[tuple[str, ...], int] = {}
        alike = tuple(columns.setdefault(column, len(columns)) for column in zip(*self.cells, strict=True))
        labels = (
            (self._numbers(fields, "classes", self.size, 0, MOST_CODES_CERTIFIED),) if self.until == "class" else ()
        )
        self.endings = () if self.until == "named" else (*labels, alike)
        """Labels of the secrets: the game is over when all that are left have one label, in one of these."""
        self.items = list(range(self.size))
        """The lowest code of the item of each: codes of two items are never left together at the end."""
        for _ in range(self.size):
            before = list(self.items)
            for ending in self.endings:
                lowest: dict[int, int] = {}
                for label, item in sorted(zip(ending, self.items, strict=True), key=itemgetter(1)):
                    lowest.setdefault(label, item)
                self.items = [lowest[label] for label in ending]
            if self.items == before:
                break
        self.largest_item = max(Counter(self.items).values())

    @staticmethod
    def _numbers(fields: dict[str, list[str]], name: str, count: int, least: int, most: int) -> tuple[int, ...]:
        texts = fields.get(name, ["1"] * count)
        if len(texts) == count and all(re.fullmatch(r"\d{1,8}", text, re.ASCII) for text in texts):
            numbers = tuple(map(int, texts))
            if least <= min(numbers) and max(numbers) <= most:
                return numbers
        raise Unreadable(f"the line {name} is wrong: expected {count} numbers from {least} to {most:,}")

    def weight(self, codes: Codes) -> int:
        """The weights of a set, added."""
        return sum(map(self.weights.__getitem__, codes))

    def exact(self, codes: Codes) -> int | None:
        """The cost of a set after which the game is over, or whose only code is left to be named; None for others."""
        if self.until == "named":
            return self.costs[codes[0]] * self.weights[codes[0]] if len(codes) == 1 else None
        return 0 if any(len({ending[code] for code in codes}) == 1 for ending in self.endings) else None

    def least(self, codes: Codes, rates: Rates) -> int:
        """A lower bound of the cost of a set, from the rates of a set that contains it.

        Every guess of a strategy splits its set, so that it costs `cost` at least for every code left. What is left at
        an end is of one item. So the guesses are the inner nodes of a tree with at most `arity` branches, in which each
        item is a leaf at least, and cost no less than in Huffman's tree for the weights of the items. If codes are
        named, each is one at a node of its own: the heaviest at the root, the next `arity` below it, and so on. The
        set along the largest parts loses at most `outside` codes with each guess, and keeps the lightest at least.
        """
        exact = self.exact(codes)
        if exact is not None:
            return exact
        arity, cost, outside = rates
        weights = sorted((self.weights[code] for code in codes), reverse=True)
        if self.until == "named":
            most = named_least(weights, arity, cost) + sum(self.weights[code] * self.costs[code] for code in codes)
        else:
            by_item: Counter[int] = Counter()
            for code in codes:
                by_item[self.items[code]] += self.weights[code]
            most = cost * max(sum(weights), huffman(list(by_item.values()), max(2, arity)))
        left, peeled = sum(weights), 0
        for gone in range(0, len(weights) - self.largest_item, max(1, outside)):
            peeled += cost * left
            left -= sum(weights[gone : gone + max(1, outside)])
        return max(most, peeled)


def table_hash(lines: Sequence[str]) -> str:
    """A hash of the lines of a table."""
    return hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()[:12]


def huffman(weights: list[int], arity: int) -> int:
    """The least sum of weights times depths of the leaves of a tree with at most `arity` branches at each node."""
    heap = [0] * (-(len(weights) - 1) % (arity - 1)) + sorted(weights)
    total = 0
    while len(heap) > 1:
        joined = sum(heappop(heap) for _ in range(arity))
        total += joined
        heappush(heap, joined)
    return total


def named_least(weights: list[int], arity: int, cost: int) -> int:
    """The least cost of the guesses before those that name codes of these weights, heaviest first, one at a node."""
    total = before = start = 0
    width = 1
    while start < len(weights):
        total += before * sum(weights[start : start + width])
        start, width, before = start + width, min(width * arity, len(weights)), before + cost
    return total


def stored(texts: Sequence[str]) -> list[str]:
    """Different words as codepegs has them: in upper case where that keeps them apart, else in lower case or as given.

    Words that differ in case only are one; letters of which only the capitals are equal, such as ı and i, differ.
    """

    def upper(text: str) -> str:
        return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)

    def lower(text: str) -> str:
        return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)

    words: dict[tuple[str, str], str] = {}
    for text in texts:
        words.setdefault((upper(text), lower(text)), text)
    given = list(words.values())
    found = ([fold(word) for word in given] for fold in (upper, lower))
    return next((folded for folded in found if len(set(folded)) == len(given)), given)


def list_hash(words: Sequence[str], secrets: int, kind: str) -> str:
    """A hash of lists and their reply: the texts of the secrets, then of the other guesses."""
    return hashlib.sha256(repr((tuple(words), secrets, ())).encode() + kind.encode()).hexdigest()[:12]


@cache
def least_sum(size: int, below: int, other: int) -> int:
    """A lower bound on the guesses that `size` codes need in total, from the number of parts that guesses make.

    `below` is the largest number of parts that a member makes besides itself, `other`, which is not less, the largest
    number that any guess makes besides itself. For a number s, give a code that a tree finds with guess number d the
    weight s + 1 - d, or 0 if that is negative, and let g(s) be the largest sum of weights in any tree. The first guess
    has the weight s if it is a code of the set, and each tree below it has at most g(s - 1). So g(0) = 0, and g(s) is
    at most the greater of s + below g(s - 1) and other g(s - 1). A code needs at least s + 1 guesses minus its weight,
    so all of them need at least (s + 1) size - g(s), for every s.

    The maximum of these straight lines is convex in `size`, so a given number of parts needs least if they are equal.
    """
    best = most = slope = 0
    while (value := (slope + 1) * size - most) > 0:
        best = max(best, value)
        slope += 1
        most = max(slope + below * most, other * most)
    return best


@cache
def least_cost(steps: tuple[int, ...], size: int, below: int, other: int) -> int:
    """A lower bound on the cost of `size` codes where the next guesses cost `steps`, and later ones nothing.

    A code costs the sum of the steps up to the guess that finds it. As in `least_sum`, give it the weight w minus its
    cost, or 0 if that is negative, for a number w: the sum of weights is at most g, which is found from the last guess
    to the next. The codes cost at least w size - g, for every w; only the costs of codes need to be tried.
    """
    costs = list(accumulate(steps))
    best = 0
    for cost in set(costs):
        most = 0
        for earlier in reversed(costs):
            most = max(max(0, cost - earlier) + below * most, other * most)
        best = max(best, cost * size - most)
    return best


@cache
def _symmetries(pegs: int, history: tuple[Any, ...]) -> list[Symmetry]:
    """Permutations of the pegs that, with a renaming of the colours, leave every guess of a history unchanged."""
    found = []
    for order in islice(permutations(range(pegs)), MOST_ORDERS):
        renamed: dict[int, int] = {}
        fits = all(renamed.setdefault(guess[order[i]], guess[i]) == guess[i] for guess in history for i in range(pegs))
        if fits and len(set(renamed.values())) == len(renamed):
            found.append((order, renamed))
    return found


def _has_lower_image(guess: Any, history: tuple[Any, ...], offsets: tuple[int, ...] = ()) -> bool:
    """Whether a symmetry of a history maps a guess to a lower one.

    Colours never played are interchangeable: they are renamed to the lowest of them in the order of appearance. With
    `offsets` each peg has colours of its own, from its offset on.
    """
    played = {color for earlier in history for color in earlier}
    fresh = [color for color in range(max(played, default=-1) + len(guess) + 1) if color not in played]
    fresh_of = [next(color for color in count(offset) if color not in played) for offset in offsets]
    for order, renamed in _symmetries(len(guess), history):
        names, image = dict(renamed), []
        for peg, place in enumerate(order):
            new = fresh_of[peg] if offsets else fresh[len(names) - len(renamed)]
            image.append(names.setdefault(guess[place], new))
        if tuple(image) < guess:
            return True
    return False


@dataclass(frozen=True)
class Survey:
    """How all guesses split a set of codes; guesses with equal replies occur once."""

    size: int
    stage: Stage
    guesses: dict[Column, int]
    """The lowest guess with these replies."""
    kinds: dict[tuple[int, bool], list[Column]]
    """The columns by their number of replies and whether they contain the win; guesses without information are omitted,
    because an optimal strategy never makes one."""

    @cached_property
    def below(self) -> int:
        """The largest number of parts that a member makes besides itself."""
        return max(replies - 1 for replies, wins in self.kinds if wins)

    @cached_property
    def other(self) -> int:
        """The largest number of parts that any guess makes besides itself."""
        return max(replies - wins for replies, wins in self.kinds)

    def least(self, size: int) -> int:
        """A lower bound of the cost of a part of a size, by counting."""
        return self.stage.after.least(size, self.below, self.other)

    def bound(self, part: Codes) -> int:
        """A lower bound of the cost of a part, by counting."""
        return self.least(len(part))

    def floor(self, kind: tuple[int, bool]) -> int:
        """A lower bound of the cost of the set for guesses of a kind, as if their parts were equal."""
        replies, wins = kind
        parts = replies - wins
        each, more = divmod(self.size - wins, parts)
        return self.size * self.stage.now + (parts - more) * self.least(each) + more * self.least(each + 1)

    def cost(self, column: Column) -> int:
        """A lower bound of the cost of the set for a guess with these replies, by counting its parts."""
        parts = [self.least(size) for reply, size in Counter(column).items() if reply != WIN]
        return self.size * self.stage.now + sum(parts)


class Board:
    """The codes of a game, their replies, and the lower bounds accepted so far for sets of them."""

    @classmethod
    def of(cls, rules: Rules | Lists | Table, candidates_only: bool, objective: str) -> Board:
        """The board of a game."""
        return (
            TableBoard(rules, candidates_only, objective)
            if isinstance(rules, Table)
            else cls(rules, candidates_only, objective)
        )

    def __init__(self, rules: Rules | Lists | Table, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        self.rules = rules
        self.objective = Objective(objective, rules.size)
        self.candidates_only = candidates_only
        self.codes = rules.codes()
        self.numbers = {rules.spelled(code): number for number, code in enumerate(self.codes)}
        self.everything: Codes = tuple(range(rules.size))
        self.replies = {rules.win: WIN}
        self._rows: dict[int, Sequence[int]] = {}

    def stage(self, made: int) -> Stage:
        """The stage after `made` guesses."""
        stages = self.objective.stages
        return stages[min(made, len(stages) - 1)]

    def row(self, number: int) -> Sequence[int]:
        """The numbered replies of one code to all guesses."""
        row = self._rows.get(number)
        if row is None:
            row = self._rows[number] = array("H", self._replies(number, self.codes))
        return row

    def _replies(self, number: int, guesses: Sequence[Code]) -> list[int]:
        """The numbered replies of one code to some guesses."""
        assert not isinstance(self.rules, Table)
        texts = self.rules.answers(guesses, self.codes[number])
        replies = {text: self.replies.setdefault(text, len(self.replies)) for text in dict.fromkeys(texts)}
        return [replies[text] for text in texts]

    def parts(self, codes: Codes, guess: int) -> dict[int, Codes]:
        """The codes by the reply they give to a guess."""
        found: dict[int, list[int]] = {}
        for code in codes:
            row = self._rows.get(code)
            reply = self._replies(code, (self.codes[guess],))[0] if row is None else row[guess]
            found.setdefault(reply, []).append(code)
        return {reply: tuple(part) for reply, part in found.items()}

    def survey(self, codes: Codes, stage: Stage) -> Survey:
        """How all guesses split a set of two codes or more."""
        rows = [self.row(code) for code in codes]
        allowed: Sequence[int] = range(len(self.codes))
        if self.candidates_only:
            allowed, rows = codes, [itemgetter(*codes)(row) for row in rows]
        guesses: dict[Column, int] = {}
        for guess, column in zip(allowed, zip(*rows, strict=True), strict=True):
            guesses.setdefault(column, guess)
        kinds: dict[tuple[int, bool], list[Column]] = {}
        for column in guesses:
            replies = set(column)
            if len(replies) > 1:
                kinds.setdefault((len(replies), WIN in replies), []).append(column)
        return Survey(len(codes), stage, guesses, kinds)

    def exact(self, codes: Codes, made: int) -> int | None:
        """The cost of a set that needs no search, here of one or two codes; None for others."""
        stage, size = self.stage(made), len(codes)
        return stage.now * size + stage.after.now * (size - 1) if size <= 2 else None

    def one_step(self, codes: Codes, made: int = 0) -> int:
        """A lower bound of the cost of a set of two codes or more after `made` guesses, by counting all parts."""
        stage = self.stage(made)
        found = stage.looked_at.get(codes)
        if found is None:
            survey = self.survey(codes, stage)
            floors = sorted((survey.floor(kind), kind) for kind in survey.kinds)
            found = min(survey.cost(column) for column in survey.kinds[floors[0][1]])
            for floor, kind in floors[1:]:
                if floor >= found:
                    break
                found = min(found, *(survey.cost(column) for column in survey.kinds[kind]))
            stage.looked_at[codes] = found
        return found

    def open_guesses(self, history: tuple[Code, ...], codes: Codes, target: int) -> Iterator[OpenGuess]:
        """The guesses, ascending, for which counting alone does not show that a set costs `target`."""
        survey = self.survey(codes, self.stage(len(history)))
        left = [
            survey.guesses[column]
            for kind, columns in survey.kinds.items()
            if survey.floor(kind) < target
            for column in columns
            if survey.cost(column) < target
        ]
        seen = set()
        for guess in sorted(left):
            if self.rules.has_lower_image(self.codes[guess], history):
                continue
            parts = self.parts(codes, guess)
            alike = (WIN in parts, frozenset(parts.values()))
            if alike not in seen:
                seen.add(alike)
                parts.pop(WIN, None)
                yield OpenGuess(self, guess, survey.size * survey.stage.now, parts, survey.bound, len(history) + 1)

    def check(self, history: tuple[Code, ...], codes: Codes, target: int) -> None:
        """Accept that a set costs at least `target`; raises `Unproved` if that does not follow.

        `history` holds the guesses that led to the set: a symmetry that maps each of them to itself maps the set to
        itself.
        """
        units = self.objective.units
        cost = self.exact(codes, len(history))
        if cost is None:
            for open_guess in self.open_guesses(history, codes, target):
                bound = open_guess.bound(target)
                if bound < target:
                    guess = self.rules.spelled(self.codes[open_guess.guess])
                    raise Unproved(f"{target} {units} are claimed, but with {guess} next only {bound} are proved")
        elif target > cost:
            raise Unproved(f"{target} {units} are claimed for {len(codes)} codes, which need {cost}")
        self.accept(codes, target, len(history))

    def accept(self, codes: Codes, target: int, made: int = 0) -> None:
        """Take it as proved that a set costs at least `target` after `made` guesses."""
        claimed = self.stage(made).claimed
        claimed[codes] = max(target, claimed.get(codes, 0))


class TableBoard(Board):
    """The board of a table: a set costs the sum of weights times the costs of the guesses made."""

    def __init__(self, table: Table, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        if candidates_only or objective != EXPECTED:
            raise Unreadable(f"{table.text} goes with any guess and the objective {EXPECTED} only")
        super().__init__(table, candidates_only, objective)
        self.table = table
        self.objective.units = "units of cost"
        texts = dict.fromkeys(chain((table.win,), *table.cells))
        self.replies = {text: number for number, text in enumerate(texts)}
        self.by_guess = [[self.replies[text] for text in row] for row in table.cells]

    def row(self, number: int) -> Sequence[int]:
        """The numbered replies of one code to all guesses."""
        return [row[number] for row in self.by_guess]

    def parts(self, codes: Codes, guess: int) -> dict[int, Codes]:
        """The codes by the reply they give to a guess."""
        row, found = self.by_guess[guess], dict[int, list[int]]()
        for code in codes:
            found.setdefault(row[code], []).append(code)
        return {reply: tuple(part) for reply, part in found.items()}

    def exact(self, codes: Codes, made: int) -> int | None:
        """The cost of a set that needs no search; None for others."""
        return self.table.exact(codes)

    def least(self, codes: Codes, rates: Rates) -> int:
        """A lower bound of the cost of a set, from the rates of a set that contains it."""
        return self.table.least(codes, rates)

    def splits(self, codes: Codes) -> tuple[dict[frozenset[Codes], int], Rates]:
        """The parts that guesses make besides the win, each with the cheapest, lowest guess that does; and the rates.

        Guesses that split nothing are omitted: a strategy without them costs less.
        """
        found: dict[frozenset[Codes], int] = {}
        arity = outside = 0
        for guess, cost in enumerate(self.table.costs):
            parts = self.parts(codes, guess)
            if len(parts) == 1:
                continue
            outside = max(outside, len(codes) - max(map(len, parts.values())))
            arity = max(arity, len(parts) - (self.table.until == "named" and WIN in parts))
            parts.pop(WIN, None)
            alike = frozenset(parts.values())
            if alike not in found or cost < self.table.costs[found[alike]]:
                found[alike] = guess
        return found, (arity, min(self.table.costs[guess] for guess in found.values()), outside)

    def one_step(self, codes: Codes, made: int = 0) -> int:
        """A lower bound of the cost of a set from all guesses at it."""
        looked_at = self.stage(made).looked_at
        if codes not in looked_at:
            found, rates = self.splits(codes)
            looked_at[codes] = max(self.least(codes, rates), min(self._sums(codes, found, rates)))
        return looked_at[codes]

    def left_open(self, codes: Codes, target: int) -> tuple[list[int], Rates]:
        """The guesses, ascending, for which counting alone does not show that a set costs `target`; and the rates."""
        found, rates = self.splits(codes)
        if self.least(codes, rates) >= target:
            return [], rates
        sums = self._sums(codes, found, rates)
        return sorted(guess for guess, bound in zip(found.values(), sums, strict=True) if bound < target), rates

    def _sums(self, codes: Codes, found: dict[frozenset[Codes], int], rates: Rates) -> list[int]:
        """For each split, a lower bound of the cost of the set with it."""
        weight, costs = self.table.weight(codes), self.table.costs
        below = [sum(self.least(part, rates) for part in parts) for parts in found]
        return [costs[guess] * weight + least for guess, least in zip(found.values(), below, strict=True)]

    def open_guesses(self, history: tuple[Code, ...], codes: Codes, target: int) -> Iterator[OpenGuess]:
        """The guesses, ascending, for which counting alone does not show that a set costs `target`."""
        left, rates = self.left_open(codes, target)
        weight, bound = self.table.weight(codes), partial(self.least, rates=rates)
        for guess in left:
            parts = self.parts(codes, guess)
            parts.pop(WIN, None)
            yield OpenGuess(self, guess, self.table.costs[guess] * weight, parts, bound, len(history) + 1)


class OpenGuess:
    """A guess for which counting its parts does not suffice."""

    def __init__(
        self, board: Board, guess: int, price: int, parts: dict[int, Codes], least: Callable[[Codes], int], made: int
    ) -> None:
        self.board, self.guess, self.made, self.after = board, guess, made, board.stage(made)
        self.price, self.least, self._parts = price, least, parts

    @property
    def parts(self) -> dict[int, Codes]:
        """The parts besides the win, by their replies."""
        return self._parts

    def known(self, part: Codes) -> int:
        """The best lower bound known for a part."""
        return max(self.least(part), self.after.claimed.get(part, 0), self.after.looked_at.get(part, 0))

    def bound(self, target: int) -> int:
        """A lower bound of the cost of the set for this guess; its parts are bounded as needed, small ones first."""
        total = self.price + sum(map(self.known, self.parts.values()))
        for part in sorted(self.parts.values(), key=len):
            if total >= target:
                break
            if self.board.exact(part, self.made) is None:
                known = self.known(part)
                total += max(0, self.board.one_step(part, self.made) - known)
        return total


@dataclass(frozen=True)
class Claim:
    """One line: the candidates after a history cost at least this much."""

    line: int
    position: str
    history: tuple[Code, ...]
    """The guesses of the position."""
    codes: Codes
    target: int


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]}…{text[-1]}"


def seal(body: str) -> str:
    """The last line of a certificate: the SHA-256 of all lines before it."""
    return f"sha256 {hashlib.sha256(body.encode(errors='surrogatepass')).hexdigest()}\n"


def _read_claim(board: Board, above: Claim, match: re.Match[str], line: int) -> Claim:
    """The claim of a line below another claim."""
    _, guess, reply, target = match.groups()
    place = f"line {line}, {above.position}"
    number = board.numbers.get(guess)
    if number is None:
        raise Unproved(f"{place}: {_short(guess)} is not a code of {board.rules.text}")
    if board.candidates_only and number not in above.codes:
        raise Unproved(f"{place}: {guess} is not a candidate, but only candidates may be guessed")
    parts = board.parts(above.codes, number)
    parts.pop(WIN, None)
    codes = parts.get(board.replies.get(reply, WIN))
    if codes is None:
        raise Unproved(f"{place}: no remaining code gives the reply {_short(reply)} to {guess}")
    return Claim(line, f"{above.position} {guess}:{reply}", (*above.history, board.codes[number]), codes, int(target))


def _check_claims(
    board: Board, total: int, lines: list[str], first: int, progress: Progress | None, sample: Collection[int] | None
) -> None:
    """Check every line after the lines below it, and the total last; raises `Unproved` at the first fault.

    With a `sample` of line numbers, the claims of other lines are taken as proved.
    """

    def finish(claim: Claim) -> None:
        if sample is not None and claim.line not in sample:
            board.accept(claim.codes, claim.target, len(claim.history))
            return
        try:
            board.check(claim.history, claim.codes, claim.target)
        except Unproved as error:
            raise Unproved(f"line {claim.line}, {claim.position}: {error}") from None

    top = first - 2  # the line of the total
    pending = [Claim(top, board.rules.text, (), board.everything, total)]
    for number, line in enumerate(lines, first):
        if progress is not None:
            progress(number - first, len(lines))
        match = _CLAIM.fullmatch(line)
        if match is None or len(match[1]) >= len(pending):
            raise Unreadable(f"line {number} is {_short(line)}, which is not a claim below the preceding ones")
        while len(pending) > len(match[1]) + 1:
            finish(pending.pop())
        pending.append(_read_claim(board, pending[-1], match, number))
    while pending:
        finish(pending.pop())
    if progress is not None:
        progress(len(lines), len(lines))


def check_text(
    text: str,
    progress: Progress | None = None,
    board_class: type[Board] = Board,
    secrets: Sequence[str] = (),
    guesses: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    r"""Check a certificate by trying all guesses at every set of codes that it names.

    The result has the keys `rules`, `guesses` (`any`, or `candidates` if only candidates may be guessed), `objective`
    (unless it is `expected`), `total` (no strategy costs less: needs fewer guesses over all secrets), `impossible`
    (true if a strategy that finds all in time would cost less, so that there is none), `claims` (the number of claims
    checked), `valid` and `faults` (sentences; the first fault ends the check). Raises `Unreadable` if the text is not a
    certificate or was altered. `progress` is called with the number of claims read and the number of
    all claims. `board_class` applies the rules. A certificate for a game whose codes are listed needs its lists: the
    secrets and the other guesses.

    With `sample`, only that number of claims is checked, drawn with the seed `seed`, each from the claims before it.
    The result then has the keys `checked`, their number, and `seed`, and `valid` means that no fault was found.

    >>> body = "codepegs-certificate 1\nrules p2c4\nguesses any\ntotal 45\n\n"
    >>> check_text(body + seal(body))["valid"]
    True
    >>> body = body.replace("45", "46")
    >>> check_text(body + seal(body))["faults"]
    ['line 4, p2c4: 46 guesses are claimed, but with 12 next only 45 are proved']
    """
    if not text.startswith(f"{MAGIC}\n"):
        raise Unreadable(f"line 1 is {_short(text.partition(chr(10))[0])}: expected {MAGIC!r}")
    cut = text.rfind("\n", 0, -1) + 1
    body = text[:cut]
    if text[cut:] != seal(body):
        raise Unreadable("the file is truncated or altered: its last line is not the SHA-256 of the preceding lines")
    header = _HEADER.match(body, len(MAGIC) + 1)
    if header is None or body[header.end() : header.end() + 1] != "\n":
        raise Unreadable(
            "invalid header: expected rules, guesses (any or candidates), total and an empty line from line 2 on"
        )
    lines = body[header.end() + 1 :].split("\n")[:-1]
    stated = header[4].split("\n")[:-1]
    if header[1].startswith("table:") or stated:
        rules: Rules | Lists | Table = Table(header[1], stated)
    elif not header[1].startswith("list:"):
        rules = Rules(header[1])
    elif not secrets:
        raise Unreadable(f"the codes of {header[1]} are listed: give the lists (--secrets, --guesses)")
    else:
        rules = Lists(header[1], secrets, guesses)
    board = board_class.of(rules, header[2] == CANDIDATES, header[3] or EXPECTED)
    first = FIRST_LINE + (header[3] is not None) + len(stated)
    faults = []
    drawn: Collection[int] | None = None
    if sample is not None:
        numbers = range(first, first + len(lines))
        drawn = set(random.Random(seed).sample(numbers, min(sample, len(lines))))
    try:
        _check_claims(board, int(header[5]), lines, first, progress, drawn)
    except Unproved as error:
        faults.append(str(error))
    objective = {} if header[3] is None else {"objective": header[3]}
    most = board.objective.most
    impossible = {"impossible": True} if most is not None and int(header[5]) > most else {}
    spot_check = {} if drawn is None else {"checked": len(drawn), "seed": seed}
    return {
        "rules": header[1],
        "guesses": header[2],
        **objective,
        "total": int(header[5]),
        **impossible,
        "claims": len(lines),
        "valid": not faults,
        "faults": faults,
        **spot_check,
    }


def check_file(
    path: str,
    progress: Progress | None = None,
    secrets: str | None = None,
    guesses: str | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Check a certificate in a file, decompressed if its name ends in .gz, as `check_text` does.

    `secrets` and `guesses` are files of lists, with codes separated by blanks or line ends.

    Raises `OSError` if the file cannot be read, `Unreadable` if it is damaged or not a certificate.
    """
    with open(path, "rb") as file:
        source = gzip.GzipFile(fileobj=file) if str(path).endswith(".gz") else file
        try:
            data = source.read(MOST_BYTES + 1)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise Unreadable(f"the file is damaged: {error}") from None
    if len(data) > MOST_BYTES:
        raise Unreadable(f"the file is larger than {MOST_BYTES / 1e6:.0f} MB")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is damaged: {error}") from None
    return check_text(text, progress, Board, _words(secrets), _words(guesses), sample, seed)


def _words(path: str | None) -> list[str]:
    if path is None:
        return []
    with open(path, encoding="utf-8") as file:
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise Unreadable(f"{path} is larger than {MOST_BYTES / 1e6:.0f} MB")
    return text.split()


def _print_progress(done: int, total: int) -> None:
    ending = "\r\x1b[K" if done == total else ""
    print(f"\rchecking claim {done:,} of {total:,}{ending}", end="", file=sys.stderr, flush=True)


def _print_report(report: dict[str, Any], path: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
    elif report["valid"] and "checked" in report:
        print(f"no fault in {report['checked']} of {report['claims']} claims, drawn with seed {report['seed']}")
    elif report["valid"]:
        guesses = "any guess" if report["guesses"] == ANY else "only candidates guessed"
        objective = f"objective {report['objective']}, " if "objective" in report else ""
        bound = f"{objective}total at least {report['total']}{', so there is none' * ('impossible' in report)}"
        print(f"valid: {report['rules']}, {guesses}, {bound}, claims {report['claims']}")
    if sys.stdout is not None:
        sys.stdout.flush()
    for fault in report["faults"]:
        print(f"{path}: {fault}", file=sys.stderr)


def _let_go_of_output() -> None:
    """Prevent Python from flushing the closed output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main(arguments: list[str] | None = None) -> int:
    """Check the file named in `arguments` (by default those of the command line) and return the exit code."""
    parser = argparse.ArgumentParser(description="Check a proof that no strategy needs fewer guesses.")
    parser.add_argument("file", metavar="FILE", help="certificate; compressed if the name ends in .gz")
    parser.add_argument("--secrets", metavar="FILE", help="the list of secrets, for a game whose codes are listed")
    parser.add_argument("--guesses", metavar="FILE", help="the list of further guesses")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--sample", type=int, metavar="N", help="check only N claims, drawn at random")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed of the sample")
    options = parser.parse_args(arguments)
    if options.sample is not None and options.sample < 1:
        parser.error(f"the sample is {options.sample} claims: expected 1 or more")
    report = None
    try:
        shown = _print_progress if sys.stderr and sys.stderr.isatty() else None
        report = check_file(options.file, shown, options.secrets, options.guesses, options.sample, options.seed)
        _print_report(report, options.file, options.json)
        return 0 if report["valid"] else 1
    except Unreadable as error:
        complaint, code = f"{options.file}: {error}", 2
    except KeyboardInterrupt:
        complaint, code = "interrupted", 130
    except MemoryError:
        complaint, code = f"{options.file}: not enough memory to check it", 3
    except BrokenPipeError:
        _let_go_of_output()
        return 141
    except OSError as error:
        complaint, code = f"{'the output' if report else options.file}: {error.strerror or error}", 3
        with suppress(OSError):
            _let_go_of_output()
    with suppress(OSError):
        print(complaint, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
