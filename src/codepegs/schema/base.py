"""The base class of the records that commands print as JSON and the server returns."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

EXACT_IN_JSON = 2**53
"""Largest integer that is exact in every JSON parser."""

Count = Annotated[int | None, Meta(description="number of candidates; null if not counted")]
TurnNumber = Annotated[int, Meta(description="from 1")]
Fits = Annotated[
    bool | None, Meta(description="whether the guess is consistent; null if unknown or if replies may be false")
]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all answers: keys are stable, codes and replies are canonical texts.

    A key with the default `UNSET` is omitted if it does not apply. Every other key is always present and has no
    default, so that the OpenAPI schema lists it as required.
    """
