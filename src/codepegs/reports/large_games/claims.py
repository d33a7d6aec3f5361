"""What the claims of the large games report measure."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reports.large_games.binary_search import binary_search_average, most_guesses
from codepegs.reports.large_games.figures import beside, growths, overheads, running_times, share_without
from codepegs.reports.large_games.reproduction import small_averages
from codepegs.reports.pages import Effort, claims_of, measured
from codepegs.rng import Seed

STAGE_ONE = ("1442", ["0000:0b0w", "1111:1b0w", "2222:1b0w", "3333:0b0w", "4444:2b0w", "5555:0b0w"])
STAGE_TWO = ("3105", ["1000:1b1w", "0100:2b0w", "0010:0b2w", "0001:1b1w"])
"""Of its examples: the secret, and the queries with their replies, with colours from 0."""


def _replies(secret: str, queries: list[str]) -> list[str]:
    """The queries of an example with the true replies."""
    game = Game(4, 6)
    held = Secret(game, tuple(map(int, secret)))
    asked = [query.partition(":")[0] for query in queries]
    return [f"{code}:{held.reply(tuple(map(int, code)))}" for code in asked]


@measured("examples of stages 1 and 2", "codepegs score 1111 1442")
def _examples(effort: Effort) -> list[list[str]]:
    return [_replies(*STAGE_ONE), _replies(*STAGE_TWO)]


def _large(effort: Effort) -> dict[str, dict[str, float]]:
    return {size: found for size, found in running_times(effort).items() if int(size) >= 100}


@measured("reply without white", "codepegs solve p1000c1000-b --seed 1 --quiet")
def _codemaker(effort: Effort) -> float:
    """The time of a reply without white pegs as a share of that with them, at 1,000 pegs and colours."""
    shortest = []
    for rules in ("p1000c1000-b", "p1000c1000"):
        game = Game.parse(rules)
        held = Secret.draw(game, Seed(effort.seed))
        guesses = [Secret.draw(game, Seed(effort.seed, number)).code for number in range(1, 300)]
        times = []
        for _ in range(5):
            began = time.process_time()
            for guess in guesses:
                held.reply(guess)
            times.append(time.process_time() - began)
        shortest.append(min(times))
    return shortest[0] / shortest[1]


@measured("auto at {size:,}", "codepegs solve p{size}c{size} --seed 1 --quiet")
def _auto(effort: Effort, size: int) -> int:
    """Guesses of the default strategy in one game."""
    return play(Game(size, size), None, "auto", seed=Seed(effort.seed)).guesses


def _overheads(effort: Effort) -> list[float]:
    found = overheads(small_averages(effort)).values()
    return [min(found), max(found)]


NAMES: dict[str, Any] = {
    **{f"by its method at {size:,}": binary_search_average(Game(size, size)) for size in (100, 1_000)},
    "coin weighing": lambda effort: [
        beside(effort, rules, "coin-weighing")["average"] / binary_search_average(Game.parse(rules))
        for rules in ("p100c100", "p1000c1000")
    ],
    "examples": _examples,
    "far below bounds": lambda _, found: all(ours < bound - 0.25 for ours, bound in found),
    "growths": lambda effort: growths(running_times(effort)),
    "guesses of auto": _auto,
    "largest size": lambda effort: max(map(int, running_times(effort))),
    "mostly in the first": lambda _, shares: shares[0] > 0.9,
    "open only": lambda effort: [
        binary_search_average(Game(100, 100)),
        beside(effort, "p100c100", "binary-search:open-only")["average"],
    ],
    "overheads": _overheads,
    "pegs of its example": lambda _: len(STAGE_ONE[0]),
    "printing": lambda effort: [found["per guess, printed"] / found["per guess"] for found in _large(effort).values()],
    "queries of a colour": lambda _: (
        (binary_search_average(Game(100, 1_000)) - binary_search_average(Game(100, 100))) / 900
    ),
    "replies": [STAGE_ONE[1], STAGE_TWO[1]],
    "reply without white": _codemaker,
    "same replies": lambda found: "the same 6 and 4 replies" if found == [STAGE_ONE[1], STAGE_TWO[1]] else str(found),
    "seconds of": lambda effort, size: running_times(effort)[str(size)]["seconds"],
    "shares of the bound": lambda effort: [
        found["guesses"] / most_guesses(Game(int(size), int(size))) for size, found in _large(effort).items()
    ],
    "within bounds": lambda _, found: all(ours <= bound for ours, bound in found),
    "without stage 2": lambda effort, *games: [share_without(Game.parse(rules)) for rules in games],
}

CLAIMS = claims_of(Path(__file__).with_suffix(".toml"), NAMES)
"""What it is, the claims of its sections, and what is better."""
