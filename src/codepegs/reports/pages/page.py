"""One page of results: Markdown with tables, and pictures beside it."""

from __future__ import annotations

import math
import platform
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar, cast

import msgspec
import numpy as np

from codepegs import files
from codepegs.errors import Unavailable
from codepegs.experiments import ANSWERS, Evaluation, drawn, empty_figure, evaluate, has_matplotlib
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reports.pages.measurements import Measured, Measurements
from codepegs.reports.pages.words import in_words
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class NotStored(LookupError):
    """A figure that is neither stored nor to be measured."""


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

    def games(self, wanted: int) -> int:
        """How many games to play where `wanted` are due."""
        return min(wanted, 5) if self.quick else wanted

    def evaluate(
        self,
        game: Game | str,
        strategies: Sequence[str],
        *,
        games: int | Literal["all"] | None = None,
        noise: float = 0.0,
        workers: int | None = None,
        fresh: bool = False,
    ) -> list[Evaluation]:
        """Compare strategies as `codepegs.evaluate` does, or return what an interrupted run measured."""
        threads = self.workers if workers is None else workers

        def measure() -> list[Evaluation]:
            return evaluate(
                game, strategies, games=games, seed=self.seed, workers=threads, noise=noise, fresh=fresh
            )  # fmt: skip

        if self.kept is None:
            return measure()
        call = f"{game} {' '.join(strategies)} games={games} seed={self.seed} noise={noise} {threads} {fresh}"
        return self.kept.of(f"{ANSWERS} {call}", measure, list[Evaluation])

    def figure(self, name: str, command: str, measure: Callable[[], Any]) -> Any:
        """Return a figure as JSON holds it: the stored one if it is of the same command and seed, else a new one."""
        stored = None if self.stored is None else self.stored.get(name, Measured)
        if stored is not None and (stored.command, stored.seed) == (command, self.seed):
            return stored.value
        if not self.measures:
            raise NotStored(f"no figure {name!r} of {command!r} with seed {self.seed} is stored")
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

        def measure() -> dict[str, Any]:
            (found,) = self.evaluate(game, [strategy], games=wanted, noise=noise)
            return {
                "average": found.average,
                "error": found.standard_error or 0.0,
                "spread": spread(found.histogram),
                "depth": found.depth,
                "games": found.games,
                "exhaustive": found.exhaustive,
                "histogram": found.histogram,
            }

        command = evaluation_command(game, strategy, games, noise)
        return dict(self.figure(command.removeprefix("codepegs "), command, measure))

    def seconds(self, game: Game | str, strategy: str, games: int) -> float:
        """Processor time of a single game, in seconds: the mean of some games, the shortest of three rounds."""
        game = Game.of(game)

        def measure() -> float:
            seeds = [Seed(self.seed, number) for number in range(self.games(games))]
            play(game, None, strategy, seed=Seed(self.seed, 10**6))  # so that no time has that of getting ready in it
            rounds = []
            for _ in range(3):
                began = time.process_time()
                for seed in seeds:
                    play(game, Secret.draw(game, seed).code, strategy, seed=seed)
                rounds.append((time.process_time() - began) / len(seeds))
            return min(rounds)

        command = f"codepegs solve {game} -s {strategy} --workers 1"
        return float(self.figure(f"seconds {game} {strategy}", command, measure))


Rest = ParamSpec("Rest")
Found = TypeVar("Found")
Measure = Callable[Concatenate[Effort, Rest], Found]


def measured(name: str, command: str) -> Callable[[Measure[Rest, Found]], Measure[Rest, Found]]:
    """Declare that a function measures a figure, see `Effort.figure`; name and command are formats of its arguments."""

    def declare(measure: Measure[Rest, Found]) -> Measure[Rest, Found]:
        parameters = signature(measure)

        @wraps(measure)
        def figure(effort: Effort, *given: Rest.args, **named: Rest.kwargs) -> Found:
            values = parameters.bind(effort, *given, **named).arguments
            found: Found = effort.figure(
                name.format(**values), command.format(**values), lambda: measure(effort, *given, **named)
            )
            return found

        return cast("Measure[Rest, Found]", figure)

    return declare


FULL = "(full) "
"""The beginning of a paragraph about measured figures, from which nothing follows on a page made with --quick."""


