"""The prose of the sources and of the pages: plain English, without personification and translated idioms."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PATTERNS = (
    r"\btold\b",
    r"\btells\b",
    r"\bnobody\b",
    r"\bsomebody\b",
    r"\bwhoever\b",
    r"(?<!there )\b(?:is|are) no (?!longer\b|such\b|suggestions\b|more guesses times\b|larger\b)",
    r"\bso-manieth\b",
    r"\bknows of\b",
    r"\b(?:which|it) is said\b",
    r"\banew\b",
    r"\bby and by\b",
    r"\b(?:for|of|up to|about|at|by) so many\b",
    r"\bget ready\b",
    r"\bwork(?:s|ed)? out\b",
    r"\bin vain\b",
    r"\bas \w+ as can be\b",
    r"\b(?:is|are) alike\b",
    r"\bcodes? that fits?\b(?! in)",
    r"\bparted by\b",
    r"\ba (?:byte|column|frame|row) a (?:code|colour|guess|peg|turn)\b",
    r"\b(?:comes?|came) of it\b",
    r"\d codes? (?:is|are) possible\b",
    r"\bthe costliest\b",
    r"\b(?:good|bad) luck\b",
    r"\bgo(?:es)? on all the same\b",
    r"\bto go on:",
    r"\bnone below \d",
)
"""What the prose must not contain, as regular expressions without regard to case."""

PAGE_PATTERNS = (
    r"\b(?:guesses|seconds|turns) a game\b",
    r"\b(?:replies|moves|codes|guesses) a second\b",
    r"\b(?:in|takes) a moment\b",
    r"\b(?:shows? itself|show themselves)\b",
    r"\bare read too\b",
    r"\b(?:a|the) right guess\b",
    r"\bplays? on (?:without|with)\b",
    r"\b(?:till|upon)\b",
    r"\bspelled alike\b",
    r"\bsay when\b",
    r"\bup to renamed\b",
)
"""What pages for readers must not contain either, those of the reproduced reports aside, which are generated."""

IDENTIFIER = re.compile(r"`[^`\n]*`|\{[^}\n]*\}")
"""Code within prose, which is not checked: names in backticks, and the expressions of f-strings."""

SOURCES = sorted(path for suffix in ("py", "cpp", "hpp") for path in (ROOT / "src").rglob(f"*.{suffix}"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """The comments and texts of a source, each with the number of its line; of C++ the comments, of a page all."""
    if file.suffix != ".py":
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield number, line if file.suffix == ".md" else line.partition("//")[2]
        return
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
                for offset, line in enumerate(token.string.splitlines()):
                    if not line.lstrip().startswith((">>>", "...")):
                        yield token.start[0] + offset, line


def faults(lines: Iterator[tuple[int, str]], patterns: tuple[str, ...] = PATTERNS) -> list[str]:
    """The places where a pattern is found."""
    pattern = re.compile("|".join(patterns), re.IGNORECASE)
    found = []
    for number, line in lines:
        match = pattern.search(IDENTIFIER.sub("", line))
        if match:
            found.append(f"{number}: {match[0]!r} in {line.strip()!r}")
    return found


def test_patterns_find_what_they_are_for() -> None:
    wrong = [
        "'p4' is no rules id",
        "nobody tells the end",
        "It is said anew",
        "every so-manieth turn",
        "of so many turns",
        "codes that fit",
        "a row a guess",
    ]
    assert len(faults(enumerate(wrong))) == len(wrong)
    assert not faults(enumerate(["the reply is no longer possible", "`told` is called", "foretold", "telling"]))


@pytest.mark.parametrize("files", [SOURCES, PAGES], ids=["sources", "pages"])
def test_the_prose_is_plain_english(files: list[Path]) -> None:
    found = [f"{file.relative_to(ROOT)}:{fault}" for file in files for fault in faults(prose(file))]
    assert not found, "\n".join(found)


def test_the_pages_are_plain_english() -> None:
    wrong = ["7 guesses a game", "which takes a moment", "a right guess"]
    assert len(faults(enumerate(wrong), PAGE_PATTERNS)) == len(wrong)
    pages = [page for page in PAGES if page.parent.name != "reproduction"]
    found = [f"{page.relative_to(ROOT)}:{fault}" for page in pages for fault in faults(prose(page), PAGE_PATTERNS)]
    assert not found, "\n".join(found)
