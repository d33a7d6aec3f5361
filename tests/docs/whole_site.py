"""Check the links of page and documentation, after `make website`: `python -m tests.docs.whole_site build/website`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

HOST = "http://host/"


def faults(site: Path) -> Iterator[str]:
    """What is wrong with the links of a site, one line for each fault."""
    linked = {path: set(_links(site, path)) for path in sorted(site.rglob("*.html")) if "_static" not in path.parts}
    for path, links in linked.items():
        for link in sorted(links):
            if link.startswith(HOST) and not _file(site, link).is_file():
                yield f"{path.relative_to(site)} has a link to {link.removeprefix(HOST)}, which does not exist"
    page, start = site / "index.html", site / "docs" / "index.html"
    if start not in {_file(site, link) for link in linked.get(page, ())}:
        yield "the page has no link to the documentation"
    for path in linked:
        if path.is_relative_to(site / "docs") and page not in {_file(site, link) for link in linked[path]}:
            yield f"{path.relative_to(site)} has no link to the page"


def _links(site: Path, path: Path) -> Iterator[str]:
    """The addresses that a file names, without fragments; those of its host begin with `HOST`."""
    page = BeautifulSoup(path.read_bytes(), "html.parser")
    own = urljoin(HOST, path.relative_to(site).as_posix())
    base = page.select_one("base[href]")
    start = urljoin(own, str(base["href"])) if base else own
    for tag in page.select("[href], [src]"):
        address = urljoin(start, str(tag.get("href") or tag.get("src")))
        if urlsplit(address).scheme in ("http", "https") and tag.get("rel") != ["canonical"]:
            yield address.partition("#")[0].partition("?")[0]


def _file(site: Path, address: str) -> Path:
    """The file that a host sends for an address."""
    path = site / unquote(urlsplit(address).path).lstrip("/")
    return path / "index.html" if address.endswith("/") else path


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1])))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
