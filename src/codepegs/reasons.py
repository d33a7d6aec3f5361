"""Why a guess is suggested or an input refused, as data and in words; and numbers in words.

Reasons are data: a kind and its values, which one catalogue of sentences puts into words.

The catalogue is `sentences.json`, which the page reads, too, but for those under `commands`, which only programs on the
command line say. In a sentence `{name}` or `{name:form}` stands for a value. The forms (`FORMS`) are

| form | the value | as in |
|---|---|---|
| none | a whole number, with its thousands separated | `1,296` |
| `d` | a number as it is | `1296` |
| `.0`, `.1`, `.2` | a number with so many decimals | `1,296.0` |
| `g` | a number with at most four decimals | `3.5078` |
| `%` | a probability | `1.2 %` |
| `±` | an estimate with its uncertainty, the value `name_error`; without, an exact number | `7.2 ± 0.3`, `7.16` |
| `about` | the same with as many decimals as the value `digits`, by default 2; an estimate has one less | `about 7.2` |
| `left` | a number of codes, or an interval of it | `about 10^20` |
| `turns` | numbers of turns | `turns 1 and 3` |
| `given` | numbers of turns, with what the turns say where that is known | `turns 1 and 3` |
| `codes` | some of the codes whose number is the value `candidates` | `1122, 1133, …` |
| `code` | a code | `1122` |
| `quoted` | an input | `'1122'` |
| `clause` | the sentence of another kind, with the same values; nothing without the value | |

A text among the values of the other forms stands as it is. A form with a capital letter (`Code`) begins a sentence.
`{name|guess|guesses}` is the word for one or for several, and `{name|one|both|all #}` has one for two, too, and `#` for
the number. The page has the same table (`web/src/lib/reasons.ts`); `tests/game/forms.json` is the test of both.

A sentence has a capital letter and a full stop, but the message of an error, or a clause, has neither.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

Made = TypeVar("Made")

ROUNDED_ERROR = 5.0
"""Least uncertainty of an estimate that is given without decimals."""

LONGEST_QUOTED = 200
"""Largest number of characters of a text that the message of an error repeats."""

LONGEST_NAMED = 40
"""Largest number of characters of a code within a sentence."""

MOST_TURNS_NAMED = 3
"""Largest number of turns listed one by one."""

MOST_BITS = 1_023
"""Bits of the largest count in JSON: most of its readers have floating-point numbers only."""

Value = float | str | tuple[float, ...] | tuple[str, ...]
Data = dict[str, float | str | Sequence[float | str]]
"""A reason in JSON."""

_FIELD = re.compile(r"\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*)(?:\|([^{}|]*))?)?\}")


def turns_named(turns: Sequence[float]) -> str:
    """Format turn numbers for a sentence."""
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) <= MOST_TURNS_NAMED:
        return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
    return f"{len(turns)} turns ({', '.join(map(str, turns[: MOST_TURNS_NAMED - 1]))}, …)"


class Writing(NamedTuple):
    """How codes, canonical texts in the values, and turns, by their numbers, are written in a sentence."""

    code: Callable[[str], str] = str
    turns: Callable[[Sequence[Any]], str] = turns_named


PLAIN = Writing()


class Reason(NamedTuple):
    """Why a guess is suggested or an input refused, or what is said of a turn, a game or a contradiction.

    >>> Reason.of("leaves_candidate", expected_size=32.6, candidates=256, worst_part=51).text
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
    def shortened(self) -> Reason:
        """The reason without more than the beginning of long texts."""
        cut = ((name, shortened(value) if isinstance(value, str) else value) for name, value in self.values)
        return Reason(self.kind, tuple(cut))

    def within(self, kind: str, **values: Value) -> Reason:
        """Return a reason of another kind that has this one, without such a clause of its own, as its clause `why`."""
        return Reason(kind, (*values.items(), ("why", self.kind), *self.values))

    def __str__(self) -> str:
        return self.text

    @property
    def data(self) -> Data:
        """The reason in JSON; an integer that its readers cannot hold is a text."""
        return {"kind": self.kind, **{name: _in_range(value) for name, value in self.values}}

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return self.written(PLAIN)

    def written(self, writing: Writing) -> str:
        """Return the reason as a sentence with codes and turns as given."""
        return _said(self.kind, dict(self.values), writing)


def shortened(text: str) -> str:
    """Return a text, or if it is long its beginning, for a message."""
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"


def clip(text: str) -> str:
    """Cut a text after 37 characters."""
    return text if len(text) <= 40 else text[:37] + "…"


MOST_SHOWN_OF_OBJECT = 100
"""Characters of the longest `repr` of a public object."""


def bracketed(text: str) -> str:
    """Return what describes an object as its `repr`, in angle brackets, at most 100 characters.

    >>> bracketed("tree of p4c6"), len(bracketed("word " * 40))
    ('<tree of p4c6>', 100)
    """
    text, most = " ".join(text.split()), MOST_SHOWN_OF_OBJECT - 2
    return f"<{text if len(text) <= most else f'{text[: most - 1]}…'}>"


