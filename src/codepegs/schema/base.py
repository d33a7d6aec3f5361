"""The base of everything that commands print as JSON and the server answers."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

EXACT_IN_JSON = 2**53
"""Whole numbers up to here are exact in every JSON reader."""

Count = Annotated[int | None, Meta(description="codes that fit; null when not counted")]
TurnNumber = Annotated[int, Meta(description="from 1")]
Fits = Annotated[
    bool | None, Meta(description="whether the guess fits all replies; null when not known or replies may be false")
]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all answers: keys are stable, codes and replies are canonical texts.

    A key with the default `UNSET` is left out where it does not apply. Every other key is always there, and has no
    default, so that the OpenAPI schema lists it as required.
    """
