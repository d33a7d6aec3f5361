"""Draw the pictures of the documentation: `python docs/pictures/draw.py`."""

from __future__ import annotations

import json
from pathlib import Path

from codepegs.analysis import belief_of
from codepegs.game import Game, board_svg
from codepegs.match import PlayedTurn, play
from codepegs.render import Animation, Picture, Step
from codepegs.strategies import Codebreaker

HERE = Path(__file__).parent


def headline() -> str:
    """A game of the parallel Knuth report: 10 colours, 4 holes, first guess 1111, secret 8765, Knuth's minimax."""
    played = play(Game(4, 10), "8765", "minimax:first=1111")
    title = "codepegs solve p4c10 8765 -s minimax --first 1111"
    return board_svg(played.game, played.position.turns, notes=played.notes, title=title)


def fish() -> tuple[bytes, str]:
    """The game of `codepegs image fish -s growing-list --seed 1 -o fish.gif`, and its pictures for the page."""
    picture = Picture.load("fish")
    steps: list[Step] = []
    playing: list[Codebreaker] = []

    def on_turn(number: int, turn: PlayedTurn) -> None:
        steps.append(Step(number, turn, belief_of(playing[0])))

    played = play(picture.game, picture.code, "growing-list", seed=1, on_turn=on_turn, on_start=playing.append)
    example = {
        "width": picture.width,
        "height": picture.height,
        "palette": picture.hex_palette,
        "frames": ["".join(map(str, step.belief.best)) for step in steps],
    }
    return Animation(picture, steps, played).encode(), json.dumps(example, indent=1)


if __name__ == "__main__":
    (HERE / "headline.svg").write_text(headline() + "\n", encoding="utf-8")
    gif, example = fish()
    (HERE / "fish.gif").write_bytes(gif)
    (HERE.parents[1] / "web" / "src" / "pictures" / "example.json").write_text(example + "\n", encoding="utf-8")
