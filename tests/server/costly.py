"""Legal requests that cost much, for each endpoint."""

from __future__ import annotations

import random
from typing import Any

from codepegs.game import CANONICAL, Game
from codepegs.match import Secret
from codepegs.rng import Seed

Costly = tuple[str, dict[str, Any]]


def turns(rules: str, count: int, rng: random.Random) -> str:
    """A position some turns into a game, by random guesses at a random secret."""
    game = Game.parse(rules)
    secret = Secret.draw(game, Seed(rng.randrange(1 << 30)))
    guesses = [Secret.draw(game, Seed(rng.randrange(1 << 30))).code for _ in range(count)]
    return " ".join([rules, *(f"{CANONICAL.format(game, guess)}:{secret.reply(guess)}" for guess in guesses)])


KNOWN: list[Costly] = [
    ("coach", {"position": "p4c16" + " 1122:1b0w" * 8}),
    ("coach", {"position": "p4c13" + " 1122:1b0w" * 4}),
    ("coach", {"position": "p4c6" + " 1122:1b0w" * 380}),
    ("suggest", {"position": "p15c4" + " 112233441122334:5b4w" * 8}),
    ("suggest", {"position": "p8c12" + " 11223344:2b1w" * 8}),
    ("suggest", {"position": "p5c8 11223:1b1w", "noise": "lying:20"}),
    ("suggest", {"position": "p7c9 1122334:1b1w", "strategy": "entropy"}),
    ("suggest_stream", {"position": "p10c12 1122334455:2b1w"}),
    ("candidates", {"position": "p8c10 12345678:2b2w", "limit": 1_000}),
    ("explain", {"position": "p6c11" + " 112233:0b1w 445566:0b0w 778899:0b0w 1A2B3A:3b1w" * 3}),
    ("move", {"position": "p8c8", "strategy": "minimax"}),
    ("move", {"position": "p12c12 112233445566:2b3w", "strategy": "sampling:samples=20000,steps=1000000"}),
    ("solve", {"rules": "p20c20", "seed": 1}),
    ("solve", {"rules": "p10000c10000", "seed": 1}),
    ("evaluate", {"rules": "p8c12", "strategies": ["auto"], "games": 100}),
    ("evaluate", {"rules": "p6c9", "strategies": ["minimax"], "games": 300}),
    ("image", {"drawing": "fish", "size": "30x30", "seed": 1}),
    ("svg", {"position": "p60c60" + f" {','.join(['1'] * 60)}:5b3w" * 200, "notes": ["x" * 200] * 200}),
    ("score", {"rules": "p10000c10000", "secret": ",".join(["1"] * 10_000), "guess": ",".join(["2"] * 10_000)}),
    ("reply", {"rules": "p10000c10000", "seed": 1, "guess": ",".join(["1"] * 10_000)}),
    ("reveal", {"rules": "p10000c10000", "seed": 1}),
    ("tree_node", {"name": "gallery:p4c8", "path": ["1b0w"]}),
    ("strategies", {"rules": "p8c12"}),
    ("trees", {}),
    ("drawings", {}),
    ("presets", {}),
]
"""The costliest that are known."""

RULES = (
    "p4c16",
    "p5c8",
    "p5c12",
    "p6c9",
    "p7c8",
    "p8c12",
    "p10c4",
    "p15c4",
    "p12c12",
    "p20c20",
    "p4c10n",
    "p6c9-b",
    "p7c7-t",
)
STRATEGIES = ("auto", "auto", "entropy", "minimax", "sampling", "bayes", "mcmc", "growing-list")


def drawn(count: int, seed: int) -> list[Costly]:
    """Random requests about large positions."""
    rng = random.Random(seed)
    found: list[Costly] = []
    for _ in range(count):
        rules = rng.choice(RULES)
        task = rng.choice(["coach", "suggest", "suggest_stream", "candidates", "explain", "move", "solve", "evaluate"])
        position = turns(rules, rng.choice([1, 2, 4, 8, 30]), rng)
        if task == "solve":
            body = {"rules": rules, "seed": rng.randrange(100), "noise": rng.choice([0.0, 0.1])}
        elif task == "evaluate":
            body = {"rules": rules, "strategies": [rng.choice(STRATEGIES)], "games": 50}
        else:
            body = {"position": position}
        if task in ("coach", "suggest", "suggest_stream", "move", "solve"):
            body["strategy"] = rng.choice(STRATEGIES)
        if task in ("suggest", "suggest_stream", "candidates", "move"):
            body["noise"] = rng.choice([None, None, 0.1, "lying:3"])
        found.append((task, body))
    return found
