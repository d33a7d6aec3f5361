"""Notebooks as pages: their text, their code and the output that is kept in them."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx


def as_markdown(notebook: dict[str, Any], name: str) -> str:
    """A notebook as a page of Markdown, with a link to the file after its title."""
    parts = [part for cell in notebook["cells"] for part in _cell(cell)]
    title, _, rest = parts[0].partition("\n")
    link = f"This page is a notebook: {{download}}`download it <{name}>`, and run and change it in Jupyter."
    return "\n\n".join([title, link, rest.strip(), *parts[1:]])


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            yield _text("".join(output["text"]))
        elif "data" in output:
            yield _data({kind: "".join(value) for kind, value in output["data"].items()})


def _data(shown: dict[str, str]) -> str:
    """The kind of output that Jupyter would show."""
    for kind in ("text/html", "image/svg+xml"):
        if kind in shown:
            return f'````{{raw}} html\n<div class="output">{shown[kind]}</div>\n````'
    if "image/png" in shown:
        words = html.escape(shown["text/plain"])
        picture = f'<img alt="{words}" src="data:image/png;base64,{shown["image/png"].strip()}"/>'
        return f'````{{raw}} html\n<div class="output">{picture}</div>\n````'
    return _text(shown["text/plain"])


def _text(text: str) -> str:
    return f"```{{code-block}} text\n:class: output\n\n{text.rstrip()}\n```"


def _read(app: Sphinx, page: str, source: list[str]) -> None:
    path = app.env.doc2path(page)
    if path.suffix == ".ipynb":
        source[0] = as_markdown(json.loads(source[0]), path.name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register notebooks as pages."""
    app.add_source_suffix(".ipynb", "markdown")
    app.connect("source-read", _read, priority=100)  # before what reads Markdown
    return {"parallel_read_safe": True, "parallel_write_safe": True}
