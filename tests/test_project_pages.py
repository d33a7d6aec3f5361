"""What the project shows outside of its own pages: its description on the package index, and the lists of reviewers."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path

import pytest

from codepegs.errors import BadRules
from codepegs.game import Game, notation

ROOT = Path(__file__).parents[1]
absolute = runpy.run_path(str(ROOT / "packaging" / "readme.py"))["absolute"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TARGET = re.compile(r"\]\(([^)\s]+)\)")


def test_links_lead_to_the_repository() -> None:
    text = absolute(README, "https://here/codepegs/", "v1.2.3")
    targets = TARGET.findall(text)
    assert len(targets) == len(TARGET.findall(README)) > 20
    assert all(target.startswith(("https://", "#")) for target in targets)
    assert "](https://here/codepegs/blob/v1.2.3/CHANGELOG.md)" in text
    assert "](https://here/codepegs/raw/v1.2.3/docs/pictures/headline.svg)" in text


def test_without_an_address_links_are_words() -> None:
    text = absolute(README, "", "v1.2.3")
    assert all(target.startswith(("https://", "#")) for target in TARGET.findall(text))
    assert "![" not in text
    words = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", README)
    assert re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", words) == re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("[a](b.md#c) [d](https://e) [f](#g)", "[a](S/blob/T/b.md#c) [d](https://e) [f](#g)"),
        ("[`x[1]`](y.md)", "[`x[1]`](S/blob/T/y.md)"),
        ("[![a](b.png)](c.md)", "[![a](S/raw/T/b.png)](S/blob/T/c.md)"),
        ("```\n[a](b)\n```\n[a](b)", "```\n[a](b)\n```\n[a](S/blob/T/b)"),
    ],
)
def test_single_links(given: str, wanted: str) -> None:
    assert absolute(given, "S", "T") == wanted


def test_the_lists_of_reviewers_have_their_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    checklist = runpy.run_path(str(ROOT / "packaging" / "checklist.py"))
    assert checklist["main"]() == 0, capsys.readouterr().out
    item = checklist["Item"]("?", "README.md::make_demo README.md::no_such_heading no/such/file.py")
    assert list(item.missing()) == ["README.md has no no_such_heading", "no/such/file.py does not exist"]


def test_the_first_change_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines that CONTRIBUTING.md changes are there, and the change does what it says."""
    walk = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Before you send")[0]
    old, new, tested = (block.strip() for block in re.findall(r"```(?:python|text)\n(.*?)```", walk, re.DOTALL))
    assert f"\n{old}\n" in (ROOT / "src" / "codepegs" / "game" / "notation.py").read_text(encoding="utf-8")
    assert f" {tested}\n" in (ROOT / "tests" / "game" / "test_rules.py").read_text(encoding="utf-8")
    targets = re.findall(r"^(\S+?):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {*re.findall(r"`make ([^`]+)`", walk)} <= {target.replace("$(VENV)", ".venv") for target in targets}

    with pytest.raises(BadRules):
        Game.parse("super-mastermind")
    name, _, value = new.partition(" = ")
    monkeypatch.setattr(notation, name, ast.literal_eval(value))
    assert Game.parse("super-mastermind") == Game(5, 8)
