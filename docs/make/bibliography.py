"""Write the bibliography from `docs/references.bib`: `python docs/make/bibliography.py`.

The label of an entry is what pages write, such as "Koyama and Lai 1993"; `docs/extensions/citations.py` links it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from unicodedata import combining, normalize

from pybtex.database import Entry, Person, parse_file

from codepegs.files import write_whole

DOCS = Path(__file__).parents[1]
SOURCE = DOCS / "references.bib"
PAGE = DOCS / "bibliography.md"

INTRODUCTION = """\
# Bibliography

The works that these pages name, by author. [references.bib](references.bib) has them in BibTeX.
[How to cite codepegs itself](cite.md) is on a page of its own.

<!-- Made by docs/make/bibliography.py. -->

"""

CONTAINERS = ("journal", "booktitle", "school")
"""The fields that say in what a work appeared."""


def page() -> str:
    """The whole page."""
    entries = sorted(parse_file(SOURCE).entries.values(), key=lambda entry: _plain(label(entry)))
    return INTRODUCTION + "\n".join(map(_item, entries)) + "\n"


def label(entry: Entry) -> str:
    """How pages name a work: by the surnames of its authors and the year."""
    names = [_surname(person) for person in entry.persons.get("author", ())]
    if names[-1:] == ["others"]:
        named = f"{names[0]} and others"
    else:
        named = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    return f"{named or 'Anonymous'} {entry.fields.get('year', 'undated')}"


def _item(entry: Entry) -> str:
    text = f'- <a id="{entry.key}"></a>**{label(entry)}.** {". ".join(_parts(entry))}.'
    return text + "".join(f" <{address}>" for address in _addresses(entry))


def _parts(entry: Entry) -> Iterator[str]:
    """The sentences about a work, without full stops."""
    people = [person for person in entry.persons.get("author", ()) if _surname(person) != "others"]
    names = [" ".join((*person.first_names, *person.middle_names, _surname(person))) for person in people]
    if names:
        yield ", ".join(names) + (" and others" if len(people) < len(entry.persons["author"]) else "")
    yield f"*{_text(entry, 'title')}*"
    appeared = next((_text(entry, name) for name in CONTAINERS if name in entry.fields), "")
    if appeared:
        series, number, pages = (_text(entry, name) for name in ("series", "number", "pages"))
        appeared += f", {series}" if series else ""
        appeared = " ".join(filter(None, (appeared, _text(entry, "volume"), number and f"({number})")))
        yield appeared + (f", pages {pages}" if pages else "")
    for name in ("publisher", "note"):
        if name in entry.fields:
            yield re.sub(r"(https://\S+)", r"<\1>", _text(entry, name))


def _surname(person: Person) -> str:
    return " ".join((*person.prelast_names, *person.last_names)).strip("{}")


def _text(entry: Entry, field: str) -> str:
    """A field without TeX; in BibTeX braces keep capitals, and two hyphens are a dash."""
    text = entry.fields.get(field, "")
    return re.sub(r"\\([&_])", r"\1", re.sub(r"[{}]", "", text)).replace("--", "–")


def _plain(text: str) -> str:
    """A text for sorting: without accents and capitals."""
    return "".join(letter for letter in normalize("NFD", text.casefold()) if not combining(letter))


def _addresses(entry: Entry) -> Iterator[str]:
    if "doi" in entry.fields:
        yield f"https://doi.org/{entry.fields['doi']}"
    if "eprint" in entry.fields:
        yield f"https://arxiv.org/abs/{entry.fields['eprint']}"
    if "url" in entry.fields:
        yield entry.fields["url"]


if __name__ == "__main__":
    write_whole(PAGE, page())
