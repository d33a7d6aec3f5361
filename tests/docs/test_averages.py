"""A strategy has one average in a game: that of `docs/results/averages.csv`, from which the pages have it."""

from __future__ import annotations

import re
import runpy
from decimal import Decimal
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from codepegs.experiments.evaluation import evaluate
from codepegs.game import View
from codepegs.game.rules import Game
from codepegs.strategies.registry import Player

ROOT = Path(__file__).parents[2]
OF_OTHER_THINGS = {
    "2.58 ± 0.04": "guesses expected in a position",
    "4.691 ± 0.009": "the walk of the MCMC report, with its settings",
    "5.377 ± 0.006": "measured with a control variate",
}
"""Averages on pages that are not those of a strategy in a game."""
RECORDS = ("research", "reproduction")
"""Folders of pages about variants, other versions and the programs of the reports."""
OTHER_SETTINGS = {"first=best"}
"""Words in the text before a table whose averages are of options that its strategies' names do not have."""


@cache
def made() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make" / "averages.py"))


def pages(besides: tuple[str, ...] = ()) -> list[Path]:
    found = [page for page in made()["pages"]() if page.parent.name not in besides]
    return [*found, *(ROOT / "web").glob("*.md")]


def as_rounded(number: str, like: str) -> bool:
    """Whether a stated number is a more exact one, rounded."""
    stated = Decimal(like.replace(",", ""))
    return abs(Decimal(number) - stated) <= Decimal(1).scaleb(int(stated.as_tuple().exponent)) * Decimal("0.5001")


def faults(page: str, known: dict[tuple[str, ...], Any]) -> list[str]:
    """The cells of tables with another average than the file."""
    found = []
    lines = made()["WHOLE"].sub("", page).splitlines()  # these blocks have every setting of a strategy, and are fresh
    paragraph = ""
    for is_table, group in groupby(lines, lambda line: line.startswith("|")):
        block = list(group)
        if not is_table:
            paragraph = "\n".join(block[-6:])
        elif len(block) > 2 and not any(words in paragraph for words in OTHER_SETTINGS):
            for number, column, row in made()["places"](block, known):
                cell = made()["cells_of"](block[number])[column]
                stated = re.match(r"(?:[\d,]+ \()?(\d[\d,]*(?:\.\d+)?)", cell)
                if stated and "." in stated[1] and not as_rounded(row.stated[0], stated[1]):
                    found.append(f"{row.strategy} at {row.rules}: {cell} instead of {row.text()}")
    return found


def test_the_tables_of_averages_are_fresh() -> None:
    known = made()["rows"]()
    assert made()["FILE"].read_text(encoding="utf-8") == made()["as_csv"](list(known.values()))
    for page in made()["pages"]():
        text = page.read_text(encoding="utf-8")
        assert text == made()["written"](text, known), f"{page.name}: run docs/make/averages.py"


def test_a_strategy_and_game_have_one_average() -> None:
    known = made()["rows"]()
    found = [
        f"{page.name}: {fault}"
        for page in pages(("reproduction",))
        for fault in faults(page.read_text(encoding="utf-8"), known)
    ]
    assert not found, "\n".join(found)


def test_averages_with_errors_are_those_of_the_file() -> None:
    """Wherever a page about play states one outside the blocks of code."""
    known = made()["rows"]().values()
    stated = [row.stated for row in known if row.standard_error]
    stated += [(row.average, row.standard_error) for row in known if row.adjusted_average]
    found = []
    for page in pages(RECORDS):
        text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for average, error in re.findall(r"(?<![-+\d.,])(\d[\d,]*\.\d+) ± (\d+(?:\.\d+)?)", text):
            is_other = f"{average} ± {error}" in OF_OTHER_THINGS
            if not is_other and not any(as_rounded(one, average) and as_rounded(other, error) for one, other in stated):
                found.append(f"{page.name}: {average} ± {error}")
    assert not found, "\n".join(found)


def test_other_averages_are_found() -> None:
    known = made()["rows"]()
    page = "| strategy | p4c6 |\n|---|---|\n| [`mcmc`](a.md) | 4.626 ± 0.028 |\n| `entropy` | 4.42 |\n"
    assert len(faults(page, known)) == 1
    page = "| game | strategy | average |\n|---|---|---|\n| p4c6 | `genetic` | 4.380 |\n| p5c8 | `entropy` | 5.489 |\n"
    assert len(faults(page, known)) == 1
    page = "| game | `minimax` |\n|---|---|\n| p5c8 | 183,966 (5.624, 7) |\n"
    assert len(faults(page, known)) == 1


@pytest.mark.extended
def test_averages_over_every_secret_are_true() -> None:
    """Of games that are played in an instant; a sample of the views that show little."""
    checked = 0
    for row in made()["rows"]().values():
        game = Game.parse(row.rules)
        is_quick = game.size <= 1_300 or (game.size <= 6_000 and game.view is View.BLACK_WHITE)
        if row.is_exact and is_quick and Player.parse(row.strategy).is_deterministic(game):
            (found,) = evaluate(game, [row.strategy])
            assert f"{found.total / game.size:.{len(row.average.partition('.')[2])}f}" == row.average, row
            assert row.longest_game in ("", str(found.longest_game)), row
            assert row.total in ("", str(found.total)), row
            checked += 1
    assert checked > 40
