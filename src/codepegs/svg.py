"""A board as a picture: guess rows, pegs with symbols, replies. Plain SVG, no fonts or files from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from codepegs.game import Game, Reply
from codepegs.palette import peg_color
from codepegs.texts import CANONICAL, Notation, Turn

PEG, GAP, ROW, MARGIN = 36, 8, 48, 16
REPLY_PEG = 13

STYLE = (
    "text{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}"
    ".n,.w{fill:#57606a;font-size:14px}.s{font-size:17px;font-weight:700;text-anchor:middle}"
    ".b{fill:#fff}.o{stroke:#57606a;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){.b{fill:#161b22}.n,.w{fill:#b1bac4}.o{stroke:#b1bac4}}"
)


def board_svg(
    game: Game, turns: Sequence[Turn], *, notation: Notation = CANONICAL, notes: Sequence[str] = (), title: str = ""
) -> str:
    """The turns of a game as one SVG picture; `notes` go to the right of the rows, one each.

    >>> from codepegs.texts import Position
    >>> board_svg(Game(4, 6), Position.parse("p4c6 1122:1b0w").turns).startswith("<svg")
    True
    """
    reply_columns = (game.pegs + 1) // 2 if game.pegs > 3 else game.pegs
    reply_left = MARGIN + 34 + game.pegs * (PEG + GAP) + 8
    note_left = reply_left + reply_columns * (REPLY_PEG + 4) + 16
    width = note_left + (max((len(note) for note in notes), default=0) * 8 + MARGIN if notes else 0)
    top = MARGIN + (28 if title else 0)
    height = top + ROW * len(turns) + MARGIN - 8
    spoken = title or f"{len(turns)} turns of {game}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(spoken, quote=True)}">',
        f'<style>{STYLE}</style><rect class="b" width="{width}" height="{height}" rx="10"/>',
    ]
    if title:
        parts.append(f'<text class="w" x="{MARGIN}" y="{MARGIN + 12}">{escape(title)}</text>')
    for number, turn in enumerate(turns):
        middle = top + number * ROW + PEG / 2
        words = f"{notation.format(game, turn.guess)}: {turn.reply.words}"
        parts.append(f"<g><title>{escape(words)}</title>")
        parts.append(f'<text class="n" x="{MARGIN + 18}" y="{middle + 5}" text-anchor="end">{number + 1}</text>')
        for place, color in enumerate(turn.guess):
            center = MARGIN + 34 + place * (PEG + GAP) + PEG / 2
            fill, ink = peg_color(color)
            symbol = escape(notation.symbol(game, color))
            parts.append(f'<circle cx="{center}" cy="{middle}" r="{PEG / 2}" fill="{fill}"/>')
            parts.append(f'<text class="s" x="{center}" y="{middle + 6}" fill="{ink}">{symbol}</text>')
        parts.extend(_reply(game, turn.reply, reply_left, middle, reply_columns))
        if number < len(notes):
            parts.append(f'<text class="w" x="{note_left}" y="{middle + 5}">{escape(notes[number])}</text>')
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _reply(game: Game, reply: Reply, left: float, middle: float, columns: int) -> list[str]:
    if reply.total is not None or (reply.solved and reply.black is None):
        return [f'<text class="w" x="{left}" y="{middle + 5}">{escape(str(reply))}</text>']
    black, white = reply.black or 0, reply.white or 0
    rows = -(-game.pegs // columns)
    parts = []
    for place in range(game.pegs):
        x = left + place % columns * (REPLY_PEG + 4) + REPLY_PEG / 2
        y = middle + (place // columns - (rows - 1) / 2) * (REPLY_PEG + 4)
        if place < black:
            parts.append(f'<circle class="o" cx="{x}" cy="{y}" r="{REPLY_PEG / 2}" fill="#1f2328"/>')
        elif place < black + white:
            parts.append(f'<circle class="o" cx="{x}" cy="{y}" r="{REPLY_PEG / 2}" fill="#fff"/>')
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="2" fill="#8c959f"/>')
    return parts
