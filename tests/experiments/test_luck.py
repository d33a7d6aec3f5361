"""The luck of replies, and averages adjusted for it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from codepegs import Game, evaluate, play
from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.experiments.units import luck_of
from codepegs.game import Code
from codepegs.rng import Seed
from codepegs.strategies import guesses_to_come
from tests import extent


def plain_luck(game: Game, guesses: list[Code], secret: Code) -> float:
    """The luck of a game in plain Python, over the lists of candidates."""

    def value(codes: list[Code]) -> float:
        return float(guesses_to_come(np.array([float(len(codes))]), game)[0])

    candidates, luck = list(Candidates.all(game)), 0.0
    for guess in guesses:
        parts = defaultdict(list)
        for code in candidates:
            parts[game.reply(guess, code)].append(code)
        to_come = {reply: 0.0 if reply.solved else value(codes) for reply, codes in parts.items()}
        reply = game.reply(guess, secret)
        expected = sum(len(codes) * to_come[given] for given, codes in parts.items()) / len(candidates)
        luck += to_come[reply] - expected
        candidates = parts[reply]
    return luck


@pytest.mark.parametrize(
    ("rules", "strategy"),
    [("p3c3", "entropy"), ("p3c4", "first-consistent"), ("p3c3-b", "minimax"), ("p3c3-t", "entropy"),
     ("p3c3-w", "entropy"), ("p3c5n", "max-parts")],
)  # fmt: skip
@pytest.mark.extended
def test_luck_is_zero_on_average_over_all_secrets(rules: str, strategy: str) -> None:
    game = Game.parse(rules)
    lucks = []
    for number, secret in enumerate(Candidates.all(game)):
        played = play(game, secret, strategy)
        lucks.append(luck_of(game, played.turns, Seed(1, number)))
        assert lucks[-1] == pytest.approx(plain_luck(game, [turn.guess for turn in played.turns], secret))
    assert np.mean(lucks) == pytest.approx(0.0, abs=1e-12)
    assert np.std(lucks) > 0.1


@pytest.mark.extended
def test_luck_of_sampled_candidates_is_zero_on_average() -> None:
    """At p8c8 the candidates of the first turns are sampled; the strategy is poor, so there are many turns."""
    games = extent.of(60, 12)
    (found,) = evaluate("p8c8", "random-consistent", games=games, seed=11, adjust_for_luck=True)
    assert found.luck is not None
    assert found.standard_error is not None
    assert abs(found.luck.mean()) < 3 * found.luck.std(ddof=1) / np.sqrt(games)


@pytest.mark.extended
def test_adjusted_averages_agree_with_the_exact_one_and_are_more_precise() -> None:
    exact, worse = evaluate("p4c6", ["minimax", "first-consistent"])
    found, other = evaluate(
        "p4c6", ["minimax", "first-consistent"], games=extent.of(300, 100), seed=7, adjust_for_luck=True
    )
    assert found.adjusted_average is not None
    assert found.adjusted_standard_error is not None
    assert found.standard_error is not None
    assert abs(found.adjusted_average - exact.average) < 3 * found.adjusted_standard_error
    assert found.adjusted_standard_error < found.standard_error / 3
    difference = other.difference
    assert difference is not None
    assert difference.adjusted_average is not None
    assert difference.adjusted_standard_error is not None
    assert difference.standard_error is not None
    assert difference.adjusted_standard_error < difference.standard_error
    truth = worse.average - exact.average
    assert abs(difference.adjusted_average - truth) < 3 * difference.adjusted_standard_error


@pytest.mark.extended
def test_adjusted_averages_do_not_depend_on_workers_or_processes() -> None:
    one, two = (
        evaluate("p5c6", ["entropy", "random-consistent"], games=8, seed=3, workers=workers, adjust_for_luck=True)
        for workers in (1, 2)
    )
    fresh = evaluate("p5c6", ["entropy"], games=8, seed=3, fresh=True, adjust_for_luck=True)
    assert [each.adjusted_average for each in one] == [each.adjusted_average for each in two]
    assert fresh[0].adjusted_average == one[0].adjusted_average


def test_averages_are_not_adjusted_unless_asked_for() -> None:
    (found,) = evaluate("p4c6", "minimax", games=5, seed=1)
    assert found.luck is None
    assert found.adjusted_average is None


@pytest.mark.parametrize(
    ("rules", "strategy"),
    [("p3c4", "random-consistent"), ("p3c4", ["first-consistent", "random-consistent"]), ("p3c5", "first-consistent")],
)
def test_the_default_number_of_secrets_is_drawn_unless_every_secret_is_played(
    monkeypatch: pytest.MonkeyPatch, rules: str, strategy: str | list[str]
) -> None:
    """Random strategies, and games of more codes than are all played; here p3c5 is such a game."""
    monkeypatch.setattr("codepegs.experiments.evaluation.DEFAULT_GAMES", 20)
    monkeypatch.setattr("codepegs.experiments.evaluation.MOST_WALKED", 100)
    for found in evaluate(rules, strategy, seed=1, adjust_for_luck=True):
        assert (found.games, found.exhaustive) == (20, False)
        assert found.adjusted_average is not None


EVERY_SECRET = (
    "averages over every secret cannot be adjusted for luck: set the number of random secrets with --games N (in "
    "Python, games=N)"
)
COMBINED = "adjust_for_luck cannot be combined with noise, declare or codemaker: omit one of them"


@pytest.mark.parametrize(
    ("rules", "arguments", "message"),
    [
        ("p4c6", {}, EVERY_SECRET),
        ("p4c6", {"games": "all"}, EVERY_SECRET),
        ("p4c6", {"strategies": "random-consistent", "games": "all"}, EVERY_SECRET),
        ("p4c6", {"strategies": ["random-consistent", "entropy"], "games": "all"}, EVERY_SECRET),
        ("p4c6", {"games": 5, "noise": 0.1}, COMBINED),
        ("p4c6", {"games": 5, "declare": 0.9}, COMBINED),
        (
            "p400c4",
            {"games": 2},
            "averages of p400c4 cannot be adjusted for luck: expected at most 100 pegs and 255 colours",
        ),
    ],
)
def test_games_whose_luck_cannot_be_measured(rules: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as error:
        evaluate(rules, **{"strategies": "auto", **arguments}, adjust_for_luck=True)  # type: ignore[arg-type]
    assert str(error.value) == message
