"""`codepegs improve` and `codepegs bound`: good trees of games too large for `codepegs optimal`, and lower bounds."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from codepegs.cli import interrupts
from codepegs.cli.common import (
    JsonOption,
    RulesArgument,
    SeedOption,
    StateLine,
    WorkersOption,
    console,
    cores,
    emit_json,
    flag,
    option,
    share_text,
    span_text,
)
from codepegs.cli.outputs import JOURNAL, TREE, Output, tell_saved, writing

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.trees import Tree
    from codepegs.trees.gallery import Entry
    from codepegs.trees.search import ImproveProgress, LowerBound


PASSES = 6
"""Passes when neither their number nor a limit is given."""


def improve(
    rules: RulesArgument,
    output: Annotated[
        Output | None,
        writing(
            TREE,
            "file for the best tree so far; if it exists, the search continues from it [default: RULES-improved.tree]",
            "--output -o",
        ),
    ] = None,
    source: Annotated[
        str | None, option("FILE|gallery:RULES", "tree to start from, if it is better than the output", "--start")
    ] = None,
    width: Annotated[
        float | None,
        option(
            "N",
            "number of guesses tried at each node with many candidates (up to three times as many at smaller "
            "nodes) in the first pass; it doubles in each later pass [default: 1; if the search continues from a tree "
            "made by this command, the width after its last one]",
            min=1,
            max=1000,
        ),
    ] = None,
    passes: Annotated[
        int | None,
        option("N", f"number of passes, for reproducible results [default: {PASSES}; unlimited with --limit]", min=1),
    ] = None,
    limit: Annotated[float | None, option("SECONDS", "time limit", min=0.1)] = None,
    candidates_only: Annotated[bool, flag("--candidates-only", "guess only candidates")] = False,
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
    output = output or TREE.checked(f"{game}-improved.tree")
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

    def words(waited: float, state: ImproveProgress) -> list[str]:
        rest = _rest(state, waited, few, limit)
        return [f"searching: best {game.total_words(state.total)}, pass {state.number}, {rest}"]

    began = time.monotonic()
    if start is not None and _is_optimal(start):
        found = start
    else:
        with StateLine(words) if sys.stderr.isatty() and not json else nullcontext() as line:
            found = find_better(
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
    from codepegs.trees.formats import read_tree

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
    out.print(f"{found.game}: {found.total_words}.")
    if found.game.costs is None:
        histogram = " ".join(map(str, figures.histogram))
        out.print(f"{found.histogram_title} (1, 2, 3, …): {histogram}.")
    if start is not None and found is not start:
        fewer = start.total - found.total
        less = f"{fewer:,} less" if found.game.costs is not None else f"{found.game.total_words(fewer)} fewer"
        change = f"{less} than" if fewer else "the same total as"
        out.print(f"This is {change} in the tree that the search started from.")
    if _is_optimal(found):
        searched = "Nothing was left to search" if found is start else f"Searched for {seconds_text(seconds)}"
        out.print(f"Optimal: gallery:{found.game} has the same total and is proved optimal. {searched}.")
    elif found is start:
        out.print(f"No better tree found in {seconds_text(seconds)}; not proved optimal.")
    else:
        out.print(f"Best tree found in {seconds_text(seconds)}; not proved optimal.")
    known = None if candidates_only else find(found.game)
    if known is not None and known.total < figures.total:
        best = "An optimal tree" if known.is_proved else "The best known tree"
        out.print(f"{best}, gallery:{found.game}, needs {known.total:,}.")


def _rest(state: ImproveProgress, waited: float, passes: int | None, limit: float | None) -> str:
    """The share that is done and the time left; each pass takes about twice as long as the one before."""
    within = state.done / state.codes
    shares = [0.0]
    if limit is not None:
        shares.append(min(1.0, waited / limit))
    if passes is not None:
        shares.append((2 ** (state.number - 1) - 1 + 2 ** (state.number - 1) * within) / (2**passes - 1))
    return share_text(max(shares), waited) or f"{100 * within:.0f} % of the pass"


SECONDS = 60.0
"""Time limit if none is given."""


def bound(
    rules: RulesArgument,
    limit: Annotated[
        float,
        option(
            "SECONDS",
            f"time limit; a longer one gives a better bound (large games may take some seconds longer) "
            f"[default: {SECONDS:g}]",
            min=0.1,
            show_default=False,
        ),
    ] = SECONDS,
    candidates_only: Annotated[bool, flag("--candidates-only", "bound only strategies that guess candidates")] = False,
    journal: Annotated[
        Output | None,
        writing(
            JOURNAL, "file in which the bounds of large sets are saved; if it exists, the search continues from it"
        ),
    ] = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Prove a lower bound on the number of guesses that any strategy needs.

    Examples:
        codepegs bound p5c8
        codepegs bound p5c8 --limit 3600 --journal p5c8.bound

    This is for games too large for codepegs optimal. The lower bound on the total over all secrets shows how far the
    best known tree can be from an optimal one.
    """
    from codepegs.game import Game
    from codepegs.trees.gallery import find
    from codepegs.trees.search import lower_bound

    game = Game.parse(rules)

    def words(waited: float, bound: int) -> list[str]:
        left = span_text(max(0.0, limit - waited))
        return [f"bounding: at least {bound:,} guesses ({bound / game.size:.4f} on average), {left} left"]

    with StateLine(words) if sys.stderr.isatty() and not json else nullcontext() as line:
        found = lower_bound(
            game,
            limit=limit,
            candidates_only=candidates_only,
            workers=workers or cores(),
            journal=None if journal is None else journal.path,
            progress=line,
        )
    best = None if candidates_only else find(game)
    if json:
        emit_json(replace(found, best_known=None if best is None else best.total))
    else:
        _print_bound(game, found, best, candidates_only=candidates_only)
    if found.interrupted:
        raise KeyboardInterrupt


def _print_bound(game: Game, found: LowerBound, best: Entry | None, *, candidates_only: bool) -> None:
    from codepegs.cli.render_board import seconds_text
    from codepegs.game import counted

    out = console()
    which = " that guesses only candidates" if candidates_only else ""
    needs = f"an optimal strategy{which} needs" if found.exact else f"every strategy{which} needs at least"
    total = game.total_words(found.total)
    out.print(f"{game}: {needs} {total} in total ({found.average:.4f} on average).")
    if best is not None and not found.exact:
        more = f"{100 * (best.total / found.total - 1):.1f} %"
        tree = "An optimal tree" if best.is_proved else "The best known tree"
        out.print(f"{tree}, gallery:{game}, needs {best.total:,} ({more} more).")
    out.print(f"Proved in {seconds_text(found.seconds)} ({counted(found.bounded, 'set')} of candidates bounded).")
