"""The worst case with at most one false reply, against a search of all strategies of tiny games."""

from __future__ import annotations

from functools import cache

import pytest

from codepegs.analysis import least_worst_case_with_one_lie, solve_with_one_lie
from codepegs.errors import BadInput
from codepegs.game.rules import Game
from tests import naive


def naive_worst(rules: str) -> int:
    """The least worst case, by trying all guesses and all replies at every position."""
    game = Game.parse(rules)
    codes = naive.all_codes(game)
    replies = game.replies()

    @cache
    def solvable(free: frozenset[tuple[int, ...]], spent: frozenset[tuple[int, ...]], turns: int) -> bool:
        if not free and not spent:
            return True
        return turns > 0 and any(after(free, spent, guess, turns) for guess in codes)

    def after(
        free: frozenset[tuple[int, ...]], spent: frozenset[tuple[int, ...]], guess: tuple[int, ...], turns: int
    ) -> bool:
        free, spent = free - {guess}, spent - {guess}
        for reply in replies:
            kept = frozenset(code for code in free if game.reply(guess, code) == reply)
            left = frozenset(code for code in spent if game.reply(guess, code) == reply) | (free - kept)
            if not solvable(kept, left, turns - 1):
                return False
        return True

    turns = 1
    while not solvable(frozenset(codes), frozenset(), turns):
        turns += 1
    return turns


@pytest.mark.parametrize(
    "rules", ["p1c1", "p1c2", "p1c4", "p2c2", "p2c3", "p3c2", "p2c3-b", "p2c3-t", "p2c3n", "p2c4n"]
)
def test_the_worst_case_is_that_of_all_strategies(rules: str) -> None:
    found = least_worst_case_with_one_lie(rules)
    assert found.worst == naive_worst(rules)
    assert found.lengths.min() == 1
    assert found.average <= found.worst
    assert (found.lengths == found.worst).any()


@pytest.mark.parametrize(
    ("rules", "worst"),
    [("p2c4", 6), ("p2c5", 6), ("p2c6", 7), ("p3c3", 5), ("p3c4", 6), ("p3c5", 6)],
)
def test_worst_cases_of_small_games(rules: str, worst: int) -> None:
    assert solve_with_one_lie(rules, worst - 1) is None
    found = solve_with_one_lie(rules, worst)
    assert found is not None
    assert found.worst == worst


def test_a_width_finds_strategies_but_proves_nothing() -> None:
    found = solve_with_one_lie("p3c4", 6, width=2)
    assert found is not None
    assert found.worst == 6
    assert solve_with_one_lie("p3c4", 5, width=1) is None


def test_games_too_large() -> None:
    with pytest.raises(BadInput, match="needs at most 2,000"):
        solve_with_one_lie("p5c8", 5)
