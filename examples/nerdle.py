"""Write the equations of Nerdle, one a line: `python examples/nerdle.py > equations.txt`.

An equation has eight characters (another number as argument): a calculation with `+`, `-`, `*` and `/`, `=`, and its
result, a whole number from 0. The numbers of the calculation are positive and have no leading zeros. These are the
17,723 equations that the game chooses from.
"""

from __future__ import annotations

import sys
from functools import cache

Calculation = tuple[str, int, int]
"""A text with its value, a fraction: numerator and denominator."""


@cache
def numbers(length: int) -> list[str]:
    """The positive numbers of a length."""
    return [str(number) for number in range(10 ** (length - 1), 10**length)]


@cache
def terms(length: int) -> list[Calculation]:
    """Numbers, their products and quotients."""
    found = [(number, int(number), 1) for number in numbers(length)]
    for last in range(1, length - 1):
        for text, above, below in terms(length - 1 - last):
            for number in numbers(last):
                found.append((f"{text}*{number}", above * int(number), below))
                found.append((f"{text}/{number}", above, below * int(number)))
    return found


@cache
def sums(length: int) -> list[Calculation]:
    """Terms, their sums and differences."""
    found = list(terms(length))
    for last in range(1, length - 1):
        for text, above, below in sums(length - 1 - last):
            for term, over, under in terms(last):
                found.append((f"{text}+{term}", above * under + over * below, below * under))
                found.append((f"{text}-{term}", above * under - over * below, below * under))
    return found


def equations(length: int = 8) -> list[str]:
    """All equations of a length, in the order of their texts."""
    found = []
    for left in range(3, length - 1):
        digits = length - 1 - left
        least = 10 ** (digits - 1) if digits > 1 else 0
        for text, above, below in sums(left):
            if not text.isdigit() and above % below == 0 and least <= above // below < 10**digits:
                found.append(f"{text}={above // below}")
    return sorted(found)


if __name__ == "__main__":
    print("\n".join(equations(*map(int, sys.argv[1:]))))
