"""Write how codepegs is cited, from `pyproject.toml` and the date in `CHANGELOG.md`: `python docs/make/citation.py`.

`CITATION.cff` is for the host of the repository and for archives; `codepegs --cite` prints the BibTeX entry, which the
page on citing shows.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codepegs.files import write_whole

ROOT = Path(__file__).parents[2]
CFF = ROOT / "CITATION.cff"
BIBTEX = ROOT / "src" / "codepegs" / "cli" / "citation.bib"
PAGE = ROOT / "docs" / "cite.md"
SHOWN = re.compile(r"(?<=\$ codepegs --cite\n)@.*?(?=```)", re.DOTALL)
"""The entry on the page."""


def citations() -> dict[Path, str]:
    """The text of each file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return written(project, released(changes, project["version"]))


def written(project: dict[str, Any], date: str) -> dict[Path, str]:
    """The text of each file, for a project and the date of its version."""
    bibtex = _bibtex(project, date)
    page = SHOWN.sub(lambda found: bibtex, PAGE.read_text(encoding="utf-8"))
    return {CFF: "\n".join(_cff(project, date)) + "\n", BIBTEX: bibtex, PAGE: page}


def released(changes: str, version: str) -> str:
    """The date of a version, which is in its heading in the changelog."""
    found = re.search(rf"^## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)$", changes, re.MULTILINE)
    if found is None:
        raise SystemExit(f"CHANGELOG.md has no heading '## {version} (YYYY-MM-DD)' with the date of the version")
    return found[1]


def _cff(project: dict[str, Any], date: str) -> Iterator[str]:
    """The lines of a file in Citation File Format 1.2.0; texts are quoted as in JSON, which YAML contains."""
    urls = project["urls"]
    yield "# Made by docs/make/citation.py."
    yield "cff-version: 1.2.0"
    yield "message: If you use codepegs in your work, please cite it as below."
    yield "type: software"
    yield f"title: {json.dumps(_title(project), ensure_ascii=False)}"
    yield "authors:"
    yield from (f"  - name: {json.dumps(person['name'], ensure_ascii=False)}" for person in project["authors"])
    yield f"version: {json.dumps(project['version'])}"
    yield f"date-released: {date}"
    yield f"license: {project['license']}"
    if "Source" in urls:
        yield f"repository-code: {json.dumps(urls['Source'])}"
    if "Documentation" in urls:
        yield f"url: {json.dumps(urls['Documentation'])}"
    yield "keywords:"
    yield from (f"  - {word}" for word in project["keywords"])


def _bibtex(project: dict[str, Any], date: str) -> str:
    """An entry that every style knows; the version is a note, which all of them print."""
    urls = project["urls"]
    fields = {
        "author": " and ".join(f"{{{person['name']}}}" for person in project["authors"]),
        "title": _title(project),
        "year": date[:4],
        "note": f"Version {project['version']}, {date}",
        "url": urls.get("Source", urls.get("Documentation")),
    }
    lines = [f"  {name:6} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{project['name']},\n" + ",\n".join(lines) + "\n}\n"


def _title(project: dict[str, Any]) -> str:
    return f"{project['name']}: {project['description']}"


if __name__ == "__main__":
    for path, text in citations().items():
        write_whole(path, text)
