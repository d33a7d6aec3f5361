"""Measurements kept in a file: until a page is written, so that an interrupted run continues, or for good."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from codepegs import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Found = TypeVar("Found")


class Measured(msgspec.Struct, frozen=True):
    """A figure of a page, and how it was measured."""

    command: str
    seed: int
    machine: str
    value: Any
    """What JSON can hold: numbers, texts, lists, and objects by name."""


class _Kept(msgspec.Struct, frozen=True):
    """The result of one call."""

    key: str
    found: msgspec.Raw


class Measurements:
    """Results by key, in a file with one JSON object per line.

    A line that cannot be read, as after a crash, is ignored.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found: dict[str, msgspec.Raw] = {}
        for line in files.read_bytes(path).splitlines() if path.is_file() else ():
            try:
                kept = msgspec.json.decode(line, type=_Kept)
            except msgspec.DecodeError:
                continue
            self._found[kept.key] = kept.found.copy()

    def get(self, key: str, kind: type[Found]) -> Found | None:
        """Return a result; None if the file does not have it."""
        return msgspec.json.decode(self._found[key], type=kind) if key in self._found else None

    def all(self, kind: type[Found]) -> list[Found]:
        """Return all results."""
        return [msgspec.json.decode(found, type=kind) for found in self._found.values()]

    def put(self, key: str, found: object) -> None:
        """Keep a result."""
        self._found[key] = msgspec.Raw(msgspec.json.encode(found))
        lines = [msgspec.json.encode(_Kept(*item)) for item in self._found.items()]
        files.make_folder(self.path.parent)
        files.write_whole(self.path, b"\n".join(lines) + b"\n")

    def of(self, key: str, measure: Callable[[], Found], kind: type[Found]) -> Found:
        """Return a result; it is measured if the file does not have it."""
        found = self.get(key, kind)
        if found is None:
            found = measure()
            self.put(key, found)
        return found

    def remove(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
