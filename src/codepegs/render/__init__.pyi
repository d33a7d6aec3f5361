# The public names of `codepegs.render`, written by `docs/make/stubs.py`.
from codepegs.render.animation import Animation, Step, Steps, expected_pixels, film, left_text, reply_text
from codepegs.render.picture import (
    Color,
    DEFAULT_COLORS,
    DRAWINGS,
    MOST_PICTURE_COLORS,
    Palette,
    Picture,
    Pixels,
    PlayedPicture,
    Size,
    board_pixels,
    draw,
    need_pillow,
    parse_size,
)

__all__ = ["Animation", "Color", "DEFAULT_COLORS", "DRAWINGS", "MOST_PICTURE_COLORS", "Palette", "Picture", "Pixels",
    "PlayedPicture", "Size", "Step", "Steps", "board_pixels", "draw", "expected_pixels", "film", "left_text",
    "need_pillow", "parse_size", "reply_text"]
