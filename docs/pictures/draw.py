"""Draw the pictures of the documentation: `python docs/pictures/draw.py`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

from codepegs.analysis import least_by_information
from codepegs.experiments import empty_figure, line_style, save_as
from codepegs.game import Game, board_svg
from codepegs.match import play
from codepegs.render import Picture, film
from codepegs.strategies import build_tree
from codepegs.trees.formats import FORMATS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERE = Path(__file__).parent
AVERAGES = HERE.parent / "results" / "averages.csv"
DRAWN_FROM = 8
"""The pegs of the smallest game in the picture of growth."""


def headline() -> str:
    """A game of the parallel Knuth report: 10 colours, 4 holes, first guess 1111, secret 8765, Knuth's minimax."""
    played = play(Game(4, 10), "8765", "minimax:first=1111")
    title = "codepegs solve p4c10 8765 -s minimax --first 1111"
    return board_svg(played.game, played.position.turns, notes=played.notes, title=title)


def tree() -> str:
    """The picture that `codepegs tree export p4c6 -s minimax -o tree.svg` writes."""
    return FORMATS["svg"].text_of(build_tree("p4c6", "minimax"))


def fish() -> tuple[bytes, str]:
    """The game of `codepegs solve --picture fish -s growing-list --seed 1 -o fish.gif`, and its frames for the page."""
    picture = Picture.load("fish")
    game = film(picture, "growing-list", seed=1)
    example = {
        "width": picture.width,
        "height": picture.height,
        "palette": picture.hex_palette,
        "frames": ["".join(map(str, step.belief.chances.argmax(axis=1).tolist())) for step in game.steps],
    }
    return game.encode(), json.dumps(example, indent=1)


def averages(strategy: str) -> list[tuple[int, float]]:
    """The pegs and average guesses of the measured games with as many colours as pegs."""
    found = []
    for row in csv.DictReader(AVERAGES.read_text(encoding="utf-8").splitlines()):
        game = Game.parse(row["game"])
        is_plain = row["view"] == "black and white" and not row["noise"]
        if row["strategy"] == strategy and is_plain and game.repeats and game.pegs == game.colors >= DRAWN_FROM:
            found.append((game.pegs, float(row["adjusted_average"] or row["average"])))
    return sorted(found)


def growth() -> Figure:
    """Guesses for each peg in games with as many colours as pegs, by strategy, and the lower bound."""
    figure = empty_figure(8.0, 4.0)
    axes = figure.subplots()
    lengths = {
        "binary-search": averages("binary-search"),
        "coin-weighing": averages("coin-weighing"),
        "streaming": averages("streaming"),
        "sampling": averages("sampling"),
        "lower bound": [(pegs, least_by_information(Game(pegs, pegs))) for pegs in BOUNDED],
    }
    for number, (name, points) in enumerate(lengths.items()):
        pegs, guesses = zip(*points, strict=True)
        style = {"color": "black", "linestyle": ":"} if name == "lower bound" else line_style(number)
        axes.plot(pegs, [each / n for n, each in zip(pegs, guesses, strict=True)], label=name, **style)
    axes.set_xscale("log")
    axes.set_yscale("log", base=2)
    axes.set_yticks([0.5, 1, 2, 4, 8, 16], ["0.5", "1", "2", "4", "8", "16"])
    axes.set_xticks([10, 100, 1_000, 10_000], ["10", "100", "1,000", "10,000"])
    axes.minorticks_off()
    axes.set_xlabel("pegs, and colours")
    axes.set_ylabel("average guesses per peg")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    return figure


BOUNDED = (8, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""The pegs at which the lower bound is drawn."""


if __name__ == "__main__":
    save_as(growth(), HERE / "growth.svg")
    (HERE / "headline.svg").write_text(headline() + "\n", encoding="utf-8")
    (HERE / "tree.svg").write_text(tree(), encoding="utf-8")
    gif, example = fish()
    (HERE / "fish.gif").write_bytes(gif)
    (HERE.parents[1] / "web" / "src" / "pictures" / "example.json").write_text(example + "\n", encoding="utf-8")
