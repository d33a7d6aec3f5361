"""One page of results: Markdown with tables and pictures, how figures are measured, kept and said."""

from __future__ import annotations

import math
import platform
import re
import string
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import signature
from pathlib import Path
from timeit import repeat
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from codepegs import files
from codepegs.errors import BadInput, Unavailable
from codepegs.experiments import (
    ANSWERS,
    ON_BRIGHT,
    ON_DARK,
    Evaluation,
    drawn,
    empty_figure,
    evaluate,
    has_matplotlib,
    line_style,
)
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


Found = TypeVar("Found")


class Measured(msgspec.Struct, frozen=True):
    """A figure of a page, and how it was measured."""

    command: str
    seed: int
    machine: str
    value: Any
    """What JSON can hold: numbers, texts, lists, and objects by name."""


class _Kept(msgspec.Struct, frozen=True):
    """The result of one call."""

    key: str
    found: msgspec.Raw


class Measurements:
    """Results by key, in a file of one JSON object per line, of which those that cannot be read are ignored."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path  # None if they are kept in memory only
        self._found: dict[str, msgspec.Raw] = {}
        for line in files.read_bytes(path).splitlines() if path is not None and path.is_file() else ():
            try:
                kept = msgspec.json.decode(line, type=_Kept)
            except msgspec.DecodeError:
                continue
            self._found[kept.key] = kept.found.copy()

    def get(self, key: str, kind: type[Found]) -> Found | None:
        """Return a result; None if the file does not have it, or from a version whose results had other names."""
        try:
            return msgspec.json.decode(self._found[key], type=kind) if key in self._found else None
        except msgspec.ValidationError:
            return None

    def all(self, kind: type[Found]) -> list[Found]:
        """Return all results."""
        return [msgspec.json.decode(found, type=kind) for found in self._found.values()]

    def put(self, key: str, found: object) -> None:
        """Keep a result."""
        self._found[key] = msgspec.Raw(msgspec.json.encode(found))
        if self.path is None:
            return
        lines = [msgspec.json.encode(_Kept(*item)) for item in self._found.items()]
        files.make_folder(self.path.parent)
        files.write_whole(self.path, b"\n".join(lines) + b"\n")

    def of(self, key: str, measure: Callable[[], Found], kind: type[Found]) -> Found:
        """Return a result; it is measured if the file does not have it."""
        found = self.get(key, kind)
        if found is None:
            found = measure()
            self.put(key, found)
        return found

    def remove(self) -> None:
        """Remove the file, wherever it was written."""
        if self.path is None:
            return
        for path in filter(None, {self.path, files.written_to(self.path)}):
            with suppress(OSError):
                path.unlink()


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, three digits or more."""
    return f"{seconds * 1e3:,.0f} ms" if seconds >= 0.1 else f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    """A time in seconds, or in milliseconds if it is below one second."""
    if seconds < 1:
        return milliseconds(seconds)
    return f"{seconds:,.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def sample(value: Any, digits: int = 2, sign: str = "") -> str:
    """An average of `Effort.average` with its error, or a figure of the report."""
    if not isinstance(value, dict):
        return f"{value:{sign}g}"
    if not value["error"]:
        return f"{value['average']:{sign}.4f}"
    return f"{value['average']:{sign}.{digits}f} ± {value['error']:.{digits}f}"


class _Words(string.Formatter):
    """Formats figures by the specifications above; those of several are separated by commas."""

    def format_field(self, value: Any, spec: str) -> str:
        if value is None:
            return ""
        if isinstance(value, list | tuple):
            return ", ".join(self.format_field(one, spec) for one in value)
        if spec in {"duration", "ms"}:
            return duration(value) if spec == "duration" else milliseconds(value)
        if spec == "share":
            return f"{100 * value:.3g} %"
        if spec.lstrip("+").startswith("sample"):
            sign, _, digits = spec.partition("sample.")
            return sample(value, int(digits), sign)
        if "|" in spec:
            one, several = spec.split("|")
            return one if value == 1 else several
        number, blank, unit = spec.partition(" ")
        return f"{value:{number}}{blank}{unit}"


def in_words(form: str, figure: Any) -> str:
    """Return a figure in words: `{}` is all of it, `{0}` the first of several, `{depth}` one of a record."""
    several = figure if isinstance(figure, Sequence) and not isinstance(figure, str) and "{0" in form else [figure]
    return _Words().vformat(form, several, figure if isinstance(figure, Mapping) else {})


class NotStored(BadInput):
    """A figure that is neither stored nor to be measured."""


QUICK_CODES = 40_000
"""Codes of the largest games of which every secret is played with `--quick`."""


