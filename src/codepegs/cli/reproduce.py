"""`codepegs reproduce`: the tables and claims of the five reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from codepegs import experiments
from codepegs.cli import options
from codepegs.cli.options import FOLDER, INDEX, Output, argument, flag, option, writing
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
    seed: Annotated[int, option("N", "random seed of the secrets, for tables based on a sample", min=0)] = 1,
    workers: options.Workers = None,
) -> None:
    """Reproduce the tables and figures of five published reports on Mastermind solvers.

    Examples:
        codepegs reproduce max-parts --quick
        codepegs reproduce -o pages
        codepegs reproduce mcmc --measure 'first guesses'

    The result is a Markdown page for each report, with pictures. It begins with what the report claims, and whether it
    holds; then it compares the figures of the report with those of codepegs. All five take about 40 minutes, with
    --quick about one minute of an idle processor; verdicts of --quick are marked as such. For the finished pages, see
    the documentation: The five reports. After an interruption, the same command continues where it
    stopped. Figures are kept in the folder data, and used again; to measure those of a report again, delete its file.
    """
    from codepegs.reports import REPORTS, judge, measured_claims, report_named, reproduce as make
    from codepegs.reports.pages import Effort

    chosen = [report_named(text) for text in reports or []] or list(REPORTS.values())
    if claims and (quick or measure is not None):
        raise BadInput.because("claims_and_quick", option="--measure" if measure is not None else "--quick")
    if measure is not None:
        _show_claims(measured_claims(chosen, measure, Effort(workers or cores(), seed, quick)), is_quick=quick)
        return
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
        effort = Effort(workers or cores(), seed, quick, report_stage, clock.step)
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
