"""Sphinx configuration; `make docs` writes the site to build/docs."""

from __future__ import annotations

import inspect
import math
import os
import re
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from textwrap import shorten
from types import GenericAlias
from typing import Any, get_type_hints
from urllib.parse import urljoin, urlsplit

from docutils.nodes import document, paragraph
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

import codepegs

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
project = PROJECT["name"]
author = ", ".join(person["name"] for person in PROJECT["authors"])
copyright = f"{author}, MIT licence"
version = release = PROJECT["version"]

SOURCE = PROJECT["urls"].get("Source")
"""The address of the repository, if it has one: pages then have links to their source, and to change it."""
PLACE = os.environ.get("DOCS_ADDRESS") or PROJECT["urls"].get("Documentation") or "/"
"""The address of the site, or only its path while its host is unknown; `make website` sets it."""
ADDRESS = PLACE if "://" in PLACE else None
"""The address of the site, if it has one: cards of pages then have a picture, which needs a whole address."""
PAGE = os.environ.get("PAGE_BESIDE")
"""Where the web page lies, seen from the start page of the site, if it is on the same host."""
CARD = "_images/page-assistant.png"
"""The picture of the cards, which is on the start page."""

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
templates_path = ["templates"]
exclude_patterns = ["make"]

myst_heading_anchors = 4
default_role = "py:obj"  # docstrings name things in single backquotes
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_preserve_defaults = True
autosummary_context = {
    "members_of": {"codepegs.parallel.Steps": "has_result, result"},
    "with_inherited": ["codepegs.Game"],
    "public_of": {
        "codepegs.trees.formats": "read_tree, write_tree, read_json, write_json, read_dot, write_dot",
        "codepegs.trees.search.objectives": "Found, iter_optimal, optimal",
    },
}
"""What the templates of `templates/` write of single names."""
NAMES = Path(__file__).parent / "reference" / "names"
"""The pages of single names, which autosummary writes."""
intersphinx_mapping = {
    # Only types that are used: words in backquotes, such as `all`, are seldom functions of Python.
    "python": ("https://docs.python.org/3", "inventories/python.txt"),
    "numpy": ("https://numpy.org/doc/stable", "inventories/numpy.txt"),
}

copybutton_prompt_text = r">>> |\.\.\. |\$ "  # where there are prompts, what follows them is copied, and no output
copybutton_prompt_is_regexp = True
copybutton_copy_empty_lines = False
copybutton_line_continuation_character = "\\"

html_theme = "furo"
html_title = f"codepegs {version}"
html_logo = "../web/public/icon.svg"
html_favicon = "../web/public/icon.svg"
html_theme_options: dict[str, Any] = {}
if "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
    html_theme_options["announcement"] = f"Unreleased: what comes after {version}"
if SOURCE:
    html_theme_options |= {"source_repository": SOURCE, "source_branch": "main", "source_directory": "docs/"}
    extensions.append("sphinx.ext.linkcode")
if ADDRESS:
    html_baseurl = ADDRESS
html_copy_source = False
html_show_sphinx = False
html_static_path = ["site"]
html_css_files = ["site.css"]
if PAGE:
    html_context = {"play": PAGE}
    html_sidebars = {
        "**": [
            *(f"sidebar/{part}.html" for part in ("brand", "search", "scroll-start", "navigation")),
            "sidebar/play.html",
            *(f"sidebar/{part}.html" for part in ("scroll-end", "variant-selector")),
        ]
    }

sys.path.insert(0, str(Path(__file__).with_name("extensions")))
extensions += ["citations", "finding", "ipynb", "themes"]


OPTIONAL = ("coach", "serve", "web-page", "gymnasium", "reference/http-api")
"""Pages of optional parts of the program; the menu lists those that exist."""


def setup(app: Sphinx) -> None:
    """Omit missing pages and notes of types, unlink files outside the site, and add a lexer for braces."""
    for name in codepegs.__all__:
        getattr(codepegs, name)  # imports its module
    for module in [module for name, module in sys.modules.items() if name.startswith("codepegs.")]:
        for thing in vars(module).values():
            if callable(thing) and getattr(thing, "__module__", None) == module.__name__:
                _show_plain_types(thing)
    app.connect("env-get-outdated", lambda app, env, added, changed, removed: [app.config.root_doc])
    app.connect("source-read", _leave_out_missing)
    app.connect("doctree-read", _repository_links_to_words)
    app.connect("builder-inited", _remove_former_names, priority=400)  # before autosummary
    app.connect("autodoc-process-signature", _values_in_signature)
    app.connect("autodoc-process-docstring", _values_in_docstring)
    app.connect("html-page-context", _describe)
    app.connect("html-page-context", _open_pictures)
    app.add_lexer("braces", TextLexer)


def _named(name: str, module: str) -> type:
    """A type that signatures show under a name, in place of what the name stands for."""
    return type(name, (), {"__module__": module, "__class_getitem__": classmethod(GenericAlias)})


SHORT = {name: _named(name, "codepegs") for name in ("Code", "ReplyFunction", "Sizes")}
SHORT["NDArray"] = _named("NDArray", "numpy.typing")


def _show_plain_types(thing: Any) -> None:
    """Resolve the annotations of a class or function without what `Annotated` adds, which only JSON needs."""
    members = list(vars(thing).values()) if inspect.isclass(thing) else []
    inside = [getattr(member, name, None) for member in members for name in ("fget", "func", "__func__", "__wrapped__")]
    for annotated in (thing, *filter(inspect.isfunction, (*members, *inside))):
        with suppress(NameError, AttributeError, TypeError, codepegs.Unavailable):
            annotated.__annotations__ = get_type_hints(annotated, localns=SHORT)


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


