"""Moving pictures of a long game: every guess printed, or only the number of guesses."""

from __future__ import annotations

import io
from collections.abc import Sequence

from codepegs.game import Turn, peg_color
from codepegs.render import need_pillow

PEG, ROWS, HEAD = 4, 40, 18
"""Pixels across a peg, guesses shown at a time, and pixels of the line above."""

FRAMES = 100
"""Frames of a picture, about."""

SLOWER = 1_000
"""A second of the game takes this many seconds in the picture."""

LAST_MS = 3_000
PAGE, INK = "#ffffff", "#1f2328"


def moving_picture(turns: Sequence[Turn], seconds: float, printed: bool) -> bytes:
    """Draw a game as a GIF, at a thousandth of its speed."""
    image_module = need_pillow()
    from PIL import ImageDraw, ImageFont

    pegs = len(turns[0].guess)
    size = (pegs * PEG, HEAD + ROWS * PEG)
    font = ImageFont.load_default(12)
    step = max(1, len(turns) // FRAMES)
    frames = []
    for made in [*range(step, len(turns), step), len(turns)]:
        image = image_module.new("RGB", size, PAGE)
        draw = ImageDraw.Draw(image)
        draw.text((2, 2), f"guess {made:,} of {len(turns):,}: {turns[made - 1].reply}", fill=INK, font=font)
        for row, turn in enumerate(turns[max(0, made - ROWS) : made] if printed else ()):
            for peg, color in enumerate(turn.guess):
                left, top = peg * PEG, HEAD + row * PEG
                draw.rectangle((left, top, left + PEG - 1, top + PEG - 1), fill=peg_color(color)[0])
        frames.append(image.quantize(64))
    each = max(20, round(step * seconds * SLOWER * 100) * 10)
    out = io.BytesIO()
    frames[0].save(
        out, format="GIF", save_all=True, append_images=frames[1:], loop=0,
        duration=[each] * (len(frames) - 1) + [LAST_MS],
    )  # fmt: skip
    return out.getvalue()
