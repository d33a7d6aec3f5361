"""Animations of games for pictures: one frame per guess, with the belief after its reply.

Of long games guesses at even distances are shown.

Frames are composed of colour numbers, so that guesses and the picture itself have their exact colours in every format.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from codepegs.analysis import Belief, belief_of
from codepegs.errors import BadInput, Unavailable
from codepegs.game import Code, Reply
from codepegs.match import PlayedGame, PlayedTurn, iter_play
from codepegs.reasons import count_text, counted
from codepegs.render.picture import Picture, Pixels, index_colors, need_pillow

if TYPE_CHECKING:
    from PIL.Image import Image


STYLE = (
    "text{{font:14px ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}}"
    "g{{visibility:hidden;animation:f {total}ms step-end infinite}}.l{{visibility:visible;animation-name:l}}"
    "@keyframes f{{0%{{visibility:visible}}{each:.4f}%,to{{visibility:hidden}}}}"
    "@keyframes l{{0%{{visibility:visible}}{last:.4f}%,to{{visibility:hidden}}}}"
    "@media(prefers-reduced-motion:reduce){{g{{animation:none}}}}"
    "@media(prefers-color-scheme:dark){{text{{fill:#e6edf3}}.p{{fill:#161b22}}}}"
)
"""A frame is visible for its share of the time. The last one is also the picture of a reader without animations."""


def animated_svg(animation: Animation) -> str:
    """Write an animation as SVG; for a smaller file, colours of what is known are rounded to four bits."""
    frames, durations, (width, height) = animation.panels(), animation.durations(), animation.size
    total, starts = sum(durations), np.cumsum([0, *durations])
    style = STYLE.format(total=total, each=100 * durations[0] / total, last=100 * durations[-1] / total)
    parts = []
    for number, panels in enumerate(frames):
        kind = ' class="l"' if number == len(frames) - 1 else ""
        body = "".join(_panel(animation, panel) for panel in panels)
        parts.append(f'<g{kind} style="animation-delay:{starts[number] - total}ms">{body}</g>')
    label = f"A game for a picture of {animation.picture.words}, guess by guess"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{label}"><style>{style}</style>'
        f'<path class="p" fill="#fff" d="M0 0h{width}v{height}H0z"/>{"".join(parts)}</svg>\n'
    )


def _panel(animation: Animation, panel: Panel) -> str:
    picture, scale = animation.picture, animation.scale
    words, left = animation.lefts(panel)
    top = MARGIN + LINE
    if isinstance(panel.shown, np.ndarray):
        nibbles = (panel.shown.astype(np.int64) + 8) // 17
        colors = ["#{:x}{:x}{:x}".format(*pixel) for pixel in nibbles.reshape(-1, 3).tolist()]
    else:
        colors = [picture.hex_palette[color] for color in panel.shown]
    drawn = _runs(np.array(colors, dtype=object).reshape(picture.height, picture.width))
    return (
        f'<text x="{words}" y="{top - 8}">{escape(panel.above)}</text>'
        f'<svg x="{left}" y="{top}" width="{picture.width * scale}" height="{picture.height * scale}" '
        f'viewBox="0 0 {picture.width} {picture.height}" shape-rendering="crispEdges">{drawn}</svg>'
        f'<text x="{words}" y="{top + picture.height * scale + 18}">{escape(panel.below)}</text>'
    )


def _runs(colors: NDArray[np.object_]) -> str:
    """A path for each colour, of its runs in each row; the most frequent colour is the background."""
    height, width = colors.shape
    names, counts = np.unique(colors.ravel().astype(str), return_counts=True)
    background = names[counts.argmax()]
    paths: dict[str, list[str]] = {str(name): [] for name in names if name != background}
    for y, row in enumerate(colors.tolist()):
        end = 0
        for color, run in groupby(row):
            x, end = end, end + len(list(run))
            if color != background:
                paths[color].append(f"M{x} {y}h{end - x}v1H{x}z")
    drawn = "".join(f'<path fill="{name}" d="{"".join(runs)}"/>' for name, runs in paths.items())
    return f'<path fill="{background}" d="M0 0h{width}v{height}H0z"/>{drawn}'


MARGIN = 14
LINE = 22
"""Height of a line of words, whose letters are TEXT high."""
TEXT = 14

INK = (31, 35, 40)
PAGE = (255, 255, 255)
MANY = 10**12
"""Least number of codes that is shown as a power of ten: more digits would not fit under a panel."""

SHADES = 16
"""Steps from page to ink in smoothed letters."""

LAST_MS = 4_000
"""Time the last frame is held before the animation starts again, in ms."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a game, and the probabilities of the colours after it."""

    number: int
    turn: PlayedTurn
    belief: Belief
    caption: tuple[str, str] | None = None
    """What the lines above and below the belief say; None for what is known."""

    @property
    def found(self) -> bool:
        """Whether the codemaker announced the win."""
        return self.turn.ends

    def known_text(self) -> tuple[str, str]:
        """Describe what is known after the turn."""
        if self.caption is not None:
            return self.caption
        pegs = len(self.turn.guess)
        if self.found:
            return "Known", "all of it"
        if self.belief.rough:
            return "Roughly known", left_text(self.turn) or "each reply by itself"
        return "Known", left_text(self.turn) or f"{self.belief.known:,} of {counted(pegs, 'pixel')}"


