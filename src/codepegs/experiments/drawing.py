"""What all plots share: empty figures, colours that everyone can tell apart, and files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs import files
from codepegs.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000", "#999999")
"""Okabe and Ito's palette, made to be distinguished with any colour vision."""

MARKERS = "osD^vP*X"
HATCHES = ("", "//", "\\\\", "..", "xx", "--", "oo", "++")
"""Shapes and fillings that go with the colours, for print without them."""

PNG_DPI = 150

KINDS = ("svg", "png", "pdf")


def empty_figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, drawn without a screen; raises `Unavailable` without matplotlib."""
    need_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def has_matplotlib() -> bool:
    """Whether plots can be drawn."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def need_matplotlib() -> None:
    """Raise `Unavailable` without matplotlib."""
    if not has_matplotlib():
        raise Unavailable.without("lab", "plots need matplotlib")


def check_output(path: Path | str) -> None:
    """Raise what `save_as` would, before the work: `BadInput` or `Unavailable`."""
    _kind_of(path)
    need_matplotlib()
    files.check_output(path)


def line_style(number: int) -> dict[str, Any]:
    """Colour and marker of the line of that number."""
    style = {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}
    return style if number < len(COLORS) else {**style, "linestyle": "--"}


def bar_style(number: int) -> dict[str, Any]:
    """Colour and filling of the bars of that number."""
    return {
        "color": COLORS[number % len(COLORS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
        "ecolor": "black",
    }


def save_as(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file of the kind its name ends in, whole or not at all.

    Raises `BadInput` for a kind that cannot be drawn, `Unavailable` when the file cannot be written.
    """
    files.write_whole(path, drawn(figure, _kind_of(path)))


def _kind_of(path: Path | str) -> str:
    kind = Path(path).suffix.lstrip(".").lower()
    if kind not in KINDS:
        raise BadInput(f"unknown picture format .{kind}: expected {', '.join(KINDS)}")
    return kind


def drawn(figure: Figure, kind: str) -> bytes:
    """A figure as the bytes of an svg, png or pdf file, the same every time."""
    import matplotlib as mpl

    out = io.BytesIO()
    dated = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "codepegs"}):
        figure.savefig(out, format=kind, dpi=PNG_DPI, metadata={dated: None} if dated else None)
    return out.getvalue()


def save(figure: Figure, folder: Path | str, name: str) -> list[Path]:
    """Write a figure as SVG and PNG, the same bytes every time; raises `Unavailable` when that cannot be done."""
    paths = [Path(folder) / f"{name}.{kind}" for kind in ("svg", "png")]
    files.make_folder(folder)
    for path in paths:
        save_as(figure, path)
    return paths
