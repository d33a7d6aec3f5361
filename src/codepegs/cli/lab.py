"""`codepegs lab`: sweeps of many strategies over many games."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from codepegs import experiments, files
from codepegs.cli import options
from codepegs.cli.options import (
    FOLDER,
    MARKDOWN,
    RESULTS,
    ROWS,
    SUMMARIES,
    Output,
    argument,
    flag,
    option,
    tell_saved,
    writing,
)
from codepegs.cli.terminal import (
    StateLine,
    console,
    cores,
    emit_json,
    error_console,
    new_table,
    print_table,
    seconds_text,
    span_text,
)
from codepegs.errors import BadInput, one_of
from codepegs.files import write_whole, written_to
from codepegs.game import heading_of, kinds_of_columns
from codepegs.reasons import counted, every

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
PlanArgument = Annotated[Path, argument("PLAN", "the plan, a TOML file")]


FileArgument = Annotated[Path, argument("FILE", "results file of a sweep")]


ResultsOption = Annotated[
    Output | None, writing(RESULTS, "results file [default: the name of the plan, ending in .sqlite]", "--output -o")
]


@lab.command("run", short_help="run the games of a plan that have not been played yet")
def run(
    plan: PlanArgument,
    output: ResultsOption = None,
    executor: Annotated[
        str,
        option(
            "threads|processes|serial|dask:tcp://HOST:PORT|mpi",
            "where to run: local processes or threads, a Dask cluster, or the processes started by mpiexec",
        ),
    ] = "processes",
    workers: Annotated[int | None, option("N", "number of processes or threads [default: all cores]", min=1)] = None,
    share: Annotated[str | None, option("K/N", "run only the K-th of N equal shares of the plan")] = None,
    run_code: Annotated[
        bool, flag("--run-code", "run the Python files that the plan names as codemakers; they can do anything you can")
    ] = False,
    json: options.Json = False,
) -> None:
    """Run the games of a plan that have not been played yet.

    Examples:
        codepegs lab run plan.toml
        mpiexec -n 9 python -m mpi4py.futures -m codepegs lab run plan.toml --executor mpi
    """
    units = experiments.read_plan(plan, run_code=run_code)
    experiments.check_code(units)
    if share is not None:
        index, shares = map(files.number_in, share.partition("/")[::2])
        if index is None or shares is None or not 1 <= index <= shares:
            raise BadInput.because("no_share", text=share)
        units = units[index - 1 :: shares]  # so that each share has some of every task
    output = output or RESULTS.checked(str(plan.with_suffix(".sqlite")))
    path = output.path
    count = workers or cores()
    say = error_console().print
    showing = StateLine(sweep_words, is_terminal=sys.stderr.isatty())
    try:
        with showing as line, experiments.open_executor(executor, count) as threads, experiments.Store(path) as store:
            done = experiments.run_sweep(units, store, threads, line)
            summaries = experiments.add_up(store.rows(), units)
    except KeyboardInterrupt:
        say(f"Interrupted: finished rows are saved in {output}; run the same command to continue.")
        raise
    if json:
        emit_json(
            experiments.LabRunAnswer(
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
        before = f", {done.found:,} found in {output}" if done.found else ""
    else:
        played, before = "Nothing left to play", ""
    say(f"{played}{before}; {output} contains {every(done.units, 'unit')} of {which}.")


@lab.command("status", short_help="show the progress and results of a sweep")
def status(
    of: Annotated[Path, argument("FILE|PLAN", "results file or plan")],
    results: Annotated[
        Path | None, option("FILE", "results file of the plan [default: the name of the plan, ending in .sqlite]")
    ] = None,
    outputs: Annotated[
        list[Output] | None,
        writing(SUMMARIES, "output file, can be repeated: the results as a .md or .tex table", "--output -o"),
    ] = None,
    form: Annotated[
        str | None,
        options.format_option(SUMMARIES.metavar, "print this instead; with -o -, what the ending says elsewhere"),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show the progress and results of a sweep, even while it runs; for a plan, also what is left to play.

    Examples:
        codepegs lab status plan.toml
        codepegs lab status plan.sqlite --format md
    """
    if of.suffix == ".toml":
        units = experiments.read_plan(of)
        path = results or of.with_suffix(".sqlite")
        summaries = experiments.add_up(experiments.read_rows(path) if path.exists() else [], units)
    elif results is not None:
        raise BadInput.because("output_needs_plan", file=str(of))
    else:
        path = of
        summaries = experiments.add_up(experiments.read_rows(path))
    done = sum(summary.units for summary in summaries)
    counts = [summary.units_wanted for summary in summaries]
    wanted = None if None in counts else sum(count or 0 for count in counts)
    for output in outputs or ():
        written = experiments.markdown if output.kind is MARKDOWN else experiments.latex
        opening = [f"Sweep of {path.stem}: {done:,}{'' if wanted is None else f' of {wanted:,}'} units."]
        columns, notes = experiments.sweep_columns(summaries), experiments.sweep_notes(summaries)
        write_whole(output.path, written(opening, columns, notes))
        tell_saved(output)
    if json:
        emit_json(experiments.LabStatusAnswer(file=str(path), units=done, units_wanted=wanted, tasks=summaries))
        return
    show_summaries(summaries)
    print(f"{path}: {done:,}{'' if wanted is None else f' of {wanted:,}'} units done.")
    if of.suffix == ".toml" and done < (wanted or 0):
        more = [] if results is None else ["-o", str(results)]
        print(f"To play the rest: {shlex.join(['codepegs', 'lab', 'run', str(of), *more])}")