def texts_of(path: Path) -> dict[str, str]:
    """Read the texts of a report's page: each has a name, on a line in brackets, and paragraphs of one line each."""
    found = {}
    for part in files.read_text(path).split("\n\n[")[1:]:
        name, _, text = part.partition("]\n\n")
        found[name] = text.rstrip()
    return found


@dataclass
class Page:
    """A Markdown page that is put together piece by piece and then written whole."""

    stem: str
    title: str
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

    def say(self, *sentences: str) -> None:
        """Add a paragraph, or several if it is long."""
        for paragraph in paragraphs(" ".join(sentences)):
            self.lines += [paragraph, ""]

    def tell(self, text: str, **values: Any) -> None:
        """Add a text of `texts_of`, with values in it; a paragraph that begins with `FULL` only in a full run."""
        for paragraph in text.split("\n\n"):
            if not (self.quick and paragraph.startswith(FULL)):
                self.say(in_words(paragraph.removeprefix(FULL), values))

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
        files.write_whole(path, without_dead_links("\n".join(self._all_lines()), folder))
        return path

    def _all_lines(self) -> list[str]:
        return [f"# {self.title}", "", *self.head, *self._lead, *self.claims, *self.lines]


MOST_WORDS = 80
"""Words of the longest paragraph."""


def paragraphs(text: str) -> list[str]:
    """A text as paragraphs of at most `MOST_WORDS` words, divided between sentences into parts of about equal length.

    >>> [len(part.split()) for part in paragraphs("One two three. " * 40)]
    [60, 60]
    """
    sentences = re.split(r"(?<=[.]) (?=[A-Z`])", text.strip())
    wanted = math.ceil(len(text.split()) / MOST_WORDS)
    most = math.ceil(len(text.split()) / wanted) if wanted else 0
    parts: list[str] = []
    for sentence in sentences:
        together = f"{parts[-1]} {sentence}" if parts else sentence
        fits = len(together.split()) <= (most if len(parts) < wanted else MOST_WORDS)
        parts[-1:] = [together] if parts and fits else [*parts[-1:], sentence]
    return parts


def spread(histogram: Sequence[int]) -> float:
    """Return the standard deviation of the length of a game.

    >>> spread((0, 2, 0, 2))
    1.0
    """
    lengths = np.arange(1, len(histogram) + 1)
    counts = np.array(histogram, dtype=np.float64)
    mean = float(counts @ lengths / counts.sum())
    return math.sqrt(float(counts @ (lengths - mean) ** 2 / counts.sum()))


def evaluation_command(
    game: Game | str, strategy: str, games: int | Literal["all"] | None = None, noise: float = 0.0
) -> str:
    """The command that evaluates a strategy.

    >>> evaluation_command("p5c8", "mcmc", 400)
    'codepegs evaluate p5c8 -s mcmc --games 400 --seed 1'
    """
    parts = [f"codepegs evaluate {game} -s {strategy}"]
    parts += [] if games is None else [f"--games {games}"]
    parts += [f"--noise {noise:g}"] if noise else []
    return " ".join([*parts, "--seed 1"] if isinstance(games, int) or noise else parts)


def without_dead_links(text: str, folder: Path) -> str:
    """The text with links to pages of the documentation, where these are not beside the folder, as plain words.

    >>> without_dead_links("See [reply views](../reply-views.md#white).", Path("no such folder"))
    'See reply views.'
    """
    return re.sub(
        r"\[([^\]]*)\]\((\.\./[^)#]*)[^)]*\)",
        lambda link: link[0] if (folder / link[2]).exists() else link[1],
        text,
    )


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """The lines of a Markdown table, columns aligned.

    >>> print("\\n".join(markdown_table(["pegs", "average"], [[4, "4.4151"], [5, None]])))
    | pegs | average |
    |------|---------|
    | 4    | 4.4151  |
    | 5    |         |
    """
    cells = [["" if cell is None else str(cell) for cell in row] for row in [headings, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def machine() -> str:
    """Return the processor and the system, as far as known."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = f"{lines[0].partition(':')[2].strip()}, {len(lines)} cores" if lines else name
    return f"{name}; Python {platform.python_version()} on {platform.system()}"
