"""Pictures, animations and images as secrets."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.render.animation import (
        Animation as Animation,
        Step as Step,
        Steps as Steps,
        check_output as check_output,
        expected_pixels as expected_pixels,
        left_text as left_text,
        reply_text as reply_text,
    )
    from codepegs.render.board import board_pixels as board_pixels
    from codepegs.render.drawings import DRAWINGS as DRAWINGS, draw as draw
    from codepegs.render.picture import (
        DEFAULT_COLORS as DEFAULT_COLORS,
        Color as Color,
        Picture as Picture,
        Pixels as Pixels,
        need_pillow as need_pillow,
        parse_size as parse_size,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "animation": "Animation Step Steps check_output expected_pixels left_text reply_text",
            "board": "board_pixels",
            "drawings": "DRAWINGS draw",
            "picture": "Color DEFAULT_COLORS Picture Pixels need_pillow parse_size",
        },
    )
