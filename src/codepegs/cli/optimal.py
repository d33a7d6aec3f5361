"""`codepegs optimal`."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    JsonOption,
    RewrittenLine,
    RulesArgument,
    WorkersOption,
    console,
    cores,
    emit_json,
    error_console,
)

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.trees import Tree
    from codepegs.trees.search import Bounds, Found, TreeObjective


def optimal(
    rules: RulesArgument,
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            metavar="expected|worst|expected-within:D|last-turn:D",
            help="what to minimise: expected guesses; the worst case, then expected guesses; expected guesses of "
            "trees of depth at most D; the number of codes that need turn D",
        ),
    ] = "expected",
    then: Annotated[
        str | None,
        typer.Option(
            "--then",
            metavar="depth",
            help="with expected: minimise the depth among the optimal trees, then the codes at that depth",
            show_default=False,
        ),
    ] = None,
    candidates_only: Annotated[bool, typer.Option("--candidates-only", help="guess only candidates")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="output file for the tree", show_default=False),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="journal of the search; if the file exists, the search continues from it",
            show_default=False,
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE|gallery:RULES",
            help="with expected: a tree whose total is an initial upper bound; a good one saves time",
            show_default=False,
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="with expected: output file for a certificate of optimality; compressed if the name ends in .gz",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        float | None,
        typer.Option(
            "--limit",
            metavar="SECONDS",
            min=0.1,
            help="time limit; prints bounds if nothing is proved by then (may overrun by seconds in large games)",
            show_default=False,
        ),
    ] = None,
    executor: Annotated[
        str,
        typer.Option(
            "--executor",
            metavar="threads|processes|serial|dask:tcp://HOST:PORT|mpi",
            help="local threads or processes, a Dask cluster, or MPI ranks; only threads share memory",
        ),
    ] = "threads",
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Find an optimal strategy tree and prove that it is optimal.

    Examples:
        codepegs optimal p4c6 -o best.tree
        codepegs optimal p4c6 --objective expected-within:5
        codepegs optimal p4c9 --resume p4c9.search -o p4c9.tree
        codepegs optimal p4c6 -o best.tree --certificate best.cert

    The tree can be played (--strategy tree:FILE) and checked (codepegs tree verify). Optimality is proved by branch and
    bound over all guesses; a certificate lets you check the proof independently (codepegs tree verify).
    """
    from codepegs import files
    from codepegs.errors import BadInput, Unavailable
    from codepegs.experiments import open_executor
    from codepegs.game import Game
    from codepegs.trees.formats import write_tree
    from codepegs.trees.search import TreeObjective, check_certificate_size, optimal

    game, wanted = Game.parse(rules), TreeObjective.parse(objective)
    if then not in (None, "depth"):
        raise BadInput(f"--then {then!r} is invalid: expected depth")
    if then and wanted.kind != "expected":
        raise BadInput(f"--then depth needs the objective expected, not {wanted}")
    if start and wanted.kind != "expected":
        raise BadInput(f"--from needs the objective expected, not {wanted}")
    tree = _tree_to_beat(start, game, candidates_only) if start is not None else None
    name = f"{wanted}{' then depth' if then else ''}"
    if certificate is not None:
        if wanted.kind != "expected":
            raise BadInput(f"--certificate needs the objective expected, not {wanted}")
        check_certificate_size(game)
    files.check_output(output, certificate)
    line = _SearchLine() if sys.stderr.isatty() and not json else None
    with ExitStack() as stack:
        crew = stack.enter_context(open_executor(executor, workers or cores())) if executor != "threads" else None
        if line is not None:
            stack.callback(line.close)
        found = optimal(
            game,
            wanted,
            then_depth=then is not None,
            candidates_only=candidates_only,
            workers=workers or cores(),
            executor=crew,
            seconds=limit,
            journal=resume,
            start=tree,
            progress=line,
        )
    if json:
        from codepegs.schema import OptimalAnswer

        emit_json(OptimalAnswer.of(game, wanted, found))
    else:
        _print(game, wanted, found)
    if found.tree is not None and output is not None:
        title = f"optimal {name}{' candidates-only' if candidates_only else ''}"
        write_tree(found.tree.named(title if found.proved else f"best known, {title}"), output)
        if not json:
            error_console().print(f"Written to {output}.", markup=False)
    if found.interrupted:
        raise KeyboardInterrupt
    if found.tree is None and found.proved:
        raise typer.Exit(1)
    if certificate is not None:
        if not found.proved or found.value is None:
            raise Unavailable(f"{certificate} was not written: the search stopped before it had a proof")
        _certify(game, found.value, candidates_only, certificate)


def _certify(game: Game, total: int, candidates_only: bool, file: Path) -> None:
    from codepegs.game import counted
    from codepegs.trees.search import certify

    line = _CertificateLine() if sys.stderr.isatty() else None
    try:
        made = certify(game, total, candidates_only=candidates_only, progress=line)
    finally:
        if line is not None:
            line.close()
    made.write(file)
    error_console().print(f"Written to {file}: {counted(made.claims, 'claim')}.", markup=False)


def _tree_to_beat(source: str, game: Game, candidates_only: bool) -> Tree:
    from codepegs.errors import BadInput
    from codepegs.trees.formats import read_tree
    from codepegs.trees.gallery import tree_file

    tree = read_tree(tree_file(source))
    if tree.game != game:
        raise BadInput(f"{source} is a tree for {tree.game}, not for {game}")
    if candidates_only and len(tree.guesses) != game.size:  # a code is found at each node just then
        raise BadInput(f"{source} guesses codes that are not candidates: give another tree, or omit --candidates-only")
    return tree


def _print(game: object, wanted: TreeObjective, found: Found) -> None:
    from codepegs.cli.render_board import seconds_text
    from codepegs.game import counted

    out = console()
    work = f"{found.nodes:,} sets scored in {seconds_text(found.seconds)}"
    if found.tree is None:
        ending = "no such tree exists" if found.proved else f"no tree found yet; lower bound {found.lower:,}"
        out.print(f"{game}, {wanted}: {ending} ({work}).", markup=False)
        return
    figures = found.tree.figures
    proved = "proved optimal" if found.proved else f"best so far; lower bound {found.lower:,}"
    out.print(
        f"{game}, {wanted}: {figures.sum_words}, "
        f"{figures.average:.4f} on average; at most {figures.depth} ({counted(figures.codes_at_depth, 'secret')}).",
        markup=False,
    )
    out.print(f"Secrets by guesses (1, 2, 3, …): {' '.join(map(str, figures.histogram))}.", markup=False)
    out.print(f"{proved[0].upper()}{proved[1:]}: {work}.", markup=False)


class _SearchLine(RewrittenLine):
    """One line on a terminal: the bounds, and how many first guesses are settled."""

    def __init__(self) -> None:
        super().__init__()
        self.began = time.monotonic()

    def __call__(self, bounds: Bounds) -> None:
        waited = time.monotonic() - self.began
        if not self.is_due(waited):
            return
        best = "no upper bound" if bounds.upper is None else f"{bounds.upper:,}"
        self.show(
            f"searching: between {bounds.lower:,} and {best} (without the first guesses), "
            f"{bounds.done} of {bounds.firsts} first guesses done, {waited:.0f} s"
        )


class _CertificateLine(RewrittenLine):
    """One line on a terminal: how many claims a certificate has so far."""

    def __init__(self) -> None:
        super().__init__()
        self.began = time.monotonic()

    def __call__(self, claims: int) -> None:
        if self.is_due(time.monotonic() - self.began):
            self.show(f"writing the certificate: {claims:,} claims")
