"""`codepegs reproduce`: the tables, the claims and the programs of the five reports."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from codepegs import experiments
from codepegs.cli import options
from codepegs.cli.options import FOLDER, INDEX, Output, argument, flag, option, writing
from codepegs.cli.prompt import next_line
from codepegs.cli.terminal import Timetable, console, cores, error_console
from codepegs.errors import BadInput, Unavailable
from codepegs.files import written_to

if TYPE_CHECKING:
    from codepegs.reports import PublishedReport
    from codepegs.reports.pages import Judged


def reproduce(
    reports: Annotated[
        list[str] | None,
        argument("[REPORT]...", "parallel-knuth, max-parts, large-games, two-part-solver or mcmc [default: all]"),
    ] = None,
    output: Annotated[
        Output | None, writing(FOLDER, "folder for the pages and pictures [default: reproduction]", "--output -o")
    ] = None,
    quick: Annotated[bool, flag("--quick", "small samples and games, for a first look")] = False,
    claims: Annotated[
        bool, flag("--claims", "only judge the reports' claims again, on the pages in the folder")
    ] = False,
    measure: Annotated[
        str | None, option("WORDS", "only measure the claims that contain these words again, and print them")
    ] = None,
    play: Annotated[
        bool, flag("--play", "instead, play the program of one report: its questions, its strategy and its output")
    ] = False,
    secret: Annotated[
        str | None, option("CODE", "with --play: the secret, in the numbers of the report, e.g. '5 0 1 4'")
    ] = None,
    first: Annotated[
        str | None,
        option("CODE", "with --play: the first guess, likewise, for parallel-knuth, max-parts and mcmc"),
    ] = None,
    games: Annotated[
        int | None,
        option("N", "with --play max-parts: number of games; then their average and time are printed", min=1),
    ] = None,
    seed: Annotated[
        int | None,
        option("N", "random seed: of the secrets of tables [default: 1], or of --play [default: random]", min=0),
    ] = None,
    workers: options.Workers = None,
) -> None:
    """Reproduce the tables and figures of five published reports on Mastermind solvers.

    Examples:
        codepegs reproduce max-parts --quick
        codepegs reproduce -o pages
        codepegs reproduce mcmc --measure 'first guesses'
        codepegs reproduce two-part-solver --play
        codepegs reproduce max-parts --play --secret '5 0 1 4'
        codepegs reproduce max-parts --play --first '0 0 1 1' --games 100

    The result is a Markdown page for each report, with pictures. It begins with what the report claims, and whether it
    holds; then it compares the figures of the report with those of codepegs. All five take about 40 minutes, with
    --quick about one minute of an idle processor; verdicts of --quick are marked as such. For the finished pages, see
    the documentation: The five reports. After an interruption, the same command continues where it
    stopped. Figures are kept in the folder data, and used again; to measure those of a report again, delete its file.

    With --play, parallel-knuth asks for colours, holes and the code, then plays as Knuth does from 1111. The others ask
    for the length and the number of values; without --secret they draw a code, as their reports do, and so does
    parallel-knuth at the end of the input. The numbers may be on one line or on two.
    """
    from codepegs.reports import REPORTS, report_named

    chosen = [report_named(text) for text in _present_names(reports or [])] or list(REPORTS.values())
    if play:
        for_pages = {"--output": output, "--quick": quick, "--claims": claims, "--measure": measure}
        options.check_alone(for_pages, "--play")
        if len(reports or []) != 1:
            raise BadInput.because("play_one_report", choice=", ".join(REPORTS))
        chosen[0].play(next_line, _say, secret=secret, first=first, games=games, seed=seed, workers=workers or cores())
        return
    options.check_needed({"--secret": secret, "--first": first, "--games": games}, "--play")
    seed = 1 if seed is None else seed
    if claims and (quick or measure is not None):
        raise BadInput.because("claims_and_quick", option="--measure" if measure is not None else "--quick")
    if measure is not None:
        from codepegs.reports import measured_claims
        from codepegs.reports.pages import Effort

        effort = Effort(workers or cores(), seed, quick)
        _show_claims(measured_claims(chosen, measure, effort), is_quick=quick)
        return
    _write_pages(chosen, output, workers or cores(), seed, quick=quick, claims=claims)


def _write_pages(
    chosen: Sequence[PublishedReport], output: Output | None, workers: int, seed: int, *, quick: bool, claims: bool
) -> None:
    """Write a page for each report; with `claims`, only judge its claims again."""
    from codepegs.reports import judge, reproduce as make
    from codepegs.reports.pages import Effort

    output = output or FOLDER.checked("reproduction")
    index = Output(str(output.path / "README.md"), INDEX)
    if index.path.exists():
        index.check()
    errors = error_console()
    if not experiments.has_matplotlib():
        missing = Unavailable.without("lab", "no_pictures_on_pages")
        errors.print(f"{missing}", soft_wrap=True)
    usual = {report.name: report.about.quick if quick else report.about.usual for report in chosen}
    written = []
    clock = Timetable(usual)

    def report_stage(stage: str) -> None:
        left = clock.left()
        errors.print(f"{stage}{f' ({left})' if left else ''}", soft_wrap=True)

    with errors.status(clock):  # shows on a terminal only
        effort = Effort(workers, seed, quick, report_stage, clock.step)
        for report in chosen:
            clock.enter(report.name)
            written += (judge if claims else make)([report], output.path, effort)
    for path in filter(None, map(written_to, written)):
        console().print(f"Saved as {path}.")


def _show_claims(found: Sequence[tuple[PublishedReport, Sequence[Judged]]], *, is_quick: bool) -> None:
    """Each claim with the report's figure, ours and the verdict, as on the pages."""
    for report, judged in found:
        print(f"{report.about.title}")
        for one in judged:
            print(f"  {one.claim.says}")
            lines = {"report": one.theirs, "codepegs": one.ours, "best reading": one.best, "verdict": one.conclusion}
            for name, text in lines.items():
                if text:
                    print(f"    {name}: {text.replace('*', '')}{' (quick)' * (is_quick and name == 'verdict')}")


def _say(lines: str) -> None:
    """Print at once, so that a question is there before its answer."""
    print(lines, flush=True)


def _present_names(reports: list[str]) -> list[str]:
    """The names of reports, which were numbers up to version 0.1; say what to type now."""
    from codepegs.cli.main import print_former
    from codepegs.reports import REPORTS

    numbers = [("first", "1"), ("second", "2"), ("third", "3"), ("fourth", "4"), ("fifth", "5")]
    present = {old: new for new, names in zip(REPORTS, numbers, strict=True) for old in names}
    named = [present.get(text, text) for text in reports]
    if former := [text for text in reports if text in present]:
        print_former(former, shlex.join(["codepegs", "reproduce", *named]))
    return named
