"""Citations: a work that a page names, such as "Koyama and Lai 1993", is linked to the bibliography."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from finding import above
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

PAGE = "bibliography"
TEXT = Path(__file__).parents[1].joinpath(f"{PAGE}.md").read_text(encoding="utf-8")
WORKS = {label: key for key, label in re.findall(r'^- <a id="(\w+)"></a>\*\*(.+)\.\*\*', TEXT, re.MULTILINE)}
"""The anchors of the works on the page, by their labels."""


def _pattern(label: str) -> str:
    authors, _, year = label.rpartition(" ")
    return r"\s+".join(map(re.escape, authors.split())) + rf"\s+\(?{year}"


NAMED = re.compile(rf"(?<![\w-])(?:{'|'.join(map(_pattern, WORKS))})(?!\w)")
"""The label of a work, perhaps over the end of a line, or with the year in brackets."""


class LinkedCitations(SphinxTransform):
    """Link works to the bibliography, wherever a page names them."""

    default_priority = 846
    OUTSIDE: ClassVar = (nodes.title, nodes.literal, nodes.literal_block, nodes.reference, addnodes.pending_xref)

    def apply(self, **kwargs: Any) -> None:
        """Replace each label by a link."""
        if self.env.docname in (PAGE, "changelog"):
            return
        for text in list(self.document.findall(nodes.Text)):
            if NAMED.search(str(text)) and not any(isinstance(node, self.OUTSIDE) for node in above(text)):
                text.parent.replace(text, list(self._linked(str(text))))

    def _linked(self, text: str) -> Iterator[nodes.Node]:
        end = 0
        for found in NAMED.finditer(text):
            yield nodes.Text(text[end : found.start()])
            address = self.app.builder.get_relative_uri(self.env.docname, PAGE)
            label = nodes.inline("", found[0])
            yield nodes.reference(
                "", "", label, refuri=f"{address}#{WORKS[' '.join(found[0].replace('(', '').split())]}", internal=True
            )
            end = found.end()
        yield nodes.Text(text[end:])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the transform."""
    app.add_config_value("checksum_of_works", zlib.crc32(TEXT.encode()), "env")  # pages are read again after a change
    app.add_transform(LinkedCitations)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
