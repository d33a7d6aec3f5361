"""The law that reading costs at most in proportion to the length of the text, for every reader and repeated units.

A text is a good input, or nothing, in which one unit is repeated at the beginning, in the middle or at the end.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from codepegs.cli.position_argument import Contents, Given
from codepegs.game import CANONICAL, Game, Notation, load_game
from codepegs.game.reply_table import Formula
from codepegs.trees.formats import read_tree_text
from codepegs.trees.search import TreeObjective
from tests.fuzz.targets import REFUSALS, TARGETS, _file, _text

LENGTH = 64_000
"""Bytes of a text of which the time is measured."""

MOST_SECONDS = 0.2
"""Processor time that a reader may take for it."""

MOST_GROWTH = 3.0
"""How many times as long a text of twice the length may take."""

NOISE_SECONDS = 0.02
"""Processor time up to which the growth is not judged."""

TRIES = 4
"""Measurements of which the fastest counts, as a busy machine makes some slower."""

UNITS = (
    *(" ", "\t", "\n", "\r\n", "\u3000", "\u00a0", "1", "9", "0", "a", "B", "1b", "1b ", "b", "x", "."),
    *("🟩", "🟨⬛", "[", "{", "(", ")", "]", ",", ":", ";", '"', "'", "#", "-", "=", "/", "\\", "?", "*", "_"),
    *("1122:1b0w ", "1122:1b0w", "1122 1b0w\n", "1 1 2 2 1 0\n", "black ", "red,", "a ", "ab, ", "1,", "1 ", "0b? "),
    *("\u0301", "a\u0301", "\uff11", "\u0661", "ß", "ﬁ", "\x00", "\udcff", "\x1b[1m", "1. ", "{a:", "1(12: ", "[1,"),
    *('"a":', "a=1\n", "a,b\n", "and ", "->", "p4c6 ", "p4c6\n", "1e9 ", ".toml ", "min(", "not ", "-\n", "<a>"),
)
"""What is repeated."""


@dataclass(frozen=True)
class Frame:
    """Where a unit is repeated in an input."""

    before: bytes
    after: bytes = b""

    def filled(self, unit: str, length: int) -> bytes:
        """The input, of about a length."""
        data = unit.encode("utf-8", "surrogateescape" if unit == "\udcff" else "strict")
        return self.before + data * (length // len(data)) + self.after


Read = Callable[[bytes], object]


def _position_in_file(data: bytes) -> object:
    return Given.read(Contents("a file", data.decode("utf-8", "replace")))


def _names(data: bytes) -> object:
    return CANONICAL.as_typed("p4c6", _text(data))


@cache
def _words() -> Game:
    return load_game(f"words:{_file(b'CRANE SLATE TRACE', 'growth.txt')}:wordle")


def _words_read(data: bytes) -> object:
    from codepegs.game.reading import read_turns

    return read_turns(_words(), _text(data))


@cache
def _table() -> Game:
    from tests.fuzz.targets import TABLE

    return load_game(f"table:{_file(TABLE, 'growth.csv')}")


def _table_read(data: bytes) -> object:
    from codepegs.game.reading import read_turns

    return read_turns(_table(), _text(data))


READERS: dict[str, tuple[Read, tuple[bytes, ...]]] = {
    **{name: (target.accepts, ()) for name, target in TARGETS.items()},
    "histories": (_position_in_file, (b"p4c6\n1122 1b0w\n", b"# a note\np4c6\n1. 1122:1b0w\n", b'{"position":"p4c6"}')),
    "names-of-colors": (_names, (b"red,blue,red,blue:1b0w", b"1122:1b0w")),
    "codes-in-names": (lambda data: Notation(("red", "blue")).parse("p4c2", _text(data)), (b"red,blue,red,blue",)),
    "replies-of-words": (lambda data: _words().parse_reply(_text(data)), ("🟩🟨⬛⬛⬛".encode(),)),
    "positions-of-words": (_words_read, (b"CRANE:XB.XX", b"SLATE B.XX.")),
    "tables-asked": (_table_read, (b"thorns:yes", b"eat it? no")),
    "formulas": (lambda data: Formula.parse(_text(data)), (b"black - white", b"min(black, 2) if white else 0")),
    "objectives": (lambda data: TreeObjective.parse(_text(data)), (b"expected-within:5",)),
    "tree-texts": (
        lambda data: read_tree_text(_text(data), "p2c3"),
        (b"9 (12*)", b"{AA:{00:BB,10:{AB:{02:BA}}}}", b"p2c3 entropy\n9(12: 0, 1(11), 0)"),
    ),
}
"""The readers, and good inputs of those that the fuzzer has not."""


def frames(name: str) -> list[Frame]:
    """Where units are repeated for a reader."""
    _, inputs = READERS[name]
    seeds = list(inputs) or TARGETS[name].seeds()
    found = [Frame(b"")]
    for seed in [seeds[0], seeds[len(seeds) // 2], seeds[-1]]:
        middle = len(seed) * 2 // 3
        found += [Frame(seed), Frame(seed + b" "), Frame(seed[:middle], seed[middle:])]
    if name == "requests":
        for seed in seeds:
            for mark in (b'":"', b'": "'):
                at = seed.find(mark)
                if at >= 0:
                    found.append(Frame(seed[: at + len(mark)], seed[at + len(mark) :]))
        found.append(Frame(b'suggest {"position":"p4c6 ', b'"}'))
    return list(dict.fromkeys(found))


def seconds_of(read: Read, data: bytes, tries: int = 1) -> float:
    """The processor time that reading an input takes, whether it is accepted or refused.

    Garbage is not collected meanwhile: a collection walks over all that earlier tests left, which is not the reader's.
    """
    least = float("inf")
    collects = gc.isenabled()
    gc.disable()
    try:
        for _ in range(tries):
            began = time.process_time()
            with suppress(*REFUSALS):
                read(data)
            least = min(least, time.process_time() - began)
    finally:
        if collects:
            gc.enable()
    return least


def fault_of(name: str, frame: Frame, unit: str) -> str:
    """What is wrong with the time that a reader takes; empty if nothing is."""
    read, _ = READERS[name]
    whole = frame.filled(unit, LENGTH)
    taken = seconds_of(read, whole)
    if taken <= NOISE_SECONDS:
        return ""
    shorter = frame.filled(unit, LENGTH // 2)
    half = seconds_of(read, shorter)
    if taken <= min(MOST_SECONDS, MOST_GROWTH * half):
        return ""
    taken, half = min(taken, seconds_of(read, whole, TRIES)), min(half, seconds_of(read, shorter, TRIES))
    if taken <= NOISE_SECONDS:
        return ""
    where = f"{name}: {unit!r} repeated after {frame.before[-40:]!r}, before {frame.after[:20]!r}"
    if taken > MOST_SECONDS:
        return f"{where}: {taken:.2f} s of processor time for {LENGTH:,} bytes ({half:.2f} s for half)"
    if taken <= MOST_GROWTH * half:
        return ""
    if seconds_of(read, frame.filled(unit, 2 * LENGTH), TRIES) <= MOST_GROWTH * taken:
        return ""  # a step of the allocator or of a cache does not repeat at twice the length
    return f"{where}: {taken:.3f} s for {LENGTH:,} bytes, {taken / half:.1f} times as much as for half"


def cases(name: str) -> Iterator[tuple[Frame, str]]:
    """All cases of a reader."""
    for frame in frames(name):
        for unit in UNITS:
            yield frame, unit
