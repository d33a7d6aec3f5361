"""The claims of the reports: verdicts follow the stored figures, and the pages show those verdicts."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from codepegs.cli.main import app
from codepegs.reports import REPORTS, figures_of, judge, judged_claims
from codepegs.reports.pages import (
    BEGIN,
    END,
    Claim,
    Effort,
    Measured,
    Measurements,
    NotStored,
    Verdict,
    close,
    within_errors,
)
from tests.conftest import Cli

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "reproduction"
STORED = Effort(measures=False)
"""Measures nothing: a figure that is not stored is an error."""

MOST_WORDS = 80


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the pages and their figures."""
    for name in (*REPORTS, "README"):
        shutil.copy(PAGES / f"{name}.md", tmp_path)
    shutil.copytree(PAGES / "data", tmp_path / "data")
    return tmp_path


def between(text: str) -> str:
    return text[text.index(BEGIN) : text.index(END)]


def test_the_pages_show_the_verdicts_of_the_stored_figures(folder: Path) -> None:
    for name in (*REPORTS, "README"):
        path = folder / f"{name}.md"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("*holds*", "*differs*").replace("*does not hold*", "*holds*"), encoding="utf-8")
    judge(list(REPORTS.values()), folder, STORED)
    for name in (*REPORTS, "README"):
        text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert (folder / f"{name}.md").read_text(encoding="utf-8") == text, name
        assert "holds" in text


def test_a_page_begins_with_its_claims_and_a_picture() -> None:
    for name in REPORTS:
        lines = [line for line in (PAGES / f"{name}.md").read_text(encoding="utf-8").splitlines() if line]
        assert lines[0].startswith("# ")
        assert lines[1].startswith("Source: ")
        assert lines[3].startswith("!["), name
        assert lines[4] == BEGIN, name


@pytest.mark.parametrize("name", REPORTS)
def test_each_verdict_is_known_by_its_reason(name: str) -> None:
    judged = judged_claims(REPORTS[name], replace(STORED, stored=figures_of(REPORTS[name], PAGES)))
    assert len(judged) >= 15
    assert {one.verdict for one in judged} >= {Verdict.MORE, Verdict.HOLDS, Verdict.FAILS}
    for one in judged:
        true = one.verdict in (Verdict.MORE, Verdict.HOLDS)
        assert true or one.claim.why, f"{one.claim.says}: {one.theirs} against {one.ours}"
    assert any(one.claim.says.startswith("better beside it") and one.verdict is Verdict.MORE for one in judged)


def altered(folder: Path, name: str, key: str, **changes: object) -> dict[str, Verdict]:
    """The verdicts of a report after a change of one stored figure."""
    report = REPORTS[name]
    figures = figures_of(report, folder)
    found = figures.get(key, Measured)
    assert found is not None, key
    value = found.value | changes if isinstance(found.value, dict) else changes["value"]
    figures.put(key, msgspec.structs.replace(found, value=value))
    judged = judged_claims(report, replace(STORED, stored=figures_of(report, folder)))
    return {one.claim.says: one.verdict for one in judged}


def test_verdicts_follow_the_figures(folder: Path) -> None:
    """The figures decide: with others, claims that hold fail, and those that fail hold."""
    depth = altered(folder, "parallel-knuth", "evaluate p4c6 -s minimax", depth=6)
    assert depth["Knuth's algorithm needs at most 5 guesses"] is Verdict.FAILS
    worst = [[1] * 13, 1.0]
    claim = "every game of up to 17 million codes takes under 14 attempts"
    assert altered(folder, "two-part-solver", "every secret of p8c8", value=worst)[claim] is Verdict.HOLDS
    claim = "Max Parts takes the larger share of the time in every game"
    for rules in ("p6c9", "p8c8"):
        verdicts = altered(folder, "max-parts", f"seconds {rules} aabc-max-parts", value=1.0)
    assert verdicts[claim] is Verdict.HOLDS
    key = "evaluate p8c8 -s aabc-max-parts:above=random --games 400 --seed 1"
    verdicts = altered(folder, "max-parts", key, average=7.6)
    assert verdicts["Max Parts on p8c8: average of 100 games"] is Verdict.DIFFERS


def test_a_figure_of_another_command_or_seed_is_not_used(tmp_path: Path) -> None:
    stored = Measurements(tmp_path / "figures.jsonl")
    stored.put("a", Measured("codepegs one", 1, "here", 7))
    known = replace(STORED, stored=Measurements(tmp_path / "figures.jsonl"))
    assert known.figure("a", "codepegs one", lambda: 8) == 7
    for effort, command in ((known, "codepegs two"), (replace(known, seed=2), "codepegs one")):
        with pytest.raises(NotStored, match="no figure 'a' of"):
            effort.figure("a", command, lambda: 8)
    measuring = replace(known, measures=True)
    assert measuring.figure("a", "codepegs two", lambda: (8, 9)) == [8, 9]
    assert replace(known, stored=Measurements(tmp_path / "figures.jsonl")).figure("a", "codepegs two", list) == [8, 9]


