"""The five published reports by name: their pages, their claims and their programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from codepegs import files
from codepegs.errors import BadInput, hint_at, one_of
from codepegs.experiments import has_matplotlib
from codepegs.reports import large_games, max_parts, mcmc, pages, parallel_knuth, two_part_solver
from codepegs.reports.session import Session


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    report: pages.About
    session: Session
    claim: tuple[pages.Claim, ...]
    tables: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class PublishedReport:
    """One report, its source, and the function that reproduces it."""

    name: str
    about: pages.About
    claims: tuple[pages.Claim, ...]
    """What it claims, each judged by measured figures."""
    session: Session
    texts: dict[str, str]
    reproduce: Callable[[pages.Page, pages.Effort], None]
    names: Mapping[str, Any]
    """Those of the module of `reproduce`, which the claims use."""

    @classmethod
    def of(cls, name: str, package: ModuleType) -> PublishedReport:
        """The report of a package, by the files in its folder."""
        folder = Path(str(package.__file__)).parent
        read = msgspec.toml.decode(files.read_bytes(folder / "claims.toml"), type=_File)
        texts, names = pages.texts_of(folder / "page.md"), package.reproduce.__globals__
        return cls(name, read.report, read.claim, read.session, texts, package.reproduce, names)


REPORTS: dict[str, PublishedReport] = {
    name: PublishedReport.of(name, package)
    for name, package in {
        "parallel-knuth": parallel_knuth,
        "max-parts": max_parts,
        "large-games": large_games,
        "two-part-solver": two_part_solver,
        "mcmc": mcmc,
    }.items()
}


def report_named(text: str) -> PublishedReport:
    """Return the report of a name."""
    name = text.strip().lower()
    if name not in REPORTS:
        raise BadInput.because(
            "unknown_report", name=text, **hint_at(name, REPORTS, "like_options", choice=one_of(REPORTS))
        )
    return REPORTS[name]


DATA = "data"
"""The folder of the figures, beside the pages: one file of JSON lines for each report."""


def reproduce(reports: Sequence[PublishedReport], folder: Path, effort: pages.Effort) -> list[Path]:
    """Write a page for each report and an index of all pages in the folder; returns the pages' paths."""
    # Figures are read from the data beside the pages if they are there, and are otherwise measured and added. After an
    # interrupt the next call continues with the measurements made so far, which a file in the folder keeps.
    files.make_folder(folder)
    written = []
    for report in reports:
        page = pages.Page(report.name, report.about.title, report.texts, quick=effort.quick, lead=report.about.lead)
        kept = pages.Measurements(folder / f".{report.name}.measurements")
        of_page = replace(effort, kept=kept)
        if not effort.quick:  # a few games prove nothing, and their figures are not worth keeping
            of_page = replace(of_page, stored=figures_of(report, folder))
        report.reproduce(page, of_page)
        stored = [] if of_page.stored is None else of_page.stored.all(pages.Measured)
        machines = dict.fromkeys(figure.machine for figure in stored) or [pages.machine()]
        measured_on = f"Measured on: {'; '.join(machines)}."
        page.head += [f"Source: {report.about.source}", "", f"{report.about.about} {measured_on}", ""]
        if not effort.quick:
            effort.report(f"{report.name}: claims")
            page.claims += [pages.BEGIN, *_claims_section(report, judged_claims(report, of_page)), pages.END, ""]
        if effort.quick:
            page.head += ["This page was made with --quick: small samples, no large games.", ""]
        if not has_matplotlib():
            page.head += ["This page has no pictures because matplotlib was not installed when it was made.", ""]
        written.append(page.write(folder))
        kept.remove()
    files.write_whole(folder / "README.md", _index(folder, effort))
    return written


def judge(reports: Sequence[PublishedReport], folder: Path, effort: pages.Effort) -> list[Path]:
    """Judge the claims by stored figures again, on the pages in the folder and its index; the rest stays as it is."""
    written = []
    for report in reports:
        path = folder / f"{report.name}.md"
        if not path.exists():
            raise BadInput.because("no_page_to_judge", file=str(path))
        if pages.BEGIN not in (text := files.read_text(path)):
            raise BadInput.because("page_has_no_claims", file=str(path))
        effort.report(f"{report.name}: claims")
        judged = judged_claims(report, replace(effort, stored=figures_of(report, folder), measures=False))
        files.write_whole(path, pages.between_marks(text, _claims_section(report, judged)))
        written.append(path)
    files.write_whole(folder / "README.md", _index(folder, effort))
    return written


def figures_of(report: PublishedReport, folder: Path) -> pages.Measurements:
    """The stored figures of a report."""
    return pages.Measurements(folder / DATA / f"{report.name}.jsonl")


def judged_claims(report: PublishedReport, effort: pages.Effort) -> list[pages.Judged]:
    """The verdicts on the claims of a report."""
    return [claim.judge(effort, report.names) for claim in report.claims]


def _claims_section(report: PublishedReport, judged: Sequence[pages.Judged]) -> list[str]:
    found = ", ".join(
        f"{number} *{verdict}*" for verdict, number in zip(pages.Verdict, pages.counts(judged), strict=True)
    )
    return [
        "",
        "## Its claims",
        "",
        f"Of {len(judged)} claims: {found}. The verdicts are computed from [stored figures]"
        f"({DATA}/{report.name}.jsonl), each with its command, seed and machine.",
        "",
        *pages.table_of_claims(judged),
        "",
    ]


def _index(folder: Path, effort: pages.Effort) -> str:
    """The index of the pages in a folder, with the claims of those reports whose figures are all stored."""
    made = [report for report in REPORTS.values() if (folder / f"{report.name}.md").exists()]
    lines = [
        "# The five reports",
        "",
        "codepegs reproduces the tables and figures of five reports on Mastermind solvers. Each page begins with what",
        "the report claims, and whether codepegs finds the same. Made by `codepegs reproduce`.",
        "",
        *(f"- [{report.about.title}]({report.name}.md): {report.about.source}" for report in made),
        "",
    ]
    judged: dict[str, list[pages.Judged]] = {}
    for report in made:
        with suppress(pages.NotStored):
            known = replace(effort, stored=figures_of(report, folder), measures=False)
            judged[report.name] = judged_claims(report, known)
    if judged:
        rows = [(f"[{REPORTS[name].about.title}]({name}.md)", *pages.counts(claims)) for name, claims in judged.items()]
        lines += ["## Claims in short", "", *pages.markdown_table(["report", *map(str, pages.Verdict)], rows), ""]
    for name, claims in judged.items():
        shown = [(one.claim.says, one.theirs, one.ours, f"*{one.verdict}*") for one in claims]
        table = pages.markdown_table(["claim", "report", "codepegs", "verdict"], shown)
        lines += [f"### {REPORTS[name].about.title}", "", *table, ""]
    return "\n".join(lines)
