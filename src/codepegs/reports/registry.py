"""The five published reports by name; this table is the only list of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput, did_you_mean, one_of
from codepegs.experiments import has_matplotlib
from codepegs.reports import large_games, max_parts, mcmc, parallel_knuth, two_part_solver
from codepegs.reports.pages import Effort, Measurements, Page


@dataclass(frozen=True, slots=True)
class PublishedReport:
    """One report, its source, and the function that reproduces it."""

    name: str
    title: str
    source: str
    """Authors, title and year, as the report states them."""
    reproduce: Callable[[Page, Effort], None]
    usual: float
    """Seconds that the page usually takes, by which the share of the work is shown."""
    quick: float
    """The same with `--quick`."""


REPORTS: dict[str, PublishedReport] = {
    report.name: report
    for report in (
        PublishedReport(
            "parallel-knuth",
            "The parallel Knuth report",
            'Xinhao Su and David Xu, "Master Minds: The Report", 22 December 2021.',
            parallel_knuth.reproduce,
            usual=40.0,
            quick=29.0,
        ),
        PublishedReport(
            "max-parts",
            "The Max Parts report",
            'Agrim Manchanda, "Master Mind Report", Imperial College London, undated.',
            max_parts.reproduce,
            usual=1_200.0,
            quick=4.0,
        ),
        PublishedReport(
            "large-games",
            "The large games report",
            '"Mastermind: an algorithm for the generalised version of the Mastermind game", written for a course at '
            "Imperial College London; it states neither author nor date.",
            large_games.reproduce,
            usual=120.0,
            quick=6.0,
        ),
        PublishedReport(
            "two-part-solver",
            "The two-part solver report",
            'Baptiste Provendier, "Effective Mastermind Solver Algorithms", undated.',
            two_part_solver.reproduce,
            usual=200.0,
            quick=15.0,
        ),
        PublishedReport(
            "mcmc",
            "The MCMC report",
            "Nathan Blair, Adarsh Karnati, Darren Lee and Jonathan Lee, "
            '"Mastering MasterMind with MCMCs", 18 April 2018.',
            mcmc.reproduce,
            usual=300.0,
            quick=14.0,
        ),
    )
}

WITHOUT_PICTURES = "This page has no pictures because matplotlib was not installed when it was made."
QUICK = "This page was made with --quick: small samples, no large games."


def report_named(text: str) -> PublishedReport:
    """Return the report of a name.

    >>> report_named("MCMC").title
    'The MCMC report'
    """
    name = text.strip().lower()
    if name not in REPORTS:
        raise BadInput(f"unknown report {text!r}{did_you_mean(name, REPORTS) or f': expected {one_of(REPORTS)}'}")
    return REPORTS[name]


def reproduce(reports: Sequence[PublishedReport], folder: Path, effort: Effort) -> list[Path]:
    """Write a page for each report and an index of all pages in the folder; returns the pages' paths.

    After an interrupt the next call continues with the measurements made so far, which a file in the folder keeps.
    """
    files.make_folder(folder)
    written = []
    for report in reports:
        page = Page(report.name, report.title, quick=effort.quick)
        page.say(f"Source: {report.source}")
        if effort.quick:
            page.say(QUICK)
        if not has_matplotlib():
            page.say(WITHOUT_PICTURES)
        kept = Measurements(folder / f".{report.name}.measurements")
        report.reproduce(page, replace(effort, kept=kept))
        written.append(page.write(folder))
        kept.remove()
    files.write_whole(folder / "README.md", _index(folder))
    return written


def _index(folder: Path) -> str:
    lines = [
        "# The five reports",
        "",
        "codepegs reproduces the tables and figures of five reports on Mastermind solvers. Each page shows the",
        "report's figures beside those of codepegs and explains the differences. Made by `codepegs reproduce`.",
        "",
    ]
    made = [report for report in REPORTS.values() if (folder / f"{report.name}.md").exists()]
    return "\n".join([*lines, *(f"- [{report.title}]({report.name}.md): {report.source}" for report in made), ""])
