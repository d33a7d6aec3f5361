"""Walk the lists of pyOpenSci and of the Journal of Open Source Software: `python packaging/checklist.py`.

Each item names its proof: files, parts of files and tests, which must exist, or what pyproject.toml states. What only
the owner of the project can do is printed as theirs. The exit code is 1 if a proof is missing.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


class Item(NamedTuple):
    """What reviewers ask for."""

    question: str
    proofs: str = ""
    """Paths, each perhaps with `::` and a test, a heading or a target of make in it; separated by spaces."""
    owner: str = ""
    """What the owner must still do, if anything."""

    def missing(self) -> Iterator[str]:
        """The proofs that are not there."""
        for proof in self.proofs.split():
            path, _, part = proof.partition("::")
            if not (ROOT / path).exists():
                yield f"{path} does not exist"
            elif part and not _has(ROOT / path, part.replace("_", "[ _]")):
                yield f"{path} has no {part}"


def _has(path: Path, part: str) -> bool:
    """Whether a file has a test, a heading, a target or a key of a name, in which a blank may be written as `_`."""
    text = path.read_text(encoding="utf-8")
    return re.search(rf"^(?:def |#+ |\s*)[\"]?{part}\b", text, re.MULTILINE) is not None


def _unless(is_done: object, task: str) -> str:
    return "" if is_done else task


PUBLISH = "publish the release on the package index"
E_MAIL = _unless(
    any("email" in author for author in PROJECT["authors"]), "fill in the e-mail address in pyproject.toml"
)
SOURCE = _unless("Source" in PROJECT["urls"], "fill in Source in pyproject.toml")
SITE = _unless("Documentation" in PROJECT["urls"], "fill in Documentation in pyproject.toml, and publish the site")

LISTS = {
    "pyOpenSci, checks of the editor": (
        Item("It is installed from a community repository, and imports", "tests/pythons/run_core.py", PUBLISH),
        Item("It fits the scope, and does not repeat another package", "docs/side-by-side.md", "ask before submitting"),
        Item("The documentation can be read online", "tests/docs/built_site.py Makefile::docs", SITE),
        Item("It explains how to install and to start", "docs/tutorial.md README.md::make_demo"),
        Item(
            "Short tutorials run",
            "docs/notebooks/README.md tests/docs/test_notebooks.py::test_notebooks_are_fresh "
            "tests/docs/test_site.py::test_the_commands_of_a_page_print_what_it_shows",
        ),
        Item(
            "The API is documented",
            "docs/reference/python.md tests/docs/test_site.py::test_every_public_name_is_on_the_page_of_python",
        ),
        Item("README explains what it does, and links to instructions for developers", "README.md CONTRIBUTING.md"),
        Item("There is a guide for contributors", "CONTRIBUTING.md"),
        Item("There is a code of conduct", "CODE_OF_CONDUCT.md"),
        Item("The licence is approved by the OSI", "LICENSE::MIT_License docs/licence.md"),
        Item("It is tested, in continuous integration", "tests Makefile::test .github/workflows/test.yml"),
        Item("The link to the repository leads there", "", SOURCE),
    ),
    "pyOpenSci, review": (
        Item("README or documentation has a statement of need", "README.md paper/paper.md::Statement_of_need"),
        Item("The version in development can be installed", "CONTRIBUTING.md Makefile::demo"),
        Item(
            "All public functions have examples that run",
            "tests/docs/test_site.py::test_every_public_name_has_an_example "
            "tests/docs/test_documents.py::test_the_readme_runs",
        ),
        Item("Problems can be reported", ".github/ISSUE_TEMPLATE/bug.yml SECURITY.md"),
        Item("The metadata has authors", "pyproject.toml::authors"),
        Item("The metadata has an e-mail address", "", E_MAIL),
        Item("The metadata has a URL", "", SOURCE),
        Item("README has badges of tests, documentation, versions and status", "", "add them once there are addresses"),
        Item("It is compared with similar packages", "docs/side-by-side.md paper/paper.md::State_of_the_field"),
        Item(
            "It says how it is cited",
            "CITATION.cff docs/cite.md tests/docs/test_citation.py::test_cite_prints_the_version_in_use",
        ),
        Item("Performance claims can be repeated", "bench/__main__.py docs/results/averages.csv"),
        Item("All tests pass for a tagged version", "Makefile::test-all", "tag the release"),
        Item("It supports only versions of Python that are maintained", "pyproject.toml::requires-python"),
        Item("The format of the code is checked", "Makefile::check pyproject.toml::select"),
        Item("Public names have complete types", "src/codepegs/py.typed tests/docs/typed_names.py Makefile::check"),
    ),
    "Journal of Open Source Software": (
        Item("The source can be cloned without registration", "", SOURCE),
        Item("The licence is a file", "LICENSE::MIT_License"),
        Item(
            "The authors are those who contributed", "", "name the authors, with their affiliations, in paper/paper.md"
        ),
        Item("It installs as documented", "packaging/install.py tests/pythons/run_core.py"),
        Item(
            "What it claims to do, it does",
            "tests/docs/test_site.py::test_published_totals_are_on_the_page_that_compares "
            "tests/docs/test_documents.py::test_the_results_are_those_of_the_gallery",
        ),
        Item("Dependencies are listed", "pyproject.toml::dependencies"),
        Item("There are examples of use", "examples docs/how-to"),
        Item(
            "There are guidelines: to contribute, to report, to ask", "CONTRIBUTING.md .github/ISSUE_TEMPLATE/idea.yml"
        ),
        Item(
            "The paper has its sections and its length",
            "tests/docs/test_bibliography.py::test_the_paper_cites_what_is_listed_and_is_as_long_as_it_may",
        ),
        Item("The paper says which AI tools were used", "paper/paper.md::AI_usage_disclosure", "write the disclosure"),
        Item("The paper names financial support", "paper/paper.md::Acknowledgements", "name it, or that there is none"),
        Item(
            "The references are complete, with the DOIs that could be confirmed",
            "docs/references.bib tests/docs/test_bibliography.py::test_an_entry_is_whole",
        ),
        Item("The release is archived, with a DOI", "", "archive it, for example on Zenodo"),
    ),
}
"""The lists of 2026, in our words, without what concerns the reviewers themselves."""


def main() -> int:
    """Print the lists; return the exit code."""
    faults, owners = 0, 0
    for name, items in LISTS.items():
        print(f"{name}\n")
        for item in items:
            missing = "; ".join(item.missing())
            state = "MISSING" if missing else "owner" if item.owner else "proved"
            faults, owners = faults + bool(missing), owners + bool(item.owner)
            print(f"  {state:8} {item.question}\n           {missing or item.owner or item.proofs}")
        print()
    print(f"{sum(map(len, LISTS.values()))} items: {faults} without their proof, {owners} left to the owner")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
