"""Plots of a sweep, from its summaries, and what all plots share: empty figures, accessible colours and files."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs import files
from codepegs.errors import BadInput, Unavailable
from codepegs.experiments.store import Summary
from codepegs.game import Game

if TYPE_CHECKING:
    from matplotlib.figure import Figure


PANEL_WIDTH, PANEL_HEIGHT = 4.8, 3.8
"""Inches of one of several panels."""


def draw_sweep(summaries: Iterable[Summary], folder: Path | str) -> list[Path]:
    """Draw all plots of the complete tasks of a sweep, as SVG and PNG; of equal ones, that with most games."""
    best: dict[tuple[str, str], Summary] = {}
    for summary in summaries:
        key = (summary.rules, summary.label)
        if summary.complete and summary.average is not None and (key not in best or best[key].games < summary.games):
            best[key] = summary
    chosen = list(best.values())
    if not chosen:
        return []
    files = save(bars_of_averages(chosen), folder, "averages")
    families: dict[str, list[Summary]] = {}  # of games that differ only in pegs and colours
    for summary in chosen:
        variant = re.sub(r"^p\d+c\d+", "", summary.rules).strip("-")
        families.setdefault(f"-{variant}" if variant else "", []).append(summary)
    for variant, family in families.items():
        if len({summary.rules for summary in family}) > 1:
            files += save(heat_map(family), folder, f"averages-heat{variant}")
            files += save(lines_of_averages(family), folder, f"averages-lines{variant}")
    for rules in dict.fromkeys(summary.rules for summary in chosen):
        lengths = {summary.label: summary.histogram for summary in chosen if summary.rules == rules}
        name = re.sub(r'[/\\:*?"<>|]+', "-", rules)  # of a list or table, with its folder
        files += save(histogram(rules, lengths), folder, f"lengths-{name}")
    return files + save(times(chosen), folder, "times")


def heat_map(summaries: Sequence[Summary]) -> Figure:
    """Average guesses by pegs and colours, one panel per strategy, with a common scale."""
    games = {summary.rules: Game.parse(summary.rules) for summary in summaries}
    pegs = sorted({game.pegs for game in games.values()})
    colors = sorted({game.colors for game in games.values()})
    averages = [_average(summary) for summary in summaries]
    least, most = min(averages), max(averages)
    figure, panels = _panels([summary.label for summary in summaries])
    for strategy, axes in panels.items():
        grid = [[math.nan] * len(colors) for _ in pegs]
        for summary in summaries:
            if summary.label == strategy:
                game = games[summary.rules]
                row, column = pegs.index(game.pegs), colors.index(game.colors)
                grid[row][column] = _average(summary)
                bright = least == most or (_average(summary) - least) / (most - least) > 0.5
                axes.text(
                    column,
                    row,
                    f"{_average(summary):.3f}",
                    ha="center",
                    va="center",
                    color=ON_BRIGHT if bright else ON_DARK,
                )
        image = axes.imshow(grid, cmap="cividis", vmin=least, vmax=most, aspect="auto", origin="lower")
        axes.set(xlabel="colours", ylabel="pegs", title=strategy)
        axes.set_xticks(range(len(colors)), map(str, colors))
        axes.set_yticks(range(len(pegs)), map(str, pegs))
    figure.colorbar(image, ax=list(panels.values()), label="average guesses")
    return figure


def lines_of_averages(summaries: Sequence[Summary]) -> Figure:
    """Plot averages against colours, one line for each number of pegs, one panel for each strategy."""
    figure, panels = _panels([summary.label for summary in summaries])
    games = [Game.parse(summary.rules) for summary in summaries]
    all_pegs, all_colors = sorted({game.pegs for game in games}), sorted({game.colors for game in games})
    for strategy, axes in panels.items():
        for number, pegs in enumerate(all_pegs):
            points = sorted(
                (game.colors, _average(summary), summary.standard_error or 0)
                for summary in summaries
                if summary.label == strategy and (game := Game.parse(summary.rules)).pegs == pegs
            )
            if points:
                across, up, errors = zip(*points, strict=True)
                axes.errorbar(across, up, yerr=errors, capsize=3, label=f"{pegs} pegs", **line_style(number))
        axes.set(xlabel="colours", ylabel="average guesses", title=strategy)
        axes.set_xticks(all_colors)
        axes.grid(alpha=0.3)
        axes.legend()
    return figure


def bars_of_averages(summaries: Sequence[Summary]) -> Figure:
    """Average guesses as bars, strategies side by side at each game; lines on them are standard errors."""
    strategies = list(dict.fromkeys(summary.label for summary in summaries))
    rules = list(dict.fromkeys(summary.rules for summary in summaries))
    figure = empty_figure(8.0, 1.6 + 0.28 * len(rules) * (len(strategies) + 1))
    axes = figure.subplots()
    thick = 1 / (len(strategies) + 1)
    for number, strategy in enumerate(strategies):
        played = [summary for summary in summaries if summary.label == strategy]
        heights = [rules.index(summary.rules) + (number - (len(strategies) - 1) / 2) * thick for summary in played]
        drawn = axes.barh(
            heights,
            [_average(summary) for summary in played],
            thick,
            xerr=[summary.standard_error or 0 for summary in played],
            label=strategy,
            **bar_style(number),
        )
        axes.bar_label(drawn, [f"{_average(summary):.3f}" for summary in played], padding=3, fontsize=8)
    axes.set_yticks(range(len(rules)), rules)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.set(xlabel="average guesses")
    figure.legend(loc="outside upper center", ncols=min(3, len(strategies)))
    return figure


def histogram(title: str, lengths: Mapping[str, Sequence[int]]) -> Figure:
    """Plot the share of games that took 1, 2, 3 … guesses, strategies side by side."""
    figure = empty_figure(8.0, 4.5)
    axes = figure.subplots()
    thick = 1 / (len(lengths) + 1)
    for number, (strategy, counts) in enumerate(lengths.items()):
        shares = [100 * count / max(1, sum(counts)) for count in counts]
        places = [length + (number - (len(lengths) - 1) / 2) * thick for length in range(1, len(counts) + 1)]
        axes.bar(places, shares, thick, label=strategy, **bar_style(number))
    axes.set(xlabel="guesses", ylabel="% of the games", title=title)
    axes.set_xticks(range(1, max(map(len, lengths.values())) + 1))
    axes.legend()
    return figure


def times(summaries: Sequence[Summary]) -> Figure:
    """Plot seconds per game against the number of codes, one line for each strategy, both logarithmic."""
    figure = empty_figure(8.0, 4.5)
    axes = figure.subplots()
    strategies = list(dict.fromkeys(summary.label for summary in summaries))
    for number, strategy in enumerate(strategies):
        points = sorted(
            (math.log10(Game.parse(summary.rules).size), summary.seconds_per_game)
            for summary in summaries
            if summary.label == strategy and summary.seconds_per_game
        )
        axes.plot([size for size, _ in points], [time for _, time in points], label=strategy, **line_style(number))
    axes.set(yscale="log", xlabel="codes of the game (powers of ten)", ylabel="seconds per game, on one core")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _average(summary: Summary) -> float:
    assert summary.average is not None
    return summary.average


def _panels(strategies: Iterable[str]) -> tuple[Figure, dict[str, Any]]:
    """A panel for each strategy, at most three side by side."""
    names = list(dict.fromkeys(strategies))
    columns = min(3, len(names))
    rows = math.ceil(len(names) / columns)
    figure = empty_figure(PANEL_WIDTH * columns, PANEL_HEIGHT * rows)
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True).flat
    for axes in grid[len(names) :]:
        axes.remove()
    return figure, dict(zip(names, grid[: len(names)], strict=True))


COLORS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000", "#999999")
"""Okabe and Ito's palette, made to be distinguished with any colour vision."""

