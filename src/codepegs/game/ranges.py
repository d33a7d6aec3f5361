"""Numbers and ranges of numbers as people write them: which of some ranges a number lies in."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

_NUMBER = r"[-+]?\d+(?:[.,]\d+)?"
_UNIT = r"(?!(?:st|nd|rd|th)\b)[^\d\s<>=,;/+-][^\d<>=,;+]*"
"""The rest of a text after a number, which may be a unit; 2nd is not a measure."""

_BETWEEN = re.compile(rf"({_NUMBER})\s*({_UNIT}?)?\s*(?:-|\bto\b|\.\.+|…|~)\s*({_NUMBER})\s*({_UNIT})?")
_BEYOND = re.compile(rf"(>=|<=|=>|=<|[<>≤≥])\s*({_NUMBER})\s*({_UNIT})?")
_AT_LEAST = re.compile(rf"({_NUMBER})\s*\+\s*({_UNIT})?")
_ALONE = re.compile(rf"({_NUMBER})\s*({_UNIT})?")
_GROUPED = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")
"""Such as 1,000, which can be one thousand or one."""

LONGEST_RANGE = 60
"""Characters of the longest text that is read as a number or a range."""

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | {"_": " "})


class Range(NamedTuple):
    """Numbers between two ends, each of which belongs to them or not."""

    least: Decimal
    greatest: Decimal
    unit: str = ""
    without_least: bool = False
    without_greatest: bool = False

    def holds(self, number: Range) -> bool:
        """Whether a number, a range of one, lies in it; it may be typed without the unit."""
        value = number.least
        above = value > self.least or (value == self.least and not self.without_least)
        below = value < self.greatest or (value == self.greatest and not self.without_greatest)
        return above and below and number.unit in ("", self.unit)


def read_number(text: str) -> Range | None:
    """Read a number, perhaps with a unit; None if a text is none."""
    text = _normal(text)
    found = _ALONE.fullmatch(text)
    if found is None or _is_unclear(text):
        return None
    value = _value(found[1])
    return Range(value, value, _unit(found[2]))


def read_range(text: str) -> Range | None:
    """Read a range such as `3-5`, `5 to 7 cm`, `>10` or `10+`, or a number with a unit as a range of one."""
    text = _normal(text)
    if _is_unclear(text):
        return None
    if found := _BETWEEN.fullmatch(text):
        least, greatest, unit = _value(found[1]), _value(found[3]), _unit(found[4])
        return Range(least, greatest, unit) if least <= greatest and _unit(found[2]) in ("", unit) else None
    if found := _BEYOND.fullmatch(text):
        value, unit, is_open = _value(found[2]), _unit(found[3]), "=" not in found[1] and found[1] not in "≤≥"
        if found[1][0] in "<≤" or found[1] == "=<":
            return Range(Decimal("-Infinity"), value, unit, without_greatest=is_open)
        return Range(value, Decimal("Infinity"), unit, without_least=is_open)
    if found := _AT_LEAST.fullmatch(text):
        return Range(_value(found[1]), Decimal("Infinity"), _unit(found[2]))
    number = read_number(text)
    return number if number is not None and number.unit else None


def _is_unclear(text: str) -> bool:
    return len(text) > LONGEST_RANGE or _GROUPED.search(text) is not None


def _normal(text: str) -> str:
    return " ".join(text[: LONGEST_RANGE + 1].translate(_DASHES).lower().split())


def _value(number: str) -> Decimal:
    return Decimal(number.replace(",", "."))


def _unit(text: str | None) -> str:
    return (text or "").strip(" .")