def expected_pixels(picture: Picture, belief: Belief) -> Pixels:
    """Return the mean colour of each pixel under a belief, uint8, shape (height, width, 3)."""
    means = belief.chances @ np.array(picture.palette, dtype=np.float64)
    return means.round().astype(np.uint8).reshape(picture.height, picture.width, 3)


def left_text(turn: PlayedTurn) -> str:
    """Format the number of candidates left after a turn."""
    if turn.candidates is not None and turn.candidates >= MANY:
        return f"about 10^{math.floor(math.log10(turn.candidates))} left"
    left = count_text(turn.candidates, turn.candidates_estimate, turn.candidates_interval)
    return f"{left} left" if left else ""


def reply_text(reply: Reply) -> str:
    """Format a reply for the space under a guess."""
    if reply.marks is not None:
        return reply.marks
    if reply.black is None and reply.solved:
        return "solved"
    pairs = ((reply.black, "black"), (reply.white, "white"), (reply.total, "in total"))
    return ", ".join(f"{count:,} {noun}" for count, noun in pairs if count is not None)


MOST_STEPS = 160
"""Largest number of turns kept for frames; above it, every second one is dropped."""


class Steps:
    """The turns of a game that its animation shows."""

    # In a game of up to `MOST_STEPS` turns these are all turns, in a longer one every 2nd, 4th, 8th and so on. A
    # winning turn is never dropped.

    def __init__(self) -> None:
        self.kept: list[Step] = []
        self.stride = 1
        """Every how many turns one is kept: 1, 2, 4 and so on."""

    def wants(self, number: int) -> bool:
        """Return whether a turn is to be kept; the probabilities of other turns need not be computed."""
        return number % self.stride == 0

    def add(self, step: Step) -> None:
        """Keep a turn; if there are too many, keep only every second of them and the last of the game."""
        self.kept.append(step)
        if len(self.kept) > MOST_STEPS:
            self.stride *= 2
            self.kept = [kept for kept in self.kept if self.wants(kept.number) or kept.found]


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture in a frame, with a line of words above and below."""

    column: float
    """0 for the left column, 1 for the right one, 0.5 between them."""
    shown: Code | Pixels
    """A code in the exact colours of the picture, or pixels of any colours."""
    above: str
    below: str


@dataclass(frozen=True)
class Animation:
    """The turns of one game for a picture, to be written as one file."""

    picture: Picture
    """The picture that is the secret."""
    steps: Sequence[Step]
    played: PlayedGame | None = None
    """The finished game, for a last frame with the picture; None if the game was interrupted."""

    def frames(self) -> list[Image]:
        return [_frame(self, panels) for panels in self.panels()]

    def panels(self) -> list[list[Panel]]:
        shown = [self._step(step) for step in self.steps]
        return shown if self.played is None else [*shown, self._end(self.played)]

    def durations(self) -> list[int]:
        least, most = 120, 700  # ms of a frame; all but the last take 14 s within these limits
        each = min(most, max(least, 14_000 // max(1, len(self.steps))))
        return [each] * (len(self.steps) - (self.played is None)) + [LAST_MS]

    def encode(self, kind: str = "GIF") -> bytes:
        """Encode the animation without loss, as GIF, PNG, SVG or WEBP."""
        if not self.steps and self.played is None:
            raise BadInput.because("no_frames")
        if kind == "SVG":
            return animated_svg(self).encode()
        frames = self.frames()
        options: dict[str, object] = {"lossless": True} if kind == "WEBP" else {}
        if kind != "GIF":  # the others have no palette of their own for each frame
            frames = [frame.convert("RGB") for frame in frames]
        out = io.BytesIO()
        try:
            frames[0].save(
                out, format=kind, save_all=True, append_images=frames[1:], duration=self.durations(), loop=0, **options
            )
        except (KeyError, OSError) as error:
            raise Unavailable.because("pillow_cannot_write", format=kind, error=str(error)) from None
        return out.getvalue()

    @property
    def scale(self) -> int:
        """Side of a pixel of the picture, in pixels of the frame."""
        # Approximate length in pixels of the longer side of a scaled picture.
        return max(1, 198 // max(self.picture.width, self.picture.height))

    @property
    def column(self) -> int:
        """Width of a column, in pixels of the frame."""
        # Least width of a column, so that the longest line of words fits.
        return max(170, self.picture.width * self.scale)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a frame: two columns, each with a line of words, a panel and another line of words."""
        return 2 * self.column + 3 * MARGIN, self.picture.height * self.scale + 2 * MARGIN + 2 * LINE

    def lefts(self, panel: Panel) -> tuple[int, int]:
        """The left edges of the words and the picture of a panel."""
        left = MARGIN + round(panel.column * (self.column + MARGIN))
        indent = (self.column - self.picture.width * self.scale) // 2
        return left + (indent if panel.column % 1 else 0), left + indent

    def _step(self, step: Step) -> list[Panel]:
        guess = step.turn.guess
        shown = guess if step.found else expected_pixels(self.picture, step.belief)
        return [
            Panel(0, guess, f"Guess {step.number}", reply_text(step.turn.reply)),
            Panel(1, shown, *step.known_text()),
        ]

    def _end(self, played: PlayedGame) -> list[Panel]:
        guesses = counted(played.guesses, "guess", "guesses")
        how = f"{'Solved in' if played.declared is None else 'Declared after'} {guesses}"
        if played.solved:
            return [Panel(0.5, self.picture.code, how, self.picture.game.words)]
        shown = [Panel(1, self.picture.code, "The picture" if played.secret is not None else "The best guess", "")]
        if played.declared is not None:
            shown.insert(0, Panel(0, played.declared, how, "wrong"))
        elif played.turns:
            shown.insert(0, Panel(0, played.turns[-1].guess, f"Not solved in {guesses}", "the last guess"))
        return shown