MARKERS = "osD^vP*X"
HATCHES = ("", "//", "\\\\", "..", "xx", "--", "oo", "++")
"""Markers and hatchings, for prints without colour."""

ON_BRIGHT, ON_DARK = "#010101", "#fefefe"
"""Text on a heat map, whose colours are the same on a dark page; black and white would be exchanged there."""

KINDS = ("svg", "png", "pdf")

DARK = "@media (prefers-color-scheme: dark) {" + "".join(
    # Text in black has no style of its own, and the colour of a hatched bar is an attribute.
    ["svg, [fill='#000000'] {fill: #e6edf3}"]
    + [
        f'[style*="{paint}: {usual}"] {{{paint}: {dark} !important}}'
        for paint in ("fill", "stroke")
        for usual, dark in (("#000000", "#e6edf3"), ("#ffffff", "#131416"))
    ]
    + ["}"]
)
"""Style of SVG files: on a dark page, what is black is light, and what is white as dark as the page."""


def empty_figure(width: float, height: float) -> Figure:
    """Create an empty figure, which needs no display."""
    need_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def has_matplotlib() -> bool:
    """Return whether Matplotlib is installed, so that plots can be drawn."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def need_matplotlib() -> None:
    """Check that Matplotlib is installed."""
    if not has_matplotlib():
        raise Unavailable.without("lab", "plots_need_matplotlib")


def line_style(number: int) -> dict[str, Any]:
    """Return the style of a line."""
    style = {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}
    return style if number < len(COLORS) else {**style, "linestyle": "--"}


def bar_style(number: int) -> dict[str, Any]:
    """Return the style of a group of bars."""
    return {
        "color": COLORS[number % len(COLORS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
        "ecolor": "black",
    }


def save_as(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file, completely or not at all, in the format of its name."""
    kind = Path(path).suffix.lstrip(".").lower()
    if kind not in KINDS:
        raise BadInput.because("no_picture_format", name=kind, choice=", ".join(KINDS))
    files.write_whole(path, drawn(figure, kind))


def drawn(figure: Figure, kind: str) -> bytes:
    """Encode a figure as the content of a file, without a date, so that equal figures are equal bytes.

    An SVG has no background, and is light on a dark page.
    """
    import matplotlib as mpl

    out = io.BytesIO()
    dated = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "codepegs"}):
        metadata = {dated: None} if dated else None
        figure.savefig(out, format=kind, dpi=150, metadata=metadata, transparent=kind == "svg")
    content = out.getvalue()
    return content.replace(b"</style>", f"{DARK}</style>".encode(), 1) if kind == "svg" else content


def save(figure: Figure, folder: Path | str, name: str) -> list[Path]:
    """Write a figure as SVG and PNG."""
    paths = [Path(folder) / f"{name}.{kind}" for kind in ("svg", "png")]
    files.make_folder(folder)
    for path in paths:
        save_as(figure, path)
    return paths
