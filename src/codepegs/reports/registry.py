"""The five published reports by name; this table is the only list of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput, did_you_mean, one_of
from codepegs.experiments import has_matplotlib
from codepegs.reports import large_games, max_parts, mcmc, parallel_knuth, two_part_solver
from codepegs.reports.pages import (
    BEGIN,
    END,
    Claim,
    Effort,
    Judged,
    Measured,
    Measurements,
    NotStored,
    Page,
    Verdict,
    between_marks,
    counts,
    machine,
    markdown_table,
    table_of_claims,
)


@dataclass(frozen=True, slots=True)
class PublishedReport:
    """One report, its source, and the function that reproduces it."""

    name: str
    title: str
    source: str
    """Authors, title and year, as the report states them."""
    about: str
    """What the report is about, and what it is compared with."""
    lead: str
    """The name of the picture above the details of its page."""
    claims: tuple[Claim, ...]
    """What it claims, each judged by measured figures."""
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
            "Knuth's minimax in parallel, in Haskell: the guesses of each turn are shared among threads. Its game has "
            "4 pegs and 10 colours, with 1111 first, on the 8 logical cores of a 2018 MacBook Pro.",
            "strategies",
            parallel_knuth.CLAIMS,
            parallel_knuth.reproduce,
            usual=40.0,
            quick=29.0,
        ),
        PublishedReport(
            "max-parts",
            "The Max Parts report",
            'Agrim Manchanda, "Master Mind Report", Imperial College London, undated.',
            "Max Parts compared with MiniMax and with Simple, which plays the first consistent code: 100 games each, "
            "in C++ on a laptop.",
            "averages",
            max_parts.CLAIMS,
            max_parts.reproduce,
            usual=1_200.0,
            quick=4.0,
        ),
        PublishedReport(
            "large-games",
            "The large games report",
            '"Mastermind: an algorithm for the generalised version of the Mastermind game", written for a course at '
            "Imperial College London; it states neither author nor date.",
            "Two strategies in C++: a random consistent code in games of fewer than 100,000 codes, a binary search in "
            "larger ones, up to 10,000 pegs and colours.",
            "printed",
            large_games.CLAIMS,
            large_games.reproduce,
            usual=130.0,
            quick=6.0,
        ),
        PublishedReport(
            "two-part-solver",
            "The two-part solver report",
            'Baptiste Provendier, "Effective Mastermind Solver Algorithms", undated.',
            "A solver of two parts for up to 15 pegs and colours: the lowest consistent code in small games, and "
            "colour by colour in large ones, with brute force as the baseline.",
            "both",
            two_part_solver.CLAIMS,
            two_part_solver.reproduce,
            usual=280.0,
            quick=15.0,
        ),
        PublishedReport(
            "mcmc",
            "The MCMC report",
            "Nathan Blair, Adarsh Karnati, Darren Lee and Jonathan Lee, "
            '"Mastering MasterMind with MCMCs", 18 April 2018.',
            "A random walk among codes (MCMC) that plays the first consistent one; also with false replies, and with a "
            "picture as the secret.",
            "fish",
            mcmc.CLAIMS,
            mcmc.reproduce,
            usual=330.0,
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


DATA = "data"
"""The folder of the figures, beside the pages: one file of JSON lines for each report."""


def reproduce(reports: Sequence[PublishedReport], folder: Path, effort: Effort) -> list[Path]:
    """Write a page for each report and an index of all pages in the folder; returns the pages' paths.

    Figures are read from the data beside the pages if they are there, and are otherwise measured and added. After an
    interrupt the next call continues with the measurements made so far, which a file in the folder keeps.
    """
    files.make_folder(folder)
    written = []
    for report in reports:
        page = Page(report.name, report.title, quick=effort.quick, lead=report.lead)
        kept = Measurements(folder / f".{report.name}.measurements")
        of_page = replace(effort, kept=kept)
        if not effort.quick:  # a few games prove nothing, and their figures are not worth keeping
            of_page = replace(of_page, stored=figures_of(report, folder))
        report.reproduce(page, of_page)
        page.head += [f"Source: {report.source}", "", f"{report.about} {_measured_on(of_page)}", ""]
        if not effort.quick:
            effort.report(f"{report.name}: claims")
            page.claims += [BEGIN, *_claims_section(report, judged_claims(report, of_page)), END, ""]
        page.head += [QUICK, ""] if effort.quick else []
        page.head += [] if has_matplotlib() else [WITHOUT_PICTURES, ""]
        written.append(page.write(folder))
        kept.remove()
    files.write_whole(folder / "README.md", _index(folder, effort))
    return written


def _measured_on(effort: Effort) -> str:
    """On what machines the figures of a page were measured."""
    stored = [] if effort.stored is None else effort.stored.all(Measured)
    machines = dict.fromkeys(figure.machine for figure in stored) or [machine()]
    return f"Measured on: {'; '.join(machines)}."


def judge(reports: Sequence[PublishedReport], folder: Path, effort: Effort) -> list[Path]:
    """Judge the claims again on the pages in the folder, and on its index; the rest of the pages stays as it is."""
    written = []
    for report in reports:
        path = folder / f"{report.name}.md"
        if not path.exists():
            raise BadInput(f"{path} does not exist: omit --claims to write the page")
        effort.report(f"{report.name}: claims")
        judged = judged_claims(report, replace(effort, stored=figures_of(report, folder)))
        files.write_whole(path, between_marks(files.read_text(path), _claims_section(report, judged)))
        written.append(path)
    files.write_whole(folder / "README.md", _index(folder, effort))
    return written


def figures_of(report: PublishedReport, folder: Path) -> Measurements:
    """The stored figures of a report."""
    return Measurements(folder / DATA / f"{report.name}.jsonl")


def judged_claims(report: PublishedReport, effort: Effort) -> list[Judged]:
    """The verdicts on the claims of a report."""
    return [claim.judge(effort) for claim in report.claims]


def _claims_section(report: PublishedReport, judged: Sequence[Judged]) -> list[str]:
    found = ", ".join(f"{number} *{verdict}*" for verdict, number in zip(Verdict, counts(judged), strict=True))
    return [
        "",
        "## Its claims",
        "",
        f"Of {len(judged)} claims: {found}. The verdicts are computed from [stored figures]"
        f"({DATA}/{report.name}.jsonl), each with its command, seed and machine.",
        "",
        *table_of_claims(judged),
        "",
    ]


def _index(folder: Path, effort: Effort) -> str:
    made = [report for report in REPORTS.values() if (folder / f"{report.name}.md").exists()]
    judged = {report.name: claims for report in made if (claims := _known_claims(report, folder, effort))}
    lines = [
        "# The five reports",
        "",
        "codepegs reproduces the tables and figures of five reports on Mastermind solvers. Each page begins with what",
        "the report claims, and whether codepegs finds the same. Made by `codepegs reproduce`.",
        "",
        *(f"- [{report.title}]({report.name}.md): {report.source}" for report in made),
        "",
    ]
    if judged:
        lines += _claims_in_short(judged)
    return "\n".join(lines)


def _known_claims(report: PublishedReport, folder: Path, effort: Effort) -> list[Judged]:
    """The verdicts on the claims of a report if all figures are stored; otherwise none."""
    try:
        return judged_claims(report, replace(effort, stored=figures_of(report, folder), measures=False))
    except NotStored:
        return []


def _claims_in_short(judged: dict[str, list[Judged]]) -> list[str]:
    rows = [(f"[{REPORTS[name].title}]({name}.md)", *counts(claims)) for name, claims in judged.items()]
    lines = ["## Claims in short", "", *markdown_table(["report", *map(str, Verdict)], rows), ""]
    for name, claims in judged.items():
        lines += [
            f"### {REPORTS[name].title}",
            "",
            *markdown_table(
                ["claim", "report", "codepegs", "verdict"],
                [(one.claim.says, one.theirs, one.ours, f"*{one.verdict}*") for one in claims],
            ),
            "",
        ]
    return lines
