"""The bibliography: made from `references.bib`, with every work that a page names."""

from __future__ import annotations

import re
import runpy
import sys
from calendar import month_name
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MADE = runpy.run_path(str(DOCS / "make" / "bibliography.py"))
ENTRIES = MADE["parse_file"](MADE["SOURCE"]).entries

NAME = r"(?:(?:van|de|der) )*[A-ZÀ-ÖØ-Þ][\w'-]+"
WORK = re.compile(rf"(?<![\w/-])((?:{NAME}, )*{NAME}(?: and {NAME})?) \(?((?:18|19|20)\d\d)(?![\w-]|,\d)")
"""Authors and a year, as pages name a work."""

NO_AUTHORS = {"In", "The", "AAAI", *month_name}
"""Words before a year that begin a sentence or a date."""


def test_the_page_is_fresh() -> None:
    assert MADE["PAGE"].read_text(encoding="utf-8") == MADE["page"](), "run make reference"


def test_every_work_that_a_page_names_is_listed() -> None:
    listed = {MADE["label"](entry) for entry in ENTRIES.values()}
    named = {
        f"{authors} {year}": page.name
        for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
        if page.name != "bibliography.md"
        for authors, year in WORK.findall(" ".join(page.read_text(encoding="utf-8").split()))
        if authors not in NO_AUTHORS
    }
    assert len(named) > 15
    assert {work: page for work, page in named.items() if work not in listed} == {}


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_is_whole(key: str) -> None:
    entry = ENTRIES[key]
    assert "title" in entry.fields
    if entry.type != "unpublished":  # the reports, some of which state neither author nor date
        assert entry.persons["author"]
        assert re.fullmatch(r"\d{4}", entry.fields["year"])
        assert key.endswith(entry.fields["year"])
    needed = {"article": "journal", "inproceedings": "booktitle", "phdthesis": "school", "unpublished": "note"}
    if entry.type in needed:
        assert needed[entry.type] in entry.fields
    else:
        assert {"url", "eprint"} & {name.lower() for name in entry.fields}
    assert not re.search(r"https?:|doi", entry.fields.get("doi", ""))


def test_the_paper_cites_what_is_listed_and_is_as_long_as_it_may() -> None:
    """The sections and the length that the Journal of Open Source Software asks for."""
    text = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    cited = set(re.findall(r"@(\w+)", text))
    assert len(cited) > 10
    assert cited <= set(ENTRIES)
    sections = ["Summary", "Statement of need", "State of the field", "Software design", "Research impact statement"]
    sections += ["AI usage disclosure", "Acknowledgements", "References"]
    assert re.findall(r"^# (.+)$", text, re.MULTILINE) == sections
    assert 750 <= len(re.sub(r"<!--.*?-->", "", text.partition("# Summary")[2], flags=re.DOTALL).split()) <= 1_750


def test_labels_become_links(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    citations = runpy.run_path(str(DOCS / "extensions" / "citations.py"))
    sys.modules.pop("finding", None)
    text = "Koyama\nand Lai 1993; Lindström (1964), Jörg Knuth 1976a"
    assert citations["NAMED"].findall(text) == ["Koyama\nand Lai 1993", "Lindström (1964"]
    assert set(citations["WORKS"].values()) == set(ENTRIES)