def film(picture: Picture, strategy: str, **options: Any) -> Animation:
    """Play a game for a picture, with options as of `play`, and return its animation."""
    playing = iter_play(picture.game, picture.code, strategy, **options)
    steps = [Step(number, turn, belief_of(playing.codebreaker)) for number, turn in enumerate(playing, 1)]
    return Animation(picture, steps, playing.result)


def _frame(animation: Animation, panels: Sequence[Panel]) -> Image:
    """Draw a frame: codes in their exact colours, and pixels reduced to the number of colours of the format."""
    picture, scale, (width, height) = animation.picture, animation.scale, animation.size
    ramp = np.linspace(PAGE, INK, SHADES).round().astype(int).tolist()
    edge, first = SHADES, SHADES + 1
    palette: list[tuple[int, int, int]] = [*map(tuple, ramp), (175, 184, 193), *picture.palette]
    cells = np.zeros((height, width), dtype=np.uint8)
    for panel in panels:
        if isinstance(panel.shown, np.ndarray):
            added, code = index_colors(panel.shown, 256 - len(palette))
            numbers = code + len(palette)
            palette.extend(added)
        else:
            numbers = np.array(panel.shown, dtype=np.int64).reshape(picture.height, -1) + first
        large = numbers.repeat(scale, axis=0).repeat(scale, axis=1)
        words, left = animation.lefts(panel)
        start = MARGIN + round(panel.column * (animation.column + MARGIN))
        top = MARGIN + LINE
        bottom, right = top + large.shape[0], left + large.shape[1]
        cells[top - 1 : bottom + 1, left - 1 : right + 1] = edge
        cells[top:bottom, left:right] = large
        for text, line in ((panel.above, MARGIN - 2), (panel.below, height - MARGIN - LINE + 6)):
            letters = _letters(text, animation.column - (words - start))
            cells[line : line + letters.shape[0], words : words + letters.shape[1]] = letters
    image: Image = need_pillow().frombytes("P", (width, height), cells.tobytes())
    image.putpalette([part for color in palette for part in color])
    return image


@lru_cache(maxsize=512)
def _letters(text: str, width: int) -> NDArray[np.uint8]:
    """A line of words as shades of ink, 0 to 15, shape (height, at most width)."""
    from PIL import ImageDraw, ImageFont

    line = need_pillow().new("L", (width, LINE), 0)
    ImageDraw.Draw(line).text((0, 0), text, fill=255, font=ImageFont.load_default(TEXT))
    return (np.asarray(line).astype(np.uint16) * SHADES // 256).astype(np.uint8)
