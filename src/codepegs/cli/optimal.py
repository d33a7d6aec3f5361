"""`codepegs optimal`, `improve` and `bound`: optimal trees, good trees of larger games, and lower bounds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from codepegs import experiments, game as games, strategies, trees
from codepegs.cli import options
from codepegs.cli.options import (
    CERTIFICATE,
    JOURNAL,
    TREE,
    Output,
    default_tree,
    flag,
    last_words,
    option,
    tell_saved,
    writing,
)
from codepegs.cli.terminal import (
    StateLine,
    console,
    cores,
    emit_json,
    error_console,
    seconds_text,
    share_text,
    span_text,
)
from codepegs.errors import BadInput, CodepegsError
from codepegs.reasons import counted, estimate_words
from codepegs.trees import search


def optimal(
    rules: options.Rules,
    objective: Annotated[
        str,
        option(
            "expected|worst|depth|expected-within:D|last-turn:D",
            "what to minimise: expected: the expected number of guesses; worst: the longest game, then the "
            "expected number; depth: the longest game only, which is much faster; expected-within:D: the expected "
            "number, with at most D guesses in every game; last-turn:D: the number of games of D guesses, with none "
            "longer",
        ),
    ] = "expected",
    then: Annotated[
        str | None,
        option(
            "depth",
            "with --objective expected, worst or expected-within:D: among the optimal trees, find one whose "
            "longest game is as short as possible, with as few games of that length as possible",
        ),
    ] = None,
    candidates_only: Annotated[bool, flag("--candidates-only", "guess only candidates")] = False,
    first: Annotated[str | None, option("CODE", "search only for trees with this first guess")] = None,
    output: Annotated[
        Output | None,
        writing(
            TREE,
            "output file for the tree; if it contains a tree from the same search, the search continues from it",
            "--output -o",
        ),
    ] = None,
    journal: Annotated[
        Output | None,
        writing(
            JOURNAL,
            "file in which everything proved so far is saved (the journal); if it exists, the search continues from it",
        ),
    ] = None,
    start: Annotated[
        str | None,
        option(
            "FILE|gallery:RULES",
            "only with --objective expected: a tree whose total is an initial upper bound; a good one saves time",
        ),
    ] = None,
    certificate: Annotated[
        Output | None,
        writing(
            CERTIFICATE,
            "output file for a certificate of optimality (not with --objective worst); compressed if the name "
            "ends in .gz",
        ),
    ] = None,
    limit: Annotated[
        float | None,
        options.limit_option(
            "time limit, after which the best tree found and a lower bound are printed; for expected, the search then "
            "starts from the gallery's tree, if there is one"
        ),
    ] = None,
    executor: Annotated[
        str,
        option(
            "threads|processes|serial|dask:tcp://HOST:PORT|mpi",
            "where to search: threads of this process (the fastest on one machine), local processes, a Dask "
            "cluster, or the processes started by mpiexec",
        ),
    ] = "threads",
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Find an optimal strategy tree and prove that it is optimal.

    Examples:
        codepegs optimal p4c6 -o best.tree
        codepegs optimal p4c6 --objective expected-within:5
        codepegs optimal p4c9 --journal p4c9.search -o p4c9.tree
        codepegs optimal p4c6 -o best.tree --certificate best.cert
        codepegs optimal words:answers.txt,guesses.txt:wordle --first salet

    The tree can be played with --strategy tree:FILE. The search considers every guess, so the tree is proved to be
    optimal. To check the tree and the proof independently, write a certificate and run codepegs tree verify on each
    of the two files.
    """
    game, wanted = games.Game.parse(rules), search.TreeObjective.parse(objective)
    if then not in (None, "depth"):
        raise BadInput.because("wrong_then", text=then)
    if then and not wanted.takes_then:
        raise BadInput.because("option_then_needs_average", objective=str(wanted))
    if start and wanted.kind != "expected":
        raise BadInput.because("option_start_needs_expected", objective=str(wanted))
    tree = None if start is None else _read(start, game, candidates_only)
    opening = None if first is None else game.check_code(games.CANONICAL.parse(game, first))
    name = f"{wanted}{' then depth' if then else ''}"
    if opening is not None:
        name += f" first {games.CANONICAL.format(game, opening)}"
    if certificate is not None and opening is not None:
        raise BadInput.because("certificate_without_first")
    if tree is not None and opening is not None and tree.guess(0) != opening:
        begin = games.CANONICAL.format(game, tree.guess(0))
        raise BadInput.because("start_begins_otherwise", file=str(start), guess=begin, value=str(first))
    if certificate is not None:
        search.check_certificate_objective(game, wanted)
        search.check_certificate_size(game)
    title = f"optimal {name}{' candidates-only' if candidates_only else ''}"
    if output is not None:
        trees.format_of(output.path).check(game)
        before = _tree_before(output, game, title, can_start=wanted.kind == "expected" and opening is None)
        if before is not None and wanted.kind == "expected":
            tree = before if tree is None or before.total <= tree.total else tree
    known = _best_known(game, wanted, candidates_only=candidates_only, first=opening)
    shipped = None
    if known is not None and limit is not None and start is None and wanted.kind == "expected":
        shipped = trees.read_tree(known.name, str(game))
        tree = shipped if tree is None or shipped.total < tree.total else tree
    resumed = journal is not None and journal.path.exists()

    def words(waited: float, bounds: search.Bounds) -> list[str]:
        best = "unknown" if bounds.upper is None else f"{bounds.upper:,}"
        values = f"searching: lower bound {bounds.lower:,}, best {best}"
        if bounds.within is not None:
            values = f"looking for a tree of at most {bounds.within} guesses"
        more = [f"{bounds.done} of {bounds.firsts} first guesses", share_text(bounds.done / bounds.firsts, waited)]
        if limit is not None:
            more.insert(0, f"{span_text(max(0.0, limit - waited))} to the limit")
        return [values, *(f"; {part}" for part in more if part)]

    with ExitStack() as stack:
        threads = workers or cores()
        pool = stack.enter_context(experiments.open_executor(executor, threads)) if executor != "threads" else None
        line = stack.enter_context(_showing(words, json=json))
        found = search.optimal(
            game,
            wanted,
            then="depth" if then else None,
            candidates_only=candidates_only,
            first=opening,
            workers=threads,
            executor=pool,
            limit=limit,
            journal=None if journal is None else journal.path,
            start=tree,
            progress=line,
        )
    if json:
        emit_json(found)
    else:
        limits = [f"begin with {first}"] * (first is not None) + ["guess only candidates"] * candidates_only
        restricted = f" among trees that {' and '.join(limits)}" if limits else ""
        is_known = found.tree is shipped is not None
        _print(game, wanted, found, known, then_depth=then is not None, restricted=restricted, is_known=is_known)
        if resumed and found.proved and not found.nodes:
            console().print(f"Nothing was left to search: {journal} contains the whole proof.")
    if found.tree is not None and output is not None and (found.proved or wanted.kind == "expected" or before is None):
        trees.write_tree(found.tree.named(title if found.proved else f"best known, {title}"), output.path)
        tell_saved(output)
    if certificate is not None and not found.proved:
        error_console().print(f"{certificate} was not written: the search stopped before it had a proof.")
    if found.interrupted:
        if found.tree is not None and output is None and not json:
            error_console().print("The tree was not saved: to save it, give a file with -o.")
        raise KeyboardInterrupt
    if certificate is not None:
        if not found.proved:
            raise typer.Exit(1)
        if found.value is None:  # no tree is so short
            assert wanted.turns is not None
            _certify(game, wanted.turns + 1, search.TreeObjective("depth"), candidates_only, certificate)
        else:
            _certify(game, found.value, wanted, candidates_only, certificate)
    if found.tree is None and found.proved:
        raise typer.Exit(1)


