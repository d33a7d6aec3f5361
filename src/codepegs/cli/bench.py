"""`codepegs bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import JsonOption, WorkersOption, console, cores, emit, emit_json, error_console, print_table

if TYPE_CHECKING:
    from codepegs.experiments import Signature


def bench(
    signature: Annotated[
        bool, typer.Option("--signature", help="print the signature alone; with --json leave out all times")
    ] = False,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Do a fixed piece of work, and say what came of it as one signature.

    codepegs bench --signature

    Every strategy plays games of all sizes, trees are built, searched and proved. The signature is a hash of all
    guesses chosen and all work counted: it is the same for any number of workers, and changes only when codepegs plays
    otherwise (docs/signature.md). The seconds are those of this machine.
    """
    from codepegs.experiments import take_signature

    errors = error_console()
    with errors.status("starting") as status:  # shows on a terminal only
        found = take_signature(workers=workers or cores(), told=status.update)
    if json:
        emit_json(found.without_times() if signature else found)
    elif signature:
        emit(f"{found.signature}\n")
    else:
        _show(found)


def _show(found: Signature) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("part", no_wrap=True)
    table.add_column("hash", no_wrap=True)
    for heading in ("games", "guesses", "sets", "replies", "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for part in found.parts:
        counts = (f"{count:,}" if count else "" for count in (part.games, part.guesses, part.sets, part.replies))
        table.add_row(part.name, part.hash, *counts, f"{part.seconds:.2f}")
    print_table(table)
    console().print(f"\nSignature {found.signature}, in {found.seconds:.1f} s.")
