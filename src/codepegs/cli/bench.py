"""`python -m codepegs.cli.bench`: a fixed workload, and the signature of its results."""

from __future__ import annotations

from typing import Annotated

from codepegs import experiments
from codepegs.cli import options
from codepegs.cli.options import flag
from codepegs.cli.terminal import Timetable, console, cores, emit_json, error_console, new_table, print_table

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
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Measure the speed on a fixed amount of work, and print a signature of the results.

    Examples:
        python -m codepegs.cli.bench
        python -m codepegs.cli.bench --signature

    Every strategy plays games of all sizes; strategy trees are built, searched for and proved optimal. The signature is
    a hash of all guesses and work counts: it does not depend on the machine or the number of workers, and changes only
    when the behaviour of codepegs changes (see the documentation: Behaviour signature).
    """
    clock = Timetable({name: USUAL.get(name, 0.2) for name in experiments.workload()})
    with error_console().status(clock):  # shows on a terminal only
        found = experiments.take_signature(workers=workers or cores(), progress=clock.enter)
    if json:
        emit_json(found.without_times() if signature else found)
    elif signature:
        print(found.signature)
    else:
        _show(found)


def _show(found: experiments.Signature) -> None:
    table = new_table("part!", "hash!", ">games!", ">guesses!", ">sets!", ">replies!", ">seconds!")
    for part in found.parts:
        counts = (f"{count:,}" if count else "" for count in (part.games, part.guesses, part.sets, part.replies))
        table.add_row(part.name, part.hash, *counts, f"{part.seconds:.2f}")
    legend = {"sets": "sets of candidates searched", "replies": "replies computed"}
    print_table(table, "sets", "replies", "games", "guesses", legend=legend)
    console().print(f"\nSignature: {found.signature} ({found.seconds:.1f} s)")


if __name__ == "__main__":
    from codepegs.cli.program import run

    run("bench")
