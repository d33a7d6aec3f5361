"""Check the built site, after `make docs`: `python -m tests.docs.built_site build/docs`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup

SOURCE = Path(__file__).parents[2] / "src"
MOST_BYTES = 150_000
"""Of a page."""


def faults(site: Path) -> Iterator[str]:
    """What is wrong with a site, one line for each fault."""
    pages = {
        path.relative_to(site).as_posix(): BeautifulSoup(path.read_bytes(), "html.parser")
        for path in sorted(site.rglob("*.html"))
        if "_static" not in path.parts
    }
    for name, page in pages.items():
        if (size := (site / name).stat().st_size) > MOST_BYTES:
            yield f"{name}: {size:,} bytes"
        yield from (f"{name}: {fault}" for fault in _of_the_head(name, page))
        yield from (f"{name}: {fault}" for fault in _of_the_pictures(site / name, page))
        if name.startswith(("reference/names/", "reference/python")):
            yield from (f"{name}: {fault}" for fault in _of_the_reference(page))
    yield from _of_the_styles((site / "_static" / "site.css").read_text(encoding="utf-8"), pages)


def _of_the_head(name: str, page: BeautifulSoup) -> Iterator[str]:
    """Every page has a description, a card and an icon, and says that it is ahead of the last release."""
    described = page.select_one('meta[name="description"]')
    text = str(described["content"]) if described else ""
    if not 10 <= len(text) <= 200:
        yield f"the description has {len(text)} letters"
    for wanted in (
        'meta[property="og:title"]',
        'meta[property="og:description"]',
        'link[rel~="icon"]',
        ".sidebar-logo",
    ):
        if not page.select(wanted):
            yield f"no {wanted}"
    if bool(page.select('meta[property="og:image"]')) != bool(page.select('link[rel="canonical"]')):
        yield "a picture of the card without an address of the site, or the reverse"
    if (name == "404.html") != bool(page.select("base[href]")):
        yield "only 404.html is shown at other addresses than its own"


def _of_the_pictures(path: Path, page: BeautifulSoup) -> Iterator[str]:
    """They open in full size, and a plot has the colours of the page and letters of nine pixels on a phone."""
    for picture in page.select("a.picture img, article p > img"):
        file = path.parent / str(picture["src"])
        link = picture.find_parent("a")
        if link is None or link["href"] != picture["src"] or not file.is_file():
            yield f"{file.name} does not open"
        text = file.read_text(encoding="utf-8") if file.suffix == ".svg" else ""
        is_of_a_theme = {"only-light", "only-dark"} & {*picture.get_attribute_list("class")}
        if file.suffix in (".svg", ".png") and not is_of_a_theme and "prefers-color-scheme" not in text:
            yield f"{file.name} is the same on a dark page"
        if 'fill="#000000"' in text and "[fill='#000000']" not in text:
            yield f"{file.name} has bars that are black on a dark page"
        if "Matplotlib" in text:
            if re.search(r'id="patch_1">\s*<path d="[^"]*" style="fill: (?!none)', text):
                yield f"{file.name} has a background"
            pixels = float(re.findall(r"min-width: (\d+)px", str(picture.get("style")))[0])
            letters = 100 * min(map(float, re.findall(r"scale\(([\d.]+) -", text)), default=1.0)
            width = float(re.findall(r'viewBox="0 0 ([\d.]+)', text)[0])
            if not 9 <= letters * pixels / width <= 14:
                yield f"{file.name} has letters of {letters * pixels / width:.1f} pixels"


def _of_the_styles(css: str, pages: Mapping[str, BeautifulSoup]) -> Iterator[str]:
    """Every selector matches something, in a page that is light or dark by the reader's choice."""
    plain = re.sub(r"/\*.*?\*/|@media[^{]*|\[data-theme=[^]]*\]", "", css, flags=re.DOTALL)
    for selector in (each.strip() for each in re.findall(r"([^{}]+)\{[^{}]*:[^{}]*\}", plain)):
        if not any(page.select_one(selector) for page in pages.values()):
            yield f"site.css: {selector} matches nothing"


def _of_the_reference(page: BeautifulSoup) -> Iterator[str]:
    """Pages name no constant of a module without its value."""
    for code in page.select("article code.literal"):
        if code.get_text() in _constants() and not code.find_parent("a"):
            yield f"{code.get_text()} without a link or its value"
    for value in page.select("article dt .default_value"):
        if value.get_text() in _constants():
            yield f"the default {value.get_text()} without its value"


@cache
def _constants() -> set[str]:
    """The names of the constants of all modules, but for one that also stands for a file in texts of games."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    names = {name for text in texts for name in re.findall(r"^([A-Z][A-Z0-9_]+)(?:: .*?)? = ", text, re.MULTILINE)}
    return names - {"SECRETS"}


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1])))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