def test_figures_measured_again_are_those_stored(tmp_path: Path) -> None:
    """What the expressions of claims measure themselves, but for times and a long game."""
    measured = 0
    for report in REPORTS.values():
        stored, again = figures_of(report, PAGES), Measurements(tmp_path / report.name)
        for claim in report.claims:
            if claim.stored in (None, "reply without white", "seconds of evaluate", "auto at 1,000"):
                continue
            claim.judge(Effort(stored=again), report.names)
            kept, new = (figures.get(claim.stored, Measured) for figures in (stored, again))
            assert kept is not None
            assert new is not None
            assert (new.command, new.value) == (kept.command, kept.value), claim.says
            measured += 1
    assert measured >= 10


def test_the_verdict_is_a_comparison() -> None:
    def verdict(theirs: object, ours: object, **options: object) -> Verdict:
        claim = Claim(says="", where="", theirs=theirs, ours="figure", command="", **options)  # type: ignore[arg-type]
        return claim.judge(Effort(), {"figure": ours}).verdict

    assert verdict(5, 5, holds="ours == theirs") is Verdict.HOLDS
    assert verdict(5, 6, holds="ours == theirs") is Verdict.FAILS
    assert verdict(5, 6, holds="ours == theirs", otherwise=Verdict.DIFFERS) is Verdict.DIFFERS
    assert verdict(5.0, 4.0, holds="ours <= theirs", more="ours < theirs") is Verdict.MORE
    assert verdict(5.0, 5.0, holds="ours <= theirs", more="ours < theirs") is Verdict.HOLDS
    assert verdict(5.0, 5.0, holds="ours >= theirs") is Verdict.HOLDS
    assert verdict({"figure": "3 * 2"}, 6, holds="ours == theirs") is Verdict.HOLDS
    assert verdict(None, True) is Verdict.HOLDS
    assert verdict([1.0, 2.0], [1.1, 2.3], holds="close(theirs, ours, 0.2)") is Verdict.FAILS
    assert verdict([1.0, 2.0], [1.1, 2.1], holds="close(theirs, ours, 0.2)") is Verdict.HOLDS
    exact = {"average": 4.4, "error": 0.0, "spread": 0.7}
    assert [within_errors(theirs, exact, 100) for theirs in (4.25, 4.27, 4.53, 4.55)] == [False, True, True, False]
    assert within_errors(4.55, exact | {"error": 0.05}, 100)
    assert [close(4.5, ours, 0.1) for ours in (4.55, 4.65)] == [True, False]


def test_commands_of_claims_are_commands() -> None:
    program: Any = typer.main.get_command(app)
    context = program.make_context("codepegs", [], resilient_parsing=True)
    for report in REPORTS.values():
        for claim in report.claims:
            name, *words = shlex.split(claim.command)
            if name == "python":
                continue
            assert name == "codepegs"
            command = program.get_command(context, words[0])
            assert command is not None, claim.command
            command.make_context(words[0], words[1:], parent=context)


def test_paragraphs_are_short() -> None:
    for path in PAGES.glob("*.md"):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            if not paragraph.lstrip().startswith(("|", "- ")):
                assert len(paragraph.split()) <= MOST_WORDS, f"{path.name}: {paragraph}"


def test_each_grid_and_picture_is_there_once() -> None:
    for path in PAGES.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        pictures = re.findall(r"\]\((\S+\.(?:svg|gif))\)", text)
        assert len(pictures) == len(set(pictures)), path.name
        tables = [block for block in text.split("\n\n") if block.startswith("| pegs")]
        assert len(tables) == len(set(tables)), path.name
        assert len(tables) <= 2, path.name


def test_the_option_claims(cli: Cli, folder: Path) -> None:
    before = (folder / "mcmc.md").read_text(encoding="utf-8")
    (folder / "mcmc.md").write_text(before.replace("*holds*", "*differs*"), encoding="utf-8")
    cli("reproduce", "mcmc", "--claims", "-o", str(folder))
    assert (folder / "mcmc.md").read_text(encoding="utf-8") == before
    assert "omit --claims" in cli.complaint("reproduce", "mcmc", "--claims", "-o", str(folder / "data"))
    assert "--quick" in cli.complaint("reproduce", "mcmc", "--claims", "--quick", "-o", str(folder))


def test_claims_are_judged_by_stored_figures_only(cli: Cli, folder: Path) -> None:
    """Where they are not all stored, that is said at once: nothing is measured, and the page stays as it is."""
    page, claims = folder / "max-parts.md", ("reproduce", "max-parts", "--claims", "-o", str(folder))
    before = page.read_text(encoding="utf-8")
    assert "with seed 2 is stored: omit --claims" in cli.complaint(*claims, "--seed", "2")
    figures_of(REPORTS["max-parts"], folder).path.unlink()
    assert "no figure 'evaluate p4c6" in cli.complaint(*claims)
    assert page.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", REPORTS)
def test_a_quick_page_has_no_claims_to_judge(cli: Cli, folder: Path, name: str) -> None:
    page = folder / f"{name}.md"
    quick = page.read_text(encoding="utf-8").replace(BEGIN, "").replace(END, "")
    page.write_text(quick, encoding="utf-8")
    assert "made with --quick" in cli.complaint("reproduce", name, "--claims", "-o", str(folder))
    assert page.read_text(encoding="utf-8") == quick
