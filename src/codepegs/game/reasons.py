"""Reasons are data: a kind and its values, which one catalogue of sentences puts into words.

The catalogue is `sentences.json`, which the page reads, too. In a sentence `{name}` stands for a value: a whole number
with its thousands separated (`{name:d}`: without), or a text. `{name:.1}` has one decimal, `{name:g}` at most four,
`{name:%}` is a probability, and `{name|guess|guesses}` the word for one or for several. `{guesses:±}` is an estimate
with its uncertainty, the value `error` (that of `best_guesses` is `best_error`), or an exact number with two decimals;
`{guesses:about}` has as many decimals as the value `digits`, by default two, and an estimate one less. `{name:left}`
is a number of codes, or an interval of it; `{name:turns}` names some turns, `{name:given}` with what they say, and
`{name:code}` is a code. `{name:codes}` are some of the codes whose number is `candidates`, and `{name:quoted}` is an
input. `{name:clause}` is the sentence of another kind, with the same values; nothing without the value. A form with a
capital letter (`Code`) begins a sentence. `{name|one|both|all #}` has a word for two, too, and `#` for the number.

A sentence has a capital letter and a full stop, but the message of an error, or a clause, has neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from codepegs.files import read_bytes
from codepegs.game.reply import LEAST_SHOWN_AS_POWER, chance_words, codes_left, estimate_words

ROUNDED_ERROR = 5.0
"""Least uncertainty of an estimate that is given without decimals."""

LONGEST_NAMED = 40
"""Largest number of characters of a code within a sentence."""

MOST_NAMED = 3
"""Largest number of turns listed one by one."""

Value = float | str | tuple[float, ...] | tuple[str, ...]
Data = dict[str, float | str | Sequence[float | str]]
"""A reason in JSON."""

_VALUE = re.compile(r"\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*)(?:\|([^{}|]*))?)?\}")


def turns_named(turns: Sequence[float]) -> str:
    """Format turn numbers for a sentence.

    >>> turns_named([2]), turns_named([1, 3]), turns_named([1, 2, 4, 5])
    ('turn 2', 'turns 1 and 3', '4 turns (1, 2, …)')
    """
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) <= MOST_NAMED:
        return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
    return f"{len(turns)} turns ({', '.join(map(str, turns[: MOST_NAMED - 1]))}, …)"


class Writing(NamedTuple):
    """How codes, canonical texts in the values, and turns, by their numbers, are written in a sentence."""

    code: Callable[[str], str] = str
    turns: Callable[[Sequence[Any]], str] = turns_named


class Reason(NamedTuple):
    """Why a guess is suggested or an input refused, or what is said of a turn, a game or a contradiction.

    >>> Reason.of("leaves_candidate", average=32.6, candidates=256, worst=51).text
    'Leaves 32.6 of 256 candidates on average (51 at worst); may be the secret.'
    """

    kind: str
    """The kind, a key of the catalogue."""
    values: tuple[tuple[str, Value], ...]
    """The values by name; codes are canonical texts."""

    @classmethod
    def of(cls, kind: str, **values: Value) -> Reason:
        """Return a reason of a kind."""
        return cls(kind, tuple(values.items()))

    def also(self, **values: Value) -> Reason:
        """Return the reason with further values."""
        return Reason(self.kind, (*self.values, *values.items()))

    @property
    def data(self) -> Data:
        """The reason in JSON."""
        return {"kind": self.kind, **dict(self.values)}

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return self.written(Writing())

    def written(self, writing: Writing) -> str:
        """Return the reason as a sentence with codes and turns as given."""
        return _said(self.kind, dict(self.values), writing)


@cache
def catalogue() -> dict[str, str]:
    """Return the sentence of each kind of reason."""
    return msgspec.json.decode(read_bytes(Path(__file__).with_name("sentences.json")), type=dict[str, str])


def _said(kind: str, values: dict[str, Value], writing: Writing) -> str:
    return _VALUE.sub(lambda field: _written(values, writing, *field.groups()), catalogue()[kind])


def _written(
    values: dict[str, Value],
    writing: Writing,
    name: str,
    form: str | None,
    singular: str | None = None,
    plural: str | None = None,
    more: str | None = None,
) -> str:
    if form == "clause":
        return _said(str(values[name]), values, writing) if name in values else ""
    value = values[name]
    if form is not None and form[0].isupper():
        text = _written(values, writing, name, form.lower())
        return text[0].upper() + text[1:]
    if singular is not None and plural is not None:
        if more is not None and value != 2 and not _is_one(value):
            return more.replace("#", f"{value:,}")
        return singular if _is_one(value) else plural
    if form == "code":
        text = writing.code(str(value))
        return text if len(text) <= LONGEST_NAMED else "the best guess"
    if form == "left":
        return left_text(value)
    if form == "quoted":
        return repr(value)
    if form == "d":
        return str(value)
    if isinstance(value, str):
        return value
    if form == "codes":
        assert isinstance(value, tuple)
        return ", ".join([*map(str, value), *["…"] * (values["candidates"] != len(value))])
    if isinstance(value, tuple):
        return writing.turns(value) if form == "given" else turns_named(value)  # type: ignore[arg-type]
    if form is None:
        return f"{value:,}"
    if form == "g":
        return f"{round(value, 4):g}"
    if form == "%":
        return chance_words(value)
    error, digits = values.get(name.replace("guesses", "error"), 0.0), values.get("digits", 2)
    assert isinstance(error, float | int)
    assert isinstance(digits, int)
    if form == "about":
        return f"about {value:.{max(1, digits - 1)}f}" if error else f"{value:.{digits}f}"
    if form == "±":
        if not error:
            return f"{value:.2f}"
        digits = 0 if error >= ROUNDED_ERROR else 1 if error >= 0.1 else 2
        return f"{value:,.{digits}f} ± {max(error, 0.01):,.{digits}f}"
    return f"{value:,{form}f}"


def _is_one(value: Value) -> bool:
    if isinstance(value, tuple):
        return len(value) == 1
    return not isinstance(value, str) and round(value, 4) == 1


def left_text(left: Value) -> str:
    """Format a number of codes that are left, an interval of it, or what is already a text.

    >>> left_text(256), left_text(3.25), left_text(1e20), left_text((4.1e12, 6.0e12))
    ('256', '3.2', 'about 10^20', '4.1 to 6 trillion')
    """
    if isinstance(left, str):
        return left
    if isinstance(left, tuple):
        low, high = map(float, left)
        return estimate_words(low, (low, high))
    return f"{'about ' * (left >= LEAST_SHOWN_AS_POWER)}{codes_left(left)}"