@dataclass(frozen=True)
class Effort:
    """How much work a reproduction may take, and the callbacks that report its progress."""

    workers: int = 1
    seed: int = 1
    quick: bool = False
    """Small samples, for a look or a test; the page says so."""
    report: Callable[[str], None] = lambda message: None
    """Called with the name of each part of a page before it is measured."""
    step: Callable[[str], None] = lambda message: None
    """Called with each measurement in it."""
    kept: Measurements | None = None
    """Measurements of an earlier, interrupted run; new ones are added."""
    stored: Measurements | None = None
    """Figures of the pages and their claims, which are kept for good; new ones are added."""
    measures: bool = True
    """Whether a figure that is not stored is measured; otherwise it is an error."""

    @property
    def threads(self) -> int:
        """Threads of measurements in parallel."""
        return max(2, self.workers)

    def games(self, wanted: int) -> int:
        """How many games to play where `wanted` are due."""
        return min(wanted, 5) if self.quick else wanted

    def rounds(self, wanted: int) -> int:
        """How often to repeat a measurement where `wanted` times are due."""
        return min(wanted, 3) if self.quick else wanted

    def evaluate(
        self,
        game: Game | str,
        strategies: Sequence[str],
        *,
        games: int | Literal["all"] | None = None,
        noise: float = 0.0,
        workers: int | None = None,
    ) -> list[Evaluation]:
        """Compare strategies as `codepegs.evaluate` does, or return what an interrupted run measured."""
        workers = self.workers if workers is None else workers

        def measure() -> list[Evaluation]:
            return evaluate(game, strategies, games=games, seed=self.seed, workers=workers, noise=noise)

        if self.kept is None:
            return measure()
        call = f"{game} {' '.join(strategies)} games={games} seed={self.seed} noise={noise} {workers}"
        return self.kept.of(f"{ANSWERS} {call}", measure, list[Evaluation])

    def figure(self, name: str, command: str, measure: Callable[[], Any]) -> Any:
        """Return a figure as JSON holds it: the stored one if it is of the same command and seed, else a new one."""
        stored = None if self.stored is None else self.stored.get(name, Measured)
        if stored is not None and (stored.command, stored.seed) == (command, self.seed):
            return stored.value
        if not self.measures:
            raise NotStored.because("figure_not_stored", name=name, command=command, seed=self.seed)
        self.step(name)
        value = msgspec.json.decode(msgspec.json.encode(measure()))
        if self.stored is not None:
            self.stored.put(name, Measured(command, self.seed, machine(), value))
        return value

    def average(
        self, game: Game | str, strategy: str, games: int | Literal["all"] | None = None, *, noise: float = 0.0
    ) -> dict[str, Any]:
        """The average of a strategy by `evaluate`, its standard error, the spread of the games and the longest."""
        wanted = self.games(games) if isinstance(games, int) else games
        if self.quick and not isinstance(games, int) and Game.of(game).size > QUICK_CODES:
            wanted = self.games(100)

        def measure() -> dict[str, Any]:
            (found,) = self.evaluate(game, [strategy], games=wanted, noise=noise)
            return {
                "average": found.average,
                "error": found.standard_error or 0.0,
                "spread": spread(found.histogram),
                "depth": found.longest_game,
                "games": found.games,
                "exhaustive": found.exhaustive,
                "histogram": found.histogram,
            }

        command = evaluation_command(game, strategy, games, noise)
        return dict(self.figure(command.removeprefix("codepegs "), command, measure))

    def seconds(self, game: Game | str, strategy: str, games: int) -> float:
        """Processor time of a single game, in seconds: the mean of some games, the shortest of three rounds."""
        game = Game.of(game)

        def play_all(seeds: Sequence[Seed]) -> None:
            for seed in seeds:
                play(game, Secret.draw(game, seed).code, strategy, seed=seed)

        def measure() -> float:
            seeds = [Seed(self.seed, number) for number in range(self.games(games))]
            play(game, None, strategy, seed=Seed(self.seed, 10**6))  # so that no time has that of getting ready in it
            return shortest(partial(play_all, seeds), 3) / len(seeds)

        command = f"codepegs solve {game} -s {strategy} --workers 1"
        return float(self.figure(f"seconds {game} {strategy}", command, measure))


