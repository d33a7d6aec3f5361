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
    About,
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
    about: About
    claims: tuple[Claim, ...]
    """What it claims, each judged by measured figures."""
    reproduce: Callable[[Page, Effort], None]


REPORTS: dict[str, PublishedReport] = {
    name: PublishedReport(name, about=package.CLAIMS[0], claims=package.CLAIMS[1], reproduce=package.reproduce)
    for name, package in {
        "parallel-knuth": parallel_knuth,
        "max-parts": max_parts,
        "large-games": large_games,
        "two-part-solver": two_part_solver,
        "mcmc": mcmc,
    }.items()
}

WITHOUT_PICTURES = "This page has no pictures because matplotlib was not installed when it was made."
QUICK = "This page was made with --quick: small samples, no large games."


def report_named(text: str) -> PublishedReport:
    """Return the report of a name."""
    name = text.strip().lower()
    if name not in REPORTS:
        raise BadInput(f"unknown report {text!r}{did_you_mean(name, REPORTS) or f': expected {one_of(REPORTS)}'}")
    return REPORTS[name]


DATA = "data"
"""The folder of the figures, beside the pages: one file of JSON lines for each report."""


def reproduce(reports: Sequence[PublishedReport], folder: Path, effort: Effort) -> list[Path]:
    """Write a page for each report and an index of all pages in the folder; returns the pages' paths."""
    # Figures are read from the data beside the pages if they are there, and are otherwise measured and added. After an
    # interrupt the next call continues with the measurements made so far, which a file in the folder keeps.
    files.make_folder(folder)
    written = []
    for report in reports:
        page = Page(report.name, report.about.title, quick=effort.quick, lead=report.about.lead)
        kept = Measurements(folder / f".{report.name}.measurements")
        of_page = replace(effort, kept=kept)
        if not effort.quick:  # a few games prove nothing, and their figures are not worth keeping
            of_page = replace(of_page, stored=figures_of(report, folder))
        report.reproduce(page, of_page)
        page.head += [f"Source: {report.about.source}", "", f"{report.about.about} {_measured_on(of_page)}", ""]
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
        *(f"- [{report.about.title}]({report.name}.md): {report.about.source}" for report in made),
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
    rows = [(f"[{REPORTS[name].about.title}]({name}.md)", *counts(claims)) for name, claims in judged.items()]
    lines = ["## Claims in short", "", *markdown_table(["report", *map(str, Verdict)], rows), ""]
    for name, claims in judged.items():
        lines += [
            f"### {REPORTS[name].about.title}",
            "",
            *markdown_table(
                ["claim", "report", "codepegs", "verdict"],
                [(one.claim.says, one.theirs, one.ours, f"*{one.verdict}*") for one in claims],
            ),
            "",
        ]
    return lines
