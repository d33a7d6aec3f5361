"""Add trees to the gallery; a program for maintainers.

python packaging/gallery.py p4c6 p4c7 --then depth        # searched, proved and stored
python packaging/gallery.py p4c6 --objective worst
python packaging/gallery.py --tree p5c8.tree --found "beam search, width 40"       # the best known
python packaging/gallery.py --again                       # every proved tree of the index, searched again

Making a tree again gives the same bytes, whatever the number of workers. `--into` writes to another folder.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from codepegs import files
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Game
from codepegs.trees import checker, text
from codepegs.trees.formats import read_tree
from codepegs.trees.gallery import EXPECTED, FOLDER, Entry, file_of, read_index
from codepegs.trees.search import Journal, TreeObjective, optimal
from codepegs.trees.tree import Tree


def make(
    rules: Annotated[list[str] | None, typer.Argument(metavar="[RULES]...", show_default=False)] = None,
    objective: Annotated[str, typer.Option(help="objective of codepegs optimal")] = EXPECTED,
    then: Annotated[
        str | None, typer.Option(help="depth: minimise the depth among the optimal trees", show_default=False)
    ] = None,
    tree: Annotated[Path | None, typer.Option(help="a tree from elsewhere, the best known", show_default=False)] = None,
    found: Annotated[str | None, typer.Option(help="how it was found", show_default=False)] = None,
    again: Annotated[bool, typer.Option(help="rebuild all proved trees of the index")] = False,
    resume: Annotated[Path | None, typer.Option(help="journal of a search to continue", show_default=False)] = None,
    into: Annotated[Path, typer.Option(help="the gallery's folder", show_default=False)] = FOLDER,
    workers: Annotated[int, typer.Option(min=1, help="number of threads")] = 1,
) -> None:
    """Search for the best trees of games, or take a given tree, and add them to the gallery."""
    wanted = str(TreeObjective.parse(objective))
    if then not in (None, "depth"):
        raise BadInput(f"--then {then!r} is invalid: expected depth")
    if tree is not None:
        if not found:
            raise BadInput("--tree needs --found, the method by which the tree was found")
        _print_entry(add_known(into, read_tree(tree), wanted, found))
    for name in rules or []:
        _print_entry(add_proved(into, Game.parse(name), wanted, then is not None, workers, resume))
    for entry in read_index(FOLDER) if again else ():
        if entry.is_proved:
            _print_entry(add_proved(into, entry.game, entry.objective, entry.then_depth, workers))


def add_proved(
    folder: Path, game: Game, objective: str, then_depth: bool, workers: int = 1, resume: Path | None = None
) -> Entry:
    """Search for the best tree of a game and store it; raises `BadInput` if no tree meets the objective."""
    name = f"{objective}{' then depth' if then_depth else ''}"
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(resume, str(game), name, False)) if resume else None
        second: Literal["depth"] | None = "depth" if then_depth else None
        found = optimal(game, TreeObjective.parse(objective), then=second, workers=workers, journal=journal)
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None or not found.proved:
        raise BadInput(f"{game}: no tree satisfies {objective}")
    then = " --then depth" if then_depth else ""
    how = f"codepegs optimal {game}{'' if objective == EXPECTED else f' --objective {objective}'}{then}"
    return _store(folder, found.tree.named(f"optimal {name}"), _entry(found.tree, objective, then_depth, "proved", how))


def add_known(folder: Path, tree: Tree, objective: str, found: str) -> Entry:
    """Store a best known tree; raises `BadInput` if the gallery has one that is equally good."""
    entry = _entry(tree, objective, False, "best known", found)
    for other in _index(folder):
        if (other.game, other.objective) == (tree.game, objective) and (
            other.is_proved or _rank(other) <= _rank(entry)
        ):
            raise BadInput(f"the gallery already has an equally good tree for {tree.game}: {_sentence(other)}")
    return _store(folder, tree.named(f"best known, optimal {objective}"), entry)


def _rank(entry: Entry) -> tuple[int, ...]:
    figures = (entry.total, entry.longest_game, entry.codes_at_longest)
    return (
        figures if entry.objective.startswith(EXPECTED) else (entry.longest_game, entry.total, entry.codes_at_longest)
    )


def _entry(tree: Tree, objective: str, then_depth: bool, status: str, found: str) -> Entry:
    figures = tree.figures
    return msgspec.convert(
        {
            "rules": str(tree.game),
            "objective": objective,
            "then_depth": then_depth,
            "first": CANONICAL.format(tree.game, tree.guess(0)),
            "total": figures.total,
            "longest_game": figures.longest_game,
            "codes_at_longest": figures.codes_at_longest,
            "status": status,
            "found": found,
        },
        Entry,
    )


def _store(folder: Path, tree: Tree, entry: Entry) -> Entry:
    """Check the tree with the stand-alone checker, then write the file and the index."""
    content = text.write(tree)
    checked = checker.check_text(content)
    if not checked["valid"]:
        raise BadInput(f"{tree.game}: the tree is wrong: {checked['faults'][0]}")
    file = file_of(entry.rules, entry.objective, folder)
    files.make_folder(file.parent)
    files.write_whole(file, content)
    kept = [other for other in _index(folder) if (other.rules, other.objective) != (entry.rules, entry.objective)]
    files.write_whole(folder / "index.jsonl", msgspec.json.Encoder().encode_lines(sorted([*kept, entry], key=_place)))
    return entry


def _index(folder: Path) -> tuple[Entry, ...]:
    return read_index(folder) if (folder / "index.jsonl").exists() else ()


def _place(entry: Entry) -> tuple[object, ...]:
    """The sort key of an entry: with repeats first, then by view, pegs and colours."""
    game = entry.game
    return game.view.value, not game.repeats, game.pegs, game.colors, entry.objective != EXPECTED, entry.objective


def _sentence(entry: Entry) -> str:
    figures = f"{entry.total:,} guesses, at most {entry.longest_game}, which {entry.codes_at_longest:,} need"
    return f"{entry.name} {figures} ({entry.status})"


_began = time.monotonic()


def _print_entry(entry: Entry) -> None:
    global _began
    now = time.monotonic()
    print(f"{_sentence(entry)}, {now - _began:.1f} s", flush=True)
    _began = now


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.command(help=__doc__)(make)

if __name__ == "__main__":
    app()
