"""Draw the pictures of the documentation: `python docs/pictures/draw.py`."""

from __future__ import annotations

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


def fish() -> bytes:
    """The game of `codepegs image fish -s growing-list --seed 1 -o fish.gif`."""
    picture = Picture.load("fish")
    steps: list[Step] = []
    playing: list[Codebreaker] = []

    def on_turn(number: int, turn: PlayedTurn) -> None:
        steps.append(Step(number, turn, belief_of(playing[0])))

    played = play(picture.game, picture.code, "growing-list", seed=1, on_turn=on_turn, on_start=playing.append)
    return Animation(picture, steps, played).encode()


if __name__ == "__main__":
    (HERE / "headline.svg").write_text(headline() + "\n", encoding="utf-8")
    (HERE / "fish.gif").write_bytes(fish())