def _remove_former_names(app: Sphinx) -> None:
    """Remove pages of names that the reference no longer lists."""
    listed = (NAMES.parent / "python.md").read_text(encoding="utf-8").replace("~", "").split()
    for page in NAMES.glob("*.rst"):
        if page.stem not in listed:
            page.unlink()


CONSTANT = re.compile(r"(?<![\w.'])(?:[A-Z]+_)*[A-Z]{2,}\b")
"""A constant in a signature."""
NAMED_CONSTANT = re.compile(f"`({CONSTANT.pattern})`")
"""A constant in a docstring."""


def _values_in_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Replace the constants among the defaults of a signature by their values."""
    return CONSTANT.sub(lambda found: _value(thing, found[0], repr) or found[0], signature or "") or None, returns


def _values_in_docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Replace the constants in a docstring by their values."""
    for number, line in enumerate(lines):
        lines[number] = NAMED_CONSTANT.sub(lambda found: _value(thing, found[1], "{:,}".format) or found[0], line)


def _value(thing: Any, name: str, form: Callable[[Any], str]) -> str | None:
    """The value of a number, a text, a list of texts or a notation in the module of a function or class, as text."""
    found = getattr(inspect.getmodule(inspect.unwrap(thing)) if callable(thing) else None, name, None)
    if isinstance(found, tuple | frozenset | dict) and all(isinstance(each, str) for each in found):
        return ", ".join(f"`{each}`" for each in found)
    return form(found) if isinstance(found, int | float | str | codepegs.Notation) else None


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The address of the source of a name, if the repository has one."""
    found: Any = sys.modules.get(info["module"])
    for part in info["fullname"].split(".") if found is not None else ():
        found = getattr(found, part, None)
    try:
        found = inspect.unwrap(getattr(found, "fget", None) or found)
        file, line = Path(str(inspect.getsourcefile(found))), inspect.getsourcelines(found)[1]
    except (TypeError, OSError):  # an attribute, whose line is unknown
        return None
    return f"{SOURCE}/blob/main/{file.relative_to(ROOT).as_posix()}#L{line}" if file.is_relative_to(ROOT) else None


MOST_DESCRIBED = 200
"""Letters of a page's description, of which search engines and cards show no more."""


def _describe(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: document | None) -> None:
    """Add the description of a page, its first paragraph, and its card."""
    texts = (text.astext() for text in tree.findall(paragraph)) if tree is not None else iter(())
    text = shorten(next((text for text in texts if text), PROJECT["description"]), MOST_DESCRIBED, placeholder=" …")
    named = {"description": text}
    shown = {
        "og:title": context.get("title", project),
        "og:description": text,
        "og:type": "website",
        "og:site_name": project,
    }
    if ADDRESS:
        shown |= {"og:url": context["pageurl"], "og:image": urljoin(ADDRESS, CARD)}
        named["twitter:card"] = "summary_large_image"
    # A server shows 404.html at any address; its links are those of the root of the site.
    tags = [f'<base href="{escape(urlsplit(PLACE).path or "/")}">'] if page == "404" else []
    tags += [f'<meta name="{name}" content="{escape(value)}">' for name, value in named.items()]
    tags += [f'<meta property="{name}" content="{escape(value)}">' for name, value in shown.items()]
    if page.startswith("reference/names/"):
        context["theme_top_of_page_buttons"] = []  # it is written by autosummary; the names have links to their source
    context["metatags"] = "\n".join(["", *tags, context.get("metatags", "")])


LEAST_TEXT = 9
"""Pixels of the smallest letters of a picture, however narrow the screen is."""
SCREENSHOT_TEXT = 12
"""Pixels of the smallest letters of screenshots of the page."""


def _open_pictures(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: document | None) -> None:
    """Link pictures to their files, and keep them so wide that their text can be read; they scroll by themselves."""

    def opened(found: re.Match[str]) -> str:
        tag, source = found[0], found[1]
        tag = tag.replace("<img", f'<img style="min-width: {_least_width(named[source.rpartition("/")[2]])}px"', 1)
        return f'<a class="picture" href="{source}">{tag}</a>'

    named = {name: Path(app.srcdir, path) for path, (_, name) in app.env.images.items()}
    context["body"] = re.sub(r'<img [^>]*src="([^"]*_images/[^"]*)"[^>]*>', opened, context.get("body") or "")


def _least_width(picture: Path) -> int:
    """The pixels of the width at which letters have `LEAST_TEXT` pixels; those of Matplotlib are paths."""
    if picture.suffix == ".png":
        return int.from_bytes(picture.read_bytes()[16:20]) * LEAST_TEXT // SCREENSHOT_TEXT
    if picture.suffix != ".svg":
        return 0
    text = picture.read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"font(?:-size)?[:=]\W?([\d.]+)", text)]
    sizes += [100 * float(scale) for scale in re.findall(r"scale\(([\d.]+) -", text)]
    smaller = min([1.0, *map(float, re.findall(r"scale\((0\.[5-9]\d*)\)", text))])  # exponents
    width = float(re.findall(r'viewBox="\S+ \S+ ([\d.]+)', text)[0])
    return math.ceil(LEAST_TEXT * width / (smaller * min(sizes))) if sizes else 0
