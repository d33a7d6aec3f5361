"""Pictures, animations and images as secrets.

Members:

- `animation`: Animations of games for pictures: one frame per guess, with the belief after its reply.
- `picture`: Pictures as codes: one peg per pixel, one colour of the game per colour of the palette.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "animation": "Animation Step Steps expected_pixels film left_text reply_text",
        "picture": "Color DEFAULT_COLORS DRAWINGS MOST_PICTURE_COLORS Palette Picture Pixels PlayedPicture Size "
        "board_pixels draw need_pillow parse_size",
    },
)
