"""`codepegs lab`: sweeps, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import JsonOption, cores, emit_json, error_console
from codepegs.cli.outputs import FOLDER, RESULTS, ROWS, Output, tell_saved, writing

if TYPE_CHECKING:
    from codepegs.experiments import Unit

lab = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="""Run experiments: many strategies on many games, on all cores or a cluster.

    A plan is a TOML file: rules = ["p4c6", "p5c8"], strategies = ["entropy", "minimax"]. The results are stored in an
    SQLite file; after an interruption, the same command continues where it stopped. A sweep is one run of a plan; its
    games are divided into units of work. For the keys of a plan and the columns of the results, see the
    documentation: Sweeps.""",
)

PlanArgument = Annotated[Path, typer.Argument(metavar="PLAN", help="the plan, a TOML file")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="results file of a sweep")]
ResultsOption = Annotated[
    Output | None,
    writing(RESULTS, "--output", "-o", help="results file [default: the name of the plan, ending in .sqlite]"),
]


@lab.command("run", short_help="run the games of a plan that have not been played yet")
def run(
    plan: PlanArgument,
    output: ResultsOption = None,
    executor: Annotated[
        str,
        typer.Option(
            metavar="processes|threads|serial|dask:tcp://HOST:PORT|mpi",
            help="where to run: local processes or threads, a Dask cluster, or the processes started by mpiexec",
        ),
    ] = "processes",
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            help="number of processes or threads [default: all cores]",
        ),
    ] = None,
    share: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="run only the K-th of N equal shares of the plan"),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run the games of a plan that have not been played yet.

    Examples:
        codepegs lab run plan.toml
        mpiexec -n 9 python -m mpi4py.futures -m codepegs lab run plan.toml --executor mpi
    """
    from codepegs.cli.render_board import seconds_text
    from codepegs.cli.render_sweep import SweepLine, show_summaries
    from codepegs.experiments import Store, add_up, open_executor, read_plan, run_sweep
    from codepegs.game import counted, every

    units = read_plan(plan)
    if share is not None:
        units = _share(units, share)
    if output is None:
        output = RESULTS(str(plan.with_suffix(".sqlite")))
        output.check()
    path = output.path
    count = workers or cores()
    say = error_console().print
    line = SweepLine()
    try:
        with open_executor(executor, count) as threads, Store(path) as store:
            done = run_sweep(units, store, threads, line.update)
            summaries = add_up(store.rows(), units)
    except KeyboardInterrupt:
        say(f"Interrupted: finished rows are saved in {path}; run the same command to continue.", markup=False)
        raise
    finally:
        line.close()
    if json:
        from codepegs.schema import LabRunAnswer

        emit_json(
            LabRunAnswer(
                file=str(path),
                units=done.units,
                units_found=done.found,
                units_played=done.played,
                games_played=done.games_played,
                executor=executor,
                workers=count if executor in ("processes", "threads") else None,
                seconds=round(done.seconds, 6),
                tasks=summaries,
            )
        )
    else:
        show_summaries(summaries)
    which = "the plan" if share is None else f"share {share}"
    if done.played:
        played = f"{counted(done.played, 'unit')} played in {seconds_text(done.seconds)}"
        before = f", {done.found:,} found in {path}" if done.found else ""
    else:
        played, before = "Nothing left to play", ""
    say(f"{played}{before}; {path} contains {every(done.units, 'unit')} of {which}.", markup=False)


def _share(units: list[Unit], text: str) -> list[Unit]:
    """Every N-th unit, so that each share has some of every task."""
    from codepegs.errors import BadInput

    index, _, count = text.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise BadInput(f"{text!r} is not a valid share: expected e.g. 1/3, 2/3 or 3/3")
    return units[int(index) - 1 :: int(count)]


