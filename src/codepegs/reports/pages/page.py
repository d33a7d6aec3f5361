"""One page of results: Markdown with tables, and pictures beside it."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from codepegs import files
from codepegs.errors import Unavailable
from codepegs.experiments import Evaluation, drawn, empty_figure, evaluate, has_matplotlib
from codepegs.game import Game
from codepegs.reports.pages.measurements import Measurements

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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
        return self.kept.of(call, measure)


@dataclass
class Page:
    """A Markdown page that is put together piece by piece and then written whole."""

    stem: str
    title: str
    lines: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    quick: bool = False
    """Whether the page is made from small samples, from which nothing is concluded."""

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.lines += [f"## {text}", ""]

    def say(self, *sentences: str) -> None:
        """Add a paragraph."""
        self.lines += [" ".join(sentences), ""]

    def conclude(self, *sentences: str) -> None:
        """Add a paragraph about the measured figures of a full run; none on a page made with --quick."""
        if not self.quick:
            self.say(*sentences)

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
        self.lines += [f"![{caption}]({self.stem}-{name}.svg)", ""]

    def moving(self, name: str, caption: str, make: Callable[[], bytes], kind: str = "gif") -> None:
        """Add an animation, a GIF or SVG; none without Pillow."""
        try:
            picture = make()
        except Unavailable:
            return
        self.pictures[f"{self.stem}-{name}.{kind}"] = picture
        self.lines += [f"![{caption}]({self.stem}-{name}.{kind})", ""]

    def write(self, folder: Path) -> Path:
        """Write page and pictures into a folder, which is made; returns the page's path."""
        files.make_folder(folder)
        for name, picture in self.pictures.items():
            files.write_whole(folder / name, picture)
        path = folder / f"{self.stem}.md"
        files.write_whole(path, without_dead_links("\n".join([f"# {self.title}", "", *self.lines]), folder))
        return path


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


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, three digits or more.

    >>> milliseconds(0.0042), milliseconds(1.5)
    ('4.20 ms', '1,500 ms')
    """
    return f"{seconds * 1e3:,.0f} ms" if seconds >= 0.1 else f"{seconds * 1e3:.2f} ms"


def duration(seconds: float) -> str:
    """A time in seconds, or in milliseconds if it is below one second.

    >>> duration(0.0003), duration(0.061), duration(1.5), duration(92.3)
    ('0.30 ms', '61.00 ms', '1.5 s', '92 s')
    """
    if seconds < 1:
        return milliseconds(seconds)
    return f"{seconds:,.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
