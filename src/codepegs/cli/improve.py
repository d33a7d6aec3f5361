"""`codepegs improve`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli import interrupts
from codepegs.cli.common import (
    JsonOption,
    RewrittenLine,
    RulesArgument,
    SeedOption,
    WorkersOption,
    console,
    cores,
    emit_json,
    share_text,
)
from codepegs.cli.outputs import TREE, Output, tell_saved, writing

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.trees import Tree
    from codepegs.trees.search import ImproveProgress

PASSES = 6
"""Passes when neither their number nor a limit is given."""


def improve(
    rules: RulesArgument,
    output: Annotated[
        Output | None,
        writing(
            TREE,
            "--output",
            "-o",
            help="file for the best tree so far; if it exists, the search continues from it [default: "
            "RULES-improved.tree]",
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="FILE|gallery:RULES",
            help="tree to start from, if it is better than the output",
        ),
    ] = None,
    width: Annotated[
        float | None,
        typer.Option(
            "--width",
            metavar="N",
            min=1,
            max=1000,
            help="number of guesses tried at each node with many candidates (up to three times as many at smaller "
            "nodes) in the first pass; it doubles in each later pass [default: 1; if the search continues from a tree "
            "made by this command, the width after its last one]",
        ),
    ] = None,
    passes: Annotated[
        int | None,
        typer.Option(
            "--passes",
            metavar="N",
            min=1,
            help=f"number of passes, for reproducible results [default: {PASSES}; unlimited with --limit]",
        ),
    ] = None,
    limit: Annotated[float | None, typer.Option("--limit", metavar="SECONDS", min=0.1, help="time limit")] = None,
    candidates_only: Annotated[bool, typer.Option("--candidates-only", help="guess only candidates")] = False,
    workers: WorkersOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Search for a good strategy tree in games too large for codepegs optimal.

    Examples:
        codepegs improve p5c8 --limit 3600
        codepegs improve p5c8 -o better.tree --start good.tree --width 4

    The beam search tries several guesses at every node, recursively, and searches small sets exhaustively; each pass
    tries more. The best tree so far is always in the output file: after Ctrl-C, run the same command to continue.
    """
    from codepegs.errors import BadInput
    from codepegs.game import Game
    from codepegs.trees.formats import format_of, write_tree
    from codepegs.trees.search import check_size, improve as find_better

    game = Game.parse(rules)
    check_size(game)
    if output is None:
        output = TREE(f"{game}-improved.tree")
        output.check()
    path = output.path
    if (form := format_of(path)).read is None:
        raise BadInput(
            f"the search continues from its output file, but {form.name} is a picture: give e.g. better.tree"
        )
    before = _read(path, game, candidates_only) if path.exists() and path.stat().st_size else None
    start = None if source is None else _read(source, game, candidates_only)
    if before is not None and (start is None or before.total <= start.total):
        start = before
    elif start is not None:
        write_tree(start, path)
    if start is not None:
        interrupts.last_words[:] = _last_words(output)

    def save(tree: Tree) -> None:
        write_tree(tree, path)
        interrupts.last_words[:] = _last_words(output)

    few = PASSES if passes is None and limit is None else passes
    line = _PassLine(game, few, limit) if sys.stderr.isatty() and not json else None
    began = time.monotonic()
    try:
        found = (
            start
            if start is not None and _is_optimal(start)
            else find_better(
                game,
                start,
                width=width,
                passes=few,
                limit=limit,
                candidates_only=candidates_only,
                workers=workers or cores(),
                seed=seed or 0,
                save=save,
                progress=line or (lambda state: None),
            )
        )
    finally:
        if line is not None:
            line.close()
    interrupts.last_words.clear()
    seconds = time.monotonic() - began
    if json:
        from codepegs.schema import ImprovedTree

        emit_json(ImprovedTree(found, start, seconds))
    else:
        _print(found, start, seconds, candidates_only=candidates_only)
        tell_saved(output)


def _last_words(output: Output) -> list[str]:
    """What an interrupted search says of the tree it has written, if anything."""
    if output.written is None:
        return []
    if output.written == output.path:
        return [f"Interrupted: the best tree so far is in {output}; run the same command to continue."]
    return [f"Interrupted: the best tree so far is in {output.written}; to continue, give it with --start."]


def _read(path: Path | str, game: Game, candidates_only: bool) -> Tree:
    """The tree to go on from."""
    from codepegs.errors import BadInput
    from codepegs.strategies import TreePlan
    from codepegs.trees.gallery import read_tree

    found = TreePlan(read_tree(path, str(game))).stored
    if candidates_only and not found.solves.all():
        raise BadInput(f"{path} guesses codes that are not candidates: give another tree, or omit --candidates-only")
    return found


def _is_optimal(tree: Tree) -> bool:
    """Return whether the gallery has a tree of the same total that is proved optimal."""
    from codepegs.trees.gallery import find

    entry = find(tree.game)
    return entry is not None and entry.is_proved and entry.total == tree.figures.total


def _print(found: Tree, start: Tree | None, seconds: float, *, candidates_only: bool) -> None:
    from codepegs.cli.render_board import seconds_text
    from codepegs.trees.gallery import find

    figures = found.figures
    out = console()
    out.print(f"{found.game}: {found.total_words}.", markup=False)
    if found.game.costs is None:
        histogram = " ".join(map(str, figures.histogram))
        out.print(f"{found.histogram_title} (1, 2, 3, …): {histogram}.", markup=False)
    if start is not None and found is not start:
        fewer = start.total - found.total
        less = f"{fewer:,} less" if found.game.costs is not None else f"{found.game.total_words(fewer)} fewer"
        change = f"{less} than" if fewer else "the same total as"
        out.print(f"This is {change} in the tree that the search started from.", markup=False)
    if _is_optimal(found):
        searched = "Nothing was left to search" if found is start else f"Searched for {seconds_text(seconds)}"
        out.print(f"Optimal: gallery:{found.game} has the same total and is proved optimal. {searched}.", markup=False)
    elif found is start:
        out.print(f"No better tree found in {seconds_text(seconds)}; not proved optimal.", markup=False)
    else:
        out.print(f"Best tree found in {seconds_text(seconds)}; not proved optimal.", markup=False)
    known = None if candidates_only else find(found.game)
    if known is not None and known.total < figures.total:
        best = "An optimal tree" if known.is_proved else "The best known tree"
        out.print(f"{best}, gallery:{found.game}, needs {known.total:,}.", markup=False)


class _PassLine(RewrittenLine):
    """One line on a terminal: the pass, how far it is, and the best tree."""

    def __init__(self, game: Game, passes: int | None, limit: float | None) -> None:
        super().__init__()
        self.game = game
        self.began = time.monotonic()
        self.passes, self.limit = passes, limit

    def __call__(self, state: ImproveProgress) -> None:
        waited = time.monotonic() - self.began
        if self.is_due(waited):
            best = self.game.total_words(state.total)
            self.show(f"searching: best {best}, pass {state.number}, {self._rest(state, waited)}")

    def _rest(self, state: ImproveProgress, waited: float) -> str:
        """The share that is done and the time left; each pass takes about twice as long as the one before."""
        within = state.done / state.codes
        shares = [0.0]
        if self.limit is not None:
            shares.append(min(1.0, waited / self.limit))
        if self.passes is not None:
            shares.append((2 ** (state.number - 1) - 1 + 2 ** (state.number - 1) * within) / (2**self.passes - 1))
        return share_text(max(shares), waited) or f"{100 * within:.0f} % of the pass"
