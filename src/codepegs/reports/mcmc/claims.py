"""What the claims of the MCMC report measure."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from codepegs.codes import Candidates
from codepegs.experiments import evaluate
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reports.mcmc.reproduction import (
    GAMES,
    GROWTH_SIZES,
    PICTURE_AVERAGE,
    REPORT_AVERAGE,
    REPORT_SECONDS,
    REPORTED,
    SMALL_GAME,
    _walk,
    fit_power,
)
from codepegs.reports.pages import Effort, claims_of, evaluation_command, measured
from codepegs.rng import Seed

FALSE = 0.1
"""The share of false replies."""

FEW_EXTRA = 0.1
"""Guesses, as a share, that burn-in may cost if false replies are harmless: the report gives no figure."""


def _walked(effort: Effort, text: str, rules: str, games: int) -> dict[str, Any]:
    """Average guesses and states of the walk, and processor time per game."""

    def measure() -> dict[str, Any]:
        found = _walk(text, Game.parse(rules), effort.games(games), effort)
        return {
            "average": found.average,
            "error": found.error,
            "spread": float(found.lengths.std()),
            "states": float(found.states.mean()),
            "seconds": found.seconds / len(found.lengths),
            "games": len(found.lengths),
        }

    return dict(effort.figure(f"{text} on {rules}, {games} games", evaluation_command(rules, text, games), measure))


@measured("seconds of evaluate", evaluation_command("p4c6", REPORTED, 2_000))
def _seconds_by_evaluate(effort: Effort) -> float:
    """Processor time per game of `evaluate`, in seconds."""
    games = 2_000
    evaluate("p4c6", [REPORTED], games=20, seed=effort.seed)
    began = time.process_time()
    evaluate("p4c6", [REPORTED], games=games, seed=effort.seed)
    return (time.process_time() - began) / games


def _exponents(effort: Effort) -> list[list[float]]:
    """The power of the number of codes with which the states grow, and its error: small games, larger ones."""

    def measure() -> list[float]:
        walks = (_walk(REPORTED, Game(*size), effort.games(GAMES), effort) for size in GROWTH_SIZES)
        return [float(found.states.mean()) for found in walks]

    states = np.array(effort.figure("states", evaluation_command("p8c8", REPORTED, GAMES), measure))
    codes = np.array([float(Game(*size).size) for size in GROWTH_SIZES])
    small = codes <= SMALL_GAME
    return [list(fit_power(codes[chosen], states[chosen])[:2]) for chosen in (small, ~small)]


def _increases(effort: Effort) -> list[float]:
    """Guesses that 2 to 10 pegs cost with 4 colours, and 2 to 10 colours with 4 pegs."""
    found = {
        rules: _walked(effort, REPORTED, rules, 2 * GAMES)["average"] for rules in ("p2c4", "p10c4", "p4c2", "p4c10")
    }
    return [found["p10c4"] - found["p2c4"], found["p4c10"] - found["p4c2"]]


@measured("candidates left", "codepegs solve p4c6 -s mcmc:burn-in=500 --seed 1")
def _left(effort: Effort) -> list[float]:
    """Candidates left before each of the first guesses, on average."""
    counts = np.zeros(5)
    games = 300
    for number in range(games):
        seed = Seed(effort.seed, number)
        turns = play("p4c6", Secret.draw(Game(4, 6), seed).code, REPORTED, seed=seed).position.turns
        left = Candidates.all("p4c6")
        for place in range(len(counts)):
            counts[place] += len(left) if place <= len(turns) else 1
            left = left.filter(turns[place]) if place < len(turns) else left
    return [float(count) for count in counts / games]


NAMES: dict[str, Any] = {
    "500 suffice": lambda _, averages: averages[1] <= (1 + FEW_EXTRA) * averages[-1],
    "candidates left": _left,
    "codes left": lambda found: (
        "codes left: " + ", ".join(f"{value:,.3g}" if value < 1_000 else f"{value:,.0f}" for value in found)
    ),
    "exponents": _exponents,
    "false replies": lambda effort, *burn_ins: [
        effort.average("p8c8", f"mcmc:burn-in={burn_in}", 500, noise=FALSE) for burn_in in burn_ins
    ],
    "fewer of both": lambda _, walks: all(walks[1][figure] < walks[0][figure] for figure in ("average", "states")),
    "increases": _increases,
    "its average": REPORT_AVERAGE,
    "its average of the picture": PICTURE_AVERAGE,
    "its seconds": REPORT_SECONDS,
    "most in two": lambda _, left: left[2] < 0.1 * left[0],
    "seconds of evaluate": _seconds_by_evaluate,
    "walked": _walked,
    "walks": lambda effort, *walks: [_walked(effort, *walk) for walk in walks],
    "within two errors": lambda theirs, found: all(abs(exponent - theirs) <= 2 * error for exponent, error in found),
}

CLAIMS = claims_of(Path(__file__).with_suffix(".toml"), NAMES)
"""What it is, the claims of its sections, and what is better."""
