"""Draws the house, which room stands on which: `python docs/make/house.py`.

`FLOORS` says where every module or package of `src/codepegs` is. What one imports is on its own floor or below; a test
compares that with the imports there are.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from codepegs.files import write_whole

ROOT = Path(__file__).parent.parent.parent
PICTURE = ROOT / "docs" / "pictures" / "house.svg"

FLOORS = (
    ("Programs", "commands, server, agents", "cli server gym __main__"),
    ("Reports", "published ones, played again", "reproduce"),
    ("Analysis", "advice, reviews, sweeps", "analysis experiments schema render"),
    ("Games", "codebreaker meets codemaker", "match"),
    ("Strategies", "and their trees", "strategies trees"),
    ("Candidates", "and their partitions", "candidates"),
    ("Game", "rules, replies, notation", "game"),
    ("Loops", "what C++ files share", "core"),
    ("Ground", "used by all", "rng parallel files lazy errors"),
)
"""From the top to the ground: a name, what is done there, and its rooms."""

WIDTH, LEFT, MARGIN = 900, 220, 16
ROOM_HEIGHT, LETTER, GAP, PADDING = 30, 7.9, 8, 12

STYLE = (
    "text{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}"
    ".r{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;text-anchor:middle}"
    ".f{font-size:16px;font-weight:700}.d{font-size:12px;fill:#57606a}"
    ".a{fill:#f6f8fa;stroke:#d0d7de}.b{fill:#fff;stroke:#8c959f}.l{stroke:#57606a;stroke-width:1.5;fill:none}.h{fill:#57606a}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.d{fill:#b1bac4}.a{fill:#161b22;stroke:#30363d}"
    ".b{fill:#0d1117;stroke:#6e7681}.l{stroke:#b1bac4}.h{fill:#b1bac4}}"
)


def rooms() -> set[str]:
    """The modules and packages there are, but for the list of public names."""
    source = ROOT / "src" / "codepegs"
    found = {path.stem for path in source.glob("*.py")} | {path.parent.name for path in source.glob("*/__init__.py")}
    return found - {"__init__"}


def picture() -> str:
    """The picture as SVG: of each floor those rooms that exist."""
    there = rooms()
    parts, top = [], MARGIN
    for name, work, planned in FLOORS:
        lines = _lines([room for room in planned.split() if room in there])
        height = len(lines) * (ROOM_HEIGHT + GAP) - GAP + 2 * PADDING
        parts.append(
            f'<rect class="a" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="8"/>'
            f'<text class="f" x="{MARGIN + PADDING}" y="{top + height / 2 - 2:g}">{escape(name)}</text>'
            f'<text class="d" x="{MARGIN + PADDING}" y="{top + height / 2 + 15:g}">{escape(work)}</text>'
        )
        for row, line in enumerate(lines):
            left, y = float(LEFT), top + PADDING + row * (ROOM_HEIGHT + GAP)
            for room in line:
                width = _width(room)
                parts.append(
                    f'<rect class="b" x="{left:g}" y="{y}" width="{width:g}" height="{ROOM_HEIGHT}" rx="5"/>'
                    f'<text class="r" x="{left + width / 2:g}" y="{y + 20}">{escape(room)}</text>'
                )
                left += width + GAP
        top += height + GAP
    arrow = WIDTH - MARGIN - 16
    parts.append(
        f'<path class="l" d="M{arrow} {MARGIN + 12}V{top - GAP - 20}"/>'
        f'<path class="h" d="M{arrow - 6} {top - GAP - 22}h12l-6 10z"/>'
        f'<text class="d" transform="translate({arrow - 14} {MARGIN + 14}) rotate(90)">imports</text>'
    )
    spoken = "The floors of codepegs, from the doors down to the words; imports go down"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - GAP + MARGIN}" width="{WIDTH}" '
        f'height="{top - GAP + MARGIN}" role="img" aria-label="{spoken}"><style>{STYLE}</style>{"".join(parts)}</svg>\n'
    )


def _width(room: str) -> float:
    return len(room) * LETTER + 18


def _lines(names: list[str]) -> list[list[str]]:
    """The rooms of a floor in as many rows as they need."""
    lines: list[list[str]] = [[]]
    left = float(LEFT)
    for name in names:
        if lines[-1] and left + _width(name) > WIDTH - MARGIN - 40:
            lines.append([])
            left = LEFT
        lines[-1].append(name)
        left += _width(name) + GAP
    return lines


if __name__ == "__main__":
    write_whole(PICTURE, picture())
