"""What is given with lists and tables: outcomes, weights, costs and classes, each checked and made numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import gcd, isfinite, lcm, nan
from numbers import Real
from typing import Any, NamedTuple
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadRules, hint_at, is_iterable, is_masked, shown
from codepegs.game.words import Names, identity

MOST_WEIGHT = 1 << 25
"""Largest sum of the weights of a game: scores of this many codes fit 64 bits, see `core/scoring.hpp`."""

Weights = Mapping[str, float] | Iterable[float]
"""Positive weights by secret, or in the order of the secrets."""


def weighed(secrets: Sequence[str], given: object) -> tuple[tuple[int, ...] | None, Fraction]:
    """Return weights as whole numbers of the same proportions, None if all are equal, and the unit of these."""
    numbers = _in_order("weights", secrets, given)
    fractions = [_fraction(secret, number) for secret, number in zip(secrets, numbers, strict=True)]
    scale = lcm(*(fraction.denominator for fraction in fractions))
    whole = [fraction.numerator * (scale // fraction.denominator) for fraction in fractions]
    least = gcd(*whole)
    whole = [weight // least for weight in whole]
    if max(whole) == 1:
        return None, Fraction(1)
    total = sum(whole)
    if total > MOST_WEIGHT:
        room = MOST_WEIGHT - len(whole)  # for those that are rounded up
        whole = [max(1, (2 * weight * room + total) // (2 * total)) for weight in whole]
    return tuple(whole), sum(fractions, Fraction(0)) / sum(whole)


class _Refusals(NamedTuple):
    """The kinds of refusals of what is given for names, and what the names are of."""

    not_given: str
    unknown: str
    missing: str
    other_count: str
    of: str = "secrets"


_REFUSALS = {
    "weights": _Refusals("no_weights", "weight_of_no_secret", "no_weight", "weights_given"),
    "costs": _Refusals("no_costs", "cost_of_no_guess", "", "guess_costs_given", "guesses"),
    "classes": _Refusals("wrong_classes", "", "no_class", "classes_given"),
}


def _in_order(what: str, names: Sequence[str], given: object) -> list[object]:
    """What is given for some names, by name or in their order; a name without a cost costs 1."""
    refusals = _REFUSALS[what]
    values: list[object]
    if isinstance(given, Mapping):
        known, by_number = Names(names), {}
        for text, value in given.items():
            number = known.find(written_name(str(text), "the_name"))
            if number is None and refusals.unknown:
                raise BadRules.because(refusals.unknown, text=str(text)[:40], **hint_at(str(text), names))
            by_number[number] = value
        without = next((name for n, name in enumerate(names) if refusals.missing and n not in by_number), None)
        if without is not None:
            raise BadRules.because(refusals.missing, text=without)
        values = [by_number.get(number, 1) for number in range(len(names))]
    elif not isinstance(given, str | bytes | Set) and not is_masked(given) and is_iterable(given):
        values = list(given)  # type: ignore[call-overload]
    else:
        raise BadRules.because(refusals.not_given, value=shown(given))
    if len(values) != len(names):
        raise BadRules.because(refusals.other_count, **{refusals.of: len(names), what: len(values)})
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def _fraction(secret: str, number: object) -> Fraction:
    """The exact value of a number as it is written."""
    if isinstance(number, int) and not isinstance(number, bool):
        if number > 0:
            return Fraction(number)
    elif isinstance(number, Real | Decimal) and not isinstance(number, bool):
        value = float(number)
        if isfinite(value) and value > 0:
            return Fraction(repr(value))
    raise BadRules.because("wrong_weight", text=secret, value=shown(number))


Numbers = NDArray[np.unsignedinteger[Any]]

MOST_OUTCOMES = (1 << 16) - 1
"""Different outcomes in a table: with the announcement of the win, part numbers are 16 bits wide."""

MOST_COST = 10_000
"""Largest cost of a test: games are counted by what they cost, and sums of weights times costs fit 64 bits."""

MOST_EXACT = 1 << 53
"""Largest number up to which 64-bit floats hold every whole number."""

LONGEST_CODE = 100
"""Symbols of the longest code of a list: the number of its replies grows with the square of this."""

RESERVED = ("solved", "?")
"""Texts of replies that mean something else: the win, and an unknown reply."""


class Cells:
    """Cells as numbers of texts: a row of a table."""

    def __init__(self, numbers: NDArray[np.int32], texts: Sequence[str]) -> None:
        self.numbers, self.texts = numbers, texts

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def different(self) -> tuple[list[str], NDArray[np.int64]]:
        """The different texts, and the number of each cell among them."""
        found, local = np.unique(self.numbers, return_inverse=True)
        return [self.texts[number] for number in found.tolist()], local.reshape(-1)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.tolist(), dtype=object if dtype is None else dtype)

    def tolist(self) -> list[str]:
        """The cells as texts."""
        return [self.texts[number] for number in self.numbers.tolist()]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcome of each test for each object, as numbers."""

    numbers: Numbers
    """Indices into `labels`, shape (tests, objects); uint8 if they fit, otherwise uint16."""
    labels: tuple[str, ...]
    """The outcomes as texts without blanks."""
    given_labels: tuple[str, ...]
    """The same texts as they were given."""
    tests: tuple[str, ...]
    """The names of the tests."""
    measured: frozenset[int] = frozenset()
    """The numbers of the tests whose outcomes are numbers and intervals that do not overlap."""
    is_divided: bool = False
    """Whether some forms stand for the outcomes that a cell of their object can have."""
    forms: tuple[int, ...] | None = None
    """For each object, the number of the first one that is another form of the same; None if each has one form."""

    def __str__(self) -> str:
        return "table"

    def guesses(self, objects: Sequence[str], *, named: bool) -> list[str]:
        """The names of the tests as guesses: one named like an object is the object, or has a question mark."""
        held = {_folded(text): text for text in objects}
        return [
            test if _folded(test) not in held else held[_folded(test)] if named else f"{test}?" for test in self.tests
        ]

    @classmethod
    def of(cls, rows: Any, tests: Iterable[object], objects: Sequence[str] = ()) -> Outcomes:
        """Number outcomes, given row by row, a row for each test: numbers by size, then texts by alphabet.

        `objects` are their names, for messages.
        """
        names = tuple(map(str, tests))
        folded = [_folded(name) for name in names]
        if len(set(folded)) < len(folded):
            same = next(text for text in folded if folded.count(text) > 1)
            first, second, *_ = (name for name, text in zip(names, folded, strict=True) if text == same)
            kind = "test_twice" if first == second else "tests_alike"
            raise BadRules.because(kind, text=first, other=second)
        number_of: dict[str, int] = {}
        number_of_fold: dict[str, int] = {}
        numbers: Numbers = np.empty((0, 0), dtype=np.uint8)
        count = 0
        for count, given in enumerate(rows, 1):
            row = given.numbers if isinstance(given, Cells) else np.asarray(given)
            if row.ndim != 1 or not row.size or (count > 1 and len(row) != numbers.shape[1]):
                raise BadRules.because("wrong_row", row=count, shape=str(row.shape))
            if count > len(names):
                break
            if count == 1:
                numbers = np.empty((len(names), len(row)), dtype=np.uint8)
            try:
                texts, local = given.different if isinstance(given, Cells) else _numbered(row)
            except BadRules as error:
                at = next((n for n, cell in enumerate(row.tolist()) if _is_missing(cell)), len(objects))
                where = ", ".join([*objects[at : at + 1], names[count - 1]])
                raise error.within(where, test=names[count - 1]) from None
            found = []
            for text in texts:
                if text not in number_of:  # as first spelt
                    number_of[text] = number_of_fold.setdefault(fold(text), len(number_of_fold))
                found.append(number_of[text])
            if len(number_of_fold) > MOST_OUTCOMES:
                raise BadRules.because("too_many_outcomes", most=MOST_OUTCOMES)
            if numbers.dtype != _dtype_for(len(number_of_fold)):
                numbers = numbers.astype(np.uint16)
            np.take(np.array(found, dtype=numbers.dtype), local, out=numbers[count - 1], mode="clip")
        if count != len(names):
            kind = "more_rows_given" if count > len(names) else "rows_given"
            raise BadRules.because(kind, tests=len(names), rows=count)
        spelt: dict[int, str] = {}
        for text, number in number_of.items():
            spelt.setdefault(number, text)
        given_labels = tuple(sorted(spelt.values(), key=_sort_key))
        rank = np.empty(len(given_labels), dtype=numbers.dtype)
        rank[[number_of[text] for text in given_labels]] = np.arange(len(given_labels))
        if (rank != np.arange(len(rank))).any():
            for row in numbers:
                row[:] = rank[row]
        labels = tuple(_label(text) for text in given_labels)
        return cls(numbers, labels, given_labels, names)


