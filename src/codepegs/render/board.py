"""A board as pixels, of constant size, for video frames."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.game import CANONICAL, Game, Position, Reply, peg_color
from codepegs.render.picture import need_pillow

PEG, GAP, ROW, MARGIN = 32, 6, 42, 12
"""Pixels: across a peg, between two, from row to row, around the board."""

TEXT = 14
REPLY_WIDTH = 64
PAGE, INK, HOLE = "#ffffff", "#1f2328", "#d0d7de"


def board_pixels(position: Position, rows: int) -> NDArray[np.uint8]:
    """Draw the turns of a position on a board, the replies beside the guesses.

    Returns RGB pixels, uint8, shape (height, width, 3).

    >>> board_pixels(Position.parse("p4c6 1122:1b0w"), 10).shape
    (444, 234, 3)
    """
    image_module = need_pillow()
    from PIL import ImageDraw, ImageFont

    game = position.game
    width = 2 * MARGIN + game.pegs * (PEG + GAP) - GAP + REPLY_WIDTH
    image = image_module.new("RGB", (width, 2 * MARGIN + rows * ROW), PAGE)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(TEXT)
    for row in range(rows):
        top = MARGIN + row * ROW + (ROW - PEG) // 2
        turn = position.turns[row] if row < len(position.turns) else None
        for place in range(game.pegs):
            left = MARGIN + place * (PEG + GAP)
            box = (left, top, left + PEG - 1, top + PEG - 1)
            if turn is None:
                draw.ellipse(box, outline=HOLE)
                continue
            fill, ink = peg_color(turn.guess[place])
            draw.ellipse(box, fill=fill)
            symbol = CANONICAL.symbol(game, turn.guess[place])
            draw.text((left + PEG / 2, top + PEG / 2), symbol, fill=ink, font=font, anchor="mm")
        if turn is not None:
            middle = (MARGIN + game.pegs * (PEG + GAP) + GAP, top + PEG / 2)
            draw.text(middle, _words(game, turn.reply), fill=INK, font=font, anchor="lm")
    return np.asarray(image, dtype=np.uint8).copy()


def _words(game: Game, reply: Reply) -> str:
    return "solved" if reply == game.win else str(reply)
