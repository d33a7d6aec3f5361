"""The pages are short, and their sentences too: counts of words and of numbers, outside tables and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from codepegs.strategies.registry import STRATEGIES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GENERATED = ("reproduction/", "reference/command-line", "reference/python", "changelog", "contributing")
"""Pages that are made from the sources or include another file."""
MOST_WORDS = 45
MOST_NUMBERS = 3
MOST_WORDS_OF_PAGE = 2_000

SENTENCE_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][)\"]))\s+(?=[\"(A-Z0-9]|codepegs )")
RULES_ID = re.compile(r"(?<![\w-])p\d+(?:c\d+)?n?(?:-[a-z]+)?\b")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|etc|vs|Dr|J|Z|No|pp)\.")
NUMBER = re.compile(r"(?<![\w.,^])\d[\d,]*(?:\.\d+)?(?: ± [\d.]+)?(?:\^\d+)?")
"""A figure with its error is one."""
YEAR = re.compile(r"\b(?:18|19|20)\d\d\b(?!,)")
CODE_OR_COUNT = re.compile(r"\d|\d{4,}")
"""What reads like a word: a number below ten, and a code such as 1122 or 11223344; larger numbers have commas."""


def pages_of(caption: str) -> list[Path]:
    """The pages of one part of the menu."""
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for tree in re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL):
        if f":caption: {caption}\n" in tree:
            lines = [line.strip() for line in tree.splitlines()]
            return [DOCS / f"{line}.md" for line in lines if line and not line.startswith(":")]
    raise AssertionError(caption)


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def blocks(page: str) -> Iterator[str]:
    """The paragraphs and items of a page in plain words: without code, tables, headings, pictures, targets of links."""
    page = re.sub(r"^ *(```|~~~).*?^ *\1", "", page, flags=re.DOTALL | re.MULTILINE)
    page = re.sub(r"<!--.*?-->|^\$\$.*?^\$\$", "", page, flags=re.DOTALL | re.MULTILINE)
    page = re.sub(r"^(\|.*|#+ .*|\([\w-]+\)=)$", "", page, flags=re.MULTILINE)
    page = re.sub(r"!\[.*?\]\([^)]*\)", "", page, flags=re.DOTALL)
    page = re.sub(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)]*\)", r"\1", page, flags=re.DOTALL)
    page = re.sub(r"^ *(?:[-*]|\d+\.) ", "\n", page, flags=re.MULTILINE)
    for block in re.split(r"\n\s*\n", page):
        words = " ".join(block.split()).replace("**", "").replace("*", "")
        if words:
            yield words


def sentences(page: str) -> Iterator[str]:
    """The sentences of a page; code within one is a single word."""
    for block in blocks(page):
        words = re.sub(r"`[^`]*`", "CODE", block)
        words = ABBREVIATIONS.sub(r"\1", words)
        yield from SENTENCE_END.split(words)


def numbers(sentence: str) -> list[str]:
    """The figures in a sentence: not those of rules ids and years, nor numbers that read like words."""
    found = NUMBER.findall(YEAR.sub("", RULES_ID.sub("", sentence)))
    return [number for number in found if not CODE_OR_COUNT.fullmatch(number.rstrip(","))]


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if not name_of(page).startswith(GENERATED)]
FRONT = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def test_what_counts() -> None:
    page = "# A\n\nOf `p4c6 5 6` 17 at p4c6 in 1976 (e.g. 18). Two [19\n10](a.md#x).\n\n| 1 | 2 |\n\n"
    page += "- 13.5 ± 4\n- 1122 5\n"
    assert list(sentences(page)) == ["Of CODE 17 at p4c6 in 1976 (e.g 18).", "Two 19 10.", "13.5 ± 4", "1122 5"]
    assert [len(numbers(sentence)) for sentence in sentences(page)] == [2, 2, 1, 0]


@pytest.mark.parametrize("caption", ["Explanation"])
def test_pages_of_explanation_are_short(caption: str) -> None:
    pages = pages_of(caption)
    assert len(pages) > 5
    lengths = {name_of(page): len(" ".join(blocks(page.read_text(encoding="utf-8"))).split()) for page in pages}
    assert not {name: length for name, length in lengths.items() if length > MOST_WORDS_OF_PAGE}


def test_sentences_are_short() -> None:
    long = [
        f"{page.name}: {len(sentence.split())} words: {sentence}"
        for page in [*FRONT, *PAGES]
        for sentence in sentences(page.read_text(encoding="utf-8"))
        if len(sentence.split()) > MOST_WORDS
    ]
    assert not long, "\n".join(long)


def test_sentences_have_few_numbers() -> None:
    """Where pages explain and guide: more figures belong into a table."""
    pages = {*pages_of("Explanation"), *pages_of("How it works"), *pages_of("How-to guides")}
    dense = [
        f"{name_of(page)}: {len(numbers(sentence))} numbers: {sentence}"
        for page in sorted(pages)
        for sentence in sentences(page.read_text(encoding="utf-8"))
        if len(numbers(sentence)) > MOST_NUMBERS
    ]
    assert not dense, "\n".join(dense)


def test_one_page_says_on_which_machine_times_were_measured() -> None:
    pages = [page for page in PAGES if "busy machine" in page.read_text(encoding="utf-8")]
    assert [name_of(page) for page in pages] == ["limitations.md"]


def test_the_rules_of_the_default_strategy_stand_on_one_page() -> None:
    """The limits of its table, in the words of any page; elsewhere there are links."""
    limits = re.compile(r"\b22,000 codes|\b20 million codes|at least 24 pegs|5 colours and at least 20")
    pages = [ROOT / "README.md", *PAGES]
    found = [
        page for page in pages if page.parent.name != "research" and limits.search(page.read_text(encoding="utf-8"))
    ]
    assert found == [DOCS / "strategies" / "auto.md"]


def test_every_strategy_has_a_page_on_one_pattern() -> None:
    pages = {page.stem: page.read_text(encoding="utf-8") for page in (DOCS / "strategies").glob("*.md")}
    assert set(pages) == set(STRATEGIES)
    for name, page in pages.items():
        assert page.startswith(f"# `{name}`\n"), name
        headings = [line for line in page.splitlines() if line.startswith("## ")]
        pattern = ["## Figures", "## Options", "## When not to use it"]
        assert [line for line in headings if line in pattern] == pattern, name
        assert "](../pictures/" in page.partition("## Figures")[0], name
