"""Large games: queries and time a game of `streaming`, beside a splitting of one colour after the other."""

from __future__ import annotations

import math
import time

import numpy as np

from bench.measure import table, title
from codepegs.codebreakers.registry import STRATEGIES
from codepegs.driver import play
from codepegs.game import Game
from codepegs.seeds import Seed

SQUARES = ((20, 100), (50, 100), (100, 100), (200, 10), (500, 3), (1000, 3))
"""Pegs, which are as many as colours, and how many games."""
OTHERS = ((100, 10, 30), (1000, 10, 3), (100, 50, 30), (100, 1000, 30), (45, 3, 100), (64, 4, 100))
BASELINE = "binary-search"


def measure(strategy: str, rules: Game, number: int) -> tuple[list[int], float, float]:
    """Queries of each of some games with secrets drawn by seed, seconds a game, and seconds of CPU time a game."""
    play(rules, None, strategy, seed=Seed(0, number), turns=3)  # compiled, and tables made
    began, spent = time.perf_counter(), time.process_time()
    played = [play(rules, None, strategy, seed=Seed(0, game)) for game in range(number)]
    assert all(one.solved for one in played)
    seconds, spent = time.perf_counter() - began, time.process_time() - spent
    return [one.guesses for one in played], seconds / number, spent / number


def run() -> None:
    """Squares and how queries grow with them, then other shapes."""
    title("Large games: secrets drawn by seed, one thread")
    strategies = ["streaming"] + [BASELINE] * (BASELINE in STRATEGIES)
    for strategy in strategies:
        rows, means = [], []
        for pegs, colors, number in [(pegs, pegs, number) for pegs, number in SQUARES] + list(OTHERS):
            rules = Game(pegs, colors)
            if STRATEGIES[strategy].refuses(rules):
                continue
            found, seconds, spent = measure(strategy, rules, number)
            mean = float(np.mean(found))
            error = float(np.std(found) / math.sqrt(max(1, number - 1)))
            bits = pegs * math.log2(colors) / mean
            rows.append(
                (
                    f"p{pegs}c{colors}",
                    number,
                    f"{mean:.1f} ± {error:.1f}",
                    max(found),
                    f"{bits:.2f}",
                    f"{seconds:.3f} s",
                    f"{spent:.3f} s",
                )
            )
            if pegs == colors:
                means.append((pegs, mean))
        print(f"\n{strategy}\n")
        table(["game", "games", "queries", "most", "bits a query", "time a game", "CPU time"], rows)
        sizes, queries = np.log(np.array(means)).T
        print(f"\nqueries grow as the pegs to the power of {np.polyfit(sizes, queries, 1)[0]:.3f} from 20 to 1,000")
