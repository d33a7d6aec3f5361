"""Published figures of the exhaustive strategies, to the digit."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from codepegs.codes.candidates import Candidates
from codepegs.codes.guess_search import Objective, OneStep
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.registry import make_codebreaker
from codepegs.trees.build import walk, walked_tree
from codepegs.trees.tree import TreeFigures

PUBLISHED = list(csv.DictReader((Path(__file__).parents[1] / "data" / "published.csv").read_text().splitlines()))
OBJECTIVES = {
    "minimax": Objective.WORST_PART,
    "expected-size": Objective.EXPECTED_SIZE,
    "entropy": Objective.ENTROPY,
    "max-parts": Objective.MOST_PARTS,
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "row",
    [row for row in PUBLISHED if row["strategy"] in OBJECTIVES],
    ids=lambda row: f"{row['rules']}-{row['strategy']}",
)
def test_published_totals(row: dict[str, str], workers: int) -> None:
    with WorkerThreads(workers) as threads:
        figures = walk(Position.parse(row["rules"]), OneStep(OBJECTIVES[row["strategy"]]), threads=threads)
    assert (figures.total, figures.longest_game, figures.codes_at_longest) == (
        int(row["total"]),
        int(row["longest_game"]),
        int(row["codes_at_longest"]),
    )


def test_published_histogram() -> None:
    assert walk(Position.parse("p4c6"), OneStep(Objective.ENTROPY)).histogram == (1, 4, 71, 612, 596, 12)


@pytest.mark.parametrize("rules", ["p2c3", "p3c4", "p3c4n", "p4c4-b", "p3c5-t", "p3c5-w", "p4c6", "p4c7n"])
def test_tree_and_walk_agree(rules: str) -> None:
    position = Position.parse(rules)
    for objective in Objective:
        search = OneStep(objective)
        tree = walked_tree(position, search)
        figures = walk(position, search)
        assert tree.figures == figures
        assert figures.secrets == position.game.size


def played_out(rules: str, strategy: str) -> TreeFigures:
    """A strategy over all secrets, its guesses asked for one position at a time."""

    def choose(position: Position, left: Candidates, threads: WorkerThreads) -> Code:
        move = make_codebreaker(position, strategy, seed=1).next()
        assert isinstance(move, Guess)
        return move.code

    return walk(Position.parse(rules), choose)


def test_first_consistent_as_published() -> None:
    row = next(row for row in PUBLISHED if row["strategy"] == "first-consistent")
    figures = played_out(row["rules"], "first-consistent")
    assert figures.histogram == (1, 4, 25, 108, 305, 602, 196, 49, 6)
    assert (figures.total, figures.longest_game, figures.codes_at_longest) == (
        int(row["total"]),
        int(row["longest_game"]),
        int(row["codes_at_longest"]),
    )


@pytest.mark.parametrize(
    ("first", "candidates_only", "total"),
    [("1122", False, 5728), ("1123", False, 5668), ("1122", True, 5772), ("1123", True, 5701)],
)
def test_max_parts_by_first_guess(first: str, candidates_only: bool, total: int) -> None:
    """The Max Parts report's comparison of 0011 and 0012; its own rows sum to 5,732 and 5,658."""
    code = CANONICAL.parse(Game(4, 6), first)
    assert walk(Position.parse("p4c6"), OneStep(Objective.MOST_PARTS, candidates_only), first=code).total == total


@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_door_and_the_walk_agree(name: str) -> None:
    for rules in ("p3c5", "p4c4-t", "p4c5n"):
        assert played_out(rules, name) == walk(Position.parse(rules), OneStep(OBJECTIVES[name]))
