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
            help="what is to be least: the expected guesses; the worst game, then the expected guesses; the expected "
            "guesses of trees that never need more than D; the codes that need turn D",
        ),
    ] = "expected",
    then: Annotated[
        str | None,
        typer.Option(
            "--then",
            metavar="depth",
            help="with expected: among the best trees the least depth, and then the fewest codes that need it",
            show_default=False,
        ),
    ] = None,
    candidates_only: Annotated[
        bool, typer.Option("--candidates-only", help="guess only codes that are still possible")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="where the tree goes", show_default=False),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="keep what is proved in this file as the search goes on, and go on from it if it is there",
            show_default=False,
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE|gallery:RULES",
            help="with expected: a tree to beat; a good one saves time",
            show_default=False,
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="where a proof goes that no strategy makes fewer guesses, compressed when the name ends in .gz; with "
            "the objective expected",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        float | None,
        typer.Option(
            "--limit",
            metavar="SECONDS",
            min=0.1,
            help="end after so long, or some seconds more in large games, with bounds",
            show_default=False,
        ),
    ] = None,
    executor: Annotated[
        str,
        typer.Option(
            "--executor",
            metavar="threads|processes|serial|dask:tcp://HOST:PORT|mpi",
            help="who searches: threads or processes of this machine, a Dask cluster, the ranks of an MPI run; only "
            "threads share memory",
        ),
    ] = "threads",
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Find a best strategy, and prove that there is none better.

    codepegs optimal p4c6 -o best.tree

    codepegs optimal p4c6 --objective expected-within:5

    codepegs optimal p4c9 --resume p4c9.search -o p4c9.tree

    codepegs optimal p4c6 -o best.tree --certificate best.cert

    The tree can be played (--strategy tree:FILE) and checked (codepegs tree verify). That no other is better is vouched
    for by the search, branch and bound over all guesses, and without trusting it by a certificate, which codepegs tree
    verify checks as well.
    """
    from codepegs import files
    from codepegs.errors import BadInput, Unavailable
    from codepegs.experiments import open_executor
    from codepegs.game import Game
    from codepegs.trees.formats import write_tree
    from codepegs.trees.search import TreeObjective, check_certificate_size, optimal

    game, wanted = Game.parse(rules), TreeObjective.parse(objective)
    if then not in (None, "depth"):
        raise BadInput(f"--then takes depth, not {then!r}")
    if then and wanted.kind != "expected":
        raise BadInput(f"--then depth goes with the objective expected, not with {wanted}")
    if start and wanted.kind != "expected":
        raise BadInput(f"--from goes with the objective expected, not with {wanted}")
    tree = _tree_to_beat(start, game, candidates_only) if start is not None else None
    name = f"{wanted}{' then depth' if then else ''}"
    if certificate is not None:
        if wanted.kind != "expected":
            raise BadInput(f"--certificate goes with the objective expected, not with {wanted}")
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
        emit_json(_record(game, wanted, found))
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
            raise Unavailable(f"{certificate} is not written: the search has ended before it had a proof")
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
        raise BadInput(f"{source} is a tree of {tree.game}, not of {game}")
    if candidates_only and len(tree.guesses) != game.size:  # a code is found at each node just then
        raise BadInput(f"{source} guesses codes that are no longer possible, which --candidates-only rules out")
    return tree


def _record(game: object, wanted: TreeObjective, found: Found) -> dict[str, object]:
    figures = found.tree.figures if found.tree is not None else None
    return {
        "rules": str(game),
        "objective": str(wanted),
        "total": figures.total if figures else None,
        "depth": figures.depth if figures else None,
        "histogram": list(figures.histogram) if figures else None,
        "codes_at_depth": figures.codes_at_depth if figures else None,
        "proved": found.proved,
        "seconds": round(found.seconds, 6),
        "nodes": found.nodes,
        "lower_bound": found.lower,
        "upper_bound": found.value,
    }


def _print(game: object, wanted: TreeObjective, found: Found) -> None:
    from codepegs.cli.render_board import seconds_text

    out = console()
    work = f"{found.nodes:,} sets scored in {seconds_text(found.seconds)}"
    if found.tree is None:
        ending = "no tree does that" if found.proved else f"nothing found yet, and at least {found.lower:,}"
        out.print(f"{game}, {wanted}: {ending} ({work}).", markup=False)
        return
    figures = found.tree.figures
    proved = "proved best" if found.proved else f"best found; no tree costs less than {found.lower:,}"
    out.print(
        f"{game}, {wanted}: {figures.sum_words}, "
        f"{figures.average:.4f} on average; at most {figures.depth}, which {figures.codes_at_depth:,} need.",
        markup=False,
    )
    out.print(f"Secrets found with 1, 2, 3 … guesses: {' '.join(map(str, figures.histogram))}.", markup=False)
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
        best = "nothing yet" if bounds.upper is None else f"{bounds.upper:,}"
        self.show(
            f"searching: between {bounds.lower:,} and {best} (beyond one guess each), "
            f"{bounds.done} of {bounds.firsts} first guesses settled, {waited:.0f} s"
        )


class _CertificateLine(RewrittenLine):
    """One line on a terminal: how many claims a certificate has so far."""

    def __init__(self) -> None:
        super().__init__()
        self.began = time.monotonic()

    def __call__(self, claims: int) -> None:
        if self.is_due(time.monotonic() - self.began):
            self.show(f"writing the certificate: {claims:,} claims so far")
