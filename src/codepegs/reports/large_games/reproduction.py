"""The large games report: a strategy for small games that makes no mistakes, then binary search for large ones."""

from __future__ import annotations

from codepegs.game import Game
from codepegs.reports.large_games.figures import binary_search
from codepegs.reports.large_games.solver import NO_MISTAKES_BELOW
from codepegs.reports.pages import Effort, Page, heat_map, machine

GAMES = 32
PEGS = range(1, 17)
COLORS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20)


def reproduce(page: Page, effort: Effort) -> None:
    """Its graphs and its running times, for small games and for large ones."""
    page.say(
        "The report has two strategies: for games of fewer than 100,000 codes a random consistent code, for",
        "larger games a binary search. Both are reproduced below. For small games its graph shows averages of",
        "32 games, without numbers",
        f"in the text. Measured on: {machine()}.",
    )
    effort.report("large-games: averages")
    page.heading(f"Average queries, {effort.games(32)} games each, random-consistent")
    averages: dict[tuple[int, int], float] = {}
    slowest = (0.0, "")
    for pegs in PEGS:
        for colors in COLORS[:: 4 if effort.quick else 1]:
            game = Game(pegs, colors)
            if game.size >= NO_MISTAKES_BELOW:
                continue
            effort.step(f"large-games: {game}")
            (result,) = effort.evaluate(game, ["random-consistent"], games=effort.games(GAMES))
            averages[pegs, colors] = result.average
            slowest = max(slowest, (result.seconds_per_game, str(game)))
    heat_map(page, "averages", "Average guesses of random-consistent", averages)
    page.heading("Running time of small games")
    page.say(
        "For up to 6 pegs and colours the report states 5 seconds per game. The slowest game here takes",
        f"{slowest[0] * 1e3:.1f} ms on average ({slowest[1]}).",
    )
    binary_search(page, effort, averages)
