"""Measurements kept in a file until a page is written, so that an interrupted reproduction continues."""

from __future__ import annotations

import msgspec

from codepegs import files
from codepegs.experiments import ANSWERS, Evaluation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class _Kept(msgspec.Struct, frozen=True):
    """The evaluations of one call."""

    key: str
    found: list[Evaluation]


class Measurements:
    """Evaluations by the text of their call, in a file with one JSON object per line.

    A line that cannot be read, as after a crash, is ignored.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found: dict[str, list[Evaluation]] = {}
        for line in files.read_bytes(path).splitlines() if path.is_file() else ():
            try:
                kept = msgspec.json.decode(line, type=_Kept)
            except msgspec.DecodeError:
                continue
            self._found[kept.key] = kept.found

    def of(self, call: str, measure: Callable[[], list[Evaluation]]) -> list[Evaluation]:
        """Return the evaluations of a call; they are measured if the file does not have them."""
        key = f"{ANSWERS} {call}"
        if key not in self._found:
            self._found[key] = measure()
            lines = [msgspec.json.encode(_Kept(*item)) for item in self._found.items()]
            files.write_whole(self.path, b"\n".join(lines) + b"\n")
        return self._found[key]

    def remove(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