def bracketed_if_long(described: Callable[[Any], str]) -> Callable[[type[Made]], type[Made]]:
    """Let objects of a class describe themselves as `bracketed` text if their `repr` would have over 100 characters."""

    def changed(made: type[Made]) -> type[Made]:
        whole = made.__repr__

        def short(self: Made) -> str:
            text = whole(self)
            return text if len(text) <= MOST_SHOWN_OF_OBJECT else bracketed(described(self))

        made.__repr__ = short  # type: ignore[method-assign, assignment]
        return made

    return changed


@cache
def catalogue() -> dict[str, str]:
    """Return the sentence of each kind of reason."""
    found = msgspec.json.decode(Path(__file__).with_name("sentences.json").read_bytes())
    commands: dict[str, str] = found.pop("commands")
    return {**found, **commands}


class Field(NamedTuple):
    """A value in a sentence: its name, and its form or the words for one, several and, if two differ, more."""

    name: str
    form: str = ""
    one: str | None = None
    several: str | None = None
    more: str | None = None


def fields(sentence: str) -> list[Field]:
    """Return the fields of a sentence.

    >>> fields("{size:left} {size|code|codes}")
    [Field(name='size', form='left', one=None, several=None, more=None), \
Field(name='size', form='', one='code', several='codes', more=None)]
    """
    return [_field(found) for found in _FIELD.finditer(sentence)]


def _field(found: re.Match[str]) -> Field:
    name, form, *words = found.groups()
    return Field(name, form or "", *words)


class _Filling(NamedTuple):
    """What a form makes a text of."""

    name: str
    values: Mapping[str, Any]
    writing: Writing

    @property
    def value(self) -> Any:
        return self.values[self.name]

    @property
    def error(self) -> float:
        """The uncertainty of an estimate, 0 of an exact number."""
        error: float = self.values.get(f"{self.name}_error", 0.0)
        return error


def _estimate(of: _Filling) -> str:
    if not of.error:
        return f"{of.value:.2f}"
    digits = 0 if of.error >= ROUNDED_ERROR else 1 if of.error >= 0.1 else 2
    return f"{of.value:,.{digits}f} ± {max(of.error, 0.01):,.{digits}f}"


def _about(of: _Filling) -> str:
    digits = of.values.get("digits", 2)
    return f"about {of.value:.{max(1, digits - 1)}f}" if of.error else f"{of.value:.{digits}f}"


def _codes(of: _Filling) -> str:
    return ", ".join([*map(str, of.value), *["…"] * (of.values["candidates"] != len(of.value))])


def _code(of: _Filling) -> str:
    text = of.writing.code(of.value)
    return text if len(text) <= LONGEST_NAMED else "the best guess"


FORMS: dict[str, Callable[[_Filling], str]] = {
    "": lambda of: f"{of.value:,}",
    "d": lambda of: str(of.value),
    ".0": lambda of: f"{of.value:,.0f}",
    ".1": lambda of: f"{of.value:,.1f}",
    ".2": lambda of: f"{of.value:,.2f}",
    "g": lambda of: f"{round(of.value, 4):g}",
    "%": lambda of: chance_words(of.value),
    "±": _estimate,
    "about": _about,
    "left": lambda of: left_text(of.value),
    "turns": lambda of: turns_named(of.value),
    "given": lambda of: of.writing.turns(of.value),
    "codes": _codes,
    "code": _code,
    "quoted": lambda of: repr(of.value),
    "clause": lambda of: _said(of.value, of.values, of.writing),
}
"""How each form writes a value; the docstring of this module describes them."""

FORMS_OF_TEXTS = ("code", "quoted", "clause")
"""The forms that change texts."""


def _said(kind: str, values: Mapping[str, Any], writing: Writing) -> str:
    return filled(catalogue()[kind], values, writing)


def filled(sentence: str, values: Mapping[str, Any], writing: Writing = PLAIN) -> str:
    """Return a sentence with its values.

    >>> filled("{size:left} {size|code|codes}", {"size": 1_296})
    '1,296 codes'
    """
    return _FIELD.sub(lambda found: _written(_field(found), values, writing), sentence)


def _written(field: Field, values: Mapping[str, Any], writing: Writing) -> str:
    if field.form == "clause" and field.name not in values:
        return ""
    value = values[field.name]
    if field.one is not None and field.several is not None:
        if field.more is not None and value != 2 and not _is_one(value):
            return field.more.replace("#", f"{value:,}")
        return field.one if _is_one(value) else field.several
    form = field.form.lower()
    text = (
        value
        if isinstance(value, str) and form not in FORMS_OF_TEXTS
        else FORMS[form](_Filling(field.name, values, writing))
    )
    return text if form == field.form else text[0].upper() + text[1:]


def _is_one(value: Value) -> bool:
    if isinstance(value, tuple):
        return len(value) == 1
    return not isinstance(value, str) and round(value, 4) == 1


def _in_range(value: Value) -> Value:
    return left_text(value) if isinstance(value, int) and value.bit_length() > MOST_BITS else value


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


LEAST_SHOWN_AS_POWER = 10**15
"""Least count that is shown as a power of ten; Python does not print integers of more than 4,300 digits."""

SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


def counted(count: int, noun: str, plural: str = "") -> str:
    """Format a count with its noun; very large counts as a power of ten.

    >>> counted(1, "peg"), counted(2_000, "peg"), counted(6**10_000, "code")
    ('1 peg', '2,000 pegs', 'about 10^7781 codes')
    >>> counted(1, "guess", "guesses"), counted(2, "guess", "guesses")
    ('1 guess', '2 guesses')
    """
    plural = plural or f"{noun}s"
    return f"{count_text(count)} {noun if count == 1 else plural}"


def count_text(count: int | None, estimate: float | None = None, interval: tuple[float, float] | None = None) -> str:
    """Format a count, or else an interval that contains it in 95 % of cases, or an estimate; empty without any."""
    if count is None:
        return "" if estimate is None else estimate_words(estimate, interval)
    return f"{count:,}" if count < LEAST_SHOWN_AS_POWER else f"about 10^{floor(log10(count))}"


def every(count: int, noun: str) -> str:
    """Return a phrase that means all of some things.

    >>> every(1, "unit"), every(2, "unit"), every(1_296, "secret")
    ('the only unit', 'both units', 'all 1,296 secrets')
    """
    return {1: f"the only {noun}", 2: f"both {noun}s"}.get(count, f"all {counted(count, noun)}")


def seconds_text(seconds: float) -> str:
    """A time a person can read."""
    if seconds < 0.000095:  # what 0.1 ms does not say
        micro = seconds * 1e6
        return f"{micro:.{1 if micro < 9.95 else 0}f} {'µs' if speaks_unicode() else 'us'}"
    if seconds < 0.01:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def speaks_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()


def codes_left(count: float) -> str:
    """Format a number of codes, with as many digits as a reader needs.

    >>> codes_left(1296), codes_left(3.25), codes_left(2.0), codes_left(46.3), codes_left(1e20)
    ('1,296', '3.2', '2', '46', '10^20')
    """
    if count >= LEAST_SHOWN_AS_POWER:
        return f"10^{floor(log10(count))}"
    rounded = f"{count:.1f}" if count < 10 else f"{count:,.0f}"
    return rounded.removesuffix(".0")


def estimate_words(estimate: float, interval: tuple[float, float] | None = None) -> str:
    """Format an estimated number.

    >>> estimate_words(17_812_345_678_901, (1.61e13, 1.97e13)), estimate_words(410_000, (394_000, 1_040_000))
    ('16 to 20 trillion', '390,000 to 1 million')
    >>> estimate_words(79_512.3), estimate_words(5e9), estimate_words(3.87), estimate_words(3.4e40)
    ('about 79,500', 'about 5 billion', 'about 3.9', 'about 10^40')
    >>> estimate_words(3.4e40, (1.8e39, 6.7e41))
    '10^39 to 10^42'
    """
    if interval is None:
        return f"about {rounded_words(estimate, 3)}"
    if interval[1] >= LEAST_SHOWN_AS_POWER:
        low, high = floor(log10(max(1.0, interval[0]))), ceil(log10(interval[1]))
        return f"10^{low} to 10^{high}"
    if not is_interval_said(interval):
        return f"about {rounded_words(interval[0], 2)}"
    first, last = _rounded(interval[0], 2), _rounded(interval[1], 2)
    return " ".join([first[0] if first[1:] == last[1:] else " ".join(first), "to", *last])


def is_interval_said(interval: tuple[float, float] | None) -> bool:
    """Whether `estimate_words` names both ends of an interval.

    >>> is_interval_said((1.8e6, 2.4e6)), is_interval_said((1_201, 1_204)), is_interval_said(None)
    (True, False, False)
    """
    if interval is None or interval[1] >= LEAST_SHOWN_AS_POWER:
        return interval is not None
    return rounded_words(interval[0], 2) != rounded_words(interval[1], 2)


def chance_words(probability: float) -> str:
    """Format a probability in per cent.

    >>> chance_words(0.5), chance_words(0.0123), chance_words(0.9996), chance_words(1.0)
    ('50 %', '1.2 %', '99.96 %', '100 %')
    >>> chance_words(0.0), chance_words(1e-10)
    ('0 %', 'under 0.0001 %')
    """
    percent = 100 * probability
    if percent == 0:
        return "0 %"
    if percent < 10:
        return f"{percent:.2g} %" if percent >= 1e-4 else "under 0.0001 %"
    return f"{percent:.0f} %" if percent < 99 or percent == 100 else f"{min(percent, 99.99):.2f} %"


def rounded_words(count: float, digits: int) -> str:
    """Format a number with so few digits, and as a power of ten if it is very large."""
    return " ".join(_rounded(count, digits))


def _rounded(count: float, digits: int) -> list[str]:
    """The number and, if it has one, the name of its scale."""
    rounded = float(f"{count:.{digits}g}")
    if rounded >= LEAST_SHOWN_AS_POWER:
        return [f"10^{floor(log10(rounded))}"]
    for scale, name in SCALES:
        if rounded >= scale:
            return [f"{rounded / scale:g}", name]
    return [f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.2g}"]
