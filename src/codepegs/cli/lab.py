"""`codepegs lab`: sweeps, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import JsonOption, cores, emit_json, error_console

if TYPE_CHECKING:
    from codepegs.experiments import Unit

lab = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="""Play many strategies at many games, on all cores or a cluster, and look at the results.

    A plan is a small TOML: rules = ["p4c6", "p5c8"], strategies = ["entropy", "minimax"]. Its rows go to an SQLite
    file; a run that was interrupted goes on where it was. docs/scaling.md has the keys of a plan and the columns.""",
)

PlanArgument = Annotated[Path, typer.Argument(metavar="PLAN", help="a TOML that says what to play", show_default=False)]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="the results of a sweep", show_default=False)]
ResultsOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="the results [default: PLAN with .sqlite]", show_default=False),
]


@lab.command("run", short_help="play what a plan asks for and is not in the results yet")
def run(
    plan: PlanArgument,
    output: ResultsOption = None,
    executor: Annotated[
        str,
        typer.Option(
            metavar="processes|threads|serial|dask:tcp://HOST:PORT|mpi",
            help="who plays: processes or threads of this machine, a Dask cluster, the ranks of an MPI run",
        ),
    ] = "processes",
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", min=1, help="processes or threads [default: all cores]", show_default=False
        ),
    ] = None,
    share: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="play only the K-th of N shares of the units", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play what a plan asks for and is not in the results yet.

    codepegs lab run plan.toml

    mpiexec -n 9 python -m mpi4py.futures -m codepegs lab run plan.toml --executor mpi
    """
    from codepegs.cli.render_board import seconds_text
    from codepegs.cli.render_sweep import SweepLine, show_summaries
    from codepegs.experiments import Store, add_up, open_executor, read_plan, run_sweep

    units = read_plan(plan)
    if share is not None:
        units = _share(units, share)
    path = output or plan.with_suffix(".sqlite")
    count = workers or cores()
    say = error_console().print
    line = SweepLine()
    try:
        with open_executor(executor, count) as crew, Store(path) as store:
            done = run_sweep(units, store, crew, line.update)
            summaries = add_up(store.rows(), units)
    except KeyboardInterrupt:
        say(f"Interrupted: the rows written by now stay in {path}; the same command goes on from there.", markup=False)
        raise
    finally:
        line.close()
    if json:
        emit_json(
            {
                "file": str(path),
                "units": done.units,
                "units_found": done.found,
                "units_played": done.played,
                "games_played": done.games_played,
                "executor": executor,
                "workers": count if executor in ("processes", "threads") else None,
                "seconds": round(done.seconds, 6),
                "tasks": summaries,
            }
        )
    else:
        show_summaries(summaries)
    before = f", {done.found:,} were there" if done.found else ""
    say(
        f"{done.played:,} unit{'s' * (done.played != 1)} played in {seconds_text(done.seconds)}{before}; "
        f"{path} has all {done.units:,}.",
        markup=False,
    )


def _share(units: list[Unit], text: str) -> list[Unit]:
    """Every N-th unit, so that each share has some of every task."""
    from codepegs.errors import BadInput

    index, _, count = text.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise BadInput(f"{text!r} is no share: write 1/3, 2/3 or 3/3 for one of three machines")
    return units[int(index) - 1 :: int(count)]


@lab.command("status", short_help="how far a sweep is and what it has found, also while it runs")
def status(
    of: Annotated[Path, typer.Argument(metavar="FILE|PLAN", help="results, or a plan", show_default=False)],
    output: ResultsOption = None,
    json: JsonOption = False,
) -> None:
    """How far a sweep is and what it has found, also while it runs; with a plan, what is still to come."""
    from codepegs.cli.render_sweep import show_summaries
    from codepegs.errors import BadInput
    from codepegs.experiments import add_up, read_plan, read_rows

    if of.suffix == ".toml":
        units = read_plan(of)
        path = output or of.with_suffix(".sqlite")
        summaries = add_up(read_rows(path) if path.exists() else [], units)
    elif output is not None:
        raise BadInput(f"{of} is taken for results; -o FILE goes with a plan, whose name ends in .toml")
    else:
        path = of
        summaries = add_up(read_rows(path))
    done = sum(summary.units for summary in summaries)
    counts = [summary.units_wanted for summary in summaries]
    wanted = None if None in counts else sum(count or 0 for count in counts)
    if json:
        emit_json({"file": str(path), "units": done, "units_wanted": wanted, "tasks": summaries})
        return
    show_summaries(summaries)
    print(f"{path}: {done:,}{'' if wanted is None else f' of {wanted:,}'} units are done.")


@lab.command("export", short_help="the rows of a sweep for other programs")
def export(
    file: FileArgument,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="csv, json or parquet [default: by FILE]", show_default=False),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="[default: standard output]", show_default=False),
    ] = None,
) -> None:
    """The rows of a sweep for other programs; docs/scaling.md explains the columns.

    csv has headings, json one object a line; parquet needs -o and the extra lab.

    codepegs lab export plan.sqlite -o rows.csv
    """
    import sys

    from codepegs.errors import BadInput
    from codepegs.experiments import FORMATS, read_rows
    from codepegs.files import check_output, write_whole

    ending = "csv" if output is None else output.suffix.removeprefix(".")
    form = to or ending
    if form not in FORMATS:
        wrong = f"--to {to} is no format" if to is not None else f"{output} names no format"
        raise BadInput(f"{wrong}: rows are written by --to csv, json or parquet, or to a file that ends in one of them")
    if form == "parquet" and output is None:
        raise BadInput("Parquet is not for a terminal: say where it goes with -o FILE")
    check_output(output)
    written = FORMATS[form](read_rows(file))
    if output is None:
        sys.stdout.write(written.decode())
        return
    write_whole(output, written)
    error_console().print(f"Written to {output} as {form}.", markup=False)


@lab.command("merge", short_help="put the rows of several results files into one")
def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="results of several machines", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="the results they go to", show_default=False)
    ],
) -> None:
    """Put the rows of several results files into one; rows of one unit must agree (exit 1 when they do not)."""
    from codepegs.experiments import Store, read_rows

    with Store(output) as store:
        for file in files:
            print(f"{file}: {store.take_in(read_rows(file), str(file)):,} new rows")


@lab.command("plot", short_help="pictures of a sweep: averages, game lengths, times")
def plot(
    file: FileArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="where the pictures go", show_default=False)
    ],
) -> None:
    """Pictures of a sweep, each as SVG and PNG: averages, game lengths, times. Needs the extra lab."""
    from codepegs.experiments import add_up, draw_sweep, need_matplotlib, read_rows
    from codepegs.files import check_folder

    need_matplotlib()
    check_folder(output)
    summaries = add_up(read_rows(file))
    for written in draw_sweep(summaries, output):
        print(written)
    unfinished = sum(not summary.complete for summary in summaries)
    if unfinished:
        error_console().print(f"{unfinished} unfinished tasks are left out; `codepegs lab run` goes on with them.")
