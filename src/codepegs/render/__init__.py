"""Pictures, animations and images as secrets."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "animation": "Animation Step Steps expected_pixels film left_text reply_text",
        "picture": "Color DEFAULT_COLORS DRAWINGS MOST_COLORS Palette Picture Pixels PlayedPicture Size board_pixels "
        "draw need_pillow parse_size",
    },
)
