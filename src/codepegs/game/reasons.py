"""Reasons are data: a kind and its values, which one catalogue of sentences puts into words.

The catalogue is `sentences.json`, which the page reads, too. In a sentence `{name}` stands for a value: a whole number
with its thousands separated, or a text. `{name:.1}` has one decimal, `{name:g}` at most four, `{name:%}` is a
probability, `{name:±}` an estimate, whose uncertainty is the value `error`, and `{name|guess|guesses}` the word for one
or for several.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from codepegs.files import read_bytes
from codepegs.game.counts import chance_words
from codepegs.game.records import InJson

ROUNDED_ERROR = 5.0
"""Least uncertainty of an estimate that is given without decimals."""

_VALUE = re.compile(r"\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*))?\}")


class Reason(NamedTuple):
    """Why a guess is suggested.

    >>> Reason.of("leaves_candidate", average=32.6, candidates=256, worst=51).text
    'Leaves 32.6 of 256 candidates on average (51 at worst); may be the secret.'
    """

    kind: str
    """The kind, a key of the catalogue."""
    values: tuple[tuple[str, float | str], ...]
    """The values by name."""

    @classmethod
    def of(cls, kind: str, **values: float | str) -> Reason:
        """Return a reason of a kind."""
        return cls(kind, tuple(values.items()))

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        values = dict(self.values)
        return _VALUE.sub(lambda field: _written(values, *field.groups()), catalogue()[self.kind])


@cache
def catalogue() -> dict[str, str]:
    """Return the sentence of each kind of reason."""
    return msgspec.json.decode(read_bytes(Path(__file__).with_name("sentences.json")), type=dict[str, str])


def _written(
    values: dict[str, float | str], name: str, form: str | None, singular: str | None, plural: str | None
) -> str:
    value = values[name]
    if isinstance(value, str):
        return value
    if singular is not None and plural is not None:
        return singular if round(value, 4) == 1 else plural
    if form is None:
        return f"{value:,}"
    if form == "g":
        return f"{round(value, 4):g}"
    if form == "%":
        return chance_words(value)
    if form == "±":
        error = float(values["error"])
        digits = 0 if error >= ROUNDED_ERROR else 1 if error >= 0.1 else 2
        return f"{value:,.{digits}f} ± {max(error, 0.01):,.{digits}f}"
    return f"{value:,{form}f}"


Reasons = Annotated[
    tuple[Reason, ...],
    InJson(
        Sequence[dict[str, float | str]],
        lambda reasons: [{"kind": reason.kind, **dict(reason.values)} for reason in reasons],
    ),
    Meta(description="the reasons that `why` gives in words: each has its `kind` and the values of this kind"),
]
"""Several reasons, in the order in which they are said."""
