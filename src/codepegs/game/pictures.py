"""Boards as SVG and tables as HTML, for notebooks and files, without scripts, fonts or external files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import isqrt

from codepegs.game.notation import CANONICAL, MOST_PEGS_READ, Notation, peg_color
from codepegs.game.position import Turn
from codepegs.game.reply import Code, Reply
from codepegs.game.rules import Game
from codepegs.reasons import counted

PEG, GAP, MARGIN = 36, 8, 16
REPLY_PEG, REPLY_GAP = 13, 4
NUMBER_WIDTH = 34
NOTE_CHARACTER, TITLE_CHARACTER = 8, 7.5
"""Width of a character of a note and of a title."""

NAME_CHARACTER = 11
"""Width of a capital letter of a code of a list, which is bold."""

ROOMY_PEGS = 12
"""Largest number of pegs drawn in one line at full size, with the reply as pegs; above it everything is smaller."""

SMALL_PEG, SMALL_GAP = 24, 4
PEGS_A_LINE = 20
"""Largest number of small pegs per line; longer codes are wrapped. Very long ones are drawn as squares."""

MOST_DRAWN = 20_000
"""Largest number of pegs of a picture, some megabytes, or two of the longest codes; of longer games the turns in the
middle are omitted."""

INK, DIM, LINE, PAPER = "#1f2328", "#57606a", "#57606a", "#ffffff"

STYLE = (
    "@media(prefers-color-scheme:dark){"
    ".codepegs-board .b{fill:#161b22}.codepegs-board .n{fill:#b1bac4}.codepegs-board .o{stroke:#b1bac4}}"
)

FONT = "ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class _Layout:
    """The layout of the pegs of a row."""

    pegs: int
    peg: int
    gap: int
    in_line: int

    @classmethod
    def of(cls, game: Game) -> _Layout:
        if game.pegs <= ROOMY_PEGS:
            return cls(game.pegs, PEG, GAP, game.pegs)
        lines = -(-game.pegs // max(PEGS_A_LINE, isqrt(game.pegs)))
        return cls(game.pegs, SMALL_PEG, SMALL_GAP, -(-game.pegs // lines))

    @property
    def width(self) -> int:
        return self.in_line * (self.peg + self.gap)

    @property
    def height(self) -> int:
        return -(-self.pegs // self.in_line) * (self.peg + self.gap) - self.gap

    def center(self, place: int) -> tuple[float, float]:
        """The centre of a peg, relative to the corner of the row."""
        line, column = divmod(place, self.in_line)
        return column * (self.peg + self.gap) + self.peg / 2, line * (self.peg + self.gap) + self.peg / 2


def board_svg(
    game: Game,
    turns: Sequence[Turn],
    *,
    notation: Notation = CANONICAL,
    notes: Sequence[str] = (),
    title: str = "",
    symbols: bool = True,
) -> str:
    """Draw the turns of a game as an SVG picture.

    >>> from codepegs.game.position import Position
    >>> picture = board_svg(Game(4, 6), Position.parse("p4c6 1122:1b0w").turns)
    >>> picture.startswith("<svg"), picture.count("<circle")
    (True, 8)
    """
    layout = _Layout.of(game)
    rows = _rows_drawn(len(turns), max(2, MOST_DRAWN // game.pegs))
    reply_left = MARGIN + NUMBER_WIDTH + layout.width + 8
    note_left = reply_left + _reply_width(game) + 16
    longest_note = max((len(note) for note in notes), default=0)
    width = note_left + (longest_note * NOTE_CHARACTER + MARGIN if notes else 0)
    width = max(width, round(2 * MARGIN + len(title) * TITLE_CHARACTER))
    top = MARGIN + (28 if title else 0)
    row_height = layout.height + 12
    height = top + row_height * max(1, len(rows)) + MARGIN - 8
    spoken = title or f"{counted(len(turns), 'turn')} of {game}"
    parts = [_head(width, height, spoken)]
    if title:
        parts.append(_note(title, MARGIN, MARGIN + 12))
    if not turns:
        parts.extend(_holes(layout, MARGIN + NUMBER_WIDTH, top))
    for line, number in enumerate(rows):
        y = top + line * row_height
        middle = y + layout.height / 2
        if number is None:
            left_out = len(turns) - (len(rows) - 1)
            parts.append(_note(f"… {counted(left_out, 'turn')} …", MARGIN + NUMBER_WIDTH, middle + 5))
            continue
        turn = turns[number]
        words = f"{notation.format(game, turn.guess)}: {turn.reply.words}"
        parts.append(f"<g><title>{_clean(words)}</title>")
        parts.append(_note(str(number + 1), MARGIN + 18, middle + 5, anchor="end"))
        parts.extend(_pegs(game, turn.guess, layout, MARGIN + NUMBER_WIDTH, y, notation if symbols else None))
        parts.extend(_reply(game, turn.reply, reply_left, middle))
        if number < len(notes) and notes[number]:
            parts.append(_note(notes[number], note_left, middle + 5))
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


class Canvas:
    """A picture on which the codes and replies of a game are placed: `x` is the left edge of a thing, `y` its middle.

    >>> canvas = Canvas(Game(4, 6), CANONICAL)
    >>> canvas.code((0, 0, 1, 1), 0, 20)
    >>> canvas.svg(200, 40, "a code").count("<circle")
    4
    """

    def __init__(self, game: Game, notation: Notation) -> None:
        self.game = game
        self.notation = notation
        self._layout = _Layout(game.pegs, SMALL_PEG, SMALL_GAP, game.pegs)
        self._parts: list[str] = []

    @cached_property
    def code_width(self) -> float:
        symbols = self.game.traits.symbols
        if symbols is None:
            return self._layout.width
        return max(map(len, symbols)) * self.game.pegs * NAME_CHARACTER

    @cached_property
    def reply_width(self) -> float:
        marks = [reply.marks for reply in self.game.replies() if reply.marks is not None]
        return self.text_width(max(marks, key=len)) if marks else _reply_width(self.game)

    @staticmethod
    def text_width(text: str) -> float:
        return len(text) * NOTE_CHARACTER

    def code(self, code: Code, x: float, y: float) -> None:
        """Place a code: pegs with symbols, or the text of a list."""
        if self.game.traits.symbols is not None:
            self._parts.append(f'<g font-weight="700">{_note(self.notation.spell(self.game, code), x, y + 5)}</g>')
            return
        self._parts.extend(_pegs(self.game, code, self._layout, x, y - SMALL_PEG / 2, self.notation))

    def reply(self, reply: Reply, x: float, y: float) -> None:
        if reply.marks is not None:
            self.note(reply.marks, x, y + 5)
        else:
            self._parts.extend(_reply(self.game, reply, x, y))

    def note(self, text: str, x: float, y: float) -> None:
        """Place a text; `y` is its base line."""
        self._parts.append(_note(text, x, y))

    def line(self, path: str) -> None:
        """Draw a line; `path` is in the language of SVG."""
        self._parts.append(f'<path class="o" d="{path}" fill="none" stroke="{LINE}"/>')

    @contextmanager
    def group(self, spoken: str) -> Iterator[None]:
        """Group what is placed, with words that a pointer and a screen reader find."""
        self._parts.append(f"<g><title>{_clean(spoken)}</title>")
        yield
        self._parts.append("</g>")

    def svg(self, width: float, height: float, spoken: str) -> str:
        return "".join([_head(round(width), round(height), spoken), *self._parts, "</svg>"])


def pegs_svg(game: Game, code: Code, *, notation: Notation = CANONICAL, symbols: bool = True) -> str:
    """Draw one code as a small SVG picture, to be used within a line of text."""
    spelled = _clean(notation.format(game, code))
    layout = _Layout(game.pegs, SMALL_PEG, SMALL_GAP, min(game.pegs, PEGS_A_LINE))
    size = f'width="{layout.width}" height="{layout.height + 2}"'
    drawn = "".join(_pegs(game, code, layout, 1, 1, notation if symbols else None))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-board" {size} font-family="{FONT}" role="img" '
        f'aria-label="{spelled}">{drawn}</svg>'
    )


def _head(width: float, height: float, spoken: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-board" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}" font-size="14" role="img" '
        f'aria-label="{_clean(spoken)}">'
        f'<style>{STYLE}</style><rect class="b" width="{width}" height="{height}" rx="10" fill="{PAPER}"/>'
    )


def _rows_drawn(turns: int, most: int) -> list[int | None]:
    """The turns that are drawn, with None where turns are omitted."""
    if turns <= most:
        return list(range(turns))
    first = most // 2
    return [*range(first), None, *range(turns - (most - first), turns)]


def _clean(text: str) -> str:
    """Text as it may stand in XML."""
    return escape(_NO_XML.sub("", text), quote=True)


def _note(text: str, x: float, y: float, *, anchor: str = "start") -> str:
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text class="n" x="{x:g}" y="{y:g}" fill="{DIM}"{where}>{_clean(text)}</text>'


def _pegs(game: Game, code: Code, layout: _Layout, left: float, top: float, notation: Notation | None) -> list[str]:
    parts = []
    for place, color in enumerate(code):
        x, y = layout.center(place)
        fill, ink = peg_color(color)
        parts.append(
            f'<circle class="o" cx="{left + x:g}" cy="{top + y:g}" r="{layout.peg / 2:g}" fill="{fill}" '
            f'stroke="{LINE}"/>'
        )
        if notation is not None:
            symbol = notation.symbol(game, color)
            size = layout.peg * {1: 0.48, 2: 0.42, 3: 0.33}.get(len(symbol), 0.26)
            parts.append(
                f'<text x="{left + x:g}" y="{top + y + size * 0.36:g}" font-size="{size:g}" font-weight="700" '
                f'text-anchor="middle" fill="{ink}">{_clean(symbol)}</text>'
            )
    return parts


def _holes(layout: _Layout, left: float, top: float) -> list[str]:
    centers = [layout.center(place) for place in range(layout.pegs)]
    return [
        f'<circle class="o" cx="{left + x:g}" cy="{top + y:g}" r="{layout.peg / 4:g}" fill="none" stroke="{LINE}"/>'
        for x, y in centers
    ]


def _reply_columns(game: Game) -> int:
    return (game.pegs + 1) // 2 if game.pegs > 3 else game.pegs


def _reply_width(game: Game) -> int:
    if game.pegs > ROOMY_PEGS:
        return len(f"{game.pegs}b{game.pegs}w") * NOTE_CHARACTER
    return _reply_columns(game) * (REPLY_PEG + REPLY_GAP)


def _reply(game: Game, reply: Reply, left: float, middle: float) -> list[str]:
    """Black and white pegs; half of each where only the total is shown, and a text where there are many."""
    if game.pegs > ROOMY_PEGS or reply.unknown:
        return [_note(str(reply), left, middle + 5)]
    hidden = reply.solved and reply.black is None
    kinds = "b" * (game.pegs if hidden else reply.black or 0) + "w" * (reply.white or 0) + "t" * (reply.total or 0)
    columns = _reply_columns(game)
    rows = -(-game.pegs // columns)
    parts = []
    for place, kind in enumerate(kinds.ljust(game.pegs)):
        x = left + place % columns * (REPLY_PEG + REPLY_GAP) + REPLY_PEG / 2
        y = middle + (place // columns - (rows - 1) / 2) * (REPLY_PEG + REPLY_GAP)
        if kind == " ":
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="#8c959f"/>')
            continue
        r = REPLY_PEG / 2
        fill = INK if kind == "b" else "#ffffff"
        parts.append(
            f'<circle class="o" cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{LINE}" stroke-width="1.5"/>'
        )
        if kind == "t":
            parts.append(f'<path d="M{x:g} {y - r:g}a{r:g} {r:g} 0 0 0 0 {2 * r:g}z" fill="{INK}"/>')
    return parts


def table_html(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table.

    >>> table_html("a & b", ["name", "value"], [["x", "1"]])[:45]
    '<table><caption>a &amp; b</caption><thead><tr'
    """
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def code_html(game: Game, code: Sequence[int]) -> str:
    """Return a code as HTML pegs, with its text for screen readers."""
    if game.pegs > MOST_PEGS_READ:
        return escape(counted(game.pegs, "peg"))
    return pegs_svg(game, tuple(code))


def number_html(value: float | None, places: int = 0) -> str:
    """Format a number for an HTML table.

    >>> number_html(1234.5, 1), number_html(None)
    ('1,234.5', '–')
    """
    return "–" if value is None else f"{value:,.{places}f}"
