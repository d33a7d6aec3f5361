"""The claims of the reports: verdicts follow the stored figures, and the pages show those verdicts."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

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
    exceeds,
    within_errors,
)
from tests import extent
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
    verdicts = {one.verdict for one in judged}
    assert verdicts >= {Verdict.MORE, Verdict.HOLDS}
    assert verdicts & {Verdict.FAILS, Verdict.DIFFERS}
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
    claim = "Max Parts takes longer than Simple in every game"
    for times, verdict in ((2.0, Verdict.HOLDS), (0.5, Verdict.FAILS)):
        repeats = {"Max Parts": [times, 1.01 * times, 0.99 * times] * 3, "Simple": [1.0] * 9}
        for rules in ("p4c6", "p5c8", "p6c9", "p8c8"):
            verdicts = altered(folder, "max-parts", f"times of games in turn, {rules}", **repeats)
        assert verdicts[claim] is verdict
    scattered = {"Max Parts": [0.2, 6.0, 0.3] * 3, "Simple": [1.0] * 9}
    assert altered(folder, "max-parts", "times of games in turn, p4c6", **scattered)[claim] is Verdict.FAILS
    for rules in ("p5c8", "p6c9", "p8c8"):
        verdicts = altered(folder, "max-parts", f"times of games in turn, {rules}", **scattered)
    assert verdicts[claim] is Verdict.UNDECIDED
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
    """What claims measure themselves, but for times and a long game."""
    measured = 0
    for report in REPORTS.values():
        stored, again = figures_of(report, PAGES), Measurements(tmp_path / report.name)
        for claim in report.claims:
            if claim.stored in (None, "seconds of evaluate", "auto at 1,000"):
                continue
            claim.judge(Effort(stored=again))
            kept, new = (figures.get(claim.stored, Measured) for figures in (stored, again))
            assert kept is not None
            assert new is not None
            assert (new.command, new.value) == (kept.command, kept.value), claim.says
            measured += 1
    assert measured >= 10


def test_the_verdict_is_a_comparison() -> None:
    def verdict(theirs: object, ours: object, **options: Any) -> Verdict:
        claim = Claim(says="", where="", theirs=theirs, ours=lambda _: ours, command="", **options)
        return claim.judge(Effort()).verdict

    assert verdict(5, 5, holds=lambda theirs, ours: ours == theirs) is Verdict.HOLDS
    assert verdict(5, 6, holds=lambda theirs, ours: ours == theirs) is Verdict.FAILS
    assert verdict(5, 6, holds=lambda theirs, ours: ours == theirs, otherwise=Verdict.DIFFERS) is Verdict.DIFFERS
    assert (
        verdict(5.0, 4.0, holds=lambda theirs, ours: ours <= theirs, more=lambda theirs, ours: ours < theirs)
        is Verdict.MORE
    )
    assert (
        verdict(5.0, 5.0, holds=lambda theirs, ours: ours <= theirs, more=lambda theirs, ours: ours < theirs)
        is Verdict.HOLDS
    )
    assert verdict(5.0, 5.0, holds=lambda theirs, ours: ours >= theirs) is Verdict.HOLDS
    assert verdict(None, True, holds=lambda _, ours: ours) is Verdict.HOLDS
    sampled = {"average": 5.0, "error": 0.1}
    assert verdict(4.75, sampled, holds=lambda theirs, ours: exceeds(ours, theirs)) is Verdict.HOLDS
    assert verdict(4.9, sampled, holds=lambda theirs, ours: exceeds(ours, theirs)) is Verdict.UNDECIDED
    assert verdict(5.1, sampled, holds=lambda theirs, ours: exceeds(ours, theirs)) is Verdict.UNDECIDED
    assert verdict(5.25, sampled, holds=lambda theirs, ours: exceeds(ours, theirs)) is Verdict.FAILS
    assert (
        verdict(
            5.1,
            sampled,
            holds=lambda theirs, ours: exceeds(ours, theirs),
            more=lambda theirs, ours: exceeds(ours, theirs),
        )
        is Verdict.UNDECIDED
    )
    assert verdict([1.0, 2.0], [1.1, 2.3], holds=lambda theirs, ours: close(theirs, ours, 0.2)) is Verdict.FAILS
    assert verdict([1.0, 2.0], [1.1, 2.1], holds=lambda theirs, ours: close(theirs, ours, 0.2)) is Verdict.HOLDS
    exact = {"average": 4.4, "error": 0.0, "spread": 0.7}
    assert [within_errors(theirs, exact, 100) for theirs in (4.25, 4.27, 4.53, 4.55)] == [False, True, True, False]
    assert within_errors(4.55, exact | {"error": 0.05}, 100)
    assert [close(4.5, ours, 0.1) for ours in (4.55, 4.65)] == [True, False]


def leaves(figure: Any, change: Callable[[Any], Any]) -> Any:
    """The figure with each number, truth value and text in it changed."""
    if isinstance(figure, dict):
        return {key: leaves(value, change) for key, value in figure.items()}
    return [leaves(value, change) for value in figure] if isinstance(figure, list | tuple) else change(figure)


def one_leaf_changed(figure: Any, change: Callable[[Any], Any]) -> Iterator[Any]:
    """The figure with one number, truth value or text in it changed."""
    seen = 0

    def change_only(leaf: Any, wanted: int) -> Any:
        nonlocal seen
        seen += 1
        return change(leaf) if seen == wanted else leaf

    leaves(figure, partial(change_only, wanted=0))
    for wanted in range(1, seen + 1):
        seen = 0
        yield leaves(figure, partial(change_only, wanted=wanted))


def scaled(factor: float) -> Callable[[Any], Any]:
    """A change of numbers by a factor."""
    return lambda leaf: leaf * factor if isinstance(leaf, int | float) else leaf


def turned(leaf: Any) -> Any:
    """The other truth value, or another text."""
    return not leaf if isinstance(leaf, bool) else "another" if isinstance(leaf, str) else leaf


CHANGES = [*map(scaled, (1e-6, 1e6, -1)), turned]


def judged_as(claim: Claim, ours: Any) -> Verdict | None:
    """The verdict if our figure were another; None if it makes no sense."""
    with suppress(ArithmeticError, ValueError, TypeError, AttributeError):
        return claim.verdict(ours)
    return None


def figures() -> Iterator[tuple[str, Claim, Any]]:
    """Our stored figure for each claim."""
    for name, report in REPORTS.items():
        effort = replace(STORED, stored=figures_of(report, PAGES))
        for claim in report.claims:
            ours = msgspec.json.decode(msgspec.json.encode(claim.figure(effort)))
            yield f"{name}: {claim.says}", claim, ours


def test_every_claim_that_holds_can_fail() -> None:
    """No comparison is true whatever is measured."""
    for says, claim, ours in figures():
        if judged_as(claim, ours) not in (Verdict.MORE, Verdict.HOLDS):
            continue
        others = {
            judged_as(claim, changed)
            for change in CHANGES
            for changed in [leaves(ours, change), *one_leaf_changed(ours, change)]
        }
        assert others & {Verdict.FAILS, Verdict.DIFFERS, Verdict.UNDECIDED}, says


def with_errors(figure: Any, factor: float) -> Any:
    """The figure with the standard errors in it multiplied."""
    if isinstance(figure, dict):
        return {k: v * factor if k == "error" else with_errors(v, factor) for k, v in figure.items()}
    return [with_errors(value, factor) for value in figure] if isinstance(figure, list | tuple) else figure


def test_no_claim_is_decided_within_the_errors() -> None:
    """If the errors were a thousand times as large, no claim about sampled or repeated figures would be decided."""
    checked = 0
    for says, claim, ours in figures():
        if with_errors(ours, 2.0) == ours or "within_errors" in claim.holds.__code__.co_names:
            continue  # an exact figure, or one that agrees with the report's as long as the error allows
        assert judged_as(claim, with_errors(ours, 1e4)) is Verdict.UNDECIDED, says
        checked += 1
    assert checked >= 20


def shortened(command: str) -> list[str]:
    """The words of a command, with few games and small ones."""
    words = shlex.split(command)[1:]
    for long, short in (("p100c100", "p5c8"), ("p45c3", "p15c3")):
        words = [short if word == long else word for word in words]
    if words[0] == "evaluate":
        if "--games" in words:
            words[words.index("--games") + 1] = "3"
        else:
            words += ["--games", "3"]
        if "--seed" not in words:
            words += ["--seed", "1"]
    return [*words, "--quick"] if words[0] == "reproduce" and "--play" not in words else words


USUAL = {"evaluate": "average", "solve": "Solved in"}
"""What shows the figure of a claim, by command."""

AGAIN = ("512 chunks are the fastest", "more than 512 chunks", "choose the number")
"""Claims whose figures another command shows, too, and takes seconds for."""

CLAIMS = [claim for report in REPORTS.values() for claim in report.claims]
COMMANDS = sorted({one.command for one in CLAIMS if not one.long and not any(words in one.says for words in AGAIN)})
LONGER = [one for one in COMMANDS if re.search("large-games --measure| --chunks |p45c3", one)]
LONGEST = [one for one in COMMANDS if re.search("parallel-knuth --measure '(?!positive)|grows as|it needs space", one)]


@pytest.mark.parametrize(
    "command",
    [
        *extent.rest_extended(
            [one for one in COMMANDS if one not in LONGEST],
            [one for one in COMMANDS[::6] if one not in (*LONGER, *LONGEST)],
        ),
        *(pytest.param(one, marks=pytest.mark.slow) for one in LONGEST),
    ],
)
def test_the_command_of_a_claim_shows_its_figure(cli: Cli, command: str) -> None:
    """By the heading of a column, or by the claim itself; with few games."""
    claims = [claim for claim in CLAIMS if claim.command == command]
    answers = "10\n4\n" if "parallel-knuth" in command else "4 6\n"
    is_refused = any(claim.shows == "Invalid input code!" for claim in claims)
    printed = cli(*shortened(command), answers=answers, code=2 if is_refused else 0)
    words = shlex.split(command)
    for claim in claims:
        shows = [claim.shows or USUAL.get(words[1], "")]
        if words[1] == "reproduce" and "--play" not in words:
            assert words[-1].lower() in claim.says.lower()
            shows = [claim.says, "codepegs: ", "verdict: ", "(quick)"]
        assert all(text in printed for text in shows), (claim.says, printed)


def test_the_command_of_a_figure_prints_it(cli: Cli) -> None:
    """Figures over every secret, to all digits that the page shows."""
    for command, shown in (
        ("codepegs evaluate p4c6 -s minimax", "4.4761"),
        ("codepegs evaluate p4c6 -s first-consistent --games all", "5.7647"),
        ("codepegs evaluate p4c6 -s max-parts:first=1123", "4.3735"),
    ):
        assert command in {claim.command for report in REPORTS.values() for claim in report.claims}
        assert shown in cli(*shlex.split(command)[1:])


def test_what_false_replies_cost_is_judged_by_them(cli: Cli) -> None:
    """Against the games without false replies, not against other burn-ins."""
    text = (PAGES / "mcmc.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "false replies cost few" in line)
    assert "+1.9 ± 0.2 with 500" in row
    assert "+2.0 ± 0.1 with 5,000" in row
    assert "*differs*" in row


def test_one_reading_for_each_report() -> None:
    """It is named above the claims; the MCMC report's burn-in decides on its picture, too."""
    for name, report in REPORTS.items():
        assert f"Reading: {report.about.reading}" in (PAGES / f"{name}.md").read_text(encoding="utf-8")
    text = (PAGES / "mcmc.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "the 5 x 9 picture: average" in line)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[2:5] == ["45", "52.4 ± 0.9", "42.4 ± 0.7"]
    assert "*does not hold*" in cells[5]
    assert "burn-in=500 " in cells[6]


def test_the_index_is_short() -> None:
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 50
    assert "*does not hold*" in text
    assert "*holds*" not in text


def test_measured_again(cli: Cli, folder: Path) -> None:
    printed = cli("reproduce", "max-parts", "--measure", "chance 1/2")
    assert "report: 50 %, 33.3 %" in printed
    assert "codepegs: 93.8 %, 80.2 %" in printed
    assert "verdict: does not hold: " in printed
    assert "no claim contains 'nothing of it'" in cli.complaint("reproduce", "--measure", "nothing of it")
    assert "--measure" in cli.complaint("reproduce", "mcmc", "--claims", "--measure", "Knuth", "-o", str(folder))


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
    (folder / "data" / "max-parts.jsonl").unlink()
    assert "no figure 'evaluate p4c6" in cli.complaint(*claims)
    assert page.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", REPORTS)
def test_a_quick_page_has_no_claims_to_judge(cli: Cli, folder: Path, name: str) -> None:
    page = folder / f"{name}.md"
    quick = page.read_text(encoding="utf-8").replace(BEGIN, "").replace(END, "")
    page.write_text(quick, encoding="utf-8")
    assert "made with --quick" in cli.complaint("reproduce", name, "--claims", "-o", str(folder))
    assert page.read_text(encoding="utf-8") == quick