def _showing(words: Callable[..., Sequence[str]], *, json: bool) -> AbstractContextManager[StateLine | None]:
    """The progress of a search, on standard error: one line on a terminal, lines now and then elsewhere."""
    return nullcontext() if json else StateLine(words, is_terminal=sys.stderr.isatty())


def _certify(
    game: games.Game, total: int, objective: search.TreeObjective, candidates_only: bool, file: Output
) -> None:

    def words(waited: float, share: float, claims: int) -> list[str]:
        rest = share_text(share, waited)
        return [f"proving the certificate: {rest}{', ' if rest else ''}{counted(claims, 'claim')}"]

    with StateLine(words, is_terminal=sys.stderr.isatty()) as line:
        made = search.certify(game, total, objective, candidates_only=candidates_only, progress=line)
    made.write(file.path)
    claims = f": a certificate with {counted(made.claims, 'claim')}"
    tell_saved(file, claims if made.claims else ", which needs no claims: the checker proves the bound by itself")


def _tree_before(output: Output, game: games.Game, title: str, *, can_start: bool) -> trees.Tree | None:
    """The tree that an earlier search for the same left; another is a `BadInput`, with --start if it `can_start`."""
    path = output.path
    if not path.exists() or not path.stat().st_size:
        return None
    found = trees.read_tree(path, str(game))
    if found.strategy not in ("", title, f"best known, {title}"):
        start = {"ending": "or_start_from_it"} if can_start else {}
        raise BadInput.because("tree_of_another_search", file=str(path), strategy=found.strategy, **start)
    return found


