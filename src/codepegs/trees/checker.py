"""Checks a strategy tree without trusting its author: one file, the standard library, nothing else of codepegs.

    python checker.py FILE [--game GAME] [--json]

A strategy tree has a guess at each node and one child for each reply. This program reads the canonical text or the JSON
form (gzipped if the name ends in .gz; docs/trees.md describes both), computes the replies itself and replays every
secret of the game. It counts the guesses, compares them with the figures in the file, and reports the place of every
fault. Canonical text must match exactly, including the newline at its end; the layout of JSON is free.

A list of codes and a table of tests and objects are read from the files that state them: GAME is a CSV or TOML file, or
a text such as table:FILE.csv:weights=COLUMN or words:FILE.txt:wordle.

Exit codes: 0 the tree is valid, 1 it can be read but is wrong, 2 it is not a tree or damaged, 3 the file cannot be
read, 130 interrupted, 141 broken pipe.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import json
import os
import re
import sys
import tomllib
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import gcd, isfinite, lcm, perm
from operator import eq
from typing import Any

MAGIC = "codepegs-tree 1"
HEADER = ("rules", "strategy", "total", "depth", "histogram", "nodes")
JSON_MEMBERS = ("format", *HEADER, "average", "checks", "tree")
CHECKED_DEPTH = 2  # nodes up to this depth have a checksum of everything below them
MOST_FAULTS = 20
MOST_BYTES = 256_000_000  # the size of a file after decompression: beyond it, a small .gz would fill the memory
MOST_PEGS_COUNTED = 64  # with two colours, more pegs make more codes than any file has nodes
LISTED_IN_VAIN = 4_000_000  # games of up to this size are replayed even if nodes are missing
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_WEIGHT = 1 << 25  # the sum of the weights of a list, which are rounded if it is larger
MOST_MARKS = 10  # letters that are marked: more have more replies than trees tell apart
KINDS = ("wordle", "common", "same-place", "per-slot", "mastermind")
ENDS = ("named", "known", "class")

_RULES = re.compile(r"p([1-9]\d{0,4})c([1-9]\d{0,4})(n?)(?:-([btw]))?", re.ASCII)
_NODE = re.compile(r"(?: +([^ ]+) )?([^ ]+)(?: #([0-9a-f]{8}))?")

Code = tuple[str, ...]
"""One symbol per peg; the text alone of a code that is listed."""


class Unreadable(ValueError):
    """The input is not a strategy tree, or too damaged to be read as one."""


class Rules:
    """A game: pegs, colours, whether a colour may repeat, and the view, which is the part of a reply that is shown."""

    digest = ""  # of the lists or the table, which the header has

    def __init__(self, text: str) -> None:
        match = _RULES.fullmatch(text)
        if match is None or (match[3] and int(match[2]) < int(match[1])):
            raise Unreadable(
                f"{_short(text)} is not a valid rules id: expected e.g. p4c6, p4c10n or p4c6-b; check a tree of a "
                "table or of a list of codes with its files, e.g. --game animals.csv, or with codepegs tree verify"
            )
        self.text = text
        self.pegs, colors, self.repeats, self.view = int(match[1]), int(match[2]), not match[3], match[4] or ""
        self.size = self.mass = colors**self.pegs if self.repeats else perm(colors, self.pegs)
        self.joint = "" if colors <= len(SYMBOLS) else ","  # above that, colours are numbers
        self.symbols = dict.fromkeys([str(n + 1) for n in range(colors)] if self.joint else SYMBOLS[:colors])
        self.win = self.shown(self.pegs, self.pegs)
        shared = 0 if self.repeats else max(0, 2 * self.pegs - colors)  # colours that any two codes must have in common
        totals = range(shared, min(self.pegs, MOST_PEGS_COUNTED) + 1)
        full = [(black, total) for total in totals for black in range(min(total + 1, self.pegs))]
        shown = dict.fromkeys(self.shown(*reply) for reply in full if reply != (self.pegs - 1, self.pegs))
        self.order = {reply: place for place, reply in enumerate(shown)}  # the replies before the win

    def codes(self) -> Iterator[Code]:
        """Every code of the game."""
        return product(self.symbols, repeat=self.pegs) if self.repeats else permutations(self.symbols, self.pegs)

    def code(self, text: str) -> Code | None:
        """The code of a text; None if it is not a code of the game."""
        code = tuple(text.split(",")) if self.joint else tuple(text)
        legal = len(code) == self.pegs and all(symbol in self.symbols for symbol in code)
        return code if legal and (self.repeats or len(set(code)) == self.pegs) else None

    def shown(self, black: int, total: int) -> str:
        """The reply as the view shows it; `total` is black and white together. The win is announced in every view."""
        if self.view in ("t", "w") and black == self.pegs:
            return "solved"
        white = total - black
        return {"": f"{black}b{white}w", "b": f"{black}b", "t": f"{total}t", "w": f"{white}w"}[self.view]

    def cost(self, guess: Code) -> int:
        """What a guess costs."""
        return 1

    def weight(self, secrets: list[Code]) -> int:
        """The weights of some secrets, added."""
        return len(secrets)

    def is_over(self, secrets: list[Code]) -> bool:
        """Whether the game is over without a win when these secrets are left."""
        return False

    def rank(self, reply: str) -> int:
        """The place of a reply in the order of replies; unknown replies are last."""
        return self.order.get(reply, len(self.order))

    def split(self, guess: Code, secrets: list[Code]) -> dict[str, list[Code]]:
        """The secrets by the reply they give to a guess.

        Black counts the right colours in the right positions. Black plus white is the sum over colours of the smaller
        of the counts in guess and secret.
        """
        colors = list(set(guess))
        counts = [guess.count(color) for color in colors]
        full: dict[tuple[int, int], list[Code]] = {}
        for secret in secrets:
            black = sum(map(eq, guess, secret))
            total = sum(map(min, map(secret.count, colors), counts))
            full.setdefault((black, total), []).append(secret)
        parts: dict[str, list[Code]] = {}
        for (black, total), part in full.items():
            parts.setdefault(self.shown(black, total), []).extend(part)
        return parts


class Listed(Rules):
    """A game of listed codes or of tests and objects, as its files state it.

    The replies to each guess are texts by secret. Secrets have weights, guesses have costs. The game is over when its
    secret is `named`; when it is `known`, because all that are left give the same replies to all guesses; or, too, when
    all that are left are of one `class`.
    """

    def __init__(self, text: str, given: str) -> None:
        self.text, self.joint, self.win = text, "", "solved"
        record = _record_of(given)
        for key in record:
            if key not in ("table", "rows", "secrets", "guesses", "reply", "until", "weights", "costs", "classes"):
                raise Unreadable(f"{_short(key)} is beyond this checker: use codepegs tree verify")
        usual = "named" if "table" not in record else "class" if "classes" in record else "known"
        self.until = record.get("until", usual)
        if self.until not in ENDS or (self.until == "class" and "classes" not in record):
            raise Unreadable(f"until is {_short(self.until)}: expected named, known, or class with classes")
        self._replies: dict[str, dict[str, str]] = {}
        hashed = self._read_table(record) if "table" in record else self._read_lists(record)
        if len({_identity(name) for name in self.secrets}) < len(self.secrets) or not self.secrets:
            raise Unreadable("expected at least one secret, and none of them twice")
        self.size = len(self.secrets)
        weights = _whole(
            [Fraction(str(weight)) for weight in _by_name(record.get("weights", 1), self.secrets, "weights")]
        )
        costs = [int(cost) for cost in _by_name(record.get("costs", 1), self.guesses, "costs", 1)]
        labels = [_label(label) for label in _by_name(record.get("classes", ""), self.secrets, "classes")]
        self.mass = sum(weights)
        self.weights, self.costs = (
            dict(zip(*pair, strict=True)) for pair in ((self.secrets, weights), (self.guesses, costs))
        )
        self.classes = dict(zip(self.secrets, labels, strict=True))
        self.digest = self._digest(hashed, "classes" in record)

    def _digest(self, hashed: bytes, has_classes: bool) -> str:
        """The hash of what the rules do not determine, by the same definition as codepegs."""
        list_hash = hashlib.sha256(hashed).hexdigest()[:12]
        weights, costs = tuple(self.weights.values()), list(self.costs.values())
        rules: tuple[Any, ...] = (False, weights if max(weights) > 1 else None)
        if self.until != "named" or max(costs) > 1 or has_classes:
            names = list(dict.fromkeys(self.classes.values())) if has_classes else []
            classes = [names.index(label) for label in self.classes.values()] if has_classes else None
            rules = (*rules, self.until, costs if max(costs) > 1 else None, classes, tuple(names))
        if not any(rules):
            return list_hash
        return hashlib.sha256(repr((list_hash, *rules)).encode()).hexdigest()[:12]

    def _read_lists(self, record: dict[str, Any]) -> bytes:
        """Read lists of codes; returns what is hashed."""
        self.kind = str(record.get("reply", "mastermind"))
        if self.kind not in KINDS:
            raise Unreadable(f"the reply {_short(self.kind)} is beyond this checker: use codepegs tree verify")
        secrets, guesses = _codes(record.get("secrets")), _codes(record.get("guesses", []))
        self.guesses = _stored([*secrets, *guesses])
        self.secrets = self.guesses[: len(secrets)] if len(_stored(secrets)) == len(secrets) else []
        if isinstance(record.get("weights"), str):
            record["weights"] = _weights_in(record["weights"])
        elif (
            isinstance(record.get("secrets"), str)
            and "weights" not in record
            and (held := _weights_in(record["secrets"]))
        ):
            record["weights"] = held
        pegs = len(self.guesses[0]) if self.guesses else 0
        if any(len(code) != pegs for code in self.guesses) or (self.kind == "wordle" and pegs > MOST_MARKS):
            raise Unreadable(
                f"the reply {self.kind} needs codes of one length{f', up to {MOST_MARKS}' * (pegs > MOST_MARKS)}"
            )
        replies = {"wordle": [*map("".join, product("-yg", repeat=pegs if self.kind == "wordle" else 0))]}
        counts = [f"{count}{'t' if self.kind == 'common' else 'b'}" for count in range(pegs + 1)]
        pairs = [f"{black}b{total - black}w" for total in range(pegs + 1) for black in range(total + 1)]
        shown = replies.get(self.kind, counts if self.kind in ("common", "same-place") else pairs)
        self.order = {reply: place for place, reply in enumerate(shown)}
        return repr((tuple(self.guesses), len(self.secrets), ())).encode() + self.kind.encode()

    def _read_table(self, record: dict[str, Any]) -> bytes:
        """Read a table of outcomes; returns what is hashed."""
        head, *rows = _cells(record["table"])
        columns = [list(column) for column in zip(*rows, strict=True)]
        if record.get("rows", "objects") == "tests":
            head, columns = ["", *columns[0]], [head[1:], *([*row[1:]] for row in rows)]
        tests, objects, cells = [*map(_written, head[1:])], [*map(_written, columns[0])], columns[1:]
        if isinstance(name := record.get("costs"), str):
            at = _place(name, objects)
            del objects[at]
            prices = dict(zip(tests, [column.pop(at) for column in cells], strict=True))
        for key in ("weights", "classes"):
            if isinstance(name := record.get(key), str):
                at = _place(name, tests)
                del tests[at]
                record[key] = cells.pop(at)
        if isinstance(record.get("costs"), str):
            record["costs"] = [float(prices[test]) for test in tests]
        given = sorted({cell for row in cells for cell in row}, key=_outcome_order)
        number = {text: place for place, text in enumerate(given)}
        width = 1 if len(given) < 256 else 2
        held = {_identity(name): name for name in objects}
        if self.until == "named":
            named = [held.get(_identity(test), test) for test in tests]
            self.guesses = list(dict.fromkeys([*objects, *named]))
            self._replies = {name: dict.fromkeys(objects, "no") for name in objects}
        else:
            named = self.guesses = [f"{test}?" if _identity(test) in held else test for test in tests]
        self._replies |= {
            test: dict(zip(objects, map(_written, row), strict=True)) for test, row in zip(named, cells, strict=True)
        }
        for name in objects if self.until == "named" else ():
            self._replies[name][name] = self.win
        if isinstance(costs := record.get("costs"), list):
            record["costs"] = dict(zip(named, costs, strict=True))
        self.secrets, labels = objects, [*map(_written, given)]
        self.order = {reply: place for place, reply in enumerate(dict.fromkeys([*labels, "no"]))}
        texts = self.guesses if self.until == "named" else [*objects, *named]
        numbers = b"".join(number[cell].to_bytes(width, sys.byteorder) for row in cells for cell in row)
        first = 0 if self.until == "named" else len(objects)
        return repr((tuple(texts), len(objects), ())).encode() + repr((tuple(labels), first)).encode() + numbers

    def codes(self) -> Iterator[Code]:
        """Every secret."""
        return ((text,) for text in self.secrets)

    def code(self, text: str) -> Code | None:
        """The guess of a text; None if it cannot be guessed."""
        return (text,) if text in self.costs else None

    def cost(self, guess: Code) -> int:
        """What a guess costs."""
        return self.costs[guess[0]]

    def weight(self, secrets: list[Code]) -> int:
        """The weights of some secrets, added."""
        return sum(self.weights[text] for (text,) in secrets)

    def is_over(self, secrets: list[Code]) -> bool:
        """Whether the game is over without a win when these secrets are left."""
        if self.until == "named":
            return False
        if self.until == "class" and len({self.classes[text] for (text,) in secrets}) == 1:
            return True
        return len(secrets) == 1 or (
            bool(self._replies) and all(len(self.split((guess,), secrets)) == 1 for guess in self.costs)
        )

    def split(self, guess: Code, secrets: list[Code]) -> dict[str, list[Code]]:
        """The secrets by the reply they give to a guess."""
        parts: dict[str, list[Code]] = {}
        row = self._replies.get(guess[0])
        for secret in secrets:
            reply = self.reply(*guess, *secret) if row is None else row[secret[0]]
            parts.setdefault(reply, []).append(secret)
        return parts

    def reply(self, guess: str, secret: str) -> str:
        """The reply between two codes of a list: letters in place first, then each other one of the guess in turn."""
        if guess == secret:
            return self.win
        left = [held for mine, held in zip(guess, secret, strict=True) if mine != held]
        marks = ""
        for mine, held in zip(guess, secret, strict=True):
            elsewhere = mine != held and mine in left
            if elsewhere:
                left.remove(mine)
            marks += "g" if mine == held else "y" if elsewhere else "-"
        black, total = marks.count("g"), len(marks) - marks.count("-")
        if self.kind == "wordle":
            return marks
        if self.kind in ("common", "same-place"):
            return f"{total}t" if self.kind == "common" else f"{black}b"
        if self.kind == "per-slot":
            total = black + sum(mine != held and mine in secret for mine, held in zip(guess, secret, strict=True))
        return f"{black}b{total - black}w"


def _rules_of(text: str, game: str) -> Rules:
    """The rules that a tree states; of a list or a table, those in the files of the game."""
    if not game:
        return Rules(text)
    try:
        return Listed(text, game)
    except Unreadable as error:
        raise Unreadable(f"{game}: {error}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, csv.Error) as error:
        raise Unreadable(f"{game} does not state a list of codes or a table: {error}") from None


def _record_of(given: str) -> dict[str, Any]:
    """What files state of a game, by the keys of the TOML form; names of files are whole."""
    kind, *words = given.split(":") if re.match("(table|words):", given, re.IGNORECASE) else ("", given)
    if kind.lower() == "words":
        secrets, *guesses = words[0].split(",")
        if len(words) != 2 or len(guesses) > 1:
            raise Unreadable("expected words:SECRETS.txt[,GUESSES.txt]:REPLY")
        return {"secrets": secrets, "reply": words[1] or "mastermind"} | ({"guesses": guesses[0]} if guesses else {})
    if kind or given.lower().endswith((".csv", ".tsv")):
        record = {"table": words[0]}
        for word in words[1:]:
            key, _, value = word.partition("=")
            record |= {"until": word} if word in ENDS else {"rows": word} if word == "tests" else {key: value}
        return record
    try:
        record = tomllib.loads(_text_of(given))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(str(error)) from None
    for key in ("table", "secrets", "guesses", *(("weights",) if "table" not in record else ())):
        if isinstance(record.get(key), str):
            record[key] = os.path.join(os.path.dirname(given), record[key])
    return record


def _cells(path: str) -> list[list[str]]:
    """The cells of a CSV file, all rows of one length."""
    lines = _text_of(path).splitlines(keepends=True)
    separator = max(",;\t", key=next((line for line in lines if line.strip()), "").count)
    rows = [[" ".join(cell.strip().splitlines()) for cell in row] for row in csv.reader(lines, delimiter=separator)]
    rows = [row for row in rows if any(row)]
    if len(rows) < 2 or len(rows[0]) < 2 or len({len(row) for row in rows}) > 1:
        raise Unreadable("expected a row of names of tests, then as many cells in the row of each object")
    return rows


def _codes(given: Any) -> list[str]:
    """The codes of a list, or of a file with a code on each line, perhaps with its weight."""
    texts = [row[0] for row in _rows(given)] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Unreadable("expected lists of codes, or names of files with a code on each line")
    return [unicodedata.normalize("NFC", text) for text in texts]


def _weights_in(path: str) -> dict[str, str]:
    """The weights in a file of codes, none if it has codes only."""
    return {code: words[0] for code, *words in _rows(path) if words}


def _rows(path: str) -> list[list[str]]:
    rows = [line.split() for line in _text_of(path).splitlines() if line.strip()]
    for row in rows:
        if (
            len(row) > 2
            or re.search(r"[,;\"#]", "".join(row))
            or not all(re.fullmatch(r"[\d.]+", word) for word in row[1:])
        ):
            raise Unreadable(f"{path}: {_short(' '.join(row))}: expected a code on each line, or a code and its weight")
    return rows


def _place(name: str, names: list[str]) -> int:
    found = [place for place, other in enumerate(names) if _identity(other) == _identity(_written(name))]
    if not found:
        raise Unreadable(f"the table has no {_short(name)}")
    return found[0]


def _by_name(given: Any, names: Sequence[str], what: str, missing: Any = None) -> list[Any]:
    """A value for each name: one for all, in their order, or by name."""
    if isinstance(given, dict):
        values = {_identity(_written(str(name))): value for name, value in given.items()}
        found = [values.pop(_identity(name), missing) for name in names]
        given = [] if values or None in found else found
    found = list(given) if isinstance(given, list) else [given] * len(names)
    if len(found) != len(names):
        raise Unreadable(f"the {what} are wrong: expected one for each of {len(names)}")
    return found


def _whole(weights: list[Fraction]) -> list[int]:
    """Whole numbers in the same proportions, without a common factor; rounded if their sum is too large."""
    scale = lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * scale) for weight in weights]
    if min(whole) < 1:
        raise Unreadable("a weight is not above 0")
    whole = [weight // gcd(*whole) for weight in whole]
    if (total := sum(whole)) <= MOST_WEIGHT:
        return whole
    room = MOST_WEIGHT - len(whole)
    return [max(1, (2 * weight * room + total) // (2 * total)) for weight in whole]


def _upper(text: str) -> str:
    """A text in upper case, but for letters whose capital is longer."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)


