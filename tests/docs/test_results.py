"""The results as data: fresh, consistent, checked again; and the figures of others beside them."""

from __future__ import annotations

import csv
import re
import runpy
from collections import defaultdict
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from codepegs import load_game
from codepegs.experiments.evaluation import evaluate
from codepegs.game.rules import Game
from codepegs.trees import gallery
from codepegs.trees.search.objectives import TreeObjective, optimal
from tests import extent

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
COMPARISON = (ROOT / "docs" / "side-by-side.md").read_text(encoding="utf-8")
STATUSES = ("proved", "proved by an earlier version", "bounds", "best known", "counted", "estimated")
FAST = 100  # codes of the games whose totals are searched for in every run of the tests
LONG = {"p8c2-b", "p9c2", "p3c14", "p3c15", "p5c5-b"}  # two to thirty seconds


@cache
def made(name: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make" / f"{name}.py"))


def read(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((RESULTS / name).read_text(encoding="utf-8").splitlines()))


def least(rules: str, objective: str) -> int:
    found = optimal(Game.parse(rules), TreeObjective.parse(objective), workers=1)
    assert found.proved
    assert isinstance(found.upper_bound, int)
    return found.upper_bound


def rows_of(section: str) -> list[list[str]]:
    """The rows of the tables in a section of the page that compares."""
    text = COMPARISON.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]


def test_the_totals_are_those_of_the_gallery() -> None:
    trees = [tree for tree in gallery.entries() if tree.objective == gallery.EXPECTED]
    assert (RESULTS / "totals.csv").read_text(encoding="utf-8") == made("results")["totals_csv"](trees)
    assert (RESULTS / "totals.txt").read_text(encoding="utf-8") == made("results")["as_sequences"](trees)


def test_the_results_have_every_fact_of_their_sources() -> None:
    """But for the version, which is that of the release they were written for."""
    stored, found = read("results.csv"), made("results")["facts"]()
    names = list(made("results")["COLUMNS"])
    assert list(stored[0]) == names
    assert [{**row, "version": ""} for row in stored] == [
        {name: row.get(name, "") for name in names} | {"version": ""} for row in found
    ], "run docs/make/results.py"
    counts = [len(read(name)) for name in made("results")["SOURCES"]]
    assert len(stored) == sum(counts) + len(gallery.entries())
    assert {"0.1.0"} == {row["version"] for row in stored} or len({row["version"] for row in stored}) == 1


def test_the_facts_are_consistent() -> None:
    for row in read("results.csv"):
        proved = row["status"].startswith("proved")
        assert row["status"] in STATUSES
        assert row["command"].startswith("codepegs")
        assert bool(row["strategy"]) != bool(row["objective"])
        if row["objective"]:
            assert int(row["lower_bound"]) <= int(row["upper_bound"])
            assert proved == (row["lower_bound"] == row["upper_bound"])
        if row["objective"].startswith("expected"):
            assert row["average"] == f"{int(row['total']) / int(row['codes']):.4f}"
        assert row["status"] == "estimated" or not row["standard_error"]
        assert all((RESULTS / name).is_file() for name in row["proof"].split())
    keys = [
        tuple(row[name] for name in ("rules", "objective", "strategy", "noise", "declare"))
        for row in read("results.csv")
    ]
    assert len(set(keys)) == len(keys)


def test_the_parquet_is_the_csv() -> None:
    pl = pytest.importorskip("polars")
    text = (RESULTS / "results.csv").read_text(encoding="utf-8")
    frame = pl.read_parquet(RESULTS / "results.parquet")
    assert frame.equals(made("results")["frame"](text)), "run docs/make/results.py"
    assert made("results")["parquet"](text) == made("results")["parquet"](text)
    assert frame.filter(pl.col("rules") == "p4c6", pl.col("objective") == "expected")["total"].to_list() == [5625]
    assert (RESULTS / "results.parquet").stat().st_size < 50_000


def test_the_data_card_is_fresh_and_names_the_licence() -> None:
    assert made("results")["CARD"].read_text(encoding="utf-8") == made("results")["card"](), "run docs/make/results.py"
    assert (RESULTS / "LICENSE").read_text(encoding="utf-8").startswith("SPDX-License-Identifier: CC0-1.0\n")


def total_case(row: dict[str, str]) -> object:
    marks = [] if int(row["codes"]) <= FAST else [pytest.mark.slow if row["rules"] in LONG else pytest.mark.extended]
    return pytest.param(row, id=row["rules"], marks=marks)


