"""Figures within sentences: the format specifications of claims and of pages.

Besides those of Python there are `duration`, `ms` (a time in milliseconds), `share` (a percentage), `sample.2` (an
average with its error, both with so many digits), and `one|several`, the word for one thing or a truth, and the word
otherwise. A text after a specification and a blank is written behind the number.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, three digits or more.

    >>> milliseconds(0.0042), milliseconds(1.5)
    ('4.20 ms', '1,500 ms')
    """
    return f"{seconds * 1e3:,.0f} ms" if seconds >= 0.1 else f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    """A time in seconds, or in milliseconds if it is below one second.

    >>> duration(0.0003), duration(0.061), duration(1.5), duration(92.3)
    ('0.30 ms', '61.00 ms', '1.5 s', '92 s')
    """
    if seconds < 1:
        return milliseconds(seconds)
    return f"{seconds:,.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def sample(value: Any, digits: int = 2) -> str:
    """An average of `Effort.average` with its error, or a figure of the report.

    >>> sample({"average": 4.5, "error": 0.012}), sample({"average": 4.5, "error": 0.0}), sample(4.687)
    ('4.50 ± 0.01', '4.5000', '4.687')
    """
    if not isinstance(value, dict):
        return f"{value:g}"
    if not value["error"]:
        return f"{value['average']:.4f}"
    return f"{value['average']:.{digits}f} ± {value['error']:.{digits}f}"


class _Words(string.Formatter):
    """Formats figures by the specifications above; those of several are separated by commas."""

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self.format_field(one, spec) for one in value)
        if spec in {"duration", "ms"}:
            return duration(value) if spec == "duration" else milliseconds(value)
        if spec == "share":
            return f"{100 * value:.3g} %"
        if spec.startswith("sample"):
            return sample(value, int(spec.removeprefix("sample.")))
        if "|" in spec:
            one, several = spec.split("|")
            return one if value == 1 else several
        number, blank, unit = spec.partition(" ")
        return f"{value:{number}}{blank}{unit}"


def in_words(form: str, figure: Any) -> str:
    """Return a figure as a sentence says it: `{}` is all of it, `{0}` the first of several, `{depth}` one of a record.

    >>> in_words("{:duration}", 1.5), in_words("{:.1f ms}", [1, 2]), in_words("{:yes|no}", [True, False])
    ('1.5 s', '1.0 ms, 2.0 ms', 'yes, no')
    >>> in_words("{0:,} to {1:sample.1}", [1000, {"average": 4.5, "error": 0.1}])
    '1,000 to 4.5 ± 0.1'
    >>> in_words("{depth} at most", {"depth": 9})
    '9 at most'
    """
    several = figure if isinstance(figure, Sequence) and not isinstance(figure, str) and "{0" in form else [figure]
    return _Words().vformat(form, several, figure if isinstance(figure, Mapping) else {})
