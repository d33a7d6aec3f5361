"""What is in the gallery, one tree a game and objective: the index beside the files, and the trees themselves.

A tree is named `gallery:RULES`, or `gallery:RULES:OBJECTIVE` when it is not for the least expected guesses.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from codepegs.errors import BadInput, BadRules, Unavailable
from codepegs.files import read_text
from codepegs.game import Game
from codepegs.trees.tree import Tree

FOLDER = Path(__file__).parent
"""Where `index.jsonl` is, and the files in `trees`."""

PREFIX = "gallery:"
"""How the name of a tree of the gallery begins, where otherwise a file would be named."""

EXPECTED = "expected"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the index says of one tree."""

    rules: str
    objective: str
    """As `codepegs optimal` takes it."""
    then_depth: bool
    """Whether among the trees of that total it has the least depth, and the fewest codes that need it."""
    total: int
    """Guesses over all secrets."""
    depth: int
    codes_at_depth: int
    status: Literal["proved", "best known"]
    found: str
    """How it was found: the command, or the method."""

    @property
    def game(self) -> Game:
        """The rules."""
        return Game.parse(self.rules)

    @property
    def name(self) -> str:
        """The name that finds it: `gallery:p4c6`."""
        return f"{PREFIX}{self.rules}{'' if self.objective == EXPECTED else f':{self.objective}'}"

    @property
    def goal(self) -> str:
        """The objective in words: `expected, then depth`."""
        return f"{self.objective}{', then depth' if self.then_depth else ''}"

    @property
    def average(self) -> float:
        """Guesses a secret."""
        return self.total / self.game.size

    @property
    def path(self) -> Path:
        """The file of the tree."""
        return file_of(self.game, self.objective)

    @property
    def size(self) -> int:
        """Bytes of that file; raises `Unavailable` when it is gone."""
        try:
            return self.path.stat().st_size
        except OSError as error:
            raise Unavailable(f"{self.path} cannot be read: {error.strerror}; reinstall codepegs") from None

    @property
    def is_proved(self) -> bool:
        """Whether a search has shown that no tree is better."""
        return self.status == "proved"


def file_of(game: Game, objective: str, folder: Path | None = None) -> Path:
    """Where the tree of a game for an objective is kept.

    >>> file_of(Game(4, 6), "expected").name, file_of(Game(4, 6), "expected-within:5").name
    ('p4c6.tree.gz', 'p4c6.expected-within-5.tree.gz')
    """
    middle = "" if objective == EXPECTED else f".{objective.replace(':', '-')}"
    return (folder or FOLDER) / "trees" / f"{game}{middle}.tree.gz"


def read_index(folder: Path) -> tuple[Entry, ...]:
    """The index of a gallery, in its order; raises `Unavailable` when it cannot be read."""
    try:
        data = (folder / "index.jsonl").read_bytes()
        return tuple(msgspec.json.Decoder(Entry).decode_lines(data))
    except (OSError, msgspec.DecodeError) as error:
        raise Unavailable(f"the gallery's index is damaged: {error}; reinstall codepegs") from None


@cache
def entries() -> tuple[Entry, ...]:
    """All there is, smaller games first."""
    return read_index(FOLDER)


def find(game: Game, objective: str = EXPECTED) -> Entry | None:
    """The tree of a game for an objective, if there is one.

    >>> find(Game(4, 6)).total, find(Game(60, 60))
    (5625, None)
    """
    return _by_name().get((game, objective))


@cache
def _by_name() -> dict[tuple[Game, str], Entry]:
    return {(entry.game, entry.objective): entry for entry in entries()}


def named(name: str) -> Entry:
    """The entry of a name, with or without `gallery:` before it; raises `BadInput`.

    >>> named("gallery:mm").rules, named("p4c6:worst").depth
    ('p4c6', 5)
    """
    rules, _, objective = name.removeprefix(PREFIX).partition(":")
    try:
        entry = find(Game.parse(rules), objective or EXPECTED)
    except BadRules as error:
        raise BadInput(f"{name} is not a tree of the gallery: {error}") from None
    if entry is None:
        raise BadInput(f"the gallery has no tree {name}: list its trees with codepegs tree list")
    return entry


def tree_file(source: str) -> str:
    """The file that a source names: `gallery:RULES` is one of the gallery's, anything else is a path already."""
    return str(named(source).path) if source.startswith(PREFIX) else source


def load(entry: Entry) -> Tree:
    """The tree of an entry; raises `Unavailable` when its file is damaged, or not what the index says."""
    from codepegs.trees.formats import FORMATS, declared_figures

    try:
        content = read_text(entry.path)
        tree, figures = FORMATS["text"].read(content, entry.rules), declared_figures(content)
    except (BadInput, Unavailable) as error:
        raise Unavailable(f"the gallery's tree for {entry.rules} is damaged: {error}; reinstall codepegs") from None
    if (tree.game, figures.secrets, figures.total, figures.depth, figures.codes_at_depth) != (
        entry.game, entry.game.size, entry.total, entry.depth, entry.codes_at_depth,
    ):  # fmt: skip
        raise Unavailable(f"the gallery's tree for {entry.rules} does not match the index: reinstall codepegs")
    return tree


@lru_cache(maxsize=16)
def best_of(game: Game) -> Tree | None:
    """The tree of a game with the least expected guesses, read once; None when the gallery has none."""
    entry = find(game)
    return None if entry is None else load(entry)