def shortest(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """The seconds that some work takes, the shortest of some rounds."""
    return min(repeat(work, timer=clock, repeat=rounds, number=1))


Measure = TypeVar("Measure", bound=Callable[..., Any])


def measured(name: str, command: str) -> Callable[[Measure], Measure]:
    """Declare that a function measures a figure, see `Effort.figure`; name and command are formats of its arguments."""

    def declare(measure: Measure) -> Measure:
        @wraps(measure)
        def figure(effort: Effort, *given: Any) -> Any:
            values = signature(measure).bind(effort, *given).arguments
            return effort.figure(name.format(**values), command.format(**values), partial(measure, effort, *given))

        return cast("Measure", figure)

    return declare


FULL = "(full) "
"""The beginning of a paragraph about measured figures, from which nothing follows on a page made with --quick."""


def texts_of(path: Path) -> dict[str, str]:
    """Read the texts of a report's page: each has a name, on a line in brackets, and then what is on the page.

    That are headings, paragraphs of one line each, and at most one table: its headings, and the form of a row. Values
    and their forms are those of `in_words`.
    """
    found = {}
    for part in files.read_text(path).split("\n\n[")[1:]:
        name, _, text = part.partition("]\n\n")
        found[name] = text.rstrip()
    return found


def stated_of(module: str) -> dict[str, Any]:
    """Read what is stated of a report, in the file beside a module of its own."""
    stated: dict[str, Any] = msgspec.toml.decode(files.read_bytes(Path(module).with_name("report.toml")))
    return stated


def tables_of(module: str) -> dict[str, Any]:
    """The tables of a report, from the same file."""
    found: dict[str, Any] = stated_of(module)["tables"]
    return found


@dataclass
class Page:
    """A Markdown page that is put together piece by piece and then written whole."""

    stem: str
    title: str
    texts: Mapping[str, str] = field(default_factory=dict)
    """Its texts by name, from `texts_of`."""
    lines: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    quick: bool = False
    """Whether the page is made from small samples, from which nothing is concluded."""
    lead: str = ""
    """The name of the picture above the details."""
    head: list[str] = field(default_factory=list)
    """Lines above that picture."""
    claims: list[str] = field(default_factory=list)
    """Lines between that picture and the details."""
    _lead: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.lines += [f"## {text}", ""]

    def say(self, paragraph: str) -> None:
        """Add a paragraph."""
        self.lines += [paragraph, ""]

    def tell(self, name: str, rows: Iterable[Mapping[str, Any] | Sequence[Any]] = (), /, **values: Any) -> None:
        """Add one of its texts with values in it, and rows in its table; what begins with `FULL` only in a full run."""
        for part in self.texts[name].split("\n\n"):
            if part.startswith("## "):
                self.heading(in_words(part.removeprefix("## "), values))
            elif part.startswith("| "):
                headings, form = (line.strip("| ").split(" | ") for line in part.split("\n"))
                self.table([in_words(heading, values) for heading in headings], [_cells(form, row) for row in rows])
            elif not (self.quick and part.startswith(FULL)):
                self.say(in_words(part.removeprefix(FULL), values))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Add a table; None is an empty cell."""
        self.lines += [*markdown_table(headings, rows), ""]

    def picture(self, name: str, caption: str, draw: Callable[[Axes], None]) -> None:
        """Add a picture of one set of axes; none without matplotlib."""

        def make() -> Figure:
            figure = empty_figure(7, 4)
            draw(figure.subplots())
            return figure

        self.figure(name, caption, make)

    def figure(self, name: str, caption: str, make: Callable[[], Figure]) -> None:
        """Add a figure; none without matplotlib."""
        if not has_matplotlib():
            return
        self.pictures[f"{self.stem}-{name}.svg"] = drawn(make(), "svg")
        self._show(name, f"![{caption}]({self.stem}-{name}.svg)")

    def moving(self, name: str, caption: str, make: Callable[[], bytes], kind: str = "gif") -> None:
        """Add an animation, a GIF or SVG; none without Pillow."""
        try:
            picture = make()
        except Unavailable:
            return
        self.pictures[f"{self.stem}-{name}.{kind}"] = picture
        self._show(name, f"![{caption}]({self.stem}-{name}.{kind})")

    def _show(self, name: str, link: str) -> None:
        into = self._lead if name == self.lead else self.lines
        into += [link, ""]

    def write(self, folder: Path) -> Path:
        """Write page and pictures into a folder, which is made; returns the page's path."""
        files.make_folder(folder)
        for name, picture in self.pictures.items():
            files.write_whole(folder / name, picture)
        path = folder / f"{self.stem}.md"
        lines = [f"# {self.title}", "", *self.head, *self._lead, *self.claims, *self.lines]
        files.write_whole(path, without_dead_links("\n".join(lines), folder))
        return path


def _cells(form: Sequence[str], row: Mapping[str, Any] | Sequence[Any]) -> list[str]:
    """The cells of a row: each form takes all of a record, or its own of several values."""
    values = [row] * len(form) if isinstance(row, Mapping) else row
    return [in_words(cell, value) for cell, value in zip(form, values, strict=True)]


def spread(histogram: Sequence[int]) -> float:
    """Return the standard deviation of the length of a game."""
    lengths = np.arange(1, len(histogram) + 1)
    counts = np.array(histogram, dtype=np.float64)
    mean = float(counts @ lengths / counts.sum())
    return math.sqrt(float(counts @ (lengths - mean) ** 2 / counts.sum()))


def fit_power(sizes: ArrayLike, values: ArrayLike) -> tuple[float, float, float]:
    """Exponent, its standard error, and factor of the power law nearest to the points, least squares of logarithms."""
    across, up = np.log(sizes), np.log(values)
    slope, height = np.polyfit(across, up, 1)
    rest = up - (slope * across + height)
    spread = ((across - across.mean()) ** 2).sum()
    error = math.sqrt(float(rest @ rest) / max(1, len(rest) - 2) / float(spread))
    return float(slope), error, math.exp(float(height))


def evaluation_command(
    game: Game | str, strategy: str, games: int | Literal["all"] | None = None, noise: float = 0.0
) -> str:
    """The command that evaluates a strategy."""
    parts = [f"codepegs evaluate {game} -s {strategy}"]
    parts += [] if games is None else [f"--games {games}"]
    parts += [f"--noise {noise:g}"] if noise else []
    return " ".join([*parts, "--seed 1"] if isinstance(games, int) or noise else parts)


def without_dead_links(text: str, folder: Path) -> str:
    """The text with links to pages of the documentation, where these are not beside the folder, as plain words."""
    return re.sub(
        r"\[([^\]]*)\]\((\.\./[^)#]*)[^)]*\)",
        lambda link: link[0] if (folder / link[2]).exists() else link[1],
        text,
    )


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """The lines of a Markdown table, columns aligned."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in [headings, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]

    def line(row: Sequence[str]) -> str:
        return f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |"

    heading, *others = map(line, cells)
    rule = f"|{'|'.join('-' * (width + 2) for width in widths)}|"
    return [heading, rule, *others]


def machine() -> str:
    """Return the processor and the system, as far as known."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = f"{lines[0].partition(':')[2].strip()}, {len(lines)} cores" if lines else name
    return f"{name}; Python {platform.python_version()} on {platform.system()}"


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


def grid_lines(page: Page, name: str, caption: str, values: Values) -> None:
    """Lines of `values` against colours and against pegs."""

    def make() -> Figure:
        figure = empty_figure(10, 4)
        left, right = figure.subplots(1, 2)
        _draw_both(left, right, values)
        return figure

    page.figure(name, caption, make)


def heat_map(page: Page, name: str, caption: str, values: Values, digits: int = 2) -> None:
    """A heat map of `values` with the numbers in it, above lines; a table without matplotlib."""
    if not has_matplotlib():
        grid_table(page, values, digits)
        return

    def make() -> Figure:
        figure = empty_figure(8, 8)
        axes = figure.subplot_mosaic([["map", "map"], ["colours", "pegs"]])
        _draw_map(axes["map"], values, digits)
        _draw_both(axes["colours"], axes["pegs"], values)
        return figure

    page.figure(name, caption, make)


def _sides(values: Values) -> tuple[list[int], list[int]]:
    return sorted({pegs for pegs, _ in values}), sorted({colors for _, colors in values})


def _draw_map(axes: Axes, values: Values, digits: int) -> None:
    pegs, colors = _sides(values)
    grid = np.full((len(pegs), len(colors)), np.nan)
    for (p, c), value in values.items():
        grid[pegs.index(p), colors.index(c)] = value
    image: Any = axes.imshow(grid, origin="lower", cmap="cividis", aspect="auto")
    middle = (np.nanmin(grid) + np.nanmax(grid)) / 2
    for (row, column), value in np.ndenumerate(grid):
        if not np.isnan(value):
            ink = ON_DARK if value < middle else ON_BRIGHT
            axes.text(column, row, f"{value:.{min(digits, 1)}f}", ha="center", va="center", color=ink, fontsize=7)
    axes.set(
        xticks=range(len(colors)), xticklabels=colors, yticks=range(len(pegs)), yticklabels=pegs,
        xlabel="colours", ylabel="pegs",
    )  # fmt: skip
    axes.figure.colorbar(image, ax=axes, label="average guesses")


def _draw_both(left: Axes, right: Axes, values: Values) -> None:
    """Lines against colours and against pegs."""
    _draw_lines(left, values, "colours", "average guesses")
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
