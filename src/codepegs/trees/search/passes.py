"""The file with what a pass of `improve` begins with, so that a search that was interrupted ends as if it was not.

The tree in the output is not enough: during a pass it is already better than the one that the pass began with, and a
pass improves the trees of several first guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from codepegs import files
from codepegs.errors import CodepegsError
from codepegs.game import Game
from codepegs.trees import text
from codepegs.trees.tree import Tree

MARK: Literal["codepegs improve"] = "codepegs improve"
"""The value of `format` in a file."""

VERSION = 1


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a search, on which its result depends."""

    rules: str
    candidates_only: bool
    seed: int
    width: float | None
    passes: int


class Begin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a pass begins with."""

    format: Literal["codepegs improve"] = MARK
    version: int = VERSION
    wanted: Wanted
    done: int
    """Number of passes that are done."""
    next_width: float
    is_given: bool
    """Whether the best tree is the one that the search started from."""
    firsts: tuple[str, ...]
    """The first guesses by their estimate, the best of them first."""
    trees: tuple[str, ...]
    """A tree for each first guess that has one, the best of them first."""
    check: str = ""

    def sealed(self) -> Begin:
        """Return a copy with the check value of all the rest."""
        bare = msgspec.structs.replace(self, check="")
        return msgspec.structs.replace(self, check=files.check_value(msgspec.json.encode(bare)))

    def read_trees(self, game: Game) -> list[Tree]:
        """Return the trees."""
        return [text.read(each, game) for each in self.trees]


def write(path: Path, begin: Begin) -> None:
    """Write what the next pass begins with, if that is possible; otherwise a file of an earlier pass is good enough."""
    files.write_if_possible(path, msgspec.json.encode(begin.sealed()) + b"\n")


def read(path: Path, wanted: Wanted) -> Begin | None:
    """Return what the next pass of a search begins with; None if the file is missing, damaged or of another search."""
    if not files.exists(path):
        return None
    try:
        found = msgspec.json.decode(files.read_bytes(path, files.MOST_TREE_BYTES), type=Begin)
    except (msgspec.DecodeError, UnicodeDecodeError, CodepegsError):
        return None
    return found if found.wanted == wanted and found == found.sealed() else None


def texts(trees: Sequence[Tree]) -> tuple[str, ...]:
    """Return the texts of trees."""
    return tuple(map(text.write, trees))