_ENDS_IN_ZEROS = re.compile(r"([-+]?(?:0|[1-9]\d*))\.(\d*?)0+")


def fold(text: str) -> str:
    """What outcomes have in common that are one: case, blanks, and zeros at the end of a number."""
    if found := _ENDS_IN_ZEROS.fullmatch(text):
        return f"{found[1]}.{found[2]}" if found[2] else found[1]
    return identity(written_name(text, "an_outcome"))


def _label(text: str) -> str:
    label = written_name(text, "an_outcome")
    if label.lower() in RESERVED:
        raise BadRules.because("outcome_is_reply", text=label)
    return label


def _folded(name: str) -> str:
    return identity(written_name(name, "name_of_test"))


def _numbered(row: NDArray[Any]) -> tuple[list[str], NDArray[Any]]:
    """The different outcomes of a row as texts, and the index of each cell."""
    if row.dtype.kind == "b":
        texts, local = _numbered(row.view(np.uint8))
        return [("no", "yes")[int(text)] for text in texts], local
    if row.dtype.kind == "f":
        row = _whole_numbers(row)
    if row.dtype.kind in "iu":
        least, most = int(row.min()), int(row.max())
        if most - least <= MOST_OUTCOMES:
            local = row
            if least:
                local = row - (row.dtype.type(least) if row.dtype.kind == "u" else np.int64(least))
            is_present = np.zeros(most - least + 1, dtype=np.bool_)
            is_present[local] = True
            present = np.flatnonzero(is_present)
            if len(present) == len(is_present):
                return [str(value + least) for value in present.tolist()], local
            index = np.cumsum(is_present) - 1
            return [str(value + least) for value in present.tolist()], index[local]
    index = np.arange(len(row))
    if row.dtype.kind != "O":
        row, index = np.unique(row, return_inverse=True)
    number_of: dict[str, int] = {}  # texts without blanks around them may be equal
    number_of_cell: dict[tuple[type, object], int] = {}
    cells = [(type(cell), cell) for cell in row.tolist()]
    for cell in cells:
        if cell not in number_of_cell:
            number_of_cell[cell] = number_of.setdefault(_outcome_text(cell[1]), len(number_of))
    if any(map(_is_missing, number_of)):
        if "?" in number_of:
            raise BadRules.because("unknown_outcome", text="?")
        raise BadRules.because("no_outcome" if any(cell is None for _, cell in cells) else "empty_outcome")
    return list(number_of), np.array([number_of_cell[cell] for cell in cells])[index]


