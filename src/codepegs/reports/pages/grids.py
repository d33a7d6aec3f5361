"""Numbers against pegs and colours, as several reports show them: each grid once, as a table or as a heat map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.experiments import empty_figure, has_matplotlib, line_style
from codepegs.game import Game
from codepegs.reports.pages.page import Effort, Page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Values = dict[tuple[int, int], float]
"""A number for each (pegs, colours)."""


def grid_of(
    effort: Effort, name: str, command: str, at: Iterable[tuple[int, int]], measure: Callable[[Game], float]
) -> Values:
    """A number for each game: the stored grid, or a new one."""

    def measure_all() -> dict[str, float]:
        found = {}
        for game in (Game(*size) for size in at):
            effort.step(f"{name}: {game}")
            found[str(game)] = measure(game)
        return found

    found = effort.figure(name, command, measure_all)
    games = {Game.parse(rules): value for rules, value in found.items()}
    return {(game.pegs, game.colors): value for game, value in games.items()}


def grid_table(page: Page, values: Values, digits: int = 2) -> None:
    """A table of `values` by pegs and colours."""
    pegs, colors = _sides(values)
    page.table(
        ["pegs \\ colours", *map(str, colors)],
        [(p, *(f"{values[p, c]:.{digits}f}" if (p, c) in values else None for c in colors)) for p in pegs],
    )


def grid_lines(page: Page, name: str, caption: str, values: Values, measure: str = "average guesses") -> None:
    """Lines of `values` against colours and against pegs."""

    def make() -> Figure:
        figure = empty_figure(10, 4)
        left, right = figure.subplots(1, 2)
        _draw_both(left, right, values, measure)
        return figure

    page.figure(name, caption, make)


def heat_map(
    page: Page, name: str, caption: str, values: Values, digits: int = 2, measure: str = "average guesses"
) -> None:
    """A heat map of `values` with the numbers in it, above lines; a table without matplotlib."""
    if not has_matplotlib():
        grid_table(page, values, digits)
        return

    def make() -> Figure:
        figure = empty_figure(8, 8)
        axes = figure.subplot_mosaic([["map", "map"], ["colours", "pegs"]])
        _draw_map(axes["map"], values, digits, measure)
        _draw_both(axes["colours"], axes["pegs"], values, measure)
        return figure

    page.figure(name, caption, make)


def _sides(values: Values) -> tuple[list[int], list[int]]:
    return sorted({pegs for pegs, _ in values}), sorted({colors for _, colors in values})


def _draw_map(axes: Axes, values: Values, digits: int, measure: str) -> None:
    pegs, colors = _sides(values)
    grid = np.full((len(pegs), len(colors)), np.nan)
    for (p, c), value in values.items():
        grid[pegs.index(p), colors.index(c)] = value
    image: Any = axes.imshow(grid, origin="lower", cmap="cividis", aspect="auto")
    middle = (np.nanmin(grid) + np.nanmax(grid)) / 2
    for (row, column), value in np.ndenumerate(grid):
        if not np.isnan(value):
            ink = "white" if value < middle else "black"
            axes.text(column, row, f"{value:.{min(digits, 1)}f}", ha="center", va="center", color=ink, fontsize=7)
    axes.set(
        xticks=range(len(colors)), xticklabels=colors, yticks=range(len(pegs)), yticklabels=pegs,
        xlabel="colours", ylabel="pegs",
    )  # fmt: skip
    axes.figure.colorbar(image, ax=axes, label=measure)


def _draw_both(left: Axes, right: Axes, values: Values, measure: str) -> None:
    """Lines against colours and against pegs."""
    _draw_lines(left, values, "colours", measure)
    _draw_lines(right, {(c, p): value for (p, c), value in values.items()}, "pegs", "")


def _draw_lines(axes: Axes, values: Values, across: str, measure: str) -> None:
    """Lines against the second number of each pair, one for each first number of several points."""
    lines, places = _sides(values)
    other = "colours" if across == "pegs" else "pegs"
    several = [line for line in lines if sum(key[0] == line for key in values) > 1]
    for number, line in enumerate(several):
        points = [(place, values[line, place]) for place in places if (line, place) in values]
        axes.plot(*zip(*points, strict=True), label=f"{line} {other}", **line_style(number))
    axes.set(xlabel=across, ylabel=measure)
    axes.set_xticks(places, map(str, places), fontsize=7)
    axes.legend(fontsize=6, ncols=2)
