"""The base class of the records that commands print as JSON and the server returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from codepegs.strategies import ExpectedGuesses

EXACT_IN_JSON = 2**53
"""Largest integer that is exact in every JSON parser."""

Count = Annotated[int | None, Meta(description="candidates; null if not counted")]
Interval = Annotated[
    Sequence[float] | None,
    Meta(description="[low, high], which contains the number of codes in 95 % of cases; null if counted or unknown"),
]
ExpectedGuessesValue = Annotated[
    float | None, Meta(description="expected guesses from here on, this one included; null if unknown")
]
ExpectedGuessesError = Annotated[
    float | None, Meta(description="uncertainty of the estimate: at least its error in 95 % of cases; 0 if it is exact")
]
TurnNumber = Annotated[int, Meta(description="number of the turn, counted from 1")]
Fits = Annotated[
    bool | None, Meta(description="whether the guess is consistent; null if unknown or if replies may be false")
]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all answers: keys are stable, codes and replies are canonical texts.

    A key with the default `UNSET` is omitted if it does not apply. Every other key is always present and has no
    default, so that the OpenAPI schema lists it as required.

    Keys without a description of their own mean the same in every answer:

    - of a position or a game, `rules` is the rules id, `position` the canonical text of the rules and the turns,
      `turns` the turns in order, `guesses` the number of guesses, `solved` whether the secret was found, `strategy` the
      strategy text, `seed` the random seed, `seconds` the duration, and `candidates_estimate` the estimated number of
      candidates or null; `guess`, `reply`, `secret` and `code` are canonical texts;
    - of a guess, `worst` is the size of the largest part, `parts` the number of parts, `expected_size` the expected
      number of candidates left, `entropy_bits` the expected information of the reply in bits, and `win_chance` the
      probability that the guess is the secret; each is null if unknown;
    - of a tree, `total` is the number of guesses summed over all secrets, `average` that sum divided by the number of
      secrets, `depth` the largest number of guesses, `codes_at_depth` the number of secrets that need this number, and
      `objective` what the tree minimises.
    """


def expected_guesses(expected: ExpectedGuesses | None) -> tuple[float | None, float | None]:
    """Return an expected number of guesses and its uncertainty as answers have them.

    Args:
        expected: The number, or None.

    Returns:
        The number and its error, both None for None.
    """
    return (None, None) if expected is None else (expected.value, expected.error)
