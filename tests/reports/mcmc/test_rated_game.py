"""A classifier as codemaker: what it knows, the walk that its ratings guide, and the command."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from codepegs.errors import BadInput
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.reports.mcmc.rated_pictures import (
    DIGIT_GAME,
    DIGITS,
    NONE,
    DigitRater,
    NaiveBayes,
    accuracy,
    code_of,
    digit_classifier,
    log_odds_of,
    odds_reply,
    play_rated,
    rated_walk,
    samples,
    template,
)
from codepegs.rng import Seed
from tests.conftest import Cli


def test_the_classifier_is_bayes_rule() -> None:
    """Two classes of two pixels, counted by hand: (ink + 1) / (pictures + 2)."""
    pictures = np.array([[1, 0], [1, 1], [0, 0]], dtype=bool)
    bayes = NaiveBayes.fit(pictures, np.array([0, 0, 1]))
    ink = [[3 / 4, 2 / 4], [1 / 3, 1 / 3]]
    for code in ((0, 0), (0, 1), (1, 0), (1, 1)):
        chances = [math.prod(p if on else 1 - p for p, on in zip(row, code, strict=True)) for row in ink]
        expected = [chance / sum(chances) for chance in chances]
        assert np.exp(bayes.logs(np.array(code, dtype=bool))).tolist() == pytest.approx(expected)


def test_every_digit_is_recognised() -> None:
    assert len({tuple(template(digit).ravel().tolist()) for digit in range(10)}) == 10
    for digit in range(len(DIGITS)):
        chances = np.exp(digit_classifier().logs(template(digit).ravel()))
        assert chances[digit] > 0.999
        assert chances.sum() == pytest.approx(1)
    assert accuracy() > 0.95
    noise = samples(NONE, 200, np.random.default_rng(3))
    assert np.mean([digit_classifier().logs(picture).argmax() == NONE for picture in noise]) > 0.95


def test_odds_are_those_of_the_probability() -> None:
    rater = DigitRater.parse("digit:3")
    inked = samples(3, 1, np.random.default_rng(1))[0]
    code = code_of(inked)
    assert [pixel for pixel, color in enumerate(code) if color == 0] == np.flatnonzero(inked).tolist()
    chance = math.exp(digit_classifier().logs(inked)[3])
    assert rater.log_odds(code) == pytest.approx(math.log10(chance / (1 - chance)), abs=1e-3)
    assert log_odds_of(odds_reply(-2.04)) == -2.0
    for text in ("digit:10", "digit", "cat", "digit:-1", "digit:x", ""):
        with pytest.raises(BadInput, match="expected digit:0 to digit:9"):
            DigitRater.parse(text)


def test_steps_are_accepted_as_the_ratings_say() -> None:
    """From code a, the walk proposes codes one step away; a worse one is left again, unless it was accepted."""
    game = Game(1, 2)
    ratings: dict[Code, float] = {(0,): 1.0, (1,): 0.0}
    walk = rated_walk(ratings.__getitem__, game, np.random.default_rng(2), lambda made: 0.5)
    code, _ = next(walk)
    accepted = worse = 0
    for _ in range(20_000):
        trial, rating = next(walk)
        assert rating == ratings[trial]
        # with one peg of two colours, the next proposal is the code at which the walk is not
        worse += code == (1,)
        accepted += code == (1,) and trial == (0,)
        code = trial
    assert accepted / worse == pytest.approx(math.exp(-2), abs=0.02)


@pytest.mark.parametrize("digit", range(10))
def test_the_walk_finds_each_digit(digit: int) -> None:
    rater = DigitRater(digit)
    played = play_rated(DIGIT_GAME, rater.log_odds, wanted=3.0, seed=Seed(1))
    last = played.turns[-1].guess
    assert played.solved
    assert rater.log_odds(last) >= 3
    assert digit_classifier().logs(np.equal(last, 0)).argmax() == digit
    assert all(rater.log_odds(turn.guess) < 3 for turn in played.turns[:-1])
    assert [turn.guess for turn in played.turns] == [
        turn.guess for turn in play_rated(DIGIT_GAME, rater.log_odds, wanted=3.0, seed=Seed(1)).turns
    ]


def test_a_classifier_of_digits_only_is_sure_of_pictures_unlike_them() -> None:
    unlike = {}
    for knows_none in (True, False):
        found = [
            play_rated(DIGIT_GAME, DigitRater(digit, knows_none).log_odds, wanted=3.0, seed=Seed(1)).turns[-1].guess
            for digit in range(10)
        ]
        unlike[knows_none] = np.mean([np.not_equal(found[n], code_of(template(n))).sum() for n in range(10)])
    assert unlike[False] > 1.5 * unlike[True]


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    svg = tmp_path / "seven.svg"
    printed = cli("solve", "--picture", "--codemaker", "digit:7", "--seed", "1", "-o", str(svg))
    assert printed.startswith("digit:7: 7x9 pixels in 2 colours (p63c2); odds of 10^3 wanted")
    assert "odds 10^" in printed
    assert "Solved in" in printed
    assert svg.read_text().count("<g") > 20
    record = cli.json("solve", "--picture", "--codemaker", "digit:7", "--seed", "1")
    assert (record["rules"], record["size"], record["solved"], record["secret"]) == ("p63c2", "7x9", True, None)
    assert f"Solved in {record['guesses']} turns" in printed
    assert log_odds_of_text(record["turns"][-1]["reply"]) >= 3
    assert "Not solved in 3 turns." in cli("solve", "--picture", "--codemaker", "digit:7", "--turns", "3", code=1)


def log_odds_of_text(text: str) -> float:
    return float(text.removeprefix("odds 10^"))


def test_complaints(cli: Cli) -> None:
    assert "expected digit:0 to digit:9" in cli.complaint("solve", "--picture", "--codemaker", "cat")
    assert "no picture is given: expected a file, fish, sailboat, or --codemaker" in cli.complaint("solve", "--picture")
    for more in (("fish",), ("--size", "3x3"), ("--colors", "2"), ("--noise", "0.1"), ("--strategy", "minimax")):
        assert "cannot be combined: mcmc plays" in cli.complaint("solve", "--picture", "--codemaker", "digit:7", *more)