@lab.command("export", short_help="export the rows of a sweep as CSV, JSON or Parquet")
def export(
    file: FileArgument,
    to: Annotated[
        str | None, options.format_option("csv|json|parquet", "format [default: from the name of the output, else csv]")
    ] = None,
    output: Annotated[Output | None, writing(ROWS, "output file [default: standard output]", "--output -o")] = None,
) -> None:
    """Export the rows of a sweep as CSV, JSON or Parquet.

    Examples:
        codepegs lab export plan.sqlite -o rows.csv
        codepegs lab export plan.sqlite --format json

    For the columns, see the documentation: Sweeps. JSON has one object per line; Parquet needs -o and
    codepegs[lab].
    """
    ending = "csv" if output is None else output.path.suffix.removeprefix(".")
    form = to or ending
    if form not in experiments.FORMATS:
        if to is None:
            raise BadInput.because("unknown_ending_of_sweep", file=str(output))
        raise BadInput.because("no_such_format", value=str(to), choice=one_of(experiments.FORMATS))
    if form == "parquet" and output is None:
        raise BadInput.because("parquet_is_no_text")
    written = experiments.FORMATS[form](experiments.read_rows(file))
    if output is None:
        sys.stdout.write(written.decode())
        return
    write_whole(output.path, written)
    tell_saved(output, f" (format {form})")


@lab.command("merge", short_help="merge several results files")
def merge(
    files: Annotated[list[Path], argument("FILE...", "results files to merge")],
    output: Annotated[Output, writing(RESULTS, "results file that receives the rows", "--output -o")],
    json: options.Json = False,
) -> None:
    """Merge several results files into one; if rows of the same unit disagree, the exit code is 1.

    Examples:
        codepegs lab merge one.sqlite two.sqlite -o all.sqlite
    """
    found = [(file, experiments.read_rows(file)) for file in files]  # all are read before anything is written
    taken = []
    with experiments.Store(output.path) as store:
        for file, rows in found:
            new = store.take_in(rows, str(file))
            taken.append({"file": str(file), "new_rows": new})
            if not json:
                print(f"{file}: {counted(new, 'new row')}")
    if json:
        emit_json({"file": str(output), "files": taken})


@lab.command("plot", short_help="plot averages, game lengths and times")
def plot(
    file: FileArgument,
    output: Annotated[Output, writing(FOLDER, "output folder", "--output -o")],
    json: options.Json = False,
) -> None:
    """Plot averages, game lengths and times of a sweep as SVG and PNG (needs codepegs[lab]).

    Examples:
        codepegs lab plot plan.sqlite -o plots
    """
    experiments.need_matplotlib()
    summaries = experiments.add_up(experiments.read_rows(file))
    written = [str(path) for path in map(written_to, experiments.draw_sweep(summaries, output.path)) if path]
    if not summaries:
        error_console().print(f"Nothing to plot: {file} has no finished games. To continue: codepegs lab run PLAN")
    unfinished = sum(not summary.complete for summary in summaries)
    if json:
        emit_json({"files": written, "unfinished_tasks": unfinished})
    else:
        print("".join(f"{path}\n" for path in written), end="")
    if unfinished:
        error_console().print(
            f"Not plotted: {counted(unfinished, 'unfinished task')}. To continue: codepegs lab run PLAN"
        )


def sweep_words(waited: float, state: experiments.SweepProgress) -> list[str]:
    """Return how far a sweep is."""
    left = "" if state.seconds_left is None else f", about {span_text(state.seconds_left)} left"
    return [
        f"{state.found + state.played:,} of {state.units:,} units, "
        f"{state.games_found + state.games_played:,} of {state.games:,} games{left}"
    ]


def show_summaries(summaries: Sequence[experiments.Summary]) -> None:
    """A table with a line for each strategy at each game."""
    headings = {heading_of(name): name for name in ("total", "average", "longest_game")}
    figures = (">units!", ">games!", ">unsolved!", *(f">{heading}!" for heading in headings), ">time/game!")
    table = new_table("rules!", "strategy", *figures)
    for summary in summaries:
        error = "" if summary.standard_error is None else f" ± {summary.standard_error:.4f}"
        table.add_row(
            summary.rules,
            summary.label,
            f"{summary.units:,}" + ("" if summary.units_wanted is None else f" of {summary.units_wanted:,}"),
            f"{summary.games:,}",
            f"{summary.unsolved:,}",
            f"{summary.total:,}",
            "" if summary.average is None else f"{summary.average:.4f}{error}",
            str(summary.longest_game) if summary.games else "",
            "" if summary.seconds_per_game is None else seconds_text(summary.seconds_per_game),
        )
    if summaries:
        kinds = kinds_of_columns((summary.kinds for summary in summaries), headings)
        print_table(table, "units", "unsolved", "total", "games", heading_of("longest_game"), "time/game", kinds=kinds)
        errors = any(summary.standard_error is not None for summary in summaries)
        legend = "unit: a batch of games that is played and saved together; total: guesses in all solved games"
        console().print(f"{legend}{'; ±: standard error' * errors}", style="dim")
