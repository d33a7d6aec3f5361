"""Objects as notebooks display them, and the example notebooks: executed again, they give the output that they show."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import codepegs
from codepegs import Game, Position, build_tree, evaluate, suggest
from codepegs.analysis.suggestions import Suggestions
from codepegs.experiments.evaluation import Evaluations
from codepegs.game.pictures import table_html
from codepegs.trees.tree import MOST_REPLIES_SHOWN

pytestmark = pytest.mark.extended

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))

COMPARED = ("text/html", "image/svg+xml", "text/plain")
"""Kinds of output that come out the same everywhere; pixels of plots do not."""


class _Rows(HTMLParser):
    """The rows of the tables of a page, each a list of texts."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_beside = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert tag != "script"
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            assert tag == "td" or dict(attrs)["scope"] in ("row", "col")
            self.rows[-1].append("")
        elif tag == "svg":
            self.rows[-1][-1] += dict(attrs)["aria-label"]
        self.is_beside |= tag in ("svg", "caption")

    def handle_endtag(self, tag: str) -> None:
        self.is_beside &= tag not in ("svg", "caption")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and not self.is_beside:
            self.rows[-1][-1] += data


def rows_of(html: str) -> list[list[str]]:
    ElementTree.fromstring(f"<div>{html}</div>")  # every tag is closed
    reader = _Rows()
    reader.feed(html)
    return reader.rows


def test_games() -> None:
    assert Game.parse("bc-b")._repr_html_() == (
        "<p><code>p4c10n-b</code>: 4 pegs, 10 colours, no repeated colours, replies show black only; 5,040 codes</p>"
    )
    assert "about 10^" in Game(10_000, 10_000)._repr_html_()


def test_advice() -> None:
    best = suggest("p4c6 1122:1b0w", "minimax", top=3)
    assert isinstance(best, Suggestions)
    assert best == list(best)
    heading, *rows = rows_of(best._repr_html_())
    assert heading[:5] == ["rank", "guess", "expected guesses", "candidate", "worst part"]
    assert rows[0][:5] == ["1", "1344", "3.527", "yes", "44"]
    assert [row[1] for row in rows] == ["1344", "1334", "1345"]
    assert "after 1 turn" in best._repr_html_()
    assert "300 pegs" in suggest("p300c5", top=1)._repr_html_()
    assert rows_of(Suggestions(Position(Game(4, 6)), [])._repr_html_())[1:] == []


def test_trees() -> None:
    tree = build_tree("p4c6", "minimax").named("<minimax>")
    html = tree._repr_html_()
    assert "Tree of &lt;minimax&gt; for p4c6: 5,801 guesses for 1,296 secrets, 4.4761 on average, 5 at most" in html
    rows = rows_of(html)
    assert rows[1] == ["secrets", "1", "6", "62", "533", "694"]
    after = {row[0]: row for row in rows[3:]}
    assert after["1b0w"] == ["1b0w", "256", "1344"]
    assert len(after) == 12
    wide = rows_of(build_tree("p6c6", "first-consistent:first=aabc")._repr_html_())
    assert len(wide[3:]) == MOST_REPLIES_SHOWN
    assert rows_of(build_tree("p1c1", "minimax")._repr_html_())[1] == ["secrets", "1"]


def test_evaluations() -> None:
    found = evaluate("p4c6", ["entropy", "minimax"])
    assert isinstance(found, Evaluations)
    assert msgspec.json.decode(msgspec.json.encode(found))[1]["total"] == 5801
    rows = rows_of(found._repr_html_())
    assert [row[:4] for row in rows[1:]] == [["entropy", "4.4151", "–", "5,722"], ["minimax", "4.4761", "–", "5,801"]]
    assert "p4c6: 1,296 games, every secret" in found._repr_html_()
    drawn = evaluate("p3c3", ["random-consistent"], games=5, seed=3)._repr_html_()
    assert "p3c3: 5 games, secrets of seed 3" in drawn
    assert "No strategies" in Evaluations()._repr_html_()


def test_cells_of_captions_are_escaped() -> None:
    assert "&lt;b&gt;" in table_html("<b>", ["<i>"], [])
    assert "<i>" not in table_html("<b>", ["<i>"], [])


def _shown(notebook: Any) -> dict[str, str]:
    """What each cell shows, but for pictures of plots and cells that are tagged to vary."""
    shown: dict[str, str] = {}
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code" or "varies" in cell.metadata.get("tags", ()):
            continue
        for output in cell.outputs:
            if output.output_type == "stream":
                assert output.name == "stdout", output.text
                shown[f"cell {number}"] = shown.get(f"cell {number}", "") + output.text
            for kind in COMPARED:
                if kind in output.get("data", {}):
                    shown[f"cell {number} {kind}"] = output.data[kind]
    return shown


@pytest.mark.filterwarnings("ignore")  # those of Jupyter's own parts
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_fresh(path: Path) -> None:
    """Renewed by the command of docs/notebooks/README.md."""
    import nbformat
    from nbclient import NotebookClient

    kept = nbformat.read(path, 4)
    assert any(cell.cell_type == "code" and cell.outputs for cell in kept.cells)
    made = nbformat.from_dict(msgspec.json.decode(msgspec.json.encode(kept)))
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(made, timeout=120, kernel_name="python3", resources=where).execute()
    assert _shown(made) == _shown(kept)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_import_public_names(path: Path) -> None:
    source = "\n".join(
        "".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"] if cell["cell_type"] == "code"
    )
    taken = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in taken:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("codepegs"):
            assert node.module == "codepegs"
            assert {name.name for name in node.names} <= set(codepegs.__all__)
        else:
            assert not any(name.name.startswith("codepegs") for name in node.names)


def test_the_page_of_notebooks_lists_them() -> None:
    page = (NOTEBOOKS[0].parent / "README.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 6
    assert all(f"]({path.name})" in page and f"\n{path.stem}\n" in page for path in NOTEBOOKS)
