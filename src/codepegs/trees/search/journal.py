"""The journal of a long search: the facts proved so far, one per line, from which the search can be continued.

The first line identifies the search. Each further line is one fact: the value, or a lower bound, of a set of candidates
(given as a position), or of one guess at it; in searches for lower bounds, a bound of one guess and of its parts. Lines
are only appended, so an interrupt loses at most the last line.

Every line ends with a check value of its content and of the line before it, so a line that was changed, moved, repeated
or lost ends the journal there: the search continues from the facts before it.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path

import msgspec

from codepegs.errors import BadInput, Unavailable
from codepegs.files import (
    BINARY,
    CHECK_BYTES,
    Hold,
    check_value,
    note_moved,
    refusing,
    shown,
    spare_places,
    write_all,
)
from codepegs.reasons import Reason, Value, counted

logger = logging.getLogger(__name__)

FORMAT = 2
"""Number of the format. Format 1 had no check values."""

SOUNDNESS = 1
"""Increased only when a bug may have written false facts; older journals are then refused."""

LINE = re.compile(rb'(\{.*),"check":"([0-9a-f]{%d})"\}' % (2 * CHECK_BYTES), re.DOTALL)
"""A line: a JSON object whose last member is the check value of what is before it."""


SPLIT = b'{"set":'
"""How the record of a split begins."""


class _AnyHead(msgspec.Struct, frozen=True):
    """What the first line has in any format."""

    journal: int


class Head(msgspec.Struct, frozen=True):
    """The first line of a journal, which identifies the search."""

    journal: int
    rules: str
    objective: str
    candidates_only: bool
    soundness: int


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proved value, or lower bound, of a set of candidates or of one guess for it."""

    cost: str
    set: str
    guess: str | None
    value: int
    exact: bool
    best: str | None = None
    """For an exact set: the guess that leads to the value."""


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lower bound of a set of candidates if a guess is made, with the bounds of the parts that it follows from."""

    set: str
    """The position and the guess: `p5c8 11223:1b0w 14245`."""
    value: int
    parts: tuple[int, ...]
    """A lower bound of each part, in the order of the texts of the replies, without the code that is found."""
    work: tuple[int, ...]
    """The sum of the sizes of the sets that were split to bound each part; 0 if its bound is its value."""


class Journal:
    """A file of proved facts, to which facts are added as they are found.

    Use it as a context manager. While it is open, no other process can open it.
    """

    def __init__(self, path: Path, rules: str, objective: str, candidates_only: bool) -> None:
        self.path: Path = path
        self._asked = path
        self._lock = threading.Lock()
        self._facts: dict[tuple[str, str, str | None], Fact] = {}
        self._splits: dict[str, dict[str, Split]] = {}
        """By position and guess."""
        self._head = Head(FORMAT, rules, objective, candidates_only, SOUNDNESS)
        self._last = ""
        """The check value of the last line."""
        self._handle: int | None = None
        """The open file; None when there is none any more."""
        self._held = Hold(path)
        try:
            self._open()
        except BaseException:
            self._let_go()
            raise

    def _open(self) -> None:
        path = self.path
        try:
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise Unavailable.because("cannot_be_read", file=str(path), error=str(error.strerror)) from None
        if b"\n" not in content and not self._line(self._head)[0].startswith(content):
            raise self._refusal("no_journal")  # one line without an end, and not the beginning of a journal
        length = self._read(content)
        with refusing("cannot_be_written", path):
            self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | BINARY, 0o666)
            os.ftruncate(self._handle, length)  # an incomplete or damaged line, and those after it
            os.lseek(self._handle, length, os.SEEK_SET)
        if not length:
            self._write(self._head)

    def _refusal(self, kind: str, **values: Value) -> BadInput:
        return BadInput.because(kind, file=str(self.path), **values)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, so that other processes can write it."""
        handle, self._handle = self._handle, None
        try:
            if handle is not None:
                os.close(handle)
        except OSError as error:
            self._move(error)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        """Close the file, of which nothing is expected any more, and give up the right to write it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):
                os.close(handle)
        self._held.close()

    def __len__(self) -> int:
        return len(self._facts) + sum(map(len, self._splits.values()))

    def _read(self, content: bytes) -> int:
        """Read the lines before the first one that is damaged or incomplete; return their length in bytes."""
        length = 0
        for number, line in enumerate(content.split(b"\n")[:-1], 1):
            found = LINE.fullmatch(line)
            record, check = (b"", "") if found is None else (found[1] + b"}", found[2].decode())
            sound = found is not None and check == self._check(found[1])
            if number == 1:
                self._check_head(line, sound=sound)
            elif sound:
                if record.startswith(SPLIT):
                    self._take(msgspec.json.decode(record, type=Split))
                else:
                    self._take(msgspec.json.decode(record, type=Fact))
            else:
                before = counted(number - 2, "fact")
                logger.warning(f"{self.path} is damaged in line {number}: continuing from the {before} before it")
                break
            self._last = check
            length += len(line) + 1
        return length

    def _check_head(self, line: bytes, *, sound: bool) -> None:
        head = self._head
        try:
            form = msgspec.json.decode(line, type=_AnyHead).journal
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self._refusal("no_journal") from None
        if form != FORMAT:
            raise self._refusal("journal_of_other_format", found=form, needed=FORMAT)
        if not sound:
            raise self._refusal("journal_damaged")
        found = msgspec.json.decode(line, type=Head)
        if found.soundness != SOUNDNESS:
            is_older = found.soundness < SOUNDNESS
            raise self._refusal("journal_of_older_version" if is_older else "journal_of_newer_version")
        if found != head:
            about: dict[str, Value] = {"rules": found.rules, "objective": found.objective}
            if found.candidates_only or head.candidates_only:
                about["where"] = "among_candidates" if found.candidates_only else "among_all_guesses"
            raise self._refusal("journal_of_another_search", **about)

    def _check(self, content: bytes) -> str:
        """The check value of a line after the last one."""
        return check_value(self._last.encode() + content)

    def _line(self, record: Head | Fact | Split) -> tuple[bytes, str]:
        """The line of a record after the last one, and its check value."""
        content = msgspec.json.encode(record)[:-1]
        check = self._check(content)
        return b'%s,"check":"%s"}\n' % (content, check.encode()), check

    def _take(self, record: Fact | Split) -> bool:
        """Keep a record, unless the one that is known says as much; return whether it was kept."""
        if isinstance(record, Split):
            position, _, guess = record.set.rpartition(" ")
            splits = self._splits.setdefault(position, {})
            if guess in splits and splits[guess].value >= record.value:
                return False
            splits[guess] = record
            return True
        key = (record.cost, record.set, record.guess)
        known = self._facts.get(key)
        if known is not None and (known.exact, known.value) >= (record.exact, record.value):
            return False
        self._facts[key] = record
        return True

    def splits(self, position: str) -> Mapping[str, Split]:
        """Return the bounds of guesses at a set of candidates, by guess."""
        return self._splits.get(position, {})

    def known(self, cost: str, position: str, guess: str | None) -> Fact | None:
        """Return the fact about a set of candidates."""
        return self._facts.get((cost, position, guess))

    def add(self, *records: Fact | Split) -> None:
        """Add what is new, and write it to the disk together."""
        with self._lock:
            self._write(*filter(self._take, records))

    def _write(self, *records: Head | Fact | Split) -> None:
        """Append lines; if that fails, continue in another file."""
        if self._handle is None or not records:
            return
        try:
            self._append(*records)
        except OSError as error:
            self._move(error)

    def _append(self, *records: Head | Fact | Split) -> None:
        assert self._handle is not None
        lines = []
        for record in records:
            line, self._last = self._line(record)
            lines.append(line)
        write_all(self._handle, b"".join(lines))
        os.fsync(self._handle)

    def _move(self, error: OSError) -> None:
        """Continue in a new file elsewhere, or without one: a journal only helps, so the search goes on."""
        self._let_go()
        refused = Reason.of("cannot_be_written", file=shown(self.path), error=error.strerror or str(error))
        found = next(filter(self._begin, spare_places(self._asked)), None)
        note_moved(self._asked, found)
        more = "the search goes on without a journal" if found is None else f"the search goes on with {found}"
        logger.warning(f"{refused.text}; {more}")

    def _begin(self, path: Path) -> bool:
        """Begin a new file with all facts; return whether that worked."""
        try:
            self._held = Hold(path)
            self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
            self._last = ""
            self._append(
                self._head, *self._facts.values(), *chain.from_iterable(map(dict.values, self._splits.values()))
            )
        except (OSError, Unavailable):
            if self._handle is not None:
                with suppress(OSError):
                    path.unlink()
            self._let_go()
            return False
        self.path = path
        return True
