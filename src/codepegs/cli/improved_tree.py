"""Good trees of games too large for a proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from codepegs import game as games, trees
from codepegs.cli.optimal import best_known, print_known, read_start, showing
from codepegs.cli.options import Output, default_tree, last_words, tell_saved
from codepegs.cli.terminal import console, cores, emit_json, error_console, print_kinds, seconds_text, share_text
from codepegs.errors import BadInput, CodepegsError
from codepegs.trees import search


def improve(
    game: games.Game,
    output: Output | None,
    start_from: str | None,
    *,
    width: float | None,
    passes: int | None,
    limit: float | None,
    candidates_only: bool,
    workers: int | None,
    seed: int | None,
    json: bool,
) -> None:
    """Search for a good tree, from the best of those given; the best one so far is always in the output file."""
    from codepegs.schema import ImprovedTree

    search.check_size(game)
    output = output or default_tree(str(game), "improved")
    start = _best_start(game, output, start_from, candidates_only)
    if start is not None:
        last_words[:] = _last_words(output)
    best, began = start, time.monotonic()
    state = output.path.with_name(f"{output.path.name}.state")

    def save(tree: trees.Tree) -> None:
        nonlocal best
        better = tree
        with suppress(CodepegsError):  # by now the file may have a better tree, of another search
            better = min(tree, read_start(output.path, game, candidates_only), key=lambda each: each.total)
        if better is tree:
            trees.write_tree(tree, output.path)
        best = better
        last_words[:] = _last_words(output)

    few = search.PASSES if passes is None and limit is None else passes
    if start is not None and _is_optimal(start) and not state.exists():
        found = start
    else:
        try:
            with showing(_words(game, few, limit), json=json) as line:
                found = search.improve(
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
                    state=state,
                )
        except KeyboardInterrupt:
            with suppress(CodepegsError):  # it may have come just after a tree was written
                best = read_start(output.written or output.path, game, candidates_only)
            if json and best is not None:
                emit_json(ImprovedTree(best, start, time.monotonic() - began))
            elif best is not None:
                _print_improved(best, start, time.monotonic() - began, candidates_only=candidates_only)
            raise
    last_words.clear()
    if json:
        emit_json(ImprovedTree(found, start, time.monotonic() - began))
    else:
        _print_improved(found, start, time.monotonic() - began, candidates_only=candidates_only)
        if best is not None and best.total < found.total:
            error_console().print(f"{output} was kept: it has a better tree, written during this search.")
        else:
            tell_saved(output)


def _best_start(game: games.Game, output: Output, given: str | None, candidates_only: bool) -> trees.Tree | None:
    """The better one of the tree in the output file and the one that is given, which is then written there."""
    path = output.path
    if (form := trees.format_of(path)).read is None:
        raise BadInput.because("improves_no_picture", name=form.name)
    form.check(game)
    before = read_start(path, game, candidates_only) if path.exists() and path.stat().st_size else None
    start = None if given is None else read_start(given, game, candidates_only)
    if before is not None and (start is None or before.total <= start.total):
        return before
    if start is not None:
        trees.write_tree(start, path)
    return start


def _words(
    game: games.Game, passes: int | None, limit: float | None
) -> Callable[[float, search.ImproveProgress], list[str]]:
    """What the line of progress says."""

    def words(waited: float, state: search.ImproveProgress) -> list[str]:
        within, before = state.done / state.codes, 2 ** (state.number - 1)  # each pass takes twice as long as the last
        by_passes = 0.0 if passes is None else (before - 1 + before * within) / (2**passes - 1)
        by_time = 0.0 if limit is None else min(1.0, waited / limit)
        rest = share_text(max(by_passes, by_time), waited) or f"{100 * within:.0f} % of the pass"
        return [f"searching: best {game._total_words(state.total)}, pass {state.number}, {rest}"]

    return words


def _last_words(output: Output) -> list[str]:
    """What an interrupted search says of the tree it has written, if anything."""
    if output.written is None:
        return []
    if output.written == output.path:
        return [f"Interrupted: the best tree so far is in {output}; run the same command to continue."]
    return [f"Interrupted: the best tree so far is in {output.written}; to continue, give it with --start."]


def _is_optimal(tree: trees.Tree) -> bool:
    """Return whether the gallery has a tree of the same total that is proved optimal."""
    from codepegs.trees.gallery import find

    entry = find(tree.game)
    return entry is not None and entry.is_proved and entry.total == tree.figures.total


def _print_improved(found: trees.Tree, start: trees.Tree | None, seconds: float, *, candidates_only: bool) -> None:
    figures = found.figures
    out = console()
    out.print(f"{found.game}: {found.total_words}.")
    if found.game.costs is None:
        histogram = " ".join(map(str, figures.histogram))
        out.print(f"{found.histogram_title} (1, 2, 3, …): {histogram}.")
    if start is not None and found is not start:
        fewer = start.total - found.total
        less = f"{fewer:,} less" if found.game.costs is not None else f"{found.game._total_words(fewer)} fewer"
        change = f"{less} than" if fewer else "the same total as"
        out.print(f"This is {change} in the tree that the search started from.")
    if _is_optimal(found):
        searched = "Nothing was left to search" if found is start else f"Searched for {seconds_text(seconds)}"
        out.print(f"Optimal: gallery:{found.game} has the same total and is proved optimal. {searched}.")
    elif found is start:
        out.print(f"No better tree found in {seconds_text(seconds)}; not proved optimal.")
    else:
        out.print(f"Best tree found in {seconds_text(seconds)}; not proved optimal.")
    print_kinds(found.kinds, codes_at_longest="counted")
    expected = search.TreeObjective()
    known = best_known(found.game, expected, candidates_only=candidates_only)
    if known is not None and known.total < figures.total:
        print_known(known, expected)
