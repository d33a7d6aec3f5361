"""One-step strategies of one's own: the built-in ones as functions of part sizes, weights, and wrong functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from codepegs import Candidates, Game, add_strategy, build_tree, evaluate, one_step_strategy, play, suggest
from codepegs.errors import BadInput
from codepegs.strategies import registry

BUILT_IN: dict[str, Callable[[Any], Any]] = {
    "minimax": lambda sizes: sizes.max(axis=1),
    "expected-size": lambda sizes: (sizes**2).sum(axis=1),
    "max-parts": lambda sizes: -(sizes > 0).sum(axis=1),
}


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    before = dict(registry.STRATEGIES)
    yield
    registry.STRATEGIES.clear()
    registry.STRATEGIES.update(before)


def weigh(codes: Any) -> Any:
    """Ten times as much for a code that begins with a pair."""
    return 1 + 9 * (codes[:, 0] == codes[:, 1])


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("rules", [pytest.param("p4c5", marks=pytest.mark.extended), "p3c6n", "p4c3-b", "p3c4-t"])
@pytest.mark.parametrize("candidates_only", [False, True])
def test_built_in_strategies_as_functions(name: str, rules: str, candidates_only: bool) -> None:
    add_strategy(one_step_strategy("mine", BUILT_IN[name], candidates_only=candidates_only))
    built_in = f"{name}:candidates-only" if candidates_only else name
    first, mine = evaluate(rules, [built_in, "mine"])
    assert (mine.total, mine.longest_game) == (first.total, first.longest_game)
    add_strategy(
        one_step_strategy(
            "weighed", BUILT_IN[name], weights=lambda codes: np.ones(len(codes)), candidates_only=candidates_only
        )
    )
    assert evaluate(rules, "weighed")[0].total == first.total


def test_the_tree_is_the_published_one() -> None:
    add_strategy(one_step_strategy("mine", BUILT_IN["minimax"]))
    assert build_tree("p4c6", "mine") == build_tree("p4c6", "minimax")


def test_weights_are_summed_by_part() -> None:
    seen = []

    def score(sizes: Any) -> Any:
        seen.append(sizes)
        return (sizes**2).sum(axis=1)

    add_strategy(one_step_strategy("mine", score, weights=weigh))
    game = Game(3, 3)
    play(game, "123", "mine")
    codes = Candidates.all(game)
    weights = weigh(codes.codes)
    matrix = game.reply_matrix(codes, codes)
    expected = np.stack([np.bincount(row, weights=weights, minlength=len(game.replies())) for row in matrix])
    assert np.allclose(seen[0], expected)


def test_heavier_secrets_are_found_sooner() -> None:
    add_strategy(one_step_strategy("plain", BUILT_IN["expected-size"]))
    add_strategy(one_step_strategy("weighed", BUILT_IN["expected-size"], weights=weigh))
    plain, weighed = evaluate("p4c5", ["plain", "weighed"])
    weights = weigh(Candidates.all("p4c5").codes)
    assert np.average(weighed.lengths, weights=weights) < np.average(plain.lengths, weights=weights)
    assert weighed.total > plain.total
    played = play("p4c5", "4452", "weighed")
    assert suggest(" ".join(str(played.position).split()[:2]), "weighed", top=2)[0].guess == played.turns[1].guess


@pytest.mark.parametrize(
    ("score", "weights", "message"),
    [
        (lambda sizes: 3, None, r"score must return an array of shape \(\d+,\)"),
        (lambda sizes: sizes, None, "score must return an array of shape"),
        (lambda sizes: ["x"] * len(sizes), None, "score must return numbers, not list"),
        (lambda sizes: np.full(len(sizes), np.nan), None, "score returned NaN"),
        (BUILT_IN["minimax"], lambda codes: np.ones(3), "weights must return an array of shape"),
        (BUILT_IN["minimax"], lambda codes: np.zeros(len(codes)), "weights must be positive"),
        (BUILT_IN["minimax"], lambda codes: np.full(len(codes), np.inf), "weights must be positive"),
    ],
)
def test_wrong_functions(score: Any, weights: Any, message: str) -> None:
    add_strategy(one_step_strategy("mine", score, weights=weights))
    with pytest.raises(BadInput, match=message):
        play("p3c4", "123", "mine")
