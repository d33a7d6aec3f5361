"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from codepegs.experiments import Evaluation, line_style
from codepegs.game import Game
from codepegs.reports.pages import (
    Effort,
    Page,
    Values,
    grid_lines,
    grid_of,
    grid_table,
    measured,
    milliseconds,
)
from codepegs.reports.two_part_solver.figures import TEXTS, genetic, large_games, whole_solver
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


def _small(effort: Effort) -> list[tuple[int, int]]:
    most = 10_000 if effort.quick else SIMPLIFIED_MOST
    return [(p, c) for p in SIZES for c in SIZES if c**p <= most]


def averages_of_25(effort: Effort) -> Values:
    """Averages of the first algorithm over 25 games, as the report has them."""
    command = "codepegs evaluate p4c6 -s simplified-minimax --games 25 --seed 1"
    return grid_of(
        effort,
        "averages of 25 games",
        command,
        _small(effort),
        lambda game: effort.evaluate(game, ["simplified-minimax"], games=GAMES, workers=1)[0].average,
    )


def exact_averages(effort: Effort) -> Values:
    """Averages of the first algorithm over every secret."""
    command = "codepegs evaluate p4c6 -s simplified-minimax --games all"
    return grid_of(
        effort, "averages over every secret", command, _small(effort), lambda game: _every(game, effort).average
    )


def worst_games(effort: Effort) -> Values:
    """Guesses of the first algorithm's worst game over every secret."""
    command = "codepegs evaluate p4c6 -s simplified-minimax --games all"
    return grid_of(
        effort, "worst game over every secret", command, _small(effort), lambda game: _every(game, effort).depth
    )


def first_algorithm(page: Page, effort: Effort) -> None:
    """The averages of its first algorithm, and its claim about 17 million codes."""
    page.tell(TEXTS["intro"])
    effort.report("two-part-solver: averages")
    sampled, exact = averages_of_25(effort), exact_averages(effort)
    page.heading("The first algorithm: averages over every secret")
    grid_table(page, exact, digits=3)
    grid_lines(page, "averages", "Average over every secret, simplified-minimax", exact)
    off = max(sampled, key=lambda at: abs(sampled[at] - exact[at]))
    page.tell(
        TEXTS["averages"],
        games=GAMES,
        most=abs(sampled[off] - exact[off]),
        game=Game(*off),
        sampled=sampled[off],
    )
    page.heading("The first algorithm: worst game over every secret")
    grid_table(page, worst_games(effort), digits=0)
    page.heading("Seventeen million codes in under 14 attempts")
    largest = Game(6, 6) if effort.quick else Game(8, 8)
    effort.report(f"two-part-solver: {largest}, every secret")
    histogram, seconds = seventeen_million(effort)
    average = sum(length * count for length, count in enumerate(histogram, 1)) / largest.size
    verdict = "true" if len(histogram) < 14 else f"true of nearly all secrets, but some need {len(histogram)}"
    page.tell(
        TEXTS["seventeen million"],
        game=largest,
        codes=largest.size,
        average=average,
        longest=len(histogram),
        histogram=" ".join(f"{count:,}" for count in histogram),
        verdict=verdict + (f" (its game is p8c8, not {largest})." if page.quick else "."),
        seconds=seconds,
        microseconds=seconds / largest.size * 1e6,
    )


def seventeen_million(effort: Effort) -> tuple[list[int], float]:
    """Secrets of p8c8 found with 1, 2, 3 … guesses by the first algorithm, and the seconds of all games."""
    game = Game(6, 6) if effort.quick else Game(8, 8)

    def measure() -> list[Any]:
        every = _every(game, effort)
        return [every.histogram, every.seconds]

    command = f"codepegs evaluate {game} -s small-then-colour-first:until=16777216 --games all"
    histogram, seconds = effort.figure(f"every secret of {game}", command, measure)
    return histogram, seconds


COMPARED = ("simplified-minimax", "brute-force")
"""Its first algorithm, and the first of its methods for large games."""


def both_methods(page: Page, effort: Effort) -> None:
    """Its graphs of attempts and time against the size of the game, both algorithms side by side."""
    page.heading("The first algorithm and brute force side by side")
    found = side_by_side(effort)
    sizes = [Game.parse(rules).pegs for rules in found]
    rows = [
        (
            rules,
            *(f"{average:.1f} ± {error:.1f}" for average, error, _ in pair.values()),
            *(milliseconds(seconds) for *_, seconds in pair.values()),
        )
        for rules, pair in found.items()
    ]
    page.table(
        ["game", *(f"`{name}`, guesses" for name in COMPARED), *(f"`{name}`, time per game" for name in COMPARED)], rows
    )

    def guesses(axes: Axes) -> None:
        for number, name in enumerate(COMPARED):
            axes.plot(sizes, [pair[name][0] for pair in found.values()], label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="average guesses", ylim=(0, None))
        axes.legend()

    def times(axes: Axes) -> None:
        for number, name in enumerate(COMPARED):
            seconds = [pair[name][2] * 1e3 for pair in found.values()]
            axes.plot(sizes, seconds, label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="milliseconds per game", yscale="log")
        axes.legend()

    page.picture("both", "Average guesses of both", guesses)
    page.picture("times", "Time per game of both", times)
    first, brute = found[str(Game(sizes[-1], sizes[-1]))].values()
    page.tell(TEXTS["both"], games=GAMES, size=sizes[-1], first=first, brute=brute)


@measured("both side by side", "codepegs evaluate p7c7 -s simplified-minimax -s brute-force --games 25 --seed 1")
def side_by_side(effort: Effort) -> dict[str, dict[str, list[float]]]:
    """Average, its error and the seconds per game of both algorithms, by game."""
    found: dict[str, dict[str, list[float]]] = {}
    for size in SIZES:
        if size**size > (10_000 if effort.quick else SIMPLIFIED_MOST):
            break
        game = Game(size, size)
        effort.step(f"two-part-solver: both on {game}")
        both = [effort.evaluate(game, [name], games=effort.games(GAMES), workers=1)[0] for name in COMPARED]
        found[str(game)] = {
            name: [result.average, result.standard_error or 0.0, result.seconds_per_game]
            for name, result in zip(COMPARED, both, strict=True)
        }
    return found


def _every(game: Game, effort: Effort) -> Evaluation:
    strategy = f"first-consistent:first={second_and_third(game)},backwards"
    (found,) = effort.evaluate(game, [strategy], games="all")
    return found