def _print_premise(game: games.Game) -> None:
    """Say, beside what is proved of a table, that it supposes one outcome in each cell that looks like several."""
    if premise := games.cells_notice(game, "proved_of_outcomes"):
        console().print(premise.text, markup=False)


def _best_known(
    game: games.Game, wanted: search.TreeObjective, *, candidates_only: bool = False, first: games.Code | None = None
) -> trees.Entry | None:
    """The best tree of the gallery for an objective, among those that begin with a guess or guess candidates only."""
    from codepegs.trees.gallery import entries_of

    opening = None if first is None else games.CANONICAL.format(game, first)
    ranked = [(rank, entry) for entry in entries_of(game) if (rank := _rank(wanted, entry)) is not None]
    for _, entry in sorted(ranked, key=lambda pair: pair[0]):
        if opening not in (None, entry.first):
            continue
        if not candidates_only or trees.read_tree(entry.name, str(game)).solves.all():
            return entry
    return None


def _rank(wanted: search.TreeObjective, of: trees.Entry | trees.TreeFigures) -> tuple[int, ...] | None:
    return wanted.rank(of.total, of.longest_game, of.codes_at_longest)


def _print_known(known: trees.Entry, wanted: search.TreeObjective) -> None:
    """Name a tree of the gallery that is better than the one that was found."""
    best = "An optimal tree" if known.is_proved and known.objective == str(wanted) else "The best known tree"
    depth = "" if wanted.kind == "expected" else f" in total, and at most {known.longest_game}"
    console().print(f"{best}, {known.name}, needs {known.total:,}{depth}.")


def _print(
    game: games.Game,
    wanted: search.TreeObjective,
    found: search.Found,
    known: trees.Entry | None,
    *,
    then_depth: bool,
    restricted: str,
    is_known: bool,
) -> None:
    """Print the result, and what is known of the best tree; `is_known` if that is the result."""
    _print_found(game, wanted, found, known if is_known else None, then_depth=then_depth, restricted=restricted)
    if known is None or found.proved or is_known:
        return
    rank, best = None if found.tree is None else _rank(wanted, found.tree.figures), _rank(wanted, known)
    assert best is not None
    if rank is None or best < rank:
        _print_known(known, wanted)


