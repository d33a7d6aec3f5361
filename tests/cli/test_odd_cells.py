"""Cells that look like several values, ranges or unknowns are named once by every command, each as one outcome."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from codepegs import Game
from codepegs.errors import BadRules
from codepegs.game import cells_notice
from tests import extent
from tests.conftest import Cli

POLY = """plant,flower,leaves (cm),thorns
dog rose,red/white,3-5,yes
sloe,white,2-4,yes
elder,white,10-15,no
lilac,purple,unknown,no
"""
NOTICE = (
    "codepegs: poly.csv: 1 cell is unknown (unknown 1); red/white (dog rose, flower), 3-5 (dog rose, leaves (cm)), "
    "2-4 (sloe, leaves (cm)) have several outcomes; for each such outcome the object has a form, "
)
NOTICE += "and fewer tests may be enough than figures say if two objects have such a cell of the same test in common\n"


COMMANDS = [
    (("identify", "poly.csv"), "quit\n"),
    (("candidates", "poly.csv thorns:no", "--json"), ""),
    (("optimal", "poly.csv", "--json"), ""),
    (("describe", "poly.csv"), ""),
    (("suggest", "poly.csv thorns:no"), ""),
    (("optimal", "poly.csv", "--bound-only", "--json"), ""),
    (("coach", "poly.csv thorns:no", "--json"), ""),
    (("evaluate", "poly.csv", "-s", "entropy", "--json"), ""),
    (("solve", "poly.csv", "elder", "--quiet"), ""),
    (("tree", "build", "poly.csv", "-s", "entropy"), ""),
    (("bot", "poly.csv"), "quit\n"),
    (("suggest", "-"), "poly.csv thorns:no\npoly.csv thorns:yes\n"),
]


@pytest.mark.parametrize(("words", "answers"), extent.rest_extended(COMMANDS, COMMANDS[:3]))
def test_every_command_names_the_cells_once(words: tuple[str, ...], answers: str, cli: Cli) -> None:
    Path("poly.csv").write_text(POLY, encoding="utf-8")
    printed = cli(*words, answers=answers)
    assert "several outcomes" not in printed
    assert [line for line in cli.captured.err.splitlines(keepends=True) if "several outcomes" in line] == [NOTICE]


def test_a_proof_says_what_it_supposes(cli: Cli) -> None:
    Path("poly.csv").write_text(POLY, encoding="utf-8")
    for command in (["optimal"], ["optimal", "--bound-only"]):
        proved = cli(*command, "poly.csv").splitlines()
        at = next(number for number, line in enumerate(proved) if line.startswith("Proved"))
        assert proved[at + 1].startswith("This holds for forms of objects, one for each outcome of a cell; if two")
    Path("plain.csv").write_text("o,a\nx,yes\ny,no\n", encoding="utf-8")
    assert "This holds" not in cli("optimal", "plain.csv")
    assert cli.captured.err == ""


@pytest.mark.parametrize(
    ("column", "odd"),
    [
        (["red/white", "red", "blue"], ["red/white"]),
        (["red/white", "pink", "blue"], []),
        (["red or white", "White", "blue"], ["red or white"]),
        (["red; white", "red, pink", "red"], ["red; white", "red, pink"]),
        (["3 or 4", "5", "6"], ["3 or 4"]),
        (["1/2", "1/4", "3/4"], []),
        (["1/2", "1", "3/4"], ["1/2"]),
        (["AC/DC", "Abba", "n/a"], ["n/a"]),
        (["3-5", "6–8", "9 to 12 cm"], ["3-5", "6–8", "9 to 12 cm"]),
        ([">10", "<= 2", "5+"], [">10", "<= 2", "5+"]),
        (["3±1", "(3-)5-7(-10)", "2.5"], ["3±1", "(3-)5-7(-10)"]),
        (["unknown", "NA", "null"], ["unknown", "NA", "null"]),
        (["-", "3", "4"], ["-"]),
        (["-", "+", "d"], []),
        (["none", "no", "0"], []),
        (["-3", "+2", "1e5"], []),
        (["on land and in water", "on land", "air-borne"], []),
        (["2020-01-05", "2021-03-04", "x-ray"], []),
        ([3, 5, 7], []),
        ([0.5, -1.5, 2], []),
        ([True, False, True], []),
    ],
)
def test_which_cells_look_odd(column: list[object], odd: list[str]) -> None:
    game = Game.from_table({"o": ["x", "y", "z"], "t": column}, objects="o")
    notice = cells_notice(game)
    assert (notice is None) == (not odd)
    if notice is not None:
        assert dict(notice.values)["count"] == len(odd)
        for text in odd[:3]:
            assert f"{text} ({'xyz'[column.index(text)]}, t)" in notice.text


def test_the_cells_of_a_large_table_are_counted() -> None:
    cells = [["3-5" if (test + thing) % 7 == 0 else "x" for thing in range(400)] for test in range(30)]
    notice = cells_notice(Game.from_table(cells))
    assert notice is not None
    assert dict(notice.values)["count"] == sum(row.count("3-5") for row in cells)
    assert re.search(r"3-5 \(object\d+, test\d+\)", notice.text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("o,a\nx,1\ncost,?\n", "the cell of cost, a is unknown: '?' cannot be an outcome"),
        ("o,a\nx,1\n,2\n", "the first cell of row 3 is empty: expected a name"),
    ],
)
def test_no_word_is_proposed_for_an_unknown_cell(text: str, said: str, cli: Cli) -> None:
    Path("bad.csv").write_text(text, encoding="utf-8")
    assert said in cli.complaint("describe", "bad.csv", *(("--costs", "cost") if "cost" in text else ()))
    assert "write a word" not in cli.captured.err
    for cell in (None, float("nan"), "", "?"):
        with pytest.raises(BadRules, match=r"^y, a: .* leave out this object or this test$"):
            Game.from_table(np.array([["1", cell]], dtype=object), objects=["x", "y"], tests=["a"])


def test_an_empty_cell_proposes_the_options_for_what_is_no_outcome(cli: Cli) -> None:
    """A row of costs has no cost of the column of weights, so that a table read without the options has empty cells."""
    rows = "plant,colour,thorns,seen,kind\nrose,red,yes,40,bush\nfir,green,no,2,tree\nyew,red,no,1,bush\n"
    Path("plants.csv").write_text(f"{rows}price,2,3,,\n", encoding="utf-8")
    given = list[str]()
    for name, value in (("costs", "price"), ("weights", "seen"), ("classes", "kind")):
        told = cli.complaint("describe", "plants.csv", *given)
        assert f"--{name} {value!r}" in told
        given += [f"--{name}", value]
    assert "with weights and costs" in cli("describe", "plants.csv", *given)


@pytest.mark.parametrize("separator", [",", ";"])
def test_empty_rows_and_columns_of_a_spreadsheet_are_no_tests(cli: Cli, separator: str) -> None:
    rows = ("\ufeffanimal,,fur,legs,,", "cat,,yes,4,,", "crow,,no,2,,", ",,,,,", "")
    Path("animals.csv").write_text("\r\n".join(rows).replace(",", separator), encoding="utf-8", newline="")
    assert "animals.csv: 2 objects, 2 tests" in cli("describe", "animals.csv")
    Path("ragged.csv").write_text("animal,fur,legs\ncat,yes,4,\ncrow,no\n", encoding="utf-8")
    assert "ragged.csv: 2 objects" in cli("describe", "ragged.csv")
    assert "ragged.csv: 1 cell is unknown (empty 1)" in cli.captured.err
