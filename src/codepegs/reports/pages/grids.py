"""Averages against pegs and colours: a table, a heat map, and lines, as several reports show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.experiments import empty_figure, line_style
from codepegs.reports.pages.page import Page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Values = dict[tuple[int, int], float]
"""A number for each (pegs, colours)."""


def heat_map(page: Page, name: str, caption: str, values: Values, digits: int = 2) -> None:
    """A table of `values` by (pegs, colours), and the same as a heat map beside lines."""
    pegs, colors = sorted({key[0] for key in values}), sorted({key[1] for key in values})
    page.table(
        ["pegs \\ colours", *map(str, colors)],
        [(p, *(f"{values[p, c]:.{digits}f}" if (p, c) in values else None for c in colors)) for p in pegs],
    )

    def make() -> Figure:
        figure = empty_figure(7, 8)
        above, below = figure.subplots(2)
        _draw_map(above, pegs, colors, values, digits)
        _draw_lines(below, pegs, colors, values)
        return figure

    page.figure(name, caption, make)


def _draw_map(
    axes: Axes, pegs: list[int], colors: list[int], values: dict[tuple[int, int], float], digits: int
) -> None:
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
    axes.figure.colorbar(image, ax=axes, label="average guesses")


def _draw_lines(axes: Axes, pegs: list[int], colors: list[int], values: Values) -> None:
    for number, p in enumerate(pegs):
        points = [(c, values[p, c]) for c in colors if (p, c) in values]
        axes.plot(*zip(*points, strict=True), label=f"{p} pegs", **line_style(number))
    axes.set(xlabel="colours", ylabel="average guesses")
    axes.legend(fontsize=7, ncols=2)
