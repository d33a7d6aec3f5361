"""The weights of the secrets of a listed game, as whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm
from typing import SupportsFloat
from unicodedata import normalize

from codepegs.errors import BadRules, did_you_mean
from codepegs.game.reply import counted

MOST_WEIGHT = 1 << 25
"""Largest sum of the weights of a game: scores of this many codes fit 64 bits, see `core/scoring.hpp`."""

Weights = Mapping[str, float] | Iterable[float]
"""Positive weights by secret, or in the order of the secrets."""


def whole_weights(secrets: Sequence[str], given: object) -> tuple[int, ...] | None:
    """Check the weights of secrets and turn them into whole numbers of the same proportions, as `weighed` does.

    >>> whole_weights(["AB", "BA", "BB"], [0.5, 1.25, 0.5])
    (2, 5, 2)
    >>> whole_weights(["AB", "BA", "BB"], {"bb": 3, "ab": 3, "ba": 3})
    """
    return weighed(secrets, given)[0]


def weighed(secrets: Sequence[str], given: object) -> tuple[tuple[int, ...] | None, Fraction]:
    """Return the same, and what a weight of 1 is in the units of the weights that are given.

    >>> weighed(["AB", "BA", "BB"], [0.5, 1.25, 0.5])
    ((2, 5, 2), Fraction(1, 4))
    """
    if isinstance(given, Mapping):
        numbers = _in_order(secrets, given)
    elif isinstance(given, Iterable) and not isinstance(given, str):
        numbers = list(given)
    else:
        raise BadRules(f"weights={given!r:.40} is invalid: expected a number for each secret")
    if len(numbers) != len(secrets):
        raise BadRules(
            f"{counted(len(secrets), 'secret')} and {counted(len(numbers), 'weight')} are given: expected one for "
            "each secret"
        )
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


def folded_text(text: str) -> str:
    """Return the text of a code as games store it: composed (NFC), and in upper case, because case is ignored.

    >>> folded_text("crane"), folded_text("straße")
    ('CRANE', 'straße')
    """
    text = normalize("NFC", text)
    return text.upper() if len(text.upper()) == len(text) else text


def _in_order(secrets: Sequence[str], given: Mapping[object, object]) -> list[object]:
    folded = {folded_text(str(text)): weight for text, weight in given.items()}
    known = set(secrets)
    for text in folded:
        if text not in known:
            hint = did_you_mean(text, list(secrets))
            raise BadRules(f"a weight is given for {text[:40]!r}, which is not a secret{hint}")
    for secret in secrets:
        if secret not in folded:
            raise BadRules(f"{secret} has no weight: expected one for each secret")
    return [folded[secret] for secret in secrets]


def _fraction(secret: str, number: object) -> Fraction:
    """The exact value of a number as it is written."""
    if isinstance(number, int) and not isinstance(number, bool):
        if number > 0:
            return Fraction(number)
    elif isinstance(number, SupportsFloat) and not isinstance(number, bool):
        value = float(number)
        if isfinite(value) and value > 0:
            return Fraction(repr(value))
    raise BadRules(f"the weight of {secret} is {number!r:.40}: expected a number above 0")