def _lower(text: str) -> str:
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _identity(text: str) -> tuple[str, str]:
    """What texts have in common that differ in case only; letters of which only the capitals are equal differ."""
    text = unicodedata.normalize("NFC", text)
    return _upper(text), _lower(text)


def _stored(texts: Sequence[str]) -> list[str]:
    """Different words as trees have them: in upper case where that keeps them apart, else in lower case or as given."""
    by_identity: dict[tuple[str, str], str] = {}
    for text in texts:
        by_identity.setdefault(_identity(text), text)
    words = list(by_identity.values())
    found = ([fold(word) for word in words] for fold in (_upper, _lower))
    return next((folded for folded in found if len(set(folded)) == len(words)), words)


def _written(text: str) -> str:
    """A name as trees write it: blanks and colons are underscores."""
    return re.sub(r"[\s:]+", "_", unicodedata.normalize("NFC", text).strip())


def _label(value: Any) -> str:
    """The name of a class."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value) if isinstance(value, float) and value == int(value) else value).strip() or "none"


def _outcome_order(text: str) -> tuple[bool, float, str]:
    """Numbers before other outcomes, by size."""
    with suppress(ValueError):
        if isfinite(value := float(text)):
            return False, value, text
    return True, 0.0, text


@dataclass(slots=True, eq=False)
class Node:
    """One guess of the tree."""

    parent: Node | None
    depth: int  # number of guesses up to and including this one
    reply: str
    guess: str
    at: int  # its number among the lines of the tree, from 0
    check: str | None
    children: dict[str, Node] = field(default_factory=dict)


class Tree:
    """The content of a file, unverified, and the faults found so far."""

    def __init__(self, rules: Rules, header_lines: list[str], first_line: int | None) -> None:
        self.rules = rules
        self.header_lines = header_lines  # as covered by the checksum of the first guess
        self.first_line = first_line  # the number of the line of the first guess; None in JSON, which has no lines
        self.header: list[tuple[str, str]] = []  # names and their stated values
        self.average: Any = None  # in JSON only
        self.lines: list[tuple[int, str]] = []  # depth and text of each line of the tree, without checksums
        self.nodes: list[Node] = []
        self.total = 0  # what the secrets that were replayed cost
        self.faults: list[str] = []

    def fault(self, sentence: str, node: Node | None = None, line: int | None = None) -> None:
        """Add a fault, with the position before the guess of the node and the line, by default that of the node."""
        if len(self.faults) == MOST_FAULTS:
            return
        if line is None and node is not None:
            line = self.line(node.at)
        turns = []
        while node is not None and node.parent is not None:
            turns.append(f"{node.parent.guess}:{node.reply}")
            node = node.parent
        position = " ".join([self.rules.text, *reversed(turns)])
        fault = f"{'' if line is None else f'line {line}, '}{position}: {sentence}"
        self.faults.append(fault if fault.isprintable() else ascii(fault)[1:-1])

    def line(self, at: int) -> int | None:
        """The number, in the file, of a line of the tree."""
        return None if self.first_line is None else self.first_line + at

    def add(self, parent: Node | None, reply: str, guess: str, line: str, check: str | None = None) -> Node:
        """Add the next node in the order of the file."""
        node = Node(parent, parent.depth + 1 if parent else 1, reply, guess, len(self.lines), check)
        self.lines.append((node.depth, line))
        self.nodes.append(node)
        if parent is not None and parent.children.setdefault(reply, node) is not node:
            self.fault(f"duplicate reply {_short(reply)} to {parent.guess}", parent, self.line(node.at))
        return node

    def compare_checks(self) -> None:
        """Compare each checksum with the lines of its branch; that of the first guess covers the header too."""
        for node in self.nodes:
            if node.depth > CHECKED_DEPTH:
                if node.check is not None:
                    self.fault(
                        f"checksums are only for the first {CHECKED_DEPTH} guesses, but {node.guess} has one", node
                    )
                continue
            start, end = node.at, node.at + 1
            while end < len(self.lines) and (self.lines[end][0] > node.depth or node.depth == 1):
                end += 1
            covered = [line for _, line in self.lines[start:end]]
            what = f"the branch {node.parent.guess}:{node.reply}" if node.parent else "the tree with its header"
            if not node.parent:
                covered, start = self.header_lines + covered, -1 - len(self.header_lines)
            lines = f", lines {self.line(start)} to {self.line(end - 1)}," if self.first_line else ""
            if node.check is None:
                self.fault(f"{what}{lines} has no checksum", node)
            elif node.check != f"{zlib.crc32(chr(10).join(covered).encode(errors='surrogatepass')):08x}":
                self.fault(f"{what}{lines} does not match its checksum", node)

    def replay(self) -> list[int] | None:
        """Replay every secret: the numbers found at a cost of 1, 2, 3 … guesses; None if some are not found."""
        if not self.nodes:
            return None
        if self.rules.size > max(LISTED_IN_VAIN, len(self.nodes)):
            self.fault(f"the game has more secrets than {len(self.nodes)} nodes can find", self.nodes[0])
            return None
        histogram: list[int] = []
        lost = False

        def end(secrets: list[Code], spent: int) -> None:
            histogram.extend([0] * (spent - len(histogram)))
            histogram[spent - 1] += len(secrets)
            self.total += spent * self.rules.weight(secrets)

        pending = [(self.nodes[0], list(self.rules.codes()), 0)]
        while pending:
            node, secrets, spent = pending.pop()
            guess = self.rules.code(node.guess)
            if guess is None:
                lost = True
                self.fault(f"the guess {_short(node.guess)} is not a code of {self.rules.text}", node)
                continue
            parts = self.rules.split(guess, secrets)
            spent += self.rules.cost(guess)
            if found := parts.pop(self.rules.win, None):
                end(found, spent)
            for reply, part in parts.items():
                if reply not in node.children and self.rules.is_over(part):
                    end(part, spent)
                elif reply not in node.children:
                    lost = True
                    secret = f"{self.rules.joint.join(part[0])}{f' and {len(part) - 1} more' if len(part) > 1 else ''}"
                    ends = "" if node.children else f"the tree ends at {node.guess}: "
                    self.fault(f"{ends}no guess follows {node.guess}:{reply}, the reply for the secret {secret}", node)
            ordered = sorted(node.children, key=self.rules.rank)
            if ordered != list(node.children):
                self.fault(f"the replies to {node.guess} are out of order: expected {', '.join(ordered)}", node)
            for reply in reversed(ordered):
                child = node.children[reply]
                if reply in parts:
                    pending.append((child, parts[reply], spent))
                    continue
                why = "no remaining secret gives this reply"
                if reply not in self.rules.order:
                    ended = reply in (self.rules.win, "solved")
                    why = "this reply ends the game" if ended else f"{self.rules.text} has no such reply"
                self.fault(f"a guess follows {node.guess}:{reply[:40]}, but {why}", node, self.line(child.at))
        return None if lost else histogram

    def report(self) -> dict[str, Any]:
        """Check everything and return the result."""
        self.compare_checks()
        histogram = self.replay()
        total = average = depth = None
        counted: dict[str, object] = {"nodes": len(self.nodes), "lists": self.rules.digest}
        if histogram is not None:
            total = self.total
            average, depth = total / self.rules.mass, len(histogram)
            counted |= {"total": total, "depth": depth, "histogram": " ".join(map(str, histogram))}
            if self.first_line is None and (isinstance(self.average, bool) or self.average != average):
                self.fault(f"wrong average {_short(self.average)} in the header: expected {average}")
        expected = [*HEADER, "lists"] if self.rules.digest and self.first_line else list(HEADER)
        for number, (name, claim) in enumerate(self.header, 2):
            line = number if self.first_line else None
            if name not in expected:
                self.fault(f"unknown, duplicate or misplaced {_short(name)} in the header", line=line)
            elif claim != str(counted.get(name, claim)):
                self.fault(f"wrong {name} {_short(claim)} in the header: expected {counted[name]}", line=line)
            elif not claim.isprintable():
                self.fault(f"the {name} {_short(claim)} has unprintable characters", line=line)
            while name in expected:
                missing = expected.pop(0)
                if missing != name:
                    self.fault(f"missing {missing} before {name} in the header", line=line)
        for name in expected:
            self.fault(f"missing {name} in the header", line=self.first_line and len(self.header_lines))
        return {
            "rules": self.rules.text,
            "strategy": dict(self.header).get("strategy"),
            "total": total,
            "average": average,
            "longest_game": depth,
            "histogram": histogram,
            "nodes": len(self.nodes),
            "valid": not self.faults,
            "faults": self.faults,
        }


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]}…{text[-1]}"


def _read_text(text: str, game: str) -> Tree:
    lines = text.split("\n")
    end = lines.index("") if "" in lines else len(lines)
    rules = next((line[6:] for line in lines[:end] if line.startswith("rules ")), None)
    if lines[0] != MAGIC:
        raise Unreadable(f"line 1 is {_short(lines[0])}: expected {MAGIC!r} or a JSON object")
    if rules is None or not any(lines[end:]):
        raise Unreadable("the file is truncated or damaged: the rules, the empty line or the tree is missing")
    tree = Tree(_rules_of(rules, game), lines[:end], end + 2)
    tree.header = [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines[1:end]]
    if not lines[-1]:
        lines.pop()
    else:
        tree.fault("the file ends without a newline: it may be truncated", line=len(lines))
    above: list[Node | None] = []  # the path to the last line; None for a node that could not be read
    for number, line in enumerate(lines[end + 1 :], end + 2):
        match = _NODE.fullmatch(line)
        depth = len(line) - len(line.lstrip(" ")) + 1
        del above[depth - 1 :]
        parent = above[-1] if above else None
        fits = depth == len(above) + 1 and (parent is not None or (depth == 1 and not tree.nodes))
        if match and fits and (match[1] is None) == (depth == 1):
            reply, guess, check = match.groups()
            above.append(tree.add(parent, reply or "", guess, line[:-10] if check else line, check))
            continue
        if None not in above:
            tree.fault(f"{_short(line)} is malformed: expected indent, reply, guess", parent, number)
        above += [None] * (depth - len(above))
        tree.lines.append((depth, line))
    return tree


class _Members(list[tuple[str, Any]]):
    """The members of a JSON object in order, including repeated names."""


def _read_json(text: str, game: str) -> Tree:
    try:
        members = json.loads(text, object_pairs_hook=_Members)
    except RecursionError:
        raise Unreadable("the JSON is nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"invalid or truncated JSON: {error}") from None
    record = dict(members)
    if record.get("format") != MAGIC or not isinstance(record.get("rules"), str) or "tree" not in record:
        raise Unreadable(f"the JSON is not a tree: the format {MAGIC!r}, the rules or the tree is missing")
    header = [(name, _header_text(name, record[name])) for name in HEADER if name in record]
    rules = _rules_of(record["rules"], game)
    lists = [f"lists {rules.digest}"] if rules.digest else []
    tree = Tree(rules, [MAGIC, *(f"{name} {value}" for name, value in header), *lists], None)
    tree.header, tree.average = header, record.get("average")
    names = [name for name, _ in members]
    if sorted(names) != sorted(JSON_MEMBERS):
        tree.fault(f"its members are {', '.join(map(_short, names))}: expected {', '.join(JSON_MEMBERS)}")
    pending: list[tuple[Node | None, str, Any]] = [(None, "", record["tree"])]
    while pending:
        parent, reply, value = pending.pop()
        if isinstance(value, str):
            value = _Members([("guess", value), ("replies", _Members())])
        given = dict(value) if isinstance(value, _Members) and len(value) == 2 else {}
        guess, replies = given.get("guess"), given.get("replies")
        if not isinstance(guess, str) or not isinstance(replies, _Members):
            after = f"after {parent.guess}:{reply[:40]}" if parent else "at the top"
            tree.fault(f"{after}: expected a code, or an object with a guess and its replies", parent)
            continue
        line = f"{' ' * parent.depth}{reply} {guess}" if parent else guess
        node = tree.add(parent, reply, guess, line)
        replies.sort(key=lambda member: tree.rules.rank(member[0]), reverse=True)
        pending.extend((node, answer, child) for answer, child in replies)
    top = {node.reply: node for node in reversed(tree.nodes) if node.depth <= CHECKED_DEPTH}
    checks = record.get("checks")
    for reply, check in checks if isinstance(checks, _Members) else []:
        if reply in top and top[reply].check is None:
            top[reply].check = check if isinstance(check, str) else ""
        else:
            tree.fault(f"unexpected checksum for {_short(reply)}, which is not a branch or already has one")
    return tree


def _header_text(name: str, value: Any) -> str:
    """The text in a canonical header for a value in JSON."""
    if name in ("rules", "strategy") and isinstance(value, str):
        return value
    if name == "histogram" and isinstance(value, list) and all(type(count) is int for count in value):
        return " ".join(map(str, value))
    return json.dumps(value)


def check_text(text: str, game: str = "") -> dict[str, Any]:
    r"""Check a tree, given as canonical text or JSON, by replaying every secret of its game.

    The result has the keys `rules`, `strategy` (as in the text), `total` (guesses over all secrets, winning guesses
    included; what they cost, by weight, if guesses have costs or secrets weights), `average`, `longest_game` (the
    largest number of guesses for a secret), `histogram` (a list: secrets found with 1, 2, 3 … guesses), `nodes`,
    `valid` and `faults` (at most 20 sentences). The figures are recounted; those over secrets are None if some
    secret is not found.
    `game` names the files of a list of codes or a table. Raises `Unreadable` if the text is not a tree or its rules
    cannot be read.

    >>> head = "codepegs-tree 1\nrules p2c2\nstrategy -\ntotal 8\ndepth 3\nhistogram 1 2 1\nnodes 4\n\n"
    >>> tree = "11 #5bac36a0\n 0b0w 22 #3b28d58e\n 1b0w 12 #1d09de1d\n  0b2w 21\n"
    >>> report = check_text(head + tree)
    >>> report["valid"], report["total"], report["average"], report["histogram"]
    (True, 8, 2.0, [1, 2, 1])
    >>> for fault in check_text(head + tree.replace("22", "21"))["faults"]:
    ...     print(fault)
    line 9, p2c2: the tree with its header, lines 1 to 12, does not match its checksum
    line 10, p2c2 11:0b0w: the branch 11:0b0w, lines 10 to 10, does not match its checksum
    line 10, p2c2 11:0b0w: the tree ends at 21: no guess follows 21:1b0w, the reply for the secret 22
    """
    return (_read_json if text.lstrip().startswith("{") else _read_text)(text, game).report()


def check_file(path: str, game: str = "") -> dict[str, Any]:
    """Check a tree in a file, decompressed if its name ends in .gz, as `check_text` does.

    Raises `OSError` if a file cannot be read, `Unreadable` if it is damaged or not a tree.
    """
    return check_text(_text_of(path), game)


def _text_of(path: str) -> str:
    with open(path, "rb") as file:
        source = gzip.GzipFile(fileobj=file) if str(path).endswith(".gz") else file
        try:
            data = source.read(MOST_BYTES + 1)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise Unreadable(f"the file is damaged: {error}") from None
    if len(data) > MOST_BYTES:
        raise Unreadable(f"the file is larger than {MOST_BYTES / 1e6:.0f} MB")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is damaged: {error}") from None


def _print_report(report: dict[str, Any], path: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
    elif report["valid"]:
        figures = ", ".join(
            f"{name} {report[name]}" for name in ("total", "average", "longest_game", "histogram", "nodes")
        )
        print(f"valid: {report['rules']}, strategy {report['strategy']!a}, {figures}")
    if sys.stdout is not None:
        sys.stdout.flush()
    for fault in report["faults"]:
        print(f"{path}: {fault}", file=sys.stderr)
    if len(report["faults"]) == MOST_FAULTS:
        print(f"{path}: only the first {MOST_FAULTS} faults are shown", file=sys.stderr)


def _let_go_of_output() -> None:
    """Prevent Python from flushing the closed output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main(arguments: list[str] | None = None) -> int:
    """Check the file named in `arguments` (by default those of the command line) and return the exit code."""
    parser = argparse.ArgumentParser(description="Check a strategy tree by playing every secret.")
    parser.add_argument("file", metavar="FILE", help="canonical text or JSON; compressed if the name ends in .gz")
    parser.add_argument("--game", metavar="GAME", default="", help="the CSV or TOML file of a table or a list of codes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    report = None
    try:
        report = check_file(options.file, options.game)
        _print_report(report, options.file, options.json)
        return 0 if report["valid"] else 1
    except Unreadable as error:
        complaint, code = f"{options.file}: {error}", 2
    except KeyboardInterrupt:
        complaint, code = "interrupted", 130
    except MemoryError:
        complaint, code = f"{options.file}: not enough memory to list the secrets of its game", 3
    except BrokenPipeError:
        _let_go_of_output()
        return 141
    except OSError as error:
        complaint, code = f"{'the output' if report else error.filename or options.file}: {error.strerror or error}", 3
        with suppress(OSError):
            _let_go_of_output()
    with suppress(OSError):
        print(complaint, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
