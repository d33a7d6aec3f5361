"""Sphinx configuration; `make docs` writes the site to build/docs."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any, get_type_hints

from docutils.nodes import document
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

import codepegs

project = "codepegs"
author = "the codepegs authors"
copyright = "the codepegs authors, MIT licence"
version = release = version_of("codepegs")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["make"]

myst_heading_anchors = 4
default_role = "py:obj"  # docstrings name things in single backquotes
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = f"codepegs {version}"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["site"]
html_css_files = ["site.css"]

sys.path.insert(0, str(Path(__file__).with_name("extensions")))
extensions += ["finding", "ipynb"]


OPTIONAL = ("coach", "serve", "web-page", "gymnasium", "reference/http-api")
"""Pages of optional parts of the program; the menu lists those that exist."""


def setup(app: Sphinx) -> None:
    """Omit missing pages and notes of types, unlink files outside the site, and add a lexer for braces."""
    for name in codepegs.__all__:
        getattr(codepegs, name)  # imports its module
    for module in [module for name, module in sys.modules.items() if name.startswith("codepegs.")]:
        for thing in vars(module).values():
            if getattr(thing, "__module__", None) == module.__name__:
                _show_plain_types(thing)
    app.connect("env-get-outdated", lambda app, env, added, changed, removed: [app.config.root_doc])
    app.connect("source-read", _leave_out_missing)
    app.connect("doctree-read", _repository_links_to_words)
    app.add_lexer("braces", TextLexer)


def _show_plain_types(thing: Any) -> None:
    """Resolve the annotations of a class or function without what `Annotated` adds, which only JSON needs."""
    members = list(vars(thing).values()) if inspect.isclass(thing) else []
    inside = [getattr(member, name, None) for member in members for name in ("fget", "func", "__func__", "__wrapped__")]
    for annotated in (thing, *filter(inspect.isfunction, (*members, *inside))):
        with suppress(NameError, AttributeError, TypeError):
            annotated.__annotations__ = get_type_hints(annotated)


def _leave_out_missing(app: Sphinx, name: str, source: list[str]) -> None:
    if name == app.config.root_doc:
        missing = {page for page in OPTIONAL if page not in app.env.found_docs}
        source[0] = "".join(line for line in source[0].splitlines(keepends=True) if line.strip() not in missing)


def _repository_links_to_words(app: Sphinx, tree: document) -> None:
    """Replace links to Markdown files outside the site by their text."""
    for link in list(tree.findall(pending_xref)):
        if link.get("refdomain") == "doc" and link["reftarget"] not in app.env.found_docs:
            target = Path(app.srcdir, link["reftarget"] + ".md")
            if target.is_file():
                link.replace_self(link.children)
