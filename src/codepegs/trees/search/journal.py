"""The journal of a long search: the facts proved so far, one per line, from which the search can be continued.

The first line identifies the search. Each further line is one fact: the value, or a lower bound, of a set of candidates
(given as a position), or of one guess at it. Lines are only appended, so an interrupt loses at most the last line.

Every line ends with a check value of its content and of the line before it, so a line that was changed, moved, repeated
or lost ends the journal there: the search continues from the facts before it.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from pathlib import Path
from typing import IO

import msgspec

from codepegs.errors import BadInput, Unavailable
from codepegs.files import CHECK_BYTES, Hold, check_value
from codepegs.reasons import Value, counted

logger = logging.getLogger(__name__)

FORMAT = 2
"""Number of the format. Format 1 had no check values."""

SOUNDNESS = 1
"""Increased only when a bug may have written false facts; older journals are then refused."""

LINE = re.compile(rb'(\{.*),"check":"([0-9a-f]{%d})"\}' % (2 * CHECK_BYTES), re.DOTALL)
"""A line: a JSON object whose last member is the check value of what is before it."""


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


class Journal:
    """A file of proved facts, to which facts are added as they are found.

    Use it as a context manager. While it is open, no other process can open it.
    """

    def __init__(self, path: Path, rules: str, objective: str, candidates_only: bool) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._facts: dict[tuple[str, str, str | None], Fact] = {}
        self._last = ""
        """The check value of the last line."""
        self._held = Hold(path)
        try:
            self._open(Head(FORMAT, rules, objective, candidates_only, SOUNDNESS))
        except BaseException:
            self._held.close()
            raise

    def _open(self, head: Head) -> None:
        path = self.path
        try:
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise Unavailable.because("cannot_be_read", file=str(path), error=str(error.strerror)) from None
        if b"\n" not in content and not self._line(head)[0].startswith(content):
            raise self._refusal("no_journal")  # one line without an end, and not the beginning of a journal
        length = self._read(content, head)
        try:
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(length)  # an incomplete or damaged line, and those after it
            self._file.seek(length)
        except OSError as error:
            raise Unavailable.because("cannot_be_written", file=str(path), error=str(error.strerror)) from None
        if not length:
            self._write(head)

    def _refusal(self, kind: str, **values: Value) -> BadInput:
        return BadInput.because(kind, file=str(self.path), **values)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
        self._held.close()

    def __len__(self) -> int:
        return len(self._facts)

    def _read(self, content: bytes, head: Head) -> int:
        """Read the lines before the first one that is damaged or incomplete; return their length in bytes."""
        length = 0
        for number, line in enumerate(content.split(b"\n")[:-1], 1):
            found = LINE.fullmatch(line)
            record, check = (b"", "") if found is None else (found[1] + b"}", found[2].decode())
            sound = found is not None and check == self._check(found[1])
            if number == 1:
                self._check_head(line, head, sound=sound)
            elif sound:
                fact = msgspec.json.decode(record, type=Fact)
                self._facts[fact.cost, fact.set, fact.guess] = fact
            else:
                before = counted(number - 2, "fact")
                logger.warning(f"{self.path} is damaged in line {number}: continuing from the {before} before it")
                break
            self._last = check
            length += len(line) + 1
        return length

    def _check_head(self, line: bytes, head: Head, *, sound: bool) -> None:
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

    def _line(self, record: Head | Fact) -> tuple[bytes, str]:
        """The line of a record after the last one, and its check value."""
        content = msgspec.json.encode(record)[:-1]
        check = self._check(content)
        return b'%s,"check":"%s"}\n' % (content, check.encode()), check

    def known(self, cost: str, position: str, guess: str | None) -> Fact | None:
        """Return the fact about a set of candidates."""
        return self._facts.get((cost, position, guess))

    def add(self, *facts: Fact) -> None:
        """Add facts and write them to the disk together."""
        with self._lock:
            for fact in facts:
                self._facts[fact.cost, fact.set, fact.guess] = fact
            self._write(*facts)

    def _write(self, *records: Head | Fact) -> None:
        lines = []
        for record in records:
            line, self._last = self._line(record)
            lines.append(line)
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            why = str(error.strerror)
            raise Unavailable.because("cannot_be_written", file=str(self.path), error=why) from None
