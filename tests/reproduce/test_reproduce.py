"""The pages of the five reports, made with --quick: exact figures where there are some, and every picture."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from codepegs.errors import BadInput, Unavailable
from codepegs.reproduce.page import Effort, Page, markdown_table
from codepegs.reproduce.registry import REPORTS, report_named, reproduce
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
    assert (tmp_path / "new" / "README.md").read_text().count(".md)") == 1
    assert "unknown report" in cli.complaint("reproduce", "9")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot be created"):
        Page("a", "A").write(tmp_path / "file" / "below")


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
