"""Fifth document, so far the yardsticks around it: N. Blair and others (2018), "Mastering MasterMind with MCMCs"."""

from __future__ import annotations

from codepegs.game import Game
from codepegs.lab.evaluate import evaluate
from codepegs.lab.reproduce.grids import heat_map
from codepegs.lab.reproduce.page import Effort, Page, machine

GAMES = 200
PEGS = range(2, 8)
COLORS = range(2, 11)
MOST_CODES = 3_000_000


def reproduce(page: Page, effort: Effort) -> None:
    """What exhaustive play makes of the games in its figures 4.1 to 4.3."""
    page.say(
        "The document walks at random among codes until one fits, and asks that: on average 4.687 guesses at 4",
        "pegs and 6 colours (10,000 games, 0.03 s each). Its walk ends at a code that fits, so a player that",
        "draws such a code uniformly is its natural yardstick, and information over all guesses the better one",
        f"beside it. Here: {machine()}.",
    )
    effort.tell("fifth document: the board game")
    page.heading("The board game")
    rows: list[tuple[object, ...]] = [("document: MCMC", 4.687, None, None)]
    games = effort.games(10_000)
    for strategy in ("random-consistent", "entropy", "entropy:first=best", "max-parts"):
        effort.step(f"fifth document: {strategy} on p4c6")
        drawn = games if strategy == "random-consistent" else None
        (found,) = evaluate("p4c6", [strategy], games=drawn, seed=effort.seed, workers=effort.workers)
        error = "" if found.standard_error is None else f" ± {found.standard_error:.4f}"
        rows.append((strategy, f"{found.average:.4f}{error}", found.depth, " ".join(map(str, found.histogram))))
    rows.append(("best possible, Koyama and Lai 1993", "4.3403", None, None))
    page.table(["strategy", "average", "worst", "games won with 1, 2, 3 … guesses"], rows)
    for strategy, name in (("random-consistent", "random"), ("entropy:candidates-only", "entropy")):
        effort.tell(f"fifth document: {strategy}")
        page.heading(f"Figures 4.2 and 4.3 with {strategy}")
        averages = {}
        for pegs in PEGS:
            for colors in COLORS:
                game = Game(pegs, colors)
                if game.size > (5_000 if effort.quick else MOST_CODES):
                    continue
                effort.step(f"fifth document: {strategy} on {game}")
                drawn = effort.games(GAMES) if strategy == "random-consistent" else None
                (found,) = evaluate(
                    game, [strategy], games=drawn, every=drawn is None, seed=effort.seed, workers=effort.workers
                )
                averages[pegs, colors] = found.average
        heat_map(page, name, f"Average guesses of {strategy}", averages)
    page.say(
        "As the document finds, pegs cost far more guesses than colours: the average grows about linearly with the",
        "pegs and slower with the colours. Random-consistent: 200 games each; entropy over candidates: every secret.",
    )
