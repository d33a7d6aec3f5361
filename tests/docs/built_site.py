"""Check the built site, after `make docs`: `python -m tests.docs.built_site build/docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup

FRAMES = {"genindex.html", "py-modindex.html", "search.html"}
"""Pages without text of ours."""


def faults(site: Path) -> Iterator[str]:
    """What is wrong with a site, one line for each fault."""
    pages = {
        path.relative_to(site).as_posix(): BeautifulSoup(path.read_bytes(), "html.parser")
        for path in sorted(site.rglob("*.html"))
        if "_static" not in path.parts
    }
    for name, page in pages.items():
        yield from (f"{name}: {fault}" for fault in _of_the_head(name, page))


def _of_the_head(name: str, page: BeautifulSoup) -> Iterator[str]:
    """Every page has a description, a card and an icon, and says that it is ahead of the last release."""
    described = page.select_one('meta[name="description"]')
    text = str(described["content"]) if described else ""
    if not 25 <= len(text) <= 200:
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


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1])))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
