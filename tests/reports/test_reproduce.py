"""The pages of the five reports, made with --quick: exact figures where there are some, and every picture."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from codepegs.codes import part_sizes
from codepegs.errors import BadInput, Unavailable
from codepegs.experiments.evaluation import Evaluation, evaluate
from codepegs.reports.max_parts import reproduction as max_parts
from codepegs.reports.pages import fit_power, page as page_module
from codepegs.reports.pages.page import Effort, Page, markdown_table
from codepegs.reports.parallel_knuth import reproduction as parallel_knuth
from codepegs.reports.registry import REPORTS, report_named, reproduce
from tests.conftest import Cli

QUICK = Effort(workers=2, seed=1, quick=True)

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reproduction")
    reproduce(list(REPORTS.values()), made, QUICK)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", REPORTS)
def test_every_picture_of_a_page_is_there(folder: Path, name: str) -> None:
    text = (folder / f"{name}.md").read_text()
    pictures = re.findall(r"\]\((\S+\.svg)\)", text)
    assert pictures
    for picture in pictures:
        assert (folder / picture).read_text().rstrip().endswith("</svg>")
    assert "--quick" in text
    assert f"({name}.md)" in (folder / "README.md").read_text()


def rows(folder: Path, name: str) -> list[list[str]]:
    lines = (folder / f"{name}.md").read_text().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


@pytest.mark.slow
def test_max_parts_report(folder: Path) -> None:
    found = rows(folder, "max-parts")
    assert ["AAAA", "4", "5", "625"] in found
    assert ["AABB", "12", "13", "256"] in found
    assert ["0011", "report", "1", "10", "55", "610", "614", "6", "0", "5,732"] in found
    assert [row[-1] for row in found if row[0] == "0011" and len(row) == 10] == ["5,732", "5,728", "5,772"]
    assert [row[-1] for row in found if row[0] == "0012" and len(row) == 10] == ["5,658", "5,668", "5,701"]
    averages = {row[1]: row[4] for row in found if row[0] == "p4c6" and len(row) == 10}
    assert averages["Max Parts"] == "4.3989"
    assert averages["MiniMax"] == "4.4761"
    assert averages["Simple"] == "5.7647"


@pytest.mark.slow
def test_parallel_knuth_report_names_its_times(folder: Path) -> None:
    found = rows(folder, "parallel-knuth")
    assert [row[3] for row in found if row[0] == "8765"] == ["50 s", "21 s", "17 s", "15 s", ""]


@pytest.mark.slow
def test_two_part_solver_report(folder: Path) -> None:
    text = (folder / "two-part-solver.md").read_text()
    assert "| 4              |" in text
    assert "46,656 codes" in text
    assert "under 14 attempts every time: true" in text
    claims = {row[0]: row[1:3] for row in rows(folder, "two-part-solver") if len(row) == 6}
    assert claims["`brute-force`"] == ["110", "106.93"]
    assert claims["`colour-first`"] == ["65", "67.30"]
    assert "does the same and needs 61. Without that guess, which the report's text excludes, it needs 60" in text
    assert "The limit holds." in text
    assert [row[2] for row in rows(folder, "two-part-solver") if row[1:2] == ["`genetic`"]] == ["4.39", "5.62", "6.475"]


@pytest.mark.slow
def test_mcmc_report(folder: Path) -> None:
    found = rows(folder, "mcmc")
    board = {row[0]: row[1] for row in found if len(row) == 5}
    assert board["report: MCMC"] == "4.687"
    assert 2.0 < float(board["mcmc"].split()[0]) < 8.0  # of five games
    exponents = [float(row[3].split()[0]) for row in found if row[0] in ("500", "1,000,000") and len(row) == 5]
    assert len(exponents) == 4
    assert all(0.1 < exponent < 1.0 for exponent in exponents)
    picture = {row[0]: row[1] for row in found if len(row) == 6}
    assert picture["report"] == "45"
    assert 20.0 < float(picture["mcmc"].split()[0]) < 100.0
    noise = {row[0]: row[1:] for row in found if re.fullmatch(r"0(\.\d+)?", row[0])}
    assert len(noise) == 7


def test_reports_have_names() -> None:
    assert report_named("MCMC") is REPORTS["mcmc"]
    for unknown in ("2", "second", "markov"):
        with pytest.raises(BadInput, match=f"unknown report '{unknown}': expected parallel-knuth, max-parts"):
            report_named(unknown)


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    printed = cli("reproduce", "large-games", "--quick", "-o", str(tmp_path / "new"))
    assert "large-games.md" in printed
    text = (tmp_path / "new" / "large-games.md").read_text()
    assert "*holds and more* (quick)" in text
    assert "left out" in text
    assert not (tmp_path / "new" / "data").exists()
    stages = cli.captured.err.splitlines()
    assert stages[0] == "large-games: averages"
    assert any(re.fullmatch(r"large-games: .* \(\d+ %, about .* left\)", stage) for stage in stages[1:])
    assert (tmp_path / "new" / "README.md").read_text().count(".md)") == 1
    assert "unknown report" in cli.complaint("reproduce", "9")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot be created"):
        Page("a", "A").write(tmp_path / "file" / "below")


def test_links_to_the_documentation_need_it(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("")
    page = Page("a", "A")
    page.say("[One](../there.md#part), [two](../elsewhere.md#part), [three](b.md).")
    text = page.write(tmp_path / "pages").read_text()
    assert "[One](../there.md#part), two, [three](b.md)." in text


def test_a_plan_of_one_task_hands_over_none() -> None:
    page = Page("parallel-knuth", "The parallel Knuth report", REPORTS["parallel-knuth"].texts)
    parallel_knuth._pairs(page, Effort(workers=2))
    tasks = [line.split("|")[2].strip() for line in page.lines if line.startswith("| ")]
    assert tasks[:2] == ["tasks handed over", "0"]
    assert all(int(count.replace(",", "")) > 1_000 for count in tasks[2:])
    assert "a task takes" in page.lines[-2]


def test_tables_line_up() -> None:
    lines = markdown_table(["a", "long heading"], [["wide cell", 1]])
    assert len({len(line) for line in lines}) == 1


def test_without_matplotlib_the_tables_are_written(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, package, None)
    cli("reproduce", "max-parts", "--quick", "-o", str(tmp_path / "pages"))
    assert "because matplotlib is not installed" in cli.captured.err
    assert sorted(file.name for file in (tmp_path / "pages").iterdir()) == ["README.md", "max-parts.md"]
    text = (tmp_path / "pages" / "max-parts.md").read_text()
    assert "| AABB" in text
    assert "matplotlib was not installed" in text
    assert ".svg" not in text


def test_exponents_of_growth() -> None:
    sizes = [100, 300, 1_000, 4_000]
    assert fit_power(sizes, [7e-9 * size**2 for size in sizes])[0] == pytest.approx(2.0)
    assert fit_power(sizes, [3e-6 * size for size in sizes])[0] == pytest.approx(1.0)
    assert fit_power(sizes, [1.0, 1.0, 1.0, 1.0])[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("quick", [False, True])
def test_the_growth_of_max_parts_and_simple(monkeypatch: pytest.MonkeyPatch, quick: bool) -> None:
    """The conclusion follows the measured times; there is none with --quick."""
    clock = {"Max Parts": 2.0, "Simple": 1.5}
    monkeypatch.setattr(max_parts, "_seconds", lambda work: clock_of(work, clock))
    page = Page("a", "A", REPORTS["max-parts"].texts, quick=quick)
    claimed = {name: [(size, size * 1e-6) for size in (1_296, 32_768)] for name in clock}
    max_parts.growth(page, Effort(quick=quick), claimed)
    text = "\n".join(page.lines)
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.lines if line.startswith("|")]
    assert ["Max Parts", "2", "2.00", "1.00"] in table
    assert ["Simple", "1", "1.50", "1.00"] in table
    assert ["Max Parts", "2,048", "4,194,304", "4,194 ms"] in table
    assert ("only that of Max Parts agrees with the report within 0.25" in text) is not quick


def clock_of(work: partial[object], powers: dict[str, float]) -> float:
    """The time of comparing all pairs of codes, or of excluding codes, as if it grew with these powers."""
    pairs = work.func is part_sizes
    codes = work.args[1] if pairs else work.func.__self__  # type: ignore[attr-defined]
    return float(1e-6 * len(codes) ** powers["Max Parts" if pairs else "Simple"])


def test_an_interrupted_reproduction_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured twice after an interrupt, and the page is that of a run without one."""
    report = REPORTS["mcmc"]
    effort = Effort(seed=3, quick=True)
    measured: list[str] = []
    limit = 10**6

    def counted(game: object, strategies: Sequence[str], **options: object) -> list[Evaluation]:
        if len(measured) == limit:
            raise KeyboardInterrupt
        measured.append(f"{game} {strategies} {options}")
        return evaluate(game, strategies, **{**options, "games": 2, "workers": 1})  # type: ignore[arg-type]

    def make(page: Page, effort: Effort) -> None:
        for rules in ("p2c3", "p3c3", "p2c4"):
            (found,) = effort.evaluate(rules, ["random-consistent"], games=effort.games(50))
            page.say(f"{rules}: {found.average}, {found.histogram}, {found.seconds_per_game}")
        both = effort.evaluate("p2c5", ["minimax", "entropy"], games=4)
        page.table(["strategy", "average"], [(one.strategy, one.average) for one in both])
        page.say(f"{effort.evaluate('p2c3', ['random-consistent'], games=5)[0].average}")  # measured above

    report = replace(report, reproduce=make, claims=())
    monkeypatch.setattr(page_module, "evaluate", counted)
    reproduce([report], tmp_path / "whole", effort)
    calls = list(measured)
    assert len(calls) == 4
    for stop in range(1, 4):
        folder = tmp_path / str(stop)
        kept = folder / f".{report.name}.measurements"
        measured.clear()
        limit = stop
        with pytest.raises(KeyboardInterrupt):
            reproduce([report], folder, effort)
        assert measured == calls[:stop]
        assert len(kept.read_bytes().splitlines()) == stop
        assert not (folder / f"{report.name}.md").exists()
        with kept.open("ab") as file:
            file.write(b'{"key": "half a li')  # as after a crash
        limit = 10**6
        reproduce([report], folder, effort)
        assert measured == calls
        assert not kept.exists()
        whole, resumed = ((tmp_path / name / f"{report.name}.md").read_text() for name in ("whole", str(stop)))
        assert without_times(resumed) == without_times(whole)
    measured.clear()
    reproduce([report], tmp_path / "whole", replace(effort, seed=4))
    assert len(measured) == 4  # a finished page leaves no measurements behind


def without_times(text: str) -> str:
    """A page of the test above without the seconds per game, which end its lines."""
    return re.sub(r"\), [-0-9.e]+$", ")", text, flags=re.MULTILINE)
