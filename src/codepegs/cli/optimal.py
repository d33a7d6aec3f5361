"""`codepegs optimal`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    JsonOption,
    RulesArgument,
    StateLine,
    WorkersOption,
    console,
    cores,
    emit_json,
    error_console,
    flag,
    option,
    share_text,
    span_text,
)
from codepegs.cli.outputs import CERTIFICATE, JOURNAL, TREE, Output, tell_saved, writing

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.trees import Tree
    from codepegs.trees.search import Bounds, Found, TreeObjective


def optimal(
    rules: RulesArgument,
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
        option(
            "SECONDS",
            "time limit, after which the best tree found and a lower bound are printed (large games may take some "
            "seconds longer)",
            min=0.1,
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
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Find an optimal strategy tree and prove that it is optimal.

    Examples:
        codepegs optimal p4c6 -o best.tree
        codepegs optimal p4c6 --objective expected-within:5
        codepegs optimal p4c9 --journal p4c9.search -o p4c9.tree
        codepegs optimal p4c6 -o best.tree --certificate best.cert
        codepegs optimal words:answers.txt,guesses.txt:wordle --first salet

    The tree can be played with --strategy tree:FILE. The search considers every guess, so the tree is proved to be
    optimal. To check the tree and the proof independently, write a certificate and run codepegs tree verify on both
    files.
    """
    from codepegs.errors import BadInput
    from codepegs.experiments import open_executor
    from codepegs.game import CANONICAL, Game
    from codepegs.trees.formats import format_of, write_tree
    from codepegs.trees.search import TreeObjective, check_certificate_objective, check_certificate_size, optimal

    game, wanted = Game.parse(rules), TreeObjective.parse(objective)
    if then not in (None, "depth"):
        raise BadInput(f"--then {then!r} is invalid: expected depth")
    if then and not wanted.takes_then:
        raise BadInput(f"--then depth needs the objective expected, worst or expected-within:D, not {wanted}")
    if start and wanted.kind != "expected":
        raise BadInput(f"--start needs the objective expected, not {wanted}")
    tree = _tree_to_beat(start, game, candidates_only) if start is not None else None
    opening = None if first is None else game.check_code(CANONICAL.parse(game, first))
    name = f"{wanted}{' then depth' if then else ''}"
    if opening is not None:
        name += f" first {CANONICAL.format(game, opening)}"
    if certificate is not None and opening is not None:
        raise BadInput("--certificate needs a search over all first guesses, without --first")
    if tree is not None and opening is not None and tree.guess(0) != opening:
        begin = CANONICAL.format(game, tree.guess(0))
        raise BadInput(f"{start} begins with {begin}, not with {first}: give another tree, or omit --start")
    if certificate is not None:
        check_certificate_objective(wanted)
        check_certificate_size(game)
    title = f"optimal {name}{' candidates-only' if candidates_only else ''}"
    if output is not None:
        format_of(output.path)
        before = _tree_before(output, game, title, can_start=wanted.kind == "expected" and opening is None)
        if before is not None and wanted.kind == "expected":
            tree = before if tree is None or before.total <= tree.total else tree
    resumed = journal is not None and journal.path.exists()
    with ExitStack() as stack:
        pool = stack.enter_context(open_executor(executor, workers or cores())) if executor != "threads" else None
        line = None if json else stack.enter_context(_line_of_search(limit))
        found = optimal(
            game,
            wanted,
            then="depth" if then else None,
            candidates_only=candidates_only,
            first=opening,
            workers=workers or cores(),
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
        _print(game, wanted, found, then_depth=then is not None, restricted=restricted)
        if resumed and found.proved and not found.nodes:
            console().print(f"Nothing was left to search: {journal} contains the whole proof.")
    if found.tree is not None and output is not None and (found.proved or wanted.kind == "expected" or before is None):
        write_tree(found.tree.named(title if found.proved else f"best known, {title}"), output.path)
        tell_saved(output)
    if found.interrupted:
        raise KeyboardInterrupt
    if certificate is not None:
        if not found.proved:
            error_console().print(f"{certificate} was not written: the search stopped before it had a proof.")
            raise typer.Exit(1)
        if found.value is None:  # no tree is so short
            assert wanted.turns is not None
            _certify(game, wanted.turns + 1, TreeObjective("depth"), candidates_only, certificate)
        else:
            _certify(game, found.value, wanted, candidates_only, certificate)
    if found.tree is None and found.proved:
        raise typer.Exit(1)


def _certify(game: Game, total: int, objective: TreeObjective, candidates_only: bool, file: Output) -> None:
    from codepegs.game import counted
    from codepegs.trees.search import certify

    def words(waited: float, share: float, claims: int) -> list[str]:
        rest = share_text(share, waited)
        return [f"proving the certificate: {rest}{', ' if rest else ''}{counted(claims, 'claim')}"]

    with StateLine(words, is_terminal=sys.stderr.isatty()) as line:
        made = certify(game, total, objective, candidates_only=candidates_only, progress=line)
    made.write(file.path)
    claims = f": a certificate with {counted(made.claims, 'claim')}"
    tell_saved(file, claims if made.claims else ", which needs no claims: the checker proves the bound by itself")


def _tree_before(output: Output, game: Game, title: str, *, can_start: bool) -> Tree | None:
    """Return the tree that an earlier search for the same left in its output.

    Raises `BadInput` for another tree; the message suggests --start if the search `can_start` from it.
    """
    from codepegs.errors import BadInput
    from codepegs.trees.gallery import read_tree

    path = output.path
    if not path.exists() or not path.stat().st_size:
        return None
    found = read_tree(path, str(game))
    if found.strategy not in ("", title, f"best known, {title}"):
        raise BadInput(
            f"{path} contains the tree of another search ({found.strategy}): give another file"
            f"{f', and --start {path} to start from this tree' if can_start else ''}"
        )
    return found


def _tree_to_beat(source: str, game: Game, candidates_only: bool) -> Tree:
    from codepegs.errors import BadInput
    from codepegs.trees.gallery import read_tree

    tree = read_tree(source)
    if tree.game != game:
        raise BadInput(f"{source} is a tree for {tree.game}, not for {game}")
    if candidates_only and len(tree.guesses) != game.size:  # a code is found at each node just then
        raise BadInput(f"{source} guesses codes that are not candidates: give another tree, or omit --candidates-only")
    return tree


ROUNDED = 1_000
"""Number of sets from which it is rounded: it depends on which of several threads is first."""


def _print(game: Game, wanted: TreeObjective, found: Found, *, then_depth: bool, restricted: str) -> None:
    from codepegs.cli.render_board import seconds_text
    from codepegs.game import counted, estimate_words

    out = console()
    sets = estimate_words(found.nodes) if found.nodes >= ROUNDED else str(found.nodes)
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
        else:
            out.print(f"No tree found in {work}; {bound}.")
        return
    figures = found.tree.figures
    out.print(f"{found.tree.total_words[0].upper()}{found.tree.total_words[1:]}.")
    if game.costs is None:
        out.print(f"{found.tree.histogram_title} (1, 2, 3, …): {' '.join(map(str, figures.histogram))}.")
    if found.proved:
        out.print(f"Proved optimal{restricted and f'{restricted},'} in {work}.")
    elif found.depth_bound is None or wanted.kind == "depth":
        out.print(f"Best tree found in {work}, but not proved optimal; {bound}.")
    elif found.depth_bound < figures.depth:
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
            f"that need {counted(figures.depth, 'guess', 'guesses')}."
        )


def _line_of_search(limit: float | None) -> StateLine:
    """The bounds, and how many first guesses are done."""

    def words(waited: float, bounds: Bounds) -> list[str]:
        best = "unknown" if bounds.upper is None else f"{bounds.upper:,}"
        values = f"searching: lower bound {bounds.lower:,}, best {best}"
        if bounds.within is not None:
            values = f"looking for a tree of at most {bounds.within} guesses"
        more = [f"{bounds.done} of {bounds.firsts} first guesses", share_text(bounds.done / bounds.firsts, waited)]
        if limit is not None:
            more.insert(0, f"{span_text(max(0.0, limit - waited))} to the limit")
        return [values, *(f"; {part}" for part in more if part)]

    return StateLine(words, is_terminal=sys.stderr.isatty())
