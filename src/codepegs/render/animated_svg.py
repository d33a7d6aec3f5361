"""Animations as SVG, which move without a script, and stand still for readers who prefer reduced motion."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code

if TYPE_CHECKING:
    from codepegs.render.animation import Animation, Panel
    from codepegs.render.picture import Pixels

STYLE = (
    "text{{font:14px ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}}"
    "g{{visibility:hidden;animation:f {total}ms step-end infinite}}.l{{visibility:visible;animation-name:l}}"
    "@keyframes f{{0%{{visibility:visible}}{each:.4f}%,to{{visibility:hidden}}}}"
    "@keyframes l{{0%{{visibility:visible}}{last:.4f}%,to{{visibility:hidden}}}}"
    "@media(prefers-reduced-motion:reduce){{g{{animation:none}}}}"
)
"""A frame is visible for its share of the time. The last one is also the picture of a reader without animations."""


def animated_svg(animation: Animation) -> str:
    """Write an animation as SVG; the frames are those of its other formats.

    Pixels that no guess has, those of what is known, have their colours rounded to four bits, for a smaller file.
    """
    from codepegs.render.animation import LINE, MARGIN

    picture, scale, column = animation.picture, animation.scale, animation.column
    frames, durations = animation.panels(), animation.durations()
    width, height = 2 * column + 3 * MARGIN, picture.height * scale + 2 * MARGIN + 2 * LINE
    total, starts = sum(durations), np.cumsum([0, *durations])
    style = STYLE.format(total=total, each=100 * durations[0] / total, last=100 * durations[-1] / total)
    parts = []
    for number, panels in enumerate(frames):
        kind = ' class="l"' if number == len(frames) - 1 else ""
        body = "".join(_panel(animation, panel) for panel in panels)
        parts.append(f'<g{kind} style="animation-delay:{starts[number] - total}ms">{body}</g>')
    label = f"A game for a picture of {picture.words}, guess by guess"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{label}"><style>{style}</style><path fill="#fff" d="M0 0h{width}v{height}H0z"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _panel(animation: Animation, panel: Panel) -> str:
    from codepegs.render.animation import LINE, MARGIN

    picture, scale, column = animation.picture, animation.scale, animation.column
    left = MARGIN + round(panel.column * (column + MARGIN))
    indent = (column - picture.width * scale) // 2
    at = left + (indent if panel.column % 1 else 0)
    top = MARGIN + LINE
    bottom = top + picture.height * scale
    colors = _colors(animation, panel.shown)
    return (
        f'<text x="{at}" y="{top - 8}">{escape(panel.above)}</text>'
        f'<svg x="{left + indent}" y="{top}" width="{picture.width * scale}" height="{picture.height * scale}" '
        f'viewBox="0 0 {picture.width} {picture.height}" shape-rendering="crispEdges">{_runs(colors)}</svg>'
        f'<text x="{at}" y="{bottom + 18}">{escape(panel.below)}</text>'
    )


def _colors(animation: Animation, shown: Code | Pixels) -> NDArray[np.object_]:
    """The colour of each pixel as a text, shape (height, width)."""
    picture = animation.picture
    if isinstance(shown, np.ndarray):
        nibbles = (shown.astype(np.int64) + 8) // 17
        texts = ["#{:x}{:x}{:x}".format(*pixel) for pixel in nibbles.reshape(-1, 3).tolist()]
    else:
        texts = [picture.hex_palette[color] for color in shown]
    return np.array(texts, dtype=object).reshape(picture.height, picture.width)


def _runs(colors: NDArray[np.object_]) -> str:
    """A path for each colour, of its runs in each row; the most frequent colour is the background."""
    height, width = colors.shape
    names, counts = np.unique(colors.ravel().astype(str), return_counts=True)
    background = names[counts.argmax()]
    paths: dict[str, list[str]] = {str(name): [] for name in names if name != background}
    for y in range(height):
        x = 0
        while x < width:
            end = x + 1
            while end < width and colors[y, end] == colors[y, x]:
                end += 1
            if colors[y, x] != background:
                paths[colors[y, x]].append(f"M{x} {y}h{end - x}v1H{x}z")
            x = end
    drawn = "".join(f'<path fill="{name}" d="{"".join(runs)}"/>' for name, runs in paths.items())
    return f'<path fill="{background}" d="M0 0h{width}v{height}H0z"/>{drawn}'
