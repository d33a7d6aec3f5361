"""Damaged copies of good inputs; everything follows from the random numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

NUMBERS = (
    b"0",
    b"1",
    b"-1",
    b"2",
    b"255",
    b"65536",
    b"4294967296",
    b"99999999999999999999999",
    b"9" * 5_000,  # more digits than Python reads
    b"1.5",
    b"1e999",
    b"NaN",
)
"""What numbers are replaced by."""

VALUES = (
    b"true",
    b"[]",
    b"{}",
    b'""',
    b'"\n"',
    b"null",
    b"1979-05-27",
    b'["a"]',
    b"[[1]]",
    b"inf",
    b'"\\u0000"',
    b"\xff",
    b"\xe2\x80\xae",
)
"""What is put between others: values of other types, and bytes that are no text."""

MOST_GROWTH = 4
"""How much longer than the input a damaged copy may be, times."""

Mutation = Callable[[Random, bytes], bytes]


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.choice((1, 1, 1, 2, 4, 8, 40)))


def cut(rng: Random, data: bytes) -> bytes:
    """Lose the end."""
    return data[: rng.randrange(len(data) + 1)]


def flip(rng: Random, data: bytes) -> bytes:
    """Change one bit."""
    changed = bytearray(data)
    if changed:
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def change(rng: Random, data: bytes) -> bytes:
    """Replace some bytes by random ones."""
    begin, end = _span(rng, data)
    return data[:begin] + rng.randbytes(end - begin) + data[end:]


def drop(rng: Random, data: bytes) -> bytes:
    """Lose some bytes."""
    begin, end = _span(rng, data)
    return data[:begin] + data[end:]


def double(rng: Random, data: bytes) -> bytes:
    """Repeat some bytes, a few times or many."""
    begin, end = _span(rng, data)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 50)) + data[end:]


def move(rng: Random, data: bytes) -> bytes:
    """Copy some bytes to another place, over what is there."""
    begin, end = _span(rng, data)
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[begin:end] + data[at + end - begin :]


def insert(rng: Random, data: bytes) -> bytes:
    """Put a value or some bytes in between."""
    at = rng.randrange(len(data) + 1)
    between = rng.choice((*VALUES, *NUMBERS, rng.randbytes(rng.randrange(1, 9))))
    return data[:at] + between + data[at:]


def word(rng: Random, data: bytes) -> bytes:
    """Replace a word, a number or a quoted text by another value, or by another word of the input."""
    words = list(re.finditer(rb'"[^"\n]*"|[\w.+-]+', data))
    if not words:
        return insert(rng, data)
    place = rng.choice(words)
    other = rng.choice((*NUMBERS, *VALUES, *(rng.choice(words)[0] for _ in range(12))))
    return data[: place.start()] + other + data[place.end() :]


def digit(rng: Random, data: bytes) -> bytes:
    """Replace one digit by another: the smallest change that is still well-formed."""
    digits = [place.start() for place in re.finditer(rb"\d", data)]
    if not digits:
        return flip(rng, data)
    at = rng.choice(digits)
    return data[:at] + b"%d" % rng.randrange(10) + data[at + 1 :]


def lines(rng: Random, data: bytes) -> bytes:
    """Exchange, repeat or lose lines."""
    kept = data.split(b"\n")
    first, second = rng.randrange(len(kept)), rng.randrange(len(kept))
    match rng.randrange(3):
        case 0:
            kept[first], kept[second] = kept[second], kept[first]
        case 1:
            kept.insert(first, kept[second])
        case _:
            del kept[first]
    return b"\n".join(kept)


MUTATIONS: tuple[Mutation, ...] = (cut, flip, change, drop, double, move, insert, word, word, digit, lines)


def damage(rng: Random, data: bytes) -> bytes:
    """A copy of an input with one change, or a few."""
    longest = MOST_GROWTH * len(data) + 6_000
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(MUTATIONS)(rng, data)[:longest]
    return data


def splice(rng: Random, inputs: Sequence[bytes]) -> bytes:
    """The beginning of one input and the end of another."""
    first, second = rng.choice(inputs), rng.choice(inputs)
    return first[: rng.randrange(len(first) + 1)] + second[rng.randrange(len(second) + 1) :]


def made_from(rng: Random, inputs: Sequence[bytes]) -> bytes:
    """An input that is like the given ones."""
    return damage(rng, rng.choice(inputs) if rng.randrange(10) else splice(rng, inputs))
