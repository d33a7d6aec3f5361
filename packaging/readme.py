"""The description on the package index: README.md, whose links to files lead to the repository.

The index has no files of the repository. Its address is `Source` in `[project.urls]`; without one, links to files
become their words, and pictures are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
"""A block of code, which has no links."""
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!\w+:)([^()\s]+)\)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]`]|`[^`]*`|!\[[^\]]*\]\([^)]*\))*)\]\((?!\w+:|#)([^()\s]+)\)")
"""A link to a file of the repository: its words, code and pictures, and its path."""


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The description, as scikit-build-core asks for it."""
    text = Path("README.md").read_text(encoding="utf-8")
    source = project["urls"].get("Source", "")
    return {"readme": {"text": absolute(text, source, f"v{project['version']}"), "content-type": "text/markdown"}}


def absolute(text: str, source: str, tag: str) -> str:
    """A Markdown text whose links lead to a repository at a tag."""
    return "".join(_pieces(text, source.rstrip("/"), tag))


def _pieces(text: str, source: str, tag: str) -> Iterator[str]:
    """The text, with its links replaced outside of blocks of code, which are at odd places."""
    for number, piece in enumerate(FENCED.split(text)):
        if number % 2:
            yield piece
        elif source:
            piece = PICTURE.sub(rf"![\1]({source}/raw/{tag}/\2)", piece)
            yield LINK.sub(rf"[\1]({source}/blob/{tag}/\2)", piece)
        else:
            yield LINK.sub(r"\1", PICTURE.sub("", piece))
