"""`codepegs reproduce`."""

from __future__ import annotations

from typing import Annotated

import typer

from codepegs.cli.common import WorkersOption, console, cores, error_console
from codepegs.cli.outputs import FOLDER, INDEX, Output, writing


def reproduce(
    reports: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="REPORT",
            help="parallel-knuth, max-parts, large-games, two-part-solver or mcmc [default: all]",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Output | None,
        writing(FOLDER, "--output", "-o", help="folder for the pages and pictures [default: reproduction]"),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="small samples and games, for a first look")] = False,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, help="random seed of the secrets, where not all secrets are played"),
    ] = 1,
    workers: WorkersOption = None,
) -> None:
    """Reproduce the tables and figures of five published reports on Mastermind solvers.

    Examples:
        codepegs reproduce max-parts --quick
        codepegs reproduce -o pages

    Writes one Markdown page with pictures per report: its figures beside those of codepegs, and reasons where they
    differ. All five take about 15 minutes; docs/reproduction has the finished pages.
    """
    from codepegs.errors import Unavailable
    from codepegs.experiments import has_matplotlib
    from codepegs.reproduce import REPORTS, Effort, report_named, reproduce as make

    chosen = [report_named(text) for text in reports or []] or list(REPORTS.values())
    if output is None:
        output = FOLDER("reproduction")
        output.check()
    Output(str(output.path / "README.md"), INDEX).check()
    errors = error_console()
    if not has_matplotlib():
        missing = Unavailable.without("lab", "the pages will have no pictures because matplotlib is not installed")
        errors.print(f"{missing}", markup=False, soft_wrap=True)
    with errors.status("starting") as status:  # shows on a terminal only
        effort = Effort(
            workers or cores(), seed, quick, lambda message: errors.print(message, markup=False), status.update
        )
        written = make(chosen, output.path, effort)
    for path in written:
        console().print(f"Written to {path}.", markup=False)
