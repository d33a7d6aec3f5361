"""Published figures of the exhaustive strategies, to the digit."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from codepegs.choice import OneStep
from codepegs.chunks import Crew
from codepegs.partitions import Objective
from codepegs.texts import Position
from codepegs.trees.walk import build_tree, walk

PUBLISHED = list(csv.DictReader((Path(__file__).parent / "data" / "published.csv").read_text().splitlines()))
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
    with Crew(workers) as crew:
        figures = walk(Position.parse(row["rules"]), OneStep(OBJECTIVES[row["strategy"]]), crew=crew)
    assert (figures.total, figures.depth, figures.codes_at_depth) == (
        int(row["total"]),
        int(row["depth"]),
        int(row["codes_at_depth"]),
    )


def test_published_histogram() -> None:
    assert walk(Position.parse("p4c6"), OneStep(Objective.ENTROPY)).histogram == (1, 4, 71, 612, 596, 12)


@pytest.mark.parametrize("rules", ["p2c3", "p3c4", "p3c4n", "p4c4-b", "p3c5-t", "p3c5-w", "p4c6", "p4c7n"])
def test_tree_and_walk_agree(rules: str) -> None:
    position = Position.parse(rules)
    for objective in Objective:
        search = OneStep(objective)
        tree = build_tree(position, search)
        figures = walk(position, search)
        assert tree.figures == figures
        assert figures.secrets == position.game.size
