"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.experiments import Evaluation, line_style
from codepegs.game import Game
from codepegs.reports.pages import Effort, Page, Values, duration, heat_map, machine, milliseconds
from codepegs.reports.two_part_solver.figures import genetic, large_games, whole_solver
from codepegs.reports.two_part_solver.solver import SIMPLIFIED_MOST, second_and_third

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAMES = 25
SIZES = range(2, 9)


def reproduce(page: Page, effort: Effort) -> None:
    """Its first algorithm, its two methods for large games, both together, and the better way it names."""
    first_algorithm(page, effort)
    effort.report("two-part-solver: both methods")
    both_methods(page, effort)
    effort.report("two-part-solver: large games")
    large_games(page, effort)
    effort.report("two-part-solver: the whole solver")
    whole_solver(page, effort)
    effort.report("two-part-solver: the genetic algorithm")
    genetic(page, effort)


def first_algorithm(page: Page, effort: Effort) -> None:
    """The averages of its first algorithm, and its claim about 17 million codes."""
    page.conclude(
        "The report's solver has two parts, one for small and one for large games. Most of its claims hold;",
        "14 attempts do not suffice for all codes of p8c8. The first part plays half-and-half first, then the",
        "lowest consistent code. Its program reads codes from the last peg, because it writes numbers in base",
        "k backwards. The report calls the first part a simplified minimax. Its graphs show averages of 25 games,",
        f"without numbers in the text. Measured on: {machine()}.",
    )
    effort.report("two-part-solver: averages")
    sampled: Values = {}
    exact: Values = {}
    worst: Values = {}
    for pegs in SIZES:
        for colors in SIZES:
            game = Game(pegs, colors)
            if game.size > (10_000 if effort.quick else SIMPLIFIED_MOST):
                continue
            effort.step(f"two-part-solver: {game}")
            everything = _every(game, effort)
            (drawn,) = effort.evaluate(game, ["simplified-minimax"], games=GAMES, workers=1)
            sampled[pegs, colors] = drawn.average
            exact[pegs, colors] = everything.average
            worst[pegs, colors] = everything.depth
    page.heading("Averages of 25 games, simplified-minimax")
    heat_map(page, "averages", "Average of 25 games", sampled)
    page.heading("Averages over every secret")
    heat_map(page, "exact", "Average over every secret", exact, digits=3)
    page.heading("Worst game over every secret")
    heat_map(page, "worst", "Most guesses any secret needs", worst, digits=0)
    page.heading("Seventeen million codes in under 14 attempts")
    largest = Game(6, 6) if effort.quick else Game(8, 8)
    effort.report(f"two-part-solver: {largest}, every secret")
    every = _every(largest, effort)
    shown = " ".join(f"{count:,}" for count in every.histogram)
    page.say(
        f"On {largest}, {largest.size:,} codes, the algorithm needs {every.average:.3f} guesses on average and",
        f"{every.depth} at most, over every secret; secrets found with 1, 2, 3 … guesses: {shown}.",
        "The report claims under 14 attempts every time: "
        + ("true" if every.depth < 14 else f"true of nearly all secrets, but some need {every.depth}")
        + (f" (its game is p8c8, not {largest})." if page.quick else "."),
        f"All games together took {duration(every.seconds)}, {every.seconds / largest.size * 1e6:.1f} microseconds per",
        "game. The report uses the algorithm up to 8^7 codes, where its program took 10 seconds per game.",
    )


COMPARED = ("simplified-minimax", "brute-force")
"""Its first algorithm, and the first of its methods for large games."""


def both_methods(page: Page, effort: Effort) -> None:
    """Its graphs of attempts and time against the size of the game, both algorithms side by side."""
    page.heading("The first algorithm and brute force side by side")
    sizes = [size for size in SIZES if size**size <= (10_000 if effort.quick else SIMPLIFIED_MOST)]
    found: dict[str, list[Evaluation]] = {name: [] for name in COMPARED}
    for size in sizes:
        for name in COMPARED:
            effort.step(f"two-part-solver: {name} on {Game(size, size)}")
            found[name] += effort.evaluate(Game(size, size), [name], games=effort.games(GAMES), workers=1)
    rows = [
        (
            str(Game(size, size)),
            *(f"{result.average:.1f} ± {result.standard_error or 0:.1f}" for result in pair),
            *(milliseconds(result.seconds_per_game) for result in pair),
        )
        for size, *pair in zip(sizes, *found.values(), strict=True)
    ]
    page.table(
        ["game", *(f"`{name}`, guesses" for name in COMPARED), *(f"`{name}`, time per game" for name in COMPARED)], rows
    )

    def guesses(axes: Axes) -> None:
        for number, (name, results) in enumerate(found.items()):
            axes.plot(sizes, [result.average for result in results], label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="average guesses", ylim=(0, None))
        axes.legend()

    def times(axes: Axes) -> None:
        for number, (name, results) in enumerate(found.items()):
            seconds = [result.seconds_per_game * 1e3 for result in results]
            axes.plot(sizes, seconds, label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="milliseconds per game", yscale="log")
        axes.legend()

    page.picture("both", "Average guesses of both", guesses)
    page.picture("times", "Time per game of both", times)
    first, second = (results[-1] for results in found.values())
    page.conclude(
        f"{first.games} games each. At {sizes[-1]} pegs and colours the first algorithm needs",
        f"{first.average:.1f} guesses and {milliseconds(first.seconds_per_game)} per game, brute force",
        f"{second.average:.1f} and {milliseconds(second.seconds_per_game)}: the first lists all codes, whose number",
        "grows exponentially with the pegs, and the second lists none.",
    )


def _every(game: Game, effort: Effort) -> Evaluation:
    strategy = f"first-consistent:first={second_and_third(game)},backwards"
    (found,) = effort.evaluate(game, [strategy], games="all")
    return found
