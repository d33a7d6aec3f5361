"""Finding: figures as words of the search, index entries, and links to the glossary where a page first uses a term."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish
from sphinx.transforms import SphinxTransform

from codepegs.strategies.registry import STRATEGIES

SUBJECTS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("subjects.toml").read_text(encoding="utf-8"))
"""What people look for, by the page, or page#section, that answers it."""
SUBJECTS["strategies"] += STRATEGIES  # its table has all of them

TERMS = {
    "candidates": "candidates?",
    "reply": "reply|replies",
    "part": "(?:(?<=largest )|(?<=smaller )|(?<=worst ))parts?(?! of the)|(?:(?<=many )|(?<=more ))parts",
    "partition": "partitions?",
    "view": "(?:(?<=every )|(?<=other )|(?<=which ))views?",
    "strategy tree": "(?:strategy )?trees?",
    "certificate": "certificates?",
    "entropy": "entropy",
    "bit": r"bits(?= of information)|(?<=in )bits(?=[.,;])|(?<=one )bit|(?<=\.\d\d )bits",
    "consistent": "consistent",
    "contradiction": "contradictions?",
    "codemaker": "codemakers?",
    "codebreaker": "codebreakers?",
    "secret": "secrets?",
    "history": "history|histories",
    "false reply": "false repl(?:y|ies)",
    "hard mode": "hard mode",
    "listed game": "listed games?",
    "deterministic": "deterministic",
    "one-step strategy": "one-step strateg(?:y|ies)",
    "scripted strategy": "scripted strateg(?:y|ies)",
    "expected guesses": "expected guesses",
    "symmetry": "symmetry|symmetries",
    "orbit": "orbits?",
    "depth": "depth(?! first)",
    "objective": "objectives?",
    "gallery": "gallery",
    "journal": "journals?",
    "sweep": "sweeps?",
    "signature": "behaviour signature",
}
"""The terms that are linked, each with the words that mean it and not something else."""

FIGURE = r"(?<!{w})(?:\d{{4,15}}|\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)+)(?!{w})"


class Words(SearchEnglish):
    """English, and figures: 5625 is the word 5,625, as the pages write it, and 4.340 is one word."""

    _word_re = re.compile(FIGURE.format(w=r"\w") + r"|\w+")
    js_splitter_code = r"""
var splitQuery = function (query) {
  var words = query.match(/FIGURE|[\p{L}\p{N}_\p{Emoji_Presentation}]+/gu) || [];
  return words.map(function (word) {
    return /^\d{4,15}$/.test(word) ? word.replace(/\B(?=(\d{3})+$)/g, ",") : word;
  });
};
""".replace("FIGURE", FIGURE.format(w=r"[\p{L}\p{N}_]"))

    def split(self, text: str) -> list[str]:
        """The words of a text."""
        return [
            re.sub(r"\B(?=(\d{3})+$)", ",", word) if re.fullmatch(r"\d{4,15}", word, re.ASCII) else word
            for word in self._word_re.findall(text)
        ]


class IndexEntries(SphinxTransform):
    """Enter what people look for, and each command and strategy with a section of its own, in the index."""

    default_priority = 840  # before Sphinx collects the entries

    def apply(self, **kwargs: Any) -> None:
        """Put the entries of each section before its contents."""
        page = self.env.docname
        for number, section in enumerate(list(self.document.findall(nodes.section))):
            title = section.next_node(nodes.title)
            if title is None:
                continue
            entries = list(_names(page, title))
            for name in ("", *section["ids"]) if not number else section["ids"]:
                entries += SUBJECTS.get(f"{page}#{name}" if name else page, [])
            if entries:
                where = section["ids"][0] if number else ""
                listed = [("single", entry, where, "main", None) for entry in dict.fromkeys(entries)]
                section.insert(section.index(title) + 1, addnodes.index(entries=listed))


class FewerEntries(SphinxTransform):
    """Leave fields and properties out of the index, which is for subjects; the search finds them."""

    default_priority = 840  # before Sphinx collects the entries

    def apply(self, **kwargs: Any) -> None:
        """Remove the entries that Sphinx makes for them."""
        for index in self.document.findall(addnodes.index):
            index["entries"] = [
                entry for entry in index["entries"] if not entry[1].endswith((" attribute)", " property)"))
            ]


def _names(page: str, title: nodes.title) -> Iterator[str]:
    """The command or the strategies that a heading names."""
    if page == "reference/command-line":
        yield title.astext().removeprefix("codepegs ")
    elif page.partition("/")[0] == "strategies":
        yield from (name.astext() for name in title.findall(nodes.literal) if name.astext() in STRATEGIES)


class LinkedTerms(SphinxTransform):
    """Link each term to the glossary at its first use in the prose of a page."""

    default_priority = 845
    OUTSIDE: ClassVar = (
        nodes.title,
        nodes.entry,
        nodes.literal,
        nodes.reference,
        addnodes.literal_strong,
        addnodes.pending_xref,
    )

    def apply(self, **kwargs: Any) -> None:
        """Replace the first match of each term by a link."""
        if self.env.docname in ("glossary", "index", "changelog", "contributing"):
            return
        for term, pattern in TERMS.items():
            self._link(term, re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])"))

    def _link(self, term: str, pattern: re.Pattern[str]) -> None:
        for paragraph in self.document.findall(nodes.paragraph):
            for text in list(paragraph.findall(nodes.Text)):
                found = pattern.search(str(text))
                if found and not any(isinstance(node, self.OUTSIDE) for node in above(text)):
                    shown = nodes.inline("", found[0], classes=["xref", "std", "std-term"])
                    link = addnodes.pending_xref(
                        "", shown, refdomain="std", reftype="term", reftarget=term, refexplicit=True, refwarn=True
                    )
                    link["refdoc"] = self.env.docname
                    before, after = str(text)[: found.start()], str(text)[found.end() :]
                    text.parent.replace(text, [nodes.Text(before), link, nodes.Text(after)])
                    return


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes around a node, from the innermost."""
    while node.parent is not None:
        node = node.parent
        yield node


def _check_subjects(app: Sphinx, env: BuildEnvironment) -> None:
    """Refuse subjects of pages and sections that do not exist."""
    for place in SUBJECTS:
        page, _, section = place.partition("#")
        if page not in env.found_docs:
            raise ExtensionError(f"subjects.toml names a page that does not exist: {page}")
        if section and not any(section in part["ids"] for part in env.get_doctree(page).findall(nodes.section)):
            raise ExtensionError(f"subjects.toml names {place}, but the page has no such section")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the parts."""
    parts = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.*")))
    app.add_config_value("checksum_of_extensions", zlib.crc32(parts), "env")  # pages are read again after a change
    app.add_search_language(Words)
    app.config.html_search_scorer = str(Path(__file__).with_name("scorer.js"))
    app.add_transform(IndexEntries)
    app.add_transform(FewerEntries)
    app.add_transform(LinkedTerms)
    app.connect("env-check-consistency", _check_subjects)
    app.connect("env-updated", lambda app, env: env.found_docs)  # Sphinx keeps index entries only of pages it writes
    return {"parallel_read_safe": True, "parallel_write_safe": True}