def _is_missing(cell: object) -> bool:
    """Whether a cell has no outcome."""
    text = "" if cell is None else str(cell).strip()
    return text in ("", "?") or (isinstance(cell, float) and not isfinite(cell))


def _whole_numbers(row: NDArray[Any]) -> NDArray[Any]:
    """The same row as integers, which are numbered much faster, if all its numbers are whole."""
    if float(row.min()) >= -MOST_EXACT and float(row.max()) <= MOST_EXACT:  # not so if one of them is not a number
        whole = row.astype(np.int64)
        if (whole == row).all():
            return whole
    return row


def _dtype_for(outcomes: int) -> type[np.uint8 | np.uint16]:
    return np.uint8 if outcomes < 256 else np.uint16  # one more for the win


def _sort_key(text: str) -> tuple[bool, float, str]:
    """Numbers first, by size."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    return (False, value, text) if isfinite(value) else (True, 0.0, text)


def _outcome_text(value: Any) -> str:
    """The text of an outcome; whole numbers without a decimal point, and `yes` and `no` for truth values."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | np.floating):
        if not isfinite(value):
            raise BadRules.because("no_outcome")
        return str(int(value)) if value == int(value) else str(value)
    return "" if value is None else str(value).strip()


def written_name(text: str, thing: str) -> str:
    """The text of a name in positions, where blanks and colons separate: they become underscores."""
    word = re.sub(r"[\s:]+", "_", normalize("NFC", text).strip())
    if not word:
        raise BadRules.because("empty_name", thing=thing)
    if not word.isprintable():
        raise BadRules.because("unprintable_name", text=text[:40], thing=thing)
    return word


