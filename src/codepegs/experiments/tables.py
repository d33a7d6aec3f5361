"""Tables as plain text, Markdown and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """A column of a table."""

    heading: str
    cells: list[str]
    is_number: bool = True
    """Whether it is aligned to the right."""


def text_lines(columns: Sequence[Column]) -> list[str]:
    """The lines of a table in plain text."""
    widths = [max(map(len, [column.heading, *column.cells])) for column in columns]
    lines = []
    for row in _rows(columns):
        cells = [
            cell.rjust(width) if column.is_number else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def markdown(opening: Sequence[str], columns: Sequence[Column], notes: Sequence[str]) -> str:
    """A Markdown table between two paragraphs; cells of texts, which are names of strategies, stand as code."""
    head, *rows = _rows(columns)
    lines = [" ".join(map(_markdown_text, opening)), ""]
    lines.append(_markdown_row([_markdown_text(heading) for heading in head]))
    lines.append(_markdown_row(["--:" if column.is_number else ":--" for column in columns]))
    for row in rows:
        cells = zip(row, columns, strict=True)
        lines.append(_markdown_row([cell if column.is_number else _markdown_code(cell) for cell, column in cells]))
    if notes:
        lines += ["", " ".join(map(_markdown_text, notes))]
    return "\n".join([*lines, ""])


def latex(opening: Sequence[str], columns: Sequence[Column], notes: Sequence[str]) -> str:
    """A LaTeX table with a caption and notes below, which needs no package."""
    head, *rows = _rows(columns)
    below = [r"\par\smallskip", " ".join(map(latex_text, notes))] if notes else []
    lines = [
        r"\begin{table}",
        r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
        rf"\caption{{{' '.join(map(latex_text, opening))}}}",
        rf"\begin{{tabular}}{{{''.join('r' if column.is_number else 'l' for column in columns)}}}",
        r"\hline",
        _latex_row(head),
        r"\hline",
        *map(_latex_row, rows),
        r"\hline",
        r"\end{tabular}",
        *below,
        r"\end{table}",
    ]
    return "\n".join([*lines, ""])


def _rows(columns: Sequence[Column]) -> list[tuple[str, ...]]:
    """The rows of a table, the headings first."""
    return list(zip(*([column.heading, *column.cells] for column in columns), strict=True))


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_text(text: str) -> str:
    """A sentence, in which no character is markup."""
    return re.sub(r"([\\`*_\[\]<>|~#&$])", r"\\\1", text)


def _markdown_code(text: str) -> str:
    """A name in code, between more backquotes than it has in a row; in a table, a bar is escaped even there."""
    longest = max((len(quotes) for quotes in re.findall("`+", text)), default=0)
    quotes, space = "`" * (longest + 1), " " * ("`" in text)
    escaped = text.replace("|", "\\|")
    return f"{quotes}{space}{escaped}{space}{quotes}"


LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "±": r"$\pm$",
    "–": r"\textendash{}",
    "…": r"\dots{}",
    "µ": r"$\mu$",
    "`": r"\textasciigrave{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
"""What LaTeX writes for a character that means something else in its source, or is not in its first fonts."""


def latex_text(text: str) -> str:
    """A text, in which no character is a command."""
    return "".join(LATEX.get(sign, sign) for sign in text).replace("--", "-{}-")


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex_cell, cells)) + r" \\"


def _latex_cell(text: str) -> str:
    """A cell; a number has a minus sign of mathematics."""
    return re.sub(r"(?<![\w.-])-(?=\d)", "$-$", latex_text(text))
