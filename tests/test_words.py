"""The prose of the sources and of the README: plain English, without personification and translated idioms."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PATTERNS = (
    r"\btold\b",
    r"\btells\b",
    r"\bnobody\b",
    r"\bsomebody\b",
    r"\bwhoever\b",
    r"\b(?:is|are) no (?!longer\b|such\b|suggestions\b|more guesses times\b)",
    r"\bso-manieth\b",
    r"\bknows of\b",
    r"\b(?:which|it) is said\b",
    r"\banew\b",
    r"\bby and by\b",
)
"""What the prose must not contain, as regular expressions without regard to case."""

IDENTIFIER = re.compile(r"`[^`\n]*`|\{[^}\n]*\}")
"""Code within prose, which is not checked: names in backticks, and the expressions of f-strings."""

LATER = ("codepegs/server/", "codepegs/schema/")
"""Sources whose prose is not checked yet."""

DOCUMENTS = ("README.md",)
"""Pages that are checked; those of docs follow."""


def sources() -> list[Path]:
    """The Python sources whose prose is checked."""
    files = sorted((ROOT / "src").rglob("*.py"))
    return [file for file in files if not any(folder in file.as_posix() for folder in LATER)]


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """The comments and texts of a Python source, each with the number of its line."""
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
                for offset, line in enumerate(token.string.splitlines()):
                    if not line.lstrip().startswith((">>>", "...")):
                        yield token.start[0] + offset, line


def faults(lines: Iterator[tuple[int, str]]) -> list[str]:
    """The places where a pattern is found."""
    pattern = re.compile("|".join(PATTERNS), re.IGNORECASE)
    found = []
    for number, line in lines:
        match = pattern.search(IDENTIFIER.sub("", line))
        if match:
            found.append(f"{number}: {match[0]!r} in {line.strip()!r}")
    return found


def test_patterns_find_what_they_are_for() -> None:
    wrong = ["'p4' is no rules id", "nobody tells the end", "It is said anew", "every so-manieth turn"]
    assert len(faults(enumerate(wrong))) == len(wrong)
    assert not faults(enumerate(["the reply is no longer possible", "`told` is called", "foretold", "telling"]))


@pytest.mark.parametrize("file", sources(), ids=lambda file: file.relative_to(ROOT / "src").as_posix())
def test_sources_are_in_plain_english(file: Path) -> None:
    assert not faults(prose(file))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_pages_are_in_plain_english(name: str) -> None:
    assert not faults(enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1))