def checked_text(text: object, reply: object) -> str:
    """Check the text of a code of a list, or the name of an object or test, and return it, composed (NFC)."""
    if isinstance(text, str) and isinstance(reply, Outcomes):
        text = written_name(text, "a_name")
        if len(text) <= LONGEST_CODE:
            return text
    if not isinstance(text, str):
        raise BadRules.because("code_no_text", value=shown(text))
    if not text or re.search(r"[\s:]", text) or not text.isprintable():
        raise BadRules.because("not_a_code_text", text=text[:40])
    if len(text) > LONGEST_CODE:
        raise BadRules.because("long_code", text=text[:40], count=len(text), most=LONGEST_CODE)
    return normalize("NFC", text)


def whole_costs(guesses: Sequence[str], given: object) -> tuple[int, ...] | None:
    """Check the costs of guesses, given by guess, where those without one cost 1, or in order; None if all are 1."""
    costs = tuple(map(_cost, guesses, _in_order("costs", guesses, given)))
    return None if max(costs) == 1 else costs


def _cost(guess: str, number: object) -> int:
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if is_number and 1 <= number <= MOST_COST and number == int(number):  # type: ignore[operator, call-overload]
        return int(number)  # type: ignore[call-overload, no-any-return]
    raise BadRules.because("wrong_cost", text=guess, value=shown(number), most=MOST_COST)


def class_labels(secrets: Sequence[str], given: object) -> tuple[str, ...]:
    """Check the classes of secrets, given by secret or in order: the label of each."""
    labels = _in_order("classes", secrets, given)
    for label in labels:
        if isinstance(label, np.ndarray):
            raise BadRules.because("wrong_classes", value=shown(label))
    return tuple(_outcome_text(label) or "none" for label in labels)


def column_sums(table: Numbers) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return random weights of the rows of a table, and the sums of its columns; those of different ones differ."""
    weights = np.random.default_rng(0).integers(1 << 63, size=len(table), dtype=np.uint64)
    sums = np.zeros(table.shape[1], dtype=np.uint64)
    for weight, row in zip(weights, table, strict=True):
        sums += weight * row
    return weights, sums


def alike_columns(table: Numbers) -> NDArray[np.int64]:
    """Number the groups of equal columns of a table, in the order of their first, int64, shape (columns,)."""
    _, first, group = np.unique(column_sums(table)[1], return_index=True, return_inverse=True)
    if any((row != row[first][group]).any() for row in table):  # different columns have equal sums
        _, first, group = np.unique(table, axis=1, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[group.ravel()], dtype=np.int64)