@pytest.mark.parametrize("row", [total_case(row) for row in read("more-totals.csv")])
def test_totals_without_trees(row: dict[str, str]) -> None:
    assert Game.parse(row["rules"]).size == int(row["codes"])
    assert least(row["rules"], "expected") == int(row["total"])
    assert gallery.find(Game.parse(row["rules"])) is None


def test_the_drafts_are_fresh() -> None:
    """And the page lists each with its number of terms."""
    page = (RESULTS / "oeis" / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| \[[^]]+\]\((.+?)\.txt\) \| .* \| (\d+) \|$", page, re.MULTILINE))
    drafts = made("oeis")["DRAFTS"]
    assert {draft.file: str(len(draft.terms())) for draft in drafts} == listed
    assert {f"{draft.file}.txt" for draft in drafts} == {path.name for path in (RESULTS / "oeis").glob("least-*")}
    for draft in drafts:
        stored = (RESULTS / "oeis" / f"{draft.file}.txt").read_text(encoding="utf-8")
        assert stored == draft.text(), "run docs/make/oeis.py"
        assert "".join(re.findall(r"^%[STU] A000000 (.*)$", stored, re.MULTILINE)).count(",") == len(draft.shown()) - 1


@pytest.mark.parametrize("number", range(10))
def test_the_program_of_a_draft_gives_its_first_terms(number: int) -> None:
    draft = made("oeis")["DRAFTS"][number]
    text = draft.text()
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"^%o A000000 ((?:from|def) .*)$", text, re.MULTILINE)), names)
    terms = draft.terms()
    places: list[tuple[int, ...]]
    if draft.shape == "array":
        places = [(n, both - n) for both in range(2, 12) for n in range(1, both)]
    elif draft.shape == "triangle":
        places = [(n, k) for n in range(1, 9) for k in range(1, n + 1)]
    else:
        places = [(n,) for n in range(draft.offset, draft.offset + len(terms))]
    function = names["T" if draft.shape else "a"]
    games = [rules for rules, _ in zip(draft.games(), terms, strict=False)]
    checked = 0
    for place, rules, term in zip(places, games, terms, strict=False):
        if Game.parse(rules).size <= extent.of(130, 30) and checked < extent.of(30, 6):
            assert function(*place) == term, rules
            checked += 1
    assert checked >= 1


def test_the_formulas_of_others() -> None:
    totals = {row["rules"]: int(row["total"]) for row in read("results.csv") if row["objective"] == "expected"}
    for c in range(3, 21):
        formula = 8 * c**3 + 51 * c**2 + (48 - 74 * c if c % 2 == 0 else 69 - 80 * c)
        assert formula == 24 * totals[f"p2c{c}"]
    depths = {row["rules"]: row["at_most"] for row in read("least-depths.csv") if row["at_least"] == row["at_most"]}
    depths |= {row["rules"]: row["longest_game"] for row in read("longest-games.csv")}
    (stated,) = (cells[3] for cells in rows_of("Worst cases") if cells[0].startswith("p3c5 to"))
    proved = [depths[f"p3c{c}"] for c in range(5, 16)]
    assert stated == f"{', '.join(proved)}, all proved"
    assert proved == [str((c - 1) // 3 + 4) for c in range(5, 16)]
    longest = {row["rules"]: (row["longest_game"], row["codes_at_longest"]) for row in read("longest-games.csv")}
    assert (longest["p4c6"], longest["p4c10n"]) == (("5", "539"), ("7", "50"))
    page = " ".join(COMPARISON.split())
    assert "at least 539, proved" in page
    assert "at least 50, proved" in page


@pytest.mark.parametrize(
    "cells",
    [cells for cells in rows_of("Worst cases") if cells[0].isdecimal()],
    ids=lambda cells: f"{cells[0]} colours",
)
def test_the_longest_games_of_focardi_and_luccio(cells: list[str]) -> None:
    colors, pegs, published, ours, least = cells
    first, last = map(int, pegs.split(" to "))
    known = {row["rules"]: [row["at_least"], row["at_most"]] for row in read("least-depths.csv")}
    columns = zip(*(column.split(", ") for column in (published, ours, least)), strict=True)
    for count, (longest, stated, bounds) in zip(range(first, last + 1), columns, strict=True):
        game = Game(count, int(colors))
        if game.size <= 200:
            best = optimal(game, TreeObjective.parse("depth"), workers=1)
            known[str(game)] = [str(best.lower_bound), str(best.upper_bound)]
        low, high = known[str(game)]
        assert bounds == (low if low == high else f"{low} to {high}")
        assert low <= stated <= longest
        if game.size <= extent.of(10_000, 500):
            (found,) = evaluate(game, "minimax", workers=1)
            assert str(found.longest_game) == stated


PUBLISHED_DISTRIBUTIONS = [cells for cells in rows_of("One-step strategies") if cells[-1] == "equal"]


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(cells, id=" ".join(cells[:2]), marks=[pytest.mark.extended] if cells[0] == "p5c8" else [])
        for cells in PUBLISHED_DISTRIBUTIONS
    ],
)
def test_published_distributions(cells: list[str]) -> None:
    rules, strategy, published, _ = cells
    (found,) = evaluate(Game.parse(rules), [strategy], workers=1)
    assert " ".join(map(str, found.histogram)) == published


