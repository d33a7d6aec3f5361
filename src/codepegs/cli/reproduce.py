"""`codepegs reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from codepegs.cli.common import WorkersOption, console, cores, error_console


def reproduce(
    documents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="REPORT", help="first, second, third, fourth, fifth, or 1 to 5 [default: all]", show_default=False
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="output folder")] = Path(
        "reproduction"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="use small samples and games")] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="random seed for sampled secrets")] = 1,
    workers: WorkersOption = None,
) -> None:
    """Reproduce the tables and figures of five published reports.

    Examples:
        codepegs reproduce second --quick
        codepegs reproduce -o pages

    Each report becomes a Markdown page with pictures, which compares its figures with those of codepegs and explains
    the differences. All five take about 15 minutes; docs/reproduction contains the results.
    """
    from codepegs.errors import Unavailable
    from codepegs.experiments import has_matplotlib
    from codepegs.files import check_folder
    from codepegs.reproduce import DOCUMENTS, Effort, document_named, reproduce as make

    chosen = [document_named(text) for text in documents or []] or list(DOCUMENTS.values())
    check_folder(output)
    errors = error_console()
    if not has_matplotlib():
        missing = Unavailable.without("lab", "the pages will have no pictures because matplotlib is not installed")
        errors.print(f"{missing}", markup=False, soft_wrap=True)
    with errors.status("starting") as status:  # shows on a terminal only
        effort = Effort(
            workers or cores(), seed, quick, lambda message: errors.print(message, markup=False), status.update
        )
        written = make(chosen, output, effort)
    for path in written:
        console().print(f"Written to {path}.", markup=False)
