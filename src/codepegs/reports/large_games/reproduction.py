"""The large games report: a strategy for small games that makes no mistakes, then binary search for large ones."""

from __future__ import annotations

from codepegs.experiments import Evaluation
from codepegs.game import Game
from codepegs.reports.large_games.figures import TEXTS, binary_search
from codepegs.reports.large_games.solver import NO_MISTAKES_BELOW
from codepegs.reports.pages import Effort, Page, Values, grid_of, heat_map, measured

GAMES = 32
PEGS = range(1, 17)
COLORS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20)


def reproduce(page: Page, effort: Effort) -> None:
    """Its graphs and its running times, for small games and for large ones."""
    page.tell(TEXTS["intro"])
    effort.report("large-games: averages")
    page.heading(f"Average queries, {effort.games(GAMES)} games each, random-consistent")
    averages = small_averages(effort)
    heat_map(page, "averages", "Average guesses of random-consistent", averages)
    page.heading("Running time of small games")
    seconds, slowest = slowest_small_game(effort)
    page.tell(TEXTS["small games"], seconds=seconds * 1e3, game=slowest)
    binary_search(page, effort, averages)


def _small(effort: Effort) -> list[Game]:
    games = [Game(pegs, colors) for pegs in PEGS for colors in COLORS[:: 4 if effort.quick else 1]]
    return [game for game in games if game.size < NO_MISTAKES_BELOW]


def small_averages(effort: Effort) -> Values:
    """Averages of random-consistent in small games."""
    command = "codepegs evaluate p4c6 -s random-consistent --games 32 --seed 1"
    return grid_of(
        effort,
        "averages of random-consistent",
        command,
        [(game.pegs, game.colors) for game in _small(effort)],
        lambda game: _sampled(effort, game).average,
    )


@measured("slowest game of random-consistent", "codepegs evaluate p4c15 -s random-consistent --games 32 --seed 1")
def slowest_small_game(effort: Effort) -> tuple[float, str]:
    """The longest seconds per game of random-consistent, and the game."""
    return max((_sampled(effort, game).seconds_per_game, str(game)) for game in _small(effort))


def _sampled(effort: Effort, game: Game) -> Evaluation:
    return effort.evaluate(game, ["random-consistent"], games=effort.games(GAMES))[0]
