"""`codepegs session`: the programs of the five reports."""

from __future__ import annotations

from typing import Annotated

from codepegs.cli import options
from codepegs.cli.options import argument, option
from codepegs.cli.prompt import next_line
from codepegs.cli.terminal import cores


def session(
    report: Annotated[str, argument("REPORT", "parallel-knuth, max-parts, large-games, two-part-solver or mcmc")],
    secret: Annotated[str | None, option("CODE", "the secret, in the numbers of the report, e.g. '5 0 1 4'")] = None,
    first: Annotated[
        str | None, option("CODE", "the first guess, likewise, for parallel-knuth, max-parts and mcmc")
    ] = None,
    games: Annotated[
        int | None, option("N", "max-parts only: play so many games, then print their average and time", min=1)
    ] = None,
    seed: options.Seed = None,
    workers: options.Workers = None,
) -> None:
    """Play the program of a published report: its questions, its strategy and its output.

    Examples:
        codepegs session two-part-solver
        codepegs session max-parts --secret '5 0 1 4'
        codepegs session max-parts --first '0 0 1 1' --games 100

    parallel-knuth asks for colours, holes and the code, then plays as Knuth does from 1111. The others ask for the
    length and the number of values; without --secret they draw a code, as their reports do, and so does parallel-knuth
    at the end of the input. The numbers may be on one line or on two.
    """
    from codepegs.reports import report_named

    report_named(report).session.run(
        next_line, _say, secret=secret, first=first, games=games, seed=seed, workers=workers or cores()
    )


def _say(lines: str) -> None:
    """Print at once, so that a question is there before its answer."""
    print(lines, flush=True)
