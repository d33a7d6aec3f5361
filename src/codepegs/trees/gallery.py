"""The trees that ship with codepegs, one for each game and objective: the index and the files.

A tree is named `gallery:RULES`, or `gallery:RULES:OBJECTIVE` for an objective other than the least expected number of
guesses.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from codepegs.errors import BadInput, BadRules, Unavailable
from codepegs.files import MOST_TREE_BYTES, read_bytes, read_text, shown
from codepegs.game import CANONICAL, FormerName, Game, JsonKeys, Kind, Kinds, described, record

if TYPE_CHECKING:
    from codepegs.trees.tree import Tree

FOLDER = Path(__file__).with_name("gallery")

PREFIX = "gallery:"
"""The beginning of the name of a tree of the gallery, where the name of a file is also accepted."""

EXPECTED = "expected"


@record("TreeEntry")
class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A tree of the gallery."""

    rules: str
    objective: str
    """The objective, in the form that `codepegs optimal` accepts."""
    then_depth: Annotated[
        bool, msgspec.Meta(description="whether it has the least depth among the trees with this total")
    ]
    first: str
    """The first guess, a canonical text."""
    total: int
    """Number of guesses summed over all secrets."""
    longest_game: Annotated[int, described("longest_game")]
    """Largest number of guesses for a secret."""
    codes_at_longest: Annotated[int, described("codes_at_longest")]
    """Number of secrets that need that many guesses."""
    status: Literal["proved", "best known"]
    found: Annotated[str, msgspec.Meta(description="the command or the method that found it")]

    def _json_keys(self) -> JsonKeys:
        return {
            "name": self.name,
            "rules": self.rules,
            "objective": self.objective,
            "then_depth": self.then_depth,
            "first_guess": self.first,
            "total": self.total,
            "average": self.average,
            "longest_game": self.longest_game,
            "codes_at_longest": self.codes_at_longest,
            "status": self.status,
            "found": self.found,
            "bytes": self.size,
            "kinds": self.kinds,
        }

    depth: ClassVar[FormerName] = FormerName("longest_game")
    codes_at_depth: ClassVar[FormerName] = FormerName("codes_at_longest")

    @cached_property
    def game(self) -> Game:
        """The rules."""
        return Game.parse(self.rules)

    @property
    def name(self) -> str:
        """The name of the tree, such as `gallery:p4c6`."""
        return f"{PREFIX}{self.rules}{'' if self.objective == EXPECTED else f':{self.objective}'}"

    @property
    def goal(self) -> str:
        """The objective in words: `expected, then depth`."""
        return f"{self.objective}{', then depth' if self.then_depth else ''}"

    @property
    def average(self) -> float:
        """Expected number of guesses for a secret drawn at random."""
        return self.total / self.game.size

    @property
    def kinds(self) -> Kinds:
        """Which figures are proved: those that the objective minimises, if the tree is proved to be the best."""
        total: Kind = "proved" if self.status == "proved" else "counted"
        longest: Kind = total if self.then_depth or not self.objective.startswith(EXPECTED) else "counted"
        return {"total": total, "average": total, "longest_game": longest, "codes_at_longest": "counted"}

    @property
    def path(self) -> Path:
        """The file of the tree."""
        return file_of(self.rules, self.objective)

    @property
    def size(self) -> Annotated[int, msgspec.Meta(description="size of the compressed file")]:
        """Size of that file in bytes; raises `Unavailable` if it is missing."""
        try:
            return self.path.stat().st_size
        except OSError as error:
            why = str(error.strerror)
            raise Unavailable.because("gallery_file_not_read", file=str(self.path), error=why) from None

    @property
    def is_proved(self) -> bool:
        """Whether the tree is proved optimal."""
        return self.status == "proved"


def file_of(rules: str, objective: str, folder: Path | None = None) -> Path:
    """Return the file of a tree of the gallery."""
    middle = "" if objective == EXPECTED else f".{objective.replace(':', '-')}"
    return (folder or FOLDER) / "trees" / f"{rules}{middle}.tree.gz"


def read_index(folder: Path) -> tuple[Entry, ...]:
    """Read the index of a gallery."""
    try:
        data = read_bytes(folder / "index.jsonl")
        return tuple(msgspec.json.Decoder(Entry).decode_lines(data))
    except (BadInput, Unavailable, msgspec.DecodeError) as error:
        raise Unavailable.because("gallery_index_damaged", error=str(error)) from None


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries of the gallery, smaller games first."""
    return read_index(FOLDER)


def find(game: Game, objective: str = EXPECTED) -> Entry | None:
    """Return the entry for a game."""
    entry = _by_name().get((str(game), objective))
    return entry if entry is None or not game._digest else None  # a listed game may have the same name


def entries_of(game: Game) -> list[Entry]:
    """Return the entries for a game, of all objectives."""
    return [] if game._digest else [entry for entry in entries() if entry.rules == str(game)]


@cache
def _by_name() -> dict[tuple[str, str], Entry]:
    return {(entry.rules, entry.objective): entry for entry in entries()}


class NoSuchTree(BadInput):
    """A name that the gallery does not have."""


def named(name: str) -> Entry:
    """Return the entry of a name; raises `NoSuchTree`."""
    rules, _, objective = name.removeprefix(PREFIX).partition(":")
    try:
        entry = find(Game.parse(rules), objective or EXPECTED)
    except BadRules:
        entry = None
    if entry is None:
        raise NoSuchTree.because("no_such_tree", text=shown(name))
    return entry


def tree_file(source: str) -> str:
    """Return the file of a source."""
    return str(named(source).path) if source.startswith(PREFIX) else source


def load(entry: Entry, game: Game | None = None) -> Tree:
    """Load the tree of an entry; `game` if its rules were parsed already."""
    from codepegs.trees import text

    game = game or entry.game
    try:
        content = read_text(entry.path, MOST_TREE_BYTES)
        tree, figures = text.read(content, game), text.declared_figures(content)
    except (BadInput, Unavailable) as error:
        raise Unavailable.because("gallery_tree_damaged", game=entry.rules, error=str(error)) from None
    first = CANONICAL.format(game, tree.guess(0))
    if (tree.game, figures.secrets, first, figures.total, figures.longest_game, figures.codes_at_longest) != (
        game, game.size, entry.first, entry.total, entry.longest_game, entry.codes_at_longest,
    ):  # fmt: skip
        raise Unavailable.because("gallery_tree_differs", game=entry.rules)
    return tree


@lru_cache(maxsize=16)
def best_of(game: Game) -> Tree | None:
    """Return the tree of a game with the fewest expected guesses; it is read from its file once."""
    entry = find(game)
    return None if entry is None else load(entry, game)
