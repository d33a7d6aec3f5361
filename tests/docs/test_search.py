"""The site's own search finds: questions as people type them lead to the page that answers them."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs.strategies.registry import STRATEGIES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FOUND = 3
"""How many results people look at."""

QUERIES = {
    "entropy": "how-it-works/information",
    "minimax": "how-it-works/minimax",
    "coach": "coach",
    "candidates": "glossary",
    "5,625": "faq",
    "5625": "results/README",
    "178570": "results/README",
    "178,570": "faq",
    "1122": "how-it-works/minimax",
    "1123": "faq",
    "4.340": "faq",
    "licence": "faq",
    "license": "faq",
    "MIT": "faq",
    "cite": "cite",
    "how do I cite": "cite",
    "citation": "cite",
    "BibTeX": "cite",
    "bibliography": "bibliography",
    "references": "bibliography",
    "CC0": "licence",
    "copyright": "licence",
    "FAQ": "faq",
    "Wordle": "how-to/wordle-like-games",
    "hard mode": "how-to/wordle-like-games",
    "bulls and cows": "faq",
    "install": "tutorial",
    "certificate": "certificates",
    "sampling": "strategies",
    "--json": "json",
    "noise": "how-to/unreliable-replies",
    "lie": "how-to/unreliable-replies",
    "first guess": "faq",
    "Knuth": "how-it-works/minimax",
    "identify": "how-to/identify-objects",
    "table": "how-to/identify-objects",
    "phone": "web-page",
    "offline": "web-page",
    "memory": "limitations",
    "optimal": "how-to/prove-an-optimum",
    "10000 pegs": "how-to/ten-thousand-pegs",
    "10,000 pegs": "how-it-works/many-pegs",
    "genetic": "strategies",
    "codepegs suggest": "reference/command-line",
    "explain_contradiction": "reference",
    "what is the best first guess": "faq",
    "expected guesses": "glossary",
    "Fallout": "how-to/crack-a-terminal",
    "SLURM": "how-to/use-a-cluster",
    "review a game": "coach",
    "twenty questions": "how-it-works/which-thing",
    "regret": "coach",
    "download results": "results/data-card",
    "OEIS": "results/oeis",
    "Nerdle": "side-by-side",
}
"""What is typed, and the page, or folder of pages, that must be among the first results."""

ASK = """<script>
const found = {};
for (const query of %s) {
  found[query] = Search._performSearch(...Search._parseQuery(query)).reverse().map((result) => result[0]);
}
const shown = document.body.appendChild(document.createElement("pre"));
shown.id = "found";
shown.textContent = JSON.stringify(found);
</script>"""


TERMS = """
candidates reply part partition view strategy-tree certificate entropy consistent contradiction codemaker secret history
false-reply hard-mode listed-game one-step-strategy expected-guesses depth gallery
"""


def search(site: Path, folder: Path, queries: list[str]) -> dict[str, list[str]]:
    """The pages that the search page of a site lists for each query, found by Chromium with the page's own scripts."""
    page = (site / "search.html").read_text(encoding="utf-8")
    page = page.replace("<head>", f'<head><base href="{site.as_uri()}/">', 1)
    asking = folder / "ask.html"
    asking.write_text(page.replace("</body>", ASK % json.dumps(queries) + "</body>", 1), encoding="utf-8")
    (told,) = re.findall(r'<pre id="found">(.*?)</pre>', dumped(asking.as_uri()), re.DOTALL)
    found: dict[str, list[str]] = json.loads(html.unescape(told))
    return found


def commands() -> list[str]:
    """The names of the commands that have a section in the reference."""
    page = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    return re.findall(r"^##+ codepegs (\w+)$", page, re.MULTILINE)


def dumped(address: str) -> str:
    """A page after its scripts have run."""
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip("there is no Chromium")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom"]
    return subprocess.run([browser, *flags, address], capture_output=True, check=True, timeout=60, text=True).stdout


@pytest.mark.extended
def test_the_site_finds_what_people_type_and_links_its_terms(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    site = tmp_path / "site"
    build = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", str(tmp_path / "trees"), str(DOCS), str(site)]
    subprocess.run(build, check=True, timeout=900)
    wanted: dict[str, tuple[str, ...]] = dict.fromkeys(STRATEGIES, ("strategies",))
    wanted |= dict.fromkeys(commands(), ("reference/command-line",))
    wanted |= {query: (page,) for query, page in QUERIES.items()}
    found = search(site, tmp_path, list(wanted))
    missed = [
        (query, found[query][:FOUND])
        for query, pages in wanted.items()
        if not any(f"{page}/".startswith(f"{name}/") for page in found[query][:FOUND] for name in pages)
    ]
    assert not missed
    shown = re.findall(
        r'<li class="kind-\w+"><a href="([^"#]*)', dumped((site / "search.html").as_uri() + "?q=minimax")
    )
    assert shown[0] == f"{found['minimax'][0]}.html"
    check_terms(site)


def check_terms(site: Path) -> None:
    """The most important terms have anchors; pages link each at most once."""
    anchors = (site / "glossary.html").read_text(encoding="utf-8")
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html") if page.stem != "genindex"]
    for term in TERMS.split():
        assert f'id="term-{term}"' in anchors, term
        links = [
            len(re.findall(rf'<a class="reference internal" href="[./]*glossary\.html#term-{term}"', page))
            for page in pages
        ]
        assert max(links) == 1, term
        assert sum(links) >= 1, term