@lab.command("status", short_help="show the progress and results of a sweep")
def status(
    of: Annotated[Path, typer.Argument(metavar="FILE|PLAN", help="results file or plan")],
    results: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="results file of the plan [default: the name of the plan, ending in .sqlite]",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the progress and results of a sweep, even while it runs; for a plan, also what is left to play.

    Examples:
        codepegs lab status plan.toml
    """
    from codepegs.cli.render_sweep import show_summaries
    from codepegs.errors import BadInput
    from codepegs.experiments import add_up, read_plan, read_rows

    if of.suffix == ".toml":
        units = read_plan(of)
        path = results or of.with_suffix(".sqlite")
        summaries = add_up(read_rows(path) if path.exists() else [], units)
    elif results is not None:
        raise BadInput(f"-o needs a plan (.toml), but {of} is a results file: omit -o or give the plan")
    else:
        path = of
        summaries = add_up(read_rows(path))
    done = sum(summary.units for summary in summaries)
    counts = [summary.units_wanted for summary in summaries]
    wanted = None if None in counts else sum(count or 0 for count in counts)
    if json:
        from codepegs.schema import LabStatusAnswer

        emit_json(LabStatusAnswer(file=str(path), units=done, units_wanted=wanted, tasks=summaries))
        return
    show_summaries(summaries)
    print(f"{path}: {done:,}{'' if wanted is None else f' of {wanted:,}'} units done.")


@lab.command("export", short_help="export the rows of a sweep as CSV, JSON or Parquet")
def export(
    file: FileArgument,
    to: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="csv, json or parquet [default: from the name of the output, else csv]",
        ),
    ] = None,
    output: Annotated[
        Output | None, writing(ROWS, "--output", "-o", help="output file [default: standard output]")
    ] = None,
) -> None:
    """Export the rows of a sweep as CSV, JSON or Parquet.

    Examples:
        codepegs lab export plan.sqlite -o rows.csv
        codepegs lab export plan.sqlite --format json

    For the columns, see the documentation: Sweeps. JSON has one object per line; Parquet needs -o, and
    pip install 'codepegs[lab]'.
    """
    import sys

    from codepegs.errors import BadInput
    from codepegs.experiments import FORMATS, read_rows
    from codepegs.files import write_whole

    ending = "csv" if output is None else output.path.suffix.removeprefix(".")
    form = to or ending
    if form not in FORMATS:
        if to is None:
            raise BadInput(f"{output} has an unknown ending: expected .csv, .json or .parquet")
        raise BadInput(f"--format {to} is invalid: expected csv, json or parquet")
    if form == "parquet" and output is None:
        raise BadInput("Parquet is not text: give -o FILE, or -o - for standard output")
    written = FORMATS[form](read_rows(file))
    if output is None:
        sys.stdout.write(written.decode())
        return
    write_whole(output.path, written)
    tell_saved(output, f" (format {form})")


@lab.command("merge", short_help="merge several results files")
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="results files to merge")],
    output: Annotated[Output, writing(RESULTS, "--output", "-o", help="results file that receives the rows")],
) -> None:
    """Merge several results files into one; if rows of the same unit disagree, the exit code is 1.

    Examples:
        codepegs lab merge one.sqlite two.sqlite -o all.sqlite
    """
    from codepegs.experiments import Store, read_rows
    from codepegs.game import counted

    found = [(file, read_rows(file)) for file in files]  # all are read before anything is written
    with Store(output.path) as store:
        for file, rows in found:
            print(f"{file}: {counted(store.take_in(rows, str(file)), 'new row')}")


@lab.command("plot", short_help="plot averages, game lengths and times")
def plot(
    file: FileArgument,
    output: Annotated[Output, writing(FOLDER, "--output", "-o", help="output folder")],
) -> None:
    """Plot averages, game lengths and times of a sweep as SVG and PNG (needs pip install 'codepegs[lab]').

    Examples:
        codepegs lab plot plan.sqlite -o plots
    """
    from codepegs.experiments import add_up, draw_sweep, need_matplotlib, read_rows
    from codepegs.files import written_to
    from codepegs.game import counted

    need_matplotlib()
    summaries = add_up(read_rows(file))
    for written in filter(None, map(written_to, draw_sweep(summaries, output.path))):
        print(written)
    unfinished = sum(not summary.complete for summary in summaries)
    if unfinished:
        error_console().print(
            f"Not plotted: {counted(unfinished, 'unfinished task')}. To continue: codepegs lab run PLAN"
        )
