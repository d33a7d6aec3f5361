"""The documents by name; a page is one function, and this table its only mention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from codepegs import files
from codepegs.errors import BadInput
from codepegs.experiments import has_matplotlib
from codepegs.reproduce import large_games, max_parts, mcmc, parallel_knuth, two_part_solver
from codepegs.reproduce.page import Effort, Page


@dataclass(frozen=True, slots=True)
class Document:
    """One document, and what plays it again."""

    name: str
    title: str
    reproduce: Callable[[Page, Effort], None]


DOCUMENTS: dict[str, Document] = {
    document.name: document
    for document in (
        Document("first", "First seed: Knuth's algorithm in parallel", parallel_knuth.reproduce),
        Document("second", "Second seed: Max Parts", max_parts.reproduce),
        Document("third", "Third seed: no mistakes, and binary search", large_games.reproduce),
        Document("fourth", "Fourth seed: a solver of two parts", two_part_solver.reproduce),
        Document("fifth", "Fifth seed: the random walk", mcmc.reproduce),
    )
}

WITHOUT_PICTURES = "This page has no pictures: matplotlib was not installed when it was made."
QUICK = "This page was made with --quick: small samples, no large games."


def document_named(text: str) -> Document:
    """The document of a name or number; raises `BadInput`.

    >>> document_named("2").name
    'second'
    """
    name = text.strip().lower()
    if name.isdecimal() and 1 <= int(name) <= len(DOCUMENTS):
        return list(DOCUMENTS.values())[int(name) - 1]
    if name not in DOCUMENTS:
        raise BadInput(f"unknown report {text!r}: expected {', '.join(DOCUMENTS)}, or 1 to {len(DOCUMENTS)}")
    return DOCUMENTS[name]


def reproduce(documents: Sequence[Document], folder: Path, effort: Effort) -> list[Path]:
    """Write a page for each document and an index of all pages in the folder; returns the pages' paths."""
    written = []
    for document in documents:
        page = Page(document.name, document.title)
        if effort.quick:
            page.say(QUICK)
        if not has_matplotlib():
            page.say(WITHOUT_PICTURES)
        document.reproduce(page, effort)
        written.append(page.write(folder))
    files.write_whole(folder / "README.md", _index(folder))
    return written


def _index(folder: Path) -> str:
    lines = ["# The seeds, reproduced", "", "Made by `codepegs reproduce`, each figure beside the document's.", ""]
    made = [document for document in DOCUMENTS.values() if (folder / f"{document.name}.md").exists()]
    return "\n".join([*lines, *(f"- [{document.title}]({document.name}.md)" for document in made), ""])
