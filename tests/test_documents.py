"""The documents say what is so: the README's Python runs, its pictures are fresh, the public names are pinned."""

from __future__ import annotations

import doctest
import runpy
from pathlib import Path

import codepegs

ROOT = Path(__file__).parent.parent


def test_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert not failed


def test_the_pictures_are_fresh() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "pictures" / "draw.py"))["headline"]()
    assert (ROOT / "docs" / "pictures" / "headline.svg").read_text(encoding="utf-8") == drawn + "\n"


def test_public_names() -> None:
    assert codepegs.__all__ == [
        "BadInput",
        "Budget",
        "Candidates",
        "CodepegsError",
        "Contradiction",
        "Game",
        "PlayedGame",
        "Position",
        "Reply",
        "Secret",
        "Tree",
        "Turn",
        "View",
        "build_tree",
        "evaluate",
        "explain_conflict",
        "make_codebreaker",
        "play",
        "read_tree",
        "score",
        "suggest",
        "write_tree",
    ]
    for name in codepegs.__all__:
        assert getattr(codepegs, name).__name__ == name
