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
from codepegs.game.reply import Code, Reply, Turn
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

MOST_PICTURE_PEGS = 20_000
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
) -> str:
    """Draw the turns of a game as an SVG picture."""
    layout = _Layout.of(game)
    canvas = Canvas(game, notation, layout)
    most = max(2, MOST_PICTURE_PEGS // game.pegs)
    rows: list[int | None] = list(range(len(turns)))
    if len(turns) > most:  # None stands for the turns that are omitted
        rows = [*rows[: most // 2], None, *rows[most // 2 - most :]]
    shown = [turns[number] for number in rows if number is not None]
    code_width = max((canvas.width_of(turn.guess) for turn in shown), default=layout.width)
    reply_left = MARGIN + NUMBER_WIDTH + code_width + 8
    marks = max((canvas.text_width(turn.reply.marks or "") for turn in shown), default=0)
    note_left = reply_left + max(canvas.pegs_width, marks) + 16
    longest_note = max((len(note) for note in notes), default=0)
    width = note_left + (longest_note * NOTE_CHARACTER + MARGIN if notes else 0)
    width = max(width, 2 * MARGIN + len(title) * TITLE_CHARACTER)
    top = MARGIN + (28 if title else 0)
    row_height = layout.height + 12
    height = top + row_height * max(1, len(rows)) + MARGIN - 8
    if title:
        canvas.note(title, MARGIN, MARGIN + 12)
    if not turns:
        canvas.holes(MARGIN + NUMBER_WIDTH, top)
    for line, number in enumerate(rows):
        y = top + line * row_height
        middle = y + layout.height / 2
        if number is None:
            left_out = len(turns) - (len(rows) - 1)
            canvas.note(f"… {counted(left_out, 'turn')} …", MARGIN + NUMBER_WIDTH, middle + 5)
            continue
        turn = turns[number]
        with canvas.group(f"{notation.format(game, turn.guess)}: {turn.reply.words}"):
            canvas.note(str(number + 1), MARGIN + 18, middle + 5, ' text-anchor="end"')
            canvas.row(turn.guess, MARGIN + NUMBER_WIDTH, y)
            canvas.reply(turn.reply, reply_left, middle)
            if number < len(notes) and notes[number]:
                canvas.note(notes[number], note_left, middle + 5)
    return canvas.svg(width, height, title or f"{counted(len(turns), 'turn')} of {game}")


class Canvas:
    """A picture with codes and replies of a game: `x` is the left edge of a thing, `y` its middle."""

    def __init__(self, game: Game, notation: Notation, layout: _Layout | None = None) -> None:
        self.game = game
        self.notation = notation
        """How pegs are marked."""
        self.layout = layout or _Layout(game.pegs, SMALL_PEG, SMALL_GAP, game.pegs)
        self.parts: list[str] = []

    @cached_property
    def code_width(self) -> float:
        symbols = self.game._traits.symbols
        if symbols is None:
            return self.layout.width
        return max(map(len, symbols)) * self.game.pegs * NAME_CHARACTER

    @cached_property
    def reply_width(self) -> float:
        marks = [reply.marks for reply in self.game.replies() if reply.marks is not None]
        return self.text_width(max(marks, key=len)) if marks else self.pegs_width

    @property
    def pegs_width(self) -> int:
        """The width of a reply of pegs."""
        if self.game.pegs > ROOMY_PEGS:
            return len(f"{self.game.pegs}b{self.game.pegs}w") * NOTE_CHARACTER
        return self._reply_columns * (REPLY_PEG + REPLY_GAP)

    @property
    def _reply_columns(self) -> int:
        return (self.game.pegs + 1) // 2 if self.game.pegs > 3 else self.game.pegs

    @property
    def is_named(self) -> bool:
        """Whether a code is a name, such as that of a test, and not spelled peg by peg."""
        return self.game.pegs == 1 and max(map(len, self.game._traits.symbols or ("",))) > 1

    def width_of(self, code: Code) -> float:
        """The width of a code in a row."""
        name = CANONICAL.spell(self.game, code) if self.is_named else ""
        return max(len(name) * NAME_CHARACTER, self.layout.width)

    @staticmethod
    def text_width(text: str) -> float:
        return len(text) * NOTE_CHARACTER

    def code(self, code: Code, x: float, y: float) -> None:
        """Place a code: pegs with symbols, or the text of a list."""
        if self.game._traits.symbols is None:
            self.pegs(code, x, y - SMALL_PEG / 2)
            return
        self.parts.append('<g font-weight="700">')
        self.note(self.notation.spell(self.game, code), x, y + 5)
        self.parts.append("</g>")

    def row(self, code: Code, left: float, top: float) -> None:
        """Place the pegs of a code, or its name."""
        if self.is_named:
            self.code(code, left, top + self.layout.height / 2)
        else:
            self.pegs(code, left, top)

    def pegs(self, code: Code, left: float, top: float) -> None:
        """Place the pegs of a code."""
        for place, color in enumerate(code):
            x, y = self.layout.center(place)
            fill, ink = peg_color(color)
            self.circle(left + x, top + y, self.layout.peg / 2, fill)
            symbol = self.notation.symbol(self.game, color)
            size = self.layout.peg * {1: 0.48, 2: 0.42, 3: 0.33}.get(len(symbol), 0.26)
            self.parts.append(
                f'<text x="{left + x:g}" y="{top + y + size * 0.36:g}" font-size="{size:g}" font-weight="700" '
                f'text-anchor="middle" fill="{ink}">{_clean(symbol)}</text>'
            )

    def holes(self, left: float, top: float) -> None:
        """Place a row without pegs."""
        for x, y in map(self.layout.center, range(self.game.pegs)):
            self.circle(left + x, top + y, self.layout.peg / 4, "none")

    def reply(self, reply: Reply, x: float, y: float) -> None:
        if reply.marks is not None:
            self.note(reply.marks, x, y + 5)
        else:
            self.reply_pegs(reply, x, y)

    def reply_pegs(self, reply: Reply, left: float, middle: float) -> None:
        """Place black and white pegs; half of each where only the total is shown, and a text where there are many."""
        pegs, columns = self.game.pegs, self._reply_columns
        if pegs > ROOMY_PEGS or reply.unknown:
            self.note(str(reply), left, middle + 5)
            return
        hidden = reply.solved and reply.black is None
        kinds = "b" * (pegs if hidden else reply.black or 0) + "w" * (reply.white or 0) + "t" * (reply.total or 0)
        rows, r = -(-pegs // columns), REPLY_PEG / 2
        for place, kind in enumerate(kinds.ljust(pegs)):
            x = left + place % columns * (REPLY_PEG + REPLY_GAP) + r
            y = middle + (place // columns - (rows - 1) / 2) * (REPLY_PEG + REPLY_GAP)
            if kind == " ":
                self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="#8c959f"/>')
                continue
            self.circle(x, y, r, INK if kind == "b" else "#ffffff", ' stroke-width="1.5"')
            if kind == "t":
                self.parts.append(f'<path d="M{x:g} {y - r:g}a{r:g} {r:g} 0 0 0 0 {2 * r:g}z" fill="{INK}"/>')

    def circle(self, x: float, y: float, radius: float, fill: str, more: str = "") -> None:
        self.parts.append(
            f'<circle class="o" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{LINE}"{more}/>'
        )

    def note(self, text: str, x: float, y: float, more: str = "") -> None:
        """Place a text; `y` is its base line."""
        self.parts.append(f'<text class="n" x="{x:g}" y="{y:g}" fill="{DIM}"{more}>{_clean(text)}</text>')

    def line(self, path: str) -> None:
        """Draw a line; `path` is in the language of SVG."""
        self.parts.append(f'<path class="o" d="{path}" fill="none" stroke="{LINE}"/>')

    @contextmanager
    def group(self, spoken: str) -> Iterator[None]:
        """Group what is placed, with words that a pointer and a screen reader find."""
        self.parts.append(f"<g><title>{_clean(spoken)}</title>")
        yield
        self.parts.append("</g>")

    def svg(self, width: float, height: float, spoken: str) -> str:
        width, height = round(width), round(height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-board" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="{FONT}" font-size="14" role="img" '
            f'aria-label="{_clean(spoken)}">'
            f'<style>{STYLE}</style><rect class="b" width="{width}" height="{height}" rx="10" fill="{PAPER}"/>'
            f"{''.join(self.parts)}</svg>"
        )


def pegs_svg(game: Game, code: Code, notation: Notation = CANONICAL) -> str:
    """Draw one code as a small SVG picture, to be used within a line of text."""
    canvas = Canvas(game, notation, _Layout(game.pegs, SMALL_PEG, SMALL_GAP, min(game.pegs, PEGS_A_LINE)))
    canvas.row(code, 1, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-board" width="{canvas.width_of(code):g}" '
        f'height="{canvas.layout.height + 2}" font-family="{FONT}" role="img" '
        f'aria-label="{_clean(notation.format(game, code))}">{"".join(canvas.parts)}</svg>'
    )


def _clean(text: str) -> str:
    """Text as it may stand in XML."""
    return escape(_NO_XML.sub("", text), quote=True)


def table_html(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table."""
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
    """Format a number for an HTML table."""
    return "–" if value is None else f"{value:,.{places}f}"
