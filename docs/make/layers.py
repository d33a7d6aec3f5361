"""Draw the layers of the source: `python docs/make/layers.py`.

`LAYERS` lists every module and package of `src/codepegs` by layer. The picture states how many others import each one,
counted in the source files. A test checks that every import points to the same layer or a lower one.
"""

from __future__ import annotations

import ast
from functools import cache
from html import escape
from pathlib import Path

import codepegs
from codepegs.files import write_whole

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "codepegs"
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"

LAYERS = (
    ("Programs", "commands, server, agents", "cli server gym __main__"),
    ("Reports", "five reports, reproduced", "reports"),
    ("Analysis", "advice, reviews, sweeps", "analysis experiments schema render"),
    ("Match", "the game loop, codemakers", "match"),
    ("Strategies", "choose guesses", "strategies"),
    ("Trees", "stored, searched, checked", "trees"),
    ("Codes", "candidates and partitions", "codes"),
    ("Game", "rules, replies, notation", "game"),
    ("Loops", "shared C++ and its binding", "core"),
    ("Base", "used by every layer", "rng parallel files lazy errors reasons foreign"),
)
"""From the top to the base: a name, its subject, and its modules and packages."""

WIDTH, LEFT, MARGIN = 900, 230, 16
BOX_HEIGHT, LETTER, GAP, PADDING = 46, 7.9, 8, 12

STYLE = (
    "text{font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}"
    ".r{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;text-anchor:middle}"
    ".i{font-size:11px;fill:#57606a;text-anchor:middle}"
    ".f{font-size:16px;font-weight:700}.d{font-size:12px;fill:#57606a}"
    ".a{fill:#f6f8fa;stroke:#d0d7de}.b{fill:#fff;stroke:#8c959f}.l{stroke:#57606a;stroke-width:1.5;fill:none}.h{fill:#57606a}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.d,.i{fill:#b1bac4}.a{fill:#161b22;stroke:#30363d}"
    ".b{fill:#0d1117;stroke:#6e7681}.l{stroke:#b1bac4}.h{fill:#b1bac4}}"
)


def names() -> set[str]:
    """Return the modules and packages of codepegs, without its `__init__`."""
    found = {path.stem for path in SOURCE.glob("*.py")} | {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    return found - {"__init__"}


@cache
def imports() -> dict[str, set[str]]:
    """Return what each module or package imports from codepegs, imports inside functions included."""
    found: dict[str, set[str]] = {name: set() for name in names()}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if name != "__init__":
            found[name] |= _imported(path) - {name}
    return found


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            first, _, rest = node.module.partition(".")
            if first == "codepegs":
                found |= {rest.split(".")[0]} if rest else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("codepegs.")}
    return found - {"__init__"} - set(codepegs.__all__)


def picture() -> str:
    """Return the picture as SVG: the layers, their packages, and how many other packages import each."""
    used_by_each = imports().values()
    imported_by = {name: sum(name in used for used in used_by_each) for name in names()}
    parts, top = [], MARGIN
    for layer, subject, listed in LAYERS:
        lines = _lines([name for name in listed.split() if name in imported_by])
        height = len(lines) * (BOX_HEIGHT + GAP) - GAP + 2 * PADDING
        parts.append(
            f'<rect class="a" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="8"/>'
            f'<text class="f" x="{MARGIN + PADDING}" y="{top + height / 2 - 2:g}">{escape(layer)}</text>'
            f'<text class="d" x="{MARGIN + PADDING}" y="{top + height / 2 + 15:g}">{escape(subject)}</text>'
        )
        for row, line in enumerate(lines):
            left, y = float(LEFT), top + PADDING + row * (BOX_HEIGHT + GAP)
            for name in line:
                width = _width(name)
                parts.append(
                    f'<rect class="b" x="{left:g}" y="{y}" width="{width:g}" height="{BOX_HEIGHT}" rx="5"/>'
                    f'<text class="r" x="{left + width / 2:g}" y="{y + 20}">{escape(name)}</text>'
                    f'<text class="i" x="{left + width / 2:g}" y="{y + 37}">imported by {imported_by[name]}</text>'
                )
                left += width + GAP
        top += height + GAP
    arrow = WIDTH - MARGIN - 16
    parts.append(
        f'<path class="l" d="M{arrow} {MARGIN + 12}V{top - GAP - 20}"/>'
        f'<path class="h" d="M{arrow - 6} {top - GAP - 22}h12l-6 10z"/>'
        f'<text class="d" transform="translate({arrow - 14} {MARGIN + 14}) rotate(90)">imports</text>'
    )
    label = "The layers of codepegs from programs down to the base modules; imports point downwards"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - GAP + MARGIN}" width="{WIDTH}" '
        f'height="{top - GAP + MARGIN}" role="img" aria-label="{label}"><style>{STYLE}</style>{"".join(parts)}</svg>\n'
    )


def _width(name: str) -> float:
    return max(len(name) * LETTER, 84) + 18


def _lines(listed: list[str]) -> list[list[str]]:
    """Break the packages of a layer into as many rows as they need."""
    lines: list[list[str]] = [[]]
    left = float(LEFT)
    for name in listed:
        if lines[-1] and left + _width(name) > WIDTH - MARGIN - 40:
            lines.append([])
            left = LEFT
        lines[-1].append(name)
        left += _width(name) + GAP
    return lines


if __name__ == "__main__":
    write_whole(PICTURE, picture())