def _print_found(
    game: games.Game,
    wanted: search.TreeObjective,
    found: search.Found,
    known: trees.Entry | None,
    *,
    then_depth: bool,
    restricted: str,
) -> None:
    out = console()
    # Number of sets from which it is rounded: it depends on which of several threads is first.
    sets = estimate_words(found.nodes) if found.nodes >= 1_000 else str(found.nodes)
    work = f"{seconds_text(found.seconds)} ({sets} set{'s' * (found.nodes != 1)} of candidates searched)"
    also = "fewest games of that length" if wanted.kind == "worst" else "in the worst case"
    words = wanted.words_of(game.traits.guess_nouns[1]) if game.costs is None else "least cost on average"
    goal = f"{words}{f', then {also}' if then_depth else ''}"
    bound = wanted.bound_words(found.lower, game.size)
    if game.is_weighed and wanted.kind != "depth":
        least = game.total_words(found.lower)
        bound = f"every tree needs at least {least} in total ({found.lower / game.mass:.4f} on average)"
    out.print(f"{game}, objective {wanted}{' then depth' if then_depth else ''}: {goal}.")
    if found.tree is None:
        if found.proved:
            out.print(f"There is no such tree. Proved in {work}.")
            _print_premise(game)
        else:
            out.print(f"No tree found in {work}; {bound}.")
        return
    figures = found.tree.figures
    out.print(f"{found.tree.total_words[0].upper()}{found.tree.total_words[1:]}.")
    if game.costs is None:
        out.print(f"{found.tree.histogram_title} (1, 2, 3, …): {' '.join(map(str, figures.histogram))}.")
    if found.proved:
        out.print(f"Proved optimal{restricted and f'{restricted},'} in {work}.")
        _print_premise(game)
    elif known is not None:
        out.print(f"This is {known.name}, with which the search began. No better tree was found in {work}; {bound}.")
        if known.is_proved:
            out.print("An earlier search proved it optimal.")
    elif found.depth_bound is None or wanted.kind == "depth":
        out.print(f"Best tree found in {work}, but not proved optimal; {bound}.")
    elif found.depth_bound < figures.longest_game:
        least = f"{'no tree' if wanted.kind == 'worst' else 'no tree with this total'} finds every secret in fewer "
        least += f"than {counted(found.depth_bound, 'guess', 'guesses')}"
        out.print(f"Best tree found in {work}, but not proved optimal; {least}.")
    elif found.lower < figures.total:
        out.print(
            f"Best tree found in {work}. No tree finds every secret in fewer guesses (proved), but the average is not "
            f"proved; {bound}."
        )
    else:
        out.print(
            f"Best tree found in {work}. Average and longest game are proved optimal, but not the number of secrets "
            f"that need {counted(figures.longest_game, 'guess', 'guesses')}."
        )


PASSES = 6
"""Passes when neither their number nor a limit is given."""


def improve(
    rules: options.Rules,
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
    limit: Annotated[float | None, options.limit_option("time limit")] = None,
    candidates_only: Annotated[bool, flag("--candidates-only", "guess only candidates")] = False,
    workers: options.Workers = None,
    seed: options.Seed = None,
    json: options.Json = False,
) -> None:
    """Search for a good strategy tree in games too large for codepegs optimal.

    Examples:
        codepegs improve p5c8 --limit 3600
        codepegs improve p5c8 -o better.tree --start good.tree --width 4

    The beam search tries several guesses at every node, recursively, and searches small sets exhaustively; each pass
    tries more. The best tree so far is always in the output file: after Ctrl-C, run the same command to continue.
    Without --limit, the search then ends with the same tree as one that was not interrupted; until it ends, the file
    with .state after its name has what the current pass began with.
    """
    from codepegs.schema import ImprovedTree

    game = games.Game.parse(rules)
    search.check_size(game)
    output = output or default_tree(str(game), "improved")
    path = output.path
    if (form := trees.format_of(path)).read is None:
        raise BadInput.because("improves_no_picture", name=form.name)
    form.check(game)
    before = _read(path, game, candidates_only) if path.exists() and path.stat().st_size else None
    start = None if source is None else _read(source, game, candidates_only)
    if before is not None and (start is None or before.total <= start.total):
        start = before
    elif start is not None:
        trees.write_tree(start, path)
    if start is not None:
        last_words[:] = _last_words(output)
    best, began = start, time.monotonic()
    state = path.with_name(f"{path.name}.state")

    def save(tree: trees.Tree) -> None:
        nonlocal best
        best = tree
        with suppress(CodepegsError):  # by now the file may have a better tree, of another search
            best = min(tree, _read(path, game, candidates_only), key=lambda each: each.total)
        if best is tree:
            trees.write_tree(tree, path)
        last_words[:] = _last_words(output)

    few = PASSES if passes is None and limit is None else passes

    def words(waited: float, state: search.ImproveProgress) -> list[str]:
        within, before = state.done / state.codes, 2 ** (state.number - 1)  # each pass takes twice as long as the last
        by_passes = 0.0 if few is None else (before - 1 + before * within) / (2**few - 1)
        by_time = 0.0 if limit is None else min(1.0, waited / limit)
        rest = share_text(max(by_passes, by_time), waited) or f"{100 * within:.0f} % of the pass"
        return [f"searching: best {game.total_words(state.total)}, pass {state.number}, {rest}"]

    if start is not None and _is_optimal(start) and not state.exists():
        found = start
    else:
        try:
            with _showing(words, json=json) as line:
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


