"""Draws the pictures of the documents anew: `python docs/pictures/draw.py`."""

from __future__ import annotations

from pathlib import Path

from codepegs.driver import play
from codepegs.game import Game
from codepegs.svg import board_svg

HERE = Path(__file__).parent


def headline() -> str:
    """The first seed's game: 10 colours, 4 holes, first guess 1111, secret 8765, Knuth's minimax."""
    played = play(Game(4, 10), "8765", "minimax:first=1111")
    notes = [
        "solved" if turn.reply.solved else f"{turn.candidates:,} code{'s' * (turn.candidates != 1)} left"
        for turn in played.turns
    ]
    return board_svg(
        played.game, played.position.turns, notes=notes, title="codepegs solve p4c10 8765 -s minimax --first 1111"
    )


if __name__ == "__main__":
    (HERE / "headline.svg").write_text(headline() + "\n", encoding="utf-8")
