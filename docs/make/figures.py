"""Write the reference of the figures, from their declaration: `python docs/make/figures.py`."""

from __future__ import annotations

from pathlib import Path

from codepegs.files import write_whole
from codepegs.game.figures import FIGURES, FORMER, FORMER_IN_PLACES

PAGE = Path(__file__).parents[1] / "reference" / "figures.md"

INTRODUCTION = """\
# Figures

Each figure has one name: the key in JSON and HTTP, the column in CSV and Parquet, the attribute in Python. As the
heading of a printed table it has spaces for underscores. `expected_guesses` is headed *expected tests* or *expected
cost* in games of tests or costs.

<!-- Made by docs/make/figures.py. -->

| name | unit | meaning |
|---|---|---|
"""

KINDS = """\

Every figure is of a kind. Each JSON record with figures has `kinds`, with the kind of each that is not null, and what a
command prints has it in words: a line above a table or after the sentences, or brackets.

| kind | meaning |
|---|---|
| `proved` | no play can be better; or, of a bound, it holds for every strategy |
| `counted` | exact for what it describes: a guess, a tree, or the games that were played |
| `estimated` | from a sample, or with an uncertainty |

`candidates` is always counted, and `candidates_estimate` always estimated. In CSV, `kinds` is one text, such as
`total=counted average=estimated`.

Objectives of `optimal` (`expected`, `worst`, `depth` and others) and names of strategies (`expected-size`) are not
figures: they say what is minimised. A key beside its error or interval (`standard_error`, `expected_guesses_error`) has
the kind of that figure.

## Old and new names

The names in use up to version 0.1. In Python, the old attributes still work until version 0.3.0, with a
`DeprecationWarning`. The names in files of trees, journals, certificates, saved games and sweeps have not changed.

| where | old | new |
|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    rows = "".join(f"| `{figure.name}` | {figure.unit} | {figure.meaning} |\n" for figure in FIGURES.values())
    former = "".join(f"| everywhere | `{old}` | `{new}` |\n" for old, new in FORMER.items())
    places = "".join(f"| {place} | {old} | {new} |\n" for place, old, new in FORMER_IN_PLACES)
    return f"{INTRODUCTION}{rows}{KINDS}{former}{places}"


if __name__ == "__main__":
    write_whole(PAGE, page())
