"""The five published reports by name: their pages, their claims and their programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from codepegs import files
from codepegs.errors import BadInput, hint_at, one_of
from codepegs.experiments import has_matplotlib
from codepegs.reports import large_games, max_parts, mcmc, pages, parallel_knuth, two_part_solver
from codepegs.reports.parallel_knuth import ChunkPlan, PlannedThreads


@dataclass(frozen=True, slots=True)
class PublishedReport:
    """One report, its source, and the function that reproduces it."""

    name: str
    about: pages.About
    claims: tuple[pages.Claim, ...]
    """What it claims, each judged by measured figures."""
    session: pages.Session
    texts: dict[str, str]
    reproduce: Callable[[pages.Page, pages.Effort], None]

    @classmethod
    def of(cls, name: str, package: ModuleType) -> PublishedReport:
        """The report of a package, by the files in its folder."""
        file = str(package.__file__)
        about = msgspec.convert(pages.stated_of(file)["report"], pages.About)
        texts = pages.texts_of(Path(file).with_name("page.md"))
        return cls(name, about, package.CLAIMS, pages.Session.beside(file), texts, package.reproduce)

    def play(
        self, next_line: Callable[[], str | None], say: Callable[[str], None], *, workers: int = 1, **options: Any
    ) -> None:
        """Play as the program of the report does, with the options of `Session.run`."""
        with PlannedThreads(workers, plan=ChunkPlan.parse(self.session.chunks)) as threads:
            self.session.run(next_line, say, workers=threads.new_game, **options)


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
        # A few games prove little, and their figures are not worth keeping.
        of_page = replace(of_page, stored=pages.Measurements() if effort.quick else figures_of(report, folder))
        report.reproduce(page, of_page)
        stored = [] if of_page.stored is None else of_page.stored.all(pages.Measured)
        machines = dict.fromkeys(figure.machine for figure in stored) or [pages.machine()]
        measured_on = f"Measured on: {'; '.join(machines)}."
        page.head += [f"Source: {report.about.source}", "", f"{report.about.about} {measured_on}", ""]
        effort.report(f"{report.name}: claims")
        section = _claims_section(report, judged_claims(report, of_page), is_quick=effort.quick)
        # Without the marks, so that `judge` leaves a quick page alone.
        page.claims += section if effort.quick else [pages.BEGIN, *section, pages.END, ""]
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
    """The verdicts on the claims of a report; with `quick` without those whose figures take long."""
    claims = [claim for claim in report.claims if not (effort.quick and claim.long)]
    return [claim.judge(effort) for claim in claims]


def measured_claims(
    reports: Sequence[PublishedReport], words: str, effort: pages.Effort
) -> list[tuple[PublishedReport, list[pages.Judged]]]:
    """Measure the claims with some words again, whatever is stored, and judge them, by report."""
    found = []
    for report in reports:
        claims = [claim for claim in report.claims if words.lower() in claim.says.lower()]
        if claims:
            of_claims = replace(effort, stored=pages.Measurements(), kept=None)
            found.append((report, [claim.judge(of_claims) for claim in claims]))
    if not found:
        raise BadInput.because("no_claim_of_words", words=words)
    return found


def _claims_section(report: PublishedReport, judged: Sequence[pages.Judged], *, is_quick: bool = False) -> list[str]:
    found = ", ".join(
        f"{number} *{verdict}*" for verdict, number in zip(pages.Verdict, pages.counts(judged), strict=True) if number
    )
    source = f"[stored figures]({DATA}/{report.name}.jsonl), each with its command, seed and machine"
    how = "a few games, and prove little" if is_quick else source
    left_out = len(report.claims) - len(judged)
    without = f" {left_out} claims whose figures take long are left out." if left_out else ""
    return [
        "",
        "## Its claims",
        "",
        f"Reading: {report.about.reading}",
        "",
        f"Of {len(judged)} claims: {found}. The verdicts are computed from {how}. A figure that was timed or sampled "
        f"decides a claim beyond two standard errors, and a single time or game beyond a factor of two.{without}",
        "",
        *pages.table_of_claims(judged, is_quick=is_quick),
        "",
        *(["Not judged:", "", *(f"- {note}" for note in report.about.notes), ""] if report.about.notes else []),
    ]


def _index(folder: Path, effort: pages.Effort) -> str:
    """The index of the pages in a folder: how many claims hold, and those that do not, by stored figures."""
    judged: dict[str, list[pages.Judged]] = {}
    others = []
    for report in REPORTS.values():
        if not (folder / f"{report.name}.md").exists():
            continue
        try:
            known = replace(effort, stored=figures_of(report, folder), measures=False)
            judged[report.name] = judged_claims(report, known)
        except pages.NotStored:
            others.append(f"- [{report.about.title}]({report.name}.md): {report.about.source}")
    lines = [
        "# The five reports",
        "",
        "codepegs reproduces the tables and figures of five reports on Mastermind solvers. Each page begins with what",
        "the report claims, and whether codepegs finds the same. Made by `codepegs reproduce`.",
        "",
        *([*others, ""] if others else []),
    ]
    if not judged:
        return "\n".join(lines)
    counts = [(f"[{REPORTS[name].about.title}]({name}.md)", *pages.counts(claims)) for name, claims in judged.items()]
    against = [
        (name, one.claim.says, one.theirs, one.ours, one.conclusion)
        for name, claims in judged.items()
        for one in claims
        if one.verdict in (pages.Verdict.FAILS, pages.Verdict.DIFFERS)
    ]
    lines += [*pages.markdown_table(["claims of", *map(str, pages.Verdict)], counts), ""]
    table = pages.markdown_table(["report", "claim", "its figure", "codepegs", "verdict"], against)
    return "\n".join([*lines, "Those that do not hold, or differ:", "", *table, ""])
