"""Large games: queries and time a game of `streaming`, beside a splitting of one colour after the other."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from bench.measure import OUT, table, title
from codepegs.experiments import empty_figure, line_style, save
from codepegs.game import Game
from codepegs.match import play
from codepegs.rng import Seed
from codepegs.strategies import STRATEGIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SQUARES = ((20, 100), (50, 100), (100, 100), (200, 30), (500, 10), (1000, 10))
"""Pegs, which are as many as colours, and how many games."""
OTHERS = (
    *((100, 10, 30), (1000, 10, 10), (100, 50, 30), (100, 1000, 30)),
    *((20, 1000, 30), (100, 3000, 10), (45, 3, 100), (64, 4, 100)),
)
BASELINE = "binary-search"


def measure(strategy: str, rules: Game, number: int) -> tuple[list[int], float, float]:
    """Queries of each of some games with secrets drawn by seed, seconds per game, and seconds of CPU time per game."""
    play(rules, None, strategy, seed=Seed(0, number), turns=3)  # compiled, and tables made
    began, spent = time.perf_counter(), time.process_time()
    played = [play(rules, None, strategy, seed=Seed(0, game)) for game in range(number)]
    assert all(one.solved for one in played)
    seconds, spent = time.perf_counter() - began, time.process_time() - spent
    return [one.guesses for one in played], seconds / number, spent / number


def run() -> None:
    """Squares and how queries grow with them, then other shapes."""
    title("Large games: secrets drawn by seed, one thread")
    grown: dict[str, list[tuple[int, float, float]]] = {}
    for strategy in ("streaming", BASELINE):
        rows, means = [], grown.setdefault(strategy, [])
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
                means.append((pegs, mean, spent))
        print(f"\n{strategy}\n")
        table(["game", "games", "queries", "most", "bits a query", "time a game", "CPU time"], rows)
        print(
            f"\nfrom 20 to 1,000 pegs queries grow as the pegs to the power of {exponent(means, 1):.3f}, "
            f"CPU time to that of {exponent(means, 2):.2f}"
        )
    print(f"\n{BASELINE} by streaming\n")
    pairs = zip(grown[BASELINE], grown["streaming"], strict=True)
    table(
        ["pegs", "queries", "CPU time"],
        [(pegs, f"{slow / fast:.2f}", f"{long / short:.3f}") for (pegs, slow, long), (_, fast, short) in pairs],
    )
    OUT.mkdir(exist_ok=True)
    print(f"\nPlots: {', '.join(map(str, save(growth(grown), OUT, 'large-growth')))}")


def exponent(means: Sequence[tuple[int, float, float]], column: int) -> float:
    """The power of the pegs that a column grows as: the slope of a straight line through the logarithms."""
    logs = np.log(np.array(means))
    return float(np.polyfit(logs[:, 0], logs[:, column], 1)[0])


def growth(grown: Mapping[str, Sequence[tuple[int, float, float]]]) -> Figure:
    """Queries and CPU time by pegs, a line a strategy."""
    figure = empty_figure(9.0, 4.0)
    panels = figure.subplots(1, 2)
    for column, (axes, what) in enumerate(zip(panels, ("queries per game", "CPU seconds per game"), strict=True), 1):
        for number, (strategy, means) in enumerate(grown.items()):
            label = f"{strategy}: pegs to the power of {exponent(means, column):.2f}"
            axes.plot([row[0] for row in means], [row[column] for row in means], label=label, **line_style(number))
        axes.set(xscale="log", yscale="log", xlabel="pegs, as many as colours", ylabel=what)
        axes.grid(alpha=0.3)
        axes.legend()
    return figure
