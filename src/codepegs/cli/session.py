"""`codepegs session`."""

from __future__ import annotations

from typing import Annotated

import typer

from codepegs.cli.common import SeedOption, WorkersOption, cores


def session(
    report: Annotated[
        str,
        typer.Argument(metavar="REPORT", help="parallel-knuth, max-parts, large-games, two-part-solver or mcmc"),
    ],
    secret: Annotated[
        str | None,
        typer.Option("--secret", metavar="CODE", help="the secret, in the numbers of the report, e.g. '5 0 1 4'"),
    ] = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
) -> None:
    """Play the program of a published report: its questions, its strategy and its output.

    Examples:
        codepegs session two-part-solver
        codepegs session max-parts --secret '5 0 1 4'

    parallel-knuth asks for colours, holes and the code, then plays as Knuth does from 1111. max-parts asks for the
    length and the number of values; two-part-solver, large-games and mcmc ask for both on one line. Without --secret
    they draw one, as their reports do.
    """
    from codepegs.reports import SESSIONS, report_named

    chosen = SESSIONS[report_named(report).name]
    chosen.run(_answer, print, secret=secret, seed=seed, workers=workers or cores())


def _answer(question: str) -> str:
    """The answer to a question, which is printed on a line of its own, as the programs do."""
    from codepegs.cli.prompt import next_line
    from codepegs.errors import BadInput

    print(question, flush=True)
    line = next_line()
    if line is None:
        raise BadInput(f"the input ended before the game began: expected an answer to {question!r}")
    return line
