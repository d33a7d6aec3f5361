"""Games in which the codemaker only rates a guess: the random walk of the MCMC report, guided by the rating."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

import numpy as np

from codepegs.game import Code, Game, Reply
from codepegs.match import PlayedGame, PlayedTurn
from codepegs.rng import Seed

MOST_RATED_TURNS = 5_000
"""Default number of guesses after which a game ends."""

ODDS = "odds 10^"
"""The beginning of the text of a reply."""


def rated_walk(
    rate: Callable[[Code], float], game: Game, rng: np.random.Generator, temperature: Callable[[int], float]
) -> Iterator[tuple[Code, float]]:
    """Walk randomly among codes towards high ratings; each proposal is a guess.

    As in the MCMC report, a step swaps two pegs or recolours one, with equal probability. It is accepted with
    probability min(1, e^(difference of the ratings / temperature)); `temperature` is a function of the guesses so far.

    >>> walk = rated_walk(sum, Game(8, 3), np.random.default_rng(1), lambda guesses: 0.1)
    >>> next(guesses for guesses, (code, rating) in enumerate(walk, 1) if rating == 16) < 200
    True
    """
    code = list(game.draw(rng))
    now = rate(tuple(code))
    yield tuple(code), now
    made = 1
    while True:
        trial = list(code)
        i, j = (int(peg) for peg in rng.integers(game.pegs, size=2))
        if rng.random() < 0.5:
            trial[i], trial[j] = trial[j], trial[i]
        else:
            trial[i] = (trial[i] + 1 + int(rng.integers(game.colors - 1))) % game.colors
        if trial == code:
            continue
        new = rate(tuple(trial))
        if new >= now or rng.random() < math.exp((new - now) / max(temperature(made), 1e-9)):
            code, now = trial, new
        yield tuple(trial), new
        made += 1


def play_rated(
    game: Game,
    log_odds: Callable[[Code], float],
    *,
    wanted: float,
    seed: Seed,
    turns: int = MOST_RATED_TURNS,
    on_turn: Callable[[int, PlayedTurn], None] = lambda number, turn: None,
) -> PlayedGame:
    """Play until the odds of a guess are at least 10^`wanted`, or for `turns` guesses.

    `log_odds`: the decimal logarithm of the odds of a guess, which the codemaker shows. The score of a code, by which
    steps are accepted, is its odds.

    >>> from codepegs.reports.mcmc.classifier import DIGIT_GAME, DigitRater
    >>> play_rated(DIGIT_GAME, DigitRater(7).log_odds, wanted=3.0, seed=Seed(1)).solved
    True
    """
    began = last = time.perf_counter()
    played: list[PlayedTurn] = []
    walk = rated_walk(log_odds, game, seed.stream("walk"), lambda made: 1 / math.log(10))
    for number, (code, odds) in enumerate(walk, 1):
        now = time.perf_counter()
        is_last = bool(odds >= wanted)
        turn = PlayedTurn(code, odds_reply(odds, solved=is_last), None, None, now - last, is_last, None)
        last = now
        played.append(turn)
        on_turn(number, turn)
        if is_last or number == turns:
            break
    return PlayedGame(game, "mcmc", None, played[-1].ends, tuple(played), seed.value, time.perf_counter() - began)


def odds_reply(log_odds: float, *, solved: bool = False) -> Reply:
    """Return the reply that shows odds by their decimal logarithm.

    >>> str(odds_reply(-12.34))
    'odds 10^-12.3'
    """
    return Reply(marks=f"{ODDS}{log_odds:.1f}", solved=solved)


def log_odds_of(reply: Reply) -> float:
    """Read the decimal logarithm of the odds that a reply shows.

    >>> log_odds_of(odds_reply(-12.34))
    -12.3
    """
    return float(str(reply).removeprefix(ODDS))