def _last_words(output: Output) -> list[str]:
    """What an interrupted search says of the tree it has written, if anything."""
    if output.written is None:
        return []
    if output.written == output.path:
        return [f"Interrupted: the best tree so far is in {output}; run the same command to continue."]
    return [f"Interrupted: the best tree so far is in {output.written}; to continue, give it with --start."]


def _read(path: Path | str, game: games.Game, candidates_only: bool) -> trees.Tree:
    """The tree to go on from."""
    found = strategies.TreePlan(trees.read_tree(path, str(game))).stored
    if candidates_only and not found.solves.all():
        raise BadInput.because("tree_guesses_others", file=str(path))
    return found


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
    expected = search.TreeObjective()
    known = _best_known(found.game, expected, candidates_only=candidates_only)
    if known is not None and known.total < figures.total:
        _print_known(known, expected)


SECONDS = 60.0
"""Time limit if none is given."""


def bound(
    rules: options.Rules,
    limit: Annotated[
        float,
        options.limit_option(
            f"time limit; a longer one gives a better bound [default: {SECONDS:g}]", show_default=False
        ),
    ] = SECONDS,
    candidates_only: Annotated[bool, flag("--candidates-only", "bound only strategies that guess candidates")] = False,
    journal: Annotated[
        Output | None,
        writing(JOURNAL, "file in which the bounds found so far are saved; if it exists, the search continues from it"),
    ] = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Prove a lower bound on the number of guesses that any strategy needs.

    Examples:
        codepegs bound p5c8
        codepegs bound p5c8 --limit 3600 --journal p5c8.bound

    This is for games too large for codepegs optimal. The lower bound on the total over all secrets shows how far the
    best known tree can be from an optimal one.
    """
    from codepegs.trees.gallery import find

    game = games.Game.parse(rules)

    def words(waited: float, bound: int) -> list[str]:
        left = span_text(max(0.0, limit - waited))
        return [f"bounding: at least {bound:,} guesses ({bound / game.size:.4f} on average), {left} left"]

    with _showing(words, json=json) as line:
        found = search.lower_bound(
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


def _print_bound(
    game: games.Game, found: search.LowerBound, best: trees.Entry | None, *, candidates_only: bool
) -> None:
    out = console()
    which = " that guesses only candidates" if candidates_only else ""
    needs = f"an optimal strategy{which} needs" if found.exact else f"every strategy{which} needs at least"
    total = game.total_words(found.total)
    out.print(f"{game}: {needs} {total} in total ({found.least_average:.4f} on average).")
    if best is not None and not found.exact:
        more = f"{100 * (best.total / found.total - 1):.1f} %"
        tree = "An optimal tree" if best.is_proved else "The best known tree"
        out.print(f"{tree}, gallery:{game}, needs {best.total:,} ({more} more).")
    out.print(f"Proved in {seconds_text(found.seconds)} ({counted(found.bounded, 'set')} of candidates bounded).")
    _print_premise(game)
