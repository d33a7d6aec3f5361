"""Plain HTML tables for notebooks.

They have no scripts, colours or external files, so they work in light and dark themes. Tables have captions and marked
headings for screen readers. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from codepegs.game.notation import MOST_PEGS_READ
from codepegs.game.reply import counted
from codepegs.game.rules import Game
from codepegs.game.svg import pegs_svg


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
