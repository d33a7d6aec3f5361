"""`codepegs bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from codepegs.cli.common import (
    JsonOption,
    Timetable,
    WorkersOption,
    console,
    cores,
    emit,
    emit_json,
    error_console,
    flag,
    print_legend,
    print_table,
)

if TYPE_CHECKING:
    from codepegs.experiments import Signature


USUAL = {
    "strategy auto": 3.7,
    "strategy max-parts": 1.3,
    "strategy binary-search": 2.6,
    "strategy growing-list": 1.6,
    "strategy bayes": 0.9,
    "strategy sampling": 9.1,
}
"""Seconds of the longer parts on one machine, by which the share of the work is shown; others take about 0.2."""


def bench(
    signature: Annotated[
        bool, flag("--signature", "print only the signature, a hash of all results; with --json, no times")
    ] = False,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Measure the speed on a fixed amount of work, and print a signature of the results.

    Examples:
        codepegs bench
        codepegs bench --signature

    Every strategy plays games of all sizes; strategy trees are built, searched for and proved optimal. The signature is
    a hash of all guesses and work counts: it does not depend on the machine or the number of workers, and changes only
    when the behaviour of codepegs changes (see the documentation: Behaviour signature).
    """
    from codepegs.experiments import take_signature, workload

    errors = error_console()
    table = Timetable({name: USUAL.get(name, 0.2) for name in workload()})
    with errors.status("starting") as status:  # shows on a terminal only
        found = take_signature(
            workers=workers or cores(), progress=lambda name: status.update(f"{name}  {table.at(name)}")
        )
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
    left_out = print_table(table, "sets", "replies", "games", "guesses")
    legend = {"sets": "sets of candidates searched", "replies": "replies computed"}
    print_legend(legend, left_out)
    console().print(f"\nSignature: {found.signature} ({found.seconds:.1f} s)")
