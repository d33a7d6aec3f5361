"""The lower bound from the information of replies, against optimal trees and against entropies by enumeration."""

from __future__ import annotations

import csv
import math
from collections import Counter
from pathlib import Path

import pytest

from codepegs.analysis import bits_of_places, least_by_information
from codepegs.errors import BadInput
from codepegs.game import Game, ListedGame
from tests import extent, naive

TOTALS = Path(__file__).parents[2] / "docs" / "results" / "totals.csv"
ROWS = list(csv.DictReader(TOTALS.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("row", ROWS, ids=[row["rules"] for row in ROWS])
def test_no_known_average_is_below_it(row: dict[str, str]) -> None:
    assert 1.0 <= least_by_information(row["rules"]) <= float(row["average"])


@pytest.mark.parametrize("rules", ["p1c1", "p1c5", "p2c2", "p3c3", "p4c3", "p5c2", "p3c6", "p4c4n", "p3c5n", "p4c1"])
def test_the_bits_of_places_are_those_of_all_codes(rules: str) -> None:
    game = Game.parse(rules)
    orders = Counter(tuple(sorted(code)) for code in naive.all_codes(game))
    expected = sum(count * math.log2(count) for count in orders.values()) / game.size
    assert bits_of_places(game) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    "rules",
    extent.rest_extended(
        ["p2c2", "p3c3", "p4c6", "p4c6-b", "p4c6-t", "p4c6-w", "p4c5n-w"], ["p2c2", "p3c3", "p4c6-t", "p4c5n-w"]
    ),
)
def test_it_assumes_no_fewer_replies_than_there_are(rules: str) -> None:
    game = Game.parse(rules)
    assert least_by_information(game) <= max(
        math.log2(game.size) / math.log2(len(game.replies())), bits_of_places(game) / math.log2(_replies_known(game)), 1
    )


def _replies_known(game: Game) -> int:
    """The most replies to one guess that differ between codes with the same colours."""
    codes = naive.all_codes(game)
    secrets: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for code in codes:
        amounts = [code.count(color) for color in range(game.colors)]
        if amounts == sorted(amounts, reverse=True):  # the others are these with colours renamed
            secrets.setdefault(tuple(sorted(code)), []).append(code)
    return max(2, *(len({game.reply(guess, code) for code in same}) for same in secrets.values() for guess in codes))


def test_large_games_as_computed_before() -> None:
    """The figures for 100, 1,000 and 10,000 pegs and colours were computed by another program."""
    assert [round(least_by_information(f"p{n}c{n}")) for n in (100, 1_000, 10_000)] == [72, 812, 8584]


def test_lists_are_refused() -> None:
    with pytest.raises(BadInput, match="lists of codes"):
        least_by_information(ListedGame(["AB", "BA"], reply="wordle"))
