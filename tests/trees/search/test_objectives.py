"""Best trees: the published optima, an exhaustive oracle, and the search with each of its parts switched off."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

from codepegs.errors import BadInput
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.trees import gallery, text
from codepegs.trees.checker import check_text
from codepegs.trees.search.objectives import Found, TreeObjective, iter_optimal, optimal, shortened
from codepegs.trees.search.set_search import SearchOptions
from tests import extent, naive
from tests.conftest import Cli

PUBLISHED = {
    "p2c4": 45, "p2c6": 132, "p2c10": 517, "p3c4": 206, "p3c6": 854, "p3c8": 2359, "p4c3": 246, "p4c4": 905,
    "p4c5": 2463, "p4c6": 5625, "p5c3": 816, "p5c4": 3954, "p6c3": 2649,
    "p3c8n": 1449, "p4c6n": 1446, "p4c7n": 3639, "p4c8n": 7817, "p5c6n": 3434,
}  # fmt: skip

RESULTS = Path(__file__).parents[3] / "docs" / "results"
LONGEST = list(csv.DictReader((RESULTS / "longest-games.csv").read_text(encoding="utf-8").splitlines()))
LEAST_DEPTHS = list(csv.DictReader((RESULTS / "least-depths.csv").read_text(encoding="utf-8").splitlines()))
DECIDED_AT_ONCE = {"p4c6", "p4c7", "p5c4", "p6c6n", "p4c6-b"}
DECIDED_FAST = {"p4c8", "p4c10", "p5c6", "p4c10n"}  # in a second or two
FAST = 130  # codes of the games whose rows are searched for in every run of the tests


def best(rules: str, objective: str = "expected", **options: object) -> Found:
    found = optimal(Game.parse(rules), TreeObjective.parse(objective), **options)  # type: ignore[arg-type]
    assert found.proved
    if found.tree is not None:
        assert check_text(text.write(found.tree))["valid"]
    return found


def total(found: Found) -> int:
    assert found.tree is not None
    return found.tree.figures.total


@pytest.mark.parametrize(("rules", "wanted"), PUBLISHED.items(), ids=PUBLISHED.keys())
def test_published_optima(rules: str, wanted: int) -> None:
    found = best(rules, workers=2)
    assert found.upper_bound == wanted == total(found)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "wanted"), [("p4c7", 11228), ("p4c8", 20471), ("p6c4", 17281), ("p4c10n", 26274)])
def test_longer_published_optima(rules: str, wanted: int) -> None:
    assert best(rules, workers=2).upper_bound == wanted


def case(row: dict[str, str]) -> object:
    """Return a row as a test, slow for larger games."""
    return pytest.param(row, id=row["rules"], marks=[pytest.mark.slow] if int(row["codes"]) > FAST else [])


@pytest.mark.parametrize("row", [case(row) for row in LONGEST])
def test_the_shortest_longest_games(row: dict[str, str]) -> None:
    game, depth = row["rules"], int(row["longest_game"])
    assert best(game, f"last-turn:{depth}", workers=2).upper_bound == int(row["codes_at_longest"])
    assert best(game, f"expected-within:{depth - 1}", workers=2).tree is None


def depth_case(row: dict[str, str]) -> object:
    mark = pytest.mark.extended if row["rules"] in DECIDED_FAST else pytest.mark.slow
    marks = [] if row["rules"] in DECIDED_AT_ONCE else [mark]
    return pytest.param(row["rules"], int(row["at_least"]), id=row["rules"], marks=marks)


@pytest.mark.parametrize(
    ("rules", "depth"), [depth_case(row) for row in LEAST_DEPTHS if row["at_least"] == row["at_most"]]
)
def test_least_depths(rules: str, depth: int) -> None:
    found = best(rules, "depth", workers=2)
    assert found.tree is not None
    assert found.tree.figures.longest_game == found.upper_bound == found.lower_bound == depth
    assert found.tree.figures.secrets == Game.parse(rules).size


def test_the_tables_of_depths_agree() -> None:
    longest = {row["rules"]: int(row["longest_game"]) for row in LONGEST}
    for row in LEAST_DEPTHS:
        least, most = int(row["at_least"]), int(row["at_most"])
        assert least <= longest.get(row["rules"], least) <= most
        assert int(row["codes"]) == Game.parse(row["rules"]).size


@pytest.mark.parametrize(("rules", "wanted"), [("p4c4", 908), ("p4c6", 5660)])
def test_candidates_only(rules: str, wanted: int) -> None:
    found = best(rules, candidates_only=True, workers=2)
    assert total(found) == wanted
    assert found.tree is not None
    assert found.tree.solves.all()


@pytest.mark.parametrize("objective", ["expected", "worst", "expected-within:4"])
def test_what_then_depth_minimises_is_proved(objective: str) -> None:
    found = best("p3c4", objective, then="depth")
    assert found.kinds["codes_at_longest"] == found.kinds["longest_game"] == "proved"
    assert best("p3c4", objective).kinds["codes_at_longest"] == "counted"


@pytest.mark.extended
def test_the_board_game_by_other_objectives() -> None:
    deep = best("p4c6", then="depth", workers=2)
    assert deep.tree is not None
    assert (total(deep), deep.tree.figures.longest_game, deep.tree.figures.codes_at_longest) == (5625, 6, 1)
    for objective in ("expected-within:5", "worst"):
        within = best("p4c6", objective, workers=2)
        assert within.tree is not None
        assert (total(within), within.tree.figures.longest_game) == (5626, 5)
    last = best("p4c6", "last-turn:5", workers=2)
    assert last.tree is not None
    assert (last.upper_bound, last.tree.figures.longest_game, last.tree.figures.codes_at_longest) == (539, 5, 539)
    assert best("p4c6", "last-turn:6", workers=2).upper_bound == 0
    assert best("p4c6", "last-turn:4").tree is None


def exhaustive(rules: str, turns: int | None, last: bool, candidates_only: bool) -> int | None:
    """The same by trying everything: a plain dynamic programme over sets, no bounds and no symmetry."""
    game = Game.parse(rules)
    codes = naive.all_codes(game)
    replies = {(guess, code): game.reply(guess, code) for guess in codes for code in codes}
    infinite = 10**9

    @cache
    def value(left: frozenset[Code], turn: int) -> int:
        if turns is not None and turn > turns:
            return infinite
        found = infinite
        for guess in left if candidates_only else codes:
            parts: dict[object, list[Code]] = {}
            for code in left:
                parts.setdefault(replies[guess, code], []).append(code)
            if len(parts) == 1 and guess not in left:
                continue
            cost = 0
            for reply, part in parts.items():
                if reply.solved:  # type: ignore[attr-defined]
                    cost += int(turn == turns) if last else turn
                else:
                    cost += value(frozenset(part), turn + 1)
                if cost >= found:
                    break
            found = min(found, cost)
        return found

    found = value(frozenset(codes), 1)
    return None if found >= infinite else found


SMALL = ["p1c3", "p2c2", "p2c3", "p3c2", "p2c3-b", "p2c3-t", "p2c3-w", "p2c4n", "p3c3n", "p2c4n-w", "p3c2-t"]


@pytest.mark.parametrize("rules", SMALL)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_an_exhaustive_programme_agrees(rules: str, candidates_only: bool) -> None:
    game = Game.parse(rules)
    wanted = exhaustive(rules, None if game.size > 1 else 1, False, candidates_only)
    assert total(best(rules, candidates_only=candidates_only)) == wanted
    for turns in (2, 3, 4):
        within = best(rules, f"expected-within:{turns}", candidates_only=candidates_only)
        assert within.upper_bound == exhaustive(rules, turns, False, candidates_only)
        last = best(rules, f"last-turn:{turns}", candidates_only=candidates_only)
        assert last.upper_bound == exhaustive(rules, turns, True, candidates_only)
        if last.tree is not None and last.upper_bound:
            assert last.tree.figures.longest_game == turns
    least = next(turns for turns in range(1, 80) if exhaustive(rules, turns, True, candidates_only) is not None)
    for objective in ("depth", "worst"):
        found = best(rules, objective, candidates_only=candidates_only)
        assert found.tree is not None
        assert found.tree.figures.longest_game == found.depth_bound == least
    assert total(found) == exhaustive(rules, least, False, candidates_only)


def test_a_tree_of_the_least_total_can_be_made_shorter() -> None:
    tree = gallery.load(gallery.named("p4c6"))
    assert tree.figures.longest_game == 6
    shorter = shortened(tree, 5)
    assert shorter is not None
    assert (shorter.figures.total, shorter.figures.longest_game) == (5626, 5)
    assert check_text(text.write(shorter))["valid"]
    assert shortened(tree, 4) is None
    assert shortened(shorter, 5) == shorter


def test_a_search_for_the_worst_case_that_is_ended_early() -> None:
    for limit in (0.05, 0.4):
        found = optimal(Game(5, 6), "worst", limit=limit)
        assert not found.proved
        assert found.tree is not None
        assert found.upper_bound is not None
        assert found.lower_bound < 36_721 <= found.upper_bound == total(found)
        assert found.depth_bound is not None
        assert found.depth_bound <= found.tree.figures.longest_game


@pytest.mark.parametrize(
    "rules", ["p3c3", "p4c3", "p3c4-b", "p3c3-t", "p3c3-w", "p3c5n", *extent.rest_extended(["p4c5n-b"], [])]
)
def test_each_part_of_the_search_can_be_switched_off(rules: str) -> None:
    wanted = best(rules)
    for options in (
        SearchOptions(symmetry=False),
        SearchOptions(memory_entries=1),
        SearchOptions(order=False),
        SearchOptions(symmetry=False, memory_entries=1, order=False),
    ):
        assert best(rules, options=options).upper_bound == wanted.upper_bound
    assert best(rules, workers=2).upper_bound == wanted.upper_bound


@pytest.mark.parametrize("rules", ["p2c4", "p3c3", "p2c5-b", "p2c4-t", "p3c4n", "p2c6n-w"])
def test_bounds_can_be_switched_off(rules: str) -> None:
    wanted = best(rules)
    for options in (SearchOptions(bounds=False), SearchOptions(False, False, False, 1)):
        assert best(rules, options=options).upper_bound == wanted.upper_bound
        assert best(rules, "worst", options=options).upper_bound == best(rules, "worst").upper_bound


@pytest.mark.parametrize("rules", ["p4c5", "p4c5n", "p3c5-b"])
def test_the_tree_does_not_depend_on_workers(rules: str) -> None:
    assert best(rules).tree == best(rules, workers=2).tree


def test_a_search_that_is_ended_early_has_bounds() -> None:
    found = optimal(Game(4, 7), workers=2, limit=0.2)
    assert not found.proved
    assert found.tree is not None
    assert found.upper_bound is not None
    assert found.lower_bound < 11228 <= found.upper_bound


@pytest.mark.parametrize("text", ["best", "worst:3", "expected-within", "last-turn:0", "last-turn:999", ""])
def test_objectives_there_are_not(text: str) -> None:
    with pytest.raises(BadInput, match="not a valid objective"):
        TreeObjective.parse(text)


def test_the_command(cli: Cli, tmp_path: object) -> None:
    record = cli.json("optimal", "p3c4")
    assert list(record)[:10] == [
        "rules", "objective", "first", "total", "longest_game", "histogram", "codes_at_longest", "proved", "seconds",
        "nodes",
    ]  # fmt: skip
    assert (record["total"], record["proved"], record["upper_bound"]) == (206, True, 206)
    file = f"{tmp_path}/best.tree"
    printed = cli("optimal", "p3c4", "-o", file)
    assert "206 guesses" in printed
    assert "Proved optimal" in printed
    assert "Valid" in cli("tree", "verify", file)
    assert cli.json("evaluate", "p3c4", "-s", f"tree:{file}")["total"] == 206
    assert "There is no such tree" in cli("optimal", "p4c6", "--objective", "last-turn:4", code=1)
    assert "codes" in cli.complaint("optimal", "p6c9")
    assert "--then" in cli.complaint("optimal", "p3c4", "--objective", "last-turn:5", "--then", "depth")
    assert cli.json("optimal", "p4c6", "--objective", "worst", "--then", "depth")["codes_at_longest"] == 540


@pytest.mark.extended
def test_the_command_says_what_is_not_proved(cli: Cli) -> None:
    assert cli.json("optimal", "p4c7", "--objective", "depth")["upper_bound"] == 6
    assert "no tree finds every secret in fewer than" in cli(
        "optimal", "p5c8", "--objective", "depth", "--limit", "0.1"
    )


@pytest.mark.parametrize(
    ("objective", "then", "least"),
    [("expected", None, 905), ("expected", "depth", 905), ("worst", None, 905), ("last-turn:4", None, 84)],
)
def test_bounds_are_in_the_units_of_the_answer(objective: str, then: Literal["depth"] | None, least: int) -> None:
    steps = iter_optimal("p4c4", objective, then=then)
    seen = list(steps)
    found = steps.result
    size = 256
    assert seen
    assert found.upper_bound is not None
    assert {bounds.within for bounds in seen if bounds.within} <= {1, 2, 3, 4}
    of_value = [bounds for bounds in seen if bounds.within is None]
    for bounds in of_value:
        if not objective.startswith("last"):
            assert bounds.lower_bound > size
        assert bounds.upper_bound is None or bounds.lower_bound <= bounds.upper_bound
    last = of_value[-1]
    assert last.lower_bound <= found.upper_bound
    if objective == "expected":
        assert last.upper_bound is not None
        assert found.upper_bound <= last.upper_bound
        assert found.upper_bound == least


def test_the_same_command_continues(cli: Cli, tmp_path: Path) -> None:
    journal, file = tmp_path / "p3c5.search", tmp_path / "p3c5.tree"
    command = ("optimal", "p3c5", "--journal", str(journal), "-o", str(file), "--workers", "1")
    first = cli(*command)
    facts = journal.read_text()
    again = cli(*command)
    assert "Nothing was left to search" in again
    assert first.splitlines()[0] == again.splitlines()[0]
    assert journal.read_text() == facts


def test_another_tree_is_never_replaced(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "x.tree"
    cli("tree", "build", "p3c4", "-s", "minimax", "-o", str(file))
    before = file.read_bytes()
    assert f"the tree of another search (minimax): give another file, and --start {file}" in cli.complaint(
        "optimal", "p3c4", "-o", str(file)
    )
    assert "not for p3c5" in cli.complaint("optimal", "p3c5", "-o", str(file))
    assert file.read_bytes() == before
    other = tmp_path / "y.tree"
    cli("optimal", "p3c4", "-o", str(other), "--start", str(file))
    for options in (("--objective", "worst"), ("--first", "111")):
        complaint = cli.complaint("optimal", "p3c4", *options, "-o", str(other))
        assert "the tree of another search (optimal expected): give another file" in complaint
        assert "--start" not in complaint
