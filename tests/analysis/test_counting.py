"""How many codes are left: counts that take a moment, and intervals that contain the truth."""

from __future__ import annotations

import pytest

from codepegs.analysis import count_candidates, suggest
from codepegs.game import as_json
from codepegs.game.position import Position
from codepegs.game.reply import Code, Turn
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.rng import Seed
from codepegs.strategies.protocol.tracker import Report
from codepegs.strategies.sampling.candidate_tracker import Evidence, Settings, Track, list_fitting
from tests import naive
from tests.conftest import Cli

SHOWN = "p8c12 11223344:2b1w 15567889:1b3w"
LEFT = 2_158_854
"""Counted by an independent program."""


@pytest.mark.extended
def test_what_takes_a_moment_is_counted(cli: Cli) -> None:
    assert count_candidates(Position.parse(SHOWN), Report(candidates_estimate=2.9e6)).count == LEFT
    record = cli.json("suggest", SHOWN, "--seed", "1")
    assert (record["candidates"], record["candidates_estimate"], record["candidates_interval"]) == (LEFT, None, None)
    assert "2,158,854 candidates left." in cli("suggest", SHOWN, "--seed", "1")


@pytest.mark.parametrize(
    "text", ["p4c4-t 1122:4t 1212:4t", "p4c4-w 1122:4w 1123:1w", "p4c6 1122:1b0w", "p3c5n 123:0b2w"]
)
def test_counts_agree_with_brute_force(text: str) -> None:
    position = Position.parse(text)
    assert count_candidates(position, Report(candidates_estimate=10.0)).count == len(naive.candidates(position))


def test_what_takes_long_has_an_interval() -> None:
    answer = as_json(suggest("p12c12 112233445566:2b3w", top=1, seed=1))
    assert answer.candidates is None
    assert answer.candidates_estimate is not None
    assert answer.candidates_interval is not None
    low, high = answer.candidates_interval
    assert low < answer.candidates_estimate < high < 2 * low


def test_positions_without_turns_are_counted() -> None:
    assert count_candidates(Position.parse("p8c12"), Report(candidates=12**8)).count == 12**8
    assert count_candidates(Position.parse("p300c300"), Report()).number is None


def covers(rules: str, turns: int, seed: int) -> bool | None:
    """Whether the interval after some random turns contains the number of codes; None if all are listed."""
    game = Game.parse(rules)
    rng = Seed(seed).stream("guesses")
    secret = Secret.draw(game, Seed(seed)).code
    track = Track(game, Seed(1_000 + seed), Settings())
    made: list[Turn] = []
    for number in range(turns):
        guess: Code = tuple(rng.integers(game.colors, size=game.pegs).tolist())
        if number and seed % 2:
            guess = tuple(track.known.codes[0].tolist())
        made.append(Turn(guess, game.reply(guess, secret)))
        track.advance(made[-1])
    if track.known.exact:
        return None
    listed = list_fitting(Evidence(game, tuple(made)), 8_000_000, 200_000_000)
    if listed.codes is None:
        return None
    low, high = track.known.interval
    return low <= len(listed.codes) <= high


@pytest.mark.parametrize(
    ("positions", "covered"),
    [pytest.param(12, 9, marks=pytest.mark.extended), pytest.param(200, 183, marks=pytest.mark.slow)],
)
def test_intervals_contain_the_truth_in_95_of_100_positions(positions: int, covered: int) -> None:
    """95 % intervals cover fewer positions of six games with a probability below 1 in 100."""
    found: list[bool] = []
    games = [("p8c12", 2), ("p8c12", 3), ("p8c8", 2), ("p10c6", 2), ("p10c8", 3), ("p9c7", 2)]
    seed = 0
    while len(found) < positions:
        rules, turns = games[seed % len(games)]
        one = covers(rules, turns, seed)
        found += [] if one is None else [one]
        seed += 1
    assert sum(found) >= covered
