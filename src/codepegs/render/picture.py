"""Pictures as codes: one peg per pixel, one colour of the game per colour of the palette.

A picture file is scaled down by averaging. Pillow (extras `lab` and `web`) then chooses a few colours that are far from
each other, assigns each pixel to one of them, and replaces each colour by the mean of its pixels. There is no
dithering, and the result is always the same.

The built-in pictures are drawn with one letter per pixel in `drawings.json`.
"""

from __future__ import annotations

import io
import logging
import re
import struct
import warnings
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs import files
from codepegs.errors import BadInput, BadStrategy, Unavailable, hint_at, one_of, shown, whole_number
from codepegs.files import named
from codepegs.game import CANONICAL, MOST_PEGS, SYMBOLS, Code, Game, JsonKeys, Position, peg_color, record, whole
from codepegs.match import PlayedGame
from codepegs.reasons import Reason, counted

if TYPE_CHECKING:
    from PIL.Image import Image


logger = logging.getLogger(__name__)

Pixels = NDArray[np.uint8]
"""Red, green and blue of each pixel, shape (height, width, 3)."""

Color = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

Size = Annotated[str, Meta(description="width and height: 9x5")]
Palette = Annotated[tuple[str, ...], Meta(description="#rrggbb")]

DEFAULT_PIXELS = 64
"""Default number of pixels: the picture can be recognised, and takes some dozen guesses."""

DEFAULT_COLORS = 3
"""Default number of colours, as in the MCMC report."""

MOST_PICTURE_COLORS = len(SYMBOLS)
"""Largest number of colours: one symbol each."""

MOST_SOURCE_PIXELS = 4_000_000
"""Pixels of the largest picture that is decoded, about 60 MB in memory."""

MOST_JPEG_PIXELS = 25_000_000
"""Pixels of the largest JPEG file, which is reduced while it is decoded: photographs of telephones have 12 million."""

JPEG_SIDE = 1_000
"""Least width and height to which a large JPEG file is reduced while it is decoded."""

DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, OverflowError, struct.error, zlib.error)
"""Exceptions of Pillow for damaged files."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture with few colours, stored as a code of a game with one peg for each pixel.

    Raises:
        BadInput: The picture has no pixels, or `code` is not a code of its game.

    >>> Picture.load("fish").game.pegs
    45
    >>> flag = Picture(3, 2, ((0, 0, 0), (220, 0, 0)), (0, 1, 0, 0, 1, 0))
    >>> flag.game, flag.rows
    (Game.parse('p6c2'), ((0, 1, 0), (0, 1, 0)))
    >>> flag.with_code((1, 1, 1, 0, 0, 0)).pixels[0, 0].tolist()
    [220, 0, 0]
    """

    width: int
    """Pixels in a row."""
    height: int
    """Number of rows."""
    palette: tuple[Color, ...]
    """The colours of the game as (red, green, blue), 0 to 255; from a file, the darkest first."""
    code: Code
    """The colour of each pixel as an index into `palette`, row by row from the top."""

    def __repr__(self) -> str:
        return f"<picture of {self.width} by {self.height} pixels in {counted(len(self.palette), 'colour')}>"

    @classmethod
    def load(cls, source: Path | str, size: tuple[int, int] | None = None, colors: int | None = None) -> Picture:
        """Load a picture from a file, or one that ships with codepegs.

        Args:
            source: The file, or `fish` or `sailboat`.
            size: Width and height in pixels. Default: for `fish` and `sailboat`, their own size; for other pictures,
                the same proportions and at most 64 pixels in all.
            colors: Largest number of colours, from 1 to 35. Default: for `fish` and `sailboat`, their own number; for
                other pictures, 3. A picture with at most this many colours keeps them unchanged.

        Returns:
            The picture.

        Raises:
            BadInput: It is not a picture, is damaged or too large, or the size or the number of colours is invalid.
            Unavailable: The file cannot be read, or Pillow is not installed.

        >>> fish = Picture.load("fish")
        >>> fish.size, fish.game, fish.hex_palette
        ('9x5', Game.parse('p45c3'), ('#00263e', '#0072b2', '#e69f00'))
        >>> Picture.load("fish", size=(3, 2), colors=2).game
        Game.parse('p6c2')
        """
        _check(size, colors)
        named(source)  # refuses what cannot be a name
        name = str(source)
        if name in DRAWINGS:
            drawn = draw(name)
            image = need_pillow().fromarray(drawn.pixels)
            return _picture(image, size or image.size, colors or len(drawn.palette))
        path = named(source)
        need_pillow()
        if not (path.suffix or files.exists(path)):
            hint = hint_at(name, DRAWINGS, "like_pictures", choice=one_of(DRAWINGS))
            raise BadInput.because("no_such_picture", name=files.shown(name), **hint)
        return cls.from_bytes(files.read_bytes(path, as_it_is=True), size, colors, name=files.shown(name))

    @classmethod
    def from_bytes(
        cls,
        content: bytes,
        size: tuple[int, int] | None = None,
        colors: int | None = None,
        *,
        name: str = "the picture",
    ) -> Picture:
        """Load a picture from the bytes of a file.

        Args:
            content: The bytes.
            size: Width and height in pixels, as for `load`.
            colors: Largest number of colours, as for `load`.
            name: The name of the picture in error messages.

        Returns:
            The picture.

        Raises:
            BadInput: It is not a picture, is damaged or too large, or the size or the number of colours is invalid.
            Unavailable: Pillow is not installed.

        >>> Picture.from_bytes(Picture.load("fish").png(), size=(9, 5), colors=3) == Picture.load("fish")
        True
        """
        _check(size, colors)
        if not isinstance(content, bytes | bytearray | memoryview):
            raise BadInput.because("picture_no_bytes", value=shown(content))
        return _picture(_read(content, name), size, colors)

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name)))
        if not isinstance(self.palette, tuple) or not all(map(_is_color, self.palette)):
            raise BadInput.because("wrong_palette", value=shown(self.palette))
        if self.width < 1 or self.height < 1:
            raise BadInput.because("no_pixels", shape=self.size)
        object.__setattr__(self, "code", self.game.check_code(self.code))

    @property
    def game(self) -> Game:
        """The game whose codes are the pictures of this size with this palette."""
        return Game(pegs=self.width * self.height, colors=len(self.palette))

    @property
    def size(self) -> Size:
        """Width and height in pixels, as a text such as `9x5`."""
        return f"{self.width}x{self.height}"

    @property
    def words(self) -> str:
        """Size and colours in words.

        >>> Picture.load("fish").words
        '9x5 pixels in 3 colours'
        """
        pixels = "pixel" if len(self.code) == 1 else "pixels"
        return f"{self.size} {pixels} in {counted(len(self.palette), 'colour')}"

    def unplayed(self, strategy: str, reason: Reason, advice: str) -> BadStrategy:
        """The error that a strategy cannot play the picture; `advice` is a kind of clause."""
        pixels, palette = len(self.code), len(self.palette)
        return BadStrategy.because(
            reason.within(
                "cannot_play_picture", strategy=strategy, size=self.size, pixels=pixels, palette=palette, advice=advice
            )
        )

    @property
    def rows(self) -> tuple[Code, ...]:
        """The code cut into rows."""
        return tuple(self.code[start : start + self.width] for start in range(0, len(self.code), self.width))

    @property
    def pixels(self) -> Pixels:
        """Red, green and blue of each pixel, uint8, shape (height, width, 3)."""
        palette = np.array(self.palette, dtype=np.uint8)
        return palette[np.array(self.code, dtype=np.int64)].reshape(self.height, self.width, 3)

    @property
    def hex_palette(self) -> Palette:
        """The palette in the form `#rrggbb`."""
        return tuple("#{:02x}{:02x}{:02x}".format(*color) for color in self.palette)

    def with_code(self, code: Code | str) -> Picture:
        """Return the picture of another code of the game, with the same size and palette.

        Args:
            code: The code, as text or colours.

        Returns:
            The picture.

        Raises:
            BadCode: It is not a code of the game.
        """
        return replace(self, code=self.game.check_code(code))

    def png(self, scale: int = 1) -> bytes:
        """Encode the picture as PNG.

        Args:
            scale: Width and height in the file, in pixels, of each pixel of the picture.

        Returns:
            The bytes of the file.

        Raises:
            Unavailable: Pillow is not installed.
        """
        image = need_pillow().fromarray(self.pixels).resize((self.width * scale, self.height * scale), 0)
        out = io.BytesIO()
        image.save(out, format="PNG")
        return out.getvalue()

    def _repr_png_(self) -> bytes:
        # Approximate length in pixels of the longer side of a picture in a notebook.
        return self.png(max(1, 240 // max(self.width, self.height)))


def need_pillow() -> ModuleType:
    """Import Pillow's image module."""
    try:
        from PIL import Image
    except ImportError:
        raise Unavailable.without("lab", "pictures_need_pillow") from None
    return Image


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size such as 9x5."""
    match = re.fullmatch(r"(\d{1,6})\s*[x×X*]\s*(\d{1,6})", text.strip(), re.ASCII)
    if not match or not int(match[1]) or not int(match[2]):
        raise BadInput.because("no_picture_size", text=text)
    width, height = int(match[1]), int(match[2])
    if width * height > MOST_PEGS:
        raise BadInput.because("too_many_pixels", text=text, pixels=width * height, most=MOST_PEGS)
    return width, height


def _is_color(given: object) -> bool:
    """Whether it is a colour: red, green and blue, from 0 to 255."""
    return (
        isinstance(given, tuple)
        and len(given) == 3
        and all(isinstance(part, int) and 0 <= part <= 255 for part in given)
    )


def _check(size: tuple[int, int] | None, colors: int | None) -> None:
    """Check the size and the number of colours that a picture is reduced to."""
    if colors is not None and not 1 <= colors <= MOST_PICTURE_COLORS:
        raise BadInput.because("colors_out_of_range", most=MOST_PICTURE_COLORS, count=colors)
    if size is not None:
        parse_size(f"{size[0]}x{size[1]}")


def _picture(image: Image, size: tuple[int, int] | None, colors: int | None) -> Picture:
    """A decoded picture at its final size and in few colours, the darkest first."""
    size = size or default_size(image.width, image.height)
    if size != image.size:  # averages of areas if it gets smaller, otherwise repeated pixels
        smaller = size[0] < image.width or size[1] < image.height
        resampling = need_pillow().Resampling
        image = image.resize(size, resampling.BOX if smaller else resampling.NEAREST)
    pixels = np.asarray(image)
    palette, code = index_colors(pixels, colors or DEFAULT_COLORS)
    # How bright red, green and blue are to the eye (ITU-R BT.709).
    order = sorted(range(len(palette)), key=lambda n: (np.dot((0.2126, 0.7152, 0.0722), palette[n]), palette[n]))
    rank = np.argsort(order)
    return Picture(
        width=pixels.shape[1],
        height=pixels.shape[0],
        palette=tuple(palette[n] for n in order),
        code=tuple(rank[code.ravel()].tolist()),
    )


def index_colors(pixels: Pixels, most: int) -> tuple[list[Color], NDArray[np.int64]]:
    """Reduce pixels to few colours; returns these, and the number of each pixel's colour, shape (height, width)."""
    found, code = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    if len(found) > most:
        images = need_pillow()
        reduced = images.fromarray(pixels).quantize(
            most, method=images.Quantize.MAXCOVERAGE, kmeans=1, dither=images.Dither.NONE
        )
        reduced = reduced.convert("RGB")
        found, code = np.unique(np.asarray(reduced).reshape(-1, 3), axis=0, return_inverse=True)
    palette = [(int(red), int(green), int(blue)) for red, green, blue in found]
    return palette, np.asarray(code, dtype=np.int64).reshape(pixels.shape[:2])


def _read(content: bytes, name: str) -> Image:
    """The first frame of a file in red, green and blue, as it is meant to be seen."""
    images = need_pillow()
    from PIL import ImageOps

    too_large = BadInput.because("picture_too_large", name=name, most=MOST_SOURCE_PIXELS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a file that is odd but readable, and of size, which is checked here
        try:
            with images.open(io.BytesIO(content)) as image:
                if MOST_SOURCE_PIXELS < image.width * image.height <= MOST_JPEG_PIXELS:
                    image.draft(None, (JPEG_SIDE, JPEG_SIDE))  # changes nothing in other formats
                if image.width * image.height > MOST_SOURCE_PIXELS:
                    raise too_large
                if getattr(image, "is_animated", False):
                    logger.info(f"{name} is animated: using its first frame")
                image.load()
                return _flattened(ImageOps.exif_transpose(image), name)
        except BadInput:
            raise
        except images.DecompressionBombError:
            raise too_large from None
        except images.UnidentifiedImageError:
            raise BadInput.because("no_picture", name=name) from None
        except DAMAGED as error:
            raise BadInput.because("damaged_file", file=name, error=str(error) or type(error).__name__) from None


def _flattened(image: Image, name: str) -> Image:
    """Convert any picture to red, green and blue, with white for transparent parts."""
    images = need_pillow()
    if image.mode.startswith("I") or image.mode == "F":  # shades finer than 8 bits
        shades = np.asarray(image, dtype=np.float64)
        least, most = (0.0, 65535.0) if image.mode != "F" else (float(shades.min()), float(shades.max()))
        spread = np.clip((shades - least) / max(most - least, 1e-9), 0, 1) * 255
        gray: Image = images.fromarray(spread.round().astype(np.uint8))
        return gray.convert("RGB")
    whole = image.convert("RGBA")
    if whole.getchannel("A").getextrema() == (255, 255):
        return image.convert("RGB")
    logger.info(f"{name} has transparent pixels: using white for them")
    page: Image = images.new("RGBA", whole.size, "white")
    page.alpha_composite(whole)
    return page.convert("RGB")


def default_size(width: int, height: int) -> tuple[int, int]:
    """Return a size of at most 64 pixels in the proportions of a picture; small pictures keep their size."""
    shrink = min(1.0, (DEFAULT_PIXELS / (width * height)) ** 0.5)
    small = [max(1, round(side * shrink)) for side in (width, height)]
    while small[0] * small[1] > DEFAULT_PIXELS:
        longer = int(small[1] > small[0])
        small[longer] = min(small[longer] - 1, max(1, DEFAULT_PIXELS // small[1 - longer]))
    return small[0], small[1]


@record("ImageAnswer")
@dataclass(frozen=True, slots=True)
class PlayedPicture:
    """A whole game for a picture."""

    played: PlayedGame
    picture: Picture
    output: Annotated[str | None, Meta(description="the file that the command wrote")] = None

    def _json_keys(self) -> JsonKeys:
        return {
            **whole(self.played),
            "size": self.picture.size,
            "palette": self.picture.hex_palette,
            "output": self.output,
        }

    @property
    def game(self) -> Game:
        return self.played.game


PEG, GAP, ROW, MARGIN = 32, 6, 42, 12
"""Pixels: across a peg, between two, from row to row, around the board."""

TEXT = 14
PAGE, INK, HOLE = "#ffffff", "#1f2328", "#d0d7de"


def board_pixels(position: Position, rows: int) -> NDArray[np.uint8]:
    """Draw a position on a board, the replies beside the guesses; RGB pixels, uint8, shape (height, width, 3)."""
    image_module = need_pillow()
    from PIL import ImageDraw, ImageFont

    game = position.game
    width = 2 * MARGIN + game.pegs * (PEG + GAP) - GAP + 64
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
            words = "solved" if turn.reply == game.win else str(turn.reply)
            draw.text(middle, words, fill=INK, font=font, anchor="lm")
    return np.asarray(image, dtype=np.uint8).copy()


class Drawing(msgspec.Struct, frozen=True):
    """Rows of letters, and the colour of each letter."""

    palette: dict[str, tuple[int, int, int]]
    rows: tuple[str, ...]


DRAWINGS = msgspec.json.decode(files.read_bytes(Path(__file__).with_name("drawings.json")), type=dict[str, Drawing])


def draw(name: str) -> Picture:
    """Return a built-in drawing as a picture."""
    drawing = DRAWINGS[name]
    colors = list(drawing.palette)
    code = tuple(colors.index(letter) for row in drawing.rows for letter in row)
    return Picture(len(drawing.rows[0]), len(drawing.rows), tuple(drawing.palette.values()), code)
