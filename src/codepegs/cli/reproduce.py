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
            metavar="DOCUMENT", help="first, second, third, fourth, fifth, or 1 to 5 [default: all]", show_default=False
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="where pages and pictures go")
    ] = Path("reproduction"),
    quick: Annotated[bool, typer.Option("--quick", help="small samples and games, for a first look")] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="draws the secrets where not all are played")
    ] = 1,
    workers: WorkersOption = None,
) -> None:
    """Play the tables and figures of the five reports codepegs grew from again.

    codepegs reproduce second --quick

    Each becomes a page of Markdown with pictures, the document's numbers beside ours, and the reasons where they
    differ. All five take a quarter of an hour; docs/reproduction has them made.
    """
    from codepegs.errors import Unavailable
    from codepegs.experiments import has_matplotlib
    from codepegs.files import check_folder
    from codepegs.reproduce import DOCUMENTS, Effort, document_named, reproduce as make

    chosen = [document_named(text) for text in documents or []] or list(DOCUMENTS.values())
    check_folder(output)
    errors = error_console()
    if not has_matplotlib():
        missing = Unavailable.without("lab", "matplotlib is not installed, so the pages have no pictures")
        errors.print(f"{missing}", markup=False, soft_wrap=True)
    with errors.status("starting") as status:  # shows on a terminal only
        effort = Effort(
            workers or cores(), seed, quick, lambda message: errors.print(message, markup=False), status.update
        )
        written = make(chosen, output, effort)
    for path in written:
        console().print(f"Written to {path}.", markup=False)