A231205 = (0, 1, 1, 2, 1, 2, 3, 2, 2, 3, 4, 2, 5)


def test_a231205_and_its_wrong_term(tmp_path: Path) -> None:
    found = [0]  # one code is known at once
    for colors in range(2, 6):
        for pegs in range(1, colors + 1 if colors < 5 else 4):
            if not extent.whole and pegs < 3:
                found.append(A231205[len(found)])
                continue
            path = tmp_path / f"{pegs}.{colors}.toml"
            path.write_text(f'rules = "p{pegs}c{colors}n"\nreply = "wordle"\nuntil = "known"\n', encoding="utf-8")
            best = optimal(load_game(path), TreeObjective.parse("depth"), workers=1)
            assert best.proved
            assert best.upper_bound is not None
            found.append(int(best.upper_bound))
    assert tuple(found[:-1]) == A231205[:-1]
    assert (found[-1], A231205[-1]) == (2, 5)
    for cells in rows_of("A231205")[2:]:
        first = sum(range(int(cells[0]))) - int(cells[0]) + int(cells[0])
        terms = [str(term) for term in found[first : first + int(cells[0])]]
        assert cells[2] == ", ".join(terms)
        assert cells[1] == ", ".join(map(str, A231205[first : first + int(cells[0])]))


def test_two_guesses_find_three_of_five_colours_without_any_search_of_codepegs() -> None:
    codes = list(permutations(range(5), 3))

    def marks(guess: tuple[int, ...], secret: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(2 if each == other else int(each in secret) for each, other in zip(guess, secret, strict=True))

    parts = defaultdict(list)
    for code in codes:
        parts[marks((0, 1, 2), code)].append(code)
    assert max(map(len, parts.values())) == 6
    for part in parts.values():
        assert any(len({marks(guess, code) for code in part}) == len(part) for guess in codes)
    assert all(len({marks(guess, code) for code in codes}) < len(codes) for guess in codes)  # one is not enough


NERDLE = {5: (127, 374), 6: (206, 544), 7: (6_661, 20_486), 8: (17_723, 53_551)}


@pytest.mark.parametrize(
    "length", [5, 6, pytest.param(7, marks=pytest.mark.extended), pytest.param(8, marks=pytest.mark.slow)]
)
def test_nerdle(length: int, tmp_path: Path) -> None:
    """Eight characters take over a gigabyte of memory."""
    equations = runpy.run_path(str(ROOT / "examples" / "nerdle.py"))["equations"](length)
    (tmp_path / "equations.txt").write_text("\n".join(equations), encoding="utf-8")
    path = tmp_path / "nerdle.toml"
    path.write_text('secrets = "equations.txt"\nreply = "wordle"\n', encoding="utf-8")
    game = load_game(path)
    number, total = NERDLE[length]
    assert len(set(equations)) == len(equations) == game.size == number
    if length < 7:
        best = optimal(game, workers=1)
        assert best.proved
        assert best.upper_bound == total
    else:
        (found,) = evaluate(game, ["max-parts"], workers=1)
        assert found.total == total
    (cells,) = (cells for cells in rows_of("Nerdle") if cells[0].startswith(f"{length} characters"))
    assert (cells[1], cells[5]) == (f"{number:,}", f"{total:,}")
    assert cells[4].startswith(f"{total / number:.4f}, ")
    assert abs(total / number - float(cells[3])) < 0.01


def test_equations_of_nerdle() -> None:
    equations = runpy.run_path(str(ROOT / "examples" / "nerdle.py"))["equations"](5)
    assert "3*8=24" not in equations
    assert "9/3=3" in equations
    for equation in equations:
        left, right = equation.split("=")
        assert eval(left) == int(right)
        assert not re.search(r"(?<!\d)0", left)
