"""The documents say what is so: the README's Python runs, its pictures are fresh, the public names are pinned."""

from __future__ import annotations

import doctest
import json
import re
import runpy
from pathlib import Path

import pytest

import codepegs
from codepegs.chunks import Crew
from codepegs.codebreakers.registry import Player
from codepegs.game import Game
from codepegs.trees import checker
from codepegs.trees.formats.registry import FORMATS, recognise

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


def test_the_page_on_trees_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "trees.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    tree = Player.parse("minimax").plan(Game(2, 3)).tree(Crew()).named("minimax")
    assert blocks.keys() == {*FORMATS, "console"}
    for name, form in FORMATS.items():
        written = form.write(tree)
        assert recognise(blocks[name]) is form
        assert form.read(blocks[name], None) == tree
        assert json.loads(blocks[name]) == json.loads(written) if name == "json" else blocks[name] == written
        endings = ", ".join(f"`{suffix}`" for suffix in form.suffixes)
        assert re.search(rf"^\| `{name}`.*? \| {re.escape(endings)} \|", page, re.MULTILINE)
    for name in ("text", "json"):
        assert checker.check_text(blocks[name])["valid"]
    monkeypatch.chdir(tmp_path)
    Path("altered.tree").write_text(blocks["text"].replace(" 23\n", " 13\n"), encoding="utf-8")
    assert checker.main(["altered.tree"]) == 1
    assert "$ python checker.py altered.tree\n" + capsys.readouterr().err == blocks["console"]
