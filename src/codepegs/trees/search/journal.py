"""The journal of a long search: the facts proved so far, one per line, from which the search can be continued.

The first line identifies the search. Each further line is one fact: the value, or a lower bound, of a set of candidates
(given as a position), or of one guess at it. Lines are only appended, so an interrupt loses at most the last line.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

from codepegs.errors import BadInput, Unavailable
from codepegs.files import Hold

VERSION = 1


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a journal, which identifies the search."""

    journal: int
    rules: str
    objective: str
    candidates_only: bool


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

    Args:
        path: The file; created if it does not exist.
        rules: The rules id of the game.
        objective: What the search minimises.
        candidates_only: Whether only candidates are guessed.

    Raises:
        BadInput: The file is not a journal, is damaged, or is of another search.
        Unavailable: The file cannot be read or written.

    >>> import tempfile
    >>> fact = Fact("guesses", "p3c4 112:1b0w", None, 20, True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Journal(Path(folder, "search"), "p3c4", "expected", False) as journal:
    ...         journal.add(fact)
    ...     with Journal(Path(folder, "search"), "p3c4", "expected", False) as journal:
    ...         journal.known("guesses", "p3c4 112:1b0w", None) == fact
    True
    """

    def __init__(self, path: Path, rules: str, objective: str, candidates_only: bool) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._facts: dict[tuple[str, str, str | None], Fact] = {}
        self._held = Hold(path)
        try:
            self._open(Head(VERSION, rules, objective, candidates_only))
        except BaseException:
            self._held.close()
            raise

    def _open(self, head: Head) -> None:
        path = self.path
        try:
            content = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise Unavailable(f"{path} cannot be read: {error.strerror}") from None
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and not msgspec.json.encode(head).startswith(content):
            raise BadInput(self._no_journal)  # one line without an end, and not the beginning of a journal
        self._read(whole, head)
        try:
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(len(whole))  # an incomplete line
            self._file.seek(len(whole))
        except OSError as error:
            raise Unavailable(f"{path} cannot be written: {error.strerror}") from None
        if not whole:
            self._write(head)

    @property
    def _no_journal(self) -> str:
        return f"{self.path} is not a search journal: give a new file to start again"

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()
        self._held.close()

    def __len__(self) -> int:
        return len(self._facts)

    def _read(self, content: bytes, head: Head) -> None:
        for number, line in enumerate(content.splitlines(), 1):
            try:
                if number == 1:
                    found = msgspec.json.decode(line, type=Head)
                else:
                    fact = msgspec.json.decode(line, type=Fact)
                    self._facts[fact.cost, fact.set, fact.guess] = fact
            except (msgspec.DecodeError, UnicodeDecodeError):
                what = f"{self.path} is damaged in line {number}: give a new file to start again"
                raise BadInput(self._no_journal if number == 1 else what) from None
            if number == 1 and found != head:
                only = " among candidates" if found.candidates_only else ""
                raise BadInput(
                    f"{self.path} is the journal of another search ({found.rules}, {found.objective}{only}): give "
                    "another file"
                )

    def known(self, cost: str, position: str, guess: str | None) -> Fact | None:
        """Return the fact about a set of candidates.

        Args:
            cost: The name of the cost.
            position: The position whose candidates form the set.
            guess: The guess, for a fact about one guess; else None.

        Returns:
            The fact; None if it is not known.
        """
        return self._facts.get((cost, position, guess))

    def add(self, fact: Fact) -> None:
        """Add a fact and write it to the disk.

        Args:
            fact: The fact.

        Raises:
            Unavailable: The file cannot be written.
        """
        self.add_all([fact])

    def add_all(self, facts: Iterable[Fact]) -> None:
        """Add facts and write them to the disk together.

        Args:
            facts: The facts.

        Raises:
            Unavailable: The file cannot be written.
        """
        with self._lock:
            facts = list(facts)
            for fact in facts:
                self._facts[fact.cost, fact.set, fact.guess] = fact
            self._write(*facts)

    def _write(self, *lines: Head | Fact) -> None:
        try:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Unavailable(f"{self.path} cannot be written: {error.strerror}") from None
