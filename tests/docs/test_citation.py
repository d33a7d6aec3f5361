"""How codepegs is cited: one source, `pyproject.toml`, in three forms that agree."""

from __future__ import annotations

import runpy
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import Cli

ROOT = Path(__file__).parents[2]
MADE = runpy.run_path(str(ROOT / "docs" / "make" / "citation.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citations_are_fresh() -> None:
    for path, text in MADE["citations"]().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make reference"


def test_cite_prints_the_version_in_use(cli: Cli) -> None:
    printed = cli("--cite")
    assert printed == MADE["BIBTEX"].read_text(encoding="utf-8")
    assert f"Version {version('codepegs')}, " in printed
    assert "--cite" in cli("help", "more")


def test_addresses_go_into_both() -> None:
    urls = {"Source": "https://here/codepegs", "Documentation": "https://here/docs"}
    cff, bibtex, page = MADE["written"]({**PROJECT, "urls": urls}, "2030-01-02").values()
    assert 'repository-code: "https://here/codepegs"\nurl: "https://here/docs"\n' in cff
    assert "date-released: 2030-01-02\n" in cff
    assert "year   = {2030}" in bibtex
    assert bibtex.endswith("  url    = {https://here/codepegs}\n}\n")
    assert bibtex in page


def test_a_version_needs_a_date() -> None:
    assert MADE["released"]("## Unreleased\n\n## 0.2.0 (2030-01-02)\n", "0.2.0") == "2030-01-02"
    with pytest.raises(SystemExit, match=r"no heading '## 0\.3\.0"):
        MADE["released"]("## Unreleased\n\n## 0.2.0 (2030-01-02)\n", "0.3.0")
